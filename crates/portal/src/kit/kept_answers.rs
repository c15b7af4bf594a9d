//! Answers of forms that may be sent again, in memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use http::{HeaderMap, StatusCode};
use kofa_domain::Timestamp;
use tokio::sync::OnceCell;

/// How long an answer is known, in seconds.
const KEPT_SECONDS: i64 = 600;
/// Answers that are kept; the oldest goes first.
const KEPT_MAX: usize = 256;

/// What was answered, byte for byte.
#[derive(Clone)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

pub(super) type Cell = Arc<OnceCell<Answer>>;

struct Kept {
    of: [u8; 32],
    until: Timestamp,
    cell: Cell,
}

/// The answers that are kept.
#[derive(Default)]
pub(super) struct Answers(Mutex<VecDeque<Kept>>);

impl std::fmt::Debug for Answers {
    /// Says nothing that was answered.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Answers")
    }
}

impl Answers {
    pub(super) fn cell(&self, of: [u8; 32], now: Timestamp) -> Cell {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|kept| kept.until > now);
        if let Some(kept) = all.iter().find(|kept| kept.of == of) {
            return Arc::clone(&kept.cell);
        }
        if all.len() >= KEPT_MAX {
            all.pop_front();
        }
        let cell = Cell::default();
        all.push_back(Kept {
            of,
            until: now.plus_seconds(KEPT_SECONDS),
            cell: Arc::clone(&cell),
        });
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_kept_for_a_while_and_not_too_many() {
        let (answers, start) = (Answers::default(), Timestamp::from_micros(0));
        let first = answers.cell([1; 32], start);
        let is_first = |of, at| Arc::ptr_eq(&first, &answers.cell(of, at));
        assert!(is_first([1; 32], start.plus_seconds(599)));
        assert!(!is_first([2; 32], start));
        assert!(!is_first([1; 32], start.plus_seconds(600)));
        for number in 0..1_000_u32 {
            let mut of = [0; 32];
            of[..4].copy_from_slice(&number.to_be_bytes());
            answers.cell(of, start);
        }
        assert_eq!(answers.0.lock().unwrap().len(), KEPT_MAX);
    }
}
