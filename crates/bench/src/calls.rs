//! A long request log: filled beside the settlement, digested, and asked what people ask of it.

use std::time::Instant;

use kofa_domain::{Environment, Ids, KeyId, Result, TenantId, Timestamp};
use kofa_platform::calls::digest::BATCH_ROWS;
use kofa_platform::calls::{
    CallFilter, FindCalls, KeepDigest, ListUsage, ReadUndigested, Span, StatusFilter,
};
use kofa_platform::directory::tenants::CreateTenant;
use kofa_platform::directory::{Actor, By};
use kofa_platform::endpoint::WalletNo;
use kofa_platform::ledger::ReadWallet;
use kofa_store::{Column, Op, Store, Tx, Type, Value, Vault};

use crate::load::quantile;
use crate::market::Scatter;

/// The log goes back so many days.
const DAYS: i64 = 90;
const DAY_US: i64 = 86_400_000_000;
const KEYS: usize = 8;
/// Rows of one transaction while filling.
const PIECE: u64 = 10_000;
/// Calls of a page.
const PAGE_ROWS: u32 = 50;
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

/// How long a question takes, in microseconds.
#[derive(Clone, Debug)]
pub struct Times {
    /// What is asked.
    pub what: &'static str,
    /// The middle one.
    pub p50_us: f64,
    /// What 95 of 100 do not exceed.
    pub p95_us: f64,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Rows that are digested in a second.
    pub digested_per_second: f64,
    /// Each question.
    pub times: Vec<Times>,
}

/// A tenant with a log of `calls` rows that end at `now`, and what it takes to read it.
///
/// # Errors
/// If the store cannot serve.
pub async fn measure(
    store: &Store,
    vault: &Vault,
    now: Timestamp,
    (calls, turns): (u64, usize),
) -> anyhow::Result<Measured> {
    let actor = Actor::Shell;
    let by = By { actor, at: now };
    let (name, email) = ("Bench".to_owned(), "bench@example.ng".to_owned());
    let (create, _) = CreateTenant::new(vault, Ids, by, name, email);
    let tenant = store.write(create).await?.id;
    let read = ReadWallet {
        tenant_id: tenant.clone(),
        environment: Environment::Sandbox,
    };
    let wallet = store.read(read).await?;
    let wallet = wallet.map_or(WalletNo(0), |state| state.wallet);
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
    let digested_per_second = digest(store, wallet, calls).await?;
    let mut times = Vec::new();
    for (what, filter) in filters(now, &keys) {
        let mut spent_us = Vec::with_capacity(turns);
        for _ in 0..turns {
            let find = FindCalls {
                tenant: tenant.clone(),
                environment: Environment::Sandbox,
                filter: filter.clone(),
                before: None,
                limit: PAGE_ROWS,
            };
            let started = Instant::now();
            store.read(find).await?;
            spent_us.push(started.elapsed().as_secs_f64() * 1e6);
        }
        times.push(Times::of(what, spent_us));
    }
    for (what, days, by) in [
        ("usage of 24 hours, by hour", 1, Span::Hour),
        ("usage of 30 days, by day", 30, Span::Day),
        ("usage of 90 days, by day", DAYS, Span::Day),
    ] {
        let mut spent_us = Vec::with_capacity(turns);
        for _ in 0..turns {
            let list = usage(&tenant, now, days, by);
            let started = Instant::now();
            store.read(list).await?;
            spent_us.push(started.elapsed().as_secs_f64() * 1e6);
        }
        times.push(Times::of(what, spent_us));
    }
    Ok(Measured {
        digested_per_second,
        times,
    })
}

fn usage(tenant: &TenantId, now: Timestamp, days: i64, by: Span) -> ListUsage {
    ListUsage {
        tenant: tenant.clone(),
        environment: Environment::Sandbox,
        from: now.plus_seconds(-days * 86_400),
        until: now,
        by,
    }
}

impl Times {
    fn of(what: &'static str, spent_us: Vec<f64>) -> Self {
        Self {
            what,
            p50_us: quantile(spent_us.clone(), 0.5),
            p95_us: quantile(spent_us, 0.95),
        }
    }
}

/// Without the pauses that the server makes.
async fn digest(store: &Store, wallet: WalletNo, calls: u64) -> anyhow::Result<f64> {
    let started = Instant::now();
    loop {
        let rows_max = BATCH_ROWS;
        let Some(batch) = store.read(ReadUndigested { wallet, rows_max }).await? else {
            break;
        };
        store.write(KeepDigest(batch)).await?;
    }
    Ok(calls as f64 / started.elapsed().as_secs_f64())
}

/// What people look for.
fn filters(now: Timestamp, keys: &[KeyId]) -> [(&'static str, CallFilter); 11] {
    let any = CallFilter::default;
    let ago = |days: i64| Some(now.plus_seconds(-days * 86_400));
    let to = |name: &str| Some(vec![name.to_owned()]);
    let error = |name: &str| Some(name.to_owned());
    let key = keys.first().cloned();
    let mut all = [
        ("any call", any()),
        ("of 24 hours", any()),
        ("of one day, 60 days ago", any()),
        ("to one endpoint", any()),
        ("answered 5xx", any()),
        ("with an error of 1 in 100,000", any()),
        ("with an error that nothing had", any()),
        ("with one key", any()),
        ("one key, one endpoint, 4xx, free", any()),
        ("charged, of one endpoint, 60 days ago", any()),
        ("rare error, one key, of 30 days", any()),
    ];
    all[1].1.from = ago(1);
    (all[2].1.from, all[2].1.until) = (ago(60), ago(59));
    all[3].1.operations = to("subscribe");
    all[4].1.status = Some(StatusFilter::Class(5));
    all[5].1.error_code = error(RARE.1);
    all[6].1.error_code = error("never_answered");
    all[7].1.key_id.clone_from(&key);
    all[8].1.key_id.clone_from(&key);
    all[8].1.operations = to("getCompany");
    all[8].1.status = Some(StatusFilter::Class(4));
    all[8].1.charged = Some(false);
    (all[9].1.from, all[9].1.until) = (ago(60), ago(59));
    all[9].1.operations = to("getCompany");
    all[9].1.charged = Some(true);
    all[10].1.error_code = error(RARE.1);
    all[10].1.key_id = key;
    all[10].1.from = ago(30);
    all
}

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
