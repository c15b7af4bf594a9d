//! What consent codes were used for: one row a use, and for a while the sealed answer.

use kofa_domain::{Environment, Error, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value};
use tokio::sync::OwnedMutexGuard;

use crate::codes::VRC_ALREADY_USED;
use crate::rules::VrcUse;

/// A code, by its index, and for whom it is used up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VrcHolder {
    pub environment: Environment,
    /// [`crate::rules::Vrc::blind_index`]
    pub index: [u8; 32],
    /// A tenant in the sandbox, empty in live: there, a code is used up for everyone.
    pub holder: String,
}

const FIND: &str = "select u.scope, u.state, u.tenant_id, u.operation_id, u.request_id, \
     a.sealed from vrc_use u \
     left join vrc_answer a on a.request_id = u.request_id and a.until > $4 \
     where u.environment = $1 and u.vrc_index = $2 and u.holder = $3 order by u.scope limit 64";

/// All uses of a code and attempts at one, with the answers that are still kept at `now`.
#[derive(Clone, Debug)]
pub struct FindVrcUses {
    pub code: VrcHolder,
    pub now: Timestamp,
}

impl Op for FindVrcUses {
    type Out = Vec<VrcUse>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<VrcUse>> {
        let params: [Value<'_>; 4] = [
            self.code.environment.into(),
            (&self.code.index).into(),
            (&self.code.holder).into(),
            self.now.into(),
        ];
        tx.rows(FIND, &params).await?.iter().map(read).collect()
    }
}

fn read(row: &Row) -> Result<VrcUse> {
    let state: String = row.get("state")?;
    let sealed: Option<Vec<u8>> = row.get("sealed")?;
    let request_id: Vec<u8> = row.get("request_id")?;
    Ok(VrcUse {
        scope: row.get("scope")?,
        is_answered: state == "used",
        tenant_id: row.get("tenant_id")?,
        operation_id: row.get("operation_id")?,
        answer: sealed.map(|sealed| (sealed, request_id)),
    })
}

/// Who uses a code, and where.
#[derive(Clone, Debug)]
pub struct VrcClaim {
    pub code: VrcHolder,
    /// What is used up: an endpoint by its `operationId`, or empty for all.
    pub scope: String,
    /// Whose call it is.
    pub tenant_id: TenantId,
    pub operation_id: &'static str,
    pub request_id: RequestId,
    pub at: Timestamp,
    /// Whether an earlier use does not count: for the codes that the sandbox lends out again
    /// and again.
    pub is_reusable: bool,
}

const CLAIM: &str = "insert into vrc_use (environment, vrc_index, scope, holder, state, \
     tenant_id, operation_id, request_id, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
     on conflict (environment, vrc_index, scope, holder) do update set \
     state = excluded.state, tenant_id = excluded.tenant_id, \
     operation_id = excluded.operation_id, request_id = excluded.request_id, \
     at = excluded.at where vrc_use.state = 'asked' or $10";

impl VrcClaim {
    async fn put(&self, tx: &mut Tx<'_>, state: &str) -> Result<()> {
        let params: [Value<'_>; 10] = [
            self.code.environment.into(),
            (&self.code.index).into(),
            (&self.scope).into(),
            (&self.code.holder).into(),
            state.into(),
            (&self.tenant_id).into(),
            self.operation_id.into(),
            self.request_id.as_bytes().into(),
            self.at.into(),
            self.is_reusable.into(),
        ];
        match tx.exec(CLAIM, &params).await? {
            0 => Err(Error::plain(&VRC_ALREADY_USED)),
            _ => Ok(()),
        }
    }
}

/// Notes that a code is about to be brought to an upstream. Stored with the hold of the call,
/// so that a crash leaves word of it.
///
/// Fails with `vrc_already_used` if it has been used.
#[derive(Clone, Debug)]
pub struct AskVrc(pub VrcClaim);

impl Op for AskVrc {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.0.put(tx, "asked").await
    }
}

const DROP: &str = "delete from vrc_use where environment = $1 and vrc_index = $2 \
     and scope = $3 and holder = $4 and request_id = $5 and state = 'asked'";

/// Takes [`AskVrc`] back: the upstream refused, and the code is as it was.
#[derive(Debug)]
pub struct DropVrc {
    /// As it was asked.
    pub claim: VrcClaim,
    /// Held until that is on disk.
    pub turn: Option<OwnedMutexGuard<()>>,
}

impl Op for DropVrc {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 5] = [
            self.claim.code.environment.into(),
            (&self.claim.code.index).into(),
            (&self.claim.scope).into(),
            (&self.claim.code.holder).into(),
            self.claim.request_id.as_bytes().into(),
        ];
        tx.exec(DROP, &params).await?;
        Ok(())
    }
}

const KEEP: &str = "insert into vrc_answer (request_id, sealed, until) values ($1, $2, $3)";

/// Uses a code up and keeps the answer for a while, in the transaction of the charge.
///
/// Fails with `vrc_already_used` if another call used it first: nothing is stored or charged
/// then.
#[derive(Debug)]
pub struct UseVrc {
    pub claim: VrcClaim,
    pub sealed: Vec<u8>,
    /// How long it is kept.
    pub until: Timestamp,
    /// Held until the use is on disk, so that whoever waits for it finds the answer.
    pub turn: Option<OwnedMutexGuard<()>>,
}

impl Op for UseVrc {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.claim.put(tx, "used").await?;
        let params: [Value<'_>; 3] = [
            self.claim.request_id.as_bytes().into(),
            (&self.sealed).into(),
            self.until.into(),
        ];
        tx.exec_one(KEEP, &params).await?;
        Ok(())
    }
}

const FORGET: &str = "delete from vrc_answer where request_id in \
     (select request_id from vrc_answer where until <= $1 order by until limit $2)";

/// Forgets some of the answers whose time is over; tells how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeVrcAnswers {
    pub now: Timestamp,
}

impl Op for PurgeVrcAnswers {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params = [self.now.into(), PIECE_ROWS.into()];
        Ok(tx.exec(FORGET, &params).await?)
    }
}
