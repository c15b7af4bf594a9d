//! A month in Lagos.

use std::fmt;

use kofa_domain::Timestamp;

const NAMES: [&str; 12] = [
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

/// A month in Lagos: `2026-11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    year: i16,
    month: i8,
}

impl Month {
    /// The month in which a moment falls.
    pub fn of(at: Timestamp) -> Self {
        let (year, month, _) = at.lagos_date();
        Self { year, month }
    }

    /// Reads `2026-11`; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let digits = |text: &str, count| {
            text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !digits(year, 4) || !digits(month, 2) {
            return None;
        }
        let (year, month) = (year.parse().ok()?, month.parse().ok()?);
        let is_month = (1..=12).contains(&month) && (1970..=9998).contains(&year);
        is_month.then_some(Self { year, month })
    }

    pub fn start(self) -> Timestamp {
        let text = format!("{:04}-{:02}-01T00:00:00+01:00", self.year, self.month);
        Timestamp::parse_rfc3339(&text).unwrap_or_default()
    }

    /// From the month of `now` back to that of `first`, the newest first; at most `most`.
    pub fn back_to(first: Timestamp, now: Timestamp, most: usize) -> Vec<Self> {
        let first = Self::of(first);
        let before = |month: &Self| (*month > first).then(|| month.previous());
        std::iter::successors(Some(Self::of(now)), before)
            .take(most)
            .collect()
    }

    /// The first moment of the next one.
    pub fn end(self) -> Timestamp {
        self.next().start()
    }

    /// The one after it.
    #[must_use]
    pub fn next(self) -> Self {
        match self.month {
            12 => Self {
                year: self.year + 1,
                month: 1,
            },
            month => Self {
                month: month + 1,
                ..self
            },
        }
    }

    /// The one before it.
    #[must_use]
    pub fn previous(self) -> Self {
        match self.month {
            1 => Self {
                year: self.year - 1,
                month: 12,
            },
            month => Self {
                month: month - 1,
                ..self
            },
        }
    }

    /// `November 2026`
    pub fn name(self) -> String {
        let name = usize::try_from(self.month - 1).ok();
        let name = name.and_then(|at| NAMES.get(at)).copied();
        format!("{} {}", name.unwrap_or("?"), self.year)
    }
}

impl fmt::Display for Month {
    /// `2026-11`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_follow_each_other_and_begin_in_lagos() {
        let december = Month::parse("2026-12").unwrap();
        assert_eq!(december.next().to_string(), "2027-01");
        assert_eq!(december.next().previous(), december);
        assert_eq!(december.name(), "December 2026");
        assert_eq!(december.start().rfc3339(), "2026-11-30T23:00:00.000Z");
        assert_eq!(december.end(), december.next().start());
        assert_eq!(Month::of(december.start()), december);
        assert_eq!(Month::of(december.end().plus_seconds(-1)), december);
        for wrong in [
            "", "2026", "2026-13", "2026-00", "26-01", "2026-1", "+026-01", "1969-12",
        ] {
            assert_eq!(Month::parse(wrong), None, "{wrong}");
        }
    }
}
