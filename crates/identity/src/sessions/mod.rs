//! Who is signed in: sessions of members in the portal and of operators in the console.
//!
//! A session is a token in a cookie, stored as a digest. It ends when it is told to, when
//! nobody used it for a while ([`IDLE_SECONDS_MEMBER`], [`IDLE_SECONDS_OPERATOR`]), and at
//! last at its expiry. A session whose person was disabled finds nobody.

use data_encoding::HEXLOWER;
use kofa_domain::{
    Error, Id, IdKind, Ids, MemberId, OperatorId, Result, Sensitive, TenantId, Timestamp,
};
use kofa_store::{Op, Row, Tx, Value, Vault};
use serde_json::json;

mod own;
mod people;

pub use crate::sessions::own::{
    EndOtherSessions, EndSession, ListSessions, ListedSession, ProveSession, PurgeSessions,
};
pub(crate) use crate::sessions::own::{end_all, end_tokens};
pub(crate) use crate::sessions::people::actor_of;
pub use crate::sessions::people::{Door, FindPerson, Known};

use super::secret::{self, MEMBER_SESSION, OPERATOR_SESSION, Token};
use super::tenant::{self, TenantStatus};
use kofa_core::audit::{self, Change};
use kofa_core::codes::FORBIDDEN;
use kofa_core::text::REASON_CHARS_MAX;
use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole, Via};

/// A member's session lives this long, in seconds.
pub const SECONDS_MEMBER: i64 = 7 * 24 * 3_600;
/// It ends earlier when it was not used for this long, in seconds.
pub const IDLE_SECONDS_MEMBER: i64 = 12 * 3_600;
/// An operator's session lives this long, in seconds.
pub const SECONDS_OPERATOR: i64 = 12 * 3_600;
/// It ends earlier when it was not used for this long, in seconds.
pub const IDLE_SECONDS_OPERATOR: i64 = 2 * 3_600;
/// An operator looks at a tenant's portal this long, in seconds.
pub const SECONDS_LOOKING: i64 = 30 * 60;
/// Who gave the right password has this long for the second factor, in seconds.
pub const SECONDS_PENDING: i64 = 10 * 60;
/// What a change of live keys, members or sign-in asks for must have been proved within this
/// long, in seconds.
pub const STEP_UP_SECONDS: i64 = 10 * 60;
/// How exactly the last use of a session is known, in seconds.
const SEEN_SECONDS: i64 = 60;
/// Longest description of a browser that is kept, in characters.
const AGENT_CHARS_MAX: usize = 200;

const INSERT: &str = "insert into session (id, digest, member_id, operator_id, tenant_id, \
     pending, created_at, seen_at, expires_at, proved_at, ip, agent, vouched_factor) \
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $11, $9, $10, $12)";
const FIND: &str = "select s.id, s.pending, s.created_at, s.seen_at, s.expires_at, s.proved_at, \
     s.vouched_factor, s.operator_id as by_operator, m.id as member_id, m.email as member_email, \
     m.role as member_role, o.id as operator_id, o.email as operator_email, \
     o.name as operator_name, o.role as operator_role, \
     t.id as tenant_id, t.name as tenant_name, t.status as tenant_status, \
     t.members_need_second_factor as needs_factor, \
     (select count(*) from second_factor f where f.person = coalesce(s.member_id, s.operator_id) \
       and f.confirmed_at is not null) \
       + (select count(*) from passkey p where p.person = coalesce(s.member_id, s.operator_id)) \
       as factors \
     from session s \
     left join member m on m.id = s.member_id and m.disabled_at is null \
     left join operator o on o.id = s.operator_id and o.disabled_at is null \
     left join tenant t on t.id = coalesce(m.tenant_id, s.tenant_id) \
     where s.digest = $1 and s.ended_at is null and s.expires_at > $2 and s.seen_at > $3";
const SEEN: &str = "update session set seen_at = $2 where digest = $1 and seen_at < $2";

/// What a [`SessionId`] names.
#[derive(Debug)]
pub enum SessionKind {}

impl IdKind for SessionKind {
    const PREFIX: &'static str = "ses_";
}

/// A session's id, `ses_…`; not its secret.
pub type SessionId = Id<SessionKind>;

/// Someone who signs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Person {
    Member(MemberId),
    Operator(OperatorId),
}

