//! The customer's address told from the issuer's. Every step for or against leaves its reason
//! in words.

use kofa_gazetteer::{Issuer, WordClass, issuers, normalise, tokens};

use super::candidates::{Found, Mark};
use super::denial::is_denied;
use super::labels::{Label, label};
use super::letters::is_office_holder;
use super::lines::{LIKELY, NameKind, likeness};
use super::split::{parts, reads_as};
use super::tells::announces_other_party;
use super::walk::walk;
use super::wordlists::lists;
use crate::{Capture, Document, Page};

/// A candidate with its weight.
#[derive(Debug)]
pub(super) struct Ranked {
    pub(super) found: Found,
    pub(super) score: f64,
    /// Confidence that these lines are the customer's address, if this is the one.
    pub(super) trust: f64,
    pub(super) reasons: Vec<String>,
    /// For [`same_address`].
    pub(super) words: Vec<String>,
}

/// Below this nobody's address is better than a wrong one.
pub(super) const SCORE_MIN: f64 = 0.45;

/// Weighs all candidates; the best first.
pub(super) fn rank(document: &Document, found: Vec<Found>) -> Vec<Ranked> {
    let issuers = present_issuers(document);
    let mut ranked: Vec<Ranked> = found
        .into_iter()
        .map(|found| weigh(document, &issuers, found))
        .collect();
    confirm_repeated(&mut ranked);
    prefer_home(&mut ranked);
    ranked.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then(a.found.page.cmp(&b.found.page))
            .then(a.found.area[1].total_cmp(&b.found.area[1]))
    });
    ranked
}

