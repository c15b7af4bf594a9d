//! Reading the embedded CSV files without copying: every field is a slice of the text.
//!
//! Fields may be quoted to hold a comma; quotes inside quotes, line breaks inside fields and
//! ragged rows do not occur in our files and are errors, which the tests of each table find.

use std::fmt;

/// Why an embedded file cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TableError {
    /// Line in the file, from 1.
    pub(crate) line: usize,
    /// What is wrong there.
    pub(crate) problem: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for TableError {}

/// The rows of `text` after a header that must be exactly `header`, each with its line.
pub(crate) fn rows<const N: usize>(
    text: &'static str,
    header: [&str; N],
) -> impl Iterator<Item = Result<(usize, [&'static str; N]), TableError>> {
    text.lines().enumerate().filter_map(move |(at, line)| {
        let line_number = at + 1;
        let fields = split::<N>(line).map_err(|problem| TableError {
            line: line_number,
            problem,
        });
        if at == 0 {
            return match fields {
                Ok(found) if found == header => None,
                Ok(_) => Some(Err(wrong(1, "the header is not the expected one"))),
                Err(problem) => Some(Err(problem)),
            };
        }
        Some(fields.map(|fields| (line_number, fields)))
    })
}

/// Reads all rows of `text`, turning each by `read`.
pub(crate) fn load<const N: usize, T>(
    text: &'static str,
    header: [&str; N],
    mut read: impl FnMut([&'static str; N]) -> Result<T, String>,
) -> Result<Vec<T>, TableError> {
    rows(text, header)
        .map(|row| {
            let (line, fields) = row?;
            read(fields).map_err(|problem| TableError { line, problem })
        })
        .collect()
}

/// The parts of a `|` list, without empty ones.
pub(crate) fn list(field: &'static str) -> impl Iterator<Item = &'static str> {
    field
        .split('|')
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

/// `field`, or nothing when it is empty.
pub(crate) fn optional(field: &'static str) -> Option<&'static str> {
    Some(field).filter(|text| !text.is_empty())
}

fn wrong(line: usize, problem: &str) -> TableError {
    TableError {
        line,
        problem: problem.to_owned(),
    }
}

fn split<const N: usize>(line: &'static str) -> Result<[&'static str; N], String> {
    let mut fields = [""; N];
    let mut rest = Some(line);
    for (at, field) in fields.iter_mut().enumerate() {
        let text = rest.ok_or_else(|| format!("{at} fields where {N} are expected"))?;
        let (found, after) = next_field(text)?;
        *field = found;
        rest = after;
    }
    match rest {
        None => Ok(fields),
        Some(_) => Err(format!("more than {N} fields")),
    }
}

/// The first field of `text` and what follows its comma.
fn next_field(text: &'static str) -> Result<(&'static str, Option<&'static str>), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (field, rest) = match text.split_once(',') {
            Some((field, rest)) => (field, Some(rest)),
            None => (text, None),
        };
        if field.contains('"') {
            return Err("a quote inside a field".to_owned());
        }
        return Ok((field, rest));
    };
    let (field, after) = quoted
        .split_once('"')
        .ok_or("a quoted field does not end")?;
    match after.strip_prefix(',') {
        Some(rest) => Ok((field, Some(rest))),
        None if after.is_empty() => Ok((field, None)),
        None => Err("text after a quoted field".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rows = Result<Vec<(usize, [&'static str; 2])>, TableError>;

    #[track_caller]
    fn check(text: &'static str, expected: Result<&[[&str; 2]], (usize, &str)>) {
        let read: Rows = rows(text, ["a", "b"]).collect();
        match (read, expected) {
            (Ok(found), Ok(wanted)) => {
                let found: Vec<_> = found.into_iter().map(|(_, fields)| fields).collect();
                assert_eq!(found, wanted, "{text}");
            }
            (Err(found), Err((line, problem))) => {
                assert_eq!(
                    (found.line, found.problem.as_str()),
                    (line, problem),
                    "{text}"
                );
            }
            (found, _) => panic!("{text}: {found:?}"),
        }
    }

    #[test]
    fn rows_are_read_and_corrupt_ones_named() {
        check("a,b\n1,2\n", Ok(&[["1", "2"]]));
        check("a,b\n\"1,5\",\"\"\n", Ok(&[["1,5", ""]]));
        check("a,b\n,\n", Ok(&[["", ""]]));
        check("a,c\n1,2\n", Err((1, "the header is not the expected one")));
        check("a,b\n1\n", Err((2, "1 fields where 2 are expected")));
        check("a,b\n1,2\n1,2,3\n", Err((3, "more than 2 fields")));
        check("a,b\n\"1,2\n", Err((2, "a quoted field does not end")));
        check("a,b\n\"1\"x,2\n", Err((2, "text after a quoted field")));
        check("a,b\n1\"1,2\n", Err((2, "a quote inside a field")));
    }

    #[test]
    fn lists_skip_empty_parts() {
        assert_eq!(list("a| b||").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(list("").count(), 0);
    }
}
