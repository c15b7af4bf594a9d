//! The book of an offer as operators look at it: cheap where it can be, summed where it is
//! asked for.

use kofa_domain::{Environment, Kobo, Result};
use kofa_store::{Op, Row, Tx};

use super::market::{MarketOffer, OfferCounts, find};

const ENTERED: &str = "select cast(coalesce(sum(last_seq), 0) as bigint) as n \
     from subscription_book where environment = $1 and offer_id = $2";

/// One offer with the number of all its subscriptions, which is kept and need not be counted.
#[derive(Clone, Debug)]
pub struct LookUpOffer {
    /// Where.
    pub environment: Environment,
    /// Which.
    pub id: String,
}

impl Op for LookUpOffer {
    type Out = MarketOffer;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<MarketOffer> {
        let offer = find(tx, self.environment, &self.id).await?;
        let of = [self.environment.into(), (&self.id).into()];
        let all = tx.one(ENTERED, &of).await?.get("n")?;
        let counts = OfferCounts {
            all,
            ..OfferCounts::default()
        };
        Ok(MarketOffer { offer, counts })
    }
}

/// All subscriptions of an offer in one status, summed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookLine {
    /// Their status.
    pub status: String,
    /// How many.
    pub subscriptions: i64,
    /// Shares they ask for.
    pub shares: i64,
    /// What those cost.
    pub amount: Kobo,
    /// What was paid.
    pub paid: Kobo,
    /// Shares allotted to them.
    pub allotted: i64,
    /// What goes or went back.
    pub refunds: Kobo,
}

const SUMS: &str = "select t.status as status, count(*) as n, \
     cast(sum(t.number_of_shares) as bigint) as shares, \
     cast(sum(t.number_of_shares * t.price_kobo) as bigint) as amount, \
     cast(sum(case when t.settled_at is null then 0 \
         else t.number_of_shares * t.price_kobo end) as bigint) as paid, \
     cast(sum(coalesce(t.shares_allotted, 0)) as bigint) as allotted, \
     cast(sum(coalesce(t.refund_kobo, 0)) as bigint) as refunds \
     from subscription_book b join subscription_state t on t.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 group by t.status order by t.status";

/// Sums the book of an offer by status. Reads every subscription: seconds for millions.
#[derive(Clone, Debug)]
pub struct SumBook {
    /// Where.
    pub environment: Environment,
    /// Of which offer.
    pub offer_id: String,
}

impl Op for SumBook {
    type Out = Vec<BookLine>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<BookLine>> {
        find(tx, self.environment, &self.offer_id).await?;
        let of = [self.environment.into(), (&self.offer_id).into()];
        tx.rows(SUMS, &of).await?.iter().map(line).collect()
    }
}

fn line(row: &Row) -> Result<BookLine> {
    Ok(BookLine {
        status: row.get("status")?,
        subscriptions: row.get("n")?,
        shares: row.get("shares")?,
        amount: row.get("amount")?,
        paid: row.get("paid")?,
        allotted: row.get("allotted")?,
        refunds: row.get("refunds")?,
    })
}
