//! API keys: issued, listed, revoked, rotated.

use ipnet::IpNet;
use kofa_core::form_nonce::FormNonce;
use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::{Environment, KeyId, Result, Scope, Sensitive, TenantId, Timestamp, codes};
use kofa_identity::key_plan::{CIDRS_MAX, KeyPlan, read_cidrs};
use kofa_identity::keys::{self, ApiKey, KeyUse};
use kofa_identity::rotation::{Grace, Rotation, rotate};
use kofa_identity::{INVALID_EXPIRY, INVALID_GRACE, INVALID_SCOPE};
use kofa_input::whole;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::rules::{Blank, NAME, REASON, Rule, Texts, Words, Wrong, text_of};
use crate::wire::{Paged, environment_schema, exposed, moment, scope_schema};
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// What most of these have in common.
const OF_KEYS: Spec = Spec {
    tag: "Keys",
    method: Method::Post,
    right: Permission::Keys,
    ..Spec::BASE
};
/// Longest text of a moment, in characters.
const MOMENT_CHARS_MAX: usize = 64;

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<IssueKey>(),
    Entry::of::<ListKeys>(),
    Entry::of::<RevokeKey>(),
    Entry::of::<RotateKey>(),
];

/// The last request made with a key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastUsed {
    /// The time, accurate to a few seconds.
    #[schema(format = "date-time")]
    at: String,
    /// The IP address.
    ip: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The endpoint.
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

/// An API key without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Key)]
pub struct KeyView {
    /// The record's ID.
    #[schema(pattern = "^key_[0-9a-f]{32}$")]
    id: String,
    /// The tenant's ID.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// A display name.
    name: String,
    /// The first characters of the key.
    #[schema(example = "kofa_test_4Fzk")]
    prefix: String,
    /// Its last characters.
    #[schema(example = "x1Yz", min_length = 4, max_length = 4)]
    last_four: String,
    /// `rotating`: it has been replaced and still works for its grace period.
    #[schema(schema_with = status_schema)]
    status: &'static str,
    /// The products it can access.
    #[schema(schema_with = scopes_schema)]
    scopes: Vec<Scope>,
    /// The environment.
    #[schema(schema_with = environments_schema)]
    environments: Vec<Environment>,
    /// The IP addresses or networks it can be used from; empty for any.
    allowed_cidrs: Vec<String>,
    /// When it was created.
    #[schema(format = "date-time")]
    created_at: String,
    /// When it expires; null for never.
    #[schema(format = "date-time", required)]
    expires_at: Option<String>,
    /// When it was revoked; null if it was not.
    #[schema(format = "date-time", required)]
    revoked_at: Option<String>,
    /// The key that replaced it; null if none.
    #[schema(required)]
    rotated_to: Option<String>,
    /// The last request made with it; null if none.
    #[schema(required)]
    last_used: Option<LastUsed>,
}

pub(super) fn status_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&["active", "rotating", "expired", "revoked"])
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
    pub(crate) fn new(key: ApiKey, now: Timestamp) -> Self {
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

/// A new API key with its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyIssued {
    #[serde(flatten)]
    record: KeyView,
    /// The key: the value of the `X-API-Key` header. Returned only once.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String, pattern = "^kofa_(test|live)_[0-9A-Za-z]{22,64}_[0-9A-Za-z]{6}$")]
    pub key: Sensitive<String>,
    /// The same record, for pages.
    #[serde(skip)]
    pub made: ApiKey,
}

impl KeyIssued {
    fn new((made, key): (ApiKey, Sensitive<String>), now: Timestamp) -> Self {
        Self {
            record: KeyView::new(made.clone(), now),
            key,
            made,
        }
    }
}

/// A moment to come, until which a key works.
struct Expiry {
    now: Timestamp,
}

impl Rule for Expiry {
    type Out = Timestamp;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        json!({"type": "string", "format": "date-time"})
    }

    fn read(&self, value: &Value) -> Result<Timestamp, Wrong> {
        let must = match Timestamp::parse_rfc3339(text_of(value, MOMENT_CHARS_MAX)?) {
            Some(at) if at > self.now => return Ok(at),
            Some(_) => "must be in the future",
            None => "must be a moment in RFC 3339, such as 2027-01-31T00:00:00Z",
        };
        Err(Wrong {
            code: &INVALID_EXPIRY,
            must: must.into(),
        })
    }

    fn write(&self, out: &Timestamp) -> Value {
        out.rfc3339().into()
    }
}

pub(super) fn read_expiry(fields: &mut Fields<'_>) -> Option<Timestamp> {
    let docs = "When it expires. Omit for no expiry.";
    let now = fields.now();
    fields.optional("expiresAt", docs, Expiry { now })
}

