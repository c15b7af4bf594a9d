//! The list of a tenant's transactions.
//!
//! A tenant's subscriptions are numbered without gaps in their books, and moments of receipt
//! never go back within one. So a page is a range of numbers, however far down it is, a window
//! of time is found by halving, and the total is a difference. Only a status is looked for in
//! an index of its own.

use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use super::moves::state_of;
use super::state::profile_of;
use super::views::{Past, past};
use crate::lifecycle::State;
use crate::subscription::{ProfileType, Status};

/// Transactions that are found by one word of the tenant's, at most.
const CALLED_MAX: i64 = 1_000;

/// One transaction, the investor's name still sealed.
#[derive(Clone, Debug)]
pub struct TransactionRow {
    pub id: String,
    /// What it is called towards people.
    pub reference: String,
    /// The subscription it pays for.
    pub subscription_id: String,
    /// The investor's name, sealed.
    pub investor_name: Vec<u8>,
    pub profile_type: ProfileType,
    pub offer_id: String,
    /// What that is called.
    pub offer_name: String,
    pub number_of_shares: i64,
    pub amount: Kobo,
    /// Where the subscription, its payment and its allotment are.
    pub state: State,
    /// How many shares were allotted, once known.
    pub shares_allotted: Option<i64>,
    /// What goes or went back, once known.
    pub refund: Option<Kobo>,
    /// When it was paid.
    pub settled_at: Option<Timestamp>,
    /// Why the application was rejected or the payment failed.
    pub reason: Option<String>,
    /// When it was received.
    pub created_at: Timestamp,
    /// What the tenant calls it.
    pub client_reference: Option<String>,
    /// The exchange's names; empty until known.
    pub exchange_reference: String,
    pub exchange_subscription_id: String,
    /// Where it is paid, while it can be.
    pub payment_url: Option<String>,
    /// Its past, where one transaction alone was asked for.
    pub past: Option<Past>,
}

/// A page, and how many there are.
#[derive(Debug)]
pub struct Transactions {
    pub total: i64,
    /// Those of the page, newest first.
    pub rows: Vec<TransactionRow>,
}

/// Reads a page of a tenant's transactions. What is absent does not filter.
#[derive(Clone, Debug)]
pub struct ListTransactions {
    pub tenant_id: TenantId,
    pub environment: Environment,
    pub reference: Option<String>,
    /// What the tenant calls those that it looks for.
    pub client_reference: Option<String>,
    pub offer_id: Option<String>,
    pub status: Option<Status>,
    /// Received from here …
    pub from: Option<Timestamp>,
    /// … to before here.
    pub to: Option<Timestamp>,
    /// How many to skip.
    pub offset: i64,
    /// How many at most.
    pub size: i64,
}

/// A statement for rows of transactions: what follows `where`.
macro_rules! rows_where {
    ($rest:literal) => {
        concat!(
            "select s.no, s.id, s.transaction_id, s.transaction_reference, s.investor_name, \
             s.profile_type, b.environment, b.offer_id, o.name as offer_name, \
             t.number_of_shares, t.price_kobo, t.created_at, t.status, t.payment_status, \
             t.allotment_status, t.shares_allotted, \
             t.refund_kobo, t.settled_at, t.reason, s.client_reference, s.exchange_reference, \
             s.exchange_subscription_id, \
             (select page_url from product_payment p where p.subject = s.id \
                 and p.page_url is not null and t.status = 'payment_pending') as payment_url \
             from subscription s \
             join subscription_state t on t.subscription_no = s.no \
             join subscription_book b on b.no = s.offer_book \
             join offer o on o.environment = b.environment and o.id = b.offer_id where ",
            $rest
        )
    };
}

const BOOK: &str = "select no, last_seq, last_at from subscription_book \
     where environment = $1 and tenant_id = $2 and offer_id = $3";
const ENTRY_OF_TENANT: &str = "select s.no, t.created_at from subscription s \
     join subscription_state t on t.subscription_no = s.no \
     where s.tenant_book = $1 and s.tenant_seq = $2";
const ENTRY_OF_OFFER: &str = "select s.no, t.created_at from subscription s \
     join subscription_state t on t.subscription_no = s.no \
     where s.offer_book = $1 and s.offer_seq = $2";
const RANGE_OF_TENANT: &str = rows_where!(
    "s.tenant_book = $1 and s.tenant_seq between $2 and $3 order by s.tenant_seq desc limit $4"
);
const RANGE_OF_OFFER: &str = rows_where!(
    "s.offer_book = $1 and s.offer_seq between $2 and $3 order by s.offer_seq desc limit $4"
);
// The numbers of a tenant's subscriptions rise in the order of receipt, on PostgreSQL too: each
// is drawn while the row of the tenant's book is locked.
const COUNT_OF_TENANT: &str = "select count(*) as n from subscription_state \
     where offer_book in (select no from subscription_book where environment = $1 \
         and tenant_id = $2 and offer_id <> '') \
     and status = $3 and subscription_no between $4 and $5";
