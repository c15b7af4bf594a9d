//! Who works batches off.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use kofa_domain::{Clock, Error, Kind, RequestId, Result, Timestamp};
use kofa_ledger::Holds;
use kofa_outbound::on_behalf_of;
use kofa_store::Store;
use kofa_tasks::{Handled, Task, TaskHandler, Unfinished};

use crate::batch::Outcome;
use crate::batch::ops::{
    Batch, EndBatch, FindBatch, ForgetBatches, Item, ListWaiting, StoreOutcomes,
};
use crate::codes::UPSTREAM_TIMEOUT;
use crate::http::{Lookup, company_json};
use crate::lookup::sources::Sources;
use crate::source_settings::Operation;

/// Companies that are looked up at once.
const AT_ONCE: i64 = 8;
/// Companies of a turn: then others' batches are looked at first.
const OF_TURN: i64 = 104;
/// Longest a turn begins further look-ups, in seconds; those that it began may take as long as an
/// upstream's time limit.
const TURN_SECONDS: i64 = 10;
/// How often a company is looked up whose source fails.
const ATTEMPTS_MAX: i64 = 3;
/// How long it is waited before that, in seconds.
const AGAIN_SECONDS: i64 = 20;
/// Longest a company's look-up may take, in milliseconds: a turn must end within the time that
/// a task has.
const LOOK_UP_MS_MAX: u64 = 30_000;
/// How often what is over is looked for, in seconds.
const FORGET_EVERY_S: u64 = 600;

/// Works batches off, and ends them.
#[derive(Debug)]
pub(crate) struct BatchWorker {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) sources: Sources,
    pub(crate) holds: Holds,
}

impl TaskHandler for BatchWorker {
    fn handle(self: Arc<Self>, task: Task) -> Pin<Box<dyn Future<Output = Handled> + Send>> {
        Box::pin(async move {
            let id = RequestId::parse_str(&task.subject).map_err(Error::internal)?;
            let of = None;
            let batch = self.store.read(FindBatch { batch_id: id, of }).await?;
            let Some(batch) = batch.filter(|batch| !batch.status.is_over()) else {
                // The end of a batch takes its task along.
                return Err(Unfinished::Stuck("its batch is not open".to_owned()));
            };
            let tenant = batch.tenant_id.clone();
            match on_behalf_of(tenant, self.turn(&batch)).await? {
                Some(at) => Err(Unfinished::Retry { at }),
                None => self.end(&task, id).await,
            }
        })
    }
}

impl BatchWorker {
    /// Looks some companies up. When to go on, if any are left.
    async fn turn(&self, batch: &Batch) -> Result<Option<Timestamp>> {
        let until = self.clock.now().plus_seconds(TURN_SECONDS);
        let (mut after, mut is_failing) = (-1, false);
        for _ in 0..OF_TURN / AT_ONCE {
            let list = ListWaiting {
                batch_id: batch.batch_id,
                after,
                limit: AT_ONCE,
            };
            let items = self.store.read(list).await?;
            let Some(last) = items.last().map(|item| item.position) else {
                // Those that were passed over are left for later.
                return Ok(is_failing.then(|| self.clock.now().plus_seconds(AGAIN_SECONDS)));
            };
            let outcomes = join_all(items.iter().map(|item| self.outcome(batch, item))).await;
            let outcomes = outcomes.into_iter().collect::<Result<Vec<_>>>()?;
            is_failing |= outcomes
                .iter()
                .any(|(_, outcome)| *outcome == Outcome::Again);
            after = last;
            let batch_id = batch.batch_id;
            let is_open = self
                .store
                .write(StoreOutcomes { batch_id, outcomes })
                .await?;
            if !is_open || self.clock.now() >= until {
                break;
            }
        }
        Ok(Some(self.clock.now()))
    }

    /// What a company's look-up comes to.
    ///
    /// # Errors
    /// If it is our own store that fails.
    async fn outcome(&self, batch: &Batch, item: &Item) -> Result<(i64, Outcome)> {
        let lookup = Lookup::of_parts(&item.rc_number, item.entity_type);
        let lookup = lookup.ok_or_else(|| Error::internal("registry_batch_item.rc_number"))?;
        let lookup = lookup.no_older_than(batch.max_age_seconds);
        let (environment, operation) = (batch.environment, Operation::GetCompanyByRc);
        let choosing = lookup.choose(&self.sources, environment, operation);
        let limit = Duration::from_millis(LOOK_UP_MS_MAX);
        let chosen = tokio::time::timeout(limit, choosing).await;
        let chosen = chosen.unwrap_or_else(|_| Err(Error::plain(&UPSTREAM_TIMEOUT)));
        let outcome = match chosen {
            Ok(choice) => Outcome::Found(company_json(choice, self.clock.now())?),
            Err(error) => {
                let code = error.code().name;
                match error.kind() {
                    Kind::NotFound => Outcome::NotFound(code),
                    Kind::Internal => return Err(error),
                    // It answered; it will not say more.
                    Kind::Unprocessable => Outcome::Failed(code),
                    _ if item.attempts + 1 >= ATTEMPTS_MAX => Outcome::Failed(code),
                    _ => Outcome::Again,
                }
            }
        };
        Ok((item.position, outcome))
    }

    /// Charges what was found and gives back the rest, in the transaction of the end.
    async fn end(&self, task: &Task, batch_id: RequestId) -> Handled {
        let of = None;
        let Some(batch) = self.store.read(FindBatch { batch_id, of }).await? else {
            return Err(Unfinished::Stuck("its batch is gone".to_owned()));
        };
        let now = self.clock.now();
        let (cost, task) = (batch.cost(), Some(task.id));
        let end = EndBatch { batch, task, now };
        match self
            .holds
            .capture_at_most(batch_id, (now, cost), end)
            .await?
        {
            true => Ok(()),
            // Called off meanwhile, and the task with it.
            false => {
                let at = now.plus_seconds(AGAIN_SECONDS);
                Err(Unfinished::Retry { at })
            }
        }
    }
}

/// Forgets batches whose time is over, for ever.
pub(crate) async fn forget_batches(store: Store, clock: Arc<dyn Clock>) {
    let mut tick = tokio::time::interval(Duration::from_secs(FORGET_EVERY_S));
    loop {
        tick.tick().await;
        let now = clock.now();
        if let Err(error) = store.write_until_none(ForgetBatches { now }).await {
            tracing::warn!(%error, "old batches of look-ups could not be forgotten");
        }
    }
}
