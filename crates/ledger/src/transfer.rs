//! Movements that are not a call: top-ups and adjustments.

use kofa_core::codes;
use kofa_core::config_version::bump;
use kofa_core::endpoint::WalletNo;
use kofa_core::event::EventType;
use kofa_domain::{Environment, Error, Kobo, Result, Timestamp};
use kofa_store::{Op, Tx, Value};
use serde_json::json;

use super::post::closed;
use super::row::{lock_wallet, tell};
use crate::alerts::{self, Point};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    /// Money in: an operator's credit, or the sandbox's play money.
    TopUp,
    /// A correction by the operator, either way.
    Adjustment,
}

impl TransferKind {
    /// As stored and shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TopUp => "top_up",
            Self::Adjustment => "adjustment",
        }
    }

    /// The account on the other side.
    const fn account(self) -> &'static str {
        match self {
            Self::TopUp => "funding",
            Self::Adjustment => "adjustment",
        }
    }
}

/// What became of a transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    pub id: String,
    /// Balance of the wallet right after it, in kobo.
    pub balance: Kobo,
    /// Whether the same reference and amount had been posted before: nothing moved now.
    pub repeated: bool,
}

/// Adds money to a wallet. Idempotent on the reference.
#[derive(Clone, Debug)]
pub struct Credit {
    pub wallet: WalletNo,
    pub environment: Environment,
    pub amount: Kobo,
    pub kind: TransferKind,
    /// The payer's or operator's reference, unique in the wallet.
    pub reference: String,
    /// In words; may be empty.
    pub reason: String,
    /// Id of the new journal transaction.
    pub id: String,
    pub at: Timestamp,
    pub actor: String,
}

impl Op for Credit {
    type Out = Posted;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Posted> {
        self.entry(self.amount).post(tx).await
    }
}

impl Credit {
    fn entry(&self, amount: Kobo) -> Entry<'_> {
        Entry { of: self, amount }
    }
}

/// Takes money from a wallet under this node's lease, never below zero. Idempotent on the
/// reference. Money of calls under way is not touched.
#[derive(Clone, Debug)]
pub struct Debit {
    /// What a credit of the same amount would say.
    pub entry: Credit,
    /// The lease that gives the money up; it was reserved there.
    pub epoch: i64,
}

const SPEND: &str = "update wallet_lease set granted_kobo = granted_kobo - $3 \
     where wallet_no = $1 and epoch = $2 and open = $4 and granted_kobo - spent_kobo >= $3";

impl Op for Debit {
    type Out = Posted;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Posted> {
        let amount = self.entry.amount;
        let posted = self.entry.entry(Kobo::new(-amount.get())).post(tx).await?;
        if !posted.repeated {
            let params: [Value<'_>; 4] = [
                self.entry.wallet.0.into(),
                self.epoch.into(),
                amount.into(),
                true.into(),
            ];
            if tx.exec(SPEND, &params).await? != 1 {
                return Err(closed());
            }
        }
        Ok(posted)
    }
}

struct Entry<'a> {
    of: &'a Credit,
    amount: Kobo,
}

const FIND: &str = "select transfer_id, amount_kobo, balance_kobo from transfer \
     where wallet_no = $1 and reference = $2";
const MOVE: &str = "update wallet set balance_kobo = balance_kobo + $2, seq = seq + 1 \
     where no = $1 returning balance_kobo, seq";
const COUNTER: &str = "update system_account set balance_kobo = balance_kobo - $3 \
     where environment = $1 and name = $2 \
     and balance_kobo between $4 and $5";
/// Most that one kind of transfer moves in an environment in all, either way, in kobo: sums over
/// both kinds still fit 64 bits.
const ACCOUNT_MAX: Kobo = Kobo::new(4_000_000_000_000_000_000);
const APPEND: &str = "insert into transfer (id, wallet_no, transfer_id, at, kind, account, \
     amount_kobo, balance_kobo, reference, reason, request_id, actor) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

