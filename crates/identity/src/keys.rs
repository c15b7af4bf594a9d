//! API keys: issued, listed, revoked. The text of a key is shown once and never stored.

use kofa_core::audit::{self, Change};
use kofa_core::config_version::bump;
use kofa_core::form_nonce::FormNonce;
use kofa_core::text::spaced;
use kofa_core::{Actor, ActorAt, Listed, Page, Right};
use kofa_domain::{
    Environment, Error, Ids, KeyId, Result, Scope, Sensitive, TenantId, Timestamp, codes,
    mint_api_key,
};
use kofa_store::{Op, Row, Tx, Type, Value, Vault};
use serde_json::json;

use super::codes::KEY_LIMIT_REACHED;
pub use super::key_life::KeyStatus;
use super::key_plan::{KeyPlan, cidrs_of, words};
use super::tenants;

/// Most keys of a tenant that are neither revoked nor expired: every node keeps them in
/// memory.
pub const KEYS_MAX: i64 = 1_000;
/// Most keys that a tenant makes within a day, and ever: what is revoked stays in the records.
pub const KEYS_A_DAY_MAX: i64 = 300;
pub const KEYS_EVER_MAX: i64 = 20_000;
const DAY_SECONDS: i64 = 86_400;
/// Characters of a key that may be shown: `kofa_test_` and four more.
const PREFIX_CHARS: usize = 14;
/// How long a form that is sent again is answered with the key that it made, in seconds.
const AGAIN_SECONDS: i64 = 600;

const COUNT: &str = "select count(*) as made, \
     count(case when created_at > $3 then 1 end) as lately, \
     count(case when revoked_at is null and (expires_at is null or expires_at > $2) \
       then 1 end) as working from api_key where tenant_id = $1";
const INSERT: &str = "insert into api_key (id, tenant_id, name, digest, prefix, last_four, \
     scopes, environments, allowed_cidrs, created_at, expires_at, changed) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
const FIND: &str = "select k.*, u.at as used_at, u.ip as used_ip, \
     u.environment as used_environment, u.operation_id as used_operation_id \
     from api_key k left join key_usage u on u.key_id = k.id where k.id = $1";
const BY_DIGEST: &str = "select k.*, u.at as used_at, u.ip as used_ip, \
     u.environment as used_environment, u.operation_id as used_operation_id \
     from api_key k left join key_usage u on u.key_id = k.id where k.digest = $1";
const LIST: &str = "select k.*, u.at as used_at, u.ip as used_ip, \
     u.environment as used_environment, u.operation_id as used_operation_id \
     from api_key k left join key_usage u on u.key_id = k.id \
     where k.tenant_id = $1 and k.id < $2 order by k.id desc limit $3";
const REVOKE: &str = "update api_key set revoked_at = $2, changed = $3 \
     where id = $1 and revoked_at is null";
const USED: &str = "on conflict (key_id) do update set at = excluded.at, ip = excluded.ip, \
     environment = excluded.environment, operation_id = excluded.operation_id \
     where key_usage.at < excluded.at";

/// The last call a key made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyUse {
    pub at: Timestamp,
    pub ip: String,
    pub environment: Environment,
    pub operation_id: String,
}

/// The record of a key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// `key_…`
    pub id: KeyId,
    pub tenant_id: TenantId,
    /// What it reaches and until when.
    pub plan: KeyPlan,
    /// Its first 14 characters.
    pub prefix: String,
    /// Its last four characters.
    pub last_four: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was ended.
    pub revoked_at: Option<Timestamp>,
    /// What took its place.
    pub rotated_to: Option<KeyId>,
    /// Its last call, to within a few seconds.
    pub last_used: Option<KeyUse>,
}

impl ApiKey {
    /// Whether it works at `now`.
    pub fn status(&self, now: Timestamp) -> KeyStatus {
        let (expires_at, is_rotated) = (self.plan.expires_at, self.rotated_to.is_some());
        KeyStatus::of(self.revoked_at, expires_at, is_rotated, now)
    }

    pub fn from_row(row: &Row) -> Result<Self> {
        let stored = |what: &'static str| Error::internal(format!("a stored key's {what}"));
        let texts = |column: &str| -> Result<Vec<String>> {
            let text: String = row.get(column)?;
            Ok(text.split_ascii_whitespace().map(str::to_owned).collect())
        };
        let scopes = texts("scopes")?;
        let scopes: Option<Vec<Scope>> = scopes.iter().map(|text| Scope::parse(text)).collect();
        let scopes = scopes.ok_or_else(|| stored("scopes"))?;
        let environments = words(&texts("environments")?, Environment::parse)
            .ok_or_else(|| stored("environments"))?;
        let plan = KeyPlan {
            name: row.get("name")?,
            scopes,
            environments,
            allowed_cidrs: cidrs_of(row)?,
            expires_at: row.get("expires_at")?,
        };
        Ok(Self {
            id: row.get("id")?,
            tenant_id: row.get("tenant_id")?,
            plan,
            prefix: row.get("prefix")?,
            last_four: row.get("last_four")?,
            created_at: row.get("created_at")?,
            revoked_at: row.get("revoked_at")?,
            rotated_to: row.get("rotated_to")?,
            last_used: last_used(row)?,
        })
    }
}

