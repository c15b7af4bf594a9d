//! Money, moments and counts as people read them. What returns [`Html`] is escaped already.

use kofa_core::MemberRole;
use kofa_domain::{Environment, Kobo, Timestamp};

pub use crate::text::{Html, escape, plain};

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Text as it stands in a page.
pub fn text(text: &str) -> Html {
    let mut out = String::new();
    escape(&mut out, text);
    Html(out)
}

/// `1234567` as `1,234,567`.
pub fn count(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if number < 0 {
        text.push('\u{2212}');
    }
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `₦1,234.50`; a minus sign before the naira sign.
pub fn naira(amount: Kobo) -> String {
    let sign = if amount.get() < 0 { "\u{2212}" } else { "" };
    let kobo = i64::try_from(amount.get().unsigned_abs() / 100).unwrap_or(i64::MAX);
    format!(
        "{sign}\u{20a6}{}.{:02}",
        count(kobo),
        amount.get().unsigned_abs() % 100
    )
}

/// `21 Nov 2026` in Lagos.
pub fn day(at: Timestamp) -> String {
    let (year, month, day) = at.lagos_date();
    let name = usize::try_from(month - 1)
        .ok()
        .and_then(|at| MONTHS.get(at));
    format!("{day} {} {year}", name.unwrap_or(&"?"))
}

/// `2026-11-21` in Lagos: the value of a date field.
pub fn iso_day(at: Timestamp) -> String {
    let (year, month, day) = at.lagos_date();
    format!("{year:04}-{month:02}-{day:02}")
}

/// `14:05` in Lagos.
pub fn clock_minutes(at: Timestamp) -> String {
    let minutes = at.lagos_micros_of_day() / 60_000_000;
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn clock(at: Timestamp) -> String {
    let seconds = at.lagos_micros_of_day() / 1_000_000;
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

/// A moment that is written in RFC 3339 as `21 Nov 2026, 14:05:09` in Lagos; `None` for any other
/// text.
pub fn written_moment(text: &str) -> Option<String> {
    let at = Timestamp::parse_rfc3339(text)?;
    Some(format!("{}, {}", day(at), clock(at)))
}

/// A moment in Lagos as a form takes it, to the minute: `2026-11-21T14:05`.
pub fn local(at: Timestamp) -> String {
    let (year, month, day) = at.lagos_date();
    let minutes = at.lagos_micros_of_day() / 60_000_000;
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}")
}

/// `21 Nov 2026, 14:05:09` in Lagos, with the moment in UTC where the pointer rests.
pub fn moment(at: Timestamp) -> Html {
    let utc = at.rfc3339();
    let text = format!("{}, {}", day(at), clock(at));
    Html(format!(
        "<time datetime=\"{utc}\" title=\"{utc} (UTC)\">{text}</time>"
    ))
}

/// The same to the millisecond: `21 Nov 2026, 14:05:09.123`.
pub fn moment_millis(at: Timestamp) -> Html {
    let utc = at.rfc3339();
    let millis = at.lagos_micros_of_day() / 1_000 % 1_000;
    let text = format!("{}, {}.{millis:03}", day(at), clock(at));
    Html(format!("<time datetime=\"{utc}\">{text}</time>"))
}

/// How long ago (or until) a moment is from `now`, in one unit: `3 minutes ago`, `in 2 days`.
pub fn ago(at: Timestamp, now: Timestamp) -> Html {
    let seconds = now.micros_since(at) / 1_000_000;
    let span = span(seconds.abs());
    let text = match seconds {
        -44..=44 => "just now".to_owned(),
        45.. => format!("{span} ago"),
        _ => format!("in {span}"),
    };
    let utc = at.rfc3339();
    let title = format!("{}, {} in Lagos, {utc}", day(at), clock(at));
    Html(format!(
        "<time datetime=\"{utc}\" title=\"{title}\">{text}</time>"
    ))
}

fn span(seconds: i64) -> String {
    let (number, unit) = match seconds {
        0..=89 => (1, "minute"),
        90..=5_399 => ((seconds + 30) / 60, "minute"),
        5_400..=129_599 => ((seconds + 1_800) / 3_600, "hour"),
        _ => ((seconds + 43_200) / 86_400, "day"),
    };
    let s = if number == 1 { "" } else { "s" };
    format!("{} {unit}{s}", count(number))
}

/// A time from microseconds: `48 µs`, `0.4 ms`, `12 ms`, `1.25 s`.
pub fn millis(micros: i64) -> String {
    let micros = micros.max(0);
    match micros {
        0..=99 => format!("{micros} µs"),
        100..=9_999 => format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100),
        10_000..=999_999 => format!("{} ms", micros / 1_000),
        _ => format!(
            "{}.{:02} s",
            micros / 1_000_000,
            micros % 1_000_000 / 10_000
        ),
    }
}

/// A part of all, rounded down: `99.2%`, and `100%` only of all; `None` of nothing.
pub fn share(part: i64, all: i64) -> Option<String> {
    let permille = i128::from(part) * 1_000 / i128::from(Some(all).filter(|all| *all > 0)?);
    Some(match permille % 10 {
        0 => format!("{}%", permille / 10),
        tenths => format!("{}.{tenths}%", permille / 10),
    })
}

/// How a number changed: `up 12%`, `down 3%`, `unchanged`; `None` where there was nothing before.
pub fn change(now: i64, before: i64) -> Option<String> {
    let before = i128::from(Some(before).filter(|before| *before > 0)?);
    let more = i128::from(now) - before;
    let percent = (more.abs() * 100 + before / 2) / before;
    Some(match (percent, more > 0) {
        (0, _) => "unchanged".to_owned(),
        (1_000.., true) => format!("up {}-fold", count_i128(i128::from(now) / before)),
        (_, true) => format!("up {percent}%"),
        (_, false) => format!("down {percent}%"),
    })
}

fn count_i128(number: i128) -> String {
    count(i64::try_from(number).unwrap_or(i64::MAX))
}

/// How long a rotated key works on: the graces on offer, in words.
pub const GRACES: [(i64, &str); 5] = [
    (0, "None: the old key stops working immediately"),
    (900, "15 minutes"),
    (3_600, "1 hour"),
    (86_400, "24 hours"),
    (604_800, "7 days"),
];

/// An environment by its name.
pub fn environment(environment: Environment) -> &'static str {
    match environment {
        Environment::Sandbox => "Sandbox",
        Environment::Live => "Live",
    }
}

