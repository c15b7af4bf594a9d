//! Countries by name and code (ISO 3166-1), for nationality.
//!
//! `countries.txt` holds a line a country: both codes, the name as in the public-domain
//! `iso3166.tab` of the time zone database, then other names in use, each after a `|`.

use std::collections::HashMap;
use std::sync::LazyLock;

use kofa_gazetteer::normalise;

const TABLE: &str = include_str!("countries.txt");

pub const NIGERIA: &str = "NG";

/// Names and codes in their normalised form, each with its two-letter code.
static BY_NAME: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for line in TABLE.lines() {
        let mut words = line.splitn(3, ' ');
        let (Some(two), Some(three), Some(names)) = (words.next(), words.next(), words.next())
        else {
            continue;
        };
        for name in [two, three].into_iter().chain(names.split('|')) {
            all.entry(normalise(name)).or_insert(two);
        }
    }
    all
});

/// The two-letter code of the country that `text` names or abbreviates, in any case;
/// `None` if there is none.
pub fn find_country(text: &str) -> Option<&'static str> {
    BY_NAME.get(&normalise(text)).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_and_codes_are_found() {
        let check = |text: &str, code: Option<&str>| assert_eq!(find_country(text), code, "{text}");
        check("Nigeria", Some("NG"));
        check("nigerian", Some("NG"));
        check("NG", Some("NG"));
        check("nga", Some("NG"));
        check("Ghana", Some("GH"));
        check("United Kingdom", Some("GB"));
        check("Côte d'Ivoire", Some("CI"));
        check("Niger", Some("NE"));
        check("Congo", Some("CG"));
        check("Atlantis", None);
        check("", None);
        check("  ", None);
    }

    #[test]
    fn every_line_has_two_codes_and_a_name_of_its_own() {
        let mut seen = HashSet::new();
        for line in TABLE.lines() {
            let (codes, names) = line.split_at(7);
            let upper = |code: &str| code.bytes().all(|b| b.is_ascii_uppercase());
            assert!(upper(&codes[..2]) && upper(&codes[3..6]), "{line}");
            for name in names.split('|') {
                assert!(seen.insert(normalise(name)), "{name} stands twice");
                assert_eq!(find_country(name), Some(&codes[..2]), "{name}");
            }
        }
        assert_eq!(TABLE.lines().count(), 249);
    }
}
