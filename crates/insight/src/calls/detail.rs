//! What is kept of a call beyond its row: how it went through the gate, from where it came and,
//! in the sandbox, what was sent and answered, without what names or identifies anybody.

use kofa_core::endpoint::WalletNo;
use kofa_core::retention::{DUE_COUNTED_MAX, Due};
use kofa_domain::{Environment, Ids, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Column, Op, PIECE_ROWS, Tx, Type, Value, Vault};
use serde::{Deserialize, Serialize};

/// Details of sandbox calls are kept so long, in days.
pub const SANDBOX_DAYS: i64 = 7;
/// Details of live calls are kept so long, in days.
pub const LIVE_DAYS: i64 = 30;
/// Details that a wallet keeps at most; older ones go first.
pub const KEPT_MAX: i64 = 10_000;

const KEEP: &str = "call_detail";
const COLUMNS: [Column; 3] = [
    ("wallet_no", Type::Int),
    ("request_id", Type::Bytes),
    ("sealed", Type::Bytes),
];
const AGAIN: &str = "on conflict (wallet_no, request_id) do nothing";
const FIND: &str = "select d.sealed from wallet w join call_detail d on d.wallet_no = w.no \
     where w.tenant_id = $1 and w.environment = $2 and d.request_id = $3";
const OF_OLD: &str = "select no from wallet where environment = $1 and exists (select 1 \
     from call_detail d where d.wallet_no = wallet.no and d.request_id < $2) \
     order by no limit $3";
const FORGET: &str = "delete from call_detail where wallet_no = $1 and request_id in \
     (select request_id from call_detail where wallet_no = $1 and request_id < $2 \
      order by request_id limit $3)";
const COUNT_OLD: &str = "select count(*) as n from (select 1 as one from call_detail \
     where request_id < $1 limit $2) as old";
const TRIM: &str = "delete from call_detail where wallet_no = $1 and request_id <= \
     (select request_id from call_detail where wallet_no = $1 \
      order by request_id desc limit 1 offset $2)";

/// What is kept of a call beyond its row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallDetail {
    pub ip: String,
    /// What the caller's software says it is.
    pub user_agent: String,
    /// The last check of admission that it passed: 2 to 9.
    pub checks_passed: u8,
    /// From arrival to the end of the checks before its body was read, in microseconds.
    pub gate_us: i64,
    /// From there to what it is answered, in microseconds.
    pub work_us: i64,
    /// From there until it was on disk, in microseconds.
    pub settlement_us: i64,
    /// Whether it brought an `Idempotency-Key`.
    pub has_idempotency_key: bool,
    /// Whether the answer was an earlier call's.
    pub is_replay: bool,
    /// What was sent and answered: in the sandbox only.
    pub exchange: Option<Exchange>,
}

/// What was sent and answered, redacted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// `GET` or `POST`.
    pub method: String,
    pub path: String,
    /// Parameters of the query.
    pub query: Vec<(String, String)>,
    /// Headers that matter to the answer.
    pub headers: Vec<(String, String)>,
    pub request: KeptBody,
    pub response: KeptBody,
    /// Whether something of the request was taken out: it cannot be sent again from here.
    pub is_redacted: bool,
}

/// A body as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeptBody {
    Empty,
    Json(String),
    /// Not kept: what it was, and how many bytes.
    NotKept(String, u64),
}

/// What a sealed detail is of.
pub(crate) fn context(id: RequestId) -> String {
    format!("call_detail/{id}")
}

/// Details to be kept, and of whose call.
#[derive(Debug)]
pub struct StoreDetails {
    rows: Vec<(WalletNo, RequestId, Vec<u8>)>,
}