const CHANGED: &str = "update tenant set changed = $1 \
     where id = (select tenant_id from wallet where no = $2)";

impl Entry<'_> {
    /// What was posted under the same reference before, if anything was.
    async fn repeated(&self, tx: &mut Tx<'_>) -> Result<Option<Posted>> {
        let params = [self.of.wallet.0.into(), (&self.of.reference).into()];
        let Some(row) = tx.opt(FIND, &params).await? else {
            return Ok(None);
        };
        if row.get::<Kobo>("amount_kobo")? != self.amount {
            return Err(Error::on(
                "reference",
                &codes::CONFLICT,
                "This reference was posted to the wallet with another amount.",
            ));
        }
        let (id, balance) = (row.get("transfer_id")?, row.get("balance_kobo")?);
        Ok(Some(Posted {
            id,
            balance,
            repeated: true,
        }))
    }

    async fn post(&self, tx: &mut Tx<'_>) -> Result<Posted> {
        let of = self.of;
        let before = lock_wallet(tx, of.wallet).await?;
        if let Some(posted) = self.repeated(tx).await? {
            return Ok(posted);
        }
        let after = before.checked_add(self.amount).ok_or_else(too_much)?;
        if after < Kobo::ZERO {
            return Err(below_zero(before));
        }
        let row = tx
            .one(MOVE, &[of.wallet.0.into(), self.amount.into()])
            .await?;
        let (balance, seq): (Kobo, i64) = (row.get("balance_kobo")?, row.get("seq")?);
        let side: [Value<'_>; 5] = [
            of.environment.into(),
            of.kind.account().into(),
            self.amount.into(),
            self.amount.get().saturating_sub(ACCOUNT_MAX.get()).into(),
            self.amount.get().saturating_add(ACCOUNT_MAX.get()).into(),
        ];
        if tx.exec(COUNTER, &side).await? != 1 {
            return Err(too_much());
        }
        let columns: [Value<'_>; 12] = [
            of.wallet.log_id(seq).into(),
            of.wallet.0.into(),
            (&of.id).into(),
            of.at.into(),
            of.kind.as_str().into(),
            of.kind.account().into(),
            self.amount.into(),
            balance.into(),
            (&of.reference).into(),
            (&of.reason).into(),
            None::<&[u8]>.into(),
            (&of.actor).into(),
        ];
        tx.exec_one(APPEND, &columns).await?;
        if self.amount > Kobo::ZERO {
            let data = json!({
                "transferId": of.id,
                "kind": of.kind.as_str(),
                "amountKobo": self.amount,
                "balanceKobo": balance,
            });
            tell(tx, of.wallet, EventType::WalletCredited, of.at, data).await?;
        }
        alerts::look(tx, of.wallet, &[Point::of_transfer(of.at, balance)]).await?;
        // Other nodes and processes learn of it as of any change to the tenant.
        let moved = bump(tx).await?;
        tx.exec_one(CHANGED, &[moved.into(), of.wallet.0.into()])
            .await?;
        Ok(Posted {
            id: of.id.clone(),
            balance,
            repeated: false,
        })
    }
}

/// Whether a reference was posted to a wallet.
pub struct FindTransfer {
    pub(crate) wallet: WalletNo,
    pub(crate) reference: String,
}

impl Op for FindTransfer {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let found = tx
            .opt(FIND, &[self.wallet.0.into(), (&self.reference).into()])
            .await?;
        Ok(found.is_some())
    }
}

/// More than the books can hold.
fn too_much() -> Error {
    let message = format!(
        "The books of an environment hold at most {ACCOUNT_MAX} of one kind of transfer: this \
         would be more."
    );
    Error::on("amountKobo", &codes::INVALID_FIELD, message)
}

/// A debit of more than there is.
pub fn below_zero(available: Kobo) -> Error {
    Error::on(
        "amountKobo",
        &codes::CONFLICT,
        format!("The wallet has {available} available; a debit cannot take it below zero."),
    )
}
