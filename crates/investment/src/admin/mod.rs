//! What this product adds to the admin API: one file a subject, the same operations as the
//! `kofa investment` command.

mod allotment;
mod banks;
mod book;
mod brokers;
mod holders;
mod offers;
mod parties;
mod sandbox;
mod settlements;
mod shape;
mod subscriptions;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, patch, post};
use kofa_domain::{Environment, Error, Fault, Result, codes};
use kofa_platform::admin::{AdminCall, Desk, Extension};
use kofa_platform::http::Query;
use utoipa::OpenApi;

const OFFERS: &str = "/admin/v1/offers";
const OFFER: &str = "/admin/v1/offers/{environment}/{offerId}";

#[derive(OpenApi)]
#[openapi(paths(
    offers::list_market_offers,
    offers::create_offer,
    offers::import_offers,
    offers::get_offer,
    offers::edit_offer,
    offers::extend_offer,
    offers::suspend_offer,
    offers::resume_offer,
    offers::close_offer,
    offers::list_offer_shares,
    offers::cancel_offer,
    holders::import_register,
    allotment::allot_offer,
    allotment::get_allotment,
    allotment::refund_offer,
    allotment::credit_offer,
    allotment::advance_sandbox_offer,
    book::get_offer_book,
    sandbox::copy_sandbox_offer,
    sandbox::list_sandbox_offers,
    banks::list_market_banks,
    banks::edit_bank,
    brokers::list_market_brokers,
    brokers::add_broker,
    brokers::edit_broker,
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
            .merge(of_offers())
            .merge(of_parties())
            .merge(allotment::routes())
            .merge(book::routes())
            .merge(holders::routes())
            .merge(parties::routes())
            .merge(settlements::routes())
            .merge(subscriptions::routes()),
        document: Description::openapi(),
    }
}

fn of_offers() -> Router<Arc<Desk>> {
    let act = |name: &str| format!("{OFFER}/{name}");
    Router::new()
        .route(
            OFFERS,
            get(offers::list_market_offers).post(offers::create_offer),
        )
        .route("/admin/v1/offers/import", post(offers::import_offers))
        .route(OFFER, get(offers::get_offer).patch(offers::edit_offer))
        .route(&act("extend"), post(offers::extend_offer))
        .route(&act("suspend"), post(offers::suspend_offer))
        .route(&act("resume"), post(offers::resume_offer))
        .route(&act("close"), post(offers::close_offer))
        .route(&act("list"), post(offers::list_offer_shares))
        .route(&act("cancel"), post(offers::cancel_offer))
        .route(
            "/admin/v1/tenants/{tenantId}/sandbox/offers",
            post(sandbox::copy_sandbox_offer).get(sandbox::list_sandbox_offers),
        )
}

fn of_parties() -> Router<Arc<Desk>> {
    Router::new()
        .route("/admin/v1/banks", get(banks::list_market_banks))
        .route("/admin/v1/banks/{bankId}", patch(banks::edit_bank))
        .route(
            "/admin/v1/brokers",
            get(brokers::list_market_brokers).post(brokers::add_broker),
        )
        .route("/admin/v1/brokers/{brokerId}", patch(brokers::edit_broker))
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
