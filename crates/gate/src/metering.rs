//! Beginning calls.
//!
//! A call is reserved in memory. One with an effect outside first makes its reservation durable
//! ([`begin`]), so that a crash in between leaves a hold from which start-up finishes or undoes
//! it.

use std::sync::atomic::Ordering;

use kofa_cluster::{NodeNo, hold_open};
use kofa_core::claim::{self, Claim};
use kofa_domain::{Error, Kind, Kobo, RequestId, Result};
use kofa_ledger::{Hold, lock_wallet};
use kofa_store::{Op, Store, Tx, Value};

use crate::call::Call;
pub use kofa_ledger::settler::Settler;

/// Makes a call's reservation durable: hold, idempotency row and the product's own rows (`op`)
/// in one transaction. Call it once, before the effect outside.
///
/// # Errors
/// `idempotency_in_progress` if another call holds the same `Idempotency-Key`; the error of
/// `op`; or `service_unavailable`. Nothing is stored then, or the settlement undoes it.
pub async fn begin<O: Op>(store: &Store, call: &Call, op: O) -> Result<O::Out> {
    let begin = Begin {
        request_id: call.request_id,
        wallet: call.tenant.wallet(call.environment),
        amount: call.price,
        operation_id: call.endpoint.operation_id,
        key_id: call.key_id.clone(),
        at: call.received_at,
        epoch: call.epoch.load(Ordering::Acquire),
        node: call.members.me(),
        claim: call.idempotency.clone(),
        op,
    };
    let out = store.write(begin).await;
    // The commit may have succeeded without word of it: then the settlement ends the hold.
    let may_be_stored = |error: &Error| error.kind() == Kind::Unavailable;
    if out.as_ref().err().is_none_or(may_be_stored) {
        call.begun.store(true, Ordering::Release);
    }
    let out = out?;
    // Another node may be about to undo the call: what follows outside must not happen.
    match call.members.may_act() {
        true => Ok(out),
        false => Err(Error::unavailable("this node has not heard of the others")),
    }
}

/// The durable half of [`begin`].
pub(crate) struct Begin<O> {
    pub(crate) request_id: RequestId,
    pub(crate) wallet: kofa_core::endpoint::WalletNo,
    pub(crate) amount: Kobo,
    pub(crate) operation_id: &'static str,
    pub(crate) key_id: kofa_domain::KeyId,
    pub(crate) at: kofa_domain::Timestamp,
    pub(crate) epoch: i64,
    pub(crate) node: NodeNo,
    pub(crate) claim: Option<Claim>,
    pub(crate) op: O,
}

const CLAIM: &str = "insert into idempotency (wallet_no, operation_id, key_digest, body_digest, \
     request_id, created_at) values ($1, $2, $3, $4, $5, $6) \
     on conflict (wallet_no, operation_id, key_digest) do nothing";

impl<O: Op> Op for Begin<O> {
    type Out = O::Out;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<O::Out> {
        // First, as every operation on its money does: who settles the call comes after this.
        lock_wallet(tx, self.wallet).await?;
        hold_open(tx, self.node).await?;
        let id = self.request_id.as_bytes();
        if let Some(claim) = &self.claim {
            let params: [Value<'_>; 6] = [
                self.wallet.0.into(),
                self.operation_id.into(),
                (&claim.key_digest).into(),
                (&claim.body_digest).into(),
                id.into(),
                self.at.into(),
            ];
            if tx.exec(CLAIM, &params).await? == 0 {
                return Err(claim::running());
            }
        }
        let hold = Hold {
            request_id: self.request_id,
            wallet: self.wallet,
            amount: self.amount,
            epoch: self.epoch,
            node: self.node,
            operation_id: self.operation_id,
            key_id: &self.key_id,
            at: self.at,
        };
        hold.keep(tx).await?;
        tx.run(&self.op).await
    }
}
