//! Allotments as they are stored: begun once, written in pieces, finished.
//!
//! A crash in between leaves the allotment `running`: begun again, it has the same seed and
//! the same applications, so that it comes to the same result and writes what is missing.

use kofa_core::{ActorAt, audit};
use kofa_domain::{Environment, Error, Kobo, Result, Timestamp};
use kofa_store::{Column, Op, Row, Tx, Type, Value};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::events::{tell_allotted, tell_of_allotment, tell_of_offer};
use super::market::{find as find_offer, find_to_change, needs, update};
use super::moves::SYSTEM;
use super::offer_version::changed;
use crate::allotment::holders::Holder;
use crate::allotment::{Basis, Demand, Share, Terms};
use crate::codes;
use crate::lifecycle::{Move, State};
use crate::market::allotted;
use crate::offer::{Offer, OfferStatus};
use crate::subscription::{AllotmentStatus, PaymentStatus, Status};

/// The allotment of an offer, as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAllotment {
    /// The seed of its ballot.
    pub seed: u64,
    /// Whether every result is written.
    pub done: bool,
    /// The basis of allotment, once known.
    pub basis: Option<Basis>,
    pub started_by: String,
    pub started_at: Timestamp,
    /// When it was finished.
    pub done_at: Option<Timestamp>,
}

const FIND: &str = "select * from allotment where environment = $1 and offer_id = $2";

fn allotment(row: &Row) -> Result<StoredAllotment> {
    let seed: String = row.get("seed")?;
    let state: String = row.get("state")?;
    let basis: String = row.get("basis")?;
    let basis = (!basis.is_empty()).then(|| serde_json::from_str(&basis));
    Ok(StoredAllotment {
        seed: seed.parse().map_err(Error::internal)?,
        done: state == "done",
        basis: basis.transpose().map_err(Error::internal)?,
        started_by: row.get("started_by")?,
        started_at: row.get("started_at")?,
        done_at: row.get("done_at")?,
    })
}

/// Finds the allotment of an offer.
#[derive(Clone, Debug)]
pub struct FindAllotment {
    pub environment: Environment,
    pub offer_id: String,
}

impl Op for FindAllotment {
    type Out = Option<StoredAllotment>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<StoredAllotment>> {
        let params = [self.environment.into(), (&self.offer_id).into()];
        tx.opt(FIND, &params)
            .await?
            .as_ref()
            .map(allotment)
            .transpose()
    }
}

/// Refuses who may not allot `offer`.
///
/// # Errors
/// 403 `forbidden`.
pub fn may_allot(by: &ActorAt, offer: &Offer) -> Result<()> {
    needs(by, offer.tenant.as_ref())
}

/// The numbers that the allotment of `offer` goes by.
pub fn terms(offer: &Offer, seed: u64) -> Terms {
    Terms {
        shares_on_offer: offer.shares_on_offer,
        // A rights issue has its additional pool instead.
        absorption_pct: match offer.details.rights {
            Some(_) => 0,
            None => offer.details.oversubscription_limit_pct,
        },
        minimum: offer.minimum_shares,
        multiple: offer.multiple,
        price: offer.price,
        rights: offer.details.rights.is_some(),
        additional: (offer.details.rights.as_ref()).is_some_and(|rights| rights.additional_allowed),
        seed,
    }
}

/// Begins the allotment of a closed offer, or takes up one that was interrupted.
///
/// Fails with `offer_not_in_state` if the offer is not closed, `already_allotted` if it was,
/// and `applications_in_flight` while some are neither accepted nor out.
#[derive(Clone, Debug)]
pub struct BeginAllotment {
    pub by: ActorAt,
    pub environment: Environment,
    pub offer_id: String,
    /// Of the ballot; not used if an interrupted allotment has one.
    pub seed: u64,
}

const BEGIN: &str = "insert into allotment (environment, offer_id, seed, state, terms, basis, \
     started_by, started_at) values ($1, $2, $3, 'running', $4, '', $5, $6)";
const IN_FLIGHT: &str = "select st.status, count(*) as n from subscription_book b \
     join subscription_state st on st.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 \
     and st.status in ('received', 'payment_pending', 'paid', 'submitted') \
     group by st.status order by st.status";

