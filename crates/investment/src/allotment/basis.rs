//! The basis of allotment: the sums of an allotment and its table by size of application,
//! made to be published.

use kofa_domain::{Error, Kobo, Result};
use serde::{Deserialize, Serialize};

use super::check::Plan;
use super::{Share, Terms};
use crate::subscription::AllotmentStatus;

/// An exact fraction, not reduced: the numbers themselves mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ratio {
    /// Shares to share out.
    pub numerator: i64,
    /// Shares still asked for.
    pub denominator: i64,
}

/// Applications of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Band {
    /// Fewest shares asked for in this band.
    pub from: i64,
    /// Most shares asked for in this band.
    pub to: i64,
    pub applications: i64,
    /// Shares they asked for.
    pub requested: i64,
    pub allotted: i64,
    /// How many got all.
    pub full: i64,
    /// How many got some.
    pub partial: i64,
    /// How many got none.
    pub none: i64,
}

/// The sums of an allotment. It holds that
/// `offered + absorbed = supply + unsubscribed`, `supply = allotted + left_over`, and
/// `collected_total + refunds_total = demand × price`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Basis {
    /// Whether this was a rights issue.
    pub rights: bool,
    pub offered: i64,
    /// Shares beyond the offer, taken in to serve the demand.
    pub absorbed: i64,
    /// Shares that could be allotted.
    pub supply: i64,
    pub demand: i64,
    /// Demand in hundredths of a percent of the offer, rounded to the nearest: 13947 is
    /// 139.47 %.
    pub subscription_pct: i64,
    pub applications: i64,
    pub allotted: i64,
    /// Shares on offer that nobody asked for.
    pub unsubscribed: i64,
    /// Shares that were asked for and not allotted because they are fewer than the next step, or
    /// lie beyond the rights in an issue that gives no more.
    pub left_over: i64,
    /// How many applications got all.
    pub full: i64,
    /// How many got some.
    pub partial: i64,
    /// How many got none.
    pub none: i64,
    /// Shares allotted as minimums.
    pub minimums: i64,
    /// Shares allotted by right.
    pub entitlements: i64,
    /// How many applications asked for more than their first part and took part in the rest.
    pub pro_rata_applications: i64,
    /// The rest over what was still asked for; `None` if nobody asked for more.
    pub pro_rata: Option<Ratio>,
    /// How many applications a remainder gave one more step.
    pub remainder_applications: i64,
    /// Whether lots were drawn.
    pub ballot: bool,
    /// How many were drawn; 0 without a ballot.
    pub winners: i64,
    /// Seed of the ballot, whether one was needed or not.
    pub seed: u64,
    /// The minimum of the terms, in shares.
    pub minimum: i64,
    /// The multiple of the terms, in shares.
    pub multiple: i64,
    /// The price of one share, in kobo.
    pub price: Kobo,
    /// What was paid for the allotted shares, in kobo.
    pub collected_total: Kobo,
    /// What goes back to applicants, in kobo.
    pub refunds_total: Kobo,
    /// By size, smallest first; sizes that nobody asked for are left out.
    pub bands: Vec<Band>,
}

/// Adds up, and holds the result against the rules once more.
pub(super) fn of(
    terms: &Terms,
    plan: &Plan,
    shares: &[Share],
    ballot: bool,
    pro_rata: Option<Ratio>,
) -> Result<Basis> {
    let bands = bands(terms.minimum, shares);
    let sum = |of: fn(&Band) -> i64| -> i64 { bands.iter().map(of).sum() };
    let count =
        |of: fn(&Share) -> bool| -> i64 { shares.iter().map(|share| i64::from(of(share))).sum() };
    let allotted = sum(|it| it.allotted);
    let too_large = || Error::internal("allotment: a total beyond 64 bits");
    let collected_total = terms.price.checked_mul(allotted).ok_or_else(too_large)?;
    let mut refunds_total = Kobo::ZERO;
    for share in shares {
        refunds_total = refunds_total
            .checked_add(share.refund)
            .ok_or_else(too_large)?;
    }
    let basis = Basis {
        rights: terms.rights,
        offered: terms.shares_on_offer,
        absorbed: (plan.supply - terms.shares_on_offer).max(0),
        supply: plan.supply,
        demand: plan.demand,
        subscription_pct: hundredths(plan.demand, terms.shares_on_offer),
        applications: sum(|it| it.applications),
        allotted,
        unsubscribed: (terms.shares_on_offer - plan.demand).max(0),
        left_over: plan.supply - allotted,
        full: sum(|it| it.full),
        partial: sum(|it| it.partial),
        none: sum(|it| it.none),
        minimums: shares.iter().map(|it| it.minimum_part).sum(),
        entitlements: shares.iter().map(|it| it.entitlement_part).sum(),
        pro_rata_applications: match pro_rata {
            Some(_) => count(|it| it.ballot != Some(false) && it.unmet() > 0),
            None => 0,
        },
        pro_rata,
        remainder_applications: count(|it| it.remainder_part > 0),
        ballot,
        winners: count(|it| it.ballot == Some(true)),
        seed: terms.seed,
        minimum: terms.minimum,
        multiple: terms.multiple,
        price: terms.price,
        collected_total,
        refunds_total,
        bands,
    };
    hold(&basis)?;
    Ok(basis)
}

