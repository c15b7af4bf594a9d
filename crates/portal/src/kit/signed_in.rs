//! Who is signed in.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, RawPathParams};
use http::request::Parts;
use kofa_core::{Actor, ActorAt, Right};
use kofa_domain::{Environment, Error, Result, codes};
use kofa_identity::sessions::{
    FindMemberSession, FindOperatorSession, MemberSession, OperatorSession, TouchSession,
    form_token,
};
use kofa_insight::operator_alerts::{ReadTenantNotices, TenantNotices};
use kofa_ledger::alerts::{Alert, ReadOpenAlerts};

use super::cookies::{MEMBER_COOKIE, OPERATOR_COOKIE};
use super::refusal::Refusal;
use super::undo::Said;
use crate::kit::web_state::WebState;

/// A member who is signed in to the portal, or an operator who looks at it.
#[derive(Clone, Debug)]
pub struct SignedInMember {
    pub of: MemberSession,
    /// Which world the page is about: the path's `{environment}`, else the sandbox.
    pub environment: Environment,
    /// The token of their forms.
    pub form_token: String,
    /// What the page before had to say.
    pub said: Option<Said>,
    /// Who asks, and when.
    pub by: ActorAt,
    /// What the wallet of this world is short of.
    pub low: Vec<Alert>,
    /// What else is named above every page.
    pub notices: TenantNotices,
}

/// An operator who is signed in to the console.
#[derive(Clone, Debug)]
pub struct SignedInOperator {
    pub of: OperatorSession,
    /// The token of their forms.
    pub form_token: String,
    /// What the page before had to say.
    pub said: Option<Said>,
    /// Who asks, and when.
    pub by: ActorAt,
}

impl SignedInMember {
    /// Whether a change that needs `right` would be accepted from them.
    pub fn may(&self, right: Right<'_>) -> bool {
        self.by.actor.may(right)
    }
}

impl SignedInOperator {
    /// Whether a change that needs `right` would be accepted from them.
    pub fn may(&self, right: Right<'_>) -> bool {
        self.by.actor.may(right)
    }
}

/// Where a person comes back to after signing in: pages only, and only of ours.
fn next(parts: &Parts) -> String {
    let path = parts.uri.path();
    if parts.method != http::Method::GET {
        return String::new();
    }
    let all = parts.uri.path_and_query().map_or(path, |all| all.as_str());
    form_urlencoded::byte_serialize(all.as_bytes()).collect()
}

/// Leads whoever needs a second factor and has none to where it is turned on: `settings` are
/// theirs. That page, and the password before it, are all that is left to them.
fn must_turn_on(parts: &Parts, settings: &str) -> Result<(), Refusal> {
    let path = parts.uri.path();
    let page = "/settings/second-factor";
    let is_it = path
        .find(page)
        .is_some_and(|at| matches!(path.as_bytes().get(at + page.len()), None | Some(b'/')));
    if is_it || ["/portal/confirm", "/console/confirm"].contains(&path) {
        return Ok(());
    }
    Err(Refusal::enter(format!("{settings}/second-factor")))
}

async fn environment(parts: &mut Parts) -> Result<Option<Environment>> {
    let nowhere = || Error::new(&codes::NOT_FOUND, "Page not found.");
    let Ok(path) = RawPathParams::from_request_parts(parts, &()).await else {
        // No page has this path.
        let word = parts.uri.path().split('/').nth(2);
        return Ok(word.and_then(Environment::parse));
    };
    let word = path.iter().find(|(name, _)| *name == "environment");
    let read = |(_, word)| Environment::parse(word).ok_or_else(nowhere);
    word.map(read).transpose()
}

impl<S> FromRequestParts<S> for SignedInMember
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let web: Arc<WebState> = Arc::from_ref(state);
        let (admin, now) = (&web.admin, web.now());
        let enter = |parts: &Parts| Refusal::enter(format!("/portal/sign-in?next={}", next(parts)));
        let Some(token) = web.cookies.get(&parts.headers, MEMBER_COOKIE) else {
            return Err(enter(parts));
        };
        let token = token.to_owned();
        let find = FindMemberSession::new(&admin.vault, &token, now);
        let Some(of) = admin.store.read(find).await? else {
            return Err(enter(parts));
        };
        if of.session.pending {
            return Err(Refusal::enter("/portal/second-factor".to_owned()));
        }
        if let Some(touch) = TouchSession::if_due(&admin.vault, &token, &of.session, now) {
            admin.store.write(touch).await?;
        }
        if of.lacks_factor {
            must_turn_on(parts, "/portal/sandbox/settings")?;
        }
        let environment = environment(parts).await?.unwrap_or(Environment::Sandbox);
        let actor = of.actor.clone();
        let alerts = ReadOpenAlerts {
            tenant: of.tenant.clone(),
            environment,
        };
        let low = admin.store.read(alerts).await?;
        let notices = ReadTenantNotices {
            tenant: of.tenant.clone(),
            environment,
            now,
        };
        let notices = admin.store.read(notices).await?;
        Ok(Self {
            of,
            environment,
            low,
            notices,
            form_token: form_token(&admin.vault, &token),
            said: Said::read(&web, &parts.headers),
            by: ActorAt { actor, at: now },
        })
    }
}

impl<S> FromRequestParts<S> for SignedInOperator
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let web: Arc<WebState> = Arc::from_ref(state);
        let (admin, now) = (&web.admin, web.now());
        let enter =
            |parts: &Parts| Refusal::enter(format!("/console/sign-in?next={}", next(parts)));
        let Some(token) = web.cookies.get(&parts.headers, OPERATOR_COOKIE) else {
            return Err(enter(parts));
        };
        let token = token.to_owned();
        let find = FindOperatorSession::new(&admin.vault, &token, now);
        let Some(of) = admin.store.read(find).await? else {
            return Err(enter(parts));
        };
        if of.session.pending {
            return Err(Refusal::enter("/console/second-factor".to_owned()));
        }
        if let Some(touch) = TouchSession::if_due(&admin.vault, &token, &of.session, now) {
            admin.store.write(touch).await?;
        }
        if web.admin.house.operators_need_second_factor && !of.has_factor {
            must_turn_on(parts, "/console/settings")?;
        }
        let actor: Actor = of.actor.clone();
        Ok(Self {
            of,
            form_token: form_token(&admin.vault, &token),
            said: Said::read(&web, &parts.headers),
            by: ActorAt { actor, at: now },
        })
    }
}
