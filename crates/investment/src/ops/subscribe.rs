//! Subscriptions coming into being: kept whole, with the exchange's word, as many at once as
//! are being settled.

use std::sync::Arc;

use kofa_domain::{Environment, Error, Result, TenantId, Timestamp};
use kofa_ledger::Gathered;
use kofa_store::{Column, Dialect, Op, Row, Tx, Type, Value};
use kofa_tasks::NewTask;

use super::claims::{As, BookClaims, IdentityUniqueness, Mark, New, any_twice};
use super::events::{Told, tell};
use super::moves::{Line, SYSTEM, record_all};
use super::offers::offer;
use super::submission::End;
use crate::codes;
use crate::identity::outcome::KeptChecks;
use crate::lifecycle::State;
use crate::offer::OfferStatus;
use crate::sealing::{Claim, Digest, Sealed};
use crate::subscription::Subscription;

/// Opens a book if it is new, and holds it until the commit.
const OPEN_BOOK: &str = "insert into subscription_book (environment, tenant_id, offer_id, \
     last_seq, last_at) values ($1, $2, $3, 0, 0) \
     on conflict (environment, tenant_id, offer_id) do update set \
     last_seq = subscription_book.last_seq returning *";
const CLOSE_BOOK: &str = "update subscription_book set last_seq = $2, last_at = $3, \
     last_id = $4, entered_seq = $5, gathered_seq = $6, entered_to = $7 where no = $1";
const OFFER: &str = "select * from offer where environment = $1 and id = $2";
const OFFER_HELD: &str = "select * from offer where environment = $1 and id = $2 for share";
/// Only one writes to SQLite at a time.
const LAST_NUMBER: &str = "select coalesce(max(no), 0) as no from subscription";
const NUMBERS: &str = "select nextval(pg_get_serial_sequence('subscription', 'no')) as no \
     from generate_series(1, $1)";
const COLUMNS: [Column; 23] = [
    ("no", Type::Int),
    ("id", Type::Text),
    ("tenant_book", Type::Int),
    ("tenant_seq", Type::Int),
    ("offer_book", Type::Int),
    ("offer_seq", Type::Int),
    ("request_id", Type::Bytes),
    ("vendor_id", Type::Text),
    ("broker_id", Type::Text),
    ("bank_id", Type::Int),
    ("profile_type", Type::Text),
    ("is_card_payment", Type::Bool),
    ("has_chn", Type::Bool),
    ("applicant", Type::Bytes),
    ("investor_name", Type::Bytes),
    ("transaction_id", Type::Text),
    ("transaction_reference", Type::Text),
    ("exchange_reference", Type::Text),
    ("exchange_subscription_id", Type::Text),
    ("claims", Type::Bytes),
    ("client_reference", Type::Text),
    ("identity_checks", Type::Text),
    ("identity_digests", Type::Bytes),
];
const STATE_COLUMNS: [Column; 13] = [
    ("subscription_no", Type::Int),
    ("offer_book", Type::Int),
    ("number_of_shares", Type::Int),
    ("rights_shares", Type::Int),
    ("price_kobo", Type::Int),
    ("created_at", Type::Int),
    ("status", Type::Text),
    ("payment_status", Type::Text),
    ("allotment_status", Type::Text),
    ("exchange_state", Type::Text),
    ("moves", Type::Int),
    ("reason", Type::Text),
    ("updated_at", Type::Int),
];
/// Keeps an application with what the exchange said of it: its place in the tenant's books,
/// the person's claims, the first line of its history, and the work that follows.
///
/// Fails with `duplicate_subscription` if a live application of the tenant for the offer
/// holds one of the person's numbers.
#[derive(Clone, Debug)]
pub struct CreateSubscription {
    pub subscription: Subscription,
    pub sealed: Sealed,
    pub claims: Vec<Claim>,
    /// What came of looking the applicants up; `None` where nobody was asked.
    pub identity: Option<KeptChecks>,
    /// What the exchange said.
    pub end: End,
    /// Who holds which number.
    pub known: Arc<IdentityUniqueness>,
}

/// Where an application stands in both books, and its own number.
struct Place<'a> {
    one: &'a CreateSubscription,
    state: State,
    word: &'static str,
    no: i64,
    at: Timestamp,
    tenant_book: i64,
    tenant_seq: i64,
    offer_book: i64,
    offer_seq: i64,
}

