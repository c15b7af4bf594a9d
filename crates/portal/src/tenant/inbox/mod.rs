//! The test inbox: webhooks that came to it, and the letters that live would send.

mod mails;
mod one;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::platform::test_inbox::{
    CreateTestInbox, DeleteTestInbox, EditTestInbox, EmptyTestInbox,
};
use kofa_commands::platform::webhooks::CreateWebhook;
use kofa_commands::{Command, Entry};
use kofa_core::Right;
use kofa_domain::{Environment, Error, Result, codes};
use kofa_events::endpoint::{ListWebhooks, Webhook};
use kofa_events::inbox::{
    FindInbox, Inbox, InboxAddress, InboxAnswer, InboxMessage, ListInboxMessages, Verdict,
};

use super::asked::Asked;
use super::sandbox::live_page;
use super::webhooks::secret_page;
use crate::kit::{
    CommandForm, Layout, MemberForm, NavLink, Page, SignedInMember, WebState, go, part, respond,
    show,
};
use crate::text::Html;

const HERE: &str = "inbox";
const BASE: &str = "/portal/sandbox/inbox";
/// Messages of a page.
const ROWS: usize = 25;

/// The pages of the test inbox.
pub(super) fn routes() -> Router<Arc<WebState>> {
    let at = |word: &str| format!("/portal/{{environment}}/{HERE}{word}");
    Router::new()
        .route(&at(""), get(page).post(make))
        .route(&at("/answer"), post(answer))
        .route(&at("/endpoint"), post(endpoint))
        .route(&at("/empty"), post(empty))
        .route(&at("/remove"), post(remove))
        .route(&at("/messages/{message}"), get(one::page))
        .route(&at("/mails"), get(mails::page))
}

fn tabs(here: &str) -> Vec<NavLink> {
    let tab = |(word, label): (&str, &'static str)| NavLink {
        label,
        href: format!("{BASE}{word}"),
        here: word == here,
    };
    [("", "Webhooks"), ("/mails", "Emails")].map(tab).into()
}

/// What an inbox answers, in words.
const fn answers(answer: InboxAnswer) -> &'static str {
    match answer {
        InboxAnswer::Ok => "200: accepted",
        InboxAnswer::Gone => "410: the endpoint is disabled",
        InboxAnswer::Error => "500: the delivery is retried",
        InboxAnswer::Slow => "200 after 20 seconds: too late, the delivery is retried",
    }
}

/// A verdict in a word, its tone, and what it means.
const fn told(verdict: Verdict) -> (&'static str, &'static str, &'static str) {
    match verdict {
        Verdict::Right => (
            "Valid",
            "ok",
            "Signed by one of your endpoints that sends here.",
        ),
        Verdict::Wrong => (
            "Invalid",
            "bad",
            "Not signed by any of your endpoints that send here. Your server must reject it.",
        ),
        Verdict::Expired => (
            "Expired",
            "warn",
            "The signature is valid, but its time is more than five minutes off. Your server must \
             reject it: it may be an old message that someone is replaying.",
        ),
    }
}

/// A message as pages show it.
#[derive(Debug)]
struct MessageView {
    href: String,
    of: String,
    event: String,
    verdict: &'static str,
    tone: &'static str,
    means: &'static str,
    tries: String,
    answer: &'static str,
    at: Html,
}

impl MessageView {
    fn new(one: InboxMessage) -> Self {
        let (verdict, tone, means) = told(one.verdict);
        Self {
            href: format!("{BASE}/messages/{}", one.id),
            of: one.of.unwrap_or_else(|| "unknown type".to_owned()),
            event: one.event.unwrap_or_default(),
            verdict,
            tone,
            means,
            tries: show::count(one.tries),
            answer: answers(one.answer),
            at: show::moment(one.at),
        }
    }
}

/// The inbox as its page shows it.
#[derive(Debug)]
struct InboxView {
    /// Empty for those who must not send there.
    address: String,
    answer: InboxAnswer,
    answers: Vec<(&'static str, &'static str)>,
    /// Where the endpoints that lead there are.
    endpoints: Vec<String>,
}

/// `GET /portal/sandbox/inbox`
#[derive(Debug, Template)]
#[template(path = "tenant/inbox/list.html")]
struct ListPage<'a> {
    layout: &'a Layout,
    base: &'static str,
    tabs: Vec<NavLink>,
    may: bool,
    inbox: Option<InboxView>,
    messages: Vec<MessageView>,
    first: String,
    next: String,
}

fn layout(web: &WebState, signed_in: &SignedInMember, title: &str) -> Layout {
    Layout::portal(web, signed_in, HERE, title)
}

/// In live there is only the way to the sandbox.
fn of_live(web: &WebState, signed_in: &SignedInMember) -> Option<Response> {
    let is_live = signed_in.environment == Environment::Live;
    is_live.then(|| live_page(web, &layout(web, signed_in, "Test inbox")))
}

