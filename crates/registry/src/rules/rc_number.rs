//! Registration numbers as people write them.

use std::fmt;

use super::EntityType;

/// Digits a canonical number may have. The longest in use today have eight.
const DIGITS_MAX: usize = 12;
/// Zeros that may stand before them.
const ZEROS_MAX: usize = 12;
/// Separators in a row between a prefix and its digits.
const SEPARATORS_MAX: usize = 4;
/// What may stand between prefix and digits, or between thousands; the last four as word
/// processors set them: a space and a hyphen that do not break, a hyphen, a dash.
const SEPARATORS: [char; 9] = [
    ' ', '-', ':', '.', ',', '\u{a0}', '\u{2011}', '\u{2010}', '\u{2013}',
];

/// Exactly the texts that [`read_rc_number`] accepts, as a regular expression (ECMA-262).
pub const RC_NUMBER_PATTERN: &str = concat!(
    "^ *",
    r"(([Rr][Cc]|[Bb][Nn]|[Ii][Tt]|[Ll][Ll]?[Pp])[ :.,\-\u00A0\u2010\u2011\u2013]{0,4}",
    r"([Nn][Oo][ :.,\-\u00A0\u2010\u2011\u2013]{0,4})?)?",
    r"(0{0,12}[1-9][0-9]{0,11}|[1-9][0-9]{0,2}([ :.,\-\u00A0\u2010\u2011\u2013][0-9]{3}){1,3})",
    " *$",
);

/// A registration number in canonical form: digits without leading zeros; only the numbers
/// reserved in the sandbox keep theirs (`0000010`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RcNumber(Box<str>);

impl RcNumber {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Stands for a number that an upstream does not tell, such as with a document of its
    /// own: `0`, which is nobody's.
    pub fn unknown() -> Self {
        Self("0".into())
    }

    /// What the sandbox does with this number, if it is one of `0000010` to `0000099`.
    pub fn reserved(&self) -> Option<Reserved> {
        match self.0.as_bytes() {
            [
                b'0',
                b'0',
                b'0',
                b'0',
                b'0',
                tens @ b'1'..=b'9',
                last @ b'0'..=b'9',
            ] => Some(Reserved {
                persona: tens - b'0',
                outcome: last - b'0',
            }),
            _ => None,
        }
    }

    /// The form without leading zeros, in which an imported register is keyed.
    #[must_use]
    pub fn unreserved(self) -> Self {
        match self.reserved() {
            Some(_) => Self(self.0.trim_start_matches('0').into()),
            None => self,
        }
    }
}

impl fmt::Display for RcNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A number of the sandbox's reserved range, read apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// The last digit but one, 1 to 9: whom it is about.
    pub persona: u8,
    /// The last digit: what happens.
    pub outcome: u8,
}

/// A number and what its prefix says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RcInput {
    pub number: RcNumber,
    /// The kind of entity of the prefix, if there was one.
    pub prefix: Option<EntityType>,
}

impl RcInput {
    /// What `entityType` may not be beside this number: people write `RC` before any number,
    /// and the other prefixes mean what they say. For the refusal, in words.
    pub fn conflict_with(&self, said: EntityType) -> Option<String> {
        let meant = self.prefix.filter(|kind| *kind != EntityType::Company)?;
        (meant != said).then(|| {
            format!(
                "`entityType` {} does not fit the prefix {} of `rcNumber`.",
                said.as_str(),
                meant.prefix()
            )
        })
    }
}

/// Why a text is not a registration number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RcFault {
    /// Neither a known prefix nor a digit at the start, or something after the digits.
    Shape,
    /// A plus or minus before a number without prefix.
    Sign,
    /// Digits after a point or comma that are no group of three.
    Decimals,
    /// No digit but 0.
    Zero,
    Length,
}

impl RcFault {
    /// What to say about field `name`: what is wrong, and what would be right.
    pub fn message(self, name: &str) -> String {
        format!("`{name}` {}.", self.must())
    }