impl Op for BeginAllotment {
    /// The offer and the seed that counts.
    type Out = (Offer, u64);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<(Offer, u64)> {
        let offer = find_to_change(tx, &self.by, self.environment, &self.offer_id).await?;
        let params: [Value<'_>; 2] = [self.environment.into(), (&self.offer_id).into()];
        if let Some(row) = tx.opt(FIND, &params).await? {
            let known = allotment(&row)?;
            if known.done {
                return Err(Error::plain(&codes::ALREADY_ALLOTTED));
            }
            return Ok((offer, known.seed));
        }
        let status = offer.status(self.by.at);
        if status != OfferStatus::Closed {
            let message = format!(
                "The offer is `{}`; only one that is `closed` can be allotted.",
                status.as_str()
            );
            return Err(Error::new(&codes::OFFER_NOT_IN_STATE, message));
        }
        let now = self.by.at;
        // First, so that whoever is applying is in or out before they are counted.
        set_status(tx, self.environment, &self.offer_id, Some(IN_PROGRESS), now).await?;
        self.refuse_in_flight(tx, &params).await?;
        let terms = json!({
            "sharesOnOffer": offer.shares_on_offer, "minimum": offer.minimum_shares,
            "multiple": offer.multiple, "priceKobo": offer.price.get(),
            "absorptionPct": offer.details.oversubscription_limit_pct,
            "rights": offer.details.rights.is_some(),
        });
        let actor = self.by.actor.to_string();
        let params: [Value<'_>; 6] = [
            self.environment.into(),
            (&self.offer_id).into(),
            self.seed.to_string().into(),
            terms.to_string().into(),
            (&actor).into(),
            self.by.at.into(),
        ];
        tx.exec_one(BEGIN, &params).await?;
        audit::append(
            tx,
            audit::Change {
                by: &self.by,
                action: "offer.allot",
                subject: &self.offer_id,
                tenant: offer.tenant.as_ref(),
                details: json!({"environment": self.environment.as_str(), "seed": self.seed}),
            },
        )
        .await?;
        Ok((offer, self.seed))
    }
}

const IN_PROGRESS: OfferStatus = OfferStatus::AllotmentInProgress;

impl BeginAllotment {
    async fn refuse_in_flight(&self, tx: &mut Tx<'_>, of: &[Value<'_>]) -> Result<()> {
        let rows = tx.rows(IN_FLIGHT, of).await?;
        let mut open = Vec::new();
        for row in &rows {
            let (status, n): (String, i64) = (row.get("status")?, row.get("n")?);
            open.push(format!("{n} `{status}`"));
        }
        if open.is_empty() {
            return Ok(());
        }
        let message = format!("Applications are under way: {}.", open.join(", "));
        Err(Error::new(&codes::APPLICATIONS_IN_FLIGHT, message))
    }
}

const STATUS: &str = "update offer set operator_status = $3, updated_at = $4, seeded = $5 \
     where environment = $1 and id = $2";

/// Sets what stands above the dates of an offer whose changes wait already ([`changed`]);
/// `None` lets them decide again.
pub(super) async fn set_status(
    tx: &mut Tx<'_>,
    environment: Environment,
    offer_id: &str,
    status: Option<OfferStatus>,
    now: Timestamp,
) -> Result<()> {
    let params: [Value<'_>; 5] = [
        environment.into(),
        offer_id.into(),
        status.map(OfferStatus::as_str).into(),
        now.into(),
        // From now on its dates do not move by themselves.
        false.into(),
    ];
    tx.exec_one(STATUS, &params).await?;
    let offer = find_offer(tx, environment, offer_id).await?;
    tell_of_offer(tx, environment, &offer, now).await
}

/// An application that takes part, with what is needed to write its result.
#[derive(Clone, Copy, Debug)]
pub struct Applicant {
    /// What the allotment goes by.
    pub demand: Demand,
    pub book: i64,
    /// Whether its result is written already.
    pub written: bool,
}

/// Where [`ReadApplicants`] goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceAt {
    book: i64,
    status: usize,
    no: i64,
}

/// The statuses of those that take part: accepted, or allotted by this run already.
const TAKE_PART: [Status; 4] = [
    Status::Accepted,
    Status::Allotted,
    Status::PartiallyAllotted,
    Status::NotAllotted,
];

/// Some of the applications of an offer that take part.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub applicants: Vec<Applicant>,
    /// Of a rights issue: whose rights each takes up, by its number; unknown of very old ones.
    pub holders: Vec<(i64, Holder)>,
    /// Where the next piece begins; `None` at the end.
    pub next: Option<PieceAt>,
}

/// Reads the applications of an offer that take part, piece by piece: those after `from`.
#[derive(Clone, Debug)]
pub struct ReadApplicants {
    pub environment: Environment,
    pub offer_id: String,
    /// Whether it is a rights issue: then their holders are read, too.
    pub rights: bool,
    /// From where; the default for the first piece.
    pub from: PieceAt,
    /// How many at most.
    pub limit: i64,
}

const NEXT_BOOK: &str = "select no from subscription_book where environment = $1 \
     and offer_id = $2 and no > $3 order by no limit 1";
const APPLICANTS: &str = "select subscription_no as no, number_of_shares as asked, \
     rights_shares as entitled, created_at as at from subscription_state \
     where offer_book = $1 and status = $2 and subscription_no > $3 \
     order by subscription_no limit $4";
