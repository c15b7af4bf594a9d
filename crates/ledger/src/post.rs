//! Settling calls: charge, log row and projections in one transaction.

use std::borrow::Cow;
use std::sync::Arc;

use kofa_cluster::NodeNo;
use kofa_core::claim::{self, Claim};
use kofa_core::codes;
use kofa_core::endpoint::WalletNo;
use kofa_domain::{Error, KeyId, Kind, Kobo, RequestId, Result, Timestamp};
use kofa_store::{Column, Dialect, Op, Row, Tx, Type, Value};

use crate::alerts::{self, Point, Watch};
use crate::gathered::Write;

/// One finished call: its log row and its charge.
#[derive(Clone, Debug)]
pub struct CallRow {
    pub wallet: WalletNo,
    /// The lease that pays; 0 if nothing is charged.
    pub epoch: i64,
    pub request_id: RequestId,
    pub at: Timestamp,
    pub operation_id: &'static str,
    pub key_id: KeyId,
    pub status: u16,
    pub error_code: Option<Cow<'static, str>>,
    pub charge: Kobo,
    pub latency_us: i64,
}

impl CallRow {
    /// Holds `amount` for a call that is answered now and charged later: in the wallet itself.
    fn hold(&self, amount: Kobo) -> Hold<'_> {
        Hold {
            request_id: self.request_id,
            wallet: self.wallet,
            amount,
            epoch: 0,
            node: NodeNo(0),
            operation_id: self.operation_id,
            key_id: &self.key_id,
            at: self.at,
        }
    }
}

pub(crate) const LOG: &str = "request_log";
pub(crate) const LOG_COLUMNS: [Column; 11] = [
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
/// Finds no wallet that has less: its money was in a lease that was closed, and others spent it.
pub(crate) const MOVE_WALLET: &str = "update wallet set balance_kobo = balance_kobo - $2, \
     seq = seq + $3 where no = $1 and balance_kobo >= $2 \
     returning balance_kobo, seq, alert_kobo, alert_until";
const SPEND_LEASE: &str = "update wallet_lease set spent_kobo = spent_kobo + $3 \
     where wallet_no = $1 and epoch = $2 and open = $4";

/// All that a wallet's calls move and leave, by one statement of PostgreSQL. The wallet's row is
/// locked first, as by every operation on its money. `$18` says that nobody could undo it: then it
/// changes nothing where an alert has to be looked at, and fails where the lease was closed, for
/// no row may be charged without the epoch that paid. Like [`MOVE_WALLET`] it finds no wallet that
/// has less.
const POST: &str = "with money as ( \
     update wallet set balance_kobo = balance_kobo - $13, seq = seq + $14 \
     where no = $12 and balance_kobo >= $13 \
     and not ($18 and (balance_kobo - $13 < alert_kobo or $17 >= alert_until)) \
     returning balance_kobo, seq, alert_kobo, alert_until), \
     paid as ( \
     update wallet_lease set spent_kobo = spent_kobo + $13 from money \
     where wallet_no = $12 and epoch = $15 and open returning epoch), \
     logged as ( \
     insert into request_log (id, request_id, at, operation_id, key_id, status, error_code, \
     charge_kobo, balance_kobo, latency_us, epoch) \
     select $16 + money.seq - $14 + call.place, call.request_id, call.at, call.operation_id, \
     call.key_id, call.status, call.error_code, call.charge_kobo, \
     money.balance_kobo + call.balance_kobo, call.latency_us, \
     case when $18 and call.charge_kobo > 0 then (select epoch from paid) else call.epoch end \
     from money, unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::text[], $5::text[], \
     $6::bigint[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[]) \
     as call (place, request_id, at, operation_id, key_id, status, error_code, charge_kobo, \
     balance_kobo, latency_us, epoch)) \
     select balance_kobo, seq, alert_kobo, alert_until, \
     (select count(*) from paid) as paid from money";

/// The calls of one wallet, in order: they share the environment.
struct Posting<'a> {
    wallet: WalletNo,
    calls: &'a [&'a CallRow],
    total: Kobo,
    count: i64,
}

