//! Somebody who is signed in, at whichever door: what is the same for members and operators
//! is written once.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;
use kofa_core::ActorAt;
use kofa_core::codes::FORBIDDEN;
use kofa_domain::Error;
use kofa_identity::sessions::{Door, Person, Session};

use super::at::At;
use crate::kit::{
    Form, Layout, MemberForm, OperatorForm, Refusal, SignedIn, SignedInMember, SignedInOperator,
    WebState, must_be_fresh,
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
    pub(super) by: ActorAt,
    /// Of a page below their settings.
    pub(super) layout: Layout,
    /// Where their settings are.
    pub(super) settings: String,
    /// Whether they need a second factor and have none.
    pub(super) lacks_factor: bool,
}

/// A form of somebody who is signed in.
#[derive(Debug)]
pub(super) struct OwnForm {
    pub(super) own: Own,
    pub(super) form: Form,
}

impl Own {
    fn member(web: &WebState, signed_in: SignedInMember) -> Result<Self, Refusal> {
        if signed_in.of.is_operator {
            let message = "You are viewing this portal as an operator. These settings belong to \
                           its members; yours are in the console.";
            return Err(Error::new(&FORBIDDEN, message).into());
        }
        Ok(Self {
            at: At::of("/portal"),
            person: Person::of(&signed_in.by.actor)?,
            layout: Layout::portal(web, &signed_in, "settings", "Settings"),
            settings: format!("/portal/{}/settings", signed_in.environment.as_str()),
            lacks_factor: signed_in.of.lacks_factor,
            email: signed_in.of.email,
            name: signed_in.of.tenant_name,
            session: signed_in.of.session,
            by: signed_in.by,
        })
    }

    fn operator(web: &WebState, signed_in: SignedInOperator) -> Result<Self, Refusal> {
        Ok(Self {
            at: At::of("/console"),
            person: Person::of(&signed_in.by.actor)?,
            layout: Layout::console(web, &signed_in, "settings", "Settings"),
            settings: "/console/settings".to_owned(),
            lacks_factor: web.admin.house.operators_need_second_factor && !signed_in.of.has_factor,
            email: signed_in.of.email,
            name: signed_in.of.name,
            session: signed_in.of.session,
            by: signed_in.by,
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
    pub(super) fn titled(&self, title: &str) -> Layout {
        Layout {
            title: title.to_owned(),
            ..self.layout.clone()
        }
    }
}

impl SignedIn for Own {
    fn session(&self) -> &Session {
        &self.session
    }

    fn by(&self) -> &ActorAt {
        &self.by
    }

    fn base(&self) -> &'static str {
        self.at.base
    }

    fn form_token(&self) -> &str {
        &self.layout.form_token
    }

    fn email(&self) -> &str {
        &self.email
    }
}

impl<S> FromRequestParts<S> for Own
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let web: Arc<WebState> = Arc::from_ref(state);
        match At::of(parts.uri.path()).door {
            Door::Portal => {
                let signed_in = SignedInMember::from_request_parts(parts, state).await?;
                Self::member(&web, signed_in)
            }
            Door::Console => {
                let signed_in = SignedInOperator::from_request_parts(parts, state).await?;
                Self::operator(&web, signed_in)
            }
        }
    }
}

impl<S> FromRequest<S> for OwnForm
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let web: Arc<WebState> = Arc::from_ref(state);
        match At::of(request.uri().path()).door {
            Door::Portal => {
                let MemberForm { signed_in, form } =
                    MemberForm::from_request(request, state).await?;
                let own = Own::member(&web, signed_in)?;
                Ok(Self { own, form })
            }
            Door::Console => {
                let OperatorForm { signed_in, form } =
                    OperatorForm::from_request(request, state).await?;
                let own = Own::operator(&web, signed_in)?;
                Ok(Self { own, form })
            }
        }
    }
}