const RIGHTS_APPLICANTS: &str = "select t.subscription_no as no, t.number_of_shares as asked, \
     t.rights_shares as entitled, t.created_at as at, s.claims from subscription_state t \
     join subscription s on s.no = t.subscription_no \
     where t.offer_book = $1 and t.status = $2 and t.subscription_no > $3 \
     order by t.subscription_no limit $4";

/// Whose rights an application takes up, of the digests of its person's numbers: the CHN, which
/// a rights issue requires, is the last of them.
fn holder_of(claims: &[u8]) -> Option<Holder> {
    claims.as_rchunks().1.last().copied()
}

impl Op for ReadApplicants {
    type Out = Piece;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Piece> {
        let mut from = self.from;
        if from.book == 0 || from.status == TAKE_PART.len() {
            let params: [Value<'_>; 3] = [
                self.environment.into(),
                (&self.offer_id).into(),
                from.book.into(),
            ];
            let Some(row) = tx.opt(NEXT_BOOK, &params).await? else {
                return Ok(Piece::default());
            };
            from = PieceAt {
                book: row.get("no")?,
                ..PieceAt::default()
            };
        }
        let status = TAKE_PART[from.status.min(TAKE_PART.len() - 1)];
        let params: [Value<'_>; 4] = [
            from.book.into(),
            status.as_str().into(),
            from.no.into(),
            self.limit.into(),
        ];
        let sql = match self.rights {
            true => RIGHTS_APPLICANTS,
            false => APPLICANTS,
        };
        let rows = tx.rows(sql, &params).await?;
        let mut applicants = Vec::with_capacity(rows.len());
        let mut holders = Vec::new();
        for row in &rows {
            let no = row.get("no")?;
            if self.rights {
                let holder = holder_of(&row.get::<Vec<u8>>("claims")?);
                holders.extend(holder.map(|holder| (no, holder)));
            }
            applicants.push(Applicant {
                demand: Demand {
                    no,
                    requested: row.get("asked")?,
                    entitled: row.get("entitled")?,
                    received_at: row.get("at")?,
                },
                book: from.book,
                written: status != Status::Accepted,
            });
        }
        let next = match applicants.last() {
            Some(last) if applicants.len() as i64 == self.limit => PieceAt {
                no: last.demand.no,
                ..from
            },
            _ => PieceAt {
                status: from.status + 1,
                no: 0,
                ..from
            },
        };
        Ok(Piece {
            applicants,
            holders,
            next: Some(next),
        })
    }
}

/// Writes results: each application's shares, its move and its line of history.
#[derive(Clone, Debug)]
pub struct WriteShares {
    /// The applications, none of them written, with their shares.
    pub results: Vec<(Applicant, Share)>,
    /// Price of a share.
    pub price: Kobo,
    pub at: Timestamp,
}

const STATE_COLUMNS: [Column; 14] = [
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
    ("shares_allotted", Type::Int),
    ("refund_kobo", Type::Int),
    ("moves", Type::Int),
    ("updated_at", Type::Int),
];
/// Every row is there; this is an update of many at once.
const ALLOT: &str = "on conflict (subscription_no) do update set status = excluded.status, \
     payment_status = excluded.payment_status, allotment_status = excluded.allotment_status, \
     shares_allotted = excluded.shares_allotted, refund_kobo = excluded.refund_kobo, \
     moves = subscription_state.moves + 1, updated_at = excluded.updated_at \
     where subscription_state.status = 'accepted'";
const EVENT_COLUMNS: [Column; 8] = [
    ("subscription_no", Type::Int),
    ("at", Type::Int),
    ("move", Type::Text),
    ("status", Type::Text),
    ("payment_status", Type::Text),
    ("allotment_status", Type::Text),
    ("detail", Type::Text),
    ("actor", Type::Text),
];

/// How a share came about, as the history keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Parts {
    pub asked: i64,
    pub minimum: i64,
    /// Of the rights held.
    pub entitled: i64,
    /// Of the rights that covered it once, not any more.
    #[serde(default)]
    pub rights_gone: i64,
    pub pro_rata: i64,
    /// For a large remainder.
    pub remainder: i64,
    /// Whether it was drawn, where there was a ballot.
    pub drawn: Option<bool>,
}

impl Parts {
    /// Of `share`.
    pub fn of(share: &Share) -> Self {
        Self {
            asked: share.requested,
            minimum: share.minimum_part,
            entitled: share.entitlement_part,
            rights_gone: share.rights_gone,
            pro_rata: share.pro_rata_part,
            remainder: share.remainder_part,
            drawn: share.ballot,
        }
    }

