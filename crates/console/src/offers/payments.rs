//! What banks report as paid: entered, imported, listed.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use kofa_commands::Entry;
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Result};
use kofa_investment::commands::EnterSettlement;
use kofa_investment::file_imports::FileImports;
use kofa_investment::held_file::{FileImport, Purpose};
use kofa_investment::ops::ListSettlements;
use kofa_investment::settlement::{Outcome, Settlement};
use kofa_portal::kit::show::{Html, moment, naira};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, OperatorUpload, Page, SignedInOperator,
    WebState, go, labelled, respond, told_in_naira,
};

use crate::asked::{Asked, shell_in, words};
use crate::imports;
use crate::inputs::{Input, Kind, Pick};
use crate::names::Names;
use crate::upload;

const PATH: &str = "/console/offers/payments";
/// Largest file that a page takes, in bytes.
const FILE_BYTES_MAX: usize = 32 * 1024 * 1024;

/// `GET /console/offers/payments`
#[derive(Debug, Template)]
#[template(path = "console/offers/payments.html")]
struct Payments<'a> {
    layout: &'a Layout,
    names: Names,
    environment: &'static str,
    may_enter: bool,
    outcomes: Vec<Pick>,
    rows: Vec<Row>,
    first: String,
    next: String,
    entry: Vec<Input>,
    file: Vec<Input>,
    failed: &'static str,
    faults: Faults,
}

#[derive(Debug)]
struct Row {
    reference: String,
    transaction: String,
    href: Option<String>,
    amount: String,
    paid: Html,
    outcome: String,
    tone: &'static str,
    explanation: String,
    by: String,
    at: Html,
}

impl From<Settlement> for Row {
    fn from(one: Settlement) -> Self {
        let explanation = one.explanation().replace('`', "");
        let of = one.subscription.as_ref();
        Self {
            href: of.map(|of| format!("/console/offers/subscription/{}", of.id)),
            amount: naira(one.entry.amount),
            paid: moment(one.entry.paid_at),
            outcome: words(one.outcome.as_str()),
            tone: if one.outcome == Outcome::Applied {
                "ok"
            } else {
                "warn"
            },
            explanation,
            by: one.entered_by,
            at: moment(one.entered_at),
            reference: one.entry.reference,
            transaction: one.entry.transaction_reference,
        }
    }
}

/// What the page is about, and what was wrong with its forms.
struct Wanted {
    environment: Environment,
    typed: Form,
    failed: &'static str,
    faults: Faults,
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let wanted = Wanted {
        environment: asked.environment()?,
        typed: Form::default(),
        failed: "",
        faults: Faults::default(),
    };
    show(&web, &signed_in, &asked, wanted).await
}

async fn show(web: &WebState, signed_in: &SignedInOperator, asked: &Asked, wanted: Wanted) -> Page {
    let environment = wanted.environment;
    let world = ("environment", environment.as_str());
    let list: ListSettlements = asked.command(&web.admin, &[world])?;
    let listed = web.admin.store.read(list).await?;
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let layout = shell_in(web, signed_in, "offers", "Payments", (environment, href));
    let chosen = asked.text("outcome");
    let every = Pick::new("", "All", chosen.is_empty());
    let words_of = Outcome::ALL.map(Outcome::as_str).into_iter();
    let picks = words_of.map(|word| Pick::new(word, words(word), word == chosen));
    let code = wanted.faults.status();
    let rows: Vec<Row> = listed.items.into_iter().map(Row::from).collect();
    let names = Names::of(web, rows.iter().map(|row| row.by.as_str()).collect()).await?;
    let page = Payments {
        layout: &layout,
        names,
        environment: environment.as_str(),
        may_enter: signed_in.may(Right::Money),
        outcomes: std::iter::once(every).chain(picks).collect(),
        rows,
        first: asked.first(PATH),
        next: asked.next(PATH, listed.next_cursor.as_ref()),
        entry: entry_inputs(&wanted.typed),
        file: vec![upload::file()],
        failed: wanted.failed,
        faults: wanted.faults,
    };
    Ok(respond(web, &layout, code, &page))
}

/// Of a payment: names, labels and hints.
const ENTRY: [(&str, &str, &str); 4] = [
    (
        "reference",
        "Bank's reference",
        "Must be unique in the environment.",
    ),
    (
        "transactionReference",
        "Transaction reference",
        "The subscription's transaction reference.",
    ),
    ("amount", "Amount, in naira", "Such as 1,234.50."),
    ("paidAt", "Paid", "Lagos time. It cannot be in the future."),
];

fn label(name: &str) -> Option<&'static str> {
    let found = ENTRY.iter().find(|(field, ..)| *field == name);
    found.map(|(_, label, _)| *label)
}

fn entry_inputs(typed: &Form) -> Vec<Input> {
    let input = |(name, label, hint)| {
        let input = Input::line(name, label, typed.text(name)).hint(hint);
        match name {
            "paidAt" => input.kind(Kind::Line("datetime-local")),
            _ => input,
        }
    };
    ENTRY.map(input).into()
}

/// The environment of a form, which is a hidden field.
fn environment_of(form: &Form) -> Result<Environment> {
    crate::asked::environment(form.text("environment"))
}

pub(super) async fn enter(
    State(web): State<Arc<WebState>>,
    asked: Asked,
    sent: OperatorForm,
) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Money)?;
    let environment = environment_of(&form)?;
    match keep(&web, signed_in.by.clone(), &form).await {
        Ok(said) => Ok(go(
            &web,
            &format!("{PATH}?environment={environment}"),
            &said,
        )),
        Err(error) => {
            let wanted = Wanted {
                environment,
                typed: form,
                failed: "entry",
                faults: Faults::of(labelled(told_in_naira(error), label))?,
            };
            show(&web, &signed_in, &asked, wanted).await
        }
    }
}

async fn keep(web: &WebState, by: ActorAt, form: &Form) -> Result<String> {
    let paid_at = kofa_portal::kit::moment(form.text("paidAt"));
    let entered = CommandForm::new(Entry::of::<EnterSettlement>())
        .with("paidAt", &paid_at)
        .filled(form)
        .run_as::<EnterSettlement>(&web.admin, by)
        .await?;
    Ok(match entered.repeated {
        true => "This payment was entered before. Nothing was changed.".to_owned(),
        false => entered.settlement.explanation.replace('`', ""),
    })
}

pub(super) async fn import(
    State(web): State<Arc<WebState>>,
    Extension(files): Extension<FileImports>,
    asked: Asked,
    mut sent: OperatorUpload,
) -> Page {
    sent.signed_in.by.actor.needs(Right::Money)?;
    let environment = environment_of(&sent.form)?;
    let held = imports::hold(&files, &mut sent, FILE_BYTES_MAX, |format| {
        FileImport::new(Purpose::Payments, Some(environment), format)
    });
    let held = held.await;
    let signed_in = sent.signed_in;
    match held {
        Ok(path) => Ok(imports::held(&web, &path)),
        Err(error) => {
            let wanted = Wanted {
                environment,
                typed: Form::default(),
                failed: "file",
                faults: upload::faults(error)?,
            };
            show(&web, &signed_in, &asked, wanted).await
        }
    }
}
