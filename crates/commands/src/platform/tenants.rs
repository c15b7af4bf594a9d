//! Tenants, what they may call, and how fast.

use kofa_core::product::Products;
use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::{Environment, Rate, Result, Scope, Sensitive, TenantId, Timestamp};
use kofa_identity::access::{self, TenantAccess};
use kofa_identity::invites::INVITE_SECONDS;
use kofa_identity::service_switch;
use kofa_identity::tenant_search::{FindTenants, SEARCH_CHARS_MAX, read_search};
use kofa_identity::tenants::{self, FindTenant, SetTenantStatus, Tenant, TenantStatus};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::rules::{Blank, EMAIL, Flag, NAME, ProductScope, REASON, Rule, Whole, Word, Wrong};
use crate::wire::{Paged, as_moment, environment_schema, exposed, moment, scope_schema};
use crate::{Body, Command, Concern, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<CreateTenant>(),
    Entry::of::<ListTenants>(),
    Entry::of::<GetTenant>(),
    Entry::of::<SetStatus>(),
    Entry::of::<SwitchService>(),
    Entry::of::<SetLimit>(),
];

/// What most of these have in common.
const OF_TENANTS: Spec = Spec {
    tag: "Tenants",
    method: Method::Put,
    right: Permission::Tenants,
    ..Spec::BASE
};

/// A business that calls the products.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tenant)]
pub struct TenantView {
    /// The tenant's ID in the admin API.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    pub id: String,
    /// The tenant's ID in product requests: a UUID.
    #[schema(format = "uuid")]
    pub vendor_id: String,
    /// The tenant's name.
    #[schema(max_length = 100)]
    pub name: String,
    /// The owner's email address.
    #[schema(max_length = 254)]
    pub email: String,
    /// `suspended`: none of its API keys work.
    #[schema(schema_with = status_schema)]
    pub status: &'static str,
    /// When it was created.
    #[serde(serialize_with = "as_moment")]
    #[schema(value_type = String, format = "date-time")]
    pub created_at: Timestamp,
    /// Whether its members need two-factor authentication.
    members_need_second_factor: bool,
}

fn status_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&["active", "suspended"])
}

impl From<Tenant> for TenantView {
    fn from(tenant: Tenant) -> Self {
        Self {
            id: tenant.id.to_string(),
            vendor_id: tenant.vendor_id,
            name: tenant.name,
            email: tenant.email,
            status: tenant.status.as_str(),
            created_at: tenant.created_at,
            members_need_second_factor: tenant.members_need_second_factor,
        }
    }
}

/// Whether a product is switched on for a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Service {
    /// The product.
    #[schema(schema_with = scope_schema)]
    pub scope: Scope,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    pub environment: Environment,
    /// Whether the product is on.
    pub enabled: bool,
}

/// A tenant with its products and rate limits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantDetails {
    #[serde(flatten)]
    tenant: TenantView,
    /// Each product in each environment.
    services: Vec<Service>,
    /// The rate limit of each of its keys, by environment.
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

/// The rate limit of a tenant's keys in an environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limit {
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Average requests per second.
    #[schema(minimum = 1, maximum = 100_000, example = 50)]
    pub requests_per_second: u32,
    /// Requests allowed at once after a pause.
    #[schema(minimum = 1, maximum = 100_000, example = 100)]
    pub burst: u32,
}

impl Limit {
    fn new(environment: Environment, rate: Rate) -> Self {
        Self {
            environment,
            requests_per_second: rate.per_second,
            burst: rate.burst,
        }
    }
}

/// A new tenant with the invite link for its owner.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantCreated {
    #[serde(flatten)]
    pub tenant: TenantView,
    /// Works once, until `inviteExpiresAt`. Returned only once: send it to the owner.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String)]
    pub invite_url: Sensitive<String>,
    /// 72 hours from now.
    #[schema(format = "date-time")]
    invite_expires_at: String,
}

impl TenantCreated {
    /// Made at this time.
    pub(super) fn new(tenant: Tenant, invite_url: Sensitive<String>, at: Timestamp) -> Self {
        Self {
            tenant: tenant.into(),
            invite_url,
            invite_expires_at: moment(at.plus_seconds(INVITE_SECONDS)),
        }
    }
}

/// What makes a tenant of this name, with this owner, and the link of the owner's invite.
///
/// # Errors
/// 503 without the master key.
pub(super) fn creating(
    services: &Services,
    by: &ActorAt,
    (name, email): (String, String),
) -> Result<(tenants::CreateTenant, Sensitive<String>)> {
    let (vault, ids) = (services.vault()?, services.ids);
    let (create, token) = tenants::CreateTenant::new(vault, ids, by.clone(), name, email);
    let invite_url = services.link("invite", &token);
    let create = create.mailing(services.mailer.as_ref(), &invite_url);
    Ok((create, invite_url))
}

#[derive(Debug)]
pub struct CreateTenant {
    pub name: String,
    /// The email address of the owner, who is invited.
    pub email: String,
}

