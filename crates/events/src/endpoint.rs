//! Where tenants want their events sent, and the secrets that sign them.

use kofa_core::audit::{self, Change};
use kofa_core::event::EventType;
use kofa_core::{ActorAt, Right};
use kofa_domain::{
    Environment, Error, Id, IdKind, Ids, Result, Sensitive, TenantId, Timestamp, codes,
};
use kofa_store::{Op, Row, Tx, Value, Vault};
use serde_json::json;

use crate::feed::types_text;
use crate::signature::WebhookSecret;
use crate::target::Destination;

/// Most endpoints of a tenant in an environment.
pub const ENDPOINTS_MAX: i64 = 20;
/// Longest that an old secret signs beside the new one, in seconds.
pub const GRACE_SECONDS_MAX: i64 = 7 * 86_400;

/// What a [`WebhookId`] names.
#[derive(Debug)]
pub enum WebhookKind {}

impl IdKind for WebhookKind {
    const PREFIX: &'static str = "whk_";
}

/// An endpoint's id, `whk_…`.
pub type WebhookId = Id<WebhookKind>;

/// An endpoint, by whose it is.
#[derive(Clone, Debug)]
pub struct Which {
    pub tenant: TenantId,
    pub environment: Environment,
    pub webhook: WebhookId,
}

/// An endpoint as stored, without its secret.
#[derive(Clone, Debug)]
pub struct Webhook {
    pub id: WebhookId,
    pub tenant: TenantId,
    pub environment: Environment,
    pub url: String,
    /// Whether it leads to the tenant's test inbox: `url` has no token then.
    pub is_inbox: bool,
    /// Only these types; empty for all.
    pub types: Vec<EventType>,
    pub enabled: bool,
    /// Until when the secret before signs, too.
    pub old_secret_until: Option<Timestamp>,
    pub created_at: Timestamp,
    /// Since when no delivery succeeded, if the last one failed.
    pub failing_since: Option<Timestamp>,
    /// When it was disabled for failing.
    pub disabled_at: Option<Timestamp>,
    /// Deliveries that are kept back as it is disabled.
    pub held: i64,
    /// Whether its secret also signs what is sent to addresses that jobs name.
    pub signs_jobs: bool,
}

/// The words of a stored list; types of a later version are left out.
fn types_of(text: &str) -> Vec<EventType> {
    let words = text.split_ascii_whitespace();
    words.filter_map(EventType::parse).collect()
}

impl Webhook {
    fn from_row(row: &Row) -> Result<Self> {
        let types: String = row.get("types")?;
        Ok(Self {
            id: row.get("id")?,
            tenant: row.get("tenant_id")?,
            environment: row.get("environment")?,
            url: row.get("url")?,
            is_inbox: row.get("is_inbox")?,
            types: types_of(&types),
            enabled: row.get("enabled")?,
            old_secret_until: row.get("old_secret_until")?,
            created_at: row.get("created_at")?,
            failing_since: row.get("failing_since")?,
            disabled_at: row.get("disabled_at")?,
            held: row.get("held")?,
            signs_jobs: false,
        })
    }
}

pub(crate) fn secret_context(webhook: &WebhookId) -> String {
    format!("webhook.secret/{webhook}")
}

fn sealed(vault: &Vault, webhook: &WebhookId, secret: &WebhookSecret, ids: Ids) -> Result<Vec<u8>> {
    Ok(vault.seal(&secret_context(webhook), secret.bytes(), ids)?)
}

const LIST: &str = "select w.*, (select count(*) from webhook_delivery d \
     where d.endpoint_id = w.id and d.state = 'held') as held from webhook_endpoint w \
     where w.tenant_id = $1 and w.environment = $2 order by w.created_at, w.id limit 100";
const COUNT: &str = "select count(*) as n from webhook_endpoint \
     where tenant_id = $1 and environment = $2";
const CREATE: &str = "insert into webhook_endpoint (id, tenant_id, environment, url, types, \
     enabled, secret, created_at, is_inbox) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const CHANGE: &str = "update webhook_endpoint set url = $2, types = $3, enabled = $4, \
     failing_since = $5, disabled_at = $6, is_inbox = $7 where id = $1";
pub(crate) const HOLD: &str = "update webhook_delivery set state = 'held' \
     where endpoint_id = $1 and state = 'due' and job is null";
const DELETE_DELIVERIES: &str = "delete from webhook_delivery \
     where endpoint_id = $1 and job is null";
