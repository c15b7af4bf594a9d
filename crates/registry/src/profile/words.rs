//! The words of registers for roles, kinds of shares and states of charges.

use super::{ChargeStatus, RoleKind};
use crate::rules::fold_word;

impl RoleKind {
    /// All roles, most senior first.
    pub const ALL: [Self; 10] = kofa_domain::all();

    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the canonical word or one in use for it, in any case and punctuation; `None` if
    /// it is neither.
    pub fn parse(text: &str) -> Option<Self> {
        // Files hold millions of these, nearly all of them canonical.
        if let Some(known) = Self::ALL.into_iter().find(|one| one.as_str() == text) {
            return Some(known);
        }
        let word = fold_word(text);
        if let Some(known) = Self::ALL.into_iter().find(|one| one.as_str() == word) {
            return Some(known);
        }
        Some(match word.as_str() {
            "CHAIR" | "CHAIRPERSON" | "CHAIRWOMAN" | "CHAIRMAN_OF_TRUSTEES" => Self::Chairman,
            "DIRECTORS" | "MANAGING_DIRECTOR" | "EXECUTIVE_DIRECTOR" | "NON_EXECUTIVE_DIRECTOR" => {
                Self::Director
            }
            "PROPRIETRESS" | "SOLE_PROPRIETOR" | "OWNER" => Self::Proprietor,
            "GENERAL_PARTNER" | "LIMITED_PARTNER" | "DESIGNATED_PARTNER" => Self::Partner,
            "TRUSTEES" | "INCORPORATED_TRUSTEE" => Self::Trustee,
            "COMPANY_SECRETARY" | "SECRETARY_COMPANY" | "CORPORATE_SECRETARY" => Self::Secretary,
            "PERSON_WITH_SIGNIFICANT_CONTROL" | "PERSONS_WITH_SIGNIFICANT_CONTROL" => Self::Psc,
            "SHAREHOLDERS" | "MEMBER" | "SUBSCRIBER" => Self::Shareholder,
            _ => return None,
        })
    }
}

impl ChargeStatus {
    pub const ALL: [Self; 3] = [Self::Outstanding, Self::PartSatisfied, Self::FullySatisfied];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Outstanding => "OUTSTANDING",
            Self::PartSatisfied => "PART_SATISFIED",
            Self::FullySatisfied => "FULLY_SATISFIED",
        }
    }

    /// Reads the canonical word or one in use for it, in any case and punctuation; `None` if
    /// it is neither.
    pub fn parse(text: &str) -> Option<Self> {
        let word = fold_word(text);
        if let Some(known) = Self::ALL.into_iter().find(|one| one.as_str() == word) {
            return Some(known);
        }
        Some(match word.as_str() {
            "OPEN" | "ACTIVE" | "SUBSISTING" | "UNSATISFIED" => Self::Outstanding,
            "PARTIALLY_SATISFIED" | "PARTLY_SATISFIED" | "PART_RELEASED" => Self::PartSatisfied,
            "SATISFIED" | "CLOSED" | "DISCHARGED" | "RELEASED" => Self::FullySatisfied,
            _ => return None,
        })
    }
}

/// A kind of shares: `ORDINARY`, `PREFERENCE` or `DEFERRED`; the register's own word, folded,
/// where it is none of these. An empty text is `ORDINARY`.
pub fn read_share_type(text: &str) -> String {
    let word = fold_word(text);
    match word.as_str() {
        "" | "ORDINARY_SHARES" | "ORDINARY_SHARE" | "ORD" => "ORDINARY".to_owned(),
        "PREFERENCE_SHARES" | "PREFERENCE_SHARE" | "PREFERRED" | "PREF" => "PREFERENCE".to_owned(),
        "DEFERRED_SHARES" | "DEFERRED_SHARE" => "DEFERRED".to_owned(),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read_in_every_spelling() {
        let check = |text: &str, expected: Option<RoleKind>| {
            assert_eq!(RoleKind::parse(text), expected, "{text:?}");
        };
        for one in RoleKind::ALL {
            check(one.as_str(), Some(one));
            check(&one.as_str().to_lowercase(), Some(one));
        }
        check("Company Secretary", Some(RoleKind::Secretary));
        check("Persons with significant control", Some(RoleKind::Psc));
        check("proprietress", Some(RoleKind::Proprietor));
        check("", None);
        check("janitor", None);
        assert!(
            RoleKind::ALL.is_sorted(),
            "from the most to the least senior"
        );
    }

    #[test]
    fn states_of_charges_are_read_in_every_spelling() {
        let check = |text: &str, expected: Option<ChargeStatus>| {
            assert_eq!(ChargeStatus::parse(text), expected, "{text:?}");
        };
        for one in ChargeStatus::ALL {
            check(one.as_str(), Some(one));
        }
        check("satisfied", Some(ChargeStatus::FullySatisfied));
        check("Partially satisfied", Some(ChargeStatus::PartSatisfied));
        check("", None);
        check("pending", None);
    }

    #[test]
    fn kinds_of_shares_are_folded() {
        let check = |text: &str, expected: &str| {
            assert_eq!(read_share_type(text), expected, "{text:?}");
        };
        check("", "ORDINARY");
        check("Ordinary shares", "ORDINARY");
        check("Pref.", "PREFERENCE");
        check("deferred", "DEFERRED");
        check("Class A", "CLASS_A");
    }
}
