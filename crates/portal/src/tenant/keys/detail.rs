//! One key: what it reaches, what it was used for in the last 30 days.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use http::StatusCode;
use kofa_domain::{Result, Timestamp};
use kofa_identity::keys::ApiKey;
use kofa_insight::calls::Span;
use kofa_insight::key_reach::{FindRotatedFrom, KeyCalls, ReadKeyCalls};

use super::super::figures::log_of;
use super::{KeyView, base, find, may_change};
use crate::kit::{Layout, Page, SignedInMember, WebState, plot, respond, show};
use crate::text::Html;

/// Days of traffic on the page.
const DAYS: i64 = 30;
/// The parts of a bar, from the bottom up.
pub(super) const CLASSES: [&str; 3] = ["ok", "warn", "bad"];

/// `GET /portal/{environment}/keys/{key}`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/detail.html")]
struct DetailPage<'a> {
    layout: &'a Layout,
    base: String,
    key: KeyView,
    may_change: bool,
    /// The key whose place it took.
    rotated_from: String,
    /// Whether it made any call in this time.
    is_used: bool,
    good: String,
    wrong: String,
    failed: String,
    figure: Html,
}

/// The calls of a key by the day, since `from`.
async fn calls(
    web: &WebState,
    signed_in: &SignedInMember,
    key: &ApiKey,
    from: Timestamp,
) -> Result<BTreeMap<Timestamp, KeyCalls>> {
    let read = ReadKeyCalls {
        actor: signed_in.by.actor.clone(),
        key: key.id.clone(),
        environment: signed_in.environment,
        from,
        now: web.now(),
        hourly: false,
    };
    web.admin.store.read(read).await
}

pub(super) fn sum(calls: &BTreeMap<Timestamp, KeyCalls>) -> KeyCalls {
    calls.values().fold(KeyCalls::default(), |mut sum, one| {
        sum.join(one);
        sum
    })
}

/// A bar: `label` under it, and what it stands for.
pub(super) fn bar(label: String, calls: KeyCalls) -> plot::Bar {
    let errors = calls.wrong + calls.failed;
    plot::Bar {
        title: format!(
            "{label}: {} requests, {} errors",
            show::count(calls.all()),
            show::count(errors)
        ),
        label,
        parts: vec![calls.good, calls.wrong, calls.failed],
    }
}

/// Where the log shows each day's requests with the key.
fn links(signed_in: &SignedInMember, key: &ApiKey, today: Timestamp) -> Vec<String> {
    let base = format!("/portal/{}", signed_in.environment.as_str());
    let of_key = format!("&key={}", key.id);
    let days = (0..DAYS)
        .rev()
        .map(|back| today.plus_seconds(-back * 86_400));
    days.map(|day| log_of(&base, day, Span::Day, &of_key))
        .collect()
}

pub(super) fn short_day(at: Timestamp) -> String {
    let text = show::day(at);
    text.rsplit_once(' ')
        .map_or(text.clone(), |(day, _)| day.to_owned())
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, key)): Path<(String, String)>,
) -> Page {
    let key = find(&web, &signed_in, &key).await?;
    let now = web.now();
    let today = Span::Day.start(now);
    let from = today.plus_seconds(-(DAYS - 1) * 86_400);
    let by_day = calls(&web, &signed_in, &key, from).await?;
    let bars: Vec<plot::Bar> = (0..DAYS)
        .rev()
        .map(|back| {
            let at = today.plus_seconds(-back * 86_400);
            bar(short_day(at), by_day.get(&at).copied().unwrap_or_default())
        })
        .collect();
    let all = sum(&by_day);
    let summary = format!(
        "Requests per day over the last {DAYS} days: {} in total, {} of them errors",
        show::count(all.all()),
        show::count(all.wrong + all.failed)
    );
    let from = FindRotatedFrom {
        actor: signed_in.by.actor.clone(),
        key: key.id.clone(),
    };
    let rotated_from = web.admin.store.read(from).await?;
    let layout = Layout::portal(&web, &signed_in, "keys", key.plan.name.clone());
    let page = DetailPage {
        layout: &layout,
        base: base(&signed_in),
        key: KeyView::new(&web, &key, now),
        may_change: may_change(&signed_in, &key),
        rotated_from: rotated_from.map(|id| id.to_string()).unwrap_or_default(),
        is_used: all.all() > 0,
        good: show::count(all.good),
        wrong: show::count(all.wrong),
        failed: show::count(all.failed),
        figure: plot::linked(
            &bars,
            (&CLASSES, plot::Unit::Count),
            &summary,
            &links(&signed_in, &key, today),
        ),
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
