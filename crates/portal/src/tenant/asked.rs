//! What a page is asked for in its address.

use kofa_domain::{Fault, Timestamp, codes};

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

/// Midnight in Lagos at the beginning of a day as a date field has it, `2026-11-21`.
pub(super) fn day(field: &'static str, text: &str, faults: &mut Vec<Fault>) -> Option<Timestamp> {
    if text.is_empty() {
        return None;
    }
    let shaped = text.len() == 10 && text.is_ascii();
    let read = shaped.then(|| Timestamp::parse_rfc3339(&format!("{text}T00:00:00+01:00")));
    let read = read.flatten();
    if read.is_none() {
        let message = format!("`{field}` must be a day, such as 2026-11-21.");
        faults.push(Fault::on(field, &codes::INVALID_FIELD, message));
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_at_midnight_in_lagos() {
        let mut faults = Vec::new();
        let read = day("from", "2026-11-21", &mut faults).map(Timestamp::rfc3339);
        assert_eq!(read.as_deref(), Some("2026-11-20T23:00:00.000Z"));
        assert_eq!(day("from", "", &mut faults), None);
        assert!(faults.is_empty());
        for wrong in ["yesterday", "2026-02-30", "2026-11-21T", "é026-11-2"] {
            assert_eq!(day("from", wrong, &mut faults), None);
        }
        assert_eq!(faults.len(), 4);
    }
}