impl Gathered for CreateSubscription {
    async fn keep(these: &[&Self], tx: &mut Tx<'_>) -> Result<()> {
        let mut these = these.to_vec();
        these.sort_by_key(|one| one.subscription.created_at);
        refuse_if_over(tx, &these).await?;
        let (mut places, mut books) = enter(tx, &these).await?;
        number(tx, &mut places).await?;
        insert(tx, &places).await?;
        for book in &mut books {
            book.claim(tx, &places).await?;
        }
        for book in &books {
            book.close(tx).await?;
        }
        let lines: Vec<Line<'_>> = places.iter().map(Place::line).collect();
        record_all(tx, &lines).await?;
        let told: Vec<Told> = places.iter().map(Place::told).collect();
        tell(tx, &told).await?;
        let tasks: Vec<NewTask<'_>> = places.iter().filter_map(Place::task).collect();
        kofa_tasks::enqueue_new(tx, &tasks).await
    }
}

/// Alone: what is stored before it is submitted.
impl Op for CreateSubscription {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        Self::keep(&[self], tx).await
    }
}

impl CreateSubscription {
    fn offer(&self) -> (&'static str, &str) {
        let one = &self.subscription;
        (one.environment.as_str(), &one.application.offer_id)
    }
}

/// What an offer's dates and operators say now, until the commit: an allotment waits for whoever
/// holds it.
pub(super) async fn hold_offer(
    tx: &mut Tx<'_>,
    environment: Environment,
    offer_id: &str,
) -> Result<Row> {
    let sql = match tx.dialect() {
        Dialect::Sqlite => OFFER,
        Dialect::Postgres => OFFER_HELD,
    };
    Ok(tx.one(sql, &[environment.into(), offer_id.into()]).await?)
}

/// The calls looked at their offers up to a second ago. Once an offer's allotment began nobody
/// comes in any more; held until the commit, so that an allotment waits for whoever is in.
async fn refuse_if_over(tx: &mut Tx<'_>, these: &[&CreateSubscription]) -> Result<()> {
    let mut by_offer = these.to_vec();
    by_offer.sort_by(|one, other| one.offer().cmp(&other.offer()));
    for group in by_offer.chunk_by(|one, other| one.offer() == other.offer()) {
        let Some(first) = group.first() else { continue };
        let environment = first.subscription.environment;
        let row = hold_offer(tx, environment, first.offer().1).await?;
        let held = offer(&row)?;
        let unapproved = held.approval_state().refusal();
        for one in group {
            let status = held.status(one.subscription.created_at);
            let message = match (status, unapproved) {
                (OfferStatus::Open, None) => continue,
                (OfferStatus::Open, Some(why)) => why,
                (other, _) => ended(other),
            };
            return Err(Error::on("offerId", status.refusal(), message));
        }
    }
    Ok(())
}

/// What an application is told whose offer stopped taking any while it was on its way.
const fn ended(status: OfferStatus) -> &'static str {
    match status {
        OfferStatus::Upcoming => "The offer is not open.",
        OfferStatus::Suspended => "The offer was suspended while the application was being made.",
        OfferStatus::Cancelled => "The offer was cancelled while the application was being made.",
        _ => "The offer closed while the application was being made.",
    }
}

/// A run of numbers without gaps; moments of receipt never go back within it.
struct Book<'a> {
    of: &'a Subscription,
    /// Empty for all offers of the tenant.
    offer_id: &'a str,
    no: i64,
    last_seq: i64,
    last_at: Timestamp,
    last_id: &'a str,
    /// How it stood before, and how far claims are entered.
    mark: Mark,
    /// Of an offer: who holds which number.
    claims: Option<Arc<BookClaims>>,
}

