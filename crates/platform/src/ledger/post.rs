//! Settling calls: charge, log row and projections in one transaction.

use std::sync::Arc;

use kofa_domain::{Error, KeyId, Kobo, RequestId, Result, Timestamp};
use kofa_store::{Column, Op, Tx, Type, Value};

use crate::alerts::{self, Point, Watch};
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

impl CallRow {
    /// Holds `amount` for a call that is answered now and charged later.
    fn hold(&self, amount: Kobo) -> Hold<'_> {
        Hold {
            request_id: self.request_id,
            wallet: self.wallet,
            amount,
            operation_id: self.operation_id,
            key_id: &self.key_id,
            at: self.at,
        }
    }
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
     where no = $1 returning balance_kobo, seq, alert_kobo, alert_until";
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
    let watch = Watch::from_row(&row)?;
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
    let latest = calls.iter().map(|call| call.at).max().unwrap_or(first.at);
    if watch.is_due(Kobo::new(balance), latest) {
        alerts::look(tx, first.wallet, &points(calls, balance + total.get())).await?;
    }
    Ok(())
}

/// The wallet right after each of `calls`, which began at `balance`.
fn points(calls: &[&CallRow], balance: i64) -> Vec<Point> {
    let mut balance = balance;
    let after = |call: &&CallRow| {
        balance -= call.charge.get();
        Point {
            at: call.at,
            balance: Kobo::new(balance),
            request_id: Some(call.request_id),
        }
    };
    calls.iter().map(after).collect()
}

/// A charge that comes after its call was answered.
pub(crate) struct LateCharge {
    pub(crate) wallet: WalletNo,
    /// The lease that pays.
    pub(crate) epoch: i64,
    /// The call.
    pub(crate) request_id: RequestId,
    /// When its work had ended.
    pub(crate) at: Timestamp,
    /// More than zero.
    pub(crate) amount: Kobo,
}

const LATE: &str = "insert into late_charge (id, request_id, at, charge_kobo, balance_kobo, \
     epoch) values ($1, $2, $3, $4, $5, $6)";

/// Posts a late charge.
pub(crate) async fn post_late(tx: &mut Tx<'_>, late: &LateCharge) -> Result<()> {
    let (wallet, amount) = (late.wallet.0, late.amount);
    let row = tx
        .one(MOVE_WALLET, &[wallet.into(), amount.into(), 1_i64.into()])
        .await?;
    let (balance, seq): (Kobo, i64) = (row.get("balance_kobo")?, row.get("seq")?);
    let paid: [Value<'_>; 4] = [wallet.into(), late.epoch.into(), amount.into(), true.into()];
    if tx.exec(SPEND_LEASE, &paid).await? != 1 {
        return Err(Error::unavailable("the lease that should pay was closed"));
    }
    let of: [Value<'_>; 6] = [
        late.wallet.log_id(seq).into(),
        late.request_id.as_bytes().into(),
        late.at.into(),
        amount.into(),
        balance.into(),
        late.epoch.into(),
    ];
    tx.exec_one(LATE, &of).await?;
    if Watch::from_row(&row)?.is_due(balance, late.at) {
        let point = Point {
            at: late.at,
            balance,
            request_id: Some(late.request_id),
        };
        alerts::look(tx, late.wallet, &[point]).await?;
    }
    Ok(())
}

const HOLD: &str = "insert into hold (request_id, wallet_no, amount_kobo, operation_id, key_id, \
     at) values ($1, $2, $3, $4, $5, $6)";

/// Money of a call that waits for what it pays for.
pub(crate) struct Hold<'a> {
    pub(crate) request_id: RequestId,
    pub(crate) wallet: WalletNo,
    pub(crate) amount: Kobo,
    pub(crate) operation_id: &'static str,
    pub(crate) key_id: &'a KeyId,
    pub(crate) at: Timestamp,
}

impl Hold<'_> {
    pub(crate) async fn keep(&self, tx: &mut Tx<'_>) -> Result<()> {
        let of: [Value<'_>; 6] = [
            self.request_id.as_bytes().into(),
            self.wallet.0.into(),
            self.amount.into(),
            self.operation_id.into(),
            self.key_id.into(),
            self.at.into(),
        ];
        Ok(tx.exec_one(HOLD, &of).await?)
    }
}

