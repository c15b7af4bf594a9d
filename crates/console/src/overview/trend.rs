//! Revenue, volume, errors and times of all tenants in an environment, thirty days beside the
//! thirty before.

use std::collections::BTreeMap;

use kofa_domain::{Kobo, Timestamp};
use kofa_identity::fleet::{FleetDay, FleetLine, Outcome};
use kofa_insight::calls::{Latencies, STANDING_DAYS};
use kofa_portal::kit::plot::{self, Bar, Unit};
use kofa_portal::kit::show::{self, Html};

/// Lines of each top list.
const TOP_MAX: usize = 5;
const DAY_SECONDS: i64 = 86_400;

/// A day, or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    parts: [i64; 3],
    charge: i64,
}

impl Sums {
    fn calls(&self) -> i64 {
        self.parts.iter().sum()
    }

    fn add(&mut self, outcome: Outcome, calls: i64, charge: Kobo) {
        let part = match outcome {
            Outcome::Answered => 0,
            Outcome::Refused => 1,
            Outcome::Failed => 2,
        };
        self.parts[part] = self.parts[part].saturating_add(calls);
        self.charge = self.charge.saturating_add(charge.get());
    }
}

/// A figure, with how it was before.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub(super) label: &'static str,
    pub(super) value: String,
    pub(super) beside: String,
}

/// A line of a top list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Top {
    /// Where more of it is; empty for nowhere.
    pub(super) href: String,
    pub(super) name: String,
    pub(super) calls: String,
    pub(super) charge: String,
    /// Of all that is counted.
    pub(super) share: String,
}

#[derive(Debug)]
pub(super) struct Trend {
    pub(super) figures: Vec<Figure>,
    pub(super) revenue: Html,
    pub(super) calls: Html,
    pub(super) has_calls: bool,
    pub(super) endpoints: Vec<Top>,
    pub(super) errors: Vec<Top>,
}

impl Trend {
    /// `recent` begins the first of the days that are drawn; `took` are the times of the last day
    /// and of the one before.
    pub(super) fn new(
        recent: Timestamp,
        days: &[FleetDay],
        lines: &[FleetLine],
        took: (&Latencies, &Latencies),
    ) -> Self {
        let drawn = by_day(recent, days);
        let since = recent.plus_seconds(-STANDING_DAYS * DAY_SECONDS);
        let before = by_day(since, days);
        let [now, was] = [&drawn, &before].map(|all| sum(all));
        Self {
            figures: figures(&now, &was, took),
            revenue: revenue(recent, &drawn, &before),
            calls: calls(recent, &drawn, &before),
            has_calls: now.calls() + was.calls() > 0,
            endpoints: endpoints(lines),
            errors: errors(lines),
        }
    }
}

/// The days from one on, also those without calls.
fn by_day(from: Timestamp, days: &[FleetDay]) -> Vec<Sums> {
    let mut all: Vec<Sums> = (0..STANDING_DAYS).map(|_| Sums::default()).collect();
    for one in days {
        let place = one
            .day
            .micros_since(from)
            .div_euclid(DAY_SECONDS * 1_000_000);
        let place = usize::try_from(place).ok().and_then(|at| all.get_mut(at));
        if let Some(sums) = place {
            sums.add(one.outcome, one.calls, one.charge);
        }
    }
    all
}

fn sum(all: &[Sums]) -> Sums {
    let mut sum = Sums::default();
    for one in all {
        for (part, more) in sum.parts.iter_mut().zip(one.parts) {
            *part = part.saturating_add(more);
        }
        sum.charge = sum.charge.saturating_add(one.charge);
    }
    sum
}