const PAGE_OF_TENANT: &str = rows_where!(
    "s.no in (select subscription_no from subscription_state \
     where offer_book in (select no from subscription_book where environment = $1 \
         and tenant_id = $2 and offer_id <> '') \
     and status = $3 and subscription_no between $4 and $5 \
     order by subscription_no desc limit $6 offset $7) order by s.no desc"
);
const COUNT_OF_OFFER: &str = "select count(*) as n from subscription_state \
     where offer_book = $1 and status = $2 and subscription_no between $3 and $4";
const PAGE_OF_OFFER: &str = rows_where!(
    "s.no in (select subscription_no from subscription_state \
     where offer_book = $1 and status = $2 and subscription_no between $3 and $4 \
     order by subscription_no desc limit $5 offset $6) order by s.no desc"
);
// Few at most: names are given once, by whoever wants to find them again.
const CALLED: &str = rows_where!(
    "s.tenant_book = (select no from subscription_book where environment = $1 \
         and tenant_id = $2 and offer_id = '') and s.client_reference = $3 \
     order by s.tenant_seq desc limit $4"
);
const ONE: &str =
    rows_where!("s.transaction_reference = $1 and b.environment = $2 and b.tenant_id = $3");

const ONE_BY_ID: &str = rows_where!("s.id = $1 and b.environment = $2 and b.tenant_id = $3");

/// Finds a transaction of a tenant, with its past.
#[derive(Clone, Debug)]
pub struct FindTransaction {
    pub tenant_id: TenantId,
    pub environment: Environment,
    /// Its reference, or the id of its subscription.
    pub name: String,
}

impl Op for FindTransaction {
    type Out = Option<TransactionRow>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            (&self.name).into(),
            self.environment.into(),
            (&self.tenant_id).into(),
        ];
        let row = match tx.opt(ONE_BY_ID, &params).await? {
            Some(row) => Some(row),
            None => tx.opt(ONE, &params).await?,
        };
        let Some(row) = row else { return Ok(None) };
        let mut found = transaction(&row)?;
        found.past = Some(past(tx, &row).await?);
        Ok(Some(found))
    }
}

impl Op for ListTransactions {
    type Out = Transactions;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Transactions> {
        if let Some(reference) = &self.reference {
            return self.one(tx, reference).await;
        }
        if let Some(reference) = &self.client_reference {
            return self.called(tx, reference).await;
        }
        let offer_id = self.offer_id.as_deref();
        let params: [Value<'_>; 3] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            offer_id.unwrap_or_default().into(),
        ];
        // An offer with an empty id is none, not the book of all.
        let row = match offer_id {
            Some("") => None,
            _ => tx.opt(BOOK, &params).await?,
        };
        let Some(row) = row else {
            return Ok(Transactions::none());
        };
        let book = Book {
            no: row.get("no")?,
            is_of_offer: offer_id.is_some(),
            last_seq: row.get("last_seq")?,
            last_at: row.get("last_at")?,
        };
        let window = book.window(tx, self.from, self.to).await?;
        if window.first > window.last {
            return Ok(Transactions::none());
        }
        match self.status {
            None => self.in_window(tx, &book, &window).await,
            Some(status) => self.in_status(tx, &book, &window, status).await,
        }
    }
}

impl ListTransactions {
    /// A reference names one at most: no counting, no order; with its history.
    async fn one(&self, tx: &mut Tx<'_>, reference: &str) -> Result<Transactions> {
        let params: [Value<'_>; 3] = [
            reference.into(),
            self.environment.into(),
            (&self.tenant_id).into(),
        ];
        let Some(row) = tx.opt(ONE, &params).await? else {
            return Ok(Transactions::none());
        };
        let mut found = transaction(&row)?;
        let called = self.client_reference.as_ref();
        let is_called_so =
            called.is_none_or(|called| found.client_reference.as_ref() == Some(called));
        if !is_called_so || !self.wants(&found) {
            return Ok(Transactions::none());
        }
        let mut rows = Vec::new();
        if self.offset == 0 {
            found.past = Some(past(tx, &row).await?);
            rows.push(found);
        }
        Ok(Transactions { total: 1, rows })
    }

    /// Whether the other filters let it through.
    fn wants(&self, found: &TransactionRow) -> bool {
        let offer_id = self.offer_id.as_ref();
        offer_id.is_none_or(|offer_id| *offer_id == found.offer_id)
            && self
                .status
                .is_none_or(|status| status == found.state.status)
            && self.from.is_none_or(|from| from <= found.created_at)
            && self.to.is_none_or(|to| found.created_at < to)
    }

