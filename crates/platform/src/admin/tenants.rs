//! Tenants, what they may call, and how fast.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Environment, Error, Scope};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::changes;
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{
    Limit, PageOf, email_schema, environment_schema, json, moment, name_schema, page, scope_schema,
};
use crate::directory::access::{SwitchService, TenantAccess};
use crate::directory::invites::INVITE_SECONDS;
use crate::directory::tenant_search::{FindTenants, read_search};
use crate::directory::tenants::{FindTenant, ListTenants, Tenant};
use crate::http::Fields;
use crate::product::Products;

/// A business that calls the products.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tenant)]
pub(crate) struct TenantView {
    /// Names it in the admin API.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    id: String,
    /// How it names itself in product calls: a UUID.
    #[schema(format = "uuid")]
    vendor_id: String,
    /// Its name.
    #[schema(max_length = 100)]
    name: String,
    /// Of its owner.
    #[schema(max_length = 254)]
    email: String,
    /// `suspended`: none of its keys work.
    #[schema(schema_with = status_schema)]
    status: &'static str,
    /// When it was made.
    #[schema(format = "date-time")]
    created_at: String,
}

fn status_schema() -> utoipa::openapi::schema::Schema {
    crate::http::choice(&["active", "suspended"])
}

impl From<Tenant> for TenantView {
    fn from(tenant: Tenant) -> Self {
        Self {
            id: tenant.id.to_string(),
            vendor_id: tenant.vendor_id,
            name: tenant.name,
            email: tenant.email,
            status: tenant.status.as_str(),
            created_at: moment(tenant.created_at),
        }
    }
}

/// Whether a product is switched on for a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Service {
    /// The product.
    #[schema(schema_with = scope_schema)]
    scope: Scope,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// On or off.
    enabled: bool,
}

/// A tenant with what it may call and how fast.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantDetails {
    #[serde(flatten)]
    tenant: TenantView,
    /// Each product in each environment.
    services: Vec<Service>,
    /// The limit of each of its keys, by environment.
    limits: Vec<Limit>,
}

fn details(products: &Products, (tenant, access): (Tenant, TenantAccess)) -> TenantDetails {
    let service = |scope| {
        Environment::ALL.map(|environment| Service {
            scope,
            environment,
            enabled: access.is_enabled(scope, environment),
        })
    };
    let limit = |environment| Limit::new(environment, access.rate(environment));
    TenantDetails {
        services: products.scopes().flat_map(service).collect(),
        limits: Environment::ALL.into_iter().map(limit).collect(),
        tenant: tenant.into(),
    }
}

/// What a new tenant is made of.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewTenant {
    /// Its name.
    #[schema(schema_with = name_schema)]
    name: String,
    /// Of its owner, who is invited.
    #[schema(schema_with = email_schema)]
    email: String,
}

/// A new tenant and the link by which its owner becomes a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantCreated {
    #[serde(flatten)]
    tenant: TenantView,
    /// Works once, until `inviteExpiresAt`. Shown only here: hand it to the owner.
    invite_url: String,
    /// 72 hours from now.
    #[schema(format = "date-time")]
    invite_expires_at: String,
}

/// Make a tenant
///
/// With a funded sandbox wallet, all products on in the sandbox and off in live, and an
/// invite for its owner.
#[utoipa::path(
    post, path = "/admin/v1/tenants", operation_id = "createTenant", tag = "Tenants",
    request_body = NewTenant,
    responses((status = 201, body = TenantCreated, description = "The tenant.")),
)]
pub(crate) async fn create_tenant(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let expires_at = call.by.at.plus_seconds(INVITE_SECONDS);
    let object = call.object()?;
    let (tenant, invite_url) = changes::create_tenant(&desk, call.by, &object).await?;
    let body = TenantCreated {
        tenant: tenant.into(),
        invite_url: invite_url.expose().clone(),
        invite_expires_at: moment(expires_at),
    };
    Ok(json(StatusCode::CREATED, &body))
}

