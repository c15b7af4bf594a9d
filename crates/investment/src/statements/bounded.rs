//! A source of which no single piece may be long: whoever reads it in pieces holds one at a time.

use std::io::{self, BufRead, Read};

/// Bytes of one piece.
const PIECE_BYTES_MAX: usize = 1024 * 1024;

/// What is said of a longer one.
pub(super) const TOO_LONG: &str = "a tag or text of it is longer than 1 MiB";

/// Fails if more is taken than a piece may have since [`Bounded::begin`].
#[derive(Debug)]
pub(super) struct Bounded<R> {
    source: R,
    taken: usize,
}

impl<R: BufRead> Bounded<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, taken: 0 }
    }

    /// Another piece begins.
    pub(super) fn begin(&mut self) {
        self.taken = 0;
    }
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let from = self.fill_buf()?;
        let length = from.len().min(into.len());
        into[..length].copy_from_slice(&from[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken > PIECE_BYTES_MAX {
            return Err(io::Error::other(TOO_LONG));
        }
        let buffered = self.source.fill_buf()?;
        // A whole file may be in memory: no more of it than a piece at once.
        Ok(&buffered[..buffered.len().min(PIECE_BYTES_MAX)])
    }

    fn consume(&mut self, amount: usize) {
        self.taken += amount;
        self.source.consume(amount);
    }
}
