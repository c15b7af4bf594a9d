//! Tenants: made with their wallets, sandbox access and an invite for their owner.

use kofa_core::audit::{self, Change};
use kofa_domain::{Environment, Error, Ids, Kobo, MemberId, Result, Sensitive, TenantId};
use kofa_mail::Mailer;
use kofa_store::{OnUnique as _, Op, Tx, Type, Value, Vault};
use serde_json::json;

use super::access::{TenantAccess, access_of, touch};
use super::invites::{self, INSERT_INVITE, INVITE_SECONDS, Invite, email_taken, free_address};
use super::members::{INSERT_MEMBER, InviteId};
use super::profile::SET_NAME;
use super::secret::{INVITE, Token};
pub use super::tenant::find;
pub use super::tenant::{Tenant, TenantStatus};
use super::tenant_search::insert_terms;
use kofa_core::config_version::bump;
use kofa_core::{ActorAt, Listed, MemberRole, Page, Right};
use kofa_ledger::alerts::watch_new;
use kofa_ledger::{Credit, ReadWallet, TransferKind};

const INSERT: &str = "insert into tenant \
     (id, vendor_id, name, email, status, created_at, changed) \
     values ($1, $2, $3, $4, 'active', $5, 0)";
const SET_STATUS: &str = "update tenant set status = $2, changed = $3 where id = $1";
const LIST: &str = "select * from tenant where id < $1 order by id desc limit $2";

/// Play money in a new tenant's sandbox wallet: a hundred thousand naira.
pub const SANDBOX_FUNDS: Kobo = Kobo::new(10_000_000);

/// Makes a tenant: both wallets, the sandbox one funded; all products on in the sandbox and
/// off in live; its owner as a member who is still to accept an invite.
#[derive(Debug)]
pub struct CreateTenant {
    by: ActorAt,
    tenant: Tenant,
    owner: MemberId,
    /// Empty until they say.
    owner_name: String,
    funding: String,
    invite: InviteId,
    invite_digest: [u8; 32],
    letter: Option<(Mailer, Sensitive<String>)>,
}

impl CreateTenant {
    /// With the name and e-mail address as `read_name` and `read_email` give them; and the
    /// token of the owner's invite, to be shown once.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        name: String,
        email: String,
    ) -> (Self, Sensitive<String>) {
        let token = Token::mint(INVITE, vault, ids);
        let at = by.at;
        let tenant = Tenant {
            id: ids.id(at),
            vendor_id: ids.uuid(at).to_string(),
            name,
            email,
            status: TenantStatus::Active,
            created_at: at,
            members_need_second_factor: false,
        };
        let op = Self {
            by,
            tenant,
            owner: ids.id(at),
            owner_name: String::new(),
            funding: ids.uuid(at).to_string(),
            invite: ids.id(at),
            invite_digest: token.digest,
            letter: None,
        };
        (op, token.text)
    }

    /// The same, which also mails the owner the link of their invite.
    #[must_use]
    pub fn mailing(self, mailer: Option<&Mailer>, link: &Sensitive<String>) -> Self {
        Self {
            letter: mailer.cloned().zip(Some(link.clone())),
            ..self
        }
    }

    /// The same, with an owner who has said how they want to be called.
    #[must_use]
    pub fn owned_by(self, owner_name: String) -> Self {
        Self { owner_name, ..self }
    }

    /// Of the tenant that it makes.
    pub(crate) fn id(&self) -> &TenantId {
        &self.tenant.id
    }

    /// Makes it, whoever may.
    pub(crate) async fn make(&self, tx: &mut Tx<'_>) -> Result<Tenant> {
        let tenant = &self.tenant;
        let params: [Value<'_>; 5] = [
            (&tenant.id).into(),
            (&tenant.vendor_id).into(),
            (&tenant.name).into(),
            (&tenant.email).into(),
            tenant.created_at.into(),
        ];
        tx.exec_one(INSERT, &params).await?;
        insert_terms(tx, tenant).await?;
        insert_wallets(tx, &tenant.id).await?;
        watch_new(tx, &tenant.id).await?;
        self.insert_people(tx).await?;
        self.fund_sandbox(tx).await?;
        touch(tx, &tenant.id).await?;
        let change = Change {
            by: &self.by,
            action: "tenant.create",
            subject: tenant.id.as_str(),
            tenant: Some(&tenant.id),
            details: json!({"name": tenant.name, "vendorId": tenant.vendor_id}),
        };
        audit::append(tx, change).await?;
        Ok(tenant.clone())
    }

    async fn fund_sandbox(&self, tx: &mut Tx<'_>) -> Result<()> {
        let environment = Environment::Sandbox;
        let tenant_id = self.tenant.id.clone();
        let find = ReadWallet {
            tenant_id,
            environment,
        };
        let wallet = find.run(tx).await?;
        let wallet = wallet.ok_or_else(|| Error::internal("the new wallet is not there"))?;
        let funds = Credit {
            wallet: wallet.wallet,
            environment,
            amount: SANDBOX_FUNDS,
            kind: TransferKind::TopUp,
            reference: "sandbox-funds".to_owned(),
            reason: "Play money of a new tenant".to_owned(),
            id: self.funding.clone(),
            at: self.by.at,
            actor: self.by.actor.to_string(),
        };
        funds.run(tx).await.map(drop)
    }

    async fn insert_people(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (tenant, at) = (&self.tenant, self.by.at);
        let role = MemberRole::Owner.as_str();
        free_address(tx, &tenant.email).await?;
        let member = [
            (&self.owner).into(),
            (&tenant.id).into(),
            (&tenant.email).into(),
            role.into(),
            at.into(),
        ];
        tx.exec_one(INSERT_MEMBER, &member)
            .await
            .on_unique("member.email", email_taken)?;
        let named = [(&self.owner).into(), self.owner_name.as_str().into()];
        tx.exec_one(SET_NAME, &named).await?;
        let expires_at = at.plus_seconds(INVITE_SECONDS);
        let invite = [
            (&self.invite).into(),
            (&tenant.id).into(),
            (&tenant.email).into(),
            role.into(),
            (&self.invite_digest).into(),
            at.into(),
            expires_at.into(),
        ];
        tx.exec_one(INSERT_INVITE, &invite).await?;
        let Some(letter) = &self.letter else {
            return Ok(());
        };
        let invite = Invite::of_owner(&self.invite, tenant, expires_at);
        invites::mail(tx, letter, (&self.owner, &tenant.name), &invite).await
    }
}

