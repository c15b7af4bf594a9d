//! What is stored of watches: who watches what, and the marks of what is watched.

use kofa_core::event::{EventType, NewEvent, append};
use kofa_domain::{Environment, Error, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use super::marks::{Change, Marks};
use crate::codes::TOO_MANY_WATCHES;
use crate::register::keys::{Entity, entity_of};
use crate::rules::read_rc_number;

/// A company that a tenant watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    pub id: String,
    pub entity: Entity,
    pub created_at: Timestamp,
}

fn watch(row: &Row) -> Result<Watch> {
    let wrong = || Error::internal("registry_watch.entity_id");
    let number: String = row.get("rc_number")?;
    let plain = entity_of(row.get("entity_id")?).ok_or_else(wrong)?;
    Ok(Watch {
        id: row.get("watch_id")?,
        entity: Entity {
            rc_number: read_rc_number(&number).map_err(|_| wrong())?.number,
            ..plain
        },
        created_at: row.get("created_at")?,
    })
}

const SAME: &str = "select * from registry_watch where environment = $1 and tenant_id = $2 \
     and entity_id = $3";
const COUNT: &str = "select count(*) as n from registry_watch \
     where environment = $1 and tenant_id = $2";
const CREATE: &str = "insert into registry_watch (watch_id, environment, tenant_id, entity_id, \
     rc_number, created_at) values ($1, $2, $3, $4, $5, $6)";
const FIRST_MARKS: &str = "insert into registry_watched (entity_id, marks) values ($1, $2) \
     on conflict (entity_id) do nothing";

/// Begins to watch a company for a tenant; one that is watched already stays as it is.
#[derive(Debug)]
pub(crate) struct CreateWatch {
    pub(crate) id: String,
    pub(crate) environment: Environment,
    pub(crate) tenant_id: TenantId,
    pub(crate) entity: Entity,
    pub(crate) now: Timestamp,
    /// What is known of the company now.
    pub(crate) marks: Marks,
    /// Watches of a tenant in an environment.
    pub(crate) most: u32,
    /// What the sandbox plays at once, for its reserved numbers.
    pub(crate) played: &'static [Change],
}

impl Op for CreateWatch {
    /// The watch, and whether it is new.
    type Out = (Watch, bool);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let key = self.entity.key(self.environment);
        let of: [Value<'_>; 3] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            key.into(),
        ];
        if let Some(row) = tx.opt(SAME, &of).await? {
            return Ok((watch(&row)?, false));
        }
        let watches: i64 = tx.one(COUNT, &of[..2]).await?.get("n")?;
        if watches >= i64::from(self.most) {
            let message = format!("At most {} companies can be watched.", self.most);
            return Err(Error::new(&TOO_MANY_WATCHES, message));
        }
        let params: [Value<'_>; 6] = [
            (&self.id).into(),
            self.environment.into(),
            (&self.tenant_id).into(),
            key.into(),
            self.entity.rc_number.as_str().into(),
            self.now.into(),
        ];
        tx.exec_one(CREATE, &params).await?;
        tx.exec(FIRST_MARKS, &[key.into(), self.marks.text().into()])
            .await?;
        let new = Watch {
            id: self.id.clone(),
            entity: self.entity.clone(),
            created_at: self.now,
        };
        if !self.played.is_empty() {
            let whose = (self.environment, &self.tenant_id);
            append(tx, &[event(&new, whose, self.played, self.now)]).await?;
        }
        Ok((new, true))
    }
}

fn event<'a>(
    watch: &Watch,
    (environment, tenant): (Environment, &'a TenantId),
    changes: &[Change],
    at: Timestamp,
) -> NewEvent<'a> {
    let changes: Vec<&str> = changes.iter().map(|one| one.as_str()).collect();
    NewEvent {
        tenant,
        environment,
        of: EventType::CompanyChanged,
        at,
        data: json!({
            "watchId": watch.id,
            "rcNumber": watch.entity.rc_number.as_str(),
            "entityType": watch.entity.entity_type.as_str(),
            "changes": changes,
        }),
    }
}

const LIST: &str = "select * from registry_watch where environment = $1 and tenant_id = $2 \
     order by created_at desc, watch_id desc limit $3 offset $4";

/// The companies that a tenant watches in an environment, the newest first; and how many.
#[derive(Debug)]
pub struct ListWatches {
    pub environment: Environment,
    pub tenant_id: TenantId,
    pub offset: i64,
    pub limit: i64,
}

impl Op for ListWatches {
    type Out = (Vec<Watch>, i64);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            self.limit.into(),
            self.offset.into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let total = tx.one(COUNT, &params[..2]).await?.get("n")?;
        let all: Result<Vec<Watch>> = rows.iter().map(watch).collect();
        Ok((all?, total))
    }
}

