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
    /// Which.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// Its name.
    name: String,
    /// Who is invited.
    email: String,
    /// Since when.
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

/// A tenant whose live wallet is below what it is watched for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LowWallet)]
pub struct LowView {
    /// Which.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// Its name.
    name: String,
    /// What is left, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// Since when.
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

/// What waits for an operator. Counts go no further than 1,000.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Attention)]
pub struct AttentionView {
    /// The newest tenants that nobody has joined, at most five.
    waiting: Vec<WaitingView>,
    /// How many there are.
    #[schema(minimum = 0, maximum = 1000)]
    waiting_count: i64,
    /// The lowest live wallets with an open alert, at most five.
    low_wallets: Vec<LowView>,
    /// Alerts of operators that are open, the newest first, at most 50.
    alerts: Vec<OperatorAlertView>,
    /// Requests for live that wait, the oldest first, at most 200.
    live_requests: Vec<LiveRequestView>,
    /// Work outside that failed too often.
    #[schema(minimum = 0, maximum = 1000)]
    tasks_stuck: i64,
    /// Work outside that is still to be done.
    #[schema(minimum = 0, maximum = 1000)]
    tasks_due: i64,
    /// Money set aside for longer than an hour, in holds.
    #[schema(minimum = 0, maximum = 1000)]
    holds_old: i64,
    /// The last proof of the ledger; null if nobody asked for one.
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
        .about(TAG, "What waits for an operator", "")
        .answers(&[(200, "What waits.")]);
    type Output = AttentionView;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<AttentionView> {
        let all = services.store.read(ReadAttention { now: by.at }).await?;
        Ok(all.into())
    }
}

/// Calls of all tenants in an hour that ended alike.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FleetHour)]
pub struct FleetView {
    /// Its beginning.
    #[schema(format = "date-time")]
    hour: String,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// `answered`: below 400; `refused`: 4xx; `failed`: 5xx.
    #[schema(schema_with = outcome_schema)]
    outcome: &'static str,
    /// How many.
    #[schema(minimum = 0)]
    calls: i64,
    /// What they were charged, in kobo.
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
            "Count the calls of all tenants",
            "By hour, of the last 24 hours.",
        )
        .answers(&[(200, "Always on one page.")]);
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

/// A tenant whose calls are refused for want of money, or for their pace.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotSpot)]
pub struct HotSpotView {
    /// Which.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    tenant_id: String,
    /// Its name.
    name: String,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Calls refused with 402.
    #[schema(minimum = 0)]
    unpaid: i64,
    /// Calls refused with 429.
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
            "The ten tenants with the most calls refused with 402 and 429 in the last 24 \
                 hours.",
        )
        .answers(&[(200, "Always on one page.")]);
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
