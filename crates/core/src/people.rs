//! What is held of one person, across products: found, given out and erased (NDPA 2023).
//!
//! A kind is a value that its floor or product gives: it finds its records of a person by a
//! number or an e-mail address, and erases those that may go. What a law or the ledger needs stays
//! where it is, sealed, and the receipt says why. Values are read from a person or a program and
//! are never logged; a receipt keeps a blind index only.

use std::sync::Arc;

use kofa_domain::{Environment, Result, Sensitive, TenantId, Timestamp};
use kofa_store::{Store, Vault};
use serde_json::Value;

use crate::retention::Doing;

/// Records that one search tells of, at most; more are counted by none.
pub const RECORDS_MAX: usize = 10_000;

/// What somebody is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdentifierKind {
    Bvn,
    Nin,
    /// Clearing House Number.
    Chn,
    Email,
}

impl IdentifierKind {
    pub const ALL: [Self; 4] = [Self::Bvn, Self::Nin, Self::Chn, Self::Email];

    /// `bvn`, `nin`, `chn` or `email`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bvn => "bvn",
            Self::Nin => "nin",
            Self::Chn => "chn",
            Self::Email => "email",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// The value as it is stored; `None` if it is none of the kind.
    pub fn clean(self, text: &str) -> Option<String> {
        match self {
            Self::Bvn | Self::Nin => {
                let digits: String = text.chars().filter(|one| !" -".contains(*one)).collect();
                let fits = digits.len() == 11 && digits.bytes().all(|one| one.is_ascii_digit());
                fits.then_some(digits)
            }
            Self::Chn => {
                let plain = text.chars().filter(|one| !" -".contains(*one));
                let plain: String = plain.map(|one| one.to_ascii_uppercase()).collect();
                let is_plain = plain.bytes().all(|one| one.is_ascii_alphanumeric());
                (is_plain && (6..=14).contains(&plain.len())).then_some(plain)
            }
            Self::Email => {
                let lower = text.trim().to_lowercase();
                crate::text::is_email(&lower).then_some(lower)
            }
        }
    }
}

/// Who is looked for.
#[derive(Clone, Debug)]
pub struct Identifier {
    pub kind: IdentifierKind,
    /// As it is stored: see [`IdentifierKind::clean`].
    pub value: Sensitive<String>,
}

impl Identifier {
    /// Whether a text is, or holds, the value and not a part of a longer number or address.
    pub fn is_in(&self, text: &str) -> bool {
        let text = match self.kind {
            IdentifierKind::Email => text.to_lowercase(),
            IdentifierKind::Chn => text.to_ascii_uppercase(),
            IdentifierKind::Bvn | IdentifierKind::Nin => text.to_owned(),
        };
        let value = self.value.expose();
        text.match_indices(value.as_str()).any(|(at, found)| {
            let before = text[..at].chars().next_back();
            let mut after = text[at + found.len()..].chars();
            let after = (after.next(), after.next());
            !before.is_some_and(|one| self.goes_on(one)) && !self.follows(after)
        })
    }

    /// Whether a sign before the value makes it a part of something longer.
    fn goes_on(&self, sign: char) -> bool {
        sign.is_alphanumeric() || self.kind == IdentifierKind::Email && "._%+-".contains(sign)
    }

    /// The same of the two signs after it: a full stop may end a sentence.
    fn follows(&self, (next, second): (Option<char>, Option<char>)) -> bool {
        match next {
            Some('.') => second.is_some_and(char::is_alphanumeric),
            Some('-') => self.kind == IdentifierKind::Email,
            Some(sign) => sign.is_alphanumeric(),
            None => false,
        }
    }
}

/// What a kind looks at and works on.
#[derive(Clone, Debug)]
pub struct PeopleScope {
    pub store: Store,
    pub vault: Vault,
    pub now: Timestamp,
    pub who: Identifier,
    /// How long what identifies somebody who paid is kept after the end, in days.
    pub paid_kept_days: u32,
}

