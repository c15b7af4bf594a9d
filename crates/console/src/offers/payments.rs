//! What banks report as paid: entered, imported, listed.

use std::io::Cursor;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use kofa_domain::{Environment, Error, Result, codes};
use kofa_investment::ops::{EnterSettlements, Entered, ListSettlements, Via};
use kofa_investment::settlement::{Outcome, RawAmount, RawEntry, Settlement};
use kofa_investment::settlement_import::{self, ImportOptions, ImportReport, reused};
use kofa_platform::directory::{By, Right};
use kofa_portal::kit::show::{Html, count, moment, naira, plain};
use kofa_portal::kit::{
    Faults, Form, House, OperatorForm, OperatorSeat, OperatorUpload, Page, Shell, go, respond,
};

use crate::asked::{Asked, shell_in, words};
use crate::inputs::{Input, Kind, Pick};
use crate::report::{self, Line, Report};
use crate::upload;

const PATH: &str = "/console/offers/payments";
/// Largest file that a page takes, in bytes.
const FILE_BYTES_MAX: usize = 32 * 1024 * 1024;

/// `GET /console/offers/payments`
#[derive(Debug, Template)]
#[template(path = "console/offers/payments.html")]
struct Payments<'a> {
    shell: &'a Shell,
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
    State(house): State<Arc<House>>,
    seat: OperatorSeat,
    asked: Asked,
) -> Page {
    let wanted = Wanted {
        environment: asked.environment()?,
        typed: Form::default(),
        failed: "",
        faults: Faults::default(),
    };
    show(&house, &seat, &asked, wanted).await
}

async fn show(house: &House, seat: &OperatorSeat, asked: &Asked, wanted: Wanted) -> Page {
    let environment = wanted.environment;
    let outcome = asked.filled("outcome").map(|word| {
        let message = "There is no such outcome.";
        let wrong = || Error::on("outcome", &codes::INVALID_FIELD, message);
        Outcome::parse(word).ok_or_else(wrong)
    });
    let list = ListSettlements {
        environment,
        outcome: outcome.transpose()?,
        page: asked.page()?,
    };
    let listed = house.desk.store.read(list).await?;
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let shell = shell_in(house, seat, "offers", "Payments", (environment, href));
    let chosen = asked.text("outcome");
    let every = Pick::new("", "All", chosen.is_empty());
    let words_of = Outcome::ALL.map(Outcome::as_str).into_iter();
    let picks = words_of.map(|word| Pick::new(word, words(word), word == chosen));
    let code = wanted.faults.status();
    let page = Payments {
        shell: &shell,
        environment: environment.as_str(),
        may_enter: seat.may(Right::Money),
        outcomes: std::iter::once(every).chain(picks).collect(),
        rows: listed.items.into_iter().map(Row::from).collect(),
        first: asked.first(PATH),
        next: asked.next(PATH, listed.next_cursor.as_ref()),
        entry: entry_inputs(&wanted.typed),
        file: vec![upload::file()],
        failed: wanted.failed,
        faults: wanted.faults,
    };
    Ok(respond(house, &shell, code, &page))
}

fn entry_inputs(typed: &Form) -> Vec<Input> {
    let line = |name: &'static str, label: &str, hint: &str| {
        Input::line(name, label, typed.text(name)).hint(hint)
    };
    vec![
        line(
            "reference",
            "Bank's reference",
            "Counts once in an environment.",
        ),
        line(
            "transactionReference",
            "Transaction reference",
            "Of the subscription.",
        ),
        line("amount", "Amount, in naira", "Such as 1,234.50."),
        line("paidAt", "Paid", "In Lagos time; not in the future.")
            .kind(Kind::Line("datetime-local")),
    ]
}

/// The environment of a form, which is a hidden field.
fn environment_of(form: &Form) -> Result<Environment> {
    crate::asked::environment(form.text("environment"))
}

pub(super) async fn enter(
    State(house): State<Arc<House>>,
    asked: Asked,
    sent: OperatorForm,
) -> Page {
    let (seat, form) = (sent.seat, sent.form);
    seat.by.actor.needs(Right::Money)?;
    let environment = environment_of(&form)?;
    match keep(&house, seat.by.clone(), environment, &form).await {
        Ok(said) => Ok(go(
            &house,
            &format!("{PATH}?environment={environment}"),
            &said,
        )),
        Err(error) => {
            let wanted = Wanted {
                environment,
                typed: form,
                failed: "entry",
                faults: Faults::of(error)?,
            };
            show(&house, &seat, &asked, wanted).await
        }
    }
}

