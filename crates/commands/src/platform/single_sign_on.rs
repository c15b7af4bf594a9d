//! The sign-in provider that a tenant trusts to say who its members are.

use kofa_core::{ActorAt, Permission, Right};
use kofa_domain::{OperatorId, Result, Sensitive, TenantId, Timestamp};
use kofa_identity::resets::Account;
use kofa_identity::single_sign_on::{self, FindProvider, NewProvider, SignInProvider, Unlink};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::members::Whose;
use super::operators::path_operator;
use crate::rules::{Blank, Flag, Rule, Shaped, Wrong};
use crate::wire::as_moment;
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<GetSignInProvider>(),
    Entry::of::<SetSignInProvider>(),
    Entry::of::<RemoveSignInProvider>(),
    Entry::of::<UnlinkMember>(),
    Entry::of::<UnlinkOperator>(),
];

const PATH: &str = "/admin/v1/tenants/{tenantId}/sign-in-provider";
/// Longest issuer, in characters.
const ISSUER_CHARS_MAX: usize = 500;
/// Longest client id or secret, in characters.
const CLIENT_CHARS_MAX: usize = 500;

/// What most of these have in common.
const OF_PROVIDERS: Spec = Spec {
    tag: "People",
    path: PATH,
    right: Permission::Members,
    ..Spec::BASE
};

/// How a tenant's members sign in at their company's provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SingleSignOn {
    /// What the provider is told to lead people back to.
    #[schema(format = "uri")]
    pub redirect_uri: String,
    /// Where members begin; may be a tile among the provider's own.
    #[schema(format = "uri")]
    pub sign_in_url: String,
    /// Whom the tenant trusts; null for nobody.
    #[schema(required)]
    pub provider: Option<SignInProviderView>,
}

/// A sign-in provider (OpenID Connect).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignInProvider)]
pub struct SignInProviderView {
    /// Its own name: an address.
    pub issuer: String,
    /// What this platform is to it.
    pub client_id: String,
    /// Of the e-mail addresses that it may vouch for.
    pub domain: String,
    /// Whether members must come by it; owners keep their password.
    pub required: bool,
    /// Whether whoever it vouches for becomes a viewer.
    pub creates_members: bool,
    /// Whether it asks for a second factor itself, whatever its tokens say.
    pub asks_second_factor: bool,
    /// When that was last changed.
    #[serde(serialize_with = "as_moment")]
    #[schema(value_type = String, format = "date-time")]
    pub changed_at: Timestamp,
}

impl From<SignInProvider> for SignInProviderView {
    fn from(provider: SignInProvider) -> Self {
        Self {
            issuer: provider.issuer,
            client_id: provider.client_id,
            domain: provider.domain,
            required: provider.required,
            creates_members: provider.creates_members,
            asks_second_factor: provider.asks_second_factor,
            changed_at: provider.changed_at,
        }
    }
}

impl SingleSignOn {
    fn new(services: &Services, tenant: &TenantId, provider: Option<SignInProvider>) -> Self {
        let sign_in_url = format!("{}/portal/sso/{tenant}", services.base_url);
        Self {
            redirect_uri: format!("{sign_in_url}/callback"),
            sign_in_url,
            provider: provider.map(SignInProviderView::from),
        }
    }
}

/// A look at a tenant's provider.
#[derive(Debug)]
pub struct GetSignInProvider {
    pub tenant: TenantId,
}

impl Command for GetSignInProvider {
    const SPEC: &'static Spec = &Spec {
        name: "getSignInProvider",
        summary: "Get a tenant's sign-in provider",
        description: "And the addresses that the provider is told. The client's secret is never \
                      shown.",
        success: &[(200, "The provider, if there is one.")],
        ..OF_PROVIDERS
    };
    type Output = SingleSignOn;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.path_tenant().map(|tenant| Self { tenant })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<SingleSignOn> {
        by.actor.needs(Right::Members(&self.tenant))?;
        let tenant = self.tenant.clone();
        let found = services.store.read(FindProvider { tenant }).await?;
        Ok(SingleSignOn::new(services, &self.tenant, found))
    }
}

