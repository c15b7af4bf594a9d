//! What other services send of their own accord.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::Error;
use kofa_payments::Payments;
use serde::Serialize;
use utoipa::ToSchema;

use super::call::PublicCall;
use super::problem::Reply;
use super::wire::json;
use crate::state::AdminState;

/// That something is stored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Stored {
    /// Always true.
    stored: bool,
}

/// Take a payment provider's notification
///
/// In the provider's own form, signed as the provider signs. 200 when it is stored, also if it was
/// stored before; 401 if the signature is wrong.
#[utoipa::path(
    post, path = "/hooks/payments/{provider}", operation_id = "takePaymentNotice", tag = "Hooks",
    security(()), params(("provider" = String, Path)),
    request_body(content = serde_json::Value, description = "As the provider sends it."),
    responses((status = 200, body = Stored, description = "It is stored.")),
)]
pub(crate) async fn payment_notice(
    State(admin): State<Arc<AdminState>>,
    call: PublicCall,
) -> Reply {
    let missing = || Error::unavailable("this process takes no payments");
    let payments = admin.parts.get::<Payments>().ok_or_else(missing)?;
    let (name, request) = (call.request.path_parameter("provider"), &call.request);
    payments
        .receive(name, &request.headers, &request.body)
        .await?;
    Ok(json(StatusCode::OK, &Stored { stored: true }))
}
