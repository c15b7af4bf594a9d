//! Incidents and planned work: told, listed, ended.

use kofa_core::form_nonce::FormNonce;
use kofa_core::product::Products;
use kofa_core::schema::choice;
use kofa_core::text::{NAME_CHARS_MAX, is_hidden};
use kofa_core::{ActorAt, Page, Permission, Service};
use kofa_domain::{Id, Result, Timestamp};
use kofa_insight::status::incident::{
    self, FindIncident, Impact, Incident, IncidentId, Kind, Said, State,
};
use kofa_insight::status::plan::{Change, MESSAGE_CHARS_MAX, Plan};
use kofa_store::Vault;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use crate::rules::{ANY_MOMENT, Blank, Line, Set, Word, text_of};
use crate::wire::{Paged, line_json, moment};
use crate::{Body, Command, Entry, Fields, Rule, Services, Spec, Wrong};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<OpenIncident>(),
    Entry::of::<ListIncidents>(),
    Entry::of::<GetIncident>(),
    Entry::of::<UpdateIncident>(),
];

const TAG: &str = "Incidents";
const MISSING: &str = "There is no such incident.";
/// Longest planned work, in seconds.
const WORK_SECONDS_MAX: i64 = 7 * 86_400;
/// How far ahead work is planned, in seconds.
const AHEAD_SECONDS_MAX: i64 = 366 * 86_400;
/// How long ago an incident may have begun that is told now, in seconds.
const BACK_SECONDS_MAX: i64 = 30 * 86_400;

const KIND: Word<Kind> = Word {
    all: Kind::ALL,
    as_str: Kind::as_str,
    parse: Kind::parse,
    must: "",
};
const IMPACT: Word<Impact> = Word {
    all: Impact::ALL,
    as_str: Impact::as_str,
    parse: Impact::parse,
    must: "",
};
const STATE: Word<State> = Word {
    all: State::ALL,
    as_str: State::as_str,
    parse: State::parse,
    must: "",
};

/// A service of these products.
struct ServiceOf(Products);

impl Rule for ServiceOf {
    type Out = Service;
    const BLANK: Blank = Blank::Value;

    /// Which services there are is said by the description of the admin API.
    fn schema(&self) -> Value {
        json!({"type": "string"})
    }

    fn read(&self, value: &Value) -> Result<Service, Wrong> {
        let found = value.as_str().and_then(|text| self.0.service(text));
        Ok(found.ok_or("must be a service such as investment_ipo/live")?)
    }

    fn write(&self, service: &Service) -> Value {
        service.to_string().into()
    }
}

/// What is said, in lines.
struct Message;

impl Rule for Message {
    type Out = String;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        const PLAIN: &str = r"[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]";
        const SEEN: &str = r"[^\s\u0000-\u001f\u007f-\u009f]";
        json!({
            "type": "string", "minLength": 1, "maxLength": MESSAGE_CHARS_MAX,
            "pattern": format!("^{PLAIN}*{SEEN}{PLAIN}*$"),
        })
    }

    fn read(&self, value: &Value) -> Result<String, Wrong> {
        let text = text_of(value, usize::MAX)?.replace("\r\n", "\n");
        let is_long = text.chars().count() > MESSAGE_CHARS_MAX;
        if is_long || text.chars().any(|c| is_hidden(c) && c != '\n') {
            let must = format!(
                "must have at most {MESSAGE_CHARS_MAX} characters and no control characters"
            );
            return Err(must.into());
        }
        Ok(text)
    }

    fn write(&self, text: &String) -> Value {
        text.as_str().into()
    }
}

fn message(fields: &mut Fields<'_>) -> Option<String> {
    fields.required("message", "The public message.", Message)
}

fn kind_schema() -> Schema {
    choice(Kind::WORDS)
}

fn impact_schema() -> Schema {
    choice(Impact::WORDS)
}

fn state_schema() -> Schema {
    choice(State::WORDS)
}

fn services_schema() -> Schema {
    utoipa::openapi::ArrayBuilder::new()
        .items(utoipa::openapi::RefOr::T(kofa_core::schema::text("")))
        .min_items(Some(1))
        .into()
}

/// A published update.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncidentUpdate {
    /// The time.
    #[schema(format = "date-time")]
    at: String,
    /// The state at that time.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// A short explanation.
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

