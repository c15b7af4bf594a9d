//! What operators do to offers. Every change moves the version first, so that nodes read again
//! and changes of offers are in a row; then the offer, then the audit chain.

use std::collections::HashMap;

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Listed, Page, Right};
use kofa_domain::{Environment, Error, Fault, Ids, Result, TenantId, Timestamp, codes as common};
use kofa_identity::tenants::FindTenant;
use kofa_store::{Op, Row, Tx, Value};
use serde_json::{Value as Json, json};

use super::events::tell_of_offer;
use super::offer_version::changed;
use super::offers::{OFFERS_MAX, OWN_OFFERS_MAX, details, insert, offer};
use crate::codes;
use crate::market::{Action, Edited, OfferChange, Planned, edited};
use crate::offer::{Offer, OfferStatus};

/// Offers of its own that a tenant may have in its sandbox.
const OWN_MAX: i64 = 20;

const FIND: &str = "select * from offer where environment = $1 and id = $2";
const UPDATE: &str = "update offer set name = $3, offer_type = $4, price_kobo = $5, \
     minimum_shares = $6, multiple = $7, maximum_shares = $8, shares_on_offer = $9, \
     open_at = $10, close_at = $11, original_close_at = $12, operator_status = $13, \
     details = $14, updated_at = $15, seeded = $16 where environment = $1 and id = $2";
const HOW_MANY: &str = "select count(*) as n from offer \
     where environment = $1 and tenant_id is null";
const HOW_MANY_OWN: &str = "select count(*) as n from offer where tenant_id is not null";
const HOW_MANY_OF: &str = "select count(*) as n from offer where tenant_id = $1";

/// The offer `id`.
///
/// # Errors
/// 404 `not_found`.
pub(super) async fn find(tx: &mut Tx<'_>, environment: Environment, id: &str) -> Result<Offer> {
    let row = tx.opt(FIND, &[environment.into(), id.into()]).await?;
    let missing = || Error::new(&common::NOT_FOUND, "There is no such offer.");
    offer(&row.ok_or_else(missing)?)
}

/// Whoever may change this offer: operators of the market, and the tenant whose alone it is.
pub(super) fn needs(by: &ActorAt, tenant: Option<&TenantId>) -> Result<()> {
    by.actor.needs(match tenant {
        Some(tenant) => Right::Sandbox(tenant),
        None => Right::Market,
    })
}

/// The offer `id` for whoever may change it, as it stays until the commit: changes of offers wait
/// from here on, so that what is judged of it holds when it is written.
///
/// # Errors
/// 404 `not_found`, 403 `forbidden`.
pub(super) async fn find_to_change(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    environment: Environment,
    id: &str,
) -> Result<Offer> {
    let seen = find(tx, environment, id).await?;
    needs(by, seen.tenant.as_ref())?;
    changed(tx, environment).await?;
    // Again: whoever was waited for may have changed it.
    let offer = find(tx, environment, id).await?;
    must_be_ours(&offer)?;
    Ok(offer)
}

/// Refuses what is the exchange's to do.
///
/// # Errors
/// `offer_of_exchange`.
pub(super) fn must_be_ours(offer: &Offer) -> Result<()> {
    match offer.is_of_exchange() {
        true => Err(Error::plain(&codes::OFFER_OF_EXCHANGE)),
        false => Ok(()),
    }
}

/// Stores a changed offer, and tells whoever sees it.
pub(super) async fn update(
    tx: &mut Tx<'_>,
    environment: Environment,
    offer: &Offer,
    at: Timestamp,
) -> Result<()> {
    let params: [Value<'_>; 16] = [
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
        offer.updated_at.into(),
        // From now on it is the operator's: its dates do not move by themselves.
        false.into(),
    ];
    tx.exec_one(UPDATE, &params).await?;
    tell_of_offer(tx, environment, offer, at).await
}

async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    offer: &Offer,
    details: Json,
) -> Result<()> {
    let change = Change {
        by,
        action,
        subject: &offer.id,
        tenant: offer.tenant.as_ref(),
        details,
    };
    audit::append(tx, change).await
}

