//! The book of an offer, summed.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use kofa_platform::admin::{AdminCall, Desk, PageOf, Reply, whole};
use serde::Serialize;
use utoipa::ToSchema;

use super::{OFFER, offer_id};
use crate::ops::{BookLine, SumBook};

/// These routes.
pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new().route(&format!("{OFFER}/book"), get(get_offer_book))
}

/// All subscriptions of an offer in one status, summed; money in kobo. A sum that is more than
/// 9223372036854775807 is told as that.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OfferBookLine)]
pub(super) struct LineView {
    /// Their status.
    #[schema(example = "accepted", pattern = "^[a-z_]+$")]
    status: String,
    /// How many.
    #[schema(minimum = 1)]
    subscriptions: i64,
    /// Shares they ask for.
    #[schema(minimum = 0)]
    number_of_shares: i64,
    /// What those cost.
    #[schema(minimum = 0)]
    amount_kobo: i64,
    /// What was paid.
    #[schema(minimum = 0)]
    paid_kobo: i64,
    /// Shares allotted to them.
    #[schema(minimum = 0)]
    shares_allotted: i64,
    /// What goes or went back.
    #[schema(minimum = 0)]
    refund_kobo: i64,
}

impl From<BookLine> for LineView {
    fn from(line: BookLine) -> Self {
        Self {
            status: line.status,
            subscriptions: line.subscriptions,
            number_of_shares: line.shares,
            amount_kobo: line.amount.get(),
            paid_kobo: line.paid.get(),
            shares_allotted: line.allotted,
            refund_kobo: line.refunds.get(),
        }
    }
}

/// Get the book of an offer
///
/// Its subscriptions by status, with shares and money. Reads every subscription, which takes
/// seconds for millions.
#[utoipa::path(
    get, path = "/admin/v1/offers/{environment}/{offerId}/book",
    operation_id = "getOfferBook", tag = "Offers",
    params(
        ("environment" = String, Path),
        ("offerId" = String, Path, pattern = "^[A-Z0-9][A-Z0-9-]{2,39}$"),
    ),
    responses((status = 200, body = PageOf<LineView>, description = "Every status, on one page.")),
)]
pub(super) async fn get_offer_book(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let sum = SumBook {
        environment: call.environment()?,
        offer_id: offer_id(&call)?,
    };
    let lines = desk.store.read(sum).await?;
    Ok(whole(lines.into_iter().map(LineView::from).collect()))
}
