//! What is there at a glance: what is enabled, the first steps, the last days, the money.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use http::StatusCode;
use kofa_core::product::Product;
use kofa_domain::{Environment, Kobo, Result, Timestamp};
use kofa_identity::tenants::FindTenant;
use kofa_insight::calls::{CallFilter, FindCalls, ListUsage, LoggedCall, Outcome, Span, SumUsage};
use kofa_insight::first_steps::{FirstSteps, ReadFirstSteps};
use kofa_ledger::alerts::ReadPace;
use kofa_ledger::money::find_wallet;

use super::figures::{self, Bucket, Figures, buckets, figures, length_us, sum};
use super::try_it;
use crate::kit::show::{self, Html};
use crate::kit::{Form, Layout, NavLink, Page, SignedInMember, WebState, respond};

/// Newest calls that are shown.
const CALLS_SHOWN: u32 = 8;
/// Error codes that are shown, the most frequent first.
const ERRORS_SHOWN: usize = 5;

/// Word in the query, label, how long a bar is, how many there are.
const SPANS: [(&str, &str, Span, usize); 3] = [
    ("24h", "24 hours", Span::Hour, 24),
    ("7d", "7 days", Span::Day, 7),
    ("30d", "30 days", Span::Day, 30),
];

/// `GET /portal/{environment}`
#[derive(Debug, Template)]
#[template(path = "tenant/overview.html")]
struct Overview<'a> {
    layout: &'a Layout,
    services: Vec<Service>,
    steps: Vec<Step>,
    steps_left: usize,
    curl: String,
    is_sandbox: bool,
    money: Money,
    spans: Vec<NavLink>,
    sum: Bucket,
    figures: Figures,
    errors: Vec<(String, String)>,
    calls: Vec<CallRow>,
}

#[derive(Debug)]
struct Service {
    name: &'static str,
    is_on: bool,
    other: &'static str,
}

#[derive(Debug)]
struct Step {
    label: &'static str,
    hint: &'static str,
    /// Where it is done; empty if nowhere in the portal.
    href: String,
    is_done: bool,
}

#[derive(Debug)]
struct Money {
    balance: String,
    today: String,
    month: String,
    runway: String,
    is_low: bool,
}

/// A balance that lasts less than so many days is low, whether or not there is an alert.
pub(super) const LOW_DAYS: i64 = 3;

#[derive(Debug)]
struct CallRow {
    href: String,
    pub at: Html,
    pub operation_id: String,
    tone: &'static str,
    pub status: u32,
    pub error_code: String,
    pub charge: String,
    latency: String,
}

