//! Calls as they come: one poll a second of each log that somebody watches, however many do.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Error, Result, TenantId};
use kofa_store::{Op, Store, Tx, Value};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, watch};

use super::journal::{LoggedCall, logged_call};
use super::parts::Log;

/// How often a log that is watched is looked at.
const EVERY: Duration = Duration::from_secs(1);
/// The newest calls that one look shows.
pub const ROWS_MAX: u32 = 200;
/// Who may watch on this node at once, and of one log.
const VIEWERS_MAX: usize = 1_000;
const VIEWERS_OF_LOG_MAX: usize = 20;
/// Looks that a slow viewer may be behind.
const BEHIND_MAX: usize = 8;

const NEW: &str = "select id - $1 as seq, request_id, at, operation_id, key_id, status, \
     error_code, charge_kobo + coalesce((select late.charge_kobo from late_charge late \
       where late.request_id = request_log.request_id), 0) as charge_kobo, latency_us, \
     coalesce(calls, 1) as calls \
     from request_log where id > $2 and id <= $3 order by id desc limit $4";

/// What is new in a log.
#[derive(Clone, Debug, Default)]
pub struct News {
    /// The newest calls, the oldest of them first; at most [`ROWS_MAX`].
    pub rows: Vec<LoggedCall>,
    /// Up to where the log was read.
    pub seq: i64,
    /// Whether there were more than these.
    pub is_cut: bool,
}

/// Reads what is new in a log after a position; without one, only where the log stands.
#[derive(Debug)]
pub struct ReadNews {
    pub tenant: TenantId,
    pub environment: Environment,
    pub after: Option<i64>,
}

impl Op for ReadNews {
    type Out = (WalletNo, News);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let log = Log::of(tx, &self.tenant, self.environment).await?;
        let (wallet, seq) = (log.wallet, log.seq);
        // A position that this log never had is one of another database.
        let after = self.after.filter(|after| (0..=seq).contains(after));
        let Some(after) = after else {
            let news = News {
                seq,
                ..News::default()
            };
            return Ok((wallet, news));
        };
        let params: [Value<'_>; 4] = [
            wallet.log_id(0).into(),
            wallet.log_id(after).into(),
            wallet.log_id(seq).into(),
            (ROWS_MAX + 1).into(),
        ];
        let rows = tx.rows(NEW, &params).await?;
        let is_cut = rows.len() > ROWS_MAX as usize;
        let newest = rows.iter().take(ROWS_MAX as usize).rev();
        let news = News {
            rows: newest.map(logged_call).collect::<Result<_>>()?,
            seq,
            is_cut,
        };
        Ok((wallet, news))
    }
}

/// Who watches which log. One per process.
#[derive(Debug)]
pub struct Tails {
    store: Store,
    lines: Mutex<HashMap<WalletNo, Line>>,
    places: Arc<Semaphore>,
    closed: watch::Sender<bool>,
}

/// A log that is watched. Its poller ends when no viewer is left.
type Line = broadcast::Sender<Arc<News>>;

/// Somebody who watches a log; gives the place up when dropped.
#[derive(Debug)]
pub struct Viewer {
    news: broadcast::Receiver<Arc<News>>,
    missed: Option<News>,
    seq: i64,
    closed: watch::Receiver<bool>,
    _place: OwnedSemaphorePermit,
}

impl Tails {
    pub fn new(store: Store) -> Arc<Self> {
        Arc::new(Self {
            store,
            lines: Mutex::default(),
            places: Arc::new(Semaphore::new(VIEWERS_MAX)),
            closed: watch::Sender::new(false),
        })
    }

    /// Lets everybody go: the server stops.
    pub fn close(&self) {
        self.closed.send_replace(true);
    }

    /// Watches the log of a tenant in an environment: from `after`, where that is known.
    ///
    /// # Errors
    /// `service_unavailable` if too many watch, or `not_found`.
    pub async fn watch(
        self: &Arc<Self>,
        tenant: TenantId,
        environment: Environment,
        after: Option<i64>,
    ) -> Result<Viewer> {
        let full = || Error::unavailable("too many watch the log").with_retry_after(30);
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| full())?;
        let of = |after| ReadNews {
            tenant: tenant.clone(),
            environment,
            after,
        };
        let (wallet, stands) = self.store.read(of(None)).await?;
        let news = {
            let mut lines = self.lines();
            match lines.get(&wallet) {
                Some(line) if line.receiver_count() >= VIEWERS_OF_LOG_MAX => return Err(full()),
                Some(line) => line.subscribe(),
                None => {
                    let (line, news) = broadcast::channel(BEHIND_MAX);
                    lines.insert(wallet, line.clone());
                    let this = Arc::clone(self);
                    let poll = of(Some(stands.seq));
                    tokio::spawn(async move { this.poll(wallet, poll, line).await });
                    news
                }
            }
        };
        // After the subscription, so that nothing falls between.
        let missed = match after {
            Some(_) => self.store.read(of(after)).await?.1,
            None => stands,
        };
        Ok(Viewer {
            news,
            seq: missed.seq,
            missed: Some(missed),
            closed: self.closed.subscribe(),
            _place: place,
        })
    }

    async fn poll(&self, wallet: WalletNo, mut ask: ReadNews, line: Line) {
        let mut closed = self.closed.subscribe();
        loop {
            tokio::select! {
                () = tokio::time::sleep(EVERY) => {}
                _ = closed.wait_for(|closed| *closed) => return,
            }
            {
                let mut lines = self.lines();
                if line.receiver_count() == 0 {
                    lines.remove(&wallet);
                    return;
                }
            }
            let again = ReadNews {
                tenant: ask.tenant.clone(),
                ..ask
            };
            match self.store.read(again).await {
                Ok((_, news)) => {
                    let is_news = ask.after != Some(news.seq);
                    ask.after = Some(news.seq);
                    if is_news {
                        // Whoever left meanwhile is noticed at the next turn.
                        drop(line.send(Arc::new(news)));
                    }
                }
                Err(error) => tracing::warn!(%error, "a log that is watched could not be read"),
            }
        }
    }

    fn lines(&self) -> MutexGuard<'_, HashMap<WalletNo, Line>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many logs are watched.
    pub fn watched(&self) -> usize {
        self.lines().len()
    }
}

impl Viewer {
    /// What is new, as soon as something is; `None` when the server stops.
    pub async fn next(&mut self) -> Option<News> {
        if let Some(missed) = self.missed.take() {
            return Some(missed);
        }
        let mut is_cut = false;
        loop {
            let news = tokio::select! {
                _ = self.closed.wait_for(|closed| *closed) => return None,
                news = self.news.recv() => news,
            };
            match news {
                Ok(news) if news.seq <= self.seq => {}
                Ok(news) => {
                    let mut news = News::clone(&news);
                    // What came between the subscription and the look back was told there.
                    news.rows.retain(|call| call.seq > self.seq);
                    news.is_cut |= is_cut;
                    self.seq = news.seq;
                    return Some(news);
                }
                Err(broadcast::error::RecvError::Lagged(_)) => is_cut = true,
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}
