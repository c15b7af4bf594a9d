//! The allotment of one offer: who gets how many of its shares, and why.
//!
//! Pure arithmetic on whole numbers. The result depends on [`Terms`] and on the set of
//! [`Demand`]s alone: not on their order, the machine, the clock or a float, so anyone who
//! holds the same list can check it. The rules in plain words: `docs/allotment.md`.
//!
//! * `check`: what terms and demands must be.
//! * [`ballot`]: who is drawn when there is less than a minimum for everyone.
//! * [`holders`]: rights of one holder that several applications take up.
//! * `pro_rata`: the sharing out of the rest.
//! * [`basis`]: the table that is published.
//! * `explain`: one applicant's result in sentences.
//!
//! What never lives here: storage, people, and which applications are valid.

pub mod ballot;
pub mod basis;
mod check;
mod explain;
pub mod holders;
mod pro_rata;

#[cfg(test)]
mod tests;

use kofa_domain::{Error, Kobo, Result, Timestamp};

pub use basis::{Band, Basis, Ratio};
pub(crate) use explain::grouped;

use crate::subscription::AllotmentStatus;

/// One valid application, as the allotment sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The subscription's number, unique within the offer.
    pub no: i64,
    /// Shares asked and paid for; more than 0.
    pub requested: i64,
    /// Rights issue: the shares of `requested` that the applicant's rights cover. Else 0.
    pub entitled: i64,
    /// When the application was received; the earlier of two equal ones is served first.
    pub received_at: Timestamp,
}

/// What is allotted, and by which numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Shares of the offer, before any absorption.
    pub shares_on_offer: i64,
    /// How much of an oversubscription may be absorbed, in whole percent of the offer
    /// (15 is the usual ceiling in Nigeria); 0 for a rights issue.
    pub absorption_pct: u32,
    /// Shares that every application gets first; not used by a rights issue.
    pub minimum: i64,
    /// Above the minimum (or the rights) shares are allotted in steps of this many.
    pub multiple: i64,
    /// Price of one share, in kobo.
    pub price: Kobo,
    /// Whether this is a rights issue.
    pub rights: bool,
    /// Whether a rights issue gives what nobody took up to those who ask beyond their rights.
    pub additional: bool,
    /// Seed of the ballot.
    pub seed: u64,
}

/// What one application gets, part by part. `shares` is the sum of the four parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub no: i64,
    pub requested: i64,
    pub shares: i64,
    /// Of them, what every application (or every one drawn) gets first.
    pub minimum_part: i64,
    /// Of them, what the applicant's rights cover.
    pub entitlement_part: i64,
    /// Of those asked for, what the rights covered when the application was made and did not
    /// at the allotment ([`holders`]); asked for beyond the rights.
    pub rights_gone: i64,
    /// Of them, the part of the rest in proportion to what was still asked for.
    pub pro_rata_part: i64,
    /// Of them, what a large remainder earned.
    pub remainder_part: i64,
    /// `None` without a ballot, else whether this application was drawn.
    pub ballot: Option<bool>,
    /// The price of the shares that were asked for and not allotted, in kobo.
    pub refund: Kobo,
}

impl Share {
    /// Full, partial or none; never pending.
    pub fn outcome(&self) -> AllotmentStatus {
        if self.shares == 0 {
            AllotmentStatus::None
        } else if self.shares == self.requested {
            AllotmentStatus::Full
        } else {
            AllotmentStatus::Partial
        }
    }

    /// Why this many, in sentences for the applicant. `basis` is that of the same allotment.
    pub fn explain(&self, basis: &Basis) -> String {
        explain::sentences(self, basis)
    }

    /// What was asked for and not given so far, in shares.
    const fn unmet(&self) -> i64 {
        self.requested - self.minimum_part - self.entitlement_part
    }
}

/// The allotment of an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// One for each demand, in the order of `no`.
    pub shares: Vec<Share>,
    /// The sums and the table by size.
    pub basis: Basis,
}

/// Allots the shares of an offer among `demands`, in any order, in O(n log n).
///
/// # Errors
/// `invalid_field` or `conflict`, with all faults (at most [`FAULTS_MAX`] of them), if the
/// terms or demands cannot be: numbers that are not positive, a number given twice, more
/// entitlements than shares on offer, sums beyond 64 bits. `internal_error` if the result
/// breaks one of its own rules.
pub fn allot(terms: &Terms, demands: &[Demand]) -> Result<Allotment> {
    let plan = check::plan(terms, demands)?;
    let mut shares: Vec<Share> = plan.order.iter().map(|at| opening(demands, *at)).collect();
    let mut drawn = false;
    if terms.rights {
        for (share, at) in shares.iter_mut().zip(&plan.order) {
            share.entitlement_part = demand_at(demands, *at).entitled;
        }
    } else {
        drawn = give_minimums(terms, plan.supply, &mut shares)?;
    }
    let first: i64 = shares
        .iter()
        .map(|it| it.minimum_part + it.entitlement_part)
        .sum();
    let rest = plan.supply.checked_sub(first).filter(|rest| *rest >= 0);
    let rest = rest.ok_or_else(|| Error::internal("allotment: first parts exceed the supply"))?;
    let received = |at: usize| {
        let at = plan.order.get(at).copied().unwrap_or_default();
        demand_at(demands, at).received_at
    };
    let ratio = match terms.rights && !terms.additional {
        true => None,
        false => pro_rata::share_out(&mut shares, rest, terms.multiple, received)?,
    };
    for share in &mut shares {
        finish(terms, share)?;
    }
    let basis = basis::of(terms, &plan, &shares, drawn, ratio)?;
    Ok(Allotment { shares, basis })
}

pub use check::FAULTS_MAX;

/// The demand at a position that `check` made: always there.
fn demand_at(demands: &[Demand], at: u32) -> Demand {
    demands.get(at as usize).copied().unwrap_or(Demand {
        no: 0,
        requested: 0,
        entitled: 0,
        received_at: Timestamp::from_micros(0),
    })
}

fn opening(demands: &[Demand], at: u32) -> Share {
    let demand = demand_at(demands, at);
    Share {
        no: demand.no,
        requested: demand.requested,
        shares: 0,
        minimum_part: 0,
        entitlement_part: 0,
        rights_gone: 0,
        pro_rata_part: 0,
        remainder_part: 0,
        ballot: None,
        refund: Kobo::ZERO,
    }
}

/// The minimum to everyone, or to those drawn if there is not enough. True if it was drawn.
fn give_minimums(terms: &Terms, supply: i64, shares: &mut [Share]) -> Result<bool> {
    let minimums: i128 = shares
        .iter()
        .map(|it| i128::from(it.requested.min(terms.minimum)))
        .sum();
    let enough = minimums <= i128::from(supply);
    if enough {
        for share in shares.iter_mut() {
            share.minimum_part = share.requested.min(terms.minimum);
        }
    } else {
        ballot::draw(terms.seed, terms.minimum, supply, shares)?;
    }
    Ok(!enough)
}

fn finish(terms: &Terms, share: &mut Share) -> Result<()> {
    share.shares =
        share.minimum_part + share.entitlement_part + share.pro_rata_part + share.remainder_part;
    if share.shares < 0 || share.shares > share.requested {
        let no = share.no;
        return Err(Error::internal(format!(
            "allotment: {no} beyond its request"
        )));
    }
    share.refund = terms
        .price
        .checked_mul(share.requested - share.shares)
        .ok_or_else(|| Error::internal("allotment: a refund beyond 64 bits"))?;
    Ok(())
}
