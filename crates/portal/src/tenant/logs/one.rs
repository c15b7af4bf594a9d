//! One call: its row, how it went through the gate, and in the sandbox what was sent.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use http::StatusCode;
use kofa_core::Right;
use kofa_domain::{Environment, Error, RequestId, Result, codes};
use kofa_insight::calls::detail::{KEPT_MAX, LIVE_DAYS, SANDBOX_DAYS};
use kofa_insight::calls::record::KEPT_PER_SECOND;
use kofa_insight::calls::{
    CallDetail, Exchange, FindCall, FindCalls, FindDetail, FindNewer, KeptBody, ListKeyNames,
    LoggedCall,
};

use super::super::keys;
use super::asked::Asked;
use super::curl::{self, target};
use super::row::{Line, Names};
use crate::kit::show::{self, Html};
use crate::kit::{Layout, Page, SignedInMember, WebState, respond};
use crate::text::{element_text, json};

/// The checks of admission, from the second on: the first is that there is such an endpoint.
const CHECKS: [&str; 8] = [
    "API key is valid",
    "Key and account are active, IP address is allowed",
    "Key works in this environment",
    "Key has the scope",
    "Service is enabled in this environment",
    "Within the rate limit",
    "Request is valid",
    "Wallet balance is sufficient",
];

/// What is kept of a call beside its row is stored within so long.
const NEW_MICROS: i64 = 5_000_000;

/// A check and how it went.
#[derive(Debug)]
struct Check {
    name: &'static str,
    /// `Passed`, `Refused here` or `Not reached`.
    said: &'static str,
    tone: &'static str,
}

/// What is shown of a detail.
#[derive(Debug)]
struct Shown {
    ip: String,
    user_agent: String,
    idempotency: &'static str,
    checks: Vec<Check>,
    gate: String,
    work: String,
    settlement: String,
    /// All three: the answer waits for its settlement.
    total: String,
    exchange: Option<ShownExchange>,
}

/// What was sent and answered.
#[derive(Debug)]
struct ShownExchange {
    request: Html,
    response: Html,
    is_redacted: bool,
}

/// `GET /portal/{environment}/logs/{requestId}`
#[derive(Debug, Template)]
#[template(path = "tenant/logs/one.html")]
struct One<'a> {
    layout: &'a Layout,
    base: String,
    request_id: String,
    row: Line,
    /// Empty for a key that there is no more.
    key_href: String,
    docs: String,
    detail: Option<Shown>,
    /// Whether the rest of it may be on its way to where it is kept.
    is_new: bool,
    days: i64,
    per_second: u64,
    kept_max: String,
    /// Whether it can be sent again, and why not; empty if there is nothing to say.
    may_replay: bool,
    no_replay: &'static str,
    curl: String,
    /// The list it stands in, and the calls beside it there; empty where there is none.
    list: String,
    newer: String,
    older: String,
}

/// The id in the path: what cannot be one names nothing.
pub(super) fn request_id(text: &str) -> Result<RequestId> {
    let missing = || Error::new(&codes::NOT_FOUND, "Request not found.");
    RequestId::try_parse(text).map_err(|_| missing())
}

/// A call of the tenant in this environment.
pub(super) async fn find(
    web: &WebState,
    signed_in: &SignedInMember,
    text: &str,
) -> Result<LoggedCall> {
    let find = FindCall {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        request_id: request_id(text)?,
    };
    let found = web.admin.store.read(find).await?;
    found.ok_or_else(|| Error::new(&codes::NOT_FOUND, "Request not found."))
}

/// What is kept of a call, opened.
pub(super) async fn detail(
    web: &WebState,
    signed_in: &SignedInMember,
    request_id: RequestId,
) -> Result<Option<CallDetail>> {
    let find = FindDetail {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        request_id,
    };
    let sealed = web.admin.store.read(find).await?;
    Ok(sealed.and_then(|sealed| sealed.open(&web.admin.vault)))
}

/// The calls beside one among those that are asked for: the next newer and the next older.
async fn beside(
    web: &WebState,
    signed_in: &SignedInMember,
    asked: &Asked,
    call: &LoggedCall,
) -> Result<[String; 2]> {
    let (tenant, environment) = (&signed_in.of.tenant, signed_in.environment);
    let filter = asked.filter(tenant, signed_in.by.at, &web.admin.products);
    // Of a filter that cannot be read, and of a single call, there are none.
    let Some(filter) = filter.ok().filter(|filter| filter.request_id.is_none()) else {
        return Ok(Default::default());
    };
    let newer = FindNewer {
        tenant: tenant.clone(),
        environment,
        filter: filter.clone(),
        after: call.seq,
        limit: 1,
    };
    let older = FindCalls {
        tenant: tenant.clone(),
        environment,
        filter,
        before: Some(call.seq),
        limit: 1,
    };
    let newer = web.admin.store.read(newer).await?;
    let older = web.admin.store.read(older).await?.rows;
    let base = format!("/portal/{}/logs", environment.as_str());
    let href = |found: Option<&LoggedCall>| {
        let found = found.map(|call| format!("{base}/{}{}", call.request_id, asked.query(&[])));
        found.unwrap_or_default()
    };
    Ok([href(newer.first()), href(older.first())])
}

