//! The moves of an import, each one transaction. Each run of an import has a number of its own,
//! which every later move names: a server that has lost the import changes nothing.

use kofa_core::{ActorAt, Right};
use kofa_domain::{Error, Result, Timestamp};
use kofa_objects::Stored;
use kofa_store::{Op, Row, Tx, Value};

use super::{
    IMPORT_LEASE_SECONDS, Import, ImportLine, ImportState, OPEN_MAX, file_name, missing, too_many,
};
use crate::codes::INVALID_REGISTER_FILE;
use crate::import::ops::RecordImport;
use crate::import::target::Run;

/// Imports that are forgotten at a time.
const FORGOTTEN_AT_ONCE: i64 = 100;

const INSERT: &str = "insert into registry_import (id, environment, contents, is_csv, file_name, \
     bytes, state, rows_done, rows_stored, rows_rejected, bytes_done, error, notes, first_rejects, \
     brought_by, brought_at, updated_at, run) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 0) \
     on conflict do nothing";
const COLUMNS: &str = "select * from registry_import where id = $1";

pub(super) fn number(of: u64) -> Result<i64> {
    i64::try_from(of).map_err(Error::internal)
}

fn json(lines: &[ImportLine]) -> Result<String> {
    serde_json::to_string(lines).map_err(Error::internal)
}

/// Stores an import, unless it is there.
pub(super) async fn insert(tx: &mut Tx<'_>, one: &Import) -> Result<u64> {
    let params: [Value<'_>; 17] = [
        one.id.as_str().into(),
        one.environment.as_str().into(),
        one.contents.as_str().into(),
        one.is_csv.into(),
        one.file_name.as_str().into(),
        number(one.bytes)?.into(),
        one.state.as_str().into(),
        number(one.rows_done)?.into(),
        number(one.rows_stored)?.into(),
        number(one.rows_rejected)?.into(),
        number(one.bytes_done)?.into(),
        one.error.as_deref().into(),
        json(&one.notes)?.into(),
        json(&one.first_rejects)?.into(),
        one.brought_by.as_str().into(),
        one.brought_at.into(),
        one.updated_at.into(),
    ];
    Ok(tx.exec(INSERT, &params).await?)
}

fn import(row: &Row) -> Result<Import> {
    let count = |name| u64::try_from(row.get::<i64>(name)?).map_err(Error::internal);
    let lines = |name| -> Result<Vec<ImportLine>> {
        serde_json::from_str(&row.get::<String>(name)?).map_err(Error::internal)
    };
    let state: String = row.get("state")?;
    let unknown = || Error::internal("an import has an unknown state");
    Ok(Import {
        id: row.get("id")?,
        environment: row.get("environment")?,
        contents: row.get("contents")?,
        is_csv: row.get("is_csv")?,
        file_name: row.get("file_name")?,
        bytes: count("bytes")?,
        state: ImportState::parse(&state).ok_or_else(unknown)?,
        rows_done: count("rows_done")?,
        rows_stored: count("rows_stored")?,
        rows_rejected: count("rows_rejected")?,
        bytes_done: count("bytes_done")?,
        error: row.get("error")?,
        notes: lines("notes")?,
        first_rejects: lines("first_rejects")?,
        brought_by: row.get("brought_by")?,
        brought_at: row.get("brought_at")?,
        updated_at: row.get("updated_at")?,
    })
}

pub(super) fn note(by: &ActorAt, resumed: bool, one: &Import) -> RecordImport {
    RecordImport {
        by: by.clone(),
        resumed,
        id: one.id.clone(),
        environment: one.environment(),
        contents: one.contents().as_str(),
        bytes: one.bytes,
    }
}

/// Counts imports that wait or run.
#[derive(Clone, Copy, Debug)]
pub struct CountOpen;

const OPEN: &str =
    "select count(*) as n from registry_import where state in ('waiting', 'running')";

impl Op for CountOpen {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        Ok(tx.one(OPEN, &[]).await?.get("n")?)
    }
}

/// Begins an import whose file is in the object store, and notes who brought it.
#[derive(Debug)]
pub struct BeginImport {
    pub by: ActorAt,
    pub import: Import,
    pub object: Stored,
}

impl Op for BeginImport {
    type Out = Import;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Import> {
        self.by.actor.needs(Right::Market)?;
        if CountOpen.run(tx).await? >= OPEN_MAX {
            return Err(too_many());
        }
        note(&self.by, false, &self.import).run(tx).await?;
        kofa_objects::keep(tx, &self.object, self.by.at).await?;
        match insert(tx, &self.import).await? {
            1 => Ok(self.import.clone()),
            _ => Err(Error::internal("two imports have one id")),
        }
    }
}