/// A wallet's balance after its calls, and when its alerts are to be looked at.
struct Moved {
    balance: i64,
    seq: i64,
    watch: Watch,
}

impl Moved {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            balance: row.get("balance_kobo")?,
            seq: row.get("seq")?,
            watch: Watch::from_row(row)?,
        })
    }
}

impl<'a> Posting<'a> {
    /// `None` of no calls.
    fn of(calls: &'a [&'a CallRow]) -> Result<Option<Self>> {
        let Some(first) = calls.first() else {
            return Ok(None);
        };
        let total = calls
            .iter()
            .try_fold(Kobo::ZERO, |sum, call| sum.checked_add(call.charge));
        Ok(Some(Self {
            wallet: first.wallet,
            calls,
            total: total.ok_or_else(|| Error::internal("charges of a batch overflow"))?,
            count: i64::try_from(calls.len()).map_err(Error::internal)?,
        }))
    }

    fn latest(&self) -> Timestamp {
        let latest = self.calls.iter().map(|call| call.at).max();
        latest.unwrap_or(Timestamp::from_micros(0))
    }

    /// The lease that pays for all that is charged, 0 if nothing is; `None` if there are several.
    fn epoch(&self) -> Option<i64> {
        let charged = || self.calls.iter().filter(|call| call.charge > Kobo::ZERO);
        let epoch = charged().next().map_or(0, |call| call.epoch);
        charged().all(|call| call.epoch == epoch).then_some(epoch)
    }

    async fn post(&self, tx: &mut Tx<'_>) -> Result<()> {
        let moved = match (tx.dialect(), self.epoch()) {
            (Dialect::Postgres, Some(epoch)) => {
                let moved = self.post_by_one(tx, epoch, IsAlone(false)).await?;
                moved.ok_or_else(closed)?
            }
            _ => self.post_by_several(tx).await?,
        };
        if moved.watch.is_due(Kobo::new(moved.balance), self.latest()) {
            let points = points(self.calls, moved.balance + self.total.get());
            alerts::look(tx, self.wallet, &points).await?;
        }
        Ok(())
    }

    async fn post_by_several(&self, tx: &mut Tx<'_>) -> Result<Moved> {
        let params = [self.wallet.0.into(), self.total.into(), self.count.into()];
        let row = tx.opt(MOVE_WALLET, &params).await?.ok_or_else(closed)?;
        let moved = Moved::from_row(&row)?;
        if self.total > Kobo::ZERO {
            spend(tx, self.calls).await?;
        }
        let first = self.wallet.log_id(moved.seq - self.count + 1);
        let rows = self.rows(first, moved.balance);
        tx.insert_rows(LOG, &LOG_COLUMNS, "", &rows).await?;
        Ok(moved)
    }

    /// By [`POST`]. `None` if the wallet was not touched.
    async fn post_by_one(
        &self,
        tx: &mut Tx<'_>,
        epoch: i64,
        is_alone: IsAlone,
    ) -> Result<Option<Moved>> {
        let params: [Value<'_>; 7] = [
            self.wallet.0.into(),
            self.total.into(),
            self.count.into(),
            epoch.into(),
            self.wallet.log_id(0).into(),
            self.latest().into(),
            is_alone.0.into(),
        ];
        // Places and balances from zero: the wallet's own are added there.
        let rows = self.rows(1, 0);
        let found = tx.rows_over(POST, (&LOG_COLUMNS, &rows), &params).await?;
        let Some(row) = found.first() else {
            return Ok(None);
        };
        if self.total > Kobo::ZERO && row.get::<i64>("paid")? != 1 {
            return Err(closed());
        }
        Ok(Some(Moved::from_row(row)?))
    }

    /// The rows of the log, of which the first has the id `first` and the last leaves `balance`.
    fn rows(&self, first: i64, balance: i64) -> Vec<[Value<'_>; 11]> {
        let mut balance = balance + self.total.get();
        let row = |(id, call): (i64, &&'a CallRow)| {
            balance -= call.charge.get();
            [
                id.into(),
                call.request_id.as_bytes().into(),
                call.at.into(),
                call.operation_id.into(),
                (&call.key_id).into(),
                call.status.into(),
                call.error_code.as_deref().into(),
                call.charge.into(),
                balance.into(),
                call.latency_us.into(),
                call.epoch.into(),
            ]
        };
        (first..).zip(self.calls).map(row).collect()
    }
}

