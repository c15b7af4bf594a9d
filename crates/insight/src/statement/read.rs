//! The sums of a statement.

use std::collections::BTreeMap;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp, codes};
use kofa_identity::tenants;
use kofa_store::{Op, Row, Store, Tx, Value};
use tokio::sync::Semaphore;

use super::lines::Line;
use super::month::Month;
use super::wallet::find_wallet;

/// How far the moments of neighbouring rows may be out of their order, in rows: calls are
/// numbered when they are settled, and bear the moment at which they arrived.
const DISORDER_ROWS: i64 = 8_192;
/// Rows of which one probe takes the latest moment, so that a call that took long misleads none.
const PROBE_ROWS: i64 = 64;
const DAY_US: i64 = 86_400_000_000;
const LAGOS_US: i64 = 3_600_000_000;

const LATEST: &str = "select max(at) as at from ( \
       select at from request_log where id > $1 and id <= $2 \
       union all select at from transfer where id > $1 and id <= $2 \
       union all select at from late_charge where id > $1 and id <= $2) as rows_near";
const FIRST: &str = "select min(id) as id from ( \
       select id from request_log where id > $1 and id <= $2 and at >= $3 \
       union all select id from transfer where id > $1 and id <= $2 and at >= $3 \
       union all select id from late_charge where id > $1 and id <= $2 and at >= $3) as rows_near";
const BALANCE: &str = "select balance_kobo from request_log where id = $1 \
     union all select balance_kobo from transfer where id = $1 \
     union all select balance_kobo from late_charge where id = $1";
const CHARGES: &str = "select operation_id, (at + 3600000000) / 86400000000 as day, \
       count(*) as lines, cast(sum(charge_kobo) as bigint) as charged \
       from request_log where id > $1 and id <= $2 and charge_kobo > 0 group by 1, 2";
const LATE_CHARGES: &str = "select c.operation_id, (l.at + 3600000000) / 86400000000 as day, \
       count(*) as lines, cast(sum(l.charge_kobo) as bigint) as charged \
       from late_charge l join request_log c on c.request_id = l.request_id \
       where l.id > $1 and l.id <= $2 group by 1, 2";
const TRANSFERS: &str = "select (at + 3600000000) / 86400000000 as day, count(*) as lines, \
       cast(sum(case when amount_kobo > 0 then amount_kobo else 0 end) as bigint) as put_in, \
       cast(sum(case when amount_kobo < 0 then 0 - amount_kobo else 0 end) as bigint) as taken \
       from transfer where id > $1 and id <= $2 group by 1";

/// What an endpoint was charged in a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointTotal {
    pub operation_id: String,
    pub charges: i64,
    pub charged: Kobo,
}

/// What moved on a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayTotal {
    /// When the day began in Lagos.
    pub day: Timestamp,
    pub charges: i64,
    pub charged: Kobo,
    /// Put in: top-ups and adjustments.
    pub put_in: Kobo,
    pub taken_out: Kobo,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub tenant: TenantId,
    pub tenant_name: String,
    pub environment: Environment,
    pub month: Month,
    /// When it was drawn up; of a month that has not ended it is not the last word.
    pub at: Timestamp,
    /// The position before its first line.
    pub after: i64,
    /// The position of its last line.
    pub last: i64,
    /// Balance before its first line.
    pub opening: Kobo,
    /// Put in: top-ups and adjustments.
    pub put_in: Kobo,
    pub taken_out: Kobo,
    pub charged: Kobo,
    /// Balance after its last line: opening + put in - taken out - charged.
    pub closing: Kobo,
    pub charges: i64,
    pub transfers: i64,
    /// By endpoint, what costs most first.
    pub endpoints: Vec<EndpointTotal>,
    /// Days on which something moved, in their order.
    pub days: Vec<DayTotal>,
}

impl Statement {
    /// Whether its month goes on.
    pub fn is_open(&self) -> bool {
        self.at < self.month.end()
    }

    /// How many lines it has.
    pub fn lines(&self) -> i64 {
        self.charges + self.transfers
    }

    /// The name of its file, without an ending.
    pub fn file_name(&self) -> String {
        format!("kofa-{}-{}", self.environment, self.month)
    }
}

/// A wallet's month, added up from its journal.
#[derive(Debug)]
pub struct ReadStatement {
    pub tenant: TenantId,
    pub environment: Environment,
    pub month: Month,
    pub now: Timestamp,
}

/// Statements at a time: adding up millions of rows keeps one of the store's few readers, and
/// other pages need the rest.
static TURN: Semaphore = Semaphore::const_new(1);

impl ReadStatement {
    /// Reads it from `store` once nobody else does.
    ///
    /// # Errors
    /// 404 `not_found` of a month that has not begun, or the store's.
    pub async fn read(self, store: &Store) -> Result<Statement> {
        let _turn = TURN.acquire().await.map_err(Error::internal)?;
        store.read(self).await
    }
}

