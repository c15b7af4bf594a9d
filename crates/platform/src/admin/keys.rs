//! API keys: issued, listed, revoked, rotated.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Environment, Error, Scope, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::{AdminCall, texts};
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, environment_schema, json, moment, name_schema, page, scope_schema};
use crate::directory::key_plan::{CIDRS_MAX, KeyRequest};
use crate::directory::keys::{ApiKey, IssueKey, KeyUse, ListKeys, RevokeKey};
use crate::directory::rotation::{self, Grace, Rotation};
use crate::directory::{NAME_CHARS_MAX, REASON_CHARS_MAX, read_reason};
use crate::http::Fields;

/// The last call a key made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LastUsed {
    /// When, to within a few seconds.
    #[schema(format = "date-time")]
    at: String,
    /// From which address.
    ip: String,
    /// In which environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// To which endpoint.
    operation_id: String,
}

impl From<KeyUse> for LastUsed {
    fn from(used: KeyUse) -> Self {
        Self {
            at: moment(used.at),
            ip: used.ip,
            environment: used.environment,
            operation_id: used.operation_id,
        }
    }
}

/// The record of a key, without its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Key)]
pub(crate) struct KeyView {
    /// Names the record.
    #[schema(pattern = "^key_[0-9a-f]{32}$")]
    id: String,
    /// Whose.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// For people.
    name: String,
    /// The first characters of the key.
    #[schema(example = "kofa_test_4Fzk")]
    prefix: String,
    /// Its last characters.
    #[schema(example = "x1Yz", min_length = 4, max_length = 4)]
    last_four: String,
    /// `rotating`: another key has taken its place, and its grace runs.
    #[schema(schema_with = status_schema)]
    status: &'static str,
    /// What it may call.
    #[schema(schema_with = scopes_schema)]
    scopes: Vec<Scope>,
    /// Where.
    #[schema(schema_with = environments_schema)]
    environments: Vec<Environment>,
    /// From which networks; empty for all.
    allowed_cidrs: Vec<String>,
    /// When it was made.
    #[schema(format = "date-time")]
    created_at: String,
    /// When it stops working by itself; null for never.
    #[schema(format = "date-time", required)]
    expires_at: Option<String>,
    /// When it was ended; null if it was not.
    #[schema(format = "date-time", required)]
    revoked_at: Option<String>,
    /// The key that took its place; null if none did.
    #[schema(required)]
    rotated_to: Option<String>,
    /// Its last call; null if it made none.
    #[schema(required)]
    last_used: Option<LastUsed>,
}

fn status_schema() -> utoipa::openapi::schema::Schema {
    crate::http::choice(&["active", "rotating", "expired", "revoked"])
}

fn list_schema(item: utoipa::openapi::schema::Schema) -> utoipa::openapi::schema::Schema {
    utoipa::openapi::ArrayBuilder::new()
        .items(utoipa::openapi::RefOr::T(item))
        .min_items(Some(1))
        .into()
}

fn scopes_schema() -> utoipa::openapi::schema::Schema {
    list_schema(scope_schema())
}

fn environments_schema() -> utoipa::openapi::schema::Schema {
    list_schema(environment_schema())
}

impl KeyView {
    fn new(key: ApiKey, now: Timestamp) -> Self {
        Self {
            status: key.status(now).as_str(),
            id: key.id.to_string(),
            tenant_id: key.tenant_id.to_string(),
            name: key.plan.name,
            prefix: key.prefix,
            last_four: key.last_four,
            scopes: key.plan.scopes,
            environments: key.plan.environments,
            allowed_cidrs: key
                .plan
                .allowed_cidrs
                .iter()
                .map(ToString::to_string)
                .collect(),
            created_at: moment(key.created_at),
            expires_at: key.plan.expires_at.map(moment),
            revoked_at: key.revoked_at.map(moment),
            rotated_to: key.rotated_to.map(|id| id.to_string()),
            last_used: key.last_used.map(LastUsed::from),
        }
    }
}

/// A new key with its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyIssued {
    #[serde(flatten)]
    record: KeyView,
    /// The key itself: the value of `X-API-Key`. Shown only here.
    #[schema(pattern = "^kofa_(test|live)_[0-9A-Za-z]{22,64}_[0-9A-Za-z]{6}$")]
    key: String,
}

/// What a new key is to reach.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewKey {
    /// For people.
    #[schema(schema_with = name_schema)]
    name: String,
    /// What it may call.
    #[schema(schema_with = scopes_schema)]
    scopes: Vec<String>,
    /// Where. With `live` the key begins with `kofa_live_`.
    #[schema(schema_with = environments_schema)]
    environments: Vec<String>,
    /// When it stops working by itself; absent for never.
    #[schema(format = "date-time", nullable)]
    expires_at: Option<String>,
    /// From which networks (`203.0.113.0/24`, `2001:db8::/32`, one address); absent for all.
    #[schema(max_items = 50, nullable)]
    allowed_cidrs: Option<Vec<String>>,
}

