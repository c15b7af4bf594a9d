//! A new key in the place of an old one, and how the change-over goes.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::keys::RotateKey;
use kofa_core::Right;
use kofa_domain::{Error, Timestamp, codes};
use kofa_identity::keys::ApiKey;
use kofa_insight::calls::Span;
use kofa_insight::key_reach::{KeyCalls, ReadTurnoverCalls, Turnover};

use super::detail::{CLASSES, bar, short_day, sum};
use super::make::made;
use super::{KeyView, base, find, is_live, may_change};
use crate::auth::must_confirm;
use crate::kit::{
    CommandForm, Faults, Layout, MemberForm, Page, SignedInMember, WebState, must_be_fresh, plot,
    respond, show,
};
use crate::text::Html;

/// A change-over that is older is told by the day instead of by the hour, in hours.
const HOURS_MAX: i64 = 48;
/// Most days of it that are told.
const DAYS_MAX: i64 = 30;
/// The grace that is chosen at first.
const DAY_SECONDS: i64 = 86_400;

/// `GET /portal/{environment}/keys/{key}/rotate`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/rotate.html")]
struct RotatePage<'a> {
    layout: &'a Layout,
    base: String,
    key: KeyView,
    faults: Faults,
    chosen: i64,
    graces: [(i64, &'static str); 5],
}

fn form_page(
    web: &WebState,
    signed_in: &SignedInMember,
    key: &ApiKey,
    (chosen, faults): (i64, Faults),
) -> Response {
    let layout = Layout::portal(web, signed_in, "keys", "Rotate key");
    let page = RotatePage {
        layout: &layout,
        base: base(signed_in),
        key: KeyView::new(web, key, web.now()),
        chosen,
        graces: show::GRACES,
        faults,
    };
    respond(web, &layout, page.faults.status(), &page)
}

/// Refuses who may not change the key.
fn admit(signed_in: &SignedInMember, key: &ApiKey) -> Result<(), Error> {
    let right = Right::Keys(&key.tenant_id, &key.plan.environments);
    signed_in.by.actor.needs(right)
}

fn place(signed_in: &SignedInMember, key: &ApiKey) -> String {
    format!("{}/{}/rotate", base(signed_in), key.id)
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, key)): Path<(String, String)>,
) -> Page {
    let key = find(&web, &signed_in, &key).await?;
    admit(&signed_in, &key)?;
    if is_live(&key) {
        must_be_fresh(&signed_in, &place(&signed_in, &key))?;
    }
    let typed = (DAY_SECONDS, Faults::default());
    Ok(form_page(&web, &signed_in, &key, typed))
}

pub(super) async fn rotate(
    State(web): State<Arc<WebState>>,
    Path((_, key)): Path<(String, String)>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let key = find(&web, &signed_in, &key).await?;
    admit(&signed_in, &key)?;
    if is_live(&key) {
        must_confirm(&web, &signed_in, &form, &place(&signed_in, &key)).await?;
    }
    let asked = CommandForm::new(Entry::of::<RotateKey>())
        .with("keyId", key.id.as_str())
        .filled_but(&form, &["reason"]);
    let rotated = match asked.read::<RotateKey>(signed_in.by.at, &web.admin.products) {
        Ok(mut rotate) => {
            rotate.how.form = form.once(&web, &signed_in.form_token);
            web.admin.run(signed_in.by.clone(), rotate).await
        }
        Err(error) => Err(error),
    };
    match rotated {
        Ok(issued) => Ok(made(&web, &signed_in, &issued, key.id.as_str())),
        Err(error) => {
            let chosen = form.text("graceSeconds").parse().unwrap_or(DAY_SECONDS);
            let faults = Faults::of(error)?;
            Ok(form_page(&web, &signed_in, &key, (chosen, faults)))
        }
    }
}

/// `GET /portal/{environment}/keys/{key}/rotation`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/rotation.html")]
struct TurnoverPage<'a> {
    layout: &'a Layout,
    base: String,
    old: KeyView,
    new: KeyView,
    title: &'static str,
    text: &'static str,
    tone: &'static str,
    may_end: bool,
    since: Html,
    old_calls: Calls,
    new_calls: Calls,
}

/// The calls of a key since the change-over began.
#[derive(Debug)]
struct Calls {
    count: String,
    /// What is to be known of the count; empty if nothing is.
    note: String,
    figure: Html,
}

fn told(turnover: Turnover) -> (&'static str, &'static str, &'static str) {
    match turnover {
        Turnover::NewUnused => (
            "The new key is not in use yet",
            "Replace the old key with the new one. The old key works until the grace period ends.",
            "warn",
        ),
        Turnover::OldInUse => (
            "The old key is still in use",
            "It was used within the last 15 minutes, so something still depends on it.",
            "warn",
        ),
        Turnover::SafeToEnd => (
            "Safe to revoke the old key",
            "The new key is in use, and the old one has not been used for 15 minutes.",
            "ok",
        ),
        Turnover::Over => ("Rotation complete", "The old key no longer works.", "ok"),
    }
}