impl<'a> Book<'a> {
    /// The book of `of`'s tenant for `offer_id` among those that are `open`, which it joins if
    /// it is not.
    async fn find<'b>(
        tx: &mut Tx<'_>,
        open: &'b mut Vec<Self>,
        one: &'a CreateSubscription,
        offer_id: &'a str,
    ) -> Result<&'b mut Self> {
        let of = &one.subscription;
        let is_it = |book: &Self| {
            book.of.environment == of.environment
                && book.of.tenant_id == of.tenant_id
                && book.offer_id == offer_id
        };
        let at = match open.iter().position(is_it) {
            Some(at) => at,
            None => {
                open.push(Self::open(tx, one, offer_id).await?);
                open.len() - 1
            }
        };
        Ok(&mut open[at])
    }

    async fn open(tx: &mut Tx<'_>, one: &'a CreateSubscription, offer_id: &'a str) -> Result<Self> {
        let of = &one.subscription;
        let which: [Value<'_>; 3] = [
            of.environment.into(),
            (&of.tenant_id).into(),
            offer_id.into(),
        ];
        let row = tx.one(OPEN_BOOK, &which).await?;
        let (no, mark) = (row.get("no")?, Mark::of(&row)?);
        let claims = match offer_id {
            "" => None,
            _ => Some(one.known.of_book(tx, no, &mark, As::Writer).await?),
        };
        Ok(Self {
            of,
            offer_id,
            no,
            last_seq: mark.last_seq,
            last_at: row.get("last_at")?,
            last_id: "",
            mark,
            claims,
        })
    }

    /// The next number, for `of`, and the moment beside it.
    fn enter(&mut self, of: &'a Subscription, at: Timestamp) -> (i64, Timestamp) {
        self.last_at = self.last_at.max(at);
        self.last_seq += 1;
        self.last_id = &of.id;
        (self.last_seq, self.last_at)
    }

    /// Claims the persons' numbers for all of an offer's that are live. Where one is taken, an
    /// application that is kept alone says by which; several are kept each alone then.
    async fn claim(&mut self, tx: &mut Tx<'_>, places: &[Place<'_>]) -> Result<()> {
        let Some(claims) = self.claims.clone() else {
            return Ok(());
        };
        let of_book = places.iter().filter(|place| place.offer_book == self.no);
        let live: Vec<&Place<'_>> = of_book.filter(|place| place.state.is_live()).collect();
        if let ([_], [place]) = (places, live.as_slice()) {
            for claim in &place.one.claims {
                let holder = claims.holder(tx, &self.mark, &[claim.digest]).await?;
                if let Some(holder) = holder {
                    return Err(duplicate(claim, holder.id));
                }
            }
        } else {
            let digests: Vec<Digest> = live.iter().flat_map(|place| place.digests()).collect();
            let is_taken = claims.holder(tx, &self.mark, &digests).await?.is_some();
            if is_taken || any_twice(&digests) {
                let why = "one of several applications is a duplicate";
                return Err(Error::unavailable(why));
            }
        }
        let new = live.iter().map(|place| New {
            no: place.no,
            digests: place.digests().collect(),
        });
        let last = (self.last_seq, self.last_id.to_owned());
        claims.take(tx, &mut self.mark, new.collect(), last).await
    }

    async fn close(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 7] = [
            self.no.into(),
            self.last_seq.into(),
            self.last_at.into(),
            self.last_id.into(),
            self.mark.entered_seq.into(),
            self.mark.gathered_seq.into(),
            (&self.mark.entered_to).into(),
        ];
        Ok(tx.exec_one(CLOSE_BOOK, &params).await?)
    }
}

/// Enters applications, as they came, into the books of their tenants. Nobody else has these
/// books: whoever settles a call of a tenant holds its wallet.
async fn enter<'a>(
    tx: &mut Tx<'_>,
    these: &[&'a CreateSubscription],
) -> Result<(Vec<Place<'a>>, Vec<Book<'a>>)> {
    let mut places = Vec::with_capacity(these.len());
    let mut books: Vec<Book<'_>> = Vec::new();
    for one in these {
        let subscription = &one.subscription;
        let all = Book::find(tx, &mut books, one, "").await?;
        let (tenant_seq, at) = all.enter(subscription, subscription.created_at);
        let tenant_book = all.no;
        let offer_id = &subscription.application.offer_id;
        let of_offer = Book::find(tx, &mut books, one, offer_id).await?;
        let (offer_seq, at) = of_offer.enter(subscription, at);
        let (state, word) = one.end.first_state()?;
        places.push(Place {
            one,
            state,
            word,
            no: 0,
            at,
            tenant_book,
            tenant_seq,
            offer_book: of_offer.no,
            offer_seq,
        });
    }
    Ok((places, books))
}

/// Gives each its own number.
async fn number(tx: &mut Tx<'_>, places: &mut [Place<'_>]) -> Result<()> {
    let numbers: Vec<i64> = match tx.dialect() {
        Dialect::Sqlite => {
            let last: i64 = tx.one(LAST_NUMBER, &[]).await?.get("no")?;
            (last + 1..).take(places.len()).collect()
        }
        Dialect::Postgres => {
            let count = i64::try_from(places.len()).map_err(Error::internal)?;
            let rows = tx.rows(NUMBERS, &[count.into()]).await?;
            rows.iter()
                .map(|row| row.get("no"))
                .collect::<Result<_, _>>()?
        }
    };
    for (place, no) in places.iter_mut().zip(numbers) {
        place.no = no;
    }
    Ok(())
}

