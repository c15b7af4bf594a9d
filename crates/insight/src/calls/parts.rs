//! The parts of a long log in which something that is looked for may stand, the newest first.
//!
//! The log has one order: that of settlement. A walk goes backwards through it, block by block.
//! What is not digested yet it gives out whole; of the rest the blocks with a kind and a time
//! that may fit. It ends early, and says where, rather than give out more than [`READS_MAX`].

use std::collections::VecDeque;
use std::ops::Range;

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Error, Result, TenantId, Timestamp, codes};
use kofa_store::{Row, Tx, Value};

use super::kinds::{BLOCK_ROWS, Kind, read_kinds, unpack};

/// Parts of the log that one page reads at most.
const READS_MAX: u32 = 192;
/// Notes of blocks that one page looks at, at most: of 65 million calls.
const NOTES_MAX: usize = 65_536;
/// Notes that are fetched at first, and then.
const NOTES_FIRST: usize = 32;
const NOTES_THEN: usize = 2_048;

const OF_TENANT: &str = "select w.no, w.seq, coalesce(c.seq, 0) as digested from wallet w \
     left join call_cursor c on c.wallet_no = w.no \
     where w.tenant_id = $1 and w.environment = $2";
const OF_WALLET: &str = "select w.no, w.seq, coalesce(c.seq, 0) as digested from wallet w \
     left join call_cursor c on c.wallet_no = w.no where w.no = $1";
const NOTES: &str = "select block, kinds from call_block where wallet_no = $1 and block <= $2 \
     and last_at >= $3 and first_at < $4 order by block desc limit $5";

/// The log of a wallet.
#[derive(Clone, Copy)]
pub(super) struct Log {
    pub(super) wallet: WalletNo,
    pub(super) seq: i64,
    /// The last position that is digested.
    pub(super) digested: i64,
}

impl Log {
    pub(super) async fn of(
        tx: &mut Tx<'_>,
        tenant: &TenantId,
        environment: Environment,
    ) -> Result<Self> {
        let row = tx
            .opt(OF_TENANT, &[tenant.into(), environment.into()])
            .await?;
        let row = row.ok_or_else(|| Error::new(&codes::NOT_FOUND, "There is no such tenant."))?;
        Self::from_row(&row)
    }

    pub(super) async fn of_wallet(tx: &mut Tx<'_>, wallet: WalletNo) -> Result<Self> {
        Self::from_row(&tx.one(OF_WALLET, &[wallet.0.into()]).await?)
    }

    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            wallet: WalletNo(row.get("no")?),
            seq: row.get("seq")?,
            digested: row.get("digested")?,
        })
    }
}

/// What is looked for.
pub(super) struct Wanted {
    /// By the number of a kind, whether its calls fit; `None` if all do.
    kinds: Option<Vec<bool>>,
    /// No earlier call, and only calls before the end.
    times: Range<Timestamp>,
}

impl Wanted {
    /// Calls of any kind at any time.
    pub(super) const ANY: Self = Self {
        kinds: None,
        times: Timestamp::from_micros(i64::MIN)..Timestamp::from_micros(i64::MAX),
    };

    /// Only calls of kinds that fit.
    pub(super) async fn of_kinds(
        self,
        tx: &mut Tx<'_>,
        log: Log,
        fits: impl Fn(&Kind) -> bool,
    ) -> Result<Self> {
        let kinds = read_kinds(tx, log.wallet.0).await?;
        Ok(Self {
            kinds: Some(kinds.iter().map(fits).collect()),
            ..self
        })
    }

    /// Only calls between two moments.
    pub(super) fn between(self, from: Option<Timestamp>, until: Option<Timestamp>) -> Self {
        let times = from.unwrap_or(self.times.start)..until.unwrap_or(self.times.end);
        Self { times, ..self }
    }

    fn may_be_in(&self, kinds: &[u8]) -> bool {
        let Some(fits) = &self.kinds else { return true };
        unpack(kinds).any(|no| fits.get(no as usize).is_some_and(|it| *it))
    }

    fn is_nowhere(&self) -> bool {
        let none = |fits: &Vec<bool>| !fits.contains(&true);
        self.kinds.as_ref().is_some_and(none)
    }
}

pub(super) struct Parts {
    log: Log,
    wanted: Wanted,
    /// Everything from here on was given out or has nothing that fits.
    before: i64,
    /// Blocks whose notes were fetched, and whether something in them may fit.
    fetched: VecDeque<(i64, bool)>,
    looked: usize,
    given: u32,
    is_over: bool,
    is_cut: bool,
}

impl Parts {
    /// Of what stands before a position.
    pub(super) fn new(log: Log, wanted: Wanted, before: Option<i64>) -> Self {
        let end = log.seq.saturating_add(1);
        Self {
            log,
            wanted,
            before: before.unwrap_or(i64::MAX).clamp(0, end),
            fetched: VecDeque::new(),
            looked: 0,
            given: 0,
            is_over: false,
            is_cut: false,
        }
    }

    /// Nothing that fits and was not given out stands here or later.
    pub(super) fn before(&self) -> i64 {
        self.before
    }

    /// When a call may have been that fits.
    pub(super) fn times(&self) -> Range<Timestamp> {
        self.wanted.times.clone()
    }

    /// Where to go on, if the walk ended for the work it took.
    pub(super) fn cut(&self) -> Option<i64> {
        self.is_cut.then_some(self.before)
    }

    /// The next part, as positions; `None` at the end, or at the end of the work.
    pub(super) async fn next(&mut self, tx: &mut Tx<'_>) -> Result<Option<Range<i64>>> {
        let digested = self.log.digested;
        if self.before > digested + 1 {
            let block = (self.before - 1) / BLOCK_ROWS;
            return Ok(self.give((block * BLOCK_ROWS).max(digested + 1)..self.before));
        }
        self.is_over |= self.wanted.is_nowhere();
        loop {
            let Some((block, may_fit)) = self.fetched.pop_front() else {
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
            // Between this block and the one after it there is nothing that may fit.
            let part = first..self.before.min(first + BLOCK_ROWS);
            if may_fit {
                return Ok(self.give(part));
            }
            self.before = first;
        }
    }

    fn give(&mut self, part: Range<i64>) -> Option<Range<i64>> {
        if self.given == READS_MAX {
            (self.is_cut, self.before) = (true, part.end);
            return None;
        }
        self.given += 1;
        self.before = part.start;
        Some(part)
    }

    async fn fetch(&mut self, tx: &mut Tx<'_>) -> Result<()> {
        let many = match self.looked {
            0 => NOTES_FIRST,
            _ => NOTES_THEN,
        };
        let params: [Value<'_>; 5] = [
            self.log.wallet.0.into(),
            (self.before - 1).div_euclid(BLOCK_ROWS).into(),
            self.wanted.times.start.into(),
            self.wanted.times.end.into(),
            i64::try_from(many).unwrap_or(i64::MAX).into(),
        ];
        for note in &tx.rows(NOTES, &params).await? {
            let (block, kinds): (i64, Vec<u8>) = (note.get("block")?, note.get("kinds")?);
            self.fetched
                .push_back((block, self.wanted.may_be_in(&kinds)));
        }
        self.is_over |= self.fetched.len() < many;
        self.looked += many;
        Ok(())
    }
}
