//! Who issued a paper, and from where. The issuer's address is looked for in its own right,
//! with the same eyes as the holder's: the candidates of the page once phone numbers and web
//! addresses are cut off their lines, weighed the other way round.

use kofa_gazetteer::{Issuer, issuers, normalise, tokens};

use super::super::answer::{Extraction, Infer, Options};
use super::super::candidates::{Found, Mark, candidates};
use super::super::contacts::without_contacts;
use super::super::labels::{Label, label};
use super::super::layout::{Layout, Line};
use super::super::lines::{LIKELY, NameKind, likeness, name_kind};
use super::super::parties::names_voucher;
use super::super::rank::{is_head_office, same_address, stands_in, words_of};
use super::super::resolve;
use super::super::wordlists::{lists, phrases};
use super::pairs::pairs;
use super::{PaperKind, Seen, holder};

/// The head of a page: where a letterhead ends at the latest, as a share of its height.
const HEAD: f32 = 0.3;
/// The foot of a page begins here.
const FOOT: f32 = 0.85;
/// Below this an address is rather somebody else's.
const SCORE_MIN: f64 = 0.5;
/// Pages looked at from the first.
const PAGES_MAX: usize = 3;

/// Name and address of the issuer.
pub(super) fn issuer(seen: &Seen<'_>, kind: PaperKind) -> (Option<String>, Option<Extraction>) {
    let name = name(seen, kind);
    let address = address(seen, kind, name.as_deref());
    (name, address)
}

/// The known issuer whose name stands highest in the head of the first page.
pub(super) fn known_in_head(seen: &Seen<'_>) -> Option<&'static Issuer> {
    let (layout, page) = (seen.layouts.first()?, seen.document.pages.first()?);
    let head = layout
        .lines
        .iter()
        .take_while(|line| line.top < HEAD * page.height);
    head.filter(|line| label(&line.text).is_none())
        .find_map(|line| known(&line.text))
}

fn known(text: &str) -> Option<&'static Issuer> {
    let words = tokens(text);
    issuers()
        .iter()
        .find(|issuer| issuer.names().any(|name| stands_in(name, &words)))
}

/// The name on the letterhead, as printed.
fn name(seen: &Seen<'_>, kind: PaperKind) -> Option<String> {
    const ENOUGH: f64 = 2.0;
    let layout = seen.layouts.first()?;
    if let Some(labelled) = labelled_name(layout, kind) {
        return Some(labelled);
    }
    if kind == PaperKind::TenancyAgreement
        && let Some(landlord) = holder::first_party(layout)
    {
        return Some(landlord);
    }
    let height = seen.document.pages.first()?.height.max(1.0);
    let usual = usual_height(layout);
    let holder = seen.holder_area().filter(|(page, _)| *page == 0);
    let mut best: Option<(f64, String)> = None;
    for line in &layout.lines {
        let text = without_contact(&line.text);
        let in_holder = holder.is_some_and(|(_, area)| belongs_to_holder(line, &area));
        if in_holder || names_nobody(&text) {
            continue;
        }
        let at = f64::from(line.top / height);
        let mut score = match name_kind(&text) {
            _ if is_firm(&text) => 2.0,
            Some(NameKind::Company) => 2.0,
            Some(NameKind::Person) => 0.0,
            None => 0.8,
        };
        if known(&text).is_some() {
            score += 2.0;
        }
        score += f64::from((line.height() / usual - 1.0).clamp(0.0, 1.0)) * 2.0;
        score += if at < f64::from(HEAD) {
            1.0 - at
        } else {
            -1.5 * at
        };
        if score >= ENOUGH && best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, text));
        }
    }
    best.map(|(_, text)| cleaned_name(&text))
}

/// "Landlord: Chief Okon", "From: Ikeja Electric Plc".
fn labelled_name(layout: &Layout, kind: PaperKind) -> Option<String> {
    const ISSUED: &[&str] = &["from", "issuedby", "seller", "billedby", "biller"];
    const LETTING: &[&str] = &["landlord", "lessor", "nameoflandlord", "landlordname"];
    let found = pairs(layout).into_iter().find(|pair| {
        let key = normalise(pair.name);
        let fits = ISSUED.contains(&key.as_str())
            || kind == PaperKind::TenancyAgreement && LETTING.contains(&key.as_str());
        fits && name_kind(pair.value).is_some()
    });
    found.map(|pair| cleaned_name(pair.value))
}

/// A company or an authority by its words, though its name begins with a town.
fn is_firm(text: &str) -> bool {
    let firm = || tokens(text).iter().any(|word| lists("issuer.words", word));
    name_kind(text) == Some(NameKind::Company) || known(text).is_some() || firm()
}

/// Headings, fields, addresses, figures: lines that cannot be the issuer's name.
fn names_nobody(text: &str) -> bool {
    let words: Vec<String> = text.split_whitespace().map(normalise).collect();
    let title = words
        .iter()
        .filter(|word| !word.is_empty())
        .all(|word| lists("issuer.titles", word) || word.bytes().all(|byte| byte.is_ascii_digit()));
    let company = is_firm(text);
    title
        || words.len() > 10
        || text.chars().filter(|letter| letter.is_alphabetic()).count() < 3
        || label(text).is_some()
        || likeness(text) <= -3.0
        || likeness(text) >= LIKELY && !company
        || text.contains(',') && likeness(text) >= LIKELY
}

