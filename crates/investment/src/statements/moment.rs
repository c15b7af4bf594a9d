//! Days and moments as banks write them.

use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;
use kofa_domain::Timestamp;

/// Nigeria is an hour ahead of UTC all year.
const LAGOS_HOURS: i8 = 1;
/// Longest text of a moment, in bytes.
const TEXT_BYTES_MAX: usize = 64;
/// Ways to write a day; in numbers the day comes first, as in Nigeria.
const DAYS: [&str; 9] = [
    "%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%d-%b-%Y", "%d %b %Y", "%d-%B-%Y", "%d %B %Y",
    "%d/%m/%y",
];

/// A moment of RFC 3339, or of a clock in Lagos, or the first of a day there.
pub(super) fn read(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if text.len() > TEXT_BYTES_MAX {
        return None;
    }
    Timestamp::parse_rfc3339(text)
        .or_else(|| in_lagos(text.parse::<DateTime>().ok()?))
        .or_else(|| day(text))
}

fn day(text: &str) -> Option<Timestamp> {
    let read = |way: &&str| in_lagos(Date::strptime(way, text).ok()?.at(0, 0, 0, 0));
    DAYS.iter().find_map(read).or_else(|| {
        // A time of day beside it orders nothing that anybody asks for.
        let (date, time) = text.rsplit_once(' ')?;
        let is_time = time.contains(':') || matches!(time, "AM" | "PM" | "am" | "pm");
        is_time.then(|| day(date)).flatten()
    })
}

fn in_lagos(at: DateTime) -> Option<Timestamp> {
    let is_likely = (2_000..2_200).contains(&at.year());
    let offset = Offset::from_hours(LAGOS_HOURS).ok().filter(|_| is_likely)?;
    let at = offset.to_timestamp(at).ok()?;
    Some(Timestamp::from_micros(at.as_microsecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_in_lagos_however_it_is_written() {
        let check = |text: &str, expected: Option<&str>| {
            let expected = expected.and_then(Timestamp::parse_rfc3339);
            assert_eq!(read(text), expected, "{text}");
        };
        let day = Some("2026-07-02T23:00:00Z");
        for text in [
            "2026-07-03",
            "03/07/2026",
            " 3/7/2026 ",
            "03-07-2026",
            "03.07.2026",
            "03-Jul-2026",
            "3 Jul 2026",
            "03-July-2026",
            "03/07/26",
            "03/07/2026 14:05:33",
            "03-Jul-2026 02:05 PM",
        ] {
            check(text, day);
        }
        check("2026-07-03T10:15:00+01:00", Some("2026-07-03T09:15:00Z"));
        check("2026-07-03T10:15:00", Some("2026-07-03T09:15:00Z"));
        for none in [
            "",
            "soon",
            "31/02/2026",
            "07/31/2026",
            "0026-01-01",
            "2026",
            "10:15",
        ] {
            check(none, None);
        }
    }
}
