//! When tenants are told that a wallet runs low, and when they were.

use kofa_core::{ActorAt, MemberRole, Page, Permission};
use kofa_domain::{Environment, Kobo, Result, TenantId};
use kofa_ledger::alerts::{
    Alert, AlertPlan, BALANCE_MAX, BALANCES_MAX, ListAlerts, RUNWAY_DAYS_MAX, ReadAlertPlan,
    ReadOpenAlerts, SetAlerts,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{ArrayBuilder, RefOr};

use super::wallets::Which;
use crate::rules::{Flag, Set, Whole, Word};
use crate::wire::{Paged, environment_schema, moment};
use crate::{Body, Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<GetWalletAlerts>(),
    Entry::of::<SetWalletAlerts>(),
    Entry::of::<ListWalletAlerts>(),
];

const TAG: &str = "Wallets";
const PATH: &str = "/admin/v1/tenants/{tenantId}/alerts/{environment}";
const ROLE: Word<MemberRole> = Word {
    all: &MemberRole::ALL,
    as_str: MemberRole::as_str,
    parse: MemberRole::parse,
    must: "",
};

fn role_schema() -> Schema {
    kofa_core::schema::choice(&MemberRole::ALL.map(MemberRole::as_str))
}

fn kind_schema() -> Schema {
    kofa_core::schema::choice(&["balance", "runway"])
}

fn roles_schema() -> Schema {
    ArrayBuilder::new()
        .items(RefOr::T(role_schema()))
        .max_items(Some(MemberRole::ALL.len()))
        .into()
}

/// A wallet's alert thresholds and open alerts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletAlerts {
    /// Balance thresholds in kobo, highest first.
    balances_kobo: Vec<i64>,
    /// The minimum number of days the balance must cover; null if not set.
    #[schema(required, minimum = 1, maximum = 365)]
    runway_days: Option<i64>,
    /// The roles of the members to notify.
    #[schema(schema_with = roles_schema)]
    roles: Vec<&'static str>,
    /// Open alerts, newest first, up to ten.
    open: Vec<WalletAlert>,
}

/// A low-balance alert.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletAlert {
    /// Sequence number of the alert.
    #[schema(minimum = 1)]
    id: i64,
    /// The tenant's ID.
    tenant_id: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The kind of alert.
    #[schema(schema_with = kind_schema)]
    kind: &'static str,
    /// The threshold: kobo for a balance, days for a runway.
    #[schema(minimum = 1)]
    threshold: i64,
    /// The threshold in kobo at that time.
    #[schema(minimum = 0)]
    level_kobo: i64,
    /// The balance right after the transaction that raised the alert, in kobo.
    #[schema(minimum = 0)]
    balance_kobo: i64,
    /// The time.
    #[schema(format = "date-time")]
    at: String,
    /// The request that raised the alert; null if it was not a request.
    #[schema(required)]
    request_id: Option<uuid::Uuid>,
    /// The roles of the members to notify.
    #[schema(schema_with = roles_schema)]
    roles: Vec<&'static str>,
    /// When the balance recovered; null while the alert is open.
    #[schema(format = "date-time", required)]
    cleared_at: Option<String>,
}

impl From<Alert> for WalletAlert {
    fn from(alert: Alert) -> Self {
        Self {
            id: alert.id,
            tenant_id: alert.tenant.to_string(),
            environment: alert.environment,
            kind: alert.kind.as_str(),
            threshold: alert.threshold,
            level_kobo: alert.level.get(),
            balance_kobo: alert.balance.get(),
            at: moment(alert.at),
            request_id: alert.request_id,
            roles: words(&alert.roles),
            cleared_at: alert.cleared_at.map(moment),
        }
    }
}

fn words(roles: &[MemberRole]) -> Vec<&'static str> {
    roles.iter().map(|role| role.as_str()).collect()
}

impl WalletAlerts {
    async fn find(services: &Services, which: Which, plan: AlertPlan) -> Result<Self> {
        let read = ReadOpenAlerts {
            tenant: which.tenant,
            environment: which.environment,
        };
        let open = services.store.read(read).await?;
        Ok(Self {
            balances_kobo: plan.balances.iter().map(|one| one.get()).collect(),
            runway_days: plan.runway_days,
            roles: words(&plan.roles),
            open: open.into_iter().map(WalletAlert::from).collect(),
        })
    }
}

/// A look at what a wallet is watched for.
#[derive(Debug)]
pub struct GetWalletAlerts(pub Which);

