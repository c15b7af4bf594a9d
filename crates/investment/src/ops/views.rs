//! What operators see of subscriptions, of all tenants. Never the applicant: only the name
//! that lists show, sealed.

use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Row, Tx, Value};

use super::allotment::{FindAllotment, Parts};
use super::moves::{Event, history, state_of};
use super::state::profile_of;
use crate::identity::outcome::IdentityChecks;
use crate::lifecycle::State;
use crate::subscription::{ProfileType, Status};

/// What happened to a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// All its moves, oldest first.
    pub history: Vec<Event>,
    /// Why this many shares were allotted, once the allotment is done.
    pub explanation: Option<String>,
    /// What came of looking the applicants up; `None` where nobody was asked, and once they are
    /// erased.
    pub identity: Option<IdentityChecks>,
}

impl Event {
    /// How the shares came about, if this is the allotment.
    fn parts(&self) -> Option<Parts> {
        let detail = self.detail.as_deref()?;
        let is_allotment = self.step.starts_with("allot_");
        is_allotment.then(|| serde_json::from_str(detail).ok())?
    }

    /// Why, in words. Those of an allotment are in [`Past::explanation`].
    pub fn reason(&self) -> Option<&str> {
        let detail = self.detail.as_deref();
        detail.filter(|_| !self.step.starts_with("allot_"))
    }
}

/// The past of the subscription `row`, which has its `no`, `environment`, `offer_id` and
/// `price_kobo`.
///
/// # Errors
/// If the store cannot read it.
pub(crate) async fn past(tx: &mut Tx<'_>, row: &Row) -> Result<Past> {
    let no: i64 = row.get("no")?;
    let environment: Environment = row.get("environment")?;
    let price: Kobo = row.get("price_kobo")?;
    let identity: Option<String> = tx
        .one(IDENTITY, &[no.into()])
        .await?
        .get("identity_checks")?;
    let identity = identity
        .map(|text| IdentityChecks::parse(&text))
        .transpose()?;
    let history = history(tx, no).await?;
    let Some(parts) = history.iter().find_map(Event::parts) else {
        return Ok(Past {
            history,
            explanation: None,
            identity,
        });
    };
    let find = FindAllotment {
        environment,
        offer_id: row.get("offer_id")?,
    };
    let allotment = find.run(tx).await?.filter(|allotment| allotment.done);
    let basis = allotment.and_then(|allotment| allotment.basis);
    let explanation = match basis {
        None => None,
        Some(basis) => Some(parts.share(no, price)?.explain(&basis)),
    };
    Ok(Past {
        history,
        explanation,
        identity,
    })
}

/// A subscription as operators see it, the investor's name still sealed.
#[derive(Clone, Debug)]
pub struct SubscriptionView {
    pub no: i64,
    /// `localSubscriptionId`
    pub id: String,
    pub environment: Environment,
    pub tenant_id: TenantId,
    pub offer_id: String,
    /// What that is called.
    pub offer_name: String,
    /// What the tenant calls it.
    pub client_reference: Option<String>,
    /// What its payment is called.
    pub transaction_reference: String,
    /// The investor's name, sealed.
    pub investor_name: Vec<u8>,
    pub profile_type: ProfileType,
    pub broker_id: String,
    /// Paid by card, else by bank.
    pub is_card_payment: bool,
    pub number_of_shares: i64,
    pub amount: Kobo,
    /// Where it, its payment and its allotment are.
    pub state: State,
    /// What the exchange is known to have done: `accepted`, `unknown` …
    pub exchange_state: String,
    /// The exchange's reference number; empty until known.
    pub exchange_reference: String,
    /// The exchange's id; empty until known.
    pub exchange_subscription_id: String,
    /// Shares allotted, once known.
    pub shares_allotted: Option<i64>,
    /// What goes or went back, once known.
    pub refund: Option<Kobo>,
    /// When it was paid.
    pub settled_at: Option<Timestamp>,
    /// Why it was refused, failed or ended.
    pub reason: Option<String>,
    /// When it was received.
    pub created_at: Timestamp,
    /// When it last moved.
    pub updated_at: Timestamp,
}

