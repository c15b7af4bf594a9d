//! The rest, in proportion to what is still asked for.

use kofa_domain::{Error, Result, Timestamp};

use super::{Ratio, Share};

/// Shares out `rest` (at most what is unmet) among all that were not left out by a ballot:
/// first each its exact part, rounded down to the multiple, then one more multiple each by
/// largest remainder, earliest receipt, lowest number. A request that is not on the multiple
/// ends with a smaller step. `received` tells the receipt of the share at a position.
///
/// Exact: with `U` unmet in all, the part of an application with `u` is `u × rest / U`, so it
/// gets `floor(u × rest / (U × multiple))` multiples, and remainders are compared as the
/// integers left by that division. Both products fit 128 bits.
///
/// Nobody can be pushed beyond a request: `rest <= U`, so the exact part is at most `u`, and the
/// next step is the smaller of the multiple and what is missing. For the same reason one round
/// of steps is enough: each is at least the remainder it rounds up, and the remainders add up to
/// what is left.
pub(super) fn share_out(
    shares: &mut [Share],
    rest: i64,
    multiple: i64,
    received: impl Fn(usize) -> Timestamp,
) -> Result<Option<Ratio>> {
    let unmet = |share: &Share| match share.ballot {
        Some(false) => 0,
        _ => share.unmet(),
    };
    let total: i64 = shares.iter().map(unmet).sum();
    if total == 0 {
        return Ok(None);
    }
    let rest = rest.min(total);
    let step = i128::from(total) * i128::from(multiple);
    let mut remainders: Vec<i128> = Vec::with_capacity(shares.len());
    let mut queue: Vec<u32> = Vec::new();
    let mut left = rest;
    for (at, share) in (0_u32..).zip(shares.iter_mut()) {
        let exact = i128::from(unmet(share)) * i128::from(rest);
        let multiples = divided(exact, step);
        let remainder = exact - multiples * step;
        let part = i64::try_from(multiples)
            .ok()
            .and_then(|it| it.checked_mul(multiple));
        let part = part.ok_or_else(|| Error::internal("allotment: a part beyond 64 bits"))?;
        share.pro_rata_part = part;
        left -= part;
        remainders.push(remainder);
        if remainder > 0 {
            queue.push(at);
        }
    }
    let remainder = |at: u32| remainders.get(at as usize).copied().unwrap_or_default();
    queue.sort_unstable_by(|one, other| {
        remainder(*other)
            .cmp(&remainder(*one))
            .then_with(|| received(*one as usize).cmp(&received(*other as usize)))
            .then_with(|| one.cmp(other))
    });
    for at in queue {
        let share = shares
            .get_mut(at as usize)
            .ok_or_else(|| Error::internal("allotment: a remainder without an application"))?;
        let next = multiple.min(share.unmet() - share.pro_rata_part);
        if next > left {
            break;
        }
        share.remainder_part = next;
        left -= next;
    }
    Ok(Some(Ratio {
        numerator: rest,
        denominator: total,
    }))
}

/// `exact / step` for what is not negative; in 64 bits where both fit, which is much faster.
fn divided(exact: i128, step: i128) -> i128 {
    match (u64::try_from(exact), u64::try_from(step)) {
        (Ok(exact), Ok(step)) => i128::from(exact / step),
        _ => exact / step,
    }
}
