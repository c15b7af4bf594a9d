//! What becomes of a request for access.

use kofa_core::audit::{self, Change};
use kofa_core::{Actor, ActorAt, Right};
use kofa_domain::{Error, Result, TenantId, Timestamp};
use kofa_mail::{MailKind, Mailer, NewMail};
use kofa_store::{Op, Tx, Value, Vault};
use serde_json::json;

use super::{AccessRequest, FindAccessRequest, KEPT_SECONDS, RequestId, RequestState};
use crate::codes::{ACCESS_REQUEST_NOT_PENDING, SIGN_UP_LINK_NOT_FOUND};
use crate::letters;
use crate::secret::{self, SIGN_UP};
use crate::tenants::{CreateTenant, Tenant};

/// How long a mail about a decision is of use, in seconds.
const NEWS_SECONDS: i64 = 24 * 3_600;

const DECIDE: &str = "update access_request set state = $2, reason = $3, decided_at = $4, \
     expires_at = $5, tenant_id = $6 where id = $1 and state = $7 and expires_at > $4";
const BY_LINK: &str = "select * from access_request \
     where digest = $1 and state = 'unconfirmed' and expires_at > $2";

/// Ends a request that is in the state `from`; whether it was.
async fn end(
    tx: &mut Tx<'_>,
    (id, from, at): (&RequestId, RequestState, Timestamp),
    (to, reason, tenant): (RequestState, &str, Option<&TenantId>),
) -> Result<bool> {
    let params: [Value<'_>; 7] = [
        id.into(),
        to.as_str().into(),
        reason.into(),
        at.into(),
        at.plus_seconds(KEPT_SECONDS).into(),
        tenant.map(TenantId::as_str).into(),
        from.as_str().into(),
    ];
    Ok(tx.exec(DECIDE, &params).await? > 0)
}

/// Takes the business on as a tenant and invites who asked.
#[derive(Debug)]
pub struct AcceptAccess {
    pub by: ActorAt,
    pub id: RequestId,
    /// The tenant, by the same actor.
    pub create: CreateTenant,
}

impl Op for AcceptAccess {
    type Out = Tenant;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Tenant> {
        self.by.actor.needs(Right::Tenants)?;
        let from = (&self.id, RequestState::Requested, self.by.at);
        let tenant = self.create.id();
        // Two at once on PostgreSQL: the second waits for the first and finds it decided.
        if !end(tx, from, (RequestState::Accepted, "", Some(tenant))).await? {
            return Err(Error::plain(&ACCESS_REQUEST_NOT_PENDING));
        }
        let tenant = self.create.run(tx).await?;
        let change = Change {
            by: &self.by,
            action: "access.accept",
            subject: self.id.as_str(),
            tenant: Some(&tenant.id),
            details: json!({"name": tenant.name}),
        };
        audit::append(tx, change).await?;
        Ok(tenant)
    }
}

/// Declines a request, and tells who asked where there is a mail server.
#[derive(Debug)]
pub struct DeclineAccess {
    pub by: ActorAt,
    pub vault: Vault,
    pub mailer: Option<Mailer>,
    pub id: RequestId,
    /// Who asked is told.
    pub reason: String,
}

impl DeclineAccess {
    async fn tell(&self, tx: &mut Tx<'_>, request: &AccessRequest) -> Result<()> {
        let Some(mailer) = &self.mailer else {
            return Ok(());
        };
        let letter = letters::access_declined(&self.reason);
        let mail = NewMail {
            kind: MailKind::Access,
            person: self.id.as_str(),
            to: &request.typed.email,
            tenant: None,
            letter: &letter,
            at: self.by.at,
            expires_at: self.by.at.plus_seconds(NEWS_SECONDS),
            once: None,
        };
        mailer.queue(tx, &mail).await
    }
}

impl Op for DeclineAccess {
    type Out = AccessRequest;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<AccessRequest> {
        self.by.actor.needs(Right::Tenants)?;
        let find = FindAccessRequest {
            vault: self.vault.clone(),
            id: self.id.clone(),
            now: self.by.at,
        };
        let request = find.run(tx).await?;
        let from = (&self.id, RequestState::Requested, self.by.at);
        if !end(tx, from, (RequestState::Declined, &self.reason, None)).await? {
            return Err(Error::plain(&ACCESS_REQUEST_NOT_PENDING));
        }
        self.tell(tx, &request).await?;
        let change = Change {
            by: &self.by,
            action: "access.decline",
            subject: self.id.as_str(),
            tenant: None,
            details: json!({"reason": self.reason}),
        };
        audit::append(tx, change).await?;
        find.run(tx).await
    }
}

/// The request that a mailed link stands for, if it still works.
#[derive(Debug)]
pub struct CheckSignUp {
    vault: Vault,
    digest: Option<[u8; 32]>,
    now: Timestamp,
}

impl CheckSignUp {
    pub fn new(vault: &Vault, token: &str, now: Timestamp) -> Self {
        Self {
            vault: vault.clone(),
            digest: secret::presented(SIGN_UP, token, vault),
            now,
        }
    }
}

impl Op for CheckSignUp {
    type Out = AccessRequest;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<AccessRequest> {
        let unknown = || Error::plain(&SIGN_UP_LINK_NOT_FOUND);
        let digest = self.digest.as_ref().ok_or_else(unknown)?;
        let params = [digest.into(), self.now.into()];
        let row = tx.opt(BY_LINK, &params).await?.ok_or_else(unknown)?;
        AccessRequest::from_row(&self.vault, &row)
    }
}

/// Who signs up has used the link to their address: makes their tenant.
#[derive(Debug)]
pub struct UseSignUp {
    request: RequestId,
    create: CreateTenant,
    at: Timestamp,
}

impl UseSignUp {
    /// For what [`CheckSignUp`] found; `create` makes the tenant of it, by [`Self::by`].
    pub fn new(request: &AccessRequest, create: CreateTenant, at: Timestamp) -> Self {
        Self {
            request: request.id.clone(),
            create,
            at,
        }
    }

    /// In whose name the tenant is made.
    pub fn by(at: Timestamp) -> ActorAt {
        let actor = Actor::Stranger;
        ActorAt { actor, at }
    }
}

impl Op for UseSignUp {
    type Out = Tenant;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Tenant> {
        let from = (&self.request, RequestState::Unconfirmed, self.at);
        let tenant = self.create.id();
        if !end(tx, from, (RequestState::Accepted, "", Some(tenant))).await? {
            return Err(Error::plain(&SIGN_UP_LINK_NOT_FOUND));
        }
        self.create.make(tx).await
    }
}
