//! What other services send of their own accord.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Error, Sensitive};
use kofa_events::inbox::Inboxes;
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
    request_body(content = serde_json::Value, description = "The webhook body as the provider \
                                                             sends it."),
    responses((status = 200, body = Stored, description = "The notice is stored.")),
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

/// Take a webhook into a test inbox
///
/// Of a tenant's sandbox: what came is shown in its portal. The answer is what the tenant chose.
#[utoipa::path(
    post, path = "/hooks/inbox/{token}", operation_id = "takeTestWebhook", tag = "Hooks",
    security(()), params(("token" = String, Path)),
    request_body(content = serde_json::Value, description = "A webhook."),
    responses(
        (status = 200, body = Stored, description = "The notice is stored."),
        (status = 410, body = Stored, description = "The webhook is stored; this response was \
                                                     chosen for the test inbox."),
        (status = 500, body = Stored, description = "The webhook is stored; this response was \
                                                     chosen for the test inbox."),
    ),
)]
pub(crate) async fn test_webhook(State(admin): State<Arc<AdminState>>, call: PublicCall) -> Reply {
    let missing = || Error::unavailable("this process has no test inboxes");
    let inboxes = admin.parts.get::<Inboxes>().ok_or_else(missing)?;
    let request = &call.request;
    let token = Sensitive::new(request.path_parameter("token").to_owned());
    let status = inboxes
        .receive(&token, &request.headers, &request.body)
        .await?;
    let status = StatusCode::from_u16(status).map_err(Error::internal)?;
    Ok(json(status, &Stored { stored: true }))
}