fn last_used(row: &Row) -> Result<Option<KeyUse>> {
    let Some(at) = row.get::<Option<Timestamp>>("used_at")? else {
        return Ok(None);
    };
    Ok(Some(KeyUse {
        at,
        ip: row.get("used_ip")?,
        environment: row.get("used_environment")?,
        operation_id: row.get("used_operation_id")?,
    }))
}

/// Reads the key for an actor: a member sees only the keys of their own tenant.
///
/// # Errors
/// 404 `not_found`.
pub async fn find(tx: &mut Tx<'_>, actor: &Actor, id: &KeyId) -> Result<ApiKey> {
    let key = match tx.opt(FIND, &[id.into()]).await? {
        Some(row) => Some(ApiKey::from_row(&row)?),
        None => None,
    };
    key.filter(|key| !matches!(actor, Actor::Member { tenant, .. } if *tenant != key.tenant_id))
        .ok_or_else(|| Error::new(&codes::NOT_FOUND, "There is no such key."))
}

/// A key that is about to be stored: the record and the digest of its text.
#[derive(Clone, Debug)]
pub(crate) struct MintedKey {
    pub(crate) key: ApiKey,
    digest: [u8; 32],
}

impl MintedKey {
    pub(crate) fn mint(
        vault: &Vault,
        id: KeyId,
        tenant_id: TenantId,
        plan: KeyPlan,
        at: Timestamp,
        chance: &[u8; 32],
    ) -> (Self, Sensitive<String>) {
        let live = plan.environments.contains(&Environment::Live);
        let widest = if live {
            Environment::Live
        } else {
            Environment::Sandbox
        };
        let text = mint_api_key(widest, chance);
        let key = ApiKey {
            id,
            tenant_id,
            plan,
            // A key's text is ASCII, so that bytes are characters.
            prefix: text[..PREFIX_CHARS].to_owned(),
            last_four: text[text.len() - 4..].to_owned(),
            created_at: at,
            revoked_at: None,
            rotated_to: None,
            last_used: None,
        };
        let digest = vault.secret_digest(&text);
        (Self { key, digest }, Sensitive::new(text))
    }

    /// The key that the same form made, if it was sent before. To be asked after `bump`, whose
    /// lock the first of two still has until it is done.
    ///
    /// # Errors
    /// 409 `conflict` once the key is not to be shown again.
    pub(crate) async fn made_before(&self, tx: &mut Tx<'_>) -> Result<Option<ApiKey>> {
        let Some(row) = tx.opt(BY_DIGEST, &[(&self.digest).into()]).await? else {
            return Ok(None);
        };
        let made = ApiKey::from_row(&row)?;
        let is_over = made.created_at.plus_seconds(AGAIN_SECONDS) < self.key.created_at;
        if is_over || made.revoked_at.is_some() || made.tenant_id != self.key.tenant_id {
            let message = "This form was already submitted, and its key was shown then.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        Ok(Some(made))
    }

    /// Stores it as changed by `changed`, if the tenant may have one more.
    pub(crate) async fn insert(&self, tx: &mut Tx<'_>, changed: i64) -> Result<()> {
        let key = &self.key;
        let day_ago = key.created_at.plus_seconds(-DAY_SECONDS);
        let params: [Value<'_>; 3] = [
            (&key.tenant_id).into(),
            key.created_at.into(),
            day_ago.into(),
        ];
        let row = tx.one(COUNT, &params).await?;
        for (count, most) in [
            ("working", KEYS_MAX),
            ("lately", KEYS_A_DAY_MAX),
            ("made", KEYS_EVER_MAX),
        ] {
            if row.get::<i64>(count)? >= most {
                return Err(Error::plain(&KEY_LIMIT_REACHED));
            }
        }
        let plan = &key.plan;
        let params: [Value<'_>; 12] = [
            (&key.id).into(),
            (&key.tenant_id).into(),
            (&plan.name).into(),
            (&self.digest).into(),
            (&key.prefix).into(),
            (&key.last_four).into(),
            spaced(&plan.scopes).into(),
            spaced(&plan.environments).into(),
            spaced(&plan.allowed_cidrs).into(),
            key.created_at.into(),
            plan.expires_at.into(),
            changed.into(),
        ];
        Ok(tx.exec_one(INSERT, &params).await?)
    }
}

/// What the audit log says of a key's reach.
pub(crate) fn reach(plan: &KeyPlan) -> serde_json::Value {
    json!({
        "name": plan.name,
        "scopes": plan.scopes,
        "environments": plan.environments,
        "allowedCidrs": plan.allowed_cidrs,
        "expiresAt": plan.expires_at.map(Timestamp::rfc3339),
    })
}

#[derive(Debug)]
pub struct IssueKey {
    by: ActorAt,
    minted: MintedKey,
    /// Whether it comes from a form, which may be sent twice.
    once: bool,
}

impl IssueKey {
    /// Also gives the text of the key, to be shown once.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        tenant: TenantId,
        plan: KeyPlan,
    ) -> (Self, Sensitive<String>) {
        Self::of(vault, ids, by, (tenant, plan), None)
    }

