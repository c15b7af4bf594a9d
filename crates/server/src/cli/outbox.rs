//! `kofa outbox …`

use clap::Subcommand;
use kofa_platform::tasks::{ListTasks, RetryTask, Task};

use super::room::{Room, say};

/// Tasks read at once.
const PAGE: i64 = 100;

#[derive(Debug, Subcommand)]
pub(crate) enum OutboxCommand {
    /// List work that waits, the oldest first.
    List {
        /// Only what failed too often and waits for you.
        #[arg(long)]
        stuck: bool,
    },
    /// Try a task again at once, its failures forgotten.
    Retry {
        /// Its number.
        task: i64,
    },
}

pub(crate) async fn run(command: OutboxCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        OutboxCommand::List { stuck } => list(room, stuck).await,
        OutboxCommand::Retry { task } => {
            let retry = RetryTask {
                by: room.by(),
                id: task,
                kinds: crate::products::all().task_kinds(),
            };
            show(&room.store.write(retry).await?)
        }
    }
}

async fn list(room: &Room, stuck_only: bool) -> anyhow::Result<()> {
    let mut after = 0;
    loop {
        let list = ListTasks {
            stuck_only,
            after,
            limit: PAGE,
        };
        let tasks = room.store.read(list).await?;
        for task in &tasks {
            show(task)?;
        }
        match tasks.last() {
            Some(last) => after = last.id,
            None => return Ok(()),
        }
    }
}

fn show(task: &Task) -> anyhow::Result<()> {
    let state = if task.stuck { "stuck" } else { "due" };
    say(format_args!(
        "{:<6}  {state:<5}  {}  {:<22}  {}  {} tries  {}",
        task.id,
        task.environment,
        task.kind,
        task.subject,
        task.attempts,
        task.due_at.rfc3339()
    ))?;
    match task.last_error.as_deref() {
        None | Some("") => Ok(()),
        Some(error) => say(format_args!("        {error}")),
    }
}