    /// The same without the name and the full stop.
    pub fn must(self) -> String {
        let wrong = match self {
            Self::Shape => "is not a registration number",
            Self::Sign => "must not have a sign",
            Self::Decimals => "must be a whole number",
            Self::Zero => "must not be zero",
            Self::Length => "has too many digits",
        };
        format!(
            "{wrong}: send up to {DIGITS_MAX} digits, with or without a prefix, such as 1885308, \
             RC-1885308 or BN 9003619"
        )
    }
}

/// Reads a registration number: optional prefix (`RC`, `BN`, `IT`, `LP`, `LLP`, perhaps with
/// "No."), separators, digits, in any case; thousands may be separated by one separator.
///
/// # Errors
/// [`RcFault`] if it is none.
pub fn read_rc_number(text: &str) -> Result<RcInput, RcFault> {
    let text = text.trim();
    let (prefix, digits) = split_prefix(text);
    let digits = match prefix {
        Some(_) => skip_separators(skip_word_no(skip_separators(digits)?)?)?,
        None => digits,
    };
    Ok(RcInput {
        number: read_digits(digits)?,
        prefix,
    })
}

fn split_prefix(text: &str) -> (Option<EntityType>, &str) {
    let letters = text.find(|c: char| !c.is_ascii_alphabetic());
    let (word, rest) = text.split_at(letters.unwrap_or(text.len()));
    let of = |word: &str| EntityType::of_prefix(word);
    if let Some(prefix) = of(word) {
        return (Some(prefix), rest);
    }
    // "RCNO 123": the prefix and "no" run together.
    let cut = word.len().saturating_sub(2);
    if word[cut..].eq_ignore_ascii_case("no")
        && let Some(prefix) = of(&word[..cut])
    {
        return (Some(prefix), &text[cut..]);
    }
    (None, text)
}

fn skip_separators(text: &str) -> Result<&str, RcFault> {
    let rest = text.trim_start_matches(SEPARATORS);
    let skipped = &text[..text.len() - rest.len()];
    if skipped.chars().count() > SEPARATORS_MAX {
        return Err(RcFault::Shape);
    }
    Ok(rest)
}

fn skip_word_no(text: &str) -> Result<&str, RcFault> {
    match text.get(..2) {
        Some(word) if word.eq_ignore_ascii_case("no") => skip_separators(&text[2..]),
        _ => Ok(text),
    }
}

fn read_digits(text: &str) -> Result<RcNumber, RcFault> {
    if text.starts_with(['+', '-']) {
        return Err(RcFault::Sign);
    }
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(RcFault::Shape);
    }
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return read_grouped(text);
    }
    let stripped = text.trim_start_matches('0');
    if stripped.is_empty() {
        return Err(RcFault::Zero);
    }
    if stripped.len() > DIGITS_MAX || text.len() - stripped.len() > ZEROS_MAX {
        return Err(RcFault::Length);
    }
    let as_written = RcNumber(text.into());
    Ok(match as_written.reserved() {
        Some(_) => as_written,
        None => RcNumber(stripped.into()),
    })
}

