//! What is compared of a company, and what a difference is called. Pure.

use std::collections::BTreeSet;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::Company;
use crate::names::plain_letters;
use crate::profile::{Profile, Role, RoleKind};
use crate::register::profile::party_key;
use crate::rules::RegistrationStatus;

/// Bytes of a mark: two values of one company do not meet by chance.
const MARK_BYTES: usize = 8;
/// Directors that are told apart; of more, only that somebody came or went.
const DIRECTORS_MAX: usize = 200;

/// What changed of a company. Says nothing of who.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(const_into_str, serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum Change {
    NameChanged,
    StatusChanged,
    CompanyDissolved,
    AddressChanged,
    DirectorAdded,
    DirectorRemoved,
    ShareholdersChanged,
}

impl Change {
    pub const ALL: [Self; 7] = kofa_domain::all();

    /// `NAME_CHANGED`
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// Marks of what is compared. What the source does not say is `None` and differs from nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marks {
    name: Option<String>,
    status: Option<String>,
    address: Option<String>,
    directors: Option<BTreeSet<String>>,
    shareholders: Option<String>,
}

fn mark(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_ref());
        hash.update([0]);
    }
    HEXLOWER.encode(&hash.finalize()[..MARK_BYTES])
}

/// A mark of a text in which case, marks on letters and spaces do not matter.
fn mark_of(text: &str) -> Option<String> {
    let (plain, _) = plain_letters(text);
    let words: Vec<&str> = plain.split_whitespace().collect();
    (!words.is_empty()).then(|| mark(words))
}

impl Marks {
    /// Of a record alone.
    pub(crate) fn of_company(company: &Company) -> Self {
        let status = company.registration_status;
        Self {
            name: mark_of(&company.company_name),
            status: (status != RegistrationStatus::Unknown).then(|| status.as_str().to_owned()),
            address: mark_of(&company.registered_address),
            directors: None,
            shareholders: None,
        }
    }

    /// Of a file with its people. Nobody at all is taken for not known.
    pub(crate) fn of_profile(profile: &Profile) -> Self {
        let is_now = |role: &&Role| role.resigned_on.is_none() && role.is_active != Some(false);
        let now = || profile.roles.iter().filter(is_now);
        let directors = now().filter(|role| role.kind == RoleKind::Director);
        let directors = directors.map(|role| mark([party_key(&role.party)]));
        let directors: BTreeSet<String> = directors.take(DIRECTORS_MAX).collect();
        let holders = now().filter(|role| role.kind == RoleKind::Shareholder);
        let holders: BTreeSet<String> = holders
            .map(|role| {
                let shares = role.shares.as_ref();
                let (kind, held) =
                    shares.map_or(("", 0), |one| (one.share_type.as_str(), one.allotted));
                format!("{}\n{kind}\n{held}", party_key(&role.party))
            })
            .collect();
        Self {
            directors: (!directors.is_empty()).then_some(directors),
            shareholders: (!holders.is_empty()).then(|| mark(holders)),
            ..Self::of_company(&profile.record.company)
        }
    }

    /// What is known now: of `self`, else of what was known before.
    pub(crate) fn or(self, before: &Self) -> Self {
        let before = before.clone();
        Self {
            name: self.name.or(before.name),
            status: self.status.or(before.status),
            address: self.address.or(before.address),
            directors: self.directors.or(before.directors),
            shareholders: self.shareholders.or(before.shareholders),
        }
    }

    /// What changed since `before`.
    pub(crate) fn changes_since(&self, before: &Self) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut note = |is: bool, change| {
            if is {
                changes.push(change);
            }
        };
        note(differ(&before.name, &self.name), Change::NameChanged);
        let is_other = differ(&before.status, &self.status);
        note(is_other, Change::StatusChanged);
        let is_dissolved = self.status.as_deref() == Some(RegistrationStatus::Dissolved.as_str());
        note(is_other && is_dissolved, Change::CompanyDissolved);
        note(
            differ(&before.address, &self.address),
            Change::AddressChanged,
        );
        if let (Some(before), Some(now)) = (&before.directors, &self.directors) {
            note(!now.is_subset(before), Change::DirectorAdded);
            note(!before.is_subset(now), Change::DirectorRemoved);
        }
        note(
            differ(&before.shareholders, &self.shareholders),
            Change::ShareholdersChanged,
        );
        changes
    }

    /// As it is stored.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("texts and lists of them are JSON")
    }

    /// Of [`Marks::text`]; of an empty text, or one of an older version, nothing is known.
    pub(crate) fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }
}

fn differ<T: PartialEq>(before: &Option<T>, now: &Option<T>) -> bool {
    matches!((before, now), (Some(before), Some(now)) if before != now)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marks(name: &str, status: &str, directors: &[&str]) -> Marks {
        Marks {
            name: mark_of(name),
            status: Some(status.to_owned()),
            address: mark_of("9 Kingfisher Street, Lagos"),
            directors: Some(directors.iter().map(|one| mark([one])).collect()),
            shareholders: None,
        }
    }

    #[test]
    fn what_differs_is_named() {
        use Change::{
            CompanyDissolved, DirectorAdded, DirectorRemoved, NameChanged, StatusChanged,
        };
        let before = marks("Zuma Foods Ltd", "ACTIVE", &["ada", "bayo"]);
        let check = |now: Marks, expected: &[Change]| {
            assert_eq!(now.changes_since(&before), expected, "{now:?}");
        };
        check(before.clone(), &[]);
        check(marks("ZUMA  FOODS, LTD.", "ACTIVE", &["bayo", "ada"]), &[]);
        check(
            marks("Zuma Feeds Ltd", "ACTIVE", &["ada", "bayo"]),
            &[NameChanged],
        );
        let gone = marks("Zuma Foods Ltd", "DISSOLVED", &["ada", "bayo"]);
        check(gone, &[StatusChanged, CompanyDissolved]);
        let more = marks("Zuma Foods Ltd", "ACTIVE", &["ada", "bayo", "chi"]);
        check(more, &[DirectorAdded]);
        let fewer = marks("Zuma Foods Ltd", "ACTIVE", &["ada"]);
        check(fewer, &[DirectorRemoved]);
        let other = marks("Zuma Foods Ltd", "ACTIVE", &["ada", "chi"]);
        check(other, &[DirectorAdded, DirectorRemoved]);
    }

    #[test]
    fn what_is_not_known_differs_from_nothing() {
        let known = marks("Zuma Foods Ltd", "ACTIVE", &["ada"]);
        assert_eq!(known.changes_since(&Marks::default()), []);
        let unknown = Marks::default();
        assert_eq!(unknown.changes_since(&known), []);
        assert_eq!(unknown.or(&known), known);
    }

    proptest! {
        #[test]
        fn marks_lead_back_to_themselves(name in "\\PC{0,40}", status in "[A-Z_]{1,12}") {
            let one = marks(&name, &status, &["ada"]);
            prop_assert_eq!(Marks::read(&one.text()), one);
        }
    }
}
