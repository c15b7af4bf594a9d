//! Files whose rows are objects of the admin API: JSON Lines, or separated values whose columns
//! become the fields of one.

use std::borrow::Cow;

use kofa_input::rows::lines::Lines;
use kofa_input::rows::{FileFault, Format, Objects, Table, object_of};
use kofa_input::whole_of;
use serde_json::{Map, Value};

/// How a column becomes JSON. Items of a list are parted by `|`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Text,
    Number,
    Flag,
    Texts,
    Numbers,
}

/// A column: its name and shape.
pub(crate) type Column = (&'static str, Shape);

/// What parts values: not what parts the items of a list.
const SEPARATORS: &[u8] = b"\t;,";

/// What is wrong with a header.
#[derive(Debug)]
pub(crate) struct HeaderFault {
    /// Where the header is, from 1.
    pub(crate) line: u64,
    /// The column, if it is known.
    pub(crate) field: Option<&'static str>,
    /// What, as the end of a sentence.
    pub(crate) message: String,
}

/// Why a file has no rows.
#[derive(Debug)]
pub(crate) enum NoRows {
    /// It cannot be read as a whole.
    File(FileFault),
    /// Its header names columns that there are not.
    Header(Vec<HeaderFault>),
}

impl From<FileFault> for NoRows {
    fn from(fault: FileFault) -> Self {
        Self::File(fault)
    }
}

/// Gives `take` each row of a file of `things`, with the line where it begins: its fields, or
/// why it cannot be read. Ends where that says no.
pub(crate) fn read_rows(
    text: &[u8],
    format: Format,
    columns: &[Column],
    things: &'static str,
    mut take: impl FnMut(u64, Result<Map<String, Value>, String>) -> bool,
) -> Result<(), NoRows> {
    let mut lines = Lines::new(text);
    match format {
        Format::JsonLines => {
            let mut objects = Objects::of(&mut lines);
            while let Some(line) = objects.next_line()? {
                if !take(line.number, object_of(&line)) {
                    break;
                }
            }
        }
        Format::Csv => {
            let Some(mut table) = Table::begin(&mut lines, SEPARATORS, things)? else {
                return Ok(());
            };
            let known = known(table.names(), table.line(), columns, things)?;
            while let Some(row) = table.next_row()? {
                let fields = table.cells(&row).map(|cells| fields(&cells, &known));
                // Also a row of quotes around nothing, as spreadsheets leave at the end.
                if fields.as_ref().is_ok_and(Map::is_empty) {
                    continue;
                }
                if !take(row.line, fields) {
                    break;
                }
            }
        }
    }
    Ok(())
}

fn known(
    names: &[String],
    line: u64,
    columns: &[Column],
    things: &'static str,
) -> Result<Vec<Column>, NoRows> {
    let (mut known, mut faults) = (Vec::<Column>::new(), Vec::new());
    for (at, name) in (1..).zip(names) {
        let (field, message) = match columns.iter().find(|(one, _)| *one == name.trim()) {
            Some((name, _)) if known.iter().any(|(other, _)| other == name) => {
                (Some(*name), format!("`{name}` is there twice"))
            }
            Some(column) => {
                known.push(*column);
                continue;
            }
            None => (None, format!("column {at} is no column of {things}")),
        };
        faults.push(HeaderFault {
            line,
            field,
            message,
        });
    }
    match faults.is_empty() {
        true => Ok(known),
        false => Err(NoRows::Header(faults)),
    }
}

fn fields(cells: &[Cow<'_, str>], columns: &[Column]) -> Map<String, Value> {
    let texts = cells.iter().map(|cell| cell.trim());
    let filled = texts.zip(columns).filter(|(text, _)| !text.is_empty());
    let fields = filled.map(|(text, (name, shape))| ((*name).to_owned(), value(text, *shape)));
    fields.collect()
}

/// A field as JSON. What does not fit stays a text, which the rules of the field refuse.
fn value(text: &str, shape: Shape) -> Value {
    let number = |text: &str| whole_of(text).map_or(text.into(), Value::from);
    let items = || text.split('|').map(str::trim);
    match shape {
        Shape::Text => text.into(),
        Shape::Number => number(text),
        Shape::Flag => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" => true.into(),
            "false" | "no" => false.into(),
            _ => text.into(),
        },
        Shape::Texts => items().map(Value::from).collect(),
        Shape::Numbers => items().map(number).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const COLUMNS: [Column; 4] = [
        ("id", Shape::Text),
        ("shares", Shape::Number),
        ("active", Shape::Flag),
        ("banks", Shape::Numbers),
    ];

    /// Rows with their lines, or why there are none.
    type Told = Result<Vec<(u64, Result<Value, String>)>, String>;

    fn read(text: &[u8], format: Format) -> Told {
        let mut rows = Vec::new();
        let done = read_rows(text, format, &COLUMNS, "things", |line, row| {
            rows.push((line, row.map(Value::Object)));
            true
        });
        match done {
            Ok(()) => Ok(rows),
            Err(NoRows::File(message)) => Err(message.into_owned()),
            Err(NoRows::Header(faults)) => {
                let told =
                    |one: HeaderFault| format!("{} {:?} {}", one.line, one.field, one.message);
                Err(faults.into_iter().map(told).collect::<Vec<_>>().join("; "))
            }
        }
    }

    #[test]
    fn rows_of_values_are_objects_whatever_program_wrote_them() {
        let check = |text: &str, expected: &[(u64, Result<Value, &str>)]| {
            let read = read(text.as_bytes(), Format::Csv).unwrap();
            let expected = expected.iter().cloned();
            let expected: Vec<_> = expected
                .map(|(line, row)| (line, row.map_err(str::to_owned)))
                .collect();
            assert_eq!(read, expected, "{text:?}");
        };
        check("", &[]);
        check("id,shares\n", &[]);
        let one = json!({"id": "A", "shares": 5, "active": true, "banks": [1, 2, "x"]});
        check(
            "\u{feff}\r\nid;shares;active;banks\r\nA;5;Yes;1| 2|x\r\n;;;\r\n\"\";\" \";;\r\n",
            &[(3, Ok(one))],
        );
        check(
            "id,active\nA,maybe\n",
            &[(2, Ok(json!({"id": "A", "active": "maybe"})))],
        );
        let wide = "the row has 3 columns, the header has 2";
        check(
            "id,shares\nA,5,\nB,\n",
            &[(2, Err(wide)), (3, Ok(json!({"id": "B"})))],
        );
        // What is too large is a number still, for its field to say how large it may be.
        let large = json!({"shares": i64::MAX, "banks": [i64::MIN]});
        let text = "shares,banks\n99999999999999999999,-99999999999999999999\n";
        check(text, &[(2, Ok(large))]);
    }

    #[test]
    fn what_has_no_rows_says_why() {
        let check = |text: &[u8], format, expected: &str| {
            let why = read(text, format).unwrap_err();
            assert!(why.contains(expected), "{why}");
        };
        let header = "2 None column 2 is no column of things; 2 Some(\"id\") `id` is there twice";
        check(b"\nid,ID,shares,id\n", Format::Csv, header);
        check(b"id,\xE9\n", Format::Csv, "not UTF-8");
        check(b"id,shares\rA,1\r", Format::Csv, "CR alone");
        check(b"\xFF\xFEi\0d\0", Format::Csv, "UTF-16");
        check(b"[{\"id\":\"A\"}]", Format::JsonLines, "one JSON array");
    }
}
