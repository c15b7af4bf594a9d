//! The codes of economic activities: ISIC, the United Nations' classification, revision 4.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Divisions, groups and classes: two, three and four digits, a tab, the title.
const TABLE: &str = include_str!("../../../../data/isic_rev4.tsv");

static TITLES: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
    TABLE
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .collect()
});

/// The code that a text writes, with its title: `4923`, `49.23`, `H4923`. `None` if there is no
/// such code; nothing is guessed, a lost leading zero neither.
pub(crate) fn activity(text: &str) -> Option<(&'static str, &'static str)> {
    let text = text.trim();
    let bare = text.strip_prefix(|first: char| first.is_ascii_uppercase());
    let bare = bare.unwrap_or(text).replace(['.', ' '], "");
    let known = TITLES.get_key_value(bare.as_str());
    known.map(|(code, title)| (*code, *title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole_and_every_code_lies_in_one_above_it() {
        let of = |digits: usize| TITLES.keys().filter(|code| code.len() == digits).count();
        assert_eq!((of(2), of(3), of(4)), (88, 238, 419));
        assert_eq!(TITLES.len(), TABLE.lines().count());
        for (code, title) in TITLES.iter() {
            assert!(code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
            assert!(
                code.len() == 2 || TITLES.contains_key(&code[..code.len() - 1]),
                "{code}"
            );
            assert!(!title.is_empty() && *title == title.trim(), "{code}");
        }
    }

    #[test]
    fn codes_are_read_as_they_are_written_and_never_guessed() {
        let road = Some(("4923", "Freight transport by road"));
        for text in ["4923", " 4923 ", "49.23", "H4923", "H 49.23"] {
            assert_eq!(activity(text), road, "{text}");
        }
        assert_eq!(activity("01").unwrap().0, "01");
        for text in [
            "",
            "1",
            "111",
            "9999",
            "Road haulage",
            "h4923",
            "4923a",
            "H",
        ] {
            assert_eq!(activity(text), None, "{text}");
        }
    }
}
