//! The request log and the details of calls, kept for a time: see [`kofa_core::retention`].
//!
//! The log goes by whole months of a wallet, which are those of its statements: a month goes once
//! it is over for as long as the log is kept, is digested, and all before it are gone. Its
//! statement stays, without the lines of its calls.

use kofa_core::audit::{self, Change};
use kofa_core::endpoint::WalletNo;
use kofa_core::retention::{Due, RetentionKind, RetentionScope};
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_ledger::closing::{self, ClosedMonth, DropCalls, DropLeft};
use kofa_store::{Op, Row, Store, Tx, Value};
use serde_json::json;

use crate::calls::{CountOldDetails, PurgeDetails};
use crate::statement::Month;
use crate::statement::position::{DISORDER_ROWS, before_moment};

const WALLETS: &str = "select w.no, w.tenant_id, w.environment from wallet w order by w.no";
const PLACE: &str = "select w.seq, coalesce(c.seq, 0) as digested from wallet w \
     left join call_cursor c on c.wallet_no = w.no where w.no = $1";
/// The lowest position that a SIEM was given; null without one.
const GIVEN: &str = "select min(coalesce(c.position, 0)) as seq from siem_cursor s \
     left join siem_cursor c on c.sink = s.sink and c.stream = 'calls' and c.wallet_no = $1 \
     where s.stream = 'audit'";
const FIRST: &str = "select min(at) as at from ( \
       select at from request_log where id > $1 and id <= $2 \
       union all select at from transfer where id > $1 and id <= $2 \
       union all select at from late_charge where id > $1 and id <= $2) as first_rows";
const COUNT: &str = "select (select count(*) from request_log where id > $1 and id <= $2) + \
     (select count(*) from late_charge where id > $1 and id <= $2) as n, \
     (select min(at) from request_log where id > $1 and id <= $2) as at";
const DROP_BLOCKS: &str = "delete from call_block where wallet_no = $1 and block < $2";
const SUMS: &str = "select cast(coalesce(sum(charges), 0) as bigint) as charges, \
     cast(coalesce(sum(charged_kobo), 0) as bigint) as charged \
     from closed_charge where wallet_no = $1 and month = $2";
/// Rows of the log whose kinds one note has.
const BLOCK_ROWS: i64 = 1_024;

/// A wallet, and whose it is.
#[derive(Clone, Debug)]
pub struct LogOwner {
    pub wallet: WalletNo,
    pub tenant: TenantId,
    pub environment: Environment,
}

/// All wallets.
#[derive(Clone, Copy, Debug)]
pub struct ListLogs;

impl Op for ListLogs {
    type Out = Vec<LogOwner>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let one = |row: &Row| {
            Ok(LogOwner {
                wallet: WalletNo(row.get("no")?),
                tenant: row.get("tenant_id")?,
                environment: row.get("environment")?,
            })
        };
        tx.rows(WALLETS, &[]).await?.iter().map(one).collect()
    }
}

/// Closes the next month of a wallet's log that was over before a moment, or tells of the one that
/// is being dropped; `None` if there is none.
#[derive(Clone, Copy, Debug)]
pub struct CloseMonth {
    pub wallet: WalletNo,
    pub before: Timestamp,
}

/// Where a wallet's log stands.
struct Standing {
    newest: i64,
    digested: i64,
    dropped_to: i64,
    last: Option<ClosedMonth>,
}

impl Standing {
    async fn read(tx: &mut Tx<'_>, wallet: WalletNo) -> Result<Self> {
        let place = tx.one(PLACE, &[wallet.0.into()]).await?;
        let (dropped_to, _) = closing::dropped_to(tx, wallet).await?;
        Ok(Self {
            newest: place.get("seq")?,
            digested: place.get("digested")?,
            dropped_to,
            last: closing::last_closed(tx, wallet).await?,
        })
    }

    /// The month after the last one that was closed; `None` of a wallet without rows.
    async fn next_month(&self, tx: &mut Tx<'_>, wallet: WalletNo) -> Result<Option<Month>> {
        if let Some(last) = self.last {
            return Ok(Some(Month::of(last.month).next()));
        }
        let params: [Value<'_>; 2] = [wallet.log_id(0).into(), wallet.log_id(DISORDER_ROWS).into()];
        let first: Option<Timestamp> = tx.one(FIRST, &params).await?.get("at")?;
        Ok(first.map(Month::of))
    }

    /// The position before the first month that stays.
    async fn due_to(&self, tx: &mut Tx<'_>, of: CloseMonth) -> Result<i64> {
        let stays = Month::of(of.before).start();
        let to = before_moment(tx, of.wallet, self.newest, stays).await?;
        Ok(to.max(self.dropped_to))
    }
}

impl Op for CloseMonth {
    type Out = Option<ClosedMonth>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let wallet = self.wallet;
        let standing = Standing::read(tx, wallet).await?;
        if let Some(last) = standing.last.filter(|one| one.last > standing.dropped_to) {
            return Ok(Some(last));
        }
        let Some(month) = standing.next_month(tx, wallet).await? else {
            return Ok(None);
        };
        if month.end() > self.before {
            return Ok(None);
        }
        let last = before_moment(tx, wallet, standing.newest, month.end()).await?;
        let last = last.max(standing.dropped_to);
        let given: Option<i64> = tx.one(GIVEN, &[wallet.0.into()]).await?.get("seq")?;
        // What is not counted yet would never be, and what a SIEM was not given neither.
        if last > standing.digested || given.is_some_and(|given| last > given) {
            return Ok(None);
        }
        closing::begin_month(tx, wallet, month.start(), last)
            .await
            .map(Some)
    }
}