    /// The share of subscription `no` again, for its explanation.
    ///
    /// # Errors
    /// `internal_error` if the numbers do not add up.
    pub fn share(&self, no: i64, price: Kobo) -> Result<Share> {
        let shares = self.minimum + self.entitled + self.pro_rata + self.remainder;
        Ok(Share {
            no,
            requested: self.asked,
            shares,
            minimum_part: self.minimum,
            entitlement_part: self.entitled,
            rights_gone: self.rights_gone,
            pro_rata_part: self.pro_rata,
            remainder_part: self.remainder,
            ballot: self.drawn,
            refund: crate::lifecycle::refund(self.asked, shares, price)?,
        })
    }
}

/// An accepted application, before its allotment.
const ACCEPTED: State = State {
    status: Status::Accepted,
    payment: PaymentStatus::Successful,
    allotment: AllotmentStatus::Pending,
};

/// The move that `share` is.
fn move_of(share: &Share) -> Move {
    match share.outcome() {
        AllotmentStatus::Full => Move::AllotAll,
        AllotmentStatus::Partial => Move::AllotSome,
        AllotmentStatus::None | AllotmentStatus::Pending => Move::AllotNone,
    }
}

impl Op for WriteShares {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let mut states = Vec::with_capacity(self.results.len());
        let mut events = Vec::with_capacity(self.results.len());
        for (one, share) in &self.results {
            let step = move_of(share);
            let after = ACCEPTED.make(step)?;
            let words: [Value<'_>; 3] = [
                after.status.as_str().into(),
                after.payment.as_str().into(),
                after.allotment.as_str().into(),
            ];
            let [status, payment, allotment] = words.clone();
            states.push([
                one.demand.no.into(),
                one.book.into(),
                one.demand.requested.into(),
                one.demand.entitled.into(),
                self.price.into(),
                one.demand.received_at.into(),
                status,
                payment,
                allotment,
                "accepted".into(),
                share.shares.into(),
                share.refund.into(),
                0_i64.into(),
                self.at.into(),
            ]);
            let [status, payment, allotment] = words;
            let parts = serde_json::to_string(&Parts::of(share)).map_err(Error::internal)?;
            events.push([
                one.demand.no.into(),
                self.at.into(),
                step.as_str().into(),
                status,
                payment,
                allotment,
                parts.into(),
                SYSTEM.into(),
            ]);
        }
        let touched = tx
            .insert_rows("subscription_state", &STATE_COLUMNS, ALLOT, &states)
            .await?;
        if touched != states.len() as u64 {
            return Err(Error::internal(
                "an application moved while the offer was allotted",
            ));
        }
        tx.insert_rows("subscription_event", &EVENT_COLUMNS, "", &events)
            .await?;
        let word = |(one, share): &(Applicant, Share)| (one.demand.no, move_of(share).as_str());
        let moved = self.results.iter().map(word).collect();
        tell_allotted(tx, &moved, self.at).await
    }
}

/// Finishes an allotment whose results are all written: their sum is what was allotted.
#[derive(Clone, Debug)]
pub struct FinishAllotment {
    pub environment: Environment,
    pub offer_id: String,
    /// What came of it.
    pub basis: Basis,
    pub at: Timestamp,
}

const WRITTEN: &str = "select cast(sum(st.shares_allotted) as bigint) as shares \
     from subscription_book b join subscription_state st on st.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2";
const LEFT: &str = "select st.subscription_no from subscription_book b \
     join subscription_state st on st.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 and st.status in \
     ('received', 'payment_pending', 'paid', 'submitted', 'accepted') limit 1";
const FINISH: &str = "update allotment set state = 'done', basis = $3, done_at = $4 \
     where environment = $1 and offer_id = $2 and state = 'running'";

impl Op for FinishAllotment {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        changed(tx, self.environment).await?;
        let whose = [self.environment.into(), (&self.offer_id).into()];
        let written: Option<i64> = tx.one(WRITTEN, &whose).await?.get("shares")?;
        if written.unwrap_or_default() != self.basis.allotted {
            return Err(Error::internal(
                "the shares that were written are not those that were allotted",
            ));
        }
        if !tx.rows(LEFT, &whose).await?.is_empty() {
            return Err(Error::internal("an application is left without a result"));
        }
        let basis = serde_json::to_string(&self.basis).map_err(Error::internal)?;
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            (&self.offer_id).into(),
            basis.into(),
            self.at.into(),
        ];
        tx.exec_one(FINISH, &params).await?;
        let mut offer = find_offer(tx, self.environment, &self.offer_id).await?;
        allotted(&mut offer, self.at);
        // What an operator said of it stands.
        let pct = u32::try_from(self.basis.subscription_pct / 100).unwrap_or(u32::MAX);
        offer.details.total_subscription_pct.get_or_insert(pct);
        update(tx, self.environment, &offer, self.at).await?;
        tell_of_allotment(tx, self.environment, &self.offer_id, self.at).await
    }
}
