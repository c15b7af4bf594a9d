//! Applications for shares: the list, as a page and as a file, and one of them.

mod export;
mod one;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use kofa_commands::Entry;
use kofa_core::{Listed, Right};
use kofa_domain::{Environment, Kobo, Result, Timestamp};
use kofa_investment::lifecycle::State as LifeState;
use kofa_investment::ops::{
    FindTransaction, ListSubscriptions, ListTransactions, SubscriptionView, TransactionRow,
};
use kofa_investment::rights::mask_name;
use kofa_investment::sealing::open_name;
use kofa_investment::subscription::Status;

use super::asked::Asked;
use crate::kit::show::{Html, ago, count, naira, sentence};
use crate::kit::{CommandForm, Faults, Hit, Layout, Page, SignedInMember, WebState, respond};

/// Applications of one reference of the tenant's that are listed.
const CALLED_MAX: i64 = 100;

/// The pages of applications.
pub(super) fn routes() -> Router<Arc<WebState>> {
    let at = |word: &str| format!("/portal/{{environment}}/applications{word}");
    Router::new()
        .route(&at(""), get(page))
        .route(&at("/export.csv"), get(export::csv))
        .route(&at("/{application}"), get(one::page))
}

fn base(environment: Environment) -> String {
    format!("/portal/{environment}/applications")
}

/// How the status of an application is coloured.
fn tone(status: Status) -> &'static str {
    match status {
        Status::Paid
        | Status::Submitted
        | Status::Accepted
        | Status::Allotted
        | Status::Credited => "ok",
        Status::Received | Status::RefundPending | Status::PartiallyAllotted => "warn",
        Status::Rejected | Status::PaymentFailed => "bad",
        Status::PaymentPending => "plain",
        Status::NotAllotted | Status::Refunded | Status::Expired | Status::Cancelled => "",
    }
}

/// The investor's name: in full for those who could read it with a key of their own, the initials
/// for all others.
fn investor(web: &WebState, signed_in: &SignedInMember, id: &str, sealed: &[u8]) -> Result<String> {
    let name = open_name(&web.admin.vault, id, sealed)?;
    let right = Right::Keys(&signed_in.of.tenant, &[signed_in.environment]);
    Ok(match signed_in.may(right) {
        true => name.expose().clone(),
        false => mask_name(name.expose()),
    })
}

/// What is asked for in the address of the list.
struct Filter {
    /// A subscription id, transaction reference or reference of the tenant's own.
    named: Option<String>,
    list: ListSubscriptions,
}

impl Filter {
    fn read(web: &WebState, signed_in: &SignedInMember, asked: &Asked) -> Result<Self> {
        let list = CommandForm::new(Entry::of::<ListSubscriptions>())
            .with("environment", signed_in.environment.as_str())
            .with("tenantId", signed_in.of.tenant.as_str())
            .with("offerId", asked.text("offer"))
            .with("status", asked.text("status"));
        Ok(Self {
            named: asked.filled("q").map(str::to_owned),
            list: list.read(signed_in.by.at, &web.admin.products)?,
        })
    }
}

/// An application of a list.
struct Listing {
    id: String,
    reference: String,
    client_reference: Option<String>,
    investor_name: Vec<u8>,
    offer_id: String,
    offer_name: String,
    shares: i64,
    amount: Kobo,
    state: LifeState,
    allotted: Option<i64>,
    refund: Option<Kobo>,
    settled_at: Option<Timestamp>,
    reason: Option<String>,
    created_at: Timestamp,
}

impl From<SubscriptionView> for Listing {
    fn from(one: SubscriptionView) -> Self {
        Self {
            id: one.id,
            reference: one.transaction_reference,
            client_reference: one.client_reference,
            investor_name: one.investor_name,
            offer_id: one.offer_id,
            offer_name: one.offer_name,
            shares: one.number_of_shares,
            amount: one.amount,
            state: one.state,
            allotted: one.shares_allotted,
            refund: one.refund,
            settled_at: one.settled_at,
            reason: one.reason,
            created_at: one.created_at,
        }
    }
}

impl From<TransactionRow> for Listing {
    fn from(one: TransactionRow) -> Self {
        Self {
            id: one.subscription_id,
            reference: one.reference,
            client_reference: one.client_reference,
            investor_name: one.investor_name,
            offer_id: one.offer_id,
            offer_name: one.offer_name,
            shares: one.number_of_shares,
            amount: one.amount,
            state: one.state,
            allotted: one.shares_allotted,
            refund: one.refund,
            settled_at: one.settled_at,
            reason: one.reason,
            created_at: one.created_at,
        }
    }
}

