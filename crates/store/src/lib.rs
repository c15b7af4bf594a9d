//! Makes operations durable, on SQLite or PostgreSQL. Knows SQL, knows no business.
//!
//! * [`Op`]: one storage operation, a value in and a value out, one transaction.
//! * [`Tx`]: the open transaction; its methods and their two arms are the whole driver seam.
//! * [`Store`]: runs operations. On SQLite one writer thread a [`File`] commits what waits
//!   together.
//! * [`Vault`]: encryption at rest and blind indexes. [`KeyedColumns`] names the columns with
//!   either, so that a rotation of the master key finds them.
//!
//! Stored types are 64-bit integers, text, bytes, booleans and null. Time is microseconds
//! since 1970, money is kobo. SQL is the same text for both databases, with `$1..$n`
//! placeholders; where it cannot be, `match tx.dialect()` shows both arms side by side.

mod copy;
mod erased;
mod error;
mod inline_readers;
mod keyed;
mod migrations;
mod op;
mod pieces;
mod postgres;
#[cfg(feature = "testing")]
mod ran;
mod rehearsal;
#[cfg(feature = "testing")]
pub mod simulated;
mod sqlite;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod threads;
mod trace;
mod tx;
mod value;
mod vault;

pub use error::{DbError, OnUnique};
pub use keyed::{Bound, CountSealed, DigestColumn, KeyedColumns, Resealed, SealedColumn, relink};
pub use op::{File, Op};
pub use pieces::PIECE_ROWS;
pub use postgres::NODE_CLASS;
pub use store::{NodeLock, Settings, Store};
pub use tx::{Dialect, Tx};
pub use value::{Column, FromValue, Row, Type, Value};
pub use vault::{Contexts, DigestChain, FIRST_KEY, MasterKey, Relink, Vault, VaultError, key_mark};
