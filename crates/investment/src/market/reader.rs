//! Reads flat fields (`registrar.name`) into typed values and collects every fault.

use kofa_domain::{Kobo, Timestamp};
use kofa_platform::directory::is_hidden;
use kofa_platform::http::Fields;
use serde_json::{Map, Value};

/// Longest line of text: a name, a place, an address of a page, in characters.
pub(super) const LINE_CHARS: usize = 200;
/// Longest text of a moment, in characters.
const MOMENT_CHARS: usize = 64;
/// First and last moment that an offer can name: 2000-01-01 and 2100-01-01, UTC.
const MOMENTS: (i64, i64) = (946_684_800_000_000, 4_102_444_800_000_000);

/// Over one flat object.
pub(super) struct Reader<'a> {
    pub(super) fields: Fields<'a>,
}

impl<'a> Reader<'a> {
    pub(super) fn over(flat: &'a Map<String, Value>) -> Self {
        Self {
            fields: Fields::new(flat),
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.raw(name).is_some()
    }

    /// A required text of one line.
    pub(super) fn line(&mut self, name: &'static str) -> Option<String> {
        let text = self.fields.text(name, LINE_CHARS)?;
        self.visible(name, text)
    }

    /// A text of one line; `None` without a fault if absent or blank.
    pub(super) fn optional_line(&mut self, name: &'static str) -> Option<String> {
        let text = self.fields.optional_text(name, LINE_CHARS)?;
        self.visible(name, text)
    }

    fn visible(&mut self, name: &'static str, text: &str) -> Option<String> {
        if text.chars().any(is_hidden) {
            let must = "must be one line of text without marks of direction";
            self.fields.wrong(name, must);
            return None;
        }
        Some(text.to_owned())
    }

    /// A required text that `fits`; `must` says what does.
    pub(super) fn shaped(
        &mut self,
        name: &'static str,
        fits: impl Fn(&str) -> bool,
        must: &str,
    ) -> Option<String> {
        let text = self.line(name)?;
        self.shape(name, text, fits, must)
    }

    /// A text that `fits`; `None` without a fault if absent. Null empties; a blank text does
    /// not fit.
    pub(super) fn optional_shaped(
        &mut self,
        name: &'static str,
        fits: impl Fn(&str) -> bool,
        must: &str,
    ) -> Option<String> {
        if self.is_blank(name) {
            self.fields.wrong(name, must);
            return None;
        }
        let text = self.optional_line(name)?;
        self.shape(name, text, fits, must)
    }

    fn is_blank(&self, name: &str) -> bool {
        let text = self.fields.raw(name).and_then(Value::as_str);
        text.is_some_and(|text| text.trim().is_empty())
    }

    fn shape(
        &mut self,
        name: &'static str,
        text: String,
        fits: impl Fn(&str) -> bool,
        must: &str,
    ) -> Option<String> {
        if fits(&text) {
            return Some(text);
        }
        self.fields.wrong(name, must);
        None
    }

    /// A required word of a closed list.
    pub(super) fn word<T: Copy>(
        &mut self,
        name: &'static str,
        all: &[T],
        as_str: impl Fn(T) -> &'static str,
    ) -> Option<T> {
        let text = self.fields.text(name, LINE_CHARS)?;
        let found = all.iter().copied().find(|one| as_str(*one) == text);
        if found.is_none() {
            let words: Vec<_> = all.iter().map(|one| as_str(*one)).collect();
            self.fields
                .wrong(name, &format!("must be one of: {}", words.join(", ")));
        }
        found
    }

    /// A required whole number from `least` to `most`.
    pub(super) fn number(&mut self, name: &'static str, least: i64, most: i64) -> Option<i64> {
        let number = self.fields.integer(name)?;
        self.within(name, number, least, most)
    }

    /// A whole number from `least` to `most`; `None` without a fault if absent.
    pub(super) fn optional_number(
        &mut self,
        name: &'static str,
        least: i64,
        most: i64,
    ) -> Option<i64> {
        let number = self.fields.optional_integer(name)?;
        self.within(name, number, least, most)
    }

    fn within(&mut self, name: &'static str, number: i64, least: i64, most: i64) -> Option<i64> {
        if (least..=most).contains(&number) {
            return Some(number);
        }
        self.fields
            .wrong(name, &format!("must be from {least} to {most}"));
        None
    }

    /// A required amount of kobo.
    pub(super) fn kobo(&mut self, name: &'static str, most: i64) -> Option<Kobo> {
        self.number(name, 1, most).map(Kobo::new)
    }

    /// A required moment.
    pub(super) fn moment(&mut self, name: &'static str) -> Option<Timestamp> {
        let text = self.fields.text(name, MOMENT_CHARS)?;
        self.instant(name, text)
    }

    /// A moment; `None` without a fault if absent.
    pub(super) fn optional_moment(&mut self, name: &'static str) -> Option<Timestamp> {
        let text = match self.is_blank(name) {
            true => "",
            false => self.fields.optional_text(name, MOMENT_CHARS)?,
        };
        self.instant(name, text)
    }

    fn instant(&mut self, name: &'static str, text: &str) -> Option<Timestamp> {
        match Timestamp::parse_rfc3339(text) {
            Some(at) if (MOMENTS.0..MOMENTS.1).contains(&at.micros()) => Some(at),
            _ => {
                let must = "must be a moment of this century in RFC 3339, such as \
                            2027-01-31T17:00:00+01:00";
                self.fields.wrong(name, must);
                None
            }
        }
    }

    /// A list of at most `most` items that `item` reads, none twice; `None` without a fault if
    /// absent, with one if it is empty or anything in it is wrong.
    pub(super) fn list<T: PartialEq>(
        &mut self,
        name: &'static str,
        most: usize,
        item: impl Fn(&Value) -> Option<T>,
        must: &str,
    ) -> Option<Vec<T>> {
        let value = self.fields.raw(name)?;
        let items = value.as_array().filter(|items| items.len() <= most);
        let read: Option<Vec<T>> = items.and_then(|items| items.iter().map(item).collect());
        let twice = |list: &Vec<T>| (1..list.len()).any(|at| list[..at].contains(&list[at]));
        let read = read.filter(|list| !list.is_empty() && !twice(list));
        if read.is_none() {
            self.fields.wrong(name, must);
        }
        read
    }
}

/// A text of one line in a list.
pub(super) fn line_of(value: &Value) -> Option<String> {
    let text = value.as_str()?.trim();
    let fits =
        !text.is_empty() && text.chars().count() <= LINE_CHARS && !text.chars().any(is_hidden);
    fits.then(|| text.to_owned())
}

/// The address of a page: `https` or `http`, a host, no space.
pub(super) fn is_page(text: &str) -> bool {
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

/// What [`is_page`] asks for.
pub(super) const PAGE: &str = "must be the address of a page, such as https://example.com/a";

/// An e-mail address, by the platform's rule.
pub(super) fn is_email(text: &str) -> bool {
    kofa_platform::directory::read_email("email", text, &mut Vec::new()).is_some()
}

/// What [`is_email`] asks for.
pub(super) const EMAIL: &str = "must be an e-mail address such as offers@example.com";

/// A telephone number as people write it; those of firms may be landlines.
pub(super) fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (7..=15).contains(&digits)
        && text.len() <= 40
        && text
            .bytes()
            .all(|b| b.is_ascii_digit() || b" +-()/".contains(&b))
}

/// What [`is_phone`] asks for.
pub(super) const PHONE: &str = "must be a telephone number of 7 to 15 digits";
