//! Refused calls that are counted rather than logged one by one.
//!
//! What is counted in memory is added to `refusal` every second, and when its minute is over it
//! becomes one row of the log, which stands for many calls. So whoever is refused over and over
//! moves neither a wallet nor the queue of settlements, and no call is left out of a count.

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Error, Ids, KeyId, Result, Timestamp};
use kofa_store::{Column, Op, Row, Tx, Type, Value};

use crate::post::{LOG, LOG_COLUMNS, MOVE_WALLET};

/// Rows of the log that one transaction writes at most.
const ROWS_MAX: i64 = 500;

const COUNTS: &str = "refusal";
const COLUMNS: [Column; 9] = [
    ("minute", Type::Int),
    ("wallet_no", Type::Int),
    ("key_id", Type::Text),
    ("operation_id", Type::Text),
    ("status", Type::Int),
    ("error_code", Type::Text),
    ("calls", Type::Int),
    ("latency_us_sum", Type::Int),
    ("last_at", Type::Int),
];
const AGAIN: &str = "on conflict (minute, wallet_no, key_id, operation_id, status, error_code) \
     do update set calls = refusal.calls + excluded.calls, \
     latency_us_sum = refusal.latency_us_sum + excluded.latency_us_sum, \
     last_at = excluded.last_at";
/// Those of [`LOG_COLUMNS`], and how many calls the row stands for.
const ROW_COLUMNS: [Column; 12] = {
    let mut all = [("calls", Type::Int); 12];
    let mut at = 0;
    while at < LOG_COLUMNS.len() {
        all[at] = LOG_COLUMNS[at];
        at += 1;
    }
    all
};
const OVER: &str = "select minute, wallet_no, key_id, operation_id, status, error_code, calls, \
     latency_us_sum, last_at from refusal where minute < $1 \
     order by minute, wallet_no limit $2";
/// Only what was read: another node may have added to it, or logged it.
const TAKE: &str = "delete from refusal where minute = $1 and wallet_no = $2 and key_id = $3 \
     and operation_id = $4 and status = $5 and error_code = $6 and calls = $7";

/// Refused calls that are alike, in one minute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RefusedKind {
    /// The beginning of the minute.
    pub minute: Timestamp,
    pub wallet: WalletNo,
    pub key_id: KeyId,
    pub operation_id: &'static str,
    pub status: u16,
    pub error_code: &'static str,
}

/// How many of a kind there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedCount {
    pub calls: i64,
    /// How long they took together.
    pub latency_us: i64,
    /// When the last of them arrived.
    pub last_at: Timestamp,
}

impl RefusedCount {
    pub fn add(&mut self, other: Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.latency_us = self.latency_us.saturating_add(other.latency_us);
        self.last_at = self.last_at.max(other.last_at);
    }
}

/// Adds to what is counted.
#[derive(Debug)]
pub struct CountRefused(Vec<(RefusedKind, RefusedCount)>);

impl CountRefused {
    pub fn new(mut counted: Vec<(RefusedKind, RefusedCount)>) -> Self {
        // In the order of the table's key: two of these cannot wait for each other.
        counted.sort_unstable_by(|(one, _), (other, _)| one.order().cmp(&other.order()));
        Self(counted)
    }
}

impl RefusedKind {
    fn order(&self) -> (Timestamp, WalletNo, [&str; 2], u16, &str) {
        let names = [self.key_id.as_str(), self.operation_id];
        (
            self.minute,
            self.wallet,
            names,
            self.status,
            self.error_code,
        )
    }
}

impl Op for CountRefused {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let mut rows: Vec<[Value<'_>; 9]> = Vec::with_capacity(self.0.len());
        for (kind, count) in &self.0 {
            rows.push([
                kind.minute.into(),
                kind.wallet.0.into(),
                (&kind.key_id).into(),
                kind.operation_id.into(),
                kind.status.into(),
                kind.error_code.into(),
                count.calls.into(),
                count.latency_us.into(),
                count.last_at.into(),
            ]);
        }
        tx.insert_rows(COUNTS, &COLUMNS, AGAIN, &rows).await?;
        Ok(())
    }
}

/// Logs what was counted in minutes that are over, a row a kind; how many rows. Repeat until it
/// is none.
#[derive(Clone, Debug)]
pub struct LogRefused {
    /// The beginning of a minute: of the earlier ones.
    pub before: Timestamp,
}

/// A count that becomes a row.
struct Over {
    wallet: WalletNo,
    key_id: String,
    operation_id: String,
    status: i64,
    error_code: String,
    count: RefusedCount,
}

impl Op for LogRefused {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let mut over = Vec::new();
        let params: [Value<'_>; 2] = [self.before.into(), ROWS_MAX.into()];
        for row in tx.rows(OVER, &params).await? {
            let one = Over::from_row(&row)?;
            if one.take(tx, row.get("minute")?).await? {
                over.push(one);
            }
        }
        // Wallets in one order, as every batch of settlements has them.
        over.sort_by_key(|one| one.wallet);
        for group in over.chunk_by(|one, other| one.wallet == other.wallet) {
            log(tx, group).await?;
        }
        Ok(over.len() as u64)
    }
}

impl Over {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            wallet: WalletNo(row.get("wallet_no")?),
            key_id: row.get("key_id")?,
            operation_id: row.get("operation_id")?,
            status: row.get("status")?,
            error_code: row.get("error_code")?,
            count: RefusedCount {
                calls: row.get("calls")?,
                latency_us: row.get("latency_us_sum")?,
                last_at: row.get("last_at")?,
            },
        })
    }

    async fn take(&self, tx: &mut Tx<'_>, minute: Timestamp) -> Result<bool> {
        let params: [Value<'_>; 7] = [
            minute.into(),
            self.wallet.0.into(),
            self.key_id.as_str().into(),
            self.operation_id.as_str().into(),
            self.status.into(),
            self.error_code.as_str().into(),
            self.count.calls.into(),
        ];
        Ok(tx.exec(TAKE, &params).await? == 1)
    }
}

/// Writes rows of one wallet. They move no money.
async fn log(tx: &mut Tx<'_>, group: &[Over]) -> Result<()> {
    let Some(wallet) = group.first().map(|one| one.wallet) else {
        return Ok(());
    };
    let count = i64::try_from(group.len()).map_err(Error::internal)?;
    let params: [Value<'_>; 3] = [wallet.0.into(), 0_i64.into(), count.into()];
    let moved = tx.one(MOVE_WALLET, &params).await?;
    let (balance, seq): (i64, i64) = (moved.get("balance_kobo")?, moved.get("seq")?);
    let first = wallet.log_id(seq - count + 1);
    let mut rows: Vec<[Value<'_>; 12]> = Vec::with_capacity(group.len());
    for (id, one) in (first..).zip(group) {
        let RefusedCount {
            calls,
            latency_us,
            last_at,
        } = one.count;
        rows.push([
            id.into(),
            Ids.uuid(last_at).as_bytes().to_vec().into(),
            last_at.into(),
            (&one.operation_id).into(),
            (&one.key_id).into(),
            one.status.into(),
            (&one.error_code).into(),
            0_i64.into(),
            balance.into(),
            (latency_us / calls.max(1)).into(),
            0_i64.into(),
            calls.into(),
        ]);
    }
    tx.insert_rows(LOG, &ROW_COLUMNS, "", &rows).await?;
    Ok(())
}
