//! Reading a row or two of an SQLite file on the asker's own thread.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kofa_domain::Result;
use rusqlite::Connection;

use crate::DbError;
use crate::erased::{Erased, run_on};
use crate::sqlite::control;

/// How long one look sees what another saw: a commit of another process (an import by the `kofa`
/// command) is seen that much later at most. Commits of this process are seen at once.
const SEEN: Duration = Duration::from_millis(40);

/// Connections for whoever comes by. The read transaction of each stays open for the next look:
/// to begin and end one takes longer than the look itself.
pub(crate) struct InlineReaders {
    idle: Mutex<Vec<Looker>>,
    /// Commits of this process to the file.
    commits: AtomicU64,
}

struct Looker {
    connection: Connection,
    /// When its transaction began, and after how many commits; `None` while there is none.
    since: Option<(Instant, u64)>,
}

impl InlineReaders {
    /// Over connections that only read.
    pub(crate) fn new(connections: Vec<Connection>) -> Self {
        let looker = |connection| Looker {
            connection,
            since: None,
        };
        Self {
            idle: Mutex::new(connections.into_iter().map(looker).collect()),
            commits: AtomicU64::new(0),
        }
    }

    /// Runs one statement; `None` where no connection is free.
    pub(crate) fn look(&self, op: &mut dyn Erased) -> Option<Result<()>> {
        let commits = self.commits.load(Ordering::Acquire);
        let mut looker = self.idle().pop()?;
        let out = looker.look(op, commits);
        self.idle().push(looker);
        Some(out)
    }

    /// Something was committed. To be called before anyone is told, so that who knows of the
    /// commit sees what it left.
    pub(crate) fn note_commit(&self) {
        self.commits.fetch_add(1, Ordering::Release);
    }

    /// Ends the transactions of those that nobody uses: the log cannot be moved past them.
    pub(crate) fn end_all(&self) {
        self.idle().iter_mut().for_each(Looker::end);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Looker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Looker {
    /// Runs one statement that sees at least the first `commits`.
    fn look(&mut self, op: &mut dyn Erased, commits: u64) -> Result<()> {
        let sees_enough = |(begun, seen): (Instant, u64)| seen == commits && begun.elapsed() < SEEN;
        if !self.since.is_some_and(sees_enough) {
            self.end();
            control(&self.connection, "begin").map_err(DbError::from)?;
            self.since = Some((Instant::now(), commits));
        }
        run_on(&mut self.connection, op)
    }

    fn end(&mut self) {
        if self.since.take().is_some() && !self.connection.is_autocommit() {
            // It only read: where this fails there is nothing to undo.
            let _ = control(&self.connection, "rollback");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erased::Running;
    use crate::{File, Op, Tx};

    struct Things;

    impl Op for Things {
        type Out = i64;
        const FILE: File = File::Register;
        const IS_ONE_READ: bool = true;

        async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
            Ok(tx
                .one("select count(*) as n from thing", &[])
                .await?
                .get("n")?)
        }
    }

    fn look(lookers: &InlineReaders) -> Option<i64> {
        let mut things = Running::new(Things);
        lookers.look(&mut things)?.unwrap();
        Some(things.into_out().unwrap())
    }

    fn is_log_moved(connection: &Connection) -> bool {
        let sql = "pragma wal_checkpoint(truncate)";
        let busy: i64 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
        busy == 0
    }

    #[test]
    fn the_log_is_moved_past_lookers_whom_nobody_uses() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("looked-at.db");
        let writer = Connection::open(&path).unwrap();
        let setup = "pragma journal_mode = wal; create table thing (n integer)";
        writer.execute_batch(setup).unwrap();
        writer.busy_timeout(Duration::ZERO).unwrap();
        let lookers = InlineReaders::new(vec![Connection::open(&path).unwrap()]);
        assert_eq!(look(&lookers).unwrap(), 0);
        writer
            .execute_batch("insert into thing values (1)")
            .unwrap();
        assert!(!is_log_moved(&writer), "what was looked at stays");
        lookers.end_all();
        assert!(is_log_moved(&writer));
        assert_eq!(look(&lookers).unwrap(), 1);
    }

    #[test]
    fn who_finds_no_connection_asks_a_reader() {
        assert!(look(&InlineReaders::new(Vec::new())).is_none());
    }
}
