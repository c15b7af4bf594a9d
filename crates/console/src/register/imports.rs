//! Files on their way into the register.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::IntoResponse as _;
use http::{StatusCode, header};
use kofa_core::Right;
use kofa_domain::{Environment, Error, Result, Timestamp, codes};
use kofa_portal::kit::show::{Html, ago, count, environment, moment};
use kofa_portal::kit::{
    Faults, Layout, NavLink, OperatorForm, OperatorUpload, Page, SignedInOperator, WebState, go,
    respond,
};
use kofa_registry::{Contents, Import, ImportLine, ImportState, Imports, NewImport};

use super::tabs;
use crate::asked::{self, format_of};
use crate::inputs::{Input, Kind, Pick};
use crate::names::Names;
use crate::offers::plain;
use crate::upload;

pub(super) const PATH: &str = "/console/register/imports";

/// `GET /console/register/imports`
#[derive(Debug, Template)]
#[template(path = "console/register/imports.html")]
struct List<'a> {
    layout: &'a Layout,
    tabs: [NavLink; 3],
    may_import: bool,
    inputs: Vec<Input>,
    /// Files that wait to be confirmed.
    held: Vec<Row>,
    rows: Vec<Row>,
    untold: usize,
    is_running: bool,
    faults: Faults,
}

#[derive(Debug)]
struct Row {
    href: String,
    name: String,
    contents: &'static str,
    environment: &'static str,
    state: &'static str,
    tone: &'static str,
    percent: u64,
    stored: String,
    rejected: String,
    brought: Html,
}

/// `GET /console/register/imports/{import}`
#[derive(Debug, Template)]
#[template(path = "console/register/import.html")]
struct One<'a> {
    layout: &'a Layout,
    base: String,
    state: &'static str,
    tone: &'static str,
    percent: u64,
    is_running: bool,
    may_resume: bool,
    error: Option<String>,
    facts: Vec<(&'static str, Html)>,
    notes: Vec<ImportLine>,
    rejects: Vec<ImportLine>,
    has_rejects: bool,
}

pub(super) fn number(rows: u64) -> String {
    count(i64::try_from(rows).unwrap_or(i64::MAX))
}

fn tone(state: ImportState) -> &'static str {
    match state {
        ImportState::Waiting => "",
        ImportState::Running => "plain",
        ImportState::Done => "ok",
        ImportState::Failed => "bad",
    }
}

pub(super) fn name_of(one: &Import) -> String {
    match one.file_name.as_str() {
        "" => one.id.clone(),
        name => name.to_owned(),
    }
}

fn is_running(one: &Import) -> bool {
    matches!(one.state, ImportState::Waiting | ImportState::Running)
}

