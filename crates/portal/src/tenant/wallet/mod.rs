//! The wallet: what is there, what is held, what was used in a month, and its statements.

mod alerts;
mod journal;
mod statement;
mod top_ups;

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use http::StatusCode;
use kofa_domain::{Result, Timestamp};
use kofa_identity::tenants::FindTenant;
use kofa_insight::calls::{ListUsage, Outcome, Span, SumUsage};
use kofa_insight::statement::{HeldCall, Month, ReadHoldings};
use kofa_ledger::alerts::ReadPace;
use kofa_ledger::money::find_wallet;

use super::figures::{Bucket, Figures, buckets, figures, plural, sum};
use super::overview::{LOW_DAYS, runway};
use crate::kit::show::{self, Html};
use crate::kit::{Form, Layout, NavLink, Page, SignedInMember, WebState, respond};

/// Months that can be chosen, the present one included.
const MONTHS_SHOWN: usize = 13;

/// Everything under `/portal/{environment}/wallet`.
pub(super) fn routes() -> Router<Arc<WebState>> {
    const WALLET: &str = "/portal/{environment}/wallet";
    Router::new()
        .route(WALLET, get(page))
        .route(&format!("{WALLET}/journal"), get(journal::page))
        .route(
            &format!("{WALLET}/alerts"),
            get(alerts::page).post(alerts::set),
        )
        .route(
            &format!("{WALLET}/statements/{{file}}"),
            get(statement::file),
        )
        .route(
            &format!("{WALLET}/top-ups"),
            get(top_ups::page).post(top_ups::start),
        )
        .route(&format!("{WALLET}/top-ups/{{top_up}}"), get(top_ups::one))
        .route(
            &format!("{WALLET}/top-ups/{{top_up}}/pay"),
            get(top_ups::pay_page).post(top_ups::pay),
        )
}

/// The pages of the wallet; `here` is the word of one of them.
fn tabs(signed_in: &SignedInMember, here: &str) -> Vec<NavLink> {
    let base = format!("/portal/{}/wallet", signed_in.environment.as_str());
    let tab = |(word, label): (&str, &'static str)| NavLink {
        label,
        href: match word {
            "" => base.clone(),
            word => format!("{base}/{word}"),
        },
        here: word == here,
    };
    let all = [
        ("", "Balance"),
        ("top-ups", "Top up"),
        ("journal", "Journal"),
        ("alerts", "Alerts"),
    ];
    all.into_iter().map(tab).collect()
}

/// `GET /portal/{environment}/wallet`
#[derive(Debug, Template)]
#[template(path = "tenant/wallet/balance.html")]
struct Balance<'a> {
    layout: &'a Layout,
    tabs: Vec<NavLink>,
    balance: String,
    held: String,
    available: String,
    runway: String,
    is_low: bool,
    holds: String,
    oldest: Vec<Hold>,
    months: Vec<(String, String)>,
    month: Month,
    sum: Bucket,
    figures: Figures,
    endpoints: Vec<Endpoint>,
    days: Vec<Day>,
}

#[derive(Debug)]
struct Hold {
    href: String,
    pub request_id: String,
    pub at: Html,
    pub operation_id: String,
    pub amount: String,
    why: &'static str,
}

impl Hold {
    fn new(hold: HeldCall, signed_in: &SignedInMember) -> Self {
        let world = signed_in.environment.as_str();
        Self {
            href: match hold.is_answered {
                true => format!("/portal/{world}/logs/{}", hold.request_id),
                false => String::new(),
            },
            request_id: hold.request_id.to_string(),
            at: show::ago(hold.at, signed_in.by.at),
            operation_id: hold.operation_id,
            amount: show::naira(hold.amount),
            why: match hold.is_answered {
                true => "In progress: charged on success, released otherwise",
                false => "The request is in progress",
            },
        }
    }
}

#[derive(Debug)]
struct Endpoint {
    operation_id: String,
    calls: String,
    errors: String,
    spent: String,
}

#[derive(Debug)]
struct Day {
    day: String,
    calls: String,
    errors: String,
    spent: String,
}