pub(super) fn read_networks(fields: &mut Fields<'_>) -> Option<Vec<IpNet>> {
    let docs = "The IP addresses or networks it can be used from, such as `203.0.113.0/24` or \
                `2001:db8::/32`. Omit to allow any IP address.";
    let nets = fields.optional("allowedCidrs", docs, Texts { most: CIDRS_MAX });
    fields.faults.take(read_cidrs(&nets.unwrap_or_default()))
}

/// How long the old one works on, and why it is rotated: `docs` of the reason.
pub(super) fn read_rotation(fields: &mut Fields<'_>, docs: &'static str) -> Option<Rotation> {
    let grace = fields.required("graceSeconds", "", GraceRule);
    let reason = fields.optional("reason", docs, REASON).unwrap_or_default();
    let grace = grace?;
    Some(Rotation {
        grace,
        reason,
        form: None,
    })
}

fn read_plan(fields: &mut Fields<'_>) -> Option<KeyPlan> {
    let products = fields.products();
    let name = fields.required("name", "", NAME);
    // Where fields are only described it is not known which products there are.
    let is_known = products.count() > 0;
    let all: Vec<Scope> = products.key_scopes().filter(|_| is_known).collect();
    let words: Vec<&str> = all.iter().map(Scope::as_str).collect();
    let words = words.join("`, `");
    let scopes = Words {
        all,
        parse: Scope::parse,
        code: &INVALID_SCOPE,
        must: format!("may hold `{words}`").into(),
    };
    let scopes = fields.required("scopes", "", scopes);
    let environments = Words {
        all: Environment::ALL.to_vec(),
        parse: Environment::parse,
        code: &codes::INVALID_FIELD,
        must: "may hold `sandbox` and `live`".into(),
    };
    let environments = fields.required("environments", "", environments);
    let expires_at = read_expiry(fields);
    let nets = read_networks(fields);
    Some(KeyPlan {
        name: name?,
        scopes: scopes?,
        environments: environments?,
        allowed_cidrs: nets?,
        expires_at,
    })
}

#[derive(Debug)]
pub struct IssueKey {
    pub tenant: TenantId,
    /// What it is to reach.
    pub plan: KeyPlan,
    /// The form that asks for it: sent again within ten minutes, it gives the same key.
    pub form: Option<FormNonce>,
}

impl Command for IssueKey {
    const SPEC: &'static Spec = &Spec {
        name: "issueKey",
        summary: "Create an API key",
        description: "The key is returned only in this response.",
        path: "/admin/v1/tenants/{tenantId}/keys",
        body: Body::Json("NewKey", "The new API key."),
        success: &[(201, "The key.")],
        ..OF_KEYS
    };
    type Output = KeyIssued;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let plan = read_plan(fields);
        Some(Self {
            tenant: tenant?,
            plan: plan?,
            form: None,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<KeyIssued> {
        let (vault, ids, now) = (services.vault()?, services.ids, by.at);
        let (issue, text) = match self.form {
            Some(form) => keys::IssueKey::once(vault, ids, by, (self.tenant, self.plan), &form),
            None => keys::IssueKey::new(vault, ids, by, self.tenant, self.plan),
        };
        let key = services.store.write(issue).await?;
        Ok(KeyIssued::new((key, text), now))
    }
}

/// The keys of a tenant.
#[derive(Debug)]
pub struct ListKeys {
    pub tenant: TenantId,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListKeys {
    const SPEC: &'static Spec = &Spec {
        name: "listKeys",
        summary: "List a tenant's API keys",
        description: "Newest first, with the last request of each key.",
        method: Method::Get,
        path: "/admin/v1/tenants/{tenantId}/keys",
        right: Permission::Look,
        success: &[(200, "A page of keys.")],
        ..OF_KEYS
    };
    type Output = Paged<KeyView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let page = fields.page();
        Some(Self {
            tenant: tenant?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let Self { tenant, page } = self;
        let listed = services.store.read(keys::ListKeys { tenant, page }).await?;
        Ok(Paged::new(listed, |key| KeyView::new(key, by.at)))
    }
}

fn path_key(fields: &mut Fields<'_>) -> Option<KeyId> {
    fields.path_id("keyId", "There is no such key.")
}

/// The end of a key.
#[derive(Debug)]
pub struct RevokeKey {
    pub key: KeyId,
}

impl Command for RevokeKey {
    const SPEC: &'static Spec = &Spec {
        name: "revokeKey",
        summary: "Revoke an API key",
        description: "Takes effect within a second and cannot be undone. Revoking a key again \
                      changes nothing.",
        path: "/admin/v1/keys/{keyId}/revoke",
        success: &[(200, "The revoked key.")],
        ..OF_KEYS
    };
    type Output = KeyView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_key(fields).map(|key| Self { key })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<KeyView> {
        let (key, now) = (self.key, by.at);
        let key = services.store.write(keys::RevokeKey { by, key }).await?;
        Ok(KeyView::new(key, now))
    }
}

/// One of the graces on offer, in seconds.
struct GraceRule;

impl Rule for GraceRule {
    type Out = Grace;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        json!({"type": "integer", "enum": Grace::SECONDS})
    }

    fn read(&self, value: &Value) -> Result<Grace, Wrong> {
        let seconds = whole(value).ok_or("must be a whole number")?;
        Grace::from_seconds(seconds).ok_or(Wrong {
            code: &INVALID_GRACE,
            must: "must be 0, 900, 3600, 86400 or 604800".into(),
        })
    }

    fn write(&self, out: &Grace) -> Value {
        out.seconds().into()
    }
}

