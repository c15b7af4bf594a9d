//! The W3C trace context (<https://www.w3.org/TR/trace-context/>), as far as it is passed on.

use http::{HeaderName, HeaderValue};

/// A valid `traceparent` header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceParent(HeaderValue);

impl TraceParent {
    pub const HEADER: HeaderName = HeaderName::from_static("traceparent");

    /// Version 00: `00-<trace id>-<parent id>-<flags>` in lower-case hexadecimal digits, neither
    /// id zero. `None` for anything else, which the standard says to ignore.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut is_hex = |digits: usize, may_be_zero: bool| {
            parts.next().is_some_and(|part| {
                let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
                part.len() == digits
                    && part.bytes().all(is_digit)
                    && (may_be_zero || part.bytes().any(|byte| byte != b'0'))
            })
        };
        let is_valid = text.starts_with("00-")
            && is_hex(2, true)
            && is_hex(32, false)
            && is_hex(16, false)
            && is_hex(2, true);
        if !is_valid || parts.next().is_some() {
            return None;
        }
        HeaderValue::from_str(text).ok().map(Self)
    }

    pub(crate) fn header_value(&self) -> HeaderValue {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_context_is_passed_on() {
        let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assert!(TraceParent::parse(good).is_some());
        for bad in [
            "",
            "00",
            "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nx: y",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        ] {
            assert_eq!(TraceParent::parse(bad), None, "{bad:?}");
        }
    }
}
