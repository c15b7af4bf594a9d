//! A subscription from its receipt to the exchange's word.

use kofa_domain::{Environment, Error, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value, Vault};

use crate::codes;
use crate::subscription::{
    AllotmentStatus, Application, IdentityKind, PaymentStatus, ProfileType, Status, Subscription,
};
use crate::vaulted::open_person;

/// A person's number, as far as it is stored in the open: enough to find it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Which number.
    pub kind: IdentityKind,
    /// Its blind index.
    pub digest: [u8; 32],
}

/// The sealed parts of a subscription.
#[derive(Clone, Debug)]
pub struct Sealed {
    /// The applicant.
    pub applicant: Vec<u8>,
    /// First and last name, for lists.
    pub investor_name: Vec<u8>,
}

/// The states of `exchange_state`: what the exchange is known to have done.
mod exchange_state {
    /// Nothing was heard yet.
    pub(super) const UNSENT: &str = "unsent";
    /// Registered.
    pub(super) const ACCEPTED: &str = "accepted";
    /// Refused.
    pub(super) const REFUSED: &str = "refused";
    /// Never reached it.
    pub(super) const UNAVAILABLE: &str = "unavailable";
    /// Sent, and no answer.
    pub(super) const UNKNOWN: &str = "unknown";
}

/// How often a claim that was just given back is tried again.
const CLAIM_TRIES: u32 = 3;

const CLAIM: &str = "insert into subscription_claim (environment, tenant_id, offer_id, kind, \
     digest, subscription_id) values ($1, $2, $3, $4, $5, $6) \
     on conflict (environment, tenant_id, offer_id, kind, digest) do nothing";
const CLAIMED_BY: &str = "select subscription_id from subscription_claim where environment = $1 \
     and tenant_id = $2 and offer_id = $3 and kind = $4 and digest = $5";
const INSERT: &str = "insert into subscription (id, environment, tenant_id, request_id, \
     vendor_id, offer_id, broker_id, bank_id, profile_type, number_of_shares, price_kobo, \
     amount_kobo, is_card_payment, has_chn, applicant, investor_name, status, payment_status, \
     allotment_status, exchange_state, exchange_reference, exchange_subscription_id, \
     transaction_id, transaction_reference, created_at, updated_at) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, \
     $19, $20, '', '', $21, $22, $23, $23)";

/// Keeps a received subscription, and claims the person's numbers for it.
///
/// Fails with `duplicate_subscription` if a live application of the tenant for the offer
/// holds one of them.
#[derive(Clone, Debug)]
pub struct CreateSubscription {
    /// What is kept.
    pub subscription: Subscription,
    /// Its personal parts.
    pub sealed: Sealed,
    /// The person's numbers, always in the same order: so two of these never wait for one
    /// another.
    pub claims: Vec<Claim>,
}

impl Op for CreateSubscription {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.insert(tx).await?;
        for claim in &self.claims {
            self.claim(tx, claim).await?;
        }
        Ok(())
    }
}

impl CreateSubscription {
    async fn insert(&self, tx: &mut Tx<'_>) -> Result<()> {
        let one = &self.subscription;
        let application = &one.application;
        let of: [Value<'_>; 23] = [
            (&one.id).into(),
            one.environment.into(),
            (&one.tenant_id).into(),
            one.request_id.as_bytes().into(),
            (&application.vendor_id).into(),
            (&application.offer_id).into(),
            (&application.broker_id).into(),
            application.bank_id.into(),
            application.profile_type.as_str().into(),
            application.number_of_shares.into(),
            application.price.into(),
            application.amount.into(),
            application.is_card_payment.into(),
            application.has_chn.into(),
            (&self.sealed.applicant).into(),
            (&self.sealed.investor_name).into(),
            Status::Received.as_str().into(),
            PaymentStatus::Pending.as_str().into(),
            AllotmentStatus::Pending.as_str().into(),
            exchange_state::UNSENT.into(),
            (&one.transaction_id).into(),
            (&one.transaction_reference).into(),
            one.created_at.into(),
        ];
        Ok(tx.exec_one(INSERT, &of).await?)
    }

    async fn claim(&self, tx: &mut Tx<'_>, claim: &Claim) -> Result<()> {
        let one = &self.subscription;
        let key: [Value<'_>; 5] = [
            one.environment.into(),
            (&one.tenant_id).into(),
            (&one.application.offer_id).into(),
            claim.kind.as_str().into(),
            (&claim.digest).into(),
        ];
        let mut of = key.to_vec();
        of.push((&one.id).into());
        for _ in 0..CLAIM_TRIES {
            if tx.exec(CLAIM, &of).await? == 1 {
                return Ok(());
            }
            // The holder may have given it back in between.
            if let Some(row) = tx.opt(CLAIMED_BY, &key).await? {
                return Err(duplicate(claim.kind, row.get("subscription_id")?));
            }
        }
        Err(Error::unavailable("a claim changes hands too fast"))
    }
}

/// The answer to a second application.
fn duplicate(kind: IdentityKind, existing: String) -> Error {
    let message = format!(
        "A live application for this offer holds the same {}.",
        kind.as_str().to_ascii_uppercase()
    );
    Error::on(kind.as_str(), &codes::DUPLICATE_SUBSCRIPTION, message)
        .with_detail("existingSubscriptionId", existing)
}

