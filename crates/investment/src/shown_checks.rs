//! What came of looking applicants up, as it is shown: to the tenant, to operators, and to whoever
//! asks what is held of them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::identity::outcome::{CheckKind, IdentityChecks, Outcome, Party, Policy};
use crate::words::{Vocabulary, Word};

pub(crate) type PartyWord = Word<Party>;
pub(crate) type CheckKindWord = Word<CheckKind>;
pub(crate) type OutcomeWord = Word<Outcome>;
pub(crate) type PolicyWord = Word<Policy>;

/// A person or an account that was looked up. `person` is who was, or whose the account is, `check`
/// by what, `outcome` how the name compares with the record's or what else came of it, and `policy`
/// what followed from it then. The record itself is not kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IdentityCheck)]
pub(crate) struct ShownCheck {
    // Not described one by one: an inlined word with a description of its own is an object, too.
    #[schema(inline)]
    person: PartyWord,
    #[schema(inline)]
    check: CheckKindWord,
    #[schema(inline)]
    outcome: OutcomeWord,
    #[schema(inline)]
    policy: PolicyWord,
    #[schema(format = DateTime)]
    checked_at: String,
}

impl ShownCheck {
    /// Each of `checks`.
    pub(crate) fn all(checks: &IdentityChecks) -> Vec<Self> {
        let all = checks.checks.iter();
        all.map(|one| Self {
            person: Word(one.person),
            check: Word(one.kind),
            outcome: Word(one.outcome),
            policy: Word(checks.policy),
            checked_at: checks.at.rfc3339(),
        })
        .collect()
    }
}

impl Vocabulary for Party {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl Vocabulary for CheckKind {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl Vocabulary for Outcome {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl Vocabulary for Policy {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.as_str()
    }
}
