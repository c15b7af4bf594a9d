//! Addresses abroad: recognised by their country or postcode, and then left as printed. No
//! Nigerian state or LGA is ever forced onto them.

use kofa_gazetteer::normalise;

use super::labels::lists;
use super::split::Part;

/// Countries that the mail and the customers of Nigerian issuers come from, folded. A name
/// that is also a Nigerian place or state (Niger, Jordan, Georgia) is not here: it needs its
/// long form.
const COUNTRIES: &str = "\
    algeria angola argentina australia austria bahrain bangladesh belgium beninrepublic \
    botswana brazil burkinafaso cameroon cameroun canada chad china cotedivoire cyprus \
    czechrepublic denmark egypt england equatorialguinea ethiopia finland france gabon gambia \
    germany ghana greatbritain greece guinea guineabissau hongkong hungary india indonesia \
    ireland israel italy ivorycoast japan kenya kuwait lebanon liberia libya luxembourg malawi \
    malaysia mali malta mauritania mauritius morocco mozambique namibia netherlands newzealand \
    northernireland norway oman pakistan philippines poland portugal qatar republicofbenin \
    republicofniger romania russia rwanda saudiarabia scotland senegal sierraleone singapore \
    southafrica southkorea spain sweden switzerland tanzania thegambia thenetherlands togo \
    tunisia turkey uganda ukraine unitedarabemirates unitedkingdom wales zambia";
/// More of them: short forms, which only count as the whole last part.
const SHORT: &str = "\
    uae uk gb us usa unitedstates unitedstatesofamerica zimbabwe eu";

/// The United States' and Canada's states and provinces.
const AMERICAN_STATES: &str = "\
    AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM \
    NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC ON QC BC AB MB SK NS NB NL PE";

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Foreign {
    /// The country as printed; empty if only a postcode tells.
    pub(super) country: String,
    /// Everything before the city.
    pub(super) street: String,
    /// The part before the country or postcode.
    pub(super) city: String,
    /// A state in two letters before the postcode, as in the United States.
    pub(super) state: String,
}

/// Recognises an address abroad by its country or British postcode.
pub(super) fn foreign(parts: &[Part]) -> Option<Foreign> {
    let (last, rest) = parts.split_last()?;
    match country_at_end(last) {
        Some(at) => {
            let mut rest = rest.to_vec();
            if at > 0 {
                rest.push(last[..at].to_vec());
            }
            Some(apart(&last[at..].join(" "), rest))
        }
        None if british_postcode_at_end(last).is_some() => Some(apart("", parts.to_vec())),
        None => None,
    }
}

/// Recognises one of America or of the continent of Europe by its postcode alone.
pub(super) fn by_postcode(parts: &[Part]) -> Option<Foreign> {
    let (last, rest) = parts.split_last()?;
    let told = american_state(last).is_some() || !rest.is_empty() && begins_with_postcode(last);
    told.then(|| apart("", parts.to_vec()))
}

/// The parts before a country. The postcode stands behind the city, with or without a comma, or
/// before it.
fn apart(country: &str, mut rest: Vec<Part>) -> Foreign {
    let mut state = String::new();
    if let Some(part) = rest.last_mut() {
        if let Some(at) = british_postcode_at_end(part) {
            part.truncate(at);
        } else if let Some(at) = american_state(part) {
            state.clone_from(&part[at]);
            part.truncate(at);
        } else if begins_with_postcode(part) {
            part.remove(0);
        } else if part.last().is_some_and(|word| is_postcode(word)) {
            part.pop();
            if part.last().is_some_and(|word| is_state_code(word)) {
                state = part.pop().unwrap_or_default();
            }
        }
    }
    rest.retain(|part| !part.is_empty());
    let city = if rest.len() > 1 {
        rest.pop().unwrap_or_default().join(" ")
    } else {
        String::new()
    };
    let street = rest
        .iter()
        .map(|part| part.join(" "))
        .collect::<Vec<_>>()
        .join(", ");
    let trimmed = |text: &str| text.trim_end_matches('.').to_owned();
    Foreign {
        country: trimmed(country),
        street,
        city: trimmed(&city),
        state,
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
        lists(COUNTRIES, &name) || (at == 0 && lists(SHORT, &name))
    })
}

/// `SW1A 1AA`, in two words.
fn british_postcode_at_end(part: &[String]) -> Option<usize> {
    let at = part.len().checked_sub(2)?;
    let (outer, inner) = (part[at].as_bytes(), part[at + 1].as_bytes());
    let outer_fits = (2..=4).contains(&outer.len())
        && outer[0].is_ascii_uppercase()
        && outer.iter().any(u8::is_ascii_digit)
        && outer.iter().all(u8::is_ascii_alphanumeric);
    let inner_fits = inner.len() == 3
        && inner[0].is_ascii_digit()
        && inner[1..].iter().all(u8::is_ascii_uppercase);
    (outer_fits && inner_fits).then_some(at)
}

/// Where the state stands in `Houston TX 77002` and `Scarborough ON M1K 5H1`.
fn american_state(part: &[String]) -> Option<usize> {
    let shape = |word: &str| -> String {
        let shaped = word.chars().map(|it| match it {
            '0'..='9' => '9',
            'A'..='Z' => 'A',
            other => other,
        });
        shaped.collect()
    };
    let from_end = |back: usize| part.len().checked_sub(back).map(|at| shape(&part[at]));
    let last = from_end(1)?;
    let zip = last == "99999" || last == "99999-9999";
    let canadian = last == "9A9" && from_end(2).is_some_and(|it| it == "A9A");
    let at = part.len().checked_sub(if canadian { 3 } else { 2 })?;
    let state = part[at].trim_end_matches('.');
    ((zip || canadian) && lists(AMERICAN_STATES, state)).then_some(at)
}

/// `75009 PARIS`, `D-63571 Gelnhausen`: a postcode of the continent of Europe before its town.
/// Nigerian ones have six digits.
fn begins_with_postcode(part: &[String]) -> bool {
    const WORDS_MAX: usize = 5;
    let Some((first, town)) = part.split_first() else {
        return false;
    };
    let digits = first.trim_start_matches(|it: char| it.is_ascii_uppercase() || it == '-');
    let signed = first.len() - digits.len();
    let code = matches!(digits.len(), 4 | 5) && digits.bytes().all(|it| it.is_ascii_digit());
    let name = |word: &String| word.starts_with(char::is_uppercase);
    let named = (1..=WORDS_MAX).contains(&town.len()) && town.first().is_some_and(name);
    let street = town
        .iter()
        .any(|it| kofa_gazetteer::street_type(it).is_some());
    let region = kofa_gazetteer::find_state(&town.concat()).is_some();
    code && signed <= 3 && named && !street && !region && digits.len() + signed >= 5
}

/// `TX`
fn is_state_code(word: &str) -> bool {
    word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn is_postcode(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    (4..=6).contains(&digits) && word.len() <= 10
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
}
