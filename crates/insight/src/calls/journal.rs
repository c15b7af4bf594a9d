//! The request log and the journal of a wallet as lists.

use kofa_core::endpoint::WalletNo;
use kofa_domain::{KeyId, Kobo, RequestId, Result, Timestamp};
use kofa_store::{Op, Row, Tx};

use super::charged::Walk;

/// A line of the journal as seen from the wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// Position in the wallet: the cursor.
    pub seq: i64,
    pub id: String,
    pub at: Timestamp,
    /// The call that caused it, if one did.
    pub request_id: Option<RequestId>,
    /// `charge`, `top_up` or `adjustment`.
    pub kind: String,
    /// Positive into the wallet, negative out of it, in kobo.
    pub amount: Kobo,
    /// Balance right after it, in kobo.
    pub balance: Kobo,
    /// The payer's or operator's reference; of a charge there is none.
    pub reference: Option<String>,
}

/// Rows, newest first, and where the next page begins.
#[derive(Debug)]
pub struct LedgerPage {
    /// At most the limit.
    pub rows: Vec<LedgerRow>,
    /// `before` of the next page; `None` at the end.
    pub next: Option<i64>,
}

/// Lists the movements of a wallet, newest first. Where very many free calls stand between two
/// charges, a page may hold fewer rows than it could and still have another one after it.
#[derive(Debug)]
pub struct ListLedger {
    pub wallet: WalletNo,
    /// Only rows before this position.
    pub before: Option<i64>,
    /// At most so many rows.
    pub limit: u32,
}

/// The order stands on the union itself and on the key of both: the databases then merge two
/// indexed walks and stop at the limit.
const OTHERS: &str = "select id, transfer_id, at, request_id, kind, amount_kobo, balance_kobo, \
       reference from transfer where id > $1 and id < $2 \
     union all \
     select id, null as transfer_id, at, request_id, 'charge' as kind, \
       0 - charge_kobo as amount_kobo, balance_kobo, cast(null as text) as reference \
       from late_charge where id > $1 and id < $2 \
     order by id desc limit $3";
const CHARGED: &str = "select id, null as transfer_id, at, request_id, 'charge' as kind, \
       0 - charge_kobo as amount_kobo, balance_kobo, cast(null as text) as reference \
       from request_log where id >= $1 and id < $2 and charge_kobo > 0 order by id desc limit $3";

impl LedgerRow {
    fn from_row(row: &Row, first: i64) -> Result<Self> {
        let request_id = uuid(row, "request_id")?;
        let id: Option<String> = row.get("transfer_id")?;
        // A charge is the call's own row, so its journal id is the call's id.
        let id = id.or(request_id.map(|id| id.to_string()));
        Ok(Self {
            seq: row.get::<i64>("id")? - first,
            id: id.unwrap_or_default(),
            at: row.get("at")?,
            request_id,
            kind: row.get("kind")?,
            amount: row.get("amount_kobo")?,
            balance: row.get("balance_kobo")?,
            reference: row.get("reference")?,
        })
    }
}

impl Op for ListLedger {
    type Out = LedgerPage;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<LedgerPage> {
        let first = self.wallet.log_id(0);
        let before = self.wallet.log_id(self.before.unwrap_or(i64::MAX));
        let params = [first.into(), before.into(), (self.limit + 1).into()];
        let read = |row: &Row| LedgerRow::from_row(row, first);
        let others = tx.rows(OTHERS, &params).await?;
        let others = others.iter().map(read).collect::<Result<Vec<_>>>()?;
        let walk = Walk {
            wallet: self.wallet,
            before: self.before,
            limit: self.limit as usize,
            sql: CHARGED,
        };
        let (rows, next) = walk.with(tx, others, |row| row.seq, read).await?;
        Ok(LedgerPage { rows, next })
    }
}

