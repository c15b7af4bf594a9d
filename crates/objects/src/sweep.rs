//! Removing the bytes of objects that were ended, and those that never got a row.

use futures_util::TryStreamExt as _;
use kofa_domain::{Error, Result, Timestamp};
use kofa_store::{Op, Store, Tx, Value};
use object_store::path::Path;

use crate::Objects;

/// Ended objects that are removed at a time.
const REMOVED_AT_ONCE: i64 = 100;
/// How old an object without a row must be before it is removed, in seconds: its row comes with
/// the commit of what owns it.
const ROWLESS_S: i64 = 24 * 3_600;
/// What the names of our objects begin with: others may lie beside them.
const FOLDERS: [&str; 3] = ["checks", "imports", "jobs"];
/// Names that are looked up in one transaction.
const NAMES_AT_ONCE: usize = 500;

const FORGOTTEN: &str =
    "select name from stored_object where sealed_key is null order by name limit $1";
const REMOVE: &str = "delete from stored_object where name = $1 and sealed_key is null";
const KNOWN: &str = "select 1 as one from stored_object where name = $1";

/// Finds some objects that were ended and whose bytes may still be there.
#[derive(Clone, Copy, Debug)]
pub struct FindForgotten;

impl Op for FindForgotten {
    type Out = Vec<String>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
        let found = tx.rows(FORGOTTEN, &[REMOVED_AT_ONCE.into()]).await?;
        found.iter().map(|row| Ok(row.get("name")?)).collect()
    }
}

/// Removes the rows of objects whose bytes are gone.
#[derive(Clone, Debug)]
pub struct RemoveForgotten {
    pub names: Vec<String>,
}

impl Op for RemoveForgotten {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        for name in &self.names {
            tx.exec(REMOVE, &[name.as_str().into()]).await?;
        }
        Ok(())
    }
}

/// Which of some names have a row.
#[derive(Clone, Debug)]
pub struct FindKnown {
    pub names: Vec<String>,
}

impl Op for FindKnown {
    type Out = Vec<bool>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<bool>> {
        let mut known = Vec::with_capacity(self.names.len());
        for name in &self.names {
            let params: [Value<'_>; 1] = [name.as_str().into()];
            known.push(tx.opt(KNOWN, &params).await?.is_some());
        }
        Ok(known)
    }
}

impl Objects {
    /// Removes the bytes of objects that were ended, and then their rows; how many. It may be cut
    /// off at any moment, and run on every node.
    ///
    /// # Errors
    /// As the store's and the object store's; what is left is removed by the next.
    pub async fn sweep(&self, store: &Store) -> Result<usize> {
        let mut removed = 0;
        loop {
            let names = store.read(FindForgotten).await?;
            if names.is_empty() {
                return Ok(removed);
            }
            for name in &names {
                self.delete(name).await?;
            }
            removed += names.len();
            store.write(RemoveForgotten { names }).await?;
        }
    }

    /// Removes objects that are a day old and have no row: a server was cut off between the two.
    /// How many there were.
    ///
    /// # Errors
    /// As [`Objects::sweep`].
    pub async fn sweep_rowless(&self, store: &Store, now: Timestamp) -> Result<usize> {
        let before = now.plus_seconds(-ROWLESS_S).micros();
        let mut removed = 0;
        for folder in FOLDERS {
            let listed = self.store.list(Some(&Path::from(folder)));
            let mut pieces = listed.try_chunks(NAMES_AT_ONCE);
            while let Some(piece) = pieces
                .try_next()
                .await
                .map_err(|it| Error::unavailable(it.1))?
            {
                let old = piece.into_iter();
                let old = old.filter(|one| one.last_modified.timestamp_micros() < before);
                let names: Vec<String> = old.map(|one| one.location.to_string()).collect();
                let names_known = store
                    .read(FindKnown {
                        names: names.clone(),
                    })
                    .await?;
                for (name, is_known) in names.iter().zip(names_known) {
                    if !is_known {
                        self.delete(name).await?;
                        removed += 1;
                    }
                }
            }
        }
        Ok(removed)
    }
}