/// Takes over an import of a version that kept it in a folder; whether it was not there yet.
#[derive(Debug)]
pub struct AdoptImport {
    pub import: Import,
    /// Its file, unless it is over.
    pub object: Option<Stored>,
    /// Rejected rows of its runs.
    pub rejects: Vec<RejectPiece>,
}

impl Op for AdoptImport {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        if insert(tx, &self.import).await? == 0 {
            return Ok(false);
        }
        if let Some(object) = &self.object {
            kofa_objects::keep(tx, object, self.import.updated_at()).await?;
        }
        for piece in &self.rejects {
            piece.keep(tx, &self.import.id).await?;
        }
        Ok(true)
    }
}

/// All imports, the newest first.
#[derive(Clone, Copy, Debug)]
pub struct ListImports;

const LIST: &str = "select * from registry_import order by id desc limit 10000";

impl Op for ListImports {
    type Out = Vec<Import>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Import>> {
        tx.rows(LIST, &[]).await?.iter().map(import).collect()
    }
}

/// Finds an import.
#[derive(Clone, Debug)]
pub struct FindImport {
    pub id: String,
}

impl Op for FindImport {
    type Out = Option<Import>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Import>> {
        let row = tx.opt(COLUMNS, &[self.id.as_str().into()]).await?;
        row.as_ref().map(import).transpose()
    }
}

/// Has a failed import go on, and notes by whom.
#[derive(Debug)]
pub struct ResumeImport {
    pub by: ActorAt,
    pub id: String,
}

const RESUME: &str = "update registry_import set state = 'waiting', error = null, updated_at = $2 \
     where id = $1 and state = 'failed'";

impl Op for ResumeImport {
    type Out = Import;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Import> {
        self.by.actor.needs(Right::Market)?;
        let id: Value<'_> = self.id.as_str().into();
        let is_first = tx.exec(RESUME, &[id.clone(), self.by.at.into()]).await? == 1;
        let row = tx.opt(COLUMNS, &[id]).await?.ok_or_else(missing)?;
        let one = import(&row)?;
        if !is_first {
            let message = format!(
                "The import is {}: only one that failed goes on again.",
                one.state.as_str()
            );
            return Err(Error::new(&INVALID_REGISTER_FILE, message));
        }
        note(&self.by, true, &one).run(tx).await?;
        Ok(one)
    }
}

/// Takes the next import that waits, or whose server is gone, while no other runs.
#[derive(Clone, Debug)]
pub struct ClaimImport {
    pub owner: String,
    pub now: Timestamp,
}

/// An import that was claimed.
#[derive(Clone, Debug)]
pub struct Claimed {
    pub run: Run,
    pub import: Import,
    /// Its file, unless it is gone.
    pub object: Option<Stored>,
}

// One at a time: they would only be in each other's way.
const NEXT: &str = "select id, run from registry_import where (state = 'waiting' \
     or (state = 'running' and lease_until <= $1)) and not exists (select 1 from registry_import \
     where state = 'running' and lease_until > $1) order by id limit 1";
const CLAIM: &str = "update registry_import set state = 'running', owner = $3, lease_until = $4, \
     run = run + 1, updated_at = $5 where id = $1 and run = $2 \
     and (state = 'waiting' or (state = 'running' and lease_until <= $5))";
// Of a run that began here and got no further: this one reads the same rows again.
const DROP_REJECTS: &str = "delete from registry_import_rejects where import_id = $1 \
     and rows_before >= $2";

impl Op for ClaimImport {
    type Out = Option<Claimed>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let Some(next) = tx.opt(NEXT, &[self.now.into()]).await? else {
            return Ok(None);
        };
        let (id, run): (String, i64) = (next.get("id")?, next.get("run")?);
        let params: [Value<'_>; 5] = [
            id.as_str().into(),
            run.into(),
            self.owner.as_str().into(),
            self.now.plus_seconds(IMPORT_LEASE_SECONDS).into(),
            self.now.into(),
        ];
        if tx.exec(CLAIM, &params).await? != 1 {
            // Another server was faster.
            return Ok(None);
        }
        let row = tx.one(COLUMNS, &[id.as_str().into()]).await?;
        let import = import(&row)?;
        let params: [Value<'_>; 2] = [id.as_str().into(), number(import.rows_done)?.into()];
        tx.exec(DROP_REJECTS, &params).await?;
        Ok(Some(Claimed {
            import,
            object: kofa_objects::find(tx, &file_name(&id)).await?,
            run: Run {
                number: run + 1,
                id,
            },
        }))
    }
}

/// Some of what a run wrote of rejected rows, sealed.
#[derive(Clone, Debug)]
pub struct RejectPiece {
    /// Rows that were done before the run.
    pub rows_before: i64,
    /// Bytes that the run wrote before it.
    pub bytes_before: i64,
    pub sealed: Vec<u8>,
}

