//! What an address asks for, and what leads on from a page.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::request::Parts;
use kofa_admin_api::AdminState;
use kofa_commands::{Command, Entry, read};
use kofa_core::Page;
use kofa_domain::{Environment, Error, Result, codes};
use kofa_input::rows::Format;
use kofa_portal::kit::{Layout, NavLink, SignedInOperator, WebState, show};
use serde_json::Map;

/// Rows of a page of a list.
const ROWS: &str = "50";

/// The query of an address, decoded; the first of several wins.
#[derive(Debug, Default)]
pub(crate) struct Asked(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = form_urlencoded::parse(query.as_bytes());
        Ok(Self(pairs.into_owned().collect()))
    }
}

impl Asked {
    /// What stands under `name`, without space around it; empty if nothing does.
    pub(crate) fn text(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value.trim())
    }

    /// The same; `None` if nothing does.
    pub(crate) fn filled(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    /// The environment of a list: live, unless the sandbox is asked for.
    pub(crate) fn environment(&self) -> Result<Environment> {
        match self.filled("environment") {
            None => Ok(Environment::Live),
            Some(word) => environment(word),
        }
    }

    /// Which part of a list.
    pub(crate) fn page(&self) -> Result<Page> {
        Page::read(self.filled("cursor"), Some(ROWS))
    }

    /// The command that lists what is asked for. The fields of `more` stand elsewhere than under
    /// their names.
    pub(crate) fn command<C: Command>(
        &self,
        admin: &AdminState,
        more: &[(&str, &str)],
    ) -> Result<C> {
        let mut input = Map::new();
        for field in Entry::of::<C>().described().fields {
            let found = more.iter().find(|(name, _)| *name == field.name);
            let text = found.map_or_else(|| self.text(field.name), |(_, text)| text);
            input.insert(field.name.to_owned(), field.value_of(text));
        }
        input.insert("limit".to_owned(), ROWS.into());
        read(&input, admin.clock.now(), &admin.products)
    }

    /// The first page of the same list; empty on the first page.
    pub(crate) fn first(&self, path: &str) -> String {
        match self.filled("cursor") {
            None => String::new(),
            Some(_) => self.link(path, None),
        }
    }

    /// The next page of the same list; empty on the last.
    pub(crate) fn next(&self, path: &str, cursor: Option<&String>) -> String {
        cursor.map_or_else(String::new, |cursor| self.link(path, Some(cursor)))
    }

    /// The first page of a list with other values under some names; empty ones are left out.
    pub(crate) fn but(&self, path: &str, others: &[(&str, &str)]) -> String {
        let is_other = |name: &str| others.iter().any(|(other, _)| *other == name);
        let kept = self.0.iter().filter(|(name, _)| !is_other(name)).cloned();
        let others = others
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()));
        Self(kept.chain(others).collect()).link(path, None)
    }

    fn link(&self, path: &str, cursor: Option<&String>) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let others = self.0.iter().filter(|(name, _)| name != "cursor");
        query.extend_pairs(others.filter(|(_, value)| !value.is_empty()));
        if let Some(cursor) = cursor {
            query.append_pair("cursor", cursor);
        }
        match query.finish() {
            query if query.is_empty() => path.to_owned(),
            query => format!("{path}?{query}"),
        }
    }
}

/// The environment that a path names.
pub(crate) fn environment(word: &str) -> Result<Environment> {
    Environment::parse(word)
        .ok_or_else(|| Error::new(&codes::NOT_FOUND, "There is no such environment."))
}

/// The frame of a page that is about one environment, with the way to the other.
pub(crate) fn shell_in(
    web: &WebState,
    signed_in: &SignedInOperator,
    here: &str,
    title: impl Into<String>,
    (world, href): (Environment, impl Fn(Environment) -> String),
) -> Layout {
    let mut layout = Layout::console(web, signed_in, here, title);
    layout.world = world.as_str();
    let link = |one: Environment| NavLink {
        label: show::environment(one),
        href: href(one),
        here: one == world,
    };
    layout.worlds = Environment::ALL.into_iter().map(link).collect();
    layout
}

/// How a file is written: by its name, else by what it begins with.
pub(crate) fn format_of(name: &str, begin: &[u8]) -> Format {
    let ending = name.rsplit('.').next().unwrap_or_default();
    match ending.to_ascii_lowercase().as_str() {
        "csv" | "tsv" | "txt" => Format::Csv,
        "jsonl" | "ndjson" | "json" => Format::JsonLines,
        _ => {
            let text = begin.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(begin);
            match text.trim_ascii_start().first() {
                Some(b'{' | b'[') => Format::JsonLines,
                _ => Format::Csv,
            }
        }
    }
}

/// A word of a state as people read it.
pub(crate) fn words(word: &str) -> String {
    word.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(query: &str) -> Asked {
        let pairs = form_urlencoded::parse(query.as_bytes());
        Asked(pairs.into_owned().collect())
    }

    #[test]
    fn links_keep_the_filters_and_change_the_page() {
        let one = asked("environment=live&status=a+b&cursor=00&empty=");
        let next = one.next("/x", Some(&"ff".to_owned()));
        assert_eq!(next, "/x?environment=live&status=a+b&cursor=ff");
        assert_eq!(one.first("/x"), "/x?environment=live&status=a+b");
        let but = one.but("/x", &[("status", ""), ("sort", "calls")]);
        assert_eq!(but, "/x?environment=live&sort=calls");
        assert_eq!(
            (asked("").first("/x"), asked("").next("/x", None)),
            Default::default()
        );
    }

    #[test]
    fn formats_are_told_by_name_or_beginning() {
        let check = |name: &str, begin: &[u8], format| assert_eq!(format_of(name, begin), format);
        check("a.CSV", b"{", Format::Csv);
        check("a.json", b"a,b", Format::JsonLines);
        check("a", b"\xEF\xBB\xBF {\"a\":1}", Format::JsonLines);
        check("", b"a,b", Format::Csv);
    }

    #[test]
    fn no_environment_is_live_and_another_word_is_nowhere() {
        assert_eq!(asked("").environment().unwrap(), Environment::Live);
        assert!(asked("environment=moon").environment().is_err());
    }
}