async fn count(tx: &mut Tx<'_>, sql: &'static str, of: &[Value<'_>]) -> Result<i64> {
    Ok(tx.one(sql, of).await?.get("n")?)
}

/// Makes offers: all of them or none. One that is there already with the same content is left
/// as it is, so that a file can be imported again.
#[derive(Debug)]
pub struct CreateOffers {
    pub by: ActorAt,
    pub environment: Environment,
    /// As [`crate::market::read_file`] gives them, or one of them.
    pub offers: Vec<Planned>,
}

/// What came of [`CreateOffers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// Those that are new, as stored.
    pub offers: Vec<Offer>,
    /// How many were there already.
    pub unchanged: usize,
}

impl Op for CreateOffers {
    type Out = Created;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Created> {
        self.by.actor.needs(Right::Market)?;
        changed(tx, self.environment).await?;
        let there = count(tx, HOW_MANY, &[self.environment.into()]).await?;
        let (mut made, mut faults, mut unchanged) = (Vec::new(), Vec::new(), 0);
        for planned in &self.offers {
            let mut offer = planned.offer.clone();
            offer.updated_at = self.by.at;
            if insert(tx, self.environment, &offer, false).await? == 1 {
                made.push(offer);
            } else if self.is_there(tx, &offer).await? {
                unchanged += 1;
            } else {
                faults.push(self.taken(planned));
            }
        }
        Error::check(faults)?;
        if there + i64::try_from(made.len()).map_err(Error::internal)? > OFFERS_MAX {
            return Err(Error::plain(&codes::OFFER_LIMIT_REACHED));
        }
        for offer in &made {
            let details = json!({
                "environment": self.environment,
                "name": offer.name,
                "openAt": offer.open_at.rfc3339(),
                "closeAt": offer.close_at.rfc3339(),
                "priceKobo": offer.price,
                "sharesOnOffer": offer.shares_on_offer,
            });
            note(tx, &self.by, "offer.create", offer, details).await?;
            tell_of_offer(tx, self.environment, offer, self.by.at).await?;
        }
        Ok(Created {
            offers: made,
            unchanged,
        })
    }
}

impl CreateOffers {
    async fn is_there(&self, tx: &mut Tx<'_>, offer: &Offer) -> Result<bool> {
        let there = find(tx, self.environment, &offer.id).await?;
        let same = Offer {
            updated_at: offer.updated_at,
            clearance: offer.clearance.clone(),
            ..there
        };
        Ok(same == *offer)
    }

    fn taken(&self, planned: &Planned) -> Fault {
        let id = &planned.offer.id;
        let message = format!("There is another offer `{id}` already.");
        match self.offers.len() {
            1 => Fault::on("id", &codes::OFFER_EXISTS, message),
            _ => {
                let line = planned.line;
                let message = format!("Line {line}: {message}");
                Fault::on(format!("line {line}: id"), &codes::OFFER_EXISTS, message)
            }
        }
    }
}

/// Changes fields of an offer.
#[derive(Debug)]
pub struct EditOffer {
    pub by: ActorAt,
    pub environment: Environment,
    pub id: String,
    pub change: OfferChange,
}

impl Op for EditOffer {
    type Out = MarketOffer;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<MarketOffer> {
        let before = find_to_change(tx, &self.by, self.environment, &self.id).await?;
        let counts = counts(tx, self.environment, &self.id).await?;
        let at = self.by.at;
        let Edited { offer, changes } = edited(&before, self.change.clone(), counts.all, at)?;
        if !changes.is_empty() {
            update(tx, self.environment, &offer, at).await?;
            let details = json!({"environment": self.environment, "changes": changes});
            note(tx, &self.by, "offer.edit", &offer, details).await?;
        }
        Ok(MarketOffer { offer, counts })
    }
}

/// Moves an offer through its life. What follows for its subscriptions is the worker's.
#[derive(Debug)]
pub struct MoveOffer {
    pub by: ActorAt,
    pub environment: Environment,
    pub id: String,
    pub action: Action,
}

