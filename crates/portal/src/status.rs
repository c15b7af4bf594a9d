//! How the services do, for everybody: a page, the same as JSON, and a feed. All of it is told
//! from memory: it answers also while the store cannot be reached, and says so.

use std::fmt::Write as _;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::middleware::map_response;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::{StatusCode, header};
use kofa_core::Service;
use kofa_core::product::Products;
use kofa_domain::{Environment, Timestamp};
use kofa_insight::status::Health;
use kofa_insight::status::board::Picture;
use kofa_insight::status::days::{PerMyriad, Tally};
use kofa_insight::status::incident::{Impact, Incident, Kind, Said, State as Stage};
use serde_json::{Value, json};

use crate::assets;
use crate::kit::{WebState, plot, show};
use crate::page::{Frame, Missing, Part, render, secure};
use crate::text::{Html, escape};

/// Most incidents with all their words on one page.
const OPEN_MAX: usize = 5;
/// Most updates of each of them there.
const SAID_MAX: usize = 3;
/// Most incidents that are over on one page.
const PAST_MAX: usize = 20;
/// Most updates on the page of one incident.
const PAGE_SAID_MAX: usize = 30;
/// Entries of the feed.
const FEED_MAX: usize = 30;
/// A day with fewer of 10,000 calls that succeeded is marked.
const WARN_BELOW: PerMyriad = 9_990;
/// One with fewer than this is marked as bad.
const BAD_BELOW: PerMyriad = 9_500;

/// `/status`, `/status.json`, `/status.atom` and `/status/{incident}`.
pub fn routes(web: Arc<WebState>) -> Router {
    Router::new()
        .route("/status", get(page))
        .route("/status.json", get(as_json))
        .route("/status.atom", get(feed))
        .route("/status/{incident}", get(incident))
        .route_layer(map_response(secure))
        .with_state(web)
}

/// A service as a page shows it.
#[derive(Debug)]
pub(crate) struct ServiceView {
    /// `Business registry`
    pub(crate) name: String,
    /// `Operational`
    pub(crate) health: &'static str,
    pub(crate) tone: &'static str,
    /// `99.98 %`, or `no calls yet`.
    pub(crate) share: String,
    /// Within what time 95 of 100 calls of the last 24 hours ended; empty without calls.
    pub(crate) p95: String,
    pub(crate) strip: Html,
}

/// An incident as a page shows it.
#[derive(Debug)]
pub(crate) struct IncidentView {
    pub(crate) id: String,
    pub(crate) title: String,
    /// `Incident` or `Maintenance`.
    pub(crate) kind: &'static str,
    /// `Identified`, `In progress`
    pub(crate) state: &'static str,
    pub(crate) tone: &'static str,
    /// `Business registry (live)`
    pub(crate) affects: String,
    /// From when until when.
    pub(crate) when: Html,
    pub(crate) updates: Vec<SaidView>,
    /// What it meant to the reader, if known.
    pub(crate) impact: String,
}

/// What was said at a time.
#[derive(Debug)]
pub(crate) struct SaidView {
    pub(crate) at: Html,
    pub(crate) state: &'static str,
    pub(crate) lines: Vec<String>,
}

pub(crate) fn percent(share: PerMyriad) -> String {
    match share {
        10_000 => "100 %".to_owned(),
        _ => format!("{}.{:02} %", share / 100, share % 100),
    }
}

pub(crate) fn health_name(health: Health) -> &'static str {
    match health {
        Health::Well => "Operational",
        Health::Maintenance => "Maintenance",
        Health::Degraded => "Degraded",
        Health::Down => "Down",
    }
}

fn tone(health: Health) -> &'static str {
    match health {
        Health::Well => "ok",
        Health::Maintenance => "plain",
        Health::Degraded => "warn",
        Health::Down => "bad",
    }
}

fn cell(share: Option<PerMyriad>) -> &'static str {
    match share {
        None => "none",
        Some(share) if share < BAD_BELOW => "bad",
        Some(share) if share < WARN_BELOW => "warn",
        Some(_) => "ok",
    }
}

/// A day without its year: the strip spans 90 of them.
fn short_day(at: Timestamp) -> String {
    let text = show::day(at);
    text.rsplit_once(' ')
        .map_or(text.clone(), |(day, _)| day.to_owned())
}

fn whole(days: &[Tally]) -> Option<Tally> {
    let mut all = *days.first()?;
    for day in days.iter().skip(1) {
        all.add(day);
    }
    Some(all)
}

