//! What a page is asked for in its address.

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
}
