//! The test inbox of a tenant's sandbox: a receiver of webhooks for those who have no server yet.
//!
//! Its address ends in a token that is stored as a digest, to be found, and sealed, to be shown
//! and sent to. An endpoint that leads there has the address without the token
//! ([`InboxAddress::without_token`]): the worker adds that of the endpoint's own tenant.

mod messages;
mod receive;

pub(crate) use self::messages::context as message_context;
pub use self::messages::{
    InboxContent, InboxMessage, ListInboxMessages, MESSAGES_MAX, MessageId, PurgeInboxes,
    ReadInboxMessage, Verdict,
};
pub use self::receive::Inboxes;

use std::fmt;

use data_encoding::HEXLOWER;
use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Ids, Result, Sensitive, TenantId, Timestamp, codes};
use kofa_store::{Op, Row, Tx, Value, Vault};
use serde_json::json;
use url::Url;

use crate::endpoint::HOLD;

/// Where all test inboxes are: `…/hooks/inbox/` and a token.
const PATH: &str = "/hooks/inbox/";
/// Bytes of chance in a token.
const TOKEN_BYTES: usize = 32;
/// Its environment.
const SANDBOX: Environment = Environment::Sandbox;

/// What a test inbox answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum InboxAnswer {
    /// 200.
    Ok,
    /// 410: the endpoint is disabled.
    Gone,
    /// 500: it is tried again.
    Error,
    /// 200 after twenty seconds: too late.
    Slow,
}

impl InboxAnswer {
    pub const ALL: [Self; 4] = kofa_domain::all();

    /// `ok`, `gone`, `error` or `slow`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// The HTTP status.
    pub const fn status(self) -> u16 {
        match self {
            Self::Ok | Self::Slow => 200,
            Self::Gone => 410,
            Self::Error => 500,
        }
    }
}

/// Tells addresses of test inboxes of this server from all others.
#[derive(Clone, Debug)]
pub struct InboxAddress(String);

impl InboxAddress {
    /// Of a server that is reached at `base_url`, without a slash at the end.
    pub fn new(base_url: &str) -> Self {
        let text = format!("{base_url}{PATH}");
        // As parsed addresses are written: `HTTPS://Kofa.example:443` is `https://kofa.example`.
        Self(Url::parse(&text).map_or(text, String::from))
    }

    /// What an endpoint keeps of the address.
    pub fn without_token(&self) -> &str {
        &self.0
    }

    /// The address itself.
    pub fn with_token(&self, token: &Sensitive<String>) -> Sensitive<String> {
        Sensitive::new(format!("{}{}", self.0, token.expose()))
    }

    /// The token of an address; empty for one without, `None` for any other address.
    pub fn token(&self, url: &str) -> Option<Sensitive<String>> {
        let url = Url::parse(url).ok()?;
        let token = url.as_str().strip_prefix(&self.0)?;
        Some(Sensitive::new(token.to_owned()))
    }
}

/// A test inbox.
#[derive(Clone, Debug)]
pub struct Inbox {
    pub tenant: TenantId,
    pub answer: InboxAnswer,
    pub created_at: Timestamp,
    digest: Vec<u8>,
    token: Vec<u8>,
}

impl Inbox {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            tenant: row.get("tenant_id")?,
            answer: answer_of(row)?,
            created_at: row.get("created_at")?,
            digest: row.get("digest")?,
            token: row.get("token")?,
        })
    }

    /// What ends its address.
    ///
    /// # Errors
    /// `internal_error` if it cannot be opened.
    pub fn token(&self, vault: &Vault) -> Result<Sensitive<String>> {
        opened(vault, &self.tenant, &self.token)
    }

    /// Whether a token is its own.
    pub fn has(&self, vault: &Vault, token: &Sensitive<String>) -> bool {
        self.digest == vault.secret_digest(token.expose())
    }
}

fn answer_of(row: &Row) -> Result<InboxAnswer> {
    let answer: String = row.get("answer")?;
    let unknown = || Error::internal("a test inbox has an unknown answer");
    InboxAnswer::parse(&answer).ok_or_else(unknown)
}

pub(crate) fn token_context(tenant: &TenantId) -> String {
    format!("test_inbox/{tenant}")
}

/// The token that was sealed for the inbox of a tenant.
pub(crate) fn opened(vault: &Vault, tenant: &TenantId, sealed: &[u8]) -> Result<Sensitive<String>> {
    let opened = vault.open(&token_context(tenant), sealed)?;
    let token = str::from_utf8(opened.expose()).map_err(Error::internal)?;
    Ok(Sensitive::new(token.to_owned()))
}

const FIND: &str = "select * from test_inbox where tenant_id = $1";
const MAKE: &str = "insert into test_inbox (tenant_id, digest, token, answer, created_at) \
     values ($1, $2, $3, $4, $5) on conflict (tenant_id) do nothing";
const CHANGE: &str = "update test_inbox set answer = $2 where tenant_id = $1";
const EMPTY: &str = "delete from test_inbox_message where tenant_id = $1";
const REMOVE: &str = "delete from test_inbox where tenant_id = $1";
const DISABLE: &str = "update webhook_endpoint set enabled = $2 \
     where tenant_id = $1 and is_inbox and enabled returning id";

/// The test inbox of a tenant, if there is one.
#[derive(Clone, Debug)]
pub struct FindInbox(pub TenantId);

impl Op for FindInbox {
    type Out = Option<Inbox>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Inbox>> {
        let row = tx.opt(FIND, &[(&self.0).into()]).await?;
        row.as_ref().map(Inbox::from_row).transpose()
    }
}

