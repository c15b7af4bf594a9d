//! Passwords of people: what is accepted, and Argon2id for what is stored (RFC 9106).
//!
//! Hashing takes tens of milliseconds and 19 MiB on purpose, so it is rationed: [`AT_ONCE`]
//! hashes at a time and a short queue, beyond which the answer is 503. A flood of sign-ins
//! then starves itself, not the API beside it.

use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use kofa_domain::{Error, Fault, Ids, Result, Sensitive};
use tokio::sync::{Semaphore, SemaphorePermit};
use zxcvbn::{Score, zxcvbn};

use super::codes::WEAK_PASSWORD;

/// Shortest password, in characters.
pub const CHARS_MIN: usize = 10;
/// Longest password, in characters: hashing cost must not be the caller's to choose.
pub const CHARS_MAX: usize = 200;
/// Passwords that are hashed at once.
pub const AT_ONCE: usize = 2;
/// Callers who may wait for their turn.
const WAITING_MAX: usize = 16;
/// The hash of nothing anybody can type: of people who come in without a password, and what the
/// password of an unknown name is compared with, so that it takes as long as a known one's.
pub const NONE: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// What everybody here would try first.
const OF_THE_SITE: [&str; 3] = ["kofa", "portal", "operator"];

static TURNS: Semaphore = Semaphore::const_new(AT_ONCE);
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Whether `password` will do for the person with these words (e-mail address, name of the
/// tenant): long enough, none of the words, and hard to guess (zxcvbn gives at least 3 of 4).
///
/// # Errors
/// 422 `weak_password` on `field`; the message never repeats the password.
pub fn check(field: &'static str, password: &Sensitive<String>, words: &[&str]) -> Result<()> {
    let text = password.expose().as_str();
    let count = text.chars().count();
    let must = if count < CHARS_MIN {
        format!("must have at least {CHARS_MIN} characters.")
    } else if count > CHARS_MAX {
        format!("must have at most {CHARS_MAX} characters.")
    } else if is_one_of(text, words) {
        "must not be your email address or name.".to_owned()
    } else if let Some(advice) = guessed(text, words) {
        format!("is too easy to guess. {advice}")
    } else {
        return Ok(());
    };
    let fault = Fault::on(field, &WEAK_PASSWORD, format!("`{field}` {must}"));
    Err(Error::faults(vec![fault]))
}

/// What would make a password better, if it is not good enough.
fn guessed(text: &str, words: &[&str]) -> Option<String> {
    let parts = words.iter().flat_map(|word| {
        let pieces = word.split(|c: char| !c.is_alphanumeric());
        pieces.filter(|piece| piece.chars().count() > 2)
    });
    let mut known: Vec<&str> = words.iter().copied().chain(parts).collect();
    known.extend(OF_THE_SITE);
    let estimate = zxcvbn(text, &known);
    if estimate.score() >= Score::Three {
        return None;
    }
    let advice = estimate.feedback().map(|feedback| {
        let warning = feedback.warning().map(|it| it.to_string());
        let hints = feedback.suggestions().iter().map(ToString::to_string);
        let all: Vec<String> = warning.into_iter().chain(hints).collect();
        all.join(" ")
    });
    let advice = advice.filter(|text| !text.is_empty());
    Some(advice.unwrap_or_else(|| "Add another word or two.".to_owned()))
}

fn is_one_of(text: &str, words: &[&str]) -> bool {
    let plain = text.trim().to_lowercase();
    words.iter().any(|word| {
        let word = word.trim().to_lowercase();
        let local = word.split('@').next().unwrap_or_default();
        plain == word || (!local.is_empty() && plain == local)
    })
}

/// The stored form, off the async threads: it takes tens of milliseconds on purpose.
///
/// # Errors
/// `internal_error` if hashing fails.
pub async fn hash(password: Sensitive<String>, ids: Ids) -> Result<String> {
    let salt: [u8; 16] = ids.secret();
    in_background(move || {
        Argon2::default()
            .hash_password_with_salt(password.expose().as_bytes(), &salt)
            .map(|hash| hash.to_string())
            .map_err(Error::internal)
    })
    .await?
}

/// Whether `password` is the one that `stored` was made from.
///
/// # Errors
/// `internal_error` if `stored` is not a hash.
pub async fn verify(password: Sensitive<String>, stored: String) -> Result<bool> {
    if password.expose().chars().count() > CHARS_MAX {
        return Ok(false);
    }
    in_background(move || {
        let parsed = PasswordHash::new(&stored).map_err(Error::internal)?;
        Ok(Argon2::default()
            .verify_password(password.expose().as_bytes(), &parsed)
            .is_ok())
    })
    .await?
}

/// A place in the queue, given back however the waiting ends.
struct Place;

impl Place {
    fn take() -> Result<Self> {
        let before = WAITING.fetch_add(1, Ordering::AcqRel);
        let place = Self;
        if before < WAITING_MAX {
            return Ok(place);
        }
        Err(Error::unavailable("too many passwords wait to be hashed").with_retry_after(2))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        WAITING.fetch_sub(1, Ordering::AcqRel);
    }
}

async fn turn() -> Result<SemaphorePermit<'static>> {
    let _place = Place::take()?;
    TURNS.acquire().await.map_err(Error::internal)
}

async fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let turn = turn().await?;
    tokio::task::spawn_blocking(move || {
        let done = work();
        // Here, not with the caller: one who hangs up does not stop the work.
        drop(turn);
        done
    })
    .await
    .map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(text: &str) -> Sensitive<String> {
        Sensitive::new(text.to_owned())
    }

    #[test]
    fn weak_passwords_are_refused_and_never_repeated() {
        let good = |text: &str| check("password", &secret(text), &["ada@lovelace.example", "Ada"]);
        assert!(good("correct horse battery").is_ok());
        assert!(good("kpw3-mzt9-x2qa-7rfe").is_ok());
        assert!(good(&"grey tortoise and nine purple kites ".repeat(5)).is_ok());
        for weak in [
            "",
            "ninechars",
            "aaaaaaaaaaaa",
            "ababababababab",
            "password1234",
            "qwertyuiop",
            "Lovelace2024",
            "ADA@lovelace.example",
            &"x".repeat(201),
        ] {
            let error = good(weak).unwrap_err();
            assert_eq!(error.code(), &WEAK_PASSWORD, "{weak}");
            assert!(weak.is_empty() || !error.to_string().contains(weak));
        }
        let local = check(
            "password",
            &secret("adaadalovelace"),
            &["adaadalovelace@x.ng"],
        );
        assert!(local.is_err());
    }

    #[test]
    fn a_weak_password_comes_with_advice() {
        let error = check("password", &secret("qwertyuiop"), &[]).unwrap_err();
        let text = error.message().to_owned();
        assert!(text.contains("too easy to guess. "), "{text}");
        assert!(text.contains("word"), "{text}");
    }

    /// The queue is one for the process: this holds all of it for a moment.
    #[tokio::test]
    async fn a_flood_is_turned_away() {
        let all = TURNS.acquire_many(AT_ONCE as u32).await.unwrap();
        let typed = || verify(secret("correct horse"), "not a hash".into());
        let mut waiting = Vec::new();
        for _ in 0..WAITING_MAX {
            waiting.push(tokio::spawn(typed()));
        }
        while WAITING.load(Ordering::Acquire) < WAITING_MAX {
            tokio::task::yield_now().await;
        }
        let refused = typed().await.unwrap_err();
        assert_eq!(refused.code().name, "service_unavailable");
        drop(all);
        for one in waiting {
            assert!(one.await.unwrap().is_err(), "not a hash");
        }
        assert_eq!(WAITING.load(Ordering::Acquire), 0);
    }

    #[tokio::test]
    async fn only_the_same_password_opens() {
        let stored = hash(secret("correct horse"), Ids).await.unwrap();
        assert!(stored.starts_with("$argon2id$"));
        let again = hash(secret("correct horse"), Ids).await.unwrap();
        assert_ne!(stored, again, "salted");
        assert!(
            verify(secret("correct horse"), stored.clone())
                .await
                .unwrap()
        );
        assert!(
            !verify(secret("correct Horse"), stored.clone())
                .await
                .unwrap()
        );
        assert!(!verify(secret(&"x".repeat(10_000)), stored).await.unwrap());
        assert!(
            verify(secret("correct horse"), "not a hash".into())
                .await
                .is_err()
        );
    }
}
