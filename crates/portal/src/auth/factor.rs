//! Turning the second factor on and off, and its recovery codes.

use std::fmt::Write as _;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use data_encoding::BASE64URL_NOPAD;
use http::StatusCode;
use kofa_domain::{Result, Timestamp};
use kofa_identity::recovery::{RecoveryCodes, RenewRecoveryCodes};
use kofa_identity::second_factor::{
    ConfirmFactor, Factors, FindFactors, StartFactor, TurnOffFactor,
};
use qrcodegen::{QrCode, QrCodeEcc};

use super::asks::Asks;
use super::own::{Own, OwnForm};
use super::prove::{Verdict, patience};
use super::settings::{not_theirs, present_password};
use super::sign_in::waiting;
use crate::kit::show::{self, Html};
use crate::kit::{Caller, Faults, Layout, Page, WebState, go, respond};

/// Where it is below the settings.
pub(super) const WORD: &str = "second-factor";

/// `GET …/settings/second-factor`
#[derive(Debug, Template)]
#[template(path = "enter/factor.html")]
struct FactorPage<'a> {
    layout: &'a Layout,
    home: &'a str,
    email: &'a str,
    stage: Stage,
    factors: &'a Factors,
    /// `None` where there is no host name for passkeys.
    passkey: Option<Asks>,
    /// The person's id, in base64url.
    user: String,
    now: Timestamp,
    /// Whether they can do nothing else before it is on.
    is_needed: bool,
    faults: Faults,
}

/// How far somebody is.
#[derive(Debug)]
enum Stage {
    Off,
    /// The app is to be set up and its first code to be typed.
    Waiting {
        secret: String,
        qr: Html,
    },
    On,
}

/// What is shown once.
#[derive(Debug, Template)]
#[template(path = "enter/codes.html")]
struct CodesPage<'a> {
    layout: &'a Layout,
    home: &'a str,
    codes: Vec<&'a str>,
    /// Whether the second factor was just turned on.
    is_new: bool,
}

/// What an authenticator app reads from the square (its key URI format).
fn key_uri(email: &str, secret: &str) -> String {
    let email: String = form_urlencoded::byte_serialize(email.as_bytes()).collect();
    format!(
        "otpauth://totp/Kofa:{email}?secret={secret}&issuer=Kofa&algorithm=SHA1&digits=6&period=30"
    )
}

/// A QR code with its quiet margin: dark on light in either scheme, as cameras expect. Empty
/// for what is too long for one: the secret in letters is always beside it.
fn qr(text: &str) -> Html {
    const MARGIN: i32 = 4;
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else {
        return Html::default();
    };
    let side = code.size() + 2 * MARGIN;
    let mut dark = String::new();
    for row in 0..code.size() {
        for column in 0..code.size() {
            if code.get_module(column, row) {
                let (x, y) = (column + MARGIN, row + MARGIN);
                let _ = write!(dark, "M{x} {y}h1v1h-1z");
            }
        }
    }
    Html(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" role=\"img\" \
         aria-label=\"The secret as a QR code\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{dark}\"/></svg>"
    ))
}

fn stage(web: &WebState, own: &Own, factors: &Factors) -> Result<Stage> {
    let Some(app) = &factors.app else {
        return Ok(Stage::Off);
    };
    Ok(match app.secret_text(&web.admin.vault)? {
        Some(secret) => Stage::Waiting {
            qr: qr(&key_uri(&own.email, secret.expose())),
            secret: in_fours(secret.expose()),
        },
        None => Stage::On,
    })
}

fn in_fours(secret: &str) -> String {
    let letters: Vec<char> = secret.chars().collect();
    let groups: Vec<String> = letters
        .chunks(4)
        .map(|four| four.iter().collect())
        .collect();
    groups.join(" ")
}

pub(super) async fn shown(web: &WebState, own: &Own, faults: Faults) -> Result<Response> {
    let person = own.person.clone();
    let factors = web.admin.store.read(FindFactors { person }).await?;
    let layout = own.titled("Two-factor authentication");
    let status = faults.status();
    let page = FactorPage {
        layout: &layout,
        home: &own.settings,
        email: &own.email,
        stage: stage(web, own, &factors)?,
        factors: &factors,
        passkey: Asks::another(web, &own.person, &factors.passkeys),
        user: BASE64URL_NOPAD.encode(own.person.as_str().as_bytes()),
        now: own.by.at,
        is_needed: own.lacks_factor,
        faults,
    };
    Ok(respond(web, &layout, status, &page))
}

