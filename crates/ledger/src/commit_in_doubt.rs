//! Commits without word.
//!
//! PostgreSQL may commit and lose the connection before it says so, and while nobody reaches the
//! database nobody can look. Money whose fate is unknown stays set aside until the database
//! tells, and what must not be lost is tried until then.

use std::time::Duration;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Error, Kind, Kobo, RequestId, Result};
use kofa_store::{Op, Store, Tx};

use crate::{CallRow, Credit, is_closed, lock_wallet};

/// Between two questions to a database that does not answer.
const ASK_EVERY: Duration = Duration::from_secs(1);

/// What a transaction that moved a wallet's money would have left.
#[derive(Clone, Debug)]
enum Left {
    Call {
        request_id: RequestId,
        status: u16,
        charge: Kobo,
    },
    /// The transfer with this id.
    Transfer(String),
}

/// What is found of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Nothing,
    It,
    /// The call is there and ended otherwise: another node ended it, which took this one for gone.
    Another,
}

impl Found {
    pub(crate) fn is_it(self) -> bool {
        self == Self::It
    }
}

/// Whether it is there. The wallet's row is locked first, as by whoever moves its money: so a
/// transaction that nobody hears of has ended when this looks.
#[derive(Clone, Debug)]
pub struct FindCommitted {
    wallet: WalletNo,
    left: Left,
}

impl FindCommitted {
    pub(crate) fn call(call: &CallRow) -> Self {
        let left = Left::Call {
            request_id: call.request_id,
            status: call.status,
            charge: call.charge,
        };
        let wallet = call.wallet;
        Self { wallet, left }
    }

    pub(crate) fn transfer(entry: &Credit) -> Self {
        let (wallet, left) = (entry.wallet, Left::Transfer(entry.id.clone()));
        Self { wallet, left }
    }
}

const CALL: &str = "select status, charge_kobo from request_log where request_id = $1";
const TRANSFER: &str = "select 1 as one from transfer where transfer_id = $1";

impl Op for FindCommitted {
    type Out = Found;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Found> {
        lock_wallet(tx, self.wallet).await?;
        let is_it = match &self.left {
            Left::Call {
                request_id,
                status,
                charge,
            } => match tx.opt(CALL, &[request_id.as_bytes().into()]).await? {
                Some(row) => Some(
                    row.get::<i64>("status")? == i64::from(*status)
                        && row.get::<Kobo>("charge_kobo")? == *charge,
                ),
                None => None,
            },
            Left::Transfer(id) => tx.opt(TRANSFER, &[id.into()]).await?.map(|_| true),
        };
        Ok(match is_it {
            None => Found::Nothing,
            Some(true) => Found::It,
            Some(false) => Found::Another,
        })
    }
}

/// Asks until the database answers.
pub(crate) async fn find(store: &Store, find: FindCommitted) -> bool {
    loop {
        match store.write(find.clone()).await {
            Ok(found) => return found.is_it(),
            Err(_) => tokio::time::sleep(ASK_EVERY).await,
        }
    }
}

/// Whether no later try can succeed: this node's lease was closed, or the node itself.
fn is_final(error: &Error) -> bool {
    is_closed(error) || kofa_cluster::is_gone(error)
}

/// Stores what must not be lost, again and again while nobody reaches the database. An earlier
/// try may have been committed without word: `op` makes one that finds that out.
pub(crate) async fn store<O: Op>(store: &Store, op: impl Fn() -> O) -> Result<O::Out> {
    loop {
        match store.write(op()).await {
            Err(error) if error.kind() == Kind::Unavailable && !is_final(&error) => {
                tokio::time::sleep(ASK_EVERY).await;
            }
            stored => return stored,
        }
    }
}
