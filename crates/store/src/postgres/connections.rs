//! Connections to PostgreSQL: how many there are, how long each answer is waited for, and what
//! becomes of one that falls silent.
//!
//! A network may swallow what is said and never cut the line: no error comes then, and waiting
//! does not end by itself. So every wait here has a limit, beyond which the connection is dropped
//! where it stands. Its session may live on at the server, keep its locks and even read a
//! statement that comes late. So before the next connection is lent, that session is ended: who
//! looks then whether something was stored sees what stays.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgDatabaseError, PgSeverity};
use sqlx::{ConnectOptions as _, PgConnection, Row as _};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};

use super::hosts::Hosts;
use super::tls;
use crate::error::DbError;

/// How long a caller waits for a free connection.
const PLACE_MAX: Duration = Duration::from_secs(2);
/// How long a new connection may take; of several servers each gets its share.
const CONNECT_MAX: Duration = Duration::from_secs(3);
/// How often is looked whether sessions that were ended are gone.
const ENDED_EVERY: Duration = Duration::from_millis(5);
/// Between two tries to connect to a server that is starting.
const CONNECT_EVERY: Duration = Duration::from_millis(50);
/// A connection that was used this recently is not asked first whether it still stands: that
/// would be a question more for every answer.
const IDLE_TRUSTED: Duration = Duration::from_secs(1);
/// How long such a question may take; a healthy server answers within milliseconds.
pub(super) const PING_MAX: Duration = Duration::from_secs(1);
/// How long the answer may take by which a transaction begins or ends without effect, or that to
/// a single question by key.
pub(crate) const ANSWER_MAX: Duration = Duration::from_secs(5);
/// How long a commit may take: perhaps a second server has to confirm it.
const COMMIT_MAX: Duration = Duration::from_secs(8);
/// A connection of this age is closed, for what its session has gathered at the server.
const AGE_MAX: Duration = Duration::from_secs(1_800);
/// Ends sessions. A process that took this signal begins no statement and no commit any more; the
/// start of a session tells it from a later one with the same number.
const END: &str = "select pg_terminate_backend(pid)::text from pg_stat_activity where (pid, \
     backend_start::text) in (select * from unnest($1::int[], $2::text[]))";
/// Whether any of them still is there: it may be within a commit.
const ARE_THERE: &str = "select exists (select 1 from pg_stat_activity where (pid, \
     backend_start::text) in (select * from unnest($1::int[], $2::text[])))";
/// Commits, and so waits for the standby that has to confirm commits, without changing a row.
const CONFIRM: &str = "select pg_logical_emit_message(true, 'kofa', '')::text";
const WHO: &str = "select pid, backend_start::text as begun, \
     current_setting('transaction_read_only') = 'on' as is_standby \
     from pg_stat_activity where pid = pg_backend_pid()";
/// A server that began to refuse writes has become a standby: the primary is another.
const READ_ONLY: &str = "25006";

/// How long statements may take, which depends on who waits for them. The server's own limit is
/// the shorter one, so that a server that is merely slow says so and keeps its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Calls and changes: as every session is set.
    Calls,
    /// Lists and reports, read by people.
    Pages,
    /// Proofs and other looks at everything.
    Long,
    /// Changes of the schema.
    Migration,
}

impl Patience {
    /// How long the answer to a statement is waited for.
    pub(crate) fn limit(self) -> Duration {
        Duration::from_secs(match self {
            Self::Calls => 8,
            Self::Pages => 12,
            Self::Long => 620,
            Self::Migration => 7_200,
        })
    }

    fn begin(self) -> &'static str {
        match self {
            Self::Calls => "begin",
            Self::Pages => "begin; set local statement_timeout = '10s'",
            Self::Long => {
                "begin; set local statement_timeout = '10min'; set local lock_timeout = '1min'; \
                 set local idle_in_transaction_session_timeout = '10min'"
            }
            Self::Migration => {
                "begin; set local statement_timeout = 0; set local lock_timeout = 0; \
                 set local idle_in_transaction_session_timeout = '10min'"
            }
        }
    }

    fn begin_reading(self) -> &'static str {
        match self {
            Self::Calls => "begin transaction isolation level repeatable read read only",
            Self::Pages => {
                "begin transaction isolation level repeatable read read only; \
                 set local statement_timeout = '10s'; \
                 set local idle_in_transaction_session_timeout = '1min'"
            }
            Self::Long | Self::Migration => {
                "begin transaction isolation level repeatable read read only; \
                 set local statement_timeout = '10min'; \
                 set local idle_in_transaction_session_timeout = '10min'"
            }
        }
    }
}

