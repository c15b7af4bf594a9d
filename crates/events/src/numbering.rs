//! Numbers for events, and deliveries for those who want them.
//!
//! One worker does this, so that numbers have the order of its commits: who reads up to a number
//! never misses one that comes to stand before it. Were they given in the transaction of the
//! cause, that would have to hold the tenant's counter until its commit, and all that happens to a
//! tenant would happen one after another.

use std::collections::BTreeSet;

use data_encoding::HEXLOWER;
use kofa_core::event::EventType;
use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_store::{Op, Tx, Value};
use sha2::{Digest as _, Sha256};

/// Events that are numbered in one transaction.
pub(crate) const NUMBERED_AT_ONCE: i64 = 1_000;

const NEW: &str = "select id, tenant_id, environment from event where number is null \
     order by id limit $1";
// Holds the row until the commit: who numbers at the same moment waits, and finds nothing left.
const HOLD: &str = "insert into event_stream (tenant_id, environment, last_number, dropped_to) \
     values ($1, $2, 0, 0) on conflict (tenant_id, environment) do update \
     set last_number = event_stream.last_number";
const NUMBER: &str = "update event set number = n.number from (\
         select e.id, s.last_number + row_number() over (\
             partition by e.tenant_id, e.environment order by e.id) as number \
         from event e join event_stream s \
             on s.tenant_id = e.tenant_id and s.environment = e.environment \
         where e.number is null and e.id between $1 and $2) n \
     where event.id = n.id and event.number is null";
const REACH: &str = "update event_stream set last_number = n.number from (\
         select tenant_id, environment, max(number) as number from event \
         where id between $1 and $2 and number is not null group by tenant_id, environment) n \
     where event_stream.tenant_id = n.tenant_id and event_stream.environment = n.environment \
         and event_stream.last_number < n.number";
const FAN_OUT: &str = "insert into webhook_delivery (endpoint_id, event_id, lane, state, due_at, \
     attempts, created_at) \
     select w.id, e.id, w.id, case when w.enabled then 'due' else 'held' end, \
         cast($3 as bigint), 0, cast($3 as bigint) \
     from event e join webhook_endpoint w \
         on w.tenant_id = e.tenant_id and w.environment = e.environment \
     where e.id between $1 and $2 and e.number is not null and e.at >= w.created_at \
         and e.type <> $4 and (w.types = '' or w.types like '% ' || e.type || ' %') \
     order by e.id, w.id on conflict (endpoint_id, event_id, lane) do nothing";

/// Numbers new events, and makes their deliveries. How many there were.
#[derive(Clone, Copy, Debug)]
pub struct NumberEvents {
    pub now: Timestamp,
}

impl Op for NumberEvents {
    type Out = usize;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<usize> {
        let rows = tx.rows(NEW, &[NUMBERED_AT_ONCE.into()]).await?;
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return Ok(0);
        };
        let (first, last): (i64, i64) = (first.get("id")?, last.get("id")?);
        let mut streams: BTreeSet<(String, String)> = BTreeSet::new();
        for row in &rows {
            streams.insert((row.get("tenant_id")?, row.get("environment")?));
        }
        for (tenant, environment) in &streams {
            tx.exec_one(HOLD, &[tenant.into(), environment.into()])
                .await?;
        }
        let batch: [Value<'_>; 2] = [first.into(), last.into()];
        tx.exec(NUMBER, &batch).await?;
        tx.exec(REACH, &batch).await?;
        let test = EventType::WebhookTest.as_str();
        let params: [Value<'_>; 4] = [first.into(), last.into(), self.now.into(), test.into()];
        tx.exec(FAN_OUT, &params).await?;
        Ok(rows.len())
    }
}

const ANY_NEW: &str = "select id from event where number is null limit 1";

/// Whether an event waits for its number.
pub(crate) async fn has_new(tx: &mut Tx<'_>) -> Result<bool> {
    Ok(tx.opt(ANY_NEW, &[]).await?.is_some())
}

/// The public id of an event: the same whenever it is sent or shown, and nobody else's.
pub fn event_id(tenant: &TenantId, environment: Environment, number: i64) -> String {
    let text = format!("kofa event {tenant} {environment} {number}");
    let digest = Sha256::digest(text.as_bytes());
    format!("evt_{}", HEXLOWER.encode(&digest[..16]))
}