const FIND: &str = "select * from registry_watch where watch_id = $1 and environment = $2 \
     and tenant_id = $3";
const DELETE: &str = "delete from registry_watch where watch_id = $1";
const OTHERS: &str = "select 1 as one from registry_watch where entity_id = $1 limit 1";
const FORGET_MARKS: &str = "delete from registry_watched where entity_id = $1";

/// Ends a watch of a tenant: it as it was. The marks of a company that nobody watches any more go
/// with it.
#[derive(Debug)]
pub struct DeleteWatch {
    pub environment: Environment,
    pub tenant_id: TenantId,
    pub id: String,
}

impl Op for DeleteWatch {
    type Out = Option<Watch>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let of: [Value<'_>; 3] = [
            (&self.id).into(),
            self.environment.into(),
            (&self.tenant_id).into(),
        ];
        let Some(row) = tx.opt(FIND, &of).await? else {
            return Ok(None);
        };
        let was = watch(&row)?;
        tx.exec(DELETE, &of[..1]).await?;
        let key = [was.entity.key(self.environment).into()];
        if tx.opt(OTHERS, &key).await?.is_none() {
            tx.exec(FORGET_MARKS, &key).await?;
        }
        Ok(Some(was))
    }
}

const MARKS: &str = "select marks from registry_watched where entity_id = $1";
const NEXT_MARKS: &str = "update registry_watched set marks = $2 where entity_id = $1 \
     and marks = $3";
const WATCHERS: &str = "select * from registry_watch where entity_id = $1 and watch_id > $2 \
     order by watch_id limit 500";

/// Compares what is known of a company now with what was known of it, keeps it, and tells everyone
/// who watches it what changed.
#[derive(Debug)]
pub(crate) struct NoteMarks {
    pub(crate) environment: Environment,
    pub(crate) entity: Entity,
    pub(crate) marks: Marks,
    pub(crate) now: Timestamp,
}

impl Op for NoteMarks {
    /// Whether anybody watches it.
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let key = self.entity.key(self.environment);
        let Some(row) = tx.opt(MARKS, &[key.into()]).await? else {
            return Ok(false);
        };
        let text: String = row.get("marks")?;
        let before = Marks::read(&text);
        let changes = self.marks.changes_since(&before);
        let next = self.marks.clone().or(&before).text();
        if next == text {
            return Ok(true);
        }
        let params: [Value<'_>; 3] = [key.into(), next.into(), (&text).into()];
        if tx.exec(NEXT_MARKS, &params).await? == 0 {
            return Err(Error::unavailable("a watched company changed meanwhile"));
        }
        if !changes.is_empty() {
            self.tell(tx, key, &changes).await?;
        }
        Ok(true)
    }
}

impl NoteMarks {
    async fn tell(&self, tx: &mut Tx<'_>, key: i64, changes: &[Change]) -> Result<()> {
        let mut after = String::new();
        loop {
            let rows = tx.rows(WATCHERS, &[key.into(), (&after).into()]).await?;
            let mut whose = Vec::with_capacity(rows.len());
            for row in &rows {
                whose.push((watch(row)?, row.get::<TenantId>("tenant_id")?));
            }
            let Some((last, _)) = whose.last() else {
                return Ok(());
            };
            after = last.id.clone();
            let events: Vec<NewEvent<'_>> = whose
                .iter()
                .map(|(watch, tenant)| event(watch, (self.environment, tenant), changes, self.now))
                .collect();
            append(tx, &events).await?;
        }
    }
}

const IS_WATCHED: &str = "select 1 as one from registry_watched where entity_id = $1";

/// Whether anybody watches a company.
#[derive(Debug)]
pub(crate) struct IsWatched {
    pub(crate) environment: Environment,
    pub(crate) entity: Entity,
}

impl Op for IsWatched {
    type Out = bool;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let key = self.entity.key(self.environment);
        Ok(tx.opt(IS_WATCHED, &[key.into()]).await?.is_some())
    }
}

const ALL: &str = "select entity_id from registry_watched where entity_id > $1 \
     order by entity_id limit $2";

/// Keys of watched companies after one, in their order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListWatchedKeys {
    pub(crate) after: i64,
    pub(crate) limit: i64,
}

impl Op for ListWatchedKeys {
    type Out = Vec<i64>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<i64>> {
        let rows = tx
            .rows(ALL, &[self.after.into(), self.limit.into()])
            .await?;
        rows.iter().map(|row| Ok(row.get("entity_id")?)).collect()
    }
}
