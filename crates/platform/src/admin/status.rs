//! Incidents and planned work: told, listed, ended.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Error, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::{AdminCall, texts};
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, json, moment, name_schema, page};
use crate::directory::Right;
use crate::http::{Fields, choice};
use crate::status::incident::{
    FindIncident, Impact, Incident, IncidentId, Kind, ListIncidents, OpenIncident, Said,
    State as Now, UpdateIncident,
};
use crate::status::plan::{MESSAGE_CHARS_MAX, PlanRequest};

/// Longest text of a moment, in characters.
const MOMENT_CHARS_MAX: usize = 64;
/// Longest word of a closed list, in characters.
const WORD_CHARS_MAX: usize = 40;

fn kind_schema() -> utoipa::openapi::schema::Schema {
    choice(Kind::WORDS)
}

fn impact_schema() -> utoipa::openapi::schema::Schema {
    choice(Impact::WORDS)
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    choice(Now::WORDS)
}

fn services_schema() -> utoipa::openapi::schema::Schema {
    // Which services there are is said by `openapi::Services`.
    utoipa::openapi::ArrayBuilder::new()
        .items(utoipa::openapi::RefOr::T(crate::http::text("")))
        .min_items(Some(1))
        .into()
}

fn message_schema() -> utoipa::openapi::schema::Schema {
    const PLAIN: &str = r"[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]";
    const SEEN: &str = r"[^\s\u0000-\u001f\u007f-\u009f]";
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::String)
        .min_length(Some(1))
        .max_length(Some(MESSAGE_CHARS_MAX))
        .pattern(Some(format!("^{PLAIN}*{SEEN}{PLAIN}*$")))
        .into()
}

/// What was said about it at a time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IncidentUpdate {
    /// When.
    #[schema(format = "date-time")]
    at: String,
    /// How far it was.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// In words.
    message: String,
}

impl From<Said> for IncidentUpdate {
    fn from(said: Said) -> Self {
        Self {
            at: moment(said.at),
            state: said.state.as_str(),
            message: said.message,
        }
    }
}

/// Something that is wrong, or work that is planned.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Incident)]
pub(crate) struct IncidentView {
    /// Names it.
    #[schema(pattern = "^inc_[0-9a-f]{32}$")]
    id: String,
    /// Which of the two.
    #[schema(schema_with = kind_schema)]
    kind: &'static str,
    /// In a few words.
    title: String,
    /// What callers notice.
    #[schema(schema_with = impact_schema)]
    impact: &'static str,
    /// How far it is.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// Services and environments.
    #[schema(schema_with = services_schema)]
    affects: Vec<String>,
    /// Since when, or from when.
    #[schema(format = "date-time")]
    starts_at: String,
    /// Of planned work: when it is to be over; null of incidents.
    #[schema(format = "date-time", required)]
    ends_at: Option<String>,
    /// When it was told to be over; null if it was not.
    #[schema(format = "date-time", required)]
    resolved_at: Option<String>,
    /// When it was told first.
    #[schema(format = "date-time")]
    created_at: String,
    /// What was said, the newest first; empty in lists.
    updates: Vec<IncidentUpdate>,
}

impl From<Incident> for IncidentView {
    fn from(one: Incident) -> Self {
        Self {
            id: one.id.to_string(),
            kind: one.kind.as_str(),
            title: one.title,
            impact: one.impact.as_str(),
            state: one.state.as_str(),
            affects: one.affects.iter().map(ToString::to_string).collect(),
            starts_at: moment(one.starts_at),
            ends_at: one.ends_at.map(moment),
            resolved_at: one.resolved_at.map(moment),
            created_at: moment(one.created_at),
            updates: one.updates.into_iter().map(IncidentUpdate::from).collect(),
        }
    }
}

/// What everybody is to be told.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewIncident {
    /// Absent: `incident`.
    #[schema(schema_with = kind_schema)]
    kind: Option<String>,
    /// In a few words.
    #[schema(schema_with = name_schema)]
    title: String,
    /// What callers notice.
    #[schema(schema_with = impact_schema)]
    impact: String,
    /// How far it is. Absent: `investigating`, or `scheduled` of planned work.
    #[schema(schema_with = state_schema)]
    state: Option<String>,
    /// Services and environments.
    #[schema(schema_with = services_schema)]
    affects: Vec<String>,
    /// In words, for everybody to read.
    #[schema(schema_with = message_schema)]
    message: String,
    /// Since when; of planned work from when. Absent for an incident: now.
    #[schema(format = "date-time", nullable)]
    starts_at: Option<String>,
    /// Until when; of planned work only, which needs it.
    #[schema(format = "date-time", nullable)]
    ends_at: Option<String>,
}

