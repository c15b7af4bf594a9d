//! Dates on a paper: when it was issued, and the time that it covers. Day before month, as
//! Nigerian papers write it, unless only the other order makes a date.

use jiff::civil::Date;
use kofa_gazetteer::normalise;

use super::super::labels::label;
use super::super::layout::Layout;
use super::super::wordlists::{lists, phrases};
use super::pairs::{above, left_of, same_row};

/// Dates looked at; a long statement has thousands, and those that matter come early.
const DATES_MAX: usize = 400;

/// When a paper was issued and what it covers.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Dates {
    pub(super) issue: Option<Date>,
    pub(super) period: Option<(Date, Date)>,
}

pub(super) fn dates(layouts: &[Layout], heights: &[f32]) -> Dates {
    let mut issue: Option<(u8, Date)> = None;
    let mut period = None;
    let mut looked_at = 0;
    for (page, layout) in layouts.iter().enumerate() {
        for (at, line) in layout.lines.iter().enumerate() {
            let words: Vec<&str> = line.text.split_whitespace().collect();
            let found = in_words(&words);
            looked_at += found.len();
            if looked_at > DATES_MAX {
                break;
            }
            if period.is_none() {
                period = period_of(layout, at, &words, &found);
            }
            let upper = page == 0 && line.top < 0.45 * heights.first().copied().unwrap_or(0.0);
            let one = found.iter().filter(|it| it.day_printed);
            for (nth, printed) in one.enumerate() {
                let before = context(layout, at, &words, &found, nth, printed);
                let alone = found.len() == 1
                    && words.len() <= printed.to - printed.from + 1
                    && !layout.lines.iter().any(|other| {
                        same_row(line, other)
                            && other.left > line.right
                            && label(&other.text).is_none()
                    });
                if let Some(rank) = rank_of(&before, alone && upper)
                    && issue.is_none_or(|(best, _)| rank < best)
                {
                    issue = Some((rank, printed.date));
                }
            }
        }
    }
    Dates {
        issue: issue.map(|(_, date)| date),
        period,
    }
}

/// The words that say what a date is: before it on its line, else the cell before, else above.
fn context(
    layout: &Layout,
    at: usize,
    words: &[&str],
    found: &[Printed],
    nth: usize,
    printed: &Printed,
) -> String {
    const WORDS: usize = 5;
    let from = match nth.checked_sub(1).and_then(|before| found.get(before)) {
        Some(before) => before.to,
        None => printed.from.saturating_sub(WORDS),
    };
    let before = words.get(from..printed.from).unwrap_or_default().join(" ");
    if !normalise(&before).is_empty() {
        return before.to_lowercase();
    }
    if from > 0 {
        return "to".to_owned();
    }
    let heading = || above(layout, at).filter(|above| !heads_a_table(layout, *above));
    let cell = left_of(layout, at).or_else(heading);
    cell.map(|at| layout.lines[at].text.to_lowercase())
        .unwrap_or_default()
}

/// Whether a heading is one of the columns of a statement.
fn heads_a_table(layout: &Layout, heading: usize) -> bool {
    let line = &layout.lines[heading];
    layout
        .lines
        .iter()
        .filter(|other| same_row(line, other))
        .any(|other| lists("dates.columns", &normalise(&other.text)))
}

/// How surely a date under these words is the day of issue, 1 the surest; `None` if it is
/// another day.
fn rank_of(context: &str, heads_a_letter: bool) -> Option<u8> {
    let has = |list: &[&str]| list.iter().any(|phrase| context.contains(phrase));
    let text = context.trim_end_matches([':', ' ', '.', '-']);
    if has(phrases("dates.issued")) && !context.contains("due") {
        return Some(1);
    }
    if has(phrases("dates.other")) {
        return None;
    }
    if has(phrases("dates.made")) {
        return Some(4);
    }
    let dated = text == "date" || text.ends_with(" date") || text.ends_with("dated");
    let dated = dated
        || text.ends_with("dated the")
        || text.ends_with("made the")
        || text == "on"
        || text.ends_with(" this");
    if dated && text.split_whitespace().count() <= 4 {
        return Some(2);
    }
    if heads_a_letter {
        return Some(3);
    }
    None
}

