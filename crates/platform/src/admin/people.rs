//! Members and their invites, operators.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse as _;
use http::StatusCode;
use kofa_domain::Sensitive;
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::changes;
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, email_schema, json, moment, name_schema, page, part};
use crate::directory::invites::{Invite, RevokeInvite};
use crate::directory::members::{ListMembers, Member};
use crate::directory::operators::{DisableOperator, ListOperators, Operator};
use crate::directory::{MemberRole, OperatorRole};

/// A person of a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Member)]
pub(crate) struct MemberView {
    /// Names the member.
    #[schema(pattern = "^mem_[0-9a-f]{32}$")]
    id: String,
    /// Also the name to sign in with.
    email: String,
    /// What they may do.
    #[schema(schema_with = member_role_schema)]
    role: &'static str,
    /// `invited`: has not accepted the invite yet.
    #[schema(schema_with = member_status_schema)]
    status: &'static str,
    /// When they were first invited.
    #[schema(format = "date-time")]
    created_at: String,
    /// When they last used the portal, to the minute; null if not within a month.
    #[schema(format = "date-time", required)]
    last_seen_at: Option<String>,
    /// Whether a code of their authenticator app is asked for when they sign in.
    second_factor: bool,
    /// The invite that they have not accepted; null if there is none.
    #[schema(pattern = "^inv_[0-9a-f]{32}$", required)]
    invite_id: Option<String>,
}

pub(crate) fn member_role_schema() -> utoipa::openapi::schema::Schema {
    crate::http::choice(&MemberRole::ALL.map(MemberRole::as_str))
}

fn member_status_schema() -> utoipa::openapi::schema::Schema {
    crate::http::choice(&["invited", "active", "disabled"])
}

fn operator_role_schema() -> utoipa::openapi::schema::Schema {
    crate::http::choice(&OperatorRole::ALL.map(OperatorRole::as_str))
}

impl From<Member> for MemberView {
    fn from(member: Member) -> Self {
        Self {
            id: member.id.to_string(),
            email: member.email,
            role: member.role.as_str(),
            status: member.status.as_str(),
            created_at: moment(member.created_at),
            last_seen_at: member.seen_at.map(moment),
            second_factor: member.has_second_factor,
            invite_id: member.invite.map(|(id, _)| id.to_string()),
        }
    }
}

/// List a tenant's members
///
/// Invited ones included; a tenant has at most 200.
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/members", operation_id = "listMembers",
    tag = "People",
    params(
        ("tenantId" = String, Path),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<MemberView>, description = "A page of members.")),
)]
pub(crate) async fn list_members(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, asked) = (call.tenant()?, call.long_page()?);
    let members = desk.store.read(ListMembers { tenant }).await?;
    let views = members.into_iter().map(MemberView::from).collect();
    Ok(part(views, &asked, |one: &MemberView| one.id.clone())?)
}

/// Whom to invite.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewInvite {
    /// Their address.
    #[schema(schema_with = email_schema)]
    email: String,
    /// What they are to be allowed.
    #[schema(schema_with = member_role_schema)]
    role: String,
}

/// An invite and its link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InviteCreated {
    /// Names the invite.
    #[schema(pattern = "^inv_[0-9a-f]{32}$")]
    id: String,
    /// For whom.
    email: String,
    /// As what.
    #[schema(schema_with = member_role_schema)]
    role: &'static str,
    /// Until when it can be accepted.
    #[schema(format = "date-time")]
    expires_at: String,
    /// Works once. Shown only here.
    invite_url: String,
}

impl InviteCreated {
    fn new(invite: Invite, url: &Sensitive<String>) -> Self {
        Self {
            id: invite.id.to_string(),
            email: invite.email,
            role: invite.role.as_str(),
            expires_at: moment(invite.expires_at),
            invite_url: url.expose().clone(),
        }
    }
}

/// Invite a member
///
/// Someone who was invited and has not accepted gets a new link; the old one stops working.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/invites", operation_id = "inviteMember",
    tag = "People", params(("tenantId" = String, Path)), request_body = NewInvite,
    responses((status = 201, body = InviteCreated, description = "The invite.")),
)]
pub(crate) async fn invite_member(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let tenant = call.tenant()?;
    let object = call.object()?;
    let (invite, url) = changes::invite_member(&desk, call.by, tenant, &object).await?;
    let body = InviteCreated::new(invite, &url);
    Ok(json(StatusCode::CREATED, &body))
}

