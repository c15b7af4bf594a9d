//! Subscriptions of an offer, and those of which it is not known what the exchange did.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use http::StatusCode;
use kofa_domain::{Environment, Result, Timestamp};
use kofa_investment::ops::{ListSubscriptions, LookUpOffer, RecordLook, SubscriptionView};
use kofa_investment::sealing::open_name;
use kofa_investment::subscription::Status;
use kofa_portal::kit::show::{Html, ago, count, naira};
use kofa_portal::kit::{Layout, Page, SignedInOperator, WebState, respond};

use super::{Which, tone_of};
use crate::asked::{Asked, shell_in, words};
use crate::inputs::Pick;
use crate::names::Names;

/// `GET /console/offers/{environment}/{offer}/subscriptions` and `…/reconciliation`
#[derive(Debug, Template)]
#[template(path = "console/offers/subscriptions.html")]
struct Subscriptions<'a> {
    layout: &'a Layout,
    names: Names,
    lead: String,
    /// The path of the list, and the offer's page; empty for those of all offers.
    path: String,
    back: String,
    empty: &'static str,
    statuses: Vec<Pick>,
    tenant: String,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    href: String,
    name: String,
    reference: String,
    offer: String,
    tenant: String,
    shares: String,
    amount: String,
    status: String,
    tone: &'static str,
    payment: String,
    allotted: String,
    made: Html,
}

impl Row {
    fn new(web: &WebState, one: SubscriptionView, now: Timestamp) -> Result<Self> {
        let name = open_name(&web.admin.vault, &one.id, &one.investor_name)?;
        let (status, payment) = (one.state.status.as_str(), one.state.payment.as_str());
        Ok(Self {
            href: format!("/console/offers/subscription/{}", one.id),
            name: name.expose().clone(),
            reference: one.transaction_reference,
            offer: one.offer_id,
            tenant: one.tenant_id.to_string(),
            shares: count(one.number_of_shares),
            amount: naira(one.amount),
            status: words(status),
            tone: tone_of(status),
            payment: words(payment),
            allotted: one.shares_allotted.map_or_else(String::new, count),
            made: ago(one.created_at, now),
        })
    }
}

fn rows(web: &WebState, listed: Vec<SubscriptionView>, now: Timestamp) -> Result<Vec<Row>> {
    let items = listed.into_iter();
    items.map(|one| Row::new(web, one, now)).collect()
}

fn statuses(chosen: &str) -> Vec<Pick> {
    let all = Status::ALL.map(Status::as_str).into_iter();
    let pick = |word: &'static str| Pick::new(word, words(word), word == chosen);
    let every = Pick::new("", "All", chosen.is_empty());
    std::iter::once(every).chain(all.map(pick)).collect()
}

/// Notes who saw the names of a list.
async fn record(web: &WebState, signed_in: &SignedInOperator, names: usize) -> Result<()> {
    let look = RecordLook {
        by: signed_in.by.clone(),
        subject: "subscriptions".to_owned(),
        tenant: None,
        names,
    };
    web.admin.store.write(look).await
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    path: Path<(String, String)>,
    asked: Asked,
) -> Page {
    let which = Which::read(path)?;
    let (environment, id) = (which.environment, which.id.clone());
    let more = [
        ("environment", environment.as_str()),
        ("offerId", &id),
        ("tenantId", asked.text("tenant")),
    ];
    let wanted: ListSubscriptions = asked.command(&web.admin, &more)?;
    let look_up = LookUpOffer { environment, id };
    let found = web.admin.store.read(look_up).await?;
    let listed = web.admin.store.read(wanted).await?;
    record(&web, &signed_in, listed.items.len()).await?;
    let mut layout = Layout::console(&web, &signed_in, "offers", "Subscriptions");
    layout.world = environment.as_str();
    let path = which.path("subscriptions");
    let rows = rows(&web, listed.items, signed_in.by.at)?;
    let names = Names::of(&web, rows.iter().map(|row| row.tenant.as_str()).collect()).await?;
    let page = Subscriptions {
        layout: &layout,
        names,
        lead: format!(
            "Subscriptions to {}, newest first. {} in total.",
            found.offer.name,
            count(found.counts.all)
        ),
        back: which.path(""),
        empty: "No subscriptions to this offer match the filters.",
        statuses: statuses(asked.text("status")),
        tenant: asked.text("tenant").to_owned(),
        rows,
        first: asked.first(&path),
        next: asked.next(&path, listed.next_cursor.as_ref()),
        path,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// `GET /console/offers/reconciliation`
pub(super) async fn unknown(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    const PATH: &str = "/console/offers/reconciliation";
    let environment = asked.environment()?;
    let more = [
        ("environment", environment.as_str()),
        ("status", Status::Received.as_str()),
    ];
    let wanted: ListSubscriptions = asked.command(&web.admin, &more)?;
    let listed = web.admin.store.read(wanted).await?;
    record(&web, &signed_in, listed.items.len()).await?;
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let layout = shell_in(
        &web,
        &signed_in,
        "offers",
        "Awaiting exchange confirmation",
        (environment, href),
    );
    let rows = rows(&web, listed.items, signed_in.by.at)?;
    let names = Names::of(&web, rows.iter().map(|row| row.tenant.as_str()).collect()).await?;
    let page = Subscriptions {
        layout: &layout,
        names,
        lead: "Subscriptions that the exchange has not confirmed yet. Kofa checks them \
               automatically. If one stays here for hours, check it with the exchange and record \
               the decision."
            .to_owned(),
        path: String::new(),
        back: format!("/console/offers?environment={environment}"),
        empty: "No subscriptions are waiting for the exchange.",
        statuses: Vec::new(),
        tenant: String::new(),
        rows,
        first: asked.first(PATH),
        next: asked.next(PATH, listed.next_cursor.as_ref()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
