//! Money is a whole number of kobo (1 naira = 100 kobo), never a float.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An amount in kobo. May be negative (a ledger entry); a price or balance never is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Kobo(i64);

impl Kobo {
    pub const ZERO: Self = Self(0);

    /// `kobo` kobo.
    pub const fn new(kobo: i64) -> Self {
        Self(kobo)
    }

    /// The number of kobo.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Sum, or `None` where it does not fit 64 bits.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// Difference, or `None` where it does not fit 64 bits.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// `self × count`, or `None` where it does not fit 64 bits.
    pub fn checked_mul(self, count: i64) -> Option<Self> {
        self.0.checked_mul(count).map(Self)
    }

    /// The amount as a JSON number in naira with at most two decimals (`1234.5`, `1000`),
    /// exact for every amount: the digits are written from the integer, no float is used.
    pub fn naira_json(self) -> Box<serde_json::value::RawValue> {
        let text = self.naira_text();
        let text = match text.split_once('.') {
            Some((whole, "00")) => whole.to_owned(),
            Some((whole, cents)) => format!("{whole}.{}", cents.trim_end_matches('0')),
            None => text,
        };
        serde_json::value::RawValue::from_string(text).expect("digits are a JSON number")
    }

    /// Naira with at most two decimals, the thousands with or without commas, to the kobo.
    /// `None` for anything else, also for a sign, a currency or an exponent.
    pub fn parse_naira(text: &str) -> Option<Self> {
        let text = text.trim();
        let (whole, cents) = match text.split_once('.') {
            Some((whole, cents)) => (whole, Some(cents)),
            None => (text, None),
        };
        let groups: Vec<&str> = whole.split(',').collect();
        let (first, rest) = groups.split_first()?;
        let is_grouped = rest.is_empty()
            || ((1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3));
        if !is_grouped || first.is_empty() {
            return None;
        }
        let mut kobo: i64 = 0;
        let mut push = |digit: char| {
            let digit = i64::from(digit.to_digit(10)?);
            kobo = kobo.checked_mul(10)?.checked_add(digit)?;
            Some(())
        };
        groups
            .iter()
            .flat_map(|group| group.chars())
            .try_for_each(&mut push)?;
        match cents {
            None => "00".chars().try_for_each(push)?,
            Some(cents) if cents.len() == 1 => cents.chars().chain(['0']).try_for_each(push)?,
            Some(cents) if cents.len() == 2 => cents.chars().try_for_each(push)?,
            Some(_) => return None,
        }
        Some(Self(kobo))
    }

    /// The amount in naira with two decimals, no separators: `1234.50`.
    pub fn naira_text(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let kobo = self.0.unsigned_abs();
        format!("{sign}{}.{:02}", kobo / 100, kobo % 100)
    }
}

impl fmt::Display for Kobo {
    /// For people: `NGN 1,234.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let naira = (self.0.unsigned_abs() / 100).to_string();
        let mut grouped = String::with_capacity(naira.len() + naira.len() / 3);
        for (position, digit) in naira.chars().enumerate() {
            if position > 0 && (naira.len() - position).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "NGN {sign}{grouped}.{:02}", self.0.unsigned_abs() % 100)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Kobo;

    #[test]
    fn amounts_are_written_exactly() {
        let check = |kobo: i64, json: &str, people: &str| {
            assert_eq!(Kobo::new(kobo).naira_json().get(), json);
            assert_eq!(Kobo::new(kobo).to_string(), people);
        };
        check(0, "0", "NGN 0.00");
        check(5, "0.05", "NGN 0.05");
        check(123_450, "1234.5", "NGN 1,234.50");
        check(100_000_000, "1000000", "NGN 1,000,000.00");
        check(-5_001, "-50.01", "NGN -50.01");
        check(
            i64::MAX,
            "92233720368547758.07",
            "NGN 92,233,720,368,547,758.07",
        );
    }

    #[test]
    fn naira_is_read_to_the_kobo_or_not_at_all() {
        let check = |text: &str, expected: Option<i64>| {
            assert_eq!(Kobo::parse_naira(text).map(Kobo::get), expected, "{text:?}");
        };
        check("1234.50", Some(123_450));
        check("1,234.5", Some(123_450));
        check(" 12,345,678.09 ", Some(1_234_567_809));
        check("0.01", Some(1));
        check("0", Some(0));
        check("007", Some(700));
        check("92233720368547758.07", Some(i64::MAX));
        for wrong in [
            "",
            ".",
            ".5",
            "5.",
            "1.234",
            "1,23",
            "1234,567",
            ",123",
            "1,,234",
            "-1",
            "+1",
            "1e3",
            "1 234",
            "NGN 5",
            "₦5",
            "0x10",
            "1.2.3",
            "1.5,000",
            "٣",
            "½",
            "NaN",
            "92233720368547758.08",
            "99999999999999999999",
        ] {
            check(wrong, None);
        }
    }

    proptest! {
        #[test]
        fn every_amount_is_read_as_it_is_written(kobo in 0..=i64::MAX) {
            let amount = Kobo::new(kobo);
            prop_assert_eq!(Kobo::parse_naira(&amount.naira_text()), Some(amount));
            let shown = amount.to_string();
            prop_assert_eq!(Kobo::parse_naira(shown.trim_start_matches("NGN ")), Some(amount));
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,80}") {
            Kobo::parse_naira(&text);
        }
    }
}
