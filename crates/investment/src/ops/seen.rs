//! The market as a tenant sees it: the offers of everyone and its own, with its applications.

use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Result, TenantId};
use kofa_store::{Op, Row, Tx, Value};

use super::offers::offer;
use crate::offer::Offer;

/// An offer, and how many applications the tenant ever made to it.
#[derive(Clone, Debug)]
pub struct SeenOffer {
    pub offer: Offer,
    pub applications: i64,
}

macro_rules! seen_where {
    ($rest:literal) => {
        concat!(
            "select o.*, coalesce(b.last_seq, 0) as applications from offer o \
             left join subscription_book b on b.environment = o.environment \
             and b.tenant_id = $2 and b.offer_id = o.id \
             where o.environment = $1 and (o.tenant_id is null or o.tenant_id = $2) and ",
            $rest
        )
    };
}

const LIST: &str = seen_where!(
    "(o.close_at < $3 or (o.close_at = $3 and o.id < $4)) \
     order by o.close_at desc, o.id desc limit $5"
);
const FIND: &str = seen_where!("o.id = $3");

fn seen(row: &Row) -> Result<SeenOffer> {
    Ok(SeenOffer {
        offer: offer(row)?,
        applications: row.get("applications")?,
    })
}

/// Lists the offers that a tenant sees, the last to close first. An environment has some ten
/// thousand at most, which are sorted for every page.
#[derive(Clone, Debug)]
pub struct ListSeenOffers {
    pub tenant_id: TenantId,
    pub environment: Environment,
    pub page: Page,
}

impl Op for ListSeenOffers {
    type Out = Listed<SeenOffer>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let (close_at, id) = match self.page.after_key() {
            "" => (i64::MAX, ""),
            key => {
                let parts = key.split_once(':');
                let (micros, id) = parts.ok_or_else(Page::wrong_cursor)?;
                (micros.parse().map_err(|_| Page::wrong_cursor())?, id)
            }
        };
        let params: [Value<'_>; 5] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            close_at.into(),
            id.into(),
            self.page.rows().into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let items = rows.iter().map(seen).collect::<Result<_>>()?;
        let position =
            |one: &SeenOffer| format!("{}:{}", one.offer.close_at.micros(), one.offer.id);
        Ok(self.page.cut(items, position))
    }
}

/// Finds an offer that a tenant sees.
#[derive(Clone, Debug)]
pub struct FindSeenOffer {
    pub tenant_id: TenantId,
    pub environment: Environment,
    pub id: String,
}

impl Op for FindSeenOffer {
    type Out = Option<SeenOffer>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            (&self.id).into(),
        ];
        tx.opt(FIND, &params).await?.as_ref().map(seen).transpose()
    }
}