fn figures(now: &Sums, was: &Sums, took: (&Latencies, &Latencies)) -> Vec<Figure> {
    let figure = |label, value, beside| Figure {
        label,
        value,
        beside,
    };
    let p95 = |took: &Latencies| took.within_us(95);
    let failed = |sums: &Sums| permille(sums.parts[2], sums.calls());
    vec![
        figure(
            "Charged in 30 days",
            show::naira(Kobo::new(now.charge)),
            change(now.charge, was.charge, "the 30 days before"),
        ),
        figure(
            "Requests in 30 days",
            show::count(now.calls()),
            change(now.calls(), was.calls(), "the 30 days before"),
        ),
        figure(
            "Failed (5xx)",
            failed(now),
            match was.calls() {
                0 => "no requests in the 30 days before".to_owned(),
                _ => format!("{} in the 30 days before", failed(was)),
            },
        ),
        figure(
            "p95 latency, 24 hours",
            p95(took.0).map_or("no requests".to_owned(), show::millis),
            p95(took.1).map_or("no requests the day before".to_owned(), |us| {
                format!("{} the day before", show::millis(us))
            }),
        ),
    ]
}

/// A part of a whole, to a tenth of a per cent.
fn permille(part: i64, whole: i64) -> String {
    if whole == 0 {
        return "none".to_owned();
    }
    let of = i128::from(part) * 1_000 / i128::from(whole);
    match (part, of) {
        (1.., 0) => "under 0.1 %".to_owned(),
        _ => format!("{}.{} %", of / 10, of % 10),
    }
}

/// How much more or less something is than it was, in words.
fn change(now: i64, was: i64, when: &str) -> String {
    if was == 0 {
        return format!("none in {when}");
    }
    let percent = (i128::from(now) - i128::from(was)) * 100 / i128::from(was);
    match percent {
        0 => format!("as in {when}"),
        1.. => format!("{percent} % more than in {when}"),
        _ => format!("{} % less than in {when}", -percent),
    }
}

/// `21 Nov` of the day at a place.
fn label(recent: Timestamp, at: usize) -> String {
    let at = i64::try_from(at).unwrap_or(0);
    let day = show::day(recent.plus_seconds(at * DAY_SECONDS));
    day.rsplit_once(' ')
        .map_or(day.clone(), |(day, _)| day.to_owned())
}

fn bars(recent: Timestamp, days: &[Sums], of: impl Fn(&Sums) -> (String, Vec<i64>)) -> Vec<Bar> {
    let bar = |(at, sums): (usize, &Sums)| {
        let ((title, parts), label) = (of(sums), label(recent, at));
        Bar {
            title: format!("{label}: {title}"),
            label,
            parts,
        }
    };
    days.iter().enumerate().map(bar).collect()
}

fn revenue(recent: Timestamp, days: &[Sums], before: &[Sums]) -> Html {
    let bars = bars(recent, days, |one| {
        (show::naira(Kobo::new(one.charge)), vec![one.charge])
    });
    let before: Vec<i64> = before.iter().map(|one| one.charge).collect();
    let summary = "Charged by day, in the last 30 days and the 30 before";
    plot::compared(&bars, &before, (&["plain"], Unit::Money), summary)
}

fn calls(recent: Timestamp, days: &[Sums], before: &[Sums]) -> Html {
    let bars = bars(recent, days, |one| {
        let [answered, refused, failed] = one.parts.map(show::count);
        let title = format!("{answered} succeeded, {refused} refused, {failed} failed");
        (title, one.parts.to_vec())
    });
    let before: Vec<i64> = before.iter().map(Sums::calls).collect();
    let summary = "Requests by day, in the last 30 days and the 30 before";
    let classes = ["ok", "warn", "bad"];
    plot::compared(&bars, &before, (&classes, Unit::Count), summary)
}

/// The endpoints that were called most.
fn endpoints(lines: &[FleetLine]) -> Vec<Top> {
    top(lines.iter().map(|one| (one.operation_id.as_str(), one)))
}

/// The errors that were answered most.
fn errors(lines: &[FleetLine]) -> Vec<Top> {
    let errors = lines.iter().filter(|one| !one.error_code.is_empty());
    let mut all = top(errors.map(|one| (one.error_code.as_str(), one)));
    for one in &mut all {
        one.href = format!("/docs/errors/{}", one.name);
    }
    all
}

