//! Incidents and planned work: listed, told, updated, ended.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::incidents::{OpenIncident, UpdateIncident};
use kofa_core::product::Products;
use kofa_core::{Page as Part, Right, Service};
use kofa_domain::{Environment, Error, Id, Result, Timestamp, codes};
use kofa_insight::status::incident::{
    FindIncident, Impact, Incident, IncidentId, Kind, ListIncidents, State as Stage,
};
use kofa_portal::kit::show::{self, Html};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, answer_once,
    go, labelled, respond,
};

use crate::ask::{Question, must_be_sure};

/// Incidents of a page.
const INCIDENTS: &str = "30";
const BASE: &str = "/console/incidents";

/// `GET /console/incidents`
#[derive(Debug, Template)]
#[template(path = "console/incidents.html")]
struct ListPage<'a> {
    layout: &'a Layout,
    may: bool,
    rows: Vec<RowView>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct RowView {
    id: String,
    title: String,
    kind: &'static str,
    state: &'static str,
    tone: &'static str,
    impact: &'static str,
    affects: String,
    starts: Html,
    over: Html,
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Incident => "Incident",
        Kind::Maintenance => "Maintenance",
    }
}

fn impact_name(impact: Impact) -> &'static str {
    match impact {
        Impact::None => "No impact",
        Impact::Degraded => "Some requests fail or are slow",
        Impact::Down => "All requests fail",
    }
}

fn state_name(state: Stage) -> &'static str {
    match state {
        Stage::Investigating => "Investigating",
        Stage::Identified => "Identified",
        Stage::Monitoring => "Monitoring",
        Stage::Scheduled => "Scheduled",
        Stage::Resolved => "Resolved",
    }
}

fn service_name(products: &Products, service: Service) -> String {
    format!("{}, {}", products.title(service.scope), service.environment)
}

impl RowView {
    fn new(products: &Products, one: &Incident, now: Timestamp) -> Self {
        let (state, tone) = match (one.is_over(now), one.kind, one.is_under_way(now)) {
            (true, ..) if one.is_called_off() => ("Cancelled", "plain"),
            (true, ..) => ("Over", "ok"),
            (_, Kind::Maintenance, true) => ("In progress", "plain"),
            (_, Kind::Maintenance, false) => ("Planned", "plain"),
            (_, Kind::Incident, _) if one.impact == Impact::Down => (state_name(one.state), "bad"),
            (_, Kind::Incident, _) => (state_name(one.state), "warn"),
        };
        let name = |service: &Service| service_name(products, *service);
        let names: Vec<String> = one.affects.iter().map(name).collect();
        Self {
            id: one.id.to_string(),
            title: one.title.clone(),
            kind: kind_name(one.kind),
            state,
            tone,
            impact: impact_name(one.impact),
            affects: names.join("; "),
            starts: show::moment(one.starts_at),
            over: one.told_end().map_or(Html(String::new()), show::moment),
        }
    }
}

pub(crate) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    RawQuery(query): RawQuery,
) -> Page {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let cursor = Some(query.text("cursor")).filter(|text| !text.is_empty());
    let list = ListIncidents {
        page: Part::read(cursor, Some(INCIDENTS))?,
    };
    let listed = web.admin.store.read(list).await?;
    let now = web.now();
    let layout = Layout::console(&web, &signed_in, "incidents", "Incidents");
    let next = listed
        .next_cursor
        .map(|next| format!("{BASE}?cursor={next}"));
    let page = ListPage {
        layout: &layout,
        may: signed_in.may(Right::Incidents),
        rows: listed
            .items
            .iter()
            .map(|one| RowView::new(&web.admin.products, one, now))
            .collect(),
        first: cursor.map_or("", |_| BASE).to_owned(),
        next: next.unwrap_or_default(),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// `GET /console/incidents/new`, `GET /console/incidents/work`
#[derive(Debug, Template)]
#[template(path = "console/incident-new.html")]
struct NewPage<'a> {
    layout: &'a Layout,
    is_work: bool,
    action: &'static str,
    typed: Typed,
    faults: Faults,
    services: Vec<(String, String)>,
    impacts: Vec<(&'static str, &'static str)>,
    states: Vec<(&'static str, &'static str)>,
    message_max: u64,
}

impl NewPage<'_> {
    fn has(&self, service: &str) -> bool {
        self.typed.affects.iter().any(|one| one == service)
    }
}

/// What the forms call what an operation calls otherwise.
fn told_of(error: Error, (start, end): (&'static str, &'static str)) -> Error {
    labelled(error, |name| match name {
        "affects" => Some("Services"),
        "message" => Some("Message"),
        "startsAt" => Some(start),
        "endsAt" => Some(end),
        _ => None,
    })
}

