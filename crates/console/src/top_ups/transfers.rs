//! Bank transfers for wallets: entered and listed.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use kofa_commands::Entry;
use kofa_commands::platform::bank_transfers::{EnterBankTransfer, ListBankTransfers};
use kofa_core::Right;
use kofa_domain::Environment;
use kofa_payments::{BankTransfer, TransferOutcome};
use kofa_portal::kit::show::{Html, naira};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, NavLink, OperatorForm, Page, SignedInOperator, WebState, go,
    labelled, respond, show::moment, told_in_naira,
};

use super::{TRANSFERS, picks, tabs};
use crate::asked::{Asked, environment, shell_in, words};
use crate::inputs::{Input, Kind, Pick};
use crate::names::Names;
use crate::proposals::or_propose;

/// `GET /console/top-ups/transfers`
#[derive(Debug, Template)]
#[template(path = "console/top-ups/transfers.html")]
struct Transfers<'a> {
    layout: &'a Layout,
    names: Names,
    tabs: [NavLink; 3],
    environment: &'static str,
    may: bool,
    faults: Faults,
    entry: Vec<Input>,
    outcomes: Vec<Pick>,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    reference: String,
    wallet_reference: String,
    tenant: Option<(String, String)>,
    amount: String,
    paid: Html,
    outcome: String,
    tone: &'static str,
    explanation: &'static str,
    at: Html,
    by: String,
}

impl From<BankTransfer> for Row {
    fn from(one: BankTransfer) -> Self {
        Self {
            reference: one.entry.reference,
            wallet_reference: one.entry.wallet_reference,
            tenant: one.tenant.map(|(id, name)| (id.to_string(), name)),
            amount: naira(one.entry.amount),
            paid: moment(one.entry.paid_at),
            outcome: words(one.outcome.as_str()),
            tone: match one.outcome {
                TransferOutcome::Applied => "ok",
                TransferOutcome::UnknownReference => "bad",
            },
            explanation: one.outcome.explanation(),
            at: moment(one.entered_at),
            by: one.entered_by,
        }
    }
}

/// Of a transfer: names, labels and hints.
const ENTRY: [(&str, &str, &str); 4] = [
    (
        "reference",
        "Bank's reference",
        "Must be unique in the environment.",
    ),
    (
        "walletReference",
        "Wallet reference",
        "As written by the payer, such as KFW-000042-S.",
    ),
    ("amount", "Amount, in naira", "Such as 1,234.50."),
    ("paidAt", "Paid", "Lagos time. It cannot be in the future."),
];

fn label(name: &str) -> Option<&'static str> {
    let found = ENTRY.iter().find(|(field, ..)| *field == name);
    found.map(|(_, label, _)| *label)
}

fn inputs(typed: &Form) -> Vec<Input> {
    let input = |(name, label, hint)| {
        let input = Input::line(name, label, typed.text(name)).hint(hint);
        match name {
            "paidAt" => input.kind(Kind::Line("datetime-local")),
            _ => input,
        }
    };
    ENTRY.map(input).into()
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let at = (&asked, asked.environment()?);
    show(&web, &signed_in, at, (&Form::default(), Faults::default())).await
}

async fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    (asked, environment): (&Asked, Environment),
    (typed, faults): (&Form, Faults),
) -> Page {
    let world = ("environment", environment.as_str());
    let ListBankTransfers(list) = asked.command(&web.admin, &[world])?;
    let listed = web.admin.store.read(list).await?;
    let href = |one: Environment| format!("{TRANSFERS}?environment={one}");
    let at = (environment, href);
    let layout = shell_in(web, signed_in, "top-ups", "Bank transfers", at);
    let all = TransferOutcome::ALL.map(TransferOutcome::as_str);
    let rows: Vec<Row> = listed.items.into_iter().map(Row::from).collect();
    let names = Names::of(web, rows.iter().map(|row| row.by.as_str()).collect()).await?;
    let page = Transfers {
        layout: &layout,
        names,
        tabs: tabs(TRANSFERS),
        environment: environment.as_str(),
        may: signed_in.may(Right::Money),
        entry: inputs(typed),
        outcomes: picks(all, asked.text("outcome")),
        rows,
        first: asked.first(TRANSFERS),
        next: asked.next(TRANSFERS, listed.next_cursor.as_ref()),
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

pub(super) async fn enter(
    State(web): State<Arc<WebState>>,
    asked: Asked,
    sent: OperatorForm,
) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Money)?;
    let world = environment(form.text("environment"))?;
    let filled = || {
        CommandForm::new(Entry::of::<EnterBankTransfer>())
            .with("paidAt", &kofa_portal::kit::moment(form.text("paidAt")))
            .filled(&form)
    };
    let (form_of, by) = (filled(), signed_in.by.clone());
    let error = match form_of.run_as::<EnterBankTransfer>(&web.admin, by).await {
        Ok(entered) => {
            let said = match entered.is_new {
                true => entered.it.explanation,
                false => "This transfer was entered before. Nothing was changed.",
            };
            return Ok(go(&web, &format!("{TRANSFERS}?environment={world}"), said));
        }
        Err(error) => error,
    };
    match or_propose(&web, &signed_in, error, filled).await {
        Ok(page) => page,
        Err(error) => {
            let faults = Faults::of(labelled(told_in_naira(error), label))?;
            show(&web, &signed_in, (&asked, world), (&form, faults)).await
        }
    }
}
