//! Operators' tokens for the admin API: issued, listed, revoked, rotated.

use ipnet::IpNet;
use kofa_core::{ActorAt, OperatorRole, Page, Permission};
use kofa_domain::{OperatorId, Result, Sensitive, Timestamp, TokenId};
use kofa_identity::rotation::Rotation;
use kofa_identity::tokens::{self, AdminToken, NewToken, TokenUse};
use serde::Serialize;
use utoipa::ToSchema;

use super::keys::{read_expiry, read_networks, read_rotation, status_schema};
use super::operators::{ROLE, path_operator, role_schema};
use crate::rules::NAME;
use crate::wire::{Paged, exposed, moment};
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// What these have in common. Everybody may use them about their own tokens, owners about those of
/// others; no token makes one that reaches further.
const OF_TOKENS: Spec = Spec {
    tag: "People",
    method: Method::Post,
    right: Permission::Look,
    ..Spec::BASE
};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<IssueAdminToken>(),
    Entry::of::<ListAdminTokens>(),
    Entry::of::<RevokeAdminToken>(),
    Entry::of::<RotateAdminToken>(),
];

/// The last request made with a token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTokenUse {
    /// The time, to the minute.
    #[schema(format = "date-time")]
    at: String,
    /// The IP address.
    ip: String,
}

impl From<TokenUse> for AdminTokenUse {
    fn from(used: TokenUse) -> Self {
        let at = moment(used.at);
        Self { at, ip: used.ip }
    }
}

/// An admin token without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminToken)]
pub struct AdminTokenView {
    /// The record's ID.
    #[schema(pattern = "^tok_[0-9a-f]{32}$")]
    id: String,
    /// The operator's ID.
    #[schema(pattern = "^opr_[0-9a-f]{32}$")]
    operator_id: String,
    /// A display name.
    name: String,
    /// Its last characters; empty for tokens from an earlier version.
    #[schema(example = "19af", max_length = 4)]
    last_four: String,
    /// `rotating`: it has been replaced and still works for its grace period.
    #[schema(schema_with = status_schema)]
    status: &'static str,
    /// Its role, never wider than its operator's role.
    #[schema(schema_with = role_schema)]
    role: &'static str,
    /// The IP addresses or networks it can be used from; empty for any.
    allowed_cidrs: Vec<String>,
    /// When it was created.
    #[schema(format = "date-time")]
    created_at: String,
    /// When it expires; null for never.
    #[schema(format = "date-time", required)]
    expires_at: Option<String>,
    /// When it was revoked; null if it was not.
    #[schema(format = "date-time", required)]
    revoked_at: Option<String>,
    /// The token that replaced it; null if none.
    #[schema(required)]
    rotated_to: Option<String>,
    /// The last request made with it; null if none.
    #[schema(required)]
    last_used: Option<AdminTokenUse>,
}

impl AdminTokenView {
    fn new(token: AdminToken, now: Timestamp) -> Self {
        let text = |net: &IpNet| net.to_string();
        Self {
            status: token.status(now).as_str(),
            id: token.id.to_string(),
            operator_id: token.operator_id.to_string(),
            name: token.plan.name,
            last_four: token.last_four,
            role: token.plan.role.as_str(),
            allowed_cidrs: token.plan.allowed_cidrs.iter().map(text).collect(),
            created_at: moment(token.created_at),
            expires_at: token.plan.expires_at.map(moment),
            revoked_at: token.revoked_at.map(moment),
            rotated_to: token.rotated_to.map(|id| id.to_string()),
            last_used: token.last_used.map(AdminTokenUse::from),
        }
    }
}

/// A new admin token with its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTokenIssued {
    #[serde(flatten)]
    record: AdminTokenView,
    /// The token for the `Authorization: Bearer` header. Returned only once.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String, pattern = "^kofa_admin_[0-9a-f]{48}$")]
    pub admin_token: Sensitive<String>,
    /// The same record, for pages.
    #[serde(skip)]
    pub made: AdminToken,
}

impl AdminTokenIssued {
    fn new((made, admin_token): (AdminToken, Sensitive<String>), now: Timestamp) -> Self {
        Self {
            record: AdminTokenView::new(made.clone(), now),
            admin_token,
            made,
        }
    }
}

#[derive(Debug)]
pub struct IssueAdminToken {
    pub operator: OperatorId,
    /// What it is to allow.
    pub new: NewToken,
}

