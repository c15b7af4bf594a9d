//! The columns of a file under all their names, and one row as text per column.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use kofa_input::rows::{folded, read_object};
use serde_json::{Map, Value};

/// Names of JSON members that are remembered; a hostile file could have a million.
const MEMBERS_MAX: usize = 512;

/// Before the items of a list of which one holds a `;` (the unit separator of ASCII).
pub(super) const LIST: char = '\u{1f}';
/// Between the items of such a list.
pub(super) const LIST_SEPARATOR: &str = ";\u{1f}";

/// A column of one sort of file. Its number as an enumeration is its place in `NAMES`.
pub(crate) trait Field: Copy + PartialEq + Send + 'static {
    /// Each column's name as documented, and the other names it goes by (folded: lower case,
    /// letters and digits only). Earlier names win where a JSON object has several.
    const NAMES: &'static [(Self, &'static str, &'static [&'static str])];
    /// Columns that a table must have.
    const REQUIRED: &'static [Self];

    /// Its place in `NAMES`.
    fn place(self) -> usize;

    fn name(self) -> &'static str {
        Self::NAMES[self.place()].1
    }
}

/// The column of a header, whatever its case and punctuation, and how many names of that
/// column come before this one.
fn find<F: Field>(header: &str) -> Option<(F, usize)> {
    let header = folded(header);
    F::NAMES.iter().find_map(|(field, name, others)| {
        if folded(name) == header {
            return Some((*field, 0));
        }
        let rank = others.iter().position(|other| *other == header)?;
        Some((*field, rank + 1))
    })
}

/// The column of a header, whatever its case and punctuation.
pub(super) fn of_header<F: Field>(header: &str) -> Option<F> {
    find(header).map(|(field, _)| field)
}

/// One row: a text for each column, empty where the source says nothing.
#[derive(Debug)]
pub(crate) struct RawRecord<'a, F>(Vec<Cow<'a, str>>, PhantomData<F>);

impl<F: Field> Default for RawRecord<'_, F> {
    fn default() -> Self {
        Self(vec![Cow::Borrowed(""); F::NAMES.len()], PhantomData)
    }
}

impl<'a, F: Field> RawRecord<'a, F> {
    /// The text of a column.
    pub(crate) fn get(&self, field: F) -> &str {
        &self.0[field.place()]
    }

    /// Sets the text of a column.
    pub(super) fn set(&mut self, field: F, text: Cow<'a, str>) {
        self.0[field.place()] = text;
    }

    /// From one line of JSON Lines; see [`JsonReader::read`].
    ///
    /// # Errors
    /// Why the line is no JSON object.
    pub(crate) fn from_json(line: &[u8]) -> Result<RawRecord<'static, F>, String> {
        JsonReader::default().read(read_object(line)?, |_| ())
    }
}

/// Reads lines of JSON, and remembers which member is which column.
#[derive(Debug)]
pub(super) struct JsonReader<F>(BTreeMap<String, Option<(F, usize)>>);

impl<F> Default for JsonReader<F> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<F: Field> JsonReader<F> {
    /// The object of one line. Members may be texts, numbers, flags, lists of those, or objects
    /// with a `name`, as registries send them. Tells the names of members it does not know.
    ///
    /// # Errors
    /// If two members are one column and say different things.
    pub(super) fn read(
        &mut self,
        object: Map<String, Value>,
        mut unknown: impl FnMut(&str),
    ) -> Result<RawRecord<'static, F>, String> {
        let mut record = RawRecord::default();
        let mut ranks = vec![usize::MAX; F::NAMES.len()];
        for (key, value) in object {
            let Some((field, rank)) = self.member(&key) else {
                unknown(&key);
                continue;
            };
            let (text, known) = (text_of(value), ranks[field.place()]);
            if !text.is_empty() && rank == known && text != record.get(field) {
                return Err(format!("`{}` is there twice", field.name()));
            }
            if !text.is_empty() && rank < known {
                ranks[field.place()] = rank;
                record.set(field, text.into());
            }
        }
        Ok(record)
    }

    fn member(&mut self, key: &str) -> Option<(F, usize)> {
        if let Some(known) = self.0.get(key) {
            return *known;
        }
        let found = find(key);
        if self.0.len() < MEMBERS_MAX {
            self.0.insert(key.to_owned(), found);
        }
        found
    }
}

fn text_of(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        Value::Array(all) => {
            let texts = all.into_iter().map(text_of);
            let filled: Vec<String> = texts.filter(|text| !text.trim().is_empty()).collect();
            joined(&filled)
        }
        Value::Object(mut object) => object.remove("name").map(text_of).unwrap_or_default(),
    }
}

