//! Webhooks: where events are sent, the secrets that sign, and what came of it.

mod make;
mod one;

pub(super) use self::make::secret_page;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::{Command, Entry};
use kofa_core::Right;
use kofa_domain::Timestamp;
use kofa_events::endpoint::{ListWebhooks, Webhook};

use crate::kit::{CommandForm, Layout, Page, SignedInMember, WebState, respond, show};
use crate::text::Html;

/// The pages of webhooks.
pub(super) fn routes() -> Router<Arc<WebState>> {
    let one = |word: &str| format!("/portal/{{environment}}/webhooks/{{webhook}}{word}");
    Router::new()
        .route("/portal/{environment}/webhooks", get(page))
        .route(
            "/portal/{environment}/webhooks/new",
            get(make::page).post(make::make),
        )
        .route(&one(""), get(one::page))
        .route(&one("/test"), post(one::test))
        .route(&one("/switch"), post(one::switch))
        .route(&one("/rotate"), post(one::rotate))
        .route(&one("/replay"), post(one::replay))
        .route(&one("/delete"), post(one::delete))
        .route(&one("/deliveries/{delivery}/retry"), post(one::retry))
}

/// Where the list is.
fn base(signed_in: &SignedInMember) -> String {
    format!("/portal/{}/webhooks", signed_in.environment)
}

/// Whether the reader may change where events go.
fn may_change(signed_in: &SignedInMember) -> bool {
    signed_in.may(Right::Keys(&signed_in.of.tenant, &[signed_in.environment]))
}

/// A command about the reader's own tenant, here.
fn of<C: Command>(signed_in: &SignedInMember) -> CommandForm {
    CommandForm::new(Entry::of::<C>())
        .with("tenantId", signed_in.of.tenant.as_str())
        .with("environment", signed_in.environment.as_str())
}

/// An endpoint as pages show it.
#[derive(Debug)]
struct WebhookView {
    id: String,
    url: String,
    types: String,
    enabled: bool,
    status: &'static str,
    tone: &'static str,
    /// What is to be known of its status; empty for nothing.
    note: String,
    created: Html,
    held: String,
    signs_jobs: bool,
    /// Until when the old secret signs, too.
    old_secret_until: Option<Html>,
}

impl WebhookView {
    fn new(one: &Webhook, now: Timestamp) -> Self {
        let types: Vec<&str> = one.types.iter().map(|of| of.as_str()).collect();
        let (status, tone) = match (one.enabled, one.failing_since, one.disabled_at) {
            (true, None, _) => ("Enabled", "ok"),
            (true, Some(_), _) => ("Failing", "warn"),
            (false, _, None) => ("Disabled", ""),
            (false, _, Some(_)) => ("Disabled: failed for too long", "bad"),
        };
        let note = match (one.failing_since, one.disabled_at) {
            (_, Some(at)) => format!(
                "This endpoint was disabled on {}. Its events are kept: enable it and replay them.",
                show::day(at)
            ),
            (Some(since), None) => format!(
                "No delivery has succeeded since {}. The endpoint is disabled after five days.",
                show::day(since)
            ),
            (None, None) => String::new(),
        };
        Self {
            id: one.id.to_string(),
            url: one.url.clone(),
            types: match types.is_empty() {
                true => "all".to_owned(),
                false => types.join(", "),
            },
            enabled: one.enabled,
            status,
            tone,
            note,
            created: show::moment(one.created_at),
            held: match one.held {
                0 => String::new(),
                held => show::count(held),
            },
            signs_jobs: one.signs_jobs,
            old_secret_until: one
                .old_secret_until
                .filter(|until| *until > now)
                .map(show::moment),
        }
    }
}

/// `GET /portal/{environment}/webhooks`
#[derive(Debug, Template)]
#[template(path = "tenant/webhooks/list.html")]
struct ListPage<'a> {
    layout: &'a Layout,
    base: String,
    may_change: bool,
    all: Vec<WebhookView>,
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    let list = ListWebhooks {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
    };
    let (all, now) = (web.admin.store.read(list).await?, web.now());
    let layout = Layout::portal(&web, &signed_in, "webhooks", "Webhooks");
    let page = ListPage {
        layout: &layout,
        base: base(&signed_in),
        may_change: may_change(&signed_in),
        all: all.iter().map(|one| WebhookView::new(one, now)).collect(),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