/// Whether a record may be erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes when it is erased.
    Goes,
    /// It stays, and why, in words.
    Stays(String),
}

/// Something that is held of the person.
#[derive(Clone, Debug)]
pub struct PersonalRecord {
    /// Which kind: `subscription`.
    pub kind: &'static str,
    /// Names it in its kind.
    pub id: String,
    pub environment: Option<Environment>,
    /// With whom it is held, if with a tenant.
    pub tenant: Option<TenantId>,
    /// When it was made.
    pub at: Timestamp,
    pub fate: Fate,
    /// All that is held of them in it.
    pub data: Sensitive<Value>,
}

/// Where records of people are.
#[derive(Clone, Copy, Debug)]
pub struct PeopleKind {
    pub name: &'static str,
    /// What it is, and what becomes of it.
    pub about: &'static str,
    pub find: fn(PeopleScope) -> Doing<Vec<PersonalRecord>>,
    /// Erases what may go; the records as they were, each with what became of it.
    pub erase: fn(PeopleScope) -> Doing<Vec<PersonalRecord>>,
}

/// All places of a server where records of people are.
#[derive(Clone, Debug)]
pub struct People {
    pub kinds: Arc<[PeopleKind]>,
    /// How long what identifies somebody who paid is kept after the end, in days.
    pub paid_kept_days: u32,
}

/// What is done with the records of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handling {
    Find,
    Erase,
}

impl People {
    /// The records of a person, kind by kind.
    ///
    /// # Errors
    /// If the store cannot serve, or what is sealed cannot be opened.
    pub async fn records(
        &self,
        handling: Handling,
        (store, vault): (&Store, &Vault),
        now: Timestamp,
        who: &Identifier,
    ) -> Result<Vec<PersonalRecord>> {
        let mut all = Vec::new();
        for kind in self.kinds.iter() {
            let scope = PeopleScope {
                store: store.clone(),
                vault: vault.clone(),
                now,
                who: who.clone(),
                paid_kept_days: self.paid_kept_days,
            };
            all.extend(match handling {
                Handling::Find => (kind.find)(scope).await?,
                Handling::Erase => (kind.erase)(scope).await?,
            });
            all.truncate(RECORDS_MAX);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_cleaned_or_refused() {
        let check = |kind: IdentifierKind, text: &str, expected: Option<&str>| {
            assert_eq!(kind.clean(text).as_deref(), expected, "{text}");
        };
        check(IdentifierKind::Bvn, "222 0000 0001", Some("22200000001"));
        check(IdentifierKind::Bvn, "2220000000", None);
        check(IdentifierKind::Nin, "8150000000a", None);
        check(IdentifierKind::Chn, "c-77889900", Some("C77889900"));
        check(IdentifierKind::Chn, "c7", None);
        check(
            IdentifierKind::Email,
            " Ada@Example.com ",
            Some("ada@example.com"),
        );
        check(IdentifierKind::Email, "ada", None);
    }

    #[test]
    fn a_part_of_a_longer_number_is_not_the_number() {
        let who = |kind, value: &str| Identifier {
            kind,
            value: Sensitive::new(value.to_owned()),
        };
        let bvn = who(IdentifierKind::Bvn, "22200000001");
        assert!(bvn.is_in("{\"bvn\":\"22200000001\"}"));
        assert!(bvn.is_in("of 22200000001."));
        assert!(!bvn.is_in("122200000001"));
        assert!(!bvn.is_in("222000000019"));
        let email = who(IdentifierKind::Email, "ada@example.com");
        assert!(email.is_in("To: <Ada@Example.com>"));
        assert!(email.is_in("It is ada@example.com."));
        for other in [
            "canada@example.com",
            "x.ada@example.com",
            "ada@example.com.ng",
        ] {
            assert!(!email.is_in(other), "{other}");
        }
    }
}
