//! The list of a tenant's transactions.

use kofa_domain::{Environment, Error, Kobo, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use crate::subscription::{AllotmentStatus, PaymentStatus, Status};

/// One transaction, the investor's name still sealed.
#[derive(Clone, Debug)]
pub struct TransactionRow {
    /// Its id.
    pub id: String,
    /// What it is called towards people.
    pub reference: String,
    /// The subscription it pays for.
    pub subscription_id: String,
    /// The investor's name, sealed.
    pub investor_name: Vec<u8>,
    /// For which offer.
    pub offer_id: String,
    /// What that is called.
    pub offer_name: String,
    /// How many shares.
    pub number_of_shares: i64,
    /// What they cost.
    pub amount: Kobo,
    /// Where the subscription is.
    pub status: Status,
    /// Where the payment is.
    pub payment_status: PaymentStatus,
    /// What came of the allotment.
    pub allotment_status: AllotmentStatus,
    /// How many shares were allotted, once known.
    pub shares_allotted: Option<i64>,
    /// What goes or went back, once known.
    pub refund: Option<Kobo>,
    /// When it was paid.
    pub settled_at: Option<Timestamp>,
    /// Why it was refused or failed.
    pub reason: Option<String>,
    /// When it was received.
    pub created_at: Timestamp,
}

/// A page, and how many there are.
#[derive(Debug)]
pub struct Transactions {
    /// All that match.
    pub total: i64,
    /// Those of the page, newest first.
    pub rows: Vec<TransactionRow>,
}

/// Reads a page of a tenant's transactions. What is absent does not filter.
#[derive(Clone, Debug)]
pub struct ListTransactions {
    /// Whose.
    pub tenant_id: TenantId,
    /// In which world.
    pub environment: Environment,
    /// Exactly this one.
    pub reference: Option<String>,
    /// For this offer.
    pub offer_id: Option<String>,
    /// In this state.
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

// Each filter that can narrow the search has an index that begins with it and answers count
// and order alone; rows are fetched for the page only.
const COUNT: &str = "select count(*) as n from subscription \
     where environment = $1 and tenant_id = $2 and created_at >= $3 and created_at < $4 \
     and ($5 = '' or status = $5)";
const PAGE: &str = "select s.*, o.name as offer_name from subscription s \
     join offer o on o.environment = s.environment and o.id = s.offer_id \
     where s.id in (select id from subscription \
     where environment = $1 and tenant_id = $2 and created_at >= $3 and created_at < $4 \
     and ($5 = '' or status = $5) \
     order by created_at desc, id desc limit $6 offset $7) \
     order by s.created_at desc, s.id desc";
const COUNT_OFFER: &str = "select count(*) as n from subscription \
     where environment = $1 and tenant_id = $2 and created_at >= $3 and created_at < $4 \
     and ($5 = '' or status = $5) and offer_id = $6";
const PAGE_OFFER: &str = "select s.*, o.name as offer_name from subscription s \
     join offer o on o.environment = s.environment and o.id = s.offer_id \
     where s.id in (select id from subscription \
     where environment = $1 and tenant_id = $2 and created_at >= $3 and created_at < $4 \
     and ($5 = '' or status = $5) and offer_id = $6 \
     order by created_at desc, id desc limit $7 offset $8) \
     order by s.created_at desc, s.id desc";
const ONE: &str = "select s.*, o.name as offer_name from subscription s \
     join offer o on o.environment = s.environment and o.id = s.offer_id \
     where s.environment = $1 and s.tenant_id = $2 and s.created_at >= $3 and s.created_at < $4 \
     and ($5 = '' or s.status = $5) and s.transaction_reference = $6";

impl Op for ListTransactions {
    type Out = Transactions;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Transactions> {
        let mut of: Vec<Value<'_>> = vec![
            self.environment.into(),
            (&self.tenant_id).into(),
            self.from.unwrap_or(Timestamp::from_micros(i64::MIN)).into(),
            self.to.unwrap_or(Timestamp::from_micros(i64::MAX)).into(),
            self.status.map_or("", Status::as_str).into(),
        ];
        if let Some(reference) = &self.reference {
            of.push(reference.into());
            return self.one(tx, &of).await;
        }
        let (count, page) = match &self.offer_id {
            None => (COUNT, PAGE),
            Some(offer_id) => {
                of.push(offer_id.into());
                (COUNT_OFFER, PAGE_OFFER)
            }
        };
        let total = tx.one(count, &of).await?.get("n")?;
        if self.offset >= total {
            return Ok(Transactions {
                total,
                rows: Vec::new(),
            });
        }
        of.extend([self.size.into(), self.offset.into()]);
        let rows = tx.rows(page, &of).await?;
        let rows = rows.iter().map(transaction).collect::<Result<_>>()?;
        Ok(Transactions { total, rows })
    }
}

impl ListTransactions {
    /// A reference names one at most: no counting, no order.
    async fn one(&self, tx: &mut Tx<'_>, of: &[Value<'_>]) -> Result<Transactions> {
        let found = tx.opt(ONE, of).await?;
        let found = found.as_ref().map(transaction).transpose()?;
        let wanted = |row: &TransactionRow| {
            self.offer_id
                .as_ref()
                .is_none_or(|offer_id| *offer_id == row.offer_id)
        };
        let mut rows: Vec<_> = found.into_iter().filter(wanted).collect();
        let total = i64::from(!rows.is_empty());
        if self.offset > 0 {
            rows.clear();
        }
        Ok(Transactions { total, rows })
    }
}

fn transaction(row: &Row) -> Result<TransactionRow> {
    let unknown = || Error::internal("a stored subscription has an unknown status");
    let word = |column: &str| -> Result<String> { Ok(row.get(column)?) };
    Ok(TransactionRow {
        id: row.get("transaction_id")?,
        reference: row.get("transaction_reference")?,
        subscription_id: row.get("id")?,
        investor_name: row.get("investor_name")?,
        offer_id: row.get("offer_id")?,
        offer_name: row.get("offer_name")?,
        number_of_shares: row.get("number_of_shares")?,
        amount: row.get("amount_kobo")?,
        status: Status::parse(&word("status")?).ok_or_else(unknown)?,
        payment_status: PaymentStatus::parse(&word("payment_status")?).ok_or_else(unknown)?,
        allotment_status: AllotmentStatus::parse(&word("allotment_status")?).ok_or_else(unknown)?,
        shares_allotted: row.get("shares_allotted")?,
        refund: row.get("refund_kobo")?,
        settled_at: row.get("settled_at")?,
        reason: row.get("reason")?,
        created_at: row.get("created_at")?,
    })
}