/// An incident or scheduled maintenance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Incident)]
pub struct IncidentView {
    /// Its ID.
    #[schema(pattern = "^inc_[0-9a-f]{32}$")]
    pub id: String,
    /// Incident or maintenance.
    #[schema(schema_with = kind_schema)]
    kind: &'static str,
    /// A short title.
    title: String,
    /// The impact on API users.
    #[schema(schema_with = impact_schema)]
    impact: &'static str,
    /// The tenant's progress.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// The affected services and environments.
    #[schema(schema_with = services_schema)]
    affects: Vec<String>,
    /// The start time.
    #[schema(format = "date-time")]
    starts_at: String,
    /// The planned end of maintenance; null for incidents.
    #[schema(format = "date-time", required)]
    ends_at: Option<String>,
    /// When it was resolved; null while open.
    #[schema(format = "date-time", required)]
    pub resolved_at: Option<String>,
    /// When it was first published.
    #[schema(format = "date-time")]
    created_at: String,
    /// The updates, newest first; empty in lists.
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

/// The incident or maintenance to publish.
#[derive(Debug)]
pub struct OpenIncident {
    pub plan: Plan,
    /// Its id; `None` for a new one.
    id: Option<IncidentId>,
}

impl OpenIncident {
    /// From a form, with what was typed into it: sent again, it tells nobody twice. The plan is
    /// another one each time, where it begins at the moment of its reading.
    #[must_use]
    pub fn once(self, vault: &Vault, form: &FormNonce, typed: &str) -> Self {
        let id = Some(Id::from_uuid(form.uuid(vault, "incident", typed)));
        Self { id, ..self }
    }
}

fn plan(fields: &mut Fields<'_>) -> Option<Plan> {
    let kind = fields.optional("kind", "Default: `incident`.", KIND);
    let kind = kind.unwrap_or(Kind::Incident);
    let title = Line {
        most: NAME_CHARS_MAX,
    };
    let title = title.told(|| line_json(NAME_CHARS_MAX));
    let title = fields.required("title", "A short title.", title);
    let impact = fields.required("impact", "The impact on API users.", IMPACT);
    let docs = "The state. Default: `investigating`, or `scheduled` for maintenance.";
    let (first, must) = match kind {
        Kind::Incident => (
            State::Investigating,
            "must be investigating, identified or monitoring",
        ),
        Kind::Maintenance => (State::Scheduled, "for maintenance must be scheduled"),
    };
    let state = fields.optional("state", docs, STATE).unwrap_or(first);
    if state == State::Resolved || !state.is_of(kind) {
        fields.faults.wrong("state", must);
    }
    let affects = affects(fields);
    let message = message(fields);
    let docs = "The start time. Default for an incident: now. Required for maintenance.";
    let starts_at = fields.optional("startsAt", docs, ANY_MOMENT);
    let docs = "The end time. Required for maintenance; not allowed for incidents.";
    let ends_at = fields.optional("endsAt", docs, ANY_MOMENT);
    let (starts_at, ends_at) = match kind {
        Kind::Incident => (since(fields, starts_at, ends_at), None),
        Kind::Maintenance => span(fields, starts_at, ends_at),
    };
    Some(Plan {
        kind,
        title: title?,
        impact: impact?,
        state,
        affects: affects?,
        message: message?,
        starts_at,
        ends_at,
    })
}

/// Each service once, in the order in which people see them.
fn affects(fields: &mut Fields<'_>) -> Option<Vec<Service>> {
    let products = fields.products();
    let services = Set {
        item: ServiceOf(products.clone()),
        most: products.services().len(),
        must: "must hold services such as investment_ipo/live".into(),
    };
    let services = services.told(|| {
        let item = json!({"type": "string"});
        json!({"type": "array", "items": item, "minItems": 1})
    });
    let mut all = fields.required(
        "affects",
        "The affected services and environments.",
        services,
    )?;
    if all.is_empty() {
        fields.faults.missing("affects");
    }
    all.sort_by_key(|one| (products.position(one.scope), one.environment));
    Some(all)
}

fn since(
    fields: &mut Fields<'_>,
    starts_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
) -> Timestamp {
    let now = fields.now();
    let start = starts_at.unwrap_or(now);
    if start > now || start < now.plus_seconds(-BACK_SECONDS_MAX) {
        let must = "for an incident must be within the last 30 days";
        fields.faults.wrong("startsAt", must);
    }
    if ends_at.is_some() {
        fields
            .faults
            .wrong("endsAt", "is only allowed for maintenance");
    }
    start
}

fn span(
    fields: &mut Fields<'_>,
    starts_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
) -> (Timestamp, Option<Timestamp>) {
    for (field, at) in [("startsAt", starts_at), ("endsAt", ends_at)] {
        if at.is_none() {
            fields.faults.missing(field);
        }
    }
    let now = fields.now();
    let start = starts_at.unwrap_or(now);
    if start > now.plus_seconds(AHEAD_SECONDS_MAX) || start < now.plus_seconds(-WORK_SECONDS_MAX) {
        fields.faults.wrong("startsAt", "must be within a year");
    } else if let Some(end) = ends_at
        && (end <= start || end <= now || end > start.plus_seconds(WORK_SECONDS_MAX))
    {
        let must = "must be in the future, after the start and within seven days of it";
        fields.faults.wrong("endsAt", must);
    }
    (start, ends_at)
}

impl Command for OpenIncident {
    const SPEC: &'static Spec = &Spec::post("openIncident", "/admin/v1/incidents")
        .about(
            TAG,
            "Report an incident or schedule maintenance",
            "Published within 5 seconds on the status page, in its feed, and in the portal of \
             every affected tenant.",
        )
        .takes(
            Body::Json("NewIncident", "The incident or maintenance to publish."),
            Permission::Incidents,
        )
        .answers(&[(201, "The published incident.")]);
    type Output = IncidentView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        plan(fields).map(|plan| Self { plan, id: None })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<IncidentView> {
        let id = self.id.unwrap_or_else(|| services.ids.id(by.at));
        let open = incident::OpenIncident {
            by,
            id,
            plan: self.plan,
        };
        services.store.write(open).await.map(IncidentView::from)
    }
}

/// Incidents and planned work, the newest first.
#[derive(Debug)]
pub struct ListIncidents {
    /// Which part of them.
    pub page: Page,
}

impl Command for ListIncidents {
    const SPEC: &'static Spec = &Spec::get("listIncidents", "/admin/v1/incidents")
        .about(
            TAG,
            "List incidents",
            "Lists incidents and maintenance, newest first, without their updates.",
        )
        .answers(&[(200, "A page of incidents.")]);
    type Output = Paged<IncidentView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.page().map(|page| Self { page })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let list = incident::ListIncidents { page: self.page };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, IncidentView::from))
    }
}

