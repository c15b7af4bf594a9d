//! Money that is paid in: begun here, paid at a provider's page, and what became of it.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::top_ups::StartTopUp;
use kofa_core::{Page as Part, Right};
use kofa_domain::{Environment, Error, Result, codes};
use kofa_ledger::money::find_wallet;
use kofa_payments::{
    ListTopUps, Payments, ReadTopUp, TopUp, TopUpId, TopUpState, wallet_reference,
};

use super::tabs;
use crate::assets;
use crate::kit::show::{self, Html};
use crate::kit::{
    CommandForm, Faults, Form, Layout, MemberForm, NavLink, Page, SignedInMember, WebState,
    answer_once, go, html, respond, told_in_naira,
};

/// `GET`, `POST /portal/{environment}/wallet/top-ups`
#[derive(Debug, Template)]
#[template(path = "tenant/wallet/top-ups.html")]
struct TopUps<'a> {
    layout: &'a Layout,
    tabs: Vec<NavLink>,
    faults: Faults,
    may: bool,
    /// Whether a provider collects money here.
    has_provider: bool,
    typed: &'a str,
    bank: Option<Bank>,
    rows: Vec<Row>,
    first: String,
    next: String,
}

/// The operator's account, and what a payer writes.
#[derive(Debug)]
struct Bank {
    bank: String,
    number: String,
    name: String,
    reference: String,
}

#[derive(Debug)]
struct Row {
    href: String,
    at: Html,
    reference: String,
    amount: String,
    state: &'static str,
    tone: &'static str,
}

/// A state as tenants read it, and how it looks.
fn label(state: TopUpState) -> (&'static str, &'static str) {
    match state {
        TopUpState::Starting => ("Starting", "plain"),
        TopUpState::Pending => ("Not paid yet", "warn"),
        TopUpState::Failed => ("Failed", "bad"),
        TopUpState::Expired => ("Expired", "plain"),
        TopUpState::Paid => ("Paid", "ok"),
        TopUpState::Kept => ("Under review", "warn"),
        TopUpState::Closed => ("Closed by the operator", "plain"),
    }
}

impl Row {
    fn new(one: TopUp) -> Self {
        let (state, tone) = label(one.state);
        Self {
            href: place(one.environment, &one.id),
            at: show::moment(one.started_at),
            reference: one.reference(),
            amount: show::naira(one.amount),
            state,
            tone,
        }
    }
}

fn home(environment: Environment) -> String {
    format!("/portal/{}/wallet/top-ups", environment.as_str())
}

fn place(environment: Environment, id: &TopUpId) -> String {
    format!("{}/{id}", home(environment))
}

fn payments(web: &WebState) -> Result<&Payments> {
    let missing = || Error::unavailable("this process takes no payments");
    web.admin.parts.get().ok_or_else(missing)
}

async fn bank(web: &WebState, signed_in: &SignedInMember) -> Result<Option<Bank>> {
    let Some(account) = payments(web)?.bank_account() else {
        return Ok(None);
    };
    let (tenant, environment) = (signed_in.of.tenant.clone(), signed_in.environment);
    let wallet = find_wallet(&web.admin.store, tenant, environment).await?;
    Ok(Some(Bank {
        bank: account.bank.clone(),
        number: account.number.clone(),
        name: account.name.clone(),
        reference: wallet_reference(wallet.wallet),
    }))
}

async fn shown(
    web: &WebState,
    signed_in: &SignedInMember,
    (typed, faults): (&str, Faults),
    (part, is_first): (Part, bool),
) -> Result<Response> {
    let environment = signed_in.environment;
    let list = ListTopUps {
        environment,
        tenant: Some(signed_in.of.tenant.clone()),
        state: None,
        page: part,
    };
    let listed = web.admin.store.read(list).await?;
    let layout = Layout::portal(web, signed_in, "wallet", "Top up");
    let here = home(environment);
    let next = listed.next_cursor;
    let next = next.map(|cursor| format!("{here}?cursor={cursor}"));
    let page = TopUps {
        layout: &layout,
        tabs: tabs(signed_in, "top-ups"),
        may: signed_in.may(Right::TopUps(&signed_in.of.tenant)) && !layout.looking,
        has_provider: payments(web)?.provider_of(environment).is_some(),
        typed,
        bank: bank(web, signed_in).await?,
        rows: listed.items.into_iter().map(Row::new).collect(),
        first: if is_first { String::new() } else { here },
        next: next.unwrap_or_default(),
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let cursor = Some(query.text("cursor")).filter(|text| !text.is_empty());
    let is_first = cursor.is_none();
    let (part, faults) = match Part::read(cursor, None) {
        Ok(part) => (part, Faults::default()),
        Err(_) => (Part::first(), Faults::general("Page not found.")),
    };
    Ok(shown(&web, &signed_in, ("", faults), (part, is_first)).await?)
}

/// Where the browser goes next: a page of the provider's, to which no form may lead.
#[derive(Debug, Template)]
#[template(path = "tenant/wallet/pay-go.html")]
struct GoPage {
    style: String,
    amount: String,
    to: String,
}

pub(super) async fn start(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let (of, sent) = (Arc::clone(&web), (signed_in.clone(), form.clone()));
    answer_once(&web, &signed_in, &form, async move {
        let (web, (signed_in, form)) = (of, sent);
        let start = CommandForm::new(Entry::of::<StartTopUp>())
            .with("tenantId", signed_in.of.tenant.as_str())
            .with("environment", signed_in.environment.as_str())
            .with("email", &signed_in.of.email)
            .filled(&form);
        let started = start.run_as::<StartTopUp>(&web.admin, signed_in.by.clone());
        match started.await {
            Ok(top_up) => {
                let to = top_up
                    .payment_url
                    .clone()
                    .unwrap_or_else(|| format!("{}/{}", home(signed_in.environment), top_up.id));
                let page = GoPage {
                    style: assets::STYLE.path(),
                    amount: show::naira(top_up.amount()),
                    to,
                };
                Ok(html(StatusCode::OK, &page))
            }
            Err(error) => {
                let faults = Faults::of(told_in_naira(error))?;
                let typed = (form.text("amount"), faults);
                Ok(shown(&web, &signed_in, typed, (Part::first(), true)).await?)
            }
        }
    })
    .await
}

async fn find(web: &WebState, signed_in: &SignedInMember, text: &str) -> Result<TopUp> {
    let unknown = || Error::new(&codes::NOT_FOUND, "Top-up not found.");
    let read = ReadTopUp {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        id: TopUpId::parse(text).ok_or_else(unknown)?,
    };
    web.admin.store.read(read).await
}

/// `GET /portal/{environment}/wallet/top-ups/{top_up}`
#[derive(Debug, Template)]
#[template(path = "tenant/wallet/top-up.html")]
struct OneTopUp<'a> {
    layout: &'a Layout,
    tabs: Vec<NavLink>,
    row: Row,
    means: &'static str,
    /// Empty if it cannot be paid.
    pay: String,
    /// Whether it may change at any moment.
    waits: bool,
}

