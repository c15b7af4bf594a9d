//! How leases are stored: the table `wallet_lease`.
//!
//! Each operation locks the wallet's row first, as every operation on its money does.

use kofa_cluster::{NodeNo, hold_open, is_only};
use kofa_core::endpoint::WalletNo;
use kofa_domain::{Kobo, RequestId, Result};
use kofa_store::{Op, Tx, Value};

use crate::{closed, lock_wallet};

/// A node that opens a lease where there are others takes such a part of what it might have.
const FIRST_PART: i64 = 8;

/// How much of a wallet a node may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// It is alone.
    All,
    /// One of so many nodes.
    Of(usize),
}

impl Share {
    fn of(self, free: i64) -> i64 {
        match self {
            Self::All => free,
            Self::Of(nodes) => free / i64::try_from(nodes.max(1)).unwrap_or(i64::MAX),
        }
    }

    /// As it is now: a node may be alone by its last beat only, and what another asks of it then
    /// must not be taken for answered.
    async fn confirmed(self, tx: &mut Tx<'_>, node: NodeNo) -> Result<Self> {
        match self {
            Self::All if !is_only(tx, node).await? => Ok(Self::Of(2)),
            share => Ok(share),
        }
    }
}

/// A wallet's money, and who may spend it.
pub(super) struct Money {
    leases: Vec<LeaseRow>,
    /// What no lease has and no work holds.
    free: i64,
    /// Balance without what is held for work that goes on after its call.
    unheld: i64,
}

struct LeaseRow {
    epoch: i64,
    /// Granted and not spent.
    left: i64,
    wanted: bool,
    acked: bool,
    asked: i64,
    turn: i64,
    turn_kobo: i64,
}

const LEASES: &str = "select epoch, granted_kobo - spent_kobo as left_kobo, wanted, acked, asked, \
     turn, turn_kobo from wallet_lease where wallet_no = $1 and open = $2";
/// What is held and in no open lease.
const HELD: &str = "select cast(coalesce(sum(h.amount_kobo), 0) as bigint) as held from hold h \
     where h.wallet_no = $1 and not exists (select 1 from wallet_lease l \
     where l.wallet_no = h.wallet_no and l.epoch = h.epoch and l.open = $2)";

impl Money {
    pub(super) async fn of(tx: &mut Tx<'_>, wallet: WalletNo, balance: Kobo) -> Result<Self> {
        let params: [Value<'_>; 2] = [wallet.0.into(), true.into()];
        let mut leases = Vec::new();
        for row in tx.rows(LEASES, &params).await? {
            leases.push(LeaseRow {
                epoch: row.get("epoch")?,
                left: row.get("left_kobo")?,
                wanted: row.get("wanted")?,
                acked: row.get("acked")?,
                asked: row.get("asked")?,
                turn: row.get("turn")?,
                turn_kobo: row.get("turn_kobo")?,
            });
        }
        let held: i64 = tx.one(HELD, &params).await?.get("held")?;
        let unheld = balance.get() - held;
        let left: i64 = leases.iter().map(|lease| lease.left).sum();
        Ok(Self {
            leases,
            free: (unheld - left).max(0),
            unheld,
        })
    }

    /// Whether a node lacks money that others may have: then nobody takes more than it needs.
    fn is_contested(&self) -> bool {
        self.leases.iter().any(|lease| lease.wanted)
    }

    fn others(&self, epoch: i64) -> impl Iterator<Item = &LeaseRow> {
        self.leases.iter().filter(move |lease| lease.epoch != epoch)
    }
}

/// Opens a lease, and closes whatever lease of this node's was left open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenLease {
    pub(crate) wallet: WalletNo,
    pub(crate) node: NodeNo,
    pub(crate) share: Share,
}

pub(crate) struct OpenedLease {
    pub(crate) epoch: i64,
    pub(crate) granted: Kobo,
    /// What the wallet has beyond the lease.
    pub(crate) elsewhere: Kobo,
}

const CLOSE_OWN: &str = "update wallet_lease set open = $3, wanted = $3 \
     where wallet_no = $1 and open = $4 and node_no = $2";
const NEXT: &str = "select coalesce(max(epoch), 0) + 1 as epoch from wallet_lease \
     where wallet_no = $1";
const OPEN: &str = "insert into wallet_lease (wallet_no, epoch, granted_kobo, spent_kobo, open, \
     node_no) values ($1, $2, $3, 0, $4, $5)";

