//! What came to a test inbox: the latest hundred messages, for a week.

use http::HeaderMap;
use http::header::CONTENT_TYPE;
use kofa_core::event::EventType;
use kofa_domain::{Error, Id, IdKind, Ids, Result, Sensitive, TenantId, Timestamp, codes};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value, Vault};
use serde::{Deserialize, Serialize};

use super::{InboxAnswer, SANDBOX, answer_of};
use crate::endpoint::secret_context;
use crate::signature::WebhookSecret;

/// Messages that are kept of an inbox.
pub const MESSAGES_MAX: i64 = 100;
/// How long they are kept, in seconds.
const KEPT_SECONDS: i64 = 7 * 86_400;
/// How far the time of a message may be off, in seconds: as the published libraries have it.
const TOLERANCE_SECONDS: i64 = 300;
/// Most headers that are kept of a message.
const HEADERS_MAX: usize = 20;
/// Digits of an event's id.
const EVENT_DIGITS: usize = 32;

/// What a [`MessageId`] names.
#[derive(Debug)]
pub enum MessageKind {}

impl IdKind for MessageKind {
    const PREFIX: &'static str = "msg_";
}

/// A message's id, `msg_…`; later ones are greater.
pub type MessageId = Id<MessageKind>;

/// What a receiver that checks signatures would make of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Verdict {
    Right,
    /// Not signed by an endpoint of the tenant that leads to the inbox.
    Wrong,
    /// Rightly signed, of a time that is too far off.
    Expired,
}

impl Verdict {
    pub const ALL: [Self; 3] = kofa_domain::all();

    /// `right`, `wrong` or `expired`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Of a message that came at `now`.
    ///
    /// # Errors
    /// If the cipher refuses.
    pub(crate) fn of(
        secrets: &[WebhookSecret],
        headers: &HeaderMap,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Self> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let at = text("webhook-timestamp").and_then(|at| at.parse::<i64>().ok());
        let (Some(id), Some(at), Some(signatures)) =
            (text("webhook-id"), at, text("webhook-signature"))
        else {
            return Ok(Self::Wrong);
        };
        for secret in secrets {
            if secret.signed(signatures, (id, at), body)? {
                let off = now.micros().div_euclid(1_000_000).abs_diff(at);
                return Ok(match off <= TOLERANCE_SECONDS.unsigned_abs() {
                    true => Self::Right,
                    false => Self::Expired,
                });
            }
        }
        Ok(Self::Wrong)
    }
}

/// A message as lists show it.
#[derive(Clone, Debug)]
pub struct InboxMessage {
    pub id: MessageId,
    pub at: Timestamp,
    pub verdict: Verdict,
    /// `evt_…`, if it names one.
    pub event: Option<String>,
    /// Its type, if it is one of ours.
    pub of: Option<String>,
    /// How often this event came, with this time.
    pub tries: i64,
    /// What it was answered.
    pub answer: InboxAnswer,
}

impl InboxMessage {
    fn from_row(row: &Row) -> Result<Self> {
        let verdict: String = row.get("signature")?;
        let known = Verdict::ALL.into_iter().find(|one| one.as_str() == verdict);
        let unknown = || Error::internal("a message has an unknown verdict");
        Ok(Self {
            id: row.get("id")?,
            at: row.get("at")?,
            verdict: known.ok_or_else(unknown)?,
            event: row.get("event")?,
            of: row.get("type")?,
            tries: row.get("tries")?,
            answer: answer_of(row)?,
        })
    }
}

/// Headers and body of a message: whoever sent it may have written anything.
#[derive(Clone, Debug)]
pub struct InboxContent {
    pub headers: Vec<(String, String)>,
    pub body: Sensitive<String>,
}

/// The same as it is sealed.
#[derive(Serialize, Deserialize)]
struct Stored {
    headers: Vec<(String, String)>,
    body: String,
}

impl Stored {
    fn new(headers: &HeaderMap, body: &[u8]) -> Self {
        let shown = |name: &str| name.starts_with("webhook-") || name == CONTENT_TYPE.as_str();
        let kept = headers.iter().filter(|(name, _)| shown(name.as_str()));
        let kept = kept.take(HEADERS_MAX).map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.as_str().to_owned(), value)
        });
        Self {
            headers: kept.collect(),
            body: String::from_utf8_lossy(body).into_owned(),
        }
    }
}

/// What the content of a message is sealed with.
pub(crate) fn context(id: &str) -> String {
    format!("test_inbox_message/{id}")
}

/// The id of an event that a message names.
fn event_of(headers: &HeaderMap) -> Option<String> {
    let id = headers.get("webhook-id")?.to_str().ok()?;
    let digits = id.strip_prefix("evt_")?;
    let is_digit = |one: u8| one.is_ascii_digit() || (b'a'..=b'f').contains(&one);
    let is_one = digits.len() == EVENT_DIGITS && digits.bytes().all(is_digit);
    is_one.then(|| id.to_owned())
}

/// The type that a body names.
fn type_of(body: &[u8]) -> Option<EventType> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(rename = "type", borrow)]
        of: std::borrow::Cow<'a, str>,
    }
    let named: Named<'_> = serde_json::from_slice(body).ok()?;
    EventType::parse(&named.of)
}

/// Keeps a message that came to the inbox of `tenant`.
#[derive(Clone, Debug)]
pub(crate) struct KeepMessage {
    vault: Vault,
    tenant: TenantId,
    answer: InboxAnswer,
    at: Timestamp,
    id: MessageId,
    event: Option<String>,
    of: Option<&'static str>,
    headers: HeaderMap,
    body: Vec<u8>,
    content: Vec<u8>,
}

