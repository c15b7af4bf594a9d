//! The write-ahead log begins anew although it is always being written.

use super::*;

/// Writes about so many pages into the log.
fn write(connection: &Connection, pages: u32) {
    let sql = "insert into thing values (zeroblob($1))";
    connection.execute(sql, [pages * 4096]).unwrap();
}

fn log_bytes(path: &Path) -> u64 {
    let log = path.with_extension("db-wal");
    std::fs::metadata(log).unwrap().len()
}

#[test]
fn the_rest_of_a_long_log_is_the_writers_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("written.db");
    let (writer, reader) = (
        connect(&path, false).unwrap(),
        connect(&path, true).unwrap(),
    );
    let checkpoints = connect(&path, false).unwrap();
    writer
        .execute_batch("create table thing (bytes blob)")
        .unwrap();
    // As a writer that goes on: who reads what it saw keeps the log from being moved past it.
    reader.execute_batch("begin; select * from thing").unwrap();
    write(&writer, 100);
    assert!(!is_left_of_long_log(&checkpoints), "it is short");
    write(&writer, LOG_PAGES);
    assert!(is_left_of_long_log(&checkpoints));
    reader.execute_batch("commit").unwrap();

    let (pages, left) = left_in_log(&writer).unwrap();
    assert!(pages > LOG_PAGES && left == 0, "{left} of {pages}");
    assert!(!is_left_of_long_log(&checkpoints), "nothing is left of it");
    let before = log_bytes(&path);
    write(&writer, 100);
    assert_eq!(log_bytes(&path), before, "it began anew");
    assert!(left_in_log(&writer).unwrap().0 < 200);
}

#[test]
fn the_writer_moves_it_after_it_answered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("written.db");
    let connection = connect(&path, false).unwrap();
    connection
        .execute_batch("create table thing (bytes blob)")
        .unwrap();
    let other = connect(&path, false).unwrap();
    let (queue, jobs) = mpsc::channel::<Job>(4);
    let (tell, told) = std::sync::mpsc::channel();
    let job: Job = Box::new(move |connection, _| {
        write(connection, 100);
        Box::new(move |committed| tell.send(committed).unwrap())
    });
    queue.try_send(job).unwrap();
    drop(queue);
    let is_log_long = AtomicBool::new(true);
    write_loop(connection, jobs, 1, &Lookers::new(Vec::new()), &is_log_long);
    assert_eq!(told.recv().unwrap(), Ok(()));
    assert!(!is_log_long.into_inner());
    let bytes = std::fs::metadata(&path).unwrap().len();
    assert!(bytes > 100 * 4096, "they are in the database");
    // As long as somebody has it open: the last one out would move everything.
    drop(other);
}
