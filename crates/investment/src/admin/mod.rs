//! What this product adds to the admin API: one file a subject, the same operations as the
//! `kofa investment` command.

mod allotment;
mod book;
mod holders;
mod offers;
mod parties;
mod settlements;
mod subscriptions;

use axum::Router;
use axum::routing::post;
use kofa_domain::{Environment, Error, Fault, Result, codes};
use kofa_platform::admin::{AdminCall, Extension};
use kofa_platform::http::Query;
use utoipa::OpenApi;

const OFFER: &str = "/admin/v1/offers/{environment}/{offerId}";

#[derive(OpenApi)]
#[openapi(paths(
    offers::import_offers,
    holders::import_register,
    allotment::allot_offer,
    allotment::get_allotment,
    allotment::refund_offer,
    allotment::credit_offer,
    allotment::advance_sandbox_offer,
    book::get_offer_book,
    parties::import_bank_settings,
    parties::import_broker_settings,
    settlements::enter_settlement,
    settlements::import_settlements,
    settlements::list_settlements,
    subscriptions::list_subscriptions,
    subscriptions::get_subscription,
    subscriptions::cancel_subscription,
    subscriptions::resolve_subscription,
))]
struct Description;

/// The routes of the market, and their description.
pub fn extension() -> Extension {
    Extension {
        routes: Router::new()
            .route("/admin/v1/offers/import", post(offers::import_offers))
            .merge(allotment::routes())
            .merge(book::routes())
            .merge(holders::routes())
            .merge(parties::routes())
            .merge(settlements::routes())
            .merge(subscriptions::routes()),
        document: Description::openapi(),
        commands: crate::commands::all(),
    }
}

/// The required `environment` of a query.
fn environment_of(query: &Query) -> Result<Environment> {
    match query.filled("environment") {
        None => Err(Error::faults(vec![Fault::missing("environment")])),
        Some(text) => Environment::parse(text).ok_or_else(|| {
            let message = "`environment` must be `sandbox` or `live`.";
            Error::on("environment", &codes::INVALID_FIELD, message)
        }),
    }
}

/// The offer's id in the path. What no offer can be called, no offer is.
fn offer_id(call: &AdminCall) -> Result<String> {
    let text = call.request.path_parameter("offerId");
    if crate::market::is_offer_id(text) {
        return Ok(text.to_owned());
    }
    Err(Error::new(&codes::NOT_FOUND, "There is no such offer."))
}
