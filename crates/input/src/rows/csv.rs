//! Rows of separated values: quotes, rows over several lines, and a bound on both.
//!
//! Hand-written for one reason: a quote that is never closed must cost one row, not the rest
//! of the file. A row that does not close within its bounds is given up, and reading goes
//! on with its second line.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead};

use super::lines::{LINE_BYTES_MAX, Line, Lines};

/// Lines a quoted row may span.
const ROW_LINES_MAX: usize = 32;

/// One row, not yet split; or why it cannot be split.
pub struct Row {
    /// Where it begins, from 1.
    pub line: u64,
    /// As it stands in the source; of a faulty row, its first line.
    pub text: Vec<u8>,
    /// Why it cannot be split.
    pub fault: Option<&'static str>,
}

impl fmt::Debug for Row {
    /// Says nothing that a file holds: it may be personal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Row({}, {} bytes)", self.line, self.text.len())
    }
}

/// What a row is rejected for that is too long.
pub(super) const TOO_LONG: &str = "the row is longer than 65,536 bytes";
const UNCLOSED: &str = "a quote is opened and not closed";

/// The next row; `None` at the end.
///
/// # Errors
/// Those of the source.
pub(super) fn next_row<R: BufRead>(lines: &mut Lines<R>, separator: u8) -> io::Result<Option<Row>> {
    let Some(first) = lines.next_line()? else {
        return Ok(None);
    };
    let line = first.number;
    if first.is_cut {
        return Ok(Some(Row {
            line,
            text: first.text,
            fault: Some(TOO_LONG),
        }));
    }
    let mut quotes = Quotes::default();
    if quotes.after(&first.text, separator) != End::Open {
        return Ok(Some(Row {
            line,
            text: first.text,
            fault: None,
        }));
    }
    join_quoted(lines, separator, first, quotes).map(Some)
}

fn join_quoted<R: BufRead>(
    lines: &mut Lines<R>,
    separator: u8,
    first: Line,
    mut quotes: Quotes,
) -> io::Result<Row> {
    let line = first.number;
    let mut bytes = first.text.len();
    let mut parts: Vec<Line> = Vec::new();
    let closed = loop {
        let Some(next) = lines.next_line()? else {
            break false;
        };
        bytes += next.text.len();
        let end = match next.is_cut || bytes > LINE_BYTES_MAX {
            true => End::Loose,
            false => quotes.after(&next.text, separator),
        };
        parts.push(next);
        if end != End::Open || parts.len() + 1 >= ROW_LINES_MAX {
            break end == End::Closed;
        }
    };
    let mut text = first.text;
    if !closed {
        lines.give_back(parts);
        return Ok(Row {
            line,
            text,
            fault: Some(UNCLOSED),
        });
    }
    for part in parts {
        text.push(b'\n');
        text.extend_from_slice(&part.text);
    }
    Ok(Row {
        line,
        text,
        fault: None,
    })
}

/// Where a scan stands between quotes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Quotes {
    #[default]
    FieldStart,
    Plain,
    Quoted,
    /// After a quote inside quotes: the end, or the first half of an escaped one.
    Closing,
}

impl Quotes {
    fn step(self, byte: u8, separator: u8) -> Self {
        match (self, byte) {
            (Self::FieldStart | Self::Closing, b'"') => Self::Quoted,
            (Self::Quoted, b'"') => Self::Closing,
            (Self::Quoted, _) => Self::Quoted,
            (_, byte) if byte == separator => Self::FieldStart,
            _ => Self::Plain,
        }
    }

    /// Scans one more line.
    fn after(&mut self, line: &[u8], separator: u8) -> End {
        let mut is_of_earlier = *self == Self::Quoted;
        if !is_of_earlier && !line.contains(&b'"') {
            return End::Closed;
        }
        for &byte in line {
            let next = self.step(byte, separator);
            if is_of_earlier && *self == Self::Closing {
                if next == Self::Plain {
                    return End::Loose;
                }
                is_of_earlier = next == Self::Quoted;
            }
            *self = next;
        }
        match self {
            Self::Quoted => End::Open,
            _ => End::Closed,
        }
    }
}

/// How a line of a row ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Closed,
    /// A quoted field goes on in the next line.
    Open,
    /// What closes a field of an earlier line has text behind it: it is the first quote of
    /// another row, and the earlier one was never closed.
    Loose,
}

/// Splits a row into its fields, unquoted. A quote inside an unquoted field is itself.
pub(super) fn split<'a>(row: &'a str, separator: u8, fields: &mut Vec<Cow<'a, str>>) {
    fields.clear();
    if !row.contains('"') {
        fields.extend(row.split(char::from(separator)).map(Cow::Borrowed));
        return;
    }
    let mut at = Quotes::FieldStart;
    let mut start = 0;
    for (position, &byte) in row.as_bytes().iter().enumerate() {
        let next = at.step(byte, separator);
        if byte == separator && next == Quotes::FieldStart {
            fields.push(unquote(&row[start..position]));
            start = position + 1;
        }
        at = next;
    }
    fields.push(unquote(&row[start..]));
}

fn unquote(field: &str) -> Cow<'_, str> {
    let Some(inner) = field.strip_prefix('"') else {
        return Cow::Borrowed(field);
    };
    match inner.strip_suffix('"') {
        Some(inner) if !inner.contains('"') => Cow::Borrowed(inner),
        Some(inner) => Cow::Owned(inner.replace("\"\"", "\"")),
        // Text after the closing quote is kept.
        None => Cow::Owned(inner.replacen('"', "", 1)),
    }
}