/// Whether a statement is a transaction by itself.
#[derive(Clone, Copy)]
struct IsAlone(bool);

/// In the context of an error of a lease that pays for nothing any more.
const CLOSED: &str = "the lease that should pay was closed";

pub fn closed() -> Error {
    Error::unavailable(CLOSED)
}

/// Whether something failed because the lease that should pay was closed.
pub fn is_closed(error: &Error) -> bool {
    error.context() == Some(CLOSED)
}

/// Posts finished calls by one statement of PostgreSQL, if they are of one wallet, paid by one
/// lease, keep nothing else and alert nobody. Whether it did.
pub async fn post_at_once(tx: &mut Tx<'_>, finished: &[&Finished]) -> Result<bool> {
    let calls: Vec<&CallRow> = finished.iter().map(|one| &one.call).collect();
    let Some(posting) = Posting::of(&calls)? else {
        return Ok(true);
    };
    let is_plain = |one: &&Finished| one.kept.is_none() && one.call.wallet == posting.wallet;
    let Some(epoch) = posting.epoch().filter(|_| finished.iter().all(is_plain)) else {
        return Ok(false);
    };
    match posting.post_by_one(tx, epoch, IsAlone(true)).await {
        Ok(moved) => Ok(moved.is_some()),
        // It could not be stored, and several statements can say of which call and why.
        Err(error) if error.kind() == Kind::Internal => Ok(false),
        Err(error) => Err(error),
    }
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
pub struct LateCharge {
    pub(crate) wallet: WalletNo,
    /// The lease that pays.
    pub(crate) epoch: i64,
    pub(crate) request_id: RequestId,
    /// When its work had ended.
    pub(crate) at: Timestamp,
    pub(crate) amount: Kobo,
}

const LATE: &str = "insert into late_charge (id, request_id, at, charge_kobo, balance_kobo, \
     epoch) values ($1, $2, $3, $4, $5, $6)";

/// Takes `amount` through the lease `epoch` of a wallet: it was in no lease before.
const SPEND_THROUGH: &str = "update wallet_lease set granted_kobo = granted_kobo + $3, \
     spent_kobo = spent_kobo + $3 where wallet_no = $1 and epoch = $2 and open = $4";

/// Posts a late charge, of money that was held in the wallet itself.
pub async fn post_late(tx: &mut Tx<'_>, late: &LateCharge) -> Result<()> {
    let (wallet, amount) = (late.wallet.0, late.amount);
    let params = [wallet.into(), amount.into(), 1_i64.into()];
    let row = tx.opt(MOVE_WALLET, &params).await?.ok_or_else(closed)?;
    let (balance, seq): (Kobo, i64) = (row.get("balance_kobo")?, row.get("seq")?);
    let paid: [Value<'_>; 4] = [wallet.into(), late.epoch.into(), amount.into(), true.into()];
    if tx.exec(SPEND_THROUGH, &paid).await? != 1 {
        return Err(closed());
    }
    let params: [Value<'_>; 6] = [
        late.wallet.log_id(seq).into(),
        late.request_id.as_bytes().into(),
        late.at.into(),
        amount.into(),
        balance.into(),
        late.epoch.into(),
    ];
    tx.exec_one(LATE, &params).await?;
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
     at, epoch, node_no) values ($1, $2, $3, $4, $5, $6, $7, $8)";
const HOLD_IN_WALLET: &str = "update hold set epoch = 0, node_no = 0, amount_kobo = $2 \
     where request_id = $1";
const TAKE_OUT: &str = "update wallet_lease set granted_kobo = granted_kobo - $3 \
     where wallet_no = $1 and epoch = $2 and open = $4";

/// Money of a call that waits for what it pays for.
pub struct Hold<'a> {
    pub request_id: RequestId,
    pub wallet: WalletNo,
    pub amount: Kobo,
    /// The lease it is set aside in; 0: in the wallet itself.
    pub epoch: i64,
    /// Which node does the call; 0: none in particular.
    pub node: NodeNo,
    pub operation_id: &'static str,
    pub key_id: &'a KeyId,
    pub at: Timestamp,
}

impl Hold<'_> {
    pub async fn keep(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 8] = [
            self.request_id.as_bytes().into(),
            self.wallet.0.into(),
            self.amount.into(),
            self.operation_id.into(),
            self.key_id.into(),
            self.at.into(),
            self.epoch.into(),
            self.node.0.into(),
        ];
        Ok(tx.exec_one(HOLD, &params).await?)
    }
}

