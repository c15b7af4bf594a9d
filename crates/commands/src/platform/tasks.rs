//! Work outside that waits, and what is stuck of it.

use kofa_core::product::Products;
use kofa_core::schema::choice;
use kofa_core::{Actor, ActorAt, Listed, Page, TaskKind};
use kofa_domain::{Environment, Result, Timestamp, codes};
use kofa_tasks::Task;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::{Flag, Whole};
use crate::wire::{Paged, environment_schema, moment};
use crate::{Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[Entry::of::<ListTasks>(), Entry::of::<RetryTask>()];

const TAG: &str = "Outbox";

/// An outbox task.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Task)]
pub struct TaskView {
    /// The task's number.
    #[schema(minimum = 1)]
    id: i64,
    /// The kind of task.
    #[schema(example = "collect_payment", pattern = "^[a-z_]+$")]
    kind: String,
    /// The ID of what it is about, such as a subscription.
    subject: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// `stuck`: it failed too often and needs an operator.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// When it is tried next.
    #[schema(format = "date-time")]
    due_at: String,
    /// The number of attempts.
    #[schema(minimum = 0)]
    attempts: i64,
    /// The last error; null if none.
    #[schema(required)]
    last_error: Option<String>,
    /// When it was created.
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

impl TaskView {
    /// Whether it is tried from `at` on.
    pub fn is_due_at(&self, at: Timestamp) -> bool {
        self.due_at == moment(at)
    }
}

/// Work outside that is not done yet.
#[derive(Debug)]
pub struct ListTasks {
    /// Only tasks that need an operator.
    pub stuck_only: bool,
    /// Which part of it.
    pub page: Page,
}

impl ListTasks {
    /// The tasks themselves.
    ///
    /// # Errors
    /// 422 `invalid_field` for a cursor of another list.
    pub async fn find(self, services: &Services) -> Result<Listed<Task>> {
        let after = match self.page.after_key() {
            "" => 0,
            text => text.parse().map_err(|_| Page::wrong_cursor())?,
        };
        let list = kofa_tasks::ListTasks {
            stuck_only: self.stuck_only,
            after,
            limit: self.page.rows().into(),
        };
        let tasks = services.store.read(list).await?;
        Ok(self.page.cut(tasks, |task| task.id.to_string()))
    }
}

impl Command for ListTasks {
    const SPEC: &'static Spec = &Spec::get("listTasks", "/admin/v1/outbox")
        .about(
            TAG,
            "List outbox tasks",
            "Lists outgoing work that is not done yet, oldest first.",
        )
        .answers(&[(200, "A page of tasks.")]);
    type Output = Paged<TaskView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let docs = "Only tasks that need an operator.";
        let stuck_only = fields.optional_query("stuck", docs, Flag);
        let page = fields.page();
        Some(Self {
            stuck_only: stuck_only.unwrap_or(false),
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let listed = self.find(services).await?;
        Ok(Paged::new(listed, TaskView::from))
    }
}

/// Another try of a task. Its kind says who may have it retried.
#[derive(Debug)]
pub struct RetryTask {
    pub id: i64,
}

impl Command for RetryTask {
    const SPEC: &'static Spec = &Spec::post("retryTask", "/admin/v1/outbox/{taskId}/retry")
        .about(
            TAG,
            "Retry a task",
            "Retries the task immediately and resets its failure count. A task that is running \
             or about to run is left unchanged.",
        )
        .answers(&[(200, "The task.")]);
    type Output = TaskView;

    fn admits(products: &Products, actor: &Actor) -> Result<()> {
        TaskKind::must_retry_some(&products.task_kinds(), actor)
    }

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let missing = (&codes::NOT_FOUND, "There is no such task.");
        let number = Whole::at_least(1, i64::MAX);
        let id = fields.path_or("taskId", "The task's number.", missing, number);
        id.map(|id| Self { id })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<TaskView> {
        let kinds = services.products.task_kinds();
        let id = self.id;
        let retry = kofa_tasks::RetryTask { by, id, kinds };
        services.store.write(retry).await.map(TaskView::from)
    }
}
