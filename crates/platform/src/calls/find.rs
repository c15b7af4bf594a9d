//! Calls that fit a filter, newest first.
//!
//! The log has one order: that of settlement. A search walks it backwards, block by block. Of
//! blocks that are digested it reads only those with a kind and a time that may fit; what is
//! not digested yet it reads. A page ends early, with the place where to go on, rather than
//! read more than [`READS_MAX`] blocks.

use kofa_domain::{Environment, Error, RequestId, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Row, Tx, Value};

use super::filter::CallFilter;
use super::kinds::{BLOCK_ROWS, read_kinds, unpack};
use crate::endpoint::WalletNo;
use crate::ledger::{LoggedCall, logged_call};

/// Blocks of the log that one page reads at most.
pub const READS_MAX: u32 = 192;
/// Notes of blocks that one page looks at, at most: of 65 million calls.
const NOTES_MAX: i64 = 65_536;
/// Notes that are fetched at first, and then.
const NOTES_FIRST: i64 = 32;
const NOTES_THEN: i64 = 2_048;

const WALLET: &str = "select w.no, w.seq, coalesce(c.seq, 0) as digested from wallet w \
     left join call_cursor c on c.wallet_no = w.no \
     where w.tenant_id = $1 and w.environment = $2";
const NOTES: &str = "select block, kinds from call_block where wallet_no = $1 and block <= $2 \
     and last_at >= $3 and first_at < $4 order by block desc limit $5";
/// Of one part of the log. The list of endpoints is `,a,b,`; its names have no `%` or `_`, and
/// what is found is compared again. A scalar subquery, where `exists` would do, is looked up
/// row by row on PostgreSQL too, which may else read the whole other table first.
const CALLS: &str = "select id - $1 as seq, request_id, at, operation_id, key_id, status, \
     error_code, charge_kobo + coalesce((select late.charge_kobo from late_charge late \
       where late.request_id = request_log.request_id), 0) as charge_kobo, latency_us \
     from request_log where id >= $2 and id < $3 and at >= $4 and at < $5 \
       and status >= $6 and status <= $7 \
       and ($8 = '' or $8 like '%,' || operation_id || ',%') \
       and ($9 = '' or key_id = $9) and ($10 = '' or error_code = $10) \
       and ($11 = 2 or $11 = case when charge_kobo > 0 then 1 else coalesce((select 1 \
         from late_charge late where late.request_id = request_log.request_id), 0) end) \
     order by id desc limit $12";
const CALL: &str = "select id - $1 as seq, request_id, at, operation_id, key_id, status, \
     error_code, charge_kobo + coalesce((select late.charge_kobo from late_charge late \
       where late.request_id = request_log.request_id), 0) as charge_kobo, latency_us \
     from request_log where request_id = $3 and id > $1 and id <= $2";

/// Calls, newest first, and where the next page begins.
#[derive(Debug)]
pub struct FoundCalls {
    /// At most the limit.
    pub rows: Vec<LoggedCall>,
    /// `before` of the next page; `None` where the log ends.
    pub next: Option<i64>,
    /// Whether the page ended for the work it took: there may be more even if it is not full.
    pub is_cut_short: bool,
}

/// Finds the calls of a tenant in an environment that fit, newest first.
#[derive(Debug)]
pub struct FindCalls {
    /// Whose.
    pub tenant: TenantId,
    /// In which world.
    pub environment: Environment,
    /// What they must be like.
    pub filter: CallFilter,
    /// Only calls before this position.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: u32,
}

impl Op for FindCalls {
    type Out = FoundCalls;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<FoundCalls> {
        let log = Log::of(tx, &self.tenant, self.environment).await?;
        if let Some(request_id) = self.filter.request_id {
            let call = log.call(tx, request_id).await?;
            let before = self.before.unwrap_or(i64::MAX);
            let fits = |call: &LoggedCall| call.seq < before && self.filter.matches(call);
            return Ok(FoundCalls {
                rows: call.into_iter().filter(fits).collect(),
                next: None,
                is_cut_short: false,
            });
        }
        let before = self.before.unwrap_or(i64::MAX).min(log.seq + 1);
        let mut search = Search {
            filter: &self.filter,
            limit: self.limit as usize,
            log,
            before,
            rows: Vec::new(),
            reads: 0,
        };
        let end = match search.undigested(tx).await? {
            End::Open => search.digested(tx).await?,
            end => end,
        };
        Ok(search.found(end))
    }
}

/// Finds one call of a tenant in an environment.
#[derive(Debug)]
pub struct FindCall {
    /// Whose.
    pub tenant: TenantId,
    /// In which world.
    pub environment: Environment,
    /// Which.
    pub request_id: RequestId,
}

impl Op for FindCall {
    type Out = Option<LoggedCall>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let log = Log::of(tx, &self.tenant, self.environment).await?;
        log.call(tx, self.request_id).await
    }
}

/// The log of a wallet.
#[derive(Clone, Copy)]
pub(super) struct Log {
    pub(super) wallet: WalletNo,
    /// Its last position.
    pub(super) seq: i64,
    /// The last position that is digested.
    digested: i64,
}

impl Log {
    pub(super) async fn of(
        tx: &mut Tx<'_>,
        tenant: &TenantId,
        environment: Environment,
    ) -> Result<Self> {
        let row = tx.opt(WALLET, &[tenant.into(), environment.into()]).await?;
        let row = row.ok_or_else(|| Error::new(&codes::NOT_FOUND, "There is no such tenant."))?;
        Ok(Self {
            wallet: WalletNo(row.get("no")?),
            seq: row.get("seq")?,
            digested: row.get("digested")?,
        })
    }