impl Op for OpenLease {
    type Out = OpenedLease;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<OpenedLease> {
        let balance = lock_wallet(tx, self.wallet).await?;
        hold_open(tx, self.node).await?;
        let own: [Value<'_>; 4] = [
            self.wallet.0.into(),
            self.node.0.into(),
            false.into(),
            true.into(),
        ];
        tx.exec(CLOSE_OWN, &own).await?;
        let money = Money::of(tx, self.wallet, balance).await?;
        let granted = match self.share.confirmed(tx, self.node).await? {
            Share::All => money.free,
            Share::Of(_) if money.is_contested() => 0,
            share => share.of(money.free) / FIRST_PART,
        };
        let epoch: i64 = tx.one(NEXT, &[self.wallet.0.into()]).await?.get("epoch")?;
        let params: [Value<'_>; 5] = [
            self.wallet.0.into(),
            epoch.into(),
            granted.into(),
            true.into(),
            self.node.0.into(),
        ];
        tx.exec_one(OPEN, &params).await?;
        Ok(OpenedLease {
            epoch,
            granted: Kobo::new(granted),
            elsewhere: Kobo::new(money.unheld - granted),
        })
    }
}

/// Moves money between a wallet and a lease: the lease offers what no call has reserved of it, and
/// gets at least `need`, if there is so much. If not, what other nodes have is wanted back.
#[derive(Clone, Debug)]
pub(crate) struct GrowLease {
    pub(crate) wallet: WalletNo,
    pub(crate) node: NodeNo,
    pub(crate) epoch: i64,
    /// The number of this change.
    pub(crate) turn: i64,
    /// How often others had asked, as far as was known when `offer` was taken out.
    pub(crate) asked: i64,
    pub(crate) offer: Kobo,
    pub(crate) need: Kobo,
    /// What is taken where nobody lacks it.
    pub(crate) wish: Kobo,
    pub(crate) share: Share,
    /// Whether others are to give back what they have; if not, it is looked whether they did.
    pub(crate) recall: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grown {
    /// What the lease has in the place of what it offered.
    pub(crate) has: Kobo,
    /// Whether anything was changed, under the number.
    pub(crate) is_stored: bool,
    /// What nobody had, with what was offered.
    pub(crate) free: Kobo,
    /// What the wallet has beyond the lease, after that.
    pub(crate) elsewhere: Kobo,
    /// Whether to ask again: another node has not given back yet what it can.
    pub(crate) waits: bool,
    /// How often others have asked for what the lease has.
    pub(crate) asked: i64,
}

const GROW: &str = "update wallet_lease set granted_kobo = granted_kobo + $3, turn = $4, \
     turn_kobo = $3, acked = $5 where wallet_no = $1 and epoch = $2";
const WANT: &str = "update wallet_lease set wanted = $3, acked = $4, asked = asked + 1 \
     where wallet_no = $1 and epoch <> $2 and open = $3 and granted_kobo > spent_kobo";

impl GrowLease {
    fn grant(&self, money: &Money, share: Share) -> i64 {
        let (free, need) = (money.free + self.offer.get(), self.need.get());
        if share == Share::All {
            return free;
        }
        if free < need {
            return 0;
        }
        match money.is_contested() {
            true => need,
            false => self.wish.get().min(share.of(free)).max(need),
        }
    }