/// A row of the request log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedCall {
    /// Position in the wallet: the cursor.
    pub seq: i64,
    /// `X-Request-Id`.
    pub request_id: RequestId,
    pub at: Timestamp,
    pub operation_id: String,
    pub key_id: KeyId,
    pub status: u32,
    /// The error's code, if it was one.
    pub error_code: Option<String>,
    /// What it cost, in kobo; of a job, once it has succeeded.
    pub charge: Kobo,
    /// From arrival to settlement, in microseconds; of several, their mean.
    pub latency_us: i64,
    /// How many calls it stands for: more than one of calls that were refused alike.
    pub calls: i64,
}

/// Rows, newest first, and where the next page begins.
#[derive(Debug)]
pub struct CallPage {
    /// At most the limit.
    pub rows: Vec<LoggedCall>,
    /// `before` of the next page; `None` at the end.
    pub next: Option<i64>,
}

/// Lists the calls of a tenant in an environment, newest first, or finds one by its id.
#[derive(Debug)]
pub struct ListCalls {
    /// The tenant's wallet in that environment, which numbers its log.
    pub wallet: WalletNo,
    pub request_id: Option<RequestId>,
    /// Only rows before this position.
    pub before: Option<i64>,
    /// At most so many rows.
    pub limit: u32,
}

const CALLS: &str = "select id - $1 as seq, request_id, at, operation_id, key_id, status, \
     error_code, charge_kobo + coalesce((select late.charge_kobo from late_charge late \
       where late.request_id = request_log.request_id), 0) as charge_kobo, latency_us, \
     coalesce(calls, 1) as calls \
     from request_log \
     where id > $1 and id < $2 order by id desc limit $3";
const CALL: &str = "select id - $1 as seq, request_id, at, operation_id, key_id, status, \
     error_code, charge_kobo + coalesce((select late.charge_kobo from late_charge late \
       where late.request_id = request_log.request_id), 0) as charge_kobo, latency_us, \
     coalesce(calls, 1) as calls \
     from request_log \
     where request_id = $3 and id > $1 and id <= $2";

impl Op for ListCalls {
    type Out = CallPage;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<CallPage> {
        let first = self.wallet.log_id(0).into();
        let rows = match self.request_id {
            Some(id) => {
                let last = self.wallet.log_id(i64::MAX).into();
                tx.rows(CALL, &[first, last, id.as_bytes().into()]).await?
            }
            None => {
                let before = self.wallet.log_id(self.before.unwrap_or(i64::MAX)).into();
                let limit = i64::from(self.limit) + 1;
                tx.rows(CALLS, &[first, before, limit.into()]).await?
            }
        };
        let mut rows = rows.iter().map(logged_call).collect::<Result<Vec<_>>>()?;
        let next = cut(&mut rows, self.limit).map(|row| row.seq);
        Ok(CallPage { rows, next })
    }
}

/// A row of the log, with `seq` and what a late charge adds.
pub(crate) fn logged_call(row: &Row) -> Result<LoggedCall> {
    Ok(LoggedCall {
        seq: row.get("seq")?,
        request_id: uuid(row, "request_id")?.unwrap_or_default(),
        at: row.get("at")?,
        operation_id: row.get("operation_id")?,
        key_id: row.get("key_id")?,
        status: row.get("status")?,
        error_code: row.get("error_code")?,
        charge: row.get("charge_kobo")?,
        latency_us: row.get("latency_us")?,
        calls: row.get("calls")?,
    })
}

fn uuid(row: &Row, column: &str) -> Result<Option<RequestId>> {
    let bytes: Option<Vec<u8>> = row.get(column)?;
    Ok(bytes.and_then(|bytes| RequestId::from_slice(&bytes).ok()))
}

/// Drops the row that was read beyond the limit; answers the last kept one if there was.
fn cut<T>(rows: &mut Vec<T>, limit: u32) -> Option<&T> {
    let limit = limit as usize;
    let more = rows.len() > limit;
    rows.truncate(limit);
    if more { rows.last() } else { None }
}
