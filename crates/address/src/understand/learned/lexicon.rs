//! What a word says by itself, learned: whether it is of an address, and whether the address that
//! it stands before is the holder's.

use std::collections::HashMap;

/// Features of the words of a text.
pub(super) const OF_LEXICON: usize = 8;

/// What one word says: logarithms of odds, 0 if nothing is known.
#[derive(Clone, Copy, Debug, Default)]
struct Says {
    /// Of an address.
    address: f32,
    /// Before the holder's address rather than somebody else's.
    holder: f32,
}

/// Words and what they say.
#[derive(Debug, Default)]
pub struct Lexicon {
    words: HashMap<String, Says>,
}

/// The table has sixteenths.
const UNIT: f32 = 16.0;

impl Lexicon {
    /// Reads what `tools/reader` wrote: a line for each word with two whole numbers, parted by
    /// tabs. `None` if the bytes are anything else.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut words = HashMap::new();
        for line in std::str::from_utf8(bytes).ok()?.lines() {
            let mut cells = line.split('\t');
            let word = cells.next()?.to_owned();
            let mut number = || -> Option<f32> {
                let number: i8 = cells.next()?.parse().ok()?;
                Some(f32::from(number) / UNIT)
            };
            let (address, holder) = (number()?, number()?);
            words.insert(word, Says { address, holder });
            if cells.next().is_some() {
                return None;
            }
        }
        Some(Self { words })
    }

    /// What words say that are folded: of the first and the last, the mean, least and most of
    /// all, how many are known, and what they say together and at most of whose an address is.
    pub(super) fn features(&self, words: &[String]) -> [f32; OF_LEXICON] {
        const TOGETHER_MAX: f32 = 8.0;
        let known: Vec<Option<Says>> = words
            .iter()
            .map(|word| self.words.get(&shape(word)).copied())
            .collect();
        let says: Vec<Says> = known.iter().map(|it| it.unwrap_or_default()).collect();
        let (Some(first), Some(last)) = (says.first(), says.last()) else {
            return [0.0; OF_LEXICON];
        };
        let address = || says.iter().map(|it| it.address);
        let holder = || says.iter().map(|it| it.holder);
        let count = says.len() as f32;
        let furthest = holder().fold(
            0.0,
            |most: f32, it| if it.abs() > most.abs() { it } else { most },
        );
        [
            first.address,
            last.address,
            address().sum::<f32>() / count,
            address().fold(f32::MAX, f32::min),
            address().fold(f32::MIN, f32::max),
            known.iter().flatten().count() as f32 / count,
            holder().sum::<f32>().clamp(-TOGETHER_MAX, TOGETHER_MAX),
            furthest,
        ]
    }
}

/// A word with `0` for each digit: numbers say what their form says.
fn shape(word: &str) -> String {
    let digit = |it: char| if it.is_ascii_digit() { '0' } else { it };
    word.chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn words_say_what_the_table_says() {
        let table = b"lagos\t64\t0\n000\t16\t0\nbuyer\t-32\t48\n";
        let lexicon = Lexicon::parse(table).expect("a table");
        let said = lexicon.features(&words("buyer 123 ikoyi lagos"));
        assert_eq!(said, [-2.0, 4.0, 0.75, -2.0, 4.0, 0.75, 3.0, 3.0]);
        assert_eq!(lexicon.features(&[]), [0.0; OF_LEXICON]);
    }

    #[test]
    fn other_bytes_are_no_table() {
        for bytes in [
            &b"lagos\t64"[..],
            b"lagos\t64\t0\t1",
            b"lagos\t640\t0",
            b"\xff\t1\t1",
        ] {
            assert!(Lexicon::parse(bytes).is_none(), "{bytes:?}");
        }
        assert!(Lexicon::parse(b"").is_some());
    }
}
