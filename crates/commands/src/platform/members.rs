//! The people of a tenant, their invites, and links for who forgot their password.

use kofa_core::{ActorAt, MemberRole, Page, Permission};
use kofa_domain::{MemberId, OperatorId, Result, Sensitive, TenantId, Timestamp};
use kofa_identity::invites::{self, InviteId};
use kofa_identity::members::{self, Member, SetMemberDisabled};
use kofa_identity::resets::{Account, OpenReset};
use serde::{Serialize, Serializer};
use serde_json::json;
use utoipa::ToSchema;

use crate::rules::{EMAIL, Flag, IdOf, Rule as _, Word};
use crate::wire::{Paged, as_moment, exposed, moment};
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<ListMembers>(),
    Entry::of::<SetMemberRole>(),
    Entry::of::<DisableMember>(),
    Entry::of::<EnableMember>(),
    Entry::of::<OpenMemberReset>(),
    Entry::of::<OpenOperatorReset>(),
    Entry::of::<InviteMember>(),
    Entry::of::<RevokeInvite>(),
];

/// What most of these have in common.
const OF_MEMBERS: Spec = Spec {
    tag: "People",
    method: Method::Post,
    right: Permission::Members,
    ..Spec::BASE
};

/// A member of a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Member)]
pub struct MemberView {
    /// The member's ID.
    #[schema(pattern = "^mem_[0-9a-f]{32}$")]
    id: String,
    /// The email address, also used to sign in.
    pub email: String,
    /// Their role.
    #[serde(serialize_with = "as_role")]
    #[schema(schema_with = role_schema)]
    pub role: MemberRole,
    /// `invited`: has not accepted the invite yet.
    #[schema(schema_with = status_schema)]
    status: &'static str,
    /// When they were first invited.
    #[schema(format = "date-time")]
    created_at: String,
    /// When they last used the portal, to the minute; null if not in the last month.
    #[schema(format = "date-time", required)]
    last_seen_at: Option<String>,
    /// Whether they have two-factor authentication (an authentication app or a passkey).
    second_factor: bool,
    /// When they were linked to an account at the tenant's sign-in provider; null if they are
    /// not.
    #[schema(format = "date-time", required)]
    linked_at: Option<String>,
    /// The pending invite; null if there is none.
    #[schema(pattern = "^inv_[0-9a-f]{32}$", required)]
    invite_id: Option<String>,
}

fn as_role<S: Serializer>(role: &MemberRole, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(role.as_str())
}

fn role_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&MemberRole::ALL.map(MemberRole::as_str))
}

fn status_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&["invited", "active", "disabled"])
}

impl From<Member> for MemberView {
    fn from(member: Member) -> Self {
        Self {
            id: member.id.to_string(),
            email: member.email,
            role: member.role,
            status: member.status.as_str(),
            created_at: moment(member.created_at),
            last_seen_at: member.seen_at.map(moment),
            second_factor: member.has_second_factor,
            linked_at: member.linked_at.map(moment),
            invite_id: member.invite.map(|(id, _)| id.to_string()),
        }
    }
}

const ROLE: Word<MemberRole> = Word {
    all: &MemberRole::ALL,
    as_str: MemberRole::as_str,
    parse: MemberRole::parse,
    must: "must be a role of a member",
};

/// All members of a tenant.
#[derive(Debug)]
pub struct ListMembers {
    pub tenant: TenantId,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListMembers {
    const SPEC: &'static Spec = &Spec {
        name: "listMembers",
        summary: "List a tenant's members",
        description: "Includes members who have not accepted their invite. A tenant can have up \
                      to 200 members.",
        method: Method::Get,
        path: "/admin/v1/tenants/{tenantId}/members",
        right: Permission::Look,
        success: &[(200, "A page of members.")],
        ..OF_MEMBERS
    };
    type Output = Paged<MemberView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let page = fields.long_page();
        Some(Self {
            tenant: tenant?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let tenant = self.tenant;
        let members = services.store.read(members::ListMembers { tenant }).await?;
        let views = members.into_iter().map(MemberView::from).collect();
        Paged::part(views, &self.page, |one| one.id.clone())
    }
}

/// A member of a tenant.
#[derive(Clone, Debug)]
pub struct Whose {
    pub tenant: TenantId,
    pub member: MemberId,
}

impl Whose {
    /// Reads it from the path.
    pub(super) fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let id = IdOf::new().told(|| json!({"type": "string"}));
        let member = fields.path("memberId", "There is no such member.", id);
        Some(Self {
            tenant: tenant?,
            member: member?,
        })
    }
}

