//! Addresses abroad: recognised by their country or postcode, and taken apart from right to left:
//! country, postcode, state, town. No Nigerian state or LGA is ever forced onto them.

use kofa_gazetteer::{WordClass, normalise};

use super::split::{Part, reads_as};
use super::wordlists::lists;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Foreign {
    /// The country as printed; empty if only a postcode tells.
    pub(super) country: String,
    /// Everything before the city.
    pub(super) street: String,
    /// The town alone.
    pub(super) city: String,
    /// A state as in the United States.
    pub(super) state: String,
    /// As printed, with the sign of a country before it.
    pub(super) postcode: String,
}

/// What tells that an address is abroad.
#[derive(Debug, Default)]
struct Told {
    country: bool,
    british: bool,
    /// A state with its postcode.
    american: bool,
    /// A postcode before the town.
    continental: bool,
}

/// Recognises an address abroad by its country or British postcode.
pub(super) fn foreign(parts: &[Part]) -> Option<Foreign> {
    let (found, told) = take_apart(parts);
    (told.country || told.british).then_some(found)
}

/// Recognises one of America or of the continent of Europe by its postcode alone.
pub(super) fn by_postcode(parts: &[Part]) -> Option<Foreign> {
    let (found, told) = take_apart(parts);
    (told.american || told.continental).then_some(found)
}

/// Takes one apart of which nothing is known: the last part is the town if it looks like a name.
pub(super) fn unknown(parts: &[Part]) -> Option<Foreign> {
    let (mut found, _) = take_apart(parts);
    let numbered = |text: &str| text.bytes().any(|it| it.is_ascii_digit());
    let typed = |text: &str| {
        let mut words = text.split([' ', ',']);
        words.any(|it| kofa_gazetteer::street_type(it).is_some())
    };
    let city = &found.city;
    let administers = |word| reads_as(word, WordClass::Administrative);
    let named = city.starts_with(char::is_uppercase)
        && city.split(' ').count() <= 4
        && !city.split(' ').any(administers);
    if !named || numbered(city) || typed(city) {
        return None;
    }
    // What has neither number nor the word for a street may be the quarter of the town.
    if !numbered(&found.street) && !typed(&found.street) {
        found.street.clear();
    }
    Some(found)
}

/// From right to left.
fn take_apart(parts: &[Part]) -> (Foreign, Told) {
    let mut rest = parts.to_vec();
    let (mut found, mut told) = (Foreign::default(), Told::default());
    let mut coded = take_country(&mut rest, &mut found, &mut told);
    for _ in 0..2 {
        coded |= take_postcode(&mut rest, &mut found, &mut told);
        if found.state.is_empty() && take_state(&mut rest, coded || told.country, &mut found) {
            coded |= take_postcode(&mut rest, &mut found, &mut told);
            told.american = coded;
        }
    }
    if let [.., town, province] = rest.as_slice()
        && begins_with_postcode(town).is_some()
        && matches!(province.as_slice(), [only] if is_state_code(only))
    {
        rest.pop();
    }
    part_street(&mut rest);
    if let [_, .., county] = rest.as_slice()
        && rest.len() > 2
        && (told.british || told.country)
        && is_county(county)
    {
        rest.pop();
    }
    let mut city = if rest.len() > 1 {
        rest.pop().unwrap_or_default()
    } else {
        Part::new()
    };
    if let Some(count) = begins_with_postcode(&city) {
        keep_postcode(&mut found, &city[..count]);
        city.drain(..count);
        told.continental |= count > 1 || parts.iter().any(|it| is_sure_code(it, &city));
        // `Monopoli BA`
        if city.len() > 1 && city.last().is_some_and(|it| is_state_code(it)) {
            city.pop();
        }
    }
    let trimmed = |text: &str| text.trim_end_matches('.').to_owned();
    let shown: Vec<String> = rest.iter().map(|part| part.join(" ")).collect();
    found.street = shown.join(", ");
    found.city = trimmed(&city.join(" "));
    (found, told)
}

