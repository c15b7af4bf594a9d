//! Files on their way in, of banks and brokers, offers, holders, payments and statements: held,
//! checked, shown, and then imported as they were shown. The register has its own, in
//! [`crate::register`].

mod told;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Extension, Router};
use http::StatusCode;
use kofa_core::Right;
use kofa_domain::{Environment, Result};
use kofa_input::rows::Format;
use kofa_investment::file_imports::{Confirmed, FileImports};
use kofa_investment::held_file::{FileImport, HeldFile, Purpose};
use kofa_investment::rehearsal::{Rehearsal, RehearsedRow};
use kofa_portal::kit::show::{Html, count, environment, escape, moment, naira, plain};
use kofa_portal::kit::{
    Faults, Layout, OperatorForm, OperatorUpload, Page, SignedInOperator, WebState, go, respond,
};

use crate::ask::{Question, must_be_sure};
use crate::asked::words;
use crate::names::Names;
use crate::{report, upload};

const PATH: &str = "/console/imports";

pub(crate) fn routes() -> Router<Arc<WebState>> {
    let under = |rest: &str| format!("{PATH}/{{import}}{rest}");
    Router::new()
        .route(&under(""), get(page).post(confirm))
        .route(&under("/discard"), post(discard))
}

/// `GET /console/imports/{import}`
#[derive(Debug, Template)]
#[template(path = "console/import.html")]
struct Check<'a> {
    layout: &'a Layout,
    action: String,
    back: &'a (String, &'static str),
    facts: Vec<(&'static str, Html)>,
    counts: Vec<(String, Html)>,
    /// What a row is counted by.
    line: &'static str,
    /// `None` if the file cannot be imported.
    rehearsal: Option<Rehearsal>,
    question: Question,
    faults: Faults,
}

impl Check<'_> {
    fn number(rows: &u64) -> String {
        number(*rows)
    }

    fn shown(text: &str) -> String {
        plain(text)
    }

    fn tone(row: &RehearsedRow) -> &'static str {
        match row.outcome {
            "added" | "applied" | "refunded" | "batch_paid" => "ok",
            "changed" => "plain",
            "rejected" => "bad",
            _ if row.is_problem => "warn",
            _ => "",
        }
    }
}

/// Looks at the file of a form, and holds it; its page.
///
/// # Errors
/// 422 without a file, 413 `body_too_large`, or why the file cannot be imported.
pub(crate) async fn hold(
    files: &FileImports,
    sent: &mut OperatorUpload,
    bytes_max: usize,
    import: impl FnOnce(Format) -> FileImport,
) -> Result<String> {
    let (name, text, format) = upload::whole(sent, bytes_max).await?;
    let (by, import) = (sent.signed_in.by.clone(), import(format));
    files.rehearse(&by, &import, text.clone()).await?;
    let held = files.hold(by, import, (name, text)).await?;
    Ok(format!("{PATH}/{}", held.id))
}

/// Leads to the page of a file that is held.
pub(crate) fn held(web: &WebState, path: &str) -> axum::response::Response {
    let said = "File uploaded. Nothing is imported until you confirm it.";
    go(web, path, said)
}

/// Refuses who may import no file at all.
fn may_import(signed_in: &SignedInOperator) -> Result<()> {
    match signed_in.may(Right::Market) {
        true => Ok(()),
        false => signed_in.by.actor.needs(Right::Money),
    }
}

fn title(file: &HeldFile) -> String {
    match file.file_name.as_str() {
        "" => "Check a file".to_owned(),
        name => format!("Check {name}"),
    }
}

/// The room that it is imported in, as the navigation names it.
fn room(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Banks | Purpose::Brokers => "reference",
        _ => "offers",
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    Extension(files): Extension<FileImports>,
    signed_in: SignedInOperator,
    Path(id): Path<String>,
) -> Page {
    may_import(&signed_in)?;
    show(&web, &files, &signed_in, &id, None).await
}

async fn show(
    web: &WebState,
    files: &FileImports,
    signed_in: &SignedInOperator,
    id: &str,
    fault: Option<&str>,
) -> Page {
    let (file, looked) = files.look(&signed_in.by, id).await?;
    let (rehearsal, faults) = match (looked, fault) {
        (Ok(rehearsal), None) => (Some(rehearsal), Faults::default()),
        (Ok(rehearsal), Some(fault)) => (Some(rehearsal), Faults::general(fault)),
        (Err(error), _) => (None, Faults::of(error)?),
    };
    let purpose = file.import.purpose;
    let mut layout = Layout::console(web, signed_in, room(purpose), title(&file));
    if let Some(environment) = file.import.environment {
        layout.world = environment.as_str();
    }
    let names = Names::of(web, vec![file.brought_by.as_str()]).await?;
    let code = match fault {
        None => StatusCode::OK,
        Some(_) => faults.status(),
    };
    let page = Check {
        layout: &layout,
        action: format!("{PATH}/{}", file.id),
        back: &told::back(&file.import),
        facts: facts(&file, &names),
        counts: rehearsal.as_ref().map(counts).unwrap_or_default(),
        line: match purpose {
            Purpose::Statement => "Entry",
            _ => "Line",
        },
        rehearsal,
        question: importing(&file),
        faults,
    };
    Ok(respond(web, &layout, code, &page))
}