impl Person {
    /// `mem_…` or `opr_…`.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Member(id) => id.as_str(),
            Self::Operator(id) => id.as_str(),
        }
    }

    /// Who an actor is.
    ///
    /// # Errors
    /// 403 `forbidden` for the shell: it is no person.
    pub fn of(actor: &Actor) -> Result<Self> {
        let message = "Only somebody who is signed in has this.";
        person_of(actor).ok_or_else(|| Error::new(&FORBIDDEN, message))
    }

    /// At which door they sign in.
    pub fn door(&self) -> Door {
        match self {
            Self::Member(_) => Door::Portal,
            Self::Operator(_) => Door::Console,
        }
    }

    /// Which of the two an id names; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let member = MemberId::parse(text).map(Self::Member);
        member.or_else(|| OperatorId::parse(text).map(Self::Operator))
    }
}

/// Where a session was begun.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub ip: String,
    /// What the browser says it is; cut to 200 characters.
    pub agent: String,
}

/// The word of an issuer that somebody comes in by.
#[derive(Clone, Debug)]
pub struct Vouching {
    pub issuer: String,
    /// When they proved to it who they are, if it says so.
    pub proved_at: Option<Timestamp>,
    /// Whether it asked for a second factor.
    pub second_factor: bool,
}

#[derive(Debug)]
pub struct OpenSession {
    id: SessionId,
    digest: [u8; 32],
    person: Person,
    /// And why.
    looks_at: Option<(TenantId, String)>,
    pending: bool,
    origin: Origin,
    at: Timestamp,
    seconds: i64,
    /// When they last proved who they are.
    proved_at: Timestamp,
    vouching: Option<Vouching>,
}

impl OpenSession {
    /// For someone who gave the right password; `pending` if a second factor is still to
    /// come. Also gives the token of the cookie.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        person: Person,
        pending: bool,
        origin: Origin,
        at: Timestamp,
    ) -> (Self, Sensitive<String>) {
        let (prefix, whole) = match &person {
            Person::Member(_) => (MEMBER_SESSION, SECONDS_MEMBER),
            Person::Operator(_) => (OPERATOR_SESSION, SECONDS_OPERATOR),
        };
        let seconds = if pending { SECONDS_PENDING } else { whole };
        let token = Token::mint(prefix, vault, ids);
        let op = Self {
            id: ids.id(at),
            digest: token.digest,
            person,
            looks_at: None,
            pending,
            origin,
            at,
            seconds,
            proved_at: at,
            vouching: None,
        };
        (op, token.text)
    }

    /// For an operator who looks at a tenant's portal for [`SECONDS_LOOKING`]. The tenant
    /// sees it in their audit log.
    pub fn looking(
        vault: &Vault,
        ids: Ids,
        operator: OperatorId,
        (tenant, reason): (TenantId, &str),
        origin: Origin,
        at: Timestamp,
    ) -> (Self, Sensitive<String>) {
        let token = Token::mint(MEMBER_SESSION, vault, ids);
        let op = Self {
            id: ids.id(at),
            digest: token.digest,
            person: Person::Operator(operator),
            looks_at: Some((tenant, reason.chars().take(REASON_CHARS_MAX).collect())),
            pending: false,
            origin,
            at,
            seconds: SECONDS_LOOKING,
            proved_at: at,
            vouching: None,
        };
        (op, token.text)
    }

    /// For someone who came in by the word of an issuer. Where it does not say when they proved who
    /// they are, they have to prove it here before what matters. Where it asked for a second
    /// factor, they need none of their own in this session.
    #[must_use]
    pub fn vouched(self, vouching: Vouching) -> Self {
        Self {
            proved_at: vouching.proved_at.unwrap_or_default().min(self.at),
            vouching: Some(vouching),
            ..self
        }
    }
}

