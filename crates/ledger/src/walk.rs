//! The journal read once, from end to end, in the order of its rows: of a log of millions only
//! a piece is in memory, and what each wallet and each lease come to.

use std::collections::{BTreeMap, VecDeque};

use kofa_domain::Result;
use kofa_store::{Row, Tx, Value};

/// Problems listed in a report; the count goes on.
pub(super) const PROBLEMS_MAX: i64 = 100;
/// Rows in memory at a time.
const PIECE: i64 = 4_096;
/// The bits of a row's number that are its place in its wallet.
const SEQ_BITS: u32 = 40;
const SEQ_MASK: i64 = (1 << SEQ_BITS) - 1;

// One statement a table, each by its key: what the database sorted it would hold.
const TRANSFERS: &str = "select id, wallet_no, amount_kobo, balance_kobo, \
     cast(null as bigint) as epoch from transfer where id > $1 order by id limit $2";
const CALLS: &str = "select id, id >> 40 as wallet_no, 0 - charge_kobo as amount_kobo, \
     balance_kobo, epoch from request_log where id > $1 order by id limit $2";
const LATE: &str = "select id, id >> 40 as wallet_no, 0 - charge_kobo as amount_kobo, \
     balance_kobo, epoch from late_charge where id > $1 order by id limit $2";
const WALLETS: &str = "select no, balance_kobo, seq from wallet order by no";
const CLOSINGS: &str = "select c.wallet_no, c.seq, c.balance_kobo, c.rows_dropped, \
     c.charged_kobo, cast(coalesce((select sum(d.charged_kobo) from closed_charge d \
       where d.wallet_no = c.wallet_no), 0) as bigint) as by_day \
     from wallet_closing c order by c.wallet_no";
const CLOSED_LEASES: &str = "select wallet_no, epoch, charged_kobo from closed_lease";
const LEASES: &str = "select wallet_no, epoch, spent_kobo from wallet_lease \
     order by wallet_no, epoch";

/// A row of the journal.
#[derive(Clone, Copy)]
struct Entry {
    id: i64,
    wallet: i64,
    amount: i64,
    balance: i64,
    /// The lease that was charged, of a call.
    epoch: Option<i64>,
}

impl Entry {
    fn read(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            wallet: row.get("wallet_no")?,
            amount: row.get("amount_kobo")?,
            balance: row.get("balance_kobo")?,
            epoch: row.get("epoch")?,
        })
    }
}

/// The rows of a table in their order.
struct Table {
    sql: &'static str,
    piece: VecDeque<Entry>,
    after: i64,
    is_last: bool,
}

impl Table {
    fn new(sql: &'static str) -> Self {
        Self {
            sql,
            piece: VecDeque::new(),
            after: i64::MIN,
            is_last: false,
        }
    }

    /// The number of its next row.
    async fn next(&mut self, tx: &mut Tx<'_>) -> Result<Option<i64>> {
        if self.piece.is_empty() && !self.is_last {
            let params: [Value<'_>; 2] = [self.after.into(), PIECE.into()];
            let rows = tx.rows(self.sql, &params).await?;
            self.is_last = (rows.len() as i64) < PIECE;
            self.piece = rows.iter().map(Entry::read).collect::<Result<_>>()?;
            self.after = self.piece.back().map_or(self.after, |last| last.id);
        }
        Ok(self.piece.front().map(|next| next.id))
    }
}

/// The calls of a wallet that were dropped, and what stays of them: see [`crate::closing`].
struct Closing {
    seq: i64,
    balance: i64,
    /// Rows of calls, and what they were charged in all, by day, and by lease.
    rows: i64,
    charged: i64,
    by_day: i64,
    by_lease: i128,
    /// Its transfers up to there, and what they moved.
    transfers: i64,
    transferred: i128,
}

impl Closing {
    fn read(row: &Row) -> Result<Self> {
        Ok(Self {
            seq: row.get("seq")?,
            balance: row.get("balance_kobo")?,
            rows: row.get("rows_dropped")?,
            charged: row.get("charged_kobo")?,
            by_day: row.get("by_day")?,
            by_lease: 0,
            transfers: 0,
            transferred: 0,
        })
    }

    /// A row of before it: a transfer counts; a call's that stayed was counted when it closed.
    fn add(&mut self, row: &Entry) {
        if row.epoch.is_none() {
            self.transfers += 1;
            self.transferred += i128::from(row.amount);
        }
    }

