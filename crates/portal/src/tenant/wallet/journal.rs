//! Every movement of the wallet.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use kofa_insight::statement::{Line, LineKind, ListMovements};

use super::tabs;
use crate::kit::show::{self, Html};
use crate::kit::{Faults, Form, Layout, NavLink, Page, SignedInMember, WebState, respond};

/// Lines of a page.
const LINES: u32 = 50;

/// `GET /portal/{environment}/wallet/journal`
#[derive(Debug, Template)]
#[template(path = "tenant/wallet/journal.html")]
struct Journal<'a> {
    layout: &'a Layout,
    tabs: Vec<NavLink>,
    faults: Faults,
    kinds: Vec<(&'static str, &'static str, bool)>,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    at: Html,
    kind: &'static str,
    what: String,
    reason: String,
    request_id: String,
    href: String,
    amount: String,
    balance: String,
    goes_in: bool,
}

fn label(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Charge => "Charge",
        LineKind::TopUp => "Top-up",
        LineKind::Adjustment => "Adjustment",
    }
}

impl Row {
    fn new(line: Line, base: &str) -> Self {
        let request_id = line.request_id.map(|id| id.to_string());
        let request_id = request_id.unwrap_or_default();
        Self {
            at: show::moment(line.at),
            kind: label(line.kind),
            what: if line.operation_id.is_empty() {
                line.reference
            } else {
                line.operation_id
            },
            reason: line.reason,
            href: match request_id.is_empty() {
                true => String::new(),
                false => format!("{base}/logs/{request_id}"),
            },
            request_id,
            amount: show::naira(line.amount),
            balance: show::naira(line.balance),
            goes_in: line.amount.get() > 0,
        }
    }
}

/// What is asked for: a kind, and the position before which the page begins.
struct Asked {
    kind: Option<LineKind>,
    before: Option<i64>,
}

impl Asked {
    fn read(query: &Form) -> Result<Self, Faults> {
        let kind = match query.text("kind") {
            "" => None,
            word => match LineKind::parse(word) {
                Some(kind) => Some(kind),
                None => return Err(Faults::general("Unknown kind of entry.")),
            },
        };
        let before = match query.text("before") {
            "" => None,
            text => match text.parse::<i64>() {
                Ok(before) if before > 0 => Some(before),
                _ => return Err(Faults::general("Page not found.")),
            },
        };
        Ok(Self { kind, before })
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let layout = Layout::portal(&web, &signed_in, "wallet", "Wallet journal");
    let base = format!("/portal/{}", signed_in.environment.as_str());
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let (asked, faults) = match Asked::read(&query) {
        Ok(asked) => (Some(asked), Faults::default()),
        Err(faults) => (None, faults),
    };
    let kind = asked.as_ref().and_then(|asked| asked.kind);
    let mut page = Journal {
        layout: &layout,
        tabs: tabs(&signed_in, "journal"),
        faults,
        kinds: LineKind::ALL
            .into_iter()
            .map(|one| (one.as_str(), label(one), kind == Some(one)))
            .collect(),
        rows: Vec::new(),
        first: String::new(),
        next: String::new(),
    };
    if let Some(Asked { kind, before }) = asked {
        let list = ListMovements {
            tenant: signed_in.of.tenant.clone(),
            environment: signed_in.environment,
            kind,
            before,
            limit: LINES,
        };
        let found = web.admin.store.read(list).await?;
        let word = kind.map_or("", LineKind::as_str);
        let here = format!("{base}/wallet/journal?kind={word}");
        page.rows = found
            .lines
            .into_iter()
            .map(|line| Row::new(line, &base))
            .collect();
        page.next = found
            .next
            .map_or_else(String::new, |next| format!("{here}&before={next}"));
        page.first = before.map_or_else(String::new, |_| here);
    }
    Ok(respond(&web, &layout, page.faults.status(), &page))
}