/// The separator of a table, of those it may have, told from its header line: the one it uses
/// most, the last of equals.
pub(super) fn separator_of(header: &[u8], separators: &[u8]) -> u8 {
    let count = |one: &&u8| header.iter().filter(|byte| byte == one).count();
    *separators.iter().max_by_key(count).unwrap_or(&b',')
}

/// Writes one field, quoted if it must be.
pub(super) fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", field.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(field)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rows(source: &str) -> Vec<(u64, Vec<String>, Option<&'static str>)> {
        let mut lines = Lines::new(source.as_bytes());
        let mut all = Vec::new();
        while let Some(row) = next_row(&mut lines, b',').unwrap() {
            let text = String::from_utf8(row.text).unwrap();
            let mut fields = Vec::new();
            split(&text, b',', &mut fields);
            let fields = fields.into_iter().map(Cow::into_owned).collect();
            all.push((row.line, fields, row.fault));
        }
        all
    }

    fn check(source: &str, expected: &[(u64, &[&str])]) {
        let read = rows(source);
        assert!(
            read.iter().all(|(_, _, fault)| fault.is_none()),
            "{source:?}"
        );
        let read: Vec<(u64, Vec<&str>)> = read
            .iter()
            .map(|(line, fields, _)| (*line, fields.iter().map(String::as_str).collect()))
            .collect();
        let expected: Vec<(u64, Vec<&str>)> = expected
            .iter()
            .map(|(line, fields)| (*line, fields.to_vec()))
            .collect();
        assert_eq!(read, expected, "{source:?}");
    }

    #[test]
    fn rows_are_split_at_separators_outside_quotes() {
        check("a,b\nc,d\n", &[(1, &["a", "b"]), (2, &["c", "d"])]);
        check("a,,\n", &[(1, &["a", "", ""])]);
        check("\"a,b\",c", &[(1, &["a,b", "c"])]);
        check("\"say \"\"hi\"\"\",c", &[(1, &["say \"hi\"", "c"])]);
        check("\"\",c", &[(1, &["", "c"])]);
        check("5\" pipe,c", &[(1, &["5\" pipe", "c"])]);
        check("a, \"b\"", &[(1, &["a", " \"b\""])]);
        check(
            "\"12 Road\nLagos\",c\nd,e",
            &[(1, &["12 Road\nLagos", "c"]), (3, &["d", "e"])],
        );
        check("\"a\r\n\r\nb\",c", &[(1, &["a\n\nb", "c"])]);
    }

    #[test]
    fn a_quote_that_is_not_closed_costs_one_row() {
        let mut source = String::from("\"open,1\n");
        for n in 0..100 {
            source.push_str(&format!("row,{n}\n"));
        }
        let read = rows(&source);
        assert_eq!(read.len(), 101);
        assert_eq!(read[0].2, Some(UNCLOSED));
        assert!(
            read[1..]
                .iter()
                .all(|(_, fields, fault)| fault.is_none() && fields.len() == 2)
        );
        assert_eq!(read[100].0, 101);

        let wide = format!("\"open,1\n{}\nrow,2\n", "x".repeat(LINE_BYTES_MAX));
        let faults: Vec<_> = rows(&wide).into_iter().map(|(_, _, fault)| fault).collect();
        assert_eq!(faults, [Some(UNCLOSED), None, None]);
    }

    #[test]
    fn a_quote_that_is_not_closed_takes_no_rows_with_it() {
        // Each opens a quote in two rows: the second must not be taken for the first one's end.
        for source in [
            "1,\"GIFT\n2,rent\n3,\"LOAN\n4,rent\n",
            "1,\"GIFT\n2,rent\n\"3\",\"LOAN\n4,rent\n",
            "1,\"GIFT\n2,\"rent\"\n3,\"LOAN\n4,\"rent\"\n",
        ] {
            let read = rows(source);
            let lines: Vec<u64> = read.iter().map(|(line, ..)| *line).collect();
            assert_eq!(lines, [1, 2, 3, 4], "{source:?}");
            let faults: Vec<bool> = read.iter().map(|(.., fault)| fault.is_some()).collect();
            assert_eq!(faults, [true, false, true, false], "{source:?}");
        }
        // Text behind a quote that its own line opened is the field's, as it was.
        check(
            "\"a\" b,\"c\nd\",\"e\" f\n",
            &[(1, &["a b", "c\nd", "e f"])],
        );
        check("\"a\n\"\"b\"\"\nc\",d\n", &[(1, &["a\n\"b\"\nc", "d"])]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            table in prop::collection::vec(prop::collection::vec("[a-c\", \n]{0,6}", 2..4), 1..6),
        ) {
            let lines: Vec<String> = table
                .iter()
                .map(|row| row.iter().map(|f| quoted(f)).collect::<Vec<_>>().join(","))
                .collect();
            let read: Vec<Vec<String>> =
                rows(&lines.join("\n")).into_iter().map(|(_, fields, _)| fields).collect();
            prop_assert_eq!(read, table);
        }

        #[test]
        fn any_text_ends_and_loses_no_line(source in "[\"a,\n\r]{0,200}") {
            let read = rows(&source);
            let lines = source.lines().count();
            prop_assert!(read.len() <= lines.max(1));
        }
    }
}