async fn insert(tx: &mut Tx<'_>, places: &[Place<'_>]) -> Result<()> {
    let rows = places.iter().map(Place::row);
    let rows: Vec<[Value<'_>; 23]> = rows.collect::<Result<_>>()?;
    tx.insert_rows("subscription", &COLUMNS, "", &rows).await?;
    let states: Vec<[Value<'_>; 13]> = places.iter().map(Place::state_row).collect();
    tx.insert_rows("subscription_state", &STATE_COLUMNS, "", &states)
        .await?;
    Ok(())
}

impl Place<'_> {
    fn row(&self) -> Result<[Value<'_>; 23]> {
        let identity = self.one.identity.as_ref();
        let checks = identity.map(|kept| kept.checks.to_text()).transpose()?;
        let digests = identity
            .map(|kept| kept.digests.clone())
            .unwrap_or_default();
        let one = &self.one.subscription;
        let application = &one.application;
        let (reference, subscription_id) = self.one.end.names();
        Ok([
            self.no.into(),
            (&one.id).into(),
            self.tenant_book.into(),
            self.tenant_seq.into(),
            self.offer_book.into(),
            self.offer_seq.into(),
            one.request_id.as_bytes().into(),
            (&application.vendor_id).into(),
            (&application.broker_id).into(),
            application.bank_id.into(),
            application.profile_type.as_str().into(),
            application.is_card_payment.into(),
            application.has_chn.into(),
            (&self.one.sealed.applicant).into(),
            (&self.one.sealed.investor_name).into(),
            (&one.transaction_id).into(),
            (&one.transaction_reference).into(),
            reference.into(),
            subscription_id.into(),
            self.claimed().into(),
            application.client_reference.as_deref().into(),
            checks.into(),
            digests.into(),
        ])
    }

    fn state_row(&self) -> [Value<'_>; 13] {
        let application = &self.one.subscription.application;
        [
            self.no.into(),
            self.offer_book.into(),
            application.number_of_shares.into(),
            application.rights_shares.into(),
            application.price.into(),
            self.at.into(),
            self.state.status.as_str().into(),
            self.state.payment.as_str().into(),
            self.state.allotment.as_str().into(),
            self.one.end.exchange_state().into(),
            0_i64.into(),
            self.one.end.reason().into(),
            self.at.into(),
        ]
    }

    /// What the person's numbers are found by.
    fn digests(&self) -> impl Iterator<Item = Digest> {
        self.one.claims.iter().map(|claim| claim.digest)
    }

    /// The same as they are stored; none if it never lived.
    fn claimed(&self) -> Vec<u8> {
        match self.state.is_live() {
            true => self.digests().flatten().collect(),
            false => Vec::new(),
        }
    }

    /// The first line of its history.
    fn line(&self) -> Line<'_> {
        Line {
            no: self.no,
            state: self.state,
            word: self.word,
            at: self.at,
            detail: self.one.end.reason(),
            actor: SYSTEM,
        }
    }

    /// What its tenant is told.
    fn told(&self) -> Told {
        let one = &self.one.subscription;
        Told {
            tenant: one.tenant_id.clone(),
            environment: one.environment,
            id: one.id.clone(),
            reference: one.transaction_reference.clone(),
            offer_id: one.application.offer_id.clone(),
            number_of_shares: one.application.number_of_shares,
            price: one.application.price,
            shares_allotted: None,
            refund: None,
            state: self.state,
            word: self.word,
            is_payment: false,
            at: self.at,
        }
    }

    /// What follows: the payment is collected, or the exchange asked what it did.
    fn task(&self) -> Option<NewTask<'_>> {
        let one = &self.one.subscription;
        let now = one.created_at;
        let (kind, due_at) = self.one.end.task(now)?;
        Some(NewTask {
            kind,
            subject: &one.id,
            environment: one.environment,
            due_at,
            created_at: now,
        })
    }
}

/// The answer to a second application.
fn duplicate(claim: &Claim, existing: String) -> Error {
    let message = format!(
        "An open application for this offer has the same {}.",
        claim.kind.in_words()
    );
    Error::on(claim.field, &codes::DUPLICATE_SUBSCRIPTION, message)
        .with_detail("existingSubscriptionId", existing)
}

/// Fails with `duplicate_subscription` as [`CreateSubscription`] would; changes nothing.
#[derive(Clone, Debug)]
pub struct FindClaimed {
    pub tenant_id: TenantId,
    pub environment: Environment,
    pub offer_id: String,
    pub claims: Vec<Claim>,
    /// Who holds which number.
    pub known: Arc<IdentityUniqueness>,
}

impl Op for FindClaimed {
    type Out = ();
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let book = (self.environment, &self.tenant_id, self.offer_id.as_str());
        let digests: Vec<Digest> = self.claims.iter().map(|claim| claim.digest).collect();
        let Some((at, holder)) = self.known.find(tx, book, &digests).await? else {
            return Ok(());
        };
        match self.claims.get(at) {
            Some(claim) => Err(duplicate(claim, holder.id)),
            None => Ok(()),
        }
    }
}
