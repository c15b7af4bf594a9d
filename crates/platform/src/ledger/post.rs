//! Settling calls: charge, log row and projections in one transaction.

use kofa_domain::{Error, KeyId, Kobo, RequestId, Result, Timestamp};
use kofa_store::{Column, Op, Tx, Type, Value};

use crate::codes;
use crate::endpoint::WalletNo;
use crate::http::Write;
use crate::idempotency::{self, Claim};

/// One finished call: its log row and its charge.
#[derive(Clone, Debug)]
pub(crate) struct CallRow {
    pub(crate) wallet: WalletNo,
    /// The lease that pays; 0 if nothing is charged.
    pub(crate) epoch: i64,
    pub(crate) request_id: RequestId,
    pub(crate) at: Timestamp,
    pub(crate) operation_id: &'static str,
    pub(crate) key_id: KeyId,
    pub(crate) status: u16,
    pub(crate) error_code: Option<&'static str>,
    pub(crate) charge: Kobo,
    pub(crate) latency_us: i64,
}

const LOG: &str = "request_log";
const LOG_COLUMNS: [Column; 11] = [
    ("id", Type::Int),
    ("request_id", Type::Bytes),
    ("at", Type::Int),
    ("operation_id", Type::Text),
    ("key_id", Type::Text),
    ("status", Type::Int),
    ("error_code", Type::Text),
    ("charge_kobo", Type::Int),
    ("balance_kobo", Type::Int),
    ("latency_us", Type::Int),
    ("epoch", Type::Int),
];
const MOVE_WALLET: &str = "update wallet set balance_kobo = balance_kobo - $2, seq = seq + $3 \
     where no = $1 returning balance_kobo, seq";
const SPEND_LEASE: &str = "update wallet_lease set spent_kobo = spent_kobo + $3 \
     where wallet_no = $1 and epoch = $2 and open = $4";

/// Posts the calls of one wallet, in order: they share the environment.
async fn post_wallet(tx: &mut Tx<'_>, calls: &[&CallRow]) -> Result<()> {
    let Some(first) = calls.first() else {
        return Ok(());
    };
    let count = i64::try_from(calls.len()).map_err(Error::internal)?;
    let total = calls
        .iter()
        .try_fold(Kobo::ZERO, |sum, call| sum.checked_add(call.charge));
    let total = total.ok_or_else(|| Error::internal("charges of a batch overflow"))?;
    let wallet = first.wallet.0;
    let row = tx
        .one(MOVE_WALLET, &[wallet.into(), total.into(), count.into()])
        .await?;
    let mut balance = row.get::<i64>("balance_kobo")? + total.get();
    let mut seq = row.get::<i64>("seq")? - count;
    if total > Kobo::ZERO {
        spend(tx, calls).await?;
    }
    let mut rows = Vec::with_capacity(calls.len());
    for call in calls {
        balance -= call.charge.get();
        seq += 1;
        rows.push([
            first.wallet.log_id(seq).into(),
            call.request_id.as_bytes().into(),
            call.at.into(),
            call.operation_id.into(),
            (&call.key_id).into(),
            call.status.into(),
            call.error_code.into(),
            call.charge.into(),
            balance.into(),
            call.latency_us.into(),
            call.epoch.into(),
        ]);
    }
    tx.insert_rows(LOG, &LOG_COLUMNS, "", &rows).await?;
    Ok(())
}

/// Moves the leases that pay. A lease closed meanwhile pays for nothing.
async fn spend(tx: &mut Tx<'_>, calls: &[&CallRow]) -> Result<()> {
    let mut left: Vec<&&CallRow> = calls
        .iter()
        .filter(|call| call.charge > Kobo::ZERO)
        .collect();
    while let Some(first) = left.first() {
        let epoch = first.epoch;
        let wallet = first.wallet.0;
        let amount: i64 = left
            .iter()
            .filter(|c| c.epoch == epoch)
            .map(|c| c.charge.get())
            .sum();
        left.retain(|call| call.epoch != epoch);
        let of: [Value<'_>; 4] = [wallet.into(), epoch.into(), amount.into(), true.into()];
        if tx.exec(SPEND_LEASE, &of).await? != 1 {
            return Err(Error::unavailable("the lease that should pay was closed"));
        }
    }
    Ok(())
}

/// Settles one call that only logs and charges.
pub(crate) struct SettleCall(pub(crate) CallRow);

impl Op for SettleCall {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        post_wallet(tx, &[&self.0]).await
    }
}

