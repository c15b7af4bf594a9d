//! Nigerian mobile numbers: the forms people write, one form stored.

use std::fmt;
use std::sync::LazyLock;

use kofa_domain::Sensitive;

use crate::table::{self, TableError};

const CSV: &str = include_str!("../../../data/phone_prefixes.csv");

/// Longest text that can be a number with separators, in bytes.
const PHONE_BYTES_MAX: usize = 40;

/// A Nigerian mobile number. `Debug` does not show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phone {
    /// Ten digits, without the leading 0.
    significant: Sensitive<String>,
    known_prefix: bool,
    operator: Option<&'static str>,
}

impl Phone {
    /// International form, `+2348031234567`.
    pub fn e164(&self) -> String {
        format!("+234{}", self.significant.expose())
    }

    /// National form, `08031234567`.
    pub fn national(&self) -> String {
        format!("0{}", self.significant.expose())
    }

    /// Whether the regulator has allocated the block it lies in. If not: worth a warning,
    /// new blocks appear.
    pub fn known_prefix(&self) -> bool {
        self.known_prefix
    }

    /// The operator the block was allocated to; numbers have been portable since 2013.
    pub fn operator(&self) -> Option<&'static str> {
        self.operator
    }
}

/// Why a text is no Nigerian mobile number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhoneError {
    Empty,
    /// Something other than digits, spaces, hyphens, dots, brackets and a leading plus.
    Characters,
    /// An international number of another country.
    Country,
    /// Not 11 digits in national, 10 after the country code in international form.
    Length,
    /// Right length, but does not begin 070, 071, 080, 081, 090 or 091.
    NotMobile,
}

impl fmt::Display for PhoneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "is empty",
            Self::Characters => "may hold only digits, spaces, hyphens and a leading +",
            Self::Country => "must be a Nigerian number (+234)",
            Self::Length => "must have 11 digits (08031234567) or +234 and 10 digits",
            Self::NotMobile => "must be a mobile number, beginning 070, 071, 080, 081, 090 or 091",
        })
    }
}

impl std::error::Error for PhoneError {}

/// Reads a mobile number as `08031234567`, `+2348031234567`, `2348031234567`,
/// `002348031234567` or `+23408031234567`, with spaces, hyphens, dots or brackets anywhere.
///
/// # Errors
/// Says which rule is broken, never the number.
pub fn parse_phone(text: &str) -> Result<Phone, PhoneError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(PhoneError::Empty);
    }
    if text.len() > PHONE_BYTES_MAX {
        return Err(PhoneError::Length);
    }
    let (plus, rest) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let separator = |letter| matches!(letter, ' ' | '-' | '.' | '(' | ')' | '\u{a0}' | '–');
    let digits: String = rest.chars().filter(|letter| !separator(*letter)).collect();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PhoneError::Characters);
    }
    let significant = significant(plus, &digits)?;
    if !matches!(
        significant.as_bytes(),
        [b'7' | b'8' | b'9', b'0' | b'1', ..]
    ) {
        return Err(PhoneError::NotMobile);
    }
    let block = find_block(significant);
    Ok(Phone {
        known_prefix: block.is_some_and(|block| block.allocated),
        operator: block.and_then(|block| block.operator),
        significant: Sensitive::new(significant.to_owned()),
    })
}

/// The ten digits after the country code or the leading 0.
fn significant(plus: bool, digits: &str) -> Result<&str, PhoneError> {
    let abroad = if plus {
        Some(digits)
    } else {
        digits.strip_prefix("00")
    };
    let ten = if let Some(abroad) = abroad {
        let national = abroad.strip_prefix("234").ok_or(PhoneError::Country)?;
        national.strip_prefix('0').unwrap_or(national)
    } else if let Some(national) = digits.strip_prefix('0') {
        national
    } else {
        let national = digits.strip_prefix("234").ok_or(PhoneError::Length)?;
        national.strip_prefix('0').unwrap_or(national)
    };
    if ten.len() == 10 {
        Ok(ten)
    } else {
        Err(PhoneError::Length)
    }
}

/// A block of numbers in the regulator's table.
struct Block {
    /// Four digits with the leading 0.
    prefix: &'static str,
    /// First and last of the seven digits that follow.
    range: (&'static str, &'static str),
    allocated: bool,
    operator: Option<&'static str>,
}