/// What must be true of every allotment; a breach is our mistake and nothing is allotted.
fn hold(basis: &Basis) -> Result<()> {
    let paid = basis.price.checked_mul(basis.demand);
    let spent = basis.collected_total.checked_add(basis.refunds_total);
    let rules = [
        ("more allotted than there is", basis.left_over >= 0),
        ("less than nothing allotted", basis.allotted >= 0),
        (
            "bands do not add up",
            basis.full + basis.partial + basis.none == basis.applications,
        ),
        ("money does not add up", paid.is_some() && paid == spent),
    ];
    match rules.iter().find(|(_, holds)| !holds) {
        Some((breach, _)) => Err(Error::internal(format!("allotment: {breach}"))),
        None => Ok(()),
    }
}

/// `part / whole` in hundredths of a percent, to the nearest; at most what fits.
pub(super) fn hundredths(part: i64, whole: i64) -> i64 {
    let whole = i128::from(whole.max(1));
    let rounded = (i128::from(part) * 20_000 + whole) / (2 * whole);
    i64::try_from(rounded).unwrap_or(i64::MAX)
}

fn bands(minimum: i64, shares: &[Share]) -> Vec<Band> {
    let band = |share: &Share| {
        let outcome = share.outcome();
        let is = |wanted| i64::from(outcome == wanted);
        Band {
            applications: 1,
            requested: share.requested,
            allotted: share.shares,
            full: is(AllotmentStatus::Full),
            partial: is(AllotmentStatus::Partial),
            none: is(AllotmentStatus::None),
            ..Band::default()
        }
    };
    by_size(
        minimum,
        shares.iter().map(|share| (share.requested, band(share))),
    )
}

/// Adds up what is of each size, in the bands of an offer with this minimum.
pub(crate) fn by_size(minimum: i64, all: impl Iterator<Item = (i64, Band)>) -> Vec<Band> {
    let ends = ends(minimum);
    let mut bands = vec![Band::default(); ends.len()];
    for (size, one) in all {
        let at = ends.partition_point(|end| *end < size);
        let Some(band) = bands.get_mut(at) else {
            continue;
        };
        band.applications += one.applications;
        band.requested = band.requested.saturating_add(one.requested);
        band.allotted = band.allotted.saturating_add(one.allotted);
        band.full += one.full;
        band.partial += one.partial;
        band.none += one.none;
    }
    let mut from = 1;
    for (band, end) in bands.iter_mut().zip(ends) {
        (band.from, band.to) = (from, end);
        from = end.saturating_add(1);
    }
    bands.retain(|band| band.applications > 0);
    bands
}

/// Where bands end: below the minimum, at the minimum, then at each 1, 2, 5 × 10ⁿ above it.
fn ends(minimum: i64) -> Vec<i64> {
    let mut ends = Vec::with_capacity(64);
    if minimum > 1 {
        ends.push(minimum - 1);
    }
    ends.push(minimum);
    let mut scale = Some(1_i64);
    while let Some(power) = scale {
        let steps = [1, 2, 5]
            .into_iter()
            .filter_map(|step| power.checked_mul(step));
        ends.extend(steps.filter(|end| *end > minimum));
        scale = power.checked_mul(10);
    }
    if ends.last() != Some(&i64::MAX) {
        ends.push(i64::MAX);
    }
    ends
}
