//! Which of the names that hold what is asked for comes first. Pure.

use super::search::{NameQuestion, folded};

/// How far a name is from a question, the nearest first: by whether it is the name, begins with
/// its words, and how many words it has beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Distance {
    is_other: bool,
    begins_otherwise: bool,
    more_words: usize,
    letters: usize,
}

/// The distance of a registered name. Legal forms do not count, as they find nothing.
pub(crate) fn distance(question: &NameQuestion, name: &str) -> Distance {
    let asked = question.words();
    let words: Vec<String> = folded(name).collect();
    let begins = |(one, asked): (&String, &String)| one == asked;
    let begins = words.len() >= asked.len() && words.iter().zip(asked).all(begins);
    Distance {
        is_other: !(begins && words.len() == asked.len()),
        begins_otherwise: !begins,
        more_words: words.len().saturating_sub(asked.len()),
        letters: words.iter().map(String::len).sum(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_name_itself_is_nearest() {
        let question = NameQuestion::read("zuma cement").unwrap();
        let mut names = [
            "Cement of Zuma Limited",
            "Zuma Cement Works Nigeria Limited",
            "Zuma Cements Limited",
            "New Zuma Cement Limited",
            "Zuma Cement Plc",
            "Zuma Cement Works Limited",
        ];
        names.sort_by_key(|name| distance(&question, name));
        let expected = [
            "Zuma Cement Plc",
            "Zuma Cement Works Limited",
            "Zuma Cement Works Nigeria Limited",
            "Cement of Zuma Limited",
            "Zuma Cements Limited",
            "New Zuma Cement Limited",
        ];
        assert_eq!(names, expected);
    }

    proptest! {
        #[test]
        fn no_name_is_nearer_than_the_one_asked_for(
            name in "[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8}){0,3}", other in "\\PC{0,60}",
        ) {
            let question = NameQuestion::read(&name);
            prop_assume!(question.is_ok());
            let question = question.unwrap();
            prop_assert!(distance(&question, &name) <= distance(&question, &other));
        }
    }
}
