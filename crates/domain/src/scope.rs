//! What a key may call, by the word of the contract.

use std::fmt;

use serde::{Serialize, Serializer};

/// The scope of a product, such as `investment_ipo`: 1 to 32 lower-case letters, digits and
/// underscores. Each product names its own, so a `Scope` alone does not say that there is such a
/// product: keys and counts outlive one that is no longer served. The text is held inline, so
/// that a scope is as cheap to pass on as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope([u8; Self::BYTES_MAX]);

impl Scope {
    /// Longest scope, in bytes.
    pub const BYTES_MAX: usize = 32;

    /// A scope that is known when the program is built.
    ///
    /// # Panics
    /// If `text` is not a scope: at compile time where it is a constant.
    pub const fn new(text: &str) -> Self {
        match Self::parse(text) {
            Some(scope) => scope,
            None => panic!("a scope has 1 to 32 lower-case letters, digits and underscores"),
        }
    }

    /// Reads what looks like a scope; `None` otherwise.
    pub const fn parse(text: &str) -> Option<Self> {
        let text = text.as_bytes();
        if text.is_empty() || text.len() > Self::BYTES_MAX {
            return None;
        }
        let mut scope = [0; Self::BYTES_MAX];
        let mut at = 0;
        while at < text.len() {
            if !matches!(text[at], b'a'..=b'z' | b'0'..=b'9' | b'_') {
                return None;
            }
            scope[at] = text[at];
            at += 1;
        }
        Some(Self(scope))
    }

    /// The contract's word for it.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0);
        let text = &self.0[..end.unwrap_or(Self::BYTES_MAX)];
        std::str::from_utf8(text).expect("a scope is ASCII")
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Scope {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_read_as_it_is_written() {
        let longest = "a".repeat(Scope::BYTES_MAX);
        for text in ["a", "investment_ipo", "v2_hub", &longest] {
            let scope = Scope::parse(text).unwrap();
            assert_eq!(scope.as_str(), text);
            assert_eq!(serde_json::to_value(scope).unwrap(), text);
        }
        let too_long = "a".repeat(Scope::BYTES_MAX + 1);
        for text in ["", "Ipo", "a b", "a/b", "\u{e9}", "a\0", &too_long] {
            assert_eq!(Scope::parse(text), None, "{text}");
        }
    }
}
