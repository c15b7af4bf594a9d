//! Offers: the list nodes keep in memory, and the sandbox's own.

use std::collections::BTreeMap;

use kofa_domain::{Environment, Error, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use super::exchange_lists::{ExchangeLists, exchange_lists};
use super::offer_version::changed;
use super::reference::{bank_settings, broker_settings};
use crate::approval::Clearance;
use crate::brokers::Broker;
use crate::market::ListedBank;
use crate::offer::{Offer, OfferDetails, OfferStatus, OfferType};
use crate::ports::contract::MAIN;
use crate::seed::sandbox_offers;

/// Offers for everyone that a node keeps in memory of an environment, at most.
pub const OFFERS_MAX: i64 = 10_000;
/// Offers of tenants' own sandboxes that a node keeps in memory, at most.
pub const OWN_OFFERS_MAX: i64 = 20_000;

/// All offers of an environment, what operators say of banks and brokers, and the version they
/// have.
#[derive(Debug)]
pub struct OffersAsOf {
    /// Moves with every change.
    pub version: i64,
    /// In no order; those of tenants' own sandboxes too.
    pub offers: Vec<Offer>,
    /// Settings that stand in the place of the data.
    pub banks: Vec<ListedBank>,
    /// Settings that stand in the place of the data, and brokers that operators added.
    pub brokers: Vec<Broker>,
    /// What exchanges outside sent, by their names in the settings.
    pub lists: BTreeMap<String, ExchangeLists>,
}

const VERSION: &str = "select value from offer_version where environment = $1";

/// Reads how far the offers of an environment have moved.
#[derive(Debug)]
pub struct ReadVersion {
    pub environment: Environment,
}

impl Op for ReadVersion {
    type Out = i64;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let row = tx.one(VERSION, &[self.environment.into()]).await?;
        Ok(row.get("value")?)
    }
}

const PUBLIC: &str = "select * from offer where environment = $1 and tenant_id is null \
     order by id limit $2";
const OWN: &str = "select * from offer where environment = $1 and tenant_id is not null \
     order by tenant_id, id limit $2";

/// Reads all offers of an environment, with banks and brokers. Offers are public, but for
/// those that name a tenant.
#[derive(Debug)]
pub struct ReadOffers {
    pub environment: Environment,
}

impl Op for ReadOffers {
    type Out = OffersAsOf;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<OffersAsOf> {
        let version = tx
            .one(VERSION, &[self.environment.into()])
            .await?
            .get("value")?;
        let params = [self.environment.into(), OFFERS_MAX.into()];
        let mut rows = tx.rows(PUBLIC, &params).await?;
        if self.environment == Environment::Sandbox {
            let params = [self.environment.into(), OWN_OFFERS_MAX.into()];
            rows.extend(tx.rows(OWN, &params).await?);
        }
        let offers = rows.iter().map(offer).collect::<Result<_>>()?;
        Ok(OffersAsOf {
            version,
            offers,
            banks: bank_settings(tx).await?,
            brokers: broker_settings(tx).await?,
            lists: exchange_lists(tx, self.environment).await?,
        })
    }
}

/// An offer as a row of its table has it.
pub(super) fn offer(row: &Row) -> Result<Offer> {
    let wrong = |what: &str| Error::internal(format!("a stored offer has a wrong {what}"));
    let offer_type: String = row.get("offer_type")?;
    let operator_status: Option<String> = row.get("operator_status")?;
    let operator_status = match operator_status {
        None => None,
        Some(word) => Some(OfferStatus::parse(&word).ok_or_else(|| wrong("status"))?),
    };
    let details: String = row.get("details")?;
    let exchange = exchange(row)?;
    Ok(Offer {
        id: row.get("id")?,
        tenant: row.get("tenant_id")?,
        name: row.get("name")?,
        offer_type: OfferType::parse(&offer_type).ok_or_else(|| wrong("type"))?,
        price: row.get("price_kobo")?,
        minimum_shares: row.get("minimum_shares")?,
        multiple: row.get("multiple")?,
        maximum_shares: row.get("maximum_shares")?,
        shares_on_offer: row.get("shares_on_offer")?,
        open_at: row.get("open_at")?,
        close_at: row.get("close_at")?,
        original_close_at: row.get("original_close_at")?,
        operator_status,
        updated_at: row.get("updated_at")?,
        clearance: clearance(row, exchange.is_some())?,
        exchange,
        details: serde_json::from_str::<OfferDetails>(&details)
            .map_err(|error| wrong("details").with_context(error))?,
    })
}

