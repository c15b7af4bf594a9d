//! What an answer tells beyond the contract's fields, and what the caller expects to find.

use std::fmt;

use jiff::civil::Date;
use kofa_address::Inquiry;
use kofa_core::codes::INVALID_FIELD;
use kofa_domain::{Fault, Timestamp};
use kofa_gate::{Query, Request};
use kofa_input::Fields;
use serde::{Deserialize, Serialize};

/// Longest expected name, in characters.
pub(crate) const NAME_CHARS_MAX: usize = 200;
/// Longest expected address, in characters.
pub(crate) const ADDRESS_CHARS_MAX: usize = 300;
/// Age from which a document is no recent proof, in days, unless the caller says another.
pub(crate) const AGE_DAYS: u32 = 90;
/// The highest age that a caller can allow, in days: ten years.
pub(crate) const AGE_DAYS_MAX: u32 = 3_650;
/// Names of what the caller may say beside the document.
pub(crate) const NAMES: [&str; 3] = ["expected_name", "expected_address", "max_age_days"];

/// Parts of an answer that are asked for with `include=`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Include {
    /// Where each field stands.
    pub regions: bool,
    /// What the document is.
    pub document: bool,
    /// What a reviewer should know.
    pub checks: bool,
    /// How it compares with what is expected.
    #[serde(rename = "match")]
    pub comparison: bool,
    /// The address in finer parts.
    #[serde(default)]
    pub parts: bool,
}

impl Include {
    /// Nothing but the contract's fields.
    pub const NONE: Self = Self {
        regions: false,
        document: false,
        checks: false,
        comparison: false,
        parts: false,
    };

    /// The words of `include=`.
    pub(crate) const WORDS: [&'static str; 5] = ["regions", "document", "checks", "match", "parts"];

    /// Reads a comma list; an empty one asks for nothing.
    ///
    /// # Errors
    /// A fault on `include` that names the first unknown word.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        let mut include = Self::NONE;
        for word in text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            match word {
                "regions" => include.regions = true,
                "document" => include.document = true,
                "checks" => include.checks = true,
                "match" => include.comparison = true,
                "parts" => include.parts = true,
                _ => {
                    let words = Self::WORDS.join(", ");
                    let message = format!("`include` must be a comma list of {words}.");
                    return Err(Fault::on("include", &INVALID_FIELD, message));
                }
            }
        }
        Ok(include)
    }

    /// The `include` of a query; `None` if it has none.
    ///
    /// # Errors
    /// As [`Include::read`].
    pub(crate) fn of(asked: &Asked) -> Result<Option<Self>, Fault> {
        asked.include.as_deref().map(Self::read).transpose()
    }
}

/// The query of a call. `include` may stand in it several times, as many programs write a list.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    query: Query,
    /// All of them, joined by commas.
    include: Option<String>,
}

impl Asked {
    pub(crate) fn of(request: &Request) -> Self {
        let raw = request.query.as_deref().unwrap_or_default();
        let pairs = form_urlencoded::parse(raw.as_bytes());
        let lists: Vec<_> = pairs
            .filter(|(name, _)| name == "include")
            .map(|(_, list)| list)
            .collect();
        Self {
            query: request.query(),
            include: (!lists.is_empty()).then(|| lists.join(",")),
        }
    }
}

/// What is wanted of a document, and expected in it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// Parts beyond the contract's fields.
    pub include: Include,
    /// Whose address it should be.
    pub expected_name: Option<String>,
    /// Which address it should be.
    pub expected_address: Option<String>,
    /// A document older than this is no recent proof, in days; `None` for 90.
    pub max_age_days: Option<u32>,
}

impl fmt::Debug for Wanted {
    /// Never shows whom the caller expects.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Wanted({:?})", self.include)
    }
}

