//! Files that were brought and whose import nobody has confirmed yet. They are forgotten after a
//! day.

use kofa_core::{ActorAt, Right};
use kofa_domain::{Error, Result, Timestamp};
use kofa_objects::Stored;
use kofa_store::{Op, Row, Tx, Value};

use super::rows::{CountOpen, insert, note, number};
use super::{Import, ImportState, OPEN_MAX, file_name, missing, too_many};

/// How long a file waits to be confirmed, in seconds.
const HELD_SECONDS: i64 = 86_400;
/// Files that wait at once.
const HELD_MAX: i64 = 20;

const COUNT: &str = "select count(*) as n from registry_import_held";
const HOLD: &str = "insert into registry_import_held \
     (id, environment, contents, is_csv, file_name, bytes, brought_by, brought_at) \
     values ($1, $2, $3, $4, $5, $6, $7, $8)";
const FIND: &str = "select * from registry_import_held where id = $1";
const LIST: &str = "select * from registry_import_held order by id desc limit $1";
const OVER: &str = "select id from registry_import_held where brought_at < $1 limit $2";
const FORGET: &str = "delete from registry_import_held where id = $1";

/// A file that is held, as the import that it would be.
fn held(row: &Row) -> Result<Import> {
    let brought_at = row.get("brought_at")?;
    Ok(Import {
        id: row.get("id")?,
        environment: row.get("environment")?,
        contents: row.get("contents")?,
        is_csv: row.get("is_csv")?,
        file_name: row.get("file_name")?,
        bytes: u64::try_from(row.get::<i64>("bytes")?).map_err(Error::internal)?,
        state: ImportState::Waiting,
        rows_done: 0,
        rows_stored: 0,
        rows_rejected: 0,
        bytes_done: 0,
        error: None,
        notes: Vec::new(),
        first_rejects: Vec::new(),
        brought_by: row.get("brought_by")?,
        brought_at,
        updated_at: brought_at,
    })
}

/// Holds a file that is in the object store. Nothing is imported.
#[derive(Debug)]
pub struct HoldImport {
    pub by: ActorAt,
    pub import: Import,
    pub object: Stored,
}

impl Op for HoldImport {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Market)?;
        if tx.one(COUNT, &[]).await?.get::<i64>("n")? >= HELD_MAX {
            return Err(too_many());
        }
        kofa_objects::keep(tx, &self.object, self.by.at).await?;
        let one = &self.import;
        let params: [Value<'_>; 8] = [
            one.id.as_str().into(),
            one.environment.as_str().into(),
            one.contents.as_str().into(),
            one.is_csv.into(),
            one.file_name.as_str().into(),
            number(one.bytes)?.into(),
            one.brought_by.as_str().into(),
            one.brought_at.into(),
        ];
        Ok(tx.exec_one(HOLD, &params).await?)
    }
}

/// The files that wait to be confirmed, the newest first.
#[derive(Clone, Copy, Debug)]
pub struct ListHeld;

impl Op for ListHeld {
    type Out = Vec<Import>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Import>> {
        tx.rows(LIST, &[HELD_MAX.into()])
            .await?
            .iter()
            .map(held)
            .collect()
    }
}

/// A file that waits to be confirmed, and where it lies.
#[derive(Clone, Debug)]
pub struct FindHeld {
    pub id: String,
}

impl Op for FindHeld {
    type Out = Option<(Import, Stored)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let row = tx.opt(FIND, &[self.id.as_str().into()]).await?;
        let object = kofa_objects::find(tx, &file_name(&self.id)).await?;
        match (row, object) {
            (Some(row), Some(object)) => Ok(Some((held(&row)?, object))),
            _ => Ok(None),
        }
    }
}

/// Begins the import of a file that is held, and notes who confirmed it; or throws the file away.
#[derive(Debug)]
pub struct EndHeld {
    pub by: ActorAt,
    pub id: String,
    pub is_confirmed: bool,
}

impl Op for EndHeld {
    type Out = Import;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Import> {
        self.by.actor.needs(Right::Market)?;
        let id: Value<'_> = self.id.as_str().into();
        let row = tx.opt(FIND, std::slice::from_ref(&id)).await?;
        let one = held(&row.ok_or_else(missing)?)?;
        if tx.exec(FORGET, &[id]).await? != 1 {
            return Err(missing());
        }
        if !self.is_confirmed {
            kofa_objects::forget(tx, &file_name(&self.id)).await?;
            return Ok(one);
        }
        if CountOpen.run(tx).await? >= OPEN_MAX {
            return Err(too_many());
        }
        note(&self.by, false, &one).run(tx).await?;
        match insert(tx, &one).await? {
            1 => Ok(one),
            _ => Err(Error::internal("two imports have one id")),
        }
    }
}

/// Forgets some files that nobody confirmed; how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct ForgetHeld {
    pub now: Timestamp,
}

impl Op for ForgetHeld {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let before = self.now.plus_seconds(-HELD_SECONDS);
        let mut forgotten = 0;
        for row in tx.rows(OVER, &[before.into(), HELD_MAX.into()]).await? {
            let id: String = row.get("id")?;
            kofa_objects::forget(tx, &file_name(&id)).await?;
            forgotten += tx.exec(FORGET, &[id.as_str().into()]).await?;
        }
        Ok(forgotten)
    }
}