impl ServiceView {
    /// As known from `picture`.
    fn new(products: &Products, picture: &Picture, service: Service, now: Timestamp) -> Self {
        let days = picture.days(service, now);
        let health = picture.health(service, now);
        let share = whole(&days).and_then(|all| all.available());
        let cells: Vec<(&str, String)> = days
            .iter()
            .map(|day| {
                let share = day.available();
                let text = share.map_or("no requests".to_owned(), percent);
                (cell(share), format!("{}: {text}", short_day(day.at)))
            })
            .collect();
        let name = products.title(service.scope);
        let share = share.map_or("no requests yet".to_owned(), percent);
        let summary = format!("{name}, the last 90 days: {share}");
        let p95 = picture.speed.p95_us(service);
        Self {
            name,
            health: health_name(health),
            tone: tone(health),
            strip: plot::strip(&cells, &summary),
            share,
            p95: p95.map_or_else(String::new, show::millis),
        }
    }

    /// All services of an environment.
    pub(crate) fn of(
        products: &Products,
        picture: &Picture,
        environment: Environment,
        now: Timestamp,
    ) -> Vec<Self> {
        let all = products.services().into_iter();
        all.filter(|service| service.environment == environment)
            .map(|service| Self::new(products, picture, service, now))
            .collect()
    }
}

fn state_name(incident: &Incident, state: Stage, started: bool) -> &'static str {
    match (state, incident.kind) {
        (Stage::Investigating, _) => "Investigating",
        (Stage::Identified, _) => "Identified",
        (Stage::Monitoring, _) => "Monitoring",
        (Stage::Scheduled, _) if started => "In progress",
        (Stage::Scheduled, _) => "Planned",
        (Stage::Resolved, Kind::Incident) => "Resolved",
        (Stage::Resolved, Kind::Maintenance) if incident.is_called_off() => "Cancelled",
        (Stage::Resolved, Kind::Maintenance) => "Completed",
    }
}

fn said(incident: &Incident, one: &Said) -> SaidView {
    SaidView {
        at: show::moment(one.at),
        state: state_name(incident, one.state, false),
        lines: one.message.lines().map(str::to_owned).collect(),
    }
}

/// `Business registry (live), Proof of address (live)`
fn affects(products: &Products, incident: &Incident) -> String {
    let name = |one: &Service| format!("{} ({})", products.title(one.scope), one.environment);
    let names: Vec<String> = incident.affects.iter().map(name).collect();
    names.join(", ")
}

impl IncidentView {
    /// With at most `said_max` of its updates.
    pub(crate) fn new(
        products: &Products,
        incident: &Incident,
        now: Timestamp,
        said_max: usize,
    ) -> Self {
        let over = incident.is_over(now);
        let state = match over {
            true => state_name(incident, Stage::Resolved, true),
            false => state_name(incident, incident.state, incident.is_under_way(now)),
        };
        let from = show::moment(incident.starts_at).0;
        let when = match incident.told_end() {
            Some(at) => format!("{from} to {}", show::moment(at)),
            None => format!("Since {from}"),
        };
        let tone = match (over, incident.impact, incident.kind) {
            (true, ..) => "ok",
            (_, Impact::Down, _) => "bad",
            (_, _, Kind::Maintenance) => "plain",
            (_, _, Kind::Incident) => "warn",
        };
        let updates = incident.updates.iter().take(said_max);
        Self {
            id: incident.id.to_string(),
            title: incident.title.clone(),
            kind: match incident.kind {
                Kind::Incident => "Incident",
                Kind::Maintenance => "Maintenance",
            },
            state,
            tone,
            affects: affects(products, incident),
            when: Html(when),
            updates: updates.map(|one| said(incident, one)).collect(),
            impact: String::new(),
        }
    }
}

/// What is open or planned, and what is over, of an environment or of all.
pub(crate) struct Sorted<'a> {
    pub(crate) open: Vec<&'a Incident>,
    pub(crate) past: Vec<&'a Incident>,
}

impl<'a> Sorted<'a> {
    pub(crate) fn of(
        picture: &'a Picture,
        environment: Option<Environment>,
        now: Timestamp,
    ) -> Self {
        let here = |one: &&Incident| {
            let of = |service: &Service| environment.is_none_or(|it| it == service.environment);
            one.affects.iter().any(of)
        };
        let all = picture.incidents.iter().filter(here);
        let (past, mut open): (Vec<_>, Vec<&Incident>) = all.partition(|one| one.is_over(now));
        // What is planned comes after what is.
        open.sort_by_key(|one| !one.is_under_way(now));
        Self { open, past }
    }

    pub(crate) fn open_views(&self, products: &Products, now: Timestamp) -> Vec<IncidentView> {
        let shown = self.open.iter().take(OPEN_MAX);
        shown
            .map(|one| IncidentView::new(products, one, now, SAID_MAX))
            .collect()
    }

