//! The one thing in an ONNX file that the runtime does not hand out: the list of letters that a
//! recognition network writes with. It is the metadata entry `character`, one letter a line.

/// Field of the model that holds one metadata entry.
const METADATA_PROPS: u64 = 14;
/// Fields of an entry.
const KEY: u64 = 1;
const VALUE: u64 = 2;

/// The letters in the order of the network's classes, which start with the blank (not listed)
/// and end with the space (not listed either). `None` if the file has no such entry.
pub(super) fn letters(model: &[u8]) -> Option<Vec<String>> {
    let entry = fields(model)
        .filter(|&(number, _)| number == METADATA_PROPS)
        .find(|(_, entry)| field(entry, KEY) == Some(b"character"))?;
    let list = std::str::from_utf8(field(entry.1, VALUE)?).ok()?;
    // Some entries are white space of other scripts: nothing may be trimmed.
    Some(list.split('\n').map(str::to_owned).collect())
}

fn field(message: &[u8], wanted: u64) -> Option<&[u8]> {
    fields(message).find_map(|(number, content)| (number == wanted).then_some(content))
}

/// The length-delimited fields of a protobuf message; others are passed over.
fn fields(mut rest: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    std::iter::from_fn(move || {
        loop {
            let tag = varint(&mut rest)?;
            match tag & 7 {
                0 => {
                    varint(&mut rest)?;
                }
                1 => rest = rest.get(8..)?,
                2 => {
                    let length = usize::try_from(varint(&mut rest)?).ok()?;
                    let content = rest.get(..length)?;
                    rest = &rest[length..];
                    return Some((tag >> 3, content));
                }
                5 => rest = rest.get(4..)?,
                _ => return None,
            }
        }
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

    /// A length-delimited field of less than 128 bytes.
    fn delimited(number: u8, content: &[u8]) -> Vec<u8> {
        let head = [number << 3 | 2, u8::try_from(content.len()).unwrap()];
        [&head, content].concat()
    }

    #[test]
    fn letters_come_in_order_and_untrimmed() {
        let entry = |key: &[u8], value: &[u8]| {
            let pair = [delimited(1, key), delimited(2, value)].concat();
            delimited(14, &pair)
        };
        let model = [
            vec![0x08, 0x96, 0x01],
            delimited(2, b"exporter"),
            entry(b"other", b"x"),
            entry(b"character", "a\n\u{3000}\nb".as_bytes()),
        ]
        .concat();
        let expected = ["a", "\u{3000}", "b"].map(str::to_owned).to_vec();
        assert_eq!(letters(&model), Some(expected));
        assert_eq!(letters(b""), None);
        assert_eq!(letters(&model[..model.len() - 2]), None);
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes: Vec<u8>) {
            let _ = letters(&bytes);
        }
    }
}
