//! Businesses that asked for access themselves.

use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::{Result, Timestamp};
use kofa_identity::access_requests::{
    self, AcceptAccess, AccessRequest, DeclineAccess, FindAccessRequest, RequestId, RequestState,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::tenants::{TenantCreated, creating};
use crate::rules::{REASON, Rule as _};
use crate::wire::{Paged, as_moment, line_json, moment};
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<ListAccessRequests>(),
    Entry::of::<AcceptAccessRequest>(),
    Entry::of::<DeclineAccessRequest>(),
];

const OF_REQUESTS: Spec = Spec {
    tag: "Tenants",
    method: Method::Post,
    right: Permission::Tenants,
    ..Spec::BASE
};

/// A business that asked for access.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccessRequest)]
pub struct AccessRequestView {
    #[schema(pattern = "^acr_[0-9a-f]{32}$")]
    pub id: String,
    #[schema(schema_with = state_schema)]
    pub state: &'static str,
    /// The name of the business.
    #[schema(max_length = 100)]
    pub business: String,
    /// The name of the person who asked.
    #[schema(max_length = 100)]
    pub name: String,
    #[schema(max_length = 254)]
    pub email: String,
    /// As it was typed; null if it was left out.
    #[schema(required)]
    pub rc_number: Option<String>,
    /// What they want to build; null if it was left out.
    #[schema(required)]
    pub purpose: Option<String>,
    /// Why it was declined; null if it was not.
    #[schema(required)]
    pub reason: Option<String>,
    /// When it was last asked for.
    #[serde(serialize_with = "as_moment")]
    #[schema(value_type = String, format = "date-time")]
    pub requested_at: Timestamp,
    /// When it is deleted.
    #[schema(format = "date-time")]
    pub expires_at: String,
    /// The tenant, once it is accepted.
    #[schema(required)]
    pub tenant_id: Option<String>,
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&["requested", "accepted", "declined"])
}

impl AccessRequestView {
    /// Whether it waits for an operator.
    pub fn is_waiting(&self) -> bool {
        self.state == RequestState::Requested.as_str()
    }
}

impl From<AccessRequest> for AccessRequestView {
    fn from(of: AccessRequest) -> Self {
        let filled = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            id: of.id.to_string(),
            state: of.state.as_str(),
            business: of.typed.business,
            name: of.typed.name,
            email: of.typed.email,
            rc_number: filled(of.typed.rc_number),
            purpose: filled(of.typed.purpose),
            reason: filled(of.reason),
            requested_at: of.asked_at,
            expires_at: moment(of.expires_at),
            tenant_id: of.tenant.map(|id| id.to_string()),
        }
    }
}

#[derive(Debug)]
pub struct ListAccessRequests {
    /// Which part of them.
    pub page: Page,
}

impl Command for ListAccessRequests {
    const SPEC: &'static Spec = &Spec {
        name: "listAccessRequests",
        summary: "List requests for access",
        description: "Newest first, including those that were accepted or declined in the last 30 \
                      days. Pending\nrequests are deleted after 30 days.",
        method: Method::Get,
        path: "/admin/v1/access-requests",
        right: Permission::Look,
        success: &[(200, "A page of requests.")],
        ..OF_REQUESTS
    };
    type Output = Paged<AccessRequestView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.page().map(|page| Self { page })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let list = access_requests::ListAccessRequests {
            vault: services.vault()?.clone(),
            now: by.at,
            page: self.page,
        };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, AccessRequestView::from))
    }
}

fn path_request(fields: &mut Fields<'_>) -> Option<RequestId> {
    fields.path_id("requestId", "There is no such request for access.")
}

#[derive(Debug)]
pub struct AcceptAccessRequest {
    pub id: RequestId,
}

impl Command for AcceptAccessRequest {
    const SPEC: &'static Spec = &Spec {
        name: "acceptAccessRequest",
        summary: "Accept a request for access",
        description: "Creates the tenant and invites the person who asked as its owner, as \
                      `createTenant` does.",
        path: "/admin/v1/access-requests/{requestId}/accept",
        success: &[(201, "The tenant.")],
        ..OF_REQUESTS
    };
    type Output = TenantCreated;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_request(fields).map(|id| Self { id })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<TenantCreated> {
        let find = FindAccessRequest {
            vault: services.vault()?.clone(),
            id: self.id.clone(),
            now: by.at,
        };
        let typed = services.store.read(find).await?.typed;
        let names = (typed.business, typed.email);
        let (create, invite_url) = creating(services, &by, names)?;
        let create = create.owned_by(typed.name);
        let at = by.at;
        let accept = AcceptAccess {
            by,
            id: self.id,
            create,
        };
        let tenant = services.store.write(accept).await?;
        Ok(TenantCreated::new(tenant, invite_url, at))
    }
}

/// Declines a request.
#[derive(Debug)]
pub struct DeclineAccessRequest {
    pub id: RequestId,
    /// Mailed to the person who asked.
    pub reason: String,
}

impl Command for DeclineAccessRequest {
    const SPEC: &'static Spec = &Spec {
        name: "declineAccessRequest",
        summary: "Decline a request for access",
        description: "If a mail server is configured, the person who asked gets the reason by \
                      email.",
        path: "/admin/v1/access-requests/{requestId}/decline",
        body: Body::Json("AccessRefusal", "The reason for declining."),
        success: &[(200, "The request.")],
        ..OF_REQUESTS
    };
    type Output = AccessRequestView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let id = path_request(fields);
        let docs = "The reason, which the person who asked gets by email.";
        let rule = REASON.told(|| line_json(REASON.most));
        let reason = fields.required("reason", docs, rule);
        Some(Self {
            id: id?,
            reason: reason?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<AccessRequestView> {
        let decline = DeclineAccess {
            by,
            vault: services.vault()?.clone(),
            mailer: services.mailer.clone(),
            id: self.id,
            reason: self.reason,
        };
        services.store.write(decline).await.map(Into::into)
    }
}