    pub(crate) fn past_views(&self, products: &Products, now: Timestamp) -> Vec<IncidentView> {
        let rest = self.open.iter().skip(OPEN_MAX).chain(&self.past);
        let shown = rest.take(PAST_MAX);
        shown
            .map(|one| IncidentView::new(products, one, now, 0))
            .collect()
    }
}

/// What is said above a page that cannot be current; empty if it is.
pub(crate) fn old_note(picture: &Picture, now: Timestamp) -> String {
    match picture.read_at {
        _ if !picture.is_old(now) => String::new(),
        Some(at) => format!(
            "This page cannot reach our database right now. It shows the status as of {} at \
             {} UTC.",
            show::day(at),
            at.rfc3339().get(11..19).unwrap_or_default()
        ),
        None => {
            "This page cannot reach our database right now, so the status is unknown.".to_owned()
        }
    }
}

/// One sentence over everything.
fn overall(products: &Products, picture: &Picture, now: Timestamp) -> (&'static str, &'static str) {
    let all = products.services().into_iter();
    let worst = all.map(|service| picture.health(service, now)).max();
    match worst.unwrap_or(Health::Well) {
        Health::Well => ("All services are operational.", "ok"),
        Health::Maintenance => ("Maintenance in progress.", "plain"),
        Health::Degraded => ("Some services are degraded.", "warn"),
        Health::Down => ("Some services are down.", "bad"),
    }
}

fn frame(web: &WebState, title: &str, here: &str) -> Frame {
    Frame {
        title: title.to_owned(),
        summary:
            "Health of the Kofa services: now, over the last 90 days, and planned maintenance."
                .to_owned(),
        part: Part::Status,
        here: here.to_owned(),
        contents: Vec::new(),
        version: web.version.to_owned(),
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
    }
}

/// `GET /status`
#[derive(Debug, Template)]
#[template(path = "status.html")]
struct StatusPage {
    frame: Frame,
    overall: &'static str,
    tone: &'static str,
    old: String,
    /// Of which environment the days are.
    environment: Environment,
    services: Vec<ServiceView>,
    open: Vec<IncidentView>,
    past: Vec<IncidentView>,
    read_at: Option<Html>,
}

async fn page(State(web): State<Arc<WebState>>, RawQuery(query): RawQuery) -> Response {
    let (picture, now) = (web.status.picture(), web.now());
    let query = query.unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let asked = pairs.find(|(name, _)| name == "environment");
    let environment = asked.and_then(|(_, word)| Environment::parse(&word));
    let environment = environment.unwrap_or(Environment::Live);
    let sorted = Sorted::of(&picture, None, now);
    let products = &web.admin.products;
    let (overall, tone) = overall(products, &picture, now);
    let page = StatusPage {
        frame: frame(&web, "Status", "/status"),
        overall,
        tone,
        old: old_note(&picture, now),
        environment,
        services: ServiceView::of(products, &picture, environment, now),
        open: sorted.open_views(products, now),
        past: sorted.past_views(products, now),
        read_at: picture.read_at.map(show::moment),
    };
    render(StatusCode::OK, &page)
}

/// `GET /status/{incident}`
#[derive(Debug, Template)]
#[template(path = "status-incident.html")]
struct IncidentPage {
    frame: Frame,
    one: IncidentView,
}

async fn incident(State(web): State<Arc<WebState>>, Path(id): Path<String>) -> Response {
    let (picture, now) = (web.status.picture(), web.now());
    let found = picture.incidents.iter().find(|one| one.id.as_str() == id);
    let Some(found) = found else {
        let page = Missing {
            frame: frame(&web, "Page not found", ""),
            what: "Incident not found, or it ended more than 90 days ago.".to_owned(),
        };
        return render(StatusCode::NOT_FOUND, &page);
    };
    let page = IncidentPage {
        frame: frame(&web, &found.title, "/status"),
        one: IncidentView::new(&web.admin.products, found, now, PAGE_SAID_MAX),
    };
    render(StatusCode::OK, &page)
}

fn incident_json(incident: &Incident, now: Timestamp, base_url: &str) -> Value {
    let said = |one: &Said| {
        json!({
            "at": one.at.rfc3339(),
            "state": one.state.as_str(),
            "message": one.message,
        })
    };
    let affects: Vec<Value> = incident
        .affects
        .iter()
        .map(|one| json!({"service": one.scope, "environment": one.environment}))
        .collect();
    json!({
        "id": incident.id.as_str(),
        "url": format!("{base_url}/status/{}", incident.id),
        "title": incident.title,
        "impact": incident.impact.as_str(),
        "state": incident.state.as_str(),
        "underWay": incident.is_under_way(now),
        "affects": affects,
        "startsAt": incident.starts_at.rfc3339(),
        "endsAt": incident.ends_at.map(Timestamp::rfc3339),
        "resolvedAt": incident.resolved_at.map(Timestamp::rfc3339),
        "updates": incident.updates.iter().map(said).collect::<Vec<_>>(),
    })
}

