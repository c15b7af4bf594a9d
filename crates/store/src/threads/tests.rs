//! The write-ahead log begins anew although it is always being written.

use super::*;
use std::path::PathBuf;

use crate::erased::Running;
use crate::{Op, Tx};

const WRITE: &str = "insert into thing values (zeroblob($1))";

/// Writes about so many pages into the log.
fn write(connection: &Connection, pages: u32) {
    connection.execute(WRITE, [pages * 4096]).unwrap();
}

/// Does the same as an operation.
struct WritePages(u32);

impl Op for WritePages {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let bytes = i64::from(self.0) * 4096;
        Ok(tx.exec_one(WRITE, &[bytes.into()]).await?)
    }
}

/// A file with its writer's connection.
fn written() -> (tempfile::TempDir, PathBuf, Connection) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("written.db");
    let connection = connect(&path, false).unwrap();
    let table = "create table thing (bytes blob)";
    connection.execute_batch(table).unwrap();
    (folder, path, connection)
}

#[test]
fn of_a_long_log_the_writer_moves_the_rest_after_it_answered() {
    let (_folder, path, connection) = written();
    let other = connect(&path, false).unwrap();
    let (queue, jobs) = mpsc::channel::<Job>(4);
    let (tell, told) = std::sync::mpsc::channel();
    // The second is the first of a log that begins anew.
    for pages in [LOG_PAGES, 1, 1] {
        let tell = tell.clone();
        let job = Job {
            op: Box::new(Running::new(WritePages(pages))),
            done: Box::new(move |ran| tell.send(ran.map(drop).is_ok()).unwrap()),
        };
        assert!(queue.try_send(job).is_ok());
    }
    drop(queue);
    let is_log_long = AtomicBool::new(true);
    let lookers = InlineReaders::new(Vec::new());
    write_loop(connection, jobs, 1, &lookers, &is_log_long);
    assert_eq!(told.try_iter().collect::<Vec<_>>(), [true, true, true]);
    assert!(!is_log_long.into_inner());
    let pages = move_log(&other).unwrap();
    assert!(pages < 100, "{pages} in the log");
}

#[test]
fn the_writer_is_told_of_a_log_that_is_long() {
    for (pages, expected) in [(100, false), (LOG_PAGES, true)] {
        let (_folder, path, connection) = written();
        let checkpoints = connect(&path, false).unwrap();
        write(&connection, pages);
        let (writing, ended) = std::sync::mpsc::channel::<()>();
        let is_log_long = Arc::new(AtomicBool::new(false));
        let long = Arc::clone(&is_log_long);
        let thread = std::thread::spawn(move || {
            checkpoint_loop(&checkpoints, &InlineReaders::new(Vec::new()), &long, &ended)
        });
        std::thread::sleep(Duration::from_millis(5 * CHECKPOINT_EVERY_MS));
        drop(writing);
        thread.join().unwrap();
        assert_eq!(
            is_log_long.load(Ordering::Relaxed),
            expected,
            "{pages} pages"
        );
    }
}

/// Writes a row, loses the savepoint that it could be undone by, and fails.
struct LoseSavepoint;

impl Op for LoseSavepoint {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec_one(WRITE, &[7_i64.into()]).await?;
        tx.exec("release op", &[]).await?;
        Err(Error::unavailable("it fails"))
    }
}

#[test]
fn nothing_of_a_batch_is_kept_with_half_an_operation() {
    let (_folder, path, connection) = written();
    let (queue, jobs) = mpsc::channel::<Job>(4);
    let (tell, told) = std::sync::mpsc::channel();
    let ops: [Box<dyn Erased>; 3] = [
        Box::new(Running::new(WritePages(1))),
        Box::new(Running::new(LoseSavepoint)),
        Box::new(Running::new(WritePages(1))),
    ];
    for op in ops {
        let tell = tell.clone();
        let job = Job {
            op,
            done: Box::new(move |ran| tell.send(ran.map(drop).is_ok()).unwrap()),
        };
        assert!(queue.try_send(job).is_ok());
    }
    drop(queue);
    let lookers = InlineReaders::new(Vec::new());
    write_loop(connection, jobs, 4, &lookers, &AtomicBool::new(false));
    assert_eq!(told.try_iter().collect::<Vec<_>>(), [false, false, false]);
    let count = "select count(*) from thing";
    let other = connect(&path, false).unwrap();
    let rows: i64 = other.query_row(count, [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 0);
}

/// Writes one page, and then panics if it is told to.
struct Panics(bool);

impl Op for Panics {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec_one(WRITE, &[4096_i64.into()]).await?;
        assert!(!self.0, "this one panics");
        Ok(())
    }
}

#[test]
fn an_operation_that_panics_is_undone_alone_and_the_others_are_committed() {
    for batch_max in [1, 8] {
        let (_folder, path, connection) = written();
        let (queue, jobs) = mpsc::channel::<Job>(8);
        let (tell, told) = std::sync::mpsc::channel();
        for panics in [false, true, false, true, false] {
            let tell = tell.clone();
            let job = Job {
                op: Box::new(Running::new(Panics(panics))),
                done: Box::new(move |ran| {
                    let code = ran.map(drop).map_err(|error| error.code().name);
                    tell.send(code.err()).unwrap();
                }),
            };
            assert!(queue.try_send(job).is_ok());
        }
        drop(queue);
        let (lookers, is_log_long) = (InlineReaders::new(Vec::new()), AtomicBool::new(false));
        write_loop(connection, jobs, batch_max, &lookers, &is_log_long);
        let internal = Some(kofa_domain::codes::INTERNAL_ERROR.name);
        assert_eq!(
            told.try_iter().collect::<Vec<_>>(),
            [None, internal, None, internal, None]
        );
        let written: i64 = connect(&path, true)
            .unwrap()
            .query_row("select count(*) from thing", [], |row| row.get(0))
            .unwrap();
        assert_eq!(written, 3);
    }
}

#[test]
fn a_read_that_panics_leaves_its_thread_to_the_next() {
    let (_folder, path, connection) = written();
    write(&connection, 1);
    let (queue, jobs) = mpsc::channel::<Job>(8);
    let (tell, told) = std::sync::mpsc::channel();
    for panics in [true, false] {
        let tell = tell.clone();
        let job = Job {
            op: Box::new(Running::new(Reads(panics))),
            done: Box::new(move |ran| tell.send(ran.is_ok()).unwrap()),
        };
        assert!(queue.try_send(job).is_ok());
    }
    drop(queue);
    read_loop(connect(&path, true).unwrap(), &Mutex::new(jobs));
    assert_eq!(told.try_iter().collect::<Vec<_>>(), [false, true]);
}

/// Reads, and then panics if it is told to.
struct Reads(bool);

impl Op for Reads {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let row = tx.one("select count(*) as n from thing", &[]).await?;
        assert!(!self.0, "this one panics");
        Ok(row.get("n")?)
    }
}
