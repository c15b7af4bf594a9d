//! Businesses that ask for access themselves: an operator decides, or, where sign-up is open, the
//! link to their address does.
//!
//! * here: what a request is, how it is read and listed, and when it is forgotten.
//! * `typed`: what somebody typed, and its rules.
//! * `ask`: asking. `decide`: accepting, declining, confirming the address.
//!
//! Who asks is a stranger: nothing that they are told depends on who has an account.

mod ask;
mod decide;
mod typed;

use kofa_core::{Listed, Page};
use kofa_domain::{Error, Id, IdKind, Result, Sensitive, TenantId, Timestamp, codes};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value, Vault};

pub use ask::{AskAccess, Asked};
pub use decide::{AcceptAccess, CheckSignUp, DeclineAccess, UseSignUp};
pub use typed::{
    BUSINESS, CHARS_MAX, EMAIL, NAME, PURPOSE, PURPOSE_CHARS_MAX, RC_NUMBER, TypedRequest,
};

/// How long a request waits, and how long it is kept once it is decided, in seconds.
pub const KEPT_SECONDS: i64 = 30 * 24 * 3_600;
/// How long the link that confirms an address works, in seconds.
pub const LINK_SECONDS: i64 = 72 * 3_600;
/// Most requests that wait for an operator at a time.
pub const WAITING_MAX: i64 = 1_000;

/// Who may become a tenant without being invited: a setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum SignUp {
    /// Nobody.
    Off,
    /// Whoever an operator accepts.
    #[default]
    Request,
    /// Whoever has an e-mail address; as [`Self::Request`] without a mail server.
    Open,
}

impl SignUp {
    pub const ALL: [Self; 3] = kofa_domain::all();

    /// `off`, `request` or `open`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// What a [`RequestId`] names.
#[derive(Debug)]
pub enum RequestKind {}

impl IdKind for RequestKind {
    const PREFIX: &'static str = "acr_";
}

/// A request's id, `acr_…`.
pub type RequestId = Id<RequestKind>;

/// Where a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum RequestState {
    /// The link to its address was not used yet.
    Unconfirmed,
    /// It waits for an operator.
    Requested,
    Accepted,
    Declined,
}

impl RequestState {
    pub const ALL: [Self; 4] = kofa_domain::all();

    /// `unconfirmed`, `requested`, `accepted` or `declined`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// A request for access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessRequest {
    /// `acr_…`
    pub id: RequestId,
    pub state: RequestState,
    pub typed: TypedRequest,
    /// Why it was declined; else empty.
    pub reason: String,
    pub asked_at: Timestamp,
    /// When it is forgotten.
    pub expires_at: Timestamp,
    pub decided_at: Option<Timestamp>,
    /// The tenant that came of it.
    pub tenant: Option<TenantId>,
}

/// What the content of a request is sealed with.
pub(crate) fn context(id: &RequestId) -> String {
    format!("access_request/{id}")
}

/// By what requests of one address are found.
pub(crate) fn email_digest(vault: &Vault, email: &str) -> [u8; 32] {
    vault.blind_index("access_request.email", email)
}

impl AccessRequest {
    pub(crate) fn from_row(vault: &Vault, row: &Row) -> Result<Self> {
        let (id, state): (RequestId, String) = (row.get("id")?, row.get("state")?);
        let sealed: Vec<u8> = row.get("sealed")?;
        let typed = vault.open(&context(&id), &sealed)?;
        let mut states = RequestState::ALL.into_iter();
        let unknown = || Error::internal("a request for access is in no known state");
        Ok(Self {
            typed: TypedRequest::opened(&typed)?,
            state: states.find(|it| it.as_str() == state).ok_or_else(unknown)?,
            reason: row.get("reason")?,
            asked_at: row.get("asked_at")?,
            expires_at: row.get("expires_at")?,
            decided_at: row.get("decided_at")?,
            tenant: row.get("tenant_id")?,
            id,
        })
    }
}

const FIND: &str = "select * from access_request \
     where id = $1 and state <> 'unconfirmed' and expires_at > $2";
const LIST: &str = "select * from access_request \
     where id < $1 and state <> 'unconfirmed' and expires_at > $2 order by id desc limit $3";
const FORGET: &str = "delete from access_request where id in (select id from access_request \
     where expires_at <= $1 order by expires_at limit $2)";
const OF_EMAIL: &str = "select * from access_request where email_digest = $1 order by id";
const ERASE: &str = "delete from access_request where email_digest = $1";

/// A request that waits for an operator or was decided; 404 `not_found` for any other.
#[derive(Debug)]
pub struct FindAccessRequest {
    pub vault: Vault,
    pub id: RequestId,
    pub now: Timestamp,
}

impl Op for FindAccessRequest {
    type Out = AccessRequest;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<AccessRequest> {
        let params = [(&self.id).into(), self.now.into()];
        let missing = || Error::new(&codes::NOT_FOUND, "There is no such request for access.");
        let row = tx.opt(FIND, &params).await?.ok_or_else(missing)?;
        AccessRequest::from_row(&self.vault, &row)
    }
}

/// The newest requests first, those that were decided too.
#[derive(Debug)]
pub struct ListAccessRequests {
    pub vault: Vault,
    pub now: Timestamp,
    pub page: Page,
}

impl Op for ListAccessRequests {
    type Out = Listed<AccessRequest>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            self.page.before_id().into(),
            self.now.into(),
            self.page.rows().into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let request = |row| AccessRequest::from_row(&self.vault, row);
        let all: Result<Vec<AccessRequest>> = rows.iter().map(request).collect();
        Ok(self.page.cut(all?, |one| one.id.to_string()))
    }
}

/// Forgets requests whose time is over; tells how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeAccessRequests {
    pub now: Timestamp,
}

impl Op for PurgeAccessRequests {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params = [self.now.into(), PIECE_ROWS.into()];
        Ok(tx.exec(FORGET, &params).await?)
    }
}

/// The requests of an e-mail address; removes them if it is to `erase`.
#[derive(Clone, Debug)]
pub(crate) struct RequestsOf {
    pub(crate) vault: Vault,
    pub(crate) email: Sensitive<String>,
    pub(crate) erase: bool,
}

impl Op for RequestsOf {
    type Out = Vec<AccessRequest>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let digest = email_digest(&self.vault, self.email.expose());
        let rows = tx.rows(OF_EMAIL, &[(&digest).into()]).await?;
        let request = |row| AccessRequest::from_row(&self.vault, row);
        let all: Result<Vec<AccessRequest>> = rows.iter().map(request).collect();
        if self.erase {
            tx.exec(ERASE, &[(&digest).into()]).await?;
        }
        all
    }
}
