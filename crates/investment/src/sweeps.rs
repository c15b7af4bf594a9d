//! After an offer: what is not paid expires when it closes, everything ends when it is called
//! off; and what operators set going once it is allotted.

use std::sync::Arc;
use std::time::Duration;

use kofa_core::ActorAt;
use kofa_domain::{Clock, Environment, Error, Result, Timestamp};
use kofa_store::Store;

use crate::codes;
use crate::market::AfterAllotment;
use crate::offer::OfferStatus;
use crate::ops::{
    CountUnasked, EnqueueRefunds, FindEnded, FindOffer, FindUnderWayAtEnd, HurryPayments,
    RecordSweep, SYSTEM, Sweep, SweepOffer, SweptTo,
};

/// How often is looked for offers that ended, in seconds.
const LOOK_EVERY_S: u64 = 2;

/// Sweeps ended offers until it is dropped.
pub async fn watch(store: Store, clock: Arc<dyn Clock>) {
    let mut tick = tokio::time::interval(Duration::from_secs(LOOK_EVERY_S));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(error) = sweep_ended(&store, clock.now()).await {
            tracing::warn!(%error, "ended offers could not be swept");
        }
    }
}

/// Sweeps every offer that ended; how many subscriptions moved.
///
/// # Errors
/// If the store cannot.
pub async fn sweep_ended(store: &Store, now: Timestamp) -> Result<i64> {
    let mut moved = 0;
    if store.read(FindUnderWayAtEnd { now }).await? {
        store.write(HurryPayments { now }).await?;
    }
    for ended in store.read(FindEnded { now }).await? {
        let sweep = SweepOffer {
            environment: ended.environment,
            offer_id: ended.offer_id,
            sweep: ended.sweep,
            from: SweptTo::default(),
            at: now,
            actor: SYSTEM.to_owned(),
        };
        moved += to_the_end(store, sweep).await?;
    }
    Ok(moved)
}

async fn to_the_end(store: &Store, mut sweep: SweepOffer) -> Result<i64> {
    let mut moved = 0;
    loop {
        let piece = store.write_piece(sweep.clone()).await?;
        moved += piece.count;
        match piece.next {
            Some(next) => sweep.from = next,
            None => return Ok(moved),
        }
    }
}

/// What an operator sets going for an allotted offer.
#[derive(Clone, Debug)]
pub struct After {
    pub by: ActorAt,
    pub environment: Environment,
    pub offer_id: String,
}

impl After {
    /// Sends back what is to go back, through the payment provider; how many refunds that are.
    /// Of a cancelled offer, too.
    ///
    /// # Errors
    /// `offer_not_in_state` before the allotment, `forbidden`, `not_found`.
    pub async fn refund(&self, store: &Store) -> Result<i64> {
        self.must_be(store, &AFTER_REFUNDS).await?;
        let count = CountUnasked {
            environment: self.environment,
            offer_id: self.offer_id.clone(),
        };
        let unasked = store.read(count).await?;
        self.record(store, AfterAllotment::Refund, ("refunds", unasked.into()))
            .await?;
        let mut enqueue = EnqueueRefunds {
            by: self.by.clone(),
            environment: self.environment,
            offer_id: self.offer_id.clone(),
            from: SweptTo::default(),
        };
        let mut asked = 0;
        loop {
            let piece = store.write_piece(enqueue.clone()).await?;
            asked += piece.count;
            match piece.next {
                Some(next) => enqueue.from = next,
                None => return Ok(asked),
            }
        }
    }

    /// Keeps that what was to go back went back outside of this platform; how many refunds.
    ///
    /// # Errors
    /// As [`Self::refund`].
    pub async fn record_refunds(&self, store: &Store, reference: String) -> Result<i64> {
        self.must_be(store, &AFTER_REFUNDS).await?;
        let of = ("reference", reference.as_str().into());
        self.record(store, AfterAllotment::Refund, of).await?;
        self.sweep(store, Sweep::RecordRefunds(reference)).await
    }

    /// Keeps that the depository accounts were credited; how many subscriptions.
    ///
    /// # Errors
    /// `offer_not_in_state` before the allotment, `forbidden`, `not_found`.
    pub async fn credit(&self, store: &Store, reference: String) -> Result<i64> {
        self.must_be(store, &[OfferStatus::Allotted, OfferStatus::Listed])
            .await?;
        let of = ("reference", reference.as_str().into());
        self.record(store, AfterAllotment::Credit, of).await?;
        self.sweep(store, Sweep::Credit(reference)).await
    }

    async fn sweep(&self, store: &Store, sweep: Sweep) -> Result<i64> {
        let sweep = SweepOffer {
            environment: self.environment,
            offer_id: self.offer_id.clone(),
            sweep,
            from: SweptTo::default(),
            at: self.by.at,
            actor: self.by.actor.to_string(),
        };
        to_the_end(store, sweep).await
    }

    /// Keeps in the audit log what is about to be done, before its first piece: one that is cut
    /// off stands there, too.
    async fn record(
        &self,
        store: &Store,
        what: AfterAllotment,
        detail: (&'static str, serde_json::Value),
    ) -> Result<()> {
        let record = RecordSweep {
            by: self.by.clone(),
            environment: self.environment,
            offer_id: self.offer_id.clone(),
            what,
            detail,
        };
        store.write(record).await
    }

    async fn must_be(&self, store: &Store, one_of: &[OfferStatus]) -> Result<()> {
        let find = FindOffer {
            environment: self.environment,
            id: self.offer_id.clone(),
        };
        let status = store.read(find).await?.offer.status(self.by.at);
        if one_of.contains(&status) {
            return Ok(());
        }
        let possible: Vec<&str> = one_of.iter().map(|one| one.as_str()).collect();
        let message = format!(
            "The offer is `{}`; this needs one that is {}.",
            status.as_str(),
            possible.join(" or ")
        );
        Err(Error::new(&codes::OFFER_NOT_IN_STATE, message).with_detail("status", status.as_str()))
    }
}

const AFTER_REFUNDS: [OfferStatus; 3] = [
    OfferStatus::Allotted,
    OfferStatus::Listed,
    OfferStatus::Cancelled,
];
