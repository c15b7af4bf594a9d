//! A long request log: filled beside the settlement, digested, and the pages over it.

use std::time::Instant;

use anyhow::Context as _;
use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Ids, KeyId, Result, TenantId, Timestamp};
use kofa_insight::calls::digest::BATCH_ROWS;
use kofa_insight::calls::{ReadUndigested, StoreDigest};
use kofa_ledger::ReadWallet;
use kofa_store::{Column, Op, Store, Tx, Type, Value};

use crate::market::Scatter;

/// The log goes back so many days.
pub const DAYS: i64 = 90;
const DAY_US: i64 = 86_400_000_000;
const KEYS: usize = 8;
/// Rows of one transaction while filling.
const PIECE: u64 = 10_000;
const OPERATIONS: [&str; 20] = [
    "listOffers",
    "listSupportedBanks",
    "listBrokers",
    "getRightsEligibility",
    "subscribe",
    "listTransactions",
    "extractAddress",
    "extractAddressBase64",
    "createExtractionJob",
    "getExtractionJob",
    "getCompanyByRc",
    "getCompany",
    "validateCompanyName",
    "getLineOfBusiness",
    "getCompanyTin",
    "getCompanyByTin",
    "generateCompanyTin",
    "getAffiliates",
    "getShareCapital",
    "getQuote",
];
const ERRORS: [(u32, &str); 5] = [
    (404, "not_found"),
    (422, "invalid_field"),
    (422, "missing_field"),
    (429, "rate_limit_exceeded"),
    (503, "service_unavailable"),
];
/// One call of so many ends in this.
const RARE: (u64, &str) = (100_000, "internal_error");

/// A log that was filled.
#[derive(Clone, Debug)]
pub struct Filled {
    /// Rows that are digested in a second.
    pub digested_per_second: f64,
    /// Keys that its calls name.
    pub keys: Vec<KeyId>,
}

/// Gives the sandbox of `tenant` a log of `calls` rows over [`DAYS`] that ends at `now`, and
/// digests it.
///
/// # Errors
/// If the store cannot serve.
pub async fn fill(
    store: &Store,
    tenant_id: TenantId,
    now: Timestamp,
    calls: u64,
) -> anyhow::Result<Filled> {
    let environment = Environment::Sandbox;
    let read = ReadWallet {
        tenant_id,
        environment,
    };
    let wallet = store.read(read).await?.context("no such wallet")?.wallet;
    let keys: Vec<KeyId> = (0..KEYS).map(|_| Ids.id(now)).collect();
    let mut first = 0;
    while first < calls {
        let piece = Piece {
            wallet,
            keys: keys.clone(),
            now,
            first,
            many: PIECE.min(calls - first),
            of: calls,
        };
        first += piece.many;
        store.write(piece).await?;
    }
    Ok(Filled {
        digested_per_second: digest(store, wallet, calls).await?,
        keys,
    })
}

/// Without the pauses that the server makes.
async fn digest(store: &Store, wallet: WalletNo, calls: u64) -> anyhow::Result<f64> {
    let started = Instant::now();
    loop {
        let rows_max = BATCH_ROWS;
        let Some(batch) = store.read(ReadUndigested { wallet, rows_max }).await? else {
            break;
        };
        store.write(StoreDigest(batch)).await?;
    }
    Ok(calls as f64 / started.elapsed().as_secs_f64())
}

/// Pages of the portal: what they show, and their addresses.
pub fn pages(now: Timestamp, keys: &[KeyId]) -> Vec<(&'static str, String)> {
    let day = |ago: i64| now.plus_seconds(-ago * 86_400).rfc3339()[..10].to_owned();
    let key = keys.first().map_or("", |key| key.as_str());
    let (then, next) = (day(60), day(59));
    let rare = RARE.1;
    let logs = [
        ("any call", String::new()),
        ("of 24 hours", "period=24h".to_owned()),
        (
            "of one day, 60 days ago",
            format!("from={then}&until={next}"),
        ),
        ("to one endpoint", "endpoint=subscribe".to_owned()),
        ("answered 5xx", "status=5xx".to_owned()),
        ("with an error of 1 in 100,000", format!("error={rare}")),
        (
            "with an error that nothing had",
            "error=never_answered".to_owned(),
        ),
        ("with one key", format!("key={key}")),
        (
            "one key, one endpoint, 4xx, free",
            format!("key={key}&endpoint=getCompany&status=4xx&charge=free"),
        ),
        (
            "charged, of one endpoint, 60 days ago",
            format!("from={then}&until={next}&endpoint=getCompany&charge=charged"),
        ),
        (
            "rare error, one key, of 30 days",
            format!("period=30d&error={rare}&key={key}"),
        ),
    ];
    let logs = logs.map(|(what, query)| (what, format!("/portal/sandbox/logs?{query}")));
    let mut pages = vec![
        (OVERVIEW, "/portal/sandbox".to_owned()),
        ("overview of 30 days", "/portal/sandbox?span=30d".to_owned()),
        ("wallet", "/portal/sandbox/wallet".to_owned()),
    ];
    pages.extend(logs);
    pages
}

/// The page that a tenant meets first.
pub const OVERVIEW: &str = "overview";

const COLUMNS: [Column; 11] = [
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
const MOVE: &str = "update wallet set seq = seq + $2 where no = $1 returning seq";

/// A part of the log.
struct Piece {
    wallet: WalletNo,
    keys: Vec<KeyId>,
    now: Timestamp,
    first: u64,
    many: u64,
    of: u64,
}

impl Op for Piece {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let many = i64::try_from(self.many).unwrap_or(0);
        let row = tx.one(MOVE, &[self.wallet.0.into(), many.into()]).await?;
        let seq = row.get::<i64>("seq")? - many;
        let mut scatter = Scatter::new(self.first);
        let mut rows: Vec<[Value<'_>; 11]> = Vec::with_capacity(PIECE as usize);
        for number in 0..self.many {
            let position = self.first + number;
            let left = i64::try_from(self.of - position).unwrap_or(0);
            let step_us = DAYS * DAY_US / i64::try_from(self.of.max(1)).unwrap_or(1);
            let at = Timestamp::from_micros(self.now.micros() - left * step_us);
            let bits = scatter.bits();
            let of = |shift: u32, count: usize| (bits >> shift) as usize % count;
            let (status, error) = match bits % 100 {
                _ if position % RARE.0 == 7 => (500, Some(RARE.1)),
                0..5 => {
                    let (status, error) = ERRORS[of(8, ERRORS.len())];
                    (status, Some(error))
                }
                _ => (200, None),
            };
            let charge = if status == 200 { 500_i64 } else { 0 };
            let id = seq + 1 + i64::try_from(number).unwrap_or(0);
            rows.push([
                ((self.wallet.0 << 40) + id).into(),
                Ids.uuid(at).as_bytes().to_vec().into(),
                at.into(),
                OPERATIONS[of(16, OPERATIONS.len())].into(),
                (&self.keys[of(32, KEYS)]).into(),
                status.into(),
                error.into(),
                charge.into(),
                0_i64.into(),
                i64::try_from(of(40, 5_000)).unwrap_or(0).into(),
                1_i64.into(),
            ]);
        }
        tx.insert_rows("request_log", &COLUMNS, "", &rows).await?;
        Ok(())
    }
}
