//! The people of a tenant.

use kofa_core::audit::{self, Change};
use kofa_core::config_version::bump;
use kofa_core::{ActorAt, MemberRole, Right};
use kofa_domain::{Error, Id, IdKind, MemberId, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use super::sessions::{Person, end_all};
use super::tenant;

/// What an [`InviteId`] names.
#[derive(Debug)]
pub enum InviteKind {}

impl IdKind for InviteKind {
    const PREFIX: &'static str = "inv_";
}

/// An invite's id, `inv_…`.
pub type InviteId = Id<InviteKind>;

/// Most members a tenant may have, invited ones included.
pub const MEMBERS_MAX: i64 = 200;

pub(crate) const INSERT_MEMBER: &str = "insert into member \
     (id, tenant_id, email, role, created_at) values ($1, $2, $3, $4, $5)";
const LIST: &str = "select m.id, m.tenant_id, m.email, m.name, m.role, m.created_at, \
     m.disabled_at, m.password_hash is not null as joined, \
     (select max(s.seen_at) from session s where s.member_id = m.id) as seen_at, \
     (select count(*) from second_factor f where f.person = m.id \
     and f.confirmed_at is not null) \
     + (select count(*) from passkey p where p.person = m.id) as factors, \
     (select min(l.created_at) from sign_in_link l where l.person = m.id) as linked_at, \
     (select max(i.id) from invite i where i.tenant_id = m.tenant_id \
     and (i.email = m.email or m.tenant_id || ' ' || i.email = m.email) \
     and i.accepted_at is null and i.revoked_at is null) as invite_id, \
     (select max(i.expires_at) from invite i where i.tenant_id = m.tenant_id \
     and (i.email = m.email or m.tenant_id || ' ' || i.email = m.email) \
     and i.accepted_at is null and i.revoked_at is null) as invite_ends \
     from member m where m.tenant_id = $1 and ($3 = '' or m.id = $3) order by m.id limit $2";
const SET_ROLE: &str = "update member set role = $3 where id = $1 and tenant_id = $2";
const DISABLE: &str = "update member set disabled_at = $3 where id = $1 and tenant_id = $2";
const OWNERS: &str = "select count(*) as n from member where tenant_id = $1 and role = 'owner' \
     and disabled_at is null and password_hash is not null";

/// Whether a member can sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberStatus {
    /// Has not accepted the invite yet.
    Invited,
    Active,
    Disabled,
}

impl MemberStatus {
    /// `invited`, `active` or `disabled`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Active => "active",
            Self::Disabled => "disabled",
        }
    }
}

/// A person of a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// `mem_…`
    pub id: MemberId,
    pub tenant_id: TenantId,
    /// Also the name to sign in with.
    pub email: String,
    /// How they want to be called; may be empty.
    pub name: String,
    /// What they may do.
    pub role: MemberRole,
    /// Whether they can sign in.
    pub status: MemberStatus,
    /// When they were first invited.
    pub created_at: Timestamp,
    /// When they last used the portal, to the minute, if that was within a month.
    pub seen_at: Option<Timestamp>,
    /// Whether their second factor is on.
    pub has_second_factor: bool,
    /// Since when an account of the tenant's sign-in provider lets them in, if one does.
    pub linked_at: Option<Timestamp>,
    /// The invite that they can accept, and until when.
    pub invite: Option<(InviteId, Timestamp)>,
}

impl Member {
    /// `Ada Obi (ada@example.com)`, or the address alone. Never the name alone: who is called by it
    /// has chosen it.
    pub fn called(&self) -> String {
        match self.name.as_str() {
            "" => self.email.clone(),
            name => format!("{name} ({})", self.email),
        }
    }

    fn from_row(row: &Row) -> Result<Self> {
        let role: String = row.get("role")?;
        let disabled: Option<Timestamp> = row.get("disabled_at")?;
        let status = match (disabled, row.get::<bool>("joined")?) {
            (Some(_), _) => MemberStatus::Disabled,
            (None, true) => MemberStatus::Active,
            (None, false) => MemberStatus::Invited,
        };
        let id: Option<InviteId> = row.get("invite_id")?;
        let ends: Option<Timestamp> = row.get("invite_ends")?;
        Ok(Self {
            id: row.get("id")?,
            tenant_id: row.get("tenant_id")?,
            email: address(row.get("email")?),
            name: row.get("name")?,
            role: MemberRole::parse(&role)
                .ok_or_else(|| Error::internal("a member's role is of no known kind"))?,
            status,
            created_at: row.get("created_at")?,
            seen_at: row.get("seen_at")?,
            has_second_factor: row.get::<i64>("factors")? > 0,
            linked_at: row.get("linked_at")?,
            invite: id.zip(ends),
        })
    }
}

/// The address of a stored member: that of somebody who is invited stands behind their tenant's id
/// while it is another tenant's.
pub fn address(stored: String) -> String {
    match stored.rsplit_once(' ') {
        Some((_, address)) => address.to_owned(),
        None => stored,
    }
}

