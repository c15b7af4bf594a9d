//! Whether an answer is right, by what somebody says is: as the accuracy page measures it.

use kofa_gazetteer::{normalise, tokens};
use serde_json::{Map, Value, json};

use super::FIELDS;
use super::kept::KeptReading;
use super::said::Said;

/// Words in common from which a street is right.
const STREET_F1_MIN: f64 = 0.9;

/// A field that was judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Judged {
    /// Its place in [`FIELDS`].
    pub(crate) field: usize,
    /// In hundredths, of a value that was extracted.
    pub(crate) confidence: Option<u8>,
    pub(crate) is_right: bool,
}

/// Which fields of a reading are right by what was said.
pub(crate) fn judge(reading: &KeptReading, said: &Said) -> Vec<Judged> {
    let judged = (0..).zip(&reading.fields).zip(&said.fields);
    judged
        .filter_map(|((field, kept), right)| {
            let is_right = match (said.correct, right) {
                (true, _) => true,
                (false, Some(right)) => is_right(field, &kept.value, right),
                (false, None) => return None,
            };
            Some(Judged {
                field,
                confidence: kept.confidence.map(hundredths),
                is_right,
            })
        })
        .collect()
}

/// A confidence in hundredths.
pub(crate) fn hundredths(confidence: f64) -> u8 {
    (confidence.clamp(0.0, 1.0) * 100.0).round() as u8
}

/// The outcome as it is stored: no value of either.
pub(crate) fn to_json(judged: &[Judged]) -> String {
    let pair = |it: &Judged| {
        let name = FIELDS.get(it.field).copied().unwrap_or_default();
        (name.to_owned(), json!([it.confidence, it.is_right]))
    };
    let object: Map<String, Value> = judged.iter().map(pair).collect();
    Value::from(object).to_string()
}

/// Reads it again; what it does not know is left out.
pub(crate) fn from_json(text: &str) -> Vec<Judged> {
    let object: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
    let judged = |(field, name): (usize, &&str)| {
        let pair = object.get(*name)?;
        let confidence = pair[0].as_u64().and_then(|it| u8::try_from(it).ok());
        Some(Judged {
            field,
            confidence,
            is_right: pair[1].as_bool()?,
        })
    };
    FIELDS.iter().enumerate().filter_map(judged).collect()
}

/// Whether a field is right.
pub(crate) fn is_right(field: usize, answered: &str, right: &str) -> bool {
    let bare = |text: &str| match FIELDS.get(field) {
        Some(&"state") => without_last(text, &["state"]),
        Some(&"lga") => without_last(text, &["local", "government", "area", "lga"]),
        _ => normalise(text),
    };
    let is_street = FIELDS.get(field) == Some(&"street");
    bare(answered) == bare(right) || is_street && f1(answered, right) >= STREET_F1_MIN
}

fn without_last(text: &str, words: &[&str]) -> String {
    let mut all = tokens(text);
    while all.len() > 1 && all.last().is_some_and(|it| words.contains(&it.as_str())) {
        all.pop();
    }
    all.concat()
}

/// Words in common, 0 to 1: the harmonic mean of both shares. A leading `No.` says nothing.
pub(crate) fn f1(one: &str, two: &str) -> f64 {
    let words = |text: &str| -> Vec<String> {
        let all = tokens(text);
        let from = usize::from(all.len() > 1 && all[0] == "no");
        all[from..].to_vec()
    };
    let (one, mut rest) = (words(one), words(two));
    let total = one.len() + rest.len();
    if total == 0 {
        return 1.0;
    }
    let mut shared = 0;
    for word in &one {
        if let Some(at) = rest.iter().position(|it| it == word) {
            rest.swap_remove(at);
            shared += 1;
        }
    }
    f64::from(2 * shared) / total as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_as_people_write_them() {
        let check = |name: &str, answered: &str, right: &str, expected: bool| {
            let field = FIELDS.iter().position(|it| *it == name).unwrap();
            assert_eq!(
                is_right(field, answered, right),
                expected,
                "{answered} / {right}"
            );
        };
        check("state", "Lagos", "LAGOS STATE", true);
        check("state", "FCT", "Abuja", false);
        check("lga", "Eti-Osa", "Eti Osa Local Government Area", true);
        check("city", "Ọ̀yọ́", "Oyo", true);
        check("city", "Ikeja", "", false);
        check("country", "", "", true);
        check("street", "12 Allen Avenue", "No. 12, Allen Avenue", true);
        check("street", "12 Allen Avenue", "12 Allen Road", false);
        check(
            "full_address",
            "12 Allen Avenue, Ikeja",
            "12 ALLEN AVENUE IKEJA",
            true,
        );
        check(
            "full_address",
            "12 Allen Avenue, Ikeja",
            "112 Allen Avenue Ikeja",
            false,
        );
    }

    #[test]
    fn words_in_common_are_counted_once() {
        assert!((f1("a b b", "a b") - 0.8).abs() < 1e-9);
        assert!((f1("", "a")).abs() < 1e-9);
    }

    #[test]
    fn an_outcome_comes_back() {
        let judged = [
            Judged {
                field: 0,
                confidence: Some(93),
                is_right: false,
            },
            Judged {
                field: 4,
                confidence: None,
                is_right: true,
            },
        ];
        assert_eq!(from_json(&to_json(&judged)), judged);
        assert_eq!(
            to_json(&judged),
            r#"{"full_address":[93,false],"lga":[null,true]}"#
        );
        assert_eq!(from_json("nonsense"), []);
    }
}
