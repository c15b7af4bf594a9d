//! How mails are stored: the table `mail`.

use kofa_core::{Listed, Page, Right};
use kofa_domain::{Environment, Error, Id, IdKind, Ids, Result, Sensitive, TenantId, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value, Vault};
use kofa_tasks::{NewTask, TaskKind, enqueue_new, finish};

use crate::letter::{Letter, Written};

/// How long the line of a mail is kept after it ended, in seconds.
const KEPT_SECONDS: i64 = 90 * 24 * 3_600;

/// A mail to be sent; its subject is a [`MailId`].
pub const POST_MAIL: TaskKind = TaskKind {
    name: "post_mail",
    retry_right: Right::Tenants,
};

/// What a [`MailId`] names.
#[derive(Debug)]
pub enum MailIdKind {}

impl IdKind for MailIdKind {
    const PREFIX: &'static str = "mail_";
}

/// A mail's id, `mail_…`.
pub type MailId = Id<MailIdKind>;

/// What a mail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum MailKind {
    /// The link by which somebody becomes a member.
    Invite,
    /// A request for access: the link that confirms its address, or that it was declined.
    Access,
    /// The link that sets a new password.
    Reset,
    /// A sign-in from a new place.
    SignIn,
    /// A wallet that is running out, or was topped up.
    Wallet,
    /// An API key that expires.
    Key,
    /// A webhook endpoint that was disabled.
    Webhook,
    /// An incident that began or ended.
    Incident,
    /// The statement of a month.
    Statement,
    /// A product in live that was asked for, granted or refused.
    Live,
    /// Jobs of a tenant that fail.
    Jobs,
    /// What operators look after.
    Operations,
    /// What an operator sends to try the mail server.
    Test,
}

impl MailKind {
    /// All kinds.
    pub const ALL: [Self; 13] = kofa_domain::all();

    /// `invite`, `reset`, `sign_in` …
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    pub(crate) fn parse(text: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|one| one.as_str() == text);
        found.ok_or_else(|| Error::internal("a mail is of no known kind"))
    }
}

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum MailState {
    Waiting,
    /// The mail server took it.
    Sent,
    /// The mail server refused it, or was away until it was of no use any more.
    Failed,
}

impl MailState {
    /// All states.
    pub const ALL: [Self; 3] = kofa_domain::all();

    /// `waiting`, `sent` or `failed`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// A mail to be sent.
#[derive(Debug)]
pub struct NewMail<'a> {
    pub kind: MailKind,
    /// The id of the member, the operator or the request for access it is for.
    pub person: &'a str,
    /// Their address.
    pub to: &'a str,
    pub tenant: Option<&'a TenantId>,
    pub letter: &'a Letter,
    pub at: Timestamp,
    /// After this it is not sent any more: its link is dead, or its news old.
    pub expires_at: Timestamp,
    /// A name under which it is sent only once, whoever asks how often; `None` if it may repeat.
    pub once: Option<&'a str>,
}

/// Queues mails. Cheap to clone; there is none where no mail server is configured.
#[derive(Clone, Debug)]
pub struct Mailer {
    vault: Vault,
    ids: Ids,
    base_url: String,
}

const INSERT: &str = "insert into mail (id, kind, person, tenant_id, once, sealed, state, \
     attempts, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, 'waiting', 0, $7, $8) \
     on conflict (once) do nothing";

impl Mailer {
    /// `base_url` begins every link, without a slash at the end.
    pub fn new(vault: Vault, ids: Ids, base_url: String) -> Self {
        Self {
            vault,
            ids,
            base_url,
        }
    }

    /// The link to `path`, which begins with a slash.
    pub fn link(&self, path: &str) -> Sensitive<String> {
        Sensitive::new(format!("{}{path}", self.base_url))
    }

    /// Queues a mail in the transaction `tx`, to be sent after it.
    ///
    /// # Errors
    /// If the store cannot write it.
    pub async fn queue(&self, tx: &mut Tx<'_>, mail: &NewMail<'_>) -> Result<()> {
        let id: MailId = self.ids.id(mail.at);
        let written = serde_json::to_vec(&mail.letter.written(mail.to));
        let written = Sensitive::new(written.map_err(Error::internal)?);
        let sealed = self.vault.seal(&context(&id), written.expose(), self.ids)?;
        let params: [Value<'_>; 8] = [
            (&id).into(),
            mail.kind.as_str().into(),
            mail.person.into(),
            mail.tenant.map(TenantId::as_str).into(),
            mail.once.into(),
            (&sealed).into(),
            mail.at.into(),
            mail.expires_at.into(),
        ];
        if tx.exec(INSERT, &params).await? == 0 {
            return Ok(());
        }
        let task = NewTask {
            kind: POST_MAIL.name,
            subject: id.as_str(),
            environment: Environment::Live,
            due_at: mail.at,
            created_at: mail.at,
        };
        enqueue_new(tx, &[task]).await
    }
}

/// What the content of a mail is sealed with.
pub(crate) fn context(id: &MailId) -> String {
    format!("mail/{id}")
}

/// Queues a mail of its own, which no other change is the cause of.
#[derive(Debug)]
pub struct QueueMail {
    pub mailer: Mailer,
    pub kind: MailKind,
    /// The id of the member or operator it is for.
    pub person: String,
    pub to: String,
    pub letter: Letter,
    pub at: Timestamp,
    pub expires_at: Timestamp,
}