/// Notes that a month of a wallet's log was dropped, and forgets which kinds of calls were in it.
#[derive(Clone, Debug)]
pub struct RecordLogDrop {
    pub now: Timestamp,
    pub of: LogOwner,
    pub month: ClosedMonth,
    /// Positions that went.
    pub rows: i64,
}

impl Op for RecordLogDrop {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let wallet: Value<'_> = self.of.wallet.0.into();
        let (to, _) = closing::dropped_to(tx, self.of.wallet).await?;
        let blocks: [Value<'_>; 2] = [wallet.clone(), ((to + 1) / BLOCK_ROWS).into()];
        tx.exec(DROP_BLOCKS, &blocks).await?;
        let sums = tx.one(SUMS, &[wallet, self.month.month.into()]).await?;
        let (charges, charged): (i64, i64) = (sums.get("charges")?, sums.get("charged")?);
        let month = Month::of(self.month.month).to_string();
        let actor = Actor::System;
        let change = Change {
            by: &ActorAt {
                actor,
                at: self.now,
            },
            action: "retention.drop",
            subject: "request_log",
            tenant: Some(&self.of.tenant),
            details: json!({
                "environment": self.of.environment.as_str(),
                "month": month,
                "rows": self.rows,
                "charges": charges,
                "chargedKobo": charged,
                "openingKobo": self.month.opening.get(),
                "closingKobo": self.month.closing.get(),
            }),
        };
        audit::append(tx, change).await
    }
}

/// Counts the rows of a wallet's log that are due: those of months that were over before a moment.
#[derive(Clone, Copy, Debug)]
pub struct CountOldCalls(pub CloseMonth);

impl Op for CountOldCalls {
    type Out = Due;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Due> {
        let wallet = self.0.wallet;
        let standing = Standing::read(tx, wallet).await?;
        let to = standing.due_to(tx, self.0).await?.min(standing.digested);
        let (from, to) = (wallet.log_id(standing.dropped_to), wallet.log_id(to));
        let row = tx.one(COUNT, &[from.into(), to.into()]).await?;
        Ok(Due {
            rows: row.get("n")?,
            oldest: row.get("at")?,
        })
    }
}

/// Drops the months of a wallet's log that are due; how many rows.
async fn drop_months(store: &Store, of: LogOwner, scope: &RetentionScope) -> Result<i64> {
    let (wallet, before) = (of.wallet, scope.before);
    let mut all = 0;
    while let Some(month) = store.write(CloseMonth { wallet, before }).await? {
        let mut rows = 0;
        loop {
            match store.write_piece(DropCalls { wallet, month }).await? {
                0 => break,
                some => rows += some,
            }
        }
        all += rows;
        if rows > 0 {
            let (now, of) = (scope.now, of.clone());
            let record = RecordLogDrop {
                now,
                of,
                month,
                rows,
            };
            store.write(record).await?;
        }
    }
    store.write_until_none(DropLeft { wallet }).await?;
    Ok(all)
}

async fn drop_log(scope: RetentionScope) -> Result<i64> {
    let mut rows = 0;
    for of in scope.store.read(ListLogs).await? {
        rows += drop_months(&scope.store, of, &scope).await?;
    }
    Ok(rows)
}

async fn due_log(scope: RetentionScope) -> Result<Due> {
    let mut all = Due::default();
    let before = scope.before;
    for LogOwner { wallet, .. } in scope.store.read(ListLogs).await? {
        let count = CountOldCalls(CloseMonth { wallet, before });
        let due = scope.store.read(count).await?;
        all.rows += due.rows;
        all.oldest = all.oldest.into_iter().chain(due.oldest).min();
    }
    Ok(all)
}

/// The request log, kept for so many days and to the end of their month.
pub const fn request_log(days: u32) -> RetentionKind {
    RetentionKind {
        name: "request_log",
        about: "Rows of the request log, by whole months in Lagos, from the end of the month. Sums \
                by day and endpoint stay, so statements and proofs of the ledger do.",
        setting: "retention_request_log_days",
        days,
        due: |scope| Box::pin(due_log(scope)),
        drop: |scope| Box::pin(drop_log(scope)),
    }
}

/// Details of calls, kept for so many days; those of the sandbox at most for seven.
pub const fn details(days: u32) -> RetentionKind {
    RetentionKind {
        name: "details",
        about: "Details of live calls, from the call; those of sandbox calls go after seven days \
                at the latest.",
        setting: "retention_details_days",
        days,
        due: |scope| {
            Box::pin(async move {
                let before = scope.before;
                scope.store.read(CountOldDetails { before }).await
            })
        },
        drop: |scope| {
            Box::pin(async move {
                let now = scope.now;
                let live_days = now.micros_since(scope.before) / 86_400_000_000;
                let purge = PurgeDetails { now, live_days };
                let rows = scope.store.write_until_none(purge).await?;
                Ok(i64::try_from(rows).unwrap_or(i64::MAX))
            })
        },
    }
}
