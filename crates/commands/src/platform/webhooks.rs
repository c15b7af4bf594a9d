//! Where tenants want their events sent, and what came of it.

mod deliveries;

pub use self::deliveries::{DeliveryView, ListWebhookDeliveries, RetryWebhookDelivery};

use kofa_core::event::EventType;
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Error, Result, Sensitive, Timestamp, codes};
use kofa_events::delivery::{ReplayWebhook, TestWebhook};
use kofa_events::endpoint::{
    self, ChangeWebhook, GRACE_SECONDS_MAX, ListWebhooks, RotateWebhookSecret, Webhook, Which,
};
use kofa_events::inbox::{FindInbox, Inbox, InboxAddress};
use kofa_events::{Destination, URL_CHARS_MAX};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, Schema};

use super::wallets::Which as Place;
use crate::rules::{ANY_MOMENT, Blank, Flag, Rule, Set, Whole, Word, Wrong, text_of};
use crate::wire::{Paged, exposed, moment};
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<CreateWebhook>(),
    Entry::of::<ListOfWebhooks>(),
    Entry::of::<EditWebhook>(),
    Entry::of::<DeleteWebhook>(),
    Entry::of::<SendTestWebhook>(),
    Entry::of::<RotateWebhook>(),
    Entry::of::<ReplayEvents>(),
    Entry::of::<ListWebhookDeliveries>(),
    Entry::of::<RetryWebhookDelivery>(),
];

/// What most of these have in common. Who may change keys of an environment may change where its
/// events go.
const OF_WEBHOOKS: Spec = Spec {
    tag: "Webhooks",
    method: Method::Post,
    right: Permission::Keys,
    ..Spec::BASE
};

const TYPE: Word<EventType> = Word {
    all: &EventType::ALL,
    as_str: EventType::as_str,
    parse: EventType::parse,
    must: "",
};

fn types_rule() -> Set<Word<EventType>> {
    Set {
        item: TYPE,
        most: EventType::ALL.len(),
        must: "must be a list of types of events".into(),
    }
}

fn types_schema() -> Schema {
    let word = kofa_core::schema::choice(&EventType::ALL.map(EventType::as_str));
    ArrayBuilder::new().items(RefOr::T(word)).into()
}

/// An address; whether it may be sent to, the server's setting decides.
#[derive(Clone, Copy, Debug)]
struct Address;

impl Rule for Address {
    type Out = String;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        json!({"type": "string", "format": "uri", "maxLength": URL_CHARS_MAX})
    }

    fn read(&self, value: &Value) -> Result<String, Wrong> {
        let text = text_of(value, URL_CHARS_MAX)?;
        kofa_events::Targets::Any.read(text)?;
        Ok(text.to_owned())
    }

    fn write(&self, out: &String) -> Value {
        out.as_str().into()
    }
}

/// Where an endpoint of `place` leads: to an address that this server may send to, or to the
/// test inbox of its own tenant, wherever this server is.
async fn destination(services: &Services, place: &Place, url: String) -> Result<Destination> {
    let wrong = |must| Error::on("url", &codes::INVALID_FIELD, format!("`url` {must}."));
    let inboxes = InboxAddress::new(&services.base_url);
    let Some(token) = inboxes.token(&url) else {
        services.house.webhook_targets.read(&url).map_err(wrong)?;
        return Ok(url.into());
    };
    if place.environment != Environment::Sandbox {
        return Err(wrong("must not be a test inbox: only the sandbox has one"));
    }
    let inbox = services.store.read(FindInbox(place.tenant.clone())).await?;
    // Without a token, as endpoints are shown, it is the tenant's own.
    let is_own = |inbox: &Inbox| -> Result<bool> {
        Ok(token.expose().is_empty() || inbox.has(services.vault()?, &token))
    };
    match inbox.as_ref().map(is_own).transpose()? {
        Some(true) => Ok(Destination {
            url: inboxes.without_token().to_owned(),
            is_inbox: true,
        }),
        _ => Err(wrong("must be the address of your own test inbox")),
    }
}

/// A webhook endpoint, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub struct WebhookView {
    /// The record's ID.
    #[schema(pattern = "^whk_[0-9a-f]{32}$")]
    id: String,
    /// Where events are sent. For a test inbox, without its token.
    url: String,
    /// Only these event types; empty for all.
    #[schema(schema_with = types_schema)]
    types: Vec<&'static str>,
    /// Whether the endpoint is enabled. If not, deliveries are kept on hold.
    enabled: bool,
    /// When it was created.
    #[schema(format = "date-time")]
    created_at: String,
    /// Until when the previous secret is also used; null if it is not.
    #[schema(format = "date-time", required)]
    old_secret_until: Option<String>,
    /// Since when deliveries have been failing; null if the last one succeeded.
    #[schema(format = "date-time", required)]
    failing_since: Option<String>,
    /// When it was disabled after repeated failures; null if it was not.
    #[schema(format = "date-time", required)]
    disabled_at: Option<String>,
    /// Deliveries on hold. A replay sends them.
    #[schema(minimum = 0)]
    held: i64,
    /// Whether its secret also signs webhooks sent to the `webhook_url` of jobs. The oldest
    /// endpoint's secret is used for that.
    signs_jobs: bool,
}