impl Op for MoveOffer {
    type Out = MarketOffer;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<MarketOffer> {
        let before = find_to_change(tx, &self.by, self.environment, &self.id).await?;
        let offer = self.action.after(&before, self.by.at)?;
        update(tx, self.environment, &offer, self.by.at).await?;
        let details = json!({
            "environment": self.environment,
            "from": before.status(self.by.at).as_str(),
            "to": offer.status(self.by.at).as_str(),
            "closeAt": offer.close_at.rfc3339(),
            "reason": offer.details.status_reason,
        });
        note(tx, &self.by, self.action.audited(), &offer, details).await?;
        let counts = counts(tx, self.environment, &self.id).await?;
        Ok(MarketOffer { offer, counts })
    }
}

/// Gives a tenant a copy of an offer that only its own sandbox has: what it does with it
/// disturbs nobody. Its dates are those of the original; they decide its status.
#[derive(Debug)]
pub struct CopySandboxOffer {
    by: ActorAt,
    tenant: TenantId,
    of: String,
    id: Option<String>,
    chance: [u8; 4],
}

impl CopySandboxOffer {
    /// A copy of the sandbox's offer `of` for `tenant`, named `id` or after its symbol
    /// (`OFR-BAOBAB-7K2M4Q`).
    pub fn new(ids: Ids, by: ActorAt, tenant: TenantId, of: String, id: Option<String>) -> Self {
        let chance = ids.secret();
        Self {
            by,
            tenant,
            of,
            id,
            chance,
        }
    }

    /// Six characters of Crockford's base 32: no letter looks like a digit.
    fn suffix(&self) -> String {
        const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        let bits = u32::from_be_bytes(self.chance);
        let digit = |at: u32| char::from(DIGITS[(bits >> (at * 5) & 31) as usize]);
        (0..6).map(digit).collect()
    }

    async fn original(&self, tx: &mut Tx<'_>) -> Result<Offer> {
        let params = [Environment::Sandbox.into(), (&self.of).into()];
        let row = tx.opt(FIND, &params).await?;
        let found = row.as_ref().map(offer).transpose()?;
        let mine = |offer: &Offer| offer.tenant.as_ref().is_none_or(|one| *one == self.tenant);
        found.filter(mine).ok_or_else(|| {
            let message = "`copyOf` must name an offer of the sandbox.";
            Error::on("copyOf", &codes::OFFER_NOT_FOUND, message)
        })
    }
}

impl Op for CopySandboxOffer {
    type Out = Offer;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Offer> {
        self.by.actor.needs(Right::Sandbox(&self.tenant))?;
        let tenant = self.tenant.clone();
        FindTenant { tenant }.run(tx).await?;
        changed(tx, Environment::Sandbox).await?;
        let mut copy = self.original(tx).await?;
        let own = count(tx, HOW_MANY_OF, &[(&self.tenant).into()]).await?;
        if own >= OWN_MAX || count(tx, HOW_MANY_OWN, &[]).await? >= OWN_OFFERS_MAX {
            return Err(Error::plain(&codes::OFFER_LIMIT_REACHED));
        }
        let made = || format!("OFR-{}-{}", copy.details.symbol, self.suffix());
        copy.id = self.id.clone().unwrap_or_else(made);
        copy.tenant = Some(self.tenant.clone());
        copy.operator_status = None;
        copy.details.status_reason = None;
        copy.details.total_subscription_pct = None;
        copy.updated_at = self.by.at;
        if insert(tx, Environment::Sandbox, &copy, false).await? == 0 {
            let message = "There is another offer of this id already.";
            return Err(Error::on("offerId", &codes::OFFER_EXISTS, message));
        }
        let details = json!({"environment": Environment::Sandbox, "copyOf": self.of});
        note(tx, &self.by, "offer.copy", &copy, details).await?;
        tell_of_offer(tx, Environment::Sandbox, &copy, self.by.at).await?;
        Ok(copy)
    }
}

