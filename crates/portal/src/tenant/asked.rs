//! What a page is asked for in its address, and what leads on from there.

use kofa_core::Page;
use kofa_domain::Result;

/// Rows of a page of a list.
const ROWS: &str = "25";

/// The parameters of a query, decoded; the first of several wins.
#[derive(Debug, Default)]
pub(super) struct Asked(Vec<(String, String)>);

impl Asked {
    pub(super) fn read(query: Option<&str>) -> Self {
        let query = query.unwrap_or_default().as_bytes();
        Self(form_urlencoded::parse(query).into_owned().collect())
    }

    /// What stands under `name` without space around it; empty if nothing does.
    pub(super) fn text(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, text)| text.trim())
    }

    /// The same; `None` if nothing does.
    pub(super) fn filled(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    /// Which part of a list, by its `cursor`.
    pub(super) fn page(&self) -> Result<Page> {
        Page::read(self.filled("cursor"), Some(ROWS))
    }

    /// The first page of the list at `path`; empty on the first page.
    pub(super) fn first(&self, path: &str) -> String {
        match self.filled("cursor") {
            None => String::new(),
            Some(_) => self.link(path, None),
        }
    }

    /// The next page of the list at `path`; empty on the last.
    pub(super) fn next(&self, path: &str, cursor: Option<&str>) -> String {
        cursor.map_or_else(String::new, |cursor| self.link(path, Some(cursor)))
    }

    /// `path` with the same filter, from `cursor` on.
    pub(super) fn link(&self, path: &str, cursor: Option<&str>) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let others = self.0.iter().filter(|(name, _)| name != "cursor");
        query.extend_pairs(others.filter(|(_, value)| !value.trim().is_empty()));
        query.extend_pairs(cursor.map(|cursor| ("cursor", cursor)));
        match query.finish() {
            query if query.is_empty() => path.to_owned(),
            query => format!("{path}?{query}"),
        }
    }
}
