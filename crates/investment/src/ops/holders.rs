//! Holders in the register of an issue, and what they may take up.
//!
//! A register belongs to an offer of an environment, not to a tenant; what was taken up of it
//! does. The CHN has a blind index only, the same as in [`crate::sealing::claims`].

use std::sync::Arc;

use data_encoding::HEXLOWER;
use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_domain::{Environment, Error, Ids, Kobo, Result, Sensitive, TenantId};
use kofa_store::{Op, Row, Tx, Value, Vault};

use super::claims::IdentityUniqueness;
use crate::offer::{Offer, Rights};
use crate::rights::{Entitlement, Position, within_rights};
use crate::sandbox::{SandboxHolder, sandbox_holder};
use crate::sealing::{Digest, digest, number_index};
use crate::subscription::IdentityKind;

/// The blind index of a CHN in read form ([`crate::rights::read_chn`]).
pub fn chn_digest(vault: &Vault, environment: Environment, chn: &str) -> [u8; 32] {
    number_index(vault, environment, IdentityKind::Chn, chn)
}

/// Seals the name of the holder with this CHN in the register of an offer.
///
/// # Errors
/// `internal_error` if the cipher refuses.
pub fn seal_holder_name(
    vault: &Vault,
    offer_id: &str,
    chn_digest: &[u8; 32],
    name: &str,
) -> Result<Vec<u8>> {
    let context = name_context(offer_id, chn_digest);
    Ok(vault.seal(&context, name.as_bytes(), Ids)?)
}

/// Opens the name of a holder.
///
/// # Errors
/// `internal_error` if it was not sealed for this holder of this register with this key.
pub fn open_holder_name(
    vault: &Vault,
    offer_id: &str,
    chn_digest: &[u8; 32],
    sealed: &[u8],
) -> Result<Sensitive<String>> {
    let name = vault.open(&name_context(offer_id, chn_digest), sealed)?;
    let name = String::from_utf8(name.expose().clone())
        .map_err(|_| Error::internal("the name of a holder cannot be read"))?;
    Ok(Sensitive::new(name))
}

/// The digest differs by environment, so the environment need not be named.
pub(crate) fn name_context(offer_id: &str, chn_digest: &[u8]) -> String {
    format!(
        "rights-holder.name/{offer_id}/{}",
        HEXLOWER.encode(chn_digest)
    )
}

/// A row of a register, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// See [`chn_digest`].
    pub chn_digest: [u8; 32],
    /// See [`seal_holder_name`].
    pub holder_name: Vec<u8>,
    pub position: Position,
}

/// The terms of a rights issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RightsTerms {
    pub rights: Rights,
    /// Price of a share.
    pub price: Kobo,
    pub shares_on_offer: i64,
}

const HOLDER: &str = "select holder_name, shares_held, rights_in, rights_out from rights_holder \
     where environment = $1 and offer_id = $2 and chn_digest = $3";
/// By the beginning of the digest, which tells all holders apart.
const POSITION: &str = "select shares_held, rights_in, rights_out from rights_holder \
     where environment = $1 and offer_id = $2 and chn_digest >= $3 and chn_digest <= $4";
const HOLDS: &str =
    "select 1 as one from rights_holder where environment = $1 and offer_id = $2 limit 1";

fn position(row: &Row) -> Result<Position> {
    Ok(Position {
        shares_held: row.get("shares_held")?,
        rights_in: row.get("rights_in")?,
        rights_out: row.get("rights_out")?,
    })
}

/// What the register of an issue says of holders as applications know them, in their order:
/// `None` of one who is not there.
#[derive(Clone, Debug)]
pub struct FindPositions {
    pub environment: Environment,
    /// Of which rights issue.
    pub offer_id: String,
    pub holders: Vec<Digest>,
}

impl Op for FindPositions {
    type Out = Vec<Option<Position>>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Option<Position>>> {
        let mut found = Vec::with_capacity(self.holders.len());
        for holder in &self.holders {
            let [first, last] = [0, u8::MAX].map(|byte| {
                let mut end = [byte; 32];
                end[..holder.len()].copy_from_slice(holder);
                end
            });
            let params: [Value<'_>; 4] = [
                self.environment.into(),
                (&self.offer_id).into(),
                (&first).into(),
                (&last).into(),
            ];
            let row = tx.opt(POSITION, &params).await?;
            found.push(row.as_ref().map(position).transpose()?);
        }
        Ok(found)
    }
}

/// What a register says of a holder: the position, and the sealed name.
pub type KnownHolder = (Position, Vec<u8>);

/// What the register of an issue says of holders, in their order: `None` of one who is not there.
#[derive(Clone, Debug)]
pub struct FindHolders {
    pub environment: Environment,
    /// Of which rights issue.
    pub offer_id: String,
    /// See [`chn_digest`].
    pub holders: Vec<[u8; 32]>,
}

impl Op for FindHolders {
    type Out = Vec<Option<KnownHolder>>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let mut found = Vec::with_capacity(self.holders.len());
        for holder in &self.holders {
            let params = [
                self.environment.into(),
                (&self.offer_id).into(),
                holder.into(),
            ];
            let row = tx.opt(HOLDER, &params).await?;
            let known = row.map(|row| Ok::<_, Error>((position(&row)?, row.get("holder_name")?)));
            found.push(known.transpose()?);
        }
        Ok(found)
    }
}

const HOW_MANY: &str =
    "select count(*) as n from rights_holder where environment = $1 and offer_id = $2";

