//! Old calls of a wallet, dropped so that what is left still adds up to the kobo.
//!
//! A call's row of the log is also the movement of its charge. Before rows go, their sums stay:
//! by month, day and endpoint for statements, by lease and in all for the proof. Months go whole
//! and in order, from the wallet's first; within one, a piece of rows and its sums move in one
//! transaction, so at any moment the journal is the closing balance and the rows after it.
//!
//! Transfers stay. A row whose call still holds money, or is charged by a row that stays, stays
//! with it, and counts as dropped: it was charged nothing itself.

use std::collections::BTreeMap;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Kobo, Result, Timestamp};
use kofa_store::{Column, Op, PIECE_ROWS, Row, Tx, Type, Value};

const CLOSED: &str = "select seq, balance_kobo from wallet_closing where wallet_no = $1";
const MONTHS: &str = "select month, after_seq, last_seq, opening_kobo, closing_kobo \
     from closed_month where wallet_no = $1 order by month desc limit 1";
const BEGIN: &str = "insert into closed_month (wallet_no, month, after_seq, last_seq, \
     opening_kobo, closing_kobo) values ($1, $2, $3, $4, $5, $6)";
const BALANCE: &str = "select balance_kobo from request_log where id = $1 \
     union all select balance_kobo from transfer where id = $1 \
     union all select balance_kobo from late_charge where id = $1";
const CHARGES: &str = "select operation_id, (at + 3600000000) / 86400000000 as day, epoch, \
     count(*) as charges, cast(sum(charge_kobo) as bigint) as charged \
     from request_log where id > $1 and id <= $2 and charge_kobo > 0 group by 1, 2, 3";
const LATE_CHARGES: &str = "select c.operation_id, (l.at + 3600000000) / 86400000000 as day, \
     l.epoch, count(*) as charges, cast(sum(l.charge_kobo) as bigint) as charged \
     from late_charge l join request_log c on c.request_id = l.request_id \
     where l.id > $1 and l.id <= $2 group by 1, 2, 3";
const COUNT: &str = "select (select count(*) from request_log where id > $1 and id <= $2) + \
     (select count(*) from late_charge where id > $1 and id <= $2) as n";
const LATE: &str = "select request_id from late_charge where id > $1 and id <= $2";
const DROP_LATE: &str = "delete from late_charge where id > $1 and id <= $2";
/// Its call is of an earlier piece, and stayed for it.
const DROP_CALL_OF_LATE: &str = "delete from request_log where request_id = $1 and id <= $2";
const DROP_CALLS: &str = "delete from request_log where id > $1 and id <= $2 \
     and not exists (select 1 from late_charge l where l.request_id = request_log.request_id) \
     and not exists (select 1 from hold h where h.request_id = request_log.request_id)";
const DROP_LEFT: &str = "delete from request_log where id in ( \
     select c.id from request_log c where c.id > $1 and c.id <= $2 \
     and not exists (select 1 from late_charge l where l.request_id = c.request_id) \
     and not exists (select 1 from hold h where h.request_id = c.request_id) \
     order by c.id limit $3)";
const MOVE: &str = "insert into wallet_closing \
     (wallet_no, seq, balance_kobo, rows_dropped, charged_kobo) values ($1, $2, $3, $4, $5) \
     on conflict (wallet_no) do update set seq = excluded.seq, \
     balance_kobo = excluded.balance_kobo, \
     rows_dropped = wallet_closing.rows_dropped + excluded.rows_dropped, \
     charged_kobo = wallet_closing.charged_kobo + excluded.charged_kobo";
const CHARGE_COLUMNS: [Column; 6] = [
    ("wallet_no", Type::Int),
    ("month", Type::Int),
    ("day", Type::Int),
    ("operation_id", Type::Text),
    ("charges", Type::Int),
    ("charged_kobo", Type::Int),
];
const CHARGE_AGAIN: &str = "on conflict (wallet_no, month, day, operation_id) do update set \
     charges = closed_charge.charges + excluded.charges, \
     charged_kobo = closed_charge.charged_kobo + excluded.charged_kobo";
const LEASE_COLUMNS: [Column; 3] = [
    ("wallet_no", Type::Int),
    ("epoch", Type::Int),
    ("charged_kobo", Type::Int),
];
const LEASE_AGAIN: &str = "on conflict (wallet_no, epoch) do update set \
     charged_kobo = closed_lease.charged_kobo + excluded.charged_kobo";

/// A month of a wallet that is closed: between two positions, and what the balance was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedMonth {
    /// Its first moment in Lagos.
    pub month: Timestamp,
    /// The position before its first line.
    pub after: i64,
    /// The position of its last line.
    pub last: i64,
    pub opening: Kobo,
    pub closing: Kobo,
}

impl ClosedMonth {
    /// From a row of `closed_month`.
    ///
    /// # Errors
    /// If it lacks a column.
    pub fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            month: row.get("month")?,
            after: row.get("after_seq")?,
            last: row.get("last_seq")?,
            opening: row.get("opening_kobo")?,
            closing: row.get("closing_kobo")?,
        })
    }
}

/// How far the calls of a wallet are dropped: position and balance; 0 if none are.
///
/// # Errors
/// If the store cannot.
pub async fn dropped_to(tx: &mut Tx<'_>, wallet: WalletNo) -> Result<(i64, Kobo)> {
    match tx.opt(CLOSED, &[wallet.0.into()]).await? {
        Some(row) => Ok((row.get("seq")?, row.get("balance_kobo")?)),
        None => Ok((0, Kobo::ZERO)),
    }
}