/// The provider that a tenant is to trust, in place of the one before.
#[derive(Debug)]
pub struct SetSignInProvider {
    pub tenant: TenantId,
    pub new: NewProvider,
}

const ISSUER: Shaped = Shaped {
    most: ISSUER_CHARS_MAX,
    fits: is_issuer,
    must: "must be the provider's issuer, an address that begins with https:// and has neither \
           `?`, `#` nor `@`",
    pattern: "^https?:/{2}[a-z0-9][a-zA-Z0-9.:/_~%-]{0,480}$",
};

fn is_issuer(text: &str) -> bool {
    let scheme = ["https://", "http://"].into_iter();
    let mut rest = scheme.filter_map(|scheme| text.strip_prefix(scheme));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".:/_~%-".contains(&byte);
    rest.next().is_some_and(|rest| {
        let first = rest.bytes().next();
        let begins = first.is_some_and(|it| it.is_ascii_lowercase() || it.is_ascii_digit());
        begins && rest.len() <= 481 && rest.bytes().all(is_plain)
    })
}

const CLIENT_ID: Shaped = Shaped {
    most: CLIENT_CHARS_MAX,
    fits: |text| text.bytes().all(|byte| byte.is_ascii_graphic()),
    must: "must be the id that the provider gave, of letters, digits and signs",
    pattern: "^[!-~]{1,500}$",
};

const DOMAIN: Shaped = Shaped {
    most: 253,
    fits: is_domain,
    must: "must be the domain of your e-mail addresses, in small letters, such as example.ng",
    pattern: "^[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63}){1,3}$",
};

fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        (1..=63).contains(&label.len()) && label.bytes().all(is_plain)
    };
    let labels = text.split('.');
    (2..=4).contains(&labels.clone().count()) && labels.into_iter().all(is_label)
}

/// A secret, taken as it is.
struct Secret;

impl Rule for Secret {
    type Out = Sensitive<String>;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        json!({"type": "string", "minLength": 1, "maxLength": CLIENT_CHARS_MAX})
    }

    fn read(&self, value: &Value) -> Result<Sensitive<String>, Wrong> {
        let text = value.as_str().ok_or("must be a string")?;
        if text.chars().count() > CLIENT_CHARS_MAX {
            return Err("must have at most 500 characters".into());
        }
        Ok(Sensitive::new(text.to_owned()))
    }

    fn write(&self, out: &Sensitive<String>) -> Value {
        out.expose().as_str().into()
    }
}

impl Command for SetSignInProvider {
    const SPEC: &'static Spec = &Spec {
        name: "setSignInProvider",
        summary: "Set a tenant's sign-in provider",
        description: "In place of the one before. Members whose verified address has the domain \
                      come in by it. Where\nit replaces another, or becomes required, all members \
                      but the one who does it are signed out.",
        method: Method::Put,
        body: Body::Json("NewSignInProvider", "Whom a tenant is to trust."),
        success: &[(200, "The provider.")],
        ..OF_PROVIDERS
    };
    type Output = SingleSignOn;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let docs = "As the provider itself gives it; its configuration lies below.";
        let issuer = fields.required("issuer", docs, ISSUER);
        let client_id = fields.required("clientId", "", CLIENT_ID);
        let docs = "Absent to keep the one that is there; another issuer or client needs its own.";
        let secret = fields.optional("clientSecret", docs, Secret);
        let docs = "Of the e-mail addresses that it may vouch for.";
        let domain = fields.required("domain", docs, DOMAIN);
        let mut flag = |name, docs| fields.optional(name, docs, Flag).unwrap_or(false);
        let required = flag(
            "required",
            "Members must come by it; owners keep their password.",
        );
        let creates_members = flag("createsMembers", "Whoever it vouches for becomes a viewer.");
        let asks_second_factor = flag(
            "asksSecondFactor",
            "It asks for a second factor itself, whatever its tokens say.",
        );
        Some(Self {
            tenant: tenant?,
            new: NewProvider {
                issuer: issuer?,
                client_id: client_id?,
                secret,
                domain: domain?,
                required,
                creates_members,
                asks_second_factor,
            },
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<SingleSignOn> {
        let Self { tenant, new } = self;
        let (vault, ids) = (services.vault()?, services.ids);
        let set = single_sign_on::SetProvider::new(vault, ids, by, tenant.clone(), new)?;
        let set = services.store.write(set).await?;
        Ok(SingleSignOn::new(services, &tenant, Some(set)))
    }
}

/// The end of a tenant's trust in its provider.
#[derive(Debug)]
pub struct RemoveSignInProvider {
    pub tenant: TenantId,
}

impl Command for RemoveSignInProvider {
    const SPEC: &'static Spec = &Spec {
        name: "removeSignInProvider",
        summary: "Remove a tenant's sign-in provider",
        description: "All members but the one who does it are signed out. Who never had a \
                      password needs a reset link\nto sign in. Doing it again changes nothing.",
        method: Method::Post,
        path: "/admin/v1/tenants/{tenantId}/sign-in-provider/remove",
        success: &[(204, "Nobody comes in by it any more.")],
        asks_again: true,
        ..OF_PROVIDERS
    };
    type Output = ();

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.path_tenant().map(|tenant| Self { tenant })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<()> {
        let tenant = self.tenant;
        let remove = single_sign_on::RemoveProvider { by, tenant };
        services.store.write(remove).await
    }
}

