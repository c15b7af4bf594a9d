//! Money held for work that goes on after its call was answered.
//!
//! The call's settlement keeps the hold, with whatever starts the work
//! (`kofa_gate::Answer::charged_later`), and takes its money out of the lease: the work may end on
//! any node. When the work has ended, [`Holds`] captures or
//! releases it in the transaction that keeps the work's outcome: no crash and no race of a worker
//! with a cancellation can charge work that failed, or end it twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Error, Kobo, RequestId, Result, Timestamp};
use kofa_store::{Op, Store, Tx};

use crate::{LateCharge, Wallets, commit_in_doubt, drop_hold, lock_wallet, post_late};

/// How long whoever ends a hold waits to hear of it. Where nobody reaches the database it is ended
/// later.
const TOLD_AFTER_MAX: Duration = Duration::from_secs(10);

/// Ends holds. One per process, over the wallets of its gate; cheap to clone.
#[derive(Clone, Debug)]
pub struct Holds {
    store: Store,
    wallets: Arc<Wallets>,
    /// One end at a time: a hold that is gone at a second try was ended by the first.
    ending: Arc<tokio::sync::Mutex<()>>,
}

impl Holds {
    /// Over the store and the wallets of the process.
    pub fn new(store: Store, wallets: Arc<Wallets>) -> Self {
        Self {
            store,
            wallets,
            ending: Arc::default(),
        }
    }

    /// Charges what the call `request_id` holds, in the transaction of `op`. `op` answers whether
    /// the work was still there to be ended; where it was not, nothing moves. The answer is the
    /// same: whether this ended it.
    ///
    /// # Errors
    /// The error of `op`: the hold stands then. `service_unavailable`: it stands, or is ended once
    /// the database answers.
    pub async fn capture<O: Op<Out = bool>>(
        &self,
        request_id: RequestId,
        at: Timestamp,
        op: O,
    ) -> Result<bool> {
        self.end(request_id, Some((at, Kobo::new(i64::MAX))), op)
            .await
    }

    /// As [`Holds::capture`], of at most `amount`; the rest is given back.
    ///
    /// # Errors
    /// As [`Holds::capture`].
    pub async fn capture_at_most<O: Op<Out = bool>>(
        &self,
        request_id: RequestId,
        (at, amount): (Timestamp, Kobo),
        op: O,
    ) -> Result<bool> {
        self.end(request_id, Some((at, amount)), op).await
    }

    /// Gives back what the call `request_id` holds, in the transaction of `op`; as
    /// [`Holds::capture`].
    ///
    /// # Errors
    /// As [`Holds::capture`].
    pub async fn release<O: Op<Out = bool>>(&self, request_id: RequestId, op: O) -> Result<bool> {
        self.end(request_id, None, op).await
    }

    /// In a task of its own: between the commit and the wallet in memory nobody may stop it.
    async fn end<O: Op<Out = bool>>(
        &self,
        request_id: RequestId,
        charge: Option<(Timestamp, Kobo)>,
        op: O,
    ) -> Result<bool> {
        let holds = self.clone();
        let ending = async move { holds.end_alone(request_id, charge, op).await };
        let told = tokio::time::timeout(TOLD_AFTER_MAX, tokio::spawn(ending)).await;
        let late = |_| Error::unavailable("the end of a hold was not confirmed yet");
        told.map_err(late)?.map_err(Error::internal)?
    }

    async fn end_alone<O: Op<Out = bool>>(
        &self,
        request_id: RequestId,
        charge: Option<(Timestamp, Kobo)>,
        op: O,
    ) -> Result<bool> {
        let _alone = self.ending.lock().await;
        let Some(hold) = self.store.read(FindHold { request_id }).await? else {
            return Ok(false);
        };
        let lease = self.wallets.lease(hold.wallet).await?;
        let charge = charge.map(|(at, most)| LateCharge {
            wallet: hold.wallet,
            epoch: lease.epoch,
            request_id,
            at,
            amount: hold.amount.min(most),
        });
        let end = Arc::new(EndHold {
            request_id,
            wallet: hold.wallet,
            charge,
            op,
            tries: AtomicU32::new(0),
        });
        let ended = commit_in_doubt::store(&self.store, || SharedEnd(Arc::clone(&end))).await;
        if !ended.inspect_err(|error| lease.note_failure(error))? {
            return Ok(false);
        }
        // What was not charged is the wallet's again.
        if let Err(error) = self.wallets.extend(hold.wallet).await {
            tracing::warn!(%error, "money that was given back is not in the lease yet");
        }
        Ok(true)
    }
}

/// A hold whose call was answered.
struct KeptHold {
    wallet: WalletNo,
    amount: Kobo,
}

struct FindHold {
    request_id: RequestId,
}

const FIND: &str = "select h.wallet_no, h.amount_kobo from hold h \
     join request_log c on c.request_id = h.request_id where h.request_id = $1";

impl Op for FindHold {
    type Out = Option<KeptHold>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let Some(row) = tx.opt(FIND, &[self.request_id.as_bytes().into()]).await? else {
            return Ok(None);
        };
        Ok(Some(KeptHold {
            wallet: WalletNo(row.get("wallet_no")?),
            amount: row.get("amount_kobo")?,
        }))
    }
}

struct EndHold<O> {
    request_id: RequestId,
    wallet: WalletNo,
    charge: Option<LateCharge>,
    op: O,
    tries: AtomicU32,
}

impl<O: Op<Out = bool>> Op for EndHold<O> {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        // First, as every operation on its money does: no two can wait for each other.
        lock_wallet(tx, self.wallet).await?;
        let is_first = self.tries.fetch_add(1, Ordering::Relaxed) == 0;
        let request_id = self.request_id;
        if (FindHold { request_id }).run(tx).await?.is_none() {
            // By another node, or by an earlier try, whose commit was not heard of.
            return Ok(!is_first);
        }
        if !tx.run(&self.op).await? {
            return Ok(false);
        }
        drop_hold(tx, request_id).await?;
        match &self.charge {
            Some(charge) if charge.amount > Kobo::ZERO => post_late(tx, charge).await?,
            _ => {}
        }
        Ok(true)
    }
}

/// An end that may have to be tried again.
struct SharedEnd<O>(Arc<EndHold<O>>);

impl<O: Op<Out = bool>> Op for SharedEnd<O> {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        tx.run(&*self.0).await
    }
}
