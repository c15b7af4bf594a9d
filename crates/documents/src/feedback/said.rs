//! What a user says of a reading: that it is right, or what is.

use std::fmt;

use kofa_core::codes::INVALID_FIELD;
use kofa_domain::{Error, Fault, Ids, RequestId, Result};
use kofa_input::Fields;
use kofa_store::Vault;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::FIELDS;
use super::kept::context;

/// Longest right value, in characters.
pub(crate) const VALUE_CHARS_MAX: usize = 300;
/// Longest note, in characters.
pub(crate) const NOTE_CHARS_MAX: usize = 1_000;

/// What was said.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// All of it is right.
    pub(crate) correct: bool,
    /// The right values, in the order of [`FIELDS`]; an empty one says that the document shows
    /// none. Those that were not sent are not judged.
    pub(crate) fields: [Option<String>; 6],
    pub(crate) note: Option<String>,
}

impl fmt::Debug for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Said(correct: {})", self.correct)
    }
}

impl Said {
    /// Reads a body, and notes every fault.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Self {
        let note = fields.optional_text("note", NOTE_CHARS_MAX);
        let correct = fields.raw("correct").is_some();
        let correct = correct.then(|| fields.boolean("correct")).flatten();
        let values = FIELDS.map(|name| value(fields, name));
        let sent = FIELDS.iter().any(|name| fields.raw(name).is_some());
        let wrong = match (correct, sent) {
            _ if fields.is_faulty("correct") => None,
            (Some(true), true) => Some("is true, so no right values may stand beside it"),
            (None | Some(false), false) => {
                Some("must be true, or at least one correct value must be sent")
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            let message = format!("`correct` {wrong}.");
            fields.fault(Fault::on("correct", &INVALID_FIELD, message));
        }
        Self {
            correct: correct == Some(true),
            fields: values,
            note: note.map(str::to_owned),
        }
    }

    /// All that was said.
    pub(crate) fn text(&self) -> String {
        let values = self.fields.iter().flatten().map(String::as_str);
        let all: Vec<&str> = values.chain(self.note.as_deref()).collect();
        all.join(" ")
    }

    /// # Errors
    /// `internal_error` if the cipher refuses.
    pub(crate) fn seal(&self, vault: &Vault, id: RequestId) -> Result<Vec<u8>> {
        let json = serde_json::to_vec(self).map_err(|_| unreadable())?;
        Ok(vault.seal(&context("feedback", id), &json, Ids)?)
    }

    /// # Errors
    /// `internal_error` if it was not sealed for `id` with this key.
    pub(crate) fn open(vault: &Vault, id: RequestId, sealed: &[u8]) -> Result<Self> {
        let json = vault.open(&context("feedback", id), sealed)?;
        serde_json::from_slice(json.expose()).map_err(|_| unreadable())
    }
}

fn unreadable() -> Error {
    Error::internal("feedback cannot be read")
}

/// A right value; blank says that there is none.
fn value(fields: &mut Fields<'_>, name: &'static str) -> Option<String> {
    let text = match fields.raw(name)? {
        Value::String(text) => text.trim(),
        _ => {
            fields.wrong(name, "must be a string");
            return None;
        }
    };
    if text.contains('\0') || text.chars().count() > VALUE_CHARS_MAX {
        let must = format!("must have at most {VALUE_CHARS_MAX} characters, without U+0000");
        fields.wrong(name, &must);
        return None;
    }
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(body: Value, expected: &[&str]) -> Said {
        let mut fields = Fields::new(body.as_object().unwrap());
        let said = Said::read(&mut fields);
        let faults = fields.into_faults();
        let on: Vec<&str> = faults.iter().filter_map(|it| it.field.as_deref()).collect();
        assert_eq!(on, expected, "{body}");
        said
    }

    #[test]
    fn either_all_is_right_or_right_values_are_sent() {
        assert!(check(json!({"correct": true, "note": " fine "}), &[]).correct);
        let said = check(json!({"city": " Aba ", "lga": "", "correct": false}), &[]);
        assert_eq!(said.fields[2].as_deref(), Some("Aba"));
        assert_eq!(said.fields[4].as_deref(), Some(""));
        assert_eq!(said.fields[0], None);
        check(json!({}), &["correct"]);
        check(json!({"correct": false}), &["correct"]);
        check(json!({"correct": true, "city": "Aba"}), &["correct"]);
        check(json!({"correct": "yes"}), &["correct"]);
        let long = "x".repeat(VALUE_CHARS_MAX + 1);
        let body = json!({"correct": 1, "street": long, "city": 7, "note": []});
        check(body, &["note", "correct", "street", "city"]);
        assert!(!format!("{said:?}").contains("Aba"));
    }
}
