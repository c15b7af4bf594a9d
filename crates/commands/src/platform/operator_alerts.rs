//! What operators are alerted of.

use kofa_core::{ActorAt, Page};
use kofa_domain::{Environment, Result};
use kofa_insight::operator_alerts::{self as alerts, AlertKind, OperatorAlert};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::Flag;
use crate::wire::{Paged, moment};
use crate::{Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[Entry::of::<ListOperatorAlerts>()];

/// An alert for operators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OperatorAlert)]
pub struct OperatorAlertView {
    /// Sequence number of the alert.
    #[schema(minimum = 1)]
    id: i64,
    #[schema(schema_with = kind_schema)]
    kind: &'static str,
    /// What the alert is about: an upstream, a kind of task or a token.
    subject: String,
    /// The message when the alert was raised.
    says: String,
    /// The tenant it is about; null for none.
    #[schema(required)]
    tenant_id: Option<String>,
    /// The environment; null if there is no tenant.
    #[schema(required, value_type = Option<String>, pattern = "^(sandbox|live)$")]
    environment: Option<Environment>,
    /// When the alert was raised.
    #[schema(format = "date-time")]
    raised_at: String,
    /// When it was cleared; null while open.
    #[schema(format = "date-time", required)]
    cleared_at: Option<String>,
}

fn kind_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&AlertKind::ALL.map(AlertKind::as_str))
}

impl From<OperatorAlert> for OperatorAlertView {
    fn from(of: OperatorAlert) -> Self {
        Self {
            id: of.id,
            kind: of.kind.as_str(),
            subject: of.subject,
            says: of.says,
            tenant_id: of.tenant.map(|it| it.to_string()),
            environment: of.environment,
            raised_at: moment(of.raised_at),
            cleared_at: of.cleared_at.map(moment),
        }
    }
}

#[derive(Debug)]
pub struct ListOperatorAlerts {
    /// Only open alerts.
    pub open: bool,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListOperatorAlerts {
    const SPEC: &'static Spec = &Spec::get("listOperatorAlerts", "/admin/v1/operator-alerts")
        .about(
            "Overview",
            "List operator alerts",
            "The newest first: upstreams, stuck work, what expires, jobs that fail. One for each \
             crossing.",
        )
        .answers(&[(200, "A page of alerts.")]);
    type Output = Paged<OperatorAlertView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let open = fields.optional_query("open", "Only open alerts.", Flag);
        let page = fields.page();
        Some(Self {
            open: open.unwrap_or(false),
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let list = alerts::ListOperatorAlerts {
            open: self.open,
            page: self.page,
        };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, OperatorAlertView::from))
    }
}