impl Op for ReadStatement {
    type Out = Statement;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Statement> {
        let tenant = tenants::find(tx, &self.tenant).await?;
        if self.month.start() > self.now {
            let message = "There is no statement of a month that has not begun.";
            return Err(Error::new(&codes::NOT_FOUND, message));
        }
        let (wallet, newest) = find_wallet(tx, &self.tenant, self.environment).await?;
        let after = before_moment(tx, wallet, newest, self.month.start()).await?;
        let last = before_moment(tx, wallet, newest, self.month.end()).await?;
        let mut sums = Sums::default();
        sums.add_charges(tx, wallet, after, last).await?;
        sums.add_transfers(tx, wallet, after, last).await?;
        let opening = balance_at(tx, wallet, after).await?;
        let statement = Statement {
            tenant: self.tenant.clone(),
            tenant_name: tenant.name,
            environment: self.environment,
            month: self.month,
            at: self.now,
            after,
            last,
            opening,
            put_in: sums.total(|day| day.put_in),
            taken_out: sums.total(|day| day.taken_out),
            charged: sums.total(|day| day.charged),
            closing: balance_at(tx, wallet, last).await?,
            charges: sums.endpoints.values().map(|one| one.charges).sum(),
            transfers: sums.transfers,
            endpoints: sums.by_cost(),
            days: sums.days.into_values().collect(),
        };
        let moved = statement.put_in.get() - statement.taken_out.get() - statement.charged.get();
        if opening.get() + moved != statement.closing.get() {
            return Err(Error::internal(
                "a statement does not add up to its closing balance",
            ));
        }
        Ok(statement)
    }
}

#[derive(Default)]
struct Sums {
    endpoints: BTreeMap<String, EndpointTotal>,
    days: BTreeMap<i64, DayTotal>,
    transfers: i64,
}

impl Sums {
    fn day(&mut self, row: &Row) -> Result<&mut DayTotal> {
        let day: i64 = row.get("day")?;
        let total = self.days.entry(day).or_default();
        total.day = Timestamp::from_micros(day * DAY_US - LAGOS_US);
        Ok(total)
    }

    async fn add_charges(
        &mut self,
        tx: &mut Tx<'_>,
        wallet: WalletNo,
        after: i64,
        last: i64,
    ) -> Result<()> {
        let params: [Value<'_>; 2] = [wallet.log_id(after).into(), wallet.log_id(last).into()];
        let mut rows = tx.rows(CHARGES, &params).await?;
        rows.extend(tx.rows(LATE_CHARGES, &params).await?);
        for row in &rows {
            let (lines, charged): (i64, Kobo) = (row.get("lines")?, row.get("charged")?);
            let day = self.day(row)?;
            day.charges += lines;
            day.charged = sum(day.charged, charged);
            let operation_id: String = row.get("operation_id")?;
            let endpoint = self.endpoints.entry(operation_id.clone());
            let endpoint = endpoint.or_insert(EndpointTotal {
                operation_id,
                charges: 0,
                charged: Kobo::ZERO,
            });
            endpoint.charges += lines;
            endpoint.charged = sum(endpoint.charged, charged);
        }
        Ok(())
    }

    async fn add_transfers(
        &mut self,
        tx: &mut Tx<'_>,
        wallet: WalletNo,
        after: i64,
        last: i64,
    ) -> Result<()> {
        let params: [Value<'_>; 2] = [wallet.log_id(after).into(), wallet.log_id(last).into()];
        for row in &tx.rows(TRANSFERS, &params).await? {
            self.transfers += row.get::<i64>("lines")?;
            let day = self.day(row)?;
            day.put_in = row.get("put_in")?;
            day.taken_out = row.get("taken")?;
        }
        Ok(())
    }

    fn total(&self, of: impl Fn(&DayTotal) -> Kobo) -> Kobo {
        self.days.values().map(of).fold(Kobo::ZERO, sum)
    }

    fn by_cost(&self) -> Vec<EndpointTotal> {
        let mut endpoints: Vec<EndpointTotal> = self.endpoints.values().cloned().collect();
        endpoints.sort_by_key(|one| std::cmp::Reverse(one.charged));
        endpoints
    }
}

fn sum(one: Kobo, other: Kobo) -> Kobo {
    Kobo::new(one.get().saturating_add(other.get()))
}

async fn balance_at(tx: &mut Tx<'_>, wallet: WalletNo, seq: i64) -> Result<Kobo> {
    if seq == 0 {
        return Ok(Kobo::ZERO);
    }
    let row = tx.one(BALANCE, &[wallet.log_id(seq).into()]).await?;
    Ok(row.get("balance_kobo")?)
}

/// The position before the first row at or after a moment; `newest` if there is none. There is
/// no index on moments: positions are nearly in their order, so it is searched for by halves,
/// and then exactly among the rows around.
async fn before_moment(
    tx: &mut Tx<'_>,
    wallet: WalletNo,
    newest: i64,
    moment: Timestamp,
) -> Result<i64> {
    let (mut place, mut step) = (0, 1 << (WalletNo::SEQ_BITS - 1));
    while step > 0 {
        let probe = place + step;
        step /= 2;
        if probe > newest {
            continue;
        }
        let from = wallet.log_id((probe - PROBE_ROWS).max(0));
        let row = tx
            .one(LATEST, &[from.into(), wallet.log_id(probe).into()])
            .await?;
        let latest: Option<Timestamp> = row.get("at")?;
        if latest.is_none_or(|latest| latest < moment) {
            place = probe;
        }
    }
    let from = wallet.log_id((place - DISORDER_ROWS).max(0));
    let to = (place + DISORDER_ROWS).min(newest);
    let params: [Value<'_>; 3] = [from.into(), wallet.log_id(to).into(), moment.into()];
    let first: Option<i64> = tx.one(FIRST, &params).await?.get("id")?;
    Ok(first.map_or(newest, |id| id - wallet.log_id(0) - 1))
}

/// What a line is called on paper and in files.
pub(super) fn what(line: &Line) -> &str {
    if line.operation_id.is_empty() {
        &line.reference
    } else {
        &line.operation_id
    }
}
