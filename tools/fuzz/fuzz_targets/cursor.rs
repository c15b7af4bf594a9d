//! The place in a list that a caller gives back, and how many items it wants.
#![no_main]

use kofa_core::{PAGE_MAX, Page};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (cursor, limit) = text.split_once('\n').unwrap_or((text, ""));
    let limit = Some(limit).filter(|limit| !limit.is_empty());
    let Ok(page) = Page::read(Some(cursor), limit) else {
        return;
    };
    assert!((1..=PAGE_MAX).contains(&page.limit()));
    // It goes to the database as it is.
    assert!(page.before_id().bytes().all(|byte| byte.is_ascii_graphic()));
    if let Ok(seq) = page.before_seq() {
        let again = Page::read(Some(&Page::cursor(seq)), None);
        assert_eq!(again.and_then(|page| page.before_seq()).ok(), Some(seq));
    }
});
