//! Fills the local register from files: companies, and their people, capital and charges.
//!
//! One thread reads and parses ([`parse`]); the caller's task stores what it sends, each batch
//! one transaction, two at a time where no row of one replaces a row of the other. How far the
//! import is, is told in the order of the file. A short queue bounds the memory. A row
//! that cannot be read is skipped, reported with its line number, and copied to the reject
//! file; a file that cannot be read as a whole is refused. What is there already under a key
//! is replaced, and of several rows with one key the last of the file wins.

pub(crate) mod background;
mod capital;
mod charge;
mod company;
mod fields;
pub(crate) mod ops;
mod parse;
mod person;
mod preview;
mod shown;
mod target;
mod text;

use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesOrdered;
use kofa_domain::{Environment, Error, Result, Timestamp};
use kofa_objects::ObjectReader;
use kofa_store::Store;
use tokio::sync::mpsc;

pub(crate) use company::read_company;
pub(crate) use fields::RawRecord;
pub use kofa_input::rows::{Format, Reject};
pub use preview::Preview;
pub(crate) use preview::preview;

use crate::Entity;
use crate::codes::INVALID_REGISTER_FILE;
use crate::profile::{Part, Profile};
use fields::Field;
use shown::Standing;
use target::Target;
use text::Notes;

/// What a file is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contents {
    /// Companies, one a row.
    #[default]
    Companies,
    /// People and bodies, one role a row.
    People,
    /// Share capital, one company's a row.
    Capital,
    /// Charges, one a row.
    Charges,
}

impl Contents {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 4] = [Self::Companies, Self::People, Self::Capital, Self::Charges];

    /// The word of the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Companies => "companies",
            Self::People => "people",
            Self::Capital => "capital",
            Self::Charges => "charges",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

/// One sort of file: its columns, what a row of it is, and how that is stored.
trait Kind: Send + 'static {
    type Field: Field;
    /// What a row says.
    type Item: Send + 'static;
    /// By what two rows are the same thing.
    type Key<'a>: Ord + Hash
    where
        Self: 'a;
    /// What its rows are, in words.
    const THINGS: &'static str;
    /// Whether rows are about people, and must not be copied.
    const IS_PERSONAL: bool;

    /// Reads one row. What is put up with is added to `notes`; an error is why the row cannot
    /// be stored.
    fn read(
        raw: &RawRecord<'_, Self::Field>,
        notes: &mut Notes,
    ) -> std::result::Result<Self::Item, String>;

    /// The key of a row.
    fn key(item: &Self::Item) -> Self::Key<'_>;

    /// What is shown of a row before it is stored, and how that is called.
    const SHOWN: &'static [&'static str];
    fn shown(item: &Self::Item) -> Vec<String>;

    /// Whose it is, and what must be known of them to tell whether it is there already.
    const PART: Part;
    fn entity(item: &Self::Item) -> Entity;
    fn standing(known: &Profile, item: &Self::Item) -> Standing;

    /// Stores rows, no two with the same key; how many things were removed.
    fn store(
        target: &Target,
        environment: Environment,
        items: Vec<Self::Item>,
        imported_at: Timestamp,
    ) -> impl Future<Output = Result<u64>> + Send;
}

/// Batches that may wait for the store.
const BATCHES_WAITING: usize = 2;
/// Batches that are stored at the same time; on SQLite one after the other all the same.
const STORING_MAX: usize = 2;
/// Bytes read from a file at a time.
const READ_BYTES: usize = 256 * 1024;
/// Rejected rows that the report repeats; the reject file has them all.
const REPORTED_REJECTS_MAX: usize = 20;

#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// What the source is about.
    pub contents: Contents,
    /// How the source is written.
    pub format: Format,
    /// Where rejected rows go, as CSV with the columns line, reason and row. Made at the
    /// first rejected row; what was there is overwritten.
    pub rejects: Option<PathBuf>,
    /// The size of the source in bytes, if known, for the progress.
    pub bytes_total: Option<u64>,
    /// How many rows to pass over, because an earlier run of the same source did them.
    pub rows_done: u64,
    /// What the companies answer as the time of their retrieval.
    pub imported_at: Timestamp,
}

/// How far an import is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Rows passed over, because an earlier run did them.
    pub rows_skipped: u64,
    /// Rows seen after those, without header and empty lines.
    pub rows_read: u64,
    /// Rows that are in the register now.
    pub rows_stored: u64,
    /// Rows that were skipped.
    pub rows_rejected: u64,
    /// Bytes of the source those rows took.
    pub bytes_done: u64,
    /// Bytes of the source, if known.
    pub bytes_total: Option<u64>,
}

/// Something that was put up with, such as an unknown column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub message: String,
    /// In how many rows.
    pub rows: u64,
    /// Where first, from 1.
    pub first_line: u64,
}

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Rows passed over, because an earlier run did them.
    pub rows_skipped: u64,
    /// Rows seen after those, without header and empty lines.
    pub rows_read: u64,
    /// Rows that are in the register now, new or replaced.
    pub rows_stored: u64,
    /// Rows that were skipped.
    pub rows_rejected: u64,
    /// Things that left the register, because rows said so.
    pub things_removed: u64,
    /// What was put up with.
    pub notes: Vec<Note>,
    /// The first rows that were skipped.
    pub first_rejects: Vec<Reject>,
    /// The reject file, if one was written.
    pub rejects_file: Option<PathBuf>,
}

