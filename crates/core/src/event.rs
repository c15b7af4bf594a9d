//! What happens to a tenant, for its feed and its webhooks: written in the transaction of its
//! cause, like an entry of the audit log.
//!
//! An event has no number when it is written, so that nobody waits for anybody else's commit: the
//! crate `events` numbers them afterwards, one worker after all writers.

use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_store::{Column, Tx, Type, Value};

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str)]
pub enum EventType {
    #[strum(serialize = "subscription.updated")]
    SubscriptionUpdated,
    #[strum(serialize = "payment.updated")]
    PaymentUpdated,
    #[strum(serialize = "offer.updated")]
    OfferUpdated,
    #[strum(serialize = "allotment.completed")]
    AllotmentCompleted,
    #[strum(serialize = "poa.job.completed")]
    JobCompleted,
    #[strum(serialize = "poa.job.failed")]
    JobFailed,
    #[strum(serialize = "registry.batch.completed")]
    BatchCompleted,
    #[strum(serialize = "company.changed")]
    CompanyChanged,
    /// Many jobs of a tenant failed lately.
    #[strum(serialize = "poa.jobs.failing")]
    JobsFailing,
    #[strum(serialize = "wallet.low")]
    WalletLow,
    #[strum(serialize = "wallet.credited")]
    WalletCredited,
    #[strum(serialize = "key.expiring")]
    KeyExpiring,
    /// Live of a product was asked for, granted, refused, withdrawn or switched off.
    #[strum(serialize = "live.updated")]
    LiveUpdated,
    #[strum(serialize = "incident.opened")]
    IncidentOpened,
    #[strum(serialize = "incident.resolved")]
    IncidentResolved,
    /// Sent to one endpoint because somebody asked for it.
    #[strum(serialize = "webhook.test")]
    WebhookTest,
}

impl EventType {
    pub const ALL: [Self; 16] = kofa_domain::all();

    /// `subscription.updated`
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// Something that happened to one tenant.
#[derive(Debug)]
pub struct NewEvent<'a> {
    pub tenant: &'a TenantId,
    pub environment: Environment,
    pub of: EventType,
    pub at: Timestamp,
    /// A JSON object without anything that identifies a person.
    pub data: serde_json::Value,
}

const COLUMNS: [Column; 5] = [
    ("tenant_id", Type::Text),
    ("environment", Type::Text),
    ("type", Type::Text),
    ("at", Type::Int),
    ("data", Type::Text),
];

impl NewEvent<'_> {
    fn row(&self) -> [Value<'_>; 5] {
        [
            self.tenant.into(),
            self.environment.into(),
            self.of.as_str().into(),
            self.at.into(),
            self.data.to_string().into(),
        ]
    }
}

/// Writes events, in their order, in the transaction `tx` of their cause.
///
/// # Errors
/// If the store cannot write them.
pub async fn append(tx: &mut Tx<'_>, events: &[NewEvent<'_>]) -> Result<()> {
    let rows: Vec<[Value<'_>; 5]> = events.iter().map(NewEvent::row).collect();
    tx.insert_rows("event", &COLUMNS, "", &rows).await?;
    Ok(())
}

const APPEND: &str = "insert into event (tenant_id, environment, type, at, data) \
     values ($1, $2, $3, $4, $5) returning id";

/// Writes one event, as [`append`]: the id of its row, by which deliveries name it.
///
/// # Errors
/// If the store cannot write it.
pub async fn append_one(tx: &mut Tx<'_>, event: &NewEvent<'_>) -> Result<i64> {
    Ok(tx.one(APPEND, &event.row()).await?.get("id")?)
}

const APPEND_TO_ALL: &str = "insert into event (tenant_id, environment, type, at, data) \
     select id, $1, $2, $3, $4 from tenant where status = 'active'";

/// Writes what happened to every active tenant of an environment, as [`append`].
///
/// # Errors
/// If the store cannot write it.
pub async fn append_to_all(
    tx: &mut Tx<'_>,
    (environment, of, at): (Environment, EventType, Timestamp),
    data: &serde_json::Value,
) -> Result<()> {
    let params: [Value<'_>; 4] = [
        environment.into(),
        of.as_str().into(),
        at.into(),
        data.to_string().into(),
    ];
    tx.exec(APPEND_TO_ALL, &params).await?;
    Ok(())
}
