//! The engine's reader for async callers.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use kofa_address::read::{PoolSettings, ReaderPool};
use kofa_address::{Document, Limits, ReadError};
use kofa_domain::{Error, Result};
use tokio::sync::Semaphore;

/// Reads documents in limited child processes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reader {
    pool: Arc<ReaderPool>,
    /// Bounds the threads that block on the pool.
    callers: Arc<Semaphore>,
}

impl Reader {
    /// With children that run `command args…`; the first document starts them.
    pub fn start(command: PathBuf, args: Vec<OsString>) -> Self {
        let settings = PoolSettings::new(command, args);
        let callers = Arc::new(Semaphore::new(settings.readers_max + settings.waiting_max));
        Self {
            pool: Arc::new(ReaderPool::new(settings)),
            callers,
        }
    }

    /// Reads a document under the limits of a direct call.
    ///
    /// # Errors
    /// The engine's codes: unreadable, encrypted, damaged, too large, or no reader free.
    pub async fn read(&self, document: Bytes) -> Result<Document> {
        let permit = Arc::clone(&self.callers)
            .try_acquire_owned()
            .map_err(|_| Error::from(ReadError::Busy))?;
        let pool = Arc::clone(&self.pool);
        let reading = tokio::task::spawn_blocking(move || {
            let read = pool.read(&document, &Limits::default());
            drop(permit);
            read
        });
        Ok(reading.await.map_err(Error::internal)??)
    }

    /// Whether a child can be started and reads: it is asked to refuse a damaged document.
    pub async fn is_ready(&self) -> bool {
        let damaged = Bytes::from_static(b"%PDF-1.7\n");
        let Err(error) = self.read(damaged).await else {
            return false;
        };
        error.code() == &kofa_address::CORRUPT_DOCUMENT
    }
}
