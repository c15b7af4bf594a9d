//! One message of the test inbox.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use http::StatusCode;
use kofa_domain::{Error, Id, codes};
use kofa_events::inbox::ReadInboxMessage;
use serde_json::Value;

use super::{BASE, MessageView, layout, must_be_sandbox};
use crate::kit::{Layout, Page, SignedInMember, WebState, respond};

/// `GET /portal/sandbox/inbox/messages/{message}`
#[derive(Debug, Template)]
#[template(path = "tenant/inbox/one.html")]
struct OnePage<'a> {
    layout: &'a Layout,
    base: &'static str,
    one: MessageView,
    headers: Vec<(String, String)>,
    /// As people read it; empty if it is no JSON.
    body: String,
    /// As it came: what is signed.
    sent: String,
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, message)): Path<(String, String)>,
) -> Page {
    must_be_sandbox(&signed_in)?;
    let unknown = || Error::new(&codes::NOT_FOUND, "Message not found. It may have expired.");
    let read = ReadInboxMessage {
        vault: web.admin.vault.clone(),
        tenant: signed_in.of.tenant.clone(),
        id: Id::parse(&message).ok_or_else(unknown)?,
    };
    let (one, content) = web.admin.store.read(read).await?;
    let sent = content.body.expose().clone();
    let parsed = serde_json::from_str::<Value>(&sent);
    let body = parsed.and_then(|value| serde_json::to_string_pretty(&value));
    let layout = layout(&web, &signed_in, "Message");
    let page = OnePage {
        layout: &layout,
        base: BASE,
        one: MessageView::new(one),
        headers: content.headers,
        body: body.unwrap_or_default(),
        sent,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
