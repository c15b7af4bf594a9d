//! The regulator's approval of an offer: recorded, confirmed, withdrawn.

use std::sync::Arc;

use axum::extract::{Path, State};
use kofa_commands::Entry;
use kofa_core::Right;
use kofa_domain::{Error, Result, codes};
use kofa_investment::commands::{ConfirmOfferApproval, RecordOfferApproval, WithdrawOfferApproval};
use kofa_portal::kit::{Faults, OperatorForm, Page, WebState, go};

use super::Which;
use super::one::show;

/// `POST /console/offers/{environment}/{offer}/approval/{step}`
pub(super) async fn step(
    State(web): State<Arc<WebState>>,
    Path((environment, id, step)): Path<(String, String, String)>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    let which = Which::read(Path((environment, id)))?;
    signed_in.by.actor.needs(Right::Market)?;
    let (command, said) = entry(&step)?;
    let services = web.admin.services();
    let asked = which.form(command).filled(&form);
    match asked.run(&services, signed_in.by.clone()).await {
        Ok(_) => Ok(go(&web, &which.path(""), said)),
        Err(error) => {
            let faults = Faults::of(error)?;
            show(&web, &signed_in, &which, false, (faults, "")).await
        }
    }
}

/// What a step does, and what is said once it is done.
fn entry(step: &str) -> Result<(Entry, &'static str)> {
    Ok(match step {
        "record" => (
            Entry::of::<RecordOfferApproval>(),
            "Approval recorded. Another operator must confirm it.",
        ),
        "confirm" => (Entry::of::<ConfirmOfferApproval>(), "Approval confirmed."),
        "withdraw" => (
            Entry::of::<WithdrawOfferApproval>(),
            "Approval withdrawn. The offer no longer accepts applications.",
        ),
        _ => return Err(Error::new(&codes::NOT_FOUND, "There is no such page.")),
    })
}
