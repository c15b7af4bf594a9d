//! Cutting personal data down to what may be told.

/// An e-mail address: `a***@example.ng`. `None` if it is none.
pub fn mask_email(text: &str) -> Option<String> {
    let (local, domain) = text.trim().split_once('@')?;
    let first = local.chars().next()?;
    let is_host = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-');
    let is_domain = domain.contains('.') && domain.chars().all(is_host);
    is_domain.then(|| format!("{first}***@{domain}"))
}

/// A phone number: its first and last four digits, `0803***4567`; a leading `+` stays. `None`
/// if it has fewer than ten digits, of which so many would be too much, or anything but
/// digits and what is written between them.
pub fn mask_phone(text: &str) -> Option<String> {
    let text = text.trim();
    let (plus, rest) = match text.strip_prefix('+') {
        Some(rest) => ("+", rest),
        None => ("", text),
    };
    let between = |letter: char| matches!(letter, ' ' | '-' | '.' | '(' | ')');
    let digits: String = rest.chars().filter(|letter| !between(*letter)).collect();
    if digits.len() < 10 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (first, last) = (&digits[..4], &digits[digits.len() - 4..]);
    Some(format!("{plus}{first}***{last}"))
}

/// A number on a document of identity: its last four characters, a `*` for each other one.
/// One of fewer than eight characters shows nothing. `None` if it is empty.
pub fn mask_identity(text: &str) -> Option<String> {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    let letters: Vec<char> = letters.collect();
    if letters.is_empty() {
        return None;
    }
    let shown = if letters.len() < 8 { 0 } else { 4 };
    let hidden = letters.len() - shown;
    let stars = std::iter::repeat_n('*', hidden.min(HIDDEN_MAX));
    Some(stars.chain(letters[hidden..].iter().copied()).collect())
}

/// Stars in a masked number, so that a hostile one does not make a hostile answer.
const HIDDEN_MAX: usize = 20;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_masked_can_still_be_recognised_by_who_knows_it() {
        let email = |text| mask_email(text).unwrap_or_default();
        assert_eq!(email("adaeze.obi@example.ng"), "a***@example.ng");
        assert_eq!(email("ọlá@example.ng"), "ọ***@example.ng");
        for text in [
            "",
            "ada",
            "@example.ng",
            "ada@",
            "ada@host",
            "a@b@c.ng",
            "a@b c.ng",
        ] {
            assert_eq!(email(text), "", "{text}");
        }
        let phone = |text| mask_phone(text).unwrap_or_default();
        assert_eq!(phone("0803 123 4567"), "0803***4567");
        assert_eq!(phone("+234-803-123-4567"), "+2348***4567");
        for text in ["", "080312345", "call me", "0803123456x"] {
            assert_eq!(phone(text), "", "{text}");
        }
        let identity = |text| mask_identity(text).unwrap_or_default();
        assert_eq!(identity("70123456789"), "*******6789");
        assert_eq!(identity("A-1234 5678"), "*****5678");
        assert_eq!(identity("1234567"), "*******");
        assert_eq!(identity(" - "), "");
    }

    proptest! {
        #[test]
        fn most_of_a_number_is_hidden(number in "[0-9]{10,40}") {
            let phone = mask_phone(&number).unwrap();
            prop_assert!(!phone.contains(&number[..9]));
            prop_assert_eq!(phone.len(), 11);
            let identity = mask_identity(&number).unwrap();
            prop_assert_eq!(identity.trim_start_matches('*'), &number[number.len() - 4..]);
        }

        #[test]
        fn noise_never_panics(text in ".{0,40}") {
            let _ = (mask_email(&text), mask_phone(&text), mask_identity(&text));
        }
    }
}
