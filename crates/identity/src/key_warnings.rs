//! Telling tenants that a key of theirs ends soon: 30, 7 and 1 days before, once each.

use kofa_core::event::{self, EventType, NewEvent};
use kofa_domain::{Environment, Error, KeyId, Result, TenantId, Timestamp};
use kofa_store::{Op, Tx, Value};
use serde_json::json;

/// Warnings before the end of a key, in days, the nearest first.
pub const WARNED_DAYS: [i64; 3] = [1, 7, 30];
/// Keys that are looked at in one transaction.
const KEYS_AT_ONCE: i64 = 100;
const DAY_SECONDS: i64 = 86_400;

const DUE: &str = "select k.id, k.tenant_id, k.name, k.environments, k.expires_at from api_key k \
     where k.revoked_at is null and k.rotated_to is null \
     and k.expires_at > $1 and k.expires_at <= $2 \
     and not exists (select 1 from key_warning w where w.key_id = k.id and w.days <= $3 \
     and w.expires_at = k.expires_at) order by k.expires_at, k.id limit $4";
const WARNED: &str = "insert into key_warning (key_id, days, expires_at, at) \
     values ($1, $2, $3, $4) on conflict (key_id, days) do update \
     set expires_at = excluded.expires_at, at = excluded.at";

/// Writes `key.expiring` for keys that end within 30, 7 or 1 days: once for each, and only the
/// nearest of those that fall together. How many were told of.
#[derive(Clone, Copy, Debug)]
pub struct WarnOfExpiry {
    pub now: Timestamp,
}

impl Op for WarnOfExpiry {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let mut told = 0;
        for days in WARNED_DAYS {
            let params: [Value<'_>; 4] = [
                self.now.into(),
                self.now.plus_seconds(days * DAY_SECONDS).into(),
                days.into(),
                KEYS_AT_ONCE.into(),
            ];
            for row in tx.rows(DUE, &params).await? {
                let (key, expires_at): (KeyId, Timestamp) =
                    (row.get("id")?, row.get("expires_at")?);
                let warned: [Value<'_>; 4] = [
                    (&key).into(),
                    days.into(),
                    expires_at.into(),
                    self.now.into(),
                ];
                tx.exec_one(WARNED, &warned).await?;
                let data = json!({
                    "keyId": key.as_str(),
                    "name": row.get::<String>("name")?,
                    "expiresAt": expires_at.rfc3339(),
                    "withinDays": days,
                });
                let tenant: TenantId = row.get("tenant_id")?;
                let environments: String = row.get("environments")?;
                let mut events = Vec::new();
                for word in environments.split_ascii_whitespace() {
                    let unknown = || Error::internal("a key's environments");
                    events.push(NewEvent {
                        tenant: &tenant,
                        environment: Environment::parse(word).ok_or_else(unknown)?,
                        of: EventType::KeyExpiring,
                        at: self.now,
                        data: data.clone(),
                    });
                }
                event::append(tx, &events).await?;
                told += 1;
            }
        }
        Ok(told)
    }
}
