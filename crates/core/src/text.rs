//! Rules on the names, addresses and reasons that people type.

use kofa_domain::{Fault, codes};

use crate::codes::INVALID_EMAIL;

/// Longest name of a tenant, operator or key, in characters.
pub const NAME_CHARS_MAX: usize = 100;
/// Longest e-mail address, in characters (RFC 5321, 4.5.3.1.3).
pub const EMAIL_CHARS_MAX: usize = 254;
/// Longest reason, in characters.
pub const REASON_CHARS_MAX: usize = 500;
/// What a name must be.
pub const NAME_MUST: &str =
    "must have at most 100 characters and no control characters or marks of direction";
/// What an e-mail address must be.
pub const EMAIL_MUST: &str = "must be an e-mail address such as ada@example.com";

/// Whether a character is not seen itself, or turns round the text beside it: a control character,
/// a mark of direction (Unicode Standard Annex 9), a space without width. Joiners stay, without
/// which some scripts cannot be written.
pub fn is_hidden(one: char) -> bool {
    one.is_control()
        || matches!(one, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(one, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
}

/// Whether a trimmed text that is not empty can be a name.
pub fn is_name(text: &str) -> bool {
    text.chars().count() <= NAME_CHARS_MAX && !text.chars().any(is_hidden)
}

/// A name: trimmed, 1 to [`NAME_CHARS_MAX`] characters, none of them hidden.
pub fn read_name(field: &'static str, text: &str, faults: &mut Vec<Fault>) -> Option<String> {
    let name = text.trim();
    if name.is_empty() {
        faults.push(Fault::missing(field));
        return None;
    }
    if !is_name(name) {
        let message = format!("`{field}` {NAME_MUST}.");
        faults.push(Fault::on(field, &codes::INVALID_FIELD, message));
        return None;
    }
    Some(name.to_owned())
}

/// An e-mail address in lower case. Checked for shape only: whether it exists, the invite
/// tells.
pub fn read_email(field: &'static str, text: &str, faults: &mut Vec<Fault>) -> Option<String> {
    let email = text.trim().to_lowercase();
    if email.is_empty() {
        faults.push(Fault::missing(field));
        return None;
    }
    if !is_email(&email) {
        let message = format!("`{field}` {EMAIL_MUST}.");
        faults.push(Fault::on(field, &INVALID_EMAIL, message));
        return None;
    }
    Some(email)
}

/// Whether a trimmed text has the shape of an e-mail address.
pub fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else {
        return false;
    };
    let local_ok = (1..=64).contains(&local.len())
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && local.chars().all(|c| {
            c.is_alphanumeric() || matches!(c, '.' | '_' | '+' | '-' | '\'' | '&' | '%' | '=')
        });
    let label_ok = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    local_ok
        && text.chars().count() <= EMAIL_CHARS_MAX
        && host.contains('.')
        && host.split('.').all(label_ok)
}

/// Words with a space between each, as a column keeps them.
pub fn spaced(all: &[impl ToString]) -> String {
    let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_is_seen_of_it() {
        let check = |text: &str, fits: bool| {
            let mut faults = Vec::new();
            assert_eq!(
                read_name("name", text, &mut faults).is_some(),
                fits,
                "{text:?}"
            );
        };
        check("Ọ̀ṣun & Sons (Nig.) Ltd", true);
        check("شرکت نمونه\u{200c}ها", true);
        for hidden in [
            '\u{7}', '\u{200b}', '\u{200f}', '\u{202e}', '\u{2060}', '\u{2066}', '\u{feff}',
        ] {
            check(&format!("A{hidden}B"), false);
        }
    }

    #[test]
    fn addresses_are_told_from_other_text() {
        let check = |text: &str, expected: Option<&str>| {
            let mut faults = Vec::new();
            let got = read_email("email", text, &mut faults);
            assert_eq!(got.as_deref(), expected, "{text}");
            assert_eq!(faults.is_empty(), expected.is_some(), "{text}");
        };
        check(" Ada@Example.COM ", Some("ada@example.com"));
        check("a.b+c@x-y.co.ng", Some("a.b+c@x-y.co.ng"));
        for wrong in [
            "",
            "ada",
            "@x.ng",
            "ada@",
            "ada@x",
            "a b@x.ng",
            "a@-x.ng",
            "a@x..ng",
            "a..b@x.ng",
            "<script>@x.ng",
            "a@x.ng\n",
        ] {
            let expected = (wrong == "a@x.ng\n").then_some("a@x.ng");
            check(wrong, expected);
        }
        check(&format!("{}@x.ng", "a".repeat(65)), None);
    }

    #[test]
    fn names_are_bounded_and_visible() {
        let check = |text: &str, expected: Option<&str>| {
            let mut faults = Vec::new();
            let got = read_name("name", text, &mut faults);
            assert_eq!(got.as_deref(), expected);
            assert_eq!(faults.len(), usize::from(expected.is_none()));
        };
        check("  Ṣadé & Co ", Some("Ṣadé & Co"));
        check("   ", None);
        check("a\u{0}b", None);
        check(
            &"é".repeat(NAME_CHARS_MAX),
            Some(&"é".repeat(NAME_CHARS_MAX)),
        );
        check(&"é".repeat(NAME_CHARS_MAX + 1), None);
    }
}