/// The last month of a wallet that was closed; its rows may still be there.
///
/// # Errors
/// If the store cannot.
pub async fn last_closed(tx: &mut Tx<'_>, wallet: WalletNo) -> Result<Option<ClosedMonth>> {
    let row = tx.opt(MONTHS, &[wallet.0.into()]).await?;
    row.as_ref().map(ClosedMonth::from_row).transpose()
}

/// Closes the next month of a wallet, up to the position `last`: its rows may go from now on.
///
/// # Errors
/// If the store cannot.
pub async fn begin_month(
    tx: &mut Tx<'_>,
    wallet: WalletNo,
    month: Timestamp,
    last: i64,
) -> Result<ClosedMonth> {
    let (after, opening) = dropped_to(tx, wallet).await?;
    let closing = match last == after {
        true => opening,
        false => balance_at(tx, wallet, last).await?,
    };
    let params: [Value<'_>; 6] = [
        wallet.0.into(),
        month.into(),
        after.into(),
        last.into(),
        opening.into(),
        closing.into(),
    ];
    tx.exec_one(BEGIN, &params).await?;
    Ok(ClosedMonth {
        month,
        after,
        last,
        opening,
        closing,
    })
}

async fn balance_at(tx: &mut Tx<'_>, wallet: WalletNo, seq: i64) -> Result<Kobo> {
    let row = tx.one(BALANCE, &[wallet.log_id(seq).into()]).await?;
    Ok(row.get("balance_kobo")?)
}

/// Drops a piece of a closed month's calls and keeps their sums; how many positions it passed.
/// None are left once it passes none.
#[derive(Clone, Copy, Debug)]
pub struct DropCalls {
    pub wallet: WalletNo,
    pub month: ClosedMonth,
}

/// Charges that are summed: how many, and how much.
type Sum = (i64, i64);

/// What the rows of a piece come to.
#[derive(Default)]
struct Sums {
    /// By day and endpoint.
    charges: BTreeMap<(i64, String), Sum>,
    leases: BTreeMap<i64, i64>,
}

impl Sums {
    fn add(&mut self, rows: &[Row]) -> Result<()> {
        for row in rows {
            let (charges, charged): Sum = (row.get("charges")?, row.get("charged")?);
            let line = (row.get("day")?, row.get("operation_id")?);
            let sum = self.charges.entry(line).or_default();
            *sum = (sum.0 + charges, sum.1 + charged);
            *self.leases.entry(row.get("epoch")?).or_default() += charged;
        }
        Ok(())
    }

    fn charged(&self) -> i64 {
        self.leases.values().sum()
    }

    async fn keep(&self, tx: &mut Tx<'_>, of: &DropCalls) -> Result<()> {
        let mut lines: Vec<[Value<'_>; 6]> = Vec::with_capacity(self.charges.len());
        for ((day, operation_id), (charges, charged)) in &self.charges {
            lines.push([
                of.wallet.0.into(),
                of.month.month.into(),
                (*day).into(),
                operation_id.into(),
                (*charges).into(),
                (*charged).into(),
            ]);
        }
        tx.insert_rows("closed_charge", &CHARGE_COLUMNS, CHARGE_AGAIN, &lines)
            .await?;
        let mut leases: Vec<[Value<'_>; 3]> = Vec::with_capacity(self.leases.len());
        for (epoch, charged) in &self.leases {
            leases.push([of.wallet.0.into(), (*epoch).into(), (*charged).into()]);
        }
        tx.insert_rows("closed_lease", &LEASE_COLUMNS, LEASE_AGAIN, &leases)
            .await?;
        Ok(())
    }
}

impl Op for DropCalls {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let wallet = self.wallet;
        let (from, _) = dropped_to(tx, wallet).await?;
        let to = self.month.last.min(from + PIECE_ROWS);
        if to <= from {
            return Ok(0);
        }
        let piece: [Value<'_>; 2] = [wallet.log_id(from).into(), wallet.log_id(to).into()];
        let balance = balance_at(tx, wallet, to).await?;
        let mut sums = Sums::default();
        sums.add(&tx.rows(CHARGES, &piece).await?)?;
        sums.add(&tx.rows(LATE_CHARGES, &piece).await?)?;
        sums.keep(tx, self).await?;
        let rows: i64 = tx.one(COUNT, &piece).await?.get("n")?;
        let moved: [Value<'_>; 5] = [
            wallet.0.into(),
            to.into(),
            balance.into(),
            rows.into(),
            sums.charged().into(),
        ];
        tx.exec_one(MOVE, &moved).await?;
        let late = tx.rows(LATE, &piece).await?;
        tx.exec(DROP_LATE, &piece).await?;
        for call in &late {
            let id: Vec<u8> = call.get("request_id")?;
            let params: [Value<'_>; 2] = [id.into(), wallet.log_id(to).into()];
            tx.exec(DROP_CALL_OF_LATE, &params).await?;
        }
        tx.exec(DROP_CALLS, &piece).await?;
        Ok(to - from)
    }
}

/// Drops rows of a wallet's dropped calls that stayed for money which they held, and hold no more.
#[derive(Clone, Copy, Debug)]
pub struct DropLeft {
    pub wallet: WalletNo,
}

impl Op for DropLeft {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let (to, _) = dropped_to(tx, self.wallet).await?;
        let params: [Value<'_>; 3] = [
            self.wallet.log_id(0).into(),
            self.wallet.log_id(to).into(),
            PIECE_ROWS.into(),
        ];
        Ok(tx.exec(DROP_LEFT, &params).await?)
    }
}
