//! What needs an operator, at a glance.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::StatusCode;
use kofa_core::Page as Part;
use kofa_core::audit::ListAudit;
use kofa_documents::jobs::{CountTroubled, Troubled};
use kofa_domain::{Environment, Kobo, Timestamp};
use kofa_gate::NodeDelays;
use kofa_identity::fleet::{FleetHour, Outcome, ReadFleet};
use kofa_insight::attention::{Attention, COUNTED_MAX, ReadAttention};
use kofa_insight::calls::Span;
use kofa_insight::status::incident::{Impact, Incident, Kind};
use kofa_portal::kit::plot::{self, Bar};
use kofa_portal::kit::{Layout, Page, SignedInOperator, WebState, respond, show};

use crate::audit::Line;

/// Hours that are shown.
const HOURS: i64 = 24;
/// Entries of the audit log that are shown.
const NEWEST: &str = "8";

/// `GET /console`
#[derive(Debug, Template)]
#[template(path = "console/overview.html")]
struct Overview<'a> {
    layout: &'a Layout,
    now: Timestamp,
    all: Attention,
    jobs: Troubled,
    incidents: Vec<Under>,
    live: Fleet,
    sandbox: Fleet,
    newest: Vec<Line>,
    nodes: Vec<NodeDelays>,
}

/// An incident or planned work that is under way.
#[derive(Debug)]
struct Under {
    href: String,
    title: String,
    /// How its mark is coloured, and what it says.
    mark: (&'static str, &'static str),
    since: Timestamp,
}

impl Under {
    fn new(one: &Incident) -> Self {
        let mark = match (one.kind, one.impact) {
            (Kind::Maintenance, _) => ("plain", "maintenance"),
            (Kind::Incident, Impact::Down) => ("bad", "down"),
            (Kind::Incident, Impact::Degraded) => ("warn", "degraded"),
            (Kind::Incident, Impact::None) => ("", "no impact"),
        };
        Self {
            href: format!("/console/incidents/{}", one.id),
            title: one.title.clone(),
            mark,
            since: one.starts_at,
        }
    }
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new().route("/console", get(page))
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInOperator) -> Page {
    let layout = Layout::console(&web, &signed_in, "", "Overview");
    let (store, now) = (&web.admin.store, signed_in.by.at);
    let since = Span::Hour.start(now.plus_seconds(-(HOURS - 1) * 3_600));
    let hours = store.read(ReadFleet { since }).await?;
    let list = ListAudit {
        tenant: None,
        page: Part::read(None, Some(NEWEST))?,
    };
    let newest = store.read(list).await?;
    let counted_max = COUNTED_MAX;
    let picture = web.status.picture();
    let under_way = picture.under_way(None, now).into_iter();
    let page = Overview {
        layout: &layout,
        now,
        all: store.read(ReadAttention { now }).await?,
        jobs: store.read(CountTroubled { now, counted_max }).await?,
        incidents: under_way.map(Under::new).collect(),
        live: Fleet::of(&hours, Environment::Live, since),
        sandbox: Fleet::of(&hours, Environment::Sandbox, since),
        newest: Line::all(&web, newest.items).await?,
        nodes: web.admin.snapshot.node_delays(),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// Calls of all tenants in one environment in the last hours.
#[derive(Debug)]
struct Fleet {
    calls: i64,
    refused: i64,
    failed: i64,
    charge: Kobo,
    plot: show::Html,
}

impl Fleet {
    fn of(hours: &[FleetHour], environment: Environment, since: Timestamp) -> Self {
        let mut fleet = Self {
            calls: 0,
            refused: 0,
            failed: 0,
            charge: Kobo::ZERO,
            plot: show::Html::default(),
        };
        let mut parts: BTreeMap<Timestamp, [i64; 3]> = (0..HOURS)
            .map(|hour| (since.plus_seconds(hour * 3_600), [0; 3]))
            .collect();
        for one in hours.iter().filter(|one| one.environment == environment) {
            let part = match one.outcome {
                Outcome::Answered => 0,
                Outcome::Refused => 1,
                Outcome::Failed => 2,
            };
            parts.entry(one.hour).or_default()[part] += one.calls;
            fleet.calls += one.calls;
            fleet.refused += if part == 1 { one.calls } else { 0 };
            fleet.failed += if part == 2 { one.calls } else { 0 };
            fleet.charge = fleet.charge.checked_add(one.charge).unwrap_or(fleet.charge);
        }
        let bars: Vec<Bar> = parts
            .into_iter()
            .map(|(at, parts)| bar(at, parts))
            .collect();
        let summary = format!(
            "Requests in the last {HOURS} hours: {}, of which {} were refused and {} failed",
            show::count(fleet.calls),
            show::count(fleet.refused),
            show::count(fleet.failed)
        );
        fleet.plot = plot::bars(&bars, &["ok", "warn", "bad"], &summary);
        fleet
    }
}

fn bar(at: Timestamp, parts: [i64; 3]) -> Bar {
    let hour = at.lagos_micros_of_day() / 3_600_000_000;
    let [answered, refused, failed] = parts.map(show::count);
    Bar {
        label: format!("{hour:02}:00"),
        title: format!("{hour:02}:00: {answered} succeeded, {refused} refused, {failed} failed"),
        parts: parts.to_vec(),
    }
}

/// `1,000 or more` where counting stopped.
fn counted(count: i64) -> String {
    if count >= COUNTED_MAX {
        format!("{} or more", show::count(COUNTED_MAX))
    } else {
        show::count(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_added_up_by_environment_and_outcome() {
        let since = Timestamp::from_micros(0);
        let hour = |environment, outcome, calls| FleetHour {
            hour: since,
            environment,
            outcome,
            calls,
            charge: Kobo::new(calls * 10),
        };
        let hours = [
            hour(Environment::Live, Outcome::Answered, 5),
            hour(Environment::Live, Outcome::Failed, 2),
            hour(Environment::Sandbox, Outcome::Refused, 9),
        ];
        let live = Fleet::of(&hours, Environment::Live, since);
        assert_eq!((live.calls, live.refused, live.failed), (7, 0, 2));
        assert_eq!(live.charge, Kobo::new(70));
        assert_eq!(live.plot.0.matches("<title>").count(), 24);
        assert_eq!(counted(COUNTED_MAX), "1,000 or more");
    }
}
