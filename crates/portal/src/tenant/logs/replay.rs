//! A sandbox call sent again, through the same gate, under a new request id.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use http::{HeaderMap, HeaderValue, Request};
use kofa_core::codes::CONFLICT;
use kofa_domain::{Environment, Error, KeyId, Result, codes};
use kofa_insight::calls::{Exchange, KeptBody, OnBehalf, RecordReplay};

use super::{curl, one};
use crate::kit::{MemberForm, Page, WebState, call_from, go};

/// Headers of the first call that are sent again.
const HEADERS: [&str; 3] = ["accept", "content-type", "x-vrc-number"];

/// `POST /portal/{environment}/logs/{requestId}/replay`
pub(super) async fn replay(
    State(web): State<Arc<WebState>>,
    Path((_, id)): Path<(String, String)>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    form: MemberForm,
) -> Page {
    let signed_in = form.signed_in;
    if signed_in.environment != Environment::Sandbox {
        let message = "Live requests cannot be sent again from here, because they may cost money.";
        return Err(Error::new(&CONFLICT, message).into());
    }
    let call = one::find(&web, &signed_in, &id).await?;
    let kept = one::detail(&web, &signed_in, call.request_id).await?;
    let exchange = kept.and_then(|detail| detail.exchange);
    let exchange = exchange.filter(Exchange::can_be_sent).ok_or_else(|| {
        let message = "This request cannot be sent again, because parts of it were not stored.";
        Error::new(&CONFLICT, message)
    })?;
    let note = RecordReplay {
        by: signed_in.by.clone(),
        tenant: signed_in.of.tenant.clone(),
        request_id: call.request_id,
    };
    let key = web.admin.store.write(note).await?;
    let mut request = request(&exchange, key)?;
    call_from(&mut request, &headers, peer);
    let response = web.call(request).await?;
    let again = response.headers().get("x-request-id");
    let again = again
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let said = format!("Sent again: {}.", response.status().as_u16());
    Ok(go(&web, &format!("/portal/sandbox/logs/{again}"), &said))
}

fn request(exchange: &Exchange, key: KeyId) -> Result<Request<Body>> {
    let body = match &exchange.request {
        KeptBody::Json(text) => Body::from(text.clone()),
        _ => Body::empty(),
    };
    let mut request = Request::builder()
        .method(exchange.method.as_str())
        .uri(curl::target(exchange, true))
        .header("x-environment", Environment::Sandbox.as_str())
        .extension(OnBehalf(key));
    for (name, value) in &exchange.headers {
        if HEADERS.contains(&name.as_str())
            && let Ok(value) = HeaderValue::from_str(value)
        {
            request = request.header(name.as_str(), value);
        }
    }
    request
        .body(body)
        .map_err(|_| Error::new(&codes::NOT_FOUND, "The stored request is not valid."))
}