fn top<'a>(lines: impl Iterator<Item = (&'a str, &'a FleetLine)>) -> Vec<Top> {
    let mut by_name: BTreeMap<&str, Sums> = BTreeMap::new();
    for (name, one) in lines {
        let sums = by_name.entry(name).or_default();
        sums.add(one.outcome, one.calls, one.charge);
    }
    let all: i64 = by_name.values().map(Sums::calls).sum();
    let mut ranked: Vec<(&str, Sums)> = by_name.into_iter().collect();
    ranked.sort_by_key(|(_, sums)| std::cmp::Reverse(sums.calls()));
    let top = ranked.into_iter().take(TOP_MAX);
    top.map(|(name, sums)| Top {
        href: String::new(),
        name: name.to_owned(),
        calls: show::count(sums.calls()),
        charge: show::naira(Kobo::new(sums.charge)),
        share: permille(sums.calls(), all),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(from: Timestamp, days: i64, outcome: Outcome, calls: i64) -> FleetDay {
        FleetDay {
            day: from.plus_seconds(days * DAY_SECONDS),
            outcome,
            calls,
            charge: Kobo::new(calls * 100),
        }
    }

    #[test]
    fn two_periods_are_told_apart_and_compared() {
        let recent = Timestamp::parse_rfc3339("2026-10-28T23:00:00Z").unwrap();
        let days = [
            day(recent, -30, Outcome::Answered, 50),
            day(recent, -1, Outcome::Failed, 50),
            day(recent, 0, Outcome::Answered, 140),
            day(recent, 29, Outcome::Refused, 10),
            day(recent, 30, Outcome::Answered, 9_999),
            day(recent, -31, Outcome::Answered, 9_999),
        ];
        let none = Latencies::default();
        let mut took = Latencies::default();
        took.add(2_000);
        let trend = Trend::new(recent, &days, &[], (&took, &none));
        let told: Vec<(&str, &str)> = trend
            .figures
            .iter()
            .map(|one| (one.value.as_str(), one.beside.as_str()))
            .collect();
        assert_eq!(
            told[0],
            ("\u{20a6}150.00", "50 % more than in the 30 days before")
        );
        assert_eq!(told[1], ("150", "50 % more than in the 30 days before"));
        assert_eq!(told[2], ("0.0 %", "50.0 % in the 30 days before"));
        assert!(told[3].0.ends_with("ms") && told[3].1 == "no requests the day before");
        assert!(
            trend
                .calls
                .0
                .contains("29 Oct: 140 succeeded, 0 refused, 0 failed")
        );
        assert!(
            trend
                .calls
                .0
                .contains("27 Nov: 0 succeeded, 10 refused, 0 failed")
        );
        assert_eq!(trend.calls.0.matches("line before").count(), 1);
        assert!(trend.revenue.0.contains("29 Oct: \u{20a6}140.00"));
    }

    #[test]
    fn lists_have_the_most_first_and_shares_of_all() {
        let line = |operation_id: &str, error_code: &str, calls| FleetLine {
            operation_id: operation_id.to_owned(),
            error_code: error_code.to_owned(),
            outcome: Outcome::Answered,
            calls,
            charge: Kobo::ZERO,
        };
        let lines = [
            line("a", "", 5),
            line("b", "", 90),
            line("a", "not_found", 4),
            line("b", "rate_limited", 1),
        ];
        let names = |all: Vec<Top>| -> Vec<(String, String)> {
            all.into_iter().map(|one| (one.name, one.share)).collect()
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            names(endpoints(&lines)),
            [pair("b", "91.0 %"), pair("a", "9.0 %")]
        );
        assert_eq!(
            names(errors(&lines)),
            [pair("not_found", "80.0 %"), pair("rate_limited", "20.0 %")]
        );
    }

    #[test]
    fn changes_are_told_in_words() {
        let check = |now, was, expected| assert_eq!(change(now, was, "May"), expected);
        check(5, 0, "none in May");
        check(100, 100, "as in May");
        check(50, 100, "50 % less than in May");
        check(i64::MAX, 1, "922337203685477580600 % more than in May");
        assert_eq!(permille(1, 100_000), "under 0.1 %");
        assert_eq!(permille(0, 0), "none");
    }
}
