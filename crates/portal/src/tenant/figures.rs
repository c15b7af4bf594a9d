//! Usage as figures: by the hour or by the day, and in sum.

use kofa_domain::{Kobo, Timestamp};
use kofa_insight::calls::{Outcome, Span};

use crate::kit::plot::{self, Bar, Unit};
use crate::kit::show::{self, Html};

const HOUR_US: i64 = 3_600_000_000;

/// An hour or a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bucket {
    pub(super) start: Timestamp,
    pub(super) fine: i64,
    pub(super) refused: i64,
    pub(super) failed: i64,
    pub(super) spent: Kobo,
}

impl Bucket {
    fn add(&mut self, outcome: &Outcome) {
        match outcome.status {
            0..=399 => self.fine += outcome.calls,
            400..=499 => self.refused += outcome.calls,
            _ => self.failed += outcome.calls,
        }
        self.spent = Kobo::new(self.spent.get().saturating_add(outcome.charge.get()));
    }

    pub(super) fn calls(&self) -> i64 {
        self.fine + self.refused + self.failed
    }

    pub(super) fn errors(&self) -> i64 {
        self.refused + self.failed
    }

    /// What was spent, as people read it.
    pub(super) fn spent_text(&self) -> String {
        show::naira(self.spent)
    }
}

/// The length of a span; days in Lagos all have the same.
pub(super) const fn length_us(by: Span) -> i64 {
    match by {
        Span::Hour => HOUR_US,
        Span::Day => 24 * HOUR_US,
    }
}

/// `count` spans of `length` microseconds from `from` on, also those without calls.
pub(super) fn buckets(
    usage: &[Outcome],
    length: i64,
    from: Timestamp,
    count: usize,
) -> Vec<Bucket> {
    let mut buckets: Vec<Bucket> = (0..count)
        .map(|at| Bucket {
            start: after(from, at, length),
            ..Bucket::default()
        })
        .collect();
    for one in usage {
        let place = one.since.micros_since(from).div_euclid(length);
        let bucket = usize::try_from(place).ok();
        if let Some(bucket) = bucket.and_then(|at| buckets.get_mut(at)) {
            bucket.add(one);
        }
    }
    buckets
}

fn after(from: Timestamp, at: usize, length: i64) -> Timestamp {
    let at = i64::try_from(at).unwrap_or(0);
    Timestamp::from_micros(from.micros() + at * length)
}

/// All of it together.
pub(super) fn sum<'a>(usage: impl IntoIterator<Item = &'a Outcome>) -> Bucket {
    let mut sum = Bucket::default();
    usage.into_iter().for_each(|one| sum.add(one));
    sum
}

/// Three figures over the same spans.
#[derive(Debug)]
pub(super) struct Figures {
    pub(super) calls: Html,
    pub(super) errors: Html,
    pub(super) spend: Html,
}

/// Each bar leads to the requests of its time in the log below `base`.
pub(super) fn figures(buckets: &[Bucket], by: Span, base: &str) -> Figures {
    let (calls, errors): (i64, i64) = buckets.iter().fold((0, 0), |(calls, errors), one| {
        (calls + one.calls(), errors + one.errors())
    });
    let spent: i64 = buckets.iter().map(|one| one.spent.get()).sum();
    let bars = |title: &dyn Fn(&Bucket) -> String, parts: &dyn Fn(&Bucket) -> Vec<i64>| {
        let bar = |one: &Bucket| Bar {
            label: label(one.start, by),
            title: format!("{}: {}", when(one.start, by), title(one)),
            parts: parts(one),
        };
        buckets.iter().map(bar).collect::<Vec<_>>()
    };
    let calls_bars = bars(&|one| plural(one.calls(), "request"), &|one| {
        vec![one.fine, one.refused, one.failed]
    });
    let error_bars = bars(
        &|one| {
            format!(
                "{} client errors, {} server errors",
                one.refused, one.failed
            )
        },
        &|one| vec![one.refused, one.failed],
    );
    let spend_bars = bars(&|one| show::naira(one.spent), &|one| vec![one.spent.get()]);
    let links = |more: &str| -> Vec<String> {
        let link = |one: &Bucket| log_of(base, one.start, by, more);
        buckets.iter().map(link).collect()
    };
    Figures {
        calls: plot::linked(
            &calls_bars,
            (&["ok", "warn", "bad"], Unit::Count),
            &plural(calls, "request"),
            &links(""),
        ),
        errors: plot::linked(
            &error_bars,
            (&["warn", "bad"], Unit::Count),
            &plural(errors, "error"),
            &links(""),
        ),
        spend: plot::linked(
            &spend_bars,
            (&["plain"], Unit::Money),
            &format!("{} spent", show::naira(Kobo::new(spent))),
            &links("&charge=charged"),
        ),
    }
}

/// Where the log shows the requests of an hour or a day.
pub(super) fn log_of(base: &str, from: Timestamp, by: Span, more: &str) -> String {
    let until = Timestamp::from_micros(from.micros() + length_us(by));
    let (from, until) = (show::local(from), show::local(until));
    format!("{base}/logs?from={from}&until={until}{more}")
}

/// `1 request`, `1,200 requests`.
pub(super) fn plural(count: i64, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {what}{s}", show::count(count))
}

/// Under a bar: `14:00`, or `21 Nov`.
fn label(at: Timestamp, by: Span) -> String {
    match by {
        Span::Hour => {
            let hour = at.lagos_micros_of_day() / HOUR_US.unsigned_abs();
            format!("{hour:02}:00")
        }
        Span::Day => {
            let day = show::day(at);
            day.rsplit_once(' ')
                .map_or(day.clone(), |(day, _)| day.to_owned())
        }
    }
}

fn when(at: Timestamp, by: Span) -> String {
    match by {
        Span::Hour => format!("{}, {}", show::day(at), label(at, by)),
        Span::Day => show::day(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_falls_into_its_span() {
        let from = Timestamp::parse_rfc3339("2026-11-20T23:00:00Z").unwrap();
        let usage = |seconds, status, calls, kobo| Outcome {
            since: from.plus_seconds(seconds),
            operation_id: "look".to_owned(),
            status,
            error_code: String::new(),
            calls,
            charge: Kobo::new(kobo),
        };
        let all = [
            usage(0, 200, 2, 10),
            usage(0, 404, 1, 0),
            usage(86_400, 503, 4, 0),
            usage(-86_400, 200, 9, 9),
            usage(3 * 86_400, 200, 9, 9),
        ];
        let days = buckets(&all, length_us(Span::Day), from, 2);
        assert_eq!((days[0].calls(), days[0].errors()), (3, 1));
        assert_eq!(days[0].spent, Kobo::new(10));
        assert_eq!(days[1].failed, 4);
        assert_eq!(sum(&all).calls(), 25);
        let drawn = figures(&days, Span::Day, "/portal/live");
        assert!(drawn.calls.0.contains("21 Nov 2026: 3 requests"));
        assert!(drawn.spend.0.contains("\u{20a6}0.10 spent"));
        let day = "/portal/live/logs?from=2026-11-21T00:00&amp;until=2026-11-22T00:00";
        assert!(drawn.errors.0.contains(&format!("href=\"{day}\"")));
        assert!(
            drawn
                .spend
                .0
                .contains(&format!("href=\"{day}&amp;charge=charged\""))
        );
        assert_eq!(label(from.plus_seconds(3_600), Span::Hour), "01:00");
    }
}