const KEEP_PIECE: &str = "insert into registry_import_rejects (import_id, rows_before, \
     bytes_before, sealed) values ($1, $2, $3, $4)";

impl RejectPiece {
    async fn keep(&self, tx: &mut Tx<'_>, id: &str) -> Result<()> {
        let params: [Value<'_>; 4] = [
            id.into(),
            self.rows_before.into(),
            self.bytes_before.into(),
            (&self.sealed).into(),
        ];
        Ok(tx.exec_one(KEEP_PIECE, &params).await?)
    }
}

/// How far an import is, of all its runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub rows_done: u64,
    pub rows_stored: u64,
    pub rows_rejected: u64,
    pub bytes_done: u64,
}

/// Keeps how far a run is, and renews its lease; whether it still has the import.
#[derive(Clone, Debug)]
pub struct ReportImport {
    pub run: Run,
    pub now: Timestamp,
    pub counts: Counts,
    pub rejects: Option<RejectPiece>,
}

const REPORT: &str = "update registry_import set rows_done = $3, rows_stored = $4, \
     rows_rejected = $5, bytes_done = $6, updated_at = $7, lease_until = $8 \
     where id = $1 and run = $2 and state = 'running'";

impl Op for ReportImport {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let params: [Value<'_>; 8] = [
            self.run.id.as_str().into(),
            self.run.number.into(),
            number(self.counts.rows_done)?.into(),
            number(self.counts.rows_stored)?.into(),
            number(self.counts.rows_rejected)?.into(),
            number(self.counts.bytes_done)?.into(),
            self.now.into(),
            self.now.plus_seconds(IMPORT_LEASE_SECONDS).into(),
        ];
        let is_ours = tx.exec(REPORT, &params).await? == 1;
        if let (true, Some(piece)) = (is_ours, &self.rejects) {
            piece.keep(tx, &self.run.id).await?;
        }
        Ok(is_ours)
    }
}

/// Ends a run: the import is done, or stays to be resumed; whether it still had the import.
#[derive(Clone, Debug)]
pub struct EndRun {
    pub report: ReportImport,
    /// Why it stopped; `None` if every row is done.
    pub error: Option<String>,
    pub notes: Vec<ImportLine>,
    pub first_rejects: Vec<ImportLine>,
}

const END: &str = "update registry_import set state = $3, error = $4, notes = $5, \
     first_rejects = $6, owner = null, lease_until = null where id = $1 and run = $2";

impl Op for EndRun {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        if !self.report.run(tx).await? {
            return Ok(false);
        }
        let (run, is_done) = (&self.report.run, self.error.is_none());
        let state = if is_done { "done" } else { "failed" };
        let params: [Value<'_>; 6] = [
            run.id.as_str().into(),
            run.number.into(),
            state.into(),
            self.error.as_deref().into(),
            json(&self.notes)?.into(),
            json(&self.first_rejects)?.into(),
        ];
        tx.exec_one(END, &params).await?;
        if is_done {
            // Nothing of it is needed any more, and it may be about people.
            kofa_objects::forget(tx, &file_name(&run.id)).await?;
        }
        Ok(true)
    }
}

/// Reads what the runs of an import wrote of rejected rows: for each run the pieces in their order.
#[derive(Clone, Debug)]
pub struct ReadRejects {
    pub id: String,
}

const REJECTS: &str = "select rows_before, bytes_before, sealed from registry_import_rejects \
     where import_id = $1 order by rows_before, bytes_before";

impl Op for ReadRejects {
    type Out = Vec<RejectPiece>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<RejectPiece>> {
        let piece = |row: &Row| {
            Ok(RejectPiece {
                rows_before: row.get("rows_before")?,
                bytes_before: row.get("bytes_before")?,
                sealed: row.get("sealed")?,
            })
        };
        let rows = tx.rows(REJECTS, &[self.id.as_str().into()]).await?;
        rows.iter().map(piece).collect()
    }
}

/// Forgets some imports that were over before a moment; how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct ForgetImports {
    pub before: Timestamp,
}

const OVER: &str = "select id from registry_import where state in ('done', 'failed') \
     and updated_at < $1 order by id limit $2";
const FORGET_REJECTS: &str = "delete from registry_import_rejects where import_id = $1";
const FORGET: &str = "delete from registry_import where id = $1";

impl Op for ForgetImports {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params = [self.before.into(), FORGOTTEN_AT_ONCE.into()];
        let mut forgotten = 0;
        for row in tx.rows(OVER, &params).await? {
            let id: String = row.get("id")?;
            kofa_objects::forget(tx, &file_name(&id)).await?;
            tx.exec(FORGET_REJECTS, &[id.as_str().into()]).await?;
            forgotten += tx.exec(FORGET, &[id.as_str().into()]).await?;
        }
        Ok(forgotten)
    }
}
