//! Money that comes into wallets from outside: top-ups, what providers say, bank transfers.

mod notices;
mod transfers;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use kofa_commands::Entry;
use kofa_commands::platform::top_ups::{ListTopUps, LookUpTopUp, SettleTopUp};
use kofa_core::Right;
use kofa_domain::{Environment, Kobo};
use kofa_payments::{Reason, TopUp, TopUpState};
use kofa_portal::kit::show::{Html, moment, naira};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, NavLink, OperatorForm, Page, SignedInOperator, WebState, go,
    respond, told_in_naira,
};

use crate::asked::{Asked, shell_in, words};
use crate::inputs::Pick;
use crate::names::Names;
use crate::proposals::or_propose;

const PATH: &str = "/console/top-ups";
const NOTICES: &str = "/console/top-ups/notices";
const TRANSFERS: &str = "/console/top-ups/transfers";

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route(PATH, get(page))
        .route("/console/top-ups/{top_up}/look-up", post(look_up))
        .route("/console/top-ups/{top_up}/settle", post(settle))
        .route(NOTICES, get(notices::page))
        .route(TRANSFERS, get(transfers::page).post(transfers::enter))
}

fn tabs(here: &str) -> [NavLink; 3] {
    let all = [
        ("Top-ups", PATH),
        ("Notices", NOTICES),
        ("Bank transfers", TRANSFERS),
    ];
    all.map(|(label, href)| NavLink {
        label,
        href: href.to_owned(),
        here: href == here,
    })
}

/// A word of a list and those to choose instead, all of them first.
fn picks<const N: usize>(all: [&'static str; N], chosen: &str) -> Vec<Pick> {
    let every = Pick::new("", "All", chosen.is_empty());
    let pick = |word: &'static str| Pick::new(word, words(word), word == chosen);
    std::iter::once(every).chain(all.map(pick)).collect()
}

/// `GET /console/top-ups`
#[derive(Debug, Template)]
#[template(path = "console/top-ups/list.html")]
struct TopUps<'a> {
    layout: &'a Layout,
    names: Names,
    tabs: [NavLink; 3],
    environment: &'static str,
    may: bool,
    faults: Faults,
    states: Vec<Pick>,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    id: String,
    tenant: String,
    tenant_name: String,
    reference: String,
    provider: &'static str,
    amount: String,
    /// What the provider says was paid, where it is something else.
    found: String,
    state: String,
    tone: &'static str,
    why: &'static str,
    at: Html,
    by: String,
    is_settled: bool,
    is_kept: bool,
}

fn tone(state: TopUpState) -> &'static str {
    match state {
        TopUpState::Paid => "ok",
        TopUpState::Kept => "bad",
        TopUpState::Starting | TopUpState::Pending => "warn",
        TopUpState::Failed | TopUpState::Expired | TopUpState::Closed => "plain",
    }
}

impl From<TopUp> for Row {
    fn from(one: TopUp) -> Self {
        let other = |(amount, currency): (Kobo, String)| match currency.as_str() {
            "NGN" if amount == one.amount => String::new(),
            "NGN" => naira(amount),
            _ => format!("{currency} {}", amount.naira_text()),
        };
        Self {
            reference: one.reference(),
            tenant: one.tenant.to_string(),
            tenant_name: one.tenant_name,
            provider: one.provider.as_str(),
            amount: naira(one.amount),
            found: one.found.map(other).unwrap_or_default(),
            state: words(one.state.as_str()),
            tone: tone(one.state),
            why: one.reason.map_or("", Reason::explanation),
            at: moment(one.started_at),
            by: one.started_by,
            is_settled: one.state.is_settled(),
            is_kept: one.state == TopUpState::Kept,
            id: one.id.to_string(),
        }
    }
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInOperator, asked: Asked) -> Page {
    show(
        &web,
        &signed_in,
        (&asked, asked.environment()?),
        Faults::default(),
    )
    .await
}

async fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    (asked, environment): (&Asked, Environment),
    faults: Faults,
) -> Page {
    let world = ("environment", environment.as_str());
    let ListTopUps(list) = asked.command(&web.admin, &[world])?;
    let listed = web.admin.store.read(list).await?;
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let layout = shell_in(web, signed_in, "top-ups", "Top-ups", (environment, href));
    let ids = listed.items.iter();
    let ids = ids.map(|one| (one.started_by.as_str(), Some(&one.tenant)));
    let names = Names::read(web, ids.collect()).await?;
    let page = TopUps {
        layout: &layout,
        tabs: tabs(PATH),
        environment: environment.as_str(),
        may: signed_in.may(Right::Money),
        states: picks(TopUpState::ALL.map(TopUpState::as_str), asked.text("state")),
        rows: listed.items.into_iter().map(Row::from).collect(),
        names,
        first: asked.first(PATH),
        next: asked.next(PATH, listed.next_cursor.as_ref()),
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

/// Back to the list that a form stands in.
fn back(form: &Form) -> String {
    let environment = Environment::parse(form.text("environment")).unwrap_or(Environment::Live);
    format!("{PATH}?environment={environment}")
}

async fn look_up(
    State(web): State<Arc<WebState>>,
    Path(top_up): Path<String>,
    sent: OperatorForm,
) -> Page {
    let look_up = CommandForm::new(Entry::of::<LookUpTopUp>()).with("topUpId", &top_up);
    let by = sent.signed_in.by.clone();
    look_up.run_as::<LookUpTopUp>(&web.admin, by).await?;
    Ok(go(
        &web,
        &back(&sent.form),
        "Checking with the provider now.",
    ))
}

async fn settle(
    State(web): State<Arc<WebState>>,
    Path(top_up): Path<String>,
    asked: Asked,
    sent: OperatorForm,
) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    let filled = || {
        CommandForm::new(Entry::of::<SettleTopUp>())
            .with("topUpId", &top_up)
            .filled(&form)
    };
    let (form_of, by) = (filled(), signed_in.by.clone());
    let error = match form_of.run_as::<SettleTopUp>(&web.admin, by).await {
        Ok(_) => return Ok(go(&web, &back(&form), "Top-up settled.")),
        Err(error) => error,
    };
    match or_propose(&web, &signed_in, error, filled).await {
        Ok(page) => page,
        Err(error) => {
            let faults = Faults::of(told_in_naira(error))?;
            let environment = Environment::parse(form.text("environment"));
            let at = (&asked, environment.unwrap_or(Environment::Live));
            show(&web, &signed_in, at, faults).await
        }
    }
}
