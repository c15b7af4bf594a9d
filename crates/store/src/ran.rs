//! Which operations tests ran: a line for each and each database in `target/operations.txt`, which
//! `kofa-tidy` compares with the operations that there are.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs::File;
use std::io::{Result, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

const TARGET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target");

/// Notes that `operation` runs on `dialect`. A process may be killed at any time, so it is written
/// at once, the first time. In a container there is no such folder, and nothing is noted.
pub(crate) fn note(dialect: impl Debug, operation: &str) {
    static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let line = format!("{dialect:?} {operation}\n");
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !noted.contains(&line) && append(&line).is_ok() {
        noted.insert(line);
    }
}

fn append(line: &str) -> Result<()> {
    std::fs::create_dir_all(TARGET)?;
    let file = Path::new(TARGET).join("operations.txt");
    let mut file = File::options().create(true).append(true).open(file)?;
    file.write_all(line.as_bytes())
}
