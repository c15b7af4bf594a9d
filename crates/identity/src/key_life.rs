//! How the life of a key or an admin token goes: whether it works, and its grace after a rotation.

use kofa_core::form_nonce::FormNonce;
use kofa_domain::{Error, Result, Timestamp};

use super::codes::KEY_NOT_ACTIVE;

/// Whether a key works, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyStatus {
    Active,
    /// It does until its grace ends; another has taken its place.
    Rotating,
    /// Its time is over.
    Expired,
    Revoked,
}

impl KeyStatus {
    /// `active`, `rotating`, `expired` or `revoked`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Rotating => "rotating",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
        }
    }

    /// At `now`, of what ended, ends and was replaced like this.
    pub(crate) fn of(
        revoked_at: Option<Timestamp>,
        expires_at: Option<Timestamp>,
        is_rotated: bool,
        now: Timestamp,
    ) -> Self {
        if revoked_at.is_some() {
            Self::Revoked
        } else if expires_at.is_some_and(|at| at <= now) {
            Self::Expired
        } else if is_rotated {
            Self::Rotating
        } else {
            Self::Active
        }
    }
}

/// How long a rotated key works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace(i64);

impl Grace {
    /// The graces on offer, in seconds: none, 15 minutes, 1 hour, 24 hours, 7 days.
    pub const SECONDS: [i64; 5] = [0, 900, 3_600, 86_400, 604_800];

    /// One of [`Grace::SECONDS`]; `None` for any other.
    pub fn from_seconds(seconds: i64) -> Option<Self> {
        Self::SECONDS.contains(&seconds).then_some(Self(seconds))
    }

    /// How long it is, in seconds.
    pub fn seconds(self) -> i64 {
        self.0
    }

    /// When a key that is rotated at `now` stops working: its own expiry if that is earlier.
    pub(crate) fn end(self, now: Timestamp, own: Option<Timestamp>) -> Timestamp {
        let end = now.plus_seconds(self.0);
        own.map_or(end, |own| own.min(end))
    }
}

/// How a key is rotated.
#[derive(Clone, Debug)]
pub struct Rotation {
    /// How long the old key works on.
    pub grace: Grace,
    /// Why, for the audit log; empty where nobody has to say.
    pub reason: String,
    /// The form that asks for it: sent again within ten minutes, it gives the same new key.
    pub form: Option<FormNonce>,
}

impl From<Grace> for Rotation {
    /// Without a reason, and not from a form.
    fn from(grace: Grace) -> Self {
        Self {
            grace,
            reason: String::new(),
            form: None,
        }
    }
}

pub(crate) fn must_be_active(what: &str, status: KeyStatus) -> Result<()> {
    match status {
        KeyStatus::Active => Ok(()),
        KeyStatus::Rotating => Err(not_active(what, "was rotated already")),
        KeyStatus::Expired => Err(not_active(what, "has expired")),
        KeyStatus::Revoked => Err(not_active(what, "was revoked")),
    }
}

pub(crate) fn not_active(what: &str, why: &str) -> Error {
    Error::new(&KEY_NOT_ACTIVE, format!("The {what} {why}."))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_the_graces_on_offer_are_taken() {
        for seconds in Grace::SECONDS {
            assert_eq!(Grace::from_seconds(seconds).unwrap(), Grace(seconds));
        }
        for seconds in [-1, 1, 60, 604_801, i64::MAX, i64::MIN] {
            assert!(Grace::from_seconds(seconds).is_none());
        }
    }

    proptest! {
        #[test]
        fn a_grace_never_extends_a_life(now: i64, own: Option<i64>, grace in 0usize..5) {
            let grace = Grace(Grace::SECONDS[grace]);
            let (now, own) = (Timestamp::from_micros(now), own.map(Timestamp::from_micros));
            let end = grace.end(now, own);
            prop_assert!(own.is_none_or(|own| end <= own));
            prop_assert!(end <= now.plus_seconds(grace.0));
        }
    }
}
