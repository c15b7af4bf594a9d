//! What this product adds to the admin API: one file a subject, the same operations as the
//! `kofa investment` command.

mod checks;
mod holders;
mod offers;
mod parties;
mod refunds;
mod settlements;
mod statements;

use axum::Router;
use axum::routing::{get, post};
use kofa_admin_api::Extension;
use utoipa::OpenApi;

const OFFER: &str = "/admin/v1/offers/{environment}/{offerId}";

#[derive(OpenApi)]
#[openapi(paths(
    checks::check_import,
    offers::import_offers,
    holders::import_register,
    parties::import_bank_settings,
    parties::import_broker_settings,
    settlements::import_settlements,
    refunds::get_refund_file,
    statements::import_statement,
))]
struct Description;

/// The routes of the market, and their description.
pub fn extension() -> Extension {
    Extension {
        routes: Router::new()
            .route("/admin/v1/imports/check", post(checks::check_import))
            .route("/admin/v1/offers/import", post(offers::import_offers))
            .merge(holders::routes())
            .merge(parties::routes())
            .route(
                "/admin/v1/bank-statements/import",
                post(statements::import_statement),
            )
            .route(
                "/admin/v1/refund-batches/{batchId}/file",
                get(refunds::get_refund_file),
            )
            .route(
                "/admin/v1/settlements/import",
                post(settlements::import_settlements),
            ),
        document: Description::openapi(),
        commands: crate::commands::all(),
    }
}