pub(super) fn codes_once(
    web: &WebState,
    own: &Own,
    codes: &RecoveryCodes,
    is_new: bool,
) -> Response {
    let layout = own.titled("Recovery codes");
    let page = CodesPage {
        layout: &layout,
        home: &own.settings,
        codes: codes.iter().map(|code| code.expose().as_str()).collect(),
        is_new,
    };
    respond(web, &layout, StatusCode::OK, &page)
}

pub(super) async fn page(State(web): State<Arc<WebState>>, own: Own) -> Page {
    own.must_be_fresh(WORD)?;
    Ok(shown(&web, &own, Faults::default()).await?)
}

/// Makes a secret, or another one while none was confirmed.
pub(super) async fn start(State(web): State<Arc<WebState>>, OwnForm { own, .. }: OwnForm) -> Page {
    own.must_be_fresh(WORD)?;
    let admin = &web.admin;
    let start = StartFactor::new(&admin.vault, admin.ids, own.by.clone())?;
    match admin.store.write(start).await {
        Ok(()) => Ok(go(&web, &own.path(WORD), "")),
        Err(error) => Ok(shown(&web, &own, Faults::of(error)?).await?),
    }
}

pub(super) async fn confirm(
    State(web): State<Arc<WebState>>,
    OwnForm { own, form }: OwnForm,
) -> Page {
    own.must_be_fresh(WORD)?;
    let admin = &web.admin;
    let typed = form.secret("code");
    let (confirm, codes) = ConfirmFactor::new(&admin.vault, admin.ids, own.by.clone(), typed)?;
    match admin.store.write(confirm).await {
        Ok(()) => Ok(codes_once(&web, &own, &codes, true)),
        Err(error) => Ok(shown(&web, &own, Faults::of(error)?).await?),
    }
}

pub(super) async fn renew_codes(
    State(web): State<Arc<WebState>>,
    OwnForm { own, .. }: OwnForm,
) -> Page {
    own.must_be_fresh(WORD)?;
    let admin = &web.admin;
    let (renew, codes) = RenewRecoveryCodes::new(&admin.vault, admin.ids, own.by.clone())?;
    match admin.store.write(renew).await {
        Ok(()) => Ok(codes_once(&web, &own, &codes, false)),
        Err(error) => Ok(shown(&web, &own, Faults::of(error)?).await?),
    }
}

pub(super) async fn turn_off(
    State(web): State<Arc<WebState>>,
    caller: Caller,
    OwnForm { own, form }: OwnForm,
) -> Page {
    own.must_be_fresh(WORD)?;
    match present_password(&web, &caller, &own, &form).await? {
        Verdict::Right(()) => {}
        Verdict::Wrong => return Ok(shown(&web, &own, not_theirs()).await?),
        Verdict::Wait(seconds) => {
            let faults = Faults::general(patience(seconds));
            let response = shown(&web, &own, faults).await?;
            return Ok(waiting(response, seconds));
        }
    }
    let (by, person) = (own.by.clone(), own.person.clone());
    web.admin.store.write(TurnOffFactor { by, person }).await?;
    Ok(go(&web, &own.settings, "Authenticator app turned off."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_can_read_the_square_and_a_person_the_letters() {
        assert_eq!(in_fours("ABCDEFGHIJ"), "ABCD EFGH IJ");
        let uri = key_uri("a+b@x.ng", "ABCD");
        assert!(uri.starts_with("otpauth://totp/Kofa:a%2Bb%40x.ng?secret=ABCD&issuer=Kofa"));
        let html = qr(&uri).0;
        assert!(html.contains("aria-label") && html.matches("h1v1h-1z").count() > 300);
        assert!(html.len() < 30_000, "{}", html.len());
        assert!(qr(&"x".repeat(5_000)).is_empty());
    }
}