/// A session as the server knows it: its process, and when it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Backend {
    pub(super) process: i32,
    pub(super) begun: String,
}

/// A connection and its session.
#[derive(Debug)]
pub(crate) struct Session {
    pub(super) connection: PgConnection,
    pub(super) backend: Backend,
    made: Instant,
    rests_since: Instant,
}

impl Session {
    /// Connects to the primary, within the limit.
    pub(super) async fn open(hosts: &Hosts) -> Result<Self, DbError> {
        let give_up = Instant::now() + CONNECT_MAX;
        loop {
            let all = match Self::open_any(hosts).await {
                Ok(session) => return Ok(session),
                Err(all) => all,
            };
            let may_pass = all.iter().any(|one| one.may_pass);
            if !may_pass || Instant::now() + CONNECT_EVERY >= give_up {
                // What does not pass by itself says more than that a server is a standby.
                let told = all.into_iter().min_by_key(|one| one.may_pass);
                return Err(told.map_or_else(silent, |one| one.error));
            }
            tokio::time::sleep(CONNECT_EVERY).await;
        }
    }

    /// Asks each server once.
    async fn open_any(hosts: &Hosts) -> Result<Self, Vec<Refusal>> {
        let share = CONNECT_MAX / u32::try_from(hosts.count()).unwrap_or(1).max(1);
        let mut all = Vec::new();
        for (at, options) in hosts.in_turn() {
            all.push(match timeout(share, Self::connect(options)).await {
                Ok(Ok(Some(session))) => {
                    hosts.is_primary(at);
                    return Ok(session);
                }
                Ok(Ok(None)) => Refusal::standby(),
                Ok(Err(error)) => Refusal {
                    may_pass: is_starting(&error),
                    error: tls::explain(error),
                },
                Err(_) => Refusal {
                    may_pass: false,
                    error: silent(),
                },
            });
        }
        Err(all)
    }

    /// `None` if the server is a standby.
    async fn connect(options: &PgConnectOptions) -> sqlx::Result<Option<Self>> {
        let mut connection = options.connect().await?;
        let who = sqlx::raw_sql(WHO).fetch_one(&mut connection).await?;
        if who.try_get("is_standby")? {
            return Ok(None);
        }
        let backend = Backend {
            process: who.try_get("pid")?,
            begun: who.try_get("begun")?,
        };
        let now = Instant::now();
        Ok(Some(Self {
            connection,
            backend,
            made: now,
            rests_since: now,
        }))
    }

    /// Whether the server answers on it.
    pub(super) async fn answers(&mut self) -> bool {
        let ping = sqlx::Connection::ping(&mut self.connection);
        matches!(timeout(PING_MAX, ping).await, Ok(Ok(())))
    }

    /// Ends the sessions of others, and waits until they are gone.
    pub(super) async fn end(&mut self, others: &[Backend]) -> Result<(), DbError> {
        let processes: Vec<i32> = others.iter().map(|one| one.process).collect();
        let begun: Vec<&str> = others.iter().map(|one| &*one.begun).collect();
        let give_up = Instant::now() + ANSWER_MAX;
        let ended = sqlx::query(END).bind(&processes).bind(&begun);
        let ended = timeout_at(give_up, ended.fetch_all(&mut self.connection)).await;
        ended.map_err(|_| silent())??;
        loop {
            let there = sqlx::query_scalar(ARE_THERE).bind(&processes).bind(&begun);
            let there = timeout_at(give_up, there.fetch_one(&mut self.connection)).await;
            match there.map_err(|_| silent())?? {
                false => return Ok(()),
                true => tokio::time::sleep(ENDED_EVERY).await,
            }
        }
    }
}

/// Why a server was not connected to.
struct Refusal {
    error: DbError,
    /// Whether a moment later it may be connected to.
    may_pass: bool,
}

impl Refusal {
    fn standby() -> Self {
        let error =
            "no PostgreSQL server of the URL is the primary: those that answer are standbys";
        Self {
            error: DbError::Unavailable(error.to_owned()),
            may_pass: true,
        }
    }
}

/// Whether a server is there that will let others in a moment later.
fn is_starting(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
        other => code_of(other).as_deref() == Some("57P03"),
    }
}

fn silent() -> DbError {
    DbError::Unavailable("PostgreSQL has not answered in time".to_owned())
}

/// The connections of this process to one database.
#[derive(Debug)]
pub(crate) struct Connections {
    hosts: Hosts,
    places: Arc<Semaphore>,
    most: usize,
    /// Those that nobody uses. They take turns: the server has a process for each, and many that
    /// work little are let in sooner than one that works much.
    resting: Mutex<VecDeque<Session>>,
    /// Sessions whose connections were dropped before they were heard of.
    unheard: Mutex<Vec<Backend>>,
    /// How many times such sessions were ended, and of how many of these it is certain that what
    /// they stored stays.
    ended: AtomicU64,
    confirmed: AtomicU64,
}

