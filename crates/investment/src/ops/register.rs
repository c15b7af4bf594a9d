//! Changes of a register of holders. The register of millions comes in many transactions, so
//! the audit chain has a word at the beginning of an import and one at its end.

use kofa_core::ActorAt;
use kofa_core::audit::{self, Change};
use kofa_domain::{Environment, Error, Result};
use kofa_store::{Column, Op, Tx, Type, Value};
use serde_json::json;

use super::holders::{Holder, RightsTerms};
use super::market::{find, needs};
use super::subscribe::hold_offer;
use crate::codes;
use crate::offer::{Offer, OfferStatus, Rights};

/// The rights issue and its terms, for whoever may change its register.
async fn issue(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    environment: Environment,
    offer_id: &str,
) -> Result<(Offer, RightsTerms)> {
    let offer = find(tx, environment, offer_id).await?;
    needs(by, offer.tenant.as_ref())?;
    let Some(rights) = offer.details.rights.clone() else {
        let message = format!("The offer {} is no rights issue.", offer.id);
        return Err(Error::new(&codes::OFFER_NOT_RIGHTS, message));
    };
    let terms = RightsTerms {
        rights,
        price: offer.price,
        shares_on_offer: offer.shares_on_offer,
    };
    Ok((offer, terms))
}

/// As [`issue`], and held until the commit. While shares are allotted a register stands still: an
/// allotment that is taken up again after a crash has to come to the same result.
async fn open_issue(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    environment: Environment,
    offer_id: &str,
) -> Result<(Offer, RightsTerms)> {
    let found = issue(tx, by, environment, offer_id).await?;
    let held = hold_offer(tx, environment, offer_id).await?;
    let word: Option<String> = held.get("operator_status")?;
    if word.as_deref() == Some(OfferStatus::AllotmentInProgress.as_str()) {
        let message = "Shares are being allotted; until that is done the register is fixed.";
        return Err(Error::new(&codes::OFFER_NOT_IN_STATE, message));
    }
    Ok(found)
}

/// Begins an import into the register of a rights issue; answers the terms by which its rows
/// are checked.
///
/// Fails as [`ImportHolders`].
#[derive(Debug)]
pub struct BeginHolders {
    pub by: ActorAt,
    pub environment: Environment,
    /// Of which rights issue.
    pub offer_id: String,
    /// Whether holders whom the file does not name leave the register at the end.
    pub replace: bool,
}

impl Op for BeginHolders {
    type Out = RightsTerms;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<RightsTerms> {
        let (offer, terms) = open_issue(tx, &self.by, self.environment, &self.offer_id).await?;
        let change = Change {
            by: &self.by,
            action: "holders.import_begin",
            subject: &offer.id,
            tenant: offer.tenant.as_ref(),
            details: json!({"environment": self.environment, "replace": self.replace}),
        };
        audit::append(tx, change).await?;
        Ok(terms)
    }
}

/// Notes what an import did.
///
/// Fails as [`ImportHolders`].
#[derive(Debug)]
pub struct FinishHolders {
    /// Who, and when the import began.
    pub by: ActorAt,
    pub environment: Environment,
    /// Of which rights issue.
    pub offer_id: String,
    /// Rows that are in the register now.
    pub rows_stored: u64,
    /// Rows that were skipped.
    pub rows_rejected: u64,
    /// Holders who left it.
    pub holders_forgotten: u64,
}

impl Op for FinishHolders {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (offer, _) = issue(tx, &self.by, self.environment, &self.offer_id).await?;
        let change = Change {
            by: &self.by,
            action: "holders.import",
            subject: &offer.id,
            tenant: offer.tenant.as_ref(),
            details: json!({
                "environment": self.environment,
                "stored": self.rows_stored,
                "rejected": self.rows_rejected,
                "forgotten": self.holders_forgotten,
            }),
        };
        audit::append(tx, change).await
    }
}

const COLUMNS: [Column; 8] = [
    ("environment", Type::Text),
    ("offer_id", Type::Text),
    ("chn_digest", Type::Bytes),
    ("holder_name", Type::Bytes),
    ("shares_held", Type::Int),
    ("rights_in", Type::Int),
    ("rights_out", Type::Int),
    ("imported_at", Type::Int),
];
/// A row that two imports have belongs to the one that began later, whichever stores it last:
/// that one must not take it out as older than itself.
const REPLACE: &str = "on conflict (environment, offer_id, chn_digest) do update set \
     holder_name = excluded.holder_name, shares_held = excluded.shares_held, \
     rights_in = excluded.rights_in, rights_out = excluded.rights_out, \
     imported_at = case when rights_holder.imported_at > excluded.imported_at \
         then rights_holder.imported_at else excluded.imported_at end";

/// Stores holders of an issue; one that is there already is replaced whole. No two may have
/// the same CHN.
///
/// Fails with `forbidden` without the right to the market, `not_found`, `offer_not_rights`, and
/// `offer_not_in_state` while shares are allotted.
#[derive(Debug)]
pub struct ImportHolders {
    /// Who, and when the import began.
    pub by: ActorAt,
    pub environment: Environment,
    /// Of which rights issue.
    pub offer_id: String,
    pub holders: Vec<Holder>,
}

