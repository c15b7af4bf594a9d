//! The address that one job named, where word of its end is sent: signed with the secret of the
//! environment's oldest endpoint, which is the tenant's default.

use data_encoding::HEXLOWER;
use kofa_domain::{Environment, Ids, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, Tx, Value, Vault};
use sha2::{Digest as _, Sha256};

/// What a job keeps of the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobAddress {
    pub sealed: Vec<u8>,
    /// Addresses of one tenant at one host wait for one another, and for nothing else.
    pub lane: String,
}

/// What the sealed address of a job is bound to.
pub fn context(job: RequestId) -> String {
    format!("webhook.job/{job}")
}

impl JobAddress {
    /// Seals the address that the job `job` named.
    ///
    /// # Errors
    /// `internal_error` if the cipher refuses.
    pub fn new(
        (vault, ids): (&Vault, Ids),
        tenant: &TenantId,
        job: RequestId,
        url: &str,
    ) -> Result<Self> {
        let parsed = url::Url::parse(url).ok();
        let host = parsed.as_ref().and_then(url::Url::host_str);
        let whose = format!("{tenant} {}", host.unwrap_or_default());
        let digest = Sha256::digest(whose.as_bytes());
        Ok(Self {
            sealed: vault.seal(&context(job), url.as_bytes(), ids)?,
            lane: format!("job:{}", HEXLOWER.encode(&digest[..16])),
        })
    }
}

const DEFAULT: &str = "select id from webhook_endpoint where tenant_id = $1 \
     and environment = $2 order by created_at, id limit 1";

/// Whether a tenant has a secret in an environment that can sign what is sent for a job.
#[derive(Clone, Debug)]
pub struct HasDefaultSecret {
    pub tenant: TenantId,
    pub environment: Environment,
}

impl Op for HasDefaultSecret {
    type Out = bool;
    const IS_ONE_READ: bool = true;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let params = [(&self.tenant).into(), self.environment.into()];
        Ok(tx.opt(DEFAULT, &params).await?.is_some())
    }
}

const SEND: &str = "insert into webhook_delivery (endpoint_id, event_id, lane, job, job_url, \
     state, due_at, attempts, created_at, error) \
     values ($1, $2, $3, $4, $5, $6, $7, 0, $7, $8)";

/// Sends the event `event` to the address that a job named, in the transaction `tx` that ends the
/// job.
///
/// # Errors
/// If the store cannot keep it.
pub async fn send(
    tx: &mut Tx<'_>,
    (tenant, environment): (&TenantId, Environment),
    (job, address): (RequestId, &JobAddress),
    event: i64,
    now: Timestamp,
) -> Result<()> {
    let whose = [tenant.into(), environment.into()];
    let endpoint: Option<String> = match tx.opt(DEFAULT, &whose).await? {
        Some(row) => Some(row.get("id")?),
        None => None,
    };
    let (state, error) = match endpoint {
        Some(_) => ("due", None),
        None => (
            "failed",
            Some("there was no secret to sign it with any more"),
        ),
    };
    let endpoint = endpoint.unwrap_or_default();
    let params: [Value<'_>; 8] = [
        (&endpoint).into(),
        event.into(),
        (&address.lane).into(),
        job.as_bytes().into(),
        (&address.sealed).into(),
        state.into(),
        now.into(),
        error.into(),
    ];
    Ok(tx.exec_one(SEND, &params).await?)
}
