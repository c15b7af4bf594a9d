//! The regulator's approval of an offer, as its page shows it.

use kofa_investment::approval::{ApprovalState, Clearance, Signed};
use kofa_investment::offer::Offer;
use kofa_portal::kit::show::{Html, moment};

use super::plain;
use crate::asked::words;
use crate::names::Names;

/// An approval as the page shows it.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) state: String,
    pub(super) tone: &'static str,
    /// Why it keeps the offer from taking applications.
    pub(super) why: Option<&'static str>,
    /// Whether it waits to be confirmed.
    pub(super) waits: bool,
    /// Empty while none is recorded.
    pub(super) reference: String,
    pub(super) facts: Vec<(&'static str, Html)>,
}

impl Shown {
    /// `None` for an offer that needs none.
    pub(super) fn of(offer: &Offer, names: &Names) -> Option<Self> {
        let Clearance::Asked(approval) = &offer.clearance else {
            return None;
        };
        let state = offer.approval_state();
        let mut facts = Vec::new();
        if let Some(it) = approval {
            facts.push(("Authority", plain(&it.authority)));
            facts.push(("Reference", plain(&it.reference)));
            facts.push(("Date", plain(&it.date)));
            facts.push(("Recorded", signed(&it.recorded, names)));
            facts.extend(
                it.confirmed
                    .as_ref()
                    .map(|it| ("Confirmed", signed(it, names))),
            );
        }
        Some(Self {
            state: words(state.as_str()),
            tone: match state {
                ApprovalState::Confirmed => "ok",
                ApprovalState::Recorded => "warn",
                _ => "bad",
            },
            why: state.refusal(),
            waits: state == ApprovalState::Recorded,
            reference: approval
                .as_ref()
                .map(|it| it.reference.clone())
                .unwrap_or_default(),
            facts,
        })
    }
}

/// Who has had to do with the approval, as the audit log has them.
pub(super) fn people(offer: &Offer) -> Vec<String> {
    let Clearance::Asked(Some(approval)) = &offer.clearance else {
        return Vec::new();
    };
    let confirmed = approval.confirmed.iter().map(|it| it.by.clone());
    confirmed.chain([approval.recorded.by.clone()]).collect()
}

fn signed(it: &Signed, names: &Names) -> Html {
    Html(format!("{} by {}", moment(it.at), names.shown(&it.by)))
}