impl Op for ImportHolders {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        open_issue(tx, &self.by, self.environment, &self.offer_id).await?;
        let rows: Vec<[Value<'_>; 8]> = self.holders.iter().map(|one| self.row(one)).collect();
        tx.insert_rows("rights_holder", &COLUMNS, REPLACE, &rows)
            .await?;
        Ok(())
    }
}

impl ImportHolders {
    fn row<'a>(&'a self, holder: &'a Holder) -> [Value<'a>; 8] {
        let position = holder.position;
        [
            self.environment.into(),
            (&self.offer_id).into(),
            (&holder.chn_digest).into(),
            (&holder.holder_name).into(),
            position.shares_held.into(),
            position.rights_in.into(),
            position.rights_out.into(),
            self.by.at.into(),
        ]
    }
}

/// Holders that [`SumRights`] adds up at once.
const ADDED_AT_ONCE: i64 = 50_000;
/// Bits of the lower part of a sum: both parts of so many rights fit 64 bits.
pub(super) const LOW_BITS: u32 = 30;
/// As [`crate::rights::Entitlement::of`], before any application. An import admits so few shares
/// and ratios that no product is too large.
const SUM: &str = "select cast(coalesce(sum(available >> 30), 0) as bigint) as high, \
     cast(coalesce(sum(available & 1073741823), 0) as bigint) as low from ( \
         select case when had > 0 then had else 0 end as available from ( \
             select shares_held * $5 / $6 + rights_in - rights_out as had from rights_holder \
             where environment = $1 and offer_id = $2 and chn_digest > $3 \
             and chn_digest <= $4) held) counted";

/// Adds up what the holders of a register may take up before any application; some tens of
/// thousands at once, in the order of the register.
#[derive(Debug)]
pub struct SumRights {
    pub environment: Environment,
    /// Of which rights issue.
    pub offer_id: String,
    pub rights: Rights,
    /// Begins after this digest; with an empty one, at the beginning.
    pub after: Vec<u8>,
}

impl Op for SumRights {
    /// New shares, and after whom to go on; `None` at the end of the register.
    type Out = (i128, Option<Vec<u8>>);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let last: Option<Vec<u8>> = match tx.opt(LAST, &self.of(ADDED_AT_ONCE - 1)).await? {
            Some(row) => Some(row.get("chn_digest")?),
            None => None,
        };
        let [environment, offer_id, after, _] = self.of(0);
        let to = last.clone().unwrap_or_else(|| vec![u8::MAX; 32]);
        let params = [
            environment,
            offer_id,
            after,
            to.into(),
            self.rights.ratio_new.into(),
            self.rights.ratio_held.into(),
        ];
        let row = tx.one(SUM, &params).await?;
        let (high, low): (i64, i64) = (row.get("high")?, row.get("low")?);
        Ok(((i128::from(high) << LOW_BITS) + i128::from(low), last))
    }
}

impl SumRights {
    fn of(&self, offset: i64) -> [Value<'_>; 4] {
        [
            self.environment.into(),
            (&self.offer_id).into(),
            (&self.after).into(),
            offset.into(),
        ]
    }
}

/// Holders that [`PurgeHolders`] looks at.
const LOOKED_AT: i64 = 5_000;

const LAST: &str = "select chn_digest from rights_holder where environment = $1 \
     and offer_id = $2 and chn_digest > $3 order by chn_digest limit 1 offset $4";
const FORGET: &str = "delete from rights_holder where environment = $1 and offer_id = $2 \
     and imported_at < $3 and chn_digest > $4 and chn_digest <= $5";
const FORGET_REST: &str = "delete from rights_holder where environment = $1 and offer_id = $2 \
     and imported_at < $3 and chn_digest > $4";

/// How far [`PurgeHolders`] came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgotten {
    pub count: u64,
    /// Go on after this one; `None` at the end of the register.
    pub last: Option<Vec<u8>>,
}

/// Takes holders out of a register that came before an import: those its file does not name.
/// Looks at a few thousand at once, in the order of the register.
///
/// Fails as [`ImportHolders`].
#[derive(Debug)]
pub struct PurgeHolders {
    /// Who, and when the import that stays began.
    pub by: ActorAt,
    pub environment: Environment,
    /// Of which rights issue.
    pub offer_id: String,
    /// Begins after this digest; with an empty one, at the beginning.
    pub after: Vec<u8>,
}

impl Op for PurgeHolders {
    type Out = Forgotten;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Forgotten> {
        open_issue(tx, &self.by, self.environment, &self.offer_id).await?;
        let (environment, offer_id) = (self.environment.into(), (&self.offer_id).into());
        let params = [
            environment,
            offer_id,
            (&self.after).into(),
            (LOOKED_AT - 1).into(),
        ];
        let last: Option<Vec<u8>> = match tx.opt(LAST, &params).await? {
            Some(row) => Some(row.get("chn_digest")?),
            None => None,
        };
        let (environment, offer_id) = (self.environment.into(), (&self.offer_id).into());
        let (before, after) = (self.by.at.into(), (&self.after).into());
        let count = match &last {
            Some(last) => {
                let params = [environment, offer_id, before, after, last.into()];
                tx.exec(FORGET, &params).await?
            }
            None => {
                let params = [environment, offer_id, before, after];
                tx.exec(FORGET_REST, &params).await?
            }
        };
        Ok(Forgotten { count, last })
    }
}
