//! How far a tenant has come, and how far the member who asks.

use kofa_core::codes::ENVIRONMENT_MISMATCH;
use kofa_domain::{Environment, Result, TenantId};
use kofa_identity::recovery::HasFactor;
use kofa_identity::sessions::Person;
use kofa_store::{Op, Tx};

const KEY: &str = "select 1 as one from api_key where tenant_id = $1 and revoked_at is null \
     and ' ' || environments || ' ' like '% ' || $2 || ' %' limit 1";
/// Of the latest calls only: a key of another environment may have been refused any number of
/// times.
const CALLED: &str = "select 1 as one from (select l.error_code from wallet w \
     join request_log l on l.id > w.no * $3 and l.id < (w.no + 1) * $3 \
     where w.tenant_id = $1 and w.environment = $2 order by l.id desc limit 100) latest \
     where coalesce(error_code, '') <> $4 limit 1";
const CHARGED: &str = "select 1 as one from wallet w join wallet_lease l on l.wallet_no = w.no \
     where w.tenant_id = $1 and w.environment = $2 and l.spent_kobo > 0 limit 1";
const LIVE: &str = "select 1 as one from service_access \
     where tenant_id = $1 and environment = 'live' and enabled limit 1";
/// Positions of one wallet.
const WALLET_IDS: i64 = 1 << kofa_core::endpoint::WalletNo::SEQ_BITS;

/// The first steps of a tenant in an environment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstSteps {
    /// It has a key for the environment.
    pub has_key: bool,
    /// A call was made there with a key of that environment.
    pub has_called: bool,
    pub has_been_charged: bool,
    /// Whoever asks signs in with a second factor.
    pub has_second_factor: bool,
    /// A product is switched on in live.
    pub is_live: bool,
}

/// Reads the first steps of a tenant in an environment.
#[derive(Debug)]
pub struct ReadFirstSteps {
    pub tenant: TenantId,
    pub environment: Environment,
    pub person: Option<Person>,
}

impl Op for ReadFirstSteps {
    type Out = FirstSteps;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<FirstSteps> {
        let tenant = (&self.tenant).into();
        let here = [tenant, self.environment.into()];
        let called = [
            (&self.tenant).into(),
            self.environment.into(),
            WALLET_IDS.into(),
            ENVIRONMENT_MISMATCH.name.into(),
        ];
        let has_second_factor = match &self.person {
            Some(person) => {
                let person = person.clone();
                tx.run(&HasFactor { person }).await?
            }
            None => false,
        };
        Ok(FirstSteps {
            has_key: tx.opt(KEY, &here).await?.is_some(),
            has_called: tx.opt(CALLED, &called).await?.is_some(),
            has_been_charged: tx.opt(CHARGED, &here).await?.is_some(),
            has_second_factor,
            is_live: tx.opt(LIVE, &[(&self.tenant).into()]).await?.is_some(),
        })
    }
}
