//! Members and their invites, operators.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse as _;
use http::StatusCode;
use kofa_domain::{Error, Sensitive};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::desk::Desk;
use super::problem::Reply;
use super::wire::{PageOf, email_schema, json, moment, name_schema, page, whole};
use crate::directory::invites::{Invite, InviteMember, RevokeInvite};
use crate::directory::members::{ListMembers, Member};
use crate::directory::operators::{
    CreateOperator, DisableOperator, ListOperators, NewOperator, Operator,
};
use crate::directory::{
    EMAIL_CHARS_MAX, MemberRole, NAME_CHARS_MAX, OperatorRole, password, read_email, read_name,
};
use crate::http::Fields;

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
/// Invited ones included; at most 200, always on one page.
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/members", operation_id = "listMembers",
    tag = "People", params(("tenantId" = String, Path)),
    responses((status = 200, body = PageOf<MemberView>, description = "The members.")),
)]
pub(crate) async fn list_members(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let tenant = call.tenant()?;
    let members = desk.store.read(ListMembers { tenant }).await?;
    Ok(whole(members.into_iter().map(MemberView::from).collect()))
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
    fn new(invite: Invite, base_url: &str, token: &Sensitive<String>) -> Self {
        Self {
            id: invite.id.to_string(),
            email: invite.email,
            role: invite.role.as_str(),
            expires_at: moment(invite.expires_at),
            invite_url: format!("{base_url}/invite/{}", token.expose()),
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
    let mut fields = Fields::new(&object);
    let email = fields.text("email", EMAIL_CHARS_MAX);
    let word = fields.text("role", NAME_CHARS_MAX);
    let role = word.and_then(MemberRole::parse);
    if word.is_some() && role.is_none() {
        fields.wrong("role", "must be a role of a member");
    }
    let mut faults = fields.into_faults();
    let email = email.and_then(|text| read_email("email", text, &mut faults));
    let (Some(email), Some(role)) = (email, role) else {
        return Err(Error::faults(faults).into());
    };
    let (op, token) = InviteMember::new(&desk.vault, desk.ids, call.by, tenant, email, role);
    let invite = desk.store.write(op).await?;
    let body = InviteCreated::new(invite, &desk.base_url, &token);
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

/// What `createOperator` and `useSetup` read alike; the role is the caller's business.
pub(crate) fn read_operator(
    mut fields: Fields<'_>,
    role: Option<OperatorRole>,
) -> kofa_domain::Result<(NewOperator, Option<Sensitive<String>>)> {
    let name = fields.text("name", NAME_CHARS_MAX);
    let email = fields.text("email", EMAIL_CHARS_MAX);
    // Passwords are taken as they are: `Fields` would trim them.
    let typed = fields.raw("password").map(|value| value.as_str());
    if typed == Some(None) {
        fields.wrong("password", "must be a string");
    }
    let mut faults = fields.into_faults();
    let name = name.and_then(|text| read_name("name", text, &mut faults));
    let email = email.and_then(|text| read_email("email", text, &mut faults));
    let chosen = typed.flatten().map(|text| Sensitive::new(text.to_owned()));
    if let Some(chosen) = &chosen {
        let words = [name.as_deref(), email.as_deref()];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        if let Err(weak) = password::check("password", chosen, &words) {
            faults.extend(weak.all().iter().cloned());
        }
    }
    match (name, email, role) {
        (Some(name), Some(email), Some(role)) if faults.is_empty() => {
            let password_hash = None;
            let new = NewOperator {
                email,
                name,
                role,
                password_hash,
            };
            Ok((new, chosen))
        }
        _ => Err(Error::faults(faults)),
    }
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
    let mut fields = Fields::new(&object);
    let word = fields.text("role", NAME_CHARS_MAX);
    let role = word.and_then(OperatorRole::parse);
    if word.is_some() && role.is_none() {
        fields.wrong("role", "must be `owner`, `ops`, `finance` or `support`");
    }
    let (new, chosen) = read_operator(fields, role)?;
    let created = create(&desk, call, new, chosen).await?;
    Ok(json(StatusCode::CREATED, &created))
}

async fn create(
    desk: &Desk,
    call: AdminCall,
    mut new: NewOperator,
    chosen: Option<Sensitive<String>>,
) -> kofa_domain::Result<OperatorCreated> {
    call.by.actor.needs(crate::directory::Right::Operators)?;
    if let Some(chosen) = chosen {
        let hash = password::hash(chosen, desk.ids).await?;
        new.password_hash = Some(Sensitive::new(hash));
    }
    let (op, token) = CreateOperator::new(&desk.vault, desk.ids, call.by, new);
    let operator = desk.store.write(op).await?;
    Ok(OperatorCreated::new(operator, &token))
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
