//! Digesting the log: counting what is new in it, once.
//!
//! A wallet's cursor says up to which position its rows are counted. Rows of a wallet become
//! visible in the order of their positions: whoever takes one has locked the wallet's row until
//! its commit, and `wallet.seq` moves in the same transaction. So a snapshot that shows a `seq`
//! shows every row up to it, and the cursor may pass over the positions between, which are
//! transfers' and late charges'. The counts and the cursor are written together, and only if
//! the cursor still is where the reader found it: each row counts once, however often a worker
//! is killed and however many there are.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Result, Timestamp};
use kofa_store::{Column, Op, Store, Tx, Type, Value};
use rustc_hash::FxHashMap;

use super::kinds::{BLOCK_ROWS, Block, Dictionary, Kind, pack, read_kinds, unpack};
use super::span::Grain;
use super::{latency, standing, took};

/// How often new rows are looked for, in seconds.
const EVERY_S: u64 = 2;
/// Rows that one transaction counts at most.
pub const BATCH_ROWS: u32 = 8_192;
/// Rows of the first: calls of that moment wait for a processor, so a log that grows slowly is
/// digested in small bites. Only where there is much to do they grow.
const BITE_ROWS: u32 = 256;
/// A bite is this part of what was digested before it.
const BITE_PART: u64 = 4;
/// While there is more, the worker rests this many times as long as its last batch took.
const REST_TIMES: u32 = 3;
const REST_MAX: Duration = Duration::from_secs(1);

const UNDIGESTED: &str = "select w.no from wallet w left join call_cursor c \
     on c.wallet_no = w.no where w.seq > coalesce(c.seq, 0) order by w.no";
const PLACE: &str = "select w.seq, w.environment, coalesce(c.seq, 0) as digested from wallet w \
     left join call_cursor c on c.wallet_no = w.no where w.no = $1";
/// `later`: the call was answered without a charge and has, or may get, one of its own.
const ROWS: &str = "select id - $1 as seq, at, operation_id, key_id, status, \
     coalesce(error_code, '') as error_code, charge_kobo, latency_us, \
     coalesce(calls, 1) as calls, case when charge_kobo > 0 or status > 299 then 0 else coalesce(\
       (select 1 from hold h where h.request_id = request_log.request_id), \
       (select 1 from late_charge l where l.request_id = request_log.request_id), 0) \
     end as later \
     from request_log where id > $2 and id <= $3 order by id limit $4";
const LATE: &str = "select late.at, late.charge_kobo, l.operation_id, l.key_id, l.status, \
     coalesce(l.error_code, '') as error_code from late_charge late \
     join request_log l on l.request_id = late.request_id \
     where late.id > $1 and late.id <= $2 order by late.id";
const CURSOR_NEW: &str = "insert into call_cursor (wallet_no, seq) values ($1, 0) \
     on conflict (wallet_no) do nothing";
const CURSOR: &str = "update call_cursor set seq = $3 where wallet_no = $1 and seq = $2";
const NOTE: &str = "select first_at, last_at, kinds from call_block \
     where wallet_no = $1 and block = $2";
const NOTES: &str = "call_block";
const NOTE_COLUMNS: [Column; 5] = [
    ("wallet_no", Type::Int),
    ("block", Type::Int),
    ("first_at", Type::Int),
    ("last_at", Type::Int),
    ("kinds", Type::Bytes),
];
const NOTE_AGAIN: &str = "on conflict (wallet_no, block) do update set \
     first_at = excluded.first_at, last_at = excluded.last_at, kinds = excluded.kinds";
const RECENT: &str = "usage_recent";
const RECENT_COLUMNS: [Column; 9] = usage_columns("since");
const RECENT_AGAIN: &str = "on conflict (wallet_no, since, operation_id, key_id, status, \
     error_code) do update set calls = usage_recent.calls + excluded.calls, \
     charge_kobo = usage_recent.charge_kobo + excluded.charge_kobo, \
     latency_us_sum = usage_recent.latency_us_sum + excluded.latency_us_sum";
const HOURS: &str = "usage_hour";
const HOUR_COLUMNS: [Column; 9] = usage_columns("hour");
const HOUR_AGAIN: &str = "on conflict (wallet_no, hour, operation_id, key_id, status, error_code) \
     do update set calls = usage_hour.calls + excluded.calls, \
     charge_kobo = usage_hour.charge_kobo + excluded.charge_kobo, \
     latency_us_sum = usage_hour.latency_us_sum + excluded.latency_us_sum";
