//! Refunds that the bank pays: batches, their files, and what the bank said.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use kofa_commands::{Command, Entry};
use kofa_core::Right;
use kofa_domain::{Environment, Error, Result, codes};
use kofa_investment::commands::{MakeRefundBatch, SendRefundBatch, SettleBatch, SettleRefund};
use kofa_investment::ops::{CountedBatch, FindRefundBatch, ListRefundBatches, ListRefundPayments};
use kofa_investment::refund_batches::{RefundFile, RefundFormat, attachment};
use kofa_investment::refunds::{BatchState, RefundBatch, RefundPayment, RefundState};
use kofa_portal::kit::show::{Html, count, moment, naira};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, go,
    labelled, respond,
};

use super::after;
use super::plain;
use crate::ask::{Question, must_be_sure};
use crate::asked::{Asked, shell_in, words};
use crate::inputs::{Input, Kind, Pick};
use crate::names::Names;

const PATH: &str = "/console/offers/refunds";

/// `GET /console/offers/refunds`
#[derive(Debug, Template)]
#[template(path = "console/offers/refunds.html")]
struct Batches<'a> {
    layout: &'a Layout,
    names: Names,
    environment: &'static str,
    may_make: bool,
    rows: Vec<BatchRow>,
    first: String,
    next: String,
    make: Vec<Input>,
    faults: Faults,
}

#[derive(Debug)]
struct BatchRow {
    id: String,
    offer: String,
    state: String,
    tone: &'static str,
    refunds: String,
    sum: String,
    made: Html,
    by: String,
}

impl From<RefundBatch> for BatchRow {
    fn from(batch: RefundBatch) -> Self {
        Self {
            offer: batch.offer_id.unwrap_or_else(|| "all".to_owned()),
            state: words(batch.state.as_str()),
            tone: tone(batch.state),
            refunds: count(batch.refunds),
            sum: naira(batch.sum),
            made: moment(batch.made_at),
            by: batch.made_by,
            id: batch.id,
        }
    }
}

fn tone(state: BatchState) -> &'static str {
    match state {
        BatchState::Making | BatchState::Open => "warn",
        BatchState::Sent => "ok",
        BatchState::Returned => "",
    }
}

/// `GET /console/offers/refunds/{batch}`
#[derive(Debug, Template)]
#[template(path = "console/offers/refund-batch.html")]
struct Batch<'a> {
    layout: &'a Layout,
    path: String,
    environment: &'static str,
    state: String,
    tone: &'static str,
    facts: Vec<(&'static str, Html)>,
    may_take: bool,
    may_send: bool,
    may_give_up: bool,
    may_settle: bool,
    states: Vec<Pick>,
    rows: Vec<RefundRow>,
    first: String,
    next: String,
    settle: Vec<Input>,
    give_up: Vec<Input>,
    failed: &'static str,
    faults: Faults,
}

#[derive(Debug)]
struct RefundRow {
    reference: String,
    href: String,
    amount: String,
    state: String,
    tone: &'static str,
    bank: String,
    reason: String,
    settled: Html,
}

