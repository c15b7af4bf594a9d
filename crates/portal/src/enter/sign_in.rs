//! Signing in with a password, and out.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, StatusCode, header};
use kofa_domain::{Result, Sensitive};
use kofa_platform::directory::password;
use kofa_platform::directory::sessions::{
    Door, EndSession, FindMemberSession, FindOperatorSession, FindPerson, OpenSession, Origin,
    Person,
};

use crate::assets;
use crate::kit::{Faults, Form, House, MEMBER_COOKIE, OPERATOR_COOKIE, Page, go, same_origin};

/// What an unknown name's password is compared with, so that it takes as long as a known
/// one's: the hash of nothing anybody can type.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// `GET /portal/sign-in`, `GET /console/sign-in`
#[derive(Debug, Template)]
#[template(path = "enter/sign-in.html")]
struct SignIn {
    style: String,
    action: &'static str,
    title: &'static str,
    email: String,
    /// Where to after it, as a path of ours.
    next: String,
    faults: Faults,
}

struct At {
    door: Door,
    action: &'static str,
    title: &'static str,
    home: &'static str,
    cookie: &'static str,
}

const PORTAL: At = At {
    door: Door::Portal,
    action: "/portal/sign-in",
    title: "Sign in",
    home: "/portal",
    cookie: MEMBER_COOKIE,
};
const CONSOLE: At = At {
    door: Door::Console,
    action: "/console/sign-in",
    title: "Operator sign-in",
    home: "/console",
    cookie: OPERATOR_COOKIE,
};

impl At {
    fn page(&self, email: &str, next: String, faults: Faults) -> Response {
        let status = faults.status();
        let page = SignIn {
            style: assets::STYLE.path(),
            action: self.action,
            title: self.title,
            email: email.to_owned(),
            next,
            faults,
        };
        crate::page::render(status, &page)
    }

    /// A path under this door; anything else leads home.
    fn next(&self, asked: &str) -> String {
        let of_door = asked == self.home
            || asked
                .strip_prefix(self.home)
                .is_some_and(|rest| rest.starts_with(['/', '?']));
        let plain = asked
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        if of_door && plain {
            asked.to_owned()
        } else {
            self.home.to_owned()
        }
    }
}

fn asked(query: Option<String>) -> String {
    let query = query.unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let next = pairs.find(|(name, _)| name == "next");
    next.map_or_else(String::new, |(_, next)| next.into_owned())
}

pub(super) async fn portal_page(RawQuery(query): RawQuery) -> Response {
    PORTAL.page("", PORTAL.next(&asked(query)), Faults::default())
}

pub(super) async fn console_page(RawQuery(query): RawQuery) -> Response {
    CONSOLE.page("", CONSOLE.next(&asked(query)), Faults::default())
}

pub(super) async fn portal(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    form: Form,
) -> Page {
    sign_in(&house, &PORTAL, &headers, &form).await
}

pub(super) async fn console(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    form: Form,
) -> Page {
    sign_in(&house, &CONSOLE, &headers, &form).await
}

async fn sign_in(house: &House, at: &At, headers: &HeaderMap, form: &Form) -> Page {
    let desk = &house.desk;
    let (email, next) = (form.text("email").to_owned(), at.next(form.raw("next")));
    let find = FindPerson {
        door: at.door,
        email: email.clone(),
    };
    let found = desk.store.read(find).await?;
    let Some(person) = who(found, form.secret("password")).await? else {
        let faults = Faults::general("E-mail address and password do not belong together.");
        return Ok(at.page(&email, next, faults));
    };
    let origin = origin(headers);
    let (open, token) = OpenSession::new(&desk.vault, desk.ids, person, false, origin, house.now());
    desk.store.write(open).await?;
    let mut response = go(house, &next, "");
    let seconds = kofa_platform::directory::sessions::SECONDS_MEMBER;
    let cookie = house.cookies.set(at.cookie, token.expose(), seconds);
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

/// Who it is, if the password is theirs. Takes as long for nobody.
async fn who(
    found: Option<(Person, Sensitive<String>)>,
    typed: Sensitive<String>,
) -> Result<Option<Person>> {
    let (person, hash) = match found {
        Some((person, hash)) => (Some(person), hash.expose().clone()),
        None => (None, NOBODY.to_owned()),
    };
    let right = password::verify(typed, hash).await?;
    Ok(person.filter(|_| right))
}

/// Where a request comes from, as far as it says.
fn origin(headers: &HeaderMap) -> Origin {
    let agent = headers
        .get(header::USER_AGENT)
        .and_then(|value| value.to_str().ok());
    Origin {
        ip: String::new(),
        agent: agent.unwrap_or_default().to_owned(),
    }
}

pub(super) async fn leave_portal(State(house): State<Arc<House>>, headers: HeaderMap) -> Page {
    same_origin(&headers)?;
    let (desk, at) = (&house.desk, house.now());
    if let Some(token) = house.cookies.get(&headers, MEMBER_COOKIE) {
        let find = FindMemberSession::new(&desk.vault, token, at);
        if let Some(found) = desk.store.read(find).await?
            && let Some(person) = found.person()
        {
            let session = found.session.id;
            desk.store
                .write(EndSession {
                    person,
                    session,
                    at,
                })
                .await?;
        }
    }
    Ok(left(&house, &PORTAL))
}

pub(super) async fn leave_console(State(house): State<Arc<House>>, headers: HeaderMap) -> Page {
    same_origin(&headers)?;
    let (desk, at) = (&house.desk, house.now());
    if let Some(token) = house.cookies.get(&headers, OPERATOR_COOKIE) {
        let find = FindOperatorSession::new(&desk.vault, token, at);
        if let Some(found) = desk.store.read(find).await?
            && let Some(person) = found.person()
        {
            let session = found.session.id;
            desk.store
                .write(EndSession {
                    person,
                    session,
                    at,
                })
                .await?;
        }
    }
    Ok(left(&house, &CONSOLE))
}

fn left(house: &House, at: &At) -> Response {
    let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, at.action)]).into_response();
    let gone = house.cookies.set(at.cookie, "", 0);
    response.headers_mut().append(header::SET_COOKIE, gone);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_on_is_a_page_behind_the_same_door() {
        let check = |asked: &str, to: &str| assert_eq!(PORTAL.next(asked), to, "{asked}");
        check(
            "/portal/live/logs?status=500",
            "/portal/live/logs?status=500",
        );
        for wrong in [
            "",
            "/console",
            "//evil.test",
            "https://evil.test/portal",
            "/portals",
            "/portal\\x",
            "/portal/\r\nx",
        ] {
            check(wrong, "/portal");
        }
    }

    #[tokio::test]
    async fn nobody_has_no_password() {
        let typed = Sensitive::new(String::new());
        assert_eq!(who(None, typed).await.unwrap(), None);
    }
}
