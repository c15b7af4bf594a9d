//! In by a passkey alone, and a person's own passkeys.

use std::sync::Arc;

use axum::extract::{RawPathParams, State};
use http::HeaderMap;
use kofa_domain::{Error, Kind, codes};
use kofa_identity::passkeys::{AddPasskey, PasskeyId, RemovePasskey};

use super::arrive::Arrival;
use super::asks::{FIELD, has_no_name, whose};
use super::at::At;
use super::elsewhere::must_take_password;
use super::factor;
use super::own::OwnForm;
use super::prove::patience;
use super::sign_in::{self, waiting};
use crate::kit::{Caller, Faults, Form, Page, WebState, go};

/// In by a passkey, without a password.
pub(super) async fn enter(
    State(web): State<Arc<WebState>>,
    at: At,
    caller: Caller,
    headers: HeaderMap,
    form: Form,
) -> Page {
    let next = at.next(form.raw("next"));
    let again = |faults: Faults| sign_in::shown(&web, at, ("", next.clone()), faults);
    if let Some(seconds) = web.attempts.take(caller.ip, web.now()) {
        let response = again(Faults::general(patience(seconds)));
        return Ok(waiting(response, seconds));
    }
    let person = match whose(&web, at.door, form.raw(FIELD)).await {
        Ok(person) => person,
        Err(error) if error.kind() == Kind::Unprocessable => {
            return Ok(again(Faults::of(error)?));
        }
        Err(error) => return Err(error.into()),
    };
    must_take_password(&web, &person).await?;
    web.attempts.forgive(caller.ip);
    let arrival = Arrival {
        web: &web,
        at,
        caller: &caller,
        headers: &headers,
    };
    Ok(arrival.lead(person, false, &next, "").await?)
}

pub(super) async fn add(State(web): State<Arc<WebState>>, OwnForm { own, form }: OwnForm) -> Page {
    own.must_be_fresh(factor::WORD)?;
    let (admin, party) = (&web.admin, web.passkeys.as_ref().ok_or_else(has_no_name)?);
    let typed = (form.text("name"), form.raw(FIELD));
    let added = match AddPasskey::new((&admin.vault, admin.ids), party, own.by.clone(), typed) {
        Ok((add, codes)) => admin
            .store
            .write(add)
            .await
            .map(|is_first| (is_first, codes)),
        Err(error) => Err(error),
    };
    match added {
        Ok((true, codes)) => Ok(factor::codes_once(&web, &own, &codes, true)),
        Ok((false, _)) => Ok(go(&web, &own.path(factor::WORD), "Passkey added.")),
        Err(error) => Ok(factor::shown(&web, &own, Faults::of(error)?).await?),
    }
}

pub(super) async fn remove(
    State(web): State<Arc<WebState>>,
    path: RawPathParams,
    OwnForm { own, .. }: OwnForm,
) -> Page {
    own.must_be_fresh(factor::WORD)?;
    let id = path.iter().find(|(name, _)| *name == "passkey");
    let id = id.and_then(|(_, text)| PasskeyId::parse(text));
    let id = id.ok_or_else(|| Error::new(&codes::NOT_FOUND, "Passkey not found."))?;
    let by = own.by.clone();
    web.admin.store.write(RemovePasskey { by, id }).await?;
    Ok(go(&web, &own.path(factor::WORD), "Passkey removed."))
}
