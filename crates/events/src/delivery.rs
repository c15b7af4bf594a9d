//! What is on its way to an endpoint, what came of it, and sending it again.

use kofa_core::event::{self, EventType, NewEvent};
use kofa_core::{ActorAt, Listed, Page};
use kofa_domain::{Environment, Error, RequestId, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use crate::endpoint::{FindWebhook, Which, find_to_change, note};
use crate::numbering::event_id;

/// Most events that one replay sends.
pub const REPLAYED_MAX: i64 = 100_000;

/// Where a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum DeliveryState {
    /// It is sent, or will be again.
    Due,
    Delivered,
    /// All attempts failed.
    Failed,
    /// Kept back, as its endpoint is disabled.
    Held,
}

impl DeliveryState {
    pub const ALL: [Self; 4] = kofa_domain::all();

    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// A delivery as its log shows it.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub id: i64,
    /// `evt_…`; `None` until the event is numbered.
    pub event_id: Option<String>,
    /// The event's type.
    pub of: String,
    pub state: DeliveryState,
    pub created_at: Timestamp,
    pub attempts: i64,
    /// When it is tried next, if it is due.
    pub due_at: Option<Timestamp>,
    /// When it was tried last.
    pub tried_at: Option<Timestamp>,
    /// The HTTP status that it was answered with then.
    pub status: Option<u32>,
    /// Why that was no success; empty if it was one.
    pub error: String,
    pub took_ms: Option<i64>,
    /// The job whose own address it went to.
    pub job: Option<RequestId>,
}

impl Delivery {
    fn from_row(row: &Row) -> Result<Self> {
        let state: String = row.get("state")?;
        let unknown = || Error::internal("a delivery has an unknown state");
        let state = DeliveryState::parse(&state).ok_or_else(unknown)?;
        let (tenant, environment): (TenantId, Environment) =
            (row.get("tenant_id")?, row.get("environment")?);
        let number: Option<i64> = row.get("number")?;
        let job: Option<Vec<u8>> = row.get("job")?;
        let job = job.map(|id| RequestId::from_slice(&id).map_err(Error::internal));
        let due_at: Timestamp = row.get("due_at")?;
        Ok(Self {
            id: row.get("id")?,
            event_id: number.map(|number| event_id(&tenant, environment, number)),
            of: row.get("type")?,
            state,
            created_at: row.get("created_at")?,
            attempts: row.get("attempts")?,
            due_at: (state == DeliveryState::Due).then_some(due_at),
            tried_at: row.get("tried_at")?,
            status: row.get("status")?,
            error: row.get::<Option<String>>("error")?.unwrap_or_default(),
            took_ms: row.get("took_ms")?,
            job: job.transpose()?,
        })
    }
}

const LIST: &str = "select d.*, e.tenant_id, e.environment, e.number, e.type \
     from webhook_delivery d join event e on e.id = d.event_id \
     where d.endpoint_id = $1 and d.id < $2 and ($3 = '' or d.state = $3) \
     order by d.id desc limit $4";
const OF_JOB: &str = "select d.*, e.tenant_id, e.environment, e.number, e.type \
     from webhook_delivery d join event e on e.id = d.event_id where d.job = $1 order by d.id";
const FIND: &str = "select d.*, e.tenant_id, e.environment, e.number, e.type \
     from webhook_delivery d join event e on e.id = d.event_id \
     where d.id = $1 and d.endpoint_id = $2";

/// The deliveries of an endpoint, the newest first.
#[derive(Clone, Debug)]
pub struct ListDeliveries {
    pub of: Which,
    /// Only those in this state.
    pub state: Option<DeliveryState>,
    pub page: Page,
}

impl Op for ListDeliveries {
    type Out = Listed<Delivery>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let webhook = FindWebhook(self.of.clone()).run(tx).await?;
        let params: [Value<'_>; 4] = [
            (&webhook.id).into(),
            self.page.before_seq()?.into(),
            self.state.map_or("", DeliveryState::as_str).into(),
            self.page.rows().into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let all: Result<Vec<Delivery>> = rows.iter().map(Delivery::from_row).collect();
        Ok(self.page.cut(all?, |one| one.id.to_string()))
    }
}

/// What was sent to the address that a job named.
#[derive(Clone, Debug)]
pub struct ReadDeliveriesOfJob {
    pub job: RequestId,
}

impl Op for ReadDeliveriesOfJob {
    type Out = Vec<Delivery>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Delivery>> {
        let rows = tx.rows(OF_JOB, &[self.job.as_bytes().into()]).await?;
        rows.iter().map(Delivery::from_row).collect()
    }
}

const SEND: &str = "insert into webhook_delivery (endpoint_id, event_id, lane, state, due_at, \
     attempts, created_at) values ($1, $2, $1, 'due', $3, 0, $3) returning id";