    /// Whether another node still has to give back what it can. Each is asked first: also one that
    /// took money since the others were. A lease that is closed meanwhile counts as it was read,
    /// since its money is not in `money.free` yet.
    pub(super) async fn waits(&self, tx: &mut Tx<'_>, money: &Money) -> Result<bool> {
        let others: Vec<&LeaseRow> = money
            .others(self.epoch)
            .filter(|lease| lease.left > 0)
            .collect();
        if self.recall || others.iter().any(|lease| !lease.wanted) {
            let params: [Value<'_>; 4] = [
                self.wallet.0.into(),
                self.epoch.into(),
                true.into(),
                false.into(),
            ];
            tx.exec(WANT, &params).await?;
            return Ok(!others.is_empty());
        }
        Ok(others.iter().any(|lease| !lease.acked))
    }
}

impl Op for GrowLease {
    type Out = Grown;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Grown> {
        let balance = lock_wallet(tx, self.wallet).await?;
        let money = Money::of(tx, self.wallet, balance).await?;
        let mine = money.leases.iter().find(|lease| lease.epoch == self.epoch);
        let mine = mine.ok_or_else(closed)?;
        let offer = self.offer.get();
        let is_done = mine.turn == self.turn;
        let granted = match is_done {
            // By an earlier try, whose commit was not heard of.
            true => mine.turn_kobo + offer,
            false => self.grant(&money, self.share.confirmed(tx, self.node).await?),
        };
        let change = granted - offer;
        // Without need nothing was offered. What is taken may be for a call that has given up by
        // now, and is offered once that is known.
        let offers_all = self.need > Kobo::ZERO && granted == 0;
        let answers = mine.wanted && mine.asked == self.asked && offers_all;
        let is_stored = is_done || change != 0 || (answers && !mine.acked);
        let mut left = mine.left;
        if is_stored && !is_done {
            hold_open(tx, self.node).await?;
            let params: [Value<'_>; 5] = [
                self.wallet.0.into(),
                self.epoch.into(),
                change.into(),
                self.turn.into(),
                answers.into(),
            ];
            tx.exec_one(GROW, &params).await?;
            left += change;
        }
        // What an earlier try found too little is looked for again, under the next number.
        let waits = granted < self.need.get() && (is_done || self.waits(tx, &money).await?);
        Ok(Grown {
            has: Kobo::new(granted),
            is_stored,
            free: Kobo::new(money.free + offer),
            elsewhere: Kobo::new(money.unheld - left),
            waits,
            asked: mine.asked,
        })
    }
}

/// Gives money of a lease back to the wallet, and says so to whoever wants it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReturnLease {
    pub(crate) wallet: WalletNo,
    pub(crate) epoch: i64,
    /// The number of this change.
    pub(crate) turn: i64,
    /// How often others had asked, as far as was known when `amount` was taken out.
    pub(crate) asked: i64,
    pub(crate) amount: Kobo,
    /// Whether the lease ends, which has nothing left then.
    pub(crate) closes: bool,
}

const TURN: &str = "select turn from wallet_lease \
     where wallet_no = $1 and epoch = $2 and open = $3";
const RETURN: &str = "update wallet_lease set granted_kobo = granted_kobo - $3, turn = $4, \
     turn_kobo = 0 - $3, acked = (wanted and asked = $5) where wallet_no = $1 and epoch = $2 \
     and granted_kobo - spent_kobo >= $3";
const CLOSE: &str = "update wallet_lease set open = $3, wanted = $3 \
     where wallet_no = $1 and epoch = $2 and granted_kobo = spent_kobo";

impl Op for ReturnLease {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        lock_wallet(tx, self.wallet).await?;
        let of = [self.wallet.0.into(), self.epoch.into(), true.into()];
        let turn: i64 = match tx.opt(TURN, &of).await? {
            Some(row) => row.get("turn")?,
            // Closed by an earlier try, or because this node was taken for gone: it is given back.
            None => return Ok(()),
        };
        if turn == self.turn {
            return Ok(());
        }
        let params: [Value<'_>; 5] = [
            self.wallet.0.into(),
            self.epoch.into(),
            self.amount.into(),
            self.turn.into(),
            self.asked.into(),
        ];
        tx.exec_one(RETURN, &params).await?;
        if self.closes {
            let params = [self.wallet.0.into(), self.epoch.into(), false.into()];
            tx.exec(CLOSE, &params).await?;
        }
        Ok(())
    }
}

/// Leases of a node that other nodes want money of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FindWanted {
    pub(crate) node: NodeNo,
}

pub(crate) struct Wanted {
    pub(crate) wallet: WalletNo,
    pub(crate) epoch: i64,
    /// Whether what could be given back was, and nobody has asked again.
    pub(crate) acked: bool,
    /// How often others have asked.
    pub(crate) asked: i64,
}

const WANTED: &str = "select wallet_no, epoch, acked, asked from wallet_lease \
     where node_no = $1 and wanted and open";

impl Op for FindWanted {
    type Out = Vec<Wanted>;
    const IS_ONE_READ: bool = true;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Wanted>> {
        let mut wanted = Vec::new();
        for row in tx.rows(WANTED, &[self.node.0.into()]).await? {
            wanted.push(Wanted {
                wallet: WalletNo(row.get("wallet_no")?),
                epoch: row.get("epoch")?,
                acked: row.get("acked")?,
                asked: row.get("asked")?,
            });
        }
        Ok(wanted)
    }
}

/// Closes a lease of this node that the process does not know: it was opened by a try whose commit
/// was not heard of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloseUnknown {
    pub(crate) wallet: WalletNo,
    pub(crate) epoch: i64,
    pub(crate) node: NodeNo,
}

const CLOSE_UNKNOWN: &str = "update wallet_lease set open = $4, wanted = $4 \
     where wallet_no = $1 and epoch = $2 and node_no = $3";