/// The inbox for whoever may change it.
async fn find_to_change(tx: &mut Tx<'_>, by: &ActorAt, tenant: &TenantId) -> Result<Inbox> {
    by.actor.needs(Right::Sandbox(tenant))?;
    let missing = || Error::new(&codes::NOT_FOUND, "There is no test inbox.");
    FindInbox(tenant.clone()).run(tx).await?.ok_or_else(missing)
}

async fn note(
    tx: &mut Tx<'_>,
    by: &ActorAt,
    action: &'static str,
    tenant: &TenantId,
    details: serde_json::Value,
) -> Result<()> {
    let change = Change {
        by,
        action,
        subject: tenant.as_str(),
        tenant: Some(tenant),
        details,
    };
    audit::append(tx, change).await
}

/// A new test inbox.
#[derive(Clone)]
pub struct MakeInbox {
    by: ActorAt,
    tenant: TenantId,
    digest: [u8; 32],
    token: Vec<u8>,
}

impl fmt::Debug for MakeInbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MakeInbox({})", self.tenant)
    }
}

impl MakeInbox {
    /// For a tenant that has none.
    ///
    /// # Errors
    /// `internal_error` if the cipher refuses.
    pub fn new((vault, ids): (&Vault, Ids), by: ActorAt, tenant: TenantId) -> Result<Self> {
        let token = HEXLOWER.encode(&ids.secret::<TOKEN_BYTES>());
        Ok(Self {
            digest: vault.secret_digest(&token),
            token: vault.seal(&token_context(&tenant), token.as_bytes(), ids)?,
            by,
            tenant,
        })
    }
}

impl Op for MakeInbox {
    type Out = Inbox;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Inbox> {
        self.by.actor.needs(Right::Sandbox(&self.tenant))?;
        let tenant = "select id from tenant where id = $1";
        let whose = (&self.tenant).into();
        if tx.opt(tenant, &[whose]).await?.is_none() {
            return Err(Error::new(&codes::NOT_FOUND, "There is no such tenant."));
        }
        let params: [Value<'_>; 5] = [
            (&self.tenant).into(),
            (&self.digest).into(),
            (&self.token).into(),
            InboxAnswer::Ok.as_str().into(),
            self.by.at.into(),
        ];
        if tx.exec(MAKE, &params).await? == 0 {
            let message = "There is a test inbox already.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        note(tx, &self.by, "inbox.create", &self.tenant, json!({})).await?;
        find_to_change(tx, &self.by, &self.tenant).await
    }
}

/// Another answer.
#[derive(Clone, Debug)]
pub struct ChangeInbox {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub answer: InboxAnswer,
}

impl Op for ChangeInbox {
    type Out = Inbox;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Inbox> {
        let before = find_to_change(tx, &self.by, &self.tenant).await?;
        let answer = self.answer;
        let params = [(&self.tenant).into(), answer.as_str().into()];
        tx.exec_one(CHANGE, &params).await?;
        let details = json!({"answer": answer.as_str()});
        note(tx, &self.by, "inbox.change", &self.tenant, details).await?;
        Ok(Inbox { answer, ..before })
    }
}

/// Forgets what came; how many messages.
#[derive(Clone, Debug)]
pub struct EmptyInbox {
    pub by: ActorAt,
    pub tenant: TenantId,
}

impl Op for EmptyInbox {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        find_to_change(tx, &self.by, &self.tenant).await?;
        let messages = tx.exec(EMPTY, &[(&self.tenant).into()]).await?;
        let details = json!({"messages": messages});
        note(tx, &self.by, "inbox.empty", &self.tenant, details).await?;
        Ok(messages)
    }
}

/// The end of an inbox, with all that came. Endpoints that lead there are disabled, and lead to
/// the next one once they are enabled again.
#[derive(Clone, Debug)]
pub struct RemoveInbox {
    pub by: ActorAt,
    pub tenant: TenantId,
}

impl Op for RemoveInbox {
    type Out = Inbox;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Inbox> {
        let before = find_to_change(tx, &self.by, &self.tenant).await?;
        tx.exec(EMPTY, &[(&self.tenant).into()]).await?;
        tx.exec_one(REMOVE, &[(&self.tenant).into()]).await?;
        let params = [(&self.tenant).into(), false.into()];
        let mut disabled = Vec::new();
        for row in tx.rows(DISABLE, &params).await? {
            let endpoint: String = row.get("id")?;
            tx.exec(HOLD, &[(&endpoint).into()]).await?;
            disabled.push(endpoint);
        }
        let details = json!({"disabledEndpoints": disabled});
        note(tx, &self.by, "inbox.delete", &self.tenant, details).await?;
        Ok(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_server_are_of_a_test_inbox() {
        let place = InboxAddress::new("https://Kofa.example:443/a");
        let token = |url| place.token(url).map(|token| token.expose().clone());
        for (url, expected) in [
            ("https://kofa.example/a/hooks/inbox/ff", Some("ff")),
            ("HTTPS://KOFA.EXAMPLE:443/a/hooks/inbox/ff", Some("ff")),
            ("https://kofa.example/a/b/../hooks/inbox/", Some("")),
            ("https://kofa.example/a/hooks/inbox/ff?x=1", Some("ff?x=1")),
            ("https://kofa.example/hooks/inbox/ff", None),
            ("http://kofa.example/a/hooks/inbox/ff", None),
            ("https://kofa.example:8443/a/hooks/inbox/ff", None),
            ("https://kofa.example.ng/a/hooks/inbox/ff", None),
            ("https://ada@kofa.example/a/hooks/inbox/ff", None),
            ("https://kofa.example/a/hooks/inbox/../ff", None),
            ("hooks/inbox/ff", None),
        ] {
            assert_eq!(token(url).as_deref(), expected, "{url}");
        }
    }
}
