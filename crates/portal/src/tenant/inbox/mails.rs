//! The letters that live would send, of what happened in the sandbox.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use http::StatusCode;
use kofa_core::MemberRole;
use kofa_insight::sandbox_letters::{ListSandboxLetters, SandboxLetter};

use super::{BASE, layout, of_live, tabs};
use crate::kit::{Layout, NavLink, Page, SignedInMember, WebState, part, respond, show};
use crate::tenant::asked::Asked;
use crate::text::Html;

/// Letters of a page.
const ROWS: usize = 10;

/// `GET /portal/sandbox/inbox/mails`
#[derive(Debug, Template)]
#[template(path = "tenant/inbox/mails.html")]
struct MailsPage<'a> {
    layout: &'a Layout,
    tabs: Vec<NavLink>,
    letters: Vec<LetterView>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct LetterView {
    subject: String,
    text: String,
    /// Who is told: `Owner, Developer`.
    roles: String,
    is_sent: bool,
    at: Html,
}

impl LetterView {
    fn new(one: SandboxLetter) -> Self {
        let roles = one.roles.split_ascii_whitespace();
        let roles = roles.filter_map(MemberRole::parse).map(show::member_role);
        let roles: Vec<&str> = roles.collect();
        Self {
            subject: one.subject,
            text: one.text,
            roles: roles.join(", "),
            is_sent: one.is_sent,
            at: show::moment(one.at),
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    if let Some(page) = of_live(&web, &signed_in) {
        return Ok(page);
    }
    let list = ListSandboxLetters {
        tenant: signed_in.of.tenant.clone(),
        base_url: web.admin.base_url.clone(),
        now: web.now(),
    };
    let asked = Asked::read(query.as_deref());
    let all = web.admin.store.read(list).await?;
    let (letters, next) = part(all, asked.text("from"), ROWS);
    let here = format!("{BASE}/mails");
    let layout = layout(&web, &signed_in, "Test inbox");
    let page = MailsPage {
        layout: &layout,
        tabs: tabs("/mails"),
        letters: letters.into_iter().map(LetterView::new).collect(),
        next: next.map_or_else(String::new, |from| format!("{here}?from={from}")),
        first: match asked.text("from") {
            "" => String::new(),
            _ => here,
        },
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
