//! Wallets: what is in them, what is put in and taken out by hand, and what moved.

use std::borrow::Cow;

use kofa_core::claim::Claim;
use kofa_core::text::REASON_CHARS_MAX;
use kofa_core::{ActorAt, Listed, Page, Permission};
use kofa_domain::{Environment, Error, Kobo, Result, TenantId};
use kofa_insight::calls::LedgerRow;
use kofa_ledger::money::{
    AMOUNT_MAX, Memo, MoveMoney, Moved, Movement, REFERENCE_CHARS_MAX, Way, carry_out, find_wallet,
};
use kofa_ledger::{Credit, Posted, TransferKind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::{KoboAmount, Line, Rule as _};
use crate::wire::{Paged, line_json, moment, text_json};
use crate::{Body, Command, Concern, Entry, Fields, Memory, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<GetWallet>(),
    Entry::of::<CreditWallet>(),
    Entry::of::<DebitWallet>(),
    Entry::of::<ListLedger>(),
];

const TAG: &str = "Wallets";

/// Which wallet a command is about.
#[derive(Clone, Debug)]
pub struct Which {
    pub tenant: TenantId,
    pub environment: Environment,
}

impl Which {
    /// Reads it from the path.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let environment = fields.path_environment();
        Some(Self {
            tenant: tenant?,
            environment: environment?,
        })
    }
}

/// A tenant's wallet in one environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Wallet)]
pub struct WalletView {
    /// The balance including funds on hold, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// Funds on hold for requests in progress, in kobo.
    #[schema(minimum = 0)]
    reserved_kobo: i64,
    /// The available balance, in kobo.
    #[schema(minimum = 0)]
    available_kobo: i64,
    /// Always `NGN`.
    #[schema(example = "NGN")]
    currency: &'static str,
}

impl WalletView {
    /// What it holds.
    pub(crate) fn balance(&self) -> Kobo {
        Kobo::new(self.balance_kobo)
    }
}

/// A look at a wallet.
#[derive(Debug)]
pub struct GetWallet(pub Which);

impl Command for GetWallet {
    const SPEC: &'static Spec = &Spec::get(
        "getWallet",
        "/admin/v1/tenants/{tenantId}/wallets/{environment}",
    )
    .about(TAG, "Get a wallet", "")
    .answers(&[(200, "The wallet.")]);
    type Output = WalletView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Which::read(fields).map(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<WalletView> {
        let Which {
            tenant,
            environment,
        } = self.0;
        let wallet = find_wallet(&services.store, tenant, environment).await?;
        // A process that serves no calls has reserved nothing.
        let reserved = match &services.memory {
            Some(memory) => memory.wallets.reserved(wallet.wallet).await?,
            None => Default::default(),
        };
        // What was reserved when the balance was read may be charged by now: never show more
        // reserved than there is.
        let (balance, reserved) = (wallet.balance, reserved.min(wallet.balance));
        Ok(WalletView {
            balance_kobo: balance.get(),
            reserved_kobo: reserved.get(),
            available_kobo: balance.get() - reserved.get(),
            currency: "NGN",
        })
    }
}

/// A posted transaction.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostedMovement {
    /// The journal transaction.
    id: String,
    /// The amount in kobo: positive for credits, negative for debits.
    amount_kobo: i64,
    /// The balance after the transaction, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// Always `NGN`.
    #[schema(example = "NGN")]
    currency: Cow<'static, str>,
    /// The reference.
    reference: String,
    /// Whether the reference had already been posted, so that nothing was changed.
    pub repeated: bool,
    /// Whether this repeats the response to an earlier request with the same idempotency key.
    #[serde(skip)]
    is_replayed: bool,
}

impl PostedMovement {
    fn new(entry: &Credit, posted: &Posted) -> Self {
        let amount = entry.amount.get();
        Self {
            id: posted.id.clone(),
            amount_kobo: match entry.kind {
                TransferKind::TopUp => amount,
                TransferKind::Adjustment => -amount,
            },
            balance_kobo: posted.balance.get(),
            currency: "NGN".into(),
            reference: entry.reference.clone(),
            repeated: posted.repeated,
            is_replayed: false,
        }
    }

