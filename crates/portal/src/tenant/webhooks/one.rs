//! One endpoint: its deliveries, and what can be done with it.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use http::StatusCode;
use kofa_commands::Command;
use kofa_commands::platform::webhooks::{
    DeleteWebhook, EditWebhook, ReplayEvents, RetryWebhookDelivery, RotateWebhook, SendTestWebhook,
};
use kofa_core::Page as Part;
use kofa_domain::{Environment, Error, Id, Timestamp, codes};
use kofa_events::delivery::{Delivery, DeliveryState, ListDeliveries};
use kofa_events::endpoint::{FindWebhook, Which};

use super::super::asked::Asked;
use super::make::secret_page;
use super::{WebhookView, base, may_change, of};
use crate::auth::must_confirm;
use crate::kit::{
    CommandForm, Form, Layout, MemberForm, Page, Refusal, SignedInMember, Undo, WebState, go,
    go_undoable, respond, show,
};
use crate::text::Html;

/// Deliveries of a page.
const DELIVERIES: &str = "30";
/// Times that can be replayed, in seconds back from now.
const SPANS: [(i64, &str); 4] = [
    (3_600, "Last hour"),
    (86_400, "Last 24 hours"),
    (7 * 86_400, "Last 7 days"),
    (30 * 86_400, "Last 30 days"),
];
/// How long an old secret may sign, too, in seconds.
const GRACES: [(i64, &str); 3] = [(0, "Not at all"), (86_400, "1 day"), (604_800, "7 days")];