/// Issue a key
///
/// Its text is in this answer and nowhere else.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/keys", operation_id = "issueKey", tag = "Keys",
    params(("tenantId" = String, Path)), request_body = NewKey,
    responses((status = 201, body = KeyIssued, description = "The key.")),
)]
pub(crate) async fn issue_key(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let tenant = call.tenant()?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let name = fields.text("name", NAME_CHARS_MAX).unwrap_or_default();
    let expires_at = fields.optional_moment("expiresAt");
    let request = KeyRequest {
        name: name.to_owned(),
        expires_at: expires_at.map(str::to_owned),
        scopes: texts(&mut fields, "scopes", desk.products.count()),
        environments: texts(&mut fields, "environments", Environment::ALL.len()),
        allowed_cidrs: texts(&mut fields, "allowedCidrs", CIDRS_MAX),
    };
    // A field of the wrong type must not also be called missing.
    let mut faults = fields.into_faults();
    let mut found = Vec::new();
    let plan = request.read(&desk.products, call.by.at, &mut found);
    found.retain(|fault| faults.iter().all(|known| known.field != fault.field));
    faults.extend(found);
    Error::check(faults)?;
    let plan = plan.ok_or_else(|| Error::internal("a key without faults has a plan"))?;
    let now = call.by.at;
    let (op, text) = IssueKey::new(&desk.vault, desk.ids, call.by, tenant, plan);
    let key = desk.store.write(op).await?;
    desk.changed().await;
    let body = KeyIssued {
        record: KeyView::new(key, now),
        key: text.expose().clone(),
    };
    Ok(json(StatusCode::CREATED, &body))
}

/// List a tenant's keys
///
/// The newest first, with the last call of each.
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/keys", operation_id = "listKeys", tag = "Keys",
    params(
        ("tenantId" = String, Path),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<KeyView>, description = "A page of keys.")),
)]
pub(crate) async fn list_keys(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, now) = (call.tenant()?, call.by.at);
    let page_asked = call.page()?;
    let list = ListKeys {
        tenant,
        page: page_asked,
    };
    let listed = desk.store.read(list).await?;
    Ok(page(listed, |key| KeyView::new(key, now)))
}

/// Revoke a key
///
/// At once and for ever, on every node within a second. Revoking it again changes nothing.
#[utoipa::path(
    post, path = "/admin/v1/keys/{keyId}/revoke", operation_id = "revokeKey", tag = "Keys",
    params(("keyId" = String, Path)),
    responses((status = 200, body = KeyView, description = "The record of the key.")),
)]
pub(crate) async fn revoke_key(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let key = call.id("keyId", "key")?;
    let (by, now) = (call.by.clone(), call.by.at);
    let key = desk.store.write(RevokeKey { by, key }).await?;
    desk.changed().await;
    Ok(json(StatusCode::OK, &KeyView::new(key, now)))
}

/// How long the old key works on.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewGrace {
    /// None, 15 minutes, 1 hour, 24 hours or 7 days; never past the old key's own expiry.
    #[schema(schema_with = grace_schema)]
    grace_seconds: i64,
    /// Why, for the audit log, which the tenant reads.
    #[schema(
        max_length = 500,
        nullable,
        pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$"
    )]
    reason: Option<String>,
}

fn grace_schema() -> utoipa::openapi::schema::Schema {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::Integer)
        .enum_values(Some(Grace::SECONDS))
        .into()
}

/// Rotate a key
///
/// Makes a new key with the same scopes, environments, networks and expiry. The old one works
/// on for the grace.
#[utoipa::path(
    post, path = "/admin/v1/keys/{keyId}/rotate", operation_id = "rotateKey", tag = "Keys",
    params(("keyId" = String, Path)), request_body = NewGrace,
    responses((status = 201, body = KeyIssued, description = "The new key.")),
)]
pub(crate) async fn rotate_key(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let key = call.id("keyId", "key")?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let seconds = fields.integer("graceSeconds");
    let reason = fields.optional_text("reason", REASON_CHARS_MAX);
    let mut faults = fields.into_faults();
    let reason = read_reason(reason.unwrap_or_default(), &mut faults);
    let (Some(seconds), Some(reason), true) = (seconds, reason, faults.is_empty()) else {
        return Err(Error::faults(faults).into());
    };
    let how = Rotation {
        reason,
        ..Rotation::from(Grace::from_seconds(seconds)?)
    };
    let now = call.by.at;
    let rotated = rotation::rotate(&desk.store, &desk.vault, desk.ids, call.by, key, how);
    let (key, text) = rotated.await?;
    desk.changed().await;
    let body = KeyIssued {
        record: KeyView::new(key, now),
        key: text.expose().clone(),
    };
    Ok(json(StatusCode::CREATED, &body))
}
