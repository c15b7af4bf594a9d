//! One document: what was read, where it stands, and what is right.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use kofa_documents::READING_NOT_FOUND;
use kofa_documents::feedback::{FindTraining, ReadingLine, open_reading, review as keep_review};
use kofa_documents::jobs::{Status, TenantJob, open_job};
use kofa_domain::{Error, RequestId, Result};
use kofa_insight::calls::FindCall;
use serde_json::{Map, Value, json};

use super::answer::{AnswerView, FIELDS};
use super::{base, capture, job_tone, may, per_cent, size, with_picture};
use crate::kit::show::{Html, moment, sentence, text};
use crate::kit::{Faults, Form, Layout, MemberForm, Page, SignedInMember, WebState, go, respond};

/// `GET`, `POST /portal/{environment}/documents/{document}`
#[derive(Debug, Template)]
#[template(path = "tenant/documents/one.html")]
struct One<'a> {
    layout: &'a Layout,
    faults: Faults,
    base: String,
    status: String,
    tone: &'static str,
    facts: Vec<(&'static str, Html)>,
    /// Why a job failed; empty if it did not.
    failure: String,
    answer: Option<AnswerView>,
    /// Whether something can be said of it, and by whoever reads this.
    reviewable: bool,
    to_review: bool,
    is_reviewed: bool,
    /// What was typed in, or else was read: name, label, value.
    typed: Vec<(&'static str, &'static str, String)>,
    note: String,
    keeps_documents: bool,
}

/// What there is of a document.
struct Found {
    reading: Option<(ReadingLine, Value)>,
    job: Option<TenantJob>,
}

async fn find(web: &WebState, signed_in: &SignedInMember, id: RequestId) -> Result<Found> {
    let (store, vault) = (&web.admin.store, &web.admin.vault);
    let whose = || (signed_in.of.tenant.clone(), signed_in.environment);
    let reading = open_reading(store, vault, whose(), id).await?;
    let job = open_job(store, vault, whose(), id).await?;
    if reading.is_none() && job.is_none() {
        return Err(Error::plain(&READING_NOT_FOUND));
    }
    Ok(Found {
        reading: reading.map(|(line, answer)| (line, answer.expose().clone())),
        job,
    })
}

fn read_id(text: &str) -> Result<RequestId> {
    RequestId::parse_str(text).map_err(|_| Error::plain(&READING_NOT_FOUND))
}

/// The row of the log; none once it is gone.
async fn call(
    web: &WebState,
    signed_in: &SignedInMember,
    id: RequestId,
) -> Result<(&'static str, Html)> {
    let environment = signed_in.environment;
    let find = FindCall {
        tenant: signed_in.of.tenant.clone(),
        environment,
        request_id: id,
    };
    let shown = match web.admin.store.read(find).await? {
        None => text(&id.to_string()),
        Some(_) => Html(format!(
            "<a href=\"/portal/{environment}/logs/{id}\"><code>{id}</code></a>"
        )),
    };
    Ok(("Request", shown))
}

fn facts_of_reading(line: &ReadingLine) -> Vec<(&'static str, Html)> {
    let mut all = vec![
        ("Document", text(&sentence(&line.kind))),
        ("Pages are", text(capture(&line.capture))),
    ];
    if !line.issuer.is_empty() {
        all.push(("Issuer", text(&line.issuer)));
    }
    if let Some(confidence) = line.confidence {
        all.push(("Lowest confidence", text(&per_cent(confidence))));
    }
    all.push(("Read", moment(line.read_at)));
    all.push(("Kept until", moment(line.expires_at)));
    all
}

fn facts_of_job(job: &TenantJob) -> Vec<(&'static str, Html)> {
    let mut all = Vec::new();
    if let Some(name) = job.file_name.expose() {
        all.push(("File", text(name)));
    }
    if let Some(reference) = job.client_reference.expose() {
        all.push(("Your reference", text(reference)));
    }
    let file = format!("{}, {}", job.content_type, size(job.size_bytes));
    all.push(("Type and size", text(&file)));
    if let Some(pages) = job.document_pages {
        all.push(("Pages", text(&pages.to_string())));
    }
    all.push(("Attempts", text(&job.attempts.to_string())));
    if !job.status.is_over() {
        all.push(("Progress", text(&format!("{}%", job.percent))));
    }
    all.push(("Created", moment(job.created_at)));
    let times = [
        ("Started", job.started_at),
        ("Ended", job.completed_at),
        ("Result kept until", job.expires_at),
    ];
    let times = times.into_iter();
    all.extend(times.filter_map(|(name, at)| Some((name, moment(at?)))));
    all
}

