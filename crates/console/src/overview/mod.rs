//! What needs an operator first, then how the platform does: at a glance.
//!
//! Nothing here reads the log or grows with the number of tenants: figures come from the counts of
//! all tenants by the hour, the top tenants from an index, and counts of what waits stop early.

mod to_do;
mod trend;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::StatusCode;
use kofa_core::Page as Part;
use kofa_core::audit::ListAudit;
use kofa_documents::jobs::CountTroubled;
use kofa_domain::{Environment, Result, Timestamp};
use kofa_gate::NodeDelays;
use kofa_identity::fleet::ReadFleetDays;
use kofa_insight::attention::{COUNTED_MAX, ReadAttention};
use kofa_insight::calls::{Rank, RankTenants, STANDING_DAYS, Span, SumLatency};
use kofa_investment::ops::CountUnsettled;
use kofa_ledger::proofs::Proof;
use kofa_payments::CountUnmatched;
use kofa_portal::kit::Layout;
use kofa_portal::kit::{Page, SignedInOperator, WebState, respond, show};

use crate::asked::{Asked, shell_in};
use crate::audit::Line;
use to_do::{ToDo, Waiting};
use trend::{Top, Trend};

/// Lines of each top list.
const TOP: &str = "5";
/// Entries of the audit log that are shown.
const NEWEST: &str = "8";
/// A day, in seconds.
const DAY_SECONDS: i64 = 86_400;

/// `GET /console`
#[derive(Debug, Template)]
#[template(path = "console/overview.html")]
struct Overview<'a> {
    layout: &'a Layout,
    now: Timestamp,
    environment: Environment,
    to_do: Vec<ToDo>,
    trend: Trend,
    tenants: Vec<Top>,
    proof: Option<Proof>,
    newest: Vec<Line>,
    nodes: Vec<NodeDelays>,
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new().route("/console", get(page))
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInOperator, asked: Asked) -> Page {
    let environment = asked.environment()?;
    let href = |one: Environment| format!("/console?environment={one}");
    let layout = shell_in(&web, &signed_in, "", "Overview", (environment, href));
    let (store, now) = (&web.admin.store, signed_in.by.at);
    let list = ListAudit {
        tenant: None,
        page: Part::read(None, Some(NEWEST))?,
    };
    let newest = store.read(list).await?;
    let attention = store.read(ReadAttention { now }).await?;
    let proof = attention.proof.clone();
    let counted_max = COUNTED_MAX;
    let picture = web.status.picture();
    let waiting = Waiting {
        attention,
        jobs: store.read(CountTroubled { now, counted_max }).await?,
        unmatched: store.read(CountUnmatched { now }).await?,
        unsettled: store.read(CountUnsettled { now }).await?,
        incidents: picture.under_way(None, now),
    };
    let page = Overview {
        layout: &layout,
        now,
        environment,
        to_do: waiting.to_do(now),
        trend: trend(&web, environment, now).await?,
        tenants: tenants(&web, environment).await?,
        proof,
        newest: Line::all(&web, newest.items).await?,
        nodes: web.admin.snapshot.node_delays(),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

async fn trend(web: &WebState, environment: Environment, now: Timestamp) -> Result<Trend> {
    let store = &web.admin.store;
    let today = Span::Day.start(now);
    let days_ago = |days: i64| Span::Day.start(today.plus_seconds(-days * DAY_SECONDS));
    let recent = days_ago(STANDING_DAYS - 1);
    let read = ReadFleetDays {
        environment,
        since: days_ago(2 * STANDING_DAYS - 1),
        recent,
    };
    let (days, lines) = store.read(read).await?;
    let hour = Span::Hour.start(now.plus_seconds(3_600));
    let took = |until: Timestamp| SumLatency {
        environment,
        from: until.plus_seconds(-DAY_SECONDS),
        until,
    };
    let latest = store.read(took(hour)).await?;
    let before = store.read(took(hour.plus_seconds(-DAY_SECONDS))).await?;
    Ok(Trend::new(recent, &days, &lines, (&latest, &before)))
}

/// Those that were charged most; nobody who was charged nothing.
async fn tenants(web: &WebState, environment: Environment) -> Result<Vec<Top>> {
    let rank = RankTenants {
        environment,
        by: Rank::Charge,
        most_first: true,
        page: Part::read(None, Some(TOP))?,
    };
    let ranked = web.admin.store.read(rank).await?;
    let ranked = ranked.items.into_iter();
    let charged = ranked.filter(|(_, standing)| standing.charge.get() > 0);
    Ok(charged
        .map(|(tenant, standing)| Top {
            href: format!("/console/tenants/{}", tenant.id),
            name: tenant.name,
            calls: show::count(standing.calls),
            charge: show::naira(standing.charge),
            share: String::new(),
        })
        .collect())
}
