//! The figure above the log: how many requests fit the filter, over its time.
//!
//! Drawn from counts, as analytics: the finest that are kept for the time and give no more than
//! some forty bars. Each bar leads to the requests of its time.

use kofa_domain::{Result, Timestamp};
use kofa_insight::calls::{CallFilter, CountCalls, Grain, Period, RECENT_SECONDS};

use super::asked::Asked;
use crate::kit::plot::{Bar, Plot, Unit};
use crate::kit::show::{self, Html};
use crate::kit::{SignedInMember, WebState};
use crate::tenant::figures::{self, Bucket, plural};

const HOUR_S: i64 = 3_600;
const DAY_S: i64 = 24 * HOUR_S;
/// Shown where the filter names no beginning, and the longest that is shown.
const DEFAULT_S: i64 = 30 * DAY_S;
const LONGEST_S: i64 = 90 * DAY_S;
/// Counts by hour are kept longer than this.
const HOURS_KEPT_S: i64 = 100 * DAY_S;
/// By which counts, how many of them are a bar, and the longest time that is drawn so.
const SCALES: [(Grain, i64, i64); 5] = [
    (Grain::FiveMinutes, 1, 3 * HOUR_S),
    (Grain::Hour, 1, 36 * HOUR_S),
    (Grain::Hour, 6, 9 * DAY_S),
    (Grain::Day, 1, 36 * DAY_S),
    (Grain::Day, 3, LONGEST_S),
];

/// The figure and what it says.
#[derive(Debug)]
pub(super) struct Figure {
    /// `None` where one bar would be all of it.
    pub(super) bars: Option<Html>,
    /// `About 12,300 requests in the last 30 days`.
    pub(super) count: String,
    /// What the count is not exact about; may be empty.
    pub(super) note: &'static str,
}

/// How the time of a filter is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale {
    grain: Grain,
    bar_s: i64,
    from: Timestamp,
    count: usize,
}

fn seconds(later: Timestamp, earlier: Timestamp) -> i64 {
    later.micros_since(earlier) / 1_000_000
}

/// The time that is shown of what is asked for.
fn times(filter: &CallFilter, now: Timestamp) -> (Timestamp, Timestamp) {
    let until = filter.until.map_or(now, |until| until.min(now));
    let from = filter
        .from
        .unwrap_or_else(|| until.plus_seconds(-DEFAULT_S));
    (from.max(until.plus_seconds(-LONGEST_S)), until)
}

impl Scale {
    fn of((from, until): (Timestamp, Timestamp), now: Timestamp) -> Self {
        let (length, age) = (seconds(until, from), seconds(now, from));
        let is_kept = |grain| match grain {
            Grain::FiveMinutes => age < RECENT_SECONDS - HOUR_S,
            Grain::Hour => age < HOURS_KEPT_S,
            Grain::Day => true,
        };
        let fits = |(grain, _, longest): &&(Grain, i64, i64)| length <= *longest && is_kept(*grain);
        let &(grain, spans, _) = SCALES.iter().find(fits).unwrap_or(&SCALES[4]);
        let bar_s = grain.seconds() * spans;
        // Bars of several hours begin at midnight in Lagos, those of days where the time does.
        let from = match (grain, spans) {
            (Grain::Hour, 2..) => {
                let midnight = Grain::Day.start(from);
                midnight.plus_seconds(seconds(from, midnight) / bar_s * bar_s)
            }
            _ => grain.start(from),
        };
        let bars = (until.micros_since(from) + bar_s * 1_000_000 - 1) / (bar_s * 1_000_000);
        let count = usize::try_from(bars).unwrap_or(0).max(1);
        Self {
            grain,
            bar_s,
            from,
            count,
        }
    }

    fn end(self, at: Timestamp) -> Timestamp {
        at.plus_seconds(self.bar_s)
    }

    fn label(self, at: Timestamp) -> String {
        match self.bar_s {
            ..=HOUR_S => show::clock_minutes(at),
            _ => {
                let day = show::day(at);
                day.rsplit_once(' ')
                    .map_or(day.clone(), |(day, _)| day.to_owned())
            }
        }
    }

    fn when(self, at: Timestamp) -> String {
        match self.grain {
            Grain::Day if self.bar_s == DAY_S => show::day(at),
            Grain::Day => {
                let last = self.end(at).plus_seconds(-DAY_S);
                format!("{} to {}", self.label(at), show::day(last))
            }
            _ => {
                let end = show::clock_minutes(self.end(at));
                format!("{}, {} to {end}", show::day(at), show::clock_minutes(at))
            }
        }
    }
}