fn may(signed_in: &SignedInMember) -> bool {
    signed_in.may(Right::Sandbox(&signed_in.of.tenant))
}

async fn view(web: &WebState, signed_in: &SignedInMember, inbox: &Inbox) -> Result<InboxView> {
    let list = ListWebhooks {
        tenant: signed_in.of.tenant.clone(),
        environment: Environment::Sandbox,
    };
    let all = web.admin.store.read(list).await?.into_iter();
    let place = |one: Webhook| format!("/portal/sandbox/webhooks/{}", one.id);
    Ok(InboxView {
        address: match may(signed_in) {
            true => address(web, inbox)?,
            false => String::new(),
        },
        answer: inbox.answer,
        answers: InboxAnswer::ALL
            .map(|one| (one.as_str(), answers(one)))
            .into(),
        endpoints: all.filter(|one| one.is_inbox).map(place).collect(),
    })
}

fn address(web: &WebState, inbox: &Inbox) -> Result<String> {
    let token = inbox.token(&web.admin.vault)?;
    let address = InboxAddress::new(&web.admin.base_url).with_token(&token);
    Ok(address.expose().clone())
}

async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    if let Some(page) = of_live(&web, &signed_in) {
        return Ok(page);
    }
    let (store, tenant) = (&web.admin.store, signed_in.of.tenant.clone());
    let inbox = store.read(FindInbox(tenant.clone())).await?;
    let inbox = match &inbox {
        Some(inbox) => Some(view(&web, &signed_in, inbox).await?),
        None => None,
    };
    let asked = Asked::read(query.as_deref());
    let all = store.read(ListInboxMessages(tenant)).await?;
    let (messages, next) = part(all, asked.text("from"), ROWS);
    let layout = layout(&web, &signed_in, "Test inbox");
    let page = ListPage {
        layout: &layout,
        base: BASE,
        tabs: tabs(""),
        may: may(&signed_in),
        inbox,
        messages: messages.into_iter().map(MessageView::new).collect(),
        first: match asked.text("from") {
            "" => String::new(),
            _ => BASE.to_owned(),
        },
        next: next.map_or_else(String::new, |from| format!("{BASE}?from={from}")),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

fn must_be_sandbox(signed_in: &SignedInMember) -> Result<()> {
    match signed_in.environment {
        Environment::Sandbox => Ok(()),
        Environment::Live => {
            let message = "The test inbox is available in the sandbox only.";
            Err(Error::new(&codes::NOT_FOUND, message))
        }
    }
}

/// A command about the reader's own tenant.
fn of<C: Command>(signed_in: &SignedInMember) -> Result<CommandForm> {
    must_be_sandbox(signed_in)?;
    let tenant = signed_in.of.tenant.as_str();
    Ok(CommandForm::new(Entry::of::<C>()).with("tenantId", tenant))
}

async fn make(State(web): State<Arc<WebState>>, MemberForm { signed_in, .. }: MemberForm) -> Page {
    of::<CreateTestInbox>(&signed_in)?
        .run_as::<CreateTestInbox>(&web.admin, signed_in.by.clone())
        .await?;
    Ok(go(&web, BASE, "Test inbox created."))
}

async fn answer(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    of::<EditTestInbox>(&signed_in)?
        .filled(&form)
        .run_as::<EditTestInbox>(&web.admin, signed_in.by.clone())
        .await?;
    Ok(go(&web, BASE, "Response saved."))
}

/// Adds the inbox as an endpoint, as any other is added.
async fn endpoint(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, .. }: MemberForm,
) -> Page {
    let create = of::<CreateWebhook>(&signed_in)?;
    let right = Right::Keys(&signed_in.of.tenant, &[signed_in.environment]);
    signed_in.by.actor.needs(right)?;
    let find = FindInbox(signed_in.of.tenant.clone());
    let missing = || Error::new(&codes::NOT_FOUND, "You have no test inbox.");
    let inbox = web.admin.store.read(find).await?.ok_or_else(missing)?;
    let made = create
        .with("environment", signed_in.environment.as_str())
        .with("url", &address(&web, &inbox)?)
        .run_as::<CreateWebhook>(&web.admin, signed_in.by.clone())
        .await?;
    Ok(secret_page(&web, &signed_in, &made))
}

async fn empty(State(web): State<Arc<WebState>>, MemberForm { signed_in, .. }: MemberForm) -> Page {
    of::<EmptyTestInbox>(&signed_in)?
        .run_as::<EmptyTestInbox>(&web.admin, signed_in.by.clone())
        .await?;
    Ok(go(&web, BASE, "Inbox emptied."))
}

async fn remove(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, .. }: MemberForm,
) -> Page {
    of::<DeleteTestInbox>(&signed_in)?
        .run_as::<DeleteTestInbox>(&web.admin, signed_in.by.clone())
        .await?;
    let said = "Inbox deleted. Endpoints that send to it are disabled.";
    Ok(go(&web, BASE, said))
}
