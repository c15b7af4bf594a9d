//! Base64, percent encoding and randomness: what the standard library has not.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |position: usize| u32::from(*chunk.get(position).unwrap_or(&0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for position in 0..4 {
            let is_padding = position > chunk.len();
            let letter = LETTERS[(bits >> (18 - 6 * position) & 63) as usize];
            text.push(if is_padding { '=' } else { letter.into() });
        }
    }
    text
}

/// Bytes of standard base64, with or without padding.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.chunks(4) {
        let mut bits = 0;
        for letter in chunk {
            let value = LETTERS.iter().position(|one| one == letter)?;
            bits = bits << 6 | value as u32;
        }
        bits <<= 6 * (4 - chunk.len());
        let whole = bits.to_be_bytes();
        // Of one letter no byte can be made.
        bytes.extend_from_slice(whole.get(1..chunk.len()).filter(|it| !it.is_empty())?);
    }
    Some(bytes)
}

/// A part of a path or query.
pub(crate) fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| match byte {
            _ if is_plain(byte) => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// A value of a query, as text.
pub(crate) fn query_text(value: &impl ToString) -> String {
    value.to_string()
}

/// A number that nobody meets twice: a keyed hash, whose key the system chose, of a count.
pub(crate) fn random() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    RandomState::new().hash_one(COUNT.fetch_add(1, Ordering::Relaxed))
}

/// From 0 to 1.
pub(crate) fn chance() -> f64 {
    random() as f64 / u64::MAX as f64
}

/// A random UUID.
pub(crate) fn new_key() -> String {
    let high = random() & !0xf000 | 0x4000;
    let low = random() >> 2 | 1 << 63;
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_goes_there_and_back() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v")] {
            assert_eq!(to_base64(bytes.as_bytes()), text);
            assert_eq!(from_base64(text).as_deref(), Some(bytes.as_bytes()));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(from_base64(&to_base64(&all)), Some(all));
        assert_eq!(from_base64("Zg$="), None);
        assert_eq!(from_base64("Zm9vY"), None);
    }

    #[test]
    fn keys_are_uuids_that_differ() {
        let (one, other) = (new_key(), new_key());
        assert_ne!(one, other);
        assert_eq!(one.len(), 36);
        assert_eq!(&one[14..15], "4");
    }

    #[test]
    fn paths_are_encoded() {
        assert_eq!(encoded("a b/ß"), "a%20b%2F%C3%9F");
    }
}