/// Counts what fits; `None` where one request is asked for.
pub(super) async fn figure(
    web: &WebState,
    signed_in: &SignedInMember,
    asked: &Asked,
    filter: &CallFilter,
) -> Result<Option<Figure>> {
    let now = signed_in.by.at;
    let (from, until) = times(filter, now);
    if filter.request_id.is_some() || until <= from {
        return Ok(None);
    }
    let scale = Scale::of((from, until), now);
    let last = i64::try_from(scale.count).unwrap_or(0) * scale.bar_s;
    let count = CountCalls {
        of: Period {
            tenant: signed_in.of.tenant.clone(),
            environment: signed_in.environment,
            by: scale.grain,
            from: scale.from,
            until: scale.from.plus_seconds(last),
        },
        filter: filter.clone(),
    };
    let counts = web.admin.store.read(count).await?;
    let length = scale.bar_s * 1_000_000;
    let buckets = figures::buckets(&counts, length, scale.from, scale.count);
    let all = plural(buckets.iter().map(Bucket::calls).sum(), "request");
    let is_whole = filter.from.is_none_or(|asked| asked >= from);
    let when = match (filter.from, is_whole) {
        (None, _) => " in the last 30 days",
        (_, false) => " in the last 90 days of this period",
        (_, true) => "",
    };
    let (about, note) = match filter.charged {
        Some(_) => (
            "At most",
            "The figure counts charged and free requests together.",
        ),
        None => ("About", ""),
    };
    Ok(Some(Figure {
        bars: (scale.count > 1).then(|| drawn(&buckets, scale, asked, &all)),
        count: format!("{about} {all}{when}"),
        note,
    }))
}

fn drawn(buckets: &[Bucket], scale: Scale, asked: &Asked, all: &str) -> Html {
    let bar = |one: &Bucket| Bar {
        label: scale.label(one.start),
        title: format!(
            "{}: {}, {}",
            scale.when(one.start),
            plural(one.calls(), "request"),
            plural(one.errors(), "error")
        ),
        parts: vec![one.fine, one.refused, one.failed],
    };
    let bars: Vec<Bar> = buckets.iter().map(bar).collect();
    let rest = asked.with(&[("period", ""), ("from", ""), ("until", "")]);
    let link = |one: &Bucket| {
        let (from, until) = (show::local(one.start), show::local(scale.end(one.start)));
        rest.with(&[("from", &from), ("until", &until)]).query(&[])
    };
    let links: Vec<String> = buckets.iter().map(link).collect();
    let plot = Plot {
        bars: &bars,
        classes: &["ok", "warn", "bad"],
        unit: Unit::Count,
        summary: &format!("{all} over time. Choose a bar to see its requests."),
        links: &links,
        before: &[],
        can_choose: true,
    };
    plot.stacked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_has_bars_that_can_be_told_apart() {
        let now = Timestamp::parse_rfc3339("2026-11-27T13:07:09+01:00").unwrap();
        let mut longest = 0;
        for hours in 1..=200 * 24 {
            for ago in [0, 30, 24 * 150] {
                let until = now.plus_seconds(-ago * HOUR_S);
                let filter = CallFilter {
                    from: Some(until.plus_seconds(-hours * HOUR_S)),
                    until: Some(until),
                    ..CallFilter::default()
                };
                let shown = times(&filter, now);
                let scale = Scale::of(shown, now);
                assert!(
                    scale.from <= shown.0 && scale.count <= 38,
                    "{hours} {ago} {scale:?}"
                );
                let end = i64::try_from(scale.count).unwrap() * scale.bar_s;
                assert!(scale.from.plus_seconds(end) >= shown.1, "{hours} {ago}");
                longest = longest.max(scale.count);
            }
        }
        assert!(longest > 35);
    }

    #[test]
    fn a_bar_of_a_day_opens_into_hours_and_an_hour_into_minutes() {
        let now = Timestamp::parse_rfc3339("2026-11-27T13:07:09+01:00").unwrap();
        let of = |from: i64, until: i64| {
            let [from, until] = [from, until].map(|ago| now.plus_seconds(-ago * HOUR_S));
            let scale = Scale::of((from, until), now);
            (scale.grain, scale.bar_s)
        };
        assert_eq!(of(1, 0), (Grain::FiveMinutes, 300));
        assert_eq!(
            of(60, 59),
            (Grain::Hour, HOUR_S),
            "counts by minutes are gone"
        );
        assert_eq!(of(48, 24), (Grain::Hour, HOUR_S));
        assert_eq!(of(168, 0), (Grain::Hour, 6 * HOUR_S));
        assert_eq!(of(720, 0), (Grain::Day, DAY_S));
        assert_eq!(of(2_160, 0), (Grain::Day, 3 * DAY_S));
    }
}