const FAIL_OF_JOBS: &str = "update webhook_delivery set state = 'failed', \
     error = 'its secret was deleted' where endpoint_id = $1 and state = 'due'";
const DELETE: &str = "delete from webhook_endpoint where id = $1";
const ROTATE: &str = "update webhook_endpoint set old_secret = case when $3 > $4 then secret end, \
     old_secret_until = case when $3 > $4 then cast($3 as bigint) end, secret = $2 \
     where id = $1";

/// The endpoints of a tenant in an environment, the oldest first: its secret is the default one.
#[derive(Clone, Debug)]
pub struct ListWebhooks {
    pub tenant: TenantId,
    pub environment: Environment,
}

impl Op for ListWebhooks {
    type Out = Vec<Webhook>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Webhook>> {
        let params = [(&self.tenant).into(), self.environment.into()];
        let rows = tx.rows(LIST, &params).await?;
        let mut all: Vec<Webhook> = rows.iter().map(Webhook::from_row).collect::<Result<_>>()?;
        if let Some(first) = all.first_mut() {
            first.signs_jobs = true;
        }
        Ok(all)
    }
}

/// One endpoint.
#[derive(Clone, Debug)]
pub struct FindWebhook(pub Which);

impl Op for FindWebhook {
    type Out = Webhook;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Webhook> {
        let Which {
            tenant,
            environment,
            webhook,
        } = self.0.clone();
        let list = ListWebhooks {
            tenant,
            environment,
        };
        let mut all = list.run(tx).await?.into_iter();
        let missing = || Error::new(&codes::NOT_FOUND, "There is no such webhook endpoint.");
        all.find(|one| one.id == webhook).ok_or_else(missing)
    }
}

/// The endpoint for whoever may change it: those who may change keys of its environment.
pub(crate) async fn find_to_change(tx: &mut Tx<'_>, by: &ActorAt, of: &Which) -> Result<Webhook> {
    by.actor.needs(Right::Keys(&of.tenant, &[of.environment]))?;
    FindWebhook(of.clone()).run(tx).await
}

pub(crate) async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    webhook: &Webhook,
    details: serde_json::Value,
) -> Result<()> {
    let change = Change {
        by,
        action,
        subject: webhook.id.as_str(),
        tenant: Some(&webhook.tenant),
        details,
    };
    audit::append(tx, change).await
}

/// The host of an address: what follows may hold somebody's secrets.
fn host(url: &str) -> String {
    let host = url::Url::parse(url).ok();
    let host = host.and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_default()
}

/// A new endpoint.
#[derive(Clone, Debug)]
pub struct CreateWebhook {
    by: ActorAt,
    of: Which,
    to: Destination,
    types: Vec<EventType>,
    secret: Vec<u8>,
}

impl CreateWebhook {
    /// Of a tenant in an environment, and its secret, which is shown once.
    ///
    /// # Errors
    /// `internal_error` if the cipher refuses.
    pub fn new(
        (vault, ids): (&Vault, Ids),
        by: ActorAt,
        (tenant, environment): (TenantId, Environment),
        to: impl Into<Destination>,
        types: Vec<EventType>,
    ) -> Result<(Self, Sensitive<String>)> {
        let (webhook, secret) = (ids.id(by.at), WebhookSecret::new(ids));
        let create = Self {
            by,
            to: to.into(),
            types,
            secret: sealed(vault, &webhook, &secret, ids)?,
            of: Which {
                tenant,
                environment,
                webhook,
            },
        };
        Ok((create, secret.text()))
    }
}