impl Op for CloseUnknown {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        lock_wallet(tx, self.wallet).await?;
        let params: [Value<'_>; 4] = [
            self.wallet.0.into(),
            self.epoch.into(),
            self.node.0.into(),
            false.into(),
        ];
        tx.exec(CLOSE_UNKNOWN, &params).await?;
        Ok(())
    }
}

/// Says that nobody has wanted a lease's money for a while.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndWant {
    pub(crate) wallet: WalletNo,
    pub(crate) epoch: i64,
}

const END_WANT: &str = "update wallet_lease set wanted = $3, acked = $3 \
     where wallet_no = $1 and epoch = $2 and acked = $4";

impl Op for EndWant {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        lock_wallet(tx, self.wallet).await?;
        let params: [Value<'_>; 4] = [
            self.wallet.0.into(),
            self.epoch.into(),
            false.into(),
            true.into(),
        ];
        tx.exec(END_WANT, &params).await?;
        Ok(())
    }
}

/// What a wallet has beyond a lease, and what is held of it in no open lease.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookAtWallet {
    pub(crate) wallet: WalletNo,
    pub(crate) epoch: i64,
}

const BALANCE: &str = "select balance_kobo from wallet where no = $1";

pub(crate) struct Looked {
    pub(crate) elsewhere: Kobo,
    pub(crate) held: Kobo,
}

impl Op for LookAtWallet {
    type Out = Looked;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Looked> {
        let balance = tx.one(BALANCE, &[self.wallet.0.into()]).await?;
        let balance: Kobo = balance.get("balance_kobo")?;
        let money = Money::of(tx, self.wallet, balance).await?;
        let mine = money.leases.iter().find(|lease| lease.epoch == self.epoch);
        Ok(Looked {
            elsewhere: Kobo::new(money.unheld - mine.map_or(0, |lease| lease.left)),
            held: Kobo::new(balance.get() - money.unheld),
        })
    }
}

/// Moves the hold of a call whose node is gone into a lease of another; whether it was there to be
/// moved. As long as the lease that it has is open, its node may still settle the call: whoever
/// closes the lease moves the hold then.
#[derive(Clone, Debug)]
pub(crate) struct AdoptHold {
    pub(crate) request_id: RequestId,
    pub(crate) wallet: WalletNo,
    pub(crate) amount: Kobo,
    /// The epoch that it had.
    pub(crate) before: i64,
    /// The lease that takes it.
    pub(crate) epoch: i64,
    pub(crate) node: NodeNo,
}

const ADOPTED: &str = "select 1 as one from hold where request_id = $1 and epoch = $2 \
     and node_no = $3";
const ADOPT: &str = "update hold set epoch = $3, node_no = $4 where request_id = $1 \
     and epoch = $2 and not exists (select 1 from wallet_lease l where l.wallet_no = $5 \
     and l.epoch = $2 and l.open = $6)";
const TAKE_IN: &str = "update wallet_lease set granted_kobo = granted_kobo + $3 \
     where wallet_no = $1 and epoch = $2 and open = $4";

impl Op for AdoptHold {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        lock_wallet(tx, self.wallet).await?;
        let id = self.request_id.as_bytes();
        let adopted: [Value<'_>; 3] = [id.into(), self.epoch.into(), self.node.0.into()];
        if tx.opt(ADOPTED, &adopted).await?.is_some() {
            // By an earlier try, whose commit was not heard of.
            return Ok(true);
        }
        hold_open(tx, self.node).await?;
        let params: [Value<'_>; 6] = [
            id.into(),
            self.before.into(),
            self.epoch.into(),
            self.node.0.into(),
            self.wallet.0.into(),
            true.into(),
        ];
        if tx.exec(ADOPT, &params).await? != 1 {
            return Ok(false);
        }
        let params: [Value<'_>; 4] = [
            self.wallet.0.into(),
            self.epoch.into(),
            self.amount.into(),
            true.into(),
        ];
        match tx.exec(TAKE_IN, &params).await? {
            1 => Ok(true),
            _ => Err(closed()),
        }
    }
}

/// Closes the leases of a node that is gone: what they had left is the wallets' again.
#[derive(Clone, Copy, Debug)]
pub struct CloseLeases {
    pub node: NodeNo,
}

const CLOSE_ALL: &str = "update wallet_lease set open = $2, wanted = $2 \
     where node_no = $1 and open = $3";

impl Op for CloseLeases {
    /// How many there were.
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params: [Value<'_>; 3] = [self.node.0.into(), false.into(), true.into()];
        Ok(tx.exec(CLOSE_ALL, &params).await?)
    }
}
