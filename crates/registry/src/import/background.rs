//! Imports in the background: files that operators brought over HTTP, taken one after the
//! other, and where each stands.
//!
//! A file lies in the object store until every row of it is in the register, and a row of the
//! database says how far that is. One server at a time has an import, under a lease that it renews:
//! when it dies another goes on where it was. A file that cannot be read on is kept, so that its
//! import can go on once the cause is mended. What is over is forgotten after [`KEPT_DAYS`].

mod adopt;
pub(crate) mod held;
mod rejects;
pub(crate) mod rows;
mod run;

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use kofa_core::codes::BODY_TOO_LARGE;
use kofa_core::{ActorAt, Right};
use kofa_domain::{Clock, Environment, Error, Ids, Result, Timestamp, codes};
use kofa_objects::{Objects, Stored, Upload};
use kofa_store::{Store, Vault};
use serde::{Deserialize, Serialize};

use crate::codes::INVALID_REGISTER_FILE;
use crate::import::background::held::{EndHeld, FindHeld, HoldImport, ListHeld};
pub(crate) use crate::import::background::rejects::context as reject_context;
use crate::import::background::rejects::joined;
use crate::import::background::rows::{
    BeginImport, CountOpen, FindImport, ListImports, ReadRejects, ResumeImport,
};
use crate::import::{Contents, Format, ImportOptions, Preview, preview};

/// Largest file, in bytes: 2 GB.
pub const IMPORT_BYTES_MAX: u64 = 2 * 1024 * 1024 * 1024;
/// How long what is over is kept, in days.
pub const KEPT_DAYS: i64 = 30;
/// How long an import is its server's without a word from it, in seconds: another goes on within
/// one more.
pub const IMPORT_LEASE_SECONDS: i64 = 4;
/// Imports that may wait or run at once.
const OPEN_MAX: i64 = 10;
/// Rejected rows, and things that were put up with, that are kept with an import.
const KEPT_MAX: usize = 50;

/// Where an import stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportState {
    /// Others come before it.
    Waiting,
    /// Its rows are being stored.
    Running,
    /// Every row was stored or rejected.
    Done,
    /// It stopped before the end, and can go on.
    Failed,
}

impl ImportState {
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Running, Self::Done, Self::Failed];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

/// A row that was rejected, or something that was put up with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportLine {
    /// Where, or where first, from 1.
    pub line: u64,
    pub reason: String,
}

/// An import and how far it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Import {
    pub id: String,
    environment: String,
    contents: String,
    is_csv: bool,
    /// What the file is called where it came from.
    pub file_name: String,
    pub bytes: u64,
    pub state: ImportState,
    /// Rows seen, without header and empty lines.
    pub rows_done: u64,
    /// Rows that are in the register.
    pub rows_stored: u64,
    /// Rows that were skipped.
    pub rows_rejected: u64,
    /// Bytes that those rows took.
    pub bytes_done: u64,
    pub error: Option<String>,
    /// What was put up with.
    pub notes: Vec<ImportLine>,
    /// The first rows that were skipped.
    pub first_rejects: Vec<ImportLine>,
    /// Who brought it, as the audit log names them.
    pub brought_by: String,
    brought_at: i64,
    updated_at: i64,
}

impl Import {
    pub fn environment(&self) -> Environment {
        Environment::parse(&self.environment).unwrap_or(Environment::Sandbox)
    }

    /// What the file is about.
    pub fn contents(&self) -> Contents {
        Contents::parse(&self.contents).unwrap_or_default()
    }

    /// How the file is written.
    pub fn format(&self) -> Format {
        if self.is_csv {
            Format::Csv
        } else {
            Format::JsonLines
        }
    }

    /// When it was brought.
    pub fn brought_at(&self) -> Timestamp {
        Timestamp::from_micros(self.brought_at)
    }

    /// When it last got on.
    pub fn updated_at(&self) -> Timestamp {
        Timestamp::from_micros(self.updated_at)
    }

    /// How much of the file is done, from 0 to 100.
    pub fn percent(&self) -> u64 {
        match self.state {
            ImportState::Done => 100,
            _ => (self.bytes_done.saturating_mul(100) / self.bytes.max(1)).min(99),
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.state, ImportState::Waiting | ImportState::Running)
    }
}

/// What a file is, as it is brought.
#[derive(Clone, Debug)]
pub struct NewImport {
    pub by: ActorAt,
    pub environment: Environment,
    /// What it is about.
    pub contents: Contents,
    /// How it is written.
    pub format: Format,
    /// What it is called where it comes from, to be shown.
    pub file_name: String,
}

/// The imports of all servers over one database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Imports(Arc<Yard>);

