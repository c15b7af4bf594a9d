//! The engine's reader for async callers, and what its failures mean to them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use kofa_address::{
    CORRUPT_DOCUMENT, Document, Limits, PoolSettings, ReadError, ReaderPool, UNREADABLE_DOCUMENT,
};
use kofa_domain::{Error, Result};
use tokio::sync::Semaphore;

use crate::codes::{DOCUMENT_TOO_COMPLEX, READER_UNAVAILABLE};

/// Reads documents in limited child processes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reader {
    pool: Arc<ReaderPool>,
    limits: Limits,
    /// Bounds the threads that block on the pool.
    callers: Arc<Semaphore>,
}

impl Reader {
    /// With children that run `command args…` under the limits of a direct call; the first
    /// document starts them.
    pub fn start(command: PathBuf, args: Vec<OsString>) -> Self {
        Self::with(PoolSettings::new(command, args), Limits::default())
    }

    /// With other settings and limits.
    pub fn with(settings: PoolSettings, limits: Limits) -> Self {
        let callers = settings.readers_max.max(1) + settings.waiting_max;
        Self {
            pool: Arc::new(ReaderPool::new(settings)),
            limits,
            callers: Arc::new(Semaphore::new(callers)),
        }
    }

    /// Reads a document.
    ///
    /// # Errors
    /// The document's: of an unknown type, too large, encrypted, damaged, too many pages, no
    /// text, too complex. The reader's: busy, unavailable.
    pub async fn read(&self, document: Bytes) -> Result<Document> {
        let permit = Arc::clone(&self.callers)
            .try_acquire_owned()
            .map_err(|_| refusal(ReadError::Busy))?;
        let (pool, limits) = (Arc::clone(&self.pool), self.limits);
        let reading = tokio::task::spawn_blocking(move || {
            let read = pool.read(&document, &limits);
            drop(permit);
            read
        });
        let read = reading.await.map_err(|_| panicked("reading"))?;
        read.map_err(refusal)
    }

    /// Whether a child can be started and reads: it is asked to refuse a damaged document.
    pub async fn is_ready(&self) -> bool {
        let damaged = Bytes::from_static(b"%PDF-1.7\n");
        let Err(error) = self.read(damaged).await else {
            return false;
        };
        error.code() == &CORRUPT_DOCUMENT
    }
}

/// What a caller is told.
fn refusal(error: ReadError) -> Error {
    /// Time to start a reader again, in seconds.
    const RESTART_SECONDS: u32 = 5;
    match error {
        ReadError::NoTextLayer => Error::new(
            &UNREADABLE_DOCUMENT,
            "No text could be read: the document is a scan or a photo, or its fonts do not say \
             which letters they draw. This version does not read scans and photos yet; send the \
             issuer's original PDF, in which text can be selected.",
        ),
        ReadError::TimedOut => Error::new(
            &DOCUMENT_TOO_COMPLEX,
            "The document could not be read within the time limit.",
        ),
        ReadError::Crashed => Error::new(
            &DOCUMENT_TOO_COMPLEX,
            "The document could not be read within the limit on memory, or broke its reader.",
        ),
        ReadError::Unavailable => {
            Error::plain(&READER_UNAVAILABLE).with_retry_after(RESTART_SECONDS)
        }
        other => other.into(),
    }
}

/// The message of a panic may repeat the document, so it goes nowhere.
pub(crate) fn panicked(doing: &str) -> Error {
    Error::internal(format_args!("{doing} a document panicked"))
}