    /// Those that the tenant calls so, newest first.
    async fn called(&self, tx: &mut Tx<'_>, reference: &str) -> Result<Transactions> {
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            reference.into(),
            CALLED_MAX.into(),
        ];
        let mut found = Transactions::new(0, &tx.rows(CALLED, &params).await?)?;
        found.rows.retain(|one| self.wants(one));
        found.total = i64::try_from(found.rows.len()).map_err(Error::internal)?;
        let skip = usize::try_from(self.offset).unwrap_or(usize::MAX);
        let take = usize::try_from(self.size).unwrap_or(usize::MAX);
        found.rows = found.rows.into_iter().skip(skip).take(take).collect();
        Ok(found)
    }

    /// The page of all entries of the window: a range.
    async fn in_window(
        &self,
        tx: &mut Tx<'_>,
        book: &Book,
        window: &Window,
    ) -> Result<Transactions> {
        let total = window.last - window.first + 1;
        let newest = window.last.saturating_sub(self.offset);
        let oldest = newest.saturating_sub(self.size - 1).max(window.first);
        if newest < oldest {
            return Ok(Transactions {
                total,
                rows: Vec::new(),
            });
        }
        let sql = if book.is_of_offer {
            RANGE_OF_OFFER
        } else {
            RANGE_OF_TENANT
        };
        let params: [Value<'_>; 4] = [
            book.no.into(),
            oldest.into(),
            newest.into(),
            self.size.into(),
        ];
        Transactions::new(total, &tx.rows(sql, &params).await?)
    }

    /// The page of the entries of the window that are in `status`.
    async fn in_status(
        &self,
        tx: &mut Tx<'_>,
        book: &Book,
        window: &Window,
        status: Status,
    ) -> Result<Transactions> {
        let first = match window.first {
            1 => i64::MIN,
            seq => book.entry(tx, seq).await?.0,
        };
        let last = if window.last == book.last_seq {
            i64::MAX
        } else {
            book.entry(tx, window.last).await?.0
        };
        let (count, page) = if book.is_of_offer {
            (COUNT_OF_OFFER, PAGE_OF_OFFER)
        } else {
            (COUNT_OF_TENANT, PAGE_OF_TENANT)
        };
        let mut of: Vec<Value<'_>> = if book.is_of_offer {
            vec![book.no.into()]
        } else {
            vec![self.environment.into(), (&self.tenant_id).into()]
        };
        of.extend([status.as_str().into(), first.into(), last.into()]);
        let total = tx.one(count, &of).await?.get("n")?;
        if self.offset >= total {
            return Ok(Transactions {
                total,
                rows: Vec::new(),
            });
        }
        of.extend([self.size.into(), self.offset.into()]);
        Transactions::new(total, &tx.rows(page, &of).await?)
    }
}

/// A run of numbers from 1 to `last_seq`: of a tenant, or of a tenant and an offer.
struct Book {
    no: i64,
    is_of_offer: bool,
    last_seq: i64,
    last_at: Timestamp,
}

/// The entries `first` to `last`; none if `first` is above `last`.
struct Window {
    first: i64,
    last: i64,
}

impl Book {
    /// The entries received at `from` or later and before `to`.
    async fn window(
        &self,
        tx: &mut Tx<'_>,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
    ) -> Result<Window> {
        let first = match from {
            None => 1,
            Some(from) => self.first_from(tx, from).await?,
        };
        let last = match to {
            None => self.last_seq,
            Some(to) => self.first_from(tx, to).await? - 1,
        };
        Ok(Window { first, last })
    }

    /// The first entry received at `at` or later; one past the last if there is none.
    async fn first_from(&self, tx: &mut Tx<'_>, at: Timestamp) -> Result<i64> {
        if self.last_at < at {
            return Ok(self.last_seq + 1);
        }
        let (mut low, mut high) = (1, self.last_seq);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(tx, middle).await?.1 < at {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// The subscription of an entry, and when it was received.
    async fn entry(&self, tx: &mut Tx<'_>, seq: i64) -> Result<(i64, Timestamp)> {
        let sql = if self.is_of_offer {
            ENTRY_OF_OFFER
        } else {
            ENTRY_OF_TENANT
        };
        let row = tx.one(sql, &[self.no.into(), seq.into()]).await?;
        Ok((row.get("no")?, row.get("created_at")?))
    }
}

impl Transactions {
    fn none() -> Self {
        Self {
            total: 0,
            rows: Vec::new(),
        }
    }

    fn new(total: i64, rows: &[Row]) -> Result<Self> {
        let rows = rows.iter().map(transaction).collect::<Result<_>>()?;
        Ok(Self { total, rows })
    }
}

fn transaction(row: &Row) -> Result<TransactionRow> {
    let number_of_shares = row.get("number_of_shares")?;
    let price: Kobo = row.get("price_kobo")?;
    let amount = price.checked_mul(number_of_shares);
    Ok(TransactionRow {
        id: row.get("transaction_id")?,
        reference: row.get("transaction_reference")?,
        subscription_id: row.get("id")?,
        investor_name: row.get("investor_name")?,
        profile_type: profile_of(row)?,
        offer_id: row.get("offer_id")?,
        offer_name: row.get("offer_name")?,
        number_of_shares,
        amount: amount.ok_or_else(|| Error::internal("an amount overflows"))?,
        state: state_of(row)?,
        shares_allotted: row.get("shares_allotted")?,
        refund: row.get("refund_kobo")?,
        settled_at: row.get("settled_at")?,
        reason: row.get("reason")?,
        created_at: row.get("created_at")?,
        client_reference: row.get("client_reference")?,
        exchange_reference: row.get("exchange_reference")?,
        exchange_subscription_id: row.get("exchange_subscription_id")?,
        payment_url: row.get("payment_url")?,
        past: None,
    })
}
