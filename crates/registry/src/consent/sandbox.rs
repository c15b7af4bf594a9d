//! The sandbox's consent codes: ten reserved ones whose digit decides what happens, those an
//! operator issued, and behind every other well-formed code some company, always the same.

use kofa_domain::{Environment, Error, Result};

use crate::codes::{UPSTREAM_TIMEOUT, VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND};
use crate::profile::{Part, Profile};
use crate::rules::{EntityType, Vrc, read_rc_number};
use crate::sandbox::Sandbox;

/// Good again and again.
const REUSABLE: u8 = 0;
const UNKNOWN: u8 = 1;
/// Used by someone else.
const USED: u8 = 2;
/// Answered after a while.
const SLOW: u8 = 4;
/// Not answered in time at first, then as [`REUSABLE`].
const TIMES_OUT: u8 = 5;
const EXPIRED: u8 = 7;

/// Whether a code may be used again when its answer is forgotten. Those that rehearse a
/// time-out start over, so that it can be rehearsed again.
pub(crate) fn is_reusable(vrc: &Vrc) -> bool {
    matches!(vrc.reserved(), Some(REUSABLE | TIMES_OUT))
}

/// Whether a code is taken the way of an upstream, which uses it up outside: those that
/// rehearse waiting for one.
pub(crate) fn is_outside(environment: Environment, vrc: &Vrc) -> bool {
    environment == Environment::Sandbox && matches!(vrc.reserved(), Some(SLOW | TIMES_OUT))
}

/// The code to ask with: one whose time-out has been rehearsed is answered like the first.
pub(crate) fn asked_as(vrc: Vrc, was_asked: bool) -> Vrc {
    match vrc.reserved() {
        Some(TIMES_OUT) if was_asked => Vrc::of_sandbox(REUSABLE),
        _ => vrc,
    }
}

impl Sandbox {
    /// The company behind a code of the sandbox.
    ///
    /// # Errors
    /// Those that a reserved code plays, or as [`Register::consented`](crate::Register::consented).
    pub async fn consented(&self, vrc: &Vrc, part: Part) -> Result<Profile> {
        match vrc.reserved() {
            None => match self.register().consented(vrc, part).await {
                Err(error) if *error.code() == VRC_NOT_FOUND => self.by_any_vrc(vrc, part).await,
                known => known,
            },
            Some(UNKNOWN) => Err(Error::plain(&VRC_NOT_FOUND)),
            Some(USED) => Err(Error::plain(&VRC_ALREADY_USED)),
            Some(EXPIRED) => Err(Error::plain(&VRC_EXPIRED)),
            Some(TIMES_OUT) => Err(Error::plain(&UPSTREAM_TIMEOUT)),
            // The others do what the reserved registration numbers with their digit do.
            Some(digit) => self.company(&format!("000001{digit}"), part).await,
        }
    }

    /// Some company of the sandbox's world, the same for the same code.
    async fn by_any_vrc(&self, vrc: &Vrc, part: Part) -> Result<Profile> {
        let numbers = self.world();
        let place = vrc.number_below(numbers.len());
        match place.and_then(|place| numbers.get(place)) {
            Some(number) => self.company(number, part).await,
            None => Err(Error::plain(&VRC_NOT_FOUND)),
        }
    }

    async fn company(&self, number: &str, part: Part) -> Result<Profile> {
        let number = read_rc_number(number).map_err(|_| Error::internal("a sandbox number"))?;
        let found = self.profile(&number.number, EntityType::Company, part);
        found.await?.ok_or_else(|| Error::plain(&VRC_NOT_FOUND))
    }
}
