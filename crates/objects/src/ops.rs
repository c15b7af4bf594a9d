//! The rows of objects: which there are, and their keys.

use kofa_domain::{Result, Timestamp};
use kofa_store::{Contexts, KeyedColumns, Op, SealedColumn, Tx, Type, Value};

use crate::sealed::context;

/// What of objects depends on the master key.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[SealedColumn {
        table: "stored_object",
        column: "sealed_key",
        key: &[("name", Type::Text)],
        also: "",
        join: "",
        rows: 250,
        contexts: |row| {
            let name: String = row.get("name")?;
            Ok(vec![Contexts::same(context(&name))])
        },
    }],
    digests: &[],
};

/// An object that is stored: what its row says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    pub name: String,
    /// Its own key, sealed by the vault.
    pub sealed_key: Vec<u8>,
    /// Bytes of its content.
    pub bytes: u64,
}

const KEEP: &str = "insert into stored_object (name, sealed_key, bytes, created_at) \
     values ($1, $2, $3, $4)";

/// Keeps an object, as part of another operation: without it nobody can read it.
///
/// # Errors
/// As the store's.
pub async fn keep(tx: &mut Tx<'_>, one: &Stored, now: Timestamp) -> Result<()> {
    let bytes = i64::try_from(one.bytes).map_err(kofa_domain::Error::internal)?;
    let params: [Value<'_>; 4] = [
        one.name.as_str().into(),
        (&one.sealed_key).into(),
        bytes.into(),
        now.into(),
    ];
    Ok(tx.exec_one(KEEP, &params).await?)
}

/// Keeps an object that nothing else owns yet.
#[derive(Debug)]
pub struct KeepObject {
    pub object: Stored,
    pub now: Timestamp,
}

impl Op for KeepObject {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        keep(tx, &self.object, self.now).await
    }
}

const FORGET: &str = "update stored_object set sealed_key = null where name = $1";

/// Ends an object, as part of another operation, if there is one of this name: its key is gone with
/// the commit, its bytes with the next sweep.
///
/// # Errors
/// As the store's.
pub async fn forget(tx: &mut Tx<'_>, name: &str) -> Result<()> {
    tx.exec(FORGET, &[name.into()]).await?;
    Ok(())
}

const FIND: &str = "select name, sealed_key, bytes from stored_object \
     where name = $1 and sealed_key is not null";

/// Finds an object that was not ended, as part of another operation.
///
/// # Errors
/// As the store's.
pub async fn find(tx: &mut Tx<'_>, name: &str) -> Result<Option<Stored>> {
    let Some(row) = tx.opt(FIND, &[name.into()]).await? else {
        return Ok(None);
    };
    let bytes: i64 = row.get("bytes")?;
    Ok(Some(Stored {
        name: row.get("name")?,
        sealed_key: row.get("sealed_key")?,
        bytes: u64::try_from(bytes).map_err(kofa_domain::Error::internal)?,
    }))
}

/// Finds an object that was not ended.
#[derive(Clone, Debug)]
pub struct FindObject {
    pub name: String,
}

impl Op for FindObject {
    type Out = Option<Stored>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        find(tx, &self.name).await
    }
}
