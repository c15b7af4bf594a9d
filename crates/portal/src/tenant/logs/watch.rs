//! The log as it comes: an event a call, for as long as the session holds.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use askama::Template as _;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::response::IntoResponse as _;
use futures_util::stream;
use http::{HeaderMap, StatusCode, header};
use kofa_domain::{Error, codes};
use kofa_platform::calls::tail::{News, Viewer};
use kofa_platform::calls::{CallFilter, ListKeyNames};
use kofa_platform::directory::sessions::FindMemberSession;

use super::asked::Asked;
use super::row::{Names, Row};
use crate::kit::{House, MEMBER_COOKIE, MemberSeat, Page};

/// How often the session is looked at, and the connection kept alive, in seconds.
const LOOK_EVERY_S: u64 = 10;
/// After so many looks the browser comes anew: ten minutes.
const LOOKS_MAX: u32 = 60;
/// The newest calls that one event shows; of more it says that there are.
const ROWS_MAX: usize = 100;
/// How long a browser waits before it comes again, in milliseconds.
const RETRY_MS: u32 = 2_000;

/// A stream of events.
struct Watch {
    house: Arc<House>,
    viewer: Viewer,
    filter: CallFilter,
    names: Names,
    token: String,
    looks: u32,
    is_first: bool,
}

/// `GET /portal/{environment}/logs/tail`
pub(super) async fn tail(
    State(house): State<Arc<House>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    seat: MemberSeat,
) -> Page {
    let asked = Asked::parse(query.as_deref());
    let filter = asked.filter(seat.by.at, &house.desk.endpoints);
    let filter = filter.map_err(|faults| Error::new(&codes::INVALID_FIELD, faults.join(" ")))?;
    let last = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok());
    let after = last.and_then(|text| text.parse().ok());
    let tenant = seat.of.tenant.clone();
    let keys = ListKeyNames {
        tenant: tenant.clone(),
    };
    let keys = house.desk.store.read(keys).await?;
    let viewer = house.tails.watch(tenant, seat.environment, after).await?;
    let base = format!("/portal/{}/logs", seat.environment.as_str());
    let token = house.cookies.get(&headers, MEMBER_COOKIE);
    let watch = Watch {
        names: Names::new(&house.desk.endpoints, &keys, &base),
        token: token.unwrap_or_default().to_owned(),
        house,
        viewer,
        filter,
        looks: 0,
        is_first: true,
    };
    let events = stream::unfold(watch, |mut watch| async move {
        let event = watch.next().await?;
        Some((Ok::<_, Infallible>(event), watch))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((StatusCode::OK, headers, Body::from_stream(events)).into_response())
}

impl Watch {
    /// The next event or sign of life; `None` at the end.
    async fn next(&mut self) -> Option<String> {
        if self.is_first {
            self.is_first = false;
            return Some(format!("retry: {RETRY_MS}\n\n"));
        }
        let pause = tokio::time::sleep(Duration::from_secs(LOOK_EVERY_S));
        tokio::select! {
            news = self.viewer.next() => news.map(|news| self.event(&news)),
            () = pause => self.look().await,
        }
    }

    /// The time since the last event is over: whether the session still holds.
    async fn look(&mut self) -> Option<String> {
        self.looks += 1;
        if self.looks >= LOOKS_MAX {
            return None;
        }
        let (desk, now) = (&self.house.desk, self.house.now());
        let find = FindMemberSession::new(&desk.vault, &self.token, now);
        let found = desk.store.read(find).await.ok()??;
        (!found.session.pending).then(|| ": still here\n\n".to_owned())
    }

    fn event(&self, news: &News) -> String {
        let fits = |call: &&kofa_platform::ledger::LoggedCall| self.filter.matches(call);
        let all: Vec<_> = news.rows.iter().filter(fits).collect();
        let shown = &all[all.len().saturating_sub(ROWS_MAX)..];
        let mut data = String::new();
        for call in shown {
            let row = Row {
                row: self.names.line(call),
            };
            data.push_str(&row.render().unwrap_or_default());
        }
        let kind = if news.is_cut || shown.len() < all.len() {
            "cut"
        } else {
            "calls"
        };
        let mut event = format!("id: {}\nevent: {kind}\n", news.seq);
        for line in data.lines() {
            let _ = writeln!(event, "data: {line}");
        }
        if data.is_empty() {
            event.push_str("data:\n");
        }
        event.push('\n');
        event
    }
}