/// Imports `source` into the register of `environment`. `progress` is called after each
/// batch, once it is stored.
///
/// # Errors
/// `invalid_register_file` if the source cannot be read as a whole, or the store's; what was
/// stored before stays.
pub async fn import(
    store: &Store,
    environment: Environment,
    source: impl BufRead + Send + 'static,
    options: ImportOptions,
    progress: impl FnMut(Progress),
) -> Result<ImportReport> {
    import_into(Target::plain(store), environment, source, options, progress).await
}

async fn import_into(
    target: Target,
    environment: Environment,
    source: impl BufRead + Send + 'static,
    options: ImportOptions,
    progress: impl FnMut(Progress),
) -> Result<ImportReport> {
    match options.contents {
        Contents::Companies => {
            run::<company::Companies>(target, environment, source, options, progress).await
        }
        Contents::People => {
            run::<person::People>(target, environment, source, options, progress).await
        }
        Contents::Capital => {
            run::<capital::Capitals>(target, environment, source, options, progress).await
        }
        Contents::Charges => {
            run::<charge::Charges>(target, environment, source, options, progress).await
        }
    }
}

async fn run<K: Kind>(
    target: Target,
    environment: Environment,
    source: impl BufRead + Send + 'static,
    options: ImportOptions,
    mut progress: impl FnMut(Progress),
) -> Result<ImportReport> {
    let imported_at = options.imported_at;
    let (send, mut batches) = mpsc::channel::<parse::Batch<K::Item>>(BATCHES_WAITING);
    // The thread ends with the source, or at its next batch if nobody wants one any more.
    let parser = std::thread::Builder::new()
        .name("kofa-import".to_owned())
        .spawn(move || {
            parse::parse::<K>(source, &options, |batch| send.blocking_send(batch).is_ok())
        })
        .map_err(Error::unavailable)?;
    let mut storing = FuturesOrdered::new();
    let mut keys_waiting: VecDeque<HashSet<u64>> = VecDeque::new();
    let mut things_removed = 0;
    let mut stored = |(removed, so_far): (u64, Progress)| {
        things_removed += removed;
        progress(so_far);
    };
    loop {
        let batch = tokio::select! {
            biased;
            Some(done) = storing.next() => {
                keys_waiting.pop_front();
                stored(done?);
                continue;
            }
            batch = batches.recv() => batch,
        };
        let Some(batch) = batch else { break };
        let keys: HashSet<u64> = batch.items.iter().map(|one| hash(&K::key(one))).collect();
        while storing.len() >= STORING_MAX || keys_waiting.iter().any(|of| !of.is_disjoint(&keys)) {
            let Some(done) = storing.next().await else {
                break;
            };
            keys_waiting.pop_front();
            stored(done?);
        }
        keys_waiting.push_back(keys);
        storing.push_back(store_batch::<K>(&target, environment, batch, imported_at));
    }
    while let Some(done) = storing.next().await {
        stored(done?);
    }
    let report = parser
        .join()
        .map_err(|_| Error::internal("the import thread panicked"))??;
    Ok(ImportReport {
        things_removed,
        ..report
    })
}

/// How many things a batch removed, and how far the import is with it.
async fn store_batch<K: Kind>(
    target: &Target,
    environment: Environment,
    batch: parse::Batch<K::Item>,
    imported_at: Timestamp,
) -> Result<(u64, Progress)> {
    let removed = match batch.items.is_empty() {
        true => 0,
        false => K::store(target, environment, batch.items, imported_at).await?,
    };
    Ok((removed, batch.progress))
}

fn hash(key: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(key)
}

/// Imports the file at `path`; see [`import`]. The options' `bytes_total` is filled in.
///
/// # Errors
/// As [`import`], and `invalid_register_file` if the file cannot be opened.
pub async fn import_file(
    store: &Store,
    environment: Environment,
    path: &Path,
    mut options: ImportOptions,
    progress: impl FnMut(Progress),
) -> Result<ImportReport> {
    let named = |error: std::io::Error| invalid(format!("{}: {error}.", path.display()));
    let file = File::open(path).map_err(named)?;
    options.bytes_total = Some(file.metadata().map_err(named)?.len());
    let source = BufReader::with_capacity(READ_BYTES, file);
    import(store, environment, source, options, progress).await
}

/// Imports a source that lies in the object store.
///
/// # Errors
/// As [`import`], and `service_unavailable` if another run has the import.
pub(crate) async fn import_object(
    target: Target,
    environment: Environment,
    source: ObjectReader,
    options: ImportOptions,
    progress: impl FnMut(Progress),
) -> Result<ImportReport> {
    let source = BufReader::with_capacity(READ_BYTES, source);
    import_into(target, environment, source, options, progress).await
}

fn invalid(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(&INVALID_REGISTER_FILE, message)
}
