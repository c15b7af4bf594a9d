//! The doors: how people come in and go out, of the portal and of the console alike, and what
//! they keep of it in their settings.
//!
//! * `at`: which door. `prove`: whether somebody is who they say. `arrive`: sessions.
//! * `sign_in`, `second_factor`: in and out. `confirm`: once more, before what matters;
//!   `held`: the form that waits for it.
//! * `sso`: in by the word of a sign-in provider; `elsewhere`: who must, or may.
//! * `reset`, `links`: links that work without an account. `access`: who has none yet.
//! * `asks`: what pages ask of passkeys. `passkey`: in by one alone.
//! * `own`, `settings`, `factor`, `profile`: what a person keeps: sessions, password, second
//!   factor, their name and which mails they want.

mod access;
mod arrive;
mod asks;
mod at;
mod confirm;
mod elsewhere;
mod factor;
mod held;
mod links;
mod own;
mod passkey;
mod profile;
mod prove;
mod reset;
mod second_factor;
mod settings;
mod sign_in;
mod sso;

use std::sync::Arc;

use axum::Router;
use axum::middleware::map_response;
use axum::routing::{get, post};

pub use crate::auth::confirm::{asks_again, must_confirm};

use crate::kit::WebState;
use crate::page::secure_room;

pub fn routes(web: Arc<WebState>) -> Router {
    let doors = ["/portal", "/console"].into_iter();
    let all = doors.fold(Router::new(), |all, base| all.merge(door(base)));
    let all = all
        .merge(of_settings("/portal/{environment}/settings"))
        .merge(of_settings("/console/settings"))
        .merge(sso::routes())
        .merge(access::routes());
    all.route_layer(map_response(secure_room)).with_state(web)
}

/// Lays the pages of links that work without an account over `api`, which answers programs at
/// the same addresses.
pub fn links(api: Router, web: Arc<WebState>) -> Router {
    links::over(api, web)
}

fn door(base: &str) -> Router<Arc<WebState>> {
    let at = |word: &str| format!("{base}/{word}");
    Router::new()
        .route(&at("sign-in"), get(sign_in::page).post(sign_in::enter))
        .route(&at("passkey"), post(passkey::enter))
        .route(&at("sign-out"), post(sign_in::leave))
        .route(
            &at("second-factor"),
            get(second_factor::page).post(second_factor::prove),
        )
        .route(&at("confirm"), get(confirm::page).post(confirm::prove))
        .route(&at("forgot"), get(reset::forgot).post(reset::ask))
        .route(&at("reset/{token}"), get(reset::page).post(reset::set))
}

fn of_settings(home: &str) -> Router<Arc<WebState>> {
    let at = |word: &str| format!("{home}/{word}");
    Router::new()
        .route(home, get(settings::page))
        .route(&at("sessions/{session}/end"), post(settings::end_session))
        .route(&at("sessions/end-others"), post(settings::end_others))
        .route(
            &at("password"),
            get(settings::password_page).post(settings::change_password),
        )
        .route(&at("profile"), get(profile::page).post(profile::set))
        .route(&at("second-factor"), get(factor::page))
        .route(&at("second-factor/start"), post(factor::start))
        .route(&at("second-factor/confirm"), post(factor::confirm))
        .route(&at("second-factor/codes"), post(factor::renew_codes))
        .route(&at("second-factor/off"), post(factor::turn_off))
        .route(&at("second-factor/passkeys"), post(passkey::add))
        .route(
            &at("second-factor/passkeys/{passkey}/remove"),
            post(passkey::remove),
        )
}