/// How the document is told of in a pill.
fn state(found: &Found) -> (String, &'static str) {
    match (&found.reading, &found.job) {
        (Some((line, _)), _) if line.to_review => ("Needs review".to_owned(), "warn"),
        (Some((line, _)), _) if line.is_reviewed => ("Reviewed".to_owned(), "ok"),
        (_, Some(job)) => (sentence(job.status.as_str()), job_tone(job.status)),
        _ => ("Read".to_owned(), "ok"),
    }
}

async fn show(
    web: &WebState,
    signed_in: &SignedInMember,
    id: RequestId,
    (form, faults): (Form, Faults),
) -> Result<Response> {
    let found = find(web, signed_in, id).await?;
    let (status, tone) = state(&found);
    let mut facts = vec![call(web, signed_in, id).await?];
    let (line, read) = match &found.reading {
        Some((line, answer)) => (Some(line), Some(answer)),
        None => (None, None),
    };
    facts.extend(line.map(facts_of_reading).unwrap_or_default());
    facts.extend(found.job.as_ref().map(facts_of_job).unwrap_or_default());
    let result = found.job.as_ref().and_then(|job| job.result.as_ref());
    let read = read.or(result.map(|result| result.expose()));
    let failure = found
        .job
        .as_ref()
        .filter(|job| job.status == Status::Failed);
    let failure = failure.and_then(|job| job.error.as_ref());
    let typed = FIELDS.map(|(name, label)| {
        let value = match faults.is_empty() {
            true => read
                .and_then(|read| read[name].as_str())
                .unwrap_or_default(),
            false => form.text(name),
        };
        (name, label, value.to_owned())
    });
    let tenant = signed_in.of.tenant.clone();
    let training = web.admin.store.read(FindTraining { tenant }).await?;
    let layout = Layout::portal(web, signed_in, "documents", "Document");
    let page = One {
        layout: &layout,
        base: base(signed_in.environment),
        status,
        tone,
        facts,
        failure: failure.map_or_else(String::new, |(code, message)| format!("{message} ({code})")),
        answer: read.map(AnswerView::new),
        reviewable: line.is_some() && may(signed_in),
        to_review: line.is_some_and(|line| line.to_review),
        is_reviewed: line.is_some_and(|line| line.is_reviewed),
        typed: typed.into(),
        note: form.text("note").to_owned(),
        keeps_documents: training.keep_documents,
        faults,
    };
    Ok(with_picture(respond(
        web,
        &layout,
        page.faults.status(),
        &page,
    )))
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, document)): Path<(String, String)>,
) -> Page {
    let nothing = (Form::default(), Faults::default());
    Ok(show(&web, &signed_in, read_id(&document)?, nothing).await?)
}

/// What the form says, as `sendExtractionFeedback` takes it.
fn body(form: &Form) -> Map<String, Value> {
    let mut body = Map::new();
    if form.text("verdict") == "correct" {
        body.insert("correct".to_owned(), true.into());
    } else {
        for (name, _) in FIELDS {
            body.insert(name.to_owned(), json!(form.text(name)));
        }
    }
    if !form.text("note").is_empty() {
        body.insert("note".to_owned(), json!(form.text("note")));
    }
    body
}

pub(super) async fn review(
    State(web): State<Arc<WebState>>,
    Path((_, document)): Path<(String, String)>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let id = read_id(&document)?;
    let whose = (signed_in.of.tenant.clone(), signed_in.environment);
    let desk = (&web.admin.store, &web.admin.vault);
    let kept = keep_review(desk, signed_in.by.clone(), whose, id, &body(&form)).await;
    match kept {
        Ok(wrong) => {
            let said = match wrong.len() {
                0 => "Recorded as correct.".to_owned(),
                1 => "Recorded: one field was wrong.".to_owned(),
                count => format!("Recorded: {count} fields were wrong."),
            };
            let to = format!("{}/review", base(signed_in.environment));
            Ok(go(&web, &to, &said))
        }
        Err(error) => {
            let faults = Faults::of(error)?;
            Ok(show(&web, &signed_in, id, (form, faults)).await?)
        }
    }
}
