//! What is kept of having looked applicants up: outcomes, never a record.

use kofa_core::companies::NameVerdict;
use kofa_domain::{Error, Result, Timestamp};
use serde::{Deserialize, Serialize};

/// What follows from what those say who know people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// Whoever is not who they say, or cannot be looked up, does not apply.
    #[default]
    Refuse,
    /// They apply, and their tenant is told.
    Warn,
    /// Nobody is asked.
    Skip,
}

impl Policy {
    pub const ALL: [Self; 3] = kofa_domain::all();

    /// The word of the setting.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// Who was looked up.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    strum::IntoStaticStr,
    strum::VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(const_into_str, serialize_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum Party {
    Applicant,
    SecondApplicant,
    Guardian,
}

impl Party {
    pub const ALL: [Self; 3] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Whose fields begin with `prefix`, such as `guardian.`
    pub fn of_prefix(prefix: &str) -> Self {
        match prefix {
            "secondApplicant." => Self::SecondApplicant,
            "guardian." => Self::Guardian,
            _ => Self::Applicant,
        }
    }
}

/// By what somebody was looked up.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    strum::IntoStaticStr,
    strum::VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(const_into_str, serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    Bvn,
    Nin,
    Account,
}

impl CheckKind {
    pub const ALL: [Self; 3] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// For people.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Bvn => "BVN",
            Self::Nin => "NIN",
            Self::Account => "account",
        }
    }
}

/// What came of it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    strum::IntoStaticStr,
    strum::VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(const_into_str, serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Exact,
    Normalized,
    Partial,
    Mismatch,
    /// The name is right.
    BirthDateMismatch,
    NotFound,
    /// Nobody answered.
    Unavailable,
}

impl Outcome {
    pub const ALL: [Self; 7] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

impl From<NameVerdict> for Outcome {
    fn from(verdict: NameVerdict) -> Self {
        match verdict {
            NameVerdict::Exact => Self::Exact,
            NameVerdict::Normalized => Self::Normalized,
            NameVerdict::Partial => Self::Partial,
            NameVerdict::Mismatch => Self::Mismatch,
        }
    }
}

/// One person or account that was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityCheck {
    pub person: Party,
    pub kind: CheckKind,
    pub outcome: Outcome,
}

/// All that was looked up for an application.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityChecks {
    pub policy: Policy,
    /// When.
    pub at: Timestamp,
    pub checks: Vec<IdentityCheck>,
}

/// The same with what shows later that the records were these, and says nothing of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptChecks {
    pub checks: IdentityChecks,
    /// A digest of 16 bytes of each record, one after the other.
    pub digests: Vec<u8>,
}

impl IdentityChecks {
    /// As it is stored.
    ///
    /// # Errors
    /// `internal_error`, never with what it can hold.
    pub fn to_text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(Error::internal)
    }

    /// Reads what was stored.
    ///
    /// # Errors
    /// `internal_error` if it is none.
    pub fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(Error::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_api_and_of_the_store_are_the_same() {
        let all = IdentityChecks {
            policy: Policy::Warn,
            at: Timestamp::from_micros(7),
            checks: vec![IdentityCheck {
                person: Party::SecondApplicant,
                kind: CheckKind::Bvn,
                outcome: Outcome::BirthDateMismatch,
            }],
        };
        let text = all.to_text().unwrap();
        let one = &all.checks[0];
        for word in [
            all.policy.as_str(),
            one.person.as_str(),
            one.kind.as_str(),
            one.outcome.as_str(),
        ] {
            assert!(text.contains(&format!("\"{word}\"")), "{word} in {text}");
        }
        assert_eq!(IdentityChecks::parse(&text).unwrap(), all);
        for prefix in ["", "secondApplicant.", "guardian."] {
            let word = prefix.trim_end_matches('.');
            let party = Party::of_prefix(prefix).as_str();
            assert!(party == word || (word.is_empty() && party == "applicant"));
        }
    }
}
