//! Calls that a page makes with a key that its reader typed or chose: through the gate, like any
//! other. A key that was typed is used for the one call and kept nowhere.

use std::net::SocketAddr;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use http::{HeaderMap, HeaderValue, Request};
use kofa_domain::{Error, Kobo, RequestId, Result};
use kofa_insight::calls::FindCall;
use serde_json::Value;

use crate::kit::{Form, SignedInMember, WebState, call_from, show};

/// Longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: usize = 2 * 1024 * 1024;
/// Letters of it that are shown.
const SHOWN_CHARS_MAX: usize = 6_000;

/// Where a reader sits, for keys that are bound to addresses.
pub(super) type Sender<'a> = (Option<Extension<ConnectInfo<SocketAddr>>>, &'a HeaderMap);

/// What a call came to.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) tone: &'static str,
    /// Empty if it is not known.
    pub(super) charge: String,
    pub(super) balance: String,
    pub(super) request_id: String,
    /// Of its row in the log; empty if it has none.
    pub(super) href: String,
    /// As people read it.
    pub(super) body: String,
    /// Null if it is no JSON.
    pub(super) json: Value,
}

/// The key that was typed into `key`; `None` if none was, or nothing that could be one.
pub(super) fn key(form: &Form) -> Option<HeaderValue> {
    let mut key = HeaderValue::from_str(form.text("key")).ok()?;
    key.set_sensitive(true);
    (!key.is_empty()).then_some(key)
}

/// Sends `request` with a key that was typed, or that it has already, in the environment of the
/// page, as if the reader's browser had sent it: the key's list of networks holds for them too.
pub(super) async fn call(
    web: &WebState,
    signed_in: &SignedInMember,
    key: Option<HeaderValue>,
    mut request: Request<Body>,
    (peer, headers): Sender<'_>,
) -> Result<Answer> {
    let own = request.headers_mut();
    if let Some(key) = key {
        own.insert("x-api-key", key);
    }
    let environment = HeaderValue::from_static(signed_in.environment.as_str());
    own.insert("x-environment", environment);
    call_from(&mut request, headers, peer);
    let (parts, body) = web.call(request).await?.into_parts();
    let bytes = to_bytes(body, ANSWER_BYTES_MAX)
        .await
        .map_err(Error::internal)?;
    let header = |name: &str| {
        let value = parts
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let request_id = header("x-request-id");
    let json = serde_json::from_slice(&bytes).unwrap_or_default();
    Ok(Answer {
        status: parts.status.as_u16(),
        tone: show::tone(parts.status.as_u16().into()),
        charge: naira(&header("x-charge-amount")),
        balance: naira(&header("x-wallet-balance")),
        href: place(web, signed_in, &request_id).await?,
        request_id,
        body: pretty(&json, &bytes),
        json,
    })
}

/// Of the call in this tenant's log. One that was refused at the gate is in no log, and one
/// with another tenant's key is in theirs.
async fn place(web: &WebState, signed_in: &SignedInMember, request_id: &str) -> Result<String> {
    let Ok(id) = RequestId::parse_str(request_id) else {
        return Ok(String::new());
    };
    let environment = signed_in.environment;
    let find = FindCall {
        tenant: signed_in.of.tenant.clone(),
        environment,
        request_id: id,
    };
    let found = web.admin.store.read(find).await?;
    Ok(found.map_or_else(String::new, |_| format!("/portal/{environment}/logs/{id}")))
}

fn naira(kobo: &str) -> String {
    let kobo = kobo.parse().map(Kobo::new);
    kobo.map_or_else(|_| String::new(), show::naira)
}

fn pretty(json: &Value, bytes: &[u8]) -> String {
    let text = match json {
        Value::Null => String::from_utf8_lossy(bytes).into_owned(),
        value => format!("{value:#}"),
    };
    if text.chars().count() <= SHOWN_CHARS_MAX {
        return text;
    }
    let begin: String = text.chars().take(SHOWN_CHARS_MAX).collect();
    format!("{begin}\n…")
}
