//! Tables: rows of separated values under a header.

use std::borrow::Cow;
use std::io::BufRead;

use super::csv::{self, Row};
use super::lines::Lines;
use super::{FileFault, broken, next_filled};

/// Columns that a table may have.
const COLUMNS_MAX: usize = 512;

/// What may part the values of a table.
pub const SEPARATORS: &[u8] = b"|\t;,";

/// A table whose header was read.
#[derive(Debug)]
pub struct Table<'a, R> {
    lines: &'a mut Lines<R>,
    separator: u8,
    line: u64,
    names: Vec<String>,
}

impl<'a, R: BufRead> Table<'a, R> {
    /// Begins a table of `things` with the first line that is not empty; `None` if there is
    /// none. What parts its values is one of `separators`, told from that line.
    ///
    /// # Errors
    /// If the header cannot be read.
    pub fn begin(
        lines: &'a mut Lines<R>,
        separators: &[u8],
        things: &'static str,
    ) -> Result<Option<Self>, FileFault> {
        let Some(first) = next_filled(lines)? else {
            return Ok(None);
        };
        if first.is_cut {
            let message = format!(
                "The header line is longer than 65,536 bytes; this is no table of {things}."
            );
            return Err(message.into());
        }
        let separator = csv::separator_of(&first.text, separators);
        lines.give_back(vec![first]);
        let Some(header) = csv::next_row(lines, separator).map_err(broken)? else {
            return Ok(None);
        };
        if header.fault.is_some() {
            return Err("A quote of the header line is opened and not closed.".into());
        }
        let text = std::str::from_utf8(&header.text)
            .map_err(|_| "The header line is not UTF-8; save the file as UTF-8.")?;
        // Else the whole file is its header, and has no rows that could be missed.
        if text.trim_end().contains('\r') {
            return Err("The lines of the file end in CR alone; save it with LF or CRLF.".into());
        }
        let mut names = Vec::new();
        csv::split(text, separator, &mut names);
        if names.len() > COLUMNS_MAX {
            return Err(format!("The file has more than {COLUMNS_MAX} columns.").into());
        }
        Ok(Some(Self {
            separator,
            line: header.line,
            names: names.into_iter().map(Cow::into_owned).collect(),
            lines,
        }))
    }

    /// Where the header is, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The names in the header.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Bytes taken from the source.
    pub fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// Where the columns `wanted` are, whatever the case and punctuation of their names.
    ///
    /// # Errors
    /// All that are not there, or there twice.
    pub fn places<const N: usize>(&self, wanted: [&str; N]) -> Result<[usize; N], FileFault> {
        let folded: Vec<String> = self.names.iter().map(|name| folded(name)).collect();
        let (mut places, mut wrong) = ([0; N], Vec::new());
        for (place, name) in places.iter_mut().zip(wanted) {
            let name_folded = self::folded(name);
            let mut found = (0..).zip(&folded).filter(|(_, one)| **one == name_folded);
            match (found.next(), found.next()) {
                (Some((at, _)), None) => *place = at,
                (None, _) => wrong.push(format!("there is no column `{name}`")),
                _ => wrong.push(format!("`{name}` is there twice")),
            }
        }
        match wrong.is_empty() {
            true => Ok(places),
            false => Err(format!("In the header, {}.", wrong.join(", ")).into()),
        }
    }

