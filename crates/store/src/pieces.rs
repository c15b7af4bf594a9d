//! Changes of many rows, in pieces: SQLite has one writer, and calls wait for it.

use kofa_domain::Result;
use tokio::time::Instant;

use crate::{Op, Store};

/// Rows of a piece: tens of milliseconds of the writer where each stands on a page of its own.
pub const PIECE_ROWS: i64 = 250;

impl Store {
    /// Changes a piece of many, and then lets others in for as long as that took.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub async fn write_piece<O: Op>(&self, op: O) -> Result<O::Out> {
        let began = Instant::now();
        let out = self.write(op).await?;
        tokio::time::sleep(began.elapsed()).await;
        Ok(out)
    }

    /// Repeats an operation that changes a piece and tells how many rows those were, until there
    /// are none; how many together.
    ///
    /// # Errors
    /// As [`Store::write`]; the pieces before stay changed.
    pub async fn write_until_none<O: Op<Out = u64> + Clone>(&self, op: O) -> Result<u64> {
        let mut changed = 0;
        loop {
            match self.write_piece(op.clone()).await? {
                0 => return Ok(changed),
                some => changed += some,
            }
        }
    }
}
