//! The figures of the page. Each bar leads to the requests of its time; links are relative to the
//! page, for there are many.

use kofa_domain::{Kobo, Timestamp};

use super::numbers::{Numbers, Sums};
use super::range::Range;
use crate::kit::plot::{Bar, Plot, Unit};
use crate::kit::show::{self, Html};
use crate::tenant::figures::plural;

fn links(numbers: &Numbers, range: &Range, more: &str) -> Vec<String> {
    let link = |(at, _): &(Timestamp, Sums)| {
        let until = at.plus_seconds(range.bar_seconds());
        let (from, until) = (show::local(*at), show::local(until));
        format!("logs?from={from}&until={until}{more}")
    };
    numbers.bars.iter().map(link).collect()
}

fn bars(
    numbers: &Numbers,
    range: &Range,
    title: impl Fn(&Sums, &Sums) -> String,
    parts: impl Fn(&Sums) -> Vec<i64>,
) -> Vec<Bar> {
    let both = numbers.bars.iter().zip(&numbers.before);
    let bar = |((at, now), before): (&(Timestamp, Sums), &Sums)| Bar {
        label: range.label(*at),
        title: format!("{}: {}", range.when(*at), title(now, before)),
        parts: parts(now),
    };
    both.map(bar).collect()
}

/// Requests by how they ended.
pub(super) fn calls(numbers: &Numbers, range: &Range) -> Html {
    let title = |now: &Sums, before: &Sums| {
        let rate = show::share(now.good, now.calls());
        let rate = rate
            .map(|rate| format!(", {rate} succeeded"))
            .unwrap_or_default();
        let was = show::count(before.calls());
        format!("{}{rate} (before: {was})", plural(now.calls(), "request"))
    };
    let bars = bars(numbers, range, title, |now| {
        vec![now.good, now.wrong, now.failed]
    });
    let before: Vec<i64> = numbers.before.iter().map(Sums::calls).collect();
    let now = plural(numbers.all.now.calls(), "request");
    let plot = Plot {
        bars: &bars,
        classes: &["ok", "warn", "bad"],
        unit: Unit::Count,
        summary: &format!("{now} in {}", range.label),
        links: &links(numbers, range, ""),
        before: &before,
        can_choose: false,
    };
    plot.stacked()
}

/// Latency: the times within which 50, 95 and 99 of a hundred requests ended.
pub(super) fn took(numbers: &Numbers, range: &Range) -> Html {
    let said = |sums: &Sums| match sums.percentiles().as_slice() {
        [half, most, nearly] => format!(
            "p50 {}, p95 {}, p99 {}",
            show::millis(*half),
            show::millis(*most),
            show::millis(*nearly)
        ),
        _ => "no latency recorded".to_owned(),
    };
    let bars = bars(numbers, range, |now, _| said(now), Sums::percentiles);
    let plot = Plot {
        bars: &bars,
        classes: &["ok", "warn", "bad"],
        unit: Unit::Time,
        summary: &format!("Latency in {}: {}", range.label, said(&numbers.all.now)),
        links: &links(numbers, range, ""),
        before: &[],
        can_choose: false,
    };
    plot.lines()
}

/// What was charged.
pub(super) fn spent(numbers: &Numbers, range: &Range) -> Html {
    let naira = |kobo: Kobo| show::naira(kobo);
    let title = |now: &Sums, before: &Sums| {
        format!("{} (before: {})", naira(now.spent), naira(before.spent))
    };
    let bars = bars(numbers, range, title, |now| vec![now.spent.get()]);
    let before: Vec<i64> = numbers.before.iter().map(|one| one.spent.get()).collect();
    let plot = Plot {
        bars: &bars,
        classes: &["plain"],
        unit: Unit::Money,
        summary: &format!("{} in {}", naira(numbers.all.now.spent), range.label),
        links: &links(numbers, range, "&charge=charged"),
        before: &before,
        can_choose: false,
    };
    plot.stacked()
}
