//! Lines of bounded length, with their numbers.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, Read as _};

/// Longest line, and longest row of several lines, in bytes.
pub const LINE_BYTES_MAX: usize = 64 * 1024;
/// What is kept of a longer line, in bytes.
const CUT_BYTES: usize = 1_000;

/// One line without its end.
#[derive(PartialEq, Eq)]
pub struct Line {
    pub number: u64,
    /// Without its line break.
    pub text: Vec<u8>,
    /// It was longer than [`LINE_BYTES_MAX`]; only its beginning is here.
    pub is_cut: bool,
}

impl fmt::Debug for Line {
    /// Says nothing that a file holds: it may be personal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line({}, {} bytes)", self.number, self.text.len())
    }
}

/// Reads lines that end in LF or CRLF; the last may end with the source.
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    read: u64,
    bytes: u64,
    given_back: VecDeque<Line>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `source`.
    pub fn new(source: R) -> Self {
        Self {
            source,
            read: 0,
            bytes: 0,
            given_back: VecDeque::new(),
        }
    }

    /// Bytes taken from the source.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// Those of the source.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.given_back.pop_front() {
            return Ok(Some(line));
        }
        let most = LINE_BYTES_MAX as u64 + 2;
        let mut text = Vec::new();
        let mut taken = (&mut self.source).take(most).read_until(b'\n', &mut text)?;
        if taken == 0 {
            return Ok(None);
        }
        if text.last() == Some(&b'\n') {
            text.pop();
        } else if taken as u64 == most {
            taken += self.source.skip_until(b'\n')?;
        }
        if text.last() == Some(&b'\r') {
            text.pop();
        }
        let is_cut = text.len() > LINE_BYTES_MAX;
        if is_cut {
            text.truncate(CUT_BYTES);
            text.shrink_to_fit();
        }
        self.bytes += taken as u64;
        self.read += 1;
        Ok(Some(Line {
            number: self.read,
            text,
            is_cut,
        }))
    }

    /// Lines that were taken too early come again next, in this order.
    pub fn give_back(&mut self, lines: Vec<Line>) {
        for line in lines.into_iter().rev() {
            self.given_back.push_front(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source: &[u8]) -> Vec<(u64, usize, bool)> {
        // A small buffer, so that lines cross its border.
        let mut lines = Lines::new(io::BufReader::with_capacity(7, source));
        let mut all = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            all.push((line.number, line.text.len(), line.is_cut));
        }
        assert_eq!(lines.bytes(), source.len() as u64);
        all
    }

    #[test]
    fn lines_end_in_lf_crlf_or_with_the_source() {
        let all = lines(b"one\r\n\nthree\nlast");
        let expected = [(1, 3, false), (2, 0, false), (3, 5, false), (4, 4, false)];
        assert_eq!(all, expected);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_line_too_long_is_cut_and_the_next_is_whole() {
        for (length, is_cut) in [(LINE_BYTES_MAX, false), (LINE_BYTES_MAX + 1, true)] {
            for end in ["\n", "\r\n"] {
                let mut source = vec![b'x'; length];
                source.extend_from_slice(end.as_bytes());
                source.extend_from_slice(b"next");
                let kept = if is_cut { CUT_BYTES } else { length };
                assert_eq!(
                    lines(&source),
                    [(1, kept, is_cut), (2, 4, false)],
                    "{end:?}"
                );
            }
        }
        let endless = vec![b'x'; 10 * LINE_BYTES_MAX];
        assert_eq!(lines(&endless), [(1, CUT_BYTES, true)]);
    }
}
