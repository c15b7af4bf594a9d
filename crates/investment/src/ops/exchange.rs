//! What an exchange outside sends, kept: its lists, and where it says that applications are.

use kofa_domain::{Environment, Error, Kobo, Result, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use super::events::tell_of_offer;
use super::market::update;
use super::moves::{Place, SYSTEM, Step, Stored, make_move, stored, stored_to_move};
use super::offer_version::changed;
use super::offers::{insert, offer};
use super::submission::{End, end_submission};
use crate::lifecycle::{Move, State, path, refund};
use crate::offer::{Offer, OfferStatus};
use crate::ports::Registration;
use crate::ports::contract::{ExchangeBank, ExchangeBroker, Told};
use crate::subscription::{AllotmentStatus, PaymentStatus, Status};

const KEEP: &str = "insert into exchange_sent (environment, exchange, name, body, retrieved_at) \
     values ($1, $2, $3, $4, $5) on conflict (environment, exchange, name) do update set \
     body = excluded.body, retrieved_at = excluded.retrieved_at, failing_since = null";
const OFFER: &str = "select * from offer where environment = $1 and id = $2";
const OF_EXCHANGE: &str = "select * from offer where environment = $1 and is_of_exchange \
     and coalesce(exchange, 'main') = $2";
const NOT_LISTED: &str = "The exchange does not list it any more.";

/// Keeps what an exchange sent: offers, banks and brokers under its own ids.
///
/// Answers with the ids of its offers that an offer of the operators' own, or of another exchange,
/// has here already: those are left alone.
#[derive(Clone, Debug)]
pub struct KeepExchangeLists {
    pub environment: Environment,
    /// Its name in the settings.
    pub exchange: String,
    pub offers: Vec<Offer>,
    pub banks: Vec<ExchangeBank>,
    pub brokers: Vec<ExchangeBroker>,
    pub at: Timestamp,
}

impl Op for KeepExchangeLists {
    type Out = Vec<String>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
        changed(tx, self.environment).await?;
        let mut taken = Vec::new();
        for offer in &self.offers {
            if !self.keep(tx, offer).await? {
                taken.push(offer.id.clone());
            }
        }
        let json = |text: serde_json::Result<String>| text.map_err(Error::internal);
        let bodies = [
            ("offers", "[]".to_owned()),
            ("banks", json(serde_json::to_string(&self.banks))?),
            ("brokers", json(serde_json::to_string(&self.brokers))?),
        ];
        for (name, body) in bodies {
            let params: [Value<'_>; 5] = [
                self.environment.into(),
                (&self.exchange).into(),
                name.into(),
                body.into(),
                self.at.into(),
            ];
            tx.exec_one(KEEP, &params).await?;
        }
        self.suspend_unlisted(tx).await?;
        Ok(taken)
    }
}

impl KeepExchangeLists {
    /// Whether the offer is this exchange's here, too.
    async fn keep(&self, tx: &mut Tx<'_>, sent: &Offer) -> Result<bool> {
        let sent = Offer {
            updated_at: self.at,
            ..sent.clone()
        };
        let params = [self.environment.into(), (&sent.id).into()];
        let Some(row) = tx.opt(OFFER, &params).await? else {
            insert(tx, self.environment, &sent, false).await?;
            tell_of_offer(tx, self.environment, &sent, self.at).await?;
            return Ok(true);
        };
        let there = offer(&row)?;
        let same = Offer {
            updated_at: there.updated_at,
            ..sent.clone()
        };
        let is_theirs = there.exchange == sent.exchange;
        if is_theirs && same != there {
            update(tx, self.environment, &sent, self.at).await?;
        }
        Ok(is_theirs)
    }

    async fn suspend_unlisted(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params = [self.environment.into(), (&self.exchange).into()];
        for row in tx.rows(OF_EXCHANGE, &params).await? {
            let mut there = offer(&row)?;
            let is_open = matches!(
                there.status(self.at),
                OfferStatus::Open | OfferStatus::Upcoming
            );
            if is_open && self.offers.iter().all(|sent| sent.id != there.id) {
                there.operator_status = Some(OfferStatus::Suspended);
                there.details.status_reason = Some(NOT_LISTED.to_owned());
                there.updated_at = self.at;
                update(tx, self.environment, &there, self.at).await?;
            }
        }
        Ok(())
    }
}

const FAIL: &str = "update exchange_sent set failing_since = $3 \
     where environment = $1 and exchange = $2 and failing_since is null";