/// Another role of a member.
#[derive(Debug)]
pub struct SetMemberRole {
    pub of: Whose,
    /// Their new role.
    pub role: MemberRole,
}

impl Command for SetMemberRole {
    const SPEC: &'static Spec = &Spec {
        name: "setMemberRole",
        summary: "Change a member's role",
        description: "Takes effect on the member's next request. The last owner cannot be \
                      changed.",
        method: Method::Put,
        path: "/admin/v1/tenants/{tenantId}/members/{memberId}/role",
        body: Body::Json("NewRole", "The member's new role."),
        success: &[(200, "The member.")],
        asks_again: true,
        ..OF_MEMBERS
    };
    type Output = MemberView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let of = Whose::read(fields);
        let role = fields.required("role", "", ROLE);
        Some(Self {
            of: of?,
            role: role?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<MemberView> {
        let Whose { tenant, member } = self.of;
        let set = members::SetMemberRole {
            by,
            tenant,
            member,
            role: self.role,
        };
        services.store.write(set).await.map(MemberView::from)
    }
}

/// Whether a member may sign in.
#[derive(Debug)]
pub struct Lock<const LOCKED: bool> {
    pub of: Whose,
}

pub type DisableMember = Lock<true>;
pub type EnableMember = Lock<false>;

const DISABLE: &Spec = &Spec {
    name: "disableMember",
    summary: "Disable a member",
    description: "The member is signed out everywhere and cannot sign in. The last owner cannot \
                  be disabled.\nRepeating this changes nothing.",
    path: "/admin/v1/tenants/{tenantId}/members/{memberId}/disable",
    success: &[(204, "The member is disabled.")],
    asks_again: true,
    ..OF_MEMBERS
};

const ENABLE: &Spec = &Spec {
    name: "enableMember",
    summary: "Enable a disabled member",
    description: "The member keeps their password and role. Repeating this changes nothing.",
    path: "/admin/v1/tenants/{tenantId}/members/{memberId}/enable",
    success: &[(204, "The member can sign in.")],
    asks_again: true,
    ..OF_MEMBERS
};

impl<const LOCKED: bool> Command for Lock<LOCKED> {
    const SPEC: &'static Spec = if LOCKED { DISABLE } else { ENABLE };
    type Output = ();

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Whose::read(fields).map(|of| Self { of })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<()> {
        let Whose { tenant, member } = self.of;
        let set = SetMemberDisabled {
            by,
            tenant,
            member,
            disabled: LOCKED,
        };
        services.store.write(set).await.map(drop)
    }
}

/// A password reset link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetCreated {
    /// The email address of the account.
    pub email: String,
    /// When the link expires.
    #[serde(serialize_with = "as_moment")]
    #[schema(value_type = String, format = "date-time")]
    pub expires_at: Timestamp,
    /// Works once. Returned only in this response, and emailed if a mail server is configured.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String)]
    pub reset_url: Sensitive<String>,
}

async fn open(
    services: &Services,
    by: ActorAt,
    account: Account,
    (door, end_tokens): (&str, bool),
) -> Result<ResetCreated> {
    let (open, token) = OpenReset::new(services.vault()?, services.ids, by, account);
    let reset_url = services.link(door, &token);
    let open = open
        .ending_tokens(end_tokens)
        .mailing(services.mailer.as_ref(), &reset_url);
    let link = services.store.write(open).await?;
    Ok(ResetCreated {
        email: link.email,
        expires_at: link.expires_at,
        reset_url,
    })
}

/// A link for a member who forgot their password.
#[derive(Debug)]
pub struct OpenMemberReset {
    pub of: Whose,
}

impl Command for OpenMemberReset {
    const SPEC: &'static Spec = &Spec {
        name: "openMemberReset",
        summary: "Create a password reset link for a member",
        description: "The member can use the link within an hour to set a new password. \
                      Two-factor authentication\nstays on. Earlier links stop working.",
        path: "/admin/v1/tenants/{tenantId}/members/{memberId}/reset-link",
        success: &[(201, "The reset link.")],
        asks_again: true,
        ..OF_MEMBERS
    };
    type Output = ResetCreated;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Whose::read(fields).map(|of| Self { of })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ResetCreated> {
        let account = Account::Member(self.of.tenant, self.of.member);
        open(services, by, account, ("portal/reset", false)).await
    }
}

