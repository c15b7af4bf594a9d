//! Copies of a SQLite database that is in use.

use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use kofa_domain::{Error, Result};

use crate::store::{Settings, Store};
use crate::{DbError, sqlite};

impl Store {
    /// The files that hold the data, where it is in files.
    pub fn files(settings: &Settings) -> Vec<PathBuf> {
        match settings {
            Settings::Sqlite { file, .. } => vec![sqlite::register_beside(file), file.clone()],
            Settings::Postgres { .. } => Vec::new(),
        }
    }

    /// Copies one of these files as it is at one moment, while others write to it, and looks
    /// whether the copy is whole. No commit of theirs waits, and none makes it begin anew.
    ///
    /// # Errors
    /// If there is a copy already, or it cannot be written, or is damaged.
    pub fn copy(file: &Path, copy: &Path) -> Result<()> {
        let failed = |error| Error::unavailable(format!("{}: {error}", copy.display()));
        // Nobody else may read it; SQLite writes into a file that is empty.
        let mut make = std::fs::OpenOptions::new();
        make.write(true).create_new(true).mode(0o600);
        let made = make.open(copy).map_err(failed)?;
        let source = sqlite::connect(file, false)?;
        let into = copy.to_string_lossy();
        let copied = source.execute("vacuum into ?1", [&*into]);
        copied.map_err(DbError::from)?;
        made.sync_all().map_err(failed)?;
        let check = "pragma quick_check(1)";
        let copied = rusqlite::Connection::open(copy).map_err(DbError::from)?;
        let found: String = copied
            .query_row(check, [], |row| row.get(0))
            .map_err(DbError::from)?;
        match found.as_str() {
            "ok" => Ok(()),
            damage => Err(failed(std::io::Error::other(damage.to_owned()))),
        }
    }
}