fn facts(file: &HeldFile, names: &Names) -> Vec<(&'static str, Html)> {
    let import = &file.import;
    let text = |text: &str| escaped(text);
    let mut facts = vec![("Contents", text(contents(import.purpose)))];
    if !import.offer_id.is_empty() {
        facts.push(("Offer", text(&import.offer_id)));
    }
    let into = import.environment.map_or("Sandbox and Live", environment);
    facts.push(("Environment", text(into)));
    if import.replace {
        facts.push(("Holders not in the file", text("are removed")));
    }
    if let Some(shown) = import.account_end() {
        facts.push(("Account", text(&format!("ending in {shown}"))));
    }
    let bytes = count(i64::try_from(file.bytes).unwrap_or(i64::MAX));
    facts.push(("Size", text(&format!("{bytes} bytes"))));
    facts.push(("Uploaded by", names.shown(&file.brought_by)));
    facts.push(("Uploaded", moment(file.brought_at)));
    facts
}

fn escaped(text: &str) -> Html {
    let mut out = String::new();
    escape(&mut out, text);
    Html(out)
}

fn contents(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Banks => "Banks",
        Purpose::Brokers => "Brokers",
        Purpose::Offers => "Offers",
        Purpose::Holders => "Holders of a rights issue",
        Purpose::Payments => "Payments",
        Purpose::Statement => "Bank statement",
    }
}

fn number(rows: u64) -> String {
    count(i64::try_from(rows).unwrap_or(i64::MAX))
}

fn counts(rehearsal: &Rehearsal) -> Vec<(String, Html)> {
    let shown = |rows: u64| escaped(&number(rows));
    let mut counts = vec![("Rows".to_owned(), shown(rehearsal.rows))];
    for (outcome, rows) in &rehearsal.outcomes {
        counts.push((words_of(outcome), shown(*rows)));
    }
    if let Some(total) = rehearsal.total_applied {
        counts.push(("Total applied".to_owned(), escaped(&naira(total))));
    }
    counts
}

/// An outcome as a label: `Already entered`.
fn words_of(outcome: &str) -> String {
    let text = words(outcome);
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// What is asked before a file is imported.
fn importing(file: &HeldFile) -> Question {
    let (import, name) = (&file.import, contents(file.import.purpose).to_lowercase());
    let title = match import.environment {
        Some(world) => format!("Import {name} into {}?", environment(world)),
        None => format!("Import {name}?"),
    };
    let text = match import.purpose {
        Purpose::Banks | Purpose::Brokers => {
            "The changes take effect in Sandbox and Live within a second."
        }
        Purpose::Offers => "The offers are created.",
        Purpose::Holders => "Existing holders are replaced; there is no undo.",
        Purpose::Payments | Purpose::Statement => {
            "What matches is marked as paid or refunded; there is no undo."
        }
    };
    let world = import.environment.unwrap_or(Environment::Sandbox);
    Question::new(title, text, "Import file").in_world(world)
}

pub(super) async fn confirm(
    State(web): State<Arc<WebState>>,
    Extension(files): Extension<FileImports>,
    Path(id): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    may_import(&signed_in)?;
    let file = files.find(&id).await?;
    let (by, purpose) = (signed_in.by.clone(), file.import.purpose);
    by.actor.needs(purpose.right())?;
    let here = (room(purpose), format!("{PATH}/{}", file.id));
    must_be_sure(
        &web,
        &signed_in,
        (here.0, &here.1),
        &form,
        &importing(&file),
    )?;
    if matches!(purpose.right(), Right::Money) {
        by.actor.must_be_fresh()?;
    }
    match files.confirm(by, &id, form.text("plan")).await? {
        Confirmed::Imported(imported) => {
            let layout = Layout::console(&web, &signed_in, here.0, "File imported");
            let report = told::told(&file.import, imported);
            Ok(report::answer(&web, &layout, report))
        }
        Confirmed::Changed => {
            let fault = "What this import would do has changed since it was shown. Nothing was \
                         imported. Check the file again.";
            show(&web, &files, &signed_in, &id, Some(fault)).await
        }
    }
}

pub(super) async fn discard(
    State(web): State<Arc<WebState>>,
    Extension(files): Extension<FileImports>,
    Path(id): Path<String>,
    sent: OperatorForm,
) -> Page {
    may_import(&sent.signed_in)?;
    let gone = files.discard(sent.signed_in.by.clone(), &id).await?;
    let name = match gone.file_name.as_str() {
        "" => "The file",
        name => name,
    };
    let said = format!("{name} was deleted. Nothing was imported.");
    Ok(go(&web, &told::back(&gone.import).0, &said))
}
