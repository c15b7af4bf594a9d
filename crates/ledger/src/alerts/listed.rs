//! Alerts that were noted.

use kofa_core::{Listed, MemberRole, Page};
use kofa_domain::{Environment, Id, Kobo, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use super::AlertKind;

/// Open alerts that are shown above a page.
const SHOWN_MAX: i64 = 10;

const OPEN: &str = "select a.id, a.kind, a.threshold, a.level_kobo, a.balance_kobo, a.at, \
     a.request_id, a.roles, a.cleared_at, w.tenant_id, w.environment, t.name \
     from wallet_alert a join wallet w on w.no = a.wallet_no join tenant t on t.id = w.tenant_id \
     where w.tenant_id = $1 and w.environment = $2 and a.cleared_at is null \
     order by a.id desc limit $3";
const LIST: &str = "select a.id, a.kind, a.threshold, a.level_kobo, a.balance_kobo, a.at, \
     a.request_id, a.roles, a.cleared_at, w.tenant_id, w.environment, t.name \
     from wallet_alert a join wallet w on w.no = a.wallet_no join tenant t on t.id = w.tenant_id \
     where a.id < $1 and ($3 = '' or w.tenant_id = $3) and ($4 = '' or w.environment = $4) \
     and (a.cleared_at is null or not $5) order by a.id desc limit $2";

/// A wallet that ran low.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alert {
    /// In the order of their crossing.
    pub id: i64,
    pub tenant: TenantId,
    pub tenant_name: String,
    pub environment: Environment,
    pub kind: AlertKind,
    /// Kobo of a balance, days of a runway.
    pub threshold: i64,
    /// What the threshold came to then, in kobo.
    pub level: Kobo,
    /// Balance right after the movement that crossed.
    pub balance: Kobo,
    pub at: Timestamp,
    /// The call that crossed; `None` if it was a transfer, or the rule itself was new.
    pub request_id: Option<RequestId>,
    /// Which members are told.
    pub roles: Vec<MemberRole>,
    /// Since when there is enough again.
    pub cleared_at: Option<Timestamp>,
}

impl Alert {
    fn from_row(row: &Row) -> Result<Self> {
        let request: Option<Vec<u8>> = row.get("request_id")?;
        let roles: String = row.get("roles")?;
        Ok(Self {
            id: row.get("id")?,
            tenant: row.get("tenant_id")?,
            tenant_name: row.get("name")?,
            environment: row.get("environment")?,
            kind: AlertKind::from_row(row)?,
            threshold: row.get("threshold")?,
            level: row.get("level_kobo")?,
            balance: row.get("balance_kobo")?,
            at: row.get("at")?,
            request_id: request.and_then(|id| RequestId::from_slice(&id).ok()),
            roles: roles.split(' ').filter_map(MemberRole::parse).collect(),
            cleared_at: row.get("cleared_at")?,
        })
    }
}

/// The alerts of one wallet that are not cleared, the newest first: what stands above pages.
#[derive(Debug)]
pub struct ReadOpenAlerts {
    pub tenant: TenantId,
    pub environment: Environment,
}

impl Op for ReadOpenAlerts {
    type Out = Vec<Alert>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            (&self.tenant).into(),
            self.environment.into(),
            SHOWN_MAX.into(),
        ];
        let rows = tx.rows(OPEN, &params).await?;
        rows.iter().map(Alert::from_row).collect()
    }
}

/// Alerts, the newest first: of one tenant, of one environment, or of all.
#[derive(Debug)]
pub struct ListAlerts {
    pub tenant: Option<TenantId>,
    /// Only of this environment.
    pub environment: Option<Environment>,
    /// Only those that are not cleared.
    pub open: bool,
    pub page: Page,
}

impl Op for ListAlerts {
    type Out = Listed<Alert>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 5] = [
            self.page.before_seq()?.into(),
            self.page.rows().into(),
            self.tenant.as_ref().map_or("", Id::as_str).into(),
            self.environment.map_or("", Environment::as_str).into(),
            self.open.into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let alerts: Result<Vec<Alert>> = rows.iter().map(Alert::from_row).collect();
        Ok(self.page.cut(alerts?, |alert| alert.id.to_string()))
    }
}
