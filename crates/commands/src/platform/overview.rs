//! What needs an operator: what waits, and what all tenants together called.

use kofa_core::ActorAt;
use kofa_domain::{Environment, Result, Timestamp};
use kofa_identity::fleet::{self, FleetHour, HotSpot, Outcome, ReadFleet};
use kofa_insight::attention::{Attention, LowWallet, ReadAttention, WaitingTenant};
use kofa_insight::calls::Span;
use serde::Serialize;
use utoipa::ToSchema;

use super::ledger::ProofView;
use super::live::LiveRequestView;
use super::operator_alerts::OperatorAlertView;
use crate::wire::{Paged, environment_schema, moment};
use crate::{Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<GetAttention>(),
    Entry::of::<ListFleetHours>(),
    Entry::of::<ListHotSpots>(),
];

const TAG: &str = "Overview";
/// How far back the calls of all tenants are counted, in seconds.
const FLEET_SECONDS: i64 = 24 * 3_600;

/// The beginning of the first hour that is counted at `now`.
pub fn fleet_since(now: Timestamp) -> Timestamp {
    Span::Hour.start(now.plus_seconds(-FLEET_SECONDS))
}

/// A tenant whose owner has not accepted the invite.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WaitingTenant)]
pub struct WaitingView {
    /// Its ID.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// The tenant's name.
    name: String,
    /// The email address of the person invited.
    email: String,
    /// The start time.
    #[schema(format = "date-time")]
    since: String,
}

impl From<WaitingTenant> for WaitingView {
    fn from(one: WaitingTenant) -> Self {
        Self {
            tenant_id: one.id.to_string(),
            name: one.name,
            email: one.email,
            since: moment(one.since),
        }
    }
}

/// A tenant whose Live wallet is below its alert threshold.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LowWallet)]
pub struct LowView {
    /// Its ID.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// The tenant's name.
    name: String,
    /// The balance, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// The start time.
    #[schema(format = "date-time")]
    since: String,
}

impl From<LowWallet> for LowView {
    fn from(one: LowWallet) -> Self {
        Self {
            tenant_id: one.id.to_string(),
            name: one.name,
            balance_kobo: one.balance.get(),
            since: moment(one.since),
        }
    }
}

/// What needs an operator's attention. Counts stop at 1,000.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Attention)]
pub struct AttentionView {
    /// The newest tenants with a pending invitation, up to five.
    waiting: Vec<WaitingView>,
    /// The number of tenants with a pending invitation.
    #[schema(minimum = 0, maximum = 1000)]
    waiting_count: i64,
    /// The lowest Live wallets with an open alert, up to five.
    low_wallets: Vec<LowView>,
    /// Open operator alerts, newest first, up to 50.
    alerts: Vec<OperatorAlertView>,
    /// Pending requests for Live access, oldest first, up to 200.
    live_requests: Vec<LiveRequestView>,
    /// Stuck outbox tasks.
    #[schema(minimum = 0, maximum = 1000)]
    tasks_stuck: i64,
    /// Pending outbox tasks.
    #[schema(minimum = 0, maximum = 1000)]
    tasks_due: i64,
    /// The number of holds older than an hour.
    #[schema(minimum = 0, maximum = 1000)]
    holds_old: i64,
    /// The last ledger check; null if there was none.
    #[schema(required)]
    last_proof: Option<ProofView>,
}

impl From<Attention> for AttentionView {
    fn from(all: Attention) -> Self {
        Self {
            waiting: all.waiting.into_iter().map(WaitingView::from).collect(),
            waiting_count: all.waiting_count,
            low_wallets: all.low.into_iter().map(LowView::from).collect(),
            alerts: all
                .alerts
                .into_iter()
                .map(OperatorAlertView::from)
                .collect(),
            live_requests: all.live.into_iter().map(LiveRequestView::from).collect(),
            tasks_stuck: all.tasks_stuck,
            tasks_due: all.tasks_due,
            holds_old: all.holds_old,
            last_proof: all.proof.map(ProofView::from),
        }
    }
}

/// What waits for an operator.
#[derive(Debug)]
pub struct GetAttention;

impl Command for GetAttention {
    const SPEC: &'static Spec = &Spec::get("getAttention", "/admin/v1/attention")
        .about(TAG, "Get what needs an operator's attention", "")
        .answers(&[(200, "What needs attention.")]);
    type Output = AttentionView;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<AttentionView> {
        let all = services.store.read(ReadAttention { now: by.at }).await?;
        Ok(all.into())
    }
}

/// Requests of all tenants in one hour with the same outcome.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FleetHour)]
pub struct FleetView {
    /// The start of the hour.
    #[schema(format = "date-time")]
    hour: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// `answered`: below 400; `refused`: 4xx; `failed`: 5xx.
    #[schema(schema_with = outcome_schema)]
    outcome: &'static str,
    /// The number of items.
    #[schema(minimum = 0)]
    calls: i64,
    /// The amount charged, in kobo.
    #[schema(minimum = 0)]
    charge_kobo: i64,
}

fn outcome_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&["answered", "refused", "failed"])
}

impl From<FleetHour> for FleetView {
    fn from(one: FleetHour) -> Self {
        Self {
            hour: moment(one.hour),
            environment: one.environment,
            outcome: match one.outcome {
                Outcome::Answered => "answered",
                Outcome::Refused => "refused",
                Outcome::Failed => "failed",
            },
            calls: one.calls,
            charge_kobo: one.charge.get(),
        }
    }
}

/// The calls of all tenants, counted.
#[derive(Debug)]
pub struct ListFleetHours;

impl Command for ListFleetHours {
    const SPEC: &'static Spec = &Spec::get("listFleetHours", "/admin/v1/fleet")
        .about(
            TAG,
            "Count the requests of all tenants",
            "By hour, for the last 24 hours.",
        )
        .answers(&[(200, "The items, always on one page.")]);
    type Output = Paged<FleetView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let since = fleet_since(by.at);
        let hours = services.store.read(ReadFleet { since }).await?;
        Ok(Paged::whole(hours, FleetView::from))
    }
}

/// A tenant with requests refused for insufficient balance or rate limits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotSpot)]
pub struct HotSpotView {
    /// Its ID.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// The tenant's name.
    name: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Requests refused with 402.
    #[schema(minimum = 0)]
    unpaid: i64,
    /// Requests refused with 429.
    #[schema(minimum = 0)]
    limited: i64,
}

impl From<HotSpot> for HotSpotView {
    fn from(one: HotSpot) -> Self {
        Self {
            tenant_id: one.tenant.to_string(),
            name: one.name,
            environment: one.environment,
            unpaid: one.unpaid,
            limited: one.limited,
        }
    }
}

/// The tenants whose calls are refused most.
#[derive(Debug)]
pub struct ListHotSpots;

impl Command for ListHotSpots {
    const SPEC: &'static Spec = &Spec::get("listHotSpots", "/admin/v1/fleet/hot-spots")
        .about(
            TAG,
            "List hot spots",
            "Returns the ten tenants with the most requests refused with 402 or 429 in the last \
             24 hours.",
        )
        .answers(&[(200, "The items, always on one page.")]);
    type Output = Paged<HotSpotView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let since = fleet_since(by.at);
        let spots = services.store.read(fleet::ListHotSpots { since }).await?;
        Ok(Paged::whole(spots, HotSpotView::from))
    }
}