/// How many holders the register of an issue has.
#[derive(Clone, Debug)]
pub struct CountHolders {
    pub environment: Environment,
    /// Of which rights issue.
    pub offer_id: String,
}

impl Op for CountHolders {
    type Out = i64;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let params = [self.environment.into(), (&self.offer_id).into()];
        Ok(tx.one(HOW_MANY, &params).await?.get("n")?)
    }
}

/// What a CHN may take up in a rights issue, as a tenant sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// `None` if it is not on the register.
    pub entitlement: Option<Entitlement>,
    /// The sealed name of the register ([`open_holder_name`]); none of the sandbox's reserved
    /// holders.
    pub holder_name: Option<Vec<u8>>,
    /// Whether a live application of the tenant holds this CHN.
    pub is_subscribed: bool,
    /// Whether there is a register at all; false only of a live issue without one.
    pub has_register: bool,
}

impl Holding {
    /// The part of `number` shares that lies within the rights, the rest being additional.
    /// Of a holder who is subscribed already this refuses nothing: the claim on the CHN does.
    ///
    /// # Errors
    /// `not_eligible_for_rights` or `exceeds_rights` on their fields (422), or
    /// `upstream_not_configured` (503) if a live issue has no register yet.
    pub fn within(&self, rights: &Rights, number: i64) -> Result<i64> {
        if !self.has_register {
            return Err(no_register());
        }
        let entitlement = self.entitlement.as_ref();
        if self.is_subscribed {
            let left = entitlement.map_or(0, |one| one.available);
            return Ok(number.clamp(0, left));
        }
        within_rights(entitlement, rights, number)
            .map_err(|fault| Error::faults(vec![fault.into()]))
    }
}

/// The answer about a live issue whose register was not imported.
pub(crate) fn no_register() -> Error {
    Error::new(
        &UPSTREAM_NOT_CONFIGURED,
        "The register of holders of this issue has not been imported yet.",
    )
}

/// Finds what a CHN may take up in a rights issue. May run inside the transaction of an
/// application, before its claims are stored: then nothing can come in between.
#[derive(Clone, Debug)]
pub struct FindEntitlement {
    tenant_id: TenantId,
    environment: Environment,
    offer_id: String,
    chn_digest: [u8; 32],
    terms: RightsTerms,
    fixed: Option<SandboxHolder>,
    /// Taken up already, as the exchange says that has the register.
    exercised: i64,
    known: Arc<IdentityUniqueness>,
}

impl FindEntitlement {
    /// Of `chn`, in read form ([`crate::rights::read_chn`]), in `offer`; `None` if the offer is
    /// no rights issue.
    pub fn new(
        vault: &Vault,
        known: &Arc<IdentityUniqueness>,
        tenant_id: &TenantId,
        environment: Environment,
        offer: &Offer,
        chn: &str,
    ) -> Option<Self> {
        let rights = offer.details.rights.clone()?;
        let fixed = match environment {
            Environment::Sandbox => sandbox_holder(&rights, chn),
            Environment::Live => None,
        };
        Some(Self {
            tenant_id: tenant_id.clone(),
            environment,
            offer_id: offer.id.clone(),
            chn_digest: chn_digest(vault, environment, chn),
            terms: RightsTerms {
                rights,
                price: offer.price,
                shares_on_offer: offer.shares_on_offer,
            },
            fixed,
            exercised: 0,
            known: Arc::clone(known),
        })
    }

    /// By what the exchange's register says, in the place of one here.
    #[must_use]
    pub fn told(mut self, position: Option<Position>, exercised: i64) -> Self {
        self.fixed = Some(match position {
            None => SandboxHolder::NotOnRegister,
            Some(position) => SandboxHolder::Holds(position),
        });
        self.exercised = exercised;
        self
    }

    /// The row of the register, real or reserved.
    async fn on_register(&self, tx: &mut Tx<'_>) -> Result<Option<(Position, Option<Vec<u8>>)>> {
        match self.fixed {
            Some(SandboxHolder::NotOnRegister) => return Ok(None),
            Some(SandboxHolder::Holds(position)) => return Ok(Some((position, None))),
            None => {}
        }
        let params = [
            self.environment.into(),
            (&self.offer_id).into(),
            (&self.chn_digest).into(),
        ];
        let Some(row) = tx.opt(HOLDER, &params).await? else {
            return Ok(None);
        };
        Ok(Some((position(&row)?, Some(row.get("holder_name")?))))
    }

    async fn has_register(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let params = [self.environment.into(), (&self.offer_id).into()];
        Ok(tx.opt(HOLDS, &params).await?.is_some())
    }
}

impl Op for FindEntitlement {
    type Out = Holding;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Holding> {
        let book = (self.environment, &self.tenant_id, self.offer_id.as_str());
        let held = self
            .known
            .find(tx, book, &[digest(&self.chn_digest)])
            .await?;
        let taken = held.map(|(_, holder)| holder.rights_shares);
        let RightsTerms { rights, price, .. } = &self.terms;
        let (entitlement, holder_name) = match self.on_register(tx).await? {
            Some((position, name)) => {
                let exercised = taken.unwrap_or(0).max(self.exercised);
                let one = position.entitlement(exercised, rights, *price)?;
                (Some(one), name)
            }
            None => (None, None),
        };
        Ok(Holding {
            has_register: entitlement.is_some()
                || self.environment == Environment::Sandbox
                || self.has_register(tx).await?,
            entitlement,
            holder_name,
            is_subscribed: taken.is_some(),
        })
    }
}