/// The exchange that has the offer: the only one there was, in rows from before there could be
/// several.
fn exchange(row: &Row) -> Result<Option<String>> {
    let named: Option<String> = row.get("exchange")?;
    let is_of_exchange: bool = row.get("is_of_exchange")?;
    Ok(is_of_exchange.then(|| named.unwrap_or_else(|| MAIN.to_owned())))
}

/// Nothing is asked in the sandbox, and an exchange outside has its own word on its offers.
fn clearance(row: &Row, is_of_exchange: bool) -> Result<Clearance> {
    if is_of_exchange || row.get::<Environment>("environment")? == Environment::Sandbox {
        return Ok(Clearance::NotAsked);
    }
    let approval: Option<String> = row.get("approval")?;
    let approval = approval.map(|text| serde_json::from_str(&text));
    let approval = approval.transpose().map_err(Error::internal)?;
    Ok(Clearance::Asked(approval))
}

const INSERT: &str = "insert into offer (environment, id, name, offer_type, price_kobo, \
     minimum_shares, multiple, maximum_shares, shares_on_offer, open_at, close_at, \
     original_close_at, operator_status, details, seeded, tenant_id, updated_at, \
     is_of_exchange, exchange) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, \
     $14, $15, $16, $17, $18, $19) \
     on conflict (environment, id) do nothing";
const SEEDED: &str = "select * from offer where environment = $1 and id = $2 and seeded";
const REDATE: &str = "update offer set open_at = $3, close_at = $4, original_close_at = $5, \
     details = $6 where environment = $1 and id = $2 and seeded";

/// Puts the sandbox's offers there, and moves the dates of those that time has carried out
/// of their role. May run at every start; what the operator changed stays as it is.
#[derive(Debug)]
pub struct SeedOffers {
    pub now: Timestamp,
}

impl Op for SeedOffers {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let mut changes = 0;
        for one in sandbox_offers(self.now) {
            let inserted = insert(tx, Environment::Sandbox, &one.offer, true).await?;
            changes += inserted;
            if inserted > 0 {
                continue;
            }
            let params = [Environment::Sandbox.into(), (&one.offer.id).into()];
            let Some(row) = tx.opt(SEEDED, &params).await? else {
                continue;
            };
            if offer(&row)?.status(self.now) != one.role {
                changes += redate(tx, &one.offer).await?;
            }
        }
        if changes > 0 {
            changed(tx, Environment::Sandbox).await?;
        }
        Ok(())
    }
}

/// Puts a new offer there; 0 if its id is taken. Of the sandbox's own, `seeded`: their dates
/// move on by themselves until an operator touches them.
pub(super) async fn insert(
    tx: &mut Tx<'_>,
    environment: Environment,
    offer: &Offer,
    seeded: bool,
) -> Result<u64> {
    let params: [Value<'_>; 19] = [
        environment.into(),
        (&offer.id).into(),
        (&offer.name).into(),
        offer.offer_type.as_str().into(),
        offer.price.into(),
        offer.minimum_shares.into(),
        offer.multiple.into(),
        offer.maximum_shares.into(),
        offer.shares_on_offer.into(),
        offer.open_at.into(),
        offer.close_at.into(),
        offer.original_close_at.into(),
        offer.operator_status.map(OfferStatus::as_str).into(),
        details(offer)?.into(),
        seeded.into(),
        offer.tenant.as_ref().map(TenantId::as_str).into(),
        offer.updated_at.into(),
        offer.is_of_exchange().into(),
        offer.exchange.as_deref().into(),
    ];
    Ok(tx.exec(INSERT, &params).await?)
}

async fn redate(tx: &mut Tx<'_>, offer: &Offer) -> Result<u64> {
    let params: [Value<'_>; 6] = [
        Environment::Sandbox.into(),
        (&offer.id).into(),
        offer.open_at.into(),
        offer.close_at.into(),
        offer.original_close_at.into(),
        details(offer)?.into(),
    ];
    tx.exec_one(REDATE, &params).await?;
    Ok(1)
}

pub(super) fn details(offer: &Offer) -> Result<String> {
    serde_json::to_string(&offer.details).map_err(Error::internal)
}