/// `GET /portal/{environment}/webhooks/{webhook}`
#[derive(Debug, Template)]
#[template(path = "tenant/webhooks/one.html")]
struct OnePage<'a> {
    layout: &'a Layout,
    base: String,
    one: WebhookView,
    may_change: bool,
    states: [(&'static str, &'static str); 4],
    state: &'static str,
    deliveries: Vec<DeliveryView>,
    spans: [(i64, &'static str); 4],
    graces: [(i64, &'static str); 3],
    first: String,
    next: String,
}

/// A delivery as pages show it.
#[derive(Debug)]
struct DeliveryView {
    id: i64,
    event: String,
    of: String,
    status: &'static str,
    tone: &'static str,
    attempts: String,
    answer: String,
    error: String,
    tried: Option<Html>,
    next: Option<Html>,
}

fn told(state: DeliveryState) -> (&'static str, &'static str) {
    match state {
        DeliveryState::Due => ("Pending", "plain"),
        DeliveryState::Delivered => ("Delivered", "ok"),
        DeliveryState::Failed => ("Failed", "bad"),
        DeliveryState::Held => ("Waiting", "warn"),
    }
}

impl DeliveryView {
    fn new(one: Delivery, now: Timestamp) -> Self {
        let (status, tone) = told(one.state);
        let answer = one.status.map(|status| status.to_string());
        Self {
            id: one.id,
            event: one.event_id.unwrap_or_default(),
            of: one.of,
            status,
            tone,
            attempts: show::count(one.attempts),
            answer: answer.unwrap_or_default(),
            error: one.error,
            tried: one.tried_at.map(|at| show::ago(at, now)),
            next: one.due_at.filter(|_| one.attempts > 0).map(show::moment),
        }
    }
}

fn which(signed_in: &SignedInMember, webhook: &str) -> Result<Which, Error> {
    let unknown = || Error::new(&codes::NOT_FOUND, "Webhook endpoint not found.");
    Ok(Which {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        webhook: Id::parse(webhook).ok_or_else(unknown)?,
    })
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, webhook)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Page {
    let of = which(&signed_in, &webhook)?;
    let asked = Asked::read(query.as_deref());
    let cursor = Some(asked.text("cursor")).filter(|text| !text.is_empty());
    let state = DeliveryState::parse(asked.text("state"));
    let list = ListDeliveries {
        of: of.clone(),
        state,
        page: Part::read(cursor, Some(DELIVERIES))?,
    };
    let (store, now) = (&web.admin.store, web.now());
    let found = store.read(FindWebhook(of)).await?;
    let listed = store.read(list).await?;
    let here = format!("{}/{}", base(&signed_in), found.id);
    let state = state.map_or("", DeliveryState::as_str);
    let next = listed.next_cursor;
    let next = next.map(|next| format!("{here}?state={state}&cursor={next}"));
    let layout = Layout::portal(&web, &signed_in, "webhooks", "Webhook endpoint");
    let page = OnePage {
        layout: &layout,
        base: base(&signed_in),
        one: WebhookView::new(&found, now),
        may_change: may_change(&signed_in),
        states: DeliveryState::ALL.map(|one| (one.as_str(), told(one).0)),
        state,
        deliveries: listed
            .items
            .into_iter()
            .map(|one| DeliveryView::new(one, now))
            .collect(),
        spans: SPANS,
        graces: GRACES,
        first: cursor.map_or_else(String::new, |_| here.clone()),
        next: next.unwrap_or_default(),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// A command about this endpoint.
fn command<C: Command>(signed_in: &SignedInMember, webhook: &str) -> CommandForm {
    of::<C>(signed_in).with("webhookId", webhook)
}

/// Asks for the password again where a change reaches live.
async fn confirm(
    web: &WebState,
    signed_in: &SignedInMember,
    form: &Form,
    webhook: &str,
) -> Result<(), Refusal> {
    if signed_in.environment != Environment::Live {
        return Ok(());
    }
    let here = format!("{}/{webhook}", base(signed_in));
    must_confirm(web, signed_in, form, &here).await
}

fn back(web: &WebState, signed_in: &SignedInMember, webhook: &str, said: &str) -> Page {
    Ok(go(web, &format!("{}/{webhook}", base(signed_in)), said))
}

pub(super) async fn test(
    State(web): State<Arc<WebState>>,
    Path((_, webhook)): Path<(String, String)>,
    MemberForm { signed_in, .. }: MemberForm,
) -> Page {
    let by = signed_in.by.clone();
    command::<SendTestWebhook>(&signed_in, &webhook)
        .run_as::<SendTestWebhook>(&web.admin, by)
        .await?;
    back(&web, &signed_in, &webhook, "Test event sent.")
}

pub(super) async fn switch(
    State(web): State<Arc<WebState>>,
    Path((_, webhook)): Path<(String, String)>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let by = signed_in.by.clone();
    let edited = command::<EditWebhook>(&signed_in, &webhook)
        .with("enabled", form.text("enabled"))
        .run_as::<EditWebhook>(&web.admin, by)
        .await;
    edited?;
    let (said, before) = match form.text("enabled") {
        "true" => (
            "Endpoint enabled. You can replay the events it missed.",
            "false",
        ),
        _ => (
            "Endpoint disabled. Its events wait until you enable it.",
            "true",
        ),
    };
    let here = format!("{}/{webhook}", base(&signed_in));
    let undo = Undo::new(format!("{here}/switch")).with("enabled", before);
    Ok(go_undoable(&web, &here, said, &undo))
}

pub(super) async fn rotate(
    State(web): State<Arc<WebState>>,
    Path((_, webhook)): Path<(String, String)>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    confirm(&web, &signed_in, &form, &webhook).await?;
    let rotated = command::<RotateWebhook>(&signed_in, &webhook)
        .filled(&form)
        .run_as::<RotateWebhook>(&web.admin, signed_in.by.clone())
        .await?;
    Ok(secret_page(&web, &signed_in, &rotated))
}

pub(super) async fn replay(
    State(web): State<Arc<WebState>>,
    Path((_, webhook)): Path<(String, String)>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let seconds: i64 = form.text("seconds").parse().unwrap_or_default();
    let seconds = seconds.clamp(0, SPANS[3].0);
    let from = web.now().plus_seconds(-seconds).rfc3339();
    let replayed = command::<ReplayEvents>(&signed_in, &webhook)
        .with("from", &from)
        .run_as::<ReplayEvents>(&web.admin, signed_in.by.clone())
        .await?;
    let said = format!("Resending {} events.", show::count(replayed.count()));
    back(&web, &signed_in, &webhook, &said)
}

pub(super) async fn delete(
    State(web): State<Arc<WebState>>,
    Path((_, webhook)): Path<(String, String)>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    confirm(&web, &signed_in, &form, &webhook).await?;
    command::<DeleteWebhook>(&signed_in, &webhook)
        .run_as::<DeleteWebhook>(&web.admin, signed_in.by.clone())
        .await?;
    Ok(go(&web, &base(&signed_in), "Endpoint deleted."))
}

pub(super) async fn retry(
    State(web): State<Arc<WebState>>,
    Path((_, webhook, delivery)): Path<(String, String, String)>,
    MemberForm { signed_in, .. }: MemberForm,
) -> Page {
    command::<RetryWebhookDelivery>(&signed_in, &webhook)
        .with("deliveryId", &delivery)
        .run_as::<RetryWebhookDelivery>(&web.admin, signed_in.by.clone())
        .await?;
    back(&web, &signed_in, &webhook, "Resending.")
}
