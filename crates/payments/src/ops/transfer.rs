//! What a bank reports as paid for wallets: entered once, credited once.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Listed, Page, Right};
use kofa_domain::{Environment, Error, Id, IdKind, Ids, Kobo, Result, TenantId, Timestamp, codes};
use kofa_ledger::money::{MoveMoney, Moved, Movement, Way};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use crate::wallet_reference::read;

/// What a [`BankTransferId`] names.
#[derive(Debug)]
pub enum BankTransferIdKind {}

impl IdKind for BankTransferIdKind {
    const PREFIX: &'static str = "btr_";
}

/// A bank transfer's id, `btr_…`.
pub type BankTransferId = Id<BankTransferIdKind>;

/// What became of a bank transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum TransferOutcome {
    /// The wallet was credited.
    Applied,
    /// No wallet of the environment has this reference.
    UnknownReference,
}

impl TransferOutcome {
    /// All outcomes.
    pub const ALL: [Self; 2] = kofa_domain::all();

    /// `applied` or `unknown_reference`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// In words.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Applied => "The wallet was credited.",
            Self::UnknownReference => "No wallet of this environment has this reference.",
        }
    }
}

/// A payment as the bank says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankEntry {
    /// The bank's own reference, unique in the environment.
    pub reference: String,
    /// What the payer wrote.
    pub wallet_reference: String,
    pub amount: Kobo,
    pub paid_at: Timestamp,
}

/// A bank transfer that was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankTransfer {
    pub id: BankTransferId,
    pub environment: Environment,
    pub entry: BankEntry,
    pub outcome: TransferOutcome,
    /// Whose wallet was credited: id and name.
    pub tenant: Option<(TenantId, String)>,
    /// The transaction of the journal that credited it.
    pub transfer_id: Option<String>,
    pub entered_by: String,
    pub entered_at: Timestamp,
}

impl BankTransfer {
    fn from_row(row: &Row) -> Result<Self> {
        let unknown = || Error::internal("a bank transfer has an unknown outcome");
        let outcome: String = row.get("outcome")?;
        let tenant: Option<TenantId> = row.get("tenant_id")?;
        let name: Option<String> = row.get("tenant_name")?;
        Ok(Self {
            id: row.get("id")?,
            environment: row.get("environment")?,
            entry: BankEntry {
                reference: row.get("reference")?,
                wallet_reference: row.get("wallet_reference")?,
                amount: row.get("amount_kobo")?,
                paid_at: row.get("paid_at")?,
            },
            outcome: TransferOutcome::parse(&outcome).ok_or_else(unknown)?,
            tenant: tenant.zip(name),
            transfer_id: row.get("transfer_id")?,
            entered_by: row.get("entered_by")?,
            entered_at: row.get("entered_at")?,
        })
    }
}

/// A bank transfer, and whether it had been entered before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    pub transfer: BankTransfer,
    pub repeated: bool,
}

/// Enters what a bank reports. The same entry again changes nothing.
///
/// Fails with `forbidden`, and with `conflict` if the bank's reference was entered with other
/// content, or posted to the wallet with another amount.
#[derive(Clone, Debug)]
pub struct EnterBankTransfer {
    pub by: ActorAt,
    pub ids: Ids,
    pub environment: Environment,
    pub entry: BankEntry,
}

const WALLET: &str = "select no, tenant_id from wallet where no = $1 and environment = $2";
const CLAIM: &str = "insert into bank_transfer (id, environment, reference, wallet_reference, \
     amount_kobo, paid_at, outcome, entered_by, entered_at) \
     values ($1, $2, $3, $4, $5, $6, 'unknown_reference', $7, $8) \
     on conflict (environment, reference) do nothing";
const APPLY: &str = "update bank_transfer set outcome = 'applied', wallet_no = $3, \
     transfer_id = $4 where environment = $1 and reference = $2";
const KEPT: &str = "select b.*, w.tenant_id, t.name as tenant_name from bank_transfer b \
     left join wallet w on w.no = b.wallet_no left join tenant t on t.id = w.tenant_id \
     where b.environment = $1 and b.reference = $2";