    /// From a form: sent again within ten minutes, it gives the same key and the same text.
    pub fn once(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        of: (TenantId, KeyPlan),
        form: &FormNonce,
    ) -> (Self, Sensitive<String>) {
        let content = format!("{}:{}", of.0, reach(&of.1));
        let chance = form.chance(vault, "key", &content);
        Self::of(vault, ids, by, of, Some(chance))
    }

    fn of(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        (tenant, plan): (TenantId, KeyPlan),
        chance: Option<[u8; 32]>,
    ) -> (Self, Sensitive<String>) {
        let once = chance.is_some();
        let chance = chance.unwrap_or_else(|| ids.secret());
        let id = ids.id(by.at);
        let (minted, text) = MintedKey::mint(vault, id, tenant, plan, by.at, &chance);
        (Self { by, minted, once }, text)
    }
}

impl Op for IssueKey {
    type Out = ApiKey;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<ApiKey> {
        let key = &self.minted.key;
        let right = Right::Keys(&key.tenant_id, &key.plan.environments);
        self.by.actor.needs(right)?;
        tenants::find(tx, &key.tenant_id).await?;
        let changed = bump(tx).await?;
        if self.once
            && let Some(made) = self.minted.made_before(tx).await?
        {
            return Ok(made);
        }
        self.minted.insert(tx, changed).await?;
        let change = Change {
            by: &self.by,
            action: "key.issue",
            subject: key.id.as_str(),
            tenant: Some(&key.tenant_id),
            details: reach(&key.plan),
        };
        audit::append(tx, change).await?;
        Ok(key.clone())
    }
}

/// Ends a key at once and for ever. Idempotent.
#[derive(Debug)]
pub struct RevokeKey {
    pub by: ActorAt,
    pub key: KeyId,
}

impl Op for RevokeKey {
    type Out = ApiKey;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<ApiKey> {
        let actor = &self.by.actor;
        let key = find(tx, actor, &self.key).await?;
        actor.needs(Right::Keys(&key.tenant_id, &key.plan.environments))?;
        if key.revoked_at.is_some() {
            return Ok(key);
        }
        let changed = bump(tx).await?;
        let params = [(&self.key).into(), self.by.at.into(), changed.into()];
        if tx.exec(REVOKE, &params).await? == 0 {
            // Someone else was faster.
            return find(tx, actor, &self.key).await;
        }
        let change = Change {
            by: &self.by,
            action: "key.revoke",
            subject: key.id.as_str(),
            tenant: Some(&key.tenant_id),
            details: json!({"name": key.plan.name}),
        };
        audit::append(tx, change).await?;
        Ok(ApiKey {
            revoked_at: Some(self.by.at),
            ..key
        })
    }
}

/// One key, for an actor who may see it.
#[derive(Debug)]
pub struct FindKey {
    pub actor: Actor,
    pub key: KeyId,
}

impl Op for FindKey {
    type Out = ApiKey;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<ApiKey> {
        find(tx, &self.actor, &self.key).await
    }
}

/// A tenant's keys, the newest first.
#[derive(Debug)]
pub struct ListKeys {
    pub tenant: TenantId,
    pub page: Page,
}

impl Op for ListKeys {
    type Out = Listed<ApiKey>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        tenants::find(tx, &self.tenant).await?;
        let page = &self.page;
        let params = [
            (&self.tenant).into(),
            page.before_id().into(),
            page.rows().into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let keys: Result<Vec<ApiKey>> = rows.iter().map(ApiKey::from_row).collect();
        Ok(page.cut(keys?, |key| key.id.to_string()))
    }
}

/// Notes the last calls of keys; an older call never overwrites a newer one.
#[derive(Debug)]
pub struct RecordKeyUse {
    /// The calls, in any order.
    pub uses: Vec<(KeyId, KeyUse)>,
}

impl Op for RecordKeyUse {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        // One statement on PostgreSQL must not touch a row twice: the newest of each key. In
        // the order of ids, so that two nodes lock the rows in the same order.
        let mut newest: Vec<&(KeyId, KeyUse)> = self.uses.iter().collect();
        newest.sort_unstable_by(|a, b| {
            let by_id = a.0.as_str().cmp(b.0.as_str());
            by_id.then(b.1.at.cmp(&a.1.at))
        });
        newest.dedup_by(|later, first| later.0 == first.0);
        let rows: Vec<[Value<'_>; 5]> = newest
            .into_iter()
            .map(|(key, last)| {
                [
                    key.into(),
                    last.at.into(),
                    (&last.ip).into(),
                    last.environment.into(),
                    (&last.operation_id).into(),
                ]
            })
            .collect();
        let columns = [
            ("key_id", Type::Text),
            ("at", Type::Int),
            ("ip", Type::Text),
            ("environment", Type::Text),
            ("operation_id", Type::Text),
        ];
        tx.insert_rows("key_usage", &columns, USED, &rows).await?;
        Ok(())
    }
}