/// Posts calls that only log and charge, many at once.
pub(crate) async fn post_calls(tx: &mut Tx<'_>, mut calls: Vec<&CallRow>) -> Result<()> {
    // Wallets in one order, so that two batches never wait for each other.
    calls.sort_by_key(|call| call.wallet);
    for group in calls.chunk_by(|one, other| one.wallet == other.wallet) {
        post_wallet(tx, group).await?;
    }
    Ok(())
}

/// An answer kept for replays.
#[derive(Clone, Debug)]
pub(crate) struct StoredReply {
    pub(crate) status: u16,
    pub(crate) content_type: &'static str,
    pub(crate) body: bytes::Bytes,
}

/// Settles one call together with what its product stores.
pub(crate) struct SettleOne {
    pub(crate) call: CallRow,
    /// Whether `metering::begin` made its hold (and its idempotency row, if it has a claim).
    pub(crate) begun: bool,
    pub(crate) claim: Option<Claim>,
    /// Kept under the claim; without one the claim is given up, so that the key may be used
    /// again.
    pub(crate) reply: Option<StoredReply>,
    pub(crate) write: Option<Write>,
}

const CLAIM_ANSWERED: &str = "insert into idempotency (wallet_no, operation_id, key_digest, \
     body_digest, request_id, created_at, status, content_type, body) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
     on conflict (wallet_no, operation_id, key_digest) do nothing";
const DROP_HOLD: &str = "delete from hold where request_id = $1";
const KEEP_REPLY: &str = "update idempotency set status = $4, content_type = $5, body = $6 \
     where wallet_no = $1 and operation_id = $2 and key_digest = $3 and status is null";
const GIVE_UP_CLAIM: &str = "delete from idempotency \
     where wallet_no = $1 and operation_id = $2 and key_digest = $3 and status is null";

impl Op for SettleOne {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let call = &self.call;
        post_wallet(tx, &[call]).await?;
        if self.begun {
            tx.exec_one(DROP_HOLD, &[call.request_id.as_bytes().into()])
                .await?;
        }
        if let (false, Some(claim), Some(reply)) = (self.begun, &self.claim, &self.reply) {
            // Nothing was made durable before: the claim comes with its answer.
            let of: [Value<'_>; 9] = [
                call.wallet.0.into(),
                call.operation_id.into(),
                (&claim.key_digest).into(),
                (&claim.body_digest).into(),
                call.request_id.as_bytes().into(),
                call.at.into(),
                reply.status.into(),
                reply.content_type.into(),
                reply.body.as_ref().into(),
            ];
            if tx.exec(CLAIM_ANSWERED, &of).await? == 0 {
                return Err(idempotency::running());
            }
        }
        if let (true, Some(claim)) = (self.begun, &self.claim) {
            let digest = &claim.key_digest;
            let wallet = call.wallet.0;
            let name = call.operation_id;
            match &self.reply {
                Some(reply) => {
                    let of: [Value<'_>; 6] = [
                        wallet.into(),
                        name.into(),
                        digest.into(),
                        reply.status.into(),
                        reply.content_type.into(),
                        reply.body.as_ref().into(),
                    ];
                    tx.exec_one(KEEP_REPLY, &of).await?;
                }
                None => {
                    let of: [Value<'_>; 3] = [wallet.into(), name.into(), digest.into()];
                    tx.exec_one(GIVE_UP_CLAIM, &of).await?;
                }
            }
        }
        match &self.write {
            Some(write) => write.run(tx).await,
            None => Ok(()),
        }
    }
}

/// The error of a call whose settlement failed: never free, never charged.
pub(crate) fn unsettled(error: &Error) -> Error {
    Error::new(
        &codes::SERVICE_UNAVAILABLE,
        "The call could not be recorded, so it was not answered. Nothing was charged.",
    )
    .with_context(error)
    .with_retry_after(1)
}