#[derive(Debug)]
struct Yard {
    store: Store,
    vault: Vault,
    objects: Objects,
    clock: Arc<dyn Clock>,
    /// Where rejected rows lie while their file is read, and where versions without an object store
    /// kept files.
    folder: PathBuf,
    /// By which this server is told from others, and from itself before a restart.
    owner: String,
    /// An import was begun here: there is no need to wait for the next look.
    begun: tokio::sync::Notify,
}

/// A file on its way in. It is thrown away if it is not [`started`](Incoming::start).
#[derive(Debug)]
pub struct Incoming {
    imports: Imports,
    new: NewImport,
    id: String,
    bytes: u64,
    upload: Option<Upload>,
}

/// The name of a file in the object store.
pub(crate) fn file_name(id: &str) -> String {
    format!("imports/{id}")
}

impl Imports {
    /// Over what the database and the object store hold. Nothing goes on before
    /// [`Imports::work`]. `folder` is this server's own.
    pub fn new(
        (store, vault): (Store, Vault),
        objects: Objects,
        clock: Arc<dyn Clock>,
        folder: PathBuf,
    ) -> Self {
        let owner = Ids.uuid(clock.now()).to_string();
        Self(Arc::new(Yard {
            store,
            vault,
            objects,
            clock,
            folder,
            owner,
            begun: tokio::sync::Notify::new(),
        }))
    }

    /// All imports, the newest first.
    ///
    /// # Errors
    /// As the store's.
    pub async fn list(&self) -> Result<Vec<Import>> {
        self.0.store.read(ListImports).await
    }

    /// The import `id`.
    ///
    /// # Errors
    /// 404 `not_found`, or the store's.
    pub async fn find(&self, id: &str) -> Result<Import> {
        let found = self.0.store.read(FindImport { id: id.to_owned() }).await?;
        found.ok_or_else(missing)
    }

    /// Begins to take a file in.
    ///
    /// # Errors
    /// `forbidden`, `invalid_register_file` if too many wait already, or the store's.
    pub async fn begin(&self, new: NewImport) -> Result<Incoming> {
        new.by.actor.needs(Right::Market)?;
        self.forget().await;
        if self.0.store.read(CountOpen).await? >= OPEN_MAX {
            return Err(too_many());
        }
        let id = Ids.uuid(new.by.at).to_string();
        let upload = self.0.objects.begin(&file_name(&id));
        Ok(Incoming {
            imports: self.clone(),
            new,
            id,
            bytes: 0,
            upload: Some(upload),
        })
    }

    /// The files that wait to be confirmed, the newest first.
    ///
    /// # Errors
    /// As the store's.
    pub async fn held(&self) -> Result<Vec<Import>> {
        self.0.store.read(ListHeld).await
    }

    /// A file that waits to be confirmed.
    ///
    /// # Errors
    /// 404 `not_found`, or the store's.
    pub async fn find_held(&self, id: &str) -> Result<Import> {
        let found = self.0.store.read(FindHeld { id: id.to_owned() }).await?;
        found.map(|(one, _)| one).ok_or_else(missing)
    }

    /// A file that waits to be confirmed, and what importing it would do.
    ///
    /// # Errors
    /// 404 `not_found`, `invalid_register_file` if it cannot be read, or the store's.
    pub async fn preview(&self, id: &str) -> Result<(Import, Result<Preview>)> {
        let found = self.0.store.read(FindHeld { id: id.to_owned() }).await?;
        let (one, object) = found.ok_or_else(missing)?;
        let options = ImportOptions {
            contents: one.contents(),
            format: one.format(),
            rejects: None,
            bytes_total: Some(object.bytes),
            rows_done: 0,
            imported_at: self.0.clock.now(),
        };
        let source = self.0.objects.reader(&object)?;
        let looked = preview(&self.0.store, one.environment(), source, options).await;
        Ok((one, looked))
    }

    /// Begins the import of a file that waits to be confirmed.
    ///
    /// # Errors
    /// `forbidden`, 404 `not_found`, `invalid_register_file` if too many wait already.
    pub async fn confirm(&self, by: ActorAt, id: &str) -> Result<Import> {
        let begun = self.end_held(by, id, true).await?;
        self.0.begun.notify_one();
        Ok(begun)
    }

    /// Throws a file away that waits to be confirmed.
    ///
    /// # Errors
    /// `forbidden`, 404 `not_found`, or the store's.
    pub async fn discard(&self, by: ActorAt, id: &str) -> Result<Import> {
        self.end_held(by, id, false).await
    }

    async fn end_held(&self, by: ActorAt, id: &str, is_confirmed: bool) -> Result<Import> {
        let id = id.to_owned();
        let end = EndHeld {
            by,
            id,
            is_confirmed,
        };
        self.0.store.write(end).await
    }