    fn adds_up(&self) -> bool {
        let charged = i128::from(self.charged);
        i128::from(self.balance) == self.transferred - charged
            && self.seq == self.transfers + self.rows
            && self.charged == self.by_day
            && charged == self.by_lease
    }
}

/// What the rows come to.
#[derive(Default)]
struct Walk {
    /// Of wallets whose old calls were dropped.
    closings: BTreeMap<i64, Closing>,
    /// Sum and number of each wallet's rows.
    wallets: BTreeMap<i64, (i128, i64)>,
    /// What each lease of a wallet was charged.
    leases: BTreeMap<(i64, i64), i128>,
    /// Number and balance of the row before.
    last: Option<(i64, i64)>,
    problems: Problems,
}

/// Problems in words, as many as are listed.
#[derive(Default)]
struct Problems(Vec<String>);

impl Problems {
    fn note(&mut self, problem: impl FnOnce() -> String) {
        if (self.0.len() as i64) < PROBLEMS_MAX {
            self.0.push(problem());
        }
    }
}

impl Walk {
    fn row(&mut self, row: &Entry) {
        let (id, wallet, balance) = (row.id, row.wallet, row.balance);
        let closing = self.closings.get_mut(&(id >> SEQ_BITS));
        if let Some(closing) = closing.filter(|one| id & SEQ_MASK <= one.seq) {
            closing.add(row);
            return;
        }
        let (total, rows) = self.wallets.entry(wallet).or_default();
        *total += i128::from(row.amount);
        *rows += 1;
        if let Some(epoch) = row.epoch {
            *self.leases.entry((wallet, epoch)).or_default() -= i128::from(row.amount);
        }
        let (place, seq) = (id >> SEQ_BITS, id & SEQ_MASK);
        if place != wallet {
            self.problems
                .note(|| format!("wallet {wallet} row {seq}: its number is of wallet {place}"));
        }
        let before = self.last.filter(|(id, _)| id >> SEQ_BITS == place);
        let closed = self.closings.get(&place).map_or(0, |one| one.balance);
        let before = before.map_or(closed, |(_, balance)| balance);
        if i128::from(balance) != i128::from(before) + i128::from(row.amount) {
            self.problems.note(|| {
                format!(
                    "wallet {place} row {seq}: a balance does not follow from the row before it"
                )
            });
        }
        self.last = Some((id, balance));
    }
}

impl Walk {
    /// Begins where the dropped calls of each wallet end.
    async fn begin(tx: &mut Tx<'_>) -> Result<Self> {
        let mut walk = Self::default();
        for row in tx.rows(CLOSINGS, &[]).await? {
            let (no, closing): (i64, _) = (row.get("wallet_no")?, Closing::read(&row)?);
            let begins = (i128::from(closing.balance), closing.seq);
            walk.wallets.insert(no, begins);
            walk.closings.insert(no, closing);
        }
        for row in tx.rows(CLOSED_LEASES, &[]).await? {
            let no: i64 = row.get("wallet_no")?;
            let charged = i128::from(row.get::<i64>("charged_kobo")?);
            walk.leases.insert((no, row.get("epoch")?), charged);
            if let Some(closing) = walk.closings.get_mut(&no) {
                closing.by_lease += charged;
            }
        }
        Ok(walk)
    }

    /// Closings that their sums do not come to.
    fn closed(&self) -> Problems {
        let mut problems = Problems::default();
        for (no, _) in self.closings.iter().filter(|(_, one)| !one.adds_up()) {
            problems.note(|| format!("wallet {no}: a closing balance is not the sum of what went"));
        }
        problems
    }
}

/// Compares the rows with one another, with the wallets and with the leases; what is wrong.
pub(super) async fn problems(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let mut walk = Walk::begin(tx).await?;
    let mut tables = [TRANSFERS, CALLS, LATE].map(Table::new);
    loop {
        let mut first: Option<(i64, usize)> = None;
        for (no, table) in tables.iter_mut().enumerate() {
            let next = table.next(tx).await?.map(|id| (id, no));
            first = first.into_iter().chain(next).min();
        }
        let first = first.and_then(|(_, no)| tables[no].piece.pop_front());
        let Some(row) = first else { break };
        walk.row(&row);
    }
    let (mut sums, mut gaps, mut leases) = (
        Problems::default(),
        Problems::default(),
        Problems::default(),
    );
    for row in tx.rows(WALLETS, &[]).await? {
        let no: i64 = row.get("no")?;
        let (balance, seq): (i64, i64) = (row.get("balance_kobo")?, row.get("seq")?);
        let (total, rows) = walk.wallets.get(&no).copied().unwrap_or_default();
        if i128::from(balance) != total {
            sums.note(|| format!("wallet {no}: a wallet's balance is not the sum of its entries"));
        }
        if seq != rows {
            gaps.note(|| format!("wallet {no}: a wallet's rows are not numbered without gaps"));
        }
    }
    for row in tx.rows(LEASES, &[]).await? {
        let (no, epoch): (i64, i64) = (row.get("wallet_no")?, row.get("epoch")?);
        let charged = walk.leases.get(&(no, epoch)).copied().unwrap_or_default();
        if i128::from(row.get::<i64>("spent_kobo")?) != charged {
            leases.note(|| {
                format!(
                    "wallet {no} lease {epoch}: what a lease says was spent is not what its \
                     calls were charged"
                )
            });
        }
    }
    let closed = walk.closed();
    Ok([sums.0, gaps.0, walk.problems.0, leases.0, closed.0].concat())
}

#[cfg(test)]
mod tests {
    use kofa_store::testing::TestDatabase;
    use kofa_store::{Dialect, Op};

    use super::*;

    /// How SQLite would read a piece.
    struct Plan(&'static str);

    impl Op for Plan {
        type Out = Vec<String>;

        async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
            let sql = format!("explain query plan {}", self.0).leak();
            let params: [Value<'_>; 2] = [0_i64.into(), PIECE.into()];
            let rows = tx.rows(sql, &params).await?;
            rows.iter().map(|row| Ok(row.get("detail")?)).collect()
        }
    }

    #[tokio::test]
    async fn a_piece_is_read_by_its_key_and_nothing_is_sorted() {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let store = database.open().await;
        for (sql, table) in [
            (TRANSFERS, "transfer"),
            (CALLS, "request_log"),
            (LATE, "late_charge"),
        ] {
            let by_key = format!("SEARCH {table} USING INTEGER PRIMARY KEY (rowid>?)");
            assert_eq!(store.read(Plan(sql)).await.unwrap(), [by_key]);
        }
    }
}
