//! What payment providers sent of their own accord.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use http::StatusCode;
use kofa_commands::platform::top_ups::ListPaymentNotices;
use kofa_payments::{NoticeOutcome, StoredNotice};
use kofa_portal::kit::show::{Html, count, moment};
use kofa_portal::kit::{Layout, NavLink, Page, SignedInOperator, WebState, respond};

use super::{NOTICES, picks, tabs};
use crate::asked::{Asked, words};
use crate::inputs::Pick;

/// `GET /console/top-ups/notices`
#[derive(Debug, Template)]
#[template(path = "console/top-ups/notices.html")]
struct Notices<'a> {
    layout: &'a Layout,
    tabs: [NavLink; 3],
    outcomes: Vec<Pick>,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    at: Html,
    provider: &'static str,
    event: String,
    reference: String,
    times: String,
    outcome: String,
    tone: &'static str,
    explanation: &'static str,
}

impl From<StoredNotice> for Row {
    fn from(one: StoredNotice) -> Self {
        Self {
            at: moment(one.received_at),
            provider: one.provider.as_str(),
            event: one.notice.event,
            reference: one.notice.reference,
            times: count(one.times),
            outcome: words(one.outcome.as_str()),
            tone: match one.outcome {
                NoticeOutcome::Applied => "ok",
                NoticeOutcome::Waiting => "warn",
                outcome if outcome.is_kept() => "bad",
                _ => "plain",
            },
            explanation: one.outcome.explanation(),
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let ListPaymentNotices(list) = asked.command(&web.admin, &[])?;
    let listed = web.admin.store.read(list).await?;
    let layout = Layout::console(&web, &signed_in, "top-ups", "Provider notices");
    let all = NoticeOutcome::ALL.map(NoticeOutcome::as_str);
    let page = Notices {
        layout: &layout,
        tabs: tabs(NOTICES),
        outcomes: picks(all, asked.text("outcome")),
        rows: listed.items.into_iter().map(Row::from).collect(),
        first: asked.first(NOTICES),
        next: asked.next(NOTICES, listed.next_cursor.as_ref()),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