const DAYS: &str = "usage_day";
const DAY_COLUMNS: [Column; 9] = usage_columns("day");
const DAY_AGAIN: &str = "on conflict (wallet_no, day, operation_id, key_id, status, error_code) \
     do update set calls = usage_day.calls + excluded.calls, \
     charge_kobo = usage_day.charge_kobo + excluded.charge_kobo, \
     latency_us_sum = usage_day.latency_us_sum + excluded.latency_us_sum";
const TRAFFIC: &str = "traffic_hour";
const TRAFFIC_COLUMNS: [Column; 8] = [
    ("hour", Type::Int),
    ("environment", Type::Text),
    ("operation_id", Type::Text),
    ("status", Type::Int),
    ("error_code", Type::Text),
    ("calls", Type::Int),
    ("charge_kobo", Type::Int),
    ("latency_us_sum", Type::Int),
];
const TRAFFIC_AGAIN: &str = "on conflict (hour, environment, operation_id, status, error_code) \
     do update set calls = traffic_hour.calls + excluded.calls, \
     charge_kobo = traffic_hour.charge_kobo + excluded.charge_kobo, \
     latency_us_sum = traffic_hour.latency_us_sum + excluded.latency_us_sum";

const fn usage_columns(span: &'static str) -> [Column; 9] {
    [
        ("wallet_no", Type::Int),
        (span, Type::Int),
        ("operation_id", Type::Text),
        ("key_id", Type::Text),
        ("status", Type::Int),
        ("error_code", Type::Text),
        ("calls", Type::Int),
        ("charge_kobo", Type::Int),
        ("latency_us_sum", Type::Int),
    ]
}

pub async fn digest_calls(store: Store) {
    let mut tick = tokio::time::interval(Duration::from_secs(EVERY_S));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(error) = digest_all(&store).await {
            tracing::warn!(%error, "calls could not be digested");
        }
    }
}

/// Digests until nothing is new, a batch of each wallet in turn; how many calls there were.
///
/// # Errors
/// If the store cannot serve; what was digested stays so.
pub async fn digest_all(store: &Store) -> Result<u64> {
    let mut wallets = store.read(FindUndigested).await?;
    let mut calls = 0;
    while !wallets.is_empty() {
        let mut behind = Vec::new();
        for wallet in wallets {
            let began = Instant::now();
            let grown = u32::try_from(calls / BITE_PART).unwrap_or(BATCH_ROWS);
            let rows_max = grown.clamp(BITE_ROWS, BATCH_ROWS);
            let Some(batch) = store.read(ReadUndigested { wallet, rows_max }).await? else {
                continue;
            };
            let (rows, is_last) = (batch.rows, batch.is_last);
            if !store.write(StoreDigest(batch)).await? {
                // Somebody else counted these rows, perhaps the last write of a worker that is
                // gone: what follows them is nobody's yet.
                behind.push(wallet);
                continue;
            }
            calls += rows;
            if !is_last {
                behind.push(wallet);
                tokio::time::sleep((began.elapsed() * REST_TIMES).min(REST_MAX)).await;
            }
        }
        wallets = behind;
    }
    Ok(calls)
}

/// Wallets with rows that are not digested.
#[derive(Debug)]
pub struct FindUndigested;

impl Op for FindUndigested {
    type Out = Vec<WalletNo>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(UNDIGESTED, &[]).await?;
        let number = |row: &kofa_store::Row| Ok(WalletNo(row.get("no")?));
        rows.iter().map(number).collect()
    }
}

/// Reads and counts the next rows of a wallet that are not digested; `None` if there are none.
#[derive(Debug)]
pub struct ReadUndigested {
    pub wallet: WalletNo,
    /// At most so many rows of the log.
    pub rows_max: u32,
}

/// Sums of calls that are alike.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    calls: i64,
    charge: i64,
    latency_us: i64,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.charge = self.charge.saturating_add(other.charge);
        self.latency_us = self.latency_us.saturating_add(other.latency_us);
    }
}

/// Rows of one wallet, counted and not yet kept.
#[derive(Debug)]
pub struct Batch {
    wallet: WalletNo,
    /// Where the cursor stands, and where to.
    from: i64,
    to: i64,
    kinds: Dictionary,
    /// By the beginning of the five minutes and the number of the kind.
    sums: FxHashMap<(Timestamp, u32), Sums>,
    environment: Environment,
    latencies: latency::Counts,
    /// How long calls took in the spans of this batch, with what was known of them before.
    took: took::Merged,
    blocks: BTreeMap<i64, Block>,
    /// Rows of the log that it counts.
    pub rows: u64,
    /// Whether nothing was left when it was read.
    pub is_last: bool,
}

