//! The text of an API key: `kofa_test_<random>_<checksum>`.
//!
//! The checksum is CRC-32 (IEEE) of the ASCII before the last underscore, as six base62
//! digits, most significant first. It lets a mistyped key be refused without any I/O, and
//! lets a leak scanner tell a key from noise.

use crate::Environment;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// 24 digits of base62 are 142 bits.
const RANDOM_DIGITS: usize = 24;
const RANDOM_DIGITS_MIN: usize = 22;
const RANDOM_DIGITS_MAX: usize = 64;
const CHECKSUM_DIGITS: usize = 6;

/// What the text of a key says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiKeyText {
    /// `kofa_test_` keys are for the sandbox only; `kofa_live_` keys reach live.
    pub reaches_live: bool,
}

/// Why a text is not a key. Callers outside see one answer for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyTextError {
    /// Not of the shape `kofa_(test|live)_<random>_<checksum>`.
    Shape,
    /// The right shape, the wrong checksum.
    Checksum,
}

/// Writes a new key for a reach whose widest environment is `widest`, from `random` bytes.
pub fn mint_api_key(widest: Environment, random: &[u8; 32]) -> String {
    let prefix = match widest {
        Environment::Sandbox => "kofa_test_",
        Environment::Live => "kofa_live_",
    };
    let mut key = String::with_capacity(prefix.len() + RANDOM_DIGITS + 1 + CHECKSUM_DIGITS);
    key.push_str(prefix);
    // Two 128-bit halves, twelve digits each: 62^12 < 2^72, so the bias of `%` is below 2^-56.
    for half in [&random[..16], &random[16..]] {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(half);
        let mut number = u128::from_be_bytes(bytes);
        for _ in 0..RANDOM_DIGITS / 2 {
            key.push(char::from(
                ALPHABET[usize::try_from(number % 62).unwrap_or(0)],
            ));
            number /= 62;
        }
    }
    let checksum = checksum(&key);
    key.push('_');
    key.push_str(&checksum);
    key
}

/// Checks shape and checksum, without any look-up.
///
/// # Errors
/// [`KeyTextError`] says which of the two failed.
pub fn parse_api_key(text: &str) -> Result<ApiKeyText, KeyTextError> {
    let (body, sum) = text.rsplit_once('_').ok_or(KeyTextError::Shape)?;
    let (reaches_live, random) = if let Some(random) = body.strip_prefix("kofa_test_") {
        (false, random)
    } else if let Some(random) = body.strip_prefix("kofa_live_") {
        (true, random)
    } else {
        return Err(KeyTextError::Shape);
    };
    let shaped = (RANDOM_DIGITS_MIN..=RANDOM_DIGITS_MAX).contains(&random.len())
        && random.bytes().all(|b| b.is_ascii_alphanumeric())
        && sum.len() == CHECKSUM_DIGITS;
    if !shaped {
        return Err(KeyTextError::Shape);
    }
    if checksum(body) != sum {
        return Err(KeyTextError::Checksum);
    }
    Ok(ApiKeyText { reaches_live })
}

fn checksum(body: &str) -> String {
    let mut sum = crc32fast::hash(body.as_bytes());
    let mut digits = [b'0'; CHECKSUM_DIGITS];
    for digit in digits.iter_mut().rev() {
        *digit = ALPHABET[(sum % 62) as usize];
        sum /= 62;
    }
    digits.iter().map(|&digit| char::from(digit)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_checksum_is_crc32_in_base62() {
        // CRC-32("123456789") = 0xCBF43926 is the published check value of the algorithm.
        assert_eq!(crc32fast::hash(b"123456789"), 0xCBF4_3926);
        assert_eq!(checksum("123456789"), "3jZRME");
    }

    proptest! {
        #[test]
        fn a_minted_key_parses_and_a_changed_one_does_not(
            random: [u8; 32], live: bool, at in 0usize..41, to in 0usize..62,
        ) {
            let widest = if live { Environment::Live } else { Environment::Sandbox };
            let key = mint_api_key(widest, &random);
            prop_assert_eq!(parse_api_key(&key), Ok(ApiKeyText { reaches_live: live }));
            let mut changed = key.clone().into_bytes();
            changed[at] = ALPHABET[to];
            let changed = String::from_utf8(changed).unwrap();
            if changed != key {
                prop_assert!(parse_api_key(&changed).is_err());
            }
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,80}") {
            let _ = parse_api_key(&text);
        }
    }
}
