//! The keys that reach an environment.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use http::StatusCode;
use kofa_core::{Page as Part, Right};
use kofa_insight::key_reach::{ListExpiring, ListReach};

use super::super::asked::Asked;
use super::{KeyView, base};
use crate::kit::{Layout, Page, SignedInMember, WebState, respond};

/// Keys of a page.
const KEYS: &str = "30";

/// `GET /portal/{environment}/keys`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/list.html")]
struct ListPage<'a> {
    layout: &'a Layout,
    base: String,
    /// Whether the reader may make one.
    may_make: bool,
    expiring: Vec<KeyView>,
    keys: Vec<KeyView>,
    first: String,
    next: String,
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    let (now, base) = (web.now(), base(&signed_in));
    let asked = Asked::read(query.as_deref());
    let cursor = Some(asked.text("cursor")).filter(|text| !text.is_empty());
    let list = ListReach {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        page: Part::read(cursor, Some(KEYS))?,
    };
    let listed = web.admin.store.read(list).await?;
    let expiring = ListExpiring {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        now,
    };
    let expiring = web.admin.store.read(expiring).await?;
    let layout = Layout::portal(&web, &signed_in, "keys", "API keys");
    let next = listed
        .next_cursor
        .map(|next| format!("{base}?cursor={next}"));
    let page = ListPage {
        layout: &layout,
        may_make: signed_in.may(Right::Keys(&signed_in.of.tenant, &[signed_in.environment])),
        expiring: expiring
            .iter()
            .map(|key| KeyView::new(&web, key, now))
            .collect(),
        keys: listed
            .items
            .iter()
            .map(|key| KeyView::new(&web, key, now))
            .collect(),
        first: if cursor.is_some() {
            base.clone()
        } else {
            String::new()
        },
        next: next.unwrap_or_default(),
        base,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