    async fn call(&self, tx: &mut Tx<'_>, id: RequestId) -> Result<Option<LoggedCall>> {
        let (first, last) = (self.wallet.log_id(0), self.wallet.log_id(i64::MAX));
        let of: [Value<'_>; 3] = [first.into(), last.into(), id.as_bytes().into()];
        tx.opt(CALL, &of)
            .await?
            .as_ref()
            .map(logged_call)
            .transpose()
    }
}

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// There is more of the log to walk.
    Open,
    /// Nothing is left.
    Log,
    /// The page is full, and there is at least one more.
    Full,
    /// It took enough work.
    Work,
}

struct Search<'a> {
    filter: &'a CallFilter,
    limit: usize,
    log: Log,
    /// Everything from here on was looked at.
    before: i64,
    rows: Vec<LoggedCall>,
    reads: u32,
}

impl Search<'_> {
    /// What no note describes yet.
    async fn undigested(&mut self, tx: &mut Tx<'_>) -> Result<End> {
        let digested = self.log.digested;
        while self.before > digested + 1 {
            let block = (self.before - 1) / BLOCK_ROWS;
            let first = (block * BLOCK_ROWS).max(digested + 1);
            let end = self.read(tx, first).await?;
            if end != End::Open {
                return Ok(end);
            }
        }
        Ok(End::Open)
    }

    /// What notes describe.
    async fn digested(&mut self, tx: &mut Tx<'_>) -> Result<End> {
        let wanted = self.wanted(tx).await?;
        if wanted.as_ref().is_some_and(|fits| !fits.contains(&true)) {
            return Ok(End::Log);
        }
        let mut looked = 0;
        let mut many = NOTES_FIRST;
        loop {
            let notes = self.notes(tx, many).await?;
            for note in &notes {
                let (block, kinds): (i64, Vec<u8>) = (note.get("block")?, note.get("kinds")?);
                let (first, last) = (block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS);
                let fits = |wanted: &Vec<bool>| {
                    unpack(&kinds).any(|no| wanted.get(no as usize).is_some_and(|fits| *fits))
                };
                // Between this block and the one before there is nothing that may fit.
                self.before = self.before.min(last);
                if !wanted.as_ref().is_none_or(fits) {
                    self.before = first;
                    continue;
                }
                let end = self.read(tx, first).await?;
                if end != End::Open {
                    return Ok(end);
                }
            }
            looked += many;
            if i64::try_from(notes.len()).unwrap_or(0) < many {
                return Ok(End::Log);
            }
            if looked >= NOTES_MAX {
                return Ok(End::Work);
            }
            many = NOTES_THEN;
        }
    }

    /// By its number, whether calls of a kind fit; `None` if all do.
    async fn wanted(&self, tx: &mut Tx<'_>) -> Result<Option<Vec<bool>>> {
        if self.filter.takes_every_kind() {
            return Ok(None);
        }
        let kinds = read_kinds(tx, self.log.wallet.0).await?;
        let fits = kinds.iter().map(|kind| self.filter.matches_kind(kind));
        Ok(Some(fits.collect()))
    }

    async fn notes(&self, tx: &mut Tx<'_>, many: i64) -> Result<Vec<Row>> {
        let (from, until) = self.times();
        let block = (self.before - 1).div_euclid(BLOCK_ROWS);
        let of: [Value<'_>; 5] = [
            self.log.wallet.0.into(),
            block.into(),
            from.into(),
            until.into(),
            many.into(),
        ];
        Ok(tx.rows(NOTES, &of).await?)
    }

    fn times(&self) -> (Timestamp, Timestamp) {
        let from = self.filter.from.unwrap_or(Timestamp::from_micros(i64::MIN));
        let until = self.filter.until;
        (from, until.unwrap_or(Timestamp::from_micros(i64::MAX)))
    }

    /// Reads the log from `first` up to where this search stands.
    async fn read(&mut self, tx: &mut Tx<'_>, first: i64) -> Result<End> {
        if self.reads == READS_MAX {
            return Ok(End::Work);
        }
        self.reads += 1;
        let wallet = self.log.wallet;
        let (from, until) = self.times();
        let (least, most) = self
            .filter
            .status
            .map_or((0, 999), super::StatusFilter::range);
        let operations = self
            .filter
            .operations
            .as_ref()
            .map(|all| format!(",{},", all.join(",")));
        let key = self.filter.key_id.as_ref().map_or("", |key| key.as_str());
        let error_code = self.filter.error_code.as_deref().unwrap_or_default();
        let charged = self.filter.charged.map_or(2, i64::from);
        let left = i64::try_from(self.limit + 1 - self.rows.len()).unwrap_or(i64::MAX);
        let of: [Value<'_>; 12] = [
            wallet.log_id(0).into(),
            wallet.log_id(first).into(),
            wallet.log_id(self.before).into(),
            from.into(),
            until.into(),
            least.into(),
            most.into(),
            operations.as_deref().unwrap_or_default().into(),
            key.into(),
            error_code.into(),
            charged.into(),
            left.into(),
        ];
        for row in tx.rows(CALLS, &of).await? {
            let call = logged_call(&row)?;
            if self.filter.matches(&call) {
                self.rows.push(call);
            }
        }
        if self.rows.len() > self.limit {
            return Ok(End::Full);
        }
        self.before = first;
        Ok(End::Open)
    }

    fn found(mut self, end: End) -> FoundCalls {
        self.rows.truncate(self.limit);
        let next = match end {
            End::Full => self.rows.last().map(|call| call.seq),
            End::Work => Some(self.before),
            End::Open | End::Log => None,
        };
        FoundCalls {
            rows: self.rows,
            next,
            is_cut_short: end == End::Work,
        }
    }
}
