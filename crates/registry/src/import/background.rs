//! Imports in the background: files that operators brought over HTTP, taken one after the
//! other, and where each stands.
//!
//! A file lies in a folder of its own until every row of it is in the register, beside a note
//! of how far that is: a server that stops takes it up again where it was. A file that cannot
//! be read on is kept, so that its import can go on once the cause is mended. What is over is
//! forgotten after [`KEPT_DAYS`].

mod rejects;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use kofa_core::codes::BODY_TOO_LARGE;
use kofa_core::{ActorAt, Right};
use kofa_domain::{Clock, Environment, Error, Ids, Result, Timestamp, codes};
use kofa_store::Store;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::codes::INVALID_REGISTER_FILE;
use crate::import::background::rejects::{first_rejects, read_rejects};
use crate::import::ops::RecordImport;
use crate::import::{Contents, Format, ImportOptions, ImportReport, Progress, import_file};

/// Largest file, in bytes: 2 GB.
pub const IMPORT_BYTES_MAX: u64 = 2 * 1024 * 1024 * 1024;
/// How long what is over is kept, in days.
pub const KEPT_DAYS: i64 = 30;
/// Imports that may wait or run at once.
const OPEN_MAX: usize = 10;
/// Rejected rows, and things that were put up with, that are kept with an import.
const KEPT_MAX: usize = 50;
/// Pieces of a file that may wait for the disk.
const PIECES_WAITING: usize = 16;

const RECORD: &str = "import.json";
/// The record as it is written, before it takes the place of the one before.
const FRESH: &str = "import.json.new";
const FILE: &str = "file";

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

/// The imports of a server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Imports(Arc<Yard>);

#[derive(Debug)]
struct Yard {
    store: Store,
    clock: Arc<dyn Clock>,
    folder: PathBuf,
    known: Mutex<BTreeMap<String, Import>>,
    /// One import at a time: they would only be in each other's way.
    turn: tokio::sync::Mutex<()>,
}

/// A file on its way in. It is thrown away if it is not [`started`](Incoming::start).
#[derive(Debug)]
pub struct Incoming {
    imports: Imports,
    new: NewImport,
    id: String,
    bytes: u64,
    pieces: Option<mpsc::Sender<Bytes>>,
    writer: Option<JoinHandle<std::io::Result<()>>>,
    started: bool,
}

impl Imports {
    /// Over what `folder` holds. Nothing goes on before [`Imports::take_up`].
    pub fn new(store: Store, clock: Arc<dyn Clock>, folder: PathBuf) -> Self {
        let known = Mutex::new(read_all(&folder));
        Self(Arc::new(Yard {
            store,
            clock,
            folder,
            known,
            turn: tokio::sync::Mutex::new(()),
        }))
    }

    /// Lets go on what an earlier process left, and forgets what is long over.
    pub fn take_up(&self) {
        self.forget();
        let open = self.list().into_iter().filter(Import::is_open);
        open.for_each(|one| self.go_on(one.id));
    }

    /// Forgets what is long over.
    fn forget(&self) {
        let before = self.0.clock.now().plus_seconds(-KEPT_DAYS * 86_400);
        self.known().retain(|id, one| {
            let is_kept = one.is_open() || one.updated_at() >= before;
            if !is_kept {
                let _ = fs::remove_dir_all(self.0.folder.join(id));
            }
            is_kept
        });
    }

    /// All imports, the newest first.
    pub fn list(&self) -> Vec<Import> {
        self.known().values().rev().cloned().collect()
    }

    /// The import `id`.
    ///
    /// # Errors
    /// 404 `not_found`.
    pub fn find(&self, id: &str) -> Result<Import> {
        let missing = || Error::new(&codes::NOT_FOUND, "There is no such import.");
        self.known().get(id).cloned().ok_or_else(missing)
    }

    /// Begins to take a file in.
    ///
    /// # Errors
    /// `forbidden`, `invalid_register_file` if too many wait already, or the disk's.
    pub fn begin(&self, new: NewImport) -> Result<Incoming> {
        new.by.actor.needs(Right::Market)?;
        self.forget();
        if self.known().values().filter(|one| one.is_open()).count() >= OPEN_MAX {
            let message = format!("{OPEN_MAX} imports wait already; bring the next one later.");
            return Err(Error::new(&INVALID_REGISTER_FILE, message));
        }
        let id = Ids.uuid(new.by.at).to_string();
        let folder = self.0.folder.join(&id);
        fs::create_dir_all(&folder).map_err(Error::unavailable)?;
        let mut file = private(&folder.join(FILE)).map_err(Error::unavailable)?;
        let (pieces, mut coming) = mpsc::channel::<Bytes>(PIECES_WAITING);
        let writer = tokio::task::spawn_blocking(move || {
            while let Some(piece) = coming.blocking_recv() {
                file.write_all(&piece)?;
            }
            file.sync_all()
        });
        Ok(Incoming {
            imports: self.clone(),
            new,
            id,
            bytes: 0,
            pieces: Some(pieces),
            writer: Some(writer),
            started: false,
        })
    }

