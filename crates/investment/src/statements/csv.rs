//! Reads a statement as banks give it for a spreadsheet: a header, and a row an entry.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::BufRead;

use kofa_domain::{Kobo, Sensitive, Timestamp};
use kofa_input::rows::lines::Lines;
use kofa_input::rows::{SEPARATORS, Table, folded};
use sha2::{Digest as _, Sha256};

use super::{BankEntry, Direction, Piece, StatementEnd, StatementHead, moment, moved};

/// Which column is which, by the names that banks give them, the usual first.
const DATE: &[&str] = &[
    "date",
    "transactiondate",
    "trandate",
    "transdate",
    "postingdate",
    "postdate",
    "bookingdate",
    "entrydate",
    "valuedate",
];
const NARRATION: &[&str] = &[
    "narration",
    "description",
    "transactiondetails",
    "details",
    "remarks",
    "particulars",
    "transactiondescription",
    "memo",
];
const CREDIT: &[&str] = &[
    "credit",
    "creditamount",
    "deposit",
    "deposits",
    "lodgement",
    "lodgements",
    "moneyin",
    "cr",
    "payin",
];
const DEBIT: &[&str] = &[
    "debit",
    "debitamount",
    "withdrawal",
    "withdrawals",
    "moneyout",
    "dr",
    "payout",
];
const REFERENCE: &[&str] = &[
    "reference",
    "transactionreference",
    "referencenumber",
    "ref",
    "transactionid",
    "sessionid",
    "refno",
    "referenceno",
];
const BALANCE: &[&str] = &[
    "balance",
    "runningbalance",
    "closingbalance",
    "balanceafter",
];

/// Where the columns are.
struct Columns {
    date: usize,
    narration: usize,
    credit: usize,
    debit: usize,
    reference: Option<usize>,
    balance: Option<usize>,
}

impl Columns {
    fn of(names: &[String]) -> Result<Self, String> {
        let names: Vec<String> = names.iter().map(|name| folded(name)).collect();
        let place = |wanted: &[&str]| {
            let mut found = wanted
                .iter()
                .map(|one| names.iter().position(|name| name == one));
            found.find_map(|place| place)
        };
        let needed = |wanted: &[&str]| {
            place(wanted).ok_or_else(|| format!("the header has no column `{}`", wanted[0]))
        };
        Ok(Self {
            date: needed(DATE)?,
            narration: needed(NARRATION)?,
            credit: needed(CREDIT)?,
            debit: needed(DEBIT)?,
            reference: place(REFERENCE),
            balance: place(BALANCE),
        })
    }
}

/// What a row says.
struct Row {
    entry: BankEntry,
    amount: Kobo,
    balance: Option<Kobo>,
}

/// Reads all of `source`, whose statement is `head`; `send` takes each piece and says whether to
/// go on.
pub(super) fn read(
    source: impl BufRead,
    head: &StatementHead,
    mut send: impl FnMut(Piece) -> bool,
) -> Result<(), String> {
    let mut lines = Lines::new(source);
    let table =
        Table::begin(&mut lines, SEPARATORS, "entries").map_err(|fault| fault.to_string())?;
    let mut table = table.ok_or("it is empty: a header line was expected")?;
    let columns = Columns::of(table.names())?;
    let told = StatementHead {
        id: head.id.clone(),
        account: Sensitive::new(head.account.expose().clone()),
    };
    if !send(Piece::Head(told)) {
        return Ok(());
    }
    let mut sums = Sums::default();
    let mut alike: HashMap<[u8; 16], u32> = HashMap::new();
    while let Some(row) = table.next_row().map_err(|fault| fault.to_string())? {
        let cells = table.cells(&row);
        let read = cells.and_then(|cells| read_row(&columns, &cells, &mut alike));
        let piece = match read {
            Ok(Some(one)) => {
                sums.add(&one)?;
                Piece::Entry(one.entry)
            }
            Ok(None) => Piece::Skipped,
            Err(why) => {
                sums.is_whole = Some(false);
                Piece::Rejected(row.line, why)
            }
        };
        if !send(piece) {
            return Ok(());
        }
    }
    send(Piece::End(sums.end()));
    Ok(())
}

