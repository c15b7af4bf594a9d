//! Events, kept for 30 days: they go in order, with their deliveries.

use kofa_core::retention::{AuditDrop, DUE_COUNTED_MAX, Due, RetentionKind};
use kofa_domain::{Result, Timestamp};
use kofa_store::{Op, Tx, Value};

/// How long events are kept, in days.
pub const KEPT_DAYS: u32 = 30;
/// Events that are dropped in one transaction.
const DROPPED_AT_ONCE: i64 = 500;

const REACH: &str = "update event_stream set dropped_to = n.number from (\
         select tenant_id, environment, max(number) as number from (\
             select tenant_id, environment, number from event \
             where at < $1 and number is not null order by at, id limit $2) old \
         group by tenant_id, environment) n \
     where event_stream.tenant_id = n.tenant_id and event_stream.environment = n.environment \
         and event_stream.dropped_to < n.number";
const DROP_DELIVERIES: &str = "delete from webhook_delivery where event_id in (\
     select e.id from event e join event_stream s on s.tenant_id = e.tenant_id \
     and s.environment = e.environment and e.number <= s.dropped_to \
     where e.at < $1 order by e.at, e.id limit $2)";
const DROP: &str = "delete from event where id in (\
     select e.id from event e join event_stream s on s.tenant_id = e.tenant_id \
     and s.environment = e.environment and e.number <= s.dropped_to \
     where e.at < $1 order by e.at, e.id limit $2)";

/// Drops events from before a moment, and their deliveries, in pieces; how many events.
#[derive(Clone, Copy, Debug)]
pub struct DropEvents {
    pub before: Timestamp,
}

impl Op for DropEvents {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params: [Value<'_>; 2] = [self.before.into(), DROPPED_AT_ONCE.into()];
        tx.exec(REACH, &params).await?;
        tx.exec(DROP_DELIVERIES, &params).await?;
        Ok(tx.exec(DROP, &params).await?)
    }
}

const COUNT: &str = "select count(*) as n, min(at) as at from (\
     select at from event where at < $1 and number is not null limit $2) old";

/// Counts events from before a moment.
#[derive(Clone, Copy, Debug)]
pub struct CountOldEvents {
    pub before: Timestamp,
}

impl Op for CountOldEvents {
    type Out = Due;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Due> {
        let params: [Value<'_>; 2] = [self.before.into(), DUE_COUNTED_MAX.into()];
        let row = tx.one(COUNT, &params).await?;
        Ok(Due {
            rows: row.get("n")?,
            oldest: row.get("at")?,
        })
    }
}

/// Events and deliveries, kept for so many days.
pub const fn kind(days: u32) -> RetentionKind {
    RetentionKind {
        name: "events",
        about: "Events and what became of their deliveries, from the event.",
        setting: "retention_events_days",
        days,
        due: |scope| {
            Box::pin(async move {
                let before = scope.before;
                scope.store.read(CountOldEvents { before }).await
            })
        },
        drop: |scope| {
            Box::pin(async move {
                let (now, before) = (scope.now, scope.before);
                let rows = scope.store.write_until_none(DropEvents { before }).await?;
                let rows = i64::try_from(rows).unwrap_or(i64::MAX);
                if rows > 0 {
                    let drop = AuditDrop {
                        kind: "events",
                        now,
                        before,
                        rows,
                    };
                    scope.store.write(drop).await?;
                }
                Ok(rows)
            })
        },
    }
}