async fn page(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let layout = Layout::portal(&web, &signed_in, "wallet", "Wallet");
    let now = signed_in.by.at;
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let months = months(&web, &signed_in).await?;
    // A month that cannot be chosen is none that anybody was led to.
    let asked = Month::parse(query.text("month")).filter(|one| months.contains(one));
    let month = asked.unwrap_or_else(|| Month::of(now));
    let store = &web.admin.store;
    let wallet = find_wallet(store, signed_in.of.tenant.clone(), signed_in.environment).await?;
    let holdings = ReadHoldings {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
    };
    let holdings = store.read(holdings).await?;
    let pace = ReadPace {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        now,
    };
    let pace = store.read(pace).await?;
    let usage = usage(&web, &signed_in, month).await?;
    let days = buckets(
        &usage,
        super::figures::length_us(Span::Day),
        month.start(),
        days_of(month),
    );
    // What was held when the balance was read may be charged by now.
    let held = holdings.held.min(wallet.balance);
    let available = kofa_domain::Kobo::new(wallet.balance.get() - held.get());
    let base = format!("/portal/{}", signed_in.environment.as_str());
    let lasts = pace.days_of(wallet.balance);
    let page = Balance {
        layout: &layout,
        tabs: tabs(&signed_in, ""),
        balance: show::naira(wallet.balance),
        held: show::naira(held),
        available: show::naira(available),
        runway: runway(lasts),
        is_low: lasts.is_some_and(|days| days < LOW_DAYS),
        holds: plural(holdings.count, "hold"),
        oldest: holdings
            .oldest
            .into_iter()
            .map(|hold| Hold::new(hold, &signed_in))
            .collect(),
        months: months
            .iter()
            .map(|one| (one.to_string(), one.name()))
            .collect(),
        month,
        sum: sum(&usage),
        figures: figures(&days, Span::Day, &base),
        endpoints: endpoints(&usage),
        days: days.iter().filter(|day| day.calls() > 0).map(day).collect(),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

/// The newest first; none before the tenant was there.
async fn months(web: &WebState, signed_in: &SignedInMember) -> Result<Vec<Month>> {
    let tenant = signed_in.of.tenant.clone();
    let (tenant, _) = web.admin.store.read(FindTenant { tenant }).await?;
    Ok(Month::back_to(
        tenant.created_at,
        signed_in.by.at,
        MONTHS_SHOWN,
    ))
}

fn days_of(month: Month) -> usize {
    let length = month.end().micros_since(month.start());
    usize::try_from(length / super::figures::length_us(Span::Day)).unwrap_or(31)
}

async fn usage(web: &WebState, signed_in: &SignedInMember, month: Month) -> Result<Vec<Outcome>> {
    let of = ListUsage {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        from: month.start(),
        until: month.end(),
        by: Span::Day,
    };
    let by_endpoint = true;
    web.admin.store.read(SumUsage { of, by_endpoint }).await
}

/// What was spent on comes first.
fn endpoints(usage: &[Outcome]) -> Vec<Endpoint> {
    let mut by_endpoint: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
    for one in usage {
        by_endpoint.entry(&one.operation_id).or_default().push(one);
    }
    let mut sums: Vec<(&str, Bucket)> = by_endpoint
        .into_iter()
        .map(|(operation_id, usage)| (operation_id, sum(usage)))
        .collect();
    sums.sort_by_key(|(_, sum)| std::cmp::Reverse((sum.spent, sum.calls())));
    let row = |(operation_id, sum): (&str, Bucket)| Endpoint {
        operation_id: operation_id.to_owned(),
        calls: show::count(sum.calls()),
        errors: show::count(sum.errors()),
        spent: show::naira(sum.spent),
    };
    sums.into_iter().map(row).collect()
}

fn day(bucket: &Bucket) -> Day {
    let start: Timestamp = bucket.start;
    Day {
        day: show::day(start),
        calls: show::count(bucket.calls()),
        errors: show::count(bucket.errors()),
        spent: show::naira(bucket.spent),
    }
}
