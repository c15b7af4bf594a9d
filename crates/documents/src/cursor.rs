//! Places in lists by time and id, newest first.

use kofa_core::Page;
use kofa_domain::{RequestId, Result, Timestamp};

/// Above every moment and id.
fn top() -> (i64, Vec<u8>) {
    (i64::MAX, vec![u8::MAX; 17])
}

/// The place in a list by time and id that a cursor names.
pub(crate) fn place(page: &Page) -> Result<(i64, Vec<u8>)> {
    let key = page.after_key();
    if key.is_empty() {
        return Ok(top());
    }
    let (micros, id) = key.split_once(':').ok_or_else(Page::wrong_cursor)?;
    let micros = micros.parse().map_err(|_| Page::wrong_cursor())?;
    let id = RequestId::parse_str(id).map_err(|_| Page::wrong_cursor())?;
    Ok((micros, id.as_bytes().to_vec()))
}

/// As [`place`] reads it.
pub(crate) fn position(at: Timestamp, id: RequestId) -> String {
    format!("{}:{id}", at.micros())
}