macro_rules! views_where {
    ($rest:literal) => {
        concat!(
            "select s.no, s.id, b.environment, b.tenant_id, b.offer_id, o.name as offer_name, \
             s.client_reference, s.transaction_reference, s.investor_name, s.profile_type, \
             s.broker_id, s.is_card_payment, t.number_of_shares, \
             t.price_kobo, t.status, t.payment_status, t.allotment_status, t.exchange_state, \
             s.exchange_reference, s.exchange_subscription_id, t.shares_allotted, t.refund_kobo, \
             t.settled_at, t.reason, t.created_at, t.updated_at from subscription s \
             join subscription_state t on t.subscription_no = s.no \
             join subscription_book b on b.no = s.offer_book \
             join offer o on o.environment = b.environment and o.id = b.offer_id where ",
            $rest
        )
    };
}

const IDENTITY: &str = "select identity_checks from subscription where no = $1";
const BY_NO: &str = views_where!("s.no = $1");
const BY_ID: &str = views_where!("s.id = $1");
const BY_REFERENCE: &str = views_where!("s.transaction_reference = $1");
const BOOKS: &str = "select no, last_seq from subscription_book where environment = $1 \
     and ($2 = '' or tenant_id = $2) and ($3 = '' or offer_id = $3) and offer_id <> ''";
const BOOKS_OF_ALL: &str = "select no, last_seq from subscription_book where environment = $1 \
     and ($2 = '' or tenant_id = $2) and offer_id = ''";
const IN_STATUS: &str = "select subscription_no as no from subscription_state \
     where offer_book = $1 and status = $2 and subscription_no > $3 and subscription_no < $4 \
     order by subscription_no desc limit $5";
const NO_OF_TENANT: &str = "select no from subscription where tenant_book = $1 and tenant_seq = $2";
const NO_OF_OFFER: &str = "select no from subscription where offer_book = $1 and offer_seq = $2";
const RANGE_OF_TENANT: &str = "select no from subscription \
     where tenant_book = $1 and tenant_seq <= $2 and no > $3 order by tenant_seq desc limit $4";
const RANGE_OF_OFFER: &str = "select no from subscription \
     where offer_book = $1 and offer_seq <= $2 and no > $3 order by offer_seq desc limit $4";

/// Lists subscriptions of an environment, the newest first. What is absent does not filter.
#[derive(Clone, Debug)]
pub struct ListSubscriptions {
    pub environment: Environment,
    pub offer_id: Option<String>,
    pub tenant_id: Option<TenantId>,
    /// In this state; `received` are those of which it is not known what the exchange did.
    pub status: Option<Status>,
    pub page: Page,
}

/// The numbers of a page, gathered book by book: the highest, in falling order.
struct Highest {
    wanted: usize,
    numbers: Vec<i64>,
}

impl Highest {
    /// Numbers up to this one are of no interest any more.
    fn floor(&self) -> i64 {
        let last = self.numbers.last().copied();
        last.filter(|_| self.numbers.len() >= self.wanted)
            .unwrap_or(0)
    }

    fn add(&mut self, rows: &[Row]) -> Result<()> {
        for row in rows {
            self.numbers.push(row.get("no")?);
        }
        self.numbers.sort_unstable_by(|a, b| b.cmp(a));
        self.numbers.truncate(self.wanted);
        Ok(())
    }
}

impl Op for ListSubscriptions {
    type Out = Listed<SubscriptionView>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let before = self.page.before_seq()?;
        let mut found = Highest {
            wanted: self.page.rows() as usize,
            numbers: Vec::new(),
        };
        for book in self.books(tx).await? {
            let (no, last_seq): (i64, i64) = (book.get("no")?, book.get("last_seq")?);
            let rows = match self.status {
                Some(status) => {
                    let params: [Value<'_>; 5] = [
                        no.into(),
                        status.as_str().into(),
                        found.floor().into(),
                        before.into(),
                        self.page.rows().into(),
                    ];
                    tx.rows(IN_STATUS, &params).await?
                }
                None => {
                    let seq = self.last_before(tx, no, last_seq, before).await?;
                    let params: [Value<'_>; 4] = [
                        no.into(),
                        seq.into(),
                        found.floor().into(),
                        self.page.rows().into(),
                    ];
                    tx.rows(self.of_book(RANGE_OF_TENANT, RANGE_OF_OFFER), &params)
                        .await?
                }
            };
            found.add(&rows)?;
        }
        let mut items = Vec::with_capacity(found.numbers.len());
        for no in found.numbers {
            items.push(view(&tx.one(BY_NO, &[no.into()]).await?)?);
        }
        Ok(self.page.cut(items, |one| one.no.to_string()))
    }
}