/// Fails with `duplicate_subscription` as [`CreateSubscription`] would; changes nothing.
#[derive(Clone, Debug)]
pub struct FindClaimed {
    /// Whose customers.
    pub tenant_id: TenantId,
    /// In which world.
    pub environment: Environment,
    /// For which offer.
    pub offer_id: String,
    /// The person's numbers.
    pub claims: Vec<Claim>,
}

impl Op for FindClaimed {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        for claim in &self.claims {
            let of: [Value<'_>; 5] = [
                self.environment.into(),
                (&self.tenant_id).into(),
                (&self.offer_id).into(),
                claim.kind.as_str().into(),
                (&claim.digest).into(),
            ];
            if let Some(row) = tx.opt(CLAIMED_BY, &of).await? {
                return Err(duplicate(claim.kind, row.get("subscription_id")?));
            }
        }
        Ok(())
    }
}

/// How a submission ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The exchange registered it; the payment is awaited.
    Accepted {
        /// Its reference number.
        reference: String,
        /// Its id.
        subscription_id: String,
    },
    /// The exchange refused it.
    Refused {
        /// Why, in its words.
        reason: &'static str,
    },
    /// It never reached the exchange.
    Unavailable {
        /// Why: an error code.
        reason: &'static str,
    },
    /// Not known yet.
    Unknown,
}

const FINISH: &str = "update subscription set status = $4, exchange_state = $5, \
     exchange_reference = $6, exchange_subscription_id = $7, reason = $8, updated_at = $9 \
     where id = $1 and environment = $2 and tenant_id = $3 and exchange_state = 'unsent'";
const RELEASE: &str = "delete from subscription_claim \
     where subscription_id = $1 and environment = $2 and tenant_id = $3";

/// Keeps how the submission of a received subscription ended. An application that died gives
/// its claims back, so that the person may apply again.
#[derive(Clone, Debug)]
pub struct FinishSubscription {
    /// Whose customer.
    pub tenant_id: TenantId,
    /// In which world.
    pub environment: Environment,
    /// Which subscription.
    pub id: String,
    /// How.
    pub end: End,
    /// When.
    pub at: Timestamp,
}

impl Op for FinishSubscription {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (status, state, names, reason) = match &self.end {
            End::Accepted {
                reference,
                subscription_id,
            } => {
                let names = (reference.as_str(), subscription_id.as_str());
                (
                    Status::PaymentPending,
                    exchange_state::ACCEPTED,
                    names,
                    None,
                )
            }
            End::Refused { reason } => {
                let state = exchange_state::REFUSED;
                (Status::Rejected, state, ("", ""), Some(*reason))
            }
            End::Unavailable { reason } => {
                let state = exchange_state::UNAVAILABLE;
                (Status::Rejected, state, ("", ""), Some(*reason))
            }
            End::Unknown => (Status::Received, exchange_state::UNKNOWN, ("", ""), None),
        };
        let of: [Value<'_>; 9] = [
            (&self.id).into(),
            self.environment.into(),
            (&self.tenant_id).into(),
            status.as_str().into(),
            state.into(),
            names.0.into(),
            names.1.into(),
            reason.into(),
            self.at.into(),
        ];
        tx.exec_one(FINISH, &of).await?;
        if status == Status::Rejected {
            tx.exec(RELEASE, &of[..3]).await?;
        }
        Ok(())
    }
}

const UNFINISHED: &str =
    "select * from subscription where request_id = $1 and exchange_state = 'unsent'";

/// Finds the subscription that the call `request_id` received and a crash left without the
/// exchange's word. It serves recovery, which knows calls and no tenants.
#[derive(Clone, Debug)]
pub struct FindUnfinished {
    /// The call.
    pub request_id: RequestId,
    /// Opens the applicant.
    pub vault: Vault,
}

impl Op for FindUnfinished {
    type Out = Option<Subscription>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Subscription>> {
        let of = [self.request_id.as_bytes().into()];
        let row = tx.opt(UNFINISHED, &of).await?;
        row.as_ref().map(|row| self.subscription(row)).transpose()
    }
}

impl FindUnfinished {
    fn subscription(&self, row: &Row) -> Result<Subscription> {
        let id: String = row.get("id")?;
        let applicant: Vec<u8> = row.get("applicant")?;
        let profile_type: String = row.get("profile_type")?;
        let application = Application {
            vendor_id: row.get("vendor_id")?,
            offer_id: row.get("offer_id")?,
            broker_id: row.get("broker_id")?,
            bank_id: row.get("bank_id")?,
            profile_type: ProfileType::parse(&profile_type)
                .ok_or_else(|| Error::internal("a stored subscription has a wrong profile type"))?,
            number_of_shares: row.get("number_of_shares")?,
            price: row.get("price_kobo")?,
            amount: row.get("amount_kobo")?,
            is_card_payment: row.get("is_card_payment")?,
            has_chn: row.get("has_chn")?,
            person: open_person(&self.vault, &id, &applicant)?,
        };
        Ok(Subscription {
            id,
            tenant_id: row.get("tenant_id")?,
            environment: row.get("environment")?,
            request_id: self.request_id,
            created_at: row.get("created_at")?,
            transaction_id: row.get("transaction_id")?,
            transaction_reference: row.get("transaction_reference")?,
            application,
        })
    }
}
