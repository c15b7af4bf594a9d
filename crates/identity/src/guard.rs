//! What slows down who guesses passwords and codes: failed attempts under one name, known or
//! not, so that nobody learns which names there are.
//!
//! An attempt is counted before the password is compared and forgotten when it was right:
//! many at once cannot slip past the count.

use kofa_domain::{Result, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Tx, Value, Vault};

use super::known_places::{Place, is_known};
use super::sessions::Door;

/// Failures that cost nothing.
pub const FREE_FAILURES: i64 = 5;
/// The first wait, in seconds; it doubles with each further failure.
pub const FIRST_LOCK_SECONDS: i64 = 30;
/// The longest wait, in seconds.
pub const LOCK_SECONDS_MAX: i64 = 15 * 60;
/// Failures older than this are forgotten, in seconds.
const KEPT_SECONDS: i64 = 24 * 3_600;

const COUNT: &str = "insert into sign_in_guard (name_digest, failures, locked_until, changed_at) \
     values ($1, 1, 0, $2) on conflict (name_digest) do update set \
     failures = case when sign_in_guard.changed_at < $3 then 1 \
     else sign_in_guard.failures + 1 end, changed_at = $2 \
     where sign_in_guard.locked_until <= $2 returning failures";
const LOCK: &str = "update sign_in_guard set locked_until = $2 where name_digest = $1";
const LOCKED: &str = "select locked_until from sign_in_guard where name_digest = $1";
const CLEAR: &str = "delete from sign_in_guard where name_digest = $1";
const FORGET: &str = "delete from sign_in_guard where name_digest in \
     (select name_digest from sign_in_guard where changed_at < $1 \
      order by changed_at limit $2)";

/// What somebody signs in as at one door, without saying who that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignInName([u8; 32]);

impl SignInName {
    /// Of an e-mail address as it was typed.
    pub fn new(vault: &Vault, door: Door, email: &str) -> Self {
        let context = match door {
            Door::Portal => "sign-in/portal",
            Door::Console => "sign-in/console",
        };
        Self(vault.blind_index(context, email.trim().to_lowercase()))
    }
}

/// What the guard says to an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It may be made, and counts as failed until [`PurgeFailures`].
    Counted,
    /// It may be made again after so many seconds.
    Wait(i64),
}

/// Counts an attempt under a name before it is made; from a known place apart from all others.
#[derive(Debug)]
pub struct CountAttempt {
    pub name: SignInName,
    /// Where it comes from; the first that is known counts.
    pub places: Vec<Place>,
    pub at: Timestamp,
}

/// How long a name waits after so many failures, in seconds.
fn lock_seconds(failures: i64) -> i64 {
    let Some(over) = failures.checked_sub(FREE_FAILURES + 1).filter(|n| *n >= 0) else {
        return 0;
    };
    let doubled = FIRST_LOCK_SECONDS << over.min(10);
    doubled.min(LOCK_SECONDS_MAX)
}

impl Op for CountAttempt {
    type Out = Attempt;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Attempt> {
        let key = key(tx, &self.name, &self.places, self.at).await?;
        let name = || Value::from(&key);
        let params = [
            name(),
            self.at.into(),
            self.at.plus_seconds(-KEPT_SECONDS).into(),
        ];
        let Some(row) = tx.opt(COUNT, &params).await? else {
            let until = tx.one(LOCKED, &[name()]).await?;
            let left = until.get::<Timestamp>("locked_until")?;
            let micros = left.micros_since(self.at).max(1);
            return Ok(Attempt::Wait((micros + 999_999) / 1_000_000));
        };
        let seconds = lock_seconds(row.get("failures")?);
        if seconds > 0 {
            let until = self.at.plus_seconds(seconds);
            tx.exec_one(LOCK, &[name(), until.into()]).await?;
        }
        Ok(Attempt::Counted)
    }
}

/// Forgets what was counted under a name: somebody has proved who they are.
#[derive(Debug)]
pub struct PurgeFailures {
    pub name: SignInName,
    /// As they were when it was counted.
    pub places: Vec<Place>,
    pub at: Timestamp,
}

impl PurgeFailures {
    /// As part of another operation.
    pub(crate) async fn forget(&self, tx: &mut Tx<'_>) -> Result<()> {
        let key = key(tx, &self.name, &self.places, self.at).await?;
        tx.exec(CLEAR, &[(&key).into()]).await?;
        Ok(())
    }
}

/// Under what is counted: the first place that is known, or the name.
async fn key(
    tx: &mut Tx<'_>,
    name: &SignInName,
    places: &[Place],
    at: Timestamp,
) -> Result<[u8; 32]> {
    for place in places {
        if is_known(tx, place, at).await? {
            return Ok(place.digest);
        }
    }
    Ok(name.0)
}

impl Op for PurgeFailures {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.forget(tx).await
    }
}

/// Forgets some failures of a day ago; tells how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeOldFailures {
    pub now: Timestamp,
}

impl Op for PurgeOldFailures {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let before = self.now.plus_seconds(-KEPT_SECONDS);
        Ok(tx.exec(FORGET, &[before.into(), PIECE_ROWS.into()]).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::lock_seconds;

    #[test]
    fn waits_double_up_to_a_quarter_of_an_hour() {
        let check = |failures, seconds| assert_eq!(lock_seconds(failures), seconds, "{failures}");
        check(0, 0);
        check(5, 0);
        check(6, 30);
        check(7, 60);
        check(10, 480);
        check(11, 900);
        check(i64::MAX, 900);
    }
}