fn weigh(document: &Document, issuers: &[&'static Issuer], found: Found) -> Ranked {
    let (base, trust, reason) = by_mark(&found);
    let words = words_of(&found.lines);
    let mut ranked = Ranked {
        words,
        found,
        score: base,
        trust,
        reasons: vec![reason],
    };
    by_content(&mut ranked);
    by_surroundings(document, issuers, &mut ranked);
    ranked
}

/// What the announcement is worth: weight, confidence, reason.
fn by_mark(found: &Found) -> (f64, f64, String) {
    let label = found.label.as_deref().unwrap_or_default();
    let says = |what: &str| format!("stands under '{label}': {what}");
    match found.mark {
        Mark::Label(Label::Service) => (1.0, 0.97, says("where the service is")),
        Mark::Label(Label::Customer) => (0.92, 0.96, says("the customer's")),
        Mark::Label(Label::Name) => (0.82, 0.93, says("below the customer's name")),
        Mark::Label(Label::Billing) => (0.78, 0.92, says("where mail or bills go")),
        Mark::Label(Label::Shipping) => (0.72, 0.92, says("where goods go")),
        Mark::Label(Label::Plain) => (0.75, 0.9, says("not said whose")),
        Mark::Label(Label::Elsewhere) => (0.5, 0.6, says("where the customer was or works")),
        Mark::Label(Label::Issuer | Label::Other) => (-0.6, 0.3, says("not the customer's")),
        Mark::Prose if is_denied(label) => (0.5, 0.6, format!("follows '{label}'")),
        Mark::Prose if label == "of" => (0.72, 0.85, "follows a name in a sentence".to_owned()),
        Mark::Prose if label == "at" => (0.66, 0.8, "is a place in a sentence".to_owned()),
        Mark::Prose => (0.85, 0.9, format!("follows '{label}'")),
        Mark::Writer => (
            0.72,
            0.86,
            "stands above a letter that a person signs".to_owned(),
        ),
        Mark::Under(NameKind::Person) => (0.7, 0.88, "stands under a person's name".to_owned()),
        Mark::Under(NameKind::Company) => (0.5, 0.7, "stands under a company's name".to_owned()),
        Mark::Bare => (0.4, 0.6, "looks like an address".to_owned()),
    }
}

impl Ranked {
    /// A step for or against, and why.
    fn step(&mut self, by: f64, reason: &str) {
        self.score += by;
        self.reasons.push(reason.to_owned());
    }
}

/// How complete it is.
fn by_content(ranked: &mut Ranked) {
    let parts = parts(&ranked.found.lines);
    let walked = walk(&parts);
    let street = walked.street.join(" ");
    let typed = |word| kofa_gazetteer::street_type(word).is_some();
    let abroad = super::foreign::tell(&parts);
    let complete = [
        (street.bytes().any(|byte| byte.is_ascii_digit()), 0.25),
        (street.split(' ').any(typed), 0.25),
        (!walked.places.is_empty(), 0.2),
        (walked.state.is_some() || walked.lga.is_some(), 0.3),
        (abroad, 0.5),
    ];
    let there = complete.iter().filter(|(there, _)| *there);
    let complete = there.map(|(_, weight)| weight).sum::<f64>().min(1.0);
    ranked.score += 0.2 * (complete - 0.5);
    if complete < 0.3 {
        ranked.step(-0.2, "has neither street nor known place");
    }
    if complete < 0.5 {
        ranked.trust = ranked.trust.min(0.7);
    }
    if walked.street.is_empty() && !abroad && !walked.post_box {
        ranked.step(-0.4, "is a place without a street");
        ranked.trust = ranked.trust.min(0.5);
    }
}

fn by_surroundings(document: &Document, issuers: &[&'static Issuer], ranked: &mut Ranked) {
    let text = ranked.found.lines.join(" ");
    if let Some(issuer) = issuers.iter().find(|issuer| is_head_office(issuer, &text)) {
        ranked.step(-1.2, &format!("is the head office of {}", issuer.name));
    }
    // A label that names the customer outweighs what stands around it.
    let sure = match ranked.found.mark {
        Mark::Label(Label::Service | Label::Customer | Label::Name | Label::Elsewhere)
        | Mark::Writer => true,
        Mark::Prose => !ranked.found.in_table,
        Mark::Label(Label::Plain | Label::Billing | Label::Shipping) => ranked.found.with_name,
        _ => false,
    };
    if sure {
        doubt_office(ranked);
        return;
    }
    let person = matches!(ranked.found.mark, Mark::Under(NameKind::Person));
    let above = ranked.found.above.iter();
    let other = |line: &String| {
        names_issuer(line, issuers)
            || announces_other_party(line)
            || tokens(line)
                .iter()
                .any(|word| lists("rank.office_words", word))
    };
    let mut near = above.take(if person { 1 } else { 3 });
    let office = near.any(|line| !has_own_address(line) && other(line));
    if office || begins_with_an_office(&ranked.found.lines) {
        ranked.step(-0.5, "stands under the name of an issuer or office");
        ranked.trust -= 0.2;
    }
    let bare = matches!(ranked.found.mark, Mark::Bare | Mark::Under(_));
    let mut near = ranked.found.above.iter().take(3);
    if bare && near.any(|line| is_office_holder(line)) {
        ranked.step(-0.6, "is addressed to an office");
    } else if bare && ranked.found.before_salutation {
        ranked.step(0.15, "is the address of a letter");
    }
    by_company(person, ranked);
    by_place(document, person, ranked);
}

/// What else stands in its rows, its block and on its letter.
fn by_company(person: bool, ranked: &mut Ranked) {
    let loose = matches!(ranked.found.mark, Mark::Bare | Mark::Under(_) | Mark::Prose);
    if ranked.found.in_table && loose {
        ranked.step(-0.4, "stands in a table of figures");
    }
    if ranked.found.heads_office_letter {
        ranked.step(-0.3, "stands above a letter that an office signs");
    }
    if ranked.found.beside_contact {
        let by = if person { -0.1 } else { -0.35 };
        ranked.step(by, "stands with a phone number or web address");
    }
}

/// Where it stands on its page, and on which.
fn by_place(document: &Document, person: bool, ranked: &mut Ranked) {
    let page = &document.pages[ranked.found.page];
    let middle = (ranked.found.area[1] + ranked.found.area[3]) / 2.0;
    let middle = (middle - outside(page)) / page.height.max(1.0);
    if middle > 0.9 {
        ranked.step(-0.35, "stands in the footer");
    } else if middle < 0.1 && !person {
        ranked.step(-0.2, "stands in the letterhead");
    }
    ranked.score -= 0.05 * ranked.found.page as f64;
}

/// What a picture shows above the paper, in points: a photo has the table in it.
fn outside(page: &Page) -> f32 {
    const MARGIN: f32 = 0.05;
    let above = || {
        let tops = page.words.iter().map(|word| word.top);
        tops.fold(page.height, f32::min) - MARGIN * page.height
    };
    match page.capture {
        Capture::Photo => above().max(0.0),
        Capture::BornDigital | Capture::Scan => 0.0,
    }
}

/// Nobody lives at "Opebi Branch, 61 Opebi Road", whatever the label says.
fn doubt_office(ranked: &mut Ranked) {
    if begins_with_an_office(&ranked.found.lines) {
        ranked.step(-0.3, "begins with an office");
        ranked.trust -= 0.25;
    }
}

/// "Opebi Branch" over its street or before it, not "12 Ojo Road, behind Unity Bank".
fn begins_with_an_office(lines: &[String]) -> bool {
    const WORDS_MAX: usize = 5;
    let Some(first) = lines.first() else {
        return false;
    };
    let (first, alone) = match first.split_once(',') {
        Some((first, _)) => (first, false),
        None => (first.as_str(), lines.len() == 1),
    };
    let words = tokens(first);
    let numbered = words
        .iter()
        .any(|it| it.bytes().any(|byte| byte.is_ascii_digit()));
    let beside = words.iter().any(|it| reads_as(it, WordClass::Relation));
    let short = !alone && !numbered && !beside && words.len() <= WORDS_MAX;
    short
        && words
            .last()
            .is_some_and(|it| lists("rank.office_words", it))
}

/// A line such as "Branch: 61 Opebi Road" says nothing about the address below it.
fn has_own_address(line: &str) -> bool {
    label(line).is_some_and(|it| likeness(it.rest) >= LIKELY)
}

/// An address that stands on the document twice, both times not the issuer's.
fn confirm_repeated(ranked: &mut [Ranked]) {
    const SCORE_MIN: f64 = 0.3;
    let good = |ranked: &Ranked| ranked.score > SCORE_MIN;
    let again: Vec<bool> = (0..ranked.len())
        .map(|at| {
            good(&ranked[at])
                && (0..ranked.len()).any(|other| {
                    other != at
                        && good(&ranked[other])
                        && same_address(&ranked[at].words, &ranked[other].words)
                })
        })
        .collect();
    for (ranked, _) in ranked.iter_mut().zip(again).filter(|(_, again)| *again) {
        ranked.step(0.05, "stands on the document more than once");
    }
}

/// Where the customer was or works is answered only if nothing else may be.
fn prefer_home(ranked: &mut [Ranked]) {
    let denied =
        |found: &Found| found.mark == Mark::Prose && found.label.as_deref().is_some_and(is_denied);
    let elsewhere = |ranked: &Ranked| {
        ranked.found.mark == Mark::Label(Label::Elsewhere) || denied(&ranked.found)
    };
    let home = |ranked: &&Ranked| ranked.score >= SCORE_MIN && !elsewhere(ranked);
    if !ranked.iter().any(|it| home(&it)) {
        return;
    }
    for ranked in ranked.iter_mut().filter(|it| elsewhere(it)) {
        ranked.score = ranked.score.min(SCORE_MIN - 0.1);
        ranked.reasons.push("another address is printed".to_owned());
    }
}

/// The words of an address for comparison: folded, street types in full, each once.
pub(super) fn words_of(lines: &[String]) -> Vec<String> {
    let mut words: Vec<String> = tokens(&lines.join(" "))
        .into_iter()
        .map(|word| kofa_gazetteer::street_type(&word).map_or(word, normalise))
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Whether two addresses say the same, one perhaps with less. All numbers must agree: the
/// house next door shares every other word.
pub(super) fn same_address(one: &[String], two: &[String]) -> bool {
    let (small, large) = if one.len() < two.len() {
        (one, two)
    } else {
        (two, one)
    };
    let has = |word: &String| large.binary_search(word).is_ok();
    let numbered = |word: &&String| word.bytes().any(|byte| byte.is_ascii_digit());
    let shared = small.iter().filter(|word| has(word)).count();
    !small.is_empty() && shared * 10 >= small.len() * 9 && small.iter().filter(numbered).all(has)
}

/// The known issuers whose name stands on the first page, as whole words.
fn present_issuers(document: &Document) -> Vec<&'static Issuer> {
    let words: Vec<String> = document
        .pages
        .iter()
        .take(1)
        .flat_map(|page| page.words.iter().take(2_000))
        .map(|word| normalise(&word.text))
        .filter(|word| !word.is_empty())
        .collect();
    issuers()
        .iter()
        .filter(|issuer| issuer.names().any(|name| stands_in(name, &words)))
        .collect()
}

fn names_issuer(line: &str, issuers: &[&'static Issuer]) -> bool {
    let words = tokens(line);
    issuers
        .iter()
        .any(|issuer| issuer.names().any(|name| stands_in(name, &words)))
}

pub(super) fn stands_in(name: &str, words: &[String]) -> bool {
    let name = tokens(name);
    // "IE" and "Glo" are too short to be told from other words.
    let long = name.iter().map(String::len).sum::<usize>() > 3;
    long && words
        .windows(name.len().max(1))
        .any(|window| window == name)
}

pub(super) fn is_head_office(issuer: &Issuer, text: &str) -> bool {
    let office = tokens(issuer.head_office);
    let own = tokens(text);
    if office.is_empty() || own.is_empty() {
        return false;
    }
    // The numbers decide: two houses in one street share every other word.
    let number = |words: &[String]| {
        words
            .iter()
            .find(|word| word.bytes().any(|byte| byte.is_ascii_digit()))
            .cloned()
    };
    let same_number = number(&office) == number(&own);
    let shared = office.iter().filter(|word| own.contains(word)).count();
    same_number && shared * 10 >= office.len() * 7
}