impl Command for CreateTenant {
    const SPEC: &'static Spec = &Spec {
        name: "createTenant",
        summary: "Create a tenant",
        description: "The tenant gets a funded sandbox wallet, all products switched on in \
                      Sandbox and off in\nLive, and an invite for its owner.",
        method: Method::Post,
        path: "/admin/v1/tenants",
        body: Body::Json("NewTenant", "The new tenant."),
        success: &[(201, "The tenant.")],
        ..OF_TENANTS
    };
    type Output = TenantCreated;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.required("name", "", NAME);
        let email = fields.required("email", "", EMAIL);
        Some(Self {
            name: name?,
            email: email?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<TenantCreated> {
        let (create, invite_url) = creating(services, &by, (self.name, self.email))?;
        let tenant = services.store.write(create).await?;
        Ok(TenantCreated::new(tenant, invite_url, by.at))
    }
}

/// What is searched for; `None` for nothing.
struct Search;

impl Rule for Search {
    type Out = Option<String>;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        json!({"type": "string", "maxLength": SEARCH_CHARS_MAX})
    }

    fn read(&self, value: &Value) -> Result<Option<String>, Wrong> {
        let text = value.as_str().ok_or("must be a string")?;
        if text.chars().count() > SEARCH_CHARS_MAX {
            return Err(format!("must have at most {SEARCH_CHARS_MAX} characters").into());
        }
        Ok(read_search(text))
    }

    fn write(&self, out: &Option<String>) -> Value {
        out.as_deref().into()
    }
}

/// The tenants, or those that fit a search.
#[derive(Debug)]
pub struct ListTenants {
    /// What a word of them begins with.
    pub search: Option<String>,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListTenants {
    const SPEC: &'static Spec = &Spec {
        name: "listTenants",
        summary: "List tenants",
        description: "Newest first. With `search`, only tenants with a word of their name, an \
                      email address, its\ndomain, a vendor ID or an ID that starts with it, \
                      sorted by match.",
        method: Method::Get,
        path: "/admin/v1/tenants",
        right: Permission::Look,
        success: &[(200, "A page of tenants.")],
        ..OF_TENANTS
    };
    type Output = Paged<TenantView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let search = fields.optional_query(
            "search",
            "The beginning of a name, email address, \
                                                      domain or ID.",
            Search,
        );
        let page = fields.page();
        Some(Self {
            search: search.flatten(),
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let Self { search, page } = self;
        let listed = match search {
            Some(search) => services.store.read(FindTenants { search, page }).await?,
            None => services.store.read(tenants::ListTenants { page }).await?,
        };
        Ok(Paged::new(listed, TenantView::from))
    }
}

#[derive(Debug)]
pub struct GetTenant {
    pub tenant: TenantId,
}

impl Command for GetTenant {
    const SPEC: &'static Spec = &Spec {
        name: "getTenant",
        summary: "Get a tenant",
        method: Method::Get,
        path: "/admin/v1/tenants/{tenantId}",
        right: Permission::Look,
        success: &[(200, "The tenant.")],
        ..OF_TENANTS
    };
    type Output = TenantDetails;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.path_tenant().map(|tenant| Self { tenant })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<TenantDetails> {
        let tenant = self.tenant;
        let found = services.store.read(FindTenant { tenant }).await?;
        Ok(details(&services.products, found))
    }
}

/// The tenant's new status.
#[derive(Debug)]
pub struct SetStatus {
    pub tenant: TenantId,
    pub status: TenantStatus,
    /// Why, for the audit log; may be empty.
    pub reason: String,
}

const STATUS: Word<TenantStatus> = Word {
    all: &[TenantStatus::Active, TenantStatus::Suspended],
    as_str: TenantStatus::as_str,
    parse: TenantStatus::parse,
    must: "must be `active` or `suspended`",
};