impl Op for EnterBankTransfer {
    type Out = Entered;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Entered> {
        self.by.actor.needs(Right::Money)?;
        let id: BankTransferId = self.ids.id(self.by.at);
        let claim: [Value<'_>; 8] = [
            (&id).into(),
            self.environment.into(),
            (&self.entry.reference).into(),
            (&self.entry.wallet_reference).into(),
            self.entry.amount.into(),
            self.entry.paid_at.into(),
            self.by.actor.to_string().into(),
            self.by.at.into(),
        ];
        let is_new = tx.exec(CLAIM, &claim).await? == 1;
        if is_new {
            self.apply(tx).await?;
        }
        let params = [self.environment.into(), (&self.entry.reference).into()];
        let transfer = BankTransfer::from_row(&tx.one(KEPT, &params).await?)?;
        if transfer.entry != self.entry {
            let message = "This reference of the bank was entered with other content.";
            return Err(Error::on("reference", &codes::CONFLICT, message));
        }
        if is_new {
            self.note(tx, &transfer).await?;
        }
        Ok(Entered {
            transfer,
            repeated: !is_new,
        })
    }
}

impl EnterBankTransfer {
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<()> {
        let Some(wallet) = read(&self.entry.wallet_reference) else {
            return Ok(());
        };
        let params = [wallet.0.into(), self.environment.into()];
        let Some(row) = tx.opt(WALLET, &params).await? else {
            return Ok(());
        };
        let movement = Movement {
            amount: self.entry.amount,
            reference: self.entry.reference.clone(),
            reason: "Bank transfer".to_owned(),
        };
        let (by, tenant) = (self.by.clone(), row.get("tenant_id")?);
        let place = (self.environment, wallet);
        let credit = MoveMoney::new(by, self.ids, tenant, place, (Way::In, movement), None);
        let Moved::Posted(posted) = tx.run(&credit).await? else {
            return Err(Error::internal("a credit without a key was replayed"));
        };
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            (&self.entry.reference).into(),
            wallet.0.into(),
            (&posted.id).into(),
        ];
        Ok(tx.exec_one(APPLY, &params).await?)
    }

    async fn note(&self, tx: &mut Tx<'_>, transfer: &BankTransfer) -> Result<()> {
        let change = Change {
            by: &self.by,
            action: "wallet.enter_bank_transfer",
            subject: transfer.id.as_str(),
            tenant: transfer.tenant.as_ref().map(|(id, _)| id),
            details: json!({
                "environment": self.environment,
                "reference": self.entry.reference,
                "walletReference": self.entry.wallet_reference,
                "amountKobo": self.entry.amount,
                "paidAt": self.entry.paid_at.rfc3339(),
                "outcome": transfer.outcome.as_str(),
            }),
        };
        audit::append(tx, change).await
    }
}

/// Lists bank transfers, the newest first.
#[derive(Clone, Debug)]
pub struct ListBankTransfers {
    pub environment: Environment,
    /// Only those that came to this.
    pub outcome: Option<TransferOutcome>,
    pub page: Page,
}

const LIST: &str = "select b.*, w.tenant_id, t.name as tenant_name from bank_transfer b \
     left join wallet w on w.no = b.wallet_no left join tenant t on t.id = w.tenant_id \
     where b.id < $1 and b.environment = $2 and ($3 = '' or b.outcome = $3) \
     order by b.id desc limit $4";

impl Op for ListBankTransfers {
    type Out = Listed<BankTransfer>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<BankTransfer>> {
        let params: [Value<'_>; 4] = [
            self.page.before_id().into(),
            self.environment.into(),
            self.outcome.map_or("", TransferOutcome::as_str).into(),
            self.page.rows().into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let all = rows
            .iter()
            .map(BankTransfer::from_row)
            .collect::<Result<Vec<_>>>()?;
        Ok(self.page.cut(all, |one| one.id.to_string()))
    }
}
