//! The provider that a tenant trusts.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, MemberRole, Right};
use kofa_domain::{Error, Ids, Result, Sensitive, TenantId, Timestamp, codes};
use kofa_store::{OnUnique as _, Op, Row, Tx, Value, Vault};
use serde_json::json;

use crate::codes::DOMAIN_TAKEN;
use crate::sessions::Person;
use crate::tenant;

const FIND: &str = "select p.*, t.name as tenant_name from sign_in_provider p \
     join tenant t on t.id = p.tenant_id where p.tenant_id = $1";
const FIND_OF: &str = "select tenant_id from sign_in_provider where domain = $1";
const SET: &str = "insert into sign_in_provider (tenant_id, issuer, client_id, secret, domain, \
     required, creates_members, asks_second_factor, changed_at) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
     on conflict (tenant_id) do update set issuer = excluded.issuer, \
     client_id = excluded.client_id, secret = excluded.secret, domain = excluded.domain, \
     required = excluded.required, creates_members = excluded.creates_members, \
     asks_second_factor = excluded.asks_second_factor, changed_at = excluded.changed_at";
const REMOVE: &str = "delete from sign_in_provider where tenant_id = $1 returning issuer";
const FORGET_LINKS: &str = "delete from sign_in_link where realm = $1";
const END_SESSIONS: &str = "update session set ended_at = $2 where ended_at is null \
     and member_id in (select id from member where tenant_id = $1) and member_id <> $3";
const MUST_USE: &str = "select p.tenant_id from member m \
     join sign_in_provider p on p.tenant_id = m.tenant_id \
     where m.id = $1 and m.role <> $2 and p.required = $3";

/// The provider that a tenant trusts to say who its members are.
#[derive(Clone, Debug)]
pub struct SignInProvider {
    pub tenant: TenantId,
    pub tenant_name: String,
    /// Its own name: an address.
    pub issuer: String,
    pub client_id: String,
    /// Of the e-mail addresses that it may vouch for.
    pub domain: String,
    /// Whether members must come by it; owners keep their password.
    pub required: bool,
    /// Whether whoever it vouches for becomes a member.
    pub creates_members: bool,
    /// Whether it asks for a second factor itself, whatever its tokens say.
    pub asks_second_factor: bool,
    pub changed_at: Timestamp,
    sealed: Vec<u8>,
}

pub(crate) fn secret_context(tenant: &TenantId) -> String {
    format!("sign_in_provider/{tenant}")
}

impl SignInProvider {
    /// The client's secret.
    ///
    /// # Errors
    /// `internal_error` if it does not open.
    pub fn secret(&self, vault: &Vault) -> Result<Sensitive<String>> {
        let opened = vault.open(&secret_context(&self.tenant), &self.sealed)?;
        let text = String::from_utf8(opened.expose().clone());
        text.map(Sensitive::new).map_err(Error::internal)
    }

    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            tenant: row.get("tenant_id")?,
            tenant_name: row.get("tenant_name")?,
            issuer: row.get("issuer")?,
            client_id: row.get("client_id")?,
            domain: row.get("domain")?,
            required: row.get("required")?,
            creates_members: row.get("creates_members")?,
            asks_second_factor: row.get("asks_second_factor")?,
            changed_at: row.get("changed_at")?,
            sealed: row.get("secret")?,
        })
    }
}

async fn find(tx: &mut Tx<'_>, tenant: &TenantId) -> Result<Option<SignInProvider>> {
    let row = tx.opt(FIND, &[tenant.into()]).await?;
    row.as_ref().map(SignInProvider::from_row).transpose()
}

/// The provider of a tenant, if it has one; 404 `not_found` for no tenant.
#[derive(Debug)]
pub struct FindProvider {
    pub tenant: TenantId,
}

impl Op for FindProvider {
    type Out = Option<SignInProvider>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        tenant::find(tx, &self.tenant).await?;
        find(tx, &self.tenant).await
    }
}

/// Whose provider vouches for an e-mail address, by its domain.
#[derive(Debug)]
pub struct FindProviderOf {
    /// As it was typed.
    pub email: String,
}

impl Op for FindProviderOf {
    type Out = Option<TenantId>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let email = self.email.trim().to_lowercase();
        let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain);
        let row = tx.opt(FIND_OF, &[domain.into()]).await?;
        row.map(|row| row.get("tenant_id"))
            .transpose()
            .map_err(Error::from)
    }
}

/// The tenant whose provider a person must come by: their password is not taken. `None` for
/// owners, for operators, and wherever it is not required.
#[derive(Debug)]
pub struct FindMustUse {
    pub person: Person,
}

impl Op for FindMustUse {
    type Out = Option<TenantId>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            self.person.as_str().into(),
            MemberRole::Owner.as_str().into(),
            true.into(),
        ];
        let row = tx.opt(MUST_USE, &params).await?;
        row.map(|row| row.get("tenant_id"))
            .transpose()
            .map_err(Error::from)
    }
}