impl CallRow {
    fn new(call: LoggedCall, base: &str, now: Timestamp) -> Self {
        Self {
            href: format!("{base}/logs/{}", call.request_id),
            at: show::ago(call.at, now),
            operation_id: call.operation_id,
            tone: show::tone(call.status),
            status: call.status,
            error_code: call.error_code.unwrap_or_default(),
            charge: show::naira(call.charge),
            latency: show::millis(call.latency_us),
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let layout = Layout::portal(&web, &signed_in, "", "Overview");
    let base = format!("/portal/{}", signed_in.environment.as_str());
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let asked = SPANS.iter().find(|span| span.0 == query.text("span"));
    let &(word, _, by, count) = asked.unwrap_or(&SPANS[0]);
    let days = usage(&web, &signed_in, Span::Day, 31).await?;
    let (from, shown) = match by {
        Span::Hour => {
            let hours = usage(&web, &signed_in, Span::Hour, count).await?;
            (first(by, count, signed_in.by.at), hours)
        }
        Span::Day => (first(by, count, signed_in.by.at), days.clone()),
    };
    let shown: Vec<Outcome> = shown.into_iter().filter(|one| one.since >= from).collect();
    let steps = steps(&web, &signed_in, &base).await?;
    let page = Overview {
        services: services(&web, &signed_in).await?,
        steps_left: steps.iter().filter(|step| !step.is_done).count(),
        steps,
        curl: web.example(try_it::FIRST).unwrap_or_default(),
        is_sandbox: signed_in.environment == Environment::Sandbox,
        money: money(&web, &signed_in, &days).await?,
        spans: spans(&base, word),
        sum: sum(&shown),
        figures: figures(&buckets(&shown, length_us(by), from, count), by, &base),
        errors: errors(&shown),
        calls: calls(&web, &signed_in, &base).await?,
        layout: &layout,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// When the first of `count` spans began, of which the last is the present one.
fn first(by: Span, count: usize, now: Timestamp) -> Timestamp {
    let before = i64::try_from(count).unwrap_or(1) - 1;
    let begin = by.start(now).micros() - before * length_us(by);
    Timestamp::from_micros(begin)
}

async fn usage(
    web: &WebState,
    signed_in: &SignedInMember,
    by: Span,
    count: usize,
) -> Result<Vec<Outcome>> {
    let of = ListUsage {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        from: first(by, count, signed_in.by.at),
        until: signed_in.by.at.plus_seconds(1),
        by,
    };
    let by_endpoint = false;
    web.admin.store.read(SumUsage { of, by_endpoint }).await
}

async fn services(web: &WebState, signed_in: &SignedInMember) -> Result<Vec<Service>> {
    let tenant = signed_in.of.tenant.clone();
    let (_, access) = web.admin.store.read(FindTenant { tenant }).await?;
    let here = signed_in.environment;
    let there = match here {
        Environment::Sandbox => Environment::Live,
        Environment::Live => Environment::Sandbox,
    };
    let service = |product: &'static Product| {
        let scope = product.scope;
        let other = match (there, access.is_enabled(scope, there)) {
            (Environment::Live, true) => "Also on in live",
            (Environment::Live, false) => "Off in live. Request access under Going live.",
            (Environment::Sandbox, true) => "On in the sandbox",
            (Environment::Sandbox, false) => "Also off in the sandbox",
        };
        Service {
            name: product.title,
            is_on: access.is_enabled(scope, here),
            other,
        }
    };
    Ok(web.admin.products.iter().map(service).collect())
}

async fn steps(web: &WebState, signed_in: &SignedInMember, base: &str) -> Result<Vec<Step>> {
    let read = ReadFirstSteps {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        person: signed_in.of.person(),
    };
    let FirstSteps {
        has_key,
        has_called,
        has_been_charged,
        has_second_factor,
        is_live,
    } = web.admin.store.read(read).await?;
    let step = |label, hint, word: &str, is_done| Step {
        label,
        hint,
        href: match word {
            "" => String::new(),
            word => format!("{base}/{word}"),
        },
        is_done,
    };
    let second_factor = "Confirms each sign-in with an app on your phone.";
    let mut steps = vec![
        step("Sign in", "You are signed in.", "", true),
        step(
            "Create an API key",
            "It identifies your app.",
            "keys",
            has_key,
        ),
        step(
            "Send your first request",
            "Use the command below.",
            "",
            has_called,
        ),
        step(
            "Send a charged request",
            "Only the responses listed under Pricing are charged.",
            "pricing",
            has_been_charged,
        ),
        step(
            "Turn on two-factor authentication",
            second_factor,
            "settings",
            has_second_factor,
        ),
        step(
            "Get live access",
            "Granted per product. The list shows what is still missing.",
            "going-live",
            is_live,
        ),
    ];
    // An operator who looks has no settings here, and their second factor is no step of it.
    steps.retain(|step| !signed_in.of.is_operator || !step.href.ends_with("/settings"));
    Ok(steps)
}

/// `days` begin at least with the month.
async fn money(web: &WebState, signed_in: &SignedInMember, days: &[Outcome]) -> Result<Money> {
    let now = signed_in.by.at;
    let store = &web.admin.store;
    let wallet = find_wallet(store, signed_in.of.tenant.clone(), signed_in.environment).await?;
    let read = ReadPace {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        now,
    };
    let pace = store.read(read).await?;
    let spent_since = |since: Timestamp| -> Kobo {
        let of_span = days.iter().filter(|one| one.since >= since);
        sum(of_span).spent
    };
    let month = kofa_insight::statement::Month::of(now).start();
    let days = pace.days_of(wallet.balance);
    Ok(Money {
        balance: show::naira(wallet.balance),
        today: show::naira(spent_since(Span::Day.start(now))),
        month: show::naira(spent_since(month)),
        runway: runway(days),
        is_low: days.is_some_and(|days| days < LOW_DAYS),
    })
}

/// How long a balance lasts, in words.
pub(super) fn runway(days: Option<i64>) -> String {
    match days {
        None => "Nothing spent in the last 7 days".to_owned(),
        Some(0) => "Less than a day left at current usage".to_owned(),
        Some(days @ 1..=3_650) => format!(
            "About {} left at current usage",
            figures::plural(days, "day")
        ),
        Some(_) => "More than ten years left at current usage".to_owned(),
    }
}

fn spans(base: &str, here: &str) -> Vec<NavLink> {
    let link = |(word, label, _, _): (&'static str, &'static str, Span, usize)| NavLink {
        label,
        href: format!("{base}?span={word}#usage"),
        here: word == here,
    };
    SPANS.into_iter().map(link).collect()
}

fn errors(usage: &[Outcome]) -> Vec<(String, String)> {
    let mut by_code: BTreeMap<&str, i64> = BTreeMap::new();
    for one in usage.iter().filter(|one| !one.error_code.is_empty()) {
        *by_code.entry(&one.error_code).or_default() += one.calls;
    }
    let mut errors: Vec<(&str, i64)> = by_code.into_iter().collect();
    errors.sort_by_key(|(_, calls)| std::cmp::Reverse(*calls));
    errors.truncate(ERRORS_SHOWN);
    let text = |(code, calls): (&str, i64)| (code.to_owned(), show::count(calls));
    errors.into_iter().map(text).collect()
}

async fn calls(web: &WebState, signed_in: &SignedInMember, base: &str) -> Result<Vec<CallRow>> {
    let find = FindCalls {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        filter: CallFilter::default(),
        before: None,
        limit: CALLS_SHOWN,
    };
    let found = web.admin.store.read(find).await?;
    let row = |call| CallRow::new(call, base, signed_in.by.at);
    Ok(found.rows.into_iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runway_is_said_in_words() {
        assert_eq!(runway(None), "Nothing spent in the last 7 days");
        assert!(runway(Some(0)).starts_with("Less than a day"));
        assert!(runway(Some(1)).starts_with("About 1 day left"));
        assert!(runway(Some(12)).starts_with("About 12 days left"));
        assert!(runway(Some(i64::MAX)).contains("ten years"));
    }
}
