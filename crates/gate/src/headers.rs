//! Headers that mean one thing.

use http::{HeaderMap, header};
use kofa_core::codes;
use kofa_domain::{Error, Result};

/// Refuses a body that was packed on its way (RFC 9110, 8.4): nothing here unpacks one, and its
/// bytes would be told to be no JSON, or no file.
///
/// # Errors
/// 415 `unsupported_media_type`.
pub fn must_not_be_packed(headers: &HeaderMap) -> Result<()> {
    let codings = headers.get_all(header::CONTENT_ENCODING);
    let is_none = |value: &http::HeaderValue| {
        let value = value.as_bytes().trim_ascii();
        value.is_empty() || value.eq_ignore_ascii_case(b"identity")
    };
    if codings.iter().all(is_none) {
        return Ok(());
    }
    Err(Error::new(
        &codes::UNSUPPORTED_MEDIA_TYPE,
        "Send the body without `Content-Encoding`: compressed bodies are not accepted.",
    ))
}

/// The value of the header `name` without surrounding space; `None` if it was not sent. Empty,
/// so that no rule takes it, where it is not visible ASCII, or was sent more than once with
/// different values: which of them is meant is for nobody to guess.
pub(crate) fn one_value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    let is_one = all.all(|other| other == first);
    let text = first.to_str().ok().filter(|_| is_one);
    Some(text.unwrap_or_default().trim())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_body_comes_as_it_is() {
        let check = |sent: &[&'static str], is_taken: bool| {
            let mut headers = HeaderMap::new();
            for value in sent {
                headers.append(header::CONTENT_ENCODING, HeaderValue::from_static(value));
            }
            assert_eq!(must_not_be_packed(&headers).is_ok(), is_taken, "{sent:?}");
        };
        check(&[], true);
        check(&[""], true);
        check(&["Identity"], true);
        check(&["gzip"], false);
        check(&["identity", "br"], false);
        check(&["gzip, identity"], false);
    }

    #[test]
    fn of_several_values_none_is_taken_unless_they_are_one() {
        let check = |sent: &[&'static [u8]], expected: Option<&str>| {
            let mut headers = HeaderMap::new();
            for value in sent {
                headers.append("x-one", HeaderValue::from_bytes(value).unwrap());
            }
            assert_eq!(one_value(&headers, "x-one"), expected, "{sent:?}");
        };
        check(&[], None);
        check(&[b" live "], Some("live"));
        check(&[b"live", b"live"], Some("live"));
        check(&[b"live", b"sandbox"], Some(""));
        check(&[b"live", b""], Some(""));
        check(&[b"\xff"], Some(""));
    }
}