impl ListSubscriptions {
    /// The books that hold what is asked for: of the tenants where that is enough, else of
    /// offers, whose numbers the index of the statuses goes by.
    async fn books(&self, tx: &mut Tx<'_>) -> Result<Vec<Row>> {
        let tenant = self.tenant_id.as_ref().map_or("", TenantId::as_str);
        if self.is_by_tenant() {
            let params = [self.environment.into(), tenant.into()];
            return Ok(tx.rows(BOOKS_OF_ALL, &params).await?);
        }
        let params: [Value<'_>; 3] = [
            self.environment.into(),
            tenant.into(),
            self.offer_id.as_deref().unwrap_or_default().into(),
        ];
        Ok(tx.rows(BOOKS, &params).await?)
    }

    fn is_by_tenant(&self) -> bool {
        self.offer_id.is_none() && self.status.is_none()
    }

    fn of_book(&self, of_tenant: &'static str, of_offer: &'static str) -> &'static str {
        if self.is_by_tenant() {
            of_tenant
        } else {
            of_offer
        }
    }

    /// The last entry of a book whose subscription is numbered below `before`, found by
    /// halving: the numbers rise with the entries. 0 if there is none.
    async fn last_before(
        &self,
        tx: &mut Tx<'_>,
        book: i64,
        last_seq: i64,
        before: i64,
    ) -> Result<i64> {
        if before == i64::MAX {
            return Ok(last_seq);
        }
        let sql = self.of_book(NO_OF_TENANT, NO_OF_OFFER);
        let (mut low, mut high) = (0, last_seq);
        while low < high {
            let middle = high - (high - low) / 2;
            let row = tx.one(sql, &[book.into(), middle.into()]).await?;
            if row.get::<i64>("no")? < before {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Ok(low)
    }
}

/// Finds a subscription with its past.
#[derive(Clone, Debug)]
pub struct FindSubscription {
    /// `localSubscriptionId`, or what its payment is called.
    pub name: String,
}

impl Op for FindSubscription {
    type Out = (SubscriptionView, Past);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params = [(&self.name).into()];
        let row = match tx.opt(BY_ID, &params).await? {
            Some(row) => Some(row),
            None => tx.opt(BY_REFERENCE, &params).await?,
        };
        let missing = || Error::new(&codes::NOT_FOUND, "There is no such subscription.");
        let row = row.ok_or_else(missing)?;
        Ok((view(&row)?, past(tx, &row).await?))
    }
}

fn view(row: &Row) -> Result<SubscriptionView> {
    let number_of_shares = row.get("number_of_shares")?;
    let price: Kobo = row.get("price_kobo")?;
    let amount = price.checked_mul(number_of_shares);
    Ok(SubscriptionView {
        no: row.get("no")?,
        id: row.get("id")?,
        environment: row.get("environment")?,
        tenant_id: row.get("tenant_id")?,
        offer_id: row.get("offer_id")?,
        offer_name: row.get("offer_name")?,
        client_reference: row.get("client_reference")?,
        transaction_reference: row.get("transaction_reference")?,
        investor_name: row.get("investor_name")?,
        profile_type: profile_of(row)?,
        broker_id: row.get("broker_id")?,
        is_card_payment: row.get("is_card_payment")?,
        number_of_shares,
        amount: amount.ok_or_else(|| Error::internal("an amount overflows"))?,
        state: state_of(row)?,
        exchange_state: row.get("exchange_state")?,
        exchange_reference: row.get("exchange_reference")?,
        exchange_subscription_id: row.get("exchange_subscription_id")?,
        shares_allotted: row.get("shares_allotted")?,
        refund: row.get("refund_kobo")?,
        settled_at: row.get("settled_at")?,
        reason: row.get("reason")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}
