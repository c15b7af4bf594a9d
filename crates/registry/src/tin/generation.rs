//! Numbers that are generated outside, one call at a time for a company, on all nodes.

use kofa_domain::{Environment, Error, RequestId, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Tx, Value};

use crate::rules::{EntityType, RcNumber};
use crate::tin::Tin;

/// How long a question whose outcome nobody knows keeps others from asking, in seconds: far
/// longer than an authority takes to answer or to show what it generated.
pub const UNKNOWN_SECONDS: i64 = 15 * 60;

/// How it stands with a company's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TinState {
    /// A call asks now, or did when its process ended.
    Asked,
    /// A call asked, and what became of it is not known.
    Unknown,
    /// The number that was generated.
    Generated(Tin),
}

const FIND: &str = "select state, tin, at from tin_generation \
     where environment = $1 and rc_number = $2 and entity_type = $3";

/// How it stands with a company's number, and since when; `None` if nobody asked.
#[derive(Clone, Debug)]
pub struct FindTinGeneration {
    pub environment: Environment,
    pub rc_number: RcNumber,
    pub entity_type: EntityType,
}

impl Op for FindTinGeneration {
    type Out = Option<(TinState, Timestamp)>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            self.environment.into(),
            self.rc_number.as_str().into(),
            self.entity_type.as_str().into(),
        ];
        let Some(row) = tx.opt(FIND, &params).await? else {
            return Ok(None);
        };
        let tin: Option<String> = row.get("tin")?;
        let tin = tin.map(|text| Tin::parse(&text)).transpose();
        let tin = tin.map_err(|_| Error::internal("tin_generation.tin"))?;
        let state = match (row.get::<String>("state")?.as_str(), tin) {
            ("generated", Some(tin)) => TinState::Generated(tin),
            ("unknown", None) => TinState::Unknown,
            ("asked", None) => TinState::Asked,
            _ => return Err(Error::internal("tin_generation.state")),
        };
        Ok(Some((state, row.get("at")?)))
    }
}

/// Who asks for a number, and for whom.
#[derive(Clone, Debug)]
pub struct TinClaim {
    pub environment: Environment,
    pub rc_number: RcNumber,
    pub entity_type: EntityType,
    pub tenant_id: TenantId,
    pub request_id: RequestId,
    pub at: Timestamp,
}

const ASK: &str = "insert into tin_generation (environment, rc_number, entity_type, state, tin, \
     tenant_id, request_id, at) values ($1, $2, $3, 'asked', null, $4, $5, $6) \
     on conflict (environment, rc_number, entity_type) do update set state = excluded.state, \
     tenant_id = excluded.tenant_id, request_id = excluded.request_id, at = excluded.at \
     where tin_generation.state <> 'generated' and tin_generation.at < $7";

/// Notes that a number is about to be asked for. Stored with the hold of the call.
///
/// Fails with `conflict` if another call did, and its outcome is known or not yet old.
#[derive(Clone, Debug)]
pub struct AskTin(pub TinClaim);

impl Op for AskTin {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let claim = &self.0;
        let params: [Value<'_>; 7] = [
            claim.environment.into(),
            claim.rc_number.as_str().into(),
            claim.entity_type.as_str().into(),
            (&claim.tenant_id).into(),
            claim.request_id.as_bytes().into(),
            claim.at.into(),
            claim.at.plus_seconds(-UNKNOWN_SECONDS).into(),
        ];
        match tx.exec(ASK, &params).await? {
            0 => Err(Error::plain(&codes::CONFLICT)),
            _ => Ok(()),
        }
    }
}

/// What became of a question.
#[derive(Clone, Debug)]
pub enum TinOutcome {
    Generated(Tin),
    /// Nothing was generated.
    Refused,
    Unknown,
}

const END: &str = "update tin_generation set state = $5, tin = $6 \
     where environment = $1 and rc_number = $2 and entity_type = $3 and request_id = $4 \
     and state = 'asked'";
const DROP: &str = "delete from tin_generation \
     where environment = $1 and rc_number = $2 and entity_type = $3 and request_id = $4 \
     and state = 'asked'";

/// Notes what became of [`AskTin`], with the settlement of the call. A question that was so old
/// that another call asked again is left to that one.
#[derive(Clone, Debug)]
pub struct EndTin(pub TinClaim, pub TinOutcome);

impl Op for EndTin {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let Self(claim, outcome) = self;
        let of: [Value<'_>; 4] = [
            claim.environment.into(),
            claim.rc_number.as_str().into(),
            claim.entity_type.as_str().into(),
            claim.request_id.as_bytes().into(),
        ];
        let (state, tin) = match outcome {
            TinOutcome::Generated(tin) => ("generated", Some(tin.as_str())),
            TinOutcome::Unknown => ("unknown", None),
            TinOutcome::Refused => {
                tx.exec(DROP, &of).await?;
                return Ok(());
            }
        };
        let [environment, rc_number, entity_type, request_id] = of;
        let params = [
            environment,
            rc_number,
            entity_type,
            request_id,
            state.into(),
            tin.into(),
        ];
        tx.exec(END, &params).await?;
        Ok(())
    }
}