impl Row {
    fn new(one: Import, now: Timestamp) -> Self {
        Self {
            href: format!("{PATH}/{}", one.id),
            name: name_of(&one),
            contents: one.contents().as_str(),
            environment: environment(one.environment()),
            state: one.state.as_str(),
            tone: tone(one.state),
            percent: one.percent(),
            stored: number(one.rows_stored),
            rejected: number(one.rows_rejected),
            brought: ago(one.brought_at(), now),
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    Extension(imports): Extension<Imports>,
    signed_in: SignedInOperator,
) -> Page {
    let nothing = (Environment::Sandbox.as_str(), "companies");
    list(&web, &imports, &signed_in, nothing, Faults::default()).await
}

async fn list(
    web: &WebState,
    imports: &Imports,
    signed_in: &SignedInOperator,
    (world, what): (&str, &str),
    faults: Faults,
) -> Page {
    /// Rows of the page; what is over is forgotten after a month.
    const ROWS_MAX: usize = 100;
    let layout = Layout::console(web, signed_in, "register", "Imports");
    let all = imports.list().await?;
    let held = imports.held().await?.into_iter();
    let held = held.map(|one| Row {
        href: format!("{PATH}/{}/check", one.id),
        ..Row::new(one, signed_in.by.at)
    });
    let worlds = Environment::ALL
        .map(|one| Pick::new(one.as_str(), environment(one), one.as_str() == world));
    let contents =
        Contents::ALL.map(|one| Pick::new(one.as_str(), one.as_str(), one.as_str() == what));
    let code = faults.status();
    let page = List {
        layout: &layout,
        tabs: tabs("imports"),
        may_import: signed_in.may(Right::Market),
        inputs: vec![
            Input::line("environment", "Environment", "").kind(Kind::Choice(worlds.into())),
            Input::line("contents", "Contents", "").kind(Kind::Choice(contents.into())),
            upload::file().hint("CSV or JSON Lines, up to 2 GB."),
        ],
        is_running: all.iter().any(is_running),
        held: held.collect(),
        untold: all.len().saturating_sub(ROWS_MAX),
        rows: all
            .into_iter()
            .take(ROWS_MAX)
            .map(|one| Row::new(one, signed_in.by.at))
            .collect(),
        faults,
    };
    Ok(respond(web, &layout, code, &page))
}

pub(super) async fn start(
    State(web): State<Arc<WebState>>,
    Extension(imports): Extension<Imports>,
    mut sent: OperatorUpload,
) -> Page {
    sent.signed_in.by.actor.needs(Right::Market)?;
    let (world, what) = (
        sent.form.text("environment").to_owned(),
        sent.form.text("contents").to_owned(),
    );
    let taken = take(&imports, &mut sent).await;
    let signed_in = sent.signed_in;
    match taken {
        Ok(import) => {
            let said = "File uploaded. Nothing is imported until you confirm it.";
            Ok(go(&web, &format!("{PATH}/{}/check", import.id), said))
        }
        Err(error) => {
            let faults = upload::faults(error)?;
            list(&web, &imports, &signed_in, (&world, &what), faults).await
        }
    }
}

async fn take(imports: &Imports, sent: &mut OperatorUpload) -> Result<Import> {
    let wrong =
        |name: &'static str, message: &'static str| Error::on(name, &codes::INVALID_FIELD, message);
    let environment = asked::environment(sent.form.text("environment"))
        .map_err(|_| wrong("environment", "Choose an environment."))?;
    let contents = Contents::parse(sent.form.text("contents"))
        .ok_or_else(|| wrong("contents", "Choose what the file contains."))?;
    let missing = || Error::on("file", &codes::MISSING_FIELD, "Choose a file.");
    let file = sent.file.as_ref().ok_or_else(missing)?;
    let file_name = file.name().to_owned();
    let first = sent.piece().await?.unwrap_or_default();
    let new = NewImport {
        by: sent.signed_in.by.clone(),
        environment,
        contents,
        format: format_of(&file_name, &first),
        file_name,
    };
    let mut incoming = imports.begin(new).await?;
    incoming.take(first).await?;
    while let Some(piece) = sent.piece().await? {
        incoming.take(piece).await?;
    }
    incoming.hold(sent.signed_in.by.clone()).await
}

pub(super) async fn one(
    State(web): State<Arc<WebState>>,
    Extension(imports): Extension<Imports>,
    signed_in: SignedInOperator,
    Path(id): Path<String>,
) -> Page {
    let one = imports.find(&id).await?;
    let mut layout = Layout::console(&web, &signed_in, "register", name_of(&one));
    layout.world = one.environment().as_str();
    let names = Names::of(&web, vec![one.brought_by.as_str()]).await?;
    let facts = vec![
        ("Environment", plain(environment(one.environment()))),
        ("Contents", plain(one.contents().as_str())),
        ("Size", plain(&format!("{} bytes", number(one.bytes)))),
        ("Rows read", plain(&number(one.rows_done))),
        ("Rows stored", plain(&number(one.rows_stored))),
        ("Rows rejected", plain(&number(one.rows_rejected))),
        ("Uploaded by", names.shown(&one.brought_by)),
        ("Uploaded", moment(one.brought_at())),
        ("Last progress", moment(one.updated_at())),
    ];
    let page = One {
        layout: &layout,
        base: format!("{PATH}/{}", one.id),
        state: one.state.as_str(),
        tone: tone(one.state),
        percent: one.percent(),
        is_running: is_running(&one),
        may_resume: one.state == ImportState::Failed && signed_in.may(Right::Market),
        error: one.error,
        facts,
        has_rejects: one.rows_rejected > 0,
        notes: one.notes,
        rejects: one.first_rejects,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

pub(super) async fn resume(
    State(web): State<Arc<WebState>>,
    Extension(imports): Extension<Imports>,
    Path(id): Path<String>,
    sent: OperatorForm,
) -> Page {
    let by = sent.signed_in.by.clone();
    by.actor.needs(Right::Market)?;
    let path = format!("{PATH}/{}", imports.find(&id).await?.id);
    let said = match imports.resume(by, &id).await {
        Ok(_) => "The import has resumed.".to_owned(),
        // Sent twice: it goes on already.
        Err(error) if error.kind() == kofa_domain::Kind::Unprocessable => {
            error.message().to_owned()
        }
        Err(error) => return Err(error.into()),
    };
    Ok(go(&web, &path, &said))
}

pub(super) async fn rejects(
    Extension(imports): Extension<Imports>,
    _: SignedInOperator,
    Path(id): Path<String>,
) -> Page {
    let (rows, _) = imports.rejects(&id).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"rejects.csv\"",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, rows).into_response())
}
