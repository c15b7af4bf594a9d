//! Pages of lists: a cursor that means nothing to the caller, and a bound.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use kofa_domain::{Error, Fault, Result, codes};

/// Most items of a page.
pub const PAGE_MAX: u32 = 100;
const PAGE_DEFAULT: u32 = 20;
/// A cursor is the hex of an id or a number; no id is longer than this.
const CURSOR_CHARS_MAX: usize = 200;

/// Which part of a list is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    after: Option<String>,
    limit: u32,
}

impl Page {
    /// The first page with the usual number of items.
    pub fn first() -> Self {
        Self {
            after: None,
            limit: PAGE_DEFAULT,
        }
    }

    /// From the `cursor` and `limit` of a request.
    ///
    /// # Errors
    /// 422 `invalid_field` for a cursor that no list gave, or a limit that is not 1 to 100.
    pub fn read(cursor: Option<&str>, limit: Option<&str>) -> Result<Self> {
        let mut faults = Vec::new();
        let after = cursor.and_then(|text| {
            let position = unhex(text);
            if position.is_none() {
                faults.push(Self::cursor_fault());
            }
            position
        });
        let limit = match limit.map(str::parse) {
            None => PAGE_DEFAULT,
            Some(Ok(limit)) if (1..=PAGE_MAX).contains(&limit) => limit,
            Some(_) => {
                let message = format!("`limit` must be a whole number from 1 to {PAGE_MAX}.");
                faults.push(Fault::on("limit", &codes::INVALID_FIELD, message));
                PAGE_DEFAULT
            }
        };
        Error::check(faults)?;
        Ok(Self { after, limit })
    }

    /// Items of the page at most.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// The cursor that leads to what comes before the number `seq`.
    pub fn cursor(seq: i64) -> String {
        HEXLOWER.encode(seq.to_string().as_bytes())
    }

    /// Rows to ask the database for: one more than the page, to know whether there is another.
    pub fn rows(&self) -> u32 {
        self.limit + 1
    }

    /// Ids sort downwards: the id before which the page begins, or a text above every id.
    pub fn before_id(&self) -> &str {
        self.after.as_deref().unwrap_or("~")
    }

    /// Keys sort upwards: the key after which the page begins, or an empty text.
    pub fn after_key(&self) -> &str {
        self.after.as_deref().unwrap_or_default()
    }

    /// Sequence numbers sort downwards: the number before which the page begins.
    ///
    /// # Errors
    /// 422 `invalid_field` if the cursor is of another list.
    pub fn before_seq(&self) -> Result<i64> {
        match &self.after {
            None => Ok(i64::MAX),
            Some(text) => text.parse().map_err(|_| Self::wrong_cursor()),
        }
    }

    /// What is said of a cursor that the list did not give: 422 `invalid_field`.
    pub fn wrong_cursor() -> Error {
        Error::faults(vec![Self::cursor_fault()])
    }

    fn cursor_fault() -> Fault {
        let message = "`cursor` must be the `nextCursor` of an earlier response.";
        Fault::on("cursor", &codes::INVALID_FIELD, message)
    }

    /// Cuts the spare row off and names the position of the last one left.
    pub fn cut<T>(&self, mut items: Vec<T>, position: impl Fn(&T) -> String) -> Listed<T> {
        let limit = self.limit as usize;
        let more = items.len() > limit;
        items.truncate(limit);
        let last = items.last().filter(|_| more);
        let next_cursor = last.map(|item| HEXLOWER.encode(position(item).as_bytes()));
        Listed { items, next_cursor }
    }
}

/// A page of a list.
#[derive(Clone, Debug)]
pub struct Listed<T> {
    pub items: Vec<T>,
    /// Where the next page begins; `None` on the last.
    pub next_cursor: Option<String>,
}

impl<T> Listed<T> {
    /// Rows that are numbered; the next page begins below `next`.
    pub fn by_seq(items: Vec<T>, next: Option<i64>) -> Self {
        Self {
            items,
            next_cursor: next.map(Page::cursor),
        }
    }
}

/// The ASCII text whose hex this is.
fn unhex(text: &str) -> Option<String> {
    if text.is_empty() || text.len() > CURSOR_CHARS_MAX {
        return None;
    }
    let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?;
    let is_shown = bytes.iter().all(u8::is_ascii_graphic);
    String::from_utf8(bytes).ok().filter(|_| is_shown)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pages_are_cut_and_lead_on() {
        let page = Page::read(None, Some("2")).unwrap();
        let name = |item: &&str| (*item).to_owned();
        let listed = page.cut(vec!["c", "b", "a"], name);
        assert_eq!(listed.items, ["c", "b"]);
        let next = Page::read(listed.next_cursor.as_deref(), None).unwrap();
        assert_eq!(next.before_id(), "b");
        assert!(next.before_seq().is_err());
        assert_eq!(page.cut(vec!["b", "a"], name).next_cursor, None);
    }

    #[test]
    fn wrong_limits_and_cursors_are_named_together() {
        for limit in ["0", "101", "-1", "many", ""] {
            assert!(Page::read(None, Some(limit)).is_err(), "{limit}");
        }
        let both = Page::read(Some("zz"), Some("0")).unwrap_err();
        assert_eq!(both.all().len(), 2);
    }

    proptest! {
        #[test]
        fn no_cursor_panics(text in "\\PC{0,300}") {
            let _ = Page::read(Some(&text), None);
        }
    }
}
