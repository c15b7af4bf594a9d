//! Ways to the charged calls of a long log, the newest first.
//!
//! The journal of a wallet is its transfers, its late charges, and those of its calls that were
//! charged. The first two are lists of their own; the calls stand in the log among any number of
//! free ones. As in [`super::find`], a walk reads what is not digested yet and of the rest the
//! blocks that have a charged call, and ends early rather than read very many.

use std::collections::VecDeque;
use std::ops::Range;

use kofa_domain::Result;
use kofa_store::{Row, Tx, Value};

use super::find::READS_MAX;
use super::kinds::{BLOCK_ROWS, read_kinds, unpack};
use crate::endpoint::WalletNo;

/// Notes of blocks that are looked at, at most: of 65 million calls.
const NOTES_MAX: usize = 65_536;
/// Notes that are fetched at first, and then.
const NOTES_FIRST: usize = 32;
const NOTES_THEN: usize = 2_048;

const WALLET: &str = "select w.seq, coalesce(c.seq, 0) as digested from wallet w \
     left join call_cursor c on c.wallet_no = w.no where w.no = $1";
const NOTES: &str = "select block, kinds from call_block where wallet_no = $1 and block <= $2 \
     order by block desc limit $3";

/// A page of what moved a wallet's balance.
pub(crate) struct Walk {
    pub(crate) wallet: WalletNo,
    /// Only positions before this one.
    pub(crate) before: Option<i64>,
    /// Rows of the page.
    pub(crate) limit: usize,
    /// Reads charged calls: `id >= $1 and id < $2`, the newest first, at most `$3`.
    pub(crate) sql: &'static str,
}

impl Walk {
    /// Puts charged calls among `others`, which are the newest that there are of them before
    /// the page's beginning, or one more than it holds. Also tells where the next page begins.
    pub(crate) async fn with<T>(
        &self,
        tx: &mut Tx<'_>,
        others: Vec<T>,
        seq: impl Fn(&T) -> i64,
        read: impl Fn(&Row) -> Result<T>,
    ) -> Result<(Vec<T>, Option<i64>)> {
        let mut parts = Parts::of(tx, self.wallet, self.before).await?;
        let (mut all, mut calls, mut reads) = (others, 0, 0);
        let mut cut = None;
        loop {
            let known = all.iter().filter(|one| seq(one) >= parts.before).count();
            if known > self.limit {
                break;
            }
            if reads == READS_MAX {
                cut = Some(parts.before).filter(|before| *before > 0);
                break;
            }
            let Some(part) = parts.next(tx).await? else {
                cut = parts.is_cut.then_some(parts.before);
                break;
            };
            reads += 1;
            let left = i64::try_from(self.limit + 1 - calls).unwrap_or(i64::MAX);
            let of: [Value<'_>; 3] = [
                self.wallet.log_id(part.start).into(),
                self.wallet.log_id(part.end).into(),
                left.into(),
            ];
            let rows = tx.rows(self.sql, &of).await?;
            calls += rows.len();
            for row in &rows {
                all.push(read(row)?);
            }
            if calls > self.limit {
                break;
            }
        }
        all.sort_by_key(|one| std::cmp::Reverse(seq(one)));
        all.retain(|one| cut.is_none_or(|cut| seq(one) >= cut));
        let more = all.len() > self.limit;
        all.truncate(self.limit);
        let next = if more { all.last().map(seq) } else { cut };
        Ok((all, next))
    }
}

/// The parts of a log that may have charged calls, the newest first.
struct Parts {
    wallet: WalletNo,
    /// Everything from here on was given out or has none.
    before: i64,
    /// The last position that is digested.
    digested: i64,
    /// By its number, whether calls of a kind were charged.
    charged: Vec<bool>,
    /// Blocks that were fetched, and whether they have charged calls.
    fetched: VecDeque<(i64, bool)>,
    looked: usize,
    is_over: bool,
    /// Whether it ended for the work it took.
    is_cut: bool,
}

impl Parts {
    async fn of(tx: &mut Tx<'_>, wallet: WalletNo, before: Option<i64>) -> Result<Self> {
        let row = tx.one(WALLET, &[wallet.0.into()]).await?;
        let kinds = read_kinds(tx, wallet.0).await?;
        let end = row.get::<i64>("seq")?.saturating_add(1);
        Ok(Self {
            wallet,
            before: before.unwrap_or(i64::MAX).clamp(0, end),
            digested: row.get("digested")?,
            charged: kinds.iter().map(|kind| kind.charged).collect(),
            fetched: VecDeque::new(),
            looked: 0,
            is_over: false,
            is_cut: false,
        })
    }

    async fn next(&mut self, tx: &mut Tx<'_>) -> Result<Option<Range<i64>>> {
        if self.before > self.digested + 1 {
            let block = (self.before - 1) / BLOCK_ROWS;
            let first = (block * BLOCK_ROWS).max(self.digested + 1);
            let part = first..self.before;
            self.before = first;
            return Ok(Some(part));
        }
        loop {
            let Some((block, fits)) = self.fetched.pop_front() else {
                if self.is_over || self.before <= 0 {
                    return Ok(None);
                }
                if self.looked >= NOTES_MAX {
                    self.is_cut = true;
                    return Ok(None);
                }
                self.fetch(tx).await?;
                continue;
            };
            let first = block * BLOCK_ROWS;
            let part = first..self.before.min(first + BLOCK_ROWS);
            self.before = first;
            if fits {
                return Ok(Some(part));
            }
        }
    }

    async fn fetch(&mut self, tx: &mut Tx<'_>) -> Result<()> {
        let many = match self.looked {
            0 => NOTES_FIRST,
            _ => NOTES_THEN,
        };
        let of: [Value<'_>; 3] = [
            self.wallet.0.into(),
            (self.before - 1).div_euclid(BLOCK_ROWS).into(),
            i64::try_from(many).unwrap_or(i64::MAX).into(),
        ];
        for note in &tx.rows(NOTES, &of).await? {
            let (block, kinds): (i64, Vec<u8>) = (note.get("block")?, note.get("kinds")?);
            let is_charged = |no: u32| self.charged.get(no as usize).is_some_and(|it| *it);
            let fits = unpack(&kinds).any(is_charged);
            self.fetched.push_back((block, fits));
        }
        self.is_over = self.fetched.len() < many;
        self.looked += many;
        Ok(())
    }
}
