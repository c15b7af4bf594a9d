//! Which master key the data was written with. A digest made with the key lies among the data:
//! whoever comes with another key is told so before anything is sealed or looked up with it,
//! which could not be taken back.

use kofa_domain::Result;

use crate::{Op, Tx, Vault};

const KEEP: &str = "insert into master_key_mark (one, mark) values (1, $1) \
     on conflict (one) do nothing";
const FIND: &str = "select mark from master_key_mark where one = 1";

/// Keeps the mark of a master key where there is none yet, and answers whether the data is that
/// key's. For whoever begins to write data; data of an earlier version has no mark.
#[derive(Debug)]
pub struct StoreKeyMark([u8; 32]);

impl StoreKeyMark {
    /// Of the master key of `vault`.
    pub fn new(vault: &Vault) -> Self {
        Self(vault.key_mark())
    }
}

impl Op for StoreKeyMark {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        tx.exec(KEEP, &[(&self.0).into()]).await?;
        Ok(find(tx).await?.is_some_and(|mark| mark == self.0))
    }
}

/// Whether the data may be that of a master key: its mark, or none at all.
#[derive(Debug)]
pub struct CheckKeyMark([u8; 32]);

impl CheckKeyMark {
    /// Of the master key of `vault`.
    pub fn new(vault: &Vault) -> Self {
        Self(vault.key_mark())
    }
}

impl Op for CheckKeyMark {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        Ok(find(tx).await?.is_none_or(|mark| mark == self.0))
    }
}

async fn find(tx: &mut Tx<'_>) -> Result<Option<Vec<u8>>> {
    let row = tx.opt(FIND, &[]).await?;
    Ok(row.map(|row| row.get("mark")).transpose()?)
}
