//! The regulator's approval of an offer that the operator runs in live: recorded by one operator,
//! confirmed by another, for terms that must not change afterwards.

use kofa_domain::Timestamp;
use serde::{Deserialize, Serialize};

/// Who did something, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// As the audit log names them: `operator:opr_…`, `shell`.
    pub by: String,
    pub at: Timestamp,
}

/// An approval that was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    /// Who gave it: `SEC Nigeria`.
    pub authority: String,
    /// Under which it is filed there.
    pub reference: String,
    /// When it was given: `YYYY-MM-DD`.
    pub date: String,
    /// The terms of the offer that it is for (`Offer::terms`).
    pub terms: String,
    pub recorded: Signed,
    pub confirmed: Option<Signed>,
}

/// Whether an offer needs an approval, and what was recorded of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Clearance {
    /// The sandbox's offers, and those of an exchange outside, which has its own word on them.
    #[default]
    NotAsked,
    Asked(Option<Approval>),
}

/// Where an approval stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum ApprovalState {
    NotAsked,
    Missing,
    /// It waits for another operator.
    Recorded,
    /// The terms are others now than those that it is for.
    Outdated,
    Confirmed,
}

impl ApprovalState {
    pub const ALL: [Self; 5] = kofa_domain::all();

    /// `not_asked`, `missing`, `recorded`, `outdated` or `confirmed`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Why it keeps an offer from taking applications; `None` if it does not.
    pub const fn refusal(self) -> Option<&'static str> {
        match self {
            Self::NotAsked | Self::Confirmed => None,
            Self::Missing => Some("The regulator's approval is not recorded yet."),
            Self::Recorded => Some("The regulator's approval is not confirmed yet."),
            Self::Outdated => {
                Some("The terms changed since the regulator's approval was recorded.")
            }
        }
    }
}

impl Clearance {
    pub fn approval(&self) -> Option<&Approval> {
        match self {
            Self::NotAsked => None,
            Self::Asked(approval) => approval.as_ref(),
        }
    }

    /// Of an offer that has these terms now.
    pub fn state(&self, terms: &str) -> ApprovalState {
        match self {
            Self::NotAsked => ApprovalState::NotAsked,
            Self::Asked(None) => ApprovalState::Missing,
            Self::Asked(Some(it)) if it.terms != terms => ApprovalState::Outdated,
            Self::Asked(Some(it)) if it.confirmed.is_none() => ApprovalState::Recorded,
            Self::Asked(Some(_)) => ApprovalState::Confirmed,
        }
    }
}