impl StoreDetails {
    pub fn new(vault: &Vault, ids: Ids, details: &[(WalletNo, RequestId, CallDetail)]) -> Self {
        let seal = |(wallet, id, detail): &(WalletNo, RequestId, CallDetail)| {
            let text = serde_json::to_vec(detail).ok()?;
            let sealed = vault.seal(&context(*id), &text, ids).ok()?;
            Some((*wallet, *id, sealed))
        };
        Self {
            rows: details.iter().filter_map(seal).collect(),
        }
    }
}

impl Op for StoreDetails {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let mut rows: Vec<[Value<'_>; 3]> = Vec::with_capacity(self.rows.len());
        for (wallet, id, sealed) in &self.rows {
            rows.push([wallet.0.into(), id.as_bytes().into(), sealed.into()]);
        }
        tx.insert_rows(KEEP, &COLUMNS, AGAIN, &rows).await?;
        Ok(())
    }
}

/// What is kept of a call; `None` if nothing is (any more).
#[derive(Debug)]
pub struct FindDetail {
    pub tenant: TenantId,
    pub environment: Environment,
    pub request_id: RequestId,
}

impl Op for FindDetail {
    type Out = Option<Sealed>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            (&self.tenant).into(),
            self.environment.into(),
            self.request_id.as_bytes().into(),
        ];
        let row = tx.opt(FIND, &params).await?;
        let sealed = |row: kofa_store::Row| {
            let bytes = row.get("sealed")?;
            Ok(Sealed(self.request_id, bytes))
        };
        row.map(sealed).transpose()
    }
}

/// A detail that is still sealed.
#[derive(Debug)]
pub struct Sealed(RequestId, Vec<u8>);

impl Sealed {
    /// Opens it; `None` if another version of Kofa or another key wrote it.
    pub fn open(&self, vault: &Vault) -> Option<CallDetail> {
        let text = vault.open(&context(self.0), &self.1).ok()?;
        serde_json::from_slice(text.expose()).ok()
    }
}

/// Forgets some details that are older than they are kept; tells how many. Repeat until it is
/// none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeDetails {
    pub now: Timestamp,
    /// Details of live calls are kept so long, in days; of sandbox calls no longer than that.
    pub live_days: i64,
}

impl Op for PurgeDetails {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let mut left = PIECE_ROWS;
        for environment in Environment::ALL {
            let days = match environment {
                Environment::Sandbox => SANDBOX_DAYS.min(self.live_days),
                Environment::Live => self.live_days,
            };
            let before = first_id(self.now.plus_seconds(-days * 24 * 3_600));
            let params: [Value<'_>; 3] =
                [environment.into(), before.as_bytes().into(), left.into()];
            for wallet in tx.rows(OF_OLD, &params).await? {
                let no: i64 = wallet.get("no")?;
                let params: [Value<'_>; 3] = [no.into(), before.as_bytes().into(), left.into()];
                left -= tx.exec(FORGET, &params).await?.cast_signed();
            }
        }
        Ok((PIECE_ROWS - left).cast_unsigned())
    }
}

/// Counts details of calls of before a moment.
#[derive(Clone, Copy, Debug)]
pub struct CountOldDetails {
    pub before: Timestamp,
}

impl Op for CountOldDetails {
    type Out = Due;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Due> {
        let first = first_id(self.before);
        let params: [Value<'_>; 2] = [first.as_bytes().into(), DUE_COUNTED_MAX.into()];
        let rows = tx.one(COUNT_OLD, &params).await?.get("n")?;
        Ok(Due { rows, oldest: None })
    }
}

/// The lowest id that a call of this moment may have.
fn first_id(at: Timestamp) -> RequestId {
    let millis = u128::try_from(at.millis()).unwrap_or(0);
    RequestId::from_u128(millis << 80)
}

/// Forgets what a wallet has beyond so many details; how many.
#[derive(Debug)]
pub struct TrimDetails {
    pub wallet: WalletNo,
    pub keep: i64,
}

impl Op for TrimDetails {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params: [Value<'_>; 2] = [self.wallet.0.into(), self.keep.into()];
        Ok(tx.exec(TRIM, &params).await?)
    }
}