impl From<Webhook> for WebhookView {
    fn from(one: Webhook) -> Self {
        Self {
            id: one.id.to_string(),
            url: one.url,
            types: one.types.iter().map(|of| of.as_str()).collect(),
            enabled: one.enabled,
            created_at: moment(one.created_at),
            old_secret_until: one.old_secret_until.map(moment),
            failing_since: one.failing_since.map(moment),
            disabled_at: one.disabled_at.map(moment),
            held: one.held,
            signs_jobs: one.signs_jobs,
        }
    }
}

/// A webhook endpoint with a new secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookWithSecret {
    #[serde(flatten)]
    record: WebhookView,
    /// The secret for verifying signatures. Returned only once.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String, pattern = "^whsec_[A-Za-z0-9+/=]{44}$")]
    pub secret: Sensitive<String>,
    /// The same record, for pages.
    #[serde(skip)]
    pub made: Webhook,
}

impl WebhookWithSecret {
    fn new(made: Webhook, secret: Sensitive<String>) -> Self {
        Self {
            record: made.clone().into(),
            secret,
            made,
        }
    }
}

fn path_webhook(fields: &mut Fields<'_>) -> Option<Which> {
    let place = Place::read(fields);
    let webhook = fields.path_id("webhookId", "There is no such webhook endpoint.");
    let Place {
        tenant,
        environment,
    } = place?;
    Some(Which {
        tenant,
        environment,
        webhook: webhook?,
    })
}

/// A new endpoint.
#[derive(Debug)]
pub struct CreateWebhook {
    pub place: Place,
    pub url: String,
    pub types: Vec<EventType>,
}

impl Command for CreateWebhook {
    const SPEC: &'static Spec = &Spec {
        name: "createWebhook",
        summary: "Create a webhook endpoint",
        description: "Sends the tenant's events in the environment to this address from now on, \
                      as Standard\nWebhooks. The secret is returned only in this response. Up to \
                      20 endpoints per environment.",
        path: "/admin/v1/tenants/{tenantId}/webhooks/{environment}",
        body: Body::Json("NewWebhook", "The new webhook endpoint."),
        success: &[(201, "The endpoint with its secret.")],
        ..OF_WEBHOOKS
    };
    type Output = WebhookWithSecret;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let place = Place::read(fields);
        let url = fields.required("url", "An https address on a public host.", Address);
        let types = fields.optional(
            "types",
            "Only these event types. Omit for all.",
            types_rule(),
        );
        Some(Self {
            place: place?,
            url: url?,
            types: types.unwrap_or_default(),
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<WebhookWithSecret> {
        let to = destination(services, &self.place, self.url).await?;
        let with = (services.vault()?, services.ids);
        let place = (self.place.tenant, self.place.environment);
        let made = endpoint::CreateWebhook::new(with, by, place, to, self.types)?;
        let (create, secret) = made;
        let made = services.store.write(create).await?;
        Ok(WebhookWithSecret::new(made, secret))
    }
}

/// The endpoints of a tenant.
#[derive(Debug)]
pub struct ListOfWebhooks(pub Place);

impl Command for ListOfWebhooks {
    const SPEC: &'static Spec = &Spec {
        name: "listWebhooks",
        summary: "List webhook endpoints",
        description: "The endpoints of one environment, oldest first.",
        method: Method::Get,
        path: "/admin/v1/tenants/{tenantId}/webhooks/{environment}",
        right: Permission::Look,
        success: &[(200, "All endpoints, on one page.")],
        ..OF_WEBHOOKS
    };
    type Output = Paged<WebhookView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Place::read(fields).map(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let list = ListWebhooks {
            tenant: self.0.tenant,
            environment: self.0.environment,
        };
        let all = services.store.read(list).await?;
        Ok(Paged::whole(all, WebhookView::from))
    }
}

/// A change of an endpoint.
#[derive(Debug)]
pub struct EditWebhook {
    pub of: Which,
    pub url: Option<String>,
    pub types: Option<Vec<EventType>>,
    pub enabled: Option<bool>,
}

