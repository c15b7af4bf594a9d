//! Work outside that waits, and what is stuck of it.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Environment, Error, codes};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, environment_schema, json, moment, page};
use crate::directory::Page;
use crate::http::choice;
use crate::tasks::{ListTasks, RetryTask, Task, TaskKind};

/// A piece of work that is to be done outside.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Task)]
pub(crate) struct TaskView {
    /// Its number.
    #[schema(minimum = 1)]
    id: i64,
    /// What is to be done.
    #[schema(example = "collect_payment", pattern = "^[a-z_]+$")]
    kind: String,
    /// What it is about: an id of the product's, such as a subscription's.
    subject: String,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// `stuck`: it failed too often, and waits for an operator.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// From when it is tried.
    #[schema(format = "date-time")]
    due_at: String,
    /// How often it was tried.
    #[schema(minimum = 0)]
    attempts: i64,
    /// Why the last try failed; null if none did.
    #[schema(required)]
    last_error: Option<String>,
    /// When it became necessary.
    #[schema(format = "date-time")]
    created_at: String,
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    choice(&["due", "stuck"])
}

impl From<Task> for TaskView {
    fn from(task: Task) -> Self {
        Self {
            id: task.id,
            kind: task.kind,
            subject: task.subject,
            environment: task.environment,
            state: if task.stuck { "stuck" } else { "due" },
            due_at: moment(task.due_at),
            attempts: task.attempts,
            last_error: task.last_error.filter(|error| !error.is_empty()),
            created_at: moment(task.created_at),
        }
    }
}

/// List tasks
///
/// Work outside that is not done yet, the oldest first.
#[utoipa::path(
    get, path = "/admin/v1/outbox", operation_id = "listTasks", tag = "Outbox",
    params(
        ("stuck" = inline(Option<bool>), Query, description = "Only what waits for an operator."),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<TaskView>, description = "A page of tasks.")),
)]
pub(crate) async fn list_tasks(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let mut faults = Vec::new();
    let wanted = call.page().and_then(|asked| Ok((after(&asked)?, asked)));
    let wanted = wanted.map_err(|error| faults.extend(error.all().to_vec()));
    let stuck_only = match call.request.query().filled("stuck") {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => {
            let message = "`stuck` must be `true` or `false`.";
            faults.push(kofa_domain::Fault::on(
                "stuck",
                &codes::INVALID_FIELD,
                message,
            ));
            false
        }
    };
    Error::check(faults)?;
    let Ok((after, asked)) = wanted else {
        return Err(Error::internal("a page without faults has its bounds").into());
    };
    let list = ListTasks {
        stuck_only,
        after,
        limit: asked.rows().into(),
    };
    let tasks = desk.store.read(list).await?;
    let listed = asked.cut(tasks, |task| task.id.to_string());
    Ok(page(listed, TaskView::from))
}

/// The number after which the page begins.
fn after(asked: &Page) -> kofa_domain::Result<i64> {
    match asked.after_key() {
        "" => Ok(0),
        text => text.parse().map_err(|_| Page::wrong_cursor()),
    }
}

/// Try a task again
///
/// At once, with its failures forgotten. One that is at work or about to be is left as it is.
#[utoipa::path(
    post, path = "/admin/v1/outbox/{taskId}/retry", operation_id = "retryTask", tag = "Outbox",
    params(("taskId" = i64, Path, description = "A task's number.", minimum = 1)),
    responses((status = 200, body = TaskView, description = "The task.")),
)]
pub(crate) async fn retry_task(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let kinds = desk.tasks.kinds();
    TaskKind::must_retry_some(&kinds, &call.by.actor)?;
    let id = call.request.path_parameter("taskId").parse();
    let id = id.map_err(|_| Error::new(&codes::NOT_FOUND, "There is no such task."))?;
    let by = call.by;
    let task = desk.store.write(RetryTask { by, id, kinds }).await?;
    Ok(json(StatusCode::OK, &TaskView::from(task)))
}
