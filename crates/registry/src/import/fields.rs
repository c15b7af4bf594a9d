//! The columns of a register file under all their names, and one row as text per column.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// A column the import knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    RcNumber,
    CompanyName,
    EntityType,
    ClassificationId,
    CompanyType,
    RegistrationStatus,
    RegisteredAddress,
    RegistrationDate,
    LineOfBusiness,
    City,
    Lga,
    State,
    Email,
}

/// How many there are.
const COUNT: usize = 13;

/// Each column's name as documented, and the other names it goes by (folded: lower case,
/// letters and digits only). Earlier names win where a JSON object has several.
const NAMES: [(Field, &str, &[&str]); COUNT] = [
    (
        Field::RcNumber,
        "rcNumber",
        &[
            "rc",
            "rcno",
            "registrationnumber",
            "regnumber",
            "regno",
            "cacregno",
        ],
    ),
    (
        Field::CompanyName,
        "companyName",
        &["entityname", "name", "registeredname", "approvedname"],
    ),
    (
        Field::EntityType,
        "entityType",
        &["classification", "entity"],
    ),
    (Field::ClassificationId, "classificationId", &[]),
    (
        Field::CompanyType,
        "companyType",
        &["companytypename", "typeofcompany"],
    ),
    (
        Field::RegistrationStatus,
        "registrationStatus",
        &["entitystatus", "companystatus", "status"],
    ),
    (
        Field::RegisteredAddress,
        "registeredAddress",
        &[
            "companyaddress",
            "address",
            "registeredofficeaddress",
            "headofficeaddress",
        ],
    ),
    (
        Field::RegistrationDate,
        "registrationDate",
        &[
            "dateofregistration",
            "incorporationdate",
            "dateofincorporation",
            "regdate",
        ],
    ),
    (
        Field::LineOfBusiness,
        "lineOfBusiness",
        &["natureofbusiness", "natureofbusinessname", "objectives"],
    ),
    (Field::City, "city", &["town"]),
    (
        Field::Lga,
        "lga",
        &["localgovernmentarea", "localgovernment"],
    ),
    (Field::State, "state", &["statename"]),
    (Field::Email, "email", &["companyemail", "emailaddress"]),
];

impl Field {
    /// The column of a header, whatever its case and punctuation.
    pub(super) fn of_header(header: &str) -> Option<Self> {
        let folded = fold(header);
        NAMES
            .iter()
            .find(|(_, name, others)| fold(name) == folded || others.contains(&folded.as_str()))
            .map(|(field, _, _)| *field)
    }

    /// Its documented name.
    pub(crate) fn name(self) -> &'static str {
        NAMES[self as usize].1
    }
}

fn fold(header: &str) -> String {
    header
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// One row: a text for each column, empty where the source says nothing.
#[derive(Debug, Default)]
pub(crate) struct RawRecord<'a>([Cow<'a, str>; COUNT]);

impl<'a> RawRecord<'a> {
    /// The text of a column.
    pub(crate) fn get(&self, field: Field) -> &str {
        &self.0[field as usize]
    }

    /// Sets the text of a column.
    pub(super) fn set(&mut self, field: Field, text: Cow<'a, str>) {
        self.0[field as usize] = text;
    }

    /// From one line of JSON Lines. Members may be texts, numbers, lists of those, or objects
    /// with a `name`, as registries send them.
    ///
    /// # Errors
    /// Why the line is no JSON object.
    pub(crate) fn from_json(line: &[u8]) -> Result<RawRecord<'static>, String> {
        Self::from_json_noting(line, |_| ())
    }

    /// As [`RawRecord::from_json`]; tells the names of members it does not know.
    pub(super) fn from_json_noting(
        line: &[u8],
        mut unknown: impl FnMut(&str),
    ) -> Result<RawRecord<'static>, String> {
        let object: Map<String, Value> = serde_json::from_slice(line).map_err(|error| {
            // The parser's own words may repeat the content.
            match error.classify() {
                serde_json::error::Category::Data => "the line is not a JSON object".to_owned(),
                _ => format!("not valid JSON at column {}", error.column()),
            }
        })?;
        let mut record = RawRecord::default();
        let mut ranks = [usize::MAX; COUNT];
        for (key, value) in object {
            let Some(field) = Field::of_header(&key) else {
                unknown(&key);
                continue;
            };
            let text = text_of(value);
            let rank = rank(field, &key);
            if !text.is_empty() && rank < ranks[field as usize] {
                ranks[field as usize] = rank;
                record.set(field, text.into());
            }
        }
        Ok(record)
    }
}

fn rank(field: Field, key: &str) -> usize {
    let (_, _, others) = NAMES[field as usize];
    let folded = fold(key);
    let position = others.iter().position(|other| *other == folded);
    position.map_or(0, |position| position + 1)
}

fn text_of(value: Value) -> String {
    match value {
        Value::Null | Value::Bool(_) => String::new(),
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        Value::Array(all) => {
            let texts = all.into_iter().map(text_of);
            let filled: Vec<String> = texts.filter(|text| !text.trim().is_empty()).collect();
            filled.join("; ")
        }
        Value::Object(mut object) => object.remove("name").map(text_of).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_found_under_its_names_and_stands_in_its_place() {
        for (position, (field, name, others)) in NAMES.iter().enumerate() {
            assert_eq!(*field as usize, position);
            assert_eq!(Field::of_header(name), Some(*field));
            for other in *others {
                assert_eq!(Field::of_header(other), Some(*field), "{other}");
            }
        }
        assert_eq!(Field::of_header(" RC Number "), Some(Field::RcNumber));
        assert_eq!(Field::of_header("rc_number"), Some(Field::RcNumber));
        assert_eq!(
            Field::of_header("Registered-Address"),
            Some(Field::RegisteredAddress)
        );
        assert_eq!(Field::of_header("telex"), None);
        assert_eq!(Field::of_header(""), None);
    }

    #[test]
    fn untidy_json_is_read() {
        let line = br#"{"rc_number": 77, "name": "later", "entity_name": " A B ", "state":
            {"id": 25, "name": "Lagos"}, "lineOfBusiness": ["Milling", "", {"name": "Baking"}],
            "address": null, "company_address": "1 Road", "city": true, "telex": "x"}"#;
        let mut unknown = Vec::new();
        let record = RawRecord::from_json_noting(line, |name| unknown.push(name.to_owned()));
        let record = record.unwrap();
        assert_eq!(record.get(Field::RcNumber), "77");
        assert_eq!(record.get(Field::CompanyName), " A B ");
        assert_eq!(record.get(Field::State), "Lagos");
        assert_eq!(record.get(Field::LineOfBusiness), "Milling; Baking");
        assert_eq!(record.get(Field::RegisteredAddress), "1 Road");
        assert_eq!(record.get(Field::City), "");
        assert_eq!(unknown, ["telex"]);
    }

    #[test]
    fn what_is_no_object_is_refused_without_repeating_it() {
        for line in [
            "[1]",
            "7",
            "\"secret\"",
            "{\"secret\"",
            "{\"a\":1} secret",
            "",
            "nul",
        ] {
            let why = RawRecord::from_json(line.as_bytes()).unwrap_err();
            assert!(!why.contains("secret"), "{why}");
        }
        let deep = "[".repeat(50_000);
        assert!(RawRecord::from_json(deep.as_bytes()).is_err());
    }
}