/// More about an incident or planned work.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewIncidentUpdate {
    /// How far it is; absent: as before. `resolved` ends it.
    #[schema(schema_with = state_schema)]
    state: Option<String>,
    /// What callers notice; absent: as before.
    #[schema(schema_with = impact_schema)]
    impact: Option<String>,
    /// A new end of planned work.
    #[schema(format = "date-time", nullable)]
    ends_at: Option<String>,
    /// In words, for everybody to read.
    #[schema(schema_with = message_schema)]
    message: String,
}

/// `services` is how many services there are.
fn request(fields: &mut Fields<'_>, services: usize, names: &[&'static str]) -> PlanRequest {
    let mut text = |name: &'static str, most: usize| {
        let known = names.contains(&name);
        let text = known.then(|| fields.optional_text(name, most)).flatten();
        text.unwrap_or_default().to_owned()
    };
    PlanRequest {
        kind: text("kind", WORD_CHARS_MAX),
        title: text("title", crate::directory::NAME_CHARS_MAX),
        impact: text("impact", WORD_CHARS_MAX),
        state: text("state", WORD_CHARS_MAX),
        message: text("message", MESSAGE_CHARS_MAX),
        starts_at: text("startsAt", MOMENT_CHARS_MAX),
        ends_at: text("endsAt", MOMENT_CHARS_MAX),
        affects: if names.contains(&"affects") {
            texts(fields, "affects", services)
        } else {
            Vec::new()
        },
    }
}

/// The thing that was read, or all faults: a field of the wrong type is not also missing.
fn checked<T>(
    fields: Fields<'_>,
    read: impl FnOnce(&mut Vec<kofa_domain::Fault>) -> Option<T>,
) -> kofa_domain::Result<T> {
    let mut faults = fields.into_faults();
    let mut found = Vec::new();
    let thing = read(&mut found);
    found.retain(|fault| faults.iter().all(|known| known.field != fault.field));
    faults.extend(found);
    Error::check(faults)?;
    thing.ok_or_else(|| Error::internal("what has no faults was read"))
}

/// Tell about an incident or planned work
///
/// Within 5 seconds on the status page, in its feed, and in every portal that it touches.
#[utoipa::path(
    post, path = "/admin/v1/incidents", operation_id = "openIncident", tag = "Incidents",
    request_body = NewIncident,
    responses((status = 201, body = IncidentView, description = "What everybody is told.")),
)]
pub(crate) async fn open_incident(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Incidents)?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    const NAMES: [&str; 8] = [
        "kind", "title", "impact", "state", "affects", "message", "startsAt", "endsAt",
    ];
    let services = desk.products.services().len();
    let request = request(&mut fields, services, &NAMES);
    let now: Timestamp = call.by.at;
    let plan = checked(fields, |faults| request.read(&desk.products, now, faults))?;
    let open = OpenIncident::new(desk.ids, call.by, plan);
    let incident = desk.store.write(open).await?;
    Ok(json(StatusCode::CREATED, &IncidentView::from(incident)))
}

/// List incidents
///
/// And planned work, the newest first, without what was said about them.
#[utoipa::path(
    get, path = "/admin/v1/incidents", operation_id = "listIncidents", tag = "Incidents",
    params(("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query)),
    responses((status = 200, body = PageOf<IncidentView>, description = "A page of incidents.")),
)]
pub(crate) async fn list_incidents(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let list = ListIncidents { page: call.page()? };
    Ok(page(desk.store.read(list).await?, IncidentView::from))
}

fn incident_id(call: &AdminCall) -> kofa_domain::Result<IncidentId> {
    call.id("incidentId", "incident")
}

/// Get an incident
#[utoipa::path(
    get, path = "/admin/v1/incidents/{incidentId}", operation_id = "getIncident",
    tag = "Incidents", params(("incidentId" = String, Path)),
    responses((status = 200, body = IncidentView, description = "With all that was said.")),
)]
pub(crate) async fn get_incident(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let find = FindIncident {
        id: incident_id(&call)?,
    };
    let incident = desk.store.read(find).await?;
    Ok(json(StatusCode::OK, &IncidentView::from(incident)))
}

/// Say more about an incident
///
/// Or that it is over. What was said before stays.
#[utoipa::path(
    post, path = "/admin/v1/incidents/{incidentId}/updates", operation_id = "updateIncident",
    tag = "Incidents", params(("incidentId" = String, Path)), request_body = NewIncidentUpdate,
    responses((status = 201, body = IncidentView, description = "As it is now.")),
)]
pub(crate) async fn update_incident(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Incidents)?;
    let id = incident_id(&call)?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let request = request(&mut fields, 0, &["impact", "state", "message", "endsAt"]);
    let update = checked(fields, |faults| request.read_change(faults))?;
    let by = call.by;
    let incident = desk.store.write(UpdateIncident { by, id, update }).await?;
    Ok(json(StatusCode::CREATED, &IncidentView::from(incident)))
}