/// How many subscriptions an offer has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferCounts {
    /// All that were ever made.
    pub all: i64,
    /// By their status now, in the order of the words; empty where only `all` was counted.
    pub by_status: Vec<(String, i64)>,
}

/// An offer as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketOffer {
    pub offer: Offer,
    pub counts: OfferCounts,
}

const BY_STATUS: &str = "select s.status as status, count(*) as n \
     from subscription_book b join subscription_state s on s.offer_book = b.no \
     where b.environment = $1 and b.offer_id = $2 group by s.status order by s.status";

pub(super) async fn counts(
    tx: &mut Tx<'_>,
    environment: Environment,
    id: &str,
) -> Result<OfferCounts> {
    let rows = tx.rows(BY_STATUS, &[environment.into(), id.into()]).await?;
    let one = |row: &Row| -> Result<(String, i64)> { Ok((row.get("status")?, row.get("n")?)) };
    let by_status = rows.iter().map(one).collect::<Result<Vec<_>>>()?;
    Ok(OfferCounts {
        all: by_status.iter().map(|(_, n)| n).sum(),
        by_status,
    })
}

/// One offer with its counts. Anyone's: who may ask is the caller's matter.
#[derive(Debug)]
pub struct FindOffer {
    pub environment: Environment,
    pub id: String,
}

impl Op for FindOffer {
    type Out = MarketOffer;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<MarketOffer> {
        let offer = find(tx, self.environment, &self.id).await?;
        let counts = counts(tx, self.environment, &self.id).await?;
        Ok(MarketOffer { offer, counts })
    }
}

const LIST: &str = "select * from offer where environment = $1 and tenant_id is null \
     and id > $2 order by id limit $3";
const LIST_OWN: &str = "select * from offer where environment = $1 and tenant_id = $4 \
     and id > $2 order by id limit $3";
const ENTERED: &str = "select offer_id, cast(sum(last_seq) as bigint) as n \
     from subscription_book where environment = $1 and offer_id >= $2 and offer_id <= $3 \
     group by offer_id";

/// The offers for everyone, or those of one tenant's own sandbox, by id.
#[derive(Debug)]
pub struct ListMarket {
    pub environment: Environment,
    /// Only this tenant's own; `None` for those that everyone has.
    pub tenant: Option<TenantId>,
    pub page: Page,
}

impl Op for ListMarket {
    type Out = Listed<MarketOffer>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let (after, rows) = (self.page.after_key().into(), self.page.rows().into());
        let rows = match &self.tenant {
            None => {
                let params = [self.environment.into(), after, rows];
                tx.rows(LIST, &params).await?
            }
            Some(tenant) => {
                let known = tenant.clone();
                FindTenant { tenant: known }.run(tx).await?;
                let params = [self.environment.into(), after, rows, tenant.into()];
                tx.rows(LIST_OWN, &params).await?
            }
        };
        let offers: Vec<Offer> = rows.iter().map(offer).collect::<Result<_>>()?;
        let entered = self.entered(tx, &offers).await?;
        let with_counts = |offer: Offer| {
            let all = entered.get(&offer.id).copied().unwrap_or_default();
            let counts = OfferCounts {
                all,
                ..OfferCounts::default()
            };
            MarketOffer { offer, counts }
        };
        let items = offers.into_iter().map(with_counts).collect();
        Ok(self.page.cut(items, |one| one.offer.id.clone()))
    }
}

impl ListMarket {
    /// How many subscriptions each of `offers`, in order of their ids, was ever given.
    async fn entered(&self, tx: &mut Tx<'_>, offers: &[Offer]) -> Result<HashMap<String, i64>> {
        let (Some(first), Some(last)) = (offers.first(), offers.last()) else {
            return Ok(HashMap::new());
        };
        let params = [
            self.environment.into(),
            (&first.id).into(),
            (&last.id).into(),
        ];
        let rows = tx.rows(ENTERED, &params).await?;
        let one = |row: &Row| Ok((row.get("offer_id")?, row.get("n")?));
        rows.iter().map(one).collect()
    }
}