/// The applications that are called so: by id or transaction reference, or by a reference of the
/// tenant's own.
async fn named(
    web: &WebState,
    signed_in: &SignedInMember,
    name: &str,
) -> Result<Vec<TransactionRow>> {
    let (tenant, environment) = (&signed_in.of.tenant, signed_in.environment);
    let find = FindTransaction {
        tenant_id: tenant.clone(),
        environment,
        name: name.to_owned(),
    };
    if let Some(found) = web.admin.store.read(find).await? {
        return Ok(vec![found]);
    }
    let called = ListTransactions {
        tenant_id: tenant.clone(),
        environment,
        reference: None,
        client_reference: Some(name.to_owned()),
        offer_id: None,
        status: None,
        from: None,
        to: None,
        offset: 0,
        size: CALLED_MAX,
    };
    Ok(web.admin.store.read(called).await?.rows)
}

/// The same, for the search of all pages.
pub(super) async fn found(
    web: &WebState,
    signed_in: &SignedInMember,
    query: &str,
) -> Result<Vec<Hit>> {
    let hit = |one: TransactionRow| {
        let status = sentence(one.state.status.as_str());
        let href = format!("{}/{}", base(signed_in.environment), one.subscription_id);
        let own = one.client_reference.map(|own| format!("{own} · "));
        let note = format!("{}{} · {status}", own.unwrap_or_default(), one.offer_name);
        Hit::new("Application", one.reference, note, href)
    };
    let found = named(web, signed_in, query).await?;
    Ok(found.into_iter().map(hit).collect())
}

impl Filter {
    /// A part of the applications that fit, newest first.
    async fn find(
        &self,
        web: &WebState,
        signed_in: &SignedInMember,
        page: kofa_core::Page,
    ) -> Result<Listed<Listing>> {
        let Some(name) = &self.named else {
            let list = self.list.clone();
            let list = ListSubscriptions { page, ..list };
            let listed = web.admin.store.read(list).await?;
            return Ok(Listed {
                items: listed.items.into_iter().map(Listing::from).collect(),
                next_cursor: listed.next_cursor,
            });
        };
        let found = named(web, signed_in, name).await?;
        let fits = |one: &TransactionRow| {
            let (offer_id, status) = (self.list.offer_id.as_ref(), self.list.status);
            offer_id.is_none_or(|id| *id == one.offer_id)
                && status.is_none_or(|status| status == one.state.status)
        };
        Ok(Listed {
            items: found.into_iter().filter(fits).map(Listing::from).collect(),
            next_cursor: None,
        })
    }
}

/// `GET /portal/{environment}/applications`
#[derive(Debug, Template)]
#[template(path = "tenant/applications/list.html")]
struct List<'a> {
    layout: &'a Layout,
    faults: Faults,
    base: String,
    csv: String,
    named: &'a str,
    offer: &'a str,
    /// Word, label, whether it is chosen.
    statuses: Vec<(&'static str, String, bool)>,
    is_filtered: bool,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    href: String,
    investor: String,
    reference: String,
    client_reference: String,
    offer: String,
    shares: String,
    amount: String,
    status: String,
    tone: &'static str,
    allotted: String,
    made: Html,
}

impl Row {
    fn new(web: &WebState, signed_in: &SignedInMember, one: Listing) -> Result<Self> {
        let status = one.state.status;
        Ok(Self {
            href: format!("{}/{}", base(signed_in.environment), one.id),
            investor: investor(web, signed_in, &one.id, &one.investor_name)?,
            reference: one.reference,
            client_reference: one.client_reference.unwrap_or_default(),
            offer: one.offer_name,
            shares: count(one.shares),
            amount: naira(one.amount),
            status: sentence(status.as_str()),
            tone: tone(status),
            allotted: one.allotted.map_or_else(String::new, count),
            made: ago(one.created_at, signed_in.by.at),
        })
    }
}

async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    let asked = Asked::read(query.as_deref());
    let (faults, listed) = match Filter::read(&web, &signed_in, &asked) {
        Ok(filter) => {
            let listed = filter.find(&web, &signed_in, asked.page()?).await?;
            (Faults::default(), Some(listed))
        }
        Err(error) => (Faults::of(error)?, None),
    };
    let (items, next) = match listed {
        Some(listed) => (listed.items, listed.next_cursor),
        None => (Vec::new(), None),
    };
    let rows = items.into_iter();
    let rows = rows.map(|one| Row::new(&web, &signed_in, one));
    let path = base(signed_in.environment);
    let chosen = asked.text("status");
    let status = |one: Status| {
        let word = one.as_str();
        (word, sentence(word), word == chosen)
    };
    let layout = Layout::portal(&web, &signed_in, "applications", "Applications");
    let page = List {
        layout: &layout,
        csv: asked.link(&format!("{path}/export.csv"), None),
        named: asked.text("q"),
        offer: asked.text("offer"),
        statuses: Status::ALL.map(status).into(),
        is_filtered: ["q", "offer", "status"]
            .iter()
            .any(|name| asked.filled(name).is_some()),
        rows: rows.collect::<Result<_>>()?,
        first: asked.first(&path),
        next: asked.next(&path, next.as_deref()),
        base: path,
        faults,
    };
    Ok(respond(&web, &layout, page.faults.status(), &page))
}
