//! Rules of single fields of the market.

use kofa_commands::rules::{Blank, Line, Moment, Shaped, text_of};
use kofa_commands::{Rule, Wrong};
use kofa_input::whole;
use serde_json::{Value, json};

/// Longest line of text: a name, a place, an address of a page, in characters.
const LINE_CHARS: usize = 200;
/// A line of text.
pub(crate) const LINE: Line = Line { most: LINE_CHARS };
/// A moment that an offer can name: from 2000-01-01 to 2100-01-01, UTC.
pub(crate) const MOMENT: Moment = Moment {
    first: 946_684_800_000_000,
    end: 4_102_444_800_000_000,
    must: "must be a moment of this century in RFC 3339, such as 2027-01-31T17:00:00+01:00",
};

/// A line that `fits`; `must` says what does, `pattern` to programs.
pub(super) const fn shaped(
    fits: fn(&str) -> bool,
    must: &'static str,
    pattern: &'static str,
) -> Shaped {
    Shaped {
        most: LINE_CHARS,
        fits,
        must,
        pattern,
    }
}

/// The address of a page.
pub(super) const PAGE: Shaped = shaped(
    is_page,
    "must be the address of a page, such as https://example.com/a",
    "",
);
pub(super) const EMAIL: Shaped = shaped(
    is_email,
    "must be an e-mail address such as offers@example.com",
    "",
);
pub(super) const PHONE: Shaped =
    shaped(is_phone, "must be a telephone number of 7 to 15 digits", "");

/// A word of a closed list, kept as a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct OneOf(pub(super) &'static [&'static str]);

impl Rule for OneOf {
    type Out = String;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        json!({"type": "string"})
    }

    fn read(&self, value: &Value) -> Result<String, Wrong> {
        let text = text_of(value, LINE_CHARS)?;
        let words = || format!("must be one of: {}", self.0.join(", "));
        let found = self.0.iter().find(|word| **word == text);
        Ok((*found.ok_or_else(words)?).to_owned())
    }

    fn write(&self, out: &String) -> Value {
        out.as_str().into()
    }
}

/// The number of a supported bank.
#[derive(Clone, Copy, Debug)]
pub(super) struct SupportedBank;

impl Rule for SupportedBank {
    type Out = i64;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        json!({"type": "integer", "format": "int64"})
    }

    fn read(&self, value: &Value) -> Result<i64, Wrong> {
        let bank = whole(value).and_then(kofa_gazetteer::bank_by_id);
        let bank = bank.filter(|bank| bank.supported);
        Ok(bank
            .ok_or("must be the number of a supported bank")?
            .bank_id)
    }

    fn write(&self, out: &i64) -> Value {
        (*out).into()
    }
}

/// The address of a page: `https` or `http`, a host, no space.
fn is_page(text: &str) -> bool {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let visible = rest
            .bytes()
            .all(|b| b.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&b));
        let labels = host.split('.').all(|label| {
            !label.is_empty()
                && label
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'-')
        });
        visible && labels && host.contains('.')
    })
}

/// An e-mail address, by the platform's rule.
fn is_email(text: &str) -> bool {
    kofa_core::text::read_email("email", text, &mut Vec::new()).is_some()
}

/// A telephone number as people write it; those of firms may be landlines.
fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (7..=15).contains(&digits)
        && text.len() <= 40
        && text
            .bytes()
            .all(|b| b.is_ascii_digit() || b" +-()/".contains(&b))
}