async fn keep(house: &House, by: By, environment: Environment, form: &Form) -> Result<String> {
    let paid_at = kofa_portal::kit::moment(form.text("paidAt"));
    let raw = RawEntry {
        reference: Some(form.text("reference")),
        transaction_reference: Some(form.text("transactionReference")),
        amount: Some(RawAmount::Naira(form.text("amount"))),
        paid_at: Some(&paid_at),
    };
    let mut faults = Vec::new();
    let entry = raw.read(by.at, &mut faults);
    Error::check(faults)?;
    let entry = entry.ok_or_else(|| Error::internal("an entry without faults is there"))?;
    let enter = EnterSettlements {
        by,
        environment,
        entries: vec![entry],
        via: Via::Form,
    };
    match house.desk.store.write(enter).await?.pop() {
        Some(Entered::New(kept)) => Ok(kept.explanation().replace('`', "")),
        Some(Entered::Repeated(_)) => {
            Ok("The same payment had been entered before; nothing was done.".to_owned())
        }
        Some(Entered::Reused(kept)) => Err(reused(&kept)),
        None => Err(Error::internal("an entry has no outcome")),
    }
}

pub(super) async fn import(
    State(house): State<Arc<House>>,
    asked: Asked,
    mut sent: OperatorUpload,
) -> Page {
    sent.seat.by.actor.needs(Right::Money)?;
    let environment = environment_of(&sent.form)?;
    let read = read(&house, environment, &mut sent).await;
    let seat = sent.seat;
    match read {
        Ok(done) => {
            let shell = Shell::console(&house, &seat, "offers", "Payments were imported");
            Ok(report::answer(&house, &shell, told(environment, done)))
        }
        Err(error) => {
            let wanted = Wanted {
                environment,
                typed: Form::default(),
                failed: "file",
                faults: upload::faults(error)?,
            };
            show(&house, &seat, &asked, wanted).await
        }
    }
}

async fn read(
    house: &Arc<House>,
    environment: Environment,
    sent: &mut OperatorUpload,
) -> Result<ImportReport> {
    let (text, format) = upload::whole(sent, FILE_BYTES_MAX).await?;
    let options = ImportOptions {
        format,
        rejects: None,
        bytes_total: None,
    };
    // In a task of its own: a browser that is closed does not cut the import off.
    let (house, by) = (Arc::clone(house), sent.seat.by.clone());
    let import = async move {
        let (store, source) = (&house.desk.store, Cursor::new(text));
        settlement_import::import(store, by, environment, source, options, |_| ()).await
    };
    tokio::spawn(import).await.map_err(Error::internal)?
}

fn told(environment: Environment, report: ImportReport) -> Report {
    let number = |lines: u64| count(i64::try_from(lines).unwrap_or(i64::MAX));
    let known = report.applied + report.repeated;
    let named = u64::try_from(report.reported.len()).unwrap_or(u64::MAX);
    let lines = report.reported.into_iter().map(|one| Line {
        line: one.line,
        what: match one.reference {
            Some(reference) => format!("{} {reference}", words(one.outcome)),
            None => words(one.outcome),
        },
        why: plain(&one.message),
    });
    Report {
        lead: "Each line has its own outcome; the same file again changes nothing.".to_owned(),
        counts: vec![
            ("Lines", number(report.lines)),
            ("Applied", number(report.applied)),
            ("Sum applied", naira(report.total_applied)),
            ("Entered before", number(report.repeated)),
            ("No such transaction", number(report.unknown_transaction)),
            (
                "Another amount was expected",
                number(report.amount_mismatch),
            ),
            ("Paid before", number(report.already_paid)),
            ("Do not wait for a payment", number(report.not_payable)),
            (
                "Reference used for another payment",
                number(report.reference_reused),
            ),
            ("Cannot be read", number(report.rejected)),
        ],
        lines: lines.collect(),
        untold: report.lines.saturating_sub(known).saturating_sub(named),
        back: (
            format!("{PATH}?environment={environment}"),
            "To the payments",
        ),
    }
}
