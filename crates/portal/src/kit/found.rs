//! What a search lists: in the reference, the portal and the console.

/// Most rows of a list of which a search looks at the names.
pub const LOOKED_AT: &str = "100";

/// A page that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// What kind of page it is: `Operation`.
    pub kind: &'static str,
    pub title: String,
    /// Told beside the title; may be empty.
    pub note: String,
    pub href: String,
}

impl Hit {
    pub fn new(
        kind: &'static str,
        title: impl Into<String>,
        note: impl Into<String>,
        href: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            title: title.into(),
            note: note.into(),
            href: href.into(),
        }
    }

    /// Whether each word of `query`, in any case, is in the title, the note or the kind.
    pub fn fits(&self, query: &str) -> bool {
        let text = format!("{} {} {}", self.title, self.note, self.kind).to_lowercase();
        let query = query.to_lowercase();
        query.split_whitespace().all(|word| text.contains(word))
    }

    /// How well it fits, the best first: its title is, begins with, or has the query.
    pub(crate) fn rank(&self, query: &str) -> u8 {
        let (title, query) = (self.title.to_lowercase(), query.to_lowercase());
        match title.find(&query) {
            Some(0) if title.len() == query.len() => 0,
            Some(0) => 1,
            Some(_) => 2,
            None => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_fits_if_it_has_every_word() {
        let hit = Hit::new(
            "Operation",
            "List offers",
            "GET /offers",
            "/docs/api/listOffers",
        );
        for query in ["offers list", "GET", "operation OFF", ""] {
            assert!(hit.fits(query), "{query}");
        }
        assert!(!hit.fits("list subscriptions"));
    }
}