impl Batch {
    fn count(&mut self, at: Timestamp, kind: u32, sums: Sums) {
        let place = (Grain::FiveMinutes.start(at), kind);
        self.sums.entry(place).or_default().add(sums);
    }

    fn add(&mut self, row: &kofa_store::Row) -> Result<()> {
        let (seq, at): (i64, Timestamp) = (row.get("seq")?, row.get("at")?);
        let charge: i64 = row.get("charge_kobo")?;
        let later: bool = row.get("later")?;
        let kind = kind(row, charge > 0)?;
        let block = self
            .blocks
            .entry(seq / BLOCK_ROWS)
            .or_insert_with(|| Block::new(at));
        if later {
            let charged = true;
            let as_charged = Kind {
                charged,
                ..kind.clone()
            };
            block.add(at, self.kinds.number(as_charged));
        }
        let status = kind.status;
        let number = self.kinds.number(kind);
        block.add(at, number);
        let (calls, latency_us): (i64, i64) = (row.get("calls")?, row.get("latency_us")?);
        let sums = Sums {
            calls,
            charge,
            latency_us: latency_us.saturating_mul(calls),
        };
        self.latencies.add(at, (number, status), latency_us);
        self.count(at, number, sums);
        self.rows += 1;
        self.to = seq;
        Ok(())
    }

    fn add_late(&mut self, row: &kofa_store::Row) -> Result<()> {
        let number = self.kinds.number(kind(row, true)?);
        let charge = row.get("charge_kobo")?;
        let sums = Sums {
            charge,
            ..Sums::default()
        };
        self.count(row.get("at")?, number, sums);
        Ok(())
    }
}

fn kind(row: &kofa_store::Row, charged: bool) -> Result<Kind> {
    Ok(Kind {
        operation_id: row.get("operation_id")?,
        key_id: row.get("key_id")?,
        status: row.get("status")?,
        error_code: row.get("error_code")?,
        charged,
    })
}

impl Op for ReadUndigested {
    type Out = Option<Batch>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let wallet = self.wallet;
        let Some(place) = tx.opt(PLACE, &[wallet.0.into()]).await? else {
            return Ok(None);
        };
        let (from, last): (i64, i64) = (place.get("digested")?, place.get("seq")?);
        if last <= from {
            return Ok(None);
        }
        let mut batch = Batch {
            wallet,
            from,
            to: from,
            kinds: Dictionary::new(read_kinds(tx, wallet.0).await?),
            sums: FxHashMap::default(),
            environment: place.get("environment")?,
            latencies: latency::Counts::default(),
            took: took::Merged::default(),
            blocks: BTreeMap::new(),
            rows: 0,
            is_last: false,
        };
        let params: [Value<'_>; 4] = [
            wallet.log_id(0).into(),
            wallet.log_id(from).into(),
            wallet.log_id(last).into(),
            self.rows_max.into(),
        ];
        for row in tx.rows(ROWS, &params).await? {
            batch.add(&row)?;
        }
        // Less than it may be: what follows up to the last position is no call's.
        if batch.rows < u64::from(self.rows_max) {
            batch.to = last;
        }
        batch.is_last = batch.to == last;
        let late: [Value<'_>; 2] = [wallet.log_id(from).into(), wallet.log_id(batch.to).into()];
        for row in tx.rows(LATE, &late).await? {
            batch.add_late(&row)?;
        }
        // Read after the cursor: if another worker adds to it, the cursor has moved, too.
        let kinds = batch.kinds.by_number();
        batch.took = took::Merged::read(tx, wallet, &batch.latencies, &kinds).await?;
        Ok(Some(batch))
    }
}

/// Keeps what was counted, and moves the cursor. `false`, with nothing kept, if the cursor is
/// not where it was found: somebody else counted these rows.
#[derive(Debug)]
pub struct StoreDigest(pub Batch);