static BLOCKS: LazyLock<Vec<Block>> =
    LazyLock::new(|| parse(CSV).expect("data/phone_prefixes.csv is read by a test"));

fn find_block(significant: &str) -> Option<&'static Block> {
    let (prefix, rest) = significant.split_at_checked(3)?;
    BLOCKS.iter().find(|block| {
        block.prefix[1..] == *prefix && (block.range.0..=block.range.1).contains(&rest)
    })
}

fn parse(csv: &'static str) -> Result<Vec<Block>, TableError> {
    const HEADER: [&str; 7] = [
        "prefix",
        "range_start",
        "range_end",
        "original_operator",
        "status",
        "source",
        "licence",
    ];
    table::load(
        csv,
        HEADER,
        |[prefix, first, last, operator, status, _, _]| {
            let digits = |text: &str, length| {
                text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit())
            };
            if !digits(prefix, 4) || !digits(first, 7) || !digits(last, 7) || first > last {
                return Err(format!("{prefix}: a prefix has 4 digits, a range 7 and 7"));
            }
            let operator = table::optional(operator);
            let allocated = status == "allocated";
            if allocated != operator.is_some() {
                return Err(format!(
                    "{prefix}: allocated blocks have an operator, others none"
                ));
            }
            Ok(Block {
                prefix,
                range: (first, last),
                allocated,
                operator,
            })
        },
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<(&str, bool), PhoneError>) {
        let found = parse_phone(text).map(|phone| (phone.e164(), phone.known_prefix()));
        assert_eq!(
            found,
            expected.map(|(e164, known)| (e164.to_owned(), known)),
            "{text}"
        );
    }

    #[test]
    fn all_forms_become_one() {
        let one = Ok(("+2348031234567", true));
        check("08031234567", one);
        check("+2348031234567", one);
        check("2348031234567", one);
        check("002348031234567", one);
        check("+23408031234567", one);
        check("2340803 123 4567", one);
        check("0803-123-4567", one);
        check(" (0803) 123.4567 ", one);
        check("+234 803 123 4567", one);
    }

    #[test]
    fn prefixes_are_known_or_warned_about() {
        check("07101234567", Ok(("+2347101234567", false)));
        check("09131234567", Ok(("+2349131234567", true)));
        check("07020123456", Ok(("+2347020123456", true)));
        check("07021123456", Ok(("+2347021123456", false)));
        check("08011234567", Ok(("+2348011234567", false)));
        assert_eq!(parse_phone("08051234567").unwrap().operator(), Some("Glo"));
        assert_eq!(parse_phone("07101234567").unwrap().operator(), None);
        assert_eq!(
            parse_phone("+2348051234567").unwrap().national(),
            "08051234567"
        );
    }

    #[test]
    fn what_is_no_mobile_number_is_refused() {
        check("", Err(PhoneError::Empty));
        check("  ", Err(PhoneError::Empty));
        check("+", Err(PhoneError::Characters));
        check("0803123456a", Err(PhoneError::Characters));
        check("0803+1234567", Err(PhoneError::Characters));
        check("٠٨٠٣١٢٣٤٥٦٧", Err(PhoneError::Characters));
        check("+447911123456", Err(PhoneError::Country));
        check("00447911123456", Err(PhoneError::Country));
        check("0803123456", Err(PhoneError::Length));
        check("080312345678", Err(PhoneError::Length));
        check("8031234567", Err(PhoneError::Length));
        check("012345678", Err(PhoneError::Length));
        check(&"0".repeat(5000), Err(PhoneError::Length));
        check("06031234567", Err(PhoneError::NotMobile));
        check("08231234567", Err(PhoneError::NotMobile));
    }

    #[test]
    fn a_number_does_not_show_itself() {
        let shown = format!("{:?}", parse_phone("08031234567"));
        assert!(!shown.contains("1234567"), "{shown}");
    }

    #[test]
    fn every_block_is_read() {
        assert_eq!(parse(CSV).unwrap().len(), 51);
    }

    proptest! {
        #[test]
        fn every_number_of_the_pattern_round_trips(number in "0[789][01][0-9]{8}") {
            let phone = parse_phone(&number).unwrap();
            prop_assert_eq!(phone.national(), number);
            prop_assert_eq!(&parse_phone(&phone.e164()).unwrap(), &phone);
        }

        #[test]
        fn any_text_is_answered(text in ".*") {
            let _ = parse_phone(&text);
        }
    }
}
