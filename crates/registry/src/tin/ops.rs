//! The tax numbers generated for tenants: one a company in each tenant's world.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use kofa_domain::{Environment, Error, RequestId, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Tx, Value};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::rules::{EntityType, RcNumber};
use crate::tin::Tin;

/// A number that was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssuedTin {
    pub tin: Tin,
    /// When, in microseconds UTC.
    pub generated_at: Timestamp,
}

const FIND: &str = "select tin, generated_at from company_tin \
     where environment = $1 and tenant_id = $2 and rc_number = $3 and entity_type = $4";

/// The number that was generated for a company at a tenant's request, if any.
#[derive(Clone, Debug)]
pub struct FindTin {
    pub environment: Environment,
    pub tenant_id: TenantId,
    pub rc_number: RcNumber,
    pub entity_type: EntityType,
}

impl Op for FindTin {
    type Out = Option<IssuedTin>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<IssuedTin>> {
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            (&self.tenant_id).into(),
            self.rc_number.as_str().into(),
            self.entity_type.as_str().into(),
        ];
        let Some(row) = tx.opt(FIND, &params).await? else {
            return Ok(None);
        };
        let text: String = row.get("tin")?;
        Ok(Some(IssuedTin {
            tin: Tin::parse(&text).map_err(|_| Error::internal("company_tin.tin"))?,
            generated_at: row.get("generated_at")?,
        }))
    }
}

const KEEP: &str = "insert into company_tin (environment, tenant_id, rc_number, entity_type, \
     tin, request_id, generated_at) values ($1, $2, $3, $4, $5, $6, $7) \
     on conflict (environment, tenant_id, rc_number, entity_type) do nothing";

/// Keeps a number that was generated, in the transaction of its charge.
///
/// Fails with `conflict` if the company has one already: nothing is stored or charged then.
#[derive(Debug)]
pub struct StoreTin {
    /// Whose number it is, and at whose request.
    pub holder: FindTin,
    pub tin: Tin,
    /// The call that generated it.
    pub request_id: RequestId,
    pub generated_at: Timestamp,
    /// Held until the number is on disk, so that whoever waits for it finds it.
    pub turn: Option<Turn>,
}

impl Op for StoreTin {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 7] = [
            self.holder.environment.into(),
            (&self.holder.tenant_id).into(),
            self.holder.rc_number.as_str().into(),
            self.holder.entity_type.as_str().into(),
            self.tin.as_str().into(),
            self.request_id.as_bytes().into(),
            self.generated_at.into(),
        ];
        if tx.exec(KEEP, &params).await? == 0 {
            return Err(Error::new(
                &codes::CONFLICT,
                "Another call generated the number of this company at the same moment. Send \
                 the request again to retrieve it. Nothing was charged.",
            ));
        }
        Ok(())
    }
}

/// Stores nothing of the product. An answer that comes with a storage operation is kept for
/// its `Idempotency-Key`, and one that only retrieves a number should be, too.
#[derive(Clone, Copy, Debug)]
pub struct StoreReply;

impl Op for StoreReply {
    type Out = ();

    async fn run(&self, _: &mut Tx<'_>) -> Result<()> {
        Ok(())
    }
}

/// The right to generate, for one company at a time.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "held, not read")] OwnedMutexGuard<()>);

/// How many companies can be generated for at the same time; two that fall on the same place
/// wait for one another, which costs them one commit.
const PLACES: usize = 64;

/// Lets one call at a time generate for a company. Of calls that come together the first
/// generates, and the others then find its number; without it they would all be refused by
/// the key of the table, which stays the rule that holds.
#[derive(Clone, Debug)]
pub(crate) struct Turns(Arc<[Arc<Mutex<()>>]>);

impl Turns {
    pub(crate) fn new() -> Self {
        Self((0..PLACES).map(|_| Arc::default()).collect())
    }

    /// Waits for the turn of `holder`.
    pub(crate) async fn take(&self, holder: &FindTin) -> Turn {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let name = (
            holder.environment,
            holder.tenant_id.as_str(),
            holder.rc_number.as_str(),
            holder.entity_type,
        );
        let place = hasher.hash_one(name) % PLACES as u64;
        Turn(Arc::clone(&self.0[place as usize]).lock_owned().await)
    }
}
