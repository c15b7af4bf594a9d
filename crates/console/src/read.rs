//! What is typed into pages, in the way people type it: naira, days, moments in Lagos.

use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Error, Id, IdKind, Result, codes};
use kofa_portal::kit::Form;

/// Rows of a table.
const ROWS: &str = "50";

/// The query of a page.
pub(crate) fn query(text: Option<String>) -> Form {
    Form::parse(text.unwrap_or_default().as_bytes())
}

/// Which part of a list is asked for; the first if the query names none of ours.
pub(crate) fn page(query: &Form) -> Page {
    let cursor = Some(query.text("cursor")).filter(|text| !text.is_empty());
    Page::read(cursor, Some(ROWS)).unwrap_or_else(|_| Page::first())
}

/// The way to the first page and to the next one, with the rest of the query as it is.
pub(crate) fn pager<T>(path: &str, query: &[(&str, &str)], here: &Form, list: &Listed<T>) -> Pager {
    let kept = |cursor: Option<&str>| {
        let mut text = form_urlencoded::Serializer::new(String::new());
        for (name, value) in query.iter().filter(|(_, value)| !value.is_empty()) {
            text.append_pair(name, value);
        }
        if let Some(cursor) = cursor {
            text.append_pair("cursor", cursor);
        }
        match text.finish() {
            none if none.is_empty() => path.to_owned(),
            some => format!("{path}?{some}"),
        }
    };
    let is_first = here.text("cursor").is_empty();
    Pager {
        first: if is_first { String::new() } else { kept(None) },
        next: list
            .next_cursor
            .as_deref()
            .map(|cursor| kept(Some(cursor)))
            .unwrap_or_default(),
    }
}

/// Where the first and the next page are; empty where there is none.
#[derive(Debug)]
pub(crate) struct Pager {
    pub(crate) first: String,
    pub(crate) next: String,
}

/// The id in a path.
pub(crate) fn id<K: IdKind>(text: &str, what: &str) -> Result<Id<K>> {
    let unknown = || Error::new(&codes::NOT_FOUND, format!("There is no such {what}."));
    Id::parse(text).ok_or_else(unknown)
}

/// The environment in a path or field.
pub(crate) fn environment(text: &str) -> Result<Environment> {
    let unknown = || Error::new(&codes::NOT_FOUND, "There is no such environment.");
    Environment::parse(text).ok_or_else(unknown)
}
