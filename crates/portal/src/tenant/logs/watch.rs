//! The log as it comes: an event a call, for as long as the session holds.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use askama::Template as _;
use axum::extract::{RawQuery, State};
use axum::response::IntoResponse as _;
use futures_util::stream;
use http::{HeaderMap, StatusCode, header};
use kofa_domain::{Error, codes};
use kofa_identity::sessions::FindMemberSession;
use kofa_insight::calls::tail::{News, Viewer};
use kofa_insight::calls::{CallFilter, ListKeyNames};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::super::flow;
use super::asked::Asked;
use super::row::{Names, Row};
use crate::kit::{MEMBER_COOKIE, Page, SignedInMember, WebState};

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
    web: Arc<WebState>,
    viewer: Viewer,
    filter: CallFilter,
    names: Names,
    token: String,
    looks: Interval,
    looked: u32,
    is_first: bool,
}

/// `GET /portal/{environment}/logs/tail`
pub(super) async fn tail(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    signed_in: SignedInMember,
) -> Page {
    let asked = Asked::parse(query.as_deref());
    let filter = asked.filter(&signed_in.of.tenant, signed_in.by.at, &web.admin.products);
    let filter = filter.map_err(|faults| Error::new(&codes::INVALID_FIELD, faults.join(" ")))?;
    let last = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok());
    let after = last.and_then(|text| text.parse().ok());
    let tenant = signed_in.of.tenant.clone();
    let keys = ListKeyNames {
        tenant: tenant.clone(),
    };
    let keys = web.admin.store.read(keys).await?;
    let viewer = web
        .tails
        .watch(tenant, signed_in.environment, after)
        .await?;
    let base = format!("/portal/{}/logs", signed_in.environment.as_str());
    let token = web.cookies.get(&headers, MEMBER_COOKIE);
    let watch = Watch {
        names: Names::new(web.admin.products.endpoints(), &keys, &base).within(&asked),
        token: token.unwrap_or_default().to_owned(),
        web,
        viewer,
        filter,
        looks: looks(),
        looked: 0,
        is_first: true,
    };
    let events = stream::unfold(watch, |mut watch| async move {
        let event = watch.next().await?;
        Some((event, watch))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((StatusCode::OK, headers, flow::body(events)).into_response())
}

fn looks() -> Interval {
    let every = Duration::from_secs(LOOK_EVERY_S);
    let mut looks = interval_at(Instant::now() + every, every);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    looks
}

/// The next news, or nothing when a look is due: that goes first, however much is new.
async fn news_or_look<T>(looks: &mut Interval, news: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        _ = looks.tick() => None,
        news = news => Some(news),
    }
}

impl Watch {
    /// The next event or sign of life; `None` at the end.
    async fn next(&mut self) -> Option<String> {
        if self.is_first {
            self.is_first = false;
            return Some(format!("retry: {RETRY_MS}\n\n"));
        }
        match news_or_look(&mut self.looks, self.viewer.next()).await {
            Some(news) => news.map(|news| self.event(&news)),
            None => self.look().await,
        }
    }

    /// Whether the session still holds.
    async fn look(&mut self) -> Option<String> {
        self.looked += 1;
        if self.looked >= LOOKS_MAX {
            return None;
        }
        let (admin, now) = (&self.web.admin, self.web.now());
        let find = FindMemberSession::new(&admin.vault, &self.token, now);
        let found = admin.store.read(find).await.ok()??;
        (!found.session.pending).then(|| ": still here\n\n".to_owned())
    }

    fn event(&self, news: &News) -> String {
        let fits = |call: &&kofa_insight::calls::LoggedCall| self.filter.matches(call);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_log_that_is_never_quiet_does_not_put_off_the_look_at_the_session() {
        let mut looks = looks();
        for turn in 1..=3 {
            let mut events = 0;
            let every = Duration::from_millis(900);
            while (news_or_look(&mut looks, tokio::time::sleep(every)).await).is_some() {
                events += 1;
                assert!(events < 12, "no look in turn {turn}");
            }
            assert!(events > 9, "{events} events before the look of turn {turn}");
        }
        tokio::time::advance(Duration::from_secs(60)).await;
        let news = std::future::ready(());
        assert!(news_or_look(&mut looks, news).await.is_none(), "first");
        let news = std::future::ready(());
        assert!(news_or_look(&mut looks, news).await.is_some(), "once");
    }
}
