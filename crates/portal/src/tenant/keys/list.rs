//! The keys that reach an environment.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use http::StatusCode;
use kofa_core::{Page as Part, Right};
use kofa_insight::key_reach::{ListExpiring, ListReach};

use super::super::asked::Asked;
use super::{KeyView, base};
use crate::kit::{House, MemberSeat, Page, Shell, respond};

/// Keys of a page.
const KEYS: &str = "30";

/// `GET /portal/{environment}/keys`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/list.html")]
struct ListPage<'a> {
    shell: &'a Shell,
    base: String,
    /// Whether the reader may make one.
    may_make: bool,
    expiring: Vec<KeyView>,
    keys: Vec<KeyView>,
    first: String,
    next: String,
}

pub(super) async fn page(
    State(house): State<Arc<House>>,
    seat: MemberSeat,
    RawQuery(query): RawQuery,
) -> Page {
    let (now, base) = (house.now(), base(&seat));
    let asked = Asked::read(query.as_deref());
    let cursor = Some(asked.text("cursor")).filter(|text| !text.is_empty());
    let list = ListReach {
        tenant: seat.of.tenant.clone(),
        environment: seat.environment,
        page: Part::read(cursor, Some(KEYS))?,
    };
    let listed = house.desk.store.read(list).await?;
    let expiring = ListExpiring {
        tenant: seat.of.tenant.clone(),
        environment: seat.environment,
        now,
    };
    let expiring = house.desk.store.read(expiring).await?;
    let shell = Shell::portal(&house, &seat, "keys", "API keys");
    let next = listed
        .next_cursor
        .map(|next| format!("{base}?cursor={next}"));
    let page = ListPage {
        shell: &shell,
        may_make: seat.may(Right::Keys(&seat.of.tenant, &[seat.environment])),
        expiring: expiring
            .iter()
            .map(|key| KeyView::new(&house, key, now))
            .collect(),
        keys: listed
            .items
            .iter()
            .map(|key| KeyView::new(&house, key, now))
            .collect(),
        first: if cursor.is_some() {
            base.clone()
        } else {
            String::new()
        },
        next: next.unwrap_or_default(),
        base,
    };
    Ok(respond(&house, &shell, StatusCode::OK, &page))
}