/// What a provider is to be.
#[derive(Clone, Debug)]
pub struct NewProvider {
    pub issuer: String,
    pub client_id: String,
    /// Without one the secret stays that is there, which needs the same issuer and client.
    pub secret: Option<Sensitive<String>>,
    /// In lower case.
    pub domain: String,
    pub required: bool,
    pub creates_members: bool,
    pub asks_second_factor: bool,
}

/// Makes a tenant trust a provider, in place of the one before. Where that changes who vouches, or
/// passwords are no longer taken, all members but the one who does it are signed out.
#[derive(Debug)]
pub struct SetProvider {
    by: ActorAt,
    tenant: TenantId,
    new: NewProvider,
    sealed: Option<Vec<u8>>,
}

impl SetProvider {
    /// Seals the secret.
    ///
    /// # Errors
    /// `internal_error` if the cipher refuses.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        tenant: TenantId,
        new: NewProvider,
    ) -> Result<Self> {
        let seal = |secret: &Sensitive<String>| {
            vault.seal(&secret_context(&tenant), secret.expose().as_bytes(), ids)
        };
        let sealed = new.secret.as_ref().map(seal).transpose()?;
        Ok(Self {
            by,
            tenant,
            new,
            sealed,
        })
    }

    fn sealed<'a>(&'a self, kept: Option<&'a SignInProvider>) -> Result<&'a [u8]> {
        let new = self.sealed.as_deref();
        let kept = kept.map(|it| it.sealed.as_slice());
        new.or(kept).ok_or_else(|| {
            let message = "`clientSecret` is required when the issuer or client changes.";
            Error::on("clientSecret", &codes::MISSING_FIELD, message)
        })
    }
}

impl Op for SetProvider {
    type Out = SignInProvider;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<SignInProvider> {
        let (by, tenant, new) = (&self.by, &self.tenant, &self.new);
        by.actor.needs(Right::Members(tenant))?;
        tenant::find(tx, tenant).await?;
        let before = find(tx, tenant).await?;
        let same =
            |it: &&SignInProvider| (&it.issuer, &it.client_id) == (&new.issuer, &new.client_id);
        let kept = before.as_ref().filter(same);
        let params: [Value<'_>; 9] = [
            tenant.into(),
            new.issuer.as_str().into(),
            new.client_id.as_str().into(),
            self.sealed(kept)?.into(),
            new.domain.as_str().into(),
            new.required.into(),
            new.creates_members.into(),
            new.asks_second_factor.into(),
            by.at.into(),
        ];
        let taken = || {
            let message = "`domain` is already used by another company's provider.";
            Error::on("domain", &DOMAIN_TAKEN, message)
        };
        let set = tx.exec_one(SET, &params).await;
        set.on_unique("sign_in_provider.domain", taken)?;
        let other_issuer = before.as_ref().is_none_or(|it| it.issuer != new.issuer);
        if other_issuer {
            tx.exec(FORGET_LINKS, &[tenant.into()]).await?;
        }
        let newly_required = new.required && before.as_ref().is_none_or(|it| !it.required);
        let was_replaced = before.is_some() && kept.is_none();
        if newly_required || was_replaced {
            end_sessions(tx, by, tenant).await?;
        }
        let details = json!({
            "issuer": new.issuer, "clientId": new.client_id, "domain": new.domain,
            "required": new.required, "createsMembers": new.creates_members,
            "asksSecondFactor": new.asks_second_factor,
            "secretChanged": self.sealed.is_some(),
        });
        note(tx, by, ("sign_in_provider.set", tenant), details).await?;
        let made = find(tx, tenant).await?;
        made.ok_or_else(|| Error::internal("the provider that was set is not there"))
    }
}

/// Ends all sessions of a tenant's members but those of whoever asks.
async fn end_sessions(tx: &mut Tx<'_>, by: &ActorAt, tenant: &TenantId) -> Result<()> {
    let own = Person::of(&by.actor);
    let own = own.as_ref().map_or("", Person::as_str);
    let params: [Value<'_>; 3] = [tenant.into(), by.at.into(), own.into()];
    tx.exec(END_SESSIONS, &params).await?;
    Ok(())
}

async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    (action, tenant): (&'static str, &TenantId),
    details: serde_json::Value,
) -> Result<()> {
    let change = Change {
        by,
        action,
        subject: tenant.as_str(),
        tenant: Some(tenant),
        details,
    };
    audit::append(tx, change).await
}

/// Ends the trust: its links are forgotten, and all members but the one who does it are signed
/// out. Idempotent.
#[derive(Debug)]
pub struct RemoveProvider {
    pub by: ActorAt,
    pub tenant: TenantId,
}

impl Op for RemoveProvider {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (by, tenant) = (&self.by, &self.tenant);
        by.actor.needs(Right::Members(tenant))?;
        tenant::find(tx, tenant).await?;
        let Some(row) = tx.opt(REMOVE, &[tenant.into()]).await? else {
            return Ok(());
        };
        let issuer: String = row.get("issuer")?;
        tx.exec(FORGET_LINKS, &[tenant.into()]).await?;
        end_sessions(tx, by, tenant).await?;
        let details = json!({"issuer": issuer});
        note(tx, by, ("sign_in_provider.remove", tenant), details).await
    }
}
