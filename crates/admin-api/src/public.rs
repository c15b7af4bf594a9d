//! Links that work without an account: invites, and the set-up of the first operator.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_commands::platform::operators::{Newcomer, OperatorCreated};
use kofa_core::OperatorRole;
use kofa_domain::{Error, Sensitive, Timestamp};
use kofa_identity::invites::{AcceptInvite, FindInvite, Invite};
use kofa_identity::operators::{CheckSetup, UseSetup};
use kofa_input::Fields;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::call::PublicCall;
use super::problem::Reply;
use super::wire::{email_schema, json, moment, name_schema};
use crate::state::AdminState;

/// An invite as the recipient sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invite)]
pub(crate) struct InviteView {
    /// The tenant's name.
    tenant: String,
    /// The email address of the person invited.
    email: String,
    /// The role they are invited as.
    role: &'static str,
    /// When the invite expires.
    #[schema(format = "date-time")]
    expires_at: String,
}

/// Look at an invite
#[utoipa::path(
    get, path = "/invite/{token}", operation_id = "getInvite", tag = "Links", security(()),
    params(("token" = String, Path)),
    responses((status = 200, body = InviteView, description = "The invite.")),
)]
pub(crate) async fn get_invite(State(admin): State<Arc<AdminState>>, call: PublicCall) -> Reply {
    let token = call.request.path_parameter("token");
    let (invite, tenant) = find(&admin, token, admin.clock.now()).await?;
    let body = InviteView {
        tenant,
        email: invite.email,
        role: invite.role.as_str(),
        expires_at: moment(invite.expires_at),
    };
    Ok(json(StatusCode::OK, &body))
}

async fn find(
    admin: &AdminState,
    token: &str,
    now: Timestamp,
) -> kofa_domain::Result<(Invite, String)> {
    let find = FindInvite::new(&admin.vault, token, now);
    admin.store.read(find).await
}

/// The new password.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `read_password` reads it")]
pub(crate) struct NewPassword {
    /// 10 to 200 characters, not easy to guess.
    #[schema(min_length = 10, max_length = 200)]
    password: String,
}

/// A member who has just joined.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Joined {
    /// The member's ID.
    #[schema(pattern = "^mem_[0-9a-f]{32}$")]
    member_id: String,
    /// The email address used to sign in.
    email: String,
}

/// Accept an invite
///
/// Sets the password of the member. Works once.
#[utoipa::path(
    post, path = "/invite/{token}", operation_id = "acceptInvite", tag = "Links", security(()),
    params(("token" = String, Path)), request_body = NewPassword,
    responses((status = 200, body = Joined, description = "The member.")),
)]
pub(crate) async fn accept_invite(State(admin): State<Arc<AdminState>>, call: PublicCall) -> Reply {
    let token = call.request.path_parameter("token");
    let now = admin.clock.now();
    let found = find(&admin, token, now).await?;
    let chosen = read_password(&call.request.json_object()?)?;
    let accept = AcceptInvite::new(&admin.vault, admin.ids, token, &found, chosen, now);
    let member = admin.store.write(accept.await?).await?;
    let body = Joined {
        member_id: member.to_string(),
        email: found.0.email,
    };
    Ok(json(StatusCode::OK, &body))
}

/// Passwords are taken as they are, spaces and all.
fn read_password(object: &Map<String, Value>) -> kofa_domain::Result<Sensitive<String>> {
    let mut fields = Fields::new(object);
    match fields.raw("password") {
        Some(Value::String(text)) => return Ok(Sensitive::new(text.clone())),
        Some(_) => fields.wrong("password", "must be a string"),
        None => fields.fault(kofa_domain::Fault::missing("password")),
    }
    Err(Error::faults(fields.into_faults()))
}

/// The first operator of the platform.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Newcomer` reads it")]
pub(crate) struct FirstOperator {
    /// A display name.
    #[schema(schema_with = name_schema)]
    name: String,
    /// The email address, also used to sign in.
    #[schema(schema_with = email_schema)]
    email: String,
    /// The password for signing in to the console. Without one, the operator can only use the
    /// admin API.
    #[schema(min_length = 10, max_length = 200, nullable)]
    password: Option<String>,
}

/// Make the first operator
///
/// By the link that a new server prints. Works once; the operator becomes an owner.
#[utoipa::path(
    post, path = "/setup/{token}", operation_id = "useSetup", tag = "Links", security(()),
    params(("token" = String, Path)), request_body = FirstOperator,
    responses((status = 201, body = OperatorCreated, description = "The operator.")),
)]
pub(crate) async fn use_setup(State(admin): State<Arc<AdminState>>, call: PublicCall) -> Reply {
    let token = call.request.path_parameter("token");
    let now = admin.clock.now();
    // Before the password is hashed: a stranger must not make us work.
    admin
        .store
        .read(CheckSetup::new(&admin.vault, token, now))
        .await?;
    let object = call.request.json_object()?;
    let mut fields = kofa_commands::Fields::over(&object, now);
    let (newcomer, ()) = Newcomer::read(&mut fields, |_| ());
    let newcomer = fields.faults.finish(newcomer)?;
    let new = newcomer.hashed(admin.ids, OperatorRole::Owner).await?;
    let (op, admin_token) = UseSetup::new(&admin.vault, admin.ids, token, new, now);
    let operator = admin.store.write(op).await?;
    let body = OperatorCreated::new(operator, admin_token);
    Ok(json(StatusCode::CREATED, &body))
}
