//! Dates as registers print them.

use jiff::civil::Date;

/// Reads a civil date: `2014-03-12`, day first with `/`, `-` or `.` (`12/03/2014`), or with the
/// month's name (`12 March 2014`, `12-Mar-2014`, `March 12, 2014`). A time may follow. Answers
/// `YYYY-MM-DD`, or `None` if it is no date that ever was.
pub fn read_date(text: &str) -> Option<String> {
    let text = text.trim();
    let day = text.split_once(['T', ' ']).map_or(text, |(day, _)| day);
    let iso = iso_date(day);
    iso.or_else(|| named_or_day_first(without_time(text)))
        .filter(|date| date.year() >= 1)
        .map(|date| date.to_string())
}

/// Without ` 09:30` and what follows that, if there is one.
fn without_time(text: &str) -> &str {
    let Some((before, after)) = text.split_once(':') else {
        return text;
    };
    let Some((day, hour)) = before.rsplit_once([' ', 'T']) else {
        return text;
    };
    let minute = after.get(..2).unwrap_or_default();
    let rest = after.get(2..).unwrap_or_default();
    let is_time = (1..=2).contains(&hour.len())
        && number(hour).is_some()
        && minute.len() == 2
        && number(minute).is_some()
        && !rest.starts_with(|letter: char| letter.is_ascii_digit());
    if is_time { day } else { text }
}

fn iso_date(text: &str) -> Option<Date> {
    let (year, month, day) = three_parts(text.split(['-', '/']))?;
    if year.len() != 4 {
        return None;
    }
    Date::new(number(year)?, number(month)?.try_into().ok()?, small(day)?).ok()
}

fn named_or_day_first(text: &str) -> Option<Date> {
    let parts = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty());
    let (first, second, year) = three_parts(parts)?;
    if year.len() != 4 {
        return None;
    }
    let (day, month) = match (month_named(first), month_named(second)) {
        (None, Some(month)) => (first, month),
        (Some(month), None) => (second, month),
        (None, None) => (first, small(second)?),
        (Some(_), Some(_)) => return None,
    };
    Date::new(number(year)?, month, small(day)?).ok()
}

fn three_parts<'a>(
    mut parts: impl Iterator<Item = &'a str>,
) -> Option<(&'a str, &'a str, &'a str)> {
    let three = (parts.next()?, parts.next()?, parts.next()?);
    parts.next().is_none().then_some(three)
}

fn number(text: &str) -> Option<i16> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn small(text: &str) -> Option<i8> {
    number(text).and_then(|n| n.try_into().ok())
}

fn month_named(word: &str) -> Option<i8> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = word.to_ascii_lowercase();
    if word.len() < 3 {
        return None;
    }
    let position = MONTHS.iter().position(|month| month.starts_with(&word))?;
    i8::try_from(position + 1).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dates_are_read_in_every_spelling() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(read_date(text).as_deref(), expected, "{text:?}");
        };
        check("2014-03-12", Some("2014-03-12"));
        check("2014/3/2", Some("2014-03-02"));
        check("2014-03-12T09:30:00Z", Some("2014-03-12"));
        check("2014-03-12 00:00:00.000", Some("2014-03-12"));
        check("12/03/2014", Some("2014-03-12"));
        check("12-03-2014", Some("2014-03-12"));
        check("1.2.2014", Some("2014-02-01"));
        check("12 March 2014", Some("2014-03-12"));
        check("12-Mar-2014", Some("2014-03-12"));
        check("Mar 12, 2014", Some("2014-03-12"));
        check("29/02/2024", Some("2024-02-29"));
        check("12/03/2014 00:00", Some("2014-03-12"));
        check("12/03/2014 00:00:00.000", Some("2014-03-12"));
        check("12/03/2014 9:30:00 AM", Some("2014-03-12"));
        check("12-03-2014T09:30:00Z", Some("2014-03-12"));
        check("12 March 2014 09:30", Some("2014-03-12"));
        check("Mar 12, 2014 09:30", Some("2014-03-12"));
        for none in [
            "",
            "29/02/2023",
            "31-04-2020",
            "03/13/2014",
            "2014-13-01",
            "2014",
            "12/03/14",
            "12 Ma 2014",
            "March March 2014",
            "0000-01-01",
            "2014-03-12-01",
            "12/03/2014 00:0",
            "12/03/2014 a:00",
            "12/03/2014 0:123",
            "12/03 00:00",
            "09:30",
            "12/03/2014 12",
            "tomorrow",
        ] {
            check(none, None);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,30}") {
            if let Some(date) = read_date(&text) {
                prop_assert_eq!(read_date(&date), Some(date));
            }
        }
    }
}