/// A new key in the place of an old one.
#[derive(Debug)]
pub struct RotateKey {
    pub key: KeyId,
    pub how: Rotation,
}

impl Command for RotateKey {
    const SPEC: &'static Spec = &Spec {
        name: "rotateKey",
        summary: "Rotate an API key",
        description: "Creates a new key with the same scopes, environments, allowed IPs and \
                      expiry. The old key\nkeeps working for the grace period.",
        path: "/admin/v1/keys/{keyId}/rotate",
        body: Body::Json("NewGrace", "How long the old key keeps working."),
        success: &[(201, "The new key.")],
        asks_again: true,
        ..OF_KEYS
    };
    type Output = KeyIssued;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let key = path_key(fields);
        let how = read_rotation(
            fields,
            "The reason, recorded in the audit log where the tenant \
                                         can see it.",
        );
        Some(Self {
            key: key?,
            how: how?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<KeyIssued> {
        let (vault, now) = (services.vault()?, by.at);
        let rotated = rotate(&services.store, vault, services.ids, by, self.key, self.how);
        Ok(KeyIssued::new(rotated.await?, now))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::read;
    use kofa_core::product::sample::products;
    use kofa_core::text::spaced;

    const NOW: Timestamp = Timestamp::from_micros(1_795_000_000_000_000);

    fn request() -> Value {
        json!({
            "tenantId": format!("ten_{}", "0".repeat(32)),
            "name": "Till 4",
            "scopes": ["ai_processing_hub", "investment_ipo", "ai_processing_hub"],
            "environments": ["live", "sandbox"],
            "allowedCidrs": ["10.1.2.3/8", "2001:db8::1"],
            "expiresAt": "2027-01-31T00:00:00+01:00",
        })
    }

    /// The plan of a request with other `fields`.
    fn plan(fields: Value) -> Result<KeyPlan> {
        let mut all = request();
        for (name, value) in fields.as_object().unwrap() {
            all[name] = value.clone();
        }
        let issue = read::<IssueKey>(all.as_object().unwrap(), NOW, &products());
        issue.map(|issue| issue.plan)
    }

    #[test]
    fn a_request_is_read_into_its_canonical_form() {
        let plan = plan(json!({})).unwrap();
        assert_eq!(spaced(&plan.scopes), "investment_ipo ai_processing_hub");
        assert_eq!(spaced(&plan.environments), "sandbox live");
        assert_eq!(spaced(&plan.allowed_cidrs), "10.0.0.0/8 2001:db8::1/128");
        assert_eq!(
            plan.expires_at.map(Timestamp::rfc3339).as_deref(),
            Some("2027-01-30T23:00:00.000Z")
        );
    }

    #[test]
    fn all_faults_of_a_request_come_at_once() {
        let wrong = json!({
            "name": " ",
            "scopes": ["ipo"],
            "environments": [],
            "allowedCidrs": ["10.0.0.0/8", "10.0.0.0/33", "here"],
            "expiresAt": "2020-01-01T00:00:00Z",
        });
        let error = plan(wrong).unwrap_err();
        let fields: Vec<&str> = error
            .all()
            .iter()
            .filter_map(|f| f.field.as_deref())
            .collect();
        let expected = [
            "name",
            "scopes",
            "environments",
            "expiresAt",
            "allowedCidrs[1]",
            "allowedCidrs[2]",
        ];
        assert_eq!(fields, expected);
        assert!(plan(json!({"scopes": []})).is_err());
        let many: Vec<String> = (0..=CIDRS_MAX).map(|n| format!("10.0.0.{n}")).collect();
        assert!(plan(json!({"allowedCidrs": many})).is_err());
        assert!(plan(json!({"expiresAt": " "})).is_err());
    }

    proptest! {
        #[test]
        fn no_network_or_expiry_panics(text in "\\PC{0,60}") {
            let _ = plan(json!({"allowedCidrs": [text.clone()], "expiresAt": text}));
        }
    }
}
