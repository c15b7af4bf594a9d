//! JSON Lines: an object a line.

use std::io::BufRead;

use serde_json::{Map, Value};

use super::csv::TOO_LONG;
use super::lines::{Line, Lines};
use super::{FileFault, next_filled};
use crate::Unique;

/// The lines of a file that should hold an object each.
#[derive(Debug)]
pub struct Objects<'a, R> {
    lines: &'a mut Lines<R>,
    is_begun: bool,
}

impl<'a, R: BufRead> Objects<'a, R> {
    /// Those of `lines`.
    pub fn of(lines: &'a mut Lines<R>) -> Self {
        Self {
            lines,
            is_begun: false,
        }
    }

    /// Bytes taken from the source.
    pub fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// The next line that is not empty; `None` at the end.
    ///
    /// # Errors
    /// If it cannot be read, or is the first and begins an array.
    pub fn next_line(&mut self) -> Result<Option<Line>, FileFault> {
        let Some(line) = next_filled(self.lines)? else {
            return Ok(None);
        };
        if !self.is_begun && line.text.trim_ascii_start().starts_with(b"[") {
            let message = "The file is one JSON array; JSON Lines has one object a line, without \
                           brackets and commas around them.";
            return Err(message.into());
        }
        self.is_begun = true;
        Ok(Some(line))
    }
}

/// The object of a line.
///
/// # Errors
/// Why there is none; never what stands there.
pub fn object_of(line: &Line) -> Result<Map<String, Value>, String> {
    match line.is_cut {
        true => Err(TOO_LONG.to_owned()),
        false => read_object(&line.text),
    }
}

/// A JSON object that names no field twice.
///
/// # Errors
/// As [`object_of`].
pub fn read_object(text: &[u8]) -> Result<Map<String, Value>, String> {
    match serde_json::from_slice(text) {
        Ok(Unique(Value::Object(object))) => Ok(object),
        Ok(_) => Err("the line is no JSON object".to_owned()),
        Err(error) if error.is_data() => Err("a field is there twice".to_owned()),
        Err(_) if std::str::from_utf8(text).is_err() => Err("the line is not UTF-8".to_owned()),
        // The parser's own words may repeat the content.
        Err(error) => Err(format!(
            "the line is not valid JSON (column {})",
            error.column()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many fields each line has, or why none.
    type Told = Result<Vec<(u64, Result<usize, String>)>, FileFault>;

    fn read(source: &[u8]) -> Told {
        let mut lines = Lines::new(source);
        let mut objects = Objects::of(&mut lines);
        let mut all = Vec::new();
        while let Some(line) = objects.next_line()? {
            all.push((line.number, object_of(&line).map(|object| object.len())));
        }
        Ok(all)
    }

    fn check(source: &[u8], expected: &[(u64, Result<usize, &str>)]) {
        let expected = expected.iter();
        let expected: Vec<(u64, Result<usize, String>)> = expected
            .map(|(line, object)| (*line, object.map_err(str::to_owned)))
            .collect();
        let shown = String::from_utf8_lossy(&source[..source.len().min(60)]);
        assert_eq!(read(source).unwrap(), expected, "{shown:?}");
    }

    #[test]
    fn every_line_is_an_object_or_says_why_it_is_none() {
        check(b"", &[]);
        check(
            b"\xEF\xBB\xBF\n {\"a\":1}\r\n\n{}",
            &[(2, Ok(1)), (4, Ok(0))],
        );
        check(b"\xEF\xBB\xBF{\"a\":1}", &[(1, Ok(1))]);
        let none = Err("the line is no JSON object");
        check(
            b"7\n[]\n\"secret\"\nnull",
            &[(1, none), (2, none), (3, none), (4, none)],
        );
        let twice = Err("a field is there twice");
        check(
            b"{\"a\":1,\"a\":1}\n{\"a\":{\"b\":1,\"b\":2}}",
            &[(1, twice), (2, twice)],
        );
        let broken = Err("the line is not valid JSON (column 8)");
        check(b"{\"a\":1}secret", &[(1, broken)]);
        check(b"{\"a\":\"\xE9\"}", &[(1, Err("the line is not UTF-8"))]);
    }

    #[test]
    fn a_long_line_is_never_taken_for_an_empty_one() {
        let long = [&[b' '; 70_000], b"{}\n{}\n".as_slice()].concat();
        check(&long, &[(1, Err(TOO_LONG)), (2, Ok(0))]);
    }

    #[test]
    fn what_is_no_json_lines_is_refused_whole() {
        let check = |source: &[u8], words: &str| {
            let fault = read(source).unwrap_err();
            assert!(fault.contains(words), "{fault}");
        };
        check(b"\n [{\"a\":1}]", "one JSON array");
        check(b"\xFF\xFE{\0}\0", "is UTF-16");
        check(b"{\0}\0\n\0", "is UTF-16");
    }
}