impl Wanted {
    /// Reads the query and, where the query is silent, `field` of the body. Notes every fault.
    pub(crate) fn read(
        asked: &Asked,
        mut field: impl FnMut(&'static str, usize) -> Option<String>,
        mut fault: impl FnMut(Fault),
    ) -> Self {
        let query = &asked.query;
        let mut include = Include::of(asked).unwrap_or_else(|wrong| {
            fault(wrong);
            None
        });
        let mut text = |name: &'static str, most: usize| {
            // A blank text says nothing; a blank number is none.
            let asked = match name {
                "max_age_days" => query.get(name),
                _ => query.filled(name),
            };
            let asked = asked.map(str::to_owned);
            let is_wrong = |text: &str| text.contains('\0') || text.chars().count() > most;
            if asked.as_deref().is_some_and(is_wrong) {
                let message =
                    format!("`{name}` must be text of at most {most} characters, without U+0000.");
                fault(Fault::on(name, &INVALID_FIELD, message));
                return None;
            }
            asked.or_else(|| field(name, most))
        };
        let expected_name = text("expected_name", NAME_CHARS_MAX);
        let expected_address = text("expected_address", ADDRESS_CHARS_MAX);
        let age = text("max_age_days", NAME_CHARS_MAX);
        let max_age_days = age.and_then(|text| {
            let days = text.parse().ok();
            let days = days.filter(|days| (1..=AGE_DAYS_MAX).contains(days));
            if days.is_none() {
                let message =
                    format!("`max_age_days` must be a whole number from 1 to {AGE_DAYS_MAX}.");
                fault(Fault::on("max_age_days", &INVALID_FIELD, message));
            }
            days
        });
        // Who says what to expect wants to know whether it is there.
        if expected_name.is_some() || expected_address.is_some() {
            include.get_or_insert_default().comparison = true;
        }
        Self {
            include: include.unwrap_or_default(),
            expected_name,
            expected_address,
            max_age_days,
        }
    }

    /// Reads the query and the fields of a JSON body.
    pub(crate) fn read_json(asked: &Asked, fields: &mut Fields<'_>) -> Self {
        let mut faults = Vec::new();
        let field = |name: &'static str, most: usize| match name {
            "max_age_days" => fields.optional_integer(name).map(|days| days.to_string()),
            _ => fields.optional_text(name, most).map(str::to_owned),
        };
        let wanted = Self::read(asked, field, |fault| faults.push(fault));
        faults.into_iter().for_each(|fault| fields.fault(fault));
        wanted
    }

    /// What the engine is asked at `now`.
    pub(crate) fn inquiry(&self, now: Timestamp) -> Inquiry {
        Inquiry {
            today: lagos_day(now),
            max_age_days: self.max_age_days.unwrap_or(AGE_DAYS),
            expected_name: self.expected_name.clone(),
            expected_address: self.expected_address.clone(),
        }
    }
}

/// The day in Lagos.
pub(crate) fn lagos_day(now: Timestamp) -> Date {
    let (year, month, day) = now.lagos_date();
    Date::new(year, month, day).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn include_is_a_comma_list() {
        let all = Include {
            regions: true,
            document: true,
            checks: true,
            comparison: true,
            parts: true,
        };
        assert_eq!(
            Include::read(" match ,checks,document,,regions,parts").unwrap(),
            all
        );
        assert_eq!(Include::read("").unwrap(), Include::NONE);
        for wrong in ["region", "Checks", "match document", "*"] {
            let fault = Include::read(wrong).unwrap_err();
            assert_eq!(fault.field.as_deref(), Some("include"), "{wrong}");
        }
    }

    #[test]
    fn a_body_says_what_is_expected_and_every_fault_is_told() {
        let read = |body: serde_json::Value| {
            let mut fields = Fields::new(body.as_object().unwrap());
            let wanted = Wanted::read_json(&Asked::default(), &mut fields);
            let faults = fields.into_faults();
            let faults: Vec<_> = faults.iter().filter_map(|it| it.field.clone()).collect();
            (wanted, faults)
        };
        let (wanted, faults) = read(json!({"expected_name": " Ada Obi ", "max_age_days": 30}));
        assert_eq!((faults.len(), wanted.max_age_days), (0, Some(30)));
        assert_eq!(wanted.expected_name.as_deref(), Some("Ada Obi"));
        assert!(wanted.include.comparison && !wanted.include.checks);
        assert!(!format!("{wanted:?}").contains("Ada"));
        let long = "x".repeat(ADDRESS_CHARS_MAX + 1);
        let wrong = json!({"expected_name": 7, "expected_address": long, "max_age_days": 0});
        let (_, faults) = read(wrong);
        assert_eq!(faults.len(), 3, "{faults:?}");
        for days in [
            json!(-1),
            json!(1.5),
            json!("soon"),
            json!(4_000),
            json!([]),
        ] {
            assert_eq!(read(json!({"max_age_days": days})).1, ["max_age_days"]);
        }
        assert_eq!(read(json!({})).0, Wanted::default());
    }
}
