//! A new key in the place of an old one, and how the change-over goes.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use kofa_domain::{Error, codes};
use kofa_platform::calls::Span;
use kofa_platform::directory::key_reach::Turnover;
use kofa_platform::directory::keys::ApiKey;
use kofa_platform::directory::rotation::{self, Grace, Rotation};

use super::detail::{CLASSES, bar, calls, sum};
use super::make::made;
use super::{KeyView, base, find, is_live, may_change};
use crate::kit::{
    Faults, House, MemberForm, MemberSeat, Page, Shell, must_be_fresh, plot, respond, show,
};
use crate::text::Html;

/// Hours of traffic on the page of a change-over.
const HOURS: i64 = 24;

/// `GET /portal/{environment}/keys/{key}/rotate`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/rotate.html")]
struct RotatePage<'a> {
    shell: &'a Shell,
    base: String,
    key: KeyView,
    faults: Faults,
    chosen: i64,
    graces: [(i64, &'static str); 5],
}

fn form_page(
    house: &House,
    seat: &MemberSeat,
    key: &ApiKey,
    (chosen, faults): (i64, Faults),
) -> Response {
    let shell = Shell::portal(house, seat, "keys", "Rotate a key");
    let page = RotatePage {
        shell: &shell,
        base: base(seat),
        key: KeyView::new(key, house.now()),
        chosen,
        graces: show::GRACES,
        faults,
    };
    respond(house, &shell, page.faults.status(), &page)
}

/// Refuses who may not change the key, then who must prove who they are.
fn admit(seat: &MemberSeat, key: &ApiKey, word: &str) -> Result<(), crate::kit::Refusal> {
    let right = kofa_platform::directory::Right::Keys(&key.tenant_id, &key.plan.environments);
    seat.by.actor.needs(right)?;
    if is_live(key) {
        must_be_fresh(seat, &format!("{}/{}/{word}", base(seat), key.id))?;
    }
    Ok(())
}

pub(super) async fn page(
    State(house): State<Arc<House>>,
    seat: MemberSeat,
    Path((_, key)): Path<(String, String)>,
) -> Page {
    let key = find(&house, &seat, &key).await?;
    admit(&seat, &key, "rotate")?;
    Ok(form_page(&house, &seat, &key, (86_400, Faults::default())))
}

pub(super) async fn rotate(
    State(house): State<Arc<House>>,
    Path((_, key)): Path<(String, String)>,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let key = find(&house, &seat, &key).await?;
    admit(&seat, &key, "rotate")?;
    let seconds = form.text("graceSeconds").parse().unwrap_or(-1);
    let grace = match Grace::from_seconds(seconds) {
        Ok(grace) => grace,
        Err(error) => {
            let faults = Faults::of(error)?;
            return Ok(form_page(&house, &seat, &key, (86_400, faults)));
        }
    };
    let (desk, by, id) = (&house.desk, seat.by.clone(), key.id.clone());
    let how = Rotation {
        form: form.once(&house, &seat.form_token),
        ..Rotation::from(grace)
    };
    let rotated = rotation::rotate(&desk.store, &desk.vault, desk.ids, by, id, how);
    match rotated.await {
        Ok((new, text)) => {
            desk.changed().await;
            let old = key.id.to_string();
            Ok(made(&house, &seat, &new, text.expose(), &old))
        }
        Err(error) => {
            let faults = Faults::of(error)?;
            Ok(form_page(&house, &seat, &key, (seconds, faults)))
        }
    }
}

/// `GET /portal/{environment}/keys/{key}/rotation`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/rotation.html")]
struct TurnoverPage<'a> {
    shell: &'a Shell,
    base: String,
    old: KeyView,
    new: KeyView,
    title: &'static str,
    text: &'static str,
    tone: &'static str,
    may_end: bool,
    old_calls: String,
    new_calls: String,
    old_figure: Html,
    new_figure: Html,
}

fn told(turnover: Turnover) -> (&'static str, &'static str, &'static str) {
    match turnover {
        Turnover::NewUnused => (
            "Nobody calls with the new key yet",
            "Put it where the old one is. The old key works until its grace ends.",
            "warn",
        ),
        Turnover::OldInUse => (
            "The old key is still in use",
            "It made a call within the last 15 minutes: something still has it.",
            "warn",
        ),
        Turnover::SafeToEnd => (
            "Safe to finish",
            "The new key is in use, and the old one made no call for 15 minutes.",
            "ok",
        ),
        Turnover::Over => (
            "The change-over is finished",
            "The old key works no more.",
            "ok",
        ),
    }
}

async fn hours(
    house: &House,
    seat: &MemberSeat,
    key: &ApiKey,
    name: &str,
) -> kofa_domain::Result<(String, Html)> {
    let last = Span::Hour.start(house.now());
    let from = last.plus_seconds(-(HOURS - 1) * 3_600);
    let by_hour = calls(house, seat, key, from, true).await?;
    let bars: Vec<plot::Bar> = (0..HOURS)
        .rev()
        .map(|back| {
            let at = last.plus_seconds(-back * 3_600);
            let hour = at.lagos_micros_of_day() / 3_600_000_000;
            let calls = by_hour.get(&at).copied().unwrap_or_default();
            bar(format!("{hour:02}:00"), calls)
        })
        .collect();
    let all = sum(&by_hour);
    let summary = format!(
        "Calls an hour with the {name} key in the last {HOURS} hours: {} in all",
        show::count(all.all())
    );
    let figure = plot::bars(&bars, &CLASSES, &summary);
    Ok((show::count(all.all()), figure))
}

pub(super) async fn turnover(
    State(house): State<Arc<House>>,
    seat: MemberSeat,
    Path((_, key)): Path<(String, String)>,
) -> Page {
    let old = find(&house, &seat, &key).await?;
    let Some(new) = &old.rotated_to else {
        let message = "This key was not rotated.";
        return Err(Error::new(&codes::NOT_FOUND, message).into());
    };
    let new = find(&house, &seat, new.as_str()).await?;
    let now = house.now();
    let turnover = Turnover::of(&old, &new, now);
    let (title, text, tone) = told(turnover);
    let (old_calls, old_figure) = hours(&house, &seat, &old, "old").await?;
    let (new_calls, new_figure) = hours(&house, &seat, &new, "new").await?;
    let shell = Shell::portal(&house, &seat, "keys", "Change-over");
    let page = TurnoverPage {
        shell: &shell,
        base: base(&seat),
        may_end: turnover != Turnover::Over && may_change(&seat, &old),
        old: KeyView::new(&old, now),
        new: KeyView::new(&new, now),
        title,
        text,
        tone,
        old_calls,
        new_calls,
        old_figure,
        new_figure,
    };
    Ok(respond(&house, &shell, StatusCode::OK, &page))
}
