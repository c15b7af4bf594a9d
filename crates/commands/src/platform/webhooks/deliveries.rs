//! What came of deliveries, and sending one again.

use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::Result;
use kofa_events::delivery::{Delivery, DeliveryState, ListDeliveries, RetryDelivery};
use kofa_events::endpoint::Which;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use super::{OF_WEBHOOKS, path_webhook};
use crate::rules::{Blank, Rule, Word, Wrong, text_of};
use crate::wire::{Paged, moment};
use crate::{Command, Fields, Method, Services, Spec};

fn state_schema() -> Schema {
    kofa_core::schema::choice(&DeliveryState::ALL.map(DeliveryState::as_str))
}

/// A delivery of an event to an endpoint.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub struct DeliveryView {
    /// The delivery's ID.
    #[schema(pattern = "^[0-9]{1,19}$")]
    id: String,
    /// The event's ID, as in `webhook-id`; null until it is numbered.
    #[schema(required)]
    event_id: Option<String>,
    /// The event's type.
    #[serde(rename = "type")]
    of: String,
    /// `held`: on hold because the endpoint is disabled.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// When it was created.
    #[schema(format = "date-time")]
    created_at: String,
    /// The number of attempts so far.
    #[schema(minimum = 0)]
    attempts: i64,
    /// When it is retried; null if it is not.
    #[schema(format = "date-time", required)]
    next_attempt_at: Option<String>,
    /// When it was last attempted; null if it was not.
    #[schema(format = "date-time", required)]
    last_attempt_at: Option<String>,
    /// The HTTP status of the last response; null if there was none.
    #[schema(required)]
    response_status: Option<u32>,
    /// Why the last attempt failed; null if it succeeded.
    #[schema(required)]
    error: Option<String>,
    /// The duration of the last attempt, in milliseconds; null if there was none.
    #[schema(required)]
    took_ms: Option<i64>,
    /// The job whose `webhook_url` it is sent to; null for the endpoint's own address.
    #[schema(required)]
    job_request_id: Option<uuid::Uuid>,
}

impl From<Delivery> for DeliveryView {
    fn from(one: Delivery) -> Self {
        Self {
            id: one.id.to_string(),
            event_id: one.event_id,
            of: one.of,
            state: one.state.as_str(),
            created_at: moment(one.created_at),
            attempts: one.attempts,
            next_attempt_at: one.due_at.map(moment),
            last_attempt_at: one.tried_at.map(moment),
            response_status: one.status,
            error: Some(one.error).filter(|error| !error.is_empty()),
            took_ms: one.took_ms,
            job_request_id: one.job,
        }
    }
}

/// The log of an endpoint's deliveries.
#[derive(Debug)]
pub struct ListWebhookDeliveries {
    pub of: Which,
    pub state: Option<DeliveryState>,
    pub page: Page,
}

const STATE: Word<DeliveryState> = Word {
    all: &DeliveryState::ALL,
    as_str: DeliveryState::as_str,
    parse: DeliveryState::parse,
    must: "",
};

impl Command for ListWebhookDeliveries {
    const SPEC: &'static Spec = &Spec {
        name: "listWebhookDeliveries",
        summary: "List deliveries to a webhook endpoint",
        description: "Newest first, with the result of the last attempt of each.",
        method: Method::Get,
        path: "/admin/v1/tenants/{tenantId}/webhooks/{environment}/{webhookId}/deliveries",
        right: Permission::Look,
        success: &[(200, "A page of deliveries.")],
        ..OF_WEBHOOKS
    };
    type Output = Paged<DeliveryView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let of = path_webhook(fields);
        let state = fields.optional_query("state", "Only deliveries in this state.", STATE);
        let page = fields.page();
        Some(Self {
            of: of?,
            state,
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let list = ListDeliveries {
            of: self.of,
            state: self.state,
            page: self.page,
        };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, DeliveryView::from))
    }
}

/// One delivery, sent again.
#[derive(Debug)]
pub struct RetryWebhookDelivery {
    pub of: Which,
    pub delivery: i64,
}

/// The number of a delivery in a path.
#[derive(Clone, Copy, Debug)]
struct DeliveryNo;

impl Rule for DeliveryNo {
    type Out = i64;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        json!({"type": "string", "pattern": "^[0-9]{1,19}$"})
    }

    fn read(&self, value: &Value) -> Result<i64, Wrong> {
        let number = text_of(value, 19)?.parse().ok();
        Ok(number
            .filter(|one| *one > 0)
            .ok_or("must be the id of a delivery")?)
    }

    fn write(&self, out: &i64) -> Value {
        out.to_string().into()
    }
}

impl Command for RetryWebhookDelivery {
    const SPEC: &'static Spec = &Spec {
        name: "retryWebhookDelivery",
        summary: "Retry a delivery",
        description: "Sends the delivery again immediately, whatever its state, and resets its \
                      attempt count.",
        path: "/admin/v1/tenants/{tenantId}/webhooks/{environment}/{webhookId}/deliveries/\
               {deliveryId}/retry",
        success: &[(202, "The delivery, which is sent immediately.")],
        ..OF_WEBHOOKS
    };
    type Output = DeliveryView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let of = path_webhook(fields);
        let missing = "There is no such delivery.";
        let delivery = fields.path("deliveryId", missing, DeliveryNo);
        Some(Self {
            of: of?,
            delivery: delivery?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<DeliveryView> {
        let retry = RetryDelivery {
            by,
            of: self.of,
            delivery: self.delivery,
        };
        services.store.write(retry).await.map(DeliveryView::from)
    }
}