/// A member's role by its name.
pub fn member_role(role: MemberRole) -> &'static str {
    match role {
        MemberRole::Owner => "Owner",
        MemberRole::Developer => "Developer",
        MemberRole::SandboxDeveloper => "Sandbox developer",
        MemberRole::Finance => "Finance",
        MemberRole::Viewer => "Viewer",
    }
}

/// What a member may do, in a line.
pub fn member_role_means(role: MemberRole) -> &'static str {
    match role {
        MemberRole::Owner => "full access, including members",
        MemberRole::Developer => "API keys in both environments",
        MemberRole::SandboxDeveloper => "API keys in the sandbox only",
        MemberRole::Finance => "read-only access, plus the wallet; no API keys",
        MemberRole::Viewer => "read-only",
    }
}

/// A word of the API as a sentence begins: `payment_pending` as `Payment pending`.
pub fn sentence(word: &str) -> String {
    let mut text = word.replace('_', " ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// How a status is coloured: `ok`, `warn` for what the caller got wrong, `bad`.
pub fn tone(status: u32) -> &'static str {
    match status {
        0..=399 => "ok",
        400..=499 => "warn",
        _ => "bad",
    }
}

/// The midnight that ends `day` in Lagos; what is no day stays as it is, for its fault to be told.
pub fn end_of_day(day: &str) -> String {
    let begins = format!("{day}T00:00:00+01:00");
    match Timestamp::parse_rfc3339(&begins) {
        Some(at) => at.plus_seconds(86_400).rfc3339(),
        None => begins,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_money_have_separators() {
        assert_eq!(count(0), "0");
        assert_eq!(count(-1_234_567), "\u{2212}1,234,567");
        assert_eq!(count(i64::MIN), "\u{2212}9,223,372,036,854,775,808");
        assert_eq!(naira(Kobo::new(123_450)), "\u{20a6}1,234.50");
        assert_eq!(naira(Kobo::new(-5)), "\u{2212}\u{20a6}0.05");
    }

    #[test]
    fn shares_and_changes_are_said_in_words() {
        assert_eq!(share(1, 0), None);
        assert_eq!(share(999_999, 1_000_000).unwrap(), "99.9%");
        assert_eq!(share(5, 5).unwrap(), "100%");
        assert_eq!(share(0, 5).unwrap(), "0%");
        let check = |now, before, said: &str| assert_eq!(change(now, before).unwrap(), said);
        check(112, 100, "up 12%");
        check(97, 100, "down 3%");
        check(0, 100, "down 100%");
        check(1_000, 1_001, "unchanged");
        check(5_000, 100, "up 50-fold");
        check(i64::MAX, 1, "up 9,223,372,036,854,775,807-fold");
        assert_eq!(change(5, 0), None);
    }

    #[test]
    fn every_grace_has_its_words() {
        use kofa_identity::rotation::Grace;
        assert_eq!(GRACES.map(|(seconds, _)| seconds), Grace::SECONDS);
    }

    #[test]
    fn moments_are_in_lagos_and_say_utc() {
        let at = Timestamp::parse_rfc3339("2026-12-31T23:30:05Z").unwrap();
        assert_eq!(
            moment(at).0,
            "<time datetime=\"2026-12-31T23:30:05.000Z\" \
             title=\"2026-12-31T23:30:05.000Z (UTC)\">1 Jan 2027, 00:30:05</time>"
        );
        assert_eq!(
            moment_millis(Timestamp::from_micros(at.micros() + 42_900)).0,
            "<time datetime=\"2026-12-31T23:30:05.042Z\">1 Jan 2027, 00:30:05.042</time>"
        );
        assert_eq!(clock_minutes(at), "00:30");
        assert_eq!(iso_day(at), "2027-01-01");
        let text = |seconds| ago(at, at.plus_seconds(seconds)).0;
        assert!(text(10).contains(">just now<"));
        assert!(text(60).contains(">1 minute ago<"));
        assert!(text(7_200).contains(">2 hours ago<"));
        assert!(text(-3 * 86_400).contains(">in 3 days<"));
        assert_eq!(millis(48), "48 µs");
        assert_eq!(millis(420), "0.4 ms");
        assert_eq!(millis(12_345), "12 ms");
        assert_eq!(millis(1_250_000), "1.25 s");
    }

    #[test]
    fn a_key_works_to_the_end_of_its_last_day_in_lagos() {
        let end = |day: &str| Timestamp::parse_rfc3339(&end_of_day(day));
        let midnight = Timestamp::parse_rfc3339("2026-12-01T00:00:00+01:00");
        assert_eq!(end("2026-11-30"), midnight);
        assert!(end("9999-12-31").is_some());
        // What is no day is told as such.
        assert_eq!(end("2026-11-31"), None);
        assert!(!end_of_day("2026-11-31").is_empty());
    }
}
