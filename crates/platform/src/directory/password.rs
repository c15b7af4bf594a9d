//! Passwords of people: what is accepted, and Argon2id for what is stored (RFC 9106).

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use kofa_domain::{Error, Fault, Ids, Result, Sensitive};

use super::codes::WEAK_PASSWORD;

/// Shortest password, in characters.
pub const CHARS_MIN: usize = 10;
/// Longest password, in characters: hashing cost must not be the caller's to choose.
pub const CHARS_MAX: usize = 200;
/// Fewer different characters than this is a pattern, not a password.
const DIFFERENT_MIN: usize = 4;

/// Whether `password` will do for the person with these words (e-mail, name): long enough,
/// not all the same, and not one of the words.
///
/// # Errors
/// 422 `weak_password` on `field`; the message never repeats the password.
pub fn check(field: &'static str, password: &Sensitive<String>, words: &[&str]) -> Result<()> {
    let text = password.expose().as_str();
    let count = text.chars().count();
    let must = if count < CHARS_MIN {
        format!("must have at least {CHARS_MIN} characters")
    } else if count > CHARS_MAX {
        format!("must have at most {CHARS_MAX} characters")
    } else if is_one_of(text, words) {
        "must not be the e-mail address or name".to_owned()
    } else if different(text) < DIFFERENT_MIN {
        format!("must hold at least {DIFFERENT_MIN} different characters")
    } else {
        return Ok(());
    };
    let fault = Fault::on(field, &WEAK_PASSWORD, format!("`{field}` {must}."));
    Err(Error::faults(vec![fault]))
}

fn is_one_of(text: &str, words: &[&str]) -> bool {
    let plain = text.trim().to_lowercase();
    words.iter().any(|word| {
        let word = word.trim().to_lowercase();
        let local = word.split('@').next().unwrap_or_default();
        plain == word || (!local.is_empty() && plain == local)
    })
}

fn different(text: &str) -> usize {
    let mut seen: Vec<char> = text.chars().collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len()
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

async fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
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
        assert!(good("correct horse").is_ok());
        assert!(good(&"xyzw".repeat(50)).is_ok());
        for weak in [
            "",
            "ninechars",
            "aaaaaaaaaaaa",
            "ababababababab",
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
