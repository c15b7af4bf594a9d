//! File names that choose an outcome in the sandbox, whatever the document says. What they stand
//! for is what reading would have ended in; everything else goes its usual way.

mod papers;
mod tables;

pub(crate) use tables::TABLES;

use std::time::Duration;

use kofa_address::{Document, Flaw, Flaws, READER_BUSY, ReadError};
use kofa_core::codes::{CALL_TIMED_OUT, SANDBOX_VALUE_IN_LIVE};
use kofa_domain::{Environment, Error, Fault, Result, Timestamp};

use crate::codes::READER_UNAVAILABLE;
use crate::reader::{Password, refusal};

/// How every reserved name begins.
const PREFIX: &str = "poa_";
/// What opens `poa_encrypted`.
const PASSWORD: &str = "kofa";
/// How long `poa_slow` takes, in milliseconds.
const SLOW_MS: u64 = 4_000;
/// When a call that found no reader may be sent again, in seconds.
const RETRY_AFTER_SECONDS: u32 = 2;
/// Lease of a worker that is lost, in seconds: nobody who tests waits two minutes.
const LOST_LEASE_SECONDS: i64 = 10;
/// Lease of a worker that is at work for as long as a test looks, in seconds.
const LONG_LEASE_SECONDS: i64 = 600;

/// What a reserved file name asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "snake_case", ascii_case_insensitive)]
pub(crate) enum Reserved {
    Found,
    TwoAddresses,
    Old,
    NoAddress,
    Blurry,
    Encrypted,
    Slow,
    Timeout,
    Busy,
    Fail,
    /// A job stays in its queue.
    Queued,
    /// A job is being read, and stays so.
    Processing,
    /// A job loses its worker once.
    Stuck,
    /// A job loses its worker each time.
    Lost,
    /// A job's result is gone as soon as it is there.
    Expired,
}

impl Reserved {
    /// What a file called so asks for in the sandbox. Its ending and its case play no part.
    pub(crate) fn of(environment: Environment, file_name: Option<&str>) -> Option<Self> {
        (environment == Environment::Sandbox)
            .then(|| Self::named(file_name?))
            .flatten()
    }

    fn named(file_name: &str) -> Option<Self> {
        let stem = file_name
            .rsplit_once('.')
            .map_or(file_name, |(stem, _)| stem);
        let (prefix, word) = stem.split_at_checked(PREFIX.len())?;
        let is_reserved = prefix.eq_ignore_ascii_case(PREFIX);
        is_reserved.then(|| word.parse().ok()).flatten()
    }

    /// What is wrong with a file name in live, said of `field`.
    pub(crate) fn fault_in_live(
        environment: Environment,
        field: &'static str,
        file_name: Option<&str>,
    ) -> Option<Fault> {
        if environment == Environment::Sandbox {
            return None;
        }
        Self::named(file_name?)?;
        let message = format!(
            "`{field}` has a file name that chooses an outcome in the sandbox; rename the file."
        );
        Some(Fault::on(field, &SANDBOX_VALUE_IN_LIVE, message))
    }

    /// Reads as a direct call does.
    ///
    /// # Errors
    /// Those the name asks for.
    pub(crate) async fn read(
        self,
        password: Option<&Password>,
        now: Timestamp,
    ) -> Result<Document> {
        match self {
            Self::Timeout => Err(Error::plain(&CALL_TIMED_OUT)),
            Self::Busy => Err(Error::plain(&READER_BUSY).with_retry_after(RETRY_AFTER_SECONDS)),
            _ => self.read_in_job(password, now).await,
        }
    }

    /// Reads as a worker does: it waits for a reader, and nobody waits for it.
    ///
    /// # Errors
    /// Those the name asks for.
    pub(crate) async fn read_in_job(
        self,
        password: Option<&Password>,
        now: Timestamp,
    ) -> Result<Document> {
        match self {
            Self::Blurry => Err(ReadError::PoorPicture {
                page: 1,
                flaws: Flaws::NONE.with(Flaw::Blurred, true),
            }
            .into()),
            Self::Encrypted => match password.map(|it| it.expose().as_str()) {
                None => Err(ReadError::Encrypted.into()),
                Some(PASSWORD) => Ok(papers::bill(now)),
                Some(_) => Err(ReadError::WrongPassword.into()),
            },
            Self::Fail => {
                Err(Error::plain(&READER_UNAVAILABLE).with_retry_after(RETRY_AFTER_SECONDS))
            }
            Self::Timeout => Err(refusal(ReadError::TimedOut)),
            Self::Slow => {
                tokio::time::sleep(Duration::from_millis(SLOW_MS)).await;
                Ok(papers::bill(now))
            }
            Self::TwoAddresses => Ok(papers::bill_of_two(now)),
            Self::Old => Ok(papers::old_bill(now)),
            Self::NoAddress => Ok(papers::minutes(now)),
            _ => Ok(papers::bill(now)),
        }
    }

    /// How long an attempt at a job is left to itself, in seconds, as if its worker were lost or
    /// never done.
    pub(crate) const fn lease_left(self, attempt: i64) -> Option<i64> {
        match self {
            Self::Stuck if attempt == 1 => Some(LOST_LEASE_SECONDS),
            Self::Lost => Some(LOST_LEASE_SECONDS),
            Self::Processing => Some(LONG_LEASE_SECONDS),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_reserved_whole_in_any_case_and_with_any_ending() {
        use Environment::{Live, Sandbox};
        let named = |name| Reserved::of(Sandbox, Some(name));
        assert_eq!(named("poa_found.pdf"), Some(Reserved::Found));
        assert_eq!(
            named("POA_Two_Addresses.JPEG"),
            Some(Reserved::TwoAddresses)
        );
        assert_eq!(named("poa_no_address"), Some(Reserved::NoAddress));
        for other in [
            "poa_",
            "poa",
            "",
            "poa_found.pdf.pdf",
            "my poa_found.pdf",
            "poa_foundling.pdf",
            "poa-found.pdf",
            "poé_found.pdf",
            "/tmp/poa_found.pdf",
            "found.pdf",
        ] {
            assert_eq!(named(other), None, "{other}");
            assert_eq!(Reserved::fault_in_live(Live, "file", Some(other)), None);
        }
        assert_eq!(Reserved::of(Sandbox, None), None);
        assert_eq!(Reserved::of(Live, Some("poa_found.pdf")), None);
        assert!(Reserved::fault_in_live(Live, "file", Some("poa_old.pdf")).is_some());
        assert!(Reserved::fault_in_live(Sandbox, "file", Some("poa_old.pdf")).is_none());
    }
}