/// `1,885,308`: a first group of one to three digits, then groups of three.
fn read_grouped(text: &str) -> Result<RcNumber, RcFault> {
    let mut groups = text.split(SEPARATORS);
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    let digits = |group: &&str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
    if !digits(&first) || !rest.iter().all(digits) {
        return Err(RcFault::Shape);
    }
    if first.len() > 3 || first.starts_with('0') || rest.iter().any(|group| group.len() != 3) {
        let has_point = text.contains(['.', ',']);
        return Err(if has_point {
            RcFault::Decimals
        } else {
            RcFault::Shape
        });
    }
    let all = text.replace(SEPARATORS, "");
    if all.len() > DIGITS_MAX {
        return Err(RcFault::Length);
    }
    Ok(RcNumber(all.into()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use EntityType::{
        BusinessName, Company, IncorporatedTrustee, LimitedLiabilityPartnership as Llp,
        LimitedPartnership,
    };

    fn check(text: &str, expected: Result<(&str, Option<EntityType>), RcFault>) {
        let read = read_rc_number(text);
        let read = read
            .as_ref()
            .map(|input| (input.number.as_str(), input.prefix))
            .map_err(|fault| *fault);
        assert_eq!(read, expected, "{text:?}");
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        check("1885308", Ok(("1885308", None)));
        check("  1885308 ", Ok(("1885308", None)));
        check("RC-1885308", Ok(("1885308", Some(Company))));
        check("RC1885308", Ok(("1885308", Some(Company))));
        check("rc no. 01885308", Ok(("1885308", Some(Company))));
        check("RC NO: 1885308", Ok(("1885308", Some(Company))));
        check("RCNo1885308", Ok(("1885308", Some(Company))));
        check("RC. 1885308", Ok(("1885308", Some(Company))));
        check("BN 9003619", Ok(("9003619", Some(BusinessName))));
        check("it:10482", Ok(("10482", Some(IncorporatedTrustee))));
        check("LP.56013734", Ok(("56013734", Some(LimitedPartnership))));
        check("llp,0077", Ok(("77", Some(Llp))));
        check("1,885,308", Ok(("1885308", None)));
        check("RC 1.885.308", Ok(("1885308", Some(Company))));
        check("1 885 308", Ok(("1885308", None)));
        check("12-345", Ok(("12345", None)));
        check("RC\u{a0}1885308", Ok(("1885308", Some(Company))));
        check("RC\u{2013}1885308", Ok(("1885308", Some(Company))));
        check(
            "BN\u{2011}9\u{2010}003\u{a0}619",
            Ok(("9003619", Some(BusinessName))),
        );
        check("000000000001", Ok(("1", None)));
        check("999999999999", Ok(("999999999999", None)));
        check("10", Ok(("10", None)));
        check("0000009", Ok(("9", None)));
        check("0000100", Ok(("100", None)));
        check("00000010", Ok(("10", None)));
        check("0000010", Ok(("0000010", None)));
        check("BN-0000099", Ok(("0000099", Some(BusinessName))));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "",
            " ",
            "RC",
            "RC-",
            "no 5",
            "XX 123",
            "RC123X",
            "12a",
            "A12",
            "RC ²³",
            "١٢٣",
            "12/34",
            "1\u{0}2",
            "RC     123",
            "1885308,",
            ",123",
            "12 34",
            "1885 308",
            "RC RC 5",
        ] {
            check(text, Err(RcFault::Shape));
        }
        check("-1885308", Err(RcFault::Sign));
        check("RC+5", Err(RcFault::Sign));
        check("+1885308", Err(RcFault::Sign));
        check("1885308.5", Err(RcFault::Decimals));
        check("1885308.0", Err(RcFault::Decimals));
        check("12,34", Err(RcFault::Decimals));
        check("0", Err(RcFault::Zero));
        check("RC 0000000", Err(RcFault::Zero));
        check("1234567890123", Err(RcFault::Length));
        check("00000000000001", Err(RcFault::Length));
        check("1,234,567,890,123", Err(RcFault::Length));
    }

    #[test]
    fn the_reserved_range_is_told_by_its_zeros() {
        let reserved = |text: &str| read_rc_number(text).unwrap().number.reserved();
        let of = |persona, outcome| Some(Reserved { persona, outcome });
        assert_eq!(reserved("0000010"), of(1, 0));
        assert_eq!(reserved("RC-0000017"), of(1, 7));
        assert_eq!(reserved("0000099"), of(9, 9));
        for other in ["10", "0000009", "0000100", "00010", "00000010", "1000010"] {
            assert_eq!(reserved(other), None, "{other}");
        }
        let number = read_rc_number("0000010").unwrap().number;
        assert_eq!(number.unreserved().as_str(), "10");
    }

    proptest! {
        #[test]
        fn what_the_documented_pattern_allows_is_read(
            text in RC_NUMBER_PATTERN.trim_start_matches('^').trim_end_matches('$'),
        ) {
            let read = read_rc_number(&text);
            prop_assert!(read.is_ok(), "{:?}: {:?}", text, read);
        }

        #[test]
        fn reading_is_stable_and_never_panics(text in "[RrBbNnOoCcLlPp0-9 :.,+\\-é]{0,24}") {
            if let Ok(input) = read_rc_number(&text) {
                let again = read_rc_number(input.number.as_str()).unwrap();
                prop_assert_eq!(&again.number, &input.number);
                prop_assert!(input.number.as_str().bytes().all(|b| b.is_ascii_digit()));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
            let _ = read_rc_number(&text);
        }
    }
}
