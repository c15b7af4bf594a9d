//! Keeps a node's memory in step with the database.

use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Clock, Environment};
use kofa_ledger::Wallets;

use crate::shares::TICK_MS;
use crate::{POLL_MS, Snapshot};

/// Takes over what changed, every [`POLL_MS`], for as long as it is polled. Changes made by
/// other processes hold here after at most that long; top-ups become spendable.
pub async fn watch(snapshot: Arc<Snapshot>, wallets: Arc<Wallets>) {
    let mut tick = tokio::time::interval(Duration::from_millis(POLL_MS));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        take_over(&snapshot, &wallets).await;
    }
}

/// Takes over what changed, top-ups included. Where it fails it is on disk all the same, and
/// the next poll tries again.
pub async fn take_over(snapshot: &Snapshot, wallets: &Wallets) {
    if let Err(error) = snapshot.refresh().await {
        tracing::warn!(%error, "configuration could not be re-read");
    }
    for tenant in snapshot.take_changed() {
        for environment in Environment::ALL {
            if let Err(error) = wallets.extend(tenant.wallet(environment)).await {
                tracing::warn!(%error, "a wallet's lease could not be extended");
                snapshot.look_again_at(Arc::clone(&tenant));
            }
        }
    }
}

/// Divides limits with the other nodes of the database, for as long as it is polled. From the call
/// of it on, nobody is admitted before this node has a share.
pub fn divide_limits(
    snapshot: Arc<Snapshot>,
    clock: Arc<dyn Clock>,
) -> impl Future<Output = ()> + Send {
    let is_divided = snapshot.shares().divide();
    async move {
        let mut tick = tokio::time::interval(Duration::from_millis(TICK_MS));
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut failed = false;
        if !is_divided {
            return;
        }
        loop {
            tick.tick().await;
            let ticked = snapshot.shares().tick(&*clock, snapshot.delays()).await;
            if let (Err(error), false) = (&ticked, failed) {
                tracing::warn!(%error, "shares of rate limits could not be confirmed");
            }
            failed = ticked.is_err();
        }
    }
}
