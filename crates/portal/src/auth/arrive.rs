//! Coming in and going out: the session under a door's cookie.

use axum::response::Response;
use http::{HeaderMap, HeaderValue, header};
use kofa_core::ActorAt;
use kofa_domain::{Result, Sensitive};
use kofa_identity::sessions::{
    Door, EndSession, FindMemberSession, FindOperatorSession, OpenSession, Person, Session,
    Vouching,
};

use super::at::At;
use crate::kit::{Caller, WebState, go};

/// Who is signed in at a door, perhaps only with a password so far.
#[derive(Debug)]
pub(super) struct Present {
    pub(super) session: Session,
    pub(super) person: Person,
    pub(super) email: String,
    pub(super) by: ActorAt,
    /// Whether it is an operator who looks at a tenant's portal.
    pub(super) is_looking: bool,
}

/// Who is signed in by the cookie of a request, if anybody is.
pub(super) async fn present(
    web: &WebState,
    at: At,
    headers: &HeaderMap,
) -> Result<Option<Present>> {
    let (admin, now) = (&web.admin, web.now());
    let Some(token) = web.cookies.get(headers, at.cookie) else {
        return Ok(None);
    };
    let (session, actor, email, is_looking) = match at.door {
        Door::Portal => {
            let find = FindMemberSession::new(&admin.vault, token, now);
            let Some(of) = admin.store.read(find).await? else {
                return Ok(None);
            };
            (of.session, of.actor, of.email, of.is_operator)
        }
        Door::Console => {
            let find = FindOperatorSession::new(&admin.vault, token, now);
            let Some(of) = admin.store.read(find).await? else {
                return Ok(None);
            };
            (of.session, of.actor, of.email, false)
        }
    };
    let person = Person::of(&actor)?;
    Ok(Some(Present {
        session,
        person,
        email,
        by: ActorAt { actor, at: now },
        is_looking,
    }))
}

/// Ends the session under the cookie, if there is one.
pub(super) async fn end_present(
    web: &WebState,
    at: At,
    headers: &HeaderMap,
) -> Result<Option<Present>> {
    let found = present(web, at, headers).await?;
    if let Some(found) = &found {
        let end = EndSession {
            by: found.by.clone(),
            session: found.session.id.clone(),
        };
        web.admin.store.write(end).await?;
    }
    Ok(found)
}

/// Somebody who comes in.
#[derive(Debug)]
pub(super) struct Arrival<'a> {
    pub(super) web: &'a WebState,
    pub(super) at: At,
    pub(super) caller: &'a Caller,
    pub(super) headers: &'a HeaderMap,
}

impl Arrival<'_> {
    /// Begins a session in place of whatever was under the cookie; `pending` if the second
    /// factor is still to come. The cookie to set.
    pub(super) async fn begin(&self, person: Person, pending: bool) -> Result<HeaderValue> {
        self.open(self.session(person, pending)).await
    }

    fn session(&self, person: Person, pending: bool) -> (OpenSession, Sensitive<String>) {
        let (admin, origin) = (&self.web.admin, self.caller.origin());
        let now = self.web.now();
        OpenSession::new(&admin.vault, admin.ids, person, pending, origin, now)
    }

    async fn open(&self, (open, token): (OpenSession, Sensitive<String>)) -> Result<HeaderValue> {
        let web = self.web;
        end_present(web, self.at, self.headers).await?;
        web.admin.store.write(open).await?;
        let (cookie, seconds) = (self.at.cookie, self.at.seconds);
        Ok(web.cookies.set(cookie, token.expose(), seconds))
    }

    /// The same by the word of an issuer, and leads on.
    pub(super) async fn lead_vouched(
        &self,
        person: Person,
        pending: bool,
        vouching: Vouching,
        to: &str,
    ) -> Result<Response> {
        let (open, token) = self.session(person, pending);
        let cookie = self.open((open.vouched(vouching), token)).await?;
        let mut response = go(self.web, to, "");
        response.headers_mut().append(header::SET_COOKIE, cookie);
        Ok(response)
    }

    /// Begins a session, and leads on.
    pub(super) async fn lead(
        &self,
        person: Person,
        pending: bool,
        to: &str,
        said: &str,
    ) -> Result<Response> {
        let cookie = self.begin(person, pending).await?;
        let mut response = go(self.web, to, said);
        response.headers_mut().append(header::SET_COOKIE, cookie);
        Ok(response)
    }
}