impl Connections {
    /// How many are in use, and how many there may be.
    pub(crate) fn in_use(&self) -> (usize, usize) {
        let free = self.places.available_permits();
        (self.most.saturating_sub(free), self.most)
    }

    pub(crate) fn new(hosts: Hosts, most: u32) -> Arc<Self> {
        Arc::new(Self {
            most: most as usize,
            hosts,
            places: Arc::new(Semaphore::new(most as usize)),
            resting: Mutex::default(),
            unheard: Mutex::default(),
            ended: AtomicU64::default(),
            confirmed: AtomicU64::default(),
        })
    }

    /// Lends a connection on which nothing is open and nothing of the past is unheard of.
    pub(crate) async fn lend(self: &Arc<Self>) -> Result<Lent, DbError> {
        let busy = |_| DbError::Unavailable("no connection to PostgreSQL has become free".into());
        let place = timeout(PLACE_MAX, Arc::clone(&self.places).acquire_owned()).await;
        let place = place.map_err(busy)?.map_err(|_| silent())?;
        let resting = locked(&self.resting).pop_front();
        let session = match resting {
            Some(session) if session.rests_since.elapsed() < IDLE_TRUSTED => session,
            Some(mut session) => match session.answers().await {
                true => session,
                false => {
                    self.give_up(session);
                    Session::open(&self.hosts).await?
                }
            },
            None => Session::open(&self.hosts).await?,
        };
        let mut lent = Lent {
            session: Some(session),
            standing: Standing::Broken,
            home: Arc::clone(self),
            place: Some(place),
        };
        lent.end_unheard().await?;
        lent.standing = Standing::Rests;
        Ok(lent)
    }

    /// Drops a connection that was not heard of in time. Those that rest came the same way: they
    /// go with it.
    fn give_up(&self, session: Session) {
        let resting = std::mem::take(&mut *locked(&self.resting));
        let gone = resting.into_iter().chain([session]);
        locked(&self.unheard).extend(gone.map(|one| one.backend));
    }

    /// Passes over what is still said on it.
    async fn take_back(&self, mut session: Session, leave: &'static str) {
        let left = sqlx::raw_sql(leave).execute(&mut session.connection);
        match timeout(ANSWER_MAX, left).await {
            Ok(Ok(_)) => self.rest(session),
            _ => self.give_up(session),
        }
    }

    fn rest(&self, mut session: Session) {
        if session.made.elapsed() > AGE_MAX {
            return;
        }
        session.rests_since = Instant::now();
        locked(&self.resting).push_back(session);
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is open on a connection, and so what becomes of it where its user goes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing.
    Rests,
    /// A question, whose answer is passed over.
    Asks,
    /// A transaction that only reads.
    Reads,
    /// What may be stored without word: nobody may use it again, nor its session.
    Writes,
    /// The server was not heard, or not understood.
    Broken,
}

/// A connection for one user. It rests when dropped, unless something is open on it.
#[derive(Debug)]
pub(crate) struct Lent {
    session: Option<Session>,
    standing: Standing,
    home: Arc<Connections>,
    place: Option<OwnedSemaphorePermit>,
}

impl Lent {
    /// The way to the server for one question that changes nothing.
    pub(crate) fn asking(&mut self, limit: Duration) -> Result<Line<'_>, DbError> {
        self.line(Standing::Asks, limit)
    }

