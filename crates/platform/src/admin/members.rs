//! What changes the members of a tenant, and links for who forgot their password.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse as _;
use http::StatusCode;
use kofa_domain::{Error, Sensitive};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::desk::Desk;
use super::people::{MemberView, member_role_schema};
use super::problem::Reply;
use super::wire::{json, moment};
use crate::directory::members::{SetMemberDisabled, SetMemberRole};
use crate::directory::resets::{Account, OpenReset, ResetLink};
use crate::directory::{MemberRole, NAME_CHARS_MAX, Right};
use crate::http::Fields;

/// What a member is to be allowed.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewRole {
    /// The new role.
    #[schema(schema_with = member_role_schema)]
    role: String,
}

/// Change a member's role
///
/// Holds from their next request on. The last owner stays one.
#[utoipa::path(
    put, path = "/admin/v1/tenants/{tenantId}/members/{memberId}/role",
    operation_id = "setMemberRole", tag = "People", request_body = NewRole,
    params(("tenantId" = String, Path), ("memberId" = String, Path)),
    responses((status = 200, body = MemberView, description = "The member.")),
)]
pub(crate) async fn set_member_role(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let tenant = call.tenant()?;
    call.needs(Right::Members(&tenant))?;
    let member = call.id("memberId", "member")?;
    let object = call.object()?;
    let mut fields = Fields::new(&object);
    let word = fields.text("role", NAME_CHARS_MAX);
    let role = word.and_then(MemberRole::parse);
    if word.is_some() && role.is_none() {
        fields.wrong("role", "must be a role of a member");
    }
    let faults = fields.into_faults();
    let (Some(role), true) = (role, faults.is_empty()) else {
        return Err(Error::faults(faults).into());
    };
    let set = SetMemberRole {
        by: call.by,
        tenant,
        member,
        role,
    };
    let member = desk.store.write(set).await?;
    Ok(json(StatusCode::OK, &MemberView::from(member)))
}

/// Lock a member out
///
/// They are signed out everywhere and cannot sign in. The last owner stays. Doing it again
/// changes nothing.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/members/{memberId}/disable",
    operation_id = "disableMember", tag = "People",
    params(("tenantId" = String, Path), ("memberId" = String, Path)),
    responses((status = 204, description = "They are locked out.")),
)]
pub(crate) async fn disable_member(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    set_disabled(&desk, call, true).await
}

/// Let a member in again
///
/// With the password and role they had. Doing it again changes nothing.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/members/{memberId}/enable",
    operation_id = "enableMember", tag = "People",
    params(("tenantId" = String, Path), ("memberId" = String, Path)),
    responses((status = 204, description = "They can sign in.")),
)]
pub(crate) async fn enable_member(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    set_disabled(&desk, call, false).await
}

async fn set_disabled(desk: &Desk, call: AdminCall, disabled: bool) -> Reply {
    let tenant = call.tenant()?;
    let member = call.id("memberId", "member")?;
    let set = SetMemberDisabled {
        by: call.by,
        tenant,
        member,
        disabled,
    };
    desk.store.write(set).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A link that sets a new password.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResetCreated {
    /// Whose password it sets.
    email: String,
    /// Until when it works.
    #[schema(format = "date-time")]
    expires_at: String,
    /// Works once. Shown only here.
    reset_url: String,
}

impl ResetCreated {
    fn new(link: ResetLink, place: &str, token: &Sensitive<String>) -> Self {
        Self {
            email: link.email,
            expires_at: moment(link.expires_at),
            reset_url: format!("{place}/reset/{}", token.expose()),
        }
    }
}

/// Make a member's reset link
///
/// By it they set a new password within the hour; their second factor stays. Earlier links of
/// theirs stop working.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/members/{memberId}/reset-link",
    operation_id = "openMemberReset", tag = "People",
    params(("tenantId" = String, Path), ("memberId" = String, Path)),
    responses((status = 201, body = ResetCreated, description = "The link.")),
)]
pub(crate) async fn open_member_reset(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let tenant = call.tenant()?;
    call.needs(Right::Members(&tenant))?;
    let account = Account::Member(tenant, call.id("memberId", "member")?);
    open(&desk, call, account, "portal").await
}

/// Make an operator's reset link
///
/// Owners only. By it they set a password within the hour, also if they had none; their second
/// factor stays.
#[utoipa::path(
    post, path = "/admin/v1/operators/{operatorId}/reset-link",
    operation_id = "openOperatorReset", tag = "People",
    params(("operatorId" = String, Path)),
    responses((status = 201, body = ResetCreated, description = "The link.")),
)]
pub(crate) async fn open_operator_reset(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Operators)?;
    let account = Account::Operator(call.id("operatorId", "operator")?);
    open(&desk, call, account, "console").await
}

async fn open(desk: &Desk, call: AdminCall, account: Account, door: &str) -> Reply {
    let (open, token) = OpenReset::new(&desk.vault, desk.ids, call.by, account);
    let link = desk.store.write(open).await?;
    let place = format!("{}/{door}", desk.base_url);
    let body = ResetCreated::new(link, &place, &token);
    Ok(json(StatusCode::CREATED, &body))
}