impl From<RefundPayment> for RefundRow {
    fn from(one: RefundPayment) -> Self {
        Self {
            href: format!("/console/offers/subscription/{}", one.subscription_id),
            amount: naira(one.amount),
            state: words(one.state.as_str()),
            tone: match one.state {
                RefundState::Waiting => "plain",
                RefundState::Paid => "ok",
                RefundState::Returned => "warn",
            },
            bank: one.bank_reference.unwrap_or_default(),
            reason: one.reason.unwrap_or_default(),
            settled: one.settled_at.map_or_else(|| plain(""), moment),
            reference: one.reference,
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let environment = asked.environment()?;
    list(
        &web,
        &signed_in,
        &asked,
        (environment, "", Faults::default()),
    )
    .await
}

async fn list(
    web: &WebState,
    signed_in: &SignedInOperator,
    asked: &Asked,
    (environment, offer, faults): (Environment, &str, Faults),
) -> Page {
    // The offer on the address fills the form, and filters nothing.
    let wanted = ListRefundBatches {
        environment,
        offer_id: None,
        page: asked.page()?,
    };
    let listed = web.admin.store.read(wanted).await?;
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let layout = shell_in(web, signed_in, "offers", "Refunds", (environment, href));
    let offer = if offer.is_empty() {
        asked.text("offer")
    } else {
        offer
    };
    let code = faults.status();
    let rows: Vec<BatchRow> = listed.items.into_iter().map(BatchRow::from).collect();
    let names = Names::of(web, rows.iter().map(|row| row.by.as_str()).collect()).await?;
    let page = Batches {
        layout: &layout,
        names,
        environment: environment.as_str(),
        may_make: signed_in.may(Right::Money),
        rows,
        first: asked.first(PATH),
        next: asked.next(PATH, listed.next_cursor.as_ref()),
        make: vec![Input::line("offerId", "Offer", offer).hint("Leave empty for all offers.")],
        faults,
    };
    Ok(respond(web, &layout, code, &page))
}

fn label(name: &str) -> Option<&'static str> {
    Some(match name {
        "offerId" => "Offer",
        "reference" => "Refund",
        "outcome" => "Outcome",
        "bankReference" => "Bank's reference",
        "reason" => "Reason",
        _ => return None,
    })
}

async fn run<C: Command>(
    web: &WebState,
    signed_in: &SignedInOperator,
    form: CommandForm,
) -> Result<C::Output> {
    let command: C = form.read(signed_in.by.at, &web.admin.products)?;
    after::run(web, signed_in, command).await
}

pub(super) async fn make(
    State(web): State<Arc<WebState>>,
    asked: Asked,
    sent: OperatorForm,
) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Money)?;
    let environment = crate::asked::environment(form.text("environment"))?;
    let command = CommandForm::new(Entry::of::<MakeRefundBatch>()).filled(&form);
    match run::<MakeRefundBatch>(&web, &signed_in, command).await {
        Ok(made) => {
            let said = match made.repeated {
                true => "This batch already exists and has not been sent yet.",
                false => "Batch created.",
            };
            Ok(go(&web, &format!("{PATH}/{}", made.batch.id), said))
        }
        Err(error) => {
            let faults = Faults::of(labelled(error, label))?;
            let offer = form.text("offerId").to_owned();
            list(&web, &signed_in, &asked, (environment, &offer, faults)).await
        }
    }
}

/// What a form of a batch came to.
#[derive(Default)]
struct Outcome {
    typed: Form,
    failed: &'static str,
    faults: Faults,
}

pub(super) async fn one(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    Path(id): Path<String>,
    asked: Asked,
) -> Page {
    show(&web, &signed_in, (&id, &asked), Outcome::default()).await
}

fn facts(counted: &CountedBatch, names: &Names) -> Vec<(&'static str, Html)> {
    let batch = &counted.batch;
    let offer = batch.offer_id.as_deref().unwrap_or("all");
    let mut all = vec![
        ("Offer", plain(offer)),
        ("Refunds", plain(&count(batch.refunds))),
        ("Control sum", plain(&naira(batch.sum))),
        ("Waiting", plain(&count(counted.waiting))),
        ("Paid", plain(&count(counted.paid))),
        ("Returned", plain(&count(counted.returned))),
        ("Created by", names.shown(&batch.made_by)),
        ("Created", moment(batch.made_at)),
    ];
    all.extend(batch.sent_at.map(|at| ("Sent", moment(at))));
    all
}

async fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    (id, asked): (&str, &Asked),
    outcome: Outcome,
) -> Page {
    let find = FindRefundBatch { id: id.to_owned() };
    let counted = web.admin.store.read(find).await?;
    let wanted: ListRefundPayments = asked.command(&web.admin, &[("batchId", id)])?;
    let listed = web.admin.store.read(wanted).await?;
    let batch = &counted.batch;
    let mut layout = Layout::console(web, signed_in, "offers", format!("Refunds {id}"));
    layout.world = batch.environment.as_str();
    let may = signed_in.may(Right::Money);
    let is_whole = matches!(batch.state, BatchState::Open | BatchState::Sent);
    let is_unanswered = counted.paid == 0 && counted.returned == 0;
    let path = format!("{PATH}/{id}");
    let chosen = asked.text("state");
    let picks = RefundState::ALL.map(RefundState::as_str).into_iter();
    let picks = picks.map(|word| Pick::new(word, words(word), word == chosen));
    let every = Pick::new("", "All", chosen.is_empty());
    let code = outcome.faults.status();
    let names = Names::of(web, vec![batch.made_by.as_str()]).await?;
    let page = Batch {
        layout: &layout,
        environment: batch.environment.as_str(),
        state: words(batch.state.as_str()),
        tone: tone(batch.state),
        facts: facts(&counted, &names),
        may_take: may && is_whole && is_unanswered,
        may_send: may && batch.state == BatchState::Open,
        may_give_up: may && is_whole && counted.waiting > 0,
        may_settle: may && batch.refunds > 0,
        states: std::iter::once(every).chain(picks).collect(),
        rows: listed.items.into_iter().map(RefundRow::from).collect(),
        first: asked.first(&path),
        next: asked.next(&path, listed.next_cursor.as_ref()),
        settle: settle_inputs(&outcome.typed),
        give_up: vec![
            Input::line("reason", "Reason", outcome.typed.text("reason")).id("give-up-reason"),
        ],
        failed: outcome.failed,
        faults: outcome.faults,
        path,
    };
    Ok(respond(web, &layout, code, &page))
}

