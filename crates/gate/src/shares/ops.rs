//! What is stored of shares.

use kofa_domain::{Error, Result};
use kofa_store::{Column, Dialect, Op, Tx, Type, Value};
use serde::de::DeserializeOwned;

use super::protocol::{Members, Read, Write};

/// What is busy no more is forgotten so many versions later: every node has read it by then.
const KEPT_VERSIONS: i64 = 100_000;

/// The members, and the buckets that changed after a version: one statement.
pub(super) struct ReadShares {
    pub(super) after: i64,
}

const ON_SQLITE: &str = "select bucket, version, shares, \
     cast(unixepoch('subsec') * 1000 as integer) as now_ms \
     from rate_share where version > $1 or bucket = ''";
const ON_POSTGRES: &str = "select bucket, version, shares, \
     (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms \
     from rate_share where version > $1 or bucket = ''";

impl Op for ReadShares {
    type Out = Read;
    const IS_ONE_READ: bool = true;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Read> {
        let sql = match tx.dialect() {
            Dialect::Sqlite => ON_SQLITE,
            Dialect::Postgres => ON_POSTGRES,
        };
        let mut read = Read {
            version: 0,
            now_ms: 0,
            members: Members::default(),
            buckets: Vec::new(),
        };
        for row in tx.rows(sql, &[self.after.into()]).await? {
            let bucket: String = row.get("bucket")?;
            let shares: String = row.get("shares")?;
            if bucket.is_empty() {
                read.version = row.get("version")?;
                read.now_ms = row.get("now_ms")?;
                read.members = parsed(&shares)?;
            } else {
                read.buckets.push((bucket, parsed(&shares)?));
            }
        }
        Ok(read)
    }
}

fn parsed<T: DeserializeOwned>(shares: &str) -> Result<T> {
    serde_json::from_str(shares).map_err(Error::internal)
}

/// Whether the change was made: not if there is a newer version than it was made for.
pub(super) struct WriteShares(pub(super) Write);

const COLUMNS: [Column; 3] = [
    ("bucket", Type::Text),
    ("version", Type::Int),
    ("shares", Type::Text),
];
const PUT: &str = "on conflict (bucket) do update \
     set version = excluded.version, shares = excluded.shares";
const MOVE: &str = "update rate_share set version = version + 1, shares = $2 \
     where bucket = '' and version = $1";
const AT_ONCE: &str = "with moved as (update rate_share set version = version + 1, shares = $5 \
       where bucket = '' and version = $4 returning version), \
     put as (insert into rate_share (bucket, version, shares) \
       select it.bucket, it.version, it.shares from moved, \
       unnest($1::text[], $2::bigint[], $3::text[]) it(bucket, version, shares) \
       on conflict (bucket) do update \
       set version = excluded.version, shares = excluded.shares) \
     select version from moved";

impl WriteShares {
    fn members(&self) -> Result<String> {
        serde_json::to_string(&self.0.members).map_err(Error::internal)
    }

    fn rows(&self) -> Result<Vec<[Value<'_>; 3]>> {
        let row = |(bucket, parts): &'_ (String, Vec<_>)| {
            let parts = serde_json::to_string(parts).map_err(Error::internal)?;
            Ok([
                bucket.clone().into(),
                (self.0.base + 1).into(),
                parts.into(),
            ])
        };
        self.0.buckets.iter().map(row).collect()
    }
}

impl Op for WriteShares {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let of = [self.0.base.into(), self.members()?.into()];
        if tx.exec(MOVE, &of).await? == 0 {
            return Ok(false);
        }
        tx.insert_rows("rate_share", &COLUMNS, PUT, &self.rows()?)
            .await?;
        Ok(true)
    }

    async fn at_once(&self, tx: &mut Tx<'_>) -> Result<Option<bool>> {
        let of = [self.0.base.into(), self.members()?.into()];
        let rows = self.rows()?;
        let moved = tx.rows_over(AT_ONCE, (&COLUMNS, &rows), &of).await?;
        Ok(Some(!moved.is_empty()))
    }
}

/// Forgets what has long not been busy.
#[derive(Debug)]
pub struct PurgeShares;

const PURGE: &str = "delete from rate_share where bucket in (select bucket from rate_share \
     where shares = '[]' and version < $1 + (select version from rate_share where bucket = '') \
     limit 1000)";

impl Op for PurgeShares {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        Ok(tx.exec(PURGE, &[(-KEPT_VERSIONS).into()]).await?)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use kofa_domain::{Environment, ManualClock, Rate, Share, Timestamp};
    use kofa_store::testing::TestDatabase;

    use super::*;
    use crate::shares::{Bucket, Delays, LimitCell, Shares};

    const RATE: Rate = Rate {
        per_second: 10,
        burst: 20,
    };

    fn taken(shares: &Shares, cells: &Arc<[LimitCell; 2]>, now: Timestamp) -> usize {
        let bucket = Bucket {
            of: "key_1",
            environment: Environment::Live,
            cells,
        };
        let calls = (0..100).map(|_| shares.take(&bucket, RATE, now).unwrap());
        calls.filter(|said| said.allowed).count()
    }

    #[tokio::test]
    async fn nodes_divide_a_limit_by_demand() {
        for database in TestDatabase::both().await {
            let store = database.open().await;
            let now = Timestamp::from_micros(1_795_000_000_000_000);
            let clock = ManualClock::new(now);
            let (one, two) = (Shares::new(store.clone()), Shares::new(store.clone()));
            for shares in [&one, &two] {
                shares.is_divided.store(true, Ordering::Relaxed);
            }
            let cells: [Arc<[LimitCell; 2]>; 2] = Default::default();
            let delays = Delays::default();
            for _ in 0..4 {
                one.tick(&clock, delays).await.unwrap();
                two.tick(&clock, delays).await.unwrap();
            }
            assert_eq!(one.lock().node.cold(), Share(500_000));
            // The first to come was alone and had a full burst; now it has half of one. What the
            // second got comes in with time.
            assert_eq!(taken(&one, &cells[0], now), 10);
            assert_eq!(taken(&two, &cells[1], now), 0);
            for _ in 0..100 {
                one.tick(&clock, delays).await.unwrap();
                two.tick(&clock, delays).await.unwrap();
                taken(&one, &cells[0], now);
            }
            let share = |shares: &Shares| shares.lock().node.share("key_1.live").0;
            assert!(share(&one) > 600_000, "{}", share(&one));
            assert!(share(&one) + share(&two) <= Share::WHOLE.0);
            let stale = WriteShares(Write::default());
            assert!(!store.write(stale).await.unwrap());
            assert_eq!(store.write(PurgeShares).await.unwrap(), 0);
            one.leave().await;
            two.tick(&clock, delays).await.unwrap();
            // On a busy machine the first was taken for gone before, and its share is still kept.
            while two.lock().node.cold() != Share::WHOLE {
                tokio::time::sleep(Duration::from_millis(100)).await;
                two.tick(&clock, delays).await.unwrap();
            }
            assert_eq!(share(&two), Share::WHOLE.0);
        }
    }
}
