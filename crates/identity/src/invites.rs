//! Invites: a link that works once, for 72 hours, until a newer one replaces it.

use kofa_core::audit::{self, Change};
use kofa_core::config_version::bump;
use kofa_domain::{Error, Ids, MemberId, Result, Sensitive, TenantId, Timestamp, codes};
use kofa_mail::{MailKind, Mailer, NewMail};
use kofa_store::{OnUnique as _, Op, Row, Tx, Value, Vault};
use serde_json::json;

use super::codes::{EMAIL_TAKEN, INVITE_EXPIRED, INVITE_NOT_FOUND, INVITE_REVOKED, INVITE_USED};
use super::letters;
pub use super::members::InviteId;
use super::members::{INSERT_MEMBER, MEMBERS_MAX};
use super::secret::{INVITE, Token};
use super::tenant::{self, Tenant};
use super::{password, secret};
use kofa_core::{Actor, ActorAt, MemberRole, Right};

/// How long an invite can be accepted, in seconds.
pub const INVITE_SECONDS: i64 = 72 * 3_600;

pub(crate) const INSERT_INVITE: &str = "insert into invite \
     (id, tenant_id, email, role, digest, created_at, expires_at) \
     values ($1, $2, $3, $4, $5, $6, $7)";
const MEMBER: &str = "select m.id, m.tenant_id, m.password_hash is not null as joined, \
     t.email = m.email as is_first from member m join tenant t on t.id = m.tenant_id \
     where m.email = $1";
const COUNT: &str = "select count(*) as n from member where tenant_id = $1";
const OWN: &str = "select id, password_hash is not null as joined from member \
     where tenant_id = $1 and (email = $2 or email = $3)";
const SET_ASIDE: &str = "update member set email = $2 where id = $1 and password_hash is null";
const SET_ROLE: &str = "update member set role = $2 where id = $1 and password_hash is null";
const REVOKE_OPEN: &str = "update invite set revoked_at = $3 where tenant_id = $1 \
     and email = $2 and accepted_at is null and revoked_at is null";
const FIND: &str = "select i.*, t.name as tenant_name from invite i \
     join tenant t on t.id = i.tenant_id where i.digest = $1";
const FIND_BY_ID: &str = "select * from invite where id = $1 and tenant_id = $2";
const REVOKE: &str = "update invite set revoked_at = $3 where id = $1 and tenant_id = $2 \
     and accepted_at is null and revoked_at is null returning email";
const FORGET_INVITED: &str = "delete from member where tenant_id = $1 \
     and (email = $2 or email = $3) and password_hash is null";
const ACCEPT: &str = "update invite set accepted_at = $2 where id = $1 \
     and accepted_at is null and revoked_at is null";
const JOIN: &str = "update member set email = $2, password_hash = $3, role = $4 \
     where tenant_id = $1 and (email = $2 or email = $5) and password_hash is null \
     and disabled_at is null returning id";

/// An invite to become a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// `inv_…`
    pub id: InviteId,
    pub tenant_id: TenantId,
    pub email: String,
    pub role: MemberRole,
    /// Until when it can be accepted.
    pub expires_at: Timestamp,
    accepted_at: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
}

impl Invite {
    fn from_row(row: &Row) -> Result<Self> {
        let role: String = row.get("role")?;
        Ok(Self {
            id: row.get("id")?,
            tenant_id: row.get("tenant_id")?,
            email: row.get("email")?,
            role: MemberRole::parse(&role)
                .ok_or_else(|| Error::internal("an invite's role is of no known kind"))?,
            expires_at: row.get("expires_at")?,
            accepted_at: row.get("accepted_at")?,
            revoked_at: row.get("revoked_at")?,
        })
    }

    /// That of the first owner of a new tenant.
    pub(crate) fn of_owner(id: &InviteId, tenant: &Tenant, expires_at: Timestamp) -> Self {
        Self {
            id: id.clone(),
            tenant_id: tenant.id.clone(),
            email: tenant.email.clone(),
            role: MemberRole::Owner,
            expires_at,
            accepted_at: None,
            revoked_at: None,
        }
    }