/// Takes the country from the end, and a postcode behind it; says whether there was one.
fn take_country(rest: &mut Vec<Part>, found: &mut Foreign, told: &mut Told) -> bool {
    // `Canada, L1W 3T9`
    if let [.., before, code] = rest.as_mut_slice()
        && postcode_at_end(code) == Some(code.len())
        && country_at_end(before).is_some()
    {
        before.append(code);
        rest.pop();
    }
    let Some(last) = rest.last_mut() else {
        return false;
    };
    let mut count = 0;
    let mut at = country_at_end(last);
    if at.is_none()
        && let Some(words) = postcode_at_end(last)
    {
        count = words;
        at = country_at_end(&last[..last.len() - words]);
    }
    let Some(at) = at else { return false };
    let code = last.split_off(last.len() - count);
    keep_postcode(found, &code);
    found.country = last.split_off(at).join(" ");
    found.country = found.country.trim_end_matches('.').to_owned();
    told.country = true;
    rest.retain(|part| !part.is_empty());
    count > 0
}

/// The first postcode that is taken stays.
fn keep_postcode(found: &mut Foreign, words: &[String]) {
    if found.postcode.is_empty() {
        let code = words.join(" ");
        found.postcode = code.trim_matches(['.', ',', ' ']).to_owned();
    }
}

/// Takes a postcode from the end.
fn take_postcode(rest: &mut Vec<Part>, found: &mut Foreign, told: &mut Told) -> bool {
    let many = rest.len() > 1;
    let Some(last) = rest.last_mut() else {
        return false;
    };
    let Some(count) = postcode_at_end(last) else {
        return false;
    };
    // A house alone, or a number that says nothing of itself behind a street.
    if !many && count == last.len() {
        return false;
    }
    told.british |= british_postcode_at_end(last).is_some();
    let code = last.split_off(last.len() - count);
    keep_postcode(found, &code);
    rest.retain(|part| !part.is_empty());
    true
}

/// Takes a state from the end. Short forms need a postcode or a country beside them.
fn take_state(rest: &mut Vec<Part>, told: bool, found: &mut Foreign) -> bool {
    let many = rest.len() > 1;
    let Some(last) = rest.last_mut() else {
        return false;
    };
    let name = (1..=3.min(last.len())).rev().find(|count| {
        let name = normalise(&last[last.len() - count..].concat());
        // A town may be called as its state.
        lists("foreign.state_names", &name) && (told || *count > 1) && (many || *count < last.len())
    });
    let short = last.last().is_some_and(|it| is_state(it)) && told;
    let Some(count) = name.or(short.then_some(1)) else {
        return false;
    };
    found.state = last.split_off(last.len() - count).join(" ");
    found.state = found.state.trim_end_matches('.').to_owned();
    rest.retain(|part| !part.is_empty());
    true
}

/// `215 Vine St Scranton`, `50 RUE DES FLEURS 11234 LIBOURNE`: the town behind the street without
/// a comma becomes a part of its own.
fn part_street(rest: &mut Vec<Part>) {
    let Some(last) = rest.last() else { return };
    if begins_with_postcode(last).is_some() {
        return;
    }
    let code = (1..last.len()).find(|at| begins_with_postcode(&last[*at..]).is_some());
    let numbered = |it: &String| it.bytes().any(|byte| byte.is_ascii_digit());
    let typed = |it: &String| kofa_gazetteer::street_type(it).is_some();
    let begins = last.first().is_some_and(numbered);
    let behind = last.iter().rposition(|it| typed(it) || numbered(it));
    let street = behind.map(|it| it + 1).filter(|at| begins && *at > 1);
    let Some(at) = code.or(street).filter(|at| *at < last.len()) else {
        return;
    };
    let town = last[at..].to_vec();
    if town.iter().all(|it| it.starts_with(char::is_uppercase)) || code.is_some() {
        if let Some(last) = rest.last_mut() {
            last.truncate(at);
        }
        rest.push(town);
    }
}

fn is_county(part: &[String]) -> bool {
    let name = normalise(&part.concat());
    name.len() > 5 && name.ends_with("shire") || lists("foreign.counties", &name)
}