    /// Has a failed import go on where it stopped.
    ///
    /// # Errors
    /// `forbidden`, 404 `not_found`, `invalid_register_file` if it did not fail.
    pub async fn resume(&self, by: ActorAt, id: &str) -> Result<Import> {
        by.actor.needs(Right::Market)?;
        let id = id.to_owned();
        let resumed = self.0.store.write(ResumeImport { by, id }).await?;
        self.0.begun.notify_one();
        Ok(resumed)
    }

    /// The rejected rows of an import as CSV with the columns line, reason and row, and
    /// whether that is all of them. Rows about people are not in it, only where they are.
    ///
    /// # Errors
    /// 404 `not_found`, or the store's.
    pub async fn rejects(&self, id: &str) -> Result<(Vec<u8>, bool)> {
        let id = self.find(id).await?.id;
        let runs = self.0.store.read(ReadRejects { id: id.clone() }).await?;
        Ok(joined(&rejects::opened(&self.0.vault, &id, runs)?))
    }
}

fn missing() -> Error {
    Error::new(&codes::NOT_FOUND, "There is no such import.")
}

fn too_many() -> Error {
    let message = format!("{OPEN_MAX} imports wait already; bring the next one later.");
    Error::new(&INVALID_REGISTER_FILE, message)
}

impl Incoming {
    /// Takes the next piece.
    ///
    /// # Errors
    /// 413 `body_too_large` beyond [`IMPORT_BYTES_MAX`], or the object store's.
    pub async fn take(&mut self, piece: Bytes) -> Result<()> {
        self.bytes += u64::try_from(piece.len()).unwrap_or(u64::MAX);
        if self.bytes > IMPORT_BYTES_MAX {
            let message = "The file has more than 2 GB; larger ones go by `kofa registry import`.";
            return Err(Error::new(&BODY_TOO_LARGE, message));
        }
        let upload = self.upload.as_mut();
        let upload = upload.ok_or_else(|| Error::internal("the file has ended"))?;
        upload.write(piece).await
    }

    /// The file is here whole: its import may begin, for who brought it as they are now. The
    /// file may have taken hours.
    ///
    /// # Errors
    /// `invalid_register_file` if it is empty, `forbidden`, or the store's.
    pub async fn start(mut self, by: ActorAt) -> Result<Import> {
        let (import, object) = self.finish(&by).await?;
        let begin = BeginImport { by, import, object };
        let begun = self.imports.0.store.write(begin).await?;
        self.imports.0.begun.notify_one();
        Ok(begun)
    }

    /// The file is here whole: it waits for [`Imports::confirm`].
    ///
    /// # Errors
    /// As [`Incoming::start`].
    pub async fn hold(mut self, by: ActorAt) -> Result<Import> {
        let (import, object) = self.finish(&by).await?;
        let hold = HoldImport {
            by,
            import: import.clone(),
            object,
        };
        self.imports.0.store.write(hold).await?;
        Ok(import)
    }

    async fn finish(&mut self, by: &ActorAt) -> Result<(Import, Stored)> {
        by.actor.needs(Right::Market)?;
        if self.bytes == 0 {
            return Err(Error::new(&INVALID_REGISTER_FILE, "The file is empty."));
        }
        let upload = self.upload.take();
        let upload = upload.ok_or_else(|| Error::internal("the file has ended"))?;
        let object = upload.finish().await?;
        Ok((self.import(by), object))
    }

    fn import(&self, by: &ActorAt) -> Import {
        let (new, at) = (&self.new, by.at.micros());
        Import {
            id: self.id.clone(),
            environment: new.environment.as_str().to_owned(),
            contents: new.contents.as_str().to_owned(),
            is_csv: new.format == Format::Csv,
            file_name: new.file_name.clone(),
            bytes: self.bytes,
            state: ImportState::Waiting,
            rows_done: 0,
            rows_stored: 0,
            rows_rejected: 0,
            bytes_done: 0,
            error: None,
            notes: Vec::new(),
            first_rejects: Vec::new(),
            brought_by: by.actor.to_string(),
            brought_at: at,
            updated_at: at,
        }
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        let Some(upload) = self.upload.take() else {
            return;
        };
        // What is left of it where there is no runtime any more has no row, and is swept.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(upload.abort());
        }
    }
}

/// An import that waits.
#[cfg(test)]
pub(crate) fn sample(id: &str, environment: Environment) -> Import {
    Import {
        id: id.to_owned(),
        environment: environment.as_str().to_owned(),
        contents: Contents::Companies.as_str().to_owned(),
        is_csv: true,
        file_name: String::new(),
        bytes: 1,
        state: ImportState::Waiting,
        rows_done: 0,
        rows_stored: 0,
        rows_rejected: 0,
        bytes_done: 0,
        error: None,
        notes: Vec::new(),
        first_rejects: Vec::new(),
        brought_by: "cli".to_owned(),
        brought_at: 0,
        updated_at: 0,
    }
}
