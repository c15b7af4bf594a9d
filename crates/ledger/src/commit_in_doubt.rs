//! Commits without word.
//!
//! PostgreSQL may commit and lose the connection before it says so, and while nobody reaches the
//! database nobody can look. Money whose fate is unknown stays set aside until the database
//! tells, and what must not be lost is tried until then.

use std::time::Duration;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Kind, RequestId, Result};
use kofa_store::{Op, Store, Tx};

use crate::{Credit, is_closed, lock_wallet};

/// Between two questions to a database that does not answer.
const ASK_EVERY: Duration = Duration::from_secs(1);

/// What a transaction that moved a wallet's money would have left.
#[derive(Clone, Debug)]
enum Left {
    Call(RequestId),
    /// The transfer with this id.
    Transfer(String),
}

/// Whether it is there. The wallet's row is locked first, as by whoever moves its money: so a
/// transaction that nobody hears of has ended when this looks.
#[derive(Clone, Debug)]
pub struct FindCommitted {
    wallet: WalletNo,
    left: Left,
}

impl FindCommitted {
    pub(crate) fn call(wallet: WalletNo, request_id: RequestId) -> Self {
        let left = Left::Call(request_id);
        Self { wallet, left }
    }

    pub(crate) fn transfer(entry: &Credit) -> Self {
        let (wallet, left) = (entry.wallet, Left::Transfer(entry.id.clone()));
        Self { wallet, left }
    }
}

impl Op for FindCommitted {
    type Out = bool;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        lock_wallet(tx, self.wallet).await?;
        let found = match &self.left {
            Left::Call(id) => {
                let sql = "select 1 as one from request_log where request_id = $1";
                tx.opt(sql, &[id.as_bytes().into()]).await?
            }
            Left::Transfer(id) => {
                let sql = "select 1 as one from transfer where transfer_id = $1";
                tx.opt(sql, &[id.into()]).await?
            }
        };
        Ok(found.is_some())
    }
}

/// Asks until the database answers.
pub(crate) async fn find(store: &Store, find: FindCommitted) -> bool {
    loop {
        match store.write(find.clone()).await {
            Ok(found) => return found,
            Err(_) => tokio::time::sleep(ASK_EVERY).await,
        }
    }
}

/// Stores what must not be lost, again and again while nobody reaches the database. An earlier
/// try may have been committed without word: `op` makes one that finds that out.
pub(crate) async fn store<O: Op>(store: &Store, op: impl Fn() -> O) -> Result<O::Out> {
    loop {
        match store.write(op()).await {
            Err(error) if error.kind() == Kind::Unavailable && !is_closed(&error) => {
                tokio::time::sleep(ASK_EVERY).await;
            }
            stored => return stored,
        }
    }
}
