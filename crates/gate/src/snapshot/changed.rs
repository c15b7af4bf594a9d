//! What changed after a value of the change counter, read from the store.

use std::sync::Arc;

use ipnet::IpNet;
use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Error, KeyId, Rate, Result, Scope, TenantId, Timestamp};
use kofa_identity::access::Switches;
use kofa_store::{Dialect, Op, Row, Tx};
use rustc_hash::FxHashMap;

use super::{Key, PriceEntry, Tenant};

/// The change counter.
pub(super) struct ReadCounter;

pub(super) struct Counter {
    pub(super) value: i64,
    /// How long ago it moved, by the database's clock, in milliseconds.
    pub(super) moved_ms: i64,
}

const COUNTER_ON_SQLITE: &str = "select value, \
     cast(unixepoch('subsec') * 1000 as integer) - at_ms as moved_ms from change_counter";
const COUNTER_ON_POSTGRES: &str = "select value, \
     (extract(epoch from clock_timestamp()) * 1000)::bigint - at_ms as moved_ms \
     from change_counter";

impl Op for ReadCounter {
    type Out = Counter;
    const IS_ONE_READ: bool = true;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Counter> {
        let sql = match tx.dialect() {
            Dialect::Sqlite => COUNTER_ON_SQLITE,
            Dialect::Postgres => COUNTER_ON_POSTGRES,
        };
        let row = tx.one(sql, &[]).await?;
        Ok(Counter {
            value: row.get("value")?,
            moved_ms: row.get("moved_ms")?,
        })
    }
}

/// Everything that changed after a value of the counter, in one read.
pub(super) struct ReadChanged {
    pub(super) after: i64,
}

pub(super) struct Changed {
    pub(super) seen: i64,
    pub(super) tenants: Vec<Tenant>,
    pub(super) keys: Vec<([u8; 32], Key)>,
    pub(super) prices: Vec<ChangedPrice>,
}

pub(super) struct ChangedPrice {
    pub(super) operation_id: String,
    pub(super) environment: Environment,
    pub(super) tenant_id: String,
    pub(super) entry: PriceEntry,
}

const TENANTS: &str = "select t.id, t.vendor_id, t.status, \
     s.no as sandbox_no, l.no as live_no, \
     sl.requests_per_second as sandbox_rate, sl.burst as sandbox_burst, \
     ll.requests_per_second as live_rate, ll.burst as live_burst \
     from tenant t \
     join wallet s on s.tenant_id = t.id and s.environment = 'sandbox' \
     join wallet l on l.tenant_id = t.id and l.environment = 'live' \
     left join tenant_limit sl on sl.tenant_id = t.id and sl.environment = 'sandbox' \
     left join tenant_limit ll on ll.tenant_id = t.id and ll.environment = 'live' \
     where t.changed > $1";
const ACCESS: &str = "select a.tenant_id, a.scope, a.environment, a.enabled \
     from service_access a join tenant t on t.id = a.tenant_id where t.changed > $1";
const KEYS: &str = "select id, tenant_id, digest, scopes, environments, allowed_cidrs, \
     expires_at, revoked_at from api_key where changed > $1 and ($1 > 0 or revoked_at is null)";
const PRICES: &str = "select id, operation_id, environment, tenant_id, amount_kobo, \
     effective_at from price where changed > $1";

impl Op for ReadChanged {
    type Out = Changed;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Changed> {
        let seen = tx
            .one("select value from change_counter", &[])
            .await?
            .get("value")?;
        let mut changed = Changed {
            seen,
            tenants: Vec::new(),
            keys: Vec::new(),
            prices: Vec::new(),
        };
        if seen == self.after {
            return Ok(changed);
        }
        let after = [self.after.into()];
        let mut places = FxHashMap::default();
        for row in tx.rows(TENANTS, &after).await? {
            let tenant = tenant(&row)?;
            places.insert(tenant.id.clone(), changed.tenants.len());
            changed.tenants.push(tenant);
        }
        for row in tx.rows(ACCESS, &after).await? {
            if let Some(&place) = places.get(&row.get::<TenantId>("tenant_id")?) {
                changed.tenants[place].switches.add(&row)?;
            }
        }
        for row in tx.rows(KEYS, &after).await? {
            changed.keys.push(key(&row)?);
        }
        for row in tx.rows(PRICES, &after).await? {
            changed.prices.push(ChangedPrice {
                operation_id: row.get("operation_id")?,
                environment: row.get("environment")?,
                tenant_id: row.get("tenant_id")?,
                entry: PriceEntry {
                    effective_at: row.get("effective_at")?,
                    id: row.get("id")?,
                    amount: row.get("amount_kobo")?,
                },
            });
        }
        Ok(changed)
    }
}

fn tenant(row: &Row) -> Result<Tenant> {
    let rate = |per_second: &str, burst: &str| -> Result<Option<Rate>> {
        let per_second: Option<u32> = row.get(per_second)?;
        let burst: Option<u32> = row.get(burst)?;
        Ok(per_second
            .zip(burst)
            .map(|(per_second, burst)| Rate { per_second, burst }))
    };
    Ok(Tenant {
        id: row.get("id")?,
        vendor_id: row.get("vendor_id")?,
        active: row.get::<String>("status")? == "active",
        switches: Switches::default(),
        wallets: [
            WalletNo(row.get("sandbox_no")?),
            WalletNo(row.get("live_no")?),
        ],
        limits: [
            rate("sandbox_rate", "sandbox_burst")?,
            rate("live_rate", "live_burst")?,
        ],
        cells: Arc::default(),
    })
}

pub(super) fn key(row: &Row) -> Result<([u8; 32], Key)> {
    let id: KeyId = row.get("id")?;
    let digest: Vec<u8> = row.get("digest")?;
    let digest = <[u8; 32]>::try_from(digest)
        .map_err(|_| Error::internal(format!("{id} has a digest of another length")))?;
    let scopes: String = row.get("scopes")?;
    let scopes = scopes.split(' ').filter_map(Scope::parse).collect();
    let mut environments = [false; 2];
    let named: String = row.get("environments")?;
    for environment in named.split(' ').filter_map(Environment::parse) {
        environments[environment as usize] = true;
    }
    let listed: String = row.get("allowed_cidrs")?;
    // A list that cannot be read must not become "everyone": the key is then of no use.
    let cidrs: std::result::Result<Vec<IpNet>, _> = listed
        .split(' ')
        .filter(|one| !one.is_empty())
        .map(str::parse)
        .collect();
    let cidrs = cidrs.map_err(|_| Error::internal(format!("{id} has an unreadable CIDR list")))?;
    let revoked = row.get::<Option<Timestamp>>("revoked_at")?.is_some();
    let key = Key {
        tenant_id: row.get("tenant_id")?,
        scopes,
        environments,
        expires_at: row.get("expires_at")?,
        revoked,
        cidrs,
        cells: Arc::default(),
        last_use: Arc::default(),
        id,
    };
    Ok((digest, key))
}