    /// That for the statements of a transaction that only reads.
    pub(crate) fn reading(&mut self, limit: Duration) -> Result<Line<'_>, DbError> {
        self.line(Standing::Reads, limit)
    }

    /// That for what may change something.
    pub(crate) fn writing(&mut self, limit: Duration) -> Result<Line<'_>, DbError> {
        self.line(Standing::Writes, limit)
    }

    fn line(&mut self, standing: Standing, limit: Duration) -> Result<Line<'_>, DbError> {
        if self.standing != Standing::Broken {
            self.standing = standing;
        }
        let session = self.session.as_mut().ok_or_else(silent)?;
        Ok(Line {
            connection: &mut session.connection,
            limit,
            standing: &mut self.standing,
        })
    }

    /// Begins a transaction that changes something.
    pub(crate) async fn begin(&mut self, patience: Patience) -> Result<(), DbError> {
        self.writing(ANSWER_MAX)?.command(patience.begin()).await
    }

    /// Begins one that only reads, and whose statements all see one state.
    pub(crate) async fn begin_reading(&mut self, patience: Patience) -> Result<(), DbError> {
        let statement = patience.begin_reading();
        self.reading(ANSWER_MAX)?.command(statement).await
    }

    /// Waits until what ended sessions stored survives the loss of the server, if a standby has to
    /// confirm commits. A session that is ended while it waits for the standby leaves its commit
    /// visible, and so does a server that starts anew: an operation that finds it, changes nothing
    /// and tells its caller would be wrong after a failover.
    pub(crate) async fn confirm(&mut self) -> Result<(), DbError> {
        let ended = self.home.ended.load(Ordering::SeqCst);
        if self.home.confirmed.load(Ordering::SeqCst) < ended {
            self.writing(COMMIT_MAX)?.command(CONFIRM).await?;
            self.rest();
            self.home.confirmed.fetch_max(ended, Ordering::SeqCst);
        }
        Ok(())
    }

    /// Stores what was changed.
    pub(crate) async fn commit(&mut self) -> Result<(), DbError> {
        self.writing(COMMIT_MAX)?.command("commit").await?;
        self.rest();
        Ok(())
    }

    /// Undoes what was changed, at once: others wait for its locks. What cannot be undone so is
    /// undone by dropping the connection.
    pub(crate) async fn rollback(&mut self) {
        let Ok(mut line) = self.line(self.standing, ANSWER_MAX) else {
            return;
        };
        if line.command("rollback").await.is_ok() {
            self.rest();
        }
    }

    /// Says that nothing is open on it.
    pub(crate) fn rest(&mut self) {
        if self.standing != Standing::Broken {
            self.standing = Standing::Rests;
        }
    }

    /// Ends sessions that were given up. They are remembered until that is certain.
    async fn end_unheard(&mut self) -> Result<(), DbError> {
        let unheard = locked(&self.home.unheard).clone();
        if unheard.is_empty() {
            return Ok(());
        }
        let session = self.session.as_mut().ok_or_else(silent)?;
        session.end(&unheard).await?;
        locked(&self.home.unheard).retain(|one| !unheard.contains(one));
        self.home.ended.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let (Some(session), home) = (self.session.take(), &self.home) else {
            return;
        };
        let leave = match self.standing {
            Standing::Rests => return home.rest(session),
            Standing::Asks => "",
            Standing::Reads => "rollback",
            Standing::Writes => return locked(&home.unheard).push(session.backend.clone()),
            Standing::Broken => return home.give_up(session),
        };
        // Whoever asked is gone: that is cheap for a caller, and connecting anew is not.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let (home, place) = (Arc::clone(home), self.place.take());
            runtime.spawn(async move {
                home.take_back(session, leave).await;
                drop(place);
            });
        }
    }
}

/// The way to the server for one operation, until it breaks.
pub(crate) struct Line<'a> {
    pub(super) connection: &'a mut PgConnection,
    pub(super) limit: Duration,
    pub(super) standing: &'a mut Standing,
}

impl Line<'_> {
    /// Runs statements that have neither parameters nor rows.
    pub(super) async fn command(&mut self, sql: &'static str) -> Result<(), DbError> {
        let asked = sqlx::raw_sql(sql).execute(&mut *self.connection);
        within(self.limit, self.standing, asked).await?;
        Ok(())
    }
}

/// Waits for an answer no longer than `limit`. On a line that broke nothing is asked any more: the
/// answer to another question might come.
pub(super) async fn within<T>(
    limit: Duration,
    standing: &mut Standing,
    asked: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, DbError> {
    if *standing == Standing::Broken {
        return Err(silent());
    }
    let answer = timeout(limit, asked).await;
    if let Ok(Err(error)) = &answer
        && *standing == Standing::Writes
        && code_of(error).as_deref() == Some(READ_ONLY)
    {
        *standing = Standing::Broken;
        return Err(Refusal::standby().error);
    }
    if answer.as_ref().map_or(true, is_broken_by) {
        *standing = Standing::Broken;
    }
    Ok(answer.map_err(|_| silent())??)
}

fn code_of(error: &sqlx::Error) -> Option<Cow<'_, str>> {
    error.as_database_error()?.code()
}

/// Whether the connection is of no use after this.
fn is_broken_by<T>(answer: &sqlx::Result<T>) -> bool {
    match answer {
        Err(sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_)) => true,
        Err(sqlx::Error::Database(error)) => {
            let error = error.try_downcast_ref::<PgDatabaseError>();
            error.is_some_and(|error| {
                matches!(error.severity(), PgSeverity::Fatal | PgSeverity::Panic)
            })
        }
        _ => false,
    }
}
