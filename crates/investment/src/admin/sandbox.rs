//! Offers that only one tenant's sandbox has.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::Environment;
use kofa_platform::admin::{AdminCall, Desk, PageOf, Reply, json, page};
use kofa_platform::directory::Right;
use kofa_platform::http::Fields;
use utoipa::ToSchema;

use super::shape::{OfferDetailsView, OfferView};
use crate::market::is_offer_id;
use crate::ops::{CopySandboxOffer, ListMarket, MarketOffer, OfferCounts};

/// Which offer is copied.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(super) struct NewCopy {
    /// An offer of the sandbox.
    #[schema(pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$", example = "OFR-BAOBAB")]
    copy_of: String,
    /// Absent: made from the symbol and six characters.
    #[schema(pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$", nullable)]
    offer_id: Option<String>,
}

/// Copy an offer into a tenant's sandbox
///
/// Only this tenant sees the copy, and can go through its whole life with it without
/// disturbing anyone. Its dates are those of the original. At most 20 a tenant.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/sandbox/offers",
    operation_id = "copySandboxOffer", tag = "Offers",
    params(("tenantId" = String, Path)), request_body = NewCopy,
    responses((status = 201, body = OfferDetailsView, description = "The copy.")),
)]
pub(super) async fn copy_sandbox_offer(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let tenant = call.tenant()?;
    call.needs(Right::Sandbox(&tenant))?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let of = fields.text("copyOf", 40);
    // Blank is no name; null or absent lets us choose one.
    let named = fields.raw("offerId").is_some();
    let id = named.then(|| fields.text("offerId", 40)).flatten();
    for (name, text) in [("copyOf", of), ("offerId", id)] {
        if text.is_some_and(|text| !is_offer_id(text)) {
            let must = "must have 3 to 40 capital letters, digits and hyphens";
            fields.wrong(name, must);
        }
    }
    let (of, id) = (of.unwrap_or_default().to_owned(), id.map(str::to_owned));
    fields.finish()?;
    let now = call.by.at;
    let copy = CopySandboxOffer::new(desk.ids, call.by, tenant, of, id);
    let one = MarketOffer {
        offer: desk.store.write(copy).await?,
        counts: OfferCounts::default(),
    };
    let body = OfferDetailsView::new(Environment::Sandbox, one, now);
    Ok(json(StatusCode::CREATED, &body))
}

/// List a tenant's own sandbox offers
///
/// By id. The offers that everyone has are in `listMarketOffers`.
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/sandbox/offers",
    operation_id = "listSandboxOffers", tag = "Offers",
    params(
        ("tenantId" = String, Path),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<OfferView>, description = "A page of offers.")),
)]
pub(super) async fn list_sandbox_offers(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let environment = Environment::Sandbox;
    let list = ListMarket {
        environment,
        tenant: Some(call.tenant()?),
        page: call.page()?,
    };
    let listed = desk.store.read(list).await?;
    let now = call.by.at;
    Ok(page(listed, |one| OfferView::new(environment, one, now)))
}
