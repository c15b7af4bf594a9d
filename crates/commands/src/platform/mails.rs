//! Mails: what became of them, and one to try the mail server with.

use kofa_core::schema::choice;
use kofa_core::{ActorAt, Page, Permission, Right};
use kofa_domain::{Error, Result, codes};
use kofa_mail::{self as mail, Letter, MailKind, MailLine, MailState, QueueMail};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::{EMAIL, Word};
use crate::wire::{Paged, moment};
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[Entry::of::<ListMails>(), Entry::of::<SendTestMail>()];

const TAG: &str = "Mail";
/// How long a test waits for the mail server, in seconds.
const TEST_SECONDS: i64 = 600;

/// The record of an email, without its contents.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Mail)]
pub struct MailView {
    /// Its ID, which the `Message-ID` header starts with.
    #[schema(pattern = "^mail_[0-9a-f]{32}$")]
    id: String,
    /// What the email is about.
    #[schema(schema_with = kind_schema)]
    kind: &'static str,
    /// The member or operator it is addressed to.
    person: String,
    /// Their current address; null if they no longer have one.
    #[schema(required)]
    email: Option<String>,
    /// The recipient's tenant, or the tenant it is about; null for none.
    #[schema(required)]
    tenant_id: Option<String>,
    /// `sent`: the mail server accepted it. `failed`: the mail server refused it or did not
    /// accept it in time.
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// The number of attempts.
    #[schema(minimum = 0)]
    attempts: i64,
    /// The last error; null if there was none.
    #[schema(required)]
    error: Option<String>,
    /// When it was created.
    #[schema(format = "date-time")]
    created_at: String,
    /// When it was sent or failed; null while pending.
    #[schema(format = "date-time", required)]
    ended_at: Option<String>,
}

fn kind_schema() -> utoipa::openapi::schema::Schema {
    choice(&MailKind::ALL.map(MailKind::as_str))
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    choice(&MailState::ALL.map(MailState::as_str))
}

impl From<MailLine> for MailView {
    fn from(line: MailLine) -> Self {
        Self {
            id: line.id.to_string(),
            kind: line.kind.as_str(),
            person: line.person,
            email: line.email,
            tenant_id: line.tenant_id.map(|id| id.to_string()),
            state: line.state.as_str(),
            attempts: line.attempts,
            error: line.error.filter(|_| line.state != MailState::Sent),
            created_at: moment(line.created_at),
            ended_at: line.ended_at.map(moment),
        }
    }
}

const STATE: Word<MailState> = Word {
    all: &MailState::ALL,
    as_str: MailState::as_str,
    parse: MailState::parse,
    must: "must be a state of a mail",
};

/// Mails of the last three months, and those that wait.
#[derive(Debug)]
pub struct ListMails {
    /// Only items in this state.
    pub state: Option<MailState>,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListMails {
    const SPEC: &'static Spec = &Spec::get("listMails", "/admin/v1/mails")
        .about(
            TAG,
            "List emails",
            "Newest first. An email is listed for three months after it was sent or failed. Its \
             contents\nare deleted at that moment.",
        )
        .answers(&[(200, "A page of emails.")]);
    type Output = Paged<MailView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let state = fields.optional_query("state", "Only items in this state.", STATE);
        let page = fields.page();
        Some(Self { state, page: page? })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let list = mail::ListMails {
            state: self.state,
            page: self.page,
        };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, MailView::from))
    }
}

/// A mail that only says that it came.
#[derive(Debug)]
pub struct SendTestMail {
    pub email: String,
}

impl Command for SendTestMail {
    const SPEC: &'static Spec = &Spec {
        name: "sendTestMail",
        tag: TAG,
        summary: "Send a test email",
        description: "Checks that the mail server accepts email from Kofa. The list of emails \
                      shows the result.\nFails with 409 if no mail server is configured.",
        method: Method::Post,
        path: "/admin/v1/mails/test",
        right: Permission::Operators,
        body: Body::Json("NewTestMail", "The recipient."),
        success: &[(204, "The email was queued.")],
        ..Spec::BASE
    };
    type Output = ();

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let email = fields.required("email", "", EMAIL);
        Some(Self { email: email? })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<()> {
        by.actor.needs(Right::Operators)?;
        let missing = "No mail server is configured: set `smtp_url` and `mail_from`.";
        let mailer = services.mailer.clone();
        let mailer = mailer.ok_or_else(|| Error::new(&codes::CONFLICT, missing))?;
        let letter = Letter {
            subject: "Kofa can send mail".to_owned(),
            paragraphs: vec!["The mail server of this Kofa works.".to_owned()],
            button: None,
            reason: "You get this mail because an operator tried the mail server.".to_owned(),
            choose: None,
        };
        let queue = QueueMail {
            mailer,
            kind: MailKind::Test,
            person: by.actor.to_string(),
            to: self.email,
            letter,
            at: by.at,
            expires_at: by.at.plus_seconds(TEST_SECONDS),
        };
        services.store.write(queue).await
    }
}