/// The bars of the calls since the hour or day in which the change-over began, and what each
/// stands for.
fn bars(hours: &BTreeMap<Timestamp, KeyCalls>, since: Timestamp, now: Timestamp) -> Vec<plot::Bar> {
    let is_long = now.micros_since(since) > HOURS_MAX * 3_600_000_000;
    let (span, seconds, most) = match is_long {
        true => (Span::Day, 86_400, DAYS_MAX),
        false => (Span::Hour, 3_600, HOURS_MAX + 1),
    };
    let mut sums: BTreeMap<Timestamp, KeyCalls> = BTreeMap::new();
    for (hour, calls) in hours {
        sums.entry(span.start(*hour)).or_default().join(calls);
    }
    let first = span.start(since);
    let count = (span.start(now).micros_since(first) / 1_000_000 / seconds + 1).clamp(1, most);
    (0..count)
        .map(|number| {
            let at = first.plus_seconds(number * seconds);
            let label = match span {
                Span::Day => short_day(at),
                Span::Hour => format!("{:02}:00", at.lagos_micros_of_day() / 3_600_000_000),
            };
            bar(label, sums.get(&at).copied().unwrap_or_default())
        })
        .collect()
}

async fn since(
    web: &WebState,
    signed_in: &SignedInMember,
    key: &ApiKey,
    (since, name): (Timestamp, &str),
) -> kofa_domain::Result<Calls> {
    let now = web.now();
    let read = ReadTurnoverCalls {
        actor: signed_in.by.actor.clone(),
        key: key.id.clone(),
        environment: signed_in.environment,
        since,
        now,
    };
    let found = web.admin.store.read(read).await?;
    let count = show::count(sum(&found.hours).all());
    let summary = format!("Requests with the {name} key since the rotation: {count} in total");
    let first = Span::Hour.start(since).lagos_micros_of_day() / 3_600_000_000;
    Ok(Calls {
        note: match found.is_whole_hour {
            true => format!("with all of the hour from {first:02}:00"),
            false => String::new(),
        },
        figure: plot::bars(&bars(&found.hours, since, now), &CLASSES, &summary),
        count,
    })
}

pub(super) async fn turnover(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, key)): Path<(String, String)>,
) -> Page {
    let old = find(&web, &signed_in, &key).await?;
    let Some(new) = &old.rotated_to else {
        let message = "This key has not been rotated.";
        return Err(Error::new(&codes::NOT_FOUND, message).into());
    };
    let new = find(&web, &signed_in, new.as_str()).await?;
    let now = web.now();
    let turnover = Turnover::of(&old, &new, now);
    let (title, text, tone) = told(turnover);
    let begun = new.created_at;
    let old_calls = since(&web, &signed_in, &old, (begun, "old")).await?;
    let new_calls = since(&web, &signed_in, &new, (begun, "new")).await?;
    let layout = Layout::portal(&web, &signed_in, "keys", "Rotation");
    let page = TurnoverPage {
        layout: &layout,
        base: base(&signed_in),
        may_end: turnover != Turnover::Over && may_change(&signed_in, &old),
        old: KeyView::new(&web, &old, now),
        new: KeyView::new(&web, &new, now),
        title,
        text,
        tone,
        since: show::moment(begun),
        old_calls,
        new_calls,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_begin_with_the_rotation_and_become_days() {
        let since = Timestamp::parse_rfc3339("2026-11-21T09:30:00Z").unwrap();
        let hour = Span::Hour.start(since);
        let calls = KeyCalls {
            good: 3,
            wrong: 1,
            failed: 0,
        };
        let hours = BTreeMap::from([(hour, calls), (hour.plus_seconds(3_600), calls)]);
        let check = |seconds, labels: &[&str], first: [i64; 3]| {
            let found = bars(&hours, since, since.plus_seconds(seconds));
            let known: Vec<&str> = found.iter().map(|bar| bar.label.as_str()).collect();
            assert_eq!(known, labels);
            assert_eq!(found[0].parts, first);
        };
        check(0, &["10:00"], [3, 1, 0]);
        check(5_400, &["10:00", "11:00", "12:00"], [3, 1, 0]);
        check(
            3 * 86_400,
            &["21 Nov", "22 Nov", "23 Nov", "24 Nov"],
            [6, 2, 0],
        );
        let most = usize::try_from(DAYS_MAX).unwrap();
        assert_eq!(
            bars(&hours, since, since.plus_seconds(400 * 86_400)).len(),
            most
        );
        assert_eq!(
            bars(&hours, since, since.plus_seconds(48 * 3_600)).len(),
            49
        );
    }
}
