//! Password and second factor once more, before what must not be done by whoever finds a
//! screen unlocked.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use kofa_domain::Result;
use kofa_platform::directory::second_factor::FindFactor;
use kofa_platform::directory::sessions::ProveSession;

use super::own::{Own, OwnForm};
use super::prove::{Claim, Verdict, patience};
use super::sign_in::waiting;
use crate::assets;
use crate::kit::{Caller, Faults, Form, House, Page, Seat as _, go, html};

/// `GET /portal/confirm`, `GET /console/confirm`
#[derive(Debug, Template)]
#[template(path = "enter/confirm.html")]
struct Confirm<'a> {
    style: String,
    script: String,
    base: &'static str,
    form_token: &'a str,
    email: &'a str,
    next: &'a str,
    /// Whether a code is asked for as well.
    with_code: bool,
    faults: Faults,
}

fn shown(own: &Own, with_code: bool, next: &str, faults: Faults) -> Response {
    let status = faults.status();
    let page = Confirm {
        style: assets::STYLE.path(),
        script: assets::SCRIPT.path(),
        base: own.base(),
        form_token: &own.shell.form_token,
        email: &own.email,
        next,
        with_code,
        faults,
    };
    html(status, &page)
}

async fn has_factor(house: &House, own: &Own) -> Result<bool> {
    let person = own.person.clone();
    let found = house.desk.store.read(FindFactor { person }).await?;
    Ok(found.is_some_and(|factor| factor.is_on))
}

pub(super) async fn page(
    State(house): State<Arc<House>>,
    own: Own,
    RawQuery(query): RawQuery,
) -> Page {
    let next = own.at.next_of(query.as_deref());
    let with_code = has_factor(&house, &own).await?;
    Ok(shown(&own, with_code, &next, Faults::default()))
}

/// Password, and code where there is one. Which of the two was wrong is not told.
async fn is_right(
    claim: &Claim<'_>,
    own: &Own,
    form: &Form,
    with_code: bool,
) -> Result<Verdict<()>> {
    match claim.password(form.secret("password")).await? {
        Verdict::Wait(seconds) => return Ok(Verdict::Wait(seconds)),
        Verdict::Right(person) if person == own.person => {}
        Verdict::Right(_) | Verdict::Wrong => return Ok(Verdict::Wrong),
    }
    if with_code && !claim.use_code(&own.person, form.secret("code")).await? {
        return Ok(Verdict::Wrong);
    }
    claim.settle().await?;
    Ok(Verdict::Right(()))
}

pub(super) async fn prove(
    State(house): State<Arc<House>>,
    caller: Caller,
    OwnForm { own, form }: OwnForm,
) -> Page {
    let next = own.at.next(form.raw("next"));
    let with_code = has_factor(&house, &own).await?;
    let claim = Claim {
        house: &house,
        at: own.at,
        caller: &caller,
        email: &own.email,
    };
    match is_right(&claim, &own, &form, with_code).await? {
        Verdict::Right(()) => {}
        Verdict::Wrong => {
            let message = if with_code {
                "Password or code is not right."
            } else {
                "This is not your password."
            };
            return Ok(shown(&own, with_code, &next, Faults::general(message)));
        }
        Verdict::Wait(seconds) => {
            let faults = Faults::general(patience(seconds));
            return Ok(waiting(shown(&own, with_code, &next, faults), seconds));
        }
    }
    let session = own.session.id.clone();
    let by = own.by.clone();
    house.desk.store.write(ProveSession { by, session }).await?;
    Ok(go(&house, &next, ""))
}