/// Sends an event of the type `webhook.test` to one endpoint, also if it is disabled or wants
/// other types.
#[derive(Clone, Debug)]
pub struct TestWebhook {
    pub by: ActorAt,
    pub of: Which,
}

impl Op for TestWebhook {
    type Out = Delivery;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Delivery> {
        let webhook = find_to_change(tx, &self.by, &self.of).await?;
        let event = NewEvent {
            tenant: &webhook.tenant,
            environment: webhook.environment,
            of: EventType::WebhookTest,
            at: self.by.at,
            data: json!({"webhookId": webhook.id.as_str()}),
        };
        let event = event::append_one(tx, &event).await?;
        let params: [Value<'_>; 3] = [(&webhook.id).into(), event.into(), self.by.at.into()];
        let delivery: i64 = tx.one(SEND, &params).await?.get("id")?;
        let details = json!({"environment": webhook.environment});
        note(tx, &self.by, "webhook.test", &webhook, details).await?;
        let found = [delivery.into(), (&webhook.id).into()];
        Delivery::from_row(&tx.one(FIND, &found).await?)
    }
}

const AGAIN: &str = "update webhook_delivery set state = 'due', due_at = $3, attempts = 0 \
     where id = $1 and endpoint_id = $2";

/// Sends one delivery again, at once, whatever became of it.
#[derive(Clone, Debug)]
pub struct RetryDelivery {
    pub by: ActorAt,
    pub of: Which,
    pub delivery: i64,
}

impl Op for RetryDelivery {
    type Out = Delivery;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Delivery> {
        let webhook = find_to_change(tx, &self.by, &self.of).await?;
        let params: [Value<'_>; 3] = [
            self.delivery.into(),
            (&webhook.id).into(),
            self.by.at.into(),
        ];
        if tx.exec(AGAIN, &params).await? == 0 {
            return Err(Error::new(&codes::NOT_FOUND, "There is no such delivery."));
        }
        let details = json!({"environment": webhook.environment, "delivery": self.delivery});
        note(tx, &self.by, "webhook.retry", &webhook, details).await?;
        let [delivery, endpoint, _] = params;
        Delivery::from_row(&tx.one(FIND, &[delivery, endpoint]).await?)
    }
}

const IN_RANGE: &str = "select count(*) as n from event e \
     where e.tenant_id = $1 and e.environment = $2 and e.number is not null \
     and e.at >= $3 and e.at <= $4 and e.type <> $5 \
     and ($6 = '' or $6 like '% ' || e.type || ' %')";
const REPLAY: &str = "insert into webhook_delivery (endpoint_id, event_id, lane, state, due_at, \
     attempts, created_at) \
     select $7, e.id, $7, 'due', cast($8 as bigint), 0, cast($8 as bigint) from event e \
     where e.tenant_id = $1 and e.environment = $2 and e.number is not null \
     and e.at >= $3 and e.at <= $4 and e.type <> $5 \
     and ($6 = '' or $6 like '% ' || e.type || ' %') order by e.number \
     on conflict (endpoint_id, event_id, lane) do update set state = 'due', \
     due_at = excluded.due_at, attempts = 0";

/// Sends all events of a time again that the endpoint wants, whether they were delivered, failed,
/// were held, or happened before it was there. How many.
#[derive(Clone, Debug)]
pub struct ReplayWebhook {
    pub by: ActorAt,
    pub of: Which,
    pub from: Timestamp,
    pub to: Timestamp,
}

impl Op for ReplayWebhook {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let webhook = find_to_change(tx, &self.by, &self.of).await?;
        if !webhook.enabled {
            let message = "The endpoint is disabled: enable it first.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let types = crate::feed::types_text(&webhook.types);
        let test = EventType::WebhookTest.as_str();
        let range: [Value<'_>; 6] = [
            (&webhook.tenant).into(),
            webhook.environment.into(),
            self.from.into(),
            self.to.into(),
            test.into(),
            (&types).into(),
        ];
        let count: i64 = tx.one(IN_RANGE, &range).await?.get("n")?;
        if count > REPLAYED_MAX {
            let message = format!("These are {count} events; at most {REPLAYED_MAX} at once.");
            return Err(Error::on("to", &codes::INVALID_FIELD, message));
        }
        let mut params = range.to_vec();
        params.extend([(&webhook.id).into(), self.by.at.into()]);
        tx.exec(REPLAY, &params).await?;
        let details = json!({
            "environment": webhook.environment,
            "from": self.from.rfc3339(),
            "to": self.to.rfc3339(),
            "events": count,
        });
        note(tx, &self.by, "webhook.replay", &webhook, details).await?;
        Ok(count)
    }
}
