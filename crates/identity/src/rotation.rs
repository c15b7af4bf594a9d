//! Rotation: a new key with the same reach, and a grace in which the old one works on.

use kofa_core::audit::{self, Change};
use kofa_core::config_version::bump;
use kofa_core::{ActorAt, Right};
use kofa_domain::{Error, Ids, KeyId, Result, Sensitive};
use kofa_store::{Op, Store, Tx, Value, Vault};
use serde_json::json;

pub use super::key_life::{Grace, Rotation};
use super::key_life::{must_be_active, not_active};
use super::keys::{self, ApiKey, FindKey, MintedKey};

const REPLACE: &str = "update api_key set rotated_to = $2, expires_at = $3, revoked_at = $4, \
     changed = $5 where id = $1 and revoked_at is null and rotated_to is null";

/// Puts a new key in the place of an old one.
#[derive(Debug)]
pub struct RotateKey {
    by: ActorAt,
    old: KeyId,
    minted: MintedKey,
    how: Rotation,
}

impl RotateKey {
    /// With the reach and the expiry of `old`; also gives the text of the new key, to be
    /// shown once.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        old: &ApiKey,
        how: impl Into<Rotation>,
    ) -> (Self, Sensitive<String>) {
        let (how, tenant, plan) = (how.into(), old.tenant_id.clone(), old.plan.clone());
        let content = format!("{}:{}", old.id, how.grace.seconds());
        let chance = match &how.form {
            Some(form) => form.chance(vault, "rotation", &content),
            None => ids.secret(),
        };
        let id = ids.id(by.at);
        let (minted, text) = MintedKey::mint(vault, id, tenant, plan, by.at, &chance);
        let op = Self {
            old: old.id.clone(),
            by,
            minted,
            how,
        };
        (op, text)
    }
}

/// Reads the old key and rotates it. The text of the new key is to be shown once.
///
/// # Errors
/// 404 `not_found`, 403 `forbidden`, 409 `key_not_active`.
pub async fn rotate(
    store: &Store,
    vault: &Vault,
    ids: Ids,
    by: ActorAt,
    key: KeyId,
    how: impl Into<Rotation>,
) -> Result<(ApiKey, Sensitive<String>)> {
    let actor = by.actor.clone();
    let old = store.read(FindKey { actor, key }).await?;
    let (op, text) = RotateKey::new(vault, ids, by, &old, how);
    Ok((store.write(op).await?, text))
}

impl Op for RotateKey {
    type Out = ApiKey;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<ApiKey> {
        let (now, new) = (self.by.at, &self.minted.key);
        let old = keys::find(tx, &self.by.actor, &self.old).await?;
        let right = Right::Keys(&old.tenant_id, &old.plan.environments);
        self.by.actor.needs(right)?;
        let changed = bump(tx).await?;
        if self.how.form.is_some()
            && let Some(made) = self.minted.made_before(tx).await?
        {
            return Ok(made);
        }
        must_be_active("key", old.status(now))?;
        // What a key reaches never changes, so what was read before the mint still holds.
        if old.plan != new.plan || old.tenant_id != new.tenant_id {
            return Err(Error::internal("the key changed while it was rotated"));
        }
        let end = self.how.grace.end(now, old.plan.expires_at);
        let revoked_at = (end <= now).then_some(now);
        let params: [Value<'_>; 5] = [
            (&self.old).into(),
            (&new.id).into(),
            end.into(),
            revoked_at.into(),
            changed.into(),
        ];
        if tx.exec(REPLACE, &params).await? == 0 {
            return Err(not_active(
                "key",
                "was revoked or rotated at the same moment",
            ));
        }
        self.minted.insert(tx, changed).await?;
        let mut details = json!({
            "to": new.id.as_str(),
            "graceSeconds": self.how.grace.seconds(),
            "oldKeyEndsAt": end.rfc3339(),
        });
        if !self.how.reason.is_empty() {
            details["reason"] = self.how.reason.as_str().into();
        }
        let change = Change {
            by: &self.by,
            action: "key.rotate",
            subject: old.id.as_str(),
            tenant: Some(&old.tenant_id),
            details,
        };
        audit::append(tx, change).await?;
        Ok(new.clone())
    }
}