fn new_told_of(error: Error, kind: Kind) -> Error {
    match kind {
        Kind::Incident => told_of(error, ("Started", "Until")),
        Kind::Maintenance => told_of(error, ("Starts", "Ends")),
    }
}

fn update_told_of(error: Error) -> Error {
    told_of(error, ("Started", "New end time"))
}

/// Longest text of a message, in characters.
fn message_max() -> u64 {
    let described = Entry::of::<OpenIncident>().described();
    let message = described.field("message");
    message.map_or(0, |field| field.schema["maxLength"].as_u64().unwrap_or(0))
}

/// What stands in a form.
#[derive(Debug, Default)]
struct Typed {
    title: String,
    impact: String,
    state: String,
    affects: Vec<String>,
    message: String,
    starts_at: String,
    ends_at: String,
}

impl Typed {
    fn of(form: &Form) -> Self {
        let text = |name: &str| form.text(name).to_owned();
        Self {
            title: text("title"),
            impact: text("impact"),
            state: text("state"),
            affects: form.all("affects").into_iter().map(str::to_owned).collect(),
            message: text("message"),
            starts_at: text("startsAt"),
            ends_at: text("endsAt"),
        }
    }
}

fn new_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    kind: Kind,
    (typed, faults): (Typed, Faults),
) -> Response {
    let is_work = kind == Kind::Maintenance;
    let title = if is_work {
        "Schedule maintenance"
    } else {
        "Report incident"
    };
    let layout = Layout::console(web, signed_in, "incidents", title);
    let products = &web.admin.products;
    let services = products.services().into_iter();
    let impacts = Impact::ALL
        .iter()
        .rev()
        .map(|&one| (one.as_str(), impact_name(one)));
    let states = Stage::ALL
        .iter()
        .filter(|one| one.is_of(kind) && **one != Stage::Resolved);
    let page = NewPage {
        layout: &layout,
        is_work,
        action: if is_work {
            "/console/incidents/work"
        } else {
            "/console/incidents/new"
        },
        typed,
        services: services
            .map(|one| (one.to_string(), service_name(products, one)))
            .collect(),
        impacts: impacts.collect(),
        states: states.map(|&one| (one.as_str(), state_name(one))).collect(),
        message_max: message_max(),
        faults,
    };
    respond(web, &layout, page.faults.status(), &page)
}

fn ask(web: &WebState, signed_in: &SignedInOperator, kind: Kind) -> Page {
    signed_in.by.actor.needs(Right::Incidents)?;
    let typed = Typed {
        impact: match kind {
            Kind::Incident => Impact::Degraded.as_str().to_owned(),
            Kind::Maintenance => Impact::None.as_str().to_owned(),
        },
        ..Typed::default()
    };
    Ok(new_page(web, signed_in, kind, (typed, Faults::default())))
}

pub(crate) async fn ask_incident(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
) -> Page {
    ask(&web, &signed_in, Kind::Incident)
}

pub(crate) async fn ask_work(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
) -> Page {
    ask(&web, &signed_in, Kind::Maintenance)
}

/// What is asked before everyone can read a message.
fn publishing() -> Question {
    let text = "Everyone can read it within seconds: on the status page, in its feed, and in the \
                portal of every affected tenant.";
    Question::new("Publish this message?", text, "Publish").in_world(Environment::Live)
}

async fn open(web: &WebState, signed_in: &SignedInOperator, form: &Form, kind: Kind) -> Page {
    signed_in.by.actor.needs(Right::Incidents)?;
    let typed = Typed::of(form);
    let open = CommandForm::new(Entry::of::<OpenIncident>())
        .with("kind", kind.as_str())
        .filled(form);
    let opened = match open.read::<OpenIncident>(web.now(), &web.admin.products) {
        Ok(open) => {
            must_be_sure(web, signed_in, ("incidents", BASE), form, &publishing())?;
            let open = match form.once(web, &signed_in.form_token) {
                Some(once) => open.once(&web.admin.vault, &once, &format!("{kind:?} {typed:?}")),
                None => open,
            };
            web.admin.run(signed_in.by.clone(), open).await
        }
        Err(error) => Err(error),
    };
    match opened {
        Ok(incident) => {
            told(web).await;
            let said = match kind {
                Kind::Incident => "The incident is published.",
                Kind::Maintenance => "The maintenance is announced.",
            };
            Ok(go(web, &format!("{BASE}/{}", incident.id), said))
        }
        Err(error) => {
            let faults = Faults::of(new_told_of(error, kind))?;
            Ok(new_page(web, signed_in, kind, (typed, faults)))
        }
    }
}

