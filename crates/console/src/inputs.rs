//! The fields of the larger forms, drawn by `bits::inputs`.

use kofa_domain::Timestamp;
use kofa_investment::offer::lagos_rfc3339;

/// How a field is filled in.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A line: the `type` of the input.
    Line(&'static str),
    Lines,
    /// One of a list.
    Choice(Vec<Pick>),
    /// Some of a list.
    Boxes(Vec<Pick>),
    /// A file, with the endings that are shown first.
    File(&'static str),
}

/// A thing to choose.
#[derive(Clone, Debug)]
pub(crate) struct Pick {
    /// As it is sent.
    pub(crate) value: String,
    /// As it is read.
    pub(crate) label: String,
    /// Whether it is chosen.
    pub(crate) on: bool,
}

impl Pick {
    pub(crate) fn new(value: impl Into<String>, label: impl Into<String>, on: bool) -> Self {
        Self {
            value: value.into(),
            label: label.into(),
            on,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// Of this page alone.
    pub(crate) id: String,
    /// As it is sent.
    pub(crate) name: &'static str,
    pub(crate) label: String,
    pub(crate) hint: String,
    pub(crate) value: String,
    pub(crate) kind: Kind,
    /// Shown, and not to be changed.
    pub(crate) fixed: bool,
}

impl Input {
    /// A line of text.
    pub(crate) fn line(name: &'static str, label: &str, value: impl Into<String>) -> Self {
        Self {
            id: name.to_owned(),
            name,
            label: label.to_owned(),
            hint: String::new(),
            value: value.into(),
            kind: Kind::Line("text"),
            fixed: false,
        }
    }

    #[must_use]
    pub(crate) fn kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    #[must_use]
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        let hint = hint.into();
        Self { hint, ..self }
    }

    /// Another id, where a page has several fields of this name.
    #[must_use]
    pub(crate) fn id(self, id: &str) -> Self {
        let id = id.to_owned();
        Self { id, ..self }
    }
}

/// The value of a field for a moment, in Lagos: `2026-12-01T09:00`.
pub(crate) fn local(at: Timestamp) -> String {
    lagos_rfc3339(at).chars().take(16).collect()
}

/// The same of a moment in RFC 3339; `None` if it is none.
pub(crate) fn local_of(text: &str) -> Option<String> {
    Timestamp::parse_rfc3339(text).map(local)
}

#[cfg(test)]
mod tests {
    use kofa_portal::kit::moment;

    use super::*;

    #[test]
    fn a_moment_comes_back_from_its_field() {
        let at = Timestamp::parse_rfc3339("2026-12-31T23:30:00Z").unwrap();
        assert_eq!(local(at), "2027-01-01T00:30");
        assert_eq!(Timestamp::parse_rfc3339(&moment(&local(at))), Some(at));
    }
}