fn service_json(picture: &Picture, service: Service, now: Timestamp) -> Value {
    let days = picture.days(service, now);
    let share = |tally: &Tally| tally.available().map(|share| share as f64 / 100.0);
    let millis = |us: i64| us as f64 / 1_000.0;
    let time = |tally: &Tally| {
        json!({
            "since": tally.at.rfc3339(),
            "successPercent": share(tally),
            "meanMs": tally.mean_us().map(millis),
            "p95Ms": picture.speed.p95_of_hour_us(service, tally.at).map(millis),
        })
    };
    let day =
        |tally: &Tally| json!({"day": show::iso_day(tally.at), "successPercent": share(tally)});
    json!({
        "service": service.scope,
        "environment": service.environment,
        "status": picture.health(service, now).as_str(),
        "p95Ms24Hours": picture.speed.p95_us(service).map(millis),
        "successPercent90Days": whole(&days).and_then(|all| share(&all)),
        "days": days.iter().map(day).collect::<Vec<_>>(),
        "hours": picture.hours(service, now).iter().map(time).collect::<Vec<_>>(),
    })
}

/// `GET /status.json`
async fn as_json(State(web): State<Arc<WebState>>) -> Response {
    let (picture, now) = (web.status.picture(), web.now());
    let of_kind = |kind: Kind| -> Vec<Value> {
        let all = picture.incidents.iter().filter(|one| one.kind == kind);
        all.map(|one| incident_json(one, now, &web.admin.base_url))
            .collect()
    };
    let probes: Vec<Value> = picture
        .probes
        .iter()
        .map(|one| json!({"name": one.name, "passed": one.passed, "at": one.at.rfc3339()}))
        .collect();
    let services = web.admin.products.services().into_iter();
    let services: Vec<Value> = services
        .map(|service| service_json(&picture, service, now))
        .collect();
    let body = json!({
        "readAt": picture.read_at.map(Timestamp::rfc3339),
        "isOld": picture.is_old(now),
        "services": services,
        "incidents": of_kind(Kind::Incident),
        "maintenance": of_kind(Kind::Maintenance),
        "probes": probes,
    });
    ([(header::CACHE_CONTROL, "max-age=15")], axum::Json(body)).into_response()
}

/// `GET /status.atom` (RFC 4287): an entry for everything that was said.
async fn feed(State(web): State<Arc<WebState>>) -> Response {
    let picture = web.status.picture();
    let base = &web.admin.base_url;
    let mut entries: Vec<(&Incident, &Said)> = picture
        .incidents
        .iter()
        .flat_map(|one| one.updates.iter().map(move |said| (one, said)))
        .collect();
    entries.sort_by_key(|(_, said)| std::cmp::Reverse(said.at));
    let newest = entries
        .first()
        .map_or(Timestamp::default(), |(_, said)| said.at);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    let text = |text: &str| {
        let mut escaped = String::new();
        escape(&mut escaped, text);
        escaped
    };
    let base = text(base);
    let _ = write!(
        out,
        "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>Kofa status</title>\n\
         <id>{base}/status</id>\n<link href=\"{base}/status\"/>\n\
         <link rel=\"self\" href=\"{base}/status.atom\"/>\n<updated>{}</updated>\n\
         <author><name>Kofa</name></author>\n",
        newest.rfc3339()
    );
    for (incident, said) in entries.into_iter().take(FEED_MAX) {
        let state = state_name(incident, said.state, false);
        let _ = write!(
            out,
            "<entry>\n<title>{}: {}</title>\n<id>{base}/status/{id}#{no}</id>\n\
             <link href=\"{base}/status/{id}\"/>\n<updated>{}</updated>\n\
             <summary>{}</summary>\n<content type=\"text\">{}</content>\n</entry>\n",
            state,
            text(&incident.title),
            said.at.rfc3339(),
            text(&affects(&web.admin.products, incident)),
            text(&said.message),
            id = incident.id,
            no = said.no,
        );
    }
    out.push_str("</feed>\n");
    let headers = [
        (header::CONTENT_TYPE, "application/atom+xml; charset=utf-8"),
        (header::CACHE_CONTROL, "max-age=15"),
    ];
    (headers, out).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_two_places_and_only_all_is_all() {
        assert_eq!(percent(10_000), "100 %");
        assert_eq!(percent(9_999), "99.99 %");
        assert_eq!(percent(5), "0.05 %");
        assert_eq!(cell(None), "none");
        assert_eq!(cell(Some(9_990)), "ok");
        assert_eq!(cell(Some(9_989)), "warn");
        assert_eq!(cell(Some(9_499)), "bad");
    }
}
