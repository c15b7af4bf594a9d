//! A tax number as people write it, and its one stored form.

use std::fmt;

/// Digits of a legacy number before its hyphen.
const LEGACY_HEAD: usize = 8;
/// Digits of a legacy number in all; the last four name a branch, 0001 the head office.
const LEGACY_DIGITS: usize = 12;
/// Digits of a Tax ID.
const TAX_ID_DIGITS: usize = 13;

/// Exactly the texts that [`Tin::parse`] accepts, as a regular expression (ECMA-262).
pub const TIN_PATTERN: &str = "^ *(([0-9] *){8}(- *)?([0-9] *){4}|([0-9] *){13})$";

/// Which form a tax number has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TaxIdFormat {
    /// Eight digits, a hyphen, four digits: in use before 2026, valid still.
    Legacy,
    /// Thirteen digits: given out from 1 January 2026.
    TaxId,
}

impl TaxIdFormat {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Legacy => "LEGACY",
            Self::TaxId => "TAX_ID",
        }
    }
}

/// A tax number in canonical form: `12345678-0001` or thirteen digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tin {
    text: Box<str>,
    format: TaxIdFormat,
}

/// Why a text is not a tax number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TinFault {
    /// Something other than digits, spaces, and one hyphen after the eighth digit of a legacy
    /// number.
    Shape,
    /// Neither twelve nor thirteen digits.
    Length,
}

impl TinFault {
    /// What to say about field `name`: what is wrong, and what would be right. Never repeats
    /// the text.
    pub fn message(self, name: &str) -> String {
        let wrong = match self {
            Self::Shape => "is not a tax number",
            Self::Length => "has the wrong number of digits",
        };
        format!(
            "`{name}` {wrong}: send a 13-digit Tax ID such as 4123456789012, or a legacy \
             number of eight and four digits such as 12345678-0001."
        )
    }
}

impl Tin {
    /// Reads a number; spaces may stand anywhere, and the hyphen of a legacy number may be
    /// left out.
    ///
    /// # Errors
    /// [`TinFault`] if it is none.
    pub fn parse(text: &str) -> Result<Self, TinFault> {
        let mut digits = String::with_capacity(TAX_ID_DIGITS);
        let mut hyphen = false;
        for letter in text.chars() {
            match letter {
                ' ' => {}
                '0'..='9' if digits.len() < TAX_ID_DIGITS => digits.push(letter),
                '0'..='9' => return Err(TinFault::Length),
                '-' if !hyphen && digits.len() == LEGACY_HEAD => hyphen = true,
                _ => return Err(TinFault::Shape),
            }
        }
        let format = match digits.len() {
            LEGACY_DIGITS => TaxIdFormat::Legacy,
            TAX_ID_DIGITS if !hyphen => TaxIdFormat::TaxId,
            _ => return Err(TinFault::Length),
        };
        if format == TaxIdFormat::Legacy {
            digits.insert(LEGACY_HEAD, '-');
        }
        Ok(Self {
            text: digits.into(),
            format,
        })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Which form it is.
    pub fn format(&self) -> TaxIdFormat {
        self.format
    }
}

impl fmt::Display for Tin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let check = |text: &str, expected: Result<(&str, TaxIdFormat), TinFault>| {
            let read = Tin::parse(text);
            let read = read.as_ref().map(|tin| (tin.as_str(), tin.format()));
            assert_eq!(read.map_err(|fault| *fault), expected, "{text:?}");
        };
        let legacy = Ok(("12345678-0001", TaxIdFormat::Legacy));
        for text in [
            "12345678-0001",
            "123456780001",
            " 12345678 - 0001 ",
            "1234 5678 0001",
            "12345678 0001",
        ] {
            check(text, legacy);
        }
        let tax_id = Ok(("2521933528450", TaxIdFormat::TaxId));
        for text in ["2521933528450", " 252 193 352 8450"] {
            check(text, tax_id);
        }
        for text in [
            "1234567-80001",
            "12345678--0001",
            "12345678_0001",
            "1234567a0001",
            "-123456780001",
            "+2521933528450",
            "12345678–0001",
            "１２３４５６７８０００１",
            "12345678\t0001",
            "2521933528450\0",
        ] {
            check(text, Err(TinFault::Shape));
        }
        let digits = "1".repeat(100_000);
        for text in [
            "",
            " ",
            "1234567890",
            "25219335284501",
            "12345678-00011",
            &digits,
        ] {
            check(text, Err(TinFault::Length));
        }
    }

    proptest! {
        #[test]
        fn the_canonical_form_reads_as_itself(text in "[0-9]{8}-[0-9]{4}|[0-9]{13}") {
            let tin = Tin::parse(&text).unwrap();
            prop_assert_eq!(tin.as_str(), &text);
            prop_assert_eq!(tin.format() == TaxIdFormat::Legacy, text.contains('-'));
        }

        #[test]
        fn spaces_and_hyphen_do_not_matter(
            text in "[0-9]{8}-[0-9]{4}|[0-9]{13}", at in 0usize..13, spaces in 0usize..4,
        ) {
            let expected = Tin::parse(&text);
            let mut spaced = text.clone();
            spaced.insert_str(at, &" ".repeat(spaces));
            prop_assert_eq!(Tin::parse(&spaced), expected.clone());
            prop_assert_eq!(Tin::parse(&spaced.replace('-', "")), expected);
        }

        #[test]
        fn the_documented_pattern_is_accepted(
            text in " {0,2}(([0-9] {0,2}){8}(- {0,2})?([0-9] {0,2}){4}|([0-9] {0,2}){13})",
        ) {
            prop_assert!(Tin::parse(&text).is_ok());
        }

        #[test]
        fn any_text_has_an_answer(text in ".{0,40}") {
            if let Ok(tin) = Tin::parse(&text) {
                prop_assert_eq!(Tin::parse(tin.as_str()), Ok(tin));
            }
        }
    }
}
