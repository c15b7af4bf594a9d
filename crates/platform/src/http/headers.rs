//! Headers that mean one thing.

use http::HeaderMap;

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