/// Ends the hold of a call.
pub async fn drop_hold(tx: &mut Tx<'_>, request_id: RequestId) -> Result<()> {
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
        let params: [Value<'_>; 4] = [wallet.into(), epoch.into(), amount.into(), true.into()];
        if tx.exec(SPEND_LEASE, &params).await? != 1 {
            return Err(closed());
        }
    }
    Ok(())
}

/// Posts finished calls, many at once: every row and charge, then what each keeps.
pub async fn post_calls(tx: &mut Tx<'_>, finished: &[&Finished]) -> Result<()> {
    let mut calls: Vec<&CallRow> = finished.iter().map(|one| &one.call).collect();
    // Wallets in one order, so that two batches never wait for each other.
    calls.sort_by_key(|call| call.wallet);
    for group in calls.chunk_by(|one, other| one.wallet == other.wallet) {
        if let Some(posting) = Posting::of(group)? {
            posting.post(tx).await?;
        }
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

#[derive(Debug)]
pub struct Finished {
    pub call: CallRow,
    /// What is stored with its row and its charge, or not at all.
    pub kept: Option<Kept>,
}

/// An answer kept for replays.
#[derive(Clone, Debug)]
pub struct StoredReply {
    pub status: u16,
    pub content_type: &'static str,
    pub body: bytes::Bytes,
    /// Where what was made is found.
    pub location: Option<String>,
}

/// What a call stores beyond its row and its charge.
#[derive(Debug)]
pub struct Kept {
    /// Whether `metering::begin` made its hold (and its idempotency row, if it has a claim), or
    /// nobody knows.
    pub begun: bool,
    /// What stays held after the call, in kobo.
    pub held: Option<Kobo>,
    pub claim: Option<Claim>,
    /// Kept under the claim; without one the claim is given up, so that the key may be used
    /// again.
    pub reply: Option<StoredReply>,
    /// The product's own rows.
    pub write: Option<Write>,
}

const CLAIM_ANSWERED: &str = "insert into idempotency (wallet_no, operation_id, key_digest, \
     body_digest, request_id, created_at, status, content_type, body, location) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
     on conflict (wallet_no, operation_id, key_digest) do nothing";
const DROP_HOLD: &str = "delete from hold where request_id = $1";
const KEEP_REPLY: &str = "update idempotency set status = $4, content_type = $5, body = $6, \
     location = $7 \
     where wallet_no = $1 and operation_id = $2 and key_digest = $3 and status is null";
const GIVE_UP_CLAIM: &str = "delete from idempotency where request_id = $1 and status is null";

impl Kept {
    /// Ends or makes its hold, and answers, or gives up, its claim.
    async fn keep_reply(&self, tx: &mut Tx<'_>, call: &CallRow) -> Result<()> {
        if self.begun && self.reply.is_none() {
            return give_up(tx, call).await;
        }
        match (self.begun, self.held) {
            (false, Some(amount)) => {
                call.hold(amount).keep(tx).await?;
                take_out_of_lease(tx, call, amount).await?;
            }
            (true, Some(amount)) => {
                let id = call.request_id.as_bytes();
                tx.exec_one(HOLD_IN_WALLET, &[id.into(), amount.into()])
                    .await?;
                take_out_of_lease(tx, call, amount).await?;
            }
            (true, None) => drop_hold(tx, call.request_id).await?,
            (false, None) => {}
        }
        match (self.begun, &self.claim, &self.reply) {
            (false, Some(claim), Some(reply)) => claim_answered(tx, call, claim, reply).await?,
            (true, Some(claim), Some(reply)) => keep_reply(tx, call, claim, reply).await?,
            _ => {}
        }
        Ok(())
    }
}

/// What stays held after a call may end on any node: it leaves the lease of this one.
async fn take_out_of_lease(tx: &mut Tx<'_>, call: &CallRow, amount: Kobo) -> Result<()> {
    if amount == Kobo::ZERO {
        return Ok(());
    }
    let params: [Value<'_>; 4] = [
        call.wallet.0.into(),
        call.epoch.into(),
        amount.into(),
        true.into(),
    ];
    match tx.exec(TAKE_OUT, &params).await? {
        1 => Ok(()),
        _ => Err(closed()),
    }
}

/// Ends what a call began that comes to nothing. Perhaps nobody heard whether that was stored.
async fn give_up(tx: &mut Tx<'_>, call: &CallRow) -> Result<()> {
    for sql in [DROP_HOLD, GIVE_UP_CLAIM] {
        tx.exec(sql, &[call.request_id.as_bytes().into()]).await?;
    }
    Ok(())
}

/// Nothing was made durable before: the claim comes with its answer.
async fn claim_answered(
    tx: &mut Tx<'_>,
    call: &CallRow,
    claim: &Claim,
    reply: &StoredReply,
) -> Result<()> {
    let params: [Value<'_>; 10] = [
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
    match tx.exec(CLAIM_ANSWERED, &params).await? {
        0 => Err(claim::running()),
        _ => Ok(()),
    }
}

async fn keep_reply(
    tx: &mut Tx<'_>,
    call: &CallRow,
    claim: &Claim,
    reply: &StoredReply,
) -> Result<()> {
    let params: [Value<'_>; 7] = [
        call.wallet.0.into(),
        call.operation_id.into(),
        (&claim.key_digest).into(),
        reply.status.into(),
        reply.content_type.into(),
        reply.body.as_ref().into(),
        reply.location.as_ref().into(),
    ];
    Ok(tx.exec_one(KEEP_REPLY, &params).await?)
}

impl Finished {
    /// Whether it ends a hold that was made durable before an effect outside.
    pub(crate) fn is_begun(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.begun)
    }

    /// What ends a call that began and could not be settled: free, its hold given back, and its
    /// claim given up.
    pub(crate) fn undone(&self) -> Self {
        let kept = self.kept.as_ref().map(|kept| Kept {
            begun: kept.begun,
            held: None,
            claim: kept.claim.clone(),
            reply: None,
            write: None,
        });
        let call = CallRow {
            status: 503,
            error_code: Some(codes::SERVICE_UNAVAILABLE.name.into()),
            charge: Kobo::ZERO,
            ..self.call.clone()
        };
        Self { call, kept }
    }
}

/// Settles one call in a transaction of its own.
pub struct SettleAlone(pub Arc<Finished>);

impl Op for SettleAlone {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        post_calls(tx, &[&self.0]).await
    }
}

#[cfg(test)]
mod tests;
