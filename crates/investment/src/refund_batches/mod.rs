//! Batches of refunds for the operator's bank: made, given out as files, settled.
//!
//! A refund is in one unsettled batch at most, by an index of the database: whoever else would
//! send it back (a payment provider, an operator who records refunds made outside) leaves it
//! alone as long. A file is given out until the bank has answered anything of it: after that, a
//! second upload could pay twice.

mod file;
mod pain;
mod rows;

use kofa_core::ActorAt;
use kofa_domain::{Environment, Result};
use kofa_store::Store;

use crate::ops::{
    BeginRefundBatch, Begun, FillRefundBatch, FinishRefundBatch, SettleRefundBatch, SweptTo,
};
use crate::refunds::RefundBatch;

pub use file::{RefundFile, RefundFormat, attachment, stream};

/// What refunds are gathered.
#[derive(Clone, Debug)]
pub struct MakeBatch {
    pub by: ActorAt,
    pub environment: Environment,
    /// Of one offer alone.
    pub offer_id: Option<String>,
}

/// Gathers what is due in a batch; whether it is new, and the batch. One that was not sent yet is
/// the answer again, as it is; one that was cut off is completed.
///
/// # Errors
/// `no_refunds_due`, `forbidden`; `not_found` or `offer_of_exchange` for the offer.
pub async fn make(store: &Store, make: MakeBatch) -> Result<(bool, RefundBatch)> {
    let begin = BeginRefundBatch {
        by: make.by.clone(),
        environment: make.environment,
        offer_id: make.offer_id,
    };
    let batch = match store.write(begin).await? {
        Begun::Whole(batch) => return Ok((false, batch)),
        Begun::Making(batch) => batch,
    };
    let mut fill = FillRefundBatch {
        batch: batch.clone(),
        from: SweptTo::default(),
        at: make.by.at,
    };
    while let Some(next) = store.write_piece(fill.clone()).await? {
        fill.from = next;
    }
    let finish = FinishRefundBatch {
        by: make.by,
        id: batch.id,
    };
    Ok((true, store.write(finish).await??))
}

/// Keeps what the bank says of all that is still waiting in a batch; how many those were.
///
/// # Errors
/// `not_found`, `forbidden`, `refund_batch_not_in_state`.
pub async fn settle_batch(store: &Store, piece: SettleRefundBatch) -> Result<i64> {
    let mut settled = 0;
    loop {
        match store.write_piece(piece.clone()).await? {
            0 => return Ok(settled),
            some => settled += some,
        }
    }
}
