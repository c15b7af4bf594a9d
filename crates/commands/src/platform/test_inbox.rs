//! The test inbox of a tenant's sandbox: a receiver of webhooks for those who have no server yet.

use kofa_core::{ActorAt, Permission};
use kofa_domain::{Result, Sensitive, TenantId};
use kofa_events::inbox::{
    ChangeInbox, EmptyInbox, Inbox, InboxAddress, InboxAnswer, MakeInbox, RemoveInbox,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use crate::rules::Word;
use crate::wire::{exposed, moment};
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<CreateTestInbox>(),
    Entry::of::<EditTestInbox>(),
    Entry::of::<EmptyTestInbox>(),
    Entry::of::<DeleteTestInbox>(),
];

/// What these have in common.
const OF_INBOXES: Spec = Spec {
    tag: "Webhooks",
    method: Method::Post,
    path: "/admin/v1/tenants/{tenantId}/sandbox/inbox",
    right: Permission::Sandbox,
    ..Spec::BASE
};

const ANSWER: Word<InboxAnswer> = Word {
    all: &InboxAnswer::ALL,
    as_str: InboxAnswer::as_str,
    parse: InboxAnswer::parse,
    must: "",
};

fn answer_schema() -> Schema {
    kofa_core::schema::choice(&InboxAnswer::ALL.map(InboxAnswer::as_str))
}

/// A test inbox, without its address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TestInbox)]
pub struct InboxView {
    /// Its response: 200, 410, 500, or 200 after twenty seconds.
    #[schema(schema_with = answer_schema)]
    answer: &'static str,
    /// When it was created.
    #[schema(format = "date-time")]
    created_at: String,
}

impl From<Inbox> for InboxView {
    fn from(one: Inbox) -> Self {
        Self {
            answer: one.answer.as_str(),
            created_at: moment(one.created_at),
        }
    }
}

/// A new test inbox.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewTestInbox)]
pub struct InboxWithAddress {
    #[serde(flatten)]
    record: InboxView,
    /// Its address. Anyone who has it can send to the inbox.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String, format = "uri")]
    url: Sensitive<String>,
}

/// A new inbox.
#[derive(Debug)]
pub struct CreateTestInbox(pub TenantId);

impl Command for CreateTestInbox {
    const SPEC: &'static Spec = &Spec {
        name: "createTestInbox",
        summary: "Create a test inbox",
        description: "Creates an address on this server that can receive webhooks of the \
                      tenant's sandbox. Create\na webhook endpoint with it; the portal shows the \
                      messages received. One per tenant.",
        success: &[(201, "The inbox with its address.")],
        ..OF_INBOXES
    };
    type Output = InboxWithAddress;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.path_tenant().map(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<InboxWithAddress> {
        let vault = services.vault()?;
        let make = MakeInbox::new((vault, services.ids), by, self.0)?;
        let made = services.store.write(make).await?;
        let place = InboxAddress::new(&services.base_url);
        Ok(InboxWithAddress {
            url: place.with_token(&made.token(vault)?),
            record: made.into(),
        })
    }
}

/// Another answer of an inbox.
#[derive(Debug)]
pub struct EditTestInbox {
    pub tenant: TenantId,
    pub answer: InboxAnswer,
}

impl Command for EditTestInbox {
    const SPEC: &'static Spec = &Spec {
        name: "editTestInbox",
        summary: "Change the response of a test inbox",
        description: "Choose 200, 410 (the endpoint is disabled), 500 (the delivery is retried), \
                      or 200 after\ntwenty seconds, which times out.",
        method: Method::Patch,
        body: Body::Json("TestInboxEdit", "The inbox's new settings."),
        success: &[(200, "The inbox.")],
        ..OF_INBOXES
    };
    type Output = InboxView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let answer = fields.required("answer", "The response from now on.", ANSWER);
        Some(Self {
            tenant: tenant?,
            answer: answer?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<InboxView> {
        let change = ChangeInbox {
            by,
            tenant: self.tenant,
            answer: self.answer,
        };
        services.store.write(change).await.map(InboxView::from)
    }
}

/// What was deleted from an inbox.
#[derive(Debug, Serialize, ToSchema)]
pub struct Emptied {
    /// The number of messages.
    #[schema(minimum = 0)]
    messages: u64,
}

/// The end of what came to an inbox.
#[derive(Debug)]
pub struct EmptyTestInbox(pub TenantId);

impl Command for EmptyTestInbox {
    const SPEC: &'static Spec = &Spec {
        name: "emptyTestInbox",
        summary: "Empty a test inbox",
        description: "Deletes its messages and keeps its address.",
        path: "/admin/v1/tenants/{tenantId}/sandbox/inbox/empty",
        success: &[(200, "The number of messages deleted.")],
        ..OF_INBOXES
    };
    type Output = Emptied;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.path_tenant().map(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Emptied> {
        let empty = EmptyInbox { by, tenant: self.0 };
        let messages = services.store.write(empty).await?;
        Ok(Emptied { messages })
    }
}

/// The end of an inbox.
#[derive(Debug)]
pub struct DeleteTestInbox(pub TenantId);

impl Command for DeleteTestInbox {
    const SPEC: &'static Spec = &Spec {
        name: "deleteTestInbox",
        summary: "Delete a test inbox",
        description: "Deletes its address and messages. Webhook endpoints that use it are \
                      disabled; if enabled\nagain, they use the next inbox.",
        method: Method::Delete,
        success: &[(200, "The deleted inbox.")],
        ..OF_INBOXES
    };
    type Output = InboxView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.path_tenant().map(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<InboxView> {
        let remove = RemoveInbox { by, tenant: self.0 };
        services.store.write(remove).await.map(InboxView::from)
    }
}