impl Command for GetWalletAlerts {
    const SPEC: &'static Spec = &Spec::get("getWalletAlerts", PATH)
        .about(
            TAG,
            "Get a wallet's alerts",
            "Returns the wallet's alert thresholds and its open alerts.",
        )
        .answers(&[(200, "The alerts.")]);
    type Output = WalletAlerts;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Which::read(fields).map(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<WalletAlerts> {
        let read = ReadAlertPlan {
            tenant: self.0.tenant.clone(),
            environment: self.0.environment,
        };
        let plan = services.store.read(read).await?;
        WalletAlerts::find(services, self.0, plan).await
    }
}

/// What a wallet is to be watched for, in place of what it was watched for before.
#[derive(Debug)]
pub struct SetWalletAlerts {
    pub which: Which,
    pub plan: AlertPlan,
}

/// What a plan is made of.
fn plan(fields: &mut Fields<'_>) -> AlertPlan {
    let most = BALANCE_MAX.get();
    let balances = Set {
        item: Whole::within(1, most),
        most: BALANCES_MAX,
        must: format!("must be at most {BALANCES_MAX} amounts from 1 to {most}").into(),
    };
    let docs = "Balance thresholds in kobo. Omit for none.";
    let mut balances = fields
        .optional("balancesKobo", docs, balances)
        .unwrap_or_default();
    balances.sort_unstable_by(|one, other| other.cmp(one));
    let docs = "Alert when the balance covers fewer days than this at the usage of the last \
                seven days.";
    let days = Whole::within(1, RUNWAY_DAYS_MAX);
    let runway_days = fields.optional("runwayDays", docs, days);
    let words = MemberRole::ALL.map(MemberRole::as_str).join("`, `");
    let must = format!("must be one or more of `{words}`");
    let roles = Set {
        item: ROLE,
        most: MemberRole::ALL.len(),
        must: must.clone().into(),
    };
    let docs = "The roles of the members to notify. At least one is required if an alert is set.";
    let told = fields.optional("roles", docs, roles).unwrap_or_default();
    let is_watched = !balances.is_empty() || runway_days.is_some();
    if is_watched && told.is_empty() && !fields.faults.is_on("roles") {
        fields.faults.wrong("roles", &must);
    }
    AlertPlan {
        balances: balances.into_iter().map(Kobo::new).collect(),
        runway_days,
        roles: MemberRole::ALL
            .into_iter()
            .filter(|role| told.contains(role))
            .collect(),
    }
}

impl Command for SetWalletAlerts {
    const SPEC: &'static Spec = &Spec::put("setWalletAlerts", PATH)
        .about(
            TAG,
            "Set a wallet's alerts",
            "Replaces the previous alerts. An alert is recorded once, by the transaction that \
             takes the\nbalance below the threshold, and again only after the balance has \
             recovered.",
        )
        .takes(
            Body::Json("NewWalletAlerts", "The alerts of a wallet."),
            Permission::Alerts,
        )
        .answers(&[(200, "The alerts.")]);
    type Output = WalletAlerts;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let plan = plan(fields);
        which.map(|which| Self { which, plan })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<WalletAlerts> {
        let set = SetAlerts {
            by,
            tenant: self.which.tenant.clone(),
            environment: self.which.environment,
            plan: self.plan,
        };
        let plan = services.store.write(set).await?;
        WalletAlerts::find(services, self.which, plan).await
    }
}

/// Wallets that ran low.
#[derive(Debug)]
pub struct ListWalletAlerts {
    pub tenant: Option<TenantId>,
    /// Only open alerts.
    pub open: bool,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListWalletAlerts {
    const SPEC: &'static Spec = &Spec::get("listWalletAlerts", "/admin/v1/alerts")
        .about(
            TAG,
            "List wallet alerts",
            "Newest first, for all tenants or for one.",
        )
        .answers(&[(200, "A page of alerts.")]);
    type Output = Paged<WalletAlert>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.query_tenant("Only for this tenant.");
        let open = fields.optional_query("open", "Only open alerts.", Flag);
        let page = fields.page();
        Some(Self {
            tenant,
            open: open.unwrap_or(false),
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let list = ListAlerts {
            tenant: self.tenant,
            environment: None,
            open: self.open,
            page: self.page,
        };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, WalletAlert::from))
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Ids, Timestamp};
    use serde_json::json;

    use super::*;
    use crate::read;
    use kofa_core::product::Products;

    #[test]
    fn plans_are_bounded_and_in_order() {
        let (now, products) = (Timestamp::default(), Products::new(&[], &[]));
        let tenant: TenantId = Ids.id(now);
        let read = |balances: &[i64], days: Option<i64>, roles: &[&str]| {
            let input = json!({
                "tenantId": tenant.as_str(), "environment": "live", "balancesKobo": balances,
                "runwayDays": days, "roles": roles,
            });
            let set = read::<SetWalletAlerts>(input.as_object().unwrap(), now, &products);
            set.map(|set| set.plan).map_err(|error| error.all().len())
        };
        let plan = read(&[5, 9, 5], Some(7), &["finance", "owner"]).unwrap();
        assert_eq!(plan.balances, [Kobo::new(9), Kobo::new(5)]);
        assert_eq!(plan.roles, [MemberRole::Owner, MemberRole::Finance]);
        assert!(read(&[], None, &[]).is_ok());
        assert_eq!(read(&[0], None, &["owner"]), Err(1));
        assert_eq!(read(&[1], None, &[]), Err(1));
        assert_eq!(read(&[], Some(0), &["owner", "king"]), Err(2));
        assert_eq!(read(&[1, 2, 3, 4], Some(366), &["owner"]), Err(2));
    }
}
