//! Offers: made, edited, moved through their life; their book, payments and allotment.

mod after;
mod approval;
mod approve;
mod compare;
mod edit;
mod files;
mod list;
mod one;
mod payments;
mod picture;
mod refunds;
mod statements;
mod subscription;
mod subscriptions;
mod terms;

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use kofa_commands::Entry;
use kofa_domain::{Environment, Error, Result, codes};
use kofa_investment::market::is_offer_id;
use kofa_investment::offer::OfferStatus;
use kofa_portal::kit::show::{Html, escape};
use kofa_portal::kit::{CommandForm, WebState};

use crate::asked;

const ONE: &str = "/console/offers/{environment}/{offer}";
const BATCH: &str = "/console/offers/refunds/{batch}";

fn refund_routes() -> Router<Arc<WebState>> {
    let under = |rest: &str| format!("{BATCH}/{rest}");
    Router::new()
        .route(
            "/console/offers/refunds",
            get(refunds::page).post(refunds::make),
        )
        .route(BATCH, get(refunds::one))
        .route(&under("file"), post(refunds::file))
        .route(&under("sent"), post(refunds::mark))
        .route(&under("return"), post(refunds::give_up))
        .route(&under("settle"), post(refunds::settle))
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
    let under = |rest: &str| format!("{ONE}/{rest}");
    Router::new()
        .route("/console/offers", get(list::page))
        .route(
            "/console/offers/reconciliation",
            get(subscriptions::unknown),
        )
        .route(
            "/console/offers/payments",
            get(payments::page).post(payments::enter),
        )
        .route("/console/offers/payments/import", post(payments::import))
        .route(
            "/console/offers/statements",
            get(statements::page).post(statements::take),
        )
        .merge(refund_routes())
        .route(
            "/console/offers/subscription/{name}",
            get(subscription::page),
        )
        .route(
            "/console/offers/subscription/{name}/cancel",
            post(subscription::cancel),
        )
        .route(
            "/console/offers/subscription/{name}/resolve",
            post(subscription::resolve),
        )
        .route(
            "/console/offers/{environment}/new",
            get(edit::blank).post(edit::create),
        )
        .route(
            "/console/offers/{environment}/import",
            get(files::offers_page).post(files::offers),
        )
        .route(ONE, get(one::page))
        .route(&under("edit"), get(edit::page).post(edit::save))
        .route(&under("do/{action}"), post(one::act_page))
        .route(&under("approval/{step}"), post(approve::step))
        .route(&under("subscriptions"), get(subscriptions::page))
        .route(&under("allotment"), get(after::page).post(after::allot))
        .route(&under("allotment/rehearsal"), post(after::rehearse))
        .route(&under("refunds"), post(after::refund))
        .route(&under("credits"), post(after::credit))
        .route(
            &under("holders"),
            get(files::holders_page).post(files::holders),
        )
}

/// The offer that a path names.
#[derive(Clone, Debug)]
pub(crate) struct Which {
    pub(crate) environment: Environment,
    pub(crate) id: String,
}

impl Which {
    /// What no offer can be called, no offer is.
    fn read(Path((environment, id)): Path<(String, String)>) -> Result<Self> {
        let environment = asked::environment(&environment)?;
        if is_offer_id(&id) {
            return Ok(Self { environment, id });
        }
        Err(Error::new(&codes::NOT_FOUND, "There is no such offer."))
    }

    /// The form of something done to the offer.
    fn form(&self, command: Entry) -> CommandForm {
        CommandForm::new(command)
            .with("environment", self.environment.as_str())
            .with("offerId", &self.id)
    }

    /// The page of the offer, or one below it.
    fn path(&self, rest: &str) -> String {
        let slash = if rest.is_empty() { "" } else { "/" };
        let (environment, id) = (self.environment.as_str(), &self.id);
        format!("/console/offers/{environment}/{id}{slash}{rest}")
    }
}

/// A text without markup.
pub(crate) fn plain(text: &str) -> Html {
    let mut out = String::new();
    escape(&mut out, text);
    Html(out)
}

/// How the status of an offer is coloured.
fn tone(status: OfferStatus) -> &'static str {
    match status {
        OfferStatus::Open | OfferStatus::Listed => "ok",
        OfferStatus::Upcoming | OfferStatus::Allotted => "plain",
        OfferStatus::AllotmentInProgress | OfferStatus::Suspended => "warn",
        OfferStatus::Cancelled => "bad",
        OfferStatus::Closed => "",
    }
}

/// How the status of a subscription is coloured.
fn tone_of(status: &str) -> &'static str {
    match status {
        "paid" | "submitted" | "accepted" | "allotted" | "credited" => "ok",
        "received" | "refund_pending" | "partially_allotted" => "warn",
        "rejected" | "payment_failed" => "bad",
        "payment_pending" => "plain",
        _ => "",
    }
}