/// Lets a change show at once. It is on disk already: where this fails, it shows in seconds.
async fn told(web: &WebState) {
    let _ = web.status.read_incidents().await;
}

pub(crate) async fn open_incident(
    State(web): State<Arc<WebState>>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    open(&web, &signed_in, &form, Kind::Incident).await
}

pub(crate) async fn open_work(
    State(web): State<Arc<WebState>>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    open(&web, &signed_in, &form, Kind::Maintenance).await
}

/// `GET /console/incidents/{incident}`
#[derive(Debug, Template)]
#[template(path = "console/incident.html")]
struct OnePage<'a> {
    layout: &'a Layout,
    one: RowView,
    is_work: bool,
    /// Whether more can be said about it, and by the reader.
    may: bool,
    updates: Vec<(Html, &'static str, Vec<String>)>,
    typed: Typed,
    faults: Faults,
    impacts: Vec<(&'static str, &'static str)>,
    states: Vec<(&'static str, &'static str)>,
    message_max: u64,
}

fn one_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    incident: &Incident,
    (typed, faults): (Typed, Faults),
) -> Response {
    let layout = Layout::console(web, signed_in, "incidents", incident.title.clone());
    let lines = |text: &str| text.lines().map(str::to_owned).collect();
    let updates = incident.updates.iter();
    let states = Stage::ALL.iter().filter(|one| one.is_of(incident.kind));
    let page = OnePage {
        layout: &layout,
        one: RowView::new(&web.admin.products, incident, web.now()),
        is_work: incident.kind == Kind::Maintenance,
        may: incident.resolved_at.is_none() && signed_in.may(Right::Incidents),
        updates: updates
            .map(|said| {
                (
                    show::moment(said.at),
                    state_name(said.state),
                    lines(&said.message),
                )
            })
            .collect(),
        typed,
        impacts: Impact::ALL
            .iter()
            .map(|&one| (one.as_str(), impact_name(one)))
            .collect(),
        states: states.map(|&one| (one.as_str(), state_name(one))).collect(),
        message_max: message_max(),
        faults,
    };
    respond(web, &layout, page.faults.status(), &page)
}

async fn find(web: &WebState, id: &str) -> Result<Incident> {
    let unknown = || Error::new(&codes::NOT_FOUND, "There is no such incident.");
    let id: IncidentId = Id::parse(id).ok_or_else(unknown)?;
    web.admin.store.read(FindIncident { id }).await
}

pub(crate) async fn one(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    Path(id): Path<String>,
) -> Page {
    let incident = find(&web, &id).await?;
    let typed = Typed {
        state: incident.state.as_str().to_owned(),
        impact: incident.impact.as_str().to_owned(),
        ..Typed::default()
    };
    Ok(one_page(
        &web,
        &signed_in,
        &incident,
        (typed, Faults::default()),
    ))
}

pub(crate) async fn update(
    State(web): State<Arc<WebState>>,
    Path(id): Path<String>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    signed_in.by.actor.needs(Right::Incidents)?;
    let incident = find(&web, &id).await?;
    let update = CommandForm::new(Entry::of::<UpdateIncident>())
        .with("incidentId", incident.id.as_str())
        .filled(&form);
    let update = match update.read(signed_in.by.at, &web.admin.products) {
        Ok(update) => update,
        Err(error) => {
            let faults = Faults::of(update_told_of(error))?;
            let typed = Typed::of(&form);
            return Ok(one_page(&web, &signed_in, &incident, (typed, faults)));
        }
    };
    let back = format!("{BASE}/{}", incident.id);
    must_be_sure(&web, &signed_in, ("incidents", &back), &form, &publishing())?;
    let (here, by, typed) = (Arc::clone(&web), signed_in.clone(), Typed::of(&form));
    let say = async move { said(&here, &by, incident, (typed, update)).await };
    answer_once(&web, &signed_in, &form, say).await
}

async fn said(
    web: &WebState,
    signed_in: &SignedInOperator,
    incident: Incident,
    (typed, update): (Typed, UpdateIncident),
) -> Page {
    match web.admin.run(signed_in.by.clone(), update).await {
        Ok(after) => {
            told(web).await;
            let said = match after.resolved_at {
                Some(_) => "The incident is resolved.",
                None => "The incident is published.",
            };
            Ok(go(web, &format!("{BASE}/{}", after.id), said))
        }
        Err(error) => {
            let faults = Faults::of(update_told_of(error))?;
            Ok(one_page(web, signed_in, &incident, (typed, faults)))
        }
    }
}
