//! After a restore: what was lost came back as it was at the time of the copy. Whoever was signed
//! in is signed out; what else is alive again is told, for whoever knows what was revoked since.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Result, Timestamp};
use kofa_store::{Op, Row, Tx};
use serde_json::json;

/// Keys and tokens that are named, of each kind.
const NAMED_MAX: i64 = 1_000;

const END_SESSIONS: &str = "update session set ended_at = $1 where ended_at is null";
const CLOSE_RESETS: &str = "update password_reset set used_at = $1 where used_at is null";
const CLOSE_SETUP: &str = "update operator_setup set used_at = $1 where used_at is null";
const AS_OF: &str = "select beat_at from pulse";
const KEYS: &str = "select id, tenant_id as whose, name from api_key where revoked_at is null \
     and (expires_at is null or expires_at > $1) order by id limit $2";
const COUNT_KEYS: &str = "select count(*) as n from api_key where revoked_at is null \
     and (expires_at is null or expires_at > $1)";
const TOKENS: &str = "select a.id, a.operator_id as whose, a.name from admin_token a \
     join operator o on o.id = a.operator_id \
     where a.revoked_at is null and o.disabled_at is null \
     and (a.expires_at is null or a.expires_at > $1) order by a.id limit $2";
const COUNT_OPERATORS: &str = "select count(*) as n from operator where disabled_at is null";
const COUNT_MEMBERS: &str = "select count(*) as n from member \
     where disabled_at is null and password_hash is not null";
const COUNT_INVITES: &str = "select count(*) as n from invite \
     where accepted_at is null and revoked_at is null and expires_at > $1";

/// A key or token, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alive {
    pub id: String,
    /// The tenant or the operator it belongs to.
    pub whose: String,
    pub name: String,
}

impl Alive {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            whose: row.get("whose")?,
            name: row.get("name")?,
        })
    }
}

/// What a restore ended, and what came back alive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Revived {
    /// The last moment at which the data was surely served, if it ever was.
    pub as_of: Option<Timestamp>,
    pub sessions_ended: u64,
    pub links_closed: u64,
    /// Keys that work, the first thousand.
    pub keys: Vec<Alive>,
    pub keys_count: i64,
    pub tokens: Vec<Alive>,
    pub operators_count: i64,
    pub members_count: i64,
    pub invites_count: i64,
}

/// Ends every session and every open link of restored data.
#[derive(Debug)]
pub struct EndRevived {
    pub by: ActorAt,
}

impl Op for EndRevived {
    type Out = Revived;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Revived> {
        self.by.actor.needs(Right::Operators)?;
        let now = [self.by.at.into()];
        let sessions_ended = tx.exec(END_SESSIONS, &now).await?;
        let links_closed = tx.exec(CLOSE_RESETS, &now).await? + tx.exec(CLOSE_SETUP, &now).await?;
        let change = Change {
            by: &self.by,
            action: "data.restore",
            subject: "data",
            tenant: None,
            details: json!({"sessionsEnded": sessions_ended, "linksClosed": links_closed}),
        };
        audit::append(tx, change).await?;
        let keys = tx
            .rows(KEYS, &[self.by.at.into(), NAMED_MAX.into()])
            .await?;
        let tokens = tx
            .rows(TOKENS, &[self.by.at.into(), NAMED_MAX.into()])
            .await?;
        let as_of = tx.opt(AS_OF, &[]).await?;
        Ok(Revived {
            as_of: as_of.map(|row| row.get("beat_at")).transpose()?,
            sessions_ended,
            links_closed,
            keys: keys.iter().map(Alive::from_row).collect::<Result<_>>()?,
            keys_count: tx.one(COUNT_KEYS, &now).await?.get("n")?,
            tokens: tokens.iter().map(Alive::from_row).collect::<Result<_>>()?,
            operators_count: tx.one(COUNT_OPERATORS, &[]).await?.get("n")?,
            members_count: tx.one(COUNT_MEMBERS, &[]).await?.get("n")?,
            invites_count: tx.one(COUNT_INVITES, &now).await?.get("n")?,
        })
    }
}

/// Notes in the audit log that a back-up was made.
#[derive(Debug)]
pub struct RecordBackup {
    /// Who, and when it was whole.
    pub by: ActorAt,
    pub files: usize,
    pub bytes: u64,
}

impl Op for RecordBackup {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let change = Change {
            by: &self.by,
            action: "data.backup",
            subject: "data",
            tenant: None,
            details: json!({"files": self.files, "bytes": self.bytes}),
        };
        audit::append(tx, change).await
    }
}
