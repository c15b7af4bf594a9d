//! What this product adds to the admin API: one file a subject, the same operations as the
//! `kofa investment` command.

mod holders;
mod offers;
mod parties;
mod settlements;

use axum::Router;
use axum::routing::post;
use kofa_admin_api::Extension;
use utoipa::OpenApi;

const OFFER: &str = "/admin/v1/offers/{environment}/{offerId}";

#[derive(OpenApi)]
#[openapi(paths(
    offers::import_offers,
    holders::import_register,
    parties::import_bank_settings,
    parties::import_broker_settings,
    settlements::import_settlements,
))]
struct Description;

/// The routes of the market, and their description.
pub fn extension() -> Extension {
    Extension {
        routes: Router::new()
            .route("/admin/v1/offers/import", post(offers::import_offers))
            .merge(holders::routes())
            .merge(parties::routes())
            .route(
                "/admin/v1/settlements/import",
                post(settlements::import_settlements),
            ),
        document: Description::openapi(),
        commands: crate::commands::all(),
    }
}
