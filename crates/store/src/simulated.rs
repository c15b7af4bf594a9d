//! A database in memory for simulations: everything runs on one thread, in simulated time, and what
//! goes wrong is drawn from a seed.
//!
//! Operations are those of production and run on SQLite, one after another. Around each there is a
//! network: what is asked and what is answered comes late, is lost, or is lost after the commit.
//! Time is that of a paused runtime of tokio, so a run of a seed is the same each time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kofa_domain::{Error, Result};
use rusqlite::Connection;
use tokio::time::{Instant, sleep, sleep_until};

use crate::erased::{Erased, run_on};
use crate::migrations;

/// Latest that a question or an answer is, in milliseconds, if nothing is wrong.
const LATE_MS_MAX: u64 = 12;

/// The database. A thread's runs of many seeds share one: see [`Simulated::begin`].
#[derive(Clone, Debug)]
pub struct Simulated(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    connection: Mutex<Connection>,
    chance: Mutex<u64>,
    /// Until when nobody reaches it.
    away_until: Mutex<Option<Instant>>,
    /// Of a thousand questions, how many go wrong.
    faults: Mutex<u64>,
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The question never came.
    Lost,
    /// The database undid it.
    Undone,
    /// It is stored, and nobody hears of it.
    Unheard,
}

impl Simulated {
    /// An empty database with all tables.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn new() -> Self {
        let connection = Connection::open_in_memory().expect("a database in memory");
        connection.set_prepared_statement_cache_capacity(256);
        for script in migrations::sqlite_scripts() {
            connection.execute_batch(&script).expect("a migration");
        }
        Self(Arc::new(Shared {
            connection: Mutex::new(connection),
            chance: Mutex::new(0),
            away_until: Mutex::new(None),
            faults: Mutex::new(0),
        }))
    }

    /// Begins a run: what follows is undone by [`Self::end`], and drawn from `seed`.
    ///
    /// # Panics
    /// If the database fails.
    pub fn begin(&self, seed: u64) {
        *locked(&self.0.chance) = seed;
        *locked(&self.0.away_until) = None;
        *locked(&self.0.faults) = 0;
        let begun = locked(&self.0.connection).execute_batch("savepoint run");
        begun.expect("a savepoint");
    }

    /// Undoes all that happened since [`Self::begin`].
    ///
    /// # Panics
    /// If the database fails.
    pub fn end(&self) {
        let ended = locked(&self.0.connection).execute_batch("rollback to run; release run");
        ended.expect("a rollback");
    }

    /// A number below `most`, from the seed.
    pub fn below(&self, most: u64) -> u64 {
        let mut state = locked(&self.0.chance);
        // SplitMix64.
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % most.max(1)
    }

    /// Nobody reaches the database until then.
    pub fn away_until(&self, when: Instant) {
        *locked(&self.0.away_until) = Some(when);
    }

    /// From now on `per_mille` of a thousand questions go wrong.
    pub fn set_faults(&self, per_mille: u64) {
        *locked(&self.0.faults) = per_mille;
    }

    /// A node's way to the database.
    pub fn node(&self) -> SimulatedNode {
        self.way(false)
    }

    /// The way to the database as it is, where nothing goes wrong and nothing is late.
    pub fn calm(&self) -> SimulatedNode {
        self.way(true)
    }

    fn way(&self, is_calm: bool) -> SimulatedNode {
        SimulatedNode(Arc::new(Way {
            is_calm,
            shared: Arc::clone(&self.0),
            paused_until: Mutex::new(None),
            is_dead: AtomicBool::new(false),
            simulated: self.clone(),
        }))
    }

    fn fault(&self) -> Fault {
        if locked(&self.0.away_until).is_some_and(|until| until > Instant::now()) {
            return Fault::Lost;
        }
        let faults = *locked(&self.0.faults);
        if faults == 0 || self.below(1_000) >= faults {
            return Fault::None;
        }
        match self.below(3) {
            0 => Fault::Lost,
            1 => Fault::Undone,
            _ => Fault::Unheard,
        }
    }
}

impl Default for Simulated {
    fn default() -> Self {
        Self::new()
    }
}

/// A node's way to the database, and what goes wrong with the node.
#[derive(Clone, Debug)]
pub struct SimulatedNode(Arc<Way>);

#[derive(Debug)]
struct Way {
    shared: Arc<Shared>,
    paused_until: Mutex<Option<Instant>>,
    is_dead: AtomicBool,
    is_calm: bool,
    simulated: Simulated,
}

impl SimulatedNode {
    /// It stands still until then: it hears no answer.
    pub fn pause_until(&self, when: Instant) {
        *locked(&self.0.paused_until) = Some(when);
    }

    /// It hears nothing any more.
    pub fn kill(&self) {
        self.0.is_dead.store(true, Ordering::Relaxed);
    }

    async fn way(&self) {
        let late = self.0.simulated.below(LATE_MS_MAX * 1_000);
        sleep(Duration::from_micros(late)).await;
        loop {
            let paused = *locked(&self.0.paused_until);
            match paused.filter(|until| *until > Instant::now()) {
                Some(until) => sleep_until(until).await,
                None => break,
            }
        }
        if self.0.is_dead.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }

    pub(crate) async fn ran(&self, op: &mut dyn Erased) -> Result<()> {
        if self.0.is_calm {
            return self.in_savepoint(op, false);
        }
        self.way().await;
        let fault = self.0.simulated.fault();
        let out = match fault {
            Fault::Lost => Ok(()),
            fault => self.in_savepoint(op, fault == Fault::Undone),
        };
        self.way().await;
        match fault {
            Fault::None => out,
            _ => out.and(Err(Error::unavailable("the simulated network broke"))),
        }
    }

    fn in_savepoint(&self, op: &mut dyn Erased, is_undone: bool) -> Result<()> {
        let mut connection = locked(&self.0.shared.connection);
        let control = |connection: &Connection, sql: &str| {
            let done = connection.execute_batch(sql);
            done.map_err(|error| Error::internal(error.to_string()))
        };
        control(&connection, "savepoint op")?;
        let out = run_on(&mut connection, op);
        if out.is_err() || is_undone {
            control(&connection, "rollback to op")?;
        }
        control(&connection, "release op")?;
        out
    }
}
