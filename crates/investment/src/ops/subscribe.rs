//! A subscription coming into being: kept whole, with the exchange's word, in one transaction.

use kofa_domain::{Environment, Error, Result, TenantId, Timestamp};
use kofa_platform::outbox;
use kofa_store::{Dialect, Op, Tx, Value};

use super::moves::{SYSTEM, record_as};
use crate::codes;
use crate::lifecycle::{Move, State};
use crate::subscription::{IdentityKind, Subscription};
use crate::tasks;

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

/// How often a claim that was just given back is tried again.
const CLAIM_TRIES: u32 = 3;
/// How long an exchange that did not answer is given before it is asked what it did, in
/// seconds.
const RECONCILE_AFTER_SECONDS: i64 = 5;

const BOOK: &str = "insert into subscription_book (environment, tenant_id, offer_id, last_seq, \
     last_at) values ($1, $2, $3, 1, $4) \
     on conflict (environment, tenant_id, offer_id) do update set \
     last_seq = subscription_book.last_seq + 1, \
     last_at = case when subscription_book.last_at > excluded.last_at \
         then subscription_book.last_at else excluded.last_at end \
     returning no, last_seq, last_at";
const OFFER: &str = "select operator_status, open_at, close_at from offer \
     where environment = $1 and id = $2";
const OFFER_HELD: &str = "select operator_status, open_at, close_at from offer \
     where environment = $1 and id = $2 for share";
const INSERT: &str = "insert into subscription (id, tenant_book, tenant_seq, offer_book, \
     offer_seq, request_id, vendor_id, broker_id, bank_id, profile_type, is_card_payment, \
     has_chn, applicant, investor_name, transaction_id, transaction_reference, \
     exchange_reference, exchange_subscription_id) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
     returning no";
const INSERT_STATE: &str = "insert into subscription_state (subscription_no, offer_book, \
     number_of_shares, rights_shares, price_kobo, created_at, status, payment_status, \
     allotment_status, exchange_state, moves, reason, updated_at) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $6)";
const CLAIM: &str = "insert into subscription_claim (offer_book, kind, digest, \
     subscription_no) values ($1, $2, $3, $4) on conflict (offer_book, digest) do nothing";
const CLAIMED_BY: &str = "select s.id from subscription_claim c \
     join subscription s on s.no = c.subscription_no \
     where c.offer_book = $1 and c.digest = $2";

/// Keeps an application with what the exchange said of it: its place in the tenant's books,
/// the person's claims, the first line of its history, and the work that follows.
///
/// Fails with `duplicate_subscription` if a live application of the tenant for the offer
/// holds one of the person's numbers.
#[derive(Clone, Debug)]
pub struct CreateSubscription {
    /// What is kept.
    pub subscription: Subscription,
    /// Its personal parts.
    pub sealed: Sealed,
    /// The person's numbers, always in the same order: so two of these never wait for one
    /// another.
    pub claims: Vec<Claim>,
    /// What the exchange said.
    pub end: End,
}

/// A number in a book.
struct Entry {
    book: i64,
    seq: i64,
    at: Timestamp,
}

impl Op for CreateSubscription {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let one = &self.subscription;
        self.refuse_if_over(tx).await?;
        let of_tenant = self.enter(tx, "", one.created_at).await?;
        let of_offer = self
            .enter(tx, &one.application.offer_id, of_tenant.at)
            .await?;
        let (state, word) = self.end.first_state()?;
        let no = self.insert(tx, &of_tenant, &of_offer).await?;
        self.insert_state(tx, no, &of_offer, state).await?;
        if state.is_live() {
            for claim in &self.claims {
                self.claim(tx, of_offer.book, claim, no).await?;
            }
        }
        record_as(tx, no, state, word, of_offer.at, self.end.reason(), SYSTEM).await?;
        self.enqueue(tx).await
    }
}

impl CreateSubscription {
    /// The call looked at the offer up to a second ago. Once its allotment began nobody comes
    /// in any more; held until the commit, so that an allotment waits for whoever is in.
    async fn refuse_if_over(&self, tx: &mut Tx<'_>) -> Result<()> {
        let one = &self.subscription;
        let sql = match tx.dialect() {
            Dialect::Sqlite => OFFER,
            Dialect::Postgres => OFFER_HELD,
        };
        let of = [one.environment.into(), (&one.application.offer_id).into()];
        let row = tx.one(sql, &of).await?;
        let word: Option<String> = row.get("operator_status")?;
        let (open_at, close_at): (Timestamp, Timestamp) =
            (row.get("open_at")?, row.get("close_at")?);
        if word.is_some() || one.created_at >= close_at {
            let message = "The offer closed while the application was being made.";
            return Err(Error::on("offerId", &codes::OFFER_CLOSED, message));
        }
        if one.created_at < open_at {
            let message = "The offer is not open.";
            return Err(Error::on("offerId", &codes::OFFER_NOT_OPEN, message));
        }
        Ok(())
    }