/// Ends the hold of a call.
pub(crate) async fn drop_hold(tx: &mut Tx<'_>, request_id: RequestId) -> Result<()> {
    Ok(tx
        .exec_one(DROP_HOLD, &[request_id.as_bytes().into()])
        .await?)
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

/// Posts finished calls, many at once: every row and charge, then what each keeps.
pub(crate) async fn post_calls(tx: &mut Tx<'_>, finished: &[&Finished]) -> Result<()> {
    let mut calls: Vec<&CallRow> = finished.iter().map(|one| &one.call).collect();
    // Wallets in one order, so that two batches never wait for each other.
    calls.sort_by_key(|call| call.wallet);
    for group in calls.chunk_by(|one, other| one.wallet == other.wallet) {
        post_wallet(tx, group).await?;
    }
    let mut writes = Vec::new();
    for one in finished {
        if let Some(kept) = &one.kept {
            kept.keep_reply(tx, &one.call).await?;
            writes.extend(&kept.write);
        }
    }
    Write::keep_all(&writes, tx).await
}

/// A finished call.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) call: CallRow,
    /// What is stored with its row and its charge, or not at all.
    pub(crate) kept: Option<Kept>,
}

/// An answer kept for replays.
#[derive(Clone, Debug)]
pub(crate) struct StoredReply {
    pub(crate) status: u16,
    pub(crate) content_type: &'static str,
    pub(crate) body: bytes::Bytes,
    /// Where what was made is found.
    pub(crate) location: Option<String>,
}

/// What a call stores beyond its row and its charge.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Whether `metering::begin` made its hold (and its idempotency row, if it has a claim).
    pub(crate) begun: bool,
    /// What stays held after the call, in kobo.
    pub(crate) held: Option<Kobo>,
    pub(crate) claim: Option<Claim>,
    /// Kept under the claim; without one the claim is given up, so that the key may be used
    /// again.
    pub(crate) reply: Option<StoredReply>,
    /// The product's own rows.
    pub(crate) write: Option<Write>,
}

const CLAIM_ANSWERED: &str = "insert into idempotency (wallet_no, operation_id, key_digest, \
     body_digest, request_id, created_at, status, content_type, body, location) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
     on conflict (wallet_no, operation_id, key_digest) do nothing";
const DROP_HOLD: &str = "delete from hold where request_id = $1";
const KEEP_REPLY: &str = "update idempotency set status = $4, content_type = $5, body = $6, \
     location = $7 \
     where wallet_no = $1 and operation_id = $2 and key_digest = $3 and status is null";
const GIVE_UP_CLAIM: &str = "delete from idempotency \
     where wallet_no = $1 and operation_id = $2 and key_digest = $3 and status is null";

impl Kept {
    /// Ends or makes its hold, and answers, or gives up, its claim.
    async fn keep_reply(&self, tx: &mut Tx<'_>, call: &CallRow) -> Result<()> {
        match (self.begun, self.held) {
            (false, Some(amount)) => call.hold(amount).keep(tx).await?,
            (true, None) => drop_hold(tx, call.request_id).await?,
            _ => {}
        }
        match (self.begun, &self.claim, &self.reply) {
            (false, Some(claim), Some(reply)) => claim_answered(tx, call, claim, reply).await?,
            (true, Some(claim), Some(reply)) => keep_reply(tx, call, claim, reply).await?,
            (true, Some(claim), None) => {
                let of: [Value<'_>; 3] = [
                    call.wallet.0.into(),
                    call.operation_id.into(),
                    (&claim.key_digest).into(),
                ];
                tx.exec_one(GIVE_UP_CLAIM, &of).await?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Nothing was made durable before: the claim comes with its answer.
async fn claim_answered(
    tx: &mut Tx<'_>,
    call: &CallRow,
    claim: &Claim,
    reply: &StoredReply,
) -> Result<()> {
    let of: [Value<'_>; 10] = [
        call.wallet.0.into(),
        call.operation_id.into(),
        (&claim.key_digest).into(),
        (&claim.body_digest).into(),
        call.request_id.as_bytes().into(),
        call.at.into(),
        reply.status.into(),
        reply.content_type.into(),
        reply.body.as_ref().into(),
        reply.location.as_ref().into(),
    ];
    match tx.exec(CLAIM_ANSWERED, &of).await? {
        0 => Err(idempotency::running()),
        _ => Ok(()),
    }
}

async fn keep_reply(
    tx: &mut Tx<'_>,
    call: &CallRow,
    claim: &Claim,
    reply: &StoredReply,
) -> Result<()> {
    let of: [Value<'_>; 7] = [
        call.wallet.0.into(),
        call.operation_id.into(),
        (&claim.key_digest).into(),
        reply.status.into(),
        reply.content_type.into(),
        reply.body.as_ref().into(),
        reply.location.as_ref().into(),
    ];
    Ok(tx.exec_one(KEEP_REPLY, &of).await?)
}

/// Settles one call in a transaction of its own.
pub(crate) struct SettleAlone(pub(crate) Arc<Finished>);

impl Op for SettleAlone {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        post_calls(tx, &[&self.0]).await
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