impl Op for StoreDigest {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let batch = &self.0;
        let wallet: Value<'_> = batch.wallet.0.into();
        if batch.from == 0 {
            tx.exec(CURSOR_NEW, std::slice::from_ref(&wallet)).await?;
        }
        let params: [Value<'_>; 3] = [wallet, batch.from.into(), batch.to.into()];
        if tx.exec(CURSOR, &params).await? == 0 {
            return Ok(false);
        }
        batch.kinds.keep(tx, batch.wallet.0).await?;
        batch.keep_blocks(tx).await?;
        let recent = batch.usage(Grain::FiveMinutes);
        tx.insert_rows(RECENT, &RECENT_COLUMNS, RECENT_AGAIN, &recent)
            .await?;
        let hours = batch.usage(Grain::Hour);
        tx.insert_rows(HOURS, &HOUR_COLUMNS, HOUR_AGAIN, &hours)
            .await?;
        let days = batch.usage(Grain::Day);
        tx.insert_rows(DAYS, &DAY_COLUMNS, DAY_AGAIN, &days).await?;
        let traffic = batch.traffic();
        tx.insert_rows(TRAFFIC, &TRAFFIC_COLUMNS, TRAFFIC_AGAIN, &traffic)
            .await?;
        let kinds = batch.kinds.by_number();
        batch.latencies.keep(tx, batch.environment, &kinds).await?;
        batch.took.keep(tx, batch.wallet).await?;
        standing::keep(tx, &batch.standing()).await?;
        Ok(true)
    }
}

impl Batch {
    async fn keep_blocks(&self, tx: &mut Tx<'_>) -> Result<()> {
        let mut rows: Vec<[Value<'_>; 5]> = Vec::with_capacity(self.blocks.len());
        for (position, (block, found)) in self.blocks.iter().enumerate() {
            let mut whole = found.clone();
            // Only the first can have begun in an earlier batch.
            if position == 0 {
                let params: [Value<'_>; 2] = [self.wallet.0.into(), (*block).into()];
                if let Some(row) = tx.opt(NOTE, &params).await? {
                    let kinds: Vec<u8> = row.get("kinds")?;
                    whole.join(&Block {
                        first_at: row.get("first_at")?,
                        last_at: row.get("last_at")?,
                        kinds: unpack(&kinds).collect(),
                    });
                }
            }
            rows.push([
                self.wallet.0.into(),
                (*block).into(),
                whole.first_at.into(),
                whole.last_at.into(),
                pack(&whole.kinds).into(),
            ]);
        }
        tx.insert_rows(NOTES, &NOTE_COLUMNS, NOTE_AGAIN, &rows)
            .await?;
        Ok(())
    }

    fn standing(&self) -> standing::Counted {
        let sums = self.sums.iter();
        let hours = sums.map(|((at, _), sums)| (Grain::Hour.start(*at), sums.calls, sums.charge));
        standing::Counted {
            wallet: self.wallet,
            hours: hours.collect(),
            last_at: self.blocks.values().map(|block| block.last_at).max(),
        }
    }

    /// Lines of usage: what was charged and what was not is one line. Hours and days in Lagos are
    /// whole five minutes.
    fn usage(&self, by: Grain) -> Vec<[Value<'_>; 9]> {
        let kinds = self.kinds.by_number();
        let mut lines: BTreeMap<(Timestamp, [&str; 3], u32), Sums> = BTreeMap::new();
        for ((at, number), sums) in &self.sums {
            let Some(kind) = kinds.get(*number as usize) else {
                continue;
            };
            let names = [&*kind.operation_id, &*kind.key_id, &*kind.error_code];
            lines
                .entry((by.start(*at), names, kind.status))
                .or_default()
                .add(*sums);
        }
        let mut rows = Vec::with_capacity(lines.len());
        for ((since, [operation_id, key_id, error_code], status), sums) in lines {
            rows.push([
                self.wallet.0.into(),
                since.into(),
                operation_id.into(),
                key_id.into(),
                status.into(),
                error_code.into(),
                sums.calls.into(),
                sums.charge.into(),
                sums.latency_us.into(),
            ]);
        }
        rows
    }

    /// Lines of traffic: usage without wallet and key. In the order of the table's key, as every
    /// other that keeps some: two of them cannot wait for each other.
    fn traffic(&self) -> Vec<[Value<'_>; 8]> {
        let kinds = self.kinds.by_number();
        let mut lines: BTreeMap<(Timestamp, &str, u32, &str), Sums> = BTreeMap::new();
        for ((at, number), sums) in &self.sums {
            if let Some(kind) = kinds.get(*number as usize) {
                let hour = Grain::Hour.start(*at);
                let line = (hour, &*kind.operation_id, kind.status, &*kind.error_code);
                lines.entry(line).or_default().add(*sums);
            }
        }
        let mut rows = Vec::with_capacity(lines.len());
        for ((hour, operation_id, status, error_code), sums) in lines {
            rows.push([
                hour.into(),
                self.environment.into(),
                operation_id.into(),
                status.into(),
                error_code.into(),
                sums.calls.into(),
                sums.charge.into(),
                sums.latency_us.into(),
            ]);
        }
        rows
    }
}
