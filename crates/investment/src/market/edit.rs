//! An edit: some fields of an offer, laid over the others and checked as a whole.

use kofa_commands::FaultList;
use kofa_domain::{Error, Fault, Result, Timestamp, codes};
use serde_json::{Map, Value, json};

use super::draft::{Draft, OfferChange, fields_of};
use super::refuse_in_state;
use crate::codes::OFFER_TERMS_FIXED;
use crate::offer::{Offer, OfferStatus};

/// An offer after an edit, and what is different.
#[derive(Debug)]
pub struct Edited {
    /// The offer as it will be.
    pub offer: Offer,
    /// Field to `{"from", "to"}`; empty if nothing changes.
    pub changes: Map<String, Value>,
}

/// Fields that applicants rely on: fixed once someone could apply.
const TERMS: [&str; 16] = [
    "offerType",
    "symbol",
    "priceKobo",
    "priceRangeKobo.min",
    "priceRangeKobo.max",
    "minimumShares",
    "multiple",
    "maximumShares",
    "sharesOnOffer",
    "rights.ratioNew",
    "rights.ratioHeld",
    "rights.qualificationAt",
    "rights.rightsSymbol",
    "rights.rightsTradingEndAt",
    "rights.additionalAllowed",
    "openAt",
];

/// `offer` with `change` laid over it at `now`, when it had so many `subscriptions`.
///
/// # Errors
/// 409 `offer_not_in_state` where nothing can be edited any more; 409 `offer_terms_fixed` for
/// each field that is fixed; 422 for every fault of the offer as it would be.
pub fn edited(
    offer: &Offer,
    change: OfferChange,
    subscriptions: i64,
    now: Timestamp,
) -> Result<Edited> {
    refuse_in_state(offer, "edit", now)?;
    let before = fields_of(offer);
    let mut faults = FaultList::default();
    let draft = change.over(Draft::of(offer));
    let next = draft.check(Some(offer.id.clone()), &mut faults);
    let mut next = faults.finish(next)?;
    let after = fields_of(&next);
    let changes: Map<String, Value> = before
        .iter()
        .filter(|(name, value)| after.get(*name) != Some(value))
        .map(|(name, value)| (name.clone(), json!({"from": value, "to": after.get(name)})))
        .collect();
    refuse_fixed(offer, &next, &changes, subscriptions, now)?;
    next.tenant.clone_from(&offer.tenant);
    next.original_close_at = offer.original_close_at;
    next.operator_status = offer.operator_status;
    next.clearance.clone_from(&offer.clearance);
    next.details
        .status_reason
        .clone_from(&offer.details.status_reason);
    next.updated_at = now;
    Ok(Edited {
        offer: next,
        changes,
    })
}

/// Why the field `name` of `offer`, which had so many `subscriptions`, cannot be edited at
/// `now`; `None` if it can.
pub fn fixed_because(
    offer: &Offer,
    name: &str,
    subscriptions: i64,
    now: Timestamp,
) -> Option<&'static str> {
    let opened = now >= offer.open_at;
    let allotting = matches!(
        offer.status(now),
        OfferStatus::AllotmentInProgress | OfferStatus::Allotted | OfferStatus::Listed
    );
    match name {
        term if opened && TERMS.contains(&term) => Some("the offer has opened"),
        term if subscriptions > 0 && TERMS.contains(&term) => Some("there are subscriptions"),
        "closeAt" if opened => Some("`extend` or `close` moves it now"),
        "oversubscriptionLimitPct" if allotting => Some("shares are being allotted"),
        _ => None,
    }
}

fn refuse_fixed(
    offer: &Offer,
    next: &Offer,
    changes: &Map<String, Value>,
    subscriptions: i64,
    now: Timestamp,
) -> Result<()> {
    let mut faults = Vec::new();
    for name in changes.keys() {
        if let Some(why) = fixed_because(offer, name, subscriptions, now) {
            let message = format!("`{name}` is fixed: {why}.");
            faults.push(Fault::on(name.to_owned(), &OFFER_TERMS_FIXED, message));
        }
    }
    if changes.contains_key("closeAt") && now < offer.open_at && next.close_at <= now {
        let message = "`closeAt` must not be in the past.";
        faults.push(Fault::on("closeAt", &codes::INVALID_FIELD, message));
    }
    Error::check(faults)
}