/// Take an invite back
///
/// Doing it again changes nothing.
#[utoipa::path(
    post, path = "/admin/v1/tenants/{tenantId}/invites/{inviteId}/revoke",
    operation_id = "revokeInvite", tag = "People",
    params(("tenantId" = String, Path), ("inviteId" = String, Path)),
    responses((status = 204, description = "It cannot be accepted any more.")),
)]
pub(crate) async fn revoke_invite(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let (tenant, invite) = (call.tenant()?, call.id("inviteId", "invite")?);
    let by = call.by;
    let revoke = RevokeInvite { by, tenant, invite };
    desk.store.write(revoke).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A person who operates the platform.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Operator)]
pub(crate) struct OperatorView {
    /// Names the operator.
    #[schema(pattern = "^opr_[0-9a-f]{32}$")]
    id: String,
    /// Also the name to sign in with.
    email: String,
    /// For people.
    name: String,
    /// What they may do.
    #[schema(schema_with = operator_role_schema)]
    role: &'static str,
    /// When they were made.
    #[schema(format = "date-time")]
    created_at: String,
    /// Since when they cannot act any more; null if they can.
    #[schema(format = "date-time", required)]
    disabled_at: Option<String>,
}

impl From<Operator> for OperatorView {
    fn from(operator: Operator) -> Self {
        Self {
            id: operator.id.to_string(),
            email: operator.email,
            name: operator.name,
            role: operator.role.as_str(),
            created_at: moment(operator.created_at),
            disabled_at: operator.disabled_at.map(moment),
        }
    }
}

/// Who becomes an operator.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body; `Fields` reads it")]
pub(crate) struct NewOperatorBody {
    /// For people.
    #[schema(schema_with = name_schema)]
    name: String,
    /// Also the name to sign in with.
    #[schema(schema_with = email_schema)]
    email: String,
    /// What they are to be allowed.
    #[schema(schema_with = operator_role_schema)]
    role: String,
    /// To sign in with; without one they have their token only.
    #[schema(min_length = 10, max_length = 200, nullable)]
    password: Option<String>,
}

/// A new operator and their token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OperatorCreated {
    #[serde(flatten)]
    operator: OperatorView,
    /// The bearer token of the admin API. Shown only here.
    #[schema(pattern = "^kofa_admin_[0-9a-f]{48}$")]
    admin_token: String,
}

/// Make an operator
///
/// Owners only. The token is in this answer and nowhere else.
#[utoipa::path(
    post, path = "/admin/v1/operators", operation_id = "createOperator", tag = "People",
    request_body = NewOperatorBody,
    responses((status = 201, body = OperatorCreated, description = "The operator.")),
)]
pub(crate) async fn create_operator(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let object = call.object()?;
    let (operator, token) = changes::create_operator(&desk, call.by, &object).await?;
    let created = OperatorCreated::new(operator, &token);
    Ok(json(StatusCode::CREATED, &created))
}

impl OperatorCreated {
    pub(crate) fn new(operator: Operator, token: &Sensitive<String>) -> Self {
        Self {
            operator: operator.into(),
            admin_token: token.expose().clone(),
        }
    }
}

/// List operators
///
/// The newest first, disabled ones included.
#[utoipa::path(
    get, path = "/admin/v1/operators", operation_id = "listOperators", tag = "People",
    params(("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query)),
    responses((status = 200, body = PageOf<OperatorView>, description = "A page.")),
)]
pub(crate) async fn list_operators(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let listed = desk
        .store
        .read(ListOperators { page: call.page()? })
        .await?;
    Ok(page(listed, OperatorView::from))
}

/// Disable an operator
///
/// Takes all rights from them, tokens included, at once. The last owner stays.
#[utoipa::path(
    post, path = "/admin/v1/operators/{operatorId}/disable", operation_id = "disableOperator",
    tag = "People", params(("operatorId" = String, Path)),
    responses((status = 204, description = "They can do nothing any more.")),
)]
pub(crate) async fn disable_operator(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let operator = call.id("operatorId", "operator")?;
    let by = call.by;
    desk.store.write(DisableOperator { by, operator }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