/// Forgets which account of the provider a member came in by.
#[derive(Debug)]
pub struct UnlinkMember {
    pub of: Whose,
}

impl Command for UnlinkMember {
    const SPEC: &'static Spec = &Spec {
        name: "unlinkMember",
        summary: "Unlink a member from the sign-in provider",
        description: "For a member who has another account there now: the next one that their \
                      address is verified for\nlets them in. They are signed out, unless it is \
                      them who does it. Doing it again changes nothing.",
        method: Method::Post,
        path: "/admin/v1/tenants/{tenantId}/members/{memberId}/unlink",
        success: &[(204, "No account is linked.")],
        asks_again: true,
        ..OF_PROVIDERS
    };
    type Output = ();

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Whose::read(fields).map(|of| Self { of })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<()> {
        let account = Account::Member(self.of.tenant, self.of.member);
        services.store.write(Unlink { by, account }).await
    }
}

/// Forgets which account of the provider an operator came in by.
#[derive(Debug)]
pub struct UnlinkOperator {
    pub operator: OperatorId,
}

impl Command for UnlinkOperator {
    const SPEC: &'static Spec = &Spec {
        name: "unlinkOperator",
        summary: "Unlink an operator from the sign-in provider",
        description: "Owners only. For an operator who has another account there now, as for \
                      members.",
        method: Method::Post,
        path: "/admin/v1/operators/{operatorId}/unlink",
        right: Permission::Operators,
        success: &[(204, "No account is linked.")],
        asks_again: true,
        ..OF_PROVIDERS
    };
    type Output = ();

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_operator(fields).map(|operator| Self { operator })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<()> {
        let account = Account::Operator(self.operator);
        services.store.write(Unlink { by, account }).await
    }
}

#[cfg(test)]
mod tests {
    use super::{is_domain, is_issuer};

    #[test]
    fn issuers_and_domains_have_their_shapes() {
        let check = |text: &str, fits: bool| assert_eq!(is_issuer(text), fits, "{text}");
        check("https://login.example.ng", true);
        check("https://login.example.ng:8443/realms/iroko", true);
        check("http://127.0.0.1:9400", true);
        check("login.example.ng", false);
        check("https://", false);
        check("https:///realm", false);
        check("https://user@login.example.ng", false);
        check("https://login.example.ng/?a=b", false);
        check("https://login.example.ng/#a", false);
        check("javascript:alert(1)", false);
        let check = |text: &str, fits: bool| assert_eq!(is_domain(text), fits, "{text}");
        check("example.ng", true);
        check("mail.example.com.ng", true);
        check("example", false);
        check("Example.ng", false);
        check("@example.ng", false);
        check("example..ng", false);
        check("", false);
    }
}