impl Op for OpenSession {
    type Out = SessionId;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<SessionId> {
        let looks_at = self.looks_at.as_ref().map(|(tenant, _)| tenant);
        if let Some(tenant) = looks_at {
            tenant::find(tx, tenant).await?;
        }
        let (member, operator) = match &self.person {
            Person::Member(id) => (Some(id.as_str()), None),
            Person::Operator(id) => (None, Some(id.as_str())),
        };
        let agent: String = self.origin.agent.chars().take(AGENT_CHARS_MAX).collect();
        let vouching = self.vouching.as_ref();
        let params: [Value<'_>; 12] = [
            (&self.id).into(),
            (&self.digest).into(),
            member.into(),
            operator.into(),
            looks_at.map(Id::as_str).into(),
            self.pending.into(),
            self.at.into(),
            self.at.plus_seconds(self.seconds).into(),
            self.origin.ip.as_str().into(),
            agent.as_str().into(),
            self.proved_at.into(),
            vouching.is_some_and(|it| it.second_factor).into(),
        ];
        tx.exec_one(INSERT, &params).await?;
        let actor = actor_of(tx, &self.person).await?;
        let ip = &self.origin.ip;
        let (action, mut details) = match &self.looks_at {
            Some((_, reason)) => ("tenant.look", json!({"ip": ip, "reason": reason})),
            None => (
                "session.open",
                json!({"ip": ip, "secondFactorPending": self.pending}),
            ),
        };
        let by = ActorAt { actor, at: self.at };
        if let Some(vouching) = vouching {
            details["issuer"] = json!(vouching.issuer);
            details["issuerAskedSecondFactor"] = json!(vouching.second_factor);
        }
        let change = Change {
            by: &by,
            action,
            subject: self.id.as_str(),
            tenant: looks_at.or(by.actor.tenant()),
            details,
        };
        audit::append(tx, change).await?;
        Ok(self.id.clone())
    }
}

/// A session that holds.
#[derive(Clone, Debug)]
pub struct Session {
    /// `ses_…`
    pub id: SessionId,
    /// Whether the second factor is still to come: nothing else may be done.
    pub pending: bool,
    pub created_at: Timestamp,
    /// When it ends at the latest.
    pub expires_at: Timestamp,
    /// When password and second factor were last given.
    pub proved_at: Timestamp,
    seen_at: Timestamp,
}

impl Session {
    /// Whether password and second factor were given within [`STEP_UP_SECONDS`] before `now`.
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        now < self.proved_at.plus_seconds(STEP_UP_SECONDS)
    }

    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            pending: row.get("pending")?,
            created_at: row.get("created_at")?,
            expires_at: row.get("expires_at")?,
            proved_at: row.get("proved_at")?,
            seen_at: row.get("seen_at")?,
        })
    }
}

/// Who a session in the portal is of.
#[derive(Clone, Debug)]
pub struct MemberSession {
    pub session: Session,
    /// Who asks. An operator who looks has the rights of support: none to change anything.
    pub actor: Actor,
    /// Of the member, or of the operator who looks.
    pub email: String,
    /// Whether an operator looks.
    pub is_operator: bool,
    /// What they may do; an operator looks as a viewer.
    pub role: MemberRole,
    pub tenant: TenantId,
    pub tenant_name: String,
    /// Whether its keys work.
    pub tenant_status: TenantStatus,
    /// Whether their tenant asks for a second factor, and they have none and the provider that let
    /// them in asked for none.
    pub lacks_factor: bool,
}

/// Who a session in the console is of.
#[derive(Clone, Debug)]
pub struct OperatorSession {
    pub session: Session,
    pub actor: Actor,
    pub email: String,
    pub name: String,
    /// What they may do.
    pub role: OperatorRole,
    /// Whether their second factor is on, or the provider that let them in asked for one.
    pub has_factor: bool,
}

impl MemberSession {
    /// Whose session it is.
    pub fn person(&self) -> Option<Person> {
        person_of(&self.actor)
    }
}

impl OperatorSession {
    /// Whose session it is.
    pub fn person(&self) -> Option<Person> {
        person_of(&self.actor)
    }
}

fn person_of(actor: &Actor) -> Option<Person> {
    match actor {
        Actor::Cli | Actor::System | Actor::Stranger => None,
        Actor::Operator { id, .. } => Some(Person::Operator(id.clone())),
        Actor::Member { id, .. } => Some(Person::Member(id.clone())),
    }
}

fn has_factor(row: &Row) -> Result<bool> {
    Ok(row.get::<i64>("factors")? > 0 || row.get::<bool>("vouched_factor")?)
}

fn member_role(row: &Row, column: &str) -> Result<MemberRole> {
    let role: String = row.get(column)?;
    MemberRole::parse(&role).ok_or_else(|| Error::internal("a member's role is of no known kind"))
}

/// The session of a presented cookie of the portal; `None` if there is none that holds.
#[derive(Debug)]
pub struct FindMemberSession {
    digest: Option<[u8; 32]>,
    now: Timestamp,
}

impl FindMemberSession {
    /// By the cookie's text.
    pub fn new(vault: &Vault, token: &str, now: Timestamp) -> Self {
        let digest = secret::presented(MEMBER_SESSION, token, vault);
        Self { digest, now }
    }
}