    /// Whether it can be accepted at `now`.
    fn must_be_open(&self, now: Timestamp) -> Result<()> {
        if self.accepted_at.is_some() {
            return Err(Error::plain(&INVITE_USED));
        }
        if self.revoked_at.is_some() {
            return Err(Error::plain(&INVITE_REVOKED));
        }
        if self.expires_at <= now {
            return Err(Error::plain(&INVITE_EXPIRED));
        }
        Ok(())
    }
}

/// Invites someone to a tenant. For someone who was invited and has not accepted, this is a
/// new link with the new role; the old link stops working.
#[derive(Debug)]
pub struct InviteMember {
    by: ActorAt,
    member: MemberId,
    invite: Invite,
    digest: [u8; 32],
    letter: Option<(Mailer, Sensitive<String>)>,
}

/// Queues the mail with an invite's link.
pub(crate) async fn mail(
    tx: &mut Tx<'_>,
    (mailer, link): &(Mailer, Sensitive<String>),
    (person, tenant): (&MemberId, &str),
    invite: &Invite,
) -> Result<()> {
    let letter = letters::invite(tenant, invite.role, link.clone());
    let mail = NewMail {
        kind: MailKind::Invite,
        person: person.as_str(),
        to: &invite.email,
        tenant: Some(&invite.tenant_id),
        letter: &letter,
        at: invite.expires_at.plus_seconds(-INVITE_SECONDS),
        expires_at: invite.expires_at,
        once: None,
    };
    mailer.queue(tx, &mail).await
}

impl InviteMember {
    /// With the e-mail address as `read_email` gives it; and the invite's token, to be shown
    /// once.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        tenant: TenantId,
        email: String,
        role: MemberRole,
    ) -> (Self, Sensitive<String>) {
        let token = Token::mint(INVITE, vault, ids);
        let invite = Invite {
            id: ids.id(by.at),
            tenant_id: tenant,
            email,
            role,
            expires_at: by.at.plus_seconds(INVITE_SECONDS),
            accepted_at: None,
            revoked_at: None,
        };
        let op = Self {
            member: ids.id(by.at),
            digest: token.digest,
            invite,
            by,
            letter: None,
        };
        (op, token.text)
    }

    /// The same, which also mails its link.
    #[must_use]
    pub fn mailing(self, mailer: Option<&Mailer>, link: &Sensitive<String>) -> Self {
        Self {
            letter: mailer.cloned().zip(Some(link.clone())),
            ..self
        }
    }

    /// The member who waits for this invite, made if they are not there yet.
    async fn upsert_member(&self, tx: &mut Tx<'_>) -> Result<MemberId> {
        let invite = &self.invite;
        let role = invite.role.as_str();
        let aside = aside(&invite.tenant_id, &invite.email);
        let params = [
            (&invite.tenant_id).into(),
            (&invite.email).into(),
            aside.as_str().into(),
        ];
        if let Some(row) = tx.opt(OWN, &params).await? {
            if row.get("joined")? {
                let message = "`email` belongs to a member already.";
                return Err(Error::on("email", &EMAIL_TAKEN, message));
            }
            let id: MemberId = row.get("id")?;
            tx.exec_one(SET_ROLE, &[(&id).into(), role.into()]).await?;
            return Ok(id);
        }
        // One invite at a time: on PostgreSQL, two that count at once would both find room.
        bump(tx).await?;
        // Whether the address is somebody's elsewhere is not told: who accepts finds out.
        let is_taken = tx.opt(MEMBER, &[(&invite.email).into()]).await?.is_some();
        let email = if is_taken { &aside } else { &invite.email };
        let row = tx.one(COUNT, &[(&invite.tenant_id).into()]).await?;
        if row.get::<i64>("n")? >= MEMBERS_MAX {
            let message = format!("You have reached the limit of {MEMBERS_MAX} members.");
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let params = [
            (&self.member).into(),
            (&invite.tenant_id).into(),
            email.into(),
            role.into(),
            self.by.at.into(),
        ];
        tx.exec_one(INSERT_MEMBER, &params).await?;
        Ok(self.member.clone())
    }
}