/// Notes that an exchange did not answer; its lists stay, and say how old they are.
#[derive(Clone, Debug)]
pub struct NoteExchangeFailure {
    pub environment: Environment,
    /// Its name in the settings.
    pub exchange: String,
    pub at: Timestamp,
}

impl Op for NoteExchangeFailure {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params = [
            self.environment.into(),
            (&self.exchange).into(),
            self.at.into(),
        ];
        let noted = tx.exec(FAIL, &params).await?;
        if noted > 0 {
            changed(tx, self.environment).await?;
        }
        Ok(())
    }
}

/// Applications for an offer of the exchange that have not come to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnderWay {
    pub offer_id: String,
    pub offer_status: OfferStatus,
    /// When the oldest was received that is not accepted yet.
    pub unsettled_since: Option<Timestamp>,
    /// When the oldest was received that waits for shares, money or its depository account.
    pub waiting_since: Option<Timestamp>,
}

/// Finds what an exchange is to be asked about.
#[derive(Clone, Debug)]
pub struct FindUnderWay {
    pub environment: Environment,
    /// Its name in the settings.
    pub exchange: String,
    pub now: Timestamp,
}

/// Statuses that are not accepted yet.
const UNSETTLED: [Status; 4] = [
    Status::Received,
    Status::PaymentPending,
    Status::Paid,
    Status::Submitted,
];
/// Statuses in which something is still to come, from everyone in them …
const WAITING: [Status; 5] = [
    Status::Accepted,
    Status::Allotted,
    Status::PartiallyAllotted,
    Status::NotAllotted,
    Status::RefundPending,
];
/// … or where money is to go back.
const WAITING_FOR_MONEY: [Status; 3] = [Status::Credited, Status::Cancelled, Status::Rejected];
const OLDEST: &str = "select min(oldest) as oldest from (select (select st.created_at \
         from subscription_state st where st.offer_book = b.no and st.status = $3 \
         and ($4 = 0 or st.payment_status = 'refund_pending') \
         order by st.subscription_no limit 1) as oldest \
     from subscription_book b where b.environment = $1 and b.offer_id = $2) books";

impl Op for FindUnderWay {
    type Out = Vec<UnderWay>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<UnderWay>> {
        let mut found = Vec::new();
        let params = [self.environment.into(), (&self.exchange).into()];
        for row in tx.rows(OF_EXCHANGE, &params).await? {
            let offer = offer(&row)?;
            let unsettled_since = self.oldest(tx, &offer.id, &UNSETTLED, false).await?;
            let waiting = self.oldest(tx, &offer.id, &WAITING, false).await?;
            let for_money = self.oldest(tx, &offer.id, &WAITING_FOR_MONEY, true).await?;
            let waiting_since = waiting.into_iter().chain(for_money).min();
            if unsettled_since.is_some() || waiting_since.is_some() {
                found.push(UnderWay {
                    offer_status: offer.status(self.now),
                    offer_id: offer.id,
                    unsettled_since,
                    waiting_since,
                });
            }
        }
        Ok(found)
    }
}

impl FindUnderWay {
    async fn oldest(
        &self,
        tx: &mut Tx<'_>,
        offer_id: &str,
        statuses: &[Status],
        for_money: bool,
    ) -> Result<Option<Timestamp>> {
        let mut oldest: Option<Timestamp> = None;
        for status in statuses {
            let params: [Value<'_>; 4] = [
                self.environment.into(),
                offer_id.into(),
                status.as_str().into(),
                i64::from(for_money).into(),
            ];
            let one: Option<Timestamp> = tx.one(OLDEST, &params).await?.get("oldest")?;
            oldest = oldest.into_iter().chain(one).min();
        }
        Ok(oldest)
    }
}

/// What came of [`FollowExchange`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Applications that moved.
    pub moved: usize,
    /// References that no application here has.
    pub strange: Vec<String>,
    /// References of applications that cannot be where the exchange says, and why.
    pub unfit: Vec<(String, &'static str)>,
}

/// Moves applications to where the exchange says that they are, as far as that adds up.
#[derive(Clone, Debug)]
pub struct FollowExchange {
    pub environment: Environment,
    /// A page.
    pub told: Vec<Told>,
    pub at: Timestamp,
}

const OURS: &str = "select s.no, s.id, b.environment, b.tenant_id, b.offer_id from subscription s \
     join subscription_book b on b.no = s.offer_book \
     where s.transaction_reference = $1 and b.environment = $2 and b.offer_id = $3";