    /// The next number in the book of `offer_id`, or of the tenant's all if it is empty.
    async fn enter(&self, tx: &mut Tx<'_>, offer_id: &str, at: Timestamp) -> Result<Entry> {
        let one = &self.subscription;
        let of: [Value<'_>; 4] = [
            one.environment.into(),
            (&one.tenant_id).into(),
            offer_id.into(),
            at.into(),
        ];
        let row = tx.one(BOOK, &of).await?;
        Ok(Entry {
            book: row.get("no")?,
            seq: row.get("last_seq")?,
            at: row.get("last_at")?,
        })
    }

    async fn insert(&self, tx: &mut Tx<'_>, of_tenant: &Entry, of_offer: &Entry) -> Result<i64> {
        let one = &self.subscription;
        let application = &one.application;
        let (reference, subscription_id) = self.end.names();
        let of: [Value<'_>; 18] = [
            (&one.id).into(),
            of_tenant.book.into(),
            of_tenant.seq.into(),
            of_offer.book.into(),
            of_offer.seq.into(),
            one.request_id.as_bytes().into(),
            (&application.vendor_id).into(),
            (&application.broker_id).into(),
            application.bank_id.into(),
            application.profile_type.as_str().into(),
            application.is_card_payment.into(),
            application.has_chn.into(),
            (&self.sealed.applicant).into(),
            (&self.sealed.investor_name).into(),
            (&one.transaction_id).into(),
            (&one.transaction_reference).into(),
            reference.into(),
            subscription_id.into(),
        ];
        Ok(tx.one(INSERT, &of).await?.get("no")?)
    }

    async fn insert_state(
        &self,
        tx: &mut Tx<'_>,
        no: i64,
        of_offer: &Entry,
        state: State,
    ) -> Result<()> {
        let application = &self.subscription.application;
        let of: [Value<'_>; 11] = [
            no.into(),
            of_offer.book.into(),
            application.number_of_shares.into(),
            application.rights_shares.into(),
            application.price.into(),
            of_offer.at.into(),
            state.status.as_str().into(),
            state.payment.as_str().into(),
            state.allotment.as_str().into(),
            self.end.exchange_state().into(),
            self.end.reason().into(),
        ];
        Ok(tx.exec_one(INSERT_STATE, &of).await?)
    }

    async fn claim(&self, tx: &mut Tx<'_>, book: i64, claim: &Claim, no: i64) -> Result<()> {
        let of: [Value<'_>; 4] = [
            book.into(),
            claim.kind.as_str().into(),
            (&claim.digest).into(),
            no.into(),
        ];
        for _ in 0..CLAIM_TRIES {
            if tx.exec(CLAIM, &of).await? == 1 {
                return Ok(());
            }
            // The holder may have given it back in between.
            let holder = tx
                .opt(CLAIMED_BY, &[book.into(), (&claim.digest).into()])
                .await?;
            if let Some(row) = holder {
                return Err(duplicate(claim.kind, row.get("id")?));
            }
        }
        Err(Error::unavailable("a claim changes hands too fast"))
    }

    /// What follows: the payment is collected, or the exchange asked what it did.
    async fn enqueue(&self, tx: &mut Tx<'_>) -> Result<()> {
        let one = &self.subscription;
        let now = one.created_at;
        let (kind, due_at) = match self.end {
            End::Accepted { .. } => (tasks::COLLECT_PAYMENT, now),
            End::Unknown => (tasks::RECONCILE, now.plus_seconds(RECONCILE_AFTER_SECONDS)),
            End::Refused { .. } | End::Unavailable { .. } => return Ok(()),
        };
        outbox::enqueue(tx, kind, &one.id, one.environment, due_at, now).await
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

const FIND_BOOK: &str = "select no from subscription_book \
     where environment = $1 and tenant_id = $2 and offer_id = $3";

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
        let of: [Value<'_>; 3] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            (&self.offer_id).into(),
        ];
        let Some(row) = tx.opt(FIND_BOOK, &of).await? else {
            return Ok(());
        };
        let book: i64 = row.get("no")?;
        for claim in &self.claims {
            let of: [Value<'_>; 2] = [book.into(), (&claim.digest).into()];
            if let Some(row) = tx.opt(CLAIMED_BY, &of).await? {
                return Err(duplicate(claim.kind, row.get("id")?));
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

impl End {
    /// Where the subscription begins, and the first word of its history.
    fn first_state(&self) -> Result<(State, &'static str)> {
        Ok(match self {
            Self::Accepted { .. } => (
                State::RECEIVED.make(Move::Register)?,
                Move::Register.as_str(),
            ),
            Self::Refused { .. } | Self::Unavailable { .. } => {
                (State::RECEIVED.make(Move::Refuse)?, Move::Refuse.as_str())
            }
            Self::Unknown => (State::RECEIVED, "receive"),
        })
    }

    /// What the exchange is known to have done, as `exchange_state` keeps it.
    fn exchange_state(&self) -> &'static str {
        match self {
            Self::Accepted { .. } => "accepted",
            Self::Refused { .. } => "refused",
            Self::Unavailable { .. } => "unavailable",
            Self::Unknown => "unknown",
        }
    }

    /// The exchange's names for it.
    fn names(&self) -> (&str, &str) {
        match self {
            Self::Accepted {
                reference,
                subscription_id,
            } => (reference, subscription_id),
            _ => ("", ""),
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Self::Refused { reason } | Self::Unavailable { reason } => Some(reason),
            _ => None,
        }
    }
}
