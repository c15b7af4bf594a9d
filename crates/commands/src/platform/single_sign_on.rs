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

/// A tenant's single sign-on settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SingleSignOn {
    /// The redirect address to register with the provider.
    #[schema(format = "uri")]
    pub redirect_uri: String,
    /// The sign-in address for members, also usable as an app link at the provider.
    #[schema(format = "uri")]
    pub sign_in_url: String,
    /// The tenant's sign-in provider; null if none is set.
    #[schema(required)]
    pub provider: Option<SignInProviderView>,
}

/// A sign-in provider (OpenID Connect).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignInProvider)]
pub struct SignInProviderView {
    /// The issuer address.
    pub issuer: String,
    /// The client ID of this platform at the provider.
    pub client_id: String,
    /// The domain of the email addresses that it can sign in.
    pub domain: String,
    /// Whether members must sign in with it. Owners can still use their password.
    pub required: bool,
    /// Whether new users who sign in with it get a viewer account.
    pub creates_members: bool,
    /// Whether the provider always asks for two-factor authentication, whatever its tokens say.
    pub asks_second_factor: bool,
    /// When the settings were last changed.
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
        description: "Returns the provider and the addresses to register with it. The client \
                      secret is never returned.",
        success: &[(200, "The provider, if one is set.")],
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
    must: "must be the provider's issuer, an address that starts with https:// without `?`, `#` \
           or `@`",
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
    must: "must be the client ID from the provider, made of letters, digits and punctuation",
    pattern: "^[!-~]{1,500}$",
};

const DOMAIN: Shaped = Shaped {
    most: 253,
    fits: is_domain,
    must: "must be the domain of your email addresses in lowercase, such as example.ng",
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
        description: "Replaces the previous provider. Members with a verified email address in \
                      the domain can sign\nin with it. If it replaces another provider or \
                      becomes required, all members except the one\nmaking the change are signed \
                      out.",
        method: Method::Put,
        body: Body::Json("NewSignInProvider", "The tenant's sign-in provider."),
        success: &[(200, "The provider.")],
        ..OF_PROVIDERS
    };
    type Output = SingleSignOn;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let docs = "The provider's issuer address. Its OpenID configuration must be available \
                    below it.";
        let issuer = fields.required("issuer", docs, ISSUER);
        let client_id = fields.required("clientId", "", CLIENT_ID);
        let docs = "Omit to keep the current secret. A different issuer or client needs its own.";
        let secret = fields.optional("clientSecret", docs, Secret);
        let docs = "The domain of the email addresses that it can sign in.";
        let domain = fields.required("domain", docs, DOMAIN);
        let mut flag = |name, docs| fields.optional(name, docs, Flag).unwrap_or(false);
        let required = flag(
            "required",
            "Members must sign in with it. Owners can still use their password.",
        );
        let creates_members = flag(
            "createsMembers",
            "Create a viewer account for new users who \
                                                      sign in with it.",
        );
        let asks_second_factor = flag(
            "asksSecondFactor",
            "The provider always asks for two-factor authentication, whatever its tokens say.",
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
        description: "All members except the one making the change are signed out. Members who \
                      never had a\npassword need a reset link to sign in. Repeating this changes \
                      nothing.",
        method: Method::Post,
        path: "/admin/v1/tenants/{tenantId}/sign-in-provider/remove",
        success: &[(204, "The provider is removed.")],
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
        description: "Use this when a member has a new account at the provider: the next account \
                      with their\nverified email address is linked. The member is signed out, \
                      unless they do this themselves.\nRepeating this changes nothing.",
        method: Method::Post,
        path: "/admin/v1/tenants/{tenantId}/members/{memberId}/unlink",
        success: &[(204, "The account is unlinked.")],
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
        success: &[(204, "The account is unlinked.")],
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