/// All members of a tenant, the oldest first: there are at most [`MEMBERS_MAX`].
#[derive(Debug)]
pub struct ListMembers {
    pub tenant: TenantId,
}

impl Op for ListMembers {
    type Out = Vec<Member>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        tenant::find(tx, &self.tenant).await?;
        let params: [Value<'_>; 3] = [(&self.tenant).into(), MEMBERS_MAX.into(), "".into()];
        let rows = tx.rows(LIST, &params).await?;
        rows.iter().map(Member::from_row).collect()
    }
}

/// A member of this tenant; 404 `not_found` for anybody else's.
#[derive(Debug)]
pub struct FindMember {
    pub tenant: TenantId,
    pub member: MemberId,
}

impl Op for FindMember {
    type Out = Member;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Member> {
        find(tx, &self.tenant, &self.member).await
    }
}

async fn find(tx: &mut Tx<'_>, tenant: &TenantId, member: &MemberId) -> Result<Member> {
    let params: [Value<'_>; 3] = [tenant.into(), 1_i64.into(), member.into()];
    match tx.opt(LIST, &params).await? {
        Some(row) => Member::from_row(&row),
        None => Err(Error::new(&codes::NOT_FOUND, "There is no such member.")),
    }
}

/// The member that a change of `what` is about: not oneself, and nobody who is still invited.
async fn changed(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    tenant: &TenantId,
    member: &MemberId,
    what: &str,
) -> Result<Member> {
    by.actor.needs(Right::Members(tenant))?;
    // One at a time: two owners who change each other would both see the other as owner.
    bump(tx).await?;
    let found = find(tx, tenant, member).await?;
    let own = Person::of(&by.actor).is_ok_and(|person| person.as_str() == member.as_str());
    if own {
        let message = format!("Only another owner can change your own {what}.");
        return Err(Error::new(&codes::CONFLICT, message));
    }
    if found.status == MemberStatus::Invited {
        let message = "They have not accepted their invite yet. Invite them again, with another \
                       role if necessary, or revoke the invite.";
        return Err(Error::new(&codes::CONFLICT, message));
    }
    Ok(found)
}

/// Refuses a change that left a tenant without an owner who can sign in.
async fn an_owner_stays(tx: &mut Tx<'_>, tenant: &TenantId) -> Result<()> {
    if tx.one(OWNERS, &[tenant.into()]).await?.get::<i64>("n")? > 0 {
        return Ok(());
    }
    let message = "This is the last owner. Add another owner first.";
    Err(Error::new(&codes::CONFLICT, message))
}

/// Gives a member another role, from their next request on. One's own stays, and so does the
/// last owner's.
#[derive(Debug)]
pub struct SetMemberRole {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub member: MemberId,
    pub role: MemberRole,
}

impl Op for SetMemberRole {
    type Out = Member;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Member> {
        let was = changed(tx, &self.by, &self.tenant, &self.member, "role").await?;
        if was.role == self.role {
            return Ok(was);
        }
        let role = self.role.as_str();
        let params: [Value<'_>; 3] = [(&self.member).into(), (&self.tenant).into(), role.into()];
        tx.exec_one(SET_ROLE, &params).await?;
        if was.role == MemberRole::Owner && was.status == MemberStatus::Active {
            an_owner_stays(tx, &self.tenant).await?;
        }
        let change = Change {
            by: &self.by,
            action: "member.role",
            subject: self.member.as_str(),
            tenant: Some(&self.tenant),
            details: json!({"email": was.email, "from": was.role.as_str(), "to": role}),
        };
        audit::append(tx, change).await?;
        let role = self.role;
        Ok(Member { role, ..was })
    }
}

/// Locks a member out and ends their sessions, or lets them in again. Idempotent; not oneself,
/// and the last owner stays.
#[derive(Debug)]
pub struct SetMemberDisabled {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub member: MemberId,
    /// Out, or in again.
    pub disabled: bool,
}

impl Op for SetMemberDisabled {
    type Out = Member;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Member> {
        let was = changed(tx, &self.by, &self.tenant, &self.member, "access").await?;
        let status = if self.disabled {
            MemberStatus::Disabled
        } else {
            MemberStatus::Active
        };
        if was.status == status {
            return Ok(was);
        }
        let at = self.disabled.then_some(self.by.at);
        let params: [Value<'_>; 3] = [(&self.member).into(), (&self.tenant).into(), at.into()];
        tx.exec_one(DISABLE, &params).await?;
        if self.disabled {
            if was.role == MemberRole::Owner {
                an_owner_stays(tx, &self.tenant).await?;
            }
            let person = Person::Member(self.member.clone());
            end_all(tx, &person, None, self.by.at).await?;
        }
        let change = Change {
            by: &self.by,
            action: if self.disabled {
                "member.disable"
            } else {
                "member.enable"
            },
            subject: self.member.as_str(),
            tenant: Some(&self.tenant),
            details: json!({"email": was.email}),
        };
        audit::append(tx, change).await?;
        Ok(Member { status, ..was })
    }
}
