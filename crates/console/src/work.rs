//! Work that goes on by itself: extraction jobs, tasks outside, money held for either, mails.

mod mails;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::ledger::OLDER_SECONDS;
use kofa_commands::platform::tasks::{ListTasks, RetryTask};
use kofa_core::TaskKind;
use kofa_documents::jobs::{CountQueues, JobLook, ListJobs, Queue, Status};
use kofa_domain::{Environment, Timestamp};
use kofa_ledger::{ListOldHolds, OldHold};
use kofa_portal::kit::show::{Html, ago, count, environment, naira};
use kofa_portal::kit::{
    CommandForm, Layout, NavLink, OperatorForm, Page, SignedInOperator, WebState, go, respond,
};
use kofa_tasks::{ATTEMPTS_MAX, Task};

use crate::asked::{Asked, shell_in, words};
use crate::names::Names;

const PATH: &str = "/console/work";
const OUTBOX: &str = "/console/work/outbox";
const HOLDS: &str = "/console/work/holds";
const MAILS: &str = "/console/work/mails";

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route(PATH, get(jobs))
        .route(OUTBOX, get(outbox))
        .route("/console/work/outbox/{task}/retry", post(retry))
        .route(HOLDS, get(holds))
        .route(MAILS, get(mails::page))
        .route("/console/work/mails/test", post(mails::test))
}

fn tabs(here: &str) -> [NavLink; 4] {
    let all = [
        ("Jobs", PATH),
        ("Outbox", OUTBOX),
        ("Old holds", HOLDS),
        ("Email", MAILS),
    ];
    all.map(|(label, href)| NavLink {
        label,
        href: href.to_owned(),
        here: href == here,
    })
}

/// `GET /console/work`
#[derive(Debug, Template)]
#[template(path = "console/work/jobs.html")]
struct Jobs<'a> {
    layout: &'a Layout,
    names: Names,
    tabs: [NavLink; 4],
    queues: Vec<QueueRow>,
    statuses: Vec<NavLink>,
    status: &'static str,
    rows: Vec<JobRow>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct QueueRow {
    name: String,
    tenant: String,
    environment: &'static str,
    jobs: String,
    size: String,
    since: Html,
}

#[derive(Debug)]
struct JobRow {
    id: String,
    tenant: String,
    stage: String,
    pages: String,
    size: String,
    attempts: String,
    error: String,
    came: Html,
    ended: Html,
}

fn size(bytes: i64) -> String {
    match bytes {
        ..1_024 => format!("{bytes} B"),
        1_024..1_048_576 => format!("{} kB", count(bytes / 1_024)),
        _ => format!("{} MB", count(bytes / 1_048_576)),
    }
}

impl QueueRow {
    fn new(queue: Queue, now: Timestamp) -> Self {
        Self {
            name: queue.tenant_name,
            tenant: queue.tenant_id.to_string(),
            environment: environment(queue.environment),
            jobs: count(queue.jobs),
            size: size(queue.bytes),
            since: ago(queue.due_at, now),
        }
    }
}

impl JobRow {
    fn new(job: JobLook, now: Timestamp) -> Self {
        let pages = match job.pages {
            Some(pages) => format!("{} of {pages}", job.pages_done),
            None => String::new(),
        };
        let attempts = match job.interruptions {
            0 => count(job.attempts),
            cut => format!("{} ({cut} interrupted)", count(job.attempts)),
        };
        Self {
            id: job.request_id.to_string(),
            tenant: job.tenant_id.to_string(),
            stage: words(job.stage.as_str()),
            pages,
            size: size(job.size_bytes),
            attempts,
            error: job.error_code.unwrap_or_default(),
            came: ago(job.created_at, now),
            ended: job
                .completed_at
                .map_or_else(Html::default, |at| ago(at, now)),
        }
    }
}

