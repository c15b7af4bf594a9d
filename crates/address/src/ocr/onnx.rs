//! What is read and changed in an ONNX file before the runtime gets it: the list of letters that a
//! recognition network writes with (the metadata entry `character`, one letter a line), which the
//! runtime does not hand out, and the last layer, which tells some 18,700 of them apart. Nine in
//! ten are of scripts that no address is read in, and telling them apart is a seventh of the
//! work.

/// Field of the model that holds the network.
const GRAPH: u64 = 7;
/// Field of the model that holds one metadata entry.
const METADATA_PROPS: u64 = 14;
/// Fields of an entry.
const KEY: u64 = 1;
const VALUE: u64 = 2;
/// Field of the network that holds one table of weights.
const INITIALIZER: u64 = 5;
/// Fields of a table: its sizes, one a field, and its numbers, four bytes each.
const DIMS: u64 = 1;
const RAW_DATA: u64 = 9;

/// The first letter of the scripts that are left out: Chinese, Japanese, Korean and their forms.
/// Before it are the Latin and Greek letters, punctuation, signs of currencies, bullets.
const FIRST_LEFT_OUT: char = '\u{3000}';

/// The letters in the order of the network's classes, which start with the blank (not listed)
/// and end with the space (not listed either). `None` if the file has no such entry.
fn letters(model: &[u8]) -> Option<Vec<&str>> {
    let entry = contents(model)
        .filter(|&(number, _)| number == METADATA_PROPS)
        .find(|(_, entry)| content(entry, KEY) == Some(b"character"))?;
    let list = std::str::from_utf8(content(entry.1, VALUE)?).ok()?;
    // Some entries are white space of other scripts: nothing may be trimmed.
    Some(list.split('\n').collect())
}

/// The same network with a last layer for the letters that are wanted, and these, in the order of
/// its classes. `None` if the file is no recognition network.
pub(super) fn narrowed(model: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let letters = letters(model)?;
    let is_wanted = |letter: &str| letter.chars().all(|it| it < FIRST_LEFT_OUT);
    let wanted = (1..)
        .zip(&letters)
        .filter(|(_, letter)| is_wanted(letter))
        .map(|(class, _)| class);
    let classes = letters.len() + 2;
    let kept: Vec<usize> = [0].into_iter().chain(wanted).chain([classes - 1]).collect();
    let narrow = |table: &[u8]| narrowed_table(table, classes, &kept);
    let model = changed(model, GRAPH, |graph| {
        Some(changed(graph, INITIALIZER, narrow))
    });
    let letters = letters.into_iter().filter(|it| is_wanted(it));
    Some((model, letters.map(str::to_owned).collect()))
}

/// A table with only the columns that are kept, if it has one for each class.
fn narrowed_table(table: &[u8], classes: usize, kept: &[usize]) -> Option<Vec<u8>> {
    const NUMBER_BYTES: usize = 4;
    let is_width =
        |field: &Field<'_>| field.number == DIMS && field.value == Value::Number(classes as u64);
    if !fields(table).any(|it| is_width(&it)) {
        return None;
    }
    let mut narrow = Vec::new();
    for field in fields(table) {
        match field.value {
            _ if is_width(&field) => {
                push_varint(&mut narrow, DIMS << 3);
                push_varint(&mut narrow, kept.len() as u64);
            }
            Value::Content(numbers) if field.number == RAW_DATA => {
                let rows = numbers.chunks_exact(classes * NUMBER_BYTES);
                let cells = rows.flat_map(|row| {
                    kept.iter()
                        .filter_map(|&at| row.get(at * NUMBER_BYTES..(at + 1) * NUMBER_BYTES))
                });
                push_content(
                    &mut narrow,
                    RAW_DATA,
                    &cells.flatten().copied().collect::<Vec<u8>>(),
                );
            }
            _ => narrow.extend(field.whole),
        }
    }
    Some(narrow)
}