/// "01/10/2026 - 31/10/2026", "Bill Month: October 2026".
fn period_of(
    layout: &Layout,
    at: usize,
    words: &[&str],
    found: &[Printed],
) -> Option<(Date, Date)> {
    if let [one, two] = found
        && two.from > one.to
        && two.from - one.to <= 2
        && one.date < two.date
    {
        let between = normalise(&words[one.to..two.from].concat());
        let joined = matches!(between.as_str(), "" | "to" | "and" | "until");
        return joined.then(|| (one.date, two.last_day()));
    }
    // Typewriters set no spaces around the hyphen: "01/10/2026-31/10/2026".
    if found.is_empty() {
        let halves = words.iter().find_map(|word| halves(word));
        return halves.filter(|(from, to)| from < to);
    }
    let [only] = found else { return None };
    if only.day_printed {
        return None;
    }
    let before = context(layout, at, words, found, 0, only);
    let cued = ["month", "period", "bill for", "for the", "billing", "cycle"]
        .iter()
        .any(|cue| before.contains(cue));
    cued.then(|| (only.date, only.last_day()))
}

fn halves(word: &str) -> Option<(Date, Date)> {
    word.match_indices(['-', '–']).find_map(|(at, dash)| {
        let (one, two) = (&word[..at], &word[at + dash.len()..]);
        Some((one_word(one)?.0, one_word(two)?.0))
    })
}

/// A date as printed: the words `from..to` of its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Printed {
    /// The first of the month where only the month is printed.
    pub(super) date: Date,
    pub(super) day_printed: bool,
    from: usize,
    to: usize,
}

impl Printed {
    fn last_day(&self) -> Date {
        if self.day_printed {
            self.date
        } else {
            self.date.last_of_month()
        }
    }
}

/// All dates in a line, from left to right.
pub(super) fn in_words(words: &[&str]) -> Vec<Printed> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match at_word(&words[at..]) {
            Some((date, day_printed, count)) => {
                found.push(Printed {
                    date,
                    day_printed,
                    from: at,
                    to: at + count,
                });
                at += count;
            }
            None => at += 1,
        }
    }
    found
}

/// The date that begins with the first word, whether its day is printed, and its words.
fn at_word(words: &[&str]) -> Option<(Date, bool, usize)> {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    if let Some((date, day)) = one_word(word(0)) {
        return Some((date, day, 1));
    }
    // "5th day of March, 2026" reads as "5th March, 2026".
    let skipped = if normalise(word(1)) == "day" && normalise(word(2)) == "of" {
        2
    } else {
        usize::from(normalise(word(1)) == "of")
    };
    if let (Some(day), Some(month), Some(year)) = (
        day_of(word(0)),
        month_of(word(1 + skipped)),
        year_of(word(2 + skipped)),
    ) {
        return Some((date(year, month, day)?, true, 3 + skipped));
    }
    let month = month_of(word(0))?;
    if let (Some(day), Some(year)) = (day_of(word(1)), year_of(word(2))) {
        return Some((date(year, month, day)?, true, 3));
    }
    let year = year_of(word(1))?;
    Some((date(year, month, 1)?, false, 2))
}

/// `12/10/2026`, `12-Oct-26`, `2026-10-12T08:00`, `Oct-2026`.
fn one_word(word: &str) -> Option<(Date, bool)> {
    let word = word.trim_matches([',', '.', ';', ':', '(', ')', '[', ']']);
    let word = match word.split_once('T') {
        Some((day, time)) if time.contains(':') => day,
        _ => word,
    };
    let parts: Vec<&str> = word.split(['/', '-', '.', '–']).collect();
    match parts[..] {
        [first, second, third] => {
            if let Some(month) = month_of(second) {
                return Some((date(short_year_of(third)?, month, day_of(first)?)?, true));
            }
            if let Some(month) = month_of(first) {
                return Some((date(short_year_of(third)?, month, day_of(second)?)?, true));
            }
            let numbers = [number(first)?, number(second)?];
            if first.len() == 4 {
                let (month, day) = (i8::try_from(numbers[1]).ok()?, number(third)?);
                return Some((date(year_of(first)?, month, i8::try_from(day).ok()?)?, true));
            }
            let year = short_year_of(third)?;
            let [one, two] = [
                i8::try_from(numbers[0]).ok()?,
                i8::try_from(numbers[1]).ok()?,
            ];
            let day_first = date(year, two, one);
            Some((day_first.or_else(|| date(year, one, two))?, true))
        }
        [month, year] => Some((date(short_year_of(year)?, month_of(month)?, 1)?, false)),
        _ => None,
    }
}

