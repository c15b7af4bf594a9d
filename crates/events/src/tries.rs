//! Deliveries as the worker takes them, and what it notes of each try.

use std::collections::HashMap;
use std::sync::LazyLock;

use kofa_core::audit::{self, Change};
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Error, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Type, Value};
use serde_json::json;

use crate::endpoint::{HOLD, WebhookId};
use crate::feed::Event;
use crate::numbering::has_new;

/// How long an endpoint may fail before it is disabled, in seconds.
pub(crate) const FAILING_SECONDS_MAX: i64 = 5 * 86_400;

// A walk from lane to lane: however much waits in one, it is one step.
const LANES: &str = "with recursive lanes(lane) as (\
         select min(lane) from webhook_delivery where state = 'due' \
         union all \
         select (select min(d.lane) from webhook_delivery d \
             where d.state = 'due' and d.lane > l.lane) \
         from lanes l where l.lane is not null) \
     select l.lane from lanes l where l.lane is not null and exists (\
         select 1 from webhook_delivery d \
         where d.state = 'due' and d.lane = l.lane and d.due_at <= $1) limit 10000";

/// A delivery that is due, with all that is needed to send it.
#[derive(Clone, Debug)]
pub(crate) struct DueDelivery {
    pub(crate) id: i64,
    pub(crate) webhook: WebhookId,
    pub(crate) event: Event,
    /// Failed attempts so far.
    pub(crate) attempts: i64,
    /// The job whose address it goes to, and that address, sealed.
    pub(crate) job: Option<(RequestId, Vec<u8>)>,
    /// The endpoint's address.
    pub(crate) url: String,
    /// Whether it leads to the tenant's test inbox, whose token is not in `url`.
    pub(crate) is_inbox: bool,
    /// Of that inbox, if there is one: whose it is, and its token, sealed.
    pub(crate) inbox: Option<(TenantId, Vec<u8>)>,
    /// Sealed.
    pub(crate) secret: Vec<u8>,
    /// Sealed, and until when it signs.
    pub(crate) old_secret: Option<(Vec<u8>, Timestamp)>,
    pub(crate) failing_since: Option<Timestamp>,
}

const TAKE: &str = "select d.id, d.endpoint_id, d.attempts, d.job, d.job_url, e.tenant_id, \
     e.environment, e.number, e.type, e.at, e.data, w.url, w.secret, w.old_secret, \
     w.old_secret_until, w.failing_since, w.is_inbox, i.token from webhook_delivery d \
     join event e on e.id = d.event_id join webhook_endpoint w on w.id = d.endpoint_id \
     left join test_inbox i on w.is_inbox and i.tenant_id = w.tenant_id \
     where d.state = 'due' and d.lane = $1 and d.due_at <= $2 and e.number is not null \
     order by d.due_at, d.id limit $3";

/// What there is to do: one look at all of it, as each look waits for a connection.
#[derive(Clone, Debug)]
pub(crate) struct LookForWork {
    pub(crate) now: Timestamp,
    /// How many are wanted of a lane, the longest due first.
    pub(crate) wanted: HashMap<String, i64>,
    /// Of all others.
    pub(crate) otherwise: i64,
}

/// What [`LookForWork`] found.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    /// Whether an event waits for its number.
    pub(crate) has_new: bool,
    /// Lanes in which something is due, with what is wanted of them.
    pub(crate) lanes: Vec<(String, Vec<DueDelivery>)>,
}

impl Op for LookForWork {
    type Out = Work;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Work> {
        let has_new = has_new(tx).await?;
        let mut lanes = Vec::new();
        for row in tx.rows(LANES, &[self.now.into()]).await? {
            let lane: String = row.get("lane")?;
            let limit = self.wanted.get(&lane).copied().unwrap_or(self.otherwise);
            if limit > 0 {
                let params: [Value<'_>; 3] = [(&lane).into(), self.now.into(), limit.into()];
                let rows = tx.rows(TAKE, &params).await?;
                let due: Result<Vec<DueDelivery>> =
                    rows.iter().map(DueDelivery::from_row).collect();
                lanes.push((lane, due?));
            }
        }
        Ok(Work { has_new, lanes })
    }
}

impl DueDelivery {
    /// Whether it is sent to the tenant's test inbox, and not to an address that a job named.
    pub(crate) fn goes_to_inbox(&self) -> bool {
        self.is_inbox && self.job.is_none()
    }

    fn from_row(row: &Row) -> Result<Self> {
        let (job, url): (Option<Vec<u8>>, Option<Vec<u8>>) = (row.get("job")?, row.get("job_url")?);
        let job = job.map(|id| RequestId::from_slice(&id).map_err(Error::internal));
        let old: Option<Vec<u8>> = row.get("old_secret")?;
        let token: Option<Vec<u8>> = row.get("token")?;
        Ok(Self {
            id: row.get("id")?,
            webhook: row.get("endpoint_id")?,
            event: Event::from_row(row)?,
            attempts: row.get("attempts")?,
            job: job.transpose()?.zip(url),
            url: row.get("url")?,
            is_inbox: row.get("is_inbox")?,
            inbox: Some(row.get("tenant_id")?).zip(token),
            secret: row.get("secret")?,
            old_secret: old.zip(row.get("old_secret_until")?),
            failing_since: row.get("failing_since")?,
        })
    }
}

/// What follows a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Delivered,
    Again(Timestamp),
    /// It was the last one.
    Failed,
    /// The endpoint says that it is gone (410): nothing else is sent there.
    Gone,
}