/// How many words at the end are a postcode.
fn postcode_at_end(part: &[String]) -> Option<usize> {
    let shaped = |back: usize| part.len().checked_sub(back).map(|at| shape(&part[at]));
    let (last, before) = (shaped(1)?, shaped(2).unwrap_or_default());
    let two = (before == "A9A" && last == "9A9")
        || (before == "999" && last == "999")
        || british_postcode_at_end(part).is_some();
    let one = [
        "9999",
        "99999",
        "99999-9999",
        "999999",
        "99-999",
        "9999-999",
        "99999-999",
    ];
    match () {
        () if two => Some(2),
        () if one.contains(&last.as_str()) => Some(1),
        () => None,
    }
}

/// Whether a line ends like an address abroad.
pub(super) fn tells(words: &[&str]) -> bool {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    country_at_end(&words).is_some() || british_postcode_at_end(&words).is_some()
}

/// Where the name of a country begins that ends the part.
fn country_at_end(part: &[String]) -> Option<usize> {
    const WORDS_MAX: usize = 4;
    let from = part.len().saturating_sub(WORDS_MAX);
    (from..part.len()).find(|&at| {
        let name = normalise(&part[at..].concat());
        lists("foreign.countries", &name) || (at == 0 && lists("foreign.short", &name))
    })
}

/// `SW1A 1AA`, in two words.
fn british_postcode_at_end(part: &[String]) -> Option<usize> {
    let at = part.len().checked_sub(2)?;
    let (outer, inner) = (part[at].as_bytes(), part[at + 1].as_bytes());
    let outer_fits = (2..=5).contains(&outer.len())
        && outer[0].is_ascii_uppercase()
        && outer.iter().any(u8::is_ascii_digit)
        && outer.iter().all(u8::is_ascii_alphanumeric);
    let inner_fits = inner.len() == 3
        && inner[0].is_ascii_digit()
        && inner[1..].iter().all(u8::is_ascii_uppercase);
    (outer_fits && inner_fits).then_some(at)
}

/// Digits as 9, capitals as A.
fn shape(word: &str) -> String {
    let shaped = word
        .trim_end_matches(['.', ','])
        .chars()
        .map(|it| match it {
            '0'..='9' => '9',
            'A'..='Z' => 'A',
            other => other,
        });
    shaped.collect()
}

/// How many words are a postcode of the continent of Europe before its town: `75009 PARIS`,
/// `D-63571 Gelnhausen`, `DE 76138 Karlsruhe`, `1025 RX Amsterdam`. Nigerian ones have six digits.
fn begins_with_postcode(part: &[String]) -> Option<usize> {
    const WORDS_MAX: usize = 5;
    let at = |at: usize| part.get(at).map(|it| shape(it)).unwrap_or_default();
    let bare = |it: &str| matches!(it, "9999" | "99999" | "99-999" | "9999-999");
    let signed = |it: &str| {
        let digits = it.trim_start_matches(['A', '-']);
        digits.len() < it.len()
            && it.len() - digits.len() <= 3
            && matches!(digits, "9999" | "99999")
    };
    let (first, second) = (at(0), at(1));
    let count = match () {
        () if first == "9999" && second == "AA" => 2,
        () if matches!(first.as_str(), "A" | "AA") && bare(&second) => 2,
        () if first == "999" && second == "99" => 2,
        () if bare(&first) || signed(&first) => 1,
        () => return None,
    };
    let town = &part[count..];
    let street = |it: &String| kofa_gazetteer::street_type(it).is_some();
    let named = town
        .first()
        .is_some_and(|it| it.starts_with(char::is_uppercase));
    let region = kofa_gazetteer::find_state(&town.concat()).is_some();
    let fits = (1..=WORDS_MAX).contains(&town.len()) && named && !region;
    (fits && !town.iter().any(street)).then_some(count)
}

/// Whether a part is a town behind a postcode of five digits, or with its country's sign.
fn is_sure_code(part: &[String], town: &[String]) -> bool {
    let code = part.first().map(|it| shape(it)).unwrap_or_default();
    part.get(1..).is_some_and(|it| it.starts_with(town)) && code != "9999"
}

/// `TX`, as America's states are written.
fn is_state(word: &str) -> bool {
    lists("foreign.american_states", word.trim_end_matches('.'))
}