const SHARES: &str = "update subscription_state set shares_allotted = $2, refund_kobo = $3 \
     where subscription_no = $1";

impl Op for FollowExchange {
    type Out = Followed;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Followed> {
        let mut followed = Followed::default();
        let mut told: Vec<&Told> = self.told.iter().collect();
        // Locked in the same order as by everyone else.
        told.sort_by(|one, other| one.our_reference.cmp(&other.our_reference));
        for one in told {
            let params: [Value<'_>; 3] = [
                (&one.our_reference).into(),
                self.environment.into(),
                (&one.offer_id).into(),
            ];
            let Some(row) = tx.opt(OURS, &params).await? else {
                followed.strange.push(one.our_reference.clone());
                continue;
            };
            match self.follow(tx, &row, one).await? {
                Ok(moved) => followed.moved += usize::from(moved),
                Err(why) => followed.unfit.push((one.our_reference.clone(), why)),
            }
        }
        Ok(followed)
    }
}

impl FollowExchange {
    async fn follow(
        &self,
        tx: &mut Tx<'_>,
        row: &Row,
        told: &Told,
    ) -> Result<Result<bool, &'static str>> {
        let place = Place {
            no: row.get("no")?,
            environment: row.get("environment")?,
            tenant_id: row.get("tenant_id")?,
            offer_id: row.get("offer_id")?,
        };
        if stored(tx, place.no).await?.state == told.state {
            return Ok(Ok(false));
        }
        let before = stored_to_move(tx, place.no).await?;
        let after_allotment = match fits(told, &before) {
            Ok(refund) => refund,
            Err(why) => return Ok(Err(why)),
        };
        let mut state = before.state;
        let mut moved = false;
        if let Some(end) = end_of(told, state) {
            let id: String = row.get("id")?;
            let by = (self.at, SYSTEM);
            state = end_submission(tx, (&id, &place), &end, by).await?;
            moved = true;
        }
        let Some(steps) = path(state, told.state) else {
            return Ok(Err("it cannot have come there from where it was"));
        };
        for step in steps {
            let is_end = !matches!(step, Move::Refund | Move::Credit | Move::BeginRefund);
            let detail = told.reason.as_deref().filter(|_| is_end);
            make_move(tx, place.no, &Step::of_system(step, self.at, detail)).await?;
            moved = true;
        }
        if let Some((shares, refund)) = after_allotment {
            let params = [place.no.into(), shares.into(), refund.into()];
            tx.exec_one(SHARES, &params).await?;
        }
        Ok(Ok(moved))
    }
}

/// How the submission ended, of an application of which that was not known here.
fn end_of(told: &Told, here: State) -> Option<End> {
    match (here.status, told.state.status) {
        (Status::Received, Status::Received) => None,
        (Status::Received, Status::Rejected) if !told.state.is_settled() => Some(End::Refused {
            reason: told.reason.clone().unwrap_or_default(),
        }),
        (Status::Received, _) => Some(End::Accepted(Registration {
            reference: told.reference.clone(),
            subscription_id: told.subscription_id.clone(),
        })),
        _ => None,
    }
}

/// Whether what is told adds up to the share and the kobo; what was allotted, and what goes back.
fn fits(told: &Told, here: &Stored) -> Result<Option<(i64, Kobo)>, &'static str> {
    let whole = here.price.checked_mul(here.number_of_shares);
    if told.number_of_shares != here.number_of_shares || Some(told.amount) != whole {
        return Err("it has another number of shares or amount");
    }
    if told.state.allotment == AllotmentStatus::Pending {
        let goes_back = matches!(
            told.state.payment,
            PaymentStatus::RefundPending | PaymentStatus::Refunded
        );
        return match goes_back && told.refund != whole {
            true => Err("what goes back is not what was paid"),
            false => Ok(None),
        };
    }
    let Some(shares) = told.shares_allotted else {
        return Err("it does not say how many shares were allotted");
    };
    let is_right = match told.state.allotment {
        AllotmentStatus::Full => shares == here.number_of_shares,
        AllotmentStatus::Partial => 0 < shares && shares < here.number_of_shares,
        _ => shares == 0,
    };
    let back = refund(here.number_of_shares, shares, here.price).ok();
    match back {
        Some(back) if is_right && told.refund.is_none_or(|told| told == back) => {
            Ok(Some((shares, back)))
        }
        _ => Err("what was allotted and what goes back do not add up"),
    }
}