/// One try at a delivery.
#[derive(Clone, Debug)]
pub(crate) struct Try {
    pub(crate) delivery: i64,
    pub(crate) webhook: WebhookId,
    /// Whether it went to the address of a job: that says nothing of the endpoint.
    pub(crate) is_of_job: bool,
    pub(crate) failing_since: Option<Timestamp>,
    pub(crate) at: Timestamp,
    pub(crate) took_ms: i64,
    /// The answer's HTTP status, if there was one.
    pub(crate) status: Option<u16>,
    /// Why it was no success, in a few words; empty if it was.
    pub(crate) error: String,
    pub(crate) next: Next,
}

/// Tries that one statement notes: each statement is a question to the database.
const NOTED_AT_ONCE: usize = 32;
/// Notes [`NOTED_AT_ONCE`] tries; fewer, where the ids of the others are null. What was held
/// meanwhile stays held, unless it arrived.
static NOTE: LazyLock<String> = LazyLock::new(|| {
    let types = [
        "bigint", "text", "bigint", "bigint", "bigint", "text", "bigint",
    ];
    let row = |row: usize| {
        let cast = |(at, of): (usize, &&str)| format!("cast(${} as {of})", row * 7 + at + 1);
        let row: Vec<String> = types.iter().enumerate().map(cast).collect();
        format!("({})", row.join(", "))
    };
    let rows: Vec<String> = (0..NOTED_AT_ONCE).map(row).collect();
    format!(
        "with t(id, state, due_at, tried_at, status, error, took_ms) as (values {}) \
         update webhook_delivery set \
         state = case when webhook_delivery.state = 'held' and t.state = 'due' then 'held' \
             else t.state end, \
         due_at = coalesce(t.due_at, webhook_delivery.due_at), \
         attempts = webhook_delivery.attempts + 1, tried_at = t.tried_at, status = t.status, \
         error = t.error, took_ms = t.took_ms from t \
         where webhook_delivery.id = t.id and webhook_delivery.state in ('due', 'held')",
        rows.join(", ")
    )
});
const WORKS: &str = "update webhook_endpoint set failing_since = null where id = $1";
const FAILS: &str = "update webhook_endpoint set failing_since = $2 \
     where id = $1 and failing_since is null";
const DISABLE: &str = "update webhook_endpoint set enabled = $2, disabled_at = $3 \
     where id = $1 and enabled = $4 and (failing_since <= $5 or $6 = $4) \
     returning tenant_id, environment";

/// Notes what came of tries. An endpoint that failed for too long, or is gone, is disabled.
#[derive(Clone, Debug)]
pub(crate) struct NoteTries {
    pub(crate) tries: Vec<Try>,
}

impl Op for NoteTries {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        for some in self.tries.chunks(NOTED_AT_ONCE) {
            let rows = some.iter().flat_map(Try::row);
            let none = (some.len()..NOTED_AT_ONCE).flat_map(|_| no_row());
            let params: Vec<Value<'_>> = rows.chain(none).collect();
            tx.exec(&NOTE, &params).await?;
        }
        for one in self.tries.iter().filter(|one| !one.is_of_job) {
            one.note_endpoint(tx).await?;
        }
        Ok(())
    }
}

fn no_row() -> [Value<'static>; 7] {
    let (number, text) = (Value::Null(Type::Int), Value::Null(Type::Text));
    [
        number.clone(),
        text.clone(),
        number.clone(),
        number.clone(),
        number.clone(),
        text,
        number,
    ]
}

impl Try {
    fn row(&self) -> [Value<'_>; 7] {
        let (state, due_at) = match self.next {
            Next::Delivered => ("delivered", None),
            Next::Again(at) => ("due", Some(at)),
            Next::Failed | Next::Gone => ("failed", None),
        };
        [
            self.delivery.into(),
            state.into(),
            due_at.into(),
            self.at.into(),
            self.status.map(i64::from).into(),
            (&self.error).into(),
            self.took_ms.into(),
        ]
    }

    async fn note_endpoint(&self, tx: &mut Tx<'_>) -> Result<()> {
        match (self.next, self.failing_since) {
            (Next::Delivered, None) => {}
            (Next::Delivered, Some(_)) => {
                tx.exec(WORKS, &[(&self.webhook).into()]).await?;
            }
            (next, failing_since) => {
                if failing_since.is_none() {
                    let since = [(&self.webhook).into(), self.at.into()];
                    tx.exec(FAILS, &since).await?;
                }
                let too_long = self.at.plus_seconds(-FAILING_SECONDS_MAX);
                let failed_too_long = failing_since.is_some_and(|since| since <= too_long);
                if next == Next::Gone || failed_too_long {
                    self.disable(tx, too_long).await?;
                }
            }
        }
        Ok(())
    }

    async fn disable(&self, tx: &mut Tx<'_>, too_long: Timestamp) -> Result<()> {
        let params: [Value<'_>; 6] = [
            (&self.webhook).into(),
            false.into(),
            self.at.into(),
            true.into(),
            too_long.into(),
            (self.next == Next::Gone).into(),
        ];
        let Some(row) = tx.opt(DISABLE, &params).await? else {
            return Ok(());
        };
        tx.exec(HOLD, &[(&self.webhook).into()]).await?;
        let (tenant, environment): (TenantId, String) =
            (row.get("tenant_id")?, row.get("environment")?);
        let change = Change {
            by: &ActorAt {
                actor: Actor::System,
                at: self.at,
            },
            action: "webhook.disable",
            subject: self.webhook.as_str(),
            tenant: Some(&tenant),
            details: json!({"environment": environment, "lastError": self.error}),
        };
        tracing::warn!(webhook = %self.webhook, "a webhook endpoint failed too long: disabled");
        audit::append(tx, change).await
    }
}
