//! What tenants are told of: their subscriptions, what was paid for them, and offers.

use std::collections::BTreeMap;

use kofa_core::event::{self, EventType, NewEvent};
use kofa_domain::{Environment, Kobo, Result, TenantId, Timestamp};
use kofa_store::{Row, Tx, Value};
use serde_json::json;

use super::state::state_of;
use crate::lifecycle::State;
use crate::offer::Offer;
use crate::subscription::PaymentStatus;

/// A subscription as its tenant is told of it.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) tenant: TenantId,
    pub(super) environment: Environment,
    pub(super) id: String,
    pub(super) reference: String,
    pub(super) offer_id: String,
    pub(super) number_of_shares: i64,
    pub(super) price: Kobo,
    pub(super) shares_allotted: Option<i64>,
    pub(super) refund: Option<Kobo>,
    pub(super) state: State,
    /// What happened: a word of [`Move`](crate::lifecycle::Move), or `receive`.
    pub(super) word: &'static str,
    /// Whether what was paid or goes back is another than before.
    pub(super) is_payment: bool,
    pub(super) at: Timestamp,
}

const ONE: &str = "select s.no, s.id, s.transaction_reference, b.tenant_id, b.environment, \
     b.offer_id, t.status, t.payment_status, t.allotment_status, t.number_of_shares, \
     t.price_kobo, t.shares_allotted, t.refund_kobo from subscription s \
     join subscription_book b on b.no = s.offer_book \
     join subscription_state t on t.subscription_no = s.no where s.no = $1";
const ALLOTTED: &str = "select s.no, s.id, s.transaction_reference, b.tenant_id, b.environment, \
     b.offer_id, t.status, t.payment_status, t.allotment_status, t.number_of_shares, \
     t.price_kobo, t.shares_allotted, t.refund_kobo from subscription s \
     join subscription_book b on b.no = s.offer_book \
     join subscription_state t on t.subscription_no = s.no \
     where s.no between $1 and $2 and t.updated_at = $3 and t.shares_allotted is not null \
     order by s.no";

impl Told {
    fn of(row: &Row, word: &'static str, at: Timestamp) -> Result<Self> {
        Ok(Self {
            tenant: row.get("tenant_id")?,
            environment: row.get("environment")?,
            id: row.get("id")?,
            reference: row.get("transaction_reference")?,
            offer_id: row.get("offer_id")?,
            number_of_shares: row.get("number_of_shares")?,
            price: row.get("price_kobo")?,
            shares_allotted: row.get("shares_allotted")?,
            refund: row.get("refund_kobo")?,
            state: state_of(row)?,
            word,
            is_payment: false,
            at,
        })
    }

    /// Subscription `no`, which made the move `word`.
    pub(super) async fn find(
        tx: &mut Tx<'_>,
        no: i64,
        word: &'static str,
        at: Timestamp,
    ) -> Result<Self> {
        Self::of(&tx.one(ONE, &[no.into()]).await?, word, at)
    }

    fn event(&self, of: EventType, data: serde_json::Value) -> NewEvent<'_> {
        NewEvent {
            tenant: &self.tenant,
            environment: self.environment,
            of,
            at: self.at,
            data,
        }
    }

    fn events(&self) -> impl Iterator<Item = NewEvent<'_>> {
        let moved = json!({
            "subscriptionId": self.id,
            "transactionReference": self.reference,
            "offerId": self.offer_id,
            "event": self.word,
            "status": self.state.status.as_str(),
            "paymentStatus": self.state.payment.as_str(),
            "allotmentStatus": self.state.allotment.as_str(),
            "numberOfShares": self.number_of_shares,
            "sharesAllotted": self.shares_allotted,
        });
        let paid = || {
            let amount = self.price.checked_mul(self.number_of_shares);
            let data = json!({
                "subscriptionId": self.id,
                "transactionReference": self.reference,
                "offerId": self.offer_id,
                "paymentStatus": self.state.payment.as_str(),
                "amountKobo": amount,
                "refundKobo": self.refund,
            });
            self.event(EventType::PaymentUpdated, data)
        };
        [self.event(EventType::SubscriptionUpdated, moved)]
            .into_iter()
            .chain(self.is_payment.then(paid))
    }
}

/// Tells tenants of their subscriptions.
pub(super) async fn tell(tx: &mut Tx<'_>, all: &[Told]) -> Result<()> {
    let events: Vec<NewEvent<'_>> = all.iter().flat_map(Told::events).collect();
    event::append(tx, &events).await
}

/// Tells tenants of their subscriptions that were allotted at `at`: the numbers of these, and the
/// word of the move that each made.
pub(super) async fn tell_allotted(
    tx: &mut Tx<'_>,
    moved: &BTreeMap<i64, &'static str>,
    at: Timestamp,
) -> Result<()> {
    let (Some((first, _)), Some((last, _))) = (moved.first_key_value(), moved.last_key_value())
    else {
        return Ok(());
    };
    let params: [Value<'_>; 3] = [(*first).into(), (*last).into(), at.into()];
    let mut all = Vec::with_capacity(moved.len());
    for row in tx.rows(ALLOTTED, &params).await? {
        if let Some(word) = moved.get(&row.get("no")?) {
            let mut told = Told::of(&row, word, at)?;
            told.is_payment = told.state.payment == PaymentStatus::RefundPending;
            all.push(told);
        }
    }
    tell(tx, &all).await
}

/// Tells whoever sees an offer what it is now.
pub(super) async fn tell_of_offer(
    tx: &mut Tx<'_>,
    environment: Environment,
    offer: &Offer,
    at: Timestamp,
) -> Result<()> {
    let data = json!({
        "offerId": offer.id,
        "name": offer.name,
        "status": offer.status(at).as_str(),
        "openAt": offer.open_at.rfc3339(),
        "closeAt": offer.close_at.rfc3339(),
        "priceKobo": offer.price,
    });
    let of = EventType::OfferUpdated;
    match &offer.tenant {
        None => event::append_to_all(tx, (environment, of, at), &data).await,
        Some(tenant) => {
            let event = NewEvent {
                tenant,
                environment,
                of,
                at,
                data,
            };
            event::append(tx, &[event]).await
        }
    }
}

const TOOK_PART: &str = "select b.tenant_id, count(*) as n, \
     cast(sum(t.shares_allotted) as bigint) as shares \
     from subscription_book b join subscription_state t on t.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 and t.shares_allotted is not null \
     group by b.tenant_id order by b.tenant_id";

/// Tells each tenant with applications that an offer is allotted, and what came of theirs.
pub(super) async fn tell_of_allotment(
    tx: &mut Tx<'_>,
    environment: Environment,
    offer_id: &str,
    at: Timestamp,
) -> Result<()> {
    let rows = tx
        .rows(TOOK_PART, &[environment.into(), offer_id.into()])
        .await?;
    let mut tenants: Vec<TenantId> = Vec::with_capacity(rows.len());
    let mut all = Vec::with_capacity(rows.len());
    for row in &rows {
        tenants.push(row.get("tenant_id")?);
        let (applications, shares): (i64, i64) = (row.get("n")?, row.get("shares")?);
        all.push(json!({
            "offerId": offer_id, "applications": applications, "sharesAllotted": shares,
        }));
    }
    let events: Vec<NewEvent<'_>> = tenants
        .iter()
        .zip(all)
        .map(|(tenant, data)| NewEvent {
            tenant,
            environment,
            of: EventType::AllotmentCompleted,
            at,
            data,
        })
        .collect();
    event::append(tx, &events).await
}
