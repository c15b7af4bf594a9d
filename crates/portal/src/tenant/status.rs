//! How the services do in an environment, and what incidents meant to this tenant.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use http::StatusCode;
use kofa_domain::{Error, Kobo, Result, Scope, codes};
use kofa_insight::status::impact::{ReadFailed, Window, sum};
use kofa_insight::status::incident::Incident;

use crate::kit::{Layout, Page, SignedInMember, WebState, respond, show};
use crate::status::{IncidentView, ServiceView, Sorted, old_note};

/// Most incidents of which the calls of the tenant are counted on a page.
const COUNTED_MAX: usize = 25;
/// Most updates on the page of one incident.
const SAID_MAX: usize = 30;

/// `GET /portal/{environment}/status`
#[derive(Debug, Template)]
#[template(path = "tenant/status.html")]
struct StatusPage<'a> {
    layout: &'a Layout,
    base: String,
    old: String,
    services: Vec<ServiceView>,
    open: Vec<IncidentView>,
    past: Vec<IncidentView>,
}

/// `GET /portal/{environment}/status/{incident}`
#[derive(Debug, Template)]
#[template(path = "tenant/status-incident.html")]
struct IncidentPage<'a> {
    layout: &'a Layout,
    base: String,
    one: IncidentView,
}

fn base(signed_in: &SignedInMember) -> String {
    format!("/portal/{}/status", signed_in.environment)
}

/// What each of `incidents` meant to the tenant, in words; empty for what has not begun or was
/// called off.
async fn impacts(
    web: &WebState,
    signed_in: &SignedInMember,
    incidents: &[&Incident],
) -> Result<Vec<String>> {
    let now = web.now();
    let read = ReadFailed {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        windows: incidents.iter().map(|one| Window::of(one, now)).collect(),
    };
    let failed = web.admin.store.read(read).await?;
    let words = |(one, failed): (&&Incident, Vec<_>)| {
        if one.starts_at > now || one.is_called_off() {
            return String::new();
        }
        let here = one.affects.iter();
        let here = here.filter(|service| service.environment == signed_in.environment);
        let scopes: Vec<Scope> = here.map(|service| service.scope).collect();
        let counting = &web.status.counting;
        let (calls, charge) = sum(&failed, signed_in.environment, &scopes, counting);
        in_words(calls, charge)
    };
    Ok(incidents.iter().zip(failed).map(words).collect())
}

fn in_words(calls: i64, charge: Kobo) -> String {
    match calls {
        0 => "None of your requests failed because of this.".to_owned(),
        1 => format!(
            "1 of your requests failed because of this. You were charged {} for it.",
            show::naira(charge)
        ),
        _ => format!(
            "{} of your requests failed because of this. You were charged {} for them.",
            show::count(calls),
            show::naira(charge)
        ),
    }
}

pub(super) async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    let (picture, now) = (web.status.picture(), web.now());
    let sorted = Sorted::of(&picture, Some(signed_in.environment), now);
    let products = &web.admin.products;
    let mut open = sorted.open_views(products, now);
    let mut past = sorted.past_views(products, now);
    // In the order in which they are shown: those with their words, then the others.
    let shown = sorted.open.iter().chain(&sorted.past).copied();
    let shown: Vec<&Incident> = shown.take(COUNTED_MAX).collect();
    let impacts = impacts(&web, &signed_in, &shown).await?;
    for (view, impact) in open.iter_mut().chain(&mut past).zip(impacts) {
        view.impact = impact;
    }
    let layout = Layout::portal(&web, &signed_in, "status", "Status");
    let page = StatusPage {
        layout: &layout,
        base: base(&signed_in),
        old: old_note(&picture, now),
        services: ServiceView::of(products, &picture, signed_in.environment, now),
        open,
        past,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

pub(super) async fn incident(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, id)): Path<(String, String)>,
) -> Page {
    let (picture, now) = (web.status.picture(), web.now());
    let found = picture.incidents.iter().find(|one| one.id.as_str() == id);
    let found = found.ok_or_else(|| {
        let message = "Incident not found, or it ended more than 90 days ago.";
        Error::new(&codes::NOT_FOUND, message)
    })?;
    let mut one = IncidentView::new(&web.admin.products, found, now, SAID_MAX);
    one.impact = impacts(&web, &signed_in, &[found]).await?.remove(0);
    let layout = Layout::portal(&web, &signed_in, "status", found.title.clone());
    let page = IncidentPage {
        layout: &layout,
        base: base(&signed_in),
        one,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_meant_is_said_in_numbers() {
        assert!(in_words(0, Kobo::ZERO).starts_with("None"));
        let one = in_words(1, Kobo::ZERO);
        assert!(one.contains("1 of your requests") && one.contains("\u{20a6}0.00"));
        let many = in_words(1_214, Kobo::new(5_000));
        assert!(many.contains("1,214 of your") && many.contains("\u{20a6}50.00"));
    }
}
