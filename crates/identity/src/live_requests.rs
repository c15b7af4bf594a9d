//! A tenant asks for a product in live; an operator grants it by switching it on, or refuses.

use kofa_core::audit::{self, Change};
use kofa_core::event::{self, EventType, NewEvent};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Result, Scope, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use super::access::access_of;
use super::codes::{LIVE_ALREADY_ON, NO_LIVE_REQUEST};
use super::tenant;

/// Requests that are listed at most.
pub const REQUESTS_MAX: i64 = 200;

const FIND: &str = "select r.*, t.name from live_request r join tenant t on t.id = r.tenant_id \
     where r.tenant_id = $1 and r.scope = $2";
const OF_TENANT: &str = "select r.*, t.name from live_request r \
     join tenant t on t.id = r.tenant_id where r.tenant_id = $1 order by r.scope";
const OPEN: &str = "select r.*, t.name from live_request r \
     join tenant t on t.id = r.tenant_id where r.state = 'requested' \
     order by r.changed_at, r.tenant_id, r.scope limit $1";
const ASK: &str = "insert into live_request \
     (tenant_id, scope, state, reason, requested_at, changed_at) \
     values ($1, $2, 'requested', '', $3, $3) on conflict (tenant_id, scope) do update set \
     state = 'requested', reason = '', requested_at = $3, changed_at = $3 \
     where live_request.state <> 'requested'";
const END: &str = "update live_request set state = $3, reason = $4, changed_at = $5 \
     where tenant_id = $1 and scope = $2 and state = 'requested'";

/// Where a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum RequestState {
    /// It waits for an operator.
    Requested,
    Granted,
    Refused,
    /// The tenant took it back.
    Withdrawn,
}

impl RequestState {
    pub const ALL: [Self; 4] = kofa_domain::all();

    /// `requested`, `granted`, `refused` or `withdrawn`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// The last request of a tenant for a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveRequest {
    pub tenant: TenantId,
    /// The tenant's name.
    pub name: String,
    pub scope: Scope,
    pub state: RequestState,
    /// Why it was refused, or granted in spite of missing lines; else empty.
    pub reason: String,
    pub requested_at: Timestamp,
    pub changed_at: Timestamp,
}

impl LiveRequest {
    fn from_row(row: &Row) -> Result<Self> {
        let (scope, state): (String, String) = (row.get("scope")?, row.get("state")?);
        let mut states = RequestState::ALL.into_iter();
        let unknown = || Error::internal("a request for live is of no known kind");
        Ok(Self {
            tenant: row.get("tenant_id")?,
            name: row.get("name")?,
            scope: Scope::parse(&scope).ok_or_else(unknown)?,
            state: states.find(|it| it.as_str() == state).ok_or_else(unknown)?,
            reason: row.get("reason")?,
            requested_at: row.get("requested_at")?,
            changed_at: row.get("changed_at")?,
        })
    }
}

/// What a tenant hears of a product in live.
pub(crate) async fn tell(
    tx: &mut Tx<'_>,
    (tenant, scope, at): (&TenantId, Scope, Timestamp),
    (state, reason): (&'static str, &str),
) -> Result<()> {
    let event = NewEvent {
        tenant,
        environment: Environment::Live,
        of: EventType::LiveUpdated,
        at,
        data: json!({
            "service": scope.as_str(),
            "state": state,
            "reason": Some(reason).filter(|text| !text.is_empty()),
        }),
    };
    event::append(tx, &[event]).await
}

/// Ends the request that waits; whether one did.
pub(crate) async fn end(
    tx: &mut Tx<'_>,
    (tenant, scope, at): (&TenantId, Scope, Timestamp),
    (state, reason): (RequestState, &str),
) -> Result<bool> {
    let params: [Value<'_>; 5] = [
        tenant.into(),
        scope.as_str().into(),
        state.as_str().into(),
        reason.into(),
        at.into(),
    ];
    Ok(tx.exec(END, &params).await? > 0)
}

/// A tenant asks for a product in live.
#[derive(Debug)]
pub struct RequestLive {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub scope: Scope,
}

impl Op for RequestLive {
    type Out = LiveRequest;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<LiveRequest> {
        self.by.actor.needs(Right::Live(&self.tenant))?;
        tenant::find(tx, &self.tenant).await?;
        let access = access_of(tx, &self.tenant).await?;
        if access.is_enabled(self.scope, Environment::Live) {
            return Err(Error::plain(&LIVE_ALREADY_ON));
        }
        let which = [(&self.tenant).into(), self.scope.as_str().into()];
        let [tenant, scope] = which;
        let asked = tx.exec(ASK, &[tenant, scope, self.by.at.into()]).await?;
        if asked > 0 {
            note(tx, &self.by, "live.request", (&self.tenant, self.scope), "").await?;
            let whose = (&self.tenant, self.scope, self.by.at);
            let state = RequestState::Requested.as_str();
            tell(tx, whose, (state, "")).await?;
        }
        let which = [(&self.tenant).into(), self.scope.as_str().into()];
        LiveRequest::from_row(&tx.one(FIND, &which).await?)
    }
}

async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    (tenant, scope): (&TenantId, Scope),
    reason: &str,
) -> Result<()> {
    let reason = Some(reason).filter(|text| !text.is_empty());
    let change = Change {
        by,
        action,
        subject: scope.as_str(),
        tenant: Some(tenant),
        details: json!({"environment": "live", "reason": reason}),
    };
    audit::append(tx, change).await
}

/// How a request ends without being granted.
#[derive(Debug)]
pub enum Unmet {
    /// By the tenant.
    Withdrawn,
    /// By an operator, and why.
    Refused(String),
}

/// Ends a request without granting it.
#[derive(Debug)]
pub struct EndLiveRequest {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub scope: Scope,
    pub how: Unmet,
}

impl Op for EndLiveRequest {
    type Out = LiveRequest;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<LiveRequest> {
        let (right, state, action, reason) = match &self.how {
            Unmet::Withdrawn => {
                let right = Right::Live(&self.tenant);
                (right, RequestState::Withdrawn, "live.withdraw", "")
            }
            Unmet::Refused(reason) => {
                let (right, state) = (Right::Tenants, RequestState::Refused);
                (right, state, "live.refuse", reason.as_str())
            }
        };
        self.by.actor.needs(right)?;
        tenant::find(tx, &self.tenant).await?;
        let whose = (&self.tenant, self.scope, self.by.at);
        if !end(tx, whose, (state, reason)).await? {
            return Err(Error::plain(&NO_LIVE_REQUEST));
        }
        let of = (&self.tenant, self.scope);
        note(tx, &self.by, action, of, reason).await?;
        tell(tx, whose, (state.as_str(), reason)).await?;
        let which = [(&self.tenant).into(), self.scope.as_str().into()];
        LiveRequest::from_row(&tx.one(FIND, &which).await?)
    }
}

/// The last request of a tenant for each product.
#[derive(Debug)]
pub struct ListRequestsOf {
    pub tenant: TenantId,
}

impl Op for ListRequestsOf {
    type Out = Vec<LiveRequest>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(OF_TENANT, &[(&self.tenant).into()]).await?;
        rows.iter().map(LiveRequest::from_row).collect()
    }
}

/// The requests that wait for an operator, the oldest first, at most [`REQUESTS_MAX`].
#[derive(Debug)]
pub struct ListLiveRequests;

impl Op for ListLiveRequests {
    type Out = Vec<LiveRequest>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(OPEN, &[REQUESTS_MAX.into()]).await?;
        rows.iter().map(LiveRequest::from_row).collect()
    }
}