fn means(state: TopUpState) -> &'static str {
    match state {
        TopUpState::Starting => "Waiting for the payment provider to respond.",
        TopUpState::Pending => {
            "The payment provider has not confirmed the payment yet. Your wallet is topped up as \
             soon as it does."
        }
        TopUpState::Failed => "The payment failed and you were not charged. You can try again.",
        TopUpState::Expired => {
            "You did not pay within a day. If the payment still arrives, it is added to your \
             wallet."
        }
        TopUpState::Paid => "The money is in your wallet.",
        TopUpState::Kept => {
            "You paid a different amount than requested. The operator is reviewing it and will \
             either add the money to your wallet or refund it."
        }
        TopUpState::Closed => "The operator closed this top-up; nothing was added to your wallet.",
    }
}

pub(super) async fn one(
    State(web): State<Arc<WebState>>,
    Path((_, id)): Path<(String, String)>,
    signed_in: SignedInMember,
) -> Page {
    let top_up = find(&web, &signed_in, &id).await?;
    let layout = Layout::portal(&web, &signed_in, "wallet", "Top-up");
    let may = signed_in.may(Right::TopUps(&signed_in.of.tenant)) && !layout.looking;
    let can_be_paid = may && top_up.can_be_paid();
    let page = OneTopUp {
        layout: &layout,
        tabs: tabs(&signed_in, "top-ups"),
        means: means(top_up.state),
        pay: top_up
            .page_url
            .clone()
            .filter(|_| can_be_paid)
            .unwrap_or_default(),
        // After another try it is failed until the provider was asked.
        waits: top_up.state == TopUpState::Starting || top_up.can_be_paid(),
        row: Row::new(top_up),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// `GET /portal/sandbox/wallet/top-ups/{top_up}/pay`
#[derive(Debug, Template)]
#[template(path = "tenant/wallet/sandbox-pay.html")]
struct SandboxPay<'a> {
    layout: &'a Layout,
    row: Row,
    may: bool,
}

/// The sandbox's provider has no page in live.
fn in_sandbox(signed_in: &SignedInMember) -> Result<()> {
    let nowhere = || Error::new(&codes::NOT_FOUND, "Page not found.");
    let is_there = signed_in.environment == Environment::Sandbox;
    is_there.then_some(()).ok_or_else(nowhere)
}

pub(super) async fn pay_page(
    State(web): State<Arc<WebState>>,
    Path((_, id)): Path<(String, String)>,
    signed_in: SignedInMember,
) -> Page {
    in_sandbox(&signed_in)?;
    let top_up = find(&web, &signed_in, &id).await?;
    if !top_up.can_be_paid() {
        return Ok(go(&web, &place(signed_in.environment, &top_up.id), ""));
    }
    let layout = Layout::portal(&web, &signed_in, "wallet", "Sandbox payment");
    let page = SandboxPay {
        may: signed_in.may(Right::TopUps(&signed_in.of.tenant)) && !layout.looking,
        layout: &layout,
        row: Row::new(top_up),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

pub(super) async fn pay(
    State(web): State<Arc<WebState>>,
    Path((_, id)): Path<(String, String)>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    in_sandbox(&signed_in)?;
    let top_up = find(&web, &signed_in, &id).await?;
    let is_paid = match form.text("outcome") {
        "pay" => true,
        "fail" => false,
        _ => return Err(crate::kit::missing("outcome").into()),
    };
    let to = place(signed_in.environment, &top_up.id);
    let which = (top_up.tenant, top_up.id);
    let payments = payments(&web)?;
    payments
        .decide_in_sandbox(&signed_in.by, which, is_paid)
        .await?;
    Ok(go(&web, &to, ""))
}