fn settle_inputs(typed: &Form) -> Vec<Input> {
    let picks = ["paid", "returned"];
    let picks = picks.map(|word| Pick::new(word, words(word), word == typed.text("outcome")));
    vec![
        Input::line("reference", "Refund", typed.text("reference")).hint("KFR-…"),
        Input::line("outcome", "Outcome", "").kind(Kind::Choice(picks.into())),
        Input::line(
            "bankReference",
            "Bank's reference",
            typed.text("bankReference"),
        )
        .hint("Required if the refund was paid."),
        Input::line("reason", "Reason", typed.text("reason")).hint(
            "Required if the refund was \
                                                                    returned.",
        ),
    ]
}

/// The file, which stands in the audit log: a form, because looking changes nothing.
pub(super) async fn file(
    State(web): State<Arc<WebState>>,
    Path(id): Path<String>,
    sent: OperatorForm,
) -> Page {
    sent.signed_in.by.actor.needs(Right::Money)?;
    sent.signed_in.by.actor.must_be_fresh()?;
    let format = RefundFormat::parse(sent.form.text("format"));
    let asked = RefundFile {
        by: sent.signed_in.by.clone(),
        batch_id: id,
        format: format.ok_or_else(|| Error::plain(&codes::NOT_FOUND))?,
        account: web.admin.parts.get().cloned(),
    };
    let kept = (web.admin.store.clone(), web.admin.vault.clone());
    Ok(attachment(kept, asked).await?)
}

pub(super) async fn mark(
    State(web): State<Arc<WebState>>,
    Path(id): Path<String>,
    asked: Asked,
    sent: OperatorForm,
) -> Page {
    let said = "Batch marked as sent.";
    act::<SendRefundBatch>(&web, (&id, &asked), sent, ("send", said)).await
}

/// What is asked before a batch is cancelled.
fn giving_up() -> Question {
    let text =
        "Every pending refund in it is due again. Make sure that the bank pays none of them.";
    Question::new(
        "Cancel the remaining refunds of this batch?",
        text,
        "Cancel batch",
    )
}

pub(super) async fn give_up(
    State(web): State<Arc<WebState>>,
    Path(id): Path<String>,
    asked: Asked,
    sent: OperatorForm,
) -> Page {
    let back = format!("{PATH}/{id}");
    must_be_sure(
        &web,
        &sent.signed_in,
        ("offers", &back),
        &sent.form,
        &giving_up(),
    )?;
    let said = "Batch cancelled. Its remaining refunds are due again.";
    act::<SettleBatch>(&web, (&id, &asked), sent, ("give-up", said)).await
}

pub(super) async fn settle(
    State(web): State<Arc<WebState>>,
    Path(id): Path<String>,
    asked: Asked,
    sent: OperatorForm,
) -> Page {
    let said = "Result saved.";
    act::<SettleRefund>(&web, (&id, &asked), sent, ("settle", said)).await
}

async fn act<C: Command>(
    web: &WebState,
    (id, asked): (&str, &Asked),
    sent: OperatorForm,
    (name, said): (&'static str, &str),
) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Money)?;
    let command = CommandForm::new(Entry::of::<C>());
    // A refund is named by the form, everything else by the page.
    let command = match Entry::of::<C>().described().field("batchId") {
        Some(_) => command.with("batchId", id),
        None => command,
    };
    let command = command.filled(&form);
    let done = match form.confirmed() {
        Ok(()) => run::<C>(web, &signed_in, command).await.map(drop),
        Err(error) => Err(error),
    };
    match done {
        Ok(()) => Ok(go(web, &format!("{PATH}/{id}"), said)),
        Err(error) => {
            let outcome = Outcome {
                typed: form,
                failed: name,
                faults: Faults::of(labelled(error, label))?,
            };
            show(web, &signed_in, (id, asked), outcome).await
        }
    }
}
