//! What asks for password and second factor again when they were given too long ago.

use kofa_core::ActorAt;
use kofa_identity::sessions::Session;

use super::refusal::Refusal;
use crate::kit::signed_in::{SignedInMember, SignedInOperator};

/// Somebody who is signed in, at either door.
pub trait SignedIn {
    fn session(&self) -> &Session;
    /// Who asks, and when.
    fn by(&self) -> &ActorAt;
    /// `/portal` or `/console`.
    fn base(&self) -> &'static str;
    /// The token of their forms.
    fn form_token(&self) -> &str;
    /// What they sign in with.
    fn email(&self) -> &str;
}

impl SignedIn for SignedInMember {
    fn session(&self) -> &Session {
        &self.of.session
    }

    fn by(&self) -> &ActorAt {
        &self.by
    }

    fn base(&self) -> &'static str {
        "/portal"
    }

    fn form_token(&self) -> &str {
        &self.form_token
    }

    fn email(&self) -> &str {
        &self.of.email
    }
}

impl SignedIn for SignedInOperator {
    fn session(&self) -> &Session {
        &self.of.session
    }

    fn by(&self) -> &ActorAt {
        &self.by
    }

    fn base(&self) -> &'static str {
        "/console"
    }

    fn form_token(&self) -> &str {
        &self.form_token
    }

    fn email(&self) -> &str {
        &self.of.email
    }
}

/// Leads to the page that asks for password and second factor, unless they were given within
/// ten minutes; from there to `next`, a page behind the same door. Ask it where the form is
/// shown. Where it is sent, ask
/// [`must_confirm`](crate::auth::must_confirm), which keeps what was typed.
///
/// # Errors
/// The way to `/portal/confirm` or `/console/confirm`.
pub fn must_be_fresh(signed_in: &impl SignedIn, next: &str) -> Result<(), Refusal> {
    if signed_in.session().is_fresh(signed_in.by().at) {
        return Ok(());
    }
    let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
    let base = signed_in.base();
    Err(Refusal::enter(format!("{base}/confirm?next={next}")))
}
