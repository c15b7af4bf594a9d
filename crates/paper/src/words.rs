//! Moments, counts and money in words.

use jiff::civil::{Date, DateTime};
use kofa_domain::{Kobo, Timestamp};

/// The months of the year.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The civil time in Lagos (UTC+1, no daylight saving).
pub fn lagos(at: Timestamp) -> DateTime {
    let shifted = at.plus_seconds(3_600).micros();
    let at = jiff::Timestamp::from_microsecond(shifted).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    at.to_zoned(jiff::tz::TimeZone::UTC).datetime()
}

/// `21 November 2026`
pub fn day(date: Date) -> String {
    let month = usize::try_from(date.month() - 1).unwrap_or(0) % 12;
    format!("{} {} {}", date.day(), MONTHS[month], date.year())
}

/// `21 November 2026, 10:30 (Lagos)`
pub fn moment(at: Timestamp) -> String {
    let at = lagos(at);
    let day = day(at.date());
    format!("{day}, {:02}:{:02} (Lagos)", at.hour(), at.minute())
}

/// `1,234,567`
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `₦10,000,000.00`, or `USD 10,000.00`; less than nothing with a dash before it, since the
/// faces have no minus sign.
pub fn money(amount: Kobo, currency: &str) -> String {
    let sign = if amount.get() < 0 { "–" } else { "" };
    let kobo = amount.get().unsigned_abs();
    let mark = match currency {
        "NGN" => "₦".to_owned(),
        other => format!("{other} "),
    };
    format!("{sign}{mark}{}.{:02}", count(kobo / 100), kobo % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let check = |number, expected: &str| assert_eq!(count(number), expected);
        check(0, "0");
        check(999, "999");
        check(1_000, "1,000");
        check(12_345_678, "12,345,678");
        assert_eq!(money(Kobo::new(1_000_000_050), "NGN"), "₦10,000,000.50");
        assert_eq!(money(Kobo::new(-5), "USD"), "–USD 0.05");
    }

    #[test]
    fn moments_are_in_lagos() {
        let at = Timestamp::parse_rfc3339("2026-11-21T23:30:00Z").unwrap();
        assert_eq!(moment(at), "22 November 2026, 00:30 (Lagos)");
    }
}