/// A look at an incident.
#[derive(Debug)]
pub struct GetIncident {
    pub id: IncidentId,
}

impl Command for GetIncident {
    const SPEC: &'static Spec = &Spec::get("getIncident", "/admin/v1/incidents/{incidentId}")
        .about(TAG, "Get an incident", "")
        .answers(&[(200, "The incident with all its updates.")]);
    type Output = IncidentView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let id = fields.path_id("incidentId", MISSING);
        id.map(|id| Self { id })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<IncidentView> {
        let incident = services.store.read(FindIncident { id: self.id }).await?;
        Ok(incident.into())
    }
}

/// An update to an incident or maintenance.
#[derive(Debug)]
pub struct UpdateIncident {
    pub id: IncidentId,
    pub update: Change,
}

impl Command for UpdateIncident {
    const SPEC: &'static Spec =
        &Spec::post("updateIncident", "/admin/v1/incidents/{incidentId}/updates")
            .about(
                TAG,
                "Update an incident",
                "Adds a public update or resolves the incident. Earlier updates stay visible.",
            )
            .takes(
                Body::Json(
                    "NewIncidentUpdate",
                    "An update to an incident or maintenance.",
                ),
                Permission::Incidents,
            )
            .answers(&[(201, "The updated incident.")]);
    type Output = IncidentView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let id = fields.path_id("incidentId", MISSING);
        let docs = "The new state. Omit to keep the current one. `resolved` ends the incident.";
        let state = fields.optional("state", docs, STATE);
        let docs = "The impact on API users. Omit to keep the current one.";
        let impact = fields.optional("impact", docs, IMPACT);
        let ends_at = fields.optional("endsAt", "A new end time for maintenance.", ANY_MOMENT);
        let message = message(fields);
        Some(Self {
            id: id?,
            update: Change {
                state,
                impact,
                ends_at,
                message: message?,
            },
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<IncidentView> {
        let Self { id, update } = self;
        let update = incident::UpdateIncident { by, id, update };
        services.store.write(update).await.map(IncidentView::from)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::read;
    use kofa_core::product::sample::products;

    const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

    fn with(changes: Value) -> Value {
        let mut all = json!({
            "title": " Company look-ups fail ",
            "impact": "degraded",
            "affects": [
                "business_validation_registry/live",
                "business_validation_registry/live",
            ],
            "message": "We look into it.\r\nMore soon.",
        });
        for (name, value) in changes.as_object().unwrap() {
            all[name] = value.clone();
        }
        all
    }

    fn planned(input: &Value) -> Result<Plan> {
        let open = read::<OpenIncident>(input.as_object().unwrap(), NOW, &products());
        open.map(|open| open.plan)
    }

    fn fields(input: &Value) -> Vec<String> {
        let refused = planned(input).unwrap_err();
        let field = |fault: &kofa_domain::Fault| fault.field.clone().unwrap_or_default();
        let fields = refused.all().iter().map(field);
        fields.map(|field| field.into_owned()).collect()
    }

    #[test]
    fn an_incident_begins_now_and_is_looked_into() {
        let plan = planned(&with(json!({}))).unwrap();
        assert_eq!(plan.title, "Company look-ups fail");
        assert_eq!(plan.affects.len(), 1);
        assert_eq!(plan.message, "We look into it.\nMore soon.");
        assert_eq!((plan.starts_at, plan.ends_at), (NOW, None));
        assert_eq!(plan.state, State::Investigating);
    }

    #[test]
    fn planned_work_has_a_start_and_an_end() {
        let work = |starts_at: &str, ends_at: &str| {
            let or_null = |text: &str| match text {
                "" => Value::Null,
                text => text.into(),
            };
            with(json!({
                "kind": "maintenance", "startsAt": or_null(starts_at), "endsAt": or_null(ends_at),
            }))
        };
        let plan = planned(&work(
            "2026-11-22T22:00:00+01:00",
            "2026-11-22T23:30:00+01:00",
        ));
        assert_eq!(plan.unwrap().state, State::Scheduled);
        let check = |starts_at: &str, ends_at: &str, expected: &[&str]| {
            let wrong = work(starts_at, ends_at);
            assert_eq!(fields(&wrong), expected, "{starts_at} {ends_at}");
        };
        check("", "", &["startsAt", "endsAt"]);
        check("2026-11-22T22:00:00Z", "2026-11-22T22:00:00Z", &["endsAt"]);
        check("2026-11-22T22:00:00Z", "2026-12-22T22:00:00Z", &["endsAt"]);
        check(
            "2029-11-22T22:00:00Z",
            "2029-11-22T23:00:00Z",
            &["startsAt"],
        );
        check("soon", "2026-11-22T23:00:00Z", &["startsAt"]);
    }

    #[test]
    fn all_faults_come_at_once() {
        let wrong = json!({
            "kind": "party",
            "title": "\u{7}",
            "impact": "huge",
            "state": "resolved",
            "affects": ["everything"],
            "message": " ",
            "startsAt": "2030-01-01T00:00:00Z",
            "endsAt": "2030-01-01T00:00:00Z",
        });
        let expected = [
            "kind", "title", "impact", "state", "affects", "message", "startsAt", "endsAt",
        ];
        assert_eq!(fields(&wrong), expected);
        let expected = ["title", "impact", "affects", "message"];
        assert_eq!(fields(&json!({})), expected);
        assert_eq!(fields(&with(json!({"affects": []}))), ["affects"]);
    }

    proptest! {
        #[test]
        fn nothing_typed_panics(text in "\\PC{0,80}") {
            let typed = json!({
                "kind": text, "title": text, "impact": text, "state": text, "affects": [text],
                "message": text, "startsAt": text, "endsAt": text,
                "incidentId": format!("inc_{}", "0".repeat(32)),
            });
            let _ = planned(&typed);
            let _ = read::<UpdateIncident>(typed.as_object().unwrap(), NOW, &products());
        }
    }
}