    /// Has a failed import go on where it stopped.
    ///
    /// # Errors
    /// `forbidden`, 404 `not_found`, `invalid_register_file` if it did not fail.
    pub async fn resume(&self, by: ActorAt, id: &str) -> Result<Import> {
        by.actor.needs(Right::Market)?;
        let (imports, id) = (self.clone(), id.to_owned());
        // Noted and done are one, also for who hangs up in between.
        let resumed = tokio::spawn(async move { imports.resume_noted(by, &id).await });
        resumed.await.map_err(Error::internal)?
    }

    async fn resume_noted(&self, by: ActorAt, id: &str) -> Result<Import> {
        let one = self.find(id)?;
        if one.state != ImportState::Failed {
            let message = format!(
                "The import is {}: only one that failed goes on again.",
                one.state.as_str()
            );
            return Err(Error::new(&INVALID_REGISTER_FILE, message));
        }
        self.0.store.write(note(by, true, &one)).await?;
        let mut is_first = false;
        let one = self.change(id, |one| {
            // Two may have found it failed: a second run would have no file any more.
            is_first = one.state == ImportState::Failed;
            if is_first {
                one.state = ImportState::Waiting;
                one.error = None;
            }
        })?;
        if is_first {
            self.go_on(id.to_owned());
        }
        Ok(one)
    }