/// Why a call cannot be sent again from here; empty if it can, or if nothing of it is kept.
fn no_replay(exchange: Option<&Exchange>, is_sandbox: bool, may: bool) -> &'static str {
    match exchange {
        _ if !is_sandbox => {
            "Live requests cannot be sent again from here, because they may cost money."
        }
        None => "",
        Some(_) if !may => "Your role cannot send requests.",
        Some(Exchange {
            request: KeptBody::NotKept(..),
            ..
        }) => "This request cannot be sent again from here, because its body was not stored.",
        Some(exchange) if !exchange.can_be_sent() => {
            "This request cannot be sent again from here, because personal data in it was not \
             stored. Fill it in below instead."
        }
        Some(_) => "",
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    Path((_, id)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let asked = Asked::parse(query.as_deref()).with(&[]);
    let admin = &web.admin;
    let call = find(&web, &signed_in, &id).await?;
    let detail = detail(&web, &signed_in, call.request_id).await?;
    let tenant = signed_in.of.tenant.clone();
    let keys = ListKeyNames {
        tenant: tenant.clone(),
    };
    let keys = admin.store.read(keys).await?;
    let world = signed_in.environment.as_str();
    let base = format!("/portal/{world}/logs");
    let names = Names::new(admin.products.endpoints(), &keys, &base);
    let endpoint = admin
        .products
        .endpoints()
        .iter()
        .find(|one| one.operation_id == call.operation_id);
    let exchange = detail.as_ref().and_then(|detail| detail.exchange.as_ref());
    let curl = match (endpoint, exchange) {
        (Some(endpoint), Some(exchange)) => {
            curl::kept(&admin.base_url, world, endpoint.verb.as_str(), exchange)
        }
        (Some(endpoint), None) => {
            let example = web.example(endpoint.operation_id).unwrap_or_default();
            curl::of_reference(&example, world)
        }
        (None, _) => String::new(),
    };
    let is_sandbox = signed_in.environment == Environment::Sandbox;
    let may = signed_in.may(Right::Sandbox(&tenant));
    let no_replay = no_replay(exchange, is_sandbox, may);
    let [newer, older] = beside(&web, &signed_in, &asked, &call).await?;
    let layout = Layout::portal(&web, &signed_in, "logs", "Request");
    let page = One {
        layout: &layout,
        request_id: call.request_id.to_string(),
        may_replay: exchange.is_some() && no_replay.is_empty(),
        no_replay,
        list: format!("{base}{}", asked.query(&[])),
        newer,
        older,
        row: names.line(&call),
        key_href: keys::place(&web, &signed_in, &call.key_id).await?,
        docs: endpoint
            .map(|_| format!("/docs/api/{}", call.operation_id))
            .unwrap_or_default(),
        detail: detail.map(|detail| shown(detail, &call)),
        is_new: web.now().micros_since(call.at) < NEW_MICROS,
        days: if is_sandbox { SANDBOX_DAYS } else { LIVE_DAYS },
        per_second: KEPT_PER_SECOND,
        kept_max: show::count(KEPT_MAX),
        curl,
        base,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

fn shown(detail: CallDetail, call: &LoggedCall) -> Shown {
    let is_error = call.status >= 400;
    let check = |(number, name): (u8, &'static str)| {
        let (said, tone) = if number <= detail.checks_passed {
            ("Passed", "ok")
        } else if number == detail.checks_passed + 1 && is_error && !detail.is_replay {
            ("Refused here", "bad")
        } else {
            ("Not reached", "")
        };
        Check { name, said, tone }
    };
    let idempotency = match (detail.is_replay, detail.has_idempotency_key) {
        (true, _) => "Sent; the response is that of an earlier request",
        (false, true) => "Sent",
        (false, false) => "Not sent",
    };
    let checks = (2..).zip(CHECKS).map(check).collect();
    Shown {
        checks,
        idempotency,
        gate: show::millis(detail.gate_us),
        work: show::millis(detail.work_us),
        settlement: show::millis(detail.settlement_us),
        total: show::millis(detail.gate_us + detail.work_us + detail.settlement_us),
        exchange: detail.exchange.as_ref().map(shown_exchange),
        ip: detail.ip,
        user_agent: detail.user_agent,
    }
}

fn shown_exchange(exchange: &Exchange) -> ShownExchange {
    let mut head = format!("{} {}", exchange.method, target(exchange, false));
    for (name, value) in &exchange.headers {
        head.push_str(&format!("\n{name}: {value}"));
    }
    let mut request = element_text(&head);
    if exchange.request != KeptBody::Empty {
        request.0.push_str("\n\n");
        request.0.push_str(&body(&exchange.request).0);
    }
    ShownExchange {
        request,
        response: match &exchange.response {
            KeptBody::Empty => element_text("Nothing."),
            kept => body(kept),
        },
        is_redacted: exchange.is_redacted,
    }
}

fn body(kept: &KeptBody) -> Html {
    match kept {
        KeptBody::Empty => Html(String::new()),
        KeptBody::Json(text) => match serde_json::from_str(text) {
            Ok(value) => json(&value),
            Err(_) => element_text(text),
        },
        KeptBody::NotKept(what, bytes) => {
            let bytes = show::count(i64::try_from(*bytes).unwrap_or(i64::MAX));
            let what = if what.is_empty() { "body" } else { what };
            element_text(&format!("({what}, {bytes} bytes: not stored)"))
        }
    }
}
