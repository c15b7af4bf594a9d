//! Somebody who is signed in, at whichever door: what is the same for members and operators
//! is written once.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;
use kofa_core::By;
use kofa_core::codes::FORBIDDEN;
use kofa_domain::Error;
use kofa_identity::sessions::{Door, Person, Session};

use super::at::At;
use crate::kit::{
    Form, House, MemberForm, MemberSeat, OperatorForm, OperatorSeat, Refusal, Seat, Shell,
    must_be_fresh,
};

/// Somebody who is signed in.
#[derive(Debug)]
pub(super) struct Own {
    pub(super) at: At,
    pub(super) person: Person,
    pub(super) email: String,
    /// Theirs, or their tenant's.
    pub(super) name: String,
    pub(super) session: Session,
    pub(super) by: By,
    /// Of a page below their settings.
    pub(super) shell: Shell,
    /// Where their settings are.
    pub(super) settings: String,
}

/// A form of somebody who is signed in.
#[derive(Debug)]
pub(super) struct OwnForm {
    pub(super) own: Own,
    pub(super) form: Form,
}

impl Own {
    fn member(house: &House, seat: MemberSeat) -> Result<Self, Refusal> {
        if seat.of.is_operator {
            let message = "You look at this portal as an operator. These are its members' own \
                           settings; yours are in the console.";
            return Err(Error::new(&FORBIDDEN, message).into());
        }
        Ok(Self {
            at: At::of("/portal"),
            person: Person::of(&seat.by.actor)?,
            shell: Shell::portal(house, &seat, "settings", "Settings"),
            settings: format!("/portal/{}/settings", seat.environment.as_str()),
            email: seat.of.email,
            name: seat.of.tenant_name,
            session: seat.of.session,
            by: seat.by,
        })
    }

    fn operator(house: &House, seat: OperatorSeat) -> Result<Self, Refusal> {
        Ok(Self {
            at: At::of("/console"),
            person: Person::of(&seat.by.actor)?,
            shell: Shell::console(house, &seat, "settings", "Settings"),
            settings: "/console/settings".to_owned(),
            email: seat.of.email,
            name: seat.of.name,
            session: seat.of.session,
            by: seat.by,
        })
    }

    /// Where a page below the settings is.
    pub(super) fn path(&self, word: &str) -> String {
        format!("{}/{word}", self.settings)
    }

    /// Asks for password and code again unless they are fresh; leads back to the page `word`
    /// below the settings.
    pub(super) fn must_be_fresh(&self, word: &str) -> Result<(), Refusal> {
        must_be_fresh(self, &self.path(word))
    }

    /// The frame, under another title.
    pub(super) fn titled(&self, title: &str) -> Shell {
        Shell {
            title: title.to_owned(),
            ..self.shell.clone()
        }
    }
}

impl Seat for Own {
    fn session(&self) -> &Session {
        &self.session
    }

    fn by(&self) -> &By {
        &self.by
    }

    fn base(&self) -> &'static str {
        self.at.base
    }

    fn form_token(&self) -> &str {
        &self.shell.form_token
    }

    fn email(&self) -> &str {
        &self.email
    }
}

impl<S> FromRequestParts<S> for Own
where
    S: Send + Sync,
    Arc<House>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let house: Arc<House> = Arc::from_ref(state);
        match At::of(parts.uri.path()).door {
            Door::Portal => {
                let seat = MemberSeat::from_request_parts(parts, state).await?;
                Self::member(&house, seat)
            }
            Door::Console => {
                let seat = OperatorSeat::from_request_parts(parts, state).await?;
                Self::operator(&house, seat)
            }
        }
    }
}

impl<S> FromRequest<S> for OwnForm
where
    S: Send + Sync,
    Arc<House>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let house: Arc<House> = Arc::from_ref(state);
        match At::of(request.uri().path()).door {
            Door::Portal => {
                let MemberForm { seat, form } = MemberForm::from_request(request, state).await?;
                let own = Own::member(&house, seat)?;
                Ok(Self { own, form })
            }
            Door::Console => {
                let OperatorForm { seat, form } =
                    OperatorForm::from_request(request, state).await?;
                let own = Own::operator(&house, seat)?;
                Ok(Self { own, form })
            }
        }
    }
}