    /// The next row that is not empty; `None` at the end.
    ///
    /// # Errors
    /// Those of the source.
    pub fn next_row(&mut self) -> Result<Option<Row>, FileFault> {
        // Also a row of separators, as spreadsheets leave at the end.
        let separator = self.separator;
        let is_nothing = |byte: &u8| *byte == separator || byte.is_ascii_whitespace();
        while let Some(row) = csv::next_row(self.lines, separator).map_err(broken)? {
            if row.fault.is_some() || !row.text.iter().all(is_nothing) {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    /// The values of a row, one for each column.
    ///
    /// # Errors
    /// Why there are none; never what stands there.
    pub fn cells<'r>(&self, row: &'r Row) -> Result<Vec<Cow<'r, str>>, String> {
        if let Some(fault) = row.fault {
            return Err(fault.to_owned());
        }
        let text = std::str::from_utf8(&row.text).map_err(|_| "the row is not UTF-8")?;
        let wants = self.names.len();
        let mut cells = Vec::with_capacity(wants);
        csv::split(text, self.separator, &mut cells);
        match cells.len() {
            has if has == wants => Ok(cells),
            has => Err(format!("the row has {has} columns, the header has {wants}")),
        }
    }
}

/// The name of a column without case and punctuation: its letters and digits, in lower case.
pub fn folded(name: &str) -> String {
    let kept = name.chars().filter(char::is_ascii_alphanumeric);
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Told = Result<Vec<(u64, Result<Vec<String>, String>)>, FileFault>;

    fn read(source: &[u8]) -> Told {
        let mut lines = Lines::new(source);
        let Some(mut table) = Table::begin(&mut lines, SEPARATORS, "things")? else {
            return Ok(Vec::new());
        };
        let names = table.names().to_vec();
        let mut all = vec![(table.line(), Ok(names))];
        while let Some(row) = table.next_row()? {
            let cells = table.cells(&row);
            let cells = cells.map(|cells| cells.into_iter().map(Cow::into_owned).collect());
            all.push((row.line, cells));
        }
        Ok(all)
    }

    fn check(source: &[u8], expected: &[(u64, Result<&[&str], &str>)]) {
        let owned = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        let expected: Vec<(u64, Result<Vec<String>, String>)> = expected
            .iter()
            .map(|(line, cells)| (*line, cells.map(owned).map_err(str::to_owned)))
            .collect();
        let shown = String::from_utf8_lossy(&source[..source.len().min(60)]);
        assert_eq!(read(source).unwrap(), expected, "{shown:?}");
    }

    #[test]
    fn rows_stand_under_a_header_whatever_program_wrote_it() {
        check(b"", &[]);
        check(b"\xEF\xBB\xBF \r\n\n", &[]);
        check(b"a,b\n1,2", &[(1, Ok(&["a", "b"])), (2, Ok(&["1", "2"]))]);
        let semicolons = b"\xEF\xBB\xBF\r\n\"a\";b,c;d\r\n;;\r\n 1;2\r\n1;;3";
        let narrow = Err("the row has 2 columns, the header has 3");
        check(
            semicolons,
            &[
                (2, Ok(&["a", "b,c", "d"])),
                (4, narrow),
                (5, Ok(&["1", "", "3"])),
            ],
        );
        check(
            b"a|b\n|\n\n1|2\n",
            &[(1, Ok(&["a", "b"])), (4, Ok(&["1", "2"]))],
        );
        // A name over two lines is no row.
        let tall = b"a,\"b\n(if any)\"\n1,2\n";
        check(
            tall,
            &[(1, Ok(&["a", "b\n(if any)"])), (3, Ok(&["1", "2"]))],
        );
        check(
            b"a,b\n1,\xE9\n",
            &[(1, Ok(&["a", "b"])), (2, Err("the row is not UTF-8"))],
        );
    }

    #[test]
    fn a_long_line_that_begins_empty_is_a_row() {
        let long = [b"a,b\n".as_slice(), &[b' '; 70_000], b"1,2\n3,4\n"].concat();
        check(
            &long,
            &[
                (1, Ok(&["a", "b"])),
                (2, Err(csv::TOO_LONG)),
                (3, Ok(&["3", "4"])),
            ],
        );
    }

    #[test]
    fn what_is_no_table_is_refused_whole() {
        let check = |source: &[u8], words: &str| {
            let fault = read(source).unwrap_err();
            assert!(fault.contains(words), "{fault}");
        };
        check(&[b'x'; 70_000], "no table of things");
        check(&[b' '; 70_000], "no table of things");
        check(b"a,\"b\n1,2\n", "opened and not closed");
        check(b"a,\xE9\n", "not UTF-8");
        check(b"\xFF\xFEa\0,\0b\0\n\0", "is UTF-16");
        check(b"a\0,\0b\0\n\0x\0", "is UTF-16");
        check(b"\0a\0,\0b\0\n", "is UTF-16");
        check(b"a,b\r1,2\r", "CR alone");
        check(&[b','; 512], "more than 512 columns");
    }

    #[test]
    fn columns_are_found_by_folded_names_and_all_faults_are_told() {
        let places = |header: &str| {
            let mut lines = Lines::new(header.as_bytes());
            let table = Table::begin(&mut lines, SEPARATORS, "things")
                .unwrap()
                .unwrap();
            table.places(["paidAt", "amount"]).map_err(Cow::into_owned)
        };
        assert_eq!(places("Amount,x,PAID_at "), Ok([2, 0]));
        let wrong = "In the header, `paidAt` is there twice, there is no column `amount`.";
        assert_eq!(places("paidAt,Paid At,paid"), Err(wrong.to_owned()));
    }
}
