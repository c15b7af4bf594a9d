//! Whose paper it is: the labelled name, else the one above the address, else the one that a
//! letter speaks of.

use kofa_gazetteer::normalise;

use super::super::labels::{Label, label};
use super::super::layout::Layout;
use super::super::lines::{LIKELY, leading_name, likeness, name_kind};
use super::super::tells::is_name_of_places;
use super::super::wordlists::phrases;
use super::Seen;
use super::pairs::pairs;

/// Pages looked at from the first.
const PAGES_MAX: usize = 3;

/// The holder's name as printed.
pub(super) fn holder(seen: &Seen<'_>, issuer: Option<&str>) -> Option<String> {
    let other = |name: &str| issuer.is_some_and(|issuer| normalise(issuer) == normalise(name));
    let labelled = seen.layouts.iter().take(PAGES_MAX).find_map(labelled);
    labelled
        .or_else(|| above_address(seen))
        .or_else(|| seen.layouts.iter().take(PAGES_MAX).find_map(told))
        .map(|name| cleaned(&name))
        .filter(|name| !name.is_empty() && !other(name))
}

/// "Account Name: ADA OBI"
fn labelled(layout: &Layout) -> Option<String> {
    pairs(layout).into_iter().find_map(|pair| {
        let name = match pair.label {
            Label::Name => pair.value,
            // "Bill To: Ada Obi, 12 Allen Avenue"
            Label::Billing => leading_name(pair.value).unwrap_or(pair.value),
            _ => return None,
        };
        let sure = match pair.label {
            Label::Name => is_name(name) || pair.beside && is_name_of_places(pair.name, name),
            _ => name_kind(name).is_some() && is_name(name),
        };
        sure.then(|| name.to_owned())
    })
}

/// A labelled value needs less to be a name than a line that only looks like one.
fn is_name(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let fits = (1..=8).contains(&words) && letters >= 3 && digits == 0 && !text.contains('@');
    fits && (name_kind(text).is_some() || likeness(text) < LIKELY && label(text).is_none())
}

/// The name on the line or two above the address.
fn above_address(seen: &Seen<'_>) -> Option<String> {
    const LINES: f32 = 3.2;
    let (page, [left, top, ..]) = seen.holder_area()?;
    let layout = seen.layouts.get(page)?;
    let near = layout.lines.iter().filter(|line| {
        let em = line.height();
        line.bottom < top + 0.6 * em
            && top - line.bottom < LINES * em
            && (line.left - left).abs() < 3.0 * em
    });
    let mut near: Vec<_> = near.collect();
    near.sort_by(|a, b| b.bottom.total_cmp(&a.bottom));
    near.into_iter().find_map(|line| {
        let text = match label(&line.text) {
            Some(it) if matches!(it.label, Label::Name | Label::Billing | Label::Shipping) => {
                it.rest
            }
            Some(_) => return None,
            None => &line.text,
        };
        name_kind(text).map(|_| text.to_owned())
    })
}

/// "This is to certify that Mr. Musa Ibrahim resides at …", "… (hereinafter called the Tenant)".
fn told(layout: &Layout) -> Option<String> {
    let text = running_text(layout);
    // Only ASCII is lowered, so that places in one are places in the other.
    let lower = text.to_ascii_lowercase();
    let behind = phrases("holder.cues").iter().find_map(|cue| {
        let at = lower.find(cue)? + cue.len();
        name_at(&text[at..])
    });
    behind.or_else(|| tenant(&text, &lower)).or_else(|| {
        let at = lower.find("dear ")? + "dear ".len();
        name_at(&text[at..]).filter(|name| name.contains(' '))
    })
}

/// The landlord: "… made between Chief Adewale Martins of …".
pub(super) fn first_party(layout: &Layout) -> Option<String> {
    let text = running_text(layout);
    let lower = text.to_ascii_lowercase();
    lower.match_indices("between ").find_map(|(at, cue)| {
        let rest = text[at + cue.len()..].trim_start_matches([':', ' ']);
        name_at(rest)
    })
}

/// The lines of a page as one text.
fn running_text(layout: &Layout) -> String {
    const BYTES_MAX: usize = 20_000;
    let mut text = String::new();
    for line in &layout.lines {
        if text.len() + line.text.len() > BYTES_MAX {
            break;
        }
        text.push_str(&line.text);
        text.push(' ');
    }
    text
}

/// The second party of an agreement: the name behind "AND" before "the Tenant".
fn tenant(text: &str, lower: &str) -> Option<String> {
    let roles = phrases("holder.tenant").iter();
    let role = roles.filter_map(|role| lower.find(role)).min()?;
    let from = lower[..role].rfind(" and ")? + " and ".len();
    name_at(&text[from..role])
}

/// The name that a text begins with: words with a capital, up to what cannot be one.
fn name_at(text: &str) -> Option<String> {
    const WORDS_MAX: usize = 6;
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_whitespace().take(WORDS_MAX) {
        let bare = word.trim_end_matches([',', ';', ':', ')']);
        let capital = bare.starts_with(|letter: char| letter.is_uppercase());
        if !capital || bare.is_empty() {
            break;
        }
        words.push(bare);
        // "Mr." and "A." go on; any other stop ends a sentence.
        let ends = word.ends_with([',', ';', ':', ')']) || word.ends_with('.') && bare.len() > 5;
        if ends {
            break;
        }
    }
    (1..=words.len()).rev().find_map(|count| {
        let name = words[..count].join(" ");
        (name_kind(&name).is_some() && count > 1).then_some(name)
    })
}

fn cleaned(name: &str) -> String {
    name.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_matches([' ', ',', ':', ';', '-', '|'])
        .trim_end_matches(['.'])
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_at_the_head_of_a_text() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(name_at(text).as_deref(), expected, "{text}");
        };
        check("Mr. Musa Ibrahim resides at 5", Some("Mr. Musa Ibrahim"));
        check("Ada Obi, of 12 Allen Avenue", Some("Ada Obi"));
        check("the bearer is known", None);
        check("", None);
    }
}