/// A link for an operator who forgot their password.
#[derive(Debug)]
pub struct OpenOperatorReset {
    pub operator: OperatorId,
    /// Whether their admin tokens are revoked as well.
    pub end_tokens: bool,
}

impl Command for OpenOperatorReset {
    const SPEC: &'static Spec = &Spec {
        name: "openOperatorReset",
        summary: "Create a password reset link for an operator",
        description: "Owners only. The operator can use the link within an hour to set a \
                      password, even if they\nhad none. Two-factor authentication stays on.",
        path: "/admin/v1/operators/{operatorId}/reset-link",
        body: Body::MayBeEmpty("NewOperatorReset", "Options for the reset."),
        right: Permission::Operators,
        success: &[(201, "The reset link.")],
        asks_again: true,
        ..OF_MEMBERS
    };
    type Output = ResetCreated;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let operator = super::operators::path_operator(fields);
        let docs = "Also revoke the operator's admin tokens. Default: false.";
        let end_tokens = fields.optional("endTokens", docs, Flag).unwrap_or_default();
        let operator = operator?;
        Some(Self {
            operator,
            end_tokens,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ResetCreated> {
        let account = Account::Operator(self.operator);
        open(services, by, account, ("console/reset", self.end_tokens)).await
    }
}

/// An invite and its link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteCreated {
    /// The invite's ID.
    #[schema(pattern = "^inv_[0-9a-f]{32}$")]
    id: String,
    /// The email address of the person invited.
    pub email: String,
    /// The role they are invited as.
    #[serde(serialize_with = "as_role")]
    #[schema(schema_with = role_schema)]
    pub role: MemberRole,
    /// When the invite expires.
    #[serde(serialize_with = "as_moment")]
    #[schema(value_type = String, format = "date-time")]
    pub expires_at: Timestamp,
    /// Works once. Returned only in this response, and emailed if a mail server is configured.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String)]
    pub invite_url: Sensitive<String>,
}

/// An invite to join a tenant.
#[derive(Debug)]
pub struct InviteMember {
    pub tenant: TenantId,
    pub email: String,
    pub role: MemberRole,
}

impl Command for InviteMember {
    const SPEC: &'static Spec = &Spec {
        name: "inviteMember",
        summary: "Invite a member",
        description: "Inviting someone again before they accept creates a new link; the old one \
                      stops working.",
        path: "/admin/v1/tenants/{tenantId}/invites",
        body: Body::Json("NewInvite", "The person to invite."),
        success: &[(201, "The invite.")],
        asks_again: true,
        ..OF_MEMBERS
    };
    type Output = InviteCreated;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let email = fields.required("email", "", EMAIL);
        let role = fields.required("role", "", ROLE);
        Some(Self {
            tenant: tenant?,
            email: email?,
            role: role?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<InviteCreated> {
        let Self {
            tenant,
            email,
            role,
        } = self;
        let (vault, ids) = (services.vault()?, services.ids);
        let (invite, token) = invites::InviteMember::new(vault, ids, by, tenant, email, role);
        let invite_url = services.link("invite", &token);
        let invite = invite.mailing(services.mailer.as_ref(), &invite_url);
        let invite = services.store.write(invite).await?;
        Ok(InviteCreated {
            id: invite.id.to_string(),
            email: invite.email,
            role: invite.role,
            expires_at: invite.expires_at,
            invite_url,
        })
    }
}

/// An invite that is taken back.
#[derive(Debug)]
pub struct RevokeInvite {
    pub tenant: TenantId,
    pub invite: InviteId,
}

impl Command for RevokeInvite {
    const SPEC: &'static Spec = &Spec {
        name: "revokeInvite",
        summary: "Cancel an invite",
        description: "Repeating this changes nothing.",
        path: "/admin/v1/tenants/{tenantId}/invites/{inviteId}/revoke",
        success: &[(204, "The invite can no longer be accepted.")],
        ..OF_MEMBERS
    };
    type Output = ();

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let invite = fields.path_id("inviteId", "There is no such invite.");
        Some(Self {
            tenant: tenant?,
            invite: invite?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<()> {
        let Self { tenant, invite } = self;
        let revoke = invites::RevokeInvite { by, tenant, invite };
        services.store.write(revoke).await.map(drop)
    }
}