impl Op for CreateWebhook {
    type Out = Webhook;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Webhook> {
        let of = &self.of;
        let right = Right::Keys(&of.tenant, &[of.environment]);
        self.by.actor.needs(right)?;
        let tenant = "select id from tenant where id = $1";
        if tx.opt(tenant, &[(&of.tenant).into()]).await?.is_none() {
            return Err(Error::new(&codes::NOT_FOUND, "There is no such tenant."));
        }
        let whose: [Value<'_>; 2] = [(&of.tenant).into(), of.environment.into()];
        if tx.one(COUNT, &whose).await?.get::<i64>("n")? >= ENDPOINTS_MAX {
            let message = format!("There are {ENDPOINTS_MAX} endpoints already: delete one.");
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let types = types_text(&self.types);
        let params: [Value<'_>; 9] = [
            (&of.webhook).into(),
            (&of.tenant).into(),
            of.environment.into(),
            (&self.to.url).into(),
            (&types).into(),
            true.into(),
            (&self.secret).into(),
            self.by.at.into(),
            self.to.is_inbox.into(),
        ];
        tx.exec_one(CREATE, &params).await?;
        let made = FindWebhook(of.clone()).run(tx).await?;
        let details = json!({
            "environment": of.environment, "host": host(&self.to.url), "types": types.trim(),
        });
        note(tx, &self.by, "webhook.create", &made, details).await?;
        Ok(made)
    }
}

/// Another address, other types, or a switch. Disabled, it keeps what waits for it.
#[derive(Clone, Debug)]
pub struct ChangeWebhook {
    pub by: ActorAt,
    pub of: Which,
    pub to: Option<Destination>,
    pub types: Option<Vec<EventType>>,
    pub enabled: Option<bool>,
}

impl Op for ChangeWebhook {
    type Out = Webhook;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Webhook> {
        let before = find_to_change(tx, &self.by, &self.of).await?;
        let enabled = self.enabled.unwrap_or(before.enabled);
        // Switched on again, it begins anew.
        let is_new = enabled && !before.enabled;
        let types = types_text(self.types.as_ref().unwrap_or(&before.types));
        let (url, is_inbox) = match &self.to {
            Some(to) => (&to.url, to.is_inbox),
            None => (&before.url, before.is_inbox),
        };
        let params: [Value<'_>; 7] = [
            (&before.id).into(),
            url.into(),
            (&types).into(),
            enabled.into(),
            before.failing_since.filter(|_| !is_new).into(),
            before.disabled_at.filter(|_| !is_new).into(),
            is_inbox.into(),
        ];
        tx.exec_one(CHANGE, &params).await?;
        if !enabled {
            tx.exec(HOLD, &[(&before.id).into()]).await?;
        }
        let details = json!({
            "environment": before.environment,
            "host": self.to.as_ref().map(|to| host(&to.url)),
            "types": types.trim(),
            "enabled": enabled,
        });
        note(tx, &self.by, "webhook.change", &before, details).await?;
        FindWebhook(self.of.clone()).run(tx).await
    }
}

/// The end of an endpoint, with the log of its deliveries.
#[derive(Clone, Debug)]
pub struct DeleteWebhook {
    pub by: ActorAt,
    pub of: Which,
}

impl Op for DeleteWebhook {
    type Out = Webhook;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Webhook> {
        let before = find_to_change(tx, &self.by, &self.of).await?;
        tx.exec(DELETE_DELIVERIES, &[(&before.id).into()]).await?;
        tx.exec(FAIL_OF_JOBS, &[(&before.id).into()]).await?;
        tx.exec_one(DELETE, &[(&before.id).into()]).await?;
        let details = json!({"environment": before.environment, "host": host(&before.url)});
        note(tx, &self.by, "webhook.delete", &before, details).await?;
        Ok(before)
    }
}

/// Another secret; the old one signs beside it for a grace.
#[derive(Clone, Debug)]
pub struct RotateWebhookSecret {
    by: ActorAt,
    of: Which,
    grace_seconds: i64,
    secret: Vec<u8>,
}

impl RotateWebhookSecret {
    /// Of an endpoint, and its new secret, which is shown once. The grace is at most
    /// [`GRACE_SECONDS_MAX`].
    ///
    /// # Errors
    /// `internal_error` if the cipher refuses.
    pub fn new(
        (vault, ids): (&Vault, Ids),
        by: ActorAt,
        of: Which,
        grace_seconds: i64,
    ) -> Result<(Self, Sensitive<String>)> {
        let secret = WebhookSecret::new(ids);
        let rotate = Self {
            secret: sealed(vault, &of.webhook, &secret, ids)?,
            by,
            of,
            grace_seconds,
        };
        Ok((rotate, secret.text()))
    }
}

impl Op for RotateWebhookSecret {
    type Out = Webhook;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Webhook> {
        let before = find_to_change(tx, &self.by, &self.of).await?;
        let until = self.by.at.plus_seconds(self.grace_seconds);
        let params: [Value<'_>; 4] = [
            (&before.id).into(),
            (&self.secret).into(),
            until.into(),
            self.by.at.into(),
        ];
        tx.exec_one(ROTATE, &params).await?;
        let details = json!({
            "environment": before.environment, "graceSeconds": self.grace_seconds,
        });
        note(tx, &self.by, "webhook.rotate", &before, details).await?;
        FindWebhook(self.of.clone()).run(tx).await
    }
}
