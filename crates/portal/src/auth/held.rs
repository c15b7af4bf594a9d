//! A form that was sent when password and code had to be given again. It waits in the page that
//! asks for them and is sent on after it, so that nothing that was typed is lost. It is in no
//! address, in no cookie and nowhere on the server.

use super::at::At;
use crate::kit::Form;

/// Before the name of a field that waits: none of them is taken for one of the page's own.
const BEFORE: &str = "typed.";

/// A form that waits.
pub(super) struct Held {
    /// Where it is sent to.
    pub(super) to: String,
    fields: Vec<(String, String)>,
}

impl std::fmt::Debug for Held {
    /// Says nothing that was typed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Held({} fields)", self.fields.len())
    }
}

impl Held {
    /// A form that has to wait from now on.
    pub(super) fn of(form: &Form) -> Self {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Self {
            to: form.sent_to().to_owned(),
            fields: form.typed().map(owned).collect(),
        }
    }

    /// The form that waits in one of these pages; `None` if none does, or not for a page behind
    /// the same door.
    pub(super) fn read(at: At, form: &Form) -> Option<Self> {
        let to = form.raw("to");
        let waits = |(name, value): (&str, &str)| {
            let name = name.strip_prefix(BEFORE)?;
            Some((name.to_owned(), value.to_owned()))
        };
        (!to.is_empty() && at.next(to) == to).then(|| Self {
            to: to.to_owned(),
            fields: form.typed().filter_map(waits).collect(),
        })
    }

    /// Its fields under the names that they have while it waits.
    pub(super) fn waiting(&self) -> Vec<(String, &str)> {
        let named = |(name, value)| (format!("{BEFORE}{name}"), value);
        self.fields().into_iter().map(named).collect()
    }

    /// Its fields as they were typed.
    pub(super) fn fields(&self) -> Vec<(&str, &str)> {
        let all = self.fields.iter();
        all.map(|(name, value)| (name.as_str(), value.as_str()))
            .collect()
    }
}