impl Command for IssueAdminToken {
    const SPEC: &'static Spec = &Spec {
        name: "issueAdminToken",
        summary: "Create an admin token",
        description: "Creates a token for yourself or, as an owner, for any operator. The token \
                      is returned only\nin this response. A token cannot create another one with \
                      a wider role, other networks or a\nlater expiry.",
        path: "/admin/v1/operators/{operatorId}/tokens",
        body: Body::Json("NewAdminToken", "The new admin token."),
        success: &[(201, "The token.")],
        asks_again: true,
        ..OF_TOKENS
    };
    type Output = AdminTokenIssued;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let operator = path_operator(fields);
        let name = fields.required("name", "", NAME);
        let docs = "The token's role, at most its operator's role. Default: the widest role that \
                    both of you have.";
        let role: Option<OperatorRole> = fields.optional("role", docs, ROLE);
        let expires_at = read_expiry(fields);
        let nets = read_networks(fields);
        let new = NewToken {
            name: name?,
            role,
            allowed_cidrs: nets?,
            expires_at,
        };
        let operator = operator?;
        Some(Self { operator, new })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<AdminTokenIssued> {
        let (vault, now) = (services.vault()?, by.at);
        let Self { operator, new } = self;
        let (issue, text) = tokens::IssueToken::new(vault, services.ids, by, operator, new);
        let made = services.store.write(issue).await?;
        Ok(AdminTokenIssued::new((made, text), now))
    }
}

/// The tokens of an operator.
#[derive(Debug)]
pub struct ListAdminTokens {
    pub operator: OperatorId,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListAdminTokens {
    const SPEC: &'static Spec = &Spec {
        name: "listAdminTokens",
        summary: "List an operator's admin tokens",
        description: "Newest first, with the last request of each: your own or, as an owner, any \
                      operator's.",
        method: Method::Get,
        path: "/admin/v1/operators/{operatorId}/tokens",
        success: &[(200, "A page of tokens.")],
        ..OF_TOKENS
    };
    type Output = Paged<AdminTokenView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let operator = path_operator(fields);
        let page = fields.page();
        Some(Self {
            operator: operator?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let list = tokens::ListTokens {
            actor: by.actor,
            operator: self.operator,
            page: self.page,
        };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, |token| {
            AdminTokenView::new(token, by.at)
        }))
    }
}

fn path_token(fields: &mut Fields<'_>) -> Option<TokenId> {
    fields.path_id("tokenId", "There is no such token.")
}

/// The end of an admin token.
#[derive(Debug)]
pub struct RevokeAdminToken {
    pub token: TokenId,
}

impl Command for RevokeAdminToken {
    const SPEC: &'static Spec = &Spec {
        name: "revokeAdminToken",
        summary: "Revoke an admin token",
        description: "Takes effect immediately and cannot be undone. Revoking a token again \
                      changes nothing.",
        path: "/admin/v1/tokens/{tokenId}/revoke",
        success: &[(200, "The revoked token.")],
        ..OF_TOKENS
    };
    type Output = AdminTokenView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_token(fields).map(|token| Self { token })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<AdminTokenView> {
        let (token, now) = (self.token, by.at);
        let revoke = tokens::RevokeToken { by, token };
        let token = services.store.write(revoke).await?;
        Ok(AdminTokenView::new(token, now))
    }
}

/// A new admin token in the place of an old one.
#[derive(Debug)]
pub struct RotateAdminToken {
    pub token: TokenId,
    pub how: Rotation,
}

impl Command for RotateAdminToken {
    const SPEC: &'static Spec = &Spec {
        name: "rotateAdminToken",
        summary: "Rotate an admin token",
        description: "Creates a new token with the same name, role, allowed IPs and expiry. The \
                      old token keeps\nworking for the grace period.",
        path: "/admin/v1/tokens/{tokenId}/rotate",
        body: Body::Json("NewTokenGrace", "How long the old token keeps working."),
        success: &[(201, "The new token.")],
        asks_again: true,
        ..OF_TOKENS
    };
    type Output = AdminTokenIssued;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let token = path_token(fields);
        let how = read_rotation(fields, "The reason, recorded in the audit log.");
        Some(Self {
            token: token?,
            how: how?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<AdminTokenIssued> {
        let (vault, now) = (services.vault()?, by.at);
        let (store, ids) = (&services.store, services.ids);
        let rotated = tokens::rotate(store, vault, ids, by, self.token, self.how).await?;
        Ok(AdminTokenIssued::new(rotated, now))
    }
}
