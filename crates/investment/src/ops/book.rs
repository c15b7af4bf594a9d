//! The book of an offer as operators look at it: cheap where it can be, summed where it is
//! asked for.

use kofa_domain::{Environment, Kobo, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx};

use super::market::{MarketOffer, OfferCounts, find};
use super::register::LOW_BITS;
use crate::allotment::Band;
use crate::allotment::basis::by_size;

const ENTERED: &str = "select cast(coalesce(sum(last_seq), 0) as bigint) as n \
     from subscription_book where environment = $1 and offer_id = $2";

/// One offer with the number of all its subscriptions, which is kept and need not be counted.
#[derive(Clone, Debug)]
pub struct LookUpOffer {
    pub environment: Environment,
    pub id: String,
}

impl Op for LookUpOffer {
    type Out = MarketOffer;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<MarketOffer> {
        let offer = find(tx, self.environment, &self.id).await?;
        let params = [self.environment.into(), (&self.id).into()];
        let all = tx.one(ENTERED, &params).await?.get("n")?;
        let counts = OfferCounts {
            all,
            ..OfferCounts::default()
        };
        Ok(MarketOffer { offer, counts })
    }
}

/// All subscriptions of an offer in one status, summed. Demand has no bound: a sum that is more
/// than 64 bits hold is the most that they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookLine {
    pub status: String,
    pub subscriptions: i64,
    /// Shares they ask for.
    pub shares: i64,
    pub amount: Kobo,
    pub paid: Kobo,
    /// Shares allotted to them.
    pub allotted: i64,
    /// What goes or went back.
    pub refunds: Kobo,
}

impl BookLine {
    /// Counts `other` in.
    pub fn add(&mut self, other: &Self) {
        let kobo = |a: Kobo, b: Kobo| Kobo::new(a.get().saturating_add(b.get()));
        self.subscriptions += other.subscriptions;
        self.shares = self.shares.saturating_add(other.shares);
        self.amount = kobo(self.amount, other.amount);
        self.paid = kobo(self.paid, other.paid);
        self.allotted = self.allotted.saturating_add(other.allotted);
        self.refunds = kobo(self.refunds, other.refunds);
    }
}

/// The higher and the lower part of a sum, which [`whole`] puts together: what each adds up to
/// fits 64 bits.
macro_rules! parts {
    ($of:literal, $name:literal) => {
        concat!(
            ", cast(sum((",
            $of,
            ") >> 30) as bigint) as ",
            $name,
            "_high, cast(sum((",
            $of,
            ") & 1073741823) as bigint) as ",
            $name,
            "_low"
        )
    };
}

const SUMS: &str = concat!(
    "select t.status as status, count(*) as n",
    parts!("t.number_of_shares", "shares"),
    parts!("t.number_of_shares * t.price_kobo", "amount"),
    parts!(
        "case when t.settled_at is null then 0 else t.number_of_shares * t.price_kobo end",
        "paid"
    ),
    parts!("coalesce(t.shares_allotted, 0)", "allotted"),
    parts!("coalesce(t.refund_kobo, 0)", "refunds"),
    " from subscription_book b join subscription_state t on t.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 and ($3 = '' or b.tenant_id = $3) \
     group by t.status order by t.status"
);

/// Sums the book of an offer by status. Reads every subscription: seconds for millions.
#[derive(Clone, Debug)]
pub struct SumBook {
    pub environment: Environment,
    pub offer_id: String,
    /// Only the subscriptions of this tenant.
    pub tenant_id: Option<TenantId>,
}

impl Op for SumBook {
    type Out = Vec<BookLine>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<BookLine>> {
        find(tx, self.environment, &self.offer_id).await?;
        let tenant = self.tenant_id.as_ref().map_or("", TenantId::as_str);
        let params = [
            self.environment.into(),
            (&self.offer_id).into(),
            tenant.into(),
        ];
        tx.rows(SUMS, &params).await?.iter().map(line).collect()
    }
}

fn line(row: &Row) -> Result<BookLine> {
    Ok(BookLine {
        status: row.get("status")?,
        subscriptions: row.get("n")?,
        shares: whole(row, "shares")?,
        amount: Kobo::new(whole(row, "amount")?),
        paid: Kobo::new(whole(row, "paid")?),
        allotted: whole(row, "allotted")?,
        refunds: Kobo::new(whole(row, "refunds")?),
    })
}

fn whole(row: &Row, name: &str) -> Result<i64> {
    let high: i64 = row.get(&format!("{name}_high"))?;
    let low: i64 = row.get(&format!("{name}_low"))?;
    let sum = (i128::from(high) << LOW_BITS) + i128::from(low);
    Ok(i64::try_from(sum).unwrap_or(i64::MAX))
}

/// Applications that an offer's demand is made of: those that are not out of it.
const DEMAND_BY_DAY: &str = concat!(
    "select t.created_at - (t.created_at + 3600000000) % 86400000000 as day, count(*) as n",
    parts!("t.number_of_shares", "shares"),
    parts!(
        "case when t.settled_at is null then 0 else t.number_of_shares end",
        "paid"
    ),
    " from subscription_book b join subscription_state t on t.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 \
     and t.status not in ('rejected', 'payment_failed', 'expired', 'cancelled') \
     group by 1 order by 1"
);
const DEMAND_BY_SIZE: &str = "select t.number_of_shares as size, count(*) as n \
     from subscription_book b join subscription_state t on t.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 \
     and t.status not in ('rejected', 'payment_failed', 'expired', 'cancelled') \
     group by 1 order by 1";

/// Applications that came on a day in Lagos.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemandDay {
    /// The beginning of the day.
    pub day: Timestamp,
    pub applications: i64,
    /// Shares they ask for.
    pub shares: i64,
    /// Those of them that are paid.
    pub paid: i64,
}

/// What is asked of an offer: without applications that were rejected, cancelled or not paid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DemandOf {
    /// Days on which applications came, in order.
    pub days: Vec<DemandDay>,
    /// By size, as an allotment's table has them: without what was allotted.
    pub bands: Vec<Band>,
}

/// Sums what is asked of an offer by day and by size. Reads every subscription twice: seconds for
/// millions.
#[derive(Clone, Debug)]
pub struct SumDemand {
    pub environment: Environment,
    pub offer_id: String,
}

impl Op for SumDemand {
    type Out = DemandOf;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<DemandOf> {
        let offer = find(tx, self.environment, &self.offer_id).await?;
        let params = [self.environment.into(), (&self.offer_id).into()];
        let day = |row: &Row| {
            Ok(DemandDay {
                day: row.get("day")?,
                applications: row.get("n")?,
                shares: whole(row, "shares")?,
                paid: whole(row, "paid")?,
            })
        };
        let size = |row: &Row| -> Result<(i64, Band)> {
            let (size, applications): (i64, i64) = (row.get("size")?, row.get("n")?);
            let band = Band {
                applications,
                requested: size.saturating_mul(applications),
                ..Band::default()
            };
            Ok((size, band))
        };
        let days = tx.rows(DEMAND_BY_DAY, &params).await?;
        let sizes = tx.rows(DEMAND_BY_SIZE, &params).await?;
        let days: Result<Vec<_>> = days.iter().map(day).collect();
        let sizes: Result<Vec<_>> = sizes.iter().map(size).collect();
        Ok(DemandOf {
            days: days?,
            bands: by_size(offer.minimum_shares, sizes?.into_iter()),
        })
    }
}