impl Command for SetStatus {
    const SPEC: &'static Spec = &Spec {
        name: "setTenantStatus",
        summary: "Suspend or resume a tenant",
        description: "Takes effect within a second.",
        path: "/admin/v1/tenants/{tenantId}/status",
        body: Body::Json("NewStatus", "The tenant's new status."),
        success: &[(200, "The tenant.")],
        asks_again: true,
        ..OF_TENANTS
    };
    type Output = TenantView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        // `suspended`: every call is refused with 403 `tenant_suspended`.
        let status = fields.required("status", "", STATUS);
        let docs = "The reason, recorded in the audit log.";
        let reason = fields.optional("reason", docs, REASON).unwrap_or_default();
        Some(Self {
            tenant: tenant?,
            status: status?,
            reason,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<TenantView> {
        let set = SetTenantStatus {
            by,
            tenant: self.tenant,
            status: self.status,
            reason: self.reason,
        };
        services.store.write(set).await.map(TenantView::from)
    }
}

/// Whether a tenant may call a product in an environment.
#[derive(Debug)]
pub struct SwitchService {
    pub tenant: TenantId,
    pub scope: Scope,
    pub environment: Environment,
    pub enabled: bool,
    /// Why, for the audit log and the tenant; may be empty.
    pub reason: String,
}

impl Command for SwitchService {
    const SPEC: &'static Spec = &Spec {
        name: "switchService",
        summary: "Switch a product on or off for a tenant",
        description: "Applies to one environment and takes effect within a second. Switching a \
                      product on in Live\nfails with 409 `live_checklist_incomplete` if a \
                      required checklist item is missing, unless\nyou give a `reason`.",
        path: "/admin/v1/tenants/{tenantId}/services/{scope}/{environment}",
        body: Body::Json("NewSwitch", "The product's new state."),
        success: &[(200, "The product's state.")],
        asks_again: true,
        ..OF_TENANTS
    };
    type Output = Service;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let missing = "The scope in the path is not a known product.";
        let scope = fields.path("scope", missing, ProductScope(fields.products()));
        let environment = fields.path_environment();
        let enabled = fields.required("enabled", "Whether the product is on.", Flag);
        let docs = "The reason, recorded in the audit log and shown to the tenant.";
        let reason = fields.optional("reason", docs, REASON).unwrap_or_default();
        Some(Self {
            tenant: tenant?,
            scope: scope?,
            environment: environment?,
            enabled: enabled?,
            reason,
        })
    }

    fn concern(&self) -> Option<Concern> {
        let is_live = self.enabled && self.environment == Environment::Live;
        is_live.then_some(Concern::Live)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Service> {
        let Self {
            tenant,
            scope,
            environment,
            enabled,
            reason,
        } = self;
        let switch = service_switch::SwitchService {
            by,
            tenant,
            scope,
            environment,
            enabled,
            reason,
            rules: services.live_rules(),
        };
        services.store.write(switch).await?;
        Ok(Service {
            scope,
            environment,
            enabled,
        })
    }
}

/// How fast a tenant's keys may call in an environment.
#[derive(Debug)]
pub struct SetLimit {
    pub tenant: TenantId,
    pub environment: Environment,
    pub rate: Rate,
}

/// A part of a limit, within [`Rate::BOUNDS`].
fn rate_part() -> impl Rule<Out = i64> {
    let (least, most) = (*Rate::BOUNDS.start(), *Rate::BOUNDS.end());
    Whole::within(least.into(), most.into())
        .told(|| json!({"type": "integer", "format": "int32", "minimum": 1, "maximum": 100_000}))
}

impl Command for SetLimit {
    const SPEC: &'static Spec = &Spec {
        name: "setLimit",
        summary: "Set a tenant's rate limit",
        description: "In one environment; also the default of each of its keys. Holds within a \
                      second.",
        path: "/admin/v1/tenants/{tenantId}/limits/{environment}",
        body: Body::Json("NewLimit", "The rate limit of a tenant's keys."),
        success: &[(200, "The limit.")],
        asks_again: true,
        ..OF_TENANTS
    };
    type Output = Limit;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let environment = fields.path_environment();
        let docs = "Average requests per second.";
        let per_second = fields.required("requestsPerSecond", docs, rate_part());
        let burst = fields.required(
            "burst",
            "Requests allowed at once after a pause.",
            rate_part(),
        );
        let rate = Rate {
            per_second: u32::try_from(per_second?).ok()?,
            burst: u32::try_from(burst?).ok()?,
        };
        Some(Self {
            tenant: tenant?,
            environment: environment?,
            rate,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Limit> {
        let Self {
            tenant,
            environment,
            rate,
        } = self;
        let set = access::SetLimit {
            by,
            tenant,
            environment,
            rate,
        };
        services.store.write(set).await?;
        Ok(Limit::new(environment, rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn limits_are_bounded_and_faults_come_together() {
        let check = |per_second: i64, burst: i64, expected: usize| {
            let input = json!({
                "tenantId": format!("ten_{}", "0".repeat(32)), "environment": "live",
                "requestsPerSecond": per_second, "burst": burst,
            });
            let input = input.as_object().unwrap();
            let set = read::<SetLimit>(input, Default::default(), &Products::default());
            let faults = set.err().map_or(0, |error| error.all().len());
            assert_eq!(faults, expected, "{per_second} {burst}");
        };
        check(1, 1, 0);
        check(100_000, 100_000, 0);
        check(0, 100_001, 2);
        check(-1, i64::MAX, 2);
    }

    #[test]
    fn a_search_is_bounded() {
        let check = |chars: usize, expected: bool| {
            let input = json!({"search": "x".repeat(chars)});
            let input = input.as_object().unwrap();
            let list = read::<ListTenants>(input, Default::default(), &Products::default());
            assert_eq!(list.is_ok(), expected, "{chars}");
        };
        check(SEARCH_CHARS_MAX, true);
        check(SEARCH_CHARS_MAX + 1, false);
    }
}
