//! `GET /api/v1/events`: what happened to the calling tenant, in order. Free.

use kofa_core::endpoint::Endpoint;
use kofa_core::event::EventType;
use kofa_core::schema::{choice, integer, text};
use kofa_core::{PAGE_MAX, Page};
use kofa_domain::{Error, Fault, Result, codes};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_store::Store;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use crate::codes::EVENTS_EXPIRED;
use crate::feed::{Event, ReadFeed};

/// Events of a page where nobody says otherwise.
const LIMIT: u32 = 20;

#[derive(Debug)]
pub struct ListEvents {
    pub store: Store,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "listEvents",
    path: "/api/v1/events",
    shown: &["types", "limit"],
    ..Endpoint::BASE
};

fn types_schema() -> Schema {
    choice(&EventType::ALL.map(EventType::as_str))
}

/// Something that happened in your account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Event)]
pub(crate) struct EventView {
    /// The id of the event, also sent as `webhook-id`.
    #[schema(pattern = "^evt_[0-9a-f]{32}$")]
    id: String,
    /// What happened.
    #[serde(rename = "type")]
    #[schema(schema_with = types_schema)]
    of: String,
    /// When.
    #[schema(format = DateTime)]
    timestamp: String,
    /// Where.
    #[schema(example = "sandbox")]
    environment: &'static str,
    /// The details; the members depend on the type.
    #[schema(value_type = Object)]
    data: Box<RawValue>,
}

impl TryFrom<Event> for EventView {
    type Error = Error;

    fn try_from(event: Event) -> Result<Self> {
        Ok(Self {
            id: event.id,
            of: event.of,
            timestamp: event.at.rfc3339(),
            environment: event.environment.as_str(),
            data: RawValue::from_string(event.data).map_err(Error::internal)?,
        })
    }
}

/// Events, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventList {
    events: Vec<EventView>,
    /// Send it as `after` in the next request; there may be no newer events yet.
    #[schema(pattern = "^[0-9a-f]+$")]
    next_cursor: String,
}

/// What a caller asks for.
#[derive(Debug)]
pub struct Asked {
    after: Option<i64>,
    types: Vec<EventType>,
    limit: u32,
}

impl ProductEndpoint for ListEvents {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = Asked;

    async fn read(&self, _: &Call, request: &Request) -> Result<Asked> {
        let (query, mut faults) = (request.query(), Vec::new());
        let mut wrong = |field: &'static str, message: String| {
            faults.push(Fault::on(field, &codes::INVALID_FIELD, message));
        };
        let after = query.filled("after").map(|text| {
            let page = Page::read(Some(text), None).and_then(|page| page.before_seq());
            page.ok().filter(|after| *after >= 0)
        });
        if after == Some(None) {
            let message = "`after` must be the `nextCursor` of an earlier response.";
            wrong("after", message.to_owned());
        }
        let words = query.filled("types").unwrap_or_default().split(',');
        let words = words.map(str::trim).filter(|word| !word.is_empty());
        let types: Option<Vec<EventType>> = words.map(EventType::parse).collect();
        if types.is_none() {
            let all = EventType::ALL.map(EventType::as_str).join("`, `");
            wrong(
                "types",
                format!("`types` must be a comma-separated list of `{all}`."),
            );
        }
        let limit = query.filled("limit").map_or(Some(LIMIT), |text| {
            text.parse().ok().filter(|one| (1..=PAGE_MAX).contains(one))
        });
        if limit.is_none() {
            let message = format!("`limit` must be a whole number from 1 to {PAGE_MAX}.");
            wrong("limit", message);
        }
        Error::check(faults)?;
        Ok(Asked {
            after: after.flatten(),
            types: types.unwrap_or_default(),
            limit: limit.unwrap_or(LIMIT),
        })
    }

    async fn run(&self, call: &Call, asked: Asked) -> Result<Answer, Refusal> {
        let read = ReadFeed {
            tenant: call.tenant_id().clone(),
            environment: call.environment(),
            after: asked.after,
            types: asked.types,
            limit: asked.limit,
        };
        let page = self.store.read(read).await?;
        let events: Result<Vec<EventView>> =
            page.events.into_iter().map(TryFrom::try_from).collect();
        let list = EventList {
            events: events?,
            next_cursor: Page::cursor(page.looked_to),
        };
        Ok(Answer::json(200, &list)?)
    }

    fn reference() -> Reference {
        Reference::new(
            "List events",
            "Your events in the environment, oldest first and without gaps: to continue, set \
             `after` to the `nextCursor` of the previous response. `nextCursor` stays the same as \
             long as there are no new events. Events are kept for 30 days; an older cursor returns \
             410. Free, with a key of any scope. The same events are sent to webhooks.",
        )
        .query(
            "after",
            false,
            // The hexadecimal digits of a number.
            text("^(3[0-9]){1,18}$"),
            "The `nextCursor` of an earlier response.",
        )
        .query(
            "types",
            false,
            text(""),
            "Only events of these types, separated by commas.",
        )
        .query(
            "limit",
            false,
            integer(1, i64::from(PAGE_MAX)),
            "Maximum number of events to return. Default: 20.",
        )
        .answers::<EventList>(200, "A page of events.")
        .codes(&[&EVENTS_EXPIRED])
    }
}