impl KeepMessage {
    pub(crate) fn new(
        (vault, ids): (&Vault, Ids),
        (tenant, answer): (TenantId, InboxAnswer),
        (headers, body): (&HeaderMap, &[u8]),
        at: Timestamp,
    ) -> Result<Self> {
        let id: MessageId = ids.id(at);
        let stored = serde_json::to_vec(&Stored::new(headers, body)).map_err(Error::internal)?;
        Ok(Self {
            content: vault.seal(&context(id.as_str()), &stored, ids)?,
            event: event_of(headers),
            of: type_of(body).map(EventType::as_str),
            headers: headers.clone(),
            body: body.to_vec(),
            vault: vault.clone(),
            tenant,
            answer,
            at,
            id,
        })
    }

    /// Secrets of the endpoints that lead to the inbox.
    async fn secrets(&self, tx: &mut Tx<'_>) -> Result<Vec<WebhookSecret>> {
        let params = [(&self.tenant).into(), SANDBOX.into()];
        let mut secrets = Vec::new();
        for row in tx.rows(SECRETS, &params).await? {
            let context = secret_context(&row.get("id")?);
            let mut take = |sealed: Vec<u8>| -> Result<()> {
                let opened = self.vault.open(&context, &sealed)?;
                secrets.push(WebhookSecret::from_bytes(opened));
                Ok(())
            };
            take(row.get("secret")?)?;
            let until: Option<Timestamp> = row.get("old_secret_until")?;
            let old: Option<Vec<u8>> = row.get("old_secret")?;
            if let Some(old) = old.filter(|_| until.is_some_and(|until| self.at < until)) {
                take(old)?;
            }
        }
        Ok(secrets)
    }
}

const SECRETS: &str = "select id, secret, old_secret, old_secret_until from webhook_endpoint \
     where tenant_id = $1 and environment = $2 and is_inbox order by created_at, id limit 20";
const EARLIER: &str = "select count(*) as n from test_inbox_message \
     where tenant_id = $1 and event = $2";
const KEEP: &str = "insert into test_inbox_message (id, tenant_id, at, signature, event, type, \
     tries, answer, content) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const TRIM: &str = "delete from test_inbox_message where tenant_id = $1 and id <= (\
     select id from test_inbox_message where tenant_id = $1 order by id desc \
     limit 1 offset $2)";

impl Op for KeepMessage {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let secrets = self.secrets(tx).await?;
        let verdict = Verdict::of(&secrets, &self.headers, &self.body, self.at)?;
        let mut earlier = 0;
        if let Some(event) = &self.event {
            let params = [(&self.tenant).into(), event.into()];
            earlier = tx.one(EARLIER, &params).await?.get::<i64>("n")?;
        }
        let params: [Value<'_>; 9] = [
            (&self.id).into(),
            (&self.tenant).into(),
            self.at.into(),
            verdict.as_str().into(),
            self.event.as_deref().into(),
            self.of.into(),
            (earlier + 1).into(),
            self.answer.as_str().into(),
            (&self.content).into(),
        ];
        tx.exec_one(KEEP, &params).await?;
        let params = [(&self.tenant).into(), MESSAGES_MAX.into()];
        tx.exec(TRIM, &params).await?;
        Ok(())
    }
}

const LIST: &str = "select id, at, signature, event, type, tries, answer from test_inbox_message \
     where tenant_id = $1 order by id desc limit 100";
const READ: &str = "select * from test_inbox_message where tenant_id = $1 and id = $2";

/// What came to the inbox of a tenant, the newest first.
#[derive(Clone, Debug)]
pub struct ListInboxMessages(pub TenantId);

impl Op for ListInboxMessages {
    type Out = Vec<InboxMessage>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(LIST, &[(&self.0).into()]).await?;
        rows.iter().map(InboxMessage::from_row).collect()
    }
}

/// One message with what it said.
#[derive(Clone, Debug)]
pub struct ReadInboxMessage {
    pub vault: Vault,
    pub tenant: TenantId,
    pub id: MessageId,
}

impl Op for ReadInboxMessage {
    type Out = (InboxMessage, InboxContent);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params = [(&self.tenant).into(), (&self.id).into()];
        let missing = || Error::new(&codes::NOT_FOUND, "There is no such message any more.");
        let row = tx.opt(READ, &params).await?.ok_or_else(missing)?;
        let sealed: Vec<u8> = row.get("content")?;
        let plain = self.vault.open(&context(self.id.as_str()), &sealed)?;
        let stored: Stored = serde_json::from_slice(plain.expose())
            .map_err(|_| Error::internal("a message cannot be read"))?;
        let content = InboxContent {
            headers: stored.headers,
            body: Sensitive::new(stored.body),
        };
        Ok((InboxMessage::from_row(&row)?, content))
    }
}

const FORGET: &str = "delete from test_inbox_message where id in (\
     select id from test_inbox_message where at < $1 order by at limit $2)";

/// Forgets messages of a week ago; tells how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeInboxes {
    pub now: Timestamp,
}

impl Op for PurgeInboxes {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let before = self.now.plus_seconds(-KEPT_SECONDS);
        let params = [before.into(), PIECE_ROWS.into()];
        Ok(tx.exec(FORGET, &params).await?)
    }
}