impl Op for QueueMail {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let mail = NewMail {
            kind: self.kind,
            person: &self.person,
            to: &self.to,
            tenant: None,
            letter: &self.letter,
            at: self.at,
            expires_at: self.expires_at,
            once: None,
        };
        self.mailer.queue(tx, &mail).await
    }
}

/// A mail that waits.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) written: Written,
    pub(crate) attempts: i64,
    pub(crate) expires_at: Timestamp,
}

/// A mail that waits; `None` if it has ended.
#[derive(Debug)]
pub(crate) struct FindMail {
    pub(crate) vault: Vault,
    pub(crate) id: MailId,
}

const FIND: &str = "select * from mail where id = $1 and state = 'waiting'";

impl Op for FindMail {
    type Out = Option<Waiting>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Waiting>> {
        let Some(row) = tx.opt(FIND, &[(&self.id).into()]).await? else {
            return Ok(None);
        };
        let sealed: Vec<u8> = row.get("sealed")?;
        let plain = self.vault.open(&context(&self.id), &sealed)?;
        let written = serde_json::from_slice(plain.expose());
        Ok(Some(Waiting {
            written: written.map_err(|_| Error::internal("a mail cannot be read"))?,
            attempts: row.get("attempts")?,
            expires_at: row.get("expires_at")?,
        }))
    }
}

/// Stores that a mail ended, and erases what it said.
#[derive(Clone, Debug)]
pub(crate) struct EndMail {
    pub(crate) id: MailId,
    pub(crate) task: i64,
    /// Why it was not sent.
    pub(crate) error: Option<String>,
    pub(crate) at: Timestamp,
}

const END: &str = "update mail set state = $2, error = $3, ended_at = $4, sealed = null, \
     attempts = attempts + 1 where id = $1 and state = 'waiting'";

impl Op for EndMail {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let state = match self.error {
            None => MailState::Sent,
            Some(_) => MailState::Failed,
        };
        let params: [Value<'_>; 4] = [
            (&self.id).into(),
            state.as_str().into(),
            self.error.as_deref().into(),
            self.at.into(),
        ];
        tx.exec(END, &params).await?;
        finish(tx, self.task).await
    }
}

/// Stores that a mail could not be sent this time.
#[derive(Clone, Debug)]
pub(crate) struct NoteAttempt {
    pub(crate) id: MailId,
    pub(crate) error: String,
}

const NOTE: &str = "update mail set attempts = attempts + 1, error = $2 \
     where id = $1 and state = 'waiting'";

impl Op for NoteAttempt {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec(NOTE, &[(&self.id).into(), (&self.error).into()])
            .await?;
        Ok(())
    }
}

/// What is kept of a mail: never what it said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLine {
    /// `mail_…`, also the beginning of its `Message-ID`.
    pub id: MailId,
    pub kind: MailKind,
    /// The member, the operator or the request for access it is for.
    pub person: String,
    /// Their address, as long as they have one.
    pub email: Option<String>,
    pub tenant_id: Option<TenantId>,
    pub state: MailState,
    /// How often the mail server was asked.
    pub attempts: i64,
    /// Why it was not sent, or not yet.
    pub error: Option<String>,
    pub created_at: Timestamp,
    /// When it was sent or given up.
    pub ended_at: Option<Timestamp>,
}

/// Lists mails, the newest first.
#[derive(Clone, Debug)]
pub struct ListMails {
    /// Only those.
    pub state: Option<MailState>,
    pub page: Page,
}

const LIST: &str = "select m.id, m.kind, m.person, m.tenant_id, m.state, m.attempts, m.error, \
     m.created_at, m.ended_at, coalesce(p.email, o.email) as email from mail m \
     left join member p on p.id = m.person left join operator o on o.id = m.person \
     where m.id < $1 and ($2 = '' or m.state = $2) order by m.id desc limit $3";

fn line(row: &Row) -> Result<MailLine> {
    let (kind, state): (String, String) = (row.get("kind")?, row.get("state")?);
    let state = MailState::parse(&state);
    Ok(MailLine {
        id: row.get("id")?,
        kind: MailKind::parse(&kind)?,
        person: row.get("person")?,
        email: row.get("email")?,
        tenant_id: row.get("tenant_id")?,
        state: state.ok_or_else(|| Error::internal("a mail is in no known state"))?,
        attempts: row.get("attempts")?,
        error: row.get("error")?,
        created_at: row.get("created_at")?,
        ended_at: row.get("ended_at")?,
    })
}

impl Op for ListMails {
    type Out = Listed<MailLine>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<MailLine>> {
        let state = self.state.map_or("", MailState::as_str);
        let params = [
            self.page.before_id().into(),
            state.into(),
            self.page.rows().into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let lines = rows.iter().map(line).collect::<Result<Vec<_>>>()?;
        Ok(self.page.cut(lines, |one| one.id.to_string()))
    }
}

/// Forgets lines of mails that ended three months ago; tells how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeMails {
    pub now: Timestamp,
}

const FORGET: &str = "delete from mail where id in (select id from mail \
     where ended_at < $1 order by ended_at limit $2)";

impl Op for PurgeMails {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params = [
            self.now.plus_seconds(-KEPT_SECONDS).into(),
            PIECE_ROWS.into(),
        ];
        Ok(tx.exec(FORGET, &params).await?)
    }
}
