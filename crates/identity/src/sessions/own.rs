//! What a person does with their own sessions.

use kofa_core::ActorAt;
use kofa_core::audit::{self, Change};
use kofa_domain::{Id, Result, TenantId, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value};
use serde_json::json;

use crate::tokens;

use super::{IDLE_SECONDS_MEMBER, IDLE_SECONDS_OPERATOR, Person, SessionId};

/// Ended and expired sessions are kept this long, in seconds: when somebody was last here is
/// read from them.
const KEPT_SECONDS: i64 = 30 * 24 * 3_600;
/// Most sessions that a list shows.
const LISTED_MAX: i64 = 50;

const PROVED: &str = "update session set proved_at = $2 where id = $1 and ended_at is null \
     and pending = $4 and (member_id = $3 or operator_id = $3)";
const END: &str = "update session set ended_at = $2 where id = $1 and ended_at is null \
     and (member_id = $3 or operator_id = $3)";
const END_ALL: &str = "update session set ended_at = $2 where id <> $1 and ended_at is null \
     and (member_id = $3 or operator_id = $3)";
const LIST: &str = "select id, tenant_id, created_at, seen_at, ip, agent from session \
     where (member_id = $1 or operator_id = $1) and ended_at is null and expires_at > $2 \
     and seen_at > $5 and pending = $3 order by id desc limit $4";
const FORGET: &str = "delete from session where id in \
     (select id from session where expires_at < $1 or ended_at < $1 limit $2)";

async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    session: &SessionId,
) -> Result<()> {
    let change = Change {
        by,
        action,
        subject: session.as_str(),
        tenant: by.actor.tenant(),
        details: json!({}),
    };
    audit::append(tx, change).await
}

/// Notes that password and second factor were given again: the session is fresh.
#[derive(Debug)]
pub struct ProveSession {
    pub by: ActorAt,
    pub session: SessionId,
}

impl Op for ProveSession {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let person = Person::of(&self.by.actor)?;
        let params: [Value<'_>; 4] = [
            (&self.session).into(),
            self.by.at.into(),
            person.as_str().into(),
            false.into(),
        ];
        tx.exec_one(PROVED, &params).await?;
        note(tx, &self.by, "session.confirm", &self.session).await
    }
}

/// Ends a session of the person who asks. Idempotent: one that ended, or is somebody else's,
/// stays as it is.
#[derive(Debug)]
pub struct EndSession {
    pub by: ActorAt,
    pub session: SessionId,
}

impl Op for EndSession {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let person = Person::of(&self.by.actor)?;
        let params: [Value<'_>; 3] = [
            (&self.session).into(),
            self.by.at.into(),
            person.as_str().into(),
        ];
        if tx.exec(END, &params).await? == 0 {
            return Ok(());
        }
        note(tx, &self.by, "session.end", &self.session).await
    }
}

/// Ends all sessions of a person but one, as part of another operation. Answers how many.
pub(crate) async fn end_all(
    tx: &mut Tx<'_>,
    person: &Person,
    but: Option<&SessionId>,
    at: Timestamp,
) -> Result<u64> {
    let but = but.map_or("", Id::as_str);
    let params: [Value<'_>; 3] = [but.into(), at.into(), person.as_str().into()];
    Ok(tx.exec(END_ALL, &params).await?)
}

/// Ends all tokens of a person for the admin API, as part of another operation, if they are to be
/// ended. Answers how many.
pub(crate) async fn end_tokens(
    tx: &mut Tx<'_>,
    person: &Person,
    is_asked: bool,
    at: Timestamp,
) -> Result<u64> {
    match person {
        Person::Operator(id) if is_asked => tokens::revoke_all(tx, id, at).await,
        _ => Ok(0),
    }
}

/// Ends all sessions of the person who asks but this one: sign out everywhere else. Answers
/// how many sessions and tokens.
#[derive(Debug)]
pub struct EndOtherSessions {
    pub by: ActorAt,
    pub but: SessionId,
    /// Whether an operator's tokens for the admin API end as well.
    pub with_tokens: bool,
}

impl Op for EndOtherSessions {
    type Out = (u64, u64);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<(u64, u64)> {
        let person = Person::of(&self.by.actor)?;
        let ended = end_all(tx, &person, Some(&self.but), self.by.at).await?;
        let revoked = end_tokens(tx, &person, self.with_tokens, self.by.at).await?;
        if ended + revoked > 0 {
            let change = Change {
                by: &self.by,
                action: "session.end_others",
                subject: self.but.as_str(),
                tenant: self.by.actor.tenant(),
                details: json!({"tokensRevoked": revoked}),
            };
            audit::append(tx, change).await?;
        }
        Ok((ended, revoked))
    }
}

/// A session in the list of a person's own.
#[derive(Clone, Debug)]
pub struct ListedSession {
    /// `ses_…`
    pub id: SessionId,
    /// The tenant that an operator looks at.
    pub looks_at: Option<TenantId>,
    pub created_at: Timestamp,
    /// When it was last used, to the minute.
    pub seen_at: Timestamp,
    pub ip: String,
    pub agent: String,
}

/// Where a person is signed in, the newest first; at most 50.
#[derive(Debug)]
pub struct ListSessions {
    pub person: Person,
    pub now: Timestamp,
}

impl Op for ListSessions {
    type Out = Vec<ListedSession>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let idle_seconds = match &self.person {
            Person::Member(_) => IDLE_SECONDS_MEMBER,
            Person::Operator(_) => IDLE_SECONDS_OPERATOR,
        };
        let params: [Value<'_>; 5] = [
            self.person.as_str().into(),
            self.now.into(),
            false.into(),
            LISTED_MAX.into(),
            self.now.plus_seconds(-idle_seconds).into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let listed = |row: &Row| {
            Ok(ListedSession {
                id: row.get("id")?,
                looks_at: row.get("tenant_id")?,
                created_at: row.get("created_at")?,
                seen_at: row.get("seen_at")?,
                ip: row.get("ip")?,
                agent: row.get("agent")?,
            })
        };
        rows.iter().map(listed).collect()
    }
}

/// Forgets some sessions that ended 30 days ago; tells how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeSessions {
    pub now: Timestamp,
}

impl Op for PurgeSessions {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let before = self.now.plus_seconds(-KEPT_SECONDS);
        Ok(tx.exec(FORGET, &[before.into(), PIECE_ROWS.into()]).await?)
    }
}
