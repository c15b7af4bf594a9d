//! Which time is shown, and how it is divided.

use kofa_domain::Timestamp;
use kofa_insight::calls::Grain;

use crate::kit::show;

/// A length of time up to now.
#[derive(Debug)]
pub(super) struct Range {
    /// In the query, and the `period` of the log.
    pub(super) word: &'static str,
    pub(super) label: &'static str,
    /// By which counts.
    pub(super) grain: Grain,
    /// How many bars there are, and how many counts are one of them.
    pub(super) bars: usize,
    pub(super) spans: i64,
    /// How long a bar is, in words.
    pub(super) bar: &'static str,
}

const fn range(
    (word, label): (&'static str, &'static str),
    grain: Grain,
    bars: usize,
    (spans, bar): (i64, &'static str),
) -> Range {
    Range {
        word,
        label,
        grain,
        bars,
        spans,
        bar,
    }
}

pub(super) static RANGES: [Range; 5] = [
    range(("1h", "1 hour"), Grain::FiveMinutes, 12, (1, "5 minutes")),
    range(("24h", "24 hours"), Grain::Hour, 24, (1, "an hour")),
    range(("7d", "7 days"), Grain::Hour, 28, (6, "6 hours")),
    range(("30d", "30 days"), Grain::Day, 30, (1, "a day")),
    range(("90d", "90 days"), Grain::Day, 30, (3, "3 days")),
];

/// When a range and the one before it are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Times {
    pub(super) before: Timestamp,
    /// The range before is compared up to here: as much of it as has passed of this one.
    pub(super) before_until: Timestamp,
    pub(super) from: Timestamp,
    /// The end of the last bar, which is not over.
    pub(super) until: Timestamp,
}

impl Range {
    /// As in `the last 24 hours`: `hour`, `24 hours`.
    pub(super) fn said(&self) -> &'static str {
        self.label.trim_start_matches("1 ")
    }

    /// How long a bar is, in seconds.
    pub(super) const fn bar_seconds(&self) -> i64 {
        self.grain.seconds() * self.spans
    }

    pub(super) fn times(&self, now: Timestamp) -> Times {
        let (bar, bars) = (self.bar_seconds(), i64::try_from(self.bars).unwrap_or(1));
        let span = self.grain.start(now);
        let last = match self.grain {
            // Bars of some hours begin at midnight in Lagos.
            Grain::Hour => {
                let midnight = Grain::Day.start(now);
                let into = now.micros_since(midnight) / 1_000_000;
                midnight.plus_seconds(into - into.rem_euclid(bar))
            }
            // The last bar ends today.
            Grain::FiveMinutes | Grain::Day => span.plus_seconds(self.grain.seconds() - bar),
        };
        let from = last.plus_seconds(-(bars - 1) * bar);
        let before = from.plus_seconds(-bars * bar);
        let passed = span.micros_since(from) / 1_000_000 + self.grain.seconds();
        Times {
            before,
            before_until: before.plus_seconds(passed),
            from,
            until: from.plus_seconds(bars * bar),
        }
    }

    /// Under a bar: `14:00`, or `21 Nov`.
    pub(super) fn label(&self, at: Timestamp) -> String {
        let day = show::day(at);
        let day = day.rsplit_once(' ').map_or("", |(day, _)| day).to_owned();
        match self.grain {
            Grain::Hour if self.spans > 1 => day,
            Grain::FiveMinutes | Grain::Hour => show::clock_minutes(at),
            Grain::Day => day,
        }
    }

    /// What a bar is of: `21 Nov 2026, 14:00`, or `21 to 23 Nov 2026`.
    pub(super) fn when(&self, at: Timestamp) -> String {
        match self.grain {
            Grain::FiveMinutes | Grain::Hour => {
                let end = show::clock_minutes(at.plus_seconds(self.bar_seconds()));
                format!("{}, {} to {end}", show::day(at), show::clock_minutes(at))
            }
            Grain::Day if self.spans == 1 => show::day(at),
            Grain::Day => {
                let last = at.plus_seconds(self.bar_seconds() - self.grain.seconds());
                format!("{} to {}", self.label(at), show::day(last))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse_rfc3339(text).unwrap()
    }

    #[test]
    fn the_last_bar_is_the_present_one_and_the_time_before_is_as_long() {
        let now = at("2026-11-27T13:07:09+01:00");
        let check = |word: &str, from: &str, before: &str, before_until: &str, until: &str| {
            let range = RANGES.iter().find(|range| range.word == word).unwrap();
            let wanted = Times {
                before: at(before),
                before_until: at(before_until),
                from: at(from),
                until: at(until),
            };
            assert_eq!(range.times(now), wanted, "{word}");
        };
        check(
            "1h",
            "2026-11-27T12:10:00+01:00",
            "2026-11-27T11:10:00+01:00",
            "2026-11-27T12:10:00+01:00",
            "2026-11-27T13:10:00+01:00",
        );
        check(
            "24h",
            "2026-11-26T14:00:00+01:00",
            "2026-11-25T14:00:00+01:00",
            "2026-11-26T14:00:00+01:00",
            "2026-11-27T14:00:00+01:00",
        );
        check(
            "7d",
            "2026-11-20T18:00:00+01:00",
            "2026-11-13T18:00:00+01:00",
            "2026-11-20T14:00:00+01:00",
            "2026-11-27T18:00:00+01:00",
        );
        check(
            "30d",
            "2026-10-29T00:00:00+01:00",
            "2026-09-29T00:00:00+01:00",
            "2026-10-29T00:00:00+01:00",
            "2026-11-28T00:00:00+01:00",
        );
        check(
            "90d",
            "2026-08-30T00:00:00+01:00",
            "2026-06-01T00:00:00+01:00",
            "2026-08-30T00:00:00+01:00",
            "2026-11-28T00:00:00+01:00",
        );
    }

    #[test]
    fn bars_say_when_they_are() {
        let start = at("2026-11-21T18:00:00+01:00");
        assert_eq!(RANGES[1].label(start), "18:00");
        assert_eq!(RANGES[2].label(start), "21 Nov");
        assert_eq!(RANGES[2].when(start), "21 Nov 2026, 18:00 to 00:00");
        let day = at("2026-11-30T00:00:00+01:00");
        assert_eq!(RANGES[3].when(day), "30 Nov 2026");
        assert_eq!(RANGES[4].when(day), "30 Nov to 2 Dec 2026");
    }
}
