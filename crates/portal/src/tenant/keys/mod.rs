//! API keys: listed, made, rotated, ended.

mod detail;
mod end;
mod list;
mod make;
mod rotate;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use kofa_core::Right;
use kofa_domain::{Environment, Error, Id, KeyId, Kind, Scope, Timestamp, codes};
use kofa_identity::keys::{ApiKey, FindKey, KeyStatus};
use kofa_insight::key_reach::{UNUSED_DAYS, expires_within, is_unused};

use crate::kit::{SignedInMember, WebState, show};
use crate::text::Html;

/// The pages of keys.
pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/portal/{environment}/keys", get(list::page))
        .route(
            "/portal/{environment}/keys/new",
            get(make::page).post(make::make),
        )
        .route("/portal/{environment}/keys/{key}", get(detail::page))
        .route(
            "/portal/{environment}/keys/{key}/rotate",
            get(rotate::page).post(rotate::rotate),
        )
        .route(
            "/portal/{environment}/keys/{key}/rotation",
            get(rotate::turnover),
        )
        .route(
            "/portal/{environment}/keys/{key}/revoke",
            get(end::page).post(end::end),
        )
}

/// Where the list of keys is.
fn base(signed_in: &SignedInMember) -> String {
    format!("/portal/{}/keys", signed_in.environment)
}

/// The key in the path: this tenant's, and of this environment. An operator who looks sees no
/// other tenant's either.
async fn find(web: &WebState, signed_in: &SignedInMember, text: &str) -> Result<ApiKey, Error> {
    let unknown = || Error::new(&codes::NOT_FOUND, "API key not found.");
    let key: KeyId = Id::parse(text).ok_or_else(unknown)?;
    let actor = signed_in.by.actor.clone();
    let key = web.admin.store.read(FindKey { actor, key }).await?;
    let is_here = key.tenant_id == signed_in.of.tenant;
    let reaches = key.plan.environments.contains(&signed_in.environment);
    Some(key).filter(|_| is_here && reaches).ok_or_else(unknown)
}

/// Where a key of this tenant is shown: here if it reaches this environment, otherwise in one that
/// it reaches. A call that was refused because its key does not reach the environment stands in the
/// log of this environment all the same. Empty for a key that there is no more.
pub(super) async fn place(
    web: &WebState,
    signed_in: &SignedInMember,
    key: &KeyId,
) -> Result<String, Error> {
    let find = FindKey {
        actor: signed_in.by.actor.clone(),
        key: key.clone(),
    };
    let key = match web.admin.store.read(find).await {
        Ok(key) if key.tenant_id == signed_in.of.tenant => key,
        Ok(_) => return Ok(String::new()),
        Err(error) if error.kind() == Kind::NotFound => return Ok(String::new()),
        Err(error) => return Err(error),
    };
    let reached = &key.plan.environments;
    let here = reached.iter().find(|one| **one == signed_in.environment);
    let shown_in = here.or_else(|| reached.first());
    Ok(shown_in.map_or_else(String::new, |one| format!("/portal/{one}/keys/{}", key.id)))
}

/// Whether the reader may change this key.
fn may_change(signed_in: &SignedInMember, key: &ApiKey) -> bool {
    signed_in.may(Right::Keys(&key.tenant_id, &key.plan.environments))
}

/// Whether a change of this key asks for a fresh proof of who it is.
fn is_live(key: &ApiKey) -> bool {
    key.plan.environments.contains(&Environment::Live)
}

/// A key as pages show it.
#[derive(Debug)]
struct KeyView {
    id: String,
    name: String,
    /// `kofa_test_4Fzk…x1Yz`
    shown: String,
    scopes: Vec<String>,
    environments: Vec<&'static str>,
    created: Html,
    expires: Html,
    /// `7`: expires within so many days.
    within: Option<i64>,
    /// Whether it made no call for long.
    unused: bool,
    last_used: Option<UseView>,
    status: &'static str,
    tone: &'static str,
    /// The key that took its place.
    rotated_to: String,
    works: bool,
    cidrs: Vec<String>,
}

/// The last call of a key.
#[derive(Debug)]
struct UseView {
    ago: Html,
    at: Html,
    ip: String,
    environment: &'static str,
    operation_id: String,
}

fn environment_names(environments: &[Environment]) -> Vec<&'static str> {
    environments
        .iter()
        .map(|&one| show::environment(one))
        .collect()
}

impl KeyView {
    fn new(web: &WebState, key: &ApiKey, now: Timestamp) -> Self {
        let title = |scope: &Scope| web.admin.products.title(*scope);
        let status = key.status(now);
        let (name, tone) = match status {
            KeyStatus::Active => ("Active", "ok"),
            KeyStatus::Rotating => ("Rotating", "warn"),
            KeyStatus::Expired => ("Expired", ""),
            KeyStatus::Revoked => ("Revoked", ""),
        };
        let ends = key.revoked_at.or(key.plan.expires_at);
        let expires = ends.map_or(Html("never".to_owned()), |at| show::ago(at, now));
        let last_used = key.last_used.as_ref().map(|used| UseView {
            ago: show::ago(used.at, now),
            at: show::moment(used.at),
            ip: used.ip.clone(),
            environment: show::environment(used.environment),
            operation_id: used.operation_id.clone(),
        });
        Self {
            id: key.id.to_string(),
            name: key.plan.name.clone(),
            shown: format!("{}\u{2026}{}", key.prefix, key.last_four),
            scopes: key.plan.scopes.iter().map(title).collect(),
            environments: environment_names(&key.plan.environments),
            created: show::moment(key.created_at),
            expires,
            within: expires_within(key, now).filter(|_| status == KeyStatus::Active),
            unused: is_unused(key, now),
            last_used,
            status: name,
            tone,
            rotated_to: key
                .rotated_to
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            works: matches!(status, KeyStatus::Active | KeyStatus::Rotating),
            cidrs: key
                .plan
                .allowed_cidrs
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }

    /// `Expires within 7 days.`
    fn warning(&self) -> String {
        match self.within {
            Some(1) => "Expires within a day.".to_owned(),
            Some(days) => format!("Expires within {days} days."),
            None => String::new(),
        }
    }

    /// A hint on a key that seems to be needed no more.
    fn hint(&self) -> String {
        match &self.last_used {
            _ if !self.unused => String::new(),
            Some(_) => format!("Not used for {UNUSED_DAYS} days. Is it still needed?"),
            None => "Never used. Is it still needed?".to_owned(),
        }
    }
}