/// `TX`
fn is_state_code(word: &str) -> bool {
    word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understand::split::parts;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str, &str)>) {
        let parts = parts(&[text.to_owned()]);
        let found = foreign(&parts).or_else(|| by_postcode(&parts));
        let shown = found
            .as_ref()
            .map(|it| (it.street.as_str(), it.city.as_str(), it.country.as_str()));
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn a_country_or_a_british_postcode_tells() {
        check(
            "Flat 2, 14 Camden Road, London NW1 9DP, United Kingdom",
            Some(("Flat 2, 14 Camden Road", "London", "United Kingdom")),
        );
        check(
            "14 Camden Road, London NW1 9DP",
            Some(("14 Camden Road", "London", "")),
        );
        check(
            "5 Ring Road, Accra, Ghana.",
            Some(("5 Ring Road", "Accra", "Ghana")),
        );
        check(
            "1200 Main Street, Houston, TX 77002, USA",
            Some(("1200 Main Street", "Houston", "USA")),
        );
        check(
            "12 RUE DE LONDRES, 75009 PARIS",
            Some(("12 RUE DE LONDRES", "PARIS", "")),
        );
        check(
            "Uferweg 40, D-63571 Gelnhausen, Germany",
            Some(("Uferweg 40", "Gelnhausen", "Germany")),
        );
        check(
            "215 Vine St, Scranton PA 18503",
            Some(("215 Vine St", "Scranton", "")),
        );
        check(
            "PO Box 644, Scarborough ON M1K 5H1",
            Some(("PO Box 644", "Scarborough", "")),
        );
        check("12 Allen Avenue, 10001 Lagos", None);
        check("Plot 5, 1234 Allen Avenue", None);
        check("12 Allen Avenue, Ikeja, Lagos", None);
        check("3 Bosso Road, Minna, Niger", None);
        check("3 Ghana Street, Maitama, Abuja", None);
        check("Uk Street, Aba", None);
        check("", None);
    }

    #[test]
    fn towns_are_told_from_postcodes_states_and_counties() {
        check(
            "1025 Main St, Apt. 55, Redmond WA, 98052",
            Some(("1025 Main St, Apt. 55", "Redmond", "")),
        );
        check(
            "12 Long Ave, Morrisville, North Carolina 27560, United States",
            Some(("12 Long Ave", "Morrisville", "United States")),
        );
        check(
            "Fakestreet 32, 1025 RX Amsterdam",
            Some(("Fakestreet 32", "Amsterdam", "")),
        );
        check(
            "Weg 15, DE 69876 Frankfurt",
            Some(("Weg 15", "Frankfurt", "")),
        );
        check(
            "Via Roma 26, 70023 Monopoli BA, Italia",
            Some(("Via Roma 26", "Monopoli", "Italia")),
        );
        check(
            "SANTA ANA 45, 3º, MADRID, ESPAÑA 28012",
            Some(("SANTA ANA 45, 3º", "MADRID", "ESPAÑA")),
        );
        check(
            "50 RUE DES FLEURS 11234 LIBOURNE FRANCE",
            Some(("50 RUE DES FLEURS", "LIBOURNE", "FRANCE")),
        );
        check(
            "11 Long Beach Road, PICKERING, Ontario, Canada L1W 3T9",
            Some(("11 Long Beach Road", "PICKERING", "Canada")),
        );
        check(
            "11 Long Beach Road, PICKERING, Ontario, Canada, L1W 3T9",
            Some(("11 Long Beach Road", "PICKERING", "Canada")),
        );
        check(
            "123 High Street, Fakington, Fakeshire, FA1 2KE",
            Some(("123 High Street", "Fakington", "")),
        );
    }

    #[test]
    fn the_last_part_may_be_a_town_that_nobody_knows() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let found = unknown(&parts(&[text.to_owned()]));
            let shown = found.as_ref();
            let shown = shown.map(|it| (it.street.as_str(), it.city.as_str()));
            assert_eq!(shown, expected, "{text}");
        };
        check(
            "123 Avenue A, Metropolis",
            Some(("123 Avenue A", "Metropolis")),
        );
        check("Zimmerman, Nairobi", Some(("", "Nairobi")));
        check(
            "Tower C, Building 5, Gurgaon 122002",
            Some(("Tower C, Building 5", "Gurgaon")),
        );
        check("12 Allen Avenue", None);
        check("Nowhere", None);
    }
}
