//! Mails, and one to try the mail server with.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::mails::SendTestMail;
use kofa_core::Right;
use kofa_domain::Timestamp;
use kofa_mail::{ListMails, MailKind, MailLine, MailState};
use kofa_portal::kit::show::{Html, ago, count};
use kofa_portal::kit::{
    CommandForm, Layout, NavLink, OperatorForm, Page, SignedInOperator, WebState, go, respond,
};

use super::{MAILS, tabs};
use crate::asked::{Asked, words};
use crate::names::Names;

/// `GET /console/work/mails`
#[derive(Debug, Template)]
#[template(path = "console/work/mails.html")]
struct Mails<'a> {
    layout: &'a Layout,
    names: Names,
    tabs: [NavLink; 4],
    states: Vec<NavLink>,
    is_configured: bool,
    /// Whether they may send a test.
    may_test: bool,
    email: &'a str,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    id: String,
    kind: String,
    to: String,
    /// The tenant it is about.
    tenant: Option<String>,
    state: String,
    tone: &'static str,
    attempts: String,
    error: String,
    made: Html,
    ended: Option<Html>,
}

impl Row {
    fn new(mail: MailLine, now: Timestamp) -> Self {
        let tone = match mail.state {
            MailState::Sent => "good",
            MailState::Failed => "bad",
            MailState::Waiting if mail.attempts > 0 => "warn",
            MailState::Waiting => "",
        };
        Self {
            id: mail.id.to_string(),
            kind: words(mail.kind.as_str()),
            to: match mail.kind {
                MailKind::Test => "an address entered by an operator".to_owned(),
                _ => mail.email.unwrap_or(mail.person),
            },
            tenant: mail.tenant_id.map(|id| id.to_string()),
            state: words(mail.state.as_str()),
            tone,
            attempts: count(mail.attempts),
            error: match mail.state {
                MailState::Sent => String::new(),
                _ => mail.error.unwrap_or_default(),
            },
            made: ago(mail.created_at, now),
            ended: mail.ended_at.map(|at| ago(at, now)),
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let state = MailState::parse(asked.text("state"));
    let list = ListMails {
        state,
        page: asked.page()?,
    };
    let listed = web.admin.store.read(list).await?;
    let layout = Layout::console(&web, &signed_in, "work", "Email");
    let every = NavLink {
        label: "All",
        href: MAILS.to_owned(),
        here: state.is_none(),
    };
    let link = |one: MailState| NavLink {
        label: match one {
            MailState::Waiting => "Waiting",
            MailState::Sent => "Sent",
            MailState::Failed => "Failed",
        },
        href: format!("{MAILS}?state={}", one.as_str()),
        here: state == Some(one),
    };
    let rows: Vec<Row> = listed
        .items
        .into_iter()
        .map(|one| Row::new(one, signed_in.by.at))
        .collect();
    let names = Names::of(
        &web,
        rows.iter()
            .filter_map(|row| row.tenant.as_deref())
            .collect(),
    )
    .await?;
    let page = Mails {
        layout: &layout,
        names,
        tabs: tabs(MAILS),
        states: [every]
            .into_iter()
            .chain(MailState::ALL.map(link))
            .collect(),
        is_configured: web.admin.mailer.is_some(),
        may_test: signed_in.may(Right::Operators),
        email: &signed_in.of.email,
        rows,
        first: asked.first(MAILS),
        next: asked.next(MAILS, listed.next_cursor.as_ref()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

pub(super) async fn test(State(web): State<Arc<WebState>>, sent: OperatorForm) -> Page {
    let email = sent.form.text("email");
    let send = CommandForm::new(Entry::of::<SendTestMail>()).with("email", email);
    send.run_as::<SendTestMail>(&web.admin, sent.signed_in.by.clone())
        .await?;
    Ok(go(&web, MAILS, "Test email sent to the mail server."))
}
