//! Wrong attempts to sign in, for the audit log: a burst is one entry with a count. Neither what
//! was typed nor, of an unknown name, the name is kept.

use kofa_core::audit::{self, Change};
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Result, TenantId, Timestamp};
use kofa_store::{Op, Tx, Value};
use serde_json::json;

use super::sessions::{Door, Person, actor_of};

/// A burst ends when nobody tried for this long, in seconds.
const QUIET_SECONDS: i64 = 60;
/// One that goes on is noted as often as this, in seconds.
const BURST_SECONDS: i64 = 600;
/// Entries that are written at once.
const ENTRIES_MAX: i64 = 100;

const COUNT: &str = "insert into sign_in_failure \
     (subject, door, tenant_id, attempts, ip, first_at, last_at) \
     values ($1, $2, $3, 1, $4, $5, $5) on conflict (subject) do update set \
     attempts = sign_in_failure.attempts + 1, ip = excluded.ip, last_at = excluded.last_at";
const OVER: &str = "select subject, door, tenant_id, attempts, ip, first_at, last_at \
     from sign_in_failure where last_at <= $1 or first_at <= $2 order by subject limit $3";
const TAKE: &str = "delete from sign_in_failure where subject = $1";

/// Counts a wrong attempt.
#[derive(Debug)]
pub struct NoteFailure {
    pub door: Door,
    /// Whose name it was; `None` for nobody's.
    pub person: Option<Person>,
    /// Where it came from.
    pub ip: String,
    pub at: Timestamp,
}

impl Op for NoteFailure {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let door = self.door.as_str();
        let tenant = match &self.person {
            Some(person) => actor_of(tx, person).await?.tenant().cloned(),
            None => None,
        };
        let subject = match &self.person {
            Some(person) => person.as_str().to_owned(),
            None => format!("unknown {door}"),
        };
        let params: [Value<'_>; 5] = [
            subject.into(),
            door.into(),
            tenant.as_ref().map(TenantId::as_str).into(),
            self.ip.as_str().into(),
            self.at.into(),
        ];
        tx.exec_one(COUNT, &params).await?;
        Ok(())
    }
}

/// Writes the bursts that are over, or long, to the audit log; tells how many. Repeat until it is
/// none.
#[derive(Clone, Copy, Debug)]
pub struct AuditFailures {
    pub now: Timestamp,
}

impl Op for AuditFailures {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params: [Value<'_>; 3] = [
            self.now.plus_seconds(-QUIET_SECONDS).into(),
            self.now.plus_seconds(-BURST_SECONDS).into(),
            ENTRIES_MAX.into(),
        ];
        let rows = tx.rows(OVER, &params).await?;
        for row in &rows {
            let subject: String = row.get("subject")?;
            tx.exec(TAKE, &[subject.as_str().into()]).await?;
        }
        let by = ActorAt {
            actor: Actor::Stranger,
            at: self.now,
        };
        for row in &rows {
            let (subject, door): (String, String) = (row.get("subject")?, row.get("door")?);
            let tenant: Option<TenantId> = row.get("tenant_id")?;
            let [first, last] = [row.get("first_at")?, row.get("last_at")?];
            let change = Change {
                by: &by,
                action: "session.refuse",
                subject: subject.split(' ').next().unwrap_or_default(),
                tenant: tenant.as_ref(),
                details: json!({
                    "door": door,
                    "attempts": row.get::<i64>("attempts")?,
                    "lastIp": row.get::<String>("ip")?,
                    "from": Timestamp::rfc3339(first),
                    "until": Timestamp::rfc3339(last),
                }),
            };
            audit::append(tx, change).await?;
        }
        Ok(rows.len() as u64)
    }
}
