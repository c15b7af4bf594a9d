//! Verification codes: fifteen characters that nobody guesses and one that catches slips.

use std::fmt;

use kofa_domain::Environment;
use kofa_store::Vault;

/// What codes are made of: no letter or digit that is mistaken for another.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Characters of chance: 75 bits.
const CHANCE: usize = 15;
/// Characters of a group.
const GROUP: usize = 4;

/// The code on a copy of a document. Who has the copy has the code, and nobody else should:
/// it is printed on the copy and in nothing of ours.
#[derive(Clone, PartialEq, Eq)]
pub struct DocumentCode([u8; CHANCE + 1]);

impl fmt::Debug for DocumentCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DocumentCode(<hidden>)")
    }
}

impl DocumentCode {
    /// The code of one copy. `copy` says which copy it is, down to the moment: the same copy
    /// has the same code, and only the holder of the master key can tell it beforehand.
    pub fn of_copy(vault: &Vault, copy: &str) -> Self {
        let digest = vault.blind_index("registry.document.code", copy);
        let mut places = [0; CHANCE + 1];
        for (place, byte) in places.iter_mut().zip(digest) {
            *place = byte % 32;
        }
        places[CHANCE] = check(&places[..CHANCE]);
        Self(places)
    }

    /// Reads a code as people type it: in any case, with spaces and hyphens or without.
    /// `None` if it is none: a code with a slip is told without a look into the store.
    pub fn parse(text: &str) -> Option<Self> {
        let mut places = [0; CHANCE + 1];
        let mut count = 0;
        for letter in text.bytes().filter(|byte| !matches!(byte, b' ' | b'-')) {
            let letter = letter.to_ascii_uppercase();
            let value = ALPHABET.iter().position(|one| *one == letter)?;
            *places.get_mut(count)? = u8::try_from(value).ok()?;
            count += 1;
        }
        let whole = count == places.len() && places[CHANCE] == check(&places[..CHANCE]);
        whole.then_some(Self(places))
    }

    /// As people read it: `ABCD-EFGH-JKLM-NPQR`.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(20);
        for (index, place) in self.0.iter().enumerate() {
            if index > 0 && index % GROUP == 0 {
                text.push('-');
            }
            text.push(char::from(ALPHABET[usize::from(place % 32)]));
        }
        text
    }

    /// By what a code is stored and found without being kept.
    pub fn digest(&self, vault: &Vault) -> [u8; 32] {
        vault.blind_index("registry.document", self.text())
    }
}

/// What makes the code of one copy: whose it is, of what, and when it was drawn.
pub(super) fn copy(
    environment: Environment,
    tenant: &str,
    document: &str,
    entity: &str,
    micros: i64,
) -> String {
    format!("{environment}/{tenant}/{document}/{entity}/{micros}")
}

/// Luhn's check digit to base 32 (Luhn mod N): catches every wrong letter and nearly every
/// exchange of neighbours.
fn check(places: &[u8]) -> u8 {
    let sum: u32 = places
        .iter()
        .rev()
        .enumerate()
        .map(|(index, place)| {
            let doubled = u32::from(*place) * if index % 2 == 0 { 2 } else { 1 };
            doubled / 32 + doubled % 32
        })
        .sum();
    u8::try_from((32 - sum % 32) % 32).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use kofa_domain::Sensitive;
    use proptest::prelude::*;

    use super::*;

    fn code(copy: &str) -> DocumentCode {
        DocumentCode::of_copy(&Vault::new(&Sensitive::new([7; 32])), copy)
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = code("one");
        let text = code.text();
        assert_eq!(text.len(), 19);
        for typed in [
            text.clone(),
            text.to_lowercase(),
            text.replace('-', ""),
            text.replace('-', " "),
        ] {
            assert_eq!(DocumentCode::parse(&typed), Some(code.clone()), "{typed}");
        }
        assert_eq!(format!("{code:?}"), "DocumentCode(<hidden>)");
    }

    #[test]
    fn the_same_copy_has_the_same_code_and_another_master_key_another() {
        assert_eq!(code("one"), code("one"));
        assert_ne!(code("one"), code("two"));
        let other = Vault::new(&Sensitive::new([8; 32]));
        assert_ne!(code("one"), DocumentCode::of_copy(&other, "one"));
    }

    proptest! {
        #[test]
        fn one_wrong_letter_is_noticed(copy in ".{0,9}", at in 0..16_usize, to in 0..32_usize) {
            let text = code(&copy).text().replace('-', "");
            let mut wrong = text.clone().into_bytes();
            wrong[at] = ALPHABET[to];
            let wrong = String::from_utf8(wrong).unwrap();
            prop_assert_eq!(DocumentCode::parse(&wrong).is_some(), wrong == text);
        }

        #[test]
        fn noise_is_no_code_and_never_panics(text in "\\PC{0,24}") {
            if let Some(code) = DocumentCode::parse(&text) {
                prop_assert_eq!(DocumentCode::parse(&code.text()), Some(code));
            }
        }
    }
}