    /// Balance of the wallet right after it.
    pub fn balance(&self) -> Kobo {
        Kobo::new(self.balance_kobo)
    }

    fn status(&self) -> u16 {
        match self.repeated {
            true => 200,
            false => 201,
        }
    }

    /// As it is kept for repetitions.
    fn kept(entry: &Credit, posted: &Posted) -> (u16, String) {
        let view = Self::new(entry, posted);
        let body = serde_json::to_string(&view).expect("a struct of texts and numbers is JSON");
        (view.status(), body)
    }
}

/// Money to move by hand, once for each reference in the wallet.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// Into which wallet or out of which.
    pub which: Which,
    /// How much, and why.
    pub movement: Movement,
    /// Under which key the answer is kept.
    claim: Option<Claim>,
}

impl Transfer {
    fn read(fields: &mut Fields<'_>, way: Way) -> Option<Self> {
        let which = Which::read(fields);
        let (of_amount, of_reference) = match way {
            Way::In => (
                "The amount, in kobo.",
                "The payer's or operator's reference, unique in the wallet. The same reference \
                 and amount are\nposted only once.",
            ),
            Way::Out => (
                "The amount, in kobo. It cannot exceed the available balance.",
                "The operator's reference, unique in the wallet.",
            ),
        };
        let amount = KoboAmount {
            most: AMOUNT_MAX.get(),
        };
        let amount = fields.required("amountKobo", of_amount, amount);
        let reference = Line {
            most: REFERENCE_CHARS_MAX,
        };
        let reference = reference.told(|| line_json(REFERENCE_CHARS_MAX));
        let reference = fields.required("reference", of_reference, reference);
        let reason = Line {
            most: REASON_CHARS_MAX,
        };
        let docs = "A short explanation.";
        let reason = match way {
            Way::In => {
                let reason = reason.told(|| text_json(REASON_CHARS_MAX));
                let reason = fields.optional("reason", docs, reason);
                Some(reason.unwrap_or_default())
            }
            Way::Out => {
                fields.required("reason", docs, reason.told(|| line_json(REASON_CHARS_MAX)))
            }
        };
        let claim = fields.claim();
        Some(Self {
            which: which?,
            movement: Movement {
                amount: amount?,
                reference: reference?,
                reason: reason?,
            },
            claim,
        })
    }

    fn concern(&self) -> Option<Concern> {
        (self.which.environment == Environment::Live).then_some(Concern::Money)
    }

    async fn post(
        self,
        services: &Services,
        by: ActorAt,
        (way, operation_id): (Way, &'static str),
    ) -> Result<PostedMovement> {
        let Which {
            tenant,
            environment,
        } = self.which;
        let store = &services.store;
        let wallet = find_wallet(store, tenant.clone(), environment).await?;
        let memo = self.claim;
        let memo = memo.map(|claim| Memo::new(operation_id, claim, PostedMovement::kept));
        let (place, moving) = ((environment, wallet.wallet), (way, self.movement));
        let op = MoveMoney::new(by, services.ids, tenant, place, moving, memo);
        let entry = op.entry().clone();
        let moved = match (services.memory(), way) {
            (Ok(Memory { wallets, .. }), _) => carry_out(store, wallets, op).await?,
            // The server takes it over.
            (Err(_), Way::In) => store.write(op).await?,
            (Err(error), Way::Out) => return Err(error),
        };
        match moved {
            Moved::Posted(posted) => Ok(PostedMovement::new(&entry, &posted)),
            Moved::Replayed(_, body) => {
                let kept: PostedMovement = serde_json::from_str(&body).map_err(Error::internal)?;
                Ok(PostedMovement {
                    is_replayed: true,
                    ..kept
                })
            }
        }
    }
}

const POSTED: &str = "The reference had already been posted.";

#[derive(Debug)]
pub struct CreditWallet(pub Transfer);

impl Command for CreditWallet {
    const SPEC: &'static Spec = &Spec::post(
        "creditWallet",
        "/admin/v1/tenants/{tenantId}/wallets/{environment}/credits",
    )
    .about(
        TAG,
        "Credit a wallet",
        "Posts a top-up that is available within a second. Idempotent on the `Idempotency-Key` \
         and on the reference.",
    )
    .takes(
        Body::Json("NewCredit", "The amount to credit."),
        Permission::Money,
    )
    .asking_again()
    .answers(&[(201, "The top-up."), (200, POSTED)]);
    type Output = PostedMovement;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Transfer::read(fields, Way::In).map(Self)
    }

    fn concern(&self) -> Option<Concern> {
        self.0.concern()
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<PostedMovement> {
        self.0.post(services, by, (Way::In, Self::SPEC.name)).await
    }

    fn status(posted: &PostedMovement) -> u16 {
        posted.status()
    }

    fn is_replayed(posted: &PostedMovement) -> bool {
        posted.is_replayed
    }
}

