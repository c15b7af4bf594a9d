//! The sums of a statement.

use std::collections::BTreeMap;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp, codes};
use kofa_identity::tenants;
use kofa_store::{Op, Row, Store, Tx, Value};
use tokio::sync::Semaphore;

use super::closed::{Closed, closed_charges};
use super::lines::Line;
use super::month::Month;
use super::wallet::find_wallet;

const DAY_US: i64 = 86_400_000_000;
const LAGOS_US: i64 = 3_600_000_000;

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

/// What an endpoint was charged on a day, of which no line is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedCharges {
    /// When the day began in Lagos.
    pub day: Timestamp,
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
    /// What calls were charged that have no line any more: they were dropped for their age.
    pub dropped: Vec<DroppedCharges>,
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

    /// Of how many lines there is more than their sums: the others were dropped for their age.
    pub fn lines_left(&self) -> i64 {
        self.lines() - self.dropped.iter().map(|one| one.charges).sum::<i64>()
    }

    /// The name of its file, without an ending.
    pub fn file_name(&self) -> String {
        format!("kofa-{}-{}", self.environment, self.month)
    }

    /// What `Content-Disposition` says of its file with this ending.
    pub fn attachment(&self, ending: &str) -> String {
        format!("attachment; filename=\"{}.{ending}\"", self.file_name())
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
        let closed = Closed::of(tx, wallet).await?;
        let after = closed.before_moment(tx, newest, self.month.start()).await?;
        let last = closed.before_moment(tx, newest, self.month.end()).await?;
        let mut sums = Sums::default();
        let dropped = closed_charges(tx, wallet, self.month.start()).await?;
        sums.add_rows(&dropped)?;
        sums.add_charges(tx, wallet, after, last).await?;
        sums.add_transfers(tx, wallet, after, last).await?;
        let opening = closed.balance_at(tx, after).await?;
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
            closing: closed.balance_at(tx, last).await?,
            charges: sums.endpoints.values().map(|one| one.charges).sum(),
            transfers: sums.transfers,
            endpoints: sums.by_cost(),
            days: sums.days.into_values().collect(),
            dropped: dropped_charges(&dropped)?,
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
        total.day = day_of(row)?;
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
        self.add_rows(&rows)
    }

    /// Rows of charges: by day and endpoint.
    fn add_rows(&mut self, rows: &[Row]) -> Result<()> {
        for row in rows {
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

fn day_of(row: &Row) -> Result<Timestamp> {
    let day: i64 = row.get("day")?;
    Ok(Timestamp::from_micros(day * DAY_US - LAGOS_US))
}

fn dropped_charges(rows: &[Row]) -> Result<Vec<DroppedCharges>> {
    let one = |row: &Row| {
        Ok(DroppedCharges {
            day: day_of(row)?,
            operation_id: row.get("operation_id")?,
            charges: row.get("lines")?,
            charged: row.get("charged")?,
        })
    };
    rows.iter().map(one).collect()
}

fn sum(one: Kobo, other: Kobo) -> Kobo {
    Kobo::new(one.get().saturating_add(other.get()))
}

/// What a line is called on paper and in files.
pub(super) fn what(line: &Line) -> &str {
    if line.operation_id.is_empty() {
        &line.reference
    } else {
        &line.operation_id
    }
}