/// List tenants
///
/// The newest first; or those with a word of their name, an e-mail address, its domain, a vendor
/// id or an id that begins with `search`, in the order of what fits.
#[utoipa::path(
    get, path = "/admin/v1/tenants", operation_id = "listTenants", tag = "Tenants",
    params(("search" = inline(Option<String>), Query, max_length = 100,
            description = "The beginning of a word."),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query)),
    responses((status = 200, body = PageOf<TenantView>, description = "A page of tenants.")),
)]
pub(crate) async fn list_tenants(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let asked = call.page()?;
    let search = read_search(call.request.query().get("search").unwrap_or_default())?;
    let listed = match search {
        Some(search) => {
            let page = asked;
            desk.store.read(FindTenants { search, page }).await?
        }
        None => desk.store.read(ListTenants { page: asked }).await?,
    };
    Ok(page(listed, TenantView::from))
}

/// Get a tenant
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}", operation_id = "getTenant", tag = "Tenants",
    params(("tenantId" = String, Path)),
    responses((status = 200, body = TenantDetails, description = "The tenant.")),
)]
pub(crate) async fn get_tenant(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let tenant = call.tenant()?;
    find(&desk, FindTenant { tenant }).await
}

async fn find(desk: &Desk, op: FindTenant) -> Reply {
    let found = desk.store.read(op).await?;
    Ok(json(StatusCode::OK, &details(&desk.products, found)))
}

/// Whether a tenant's keys work.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewStatus {
    /// `suspended`: every call is refused with 403 `tenant_suspended`.
    #[schema(schema_with = status_schema)]
    status: String,
    /// Why, in words: noted in the audit log.
    #[schema(
        max_length = 500,
        nullable,
        pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$"
    )]
    reason: Option<String>,
}

/// Suspend a tenant, or lift that
///
/// Holds on every node within a second.
#[utoipa::path(
    put, path = "/admin/v1/tenants/{tenantId}/status", operation_id = "setTenantStatus",
    tag = "Tenants",
    params(("tenantId" = String, Path)), request_body = NewStatus,
    responses((status = 200, body = TenantView, description = "The tenant.")),
)]
pub(crate) async fn set_status(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, object) = (call.tenant()?, call.object()?);
    let tenant = changes::set_status(&desk, call.by, tenant, &object).await?;
    Ok(json(StatusCode::OK, &TenantView::from(tenant)))
}

/// Whether a product is on.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewSwitch {
    /// On or off.
    enabled: bool,
}

/// Switch a product on or off for a tenant
///
/// In one environment. Holds on every node within a second.
#[utoipa::path(
    put, path = "/admin/v1/tenants/{tenantId}/services/{scope}/{environment}",
    operation_id = "switchService", tag = "Tenants",
    params(("tenantId" = String, Path), ("scope" = String, Path), ("environment" = String, Path)),
    request_body = NewSwitch,
    responses((status = 200, body = Service, description = "The switch.")),
)]
pub(crate) async fn switch_service(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, scope) = (call.tenant()?, call.scope(&desk.products)?);
    let environment = call.environment()?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let Some(enabled) = fields.boolean("enabled") else {
        return Err(Error::faults(fields.into_faults()).into());
    };
    let switch = SwitchService {
        by: call.by,
        tenant,
        scope,
        environment,
        enabled,
    };
    desk.store.write(switch).await?;
    desk.changed().await;
    let body = Service {
        scope,
        environment,
        enabled,
    };
    Ok(json(StatusCode::OK, &body))
}

/// How fast a tenant's keys may call.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewLimit {
    /// Calls a second on average.
    #[schema(minimum = 1, maximum = 100_000)]
    requests_per_second: u32,
    /// Calls at once after a pause.
    #[schema(minimum = 1, maximum = 100_000)]
    burst: u32,
}

/// Set a tenant's limit
///
/// In one environment; also the default of each of its keys. Holds within a second.
#[utoipa::path(
    put, path = "/admin/v1/tenants/{tenantId}/limits/{environment}", operation_id = "setLimit",
    tag = "Tenants",
    params(("tenantId" = String, Path), ("environment" = String, Path)), request_body = NewLimit,
    responses((status = 200, body = Limit, description = "The limit.")),
)]
pub(crate) async fn set_limit(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, environment) = (call.tenant()?, call.environment()?);
    let object = call.object()?;
    let rate = changes::set_limit(&desk, call.by, tenant, environment, &object).await?;
    Ok(json(StatusCode::OK, &Limit::new(environment, rate)))
}