fn date(year: i16, month: i8, day: i8) -> Option<Date> {
    Date::new(year, month, day).ok()
}

fn number(text: &str) -> Option<i16> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// `5`, `05`, `5th`.
fn day_of(word: &str) -> Option<i8> {
    let word = word.trim_matches([',', '.']).to_ascii_lowercase();
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .unwrap_or(&word);
    if digits.len() > 2 {
        return None;
    }
    let day = i8::try_from(number(digits)?).ok()?;
    (1..=31).contains(&day).then_some(day)
}

fn year_of(word: &str) -> Option<i16> {
    let word = word.trim_matches([',', '.', ';', ')', ':']);
    (word.len() == 4)
        .then(|| number(word))
        .flatten()
        .filter(|year| (1950..2100).contains(year))
}

/// `26` is 2026.
fn short_year_of(word: &str) -> Option<i16> {
    match word.len() {
        2 => number(word).map(|year| 2000 + year),
        _ => year_of(word),
    }
}

fn month_of(word: &str) -> Option<i8> {
    const MONTHS: &str = "january february march april may june july august september \
                          october november december";
    let word = word.trim_matches([',', '.', '\'']).to_ascii_lowercase();
    let short = word.len() == 3 || word == "sept";
    let at = MONTHS
        .split(' ')
        .position(|month| month == word || short && month.starts_with(&word))?;
    i8::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let found: Vec<String> = in_words(&words)
            .iter()
            .map(|it| match it.day_printed {
                true => it.date.to_string(),
                false => it.date.strftime("%Y-%m").to_string(),
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn dates_in_all_their_forms() {
        check("12/10/2026", &["2026-10-12"]);
        check("10/13/2026", &["2026-10-13"]);
        check("12-Oct-26, 09:14", &["2026-10-12"]);
        check("2026-10-12T09:14:00", &["2026-10-12"]);
        check("12th October, 2026", &["2026-10-12"]);
        check("Dated this 5th day of March, 2026.", &["2026-03-05"]);
        check("October 12, 2026", &["2026-10-12"]);
        check("Bill Month: Oct-2026", &["2026-10"]);
        check("01/10/2026 - 31/10/2026", &["2026-10-01", "2026-10-31"]);
        check("Sept. 2026 to Oct. 2026", &["2026-09", "2026-10"]);
        check("31/02/2026", &[]);
        check("0803 123 4567", &[]);
        check("Meter 04172233445 Tariff A-NMD 12.50", &[]);
        check("12/05 Allen Avenue", &[]);
    }

    #[test]
    fn what_a_date_is_for() {
        let issued = |context: &str| rank_of(context, false).is_some();
        for context in [
            "bill date:",
            "date",
            "date:",
            "issued on",
            "invoice date",
            "dated",
        ] {
            assert!(issued(context), "{context}");
        }
        for context in [
            "due date:",
            "date of birth",
            "pay before",
            "last payment date",
            "",
        ] {
            assert!(!issued(context), "{context}");
        }
        assert!(rank_of("bill date", false) < rank_of("date", false));
        assert!(rank_of("date", false) < rank_of("payment date", false));
    }

    proptest! {
        #[test]
        fn any_words_are_read(text in "[0-9A-Za-z/.,: -]{0,60}") {
            let words: Vec<&str> = text.split_whitespace().collect();
            for found in in_words(&words) {
                prop_assert!(found.to <= words.len() && found.from < found.to);
            }
        }

        #[test]
        fn every_day_comes_back(days in 0i32..40_000) {
            let day = jiff::civil::date(1990, 1, 1) + jiff::Span::new().days(days);
            for format in ["%d/%m/%Y", "%d-%b-%Y", "%Y-%m-%d", "%d %B %Y", "%B %d, %Y"] {
                let text = day.strftime(format).to_string();
                let words: Vec<&str> = text.split_whitespace().collect();
                prop_assert_eq!(in_words(&words)[0].date, day);
            }
        }
    }
}