#[derive(Debug)]
pub struct DebitWallet(pub Transfer);

impl Command for DebitWallet {
    const SPEC: &'static Spec = &Spec::post(
        "debitWallet",
        "/admin/v1/tenants/{tenantId}/wallets/{environment}/debits",
    )
    .about(
        TAG,
        "Debit a wallet",
        "Posts an adjustment. It cannot make the balance negative or use funds on hold. \
         Idempotent on\nthe `Idempotency-Key` and on the reference.",
    )
    .takes(
        Body::Json("NewDebit", "The amount to debit."),
        Permission::Money,
    )
    .asking_again()
    .answers(&[(201, "The adjustment."), (200, POSTED)]);
    type Output = PostedMovement;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Transfer::read(fields, Way::Out).map(Self)
    }

    fn concern(&self) -> Option<Concern> {
        self.0.concern()
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<PostedMovement> {
        self.0.post(services, by, (Way::Out, Self::SPEC.name)).await
    }

    fn status(posted: &PostedMovement) -> u16 {
        posted.status()
    }

    fn is_replayed(posted: &PostedMovement) -> bool {
        posted.is_replayed
    }
}

/// A wallet transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerRow)]
pub struct LedgerView {
    /// The journal transaction; for a charge, the request ID.
    id: String,
    /// The time.
    #[schema(format = "date-time")]
    at: String,
    /// The request that caused it; null if none.
    #[schema(required)]
    request_id: Option<uuid::Uuid>,
    /// `charge`, `top_up` or `adjustment`.
    kind: String,
    /// The amount in kobo: positive for credits, negative for debits.
    amount_kobo: i64,
    /// The balance after the transaction, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// The payment provider's, the bank's or the operator's reference; null for a charge.
    #[schema(required)]
    reference: Option<String>,
}

impl From<LedgerRow> for LedgerView {
    fn from(row: LedgerRow) -> Self {
        Self {
            id: row.id,
            at: moment(row.at),
            request_id: row.request_id,
            kind: row.kind,
            amount_kobo: row.amount.get(),
            balance_kobo: row.balance.get(),
            reference: row.reference,
        }
    }
}

/// The movements of a wallet.
#[derive(Debug)]
pub struct ListLedger {
    pub which: Which,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListLedger {
    const SPEC: &'static Spec = &Spec::get(
        "listLedger",
        "/admin/v1/tenants/{tenantId}/ledger/{environment}",
    )
    .about("Logs", "List wallet transactions", "Newest first.")
    .answers(&[(200, "A page of transactions.")]);
    type Output = Paged<LedgerView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let page = fields.page();
        Some(Self {
            which: which?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let Which {
            tenant,
            environment,
        } = self.which;
        let wallet = find_wallet(&services.store, tenant, environment).await?;
        let list = kofa_insight::calls::ListLedger {
            wallet: wallet.wallet,
            before: Some(self.page.before_seq()?),
            limit: self.page.limit(),
        };
        let found = services.store.read(list).await?;
        let listed = Listed::by_seq(found.rows, found.next);
        Ok(Paged::new(listed, LedgerView::from))
    }
}