async fn find(
    tx: &mut Tx<'_>,
    digest: Option<&[u8; 32]>,
    now: Timestamp,
    idle_seconds: i64,
) -> Result<Option<Row>> {
    let Some(digest) = digest else {
        return Ok(None);
    };
    let params: [Value<'_>; 3] = [
        digest.into(),
        now.into(),
        now.plus_seconds(-idle_seconds).into(),
    ];
    Ok(tx.opt(FIND, &params).await?)
}

impl Op for FindMemberSession {
    type Out = Option<MemberSession>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let found = find(tx, self.digest.as_ref(), self.now, IDLE_SECONDS_MEMBER).await?;
        let Some(row) = found else {
            return Ok(None);
        };
        let Some(tenant) = row.get::<Option<TenantId>>("tenant_id")? else {
            return Ok(None);
        };
        let status: String = row.get("tenant_status")?;
        let tenant_status = TenantStatus::parse(&status)
            .ok_or_else(|| Error::internal("a tenant's status is of no known kind"))?;
        let member: Option<MemberId> = row.get("member_id")?;
        let operator: Option<OperatorId> = row.get("operator_id")?;
        let is_operator = member.is_none();
        let (actor, email, role) = match (member, operator) {
            (Some(id), _) => {
                let role = member_role(&row, "member_role")?;
                let tenant = tenant.clone();
                let email: String = row.get("member_email")?;
                (Actor::Member { id, tenant, role }, email, role)
            }
            (None, Some(id)) => {
                let role = OperatorRole::Support;
                let email: String = row.get("operator_email")?;
                let via = Via::Session { is_fresh: false };
                let actor = Actor::Operator { id, role, via };
                (actor, email, MemberRole::Viewer)
            }
            (None, None) => return Ok(None),
        };
        let needs_factor: Option<bool> = row.get("needs_factor")?;
        let has_factor = has_factor(&row)?;
        Ok(Some(MemberSession {
            lacks_factor: !is_operator && needs_factor == Some(true) && !has_factor,
            session: Session::from_row(&row)?,
            actor,
            email,
            is_operator,
            role,
            tenant,
            tenant_name: row.get("tenant_name")?,
            tenant_status,
        }))
    }
}

/// The session of a presented cookie of the console; `None` if there is none that holds.
#[derive(Debug)]
pub struct FindOperatorSession {
    digest: Option<[u8; 32]>,
    now: Timestamp,
}

impl FindOperatorSession {
    /// By the cookie's text.
    pub fn new(vault: &Vault, token: &str, now: Timestamp) -> Self {
        let digest = secret::presented(OPERATOR_SESSION, token, vault);
        Self { digest, now }
    }
}

impl Op for FindOperatorSession {
    type Out = Option<OperatorSession>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let found = find(tx, self.digest.as_ref(), self.now, IDLE_SECONDS_OPERATOR).await?;
        let Some(row) = found else {
            return Ok(None);
        };
        let Some(id) = row.get::<Option<OperatorId>>("operator_id")? else {
            return Ok(None);
        };
        let role: String = row.get("operator_role")?;
        let role = OperatorRole::parse(&role)
            .ok_or_else(|| Error::internal("an operator's role is of no known kind"))?;
        let session = Session::from_row(&row)?;
        let is_fresh = session.is_fresh(self.now);
        let via = Via::Session { is_fresh };
        Ok(Some(OperatorSession {
            session,
            actor: Actor::Operator { id, role, via },
            email: row.get("operator_email")?,
            name: row.get("operator_name")?,
            role,
            has_factor: has_factor(&row)?,
        }))
    }
}

/// Notes that a session was used; to be written only where [`if_due`](Self::if_due) gives one.
#[derive(Debug)]
pub struct TouchSession {
    digest: [u8; 32],
    now: Timestamp,
}

impl TouchSession {
    /// By the cookie's text; `None` if its last use is known well enough.
    pub fn if_due(vault: &Vault, token: &str, session: &Session, now: Timestamp) -> Option<Self> {
        if now < session.seen_at.plus_seconds(SEEN_SECONDS) {
            return None;
        }
        let digest = vault.secret_digest(token);
        Some(Self { digest, now })
    }
}

impl Op for TouchSession {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 2] = [(&self.digest).into(), self.now.into()];
        tx.exec(SEEN, &params).await?;
        Ok(())
    }
}

/// The token that every form of a session carries: a page of another origin cannot know it.
pub fn form_token(vault: &Vault, token: &str) -> String {
    HEXLOWER.encode(&vault.secret_digest(&format!("form:{token}"))[..16])
}
