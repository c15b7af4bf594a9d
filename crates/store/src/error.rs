//! What a database says went wrong, folded to the few things callers tell apart.

use std::fmt;

use kofa_domain::{Error, Result};

#[derive(Debug)]
pub enum DbError {
    /// A unique constraint, as `table.column` (several columns: `table.a,table.b`).
    Unique(String),
    /// Another transaction was in the way; the operation may be run again.
    Retry(String),
    /// The database is full, locked, gone or stopping.
    Unavailable(String),
    /// A statement, type or constraint is wrong: our mistake.
    Wrong(String),
}

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unique(what) => write!(f, "unique violation on {what}"),
            Self::Retry(why) => write!(f, "transaction conflict: {why}"),
            Self::Unavailable(why) => write!(f, "database unavailable: {why}"),
            Self::Wrong(why) => write!(f, "database refused: {why}"),
        }
    }
}

impl std::error::Error for DbError {}

/// Marks an [`Error`] that a second run of the same operation may cure.
const RETRY_MARK: &str = "transaction conflict";

/// Whether another run of the same operation may succeed.
pub(crate) fn is_conflict(error: &Error) -> bool {
    let context = error.context();
    context.is_some_and(|context| context.contains(RETRY_MARK))
}

impl From<DbError> for Error {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unavailable(_) | DbError::Retry(_) => Self::unavailable(error),
            DbError::Unique(_) | DbError::Wrong(_) => Self::internal(error),
        }
    }
}

/// Names the business error of a unique constraint where the insert is.
pub trait OnUnique<T> {
    /// Turns a violation of `constraint` (`table.column`) into `error()`.
    ///
    /// # Errors
    /// That error, or whatever else failed.
    fn on_unique(self, constraint: &str, error: impl FnOnce() -> Error) -> Result<T>;
}

impl<T> OnUnique<T> for Result<T, DbError> {
    fn on_unique(self, constraint: &str, error: impl FnOnce() -> Error) -> Result<T> {
        match self {
            Err(DbError::Unique(which)) if which == constraint => Err(error()),
            Err(other) => Err(other.into()),
            Ok(value) => Ok(value),
        }
    }
}
