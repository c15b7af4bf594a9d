//! Statements of the operator's bank accounts, read.
//!
//! * `camt`: ISO 20022 camt.053; `csv`: a table as banks give it. Both read a file of any
//!   size in bounded memory, twice: first as a whole, so that a broken one changes nothing.
//!
//! [`crate::statement_import`] enters what they read, [`crate::ops`] stores it.

mod bounded;
mod camt;
mod csv;
mod moment;
mod outcome;

use std::io::BufRead;

use kofa_domain::{Kobo, Sensitive, Timestamp};

pub use outcome::BankOutcome;

/// The way that money went, as the account sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Direction {
    Credit,
    Debit,
}

impl Direction {
    pub const ALL: [Self; 2] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// How a statement is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementFormat {
    Camt053,
    Csv,
}

impl StatementFormat {
    /// By the first sign of a file.
    pub fn of(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        match text.trim_ascii_start().first() {
            Some(b'<') => Self::Camt053,
            _ => Self::Csv,
        }
    }
}

/// One thing that happened in an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankEntry {
    pub direction: Direction,
    /// The bank's own name of it.
    pub reference: String,
    /// `None` where the bank does not say what one of several payments is.
    pub amount: Option<Kobo>,
    /// `NGN`
    pub currency: String,
    pub booked_at: Timestamp,
    /// All that the bank wrote of it, a text each.
    pub texts: Vec<String>,
}

/// A statement, once it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatementEnd {
    pub sequence: Option<i64>,
    pub from: Option<Timestamp>,
    pub to: Option<Timestamp>,
    /// What stood in the account before and after it, if the bank says so.
    pub opening: Option<Kobo>,
    pub closing: Option<Kobo>,
    /// Credits less debits.
    pub sum: Kobo,
    pub entries: i64,
}

/// Which statement it is.
#[derive(Clone, Debug)]
pub struct StatementHead {
    /// As the bank calls it; of a CSV file its SHA-256.
    pub id: String,
    /// The number of the account; empty if nobody says it.
    pub account: Sensitive<String>,
}

/// What is read of a file, in order.
#[derive(Debug)]
pub(crate) enum Piece {
    Head(StatementHead),
    Entry(BankEntry),
    /// Something that is not booked, or no money at all: counted, and left alone.
    Skipped,
    /// A line that cannot be read, and why.
    Rejected(u64, String),
    End(StatementEnd),
}

/// Reads all of `source`; `send` takes each piece and says whether to go on. Of a table, which does
/// not say it, `head` is which statement it is.
///
/// # Errors
/// Why it is no whole statement, without what stands there.
pub(crate) fn read(
    source: impl BufRead,
    format: StatementFormat,
    head: &StatementHead,
    send: impl FnMut(Piece) -> bool,
) -> Result<(), String> {
    match format {
        StatementFormat::Camt053 => camt::read(source, send),
        StatementFormat::Csv => csv::read(source, head, send),
    }
}

/// An amount in a unit with hundredths, as machines write it: digits, and a point.
pub(crate) fn decimal(text: &str) -> Option<Kobo> {
    let text = text.trim();
    let (whole, cents) = text.split_once('.').unwrap_or((text, ""));
    let cents = cents.trim_end_matches('0');
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(cents) || cents.len() > 2 {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let cents: i64 = format!("{cents:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(cents).map(Kobo::new)
}

/// What stands in the account after `amount` moved.
pub(crate) fn moved(sum: Kobo, direction: Direction, amount: Kobo) -> Option<Kobo> {
    match direction {
        Direction::Credit => sum.checked_add(amount),
        Direction::Debit => sum.checked_sub(amount),
    }
}

#[cfg(test)]
mod reading;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_machines_are_exact_or_none() {
        let check = |text: &str, kobo: Option<i64>| {
            assert_eq!(decimal(text), kobo.map(Kobo::new), "{text}");
        };
        check("1234.5", Some(123_450));
        check(" 1234.50000 ", Some(123_450));
        check("0.01", Some(1));
        check("7", Some(700));
        check("92233720368547758.07", Some(i64::MAX));
        for none in [
            "", ".", ".5", "1,234.50", "-1", "+1", "1e3", "1.005", "1.2.3", "٣",
        ] {
            check(none, None);
        }
        check("92233720368547758.08", None);
    }
}
