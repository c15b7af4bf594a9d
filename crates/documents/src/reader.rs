//! The engine's reader for async callers, and what its failures mean to them.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use kofa_address::{
    BLANK_PICTURE, CORRUPT_DOCUMENT, Document, Limits, PoolSettings, Progress, READER_BUSY,
    ReadError, ReaderPool, UNREADABLE_DOCUMENT,
};
use kofa_domain::{Code, Error, Result, Sensitive, TenantId};
use kofa_outbound::{LaneSettings, Lanes, Owner};

use crate::codes::{DOCUMENT_TOO_COMPLEX, READER_UNAVAILABLE};

/// How long a document may wait for a reader, in milliseconds: longer than one that stalls takes.
const WAIT_MS_MAX: u32 = 12_000;

/// What opens a document. Never empty.
pub type Password = Sensitive<String>;

/// Reads documents in limited child processes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reader {
    pool: Arc<ReaderPool>,
    limits: Limits,
    /// Who may use the pool: as many as it has readers, so that no thread waits for one.
    lanes: Arc<Lanes>,
}

impl Reader {
    /// With up to `readers` children that run `command args…` under the limits of a direct call;
    /// the first documents start them.
    pub fn start(command: PathBuf, args: Vec<OsString>, readers: usize) -> Self {
        let settings = PoolSettings {
            readers_max: readers,
            wait_ms_max: WAIT_MS_MAX,
            ..PoolSettings::new(command, args)
        };
        Self::with(settings, Limits::default())
    }

    /// With other settings and limits.
    pub fn with(settings: PoolSettings, limits: Limits) -> Self {
        let readers = settings.readers_max.max(1);
        let lanes = LaneSettings {
            places: readers,
            waiting_max: settings.waiting_max,
            of_tenant_max: (readers + settings.waiting_max)
                .div_ceil(2)
                .max(readers + 1),
            patience: Duration::from_millis(u64::from(settings.wait_ms_max)),
        };
        Self {
            pool: Arc::new(ReaderPool::new(settings)),
            limits,
            lanes: Lanes::new(lanes),
        }
    }

    /// Documents that are being read, and that wait for a reader.
    pub fn load(&self) -> (usize, usize) {
        self.lanes.load()
    }

    /// Reads a document. Dropped before its end, it ends the reader.
    ///
    /// # Errors
    /// The document's: of an unknown type, too large, encrypted, damaged, too many pages, no
    /// text, too complex. The reader's: busy, unavailable.
    pub async fn read(&self, document: Bytes) -> Result<Document> {
        self.read_locked(document, None).await
    }

    /// As [`Reader::read`], of a document that `password` may open, in a turn of the tenant's own.
    ///
    /// # Errors
    /// As [`Reader::read`], and that the password is wrong.
    pub async fn read_of(
        &self,
        tenant: &TenantId,
        document: Bytes,
        password: Option<Password>,
    ) -> Result<Document> {
        let (owner, limits) = (Some(tenant.clone()), self.limits);
        self.read_in_turn(owner, (document, password), limits, |_| {})
            .await
    }

    /// Reads a document that `password` may open.
    ///
    /// # Errors
    /// As [`Reader::read`], and that the password is wrong.
    pub async fn read_locked(
        &self,
        document: Bytes,
        password: Option<Password>,
    ) -> Result<Document> {
        let limits = self.limits;
        self.read_watched(document, password, limits, |_| {}).await
    }

    /// Reads a document that `password` may open within `limits`, and tells before each page that
    /// is a picture how far it is. Dropped before its end, it ends the reader: nobody waits for
    /// the rest.
    ///
    /// # Errors
    /// As [`Reader::read_locked`].
    pub async fn read_watched(
        &self,
        document: Bytes,
        password: Option<Password>,
        limits: Limits,
        watch: impl FnMut(Progress) + Send + 'static,
    ) -> Result<Document> {
        self.read_in_turn(None, (document, password), limits, watch)
            .await
    }

    async fn read_in_turn(
        &self,
        owner: Owner,
        (document, password): (Bytes, Option<Password>),
        mut limits: Limits,
        mut watch: impl FnMut(Progress) + Send + 'static,
    ) -> Result<Document> {
        let since = Instant::now();
        let turn = self.lanes.turn(owner).await;
        let turn = turn.ok_or_else(|| refusal(ReadError::Busy))?;
        // The caller has waited that long already.
        let waited = u32::try_from(since.elapsed().as_millis()).unwrap_or(u32::MAX);
        limits.answer_ms = limits.answer_ms.saturating_sub(waited);
        let pool = Arc::clone(&self.pool);
        let gone = Arc::new(AtomicBool::new(false));
        let _caller = Caller(Arc::clone(&gone));
        let reading = tokio::task::spawn_blocking(move || {
            let password = password.as_ref().map_or("", |it| it.expose().as_str());
            let read = pool.read_watched(&document, password, &limits, &mut |news| {
                news.into_iter().for_each(&mut watch);
                match gone.load(Ordering::Acquire) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            if matches!(read, Err(ReadError::Crashed | ReadError::TimedOut)) {
                turn.repent();
            }
            drop(turn);
            read
        });
        let read = reading.await.map_err(|_| panicked("reading"))?;
        read.map_err(refusal)
    }

    /// Whether a child can be started and reads: it is asked to refuse a damaged document.
    /// Readers that are all at work are ready.
    pub async fn is_ready(&self) -> bool {
        let damaged = Bytes::from_static(b"%PDF-1.7\n");
        self.answers(damaged, &CORRUPT_DOCUMENT).await
    }

    /// Whether scans and photos can be read: a child is asked to find nothing on white paper,
    /// for which it loads its networks.
    pub async fn reads_scans(&self) -> bool {
        let blank = Bytes::from_static(BLANK_PICTURE);
        self.answers(blank, &UNREADABLE_DOCUMENT).await
    }

    async fn answers(&self, document: Bytes, expected: &Code) -> bool {
        let Err(error) = self.read(document).await else {
            return false;
        };
        error.code() == expected || error.code() == &READER_BUSY
    }
}

/// Who waits for a document. The thread that reads is not dropped with them, so it is told.
struct Caller(Arc<AtomicBool>);

impl Drop for Caller {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// What a caller is told.
pub(crate) fn refusal(error: ReadError) -> Error {
    /// Time to start a reader again, in seconds.
    const RESTART_SECONDS: u32 = 5;
    match error {
        ReadError::TimedOut => Error::new(
            &DOCUMENT_TOO_COMPLEX,
            "The document could not be read within the time limit.",
        ),
        ReadError::Crashed => Error::new(
            &DOCUMENT_TOO_COMPLEX,
            "The document exceeded the memory limit or crashed its reader.",
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
