//! All offers of an environment.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use http::StatusCode;
use kofa_core::Right;
use kofa_domain::{Environment, Error, TenantId, Timestamp, codes};
use kofa_investment::ops::{ListMarket, MarketOffer};
use kofa_portal::kit::show::{Html, count, day, naira};
use kofa_portal::kit::{Layout, Page, SignedInOperator, WebState, respond};

use super::tone;
use crate::asked::{Asked, shell_in, words};

/// `GET /console/offers`
#[derive(Debug, Template)]
#[template(path = "console/offers/list.html")]
struct List<'a> {
    layout: &'a Layout,
    environment: &'static str,
    tenant: String,
    may_change: bool,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    href: String,
    id: String,
    name: String,
    kind: &'static str,
    status: String,
    tone: &'static str,
    price: String,
    shares: String,
    opens: String,
    closes: Html,
    subscriptions: String,
}

impl Row {
    fn new(environment: Environment, one: MarketOffer, now: Timestamp) -> Self {
        let MarketOffer { offer, counts } = one;
        let status = offer.status(now);
        Self {
            href: format!("/console/offers/{environment}/{}", offer.id),
            kind: offer.offer_type.as_str(),
            status: words(status.as_str()),
            tone: tone(status),
            price: naira(offer.price),
            shares: count(offer.shares_on_offer),
            opens: day(offer.open_at),
            closes: kofa_portal::kit::show::ago(offer.close_at, now),
            subscriptions: count(counts.all),
            id: offer.id,
            name: offer.name,
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    const PATH: &str = "/console/offers";
    let environment = asked.environment()?;
    let tenant = asked.filled("tenant").map(|text| {
        let missing = || Error::new(&codes::NOT_FOUND, "There is no such tenant.");
        TenantId::parse(text).ok_or_else(missing)
    });
    let list = ListMarket {
        environment,
        tenant: tenant.transpose()?,
        page: asked.page()?,
    };
    let listed = web.admin.store.read(list).await?;
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let layout = shell_in(&web, &signed_in, "offers", "Offers", (environment, href));
    let items = listed.items.into_iter();
    let page = List {
        layout: &layout,
        environment: environment.as_str(),
        tenant: asked.text("tenant").to_owned(),
        may_change: signed_in.may(Right::Market),
        rows: items
            .map(|one| Row::new(environment, one, signed_in.by.at))
            .collect(),
        first: asked.first(PATH),
        next: asked.next(PATH, listed.next_cursor.as_ref()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
