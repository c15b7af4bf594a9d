//! Fills the register of holders of a rights issue from a file.
//!
//! One thread reads, checks and seals ([`parse`]); the caller's task stores what it sends, each
//! batch in one transaction, so that a file of millions of holders takes the memory of a few
//! thousand and one number for each CHN. A row that cannot be taken is skipped, reported with
//! its line number, and copied to the reject file; a file that cannot be read as a whole is
//! refused. A holder who is there already is replaced, so an import can be repeated.

mod parse;
mod rehearse;
mod row;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use kofa_core::ActorAt;
use kofa_domain::{Environment, Error, Result};
use kofa_input::rows::{Format, Reject};
use kofa_store::{Store, Vault};
use tokio::sync::mpsc;

use crate::allotment::grouped;
use crate::codes::INVALID_HOLDERS_FILE;
use crate::offer::Rights;
use crate::ops::{BeginHolders, FinishHolders, Forgotten, ImportHolders, PurgeHolders, SumRights};

pub use rehearse::rehearse_holders;

/// Batches that may wait for the store.
const BATCHES_WAITING: usize = 2;
/// Bytes read from a file at a time.
const READ_BYTES: usize = 256 * 1024;

/// What to import, and how.
#[derive(Clone, Debug)]
pub struct HoldersFile {
    pub by: ActorAt,
    pub environment: Environment,
    /// Of which rights issue.
    pub offer_id: String,
    /// How the file is written.
    pub format: Format,
    /// Where rejected rows go, as CSV with the columns line, reason and row. Made at the
    /// first rejected row; what was there is overwritten. It repeats personal data.
    pub rejects: Option<PathBuf>,
    /// The size of the source in bytes, if known, for the progress.
    pub bytes_total: Option<u64>,
    /// Whether holders whom the file does not name leave the register. Only if no row was
    /// rejected: a rejected row may have named them.
    pub replace: bool,
}

/// How far an import is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Rows seen, without header and empty lines.
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

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HoldersReport {
    /// Rows seen, without header and empty lines.
    pub rows_read: u64,
    /// Rows that are in the register now, new or replaced.
    pub rows_stored: u64,
    /// Rows that were skipped.
    pub rows_rejected: u64,
    /// The first rows that were skipped.
    pub first_rejects: Vec<Reject>,
    /// The reject file, if one was written.
    pub rejects_file: Option<PathBuf>,
    /// Shares held by all stored holders together.
    pub shares_held: i128,
    /// What they may take up together, before any application.
    pub shares_available: i128,
    /// Holders who left the register; `None` if that was not asked for or rows were rejected.
    pub holders_forgotten: Option<u64>,
    /// What all holders in the register may take up together now, whichever import brought
    /// them, before any application.
    pub register_available: i128,
    /// Shares of the issue.
    pub shares_on_offer: i64,
}

impl HoldersReport {
    /// What is wrong with the register as a whole, in words. Nothing is refused for it: a later
    /// import may correct it.
    pub fn warning(&self) -> Option<String> {
        if self.register_available <= i128::from(self.shares_on_offer) {
            return None;
        }
        Some(format!(
            "The register gives rights to {} new shares, but only {} are on offer. If more than \
             those are taken up by right, nothing can be allotted: correct the register by \
             another import before the close.",
            grouped(self.register_available),
            grouped(self.shares_on_offer)
        ))
    }
}

/// Imports `source` into the register of an issue. `progress` is called after each batch.
///
/// # Errors
/// `forbidden`, `not_found`, `offer_not_rights`, `invalid_holders_file` if the source cannot be
/// read as a whole, or the store's; what was stored before stays.
pub async fn import_holders(
    store: &Store,
    vault: &Vault,
    file: HoldersFile,
    source: impl BufRead + Send + 'static,
    mut progress: impl FnMut(Progress),
) -> Result<HoldersReport> {
    let (by, environment, offer_id) = (file.by.clone(), file.environment, file.offer_id.clone());
    let replace = file.replace;
    let begin = BeginHolders {
        by: by.clone(),
        environment,
        offer_id: offer_id.clone(),
        replace,
    };
    let terms = store.write(begin).await?;
    let (send, mut batches) = mpsc::channel::<parse::Batch>(BATCHES_WAITING);
    let reader = row::Reader::new(vault.clone(), &file, terms.clone());
    // The thread ends with the source, or at its next batch if nobody wants one any more.
    let parser = std::thread::Builder::new()
        .name("kofa-import".to_owned())
        .spawn(move || {
            parse::parse(source, &file, reader, |batch| {
                send.blocking_send(batch).is_ok()
            })
        })
        .map_err(Error::unavailable)?;
    while let Some(batch) = batches.recv().await {
        let put = ImportHolders {
            by: by.clone(),
            environment,
            offer_id: offer_id.clone(),
            holders: batch.holders,
        };
        store.write(put).await?;
        progress(batch.progress);
    }
    let mut report = parser
        .join()
        .map_err(|_| Error::internal("the import thread panicked"))??;
    if replace && report.rows_rejected == 0 && report.rows_stored > 0 {
        let forgotten = forget(store, &by, environment, &offer_id).await?;
        report.holders_forgotten = Some(forgotten);
    }
    report.register_available = sum(store, environment, &offer_id, &terms.rights).await?;
    report.shares_on_offer = terms.shares_on_offer;
    let finish = FinishHolders {
        by,
        environment,
        offer_id,
        rows_stored: report.rows_stored,
        rows_rejected: report.rows_rejected,
        holders_forgotten: report.holders_forgotten.unwrap_or(0),
    };
    store.write(finish).await?;
    Ok(report)
}

/// Imports the file at `path`; see [`import_holders`]. Its `bytes_total` is filled in.
///
/// # Errors
/// As [`import_holders`], and `invalid_holders_file` if the file cannot be opened.
pub async fn import_holders_file(
    store: &Store,
    vault: &Vault,
    path: &Path,
    mut file: HoldersFile,
    progress: impl FnMut(Progress),
) -> Result<HoldersReport> {
    let named = |error: std::io::Error| invalid(format!("{}: {error}.", path.display()));
    let source = File::open(path).map_err(named)?;
    file.bytes_total = Some(source.metadata().map_err(named)?.len());
    let source = BufReader::with_capacity(READ_BYTES, source);
    import_holders(store, vault, file, source, progress).await
}

async fn forget(
    store: &Store,
    by: &ActorAt,
    environment: Environment,
    offer_id: &str,
) -> Result<u64> {
    let (mut forgotten, mut after) = (0, Vec::new());
    loop {
        let some = PurgeHolders {
            by: by.clone(),
            environment,
            offer_id: offer_id.to_owned(),
            after,
        };
        let Forgotten { count, last } = store.write(some).await?;
        forgotten += count;
        match last {
            Some(last) => after = last,
            None => return Ok(forgotten),
        }
    }
}

async fn sum(
    store: &Store,
    environment: Environment,
    offer_id: &str,
    rights: &Rights,
) -> Result<i128> {
    let (mut total, mut after) = (0_i128, Vec::new());
    loop {
        let some = SumRights {
            environment,
            offer_id: offer_id.to_owned(),
            rights: rights.clone(),
            after,
        };
        let (available, last) = store.read(some).await?;
        total = total.saturating_add(available);
        match last {
            Some(last) => after = last,
            None => return Ok(total),
        }
    }
}

fn invalid(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(&INVALID_HOLDERS_FILE, message)
}
