//! What importing a file would do, before anybody says that it shall.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use http::StatusCode;
use kofa_core::Right;
use kofa_domain::Environment;
use kofa_portal::kit::show::{Html, environment, moment};
use kofa_portal::kit::{
    Faults, Layout, OperatorForm, Page, SignedInOperator, WebState, go, respond,
};
use kofa_registry::{Import, Imports, Preview};

use super::imports::{PATH, name_of, number};
use crate::ask::{Question, must_be_sure};
use crate::names::Names;
use crate::offers::plain;

/// `GET /console/register/imports/{import}/check`
#[derive(Debug, Template)]
#[template(path = "console/register/check.html")]
struct Check<'a> {
    layout: &'a Layout,
    base: String,
    may_import: bool,
    facts: Vec<(&'static str, Html)>,
    counts: Vec<(&'static str, Html)>,
    /// `None` if the file cannot be read.
    preview: Option<Preview>,
    question: Question,
    faults: Faults,
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    Extension(imports): Extension<Imports>,
    signed_in: SignedInOperator,
    Path(id): Path<String>,
) -> Page {
    let (one, looked) = imports.preview(&id).await?;
    let (preview, faults) = match looked {
        Ok(preview) => (Some(preview), Faults::default()),
        Err(error) => (None, Faults::of(error)?),
    };
    let mut layout = Layout::console(&web, &signed_in, "register", name_of(&one));
    layout.world = one.environment().as_str();
    let names = Names::of(&web, vec![one.brought_by.as_str()]).await?;
    let page = Check {
        layout: &layout,
        base: format!("{PATH}/{}", one.id),
        may_import: signed_in.may(Right::Market),
        facts: vec![
            ("Environment", plain(environment(one.environment()))),
            ("Contents", plain(one.contents().as_str())),
            ("Size", plain(&format!("{} bytes", number(one.bytes)))),
            ("Uploaded by", names.shown(&one.brought_by)),
            ("Uploaded", moment(one.brought_at())),
        ],
        counts: preview.as_ref().map(counts).unwrap_or_default(),
        preview,
        question: importing(&one),
        faults,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

fn counts(preview: &Preview) -> Vec<(&'static str, Html)> {
    let shown = |rows: u64| plain(&number(rows));
    vec![
        ("Rows", shown(preview.rows_read)),
        ("New", shown(preview.rows_new)),
        ("Changed", shown(preview.rows_changed)),
        ("Unchanged", shown(preview.rows_same)),
        ("Replaced by a later row", shown(preview.rows_repeated)),
        ("Rejected", shown(preview.rows_rejected)),
    ]
}

/// What is asked before a file goes into the register.
fn importing(one: &Import) -> Question {
    let world = environment(one.environment());
    let title = format!("Import {} into {world}?", name_of(one));
    let text = match one.environment() {
        Environment::Live => {
            "Tenants get these records in Live from then on. Records with the same key are \
             replaced; there is no undo."
        }
        Environment::Sandbox => "Records with the same key are replaced; there is no undo.",
    };
    Question::new(title, text, "Import file").in_world(one.environment())
}

pub(super) async fn confirm(
    State(web): State<Arc<WebState>>,
    Extension(imports): Extension<Imports>,
    Path(id): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    signed_in.by.actor.needs(Right::Market)?;
    // Sent twice: it goes on already.
    if let Ok(begun) = imports.find(&id).await {
        return Ok(go(&web, &format!("{PATH}/{}", begun.id), ""));
    }
    let one = imports.find_held(&id).await?;
    let back = format!("{PATH}/{}/check", one.id);
    must_be_sure(
        &web,
        &signed_in,
        ("register", &back),
        &form,
        &importing(&one),
    )?;
    let begun = imports.confirm(signed_in.by.clone(), &id).await?;
    let said = "The rows are being imported in the background.";
    Ok(go(&web, &format!("{PATH}/{}", begun.id), said))
}

pub(super) async fn discard(
    State(web): State<Arc<WebState>>,
    Extension(imports): Extension<Imports>,
    Path(id): Path<String>,
    sent: OperatorForm,
) -> Page {
    let by = sent.signed_in.by.clone();
    by.actor.needs(Right::Market)?;
    let gone = imports.discard(by, &id).await?;
    let said = format!("{} was deleted. Nothing was imported.", name_of(&gone));
    Ok(go(&web, PATH, &said))
}