/// The entry of a row; `None` of one without money, such as a balance carried forward.
fn read_row(
    columns: &Columns,
    cells: &[Cow<'_, str>],
    alike: &mut HashMap<[u8; 16], u32>,
) -> Result<Option<Row>, String> {
    let cell = |place: usize| cells[place].trim();
    let (credit, debit) = (money(cell(columns.credit))?, money(cell(columns.debit))?);
    let (direction, amount) = match (credit, debit) {
        (None, None) => return Ok(None),
        (Some(amount), None) => (Direction::Credit, amount),
        (None, Some(amount)) => (Direction::Debit, amount),
        (Some(_), Some(_)) => return Err("the row has a credit and a debit".to_owned()),
    };
    let date = cell(columns.date);
    let booked_at: Timestamp = moment::read(date)
        .ok_or("the date must be a day such as 2026-07-03, 03/07/2026 or 03-Jul-2026")?;
    let given = columns.reference.map_or("", cell);
    let narration = cell(columns.narration);
    let balance = columns.balance.map_or("", cell);
    let reference = match given {
        "" => made_up(
            [
                date,
                narration,
                cell(columns.credit),
                cell(columns.debit),
                balance,
            ],
            alike,
        ),
        given => given
            .chars()
            .filter(|c| !c.is_control())
            .take(100)
            .collect(),
    };
    let entry = BankEntry {
        direction,
        reference,
        amount: Some(amount),
        currency: "NGN".to_owned(),
        booked_at,
        texts: [narration, given]
            .into_iter()
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
            .collect(),
    };
    let balance = signed(balance);
    Ok(Some(Row {
        entry,
        amount,
        balance,
    }))
}

/// An amount that moved, without a sign: `₦1,234.50`. None, zero and a dash are no movement.
fn money(text: &str) -> Result<Option<Kobo>, String> {
    let text = text.trim_start_matches(['₦', 'N', 'G']).trim();
    if matches!(text, "" | "-" | "--") {
        return Ok(None);
    }
    let amount = Kobo::parse_naira(text).filter(|amount| *amount >= Kobo::ZERO);
    let amount = amount.ok_or("an amount must be naira such as 1,234.50, without a sign")?;
    Ok(Some(amount).filter(|amount| *amount > Kobo::ZERO))
}

/// A balance, which may be below zero; `None` if it cannot be read.
fn signed(text: &str) -> Option<Kobo> {
    let (text, is_below) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let amount = Kobo::parse_naira(text.trim_start_matches(['₦', 'N', 'G']).trim())?;
    Some(if is_below {
        Kobo::new(-amount.get())
    } else {
        amount
    })
}

/// A name for a row to which the bank gives none: the same row of the same or another file has the
/// same, the second such row of a file another one.
fn made_up(cells: [&str; 5], alike: &mut HashMap<[u8; 16], u32>) -> String {
    let digest = Sha256::digest(cells.join("\u{1f}"));
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    let number = alike.entry(half).or_default();
    *number += 1;
    let name = data_encoding::HEXLOWER.encode(&half);
    match *number {
        1 => format!("row-{name}"),
        again => format!("row-{name}-{again}"),
    }
}

/// What the balances of the rows say of the account before and after them, whether the oldest or
/// the newest comes first.
#[derive(Default)]
struct Sums {
    end: StatementEnd,
    first: Option<(Kobo, Kobo)>,
    last: Option<(Kobo, Kobo)>,
    dates: Option<(Timestamp, Timestamp)>,
    is_whole: Option<bool>,
}

impl Sums {
    fn add(&mut self, row: &Row) -> Result<(), String> {
        let overflow = || "its amounts are too large".to_owned();
        let direction = row.entry.direction;
        self.end.sum = moved(self.end.sum, direction, row.amount).ok_or_else(overflow)?;
        self.end.entries += 1;
        match row.balance {
            Some(after) => {
                let back = match direction {
                    Direction::Credit => Direction::Debit,
                    Direction::Debit => Direction::Credit,
                };
                let before = moved(after, back, row.amount).ok_or_else(overflow)?;
                self.last = Some((before, after));
                self.first = self.first.or(self.last);
            }
            None => self.is_whole = Some(false),
        }
        let at = row.entry.booked_at;
        let (from, to) = self.dates.unwrap_or((at, at));
        self.dates = Some((from.min(at), to.max(at)));
        Ok(())
    }

    fn end(self) -> StatementEnd {
        let (from, to) = self.dates.unzip();
        let mut end = StatementEnd {
            from,
            to,
            ..self.end
        };
        if let (Some(first), Some(last), None) = (self.first, self.last, self.is_whole) {
            let adds_up =
                |opening: Kobo, closing: Kobo| opening.checked_add(end.sum) == Some(closing);
            // The newest first, if that adds up.
            let (opening, closing) = match adds_up(last.0, first.1) && !adds_up(first.0, last.1) {
                true => (last.0, first.1),
                false => (first.0, last.1),
            };
            (end.opening, end.closing) = (Some(opening), Some(closing));
        }
        end
    }
}