/// How the address of somebody who is invited is kept while it is another tenant's: no address
/// has a space in it. [`address`](super::members::address) reads it.
fn aside(tenant: &TenantId, email: &str) -> String {
    format!("{tenant} {email}")
}

/// What is told of an address that is somebody's elsewhere: not whose.
pub(crate) fn email_taken() -> Error {
    let message = "`email` is already used by a member of another company.";
    Error::on("email", &EMAIL_TAKEN, message)
}

/// Frees `email` where another tenant invited it and nobody joined: nobody keeps people out of
/// their own company by inviting them first. The invite stays; who accepts it once the address is
/// taken is told so. Whoever joined keeps the address, and so does the first owner of a tenant,
/// whom an operator named.
///
/// # Errors
/// 409 `email_taken`.
pub(crate) async fn free_address(tx: &mut Tx<'_>, email: &str) -> Result<()> {
    let Some(row) = tx.opt(MEMBER, &[email.into()]).await? else {
        return Ok(());
    };
    if row.get("joined")? || row.get("is_first")? {
        return Err(email_taken());
    }
    let (id, tenant): (MemberId, TenantId) = (row.get("id")?, row.get("tenant_id")?);
    let aside = aside(&tenant, email);
    Ok(tx
        .exec_one(SET_ASIDE, &[(&id).into(), aside.as_str().into()])
        .await?)
}

impl Op for InviteMember {
    type Out = Invite;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Invite> {
        let invite = &self.invite;
        self.by.actor.needs(Right::Members(&invite.tenant_id))?;
        let name = tenant::find(tx, &invite.tenant_id).await?.name;
        let member = self.upsert_member(tx).await?;
        if let Some(letter) = &self.letter {
            mail(tx, letter, (&member, &name), invite).await?;
        }
        let (tenant, email) = (&invite.tenant_id, &invite.email);
        let params: [Value<'_>; 3] = [tenant.into(), email.into(), self.by.at.into()];
        tx.exec(REVOKE_OPEN, &params).await?;
        let params = [
            (&invite.id).into(),
            tenant.into(),
            email.into(),
            invite.role.as_str().into(),
            (&self.digest).into(),
            self.by.at.into(),
            invite.expires_at.into(),
        ];
        tx.exec_one(INSERT_INVITE, &params).await?;
        let change = Change {
            by: &self.by,
            action: "member.invite",
            subject: invite.id.as_str(),
            tenant: Some(tenant),
            details: json!({"email": email, "role": invite.role.as_str()}),
        };
        audit::append(tx, change).await?;
        Ok(invite.clone())
    }
}

/// Takes an invite back. Idempotent; one that was accepted stays accepted.
#[derive(Debug)]
pub struct RevokeInvite {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub invite: InviteId,
}

impl Op for RevokeInvite {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Members(&self.tenant))?;
        let (invite, tenant) = (&self.invite, &self.tenant);
        let params: [Value<'_>; 3] = [invite.into(), tenant.into(), self.by.at.into()];
        let Some(row) = tx.opt(REVOKE, &params).await? else {
            let found = tx.opt(FIND_BY_ID, &[invite.into(), tenant.into()]).await?;
            let missing = || Error::new(&codes::NOT_FOUND, "There is no such invite.");
            return match Invite::from_row(&found.ok_or_else(missing)?)?.accepted_at {
                Some(_) => Err(Error::plain(&INVITE_USED)),
                None => Ok(()),
            };
        };
        let email: String = row.get("email")?;
        let aside = aside(tenant, &email);
        let params = [tenant.into(), email.as_str().into(), aside.as_str().into()];
        tx.exec(FORGET_INVITED, &params).await?;
        let change = Change {
            by: &self.by,
            action: "invite.revoke",
            subject: self.invite.as_str(),
            tenant: Some(tenant),
            details: json!({"email": email}),
        };
        audit::append(tx, change).await
    }
}