impl Op for CreateTenant {
    type Out = Tenant;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Tenant> {
        self.by.actor.needs(Right::Tenants)?;
        self.make(tx).await
    }
}

async fn insert_wallets(tx: &mut Tx<'_>, tenant: &TenantId) -> Result<()> {
    let rows: Vec<[Value<'_>; 4]> = Environment::ALL
        .into_iter()
        .map(|environment| [tenant.into(), environment.into(), 0i64.into(), 0i64.into()])
        .collect();
    let columns = [
        ("tenant_id", Type::Text),
        ("environment", Type::Text),
        ("balance_kobo", Type::Int),
        ("seq", Type::Int),
    ];
    tx.insert_rows("wallet", &columns, "", &rows).await?;
    Ok(())
}

/// Suspends a tenant, or lifts that.
#[derive(Debug)]
pub struct SetTenantStatus {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub status: TenantStatus,
    /// Why, in words; may be empty.
    pub reason: String,
}

impl Op for SetTenantStatus {
    type Out = Tenant;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Tenant> {
        self.by.actor.needs(Right::Tenants)?;
        let before = find(tx, &self.tenant).await?;
        if before.status == self.status {
            return Ok(before);
        }
        let changed = bump(tx).await?;
        let status = self.status.as_str();
        let params = [(&self.tenant).into(), status.into(), changed.into()];
        tx.exec_one(SET_STATUS, &params).await?;
        let mut details = json!({"from": before.status.as_str(), "to": status});
        if !self.reason.is_empty() {
            details["reason"] = json!(self.reason);
        }
        let change = Change {
            by: &self.by,
            action: "tenant.status",
            subject: self.tenant.as_str(),
            tenant: Some(&self.tenant),
            details,
        };
        audit::append(tx, change).await?;
        Ok(Tenant {
            status: self.status,
            ..before
        })
    }
}

/// A tenant with what it may call and how fast.
#[derive(Debug)]
pub struct FindTenant {
    pub tenant: TenantId,
}

impl Op for FindTenant {
    type Out = (Tenant, TenantAccess);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let tenant = find(tx, &self.tenant).await?;
        let access = access_of(tx, &self.tenant).await?;
        Ok((tenant, access))
    }
}

/// The newest tenants first.
#[derive(Debug)]
pub struct ListTenants {
    pub page: Page,
}

impl Op for ListTenants {
    type Out = Listed<Tenant>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params = [self.page.before_id().into(), self.page.rows().into()];
        let rows = tx.rows(LIST, &params).await?;
        let tenants: Result<Vec<Tenant>> = rows.iter().map(Tenant::from_row).collect();
        Ok(self.page.cut(tenants?, |one| one.id.to_string()))
    }
}