/// A message with some of its fields of this number replaced.
fn changed(
    message: &[u8],
    number: u64,
    mut change: impl FnMut(&[u8]) -> Option<Vec<u8>>,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(message.len());
    for field in fields(message) {
        let new = match field.value {
            Value::Content(content) if field.number == number => change(content),
            _ => None,
        };
        match new {
            Some(content) => push_content(&mut out, number, &content),
            None => out.extend(field.whole),
        }
    }
    out
}

fn push_content(out: &mut Vec<u8>, number: u64, content: &[u8]) {
    push_varint(out, number << 3 | 2);
    push_varint(out, content.len() as u64);
    out.extend(content);
}

fn push_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn content(message: &[u8], wanted: u64) -> Option<&[u8]> {
    contents(message).find_map(|(number, content)| (number == wanted).then_some(content))
}

/// The length-delimited fields of a message.
fn contents(message: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    fields(message).filter_map(|field| match field.value {
        Value::Content(content) => Some((field.number, content)),
        _ => None,
    })
}

/// A field of a protobuf message.
struct Field<'a> {
    number: u64,
    value: Value<'a>,
    /// All its bytes.
    whole: &'a [u8],
}

#[derive(PartialEq)]
enum Value<'a> {
    Number(u64),
    Content(&'a [u8]),
    /// Four or eight bytes.
    Fixed,
}

/// The fields of a protobuf message, up to what is none.
fn fields(mut rest: &[u8]) -> impl Iterator<Item = Field<'_>> {
    std::iter::from_fn(move || {
        let message = rest;
        let tag = varint(&mut rest)?;
        let mut take = |length: usize| {
            let (taken, after) = rest.split_at_checked(length)?;
            rest = after;
            Some(taken)
        };
        let value = match tag & 7 {
            1 => take(8).map(|_| Value::Fixed)?,
            5 => take(4).map(|_| Value::Fixed)?,
            0 => Value::Number(varint(&mut rest)?),
            2 => {
                let length = usize::try_from(varint(&mut rest)?).ok()?;
                let (content, after) = rest.split_at_checked(length)?;
                rest = after;
                Value::Content(content)
            }
            _ => return None,
        };
        Some(Field {
            number: tag >> 3,
            value,
            whole: &message[..message.len() - rest.len()],
        })
    })
}

fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn delimited(number: u64, content: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        push_content(&mut out, number, content);
        out
    }

    /// A network that writes with these letters and has one table, two rows of a column a class.
    fn model(letters: &str, rows: &[u8]) -> Vec<u8> {
        let entry = |key: &[u8], value: &[u8]| {
            let pair = [delimited(KEY, key), delimited(VALUE, value)].concat();
            delimited(METADATA_PROPS, &pair)
        };
        let numbers: Vec<u8> = rows.iter().flat_map(|&it| [it, 0, 0, 0]).collect();
        let columns = u8::try_from(rows.len() / 2).unwrap();
        let table = [
            vec![0x08, 2, 0x08, columns, 0x10, 1],
            delimited(8, b"linear"),
            delimited(RAW_DATA, &numbers),
        ];
        let graph = [
            delimited(2, b"graph"),
            delimited(INITIALIZER, &table.concat()),
            delimited(INITIALIZER, b"\x08\x03"),
        ];
        [
            vec![0x08, 0x96, 0x01],
            delimited(2, b"exporter"),
            entry(b"other", b"x"),
            entry(b"character", letters.as_bytes()),
            delimited(GRAPH, &graph.concat()),
        ]
        .concat()
    }

    #[test]
    fn letters_come_in_order_and_other_scripts_leave_the_last_layer() {
        let whole = model(
            "a\n\u{3000}\nb\n京",
            &[0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15],
        );
        let (narrow, letters) = narrowed(&whole).unwrap();
        assert_eq!(letters, ["a", "b"]);
        let expected = model("a\n\u{3000}\nb\n京", &[0, 1, 3, 5, 10, 11, 13, 15]);
        // The graph came last and comes where it was.
        assert_eq!(narrow, expected);
        assert_eq!(narrowed(b""), None);
        assert_eq!(narrowed(&whole[..40]), None);
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes: Vec<u8>) {
            let _ = narrowed(&bytes);
        }
    }
}