/// The invite that a presented token stands for, if it can still be accepted; and the name of
/// the tenant.
#[derive(Debug)]
pub struct FindInvite {
    digest: Option<[u8; 32]>,
    now: Timestamp,
}

impl FindInvite {
    pub fn new(vault: &Vault, token: &str, now: Timestamp) -> Self {
        let digest = secret::presented(INVITE, token, vault);
        Self { digest, now }
    }
}

impl Op for FindInvite {
    type Out = (Invite, String);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        find_open(tx, self.digest.as_ref(), self.now).await
    }
}

async fn find_open(
    tx: &mut Tx<'_>,
    digest: Option<&[u8; 32]>,
    now: Timestamp,
) -> Result<(Invite, String)> {
    let unknown = || Error::plain(&INVITE_NOT_FOUND);
    let digest = digest.ok_or_else(unknown)?;
    let row = tx.opt(FIND, &[digest.into()]).await?.ok_or_else(unknown)?;
    let invite = Invite::from_row(&row)?;
    invite.must_be_open(now)?;
    Ok((invite, row.get("tenant_name")?))
}

/// Accepts an invite: from now on the member can sign in with the password.
#[derive(Debug)]
pub struct AcceptInvite {
    digest: [u8; 32],
    password_hash: Sensitive<String>,
    at: Timestamp,
}

impl AcceptInvite {
    /// For the invite that `found` is of `token`: checks the password and hashes it, before
    /// any transaction is open.
    ///
    /// # Errors
    /// 404 `invite_not_found`, 422 `weak_password`.
    pub async fn new(
        vault: &Vault,
        ids: Ids,
        token: &str,
        found: &(Invite, String),
        password: Sensitive<String>,
        at: Timestamp,
    ) -> Result<Self> {
        let digest = secret::presented(INVITE, token, vault);
        let digest = digest.ok_or_else(|| Error::plain(&INVITE_NOT_FOUND))?;
        password::check("password", &password, &[&found.0.email, &found.1])?;
        let hash = password::hash(password, ids).await?;
        Ok(Self {
            digest,
            password_hash: Sensitive::new(hash),
            at,
        })
    }
}

impl Op for AcceptInvite {
    type Out = MemberId;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<MemberId> {
        let (invite, _) = find_open(tx, Some(&self.digest), self.at).await?;
        let params = [(&invite.id).into(), self.at.into()];
        // Two at once on PostgreSQL: the second waits for the first and finds it taken.
        if tx.exec(ACCEPT, &params).await? == 0 {
            return Err(Error::plain(&INVITE_USED));
        }
        // It may have been kept for another tenant's, who has not joined.
        let holder = tx.opt(MEMBER, &[(&invite.email).into()]).await?;
        let holder = holder.map(|row| row.get::<TenantId>("tenant_id"));
        if holder.transpose()?.is_some_and(|of| of != invite.tenant_id) {
            free_address(tx, &invite.email).await?;
        }
        let aside = aside(&invite.tenant_id, &invite.email);
        let params: [Value<'_>; 5] = [
            (&invite.tenant_id).into(),
            (&invite.email).into(),
            self.password_hash.expose().into(),
            invite.role.as_str().into(),
            aside.as_str().into(),
        ];
        let row = tx
            .opt(JOIN, &params)
            .await
            .on_unique("member.email", email_taken)?
            .ok_or_else(|| Error::plain(&INVITE_REVOKED))?;
        let id: MemberId = row.get("id")?;
        let by = ActorAt {
            actor: Actor::Member {
                id: id.clone(),
                tenant: invite.tenant_id.clone(),
                role: invite.role,
            },
            at: self.at,
        };
        let change = Change {
            by: &by,
            action: "member.join",
            subject: id.as_str(),
            tenant: Some(&invite.tenant_id),
            details: json!({"invite": invite.id.as_str(), "role": invite.role.as_str()}),
        };
        audit::append(tx, change).await?;
        Ok(id)
    }
}