/// The items of a list as one text, parted by `; `. Items that have a `;` themselves are
/// marked, so that they can be told apart again; the marks vanish where no list is read.
fn joined(items: &[String]) -> String {
    if !items.iter().any(|item| item.contains(';')) {
        return items.join("; ");
    }
    let items: Vec<String> = items.iter().map(|item| item.replace(LIST, " ")).collect();
    format!("{LIST}{}", items.join(LIST_SEPARATOR))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::import::capital::CapitalField;
    use crate::import::charge::ChargeField;
    use crate::import::company::CompanyField;
    use crate::import::person::PersonField;
    use crate::import::text::{clean, items};

    fn names_lead_to_their_column<F: Field + std::fmt::Debug>() {
        let mut seen = BTreeSet::new();
        for (position, (field, name, others)) in F::NAMES.iter().enumerate() {
            assert_eq!(field.place(), position, "{name}");
            assert_eq!(field.name(), *name);
            assert_eq!(of_header::<F>(name), Some(*field));
            assert!(seen.insert(folded(name)), "{name} is named twice");
            for other in *others {
                assert_eq!(of_header::<F>(other), Some(*field), "{other}");
                assert_eq!(folded(other), *other, "{other} is folded");
                assert!(seen.insert((*other).to_owned()), "{other} is named twice");
            }
        }
        assert_eq!(of_header::<F>("telex"), None);
        assert_eq!(of_header::<F>(""), None);
    }

    #[test]
    fn every_column_is_found_under_its_names_and_stands_in_its_place() {
        names_lead_to_their_column::<CompanyField>();
        names_lead_to_their_column::<PersonField>();
        names_lead_to_their_column::<CapitalField>();
        names_lead_to_their_column::<ChargeField>();
        let of = of_header::<CompanyField>;
        assert_eq!(of(" RC Number "), Some(CompanyField::RcNumber));
        assert_eq!(of("rc_number"), Some(CompanyField::RcNumber));
        assert_eq!(
            of("Registered-Address"),
            Some(CompanyField::RegisteredAddress)
        );
    }

    #[test]
    fn untidy_json_is_read() {
        let line = br#"{"rc_number": 77, "name": "later", "entity_name": " A B ", "state":
            {"id": 25, "name": "Lagos"}, "lineOfBusiness": ["Milling", "", {"name": "Baking"}],
            "address": null, "company_address": "1 Road", "certificate": true, "telex": "x"}"#;
        let mut unknown = Vec::new();
        let mut reader = JsonReader::default();
        for _ in 0..2 {
            let object = read_object(line).unwrap();
            let record = reader.read(object, |name| unknown.push(name.to_owned()));
            let record = record.unwrap();
            assert_eq!(record.get(CompanyField::RcNumber), "77");
            assert_eq!(record.get(CompanyField::CompanyName), " A B ");
            assert_eq!(record.get(CompanyField::State), "Lagos");
            assert_eq!(record.get(CompanyField::LineOfBusiness), "Milling; Baking");
            assert_eq!(record.get(CompanyField::RegisteredAddress), "1 Road");
            assert_eq!(record.get(CompanyField::Certificate), "true");
        }
        assert_eq!(unknown, ["telex", "telex"]);
    }

    #[test]
    fn a_column_that_two_members_name_alike_says_one_thing() {
        let read = |json: &str| RawRecord::<CompanyField>::from_json(json.as_bytes());
        let twice = read(r#"{"rcNumber":7,"rc_number":8}"#).unwrap_err();
        assert_eq!(twice, "`rcNumber` is there twice");
        for json in [
            r#"{"rcNumber":7,"rc_number":"7"}"#,
            r#"{"rcNumber":7,"RC Number":null}"#,
            r#"{"rc":8,"rcNumber":7}"#,
        ] {
            assert_eq!(
                read(json).unwrap().get(CompanyField::RcNumber),
                "7",
                "{json}"
            );
        }
    }

    #[test]
    fn items_of_a_list_keep_their_semicolons() {
        let check = |json: &str, expected: &[&str], text: &str| {
            let raw: RawRecord<'_, CompanyField> = RawRecord::from_json(json.as_bytes()).unwrap();
            let read = items(&raw, CompanyField::Objectives).unwrap();
            assert_eq!(read, expected, "{json}");
            assert_eq!(clean(raw.get(CompanyField::Objectives)), text, "{json}");
        };
        check(
            r#"{"objectives": ["To trade; to import", "Second"]}"#,
            &["To trade; to import", "Second"],
            "To trade; to import; Second",
        );
        check(
            r#"{"objectives": ["To trade; to import"]}"#,
            &["To trade; to import"],
            "To trade; to import",
        );
        check(
            r#"{"objectives": ["A;\u001fB", "", {"name": "C;"}, "N/A"]}"#,
            &["A; B", "C;"],
            "A; B; C;; N/A",
        );
        // Without one, and in a text, nothing changes.
        let plain = r#"{"objectives": ["First", "Second"]}"#;
        check(plain, &["First", "Second"], "First; Second");
        let text = r#"{"objectives": "To trade; to import"}"#;
        check(text, &["To trade", "to import"], "To trade; to import");
        check(r#"{"objectives": ["N/A"]}"#, &[], "");
    }

    #[test]
    fn what_is_no_object_is_refused_without_repeating_it() {
        for line in [
            "[1]",
            "7",
            "\"secret\"",
            "{\"secret\"",
            "{\"a\":1} secret",
            "{\"name\":\"secret\",\"name\":\"other\"}",
            "{\"state\":{\"name\":1,\"name\":\"secret\"}}",
            "",
            "nul",
        ] {
            let why = RawRecord::<CompanyField>::from_json(line.as_bytes()).unwrap_err();
            assert!(!why.contains("secret"), "{why}");
        }
        let deep = "[".repeat(50_000);
        assert!(RawRecord::<CompanyField>::from_json(deep.as_bytes()).is_err());
    }
}
