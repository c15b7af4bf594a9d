//! Offers from a file.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_admin_api::{AdminState, AdminUpload, Reply};
use kofa_commands::rules::ENVIRONMENT;
use kofa_commands::wire::json;
use kofa_core::Right;
use serde::Serialize;
use utoipa::ToSchema;

use crate::market::{FILE_BYTES_MAX, read_file};
use crate::ops::CreateOffers;

/// What an import did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OffersImported {
    /// Ids of the new offers, in order of the file.
    created: Vec<String>,
    /// Offers that were there already, saying the same.
    #[schema(minimum = 0)]
    unchanged: usize,
}

/// Import offers
///
/// From JSON Lines (`application/x-ndjson`, one offer as for `createOffer` a line) or separated
/// values with a header (`text/csv`; `registrar.name` is a column, lists are parted by `|`).
/// All or none: every fault is answered with its line. At most 1,000 offers and 4 MiB. The
/// same file can be imported again.
#[utoipa::path(
    post, path = "/admin/v1/offers/import", operation_id = "importOffers", tag = "Offers",
    params(("environment" = String, Query)),
    request_body(content((String = "application/x-ndjson"), (String = "text/csv"))),
    responses((status = 200, body = OffersImported, description = "What was done.")),
)]
pub(super) async fn import_offers(
    State(admin): State<Arc<AdminState>>,
    upload: AdminUpload<FILE_BYTES_MAX>,
) -> Reply {
    let call = upload.0;
    call.needs(Right::Market)?;
    let environment = call.read(|fields| fields.query("environment", "", ENVIRONMENT))?;
    let offers = read_file(&call.request.body, call.format()?, call.by.at)?;
    let create = CreateOffers {
        by: call.by,
        environment,
        offers,
    };
    let made = admin.store.write(create).await?;
    let body = OffersImported {
        created: made.offers.into_iter().map(|offer| offer.id).collect(),
        unchanged: made.unchanged,
    };
    Ok(json(StatusCode::OK, &body))
}