async fn jobs(State(web): State<Arc<WebState>>, signed_in: SignedInOperator, asked: Asked) -> Page {
    let world = asked.environment()?;
    let status = asked.filled("status").unwrap_or(Status::Queued.as_str());
    let more = [("environment", world.as_str()), ("status", status)];
    let list: ListJobs = asked.command(&web.admin, &more)?;
    let status = list.status;
    let listed = web.admin.store.read(list).await?;
    let queues = web.admin.store.read(CountQueues).await?;
    let now = signed_in.by.at;
    let href = |one: Environment| format!("{PATH}?environment={one}&status={}", status.as_str());
    let layout = shell_in(&web, &signed_in, "work", "Jobs and outbox", (world, href));
    let link = |one: Status| NavLink {
        label: one.as_str(),
        href: format!("{PATH}?environment={world}&status={}", one.as_str()),
        here: one == status,
    };
    let items = listed.items.into_iter();
    let rows: Vec<JobRow> = items.map(|one| JobRow::new(one, now)).collect();
    let names = Names::of(&web, rows.iter().map(|row| row.tenant.as_str()).collect()).await?;
    let page = Jobs {
        layout: &layout,
        names,
        tabs: tabs(PATH),
        queues: queues
            .into_iter()
            .map(|one| QueueRow::new(one, now))
            .collect(),
        statuses: Status::ALL.map(link).into(),
        status: status.as_str(),
        rows,
        first: asked.first(PATH),
        next: asked.next(PATH, listed.next_cursor.as_ref()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// `GET /console/work/outbox`
#[derive(Debug, Template)]
#[template(path = "console/work/outbox.html")]
struct Outbox<'a> {
    layout: &'a Layout,
    tabs: [NavLink; 4],
    parts: [NavLink; 2],
    stuck_only: bool,
    may_retry: bool,
    attempts_max: i64,
    rows: Vec<TaskRow>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct TaskRow {
    id: i64,
    kind: String,
    subject: String,
    /// The page of the subject, if it has one.
    href: Option<String>,
    environment: &'static str,
    state: &'static str,
    tone: &'static str,
    attempts: String,
    due: Html,
    error: String,
    made: Html,
    may_retry: bool,
}

impl TaskRow {
    fn new(task: Task, kinds: &[TaskKind], signed_in: &SignedInOperator) -> Self {
        let now = signed_in.by.at;
        let may_retry = signed_in.may(TaskKind::retry_right_of(kinds, &task.kind));
        let (state, tone) = match (task.stuck, task.attempts) {
            (true, _) => ("stuck", "bad"),
            (false, 0) => ("waits", ""),
            (false, _) => ("retrying", "warn"),
        };
        // Everything that is done outside today is about a subscription.
        let is_id = task.subject.len() == 36 && !task.subject.contains(['/', '?', '#', '%']);
        Self {
            id: task.id,
            kind: words(&task.kind),
            href: is_id.then(|| format!("/console/offers/subscription/{}", task.subject)),
            subject: task.subject,
            environment: environment(task.environment),
            state,
            tone,
            attempts: count(task.attempts),
            due: ago(task.due_at, now),
            error: task.last_error.unwrap_or_default(),
            made: ago(task.created_at, now),
            may_retry,
        }
    }
}

async fn outbox(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let stuck_only = asked.text("of") != "all";
    let list = ListTasks {
        stuck_only,
        page: asked.page()?,
    };
    let listed = list.find(&web.admin.services()).await?;
    let layout = Layout::console(&web, &signed_in, "work", "Jobs and outbox");
    let link = |(label, of, is): (&'static str, &str, bool)| NavLink {
        label,
        href: format!("{OUTBOX}?of={of}"),
        here: is == stuck_only,
    };
    let kinds = web.admin.products.task_kinds();
    let items = listed.items.into_iter();
    let rows: Vec<_> = items
        .map(|one| TaskRow::new(one, &kinds, &signed_in))
        .collect();
    let page = Outbox {
        layout: &layout,
        tabs: tabs(OUTBOX),
        parts: [("Stuck", "stuck", true), ("All pending", "all", false)].map(link),
        stuck_only,
        may_retry: rows.iter().any(|row| row.may_retry),
        attempts_max: ATTEMPTS_MAX,
        rows,
        first: asked.first(OUTBOX),
        next: asked.next(OUTBOX, listed.next_cursor.as_ref()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

async fn retry(
    State(web): State<Arc<WebState>>,
    Path(task): Path<String>,
    sent: OperatorForm,
) -> Page {
    let by = sent.signed_in.by;
    let retry = CommandForm::new(Entry::of::<RetryTask>()).with("taskId", &task);
    let task = retry.run_as::<RetryTask>(&web.admin, by.clone()).await?;
    let said = match task.is_due_at(by.at) {
        true => "The task is being retried.",
        false => "The task is already running or about to run. Nothing was changed.",
    };
    let all = if sent.form.text("of") == "all" {
        "?of=all"
    } else {
        ""
    };
    Ok(go(&web, &format!("{OUTBOX}{all}"), said))
}

/// `GET /console/work/holds`
#[derive(Debug, Template)]
#[template(path = "console/work/holds.html")]
struct Holds<'a> {
    layout: &'a Layout,
    names: Names,
    tabs: [NavLink; 4],
    rows: Vec<HoldRow>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct HoldRow {
    id: String,
    tenant: String,
    environment: &'static str,
    amount: String,
    operation: String,
    since: Html,
    answered: bool,
}

impl HoldRow {
    fn new(hold: OldHold, now: Timestamp) -> Self {
        Self {
            id: hold.request_id.to_string(),
            tenant: hold.tenant_id.to_string(),
            environment: environment(hold.environment),
            amount: naira(hold.amount),
            operation: hold.operation_id,
            since: ago(hold.at, now),
            answered: hold.is_answered,
        }
    }
}

async fn holds(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let list = ListOldHolds {
        before: signed_in.by.at.plus_seconds(-OLDER_SECONDS),
        page: asked.page()?,
    };
    let listed = web.admin.store.read(list).await?;
    let layout = Layout::console(&web, &signed_in, "work", "Jobs and outbox");
    let items = listed.items.into_iter();
    let rows: Vec<HoldRow> = items
        .map(|one| HoldRow::new(one, signed_in.by.at))
        .collect();
    let names = Names::of(&web, rows.iter().map(|row| row.tenant.as_str()).collect()).await?;
    let page = Holds {
        layout: &layout,
        names,
        tabs: tabs(HOLDS),
        rows,
        first: asked.first(HOLDS),
        next: asked.next(HOLDS, listed.next_cursor.as_ref()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_one_unit() {
        assert_eq!(size(0), "0 B");
        assert_eq!(size(2_048), "2 kB");
        assert_eq!(size(3 << 30), "3,072 MB");
    }
}