fn cleaned_name(text: &str) -> String {
    let text = text.replace("(SPECIMEN)", "").replace("(Specimen)", "");
    text.trim_matches([' ', ',', '-', '–', ':', '|', '.'])
        .to_owned()
}

/// The height that half of the lines do not reach.
fn usual_height(layout: &Layout) -> f32 {
    let mut heights: Vec<f32> = layout.lines.iter().map(Line::height).collect();
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 2).copied().unwrap_or(1.0)
}

/// The holder's address, or the name right above it.
fn belongs_to_holder(line: &Line, area: &[f32; 4]) -> bool {
    let [left, top, right, bottom] = *area;
    let em = line.height();
    let beside = line.left < right + em && line.right > left - em;
    beside && line.bottom > top - 1.3 * em && line.top < bottom + 0.2 * em
}

/// The issuer's own address.
fn address(seen: &Seen<'_>, kind: PaperKind, name: Option<&str>) -> Option<Extraction> {
    let holder = words_of(std::slice::from_ref(&seen.found.full_address));
    let has_holder = !seen.found.full_address.is_empty();
    let mut best: Option<(f64, f64, Vec<String>)> = None;
    let pages = seen.layouts.iter().zip(&seen.document.pages);
    for (at, (layout, page)) in pages.enumerate().take(PAGES_MAX) {
        let layout = cut_contacts(layout);
        let mut all = candidates(at, &layout);
        all.extend(letterhead(at, &layout, name, page.height));
        for found in all {
            let (lines, dropped) = own_lines(&found, name);
            let words = words_of(&lines);
            let rows = found.in_table || words.iter().any(|word| lists("issuer.narrations", word));
            if words.is_empty() || rows || has_holder && same_address(&words, &holder) {
                continue;
            }
            let own = |text: &String| {
                known(text).is_some() || name.is_some_and(|name| normalise(name) == normalise(text))
            };
            let named =
                dropped.as_ref().is_some_and(own) || stands_under_name(&layout, &found, name);
            let firm = match (named, &dropped) {
                (true, _) => Firm::Issuer,
                (false, Some(_)) => Firm::Another,
                (false, None) => Firm::Unnamed,
            };
            let (score, trust) = weigh(&found, &lines, kind, firm, page.height);
            if score >= SCORE_MIN && best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, trust, lines));
            }
        }
    }
    let (_, trust, lines) = best?;
    let mut answer = resolve::resolve(&lines, trust, Infer::default());
    super::super::answer::review(&mut answer, &Options::default());
    let place = [&answer.city, &answer.lga, &answer.state, &answer.country];
    let placed = place.iter().any(|part| !part.is_empty());
    placed.then_some(answer)
}

/// Whose name stands with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Firm {
    Issuer,
    Another,
    Unnamed,
}

/// Lines under the issuer's name that look like an address, though they read like a name too:
/// "Ijora Olopa, Ijora Causeway, Lagos".
fn letterhead(page: usize, layout: &Layout, name: Option<&str>, height: f32) -> Vec<Found> {
    let head = layout
        .lines
        .iter()
        .take_while(|line| line.top < HEAD * height);
    let likely = head.filter(|line| {
        let text = &line.text;
        let several = text.contains(',') && label(text).is_none();
        several && likeness(text) >= LIKELY
    });
    let found = likely.map(|line| {
        let area = [line.left, line.top, line.right, line.bottom];
        Found::bare(page, vec![line.text.clone()], area)
    });
    found
        .filter(|found| stands_under_name(layout, found, name))
        .collect()
}

/// How surely a candidate is the issuer's own, and the confidence in it.
fn weigh(found: &Found, lines: &[String], kind: PaperKind, firm: Firm, height: f32) -> (f64, f64) {
    const LETTING: &str = "landlord addressoflandlord lessor";
    let named = firm == Firm::Issuer;
    let middle = (found.area[1] + found.area[3]) / 2.0 / height.max(1.0);
    let (head, foot) = (middle < HEAD && found.page == 0, middle > FOOT);
    let label = found.label.as_deref().unwrap_or_default();
    let key = normalise(label);
    let ends = |list: &str| phrases(list).iter().any(|one| key.ends_with(one));
    let (mut score, trust): (f64, f64) = match found.mark {
        Mark::Label(Label::Issuer) if LETTING.split(' ').any(|one| key.starts_with(one)) => {
            match kind {
                PaperKind::TenancyAgreement => (0.9, 0.9),
                _ => (0.3, 0.6),
            }
        }
        Mark::Label(Label::Issuer) if names_voucher(label) => (-1.0, 0.3),
        Mark::Label(Label::Issuer) if ends("issuer.office") => (1.1, 0.93),
        Mark::Label(Label::Issuer) if ends("issuer.our_office") => (0.75, 0.85),
        Mark::Label(Label::Issuer) => (0.2, 0.6),
        Mark::Label(Label::Plain) if head => (0.45, 0.8),
        Mark::Label(_) | Mark::Prose | Mark::Writer => (-1.0, 0.3),
        // A shop's name may read like a person's.
        Mark::Under(_) if head && named => (0.8, 0.88),
        Mark::Under(NameKind::Company) if head => (0.5, 0.7),
        Mark::Under(NameKind::Company) => (0.3, 0.6),
        Mark::Under(NameKind::Person) => (-0.2, 0.4),
        Mark::Bare if head => (0.6, 0.82),
        Mark::Bare if foot => (0.5, 0.75),
        Mark::Bare => (0.0, 0.5),
    };
    let text = lines.join(" ");
    let steps = [
        (named, 0.3),
        // "Cleanways Ltd, 4 Ojuelegba Road" on a bill of somebody else's.
        (firm == Firm::Another, -0.3),
        (found.beside_contact, 0.1),
        (known(&text).is_some() && !found.in_table, 0.1),
        (found.in_table, -0.6),
        (found.page > 0, -0.2),
        (issuers().iter().any(|one| is_head_office(one, &text)), 0.4),
        (likeness(&text) < LIKELY && lines.len() < 2, -0.3),
    ];
    score += steps
        .iter()
        .filter(|(there, _)| *there)
        .map(|(_, step)| step)
        .sum::<f64>();
    (score, trust)
}