impl Command for EditWebhook {
    const SPEC: &'static Spec = &Spec {
        name: "editWebhook",
        summary: "Change a webhook endpoint",
        description: "Omitted fields stay unchanged. A disabled endpoint keeps its deliveries on \
                      hold; after enabling it again, replay them.",
        method: Method::Patch,
        path: "/admin/v1/tenants/{tenantId}/webhooks/{environment}/{webhookId}",
        body: Body::Json("WebhookEdit", "The fields to change."),
        success: &[(200, "The endpoint.")],
        ..OF_WEBHOOKS
    };
    type Output = WebhookView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let of = path_webhook(fields);
        let url = fields.replaced("url", "", Address);
        let types = fields.replaced(
            "types",
            "Only these event types; empty for all.",
            types_rule(),
        );
        let enabled = fields.replaced("enabled", "", Flag);
        Some(Self {
            of: of?,
            url,
            types,
            enabled,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<WebhookView> {
        let place = Place {
            tenant: self.of.tenant.clone(),
            environment: self.of.environment,
        };
        let to = match self.url {
            Some(url) => Some(destination(services, &place, url).await?),
            None => None,
        };
        let change = ChangeWebhook {
            by,
            of: self.of,
            to,
            types: self.types,
            enabled: self.enabled,
        };
        services.store.write(change).await.map(WebhookView::from)
    }
}

/// The end of an endpoint.
#[derive(Debug)]
pub struct DeleteWebhook(pub Which);

impl Command for DeleteWebhook {
    const SPEC: &'static Spec = &Spec {
        name: "deleteWebhook",
        summary: "Delete a webhook endpoint",
        description: "Deletes the endpoint with its secret and delivery log. Its events stay in \
                      the feed.",
        method: Method::Delete,
        path: "/admin/v1/tenants/{tenantId}/webhooks/{environment}/{webhookId}",
        success: &[(200, "The deleted endpoint.")],
        ..OF_WEBHOOKS
    };
    type Output = WebhookView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_webhook(fields).map(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<WebhookView> {
        let delete = endpoint::DeleteWebhook { by, of: self.0 };
        services.store.write(delete).await.map(WebhookView::from)
    }
}

/// An event of the type `webhook.test`.
#[derive(Debug)]
pub struct SendTestWebhook(pub Which);

impl Command for SendTestWebhook {
    const SPEC: &'static Spec = &Spec {
        name: "testWebhook",
        summary: "Send a test event",
        description: "Sends an event of type `webhook.test` to this endpoint only.",
        path: "/admin/v1/tenants/{tenantId}/webhooks/{environment}/{webhookId}/test",
        success: &[(202, "The delivery, which is sent immediately.")],
        ..OF_WEBHOOKS
    };
    type Output = DeliveryView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_webhook(fields).map(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<DeliveryView> {
        let test = TestWebhook { by, of: self.0 };
        services.store.write(test).await.map(DeliveryView::from)
    }
}

/// A new secret in the place of the old one.
#[derive(Debug)]
pub struct RotateWebhook {
    pub of: Which,
    pub grace_seconds: i64,
}

impl Command for RotateWebhook {
    const SPEC: &'static Spec = &Spec {
        name: "rotateWebhook",
        summary: "Rotate the secret of a webhook endpoint",
        description: "During the grace period, deliveries are signed with both the old and the \
                      new secret.",
        path: "/admin/v1/tenants/{tenantId}/webhooks/{environment}/{webhookId}/rotate",
        body: Body::MayBeEmpty("WebhookGrace", "How long the old secret is also used."),
        success: &[(201, "The endpoint with its new secret.")],
        ..OF_WEBHOOKS
    };
    type Output = WebhookWithSecret;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let of = path_webhook(fields);
        let docs = "Seconds for which the old secret is also used. Default: one day.";
        let grace = fields.optional("graceSeconds", docs, Whole::within(0, GRACE_SECONDS_MAX));
        Some(Self {
            of: of?,
            grace_seconds: grace.unwrap_or(86_400),
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<WebhookWithSecret> {
        let with = (services.vault()?, services.ids);
        let (rotate, secret) = RotateWebhookSecret::new(with, by, self.of, self.grace_seconds)?;
        let made = services.store.write(rotate).await?;
        Ok(WebhookWithSecret::new(made, secret))
    }
}

/// The result of a replay.
#[derive(Debug, Serialize, ToSchema)]
pub struct Replayed {
    /// The number of events to be sent again.
    #[schema(minimum = 0)]
    events: i64,
}

impl Replayed {
    pub fn count(&self) -> i64 {
        self.events
    }
}

/// Events of a time, sent again.
#[derive(Debug)]
pub struct ReplayEvents {
    pub of: Which,
    pub from: Timestamp,
    pub to: Timestamp,
}

impl Command for ReplayEvents {
    const SPEC: &'static Spec = &Spec {
        name: "replayWebhook",
        summary: "Replay the events of a period",
        description: "Sends all events the endpoint subscribes to again, whether they were \
                      delivered, failed, were\non hold or happened before the endpoint was \
                      created. Up to 100,000 at once. The endpoint\nmust be enabled.",
        path: "/admin/v1/tenants/{tenantId}/webhooks/{environment}/{webhookId}/replay",
        body: Body::Json("WebhookReplay", "The period to replay."),
        success: &[(202, "The number of events to be sent.")],
        ..OF_WEBHOOKS
    };
    type Output = Replayed;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let of = path_webhook(fields);
        let from = fields.required("from", "Start of the period.", ANY_MOMENT);
        let docs = "End of the period. Default: now.";
        let to = fields.optional("to", docs, ANY_MOMENT);
        let to = to.unwrap_or(fields.now());
        Some(Self {
            of: of?,
            from: from?,
            to,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Replayed> {
        let replay = ReplayWebhook {
            by,
            of: self.of,
            from: self.from,
            to: self.to,
        };
        let events = services.store.write(replay).await?;
        Ok(Replayed { events })
    }
}
