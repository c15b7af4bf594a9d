//! An offer in pictures: how much is raised, when it was asked for, by whom, and what they got.

use kofa_domain::{Kobo, Timestamp};
use kofa_investment::allotment::{Band, Basis};
use kofa_investment::offer::Offer;
use kofa_investment::ops::{DemandDay, DemandOf};
use kofa_portal::kit::plot::{self, Bar, Unit};
use kofa_portal::kit::show::{self, Html, count, naira};

const DAY_SECONDS: i64 = 86_400;
/// Days that are drawn, up to the last with an application.
const DAYS_MAX: i64 = 45;

/// What is asked of an offer.
#[derive(Debug)]
pub(super) struct Picture {
    /// Of the whole, in words.
    pub(super) asked: String,
    pub(super) raised: Html,
    pub(super) days: Html,
    pub(super) sizes: Html,
}

impl Picture {
    /// `None` before the first application.
    pub(super) fn of(offer: &Offer, demand: &DemandOf) -> Option<Self> {
        let sum = |of: fn(&DemandDay) -> i64| {
            let all = demand.days.iter().map(of);
            all.fold(0_i64, i64::saturating_add)
        };
        let (asked, paid) = (sum(|day| day.shares), sum(|day| day.paid));
        if asked == 0 {
            return None;
        }
        let whole = offer.shares_on_offer;
        let worth = |shares: i64| {
            let kobo = offer.price.get().saturating_mul(shares);
            naira(Kobo::new(kobo))
        };
        let words = format!(
            "{} shares asked for of {} on offer ({}), {} paid: {} of {}.",
            count(asked),
            count(whole),
            per_cent(asked, whole),
            count(paid),
            worth(paid),
            worth(whole),
        );
        let told =
            |shares: i64, what: &str| format!("{} shares {what}, {}", count(shares), worth(shares));
        let unpaid = asked.saturating_sub(paid);
        let parts = [
            ("ok", paid, told(paid, "paid")),
            ("warn", unpaid, told(unpaid, "not paid yet")),
        ];
        Some(Self {
            raised: plot::progress(&parts, whole, &words),
            asked: words,
            days: days(&demand.days),
            sizes: sizes(&demand.bands),
        })
    }
}

fn per_cent(part: i64, whole: i64) -> String {
    let tenths = i128::from(part) * 1_000 / i128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn days(days: &[DemandDay]) -> Html {
    let last = days.last().map(|one| one.day).unwrap_or_default();
    let first = days.first().map_or(last, |one| one.day);
    let earliest = last.plus_seconds(-(DAYS_MAX - 1) * DAY_SECONDS);
    let from = first.max(earliest);
    let length = last.micros_since(from) / (DAY_SECONDS * 1_000_000) + 1;
    let bar = |at: i64| {
        let day = from.plus_seconds(at * DAY_SECONDS);
        let found = days.binary_search_by_key(&day, |one| one.day).ok();
        let one = found.and_then(|at| days.get(at));
        let (applications, shares) = one.map_or((0, 0), |one| (one.applications, one.shares));
        let paid = one.map_or(0, |one| one.paid);
        Bar {
            label: label(day),
            title: format!(
                "{}: {} applications for {} shares, {} paid",
                show::day(day),
                count(applications),
                count(shares),
                count(paid)
            ),
            parts: vec![paid, shares.saturating_sub(paid)],
        }
    };
    let bars: Vec<Bar> = (0..length).map(bar).collect();
    plot::bars(&bars, &["ok", "warn"], "Shares asked for by day")
}

/// `21 Nov`.
fn label(day: Timestamp) -> String {
    let day = show::day(day);
    day.rsplit_once(' ')
        .map_or(day.clone(), |(day, _)| day.to_owned())
}

fn sizes(bands: &[Band]) -> Html {
    let bar = |band: &Band| Bar {
        label: size(band),
        title: format!(
            "{}: {} applications for {} shares",
            size(band),
            count(band.applications),
            count(band.requested)
        ),
        parts: vec![band.requested],
    };
    let bars: Vec<Bar> = bands.iter().map(bar).collect();
    plot::linked(
        &bars,
        (&["plain"], Unit::Count),
        "Shares asked for by size of application",
        &[],
    )
}

/// What those of each size asked for, and got of it.
pub(super) fn outcome(basis: &Basis) -> Html {
    let bar = |band: &Band| Bar {
        label: size(band),
        title: format!(
            "{}: {} of {} shares allotted, {} applications in full, {} in part, {} none",
            size(band),
            count(band.allotted),
            count(band.requested),
            count(band.full),
            count(band.partial),
            count(band.none)
        ),
        parts: vec![band.allotted, band.requested - band.allotted],
    };
    let bars: Vec<Bar> = basis.bands.iter().map(bar).collect();
    let summary = format!(
        "{} shares asked for, {} to allot, by size of application",
        count(basis.demand),
        count(basis.supply)
    );
    plot::bars(&bars, &["ok", "warn"], &summary)
}

/// The size of a band's applications, in shares.
pub(super) fn size(band: &Band) -> String {
    match band.to {
        to if to == band.from => count(to),
        i64::MAX => format!("{} or more", count(band.from)),
        to => format!("{} to {}", count(band.from), count(to)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_without_applications_are_drawn_and_old_ones_are_not() {
        let start = Timestamp::parse_rfc3339("2026-10-31T23:00:00Z").unwrap();
        let day = |days: i64, shares: i64| DemandDay {
            day: start.plus_seconds(days * DAY_SECONDS),
            applications: 1,
            shares,
            paid: shares / 2,
        };
        let svg = days(&[day(0, 10), day(2, 30)]).0;
        assert_eq!(svg.matches("<title>").count(), 3);
        assert!(svg.contains("2 Nov 2026: 0 applications for 0 shares, 0 paid"));
        assert!(svg.contains("3 Nov 2026: 1 applications for 30 shares, 15 paid"));
        let long = days(&[day(0, 10), day(400, 30)]).0;
        assert_eq!(long.matches("<title>").count(), 45);
    }
}