    /// The rejected rows of an import as CSV with the columns line, reason and row, and
    /// whether that is all of them. Rows about people are not in it, only where they are.
    ///
    /// # Errors
    /// 404 `not_found`, or the disk's.
    pub async fn rejects(&self, id: &str) -> Result<(Vec<u8>, bool)> {
        let folder = self.0.folder.join(self.find(id)?.id);
        let read = tokio::task::spawn_blocking(move || read_rejects(&folder));
        let read = read.await.map_err(Error::internal)?;
        read.map_err(Error::unavailable)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Import>> {
        // Each change of the map is whole before the lock is let go.
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known of an import, here and on disk.
    fn change(&self, id: &str, change: impl FnOnce(&mut Import)) -> Result<Import> {
        let mut known = self.known();
        let missing = || Error::new(&codes::NOT_FOUND, "There is no such import.");
        let one = known.get_mut(id).ok_or_else(missing)?;
        change(one);
        one.updated_at = self.0.clock.now().micros();
        let one = one.clone();
        drop(known);
        // Without it the import starts again after a crash, which is slower and no worse.
        if let Err(error) = write_record(&self.0.folder, &one) {
            tracing::warn!(import = id, %error, "how far an import is could not be kept");
        }
        Ok(one)
    }

    fn go_on(&self, id: String) {
        let imports = self.clone();
        tokio::spawn(async move {
            let _turn = imports.0.turn.lock().await;
            if let Err(error) = imports.run(&id).await {
                tracing::error!(import = id, %error, "an import broke off");
            }
        });
    }

    async fn run(&self, id: &str) -> Result<()> {
        let begun = self.change(id, |one| one.state = ImportState::Running)?;
        let folder = self.0.folder.join(id);
        let file = folder.join(FILE);
        let options = ImportOptions {
            contents: begun.contents(),
            format: if begun.is_csv {
                Format::Csv
            } else {
                Format::JsonLines
            },
            rejects: Some(folder.join(format!("rejects-{:012}.csv", begun.rows_done))),
            bytes_total: None,
            rows_done: begun.rows_done,
            imported_at: self.0.clock.now(),
        };
        let got_on = |now: Progress| {
            // It is there as long as it runs.
            let _ = self.change(id, |one| {
                one.rows_done = begun.rows_done + now.rows_read;
                one.rows_stored = begun.rows_stored + now.rows_stored;
                one.rows_rejected = begun.rows_rejected + now.rows_rejected;
                one.bytes_done = now.bytes_done;
            });
        };
        let (store, environment) = (&self.0.store, begun.environment());
        let ended = import_file(store, environment, &file, options, got_on).await;
        // Of all runs, also of those that were cut off and told nobody.
        let read = tokio::task::spawn_blocking(move || first_rejects(&folder, KEPT_MAX));
        let first = read.await.map_err(Error::internal)?;
        self.change(id, |one| {
            one.first_rejects = first.unwrap_or_default();
            match &ended {
                Ok(report) => end(one, &begun, report),
                Err(error) => {
                    one.state = ImportState::Failed;
                    one.error = Some(why(error));
                }
            }
        })?;
        if ended.is_ok() {
            // Nothing of it is needed any more, and it may be about people.
            let _ = fs::remove_file(&file);
        }
        Ok(())
    }
}

fn end(one: &mut Import, begun: &Import, report: &ImportReport) {
    one.state = ImportState::Done;
    one.rows_done = begun.rows_done + report.rows_read;
    one.rows_stored = begun.rows_stored + report.rows_stored;
    one.rows_rejected = begun.rows_rejected + report.rows_rejected;
    one.bytes_done = one.bytes;
    let note = |note: &crate::import::Note| ImportLine {
        line: note.first_line,
        reason: format!("{} ({} rows)", note.message, note.rows),
    };
    one.notes = report.notes.iter().take(KEPT_MAX).map(note).collect();
}

/// What went wrong, for the operator. Of what is not the file's fault only that.
fn why(error: &Error) -> String {
    if error.code().name == INVALID_REGISTER_FILE.name {
        return error.message().to_owned();
    }
    tracing::warn!(%error, "an import stopped");
    "The register could not be written. What was stored before stays; let it go on later."
        .to_owned()
}

fn note(by: ActorAt, resumed: bool, one: &Import) -> RecordImport {
    RecordImport {
        by,
        resumed,
        id: one.id.clone(),
        environment: one.environment(),
        contents: one.contents().as_str(),
        bytes: one.bytes,
    }
}

impl Incoming {
    /// Takes the next piece.
    ///
    /// # Errors
    /// 413 `body_too_large` beyond [`IMPORT_BYTES_MAX`], or the disk's.
    pub async fn take(&mut self, piece: Bytes) -> Result<()> {
        self.bytes += u64::try_from(piece.len()).unwrap_or(u64::MAX);
        if self.bytes > IMPORT_BYTES_MAX {
            let message = "The file has more than 2 GB; larger ones go by `kofa registry import`.";
            return Err(Error::new(&BODY_TOO_LARGE, message));
        }
        let full = || Error::unavailable("the file of an import cannot be written");
        let pieces = self.pieces.as_ref().ok_or_else(full)?;
        pieces.send(piece).await.map_err(|_| full())
    }

    /// The file is here whole: its import may begin, for who brought it as they are now. The
    /// file may have taken hours.
    ///
    /// # Errors
    /// `invalid_register_file` if it is empty, `forbidden`, or the disk's and the store's.
    pub async fn start(mut self, by: ActorAt) -> Result<Import> {
        by.actor.needs(Right::Market)?;
        drop(self.pieces.take());
        if let Some(writer) = self.writer.take() {
            let written = writer.await.map_err(Error::internal)?;
            written.map_err(Error::unavailable)?;
        }
        if self.bytes == 0 {
            return Err(Error::new(&INVALID_REGISTER_FILE, "The file is empty."));
        }
        let (new, at) = (&self.new, by.at.micros());
        let one = Import {
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
        };
        // Noted and begun are one, also for who hangs up in between.
        let begun = tokio::spawn(async move { self.begin_noted(by, one).await });
        begun.await.map_err(Error::internal)?
    }

    async fn begin_noted(&mut self, by: ActorAt, one: Import) -> Result<Import> {
        let imports = self.imports.clone();
        let yard = &imports.0;
        yard.store.write(note(by, false, &one)).await?;
        write_record(&yard.folder, &one).map_err(Error::unavailable)?;
        self.started = true;
        imports.known().insert(one.id.clone(), one.clone());
        imports.go_on(one.id.clone());
        Ok(one)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if !self.started {
            let _ = fs::remove_dir_all(self.imports.0.folder.join(&self.id));
        }
    }
}

/// A file for the server alone: it may be about people.
fn private(path: &Path) -> std::io::Result<fs::File> {
    let mut options = fs::File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn write_record(folder: &Path, one: &Import) -> std::io::Result<()> {
    let folder = folder.join(&one.id);
    let (fresh, path) = (folder.join(FRESH), folder.join(RECORD));
    let mut file = private(&fresh)?;
    file.write_all(&serde_json::to_vec(one)?)?;
    // The name must not get to the disk before what it names.
    file.sync_all()?;
    fs::rename(fresh, path)
}

/// What earlier processes left. A folder without a record is of a file that never arrived. One
/// whose record cannot be read stays as long as the file is in it.
fn read_all(folder: &Path) -> BTreeMap<String, Import> {
    let mut all = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return all;
    };
    for entry in entries.flatten() {
        let text = fs::read(entry.path().join(RECORD)).unwrap_or_default();
        match serde_json::from_slice::<Import>(&text) {
            Ok(one) if entry.file_name().to_str() == Some(&one.id) => {
                all.insert(one.id.clone(), one);
            }
            _ if holds_whole(&entry.path()) => {
                let folder = entry.path();
                tracing::warn!(
                    folder = %folder.display(),
                    "the record of an import cannot be read: bring its file again, and remove the \
                     folder"
                );
            }
            _ => {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
    all
}

/// Whether the folder holds a file that arrived whole: a record is begun no sooner.
fn holds_whole(folder: &Path) -> bool {
    let has = |name: &str| folder.join(name).exists();
    has(FILE) && (has(RECORD) || has(FRESH))
}