/// Whether the issuer's name stands closely above an address, wherever the letterhead centres
/// either.
fn stands_under_name(layout: &Layout, found: &Found, name: Option<&str>) -> bool {
    const EMS: f32 = 3.5;
    let [left, top, right, _] = found.area;
    layout.lines.iter().any(|line| {
        let em = line.height();
        let near = line.bottom < top + 0.5 * em && top - line.bottom < EMS * em;
        let over = line.left < right + em && line.right > left - em;
        let own = name.is_some_and(|name| !name.is_empty() && line.text.contains(name));
        near && over && (own || known(&line.text).is_some())
    })
}

/// The lines of an address without the name before it ("GTBank Plc, Plot 635 …"), and that
/// name.
fn own_lines(found: &Found, name: Option<&str>) -> (Vec<String>, Option<String>) {
    let mut lines = found.lines.clone();
    let mut dropped = None;
    while lines
        .first()
        .is_some_and(|first| is_issuers_name(first, name))
    {
        dropped = Some(lines.remove(0));
    }
    if let Some(first) = lines.first_mut()
        && let Some((head, rest)) = first.split_once(',')
        && is_issuers_name(head, name)
        && !rest.trim().is_empty()
    {
        dropped = Some(head.to_owned());
        *first = rest.trim().to_owned();
    }
    if let Some(last) = lines.last_mut() {
        *last = last.trim_end_matches(['.', ' ']).to_owned();
    }
    (lines, dropped)
}

/// "KADUNA ELECTRIC" on a line of its own, however much Kaduna is a place.
fn is_issuers_name(line: &str, name: Option<&str>) -> bool {
    let plain = !line.contains(',') && !line.bytes().any(|byte| byte.is_ascii_digit());
    let own = name.is_some_and(|name| normalise(name) == normalise(line));
    own || plain && (known(line).is_some() || name_kind(line) == Some(NameKind::Company))
}

/// The same lines without what reaches the issuer by other ways.
fn cut_contacts(layout: &Layout) -> Layout {
    let lines = layout.lines.iter().map(|line| {
        let mut line = line.clone();
        line.text = without_contact(&line.text);
        line
    });
    Layout {
        lines: lines.collect(),
        blocks: layout.blocks.clone(),
    }
}

/// A line up to its phone number, web or mail address; of several parts the first with words.
fn without_contact(text: &str) -> String {
    let letters = |part: &&str| part.chars().filter(|it| it.is_alphabetic()).count() >= 3;
    let text = text.split("(hereinafter").next().unwrap_or_default();
    let mut kept = text.split(['|', '•', '·']).map(without_contacts);
    kept.find(letters).unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_are_cut_off() {
        let check = |text: &str, expected: &str| assert_eq!(without_contact(text), expected);
        check(
            "Head Office: 24/25 Marina, Lagos   Tel: 0700 123 4567   www.ekedp.example",
            "Head Office: 24/25 Marina, Lagos",
        );
        check(
            "Tel: 0803 123 4567 | 12 Broad Street, Lagos",
            "12 Broad Street, Lagos",
        );
        check(
            "12 Broad Street, Lagos. +234 803 123 4567",
            "12 Broad Street, Lagos.",
        );
        check("info@example.ng", "");
        check("12 Allen Avenue", "12 Allen Avenue");
    }

    #[test]
    fn headings_name_nobody() {
        for text in [
            "ELECTRICITY BILL",
            "Statement of Account",
            "12 Allen Avenue, Ikeja",
            "",
            "No 5",
        ] {
            assert!(names_nobody(text), "{text}");
        }
        for text in [
            "IKEJA ELECTRIC PLC",
            "Mama Cass Restaurant",
            "Zenith Bank",
            "Kaduna Water Board",
        ] {
            assert!(!names_nobody(text), "{text}");
        }
    }
}
