//! Statements of banks: imported, and what of them has to be looked at.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use kofa_core::{Page as Part, Right};
use kofa_domain::{Environment, Kobo, Result, Sensitive};
use kofa_investment::file_imports::FileImports;
use kofa_investment::held_file::{FileImport, Purpose};
use kofa_investment::ops::{KeptEntry, ListBankEntries, ListStatements, Statement};
use kofa_investment::statements::Direction;
use kofa_portal::kit::show::{Html, count, moment, naira};
use kofa_portal::kit::{Faults, Layout, OperatorUpload, Page, SignedInOperator, WebState, respond};

use super::plain;
use crate::asked::{Asked, shell_in, words};
use crate::imports;
use crate::inputs::{Input, Kind};
use crate::names::Names;
use crate::upload;

const PATH: &str = "/console/offers/statements";
/// Largest file that a page takes, in bytes.
const FILE_BYTES_MAX: usize = 32 * 1024 * 1024;

/// `GET /console/offers/statements`
#[derive(Debug, Template)]
#[template(path = "console/offers/statements.html")]
struct Statements<'a> {
    layout: &'a Layout,
    names: Names,
    environment: &'static str,
    may_money: bool,
    rows: Vec<Row>,
    first: String,
    next: String,
    differences: Vec<Difference>,
    more_differences: bool,
    file: Vec<Input>,
    faults: Faults,
}

#[derive(Debug)]
struct Row {
    id: String,
    account: String,
    to: Html,
    opening: String,
    closing: String,
    entries: String,
    differences: String,
    /// What does not add up.
    wrong: Vec<String>,
    at: Html,
    by: String,
}

impl From<Statement> for Row {
    fn from(one: Statement) -> Self {
        let amount = |amount: Option<Kobo>| amount.map_or_else(String::new, naira);
        let mut wrong = Vec::new();
        if let Some(missing) = one.missing {
            wrong.push(format!("balances differ by {}", naira(missing)));
        }
        if one.has_gap {
            wrong.push("the previous statement is missing".to_owned());
        }
        Self {
            id: one.id.chars().take(35).collect(),
            account: one.account,
            to: one.end.to.map_or_else(|| plain(""), moment),
            opening: amount(one.end.opening),
            closing: amount(one.end.closing),
            entries: count(one.end.entries),
            differences: count(one.differences),
            wrong,
            at: moment(one.imported_at),
            by: one.imported_by,
        }
    }
}

/// An entry that has to be looked at.
#[derive(Debug)]
struct Difference {
    reference: String,
    href: Option<String>,
    named: String,
    amount: String,
    way: &'static str,
    outcome: String,
    explanation: &'static str,
    words: String,
    booked: Html,
}

impl Difference {
    fn new(web: &WebState, one: KeptEntry) -> Result<Self> {
        let said = one.words(&web.admin.vault)?;
        let href = |id: &String| format!("/console/offers/subscription/{id}");
        let amount = one
            .amount
            .map_or_else(String::new, |amount| match one.currency.as_str() {
                "NGN" => naira(amount),
                other => format!("{other} {}", amount.naira_text()),
            });
        Ok(Self {
            href: one.subscription_id.as_ref().map(href),
            named: one.named.unwrap_or_default(),
            amount,
            way: match one.direction {
                Direction::Credit => "in",
                Direction::Debit => "out",
            },
            outcome: words(one.outcome.as_str()),
            explanation: one.outcome.explanation(),
            words: said.map_or_else(String::new, |said| said.expose().clone()),
            booked: moment(one.booked_at),
            reference: one.reference,
        })
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let environment = asked.environment()?;
    show(&web, &signed_in, &asked, (environment, Faults::default())).await
}

async fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    asked: &Asked,
    (environment, faults): (Environment, Faults),
) -> Page {
    let world = ("environment", environment.as_str());
    let list: ListStatements = asked.command(&web.admin, &[world])?;
    let listed = web.admin.store.read(list).await?;
    let may_money = signed_in.may(Right::Money);
    let (differences, more_differences) = match may_money {
        true => differences(web, signed_in, environment).await?,
        false => (Vec::new(), false),
    };
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let layout = shell_in(web, signed_in, "offers", "Statements", (environment, href));
    let code = faults.status();
    let rows: Vec<Row> = listed.items.into_iter().map(Row::from).collect();
    let names = Names::of(web, rows.iter().map(|row| row.by.as_str()).collect()).await?;
    let page = Statements {
        layout: &layout,
        names,
        environment: environment.as_str(),
        may_money,
        rows,
        first: asked.first(PATH),
        next: asked.next(PATH, listed.next_cursor.as_ref()),
        differences,
        more_differences,
        file: [Input::line("account", "Account number (CSV only)", "")
            .hint("A CSV file does not contain the account number.")]
        .into_iter()
        .chain([Input::line("file", "File", "").kind(Kind::File(".xml,.csv,.tsv,.txt"))])
        .collect(),
        faults,
    };
    Ok(respond(web, &layout, code, &page))
}

async fn differences(
    web: &WebState,
    signed_in: &SignedInOperator,
    environment: Environment,
) -> Result<(Vec<Difference>, bool)> {
    let list = ListBankEntries {
        by: signed_in.by.clone(),
        environment,
        outcome: None,
        differences: true,
        page: Part::first(),
    };
    // Written, because the audit log keeps who read what banks wrote of people.
    let listed = web.admin.store.write(list).await?;
    let items = listed.items.into_iter();
    let items = items.map(|one| Difference::new(web, one));
    Ok((items.collect::<Result<_>>()?, listed.next_cursor.is_some()))
}

pub(super) async fn take(
    State(web): State<Arc<WebState>>,
    Extension(files): Extension<FileImports>,
    asked: Asked,
    mut sent: OperatorUpload,
) -> Page {
    sent.signed_in.by.actor.needs(Right::Money)?;
    let environment = crate::asked::environment(sent.form.text("environment"))?;
    let account = Sensitive::new(sent.form.text("account").to_owned());
    let held = imports::hold(&files, &mut sent, FILE_BYTES_MAX, |format| FileImport {
        account,
        ..FileImport::new(Purpose::Statement, Some(environment), format)
    });
    let held = held.await;
    let signed_in = sent.signed_in;
    match held {
        Ok(path) => Ok(imports::held(&web, &path)),
        Err(error) => {
            let faults = upload::faults(error)?;
            show(&web, &signed_in, &asked, (environment, faults)).await
        }
    }
}
