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
    /// Nothing.
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
}
