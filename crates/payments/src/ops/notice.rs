//! What providers send of their own accord: kept sealed before anything is made of it.

use kofa_core::{Listed, Page};
use kofa_domain::{Error, Id, IdKind, Ids, Result, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value, Vault};
use kofa_tasks::{NewTask, enqueue_new};

use crate::provider::{Notice, ProviderName};
use crate::task_kinds::APPLY_NOTICE;

/// How long a notice is kept after nothing is to be done about it, in seconds: 90 days.
const KEPT_SECONDS: i64 = 90 * 24 * 3_600;

/// What a [`NoticeId`] names.
#[derive(Debug)]
pub enum NoticeIdKind {}

impl IdKind for NoticeIdKind {
    const PREFIX: &'static str = "ntc_";
}

/// A notice's id, `ntc_…`.
pub type NoticeId = Id<NoticeIdKind>;

/// What became of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum NoticeOutcome {
    /// The provider is still to be asked.
    Waiting,
    /// The wallet was credited.
    Applied,
    /// It had been credited before.
    Repeated,
    /// It says of no payment.
    Ignored,
    /// Nothing here has this reference.
    UnknownReference,
    /// The top-up is kept, for what was paid is something else.
    Kept,
    /// The money went back after the wallet was credited.
    ReversedLater,
    /// It says that it is paid, and the provider says otherwise when asked.
    NotPaid,
    /// What it pays could not be paid any more: the money goes back.
    Returned,
}

impl NoticeOutcome {
    /// All outcomes.
    pub const ALL: [Self; 9] = kofa_domain::all();

    /// `waiting`, `applied` …
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// Whether an operator has to look at it: such are not forgotten.
    pub const fn is_kept(self) -> bool {
        use NoticeOutcome::{Kept, NotPaid, ReversedLater, UnknownReference};
        matches!(self, UnknownReference | Kept | ReversedLater | NotPaid)
    }

    /// In words.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Waiting => "The provider is still to be asked about it.",
            Self::Applied => "The wallet was credited, or the application paid.",
            Self::Repeated => "The same had followed before.",
            Self::Ignored => "It says nothing of a payment that changes anything.",
            Self::UnknownReference => "No payment at this provider has this reference.",
            Self::Kept => "What was paid is not what was asked for: it is kept.",
            Self::ReversedLater => "The money went back after it was made use of.",
            Self::NotPaid => "The provider, when asked, did not say that it is paid.",
            Self::Returned => {
                "What it pays could no longer be paid: the provider was asked to return the money."
            }
        }
    }
}

/// A notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNotice {
    pub id: NoticeId,
    pub provider: ProviderName,
    pub notice: Notice,
    pub outcome: NoticeOutcome,
    /// How often the provider was asked because of it.
    pub looks: i64,
    /// How often it came.
    pub times: i64,
    pub received_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

impl StoredNotice {
    fn from_row(row: &Row) -> Result<Self> {
        let unknown = || Error::internal("a notice has an unknown word");
        let (provider, outcome): (String, String) = (row.get("provider")?, row.get("outcome")?);
        Ok(Self {
            id: row.get("id")?,
            provider: ProviderName::parse(&provider).ok_or_else(unknown)?,
            notice: Notice {
                reference: row.get("reference")?,
                event: row.get("event")?,
                says_paid: row.get("says_paid")?,
            },
            outcome: NoticeOutcome::parse(&outcome).ok_or_else(unknown)?,
            looks: row.get("looks")?,
            times: row.get("times")?,
            received_at: row.get("received_at")?,
            ended_at: row.get("ended_at")?,
        })
    }
}

/// What the body of a notice is sealed with.
pub(crate) fn context(id: &NoticeId) -> String {
    format!("payment_notice/{id}")
}

/// Keeps what a provider sent, once however often it came, with the task that makes something of
/// it; whether it is new.
#[derive(Clone, Debug)]
pub(crate) struct KeepNotice {
    id: NoticeId,
    provider: ProviderName,
    digest: [u8; 32],
    sealed: Vec<u8>,
    notice: Notice,
    at: Timestamp,
}

impl KeepNotice {
    /// Of a body whose signature was right.
    ///
    /// # Errors
    /// If it cannot be sealed.
    pub(crate) fn new(
        (vault, ids): (&Vault, Ids),
        provider: ProviderName,
        (notice, body): (Notice, &[u8]),
        at: Timestamp,
    ) -> Result<Self> {
        let id: NoticeId = ids.id(at);
        Ok(Self {
            digest: vault.blind_index(&format!("payment_notice/{}", provider.as_str()), body),
            sealed: vault.seal(&context(&id), body, ids)?,
            id,
            provider,
            notice,
            at,
        })
    }
}

const KEEP: &str = "insert into payment_notice (id, provider, digest, sealed, reference, event, \
     says_paid, outcome, looks, times, received_at) \
     values ($1, $2, $3, $4, $5, $6, $7, 'waiting', 0, 1, $8) \
     on conflict (provider, digest) do update set times = payment_notice.times + 1 \
     returning times";

impl Op for KeepNotice {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let params: [Value<'_>; 8] = [
            (&self.id).into(),
            self.provider.as_str().into(),
            (&self.digest).into(),
            (&self.sealed).into(),
            (&self.notice.reference).into(),
            (&self.notice.event).into(),
            self.notice.says_paid.into(),
            self.at.into(),
        ];
        let is_new = tx.one(KEEP, &params).await?.get::<i64>("times")? == 1;
        if is_new {
            let apply = NewTask {
                kind: APPLY_NOTICE.name,
                subject: self.id.as_str(),
                environment: self.provider.environment(),
                due_at: self.at,
                created_at: self.at,
            };
            enqueue_new(tx, &[apply]).await?;
        }
        Ok(is_new)
    }
}

/// A notice that waits.
#[derive(Debug)]
pub(crate) struct FindNotice {
    pub(crate) id: NoticeId,
}

const FIND: &str = "select * from payment_notice where id = $1 and outcome = 'waiting'";

impl Op for FindNotice {
    type Out = Option<StoredNotice>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<StoredNotice>> {
        let row = tx.opt(FIND, &[(&self.id).into()]).await?;
        row.as_ref().map(StoredNotice::from_row).transpose()
    }
}

/// Lists notices, the newest first.
#[derive(Clone, Debug)]
pub struct ListNotices {
    /// Only those that came to this.
    pub outcome: Option<NoticeOutcome>,
    pub page: Page,
}

const LIST: &str = "select * from payment_notice where id < $1 and ($2 = '' or outcome = $2) \
     order by id desc limit $3";

impl Op for ListNotices {
    type Out = Listed<StoredNotice>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<StoredNotice>> {
        let params: [Value<'_>; 3] = [
            self.page.before_id().into(),
            self.outcome.map_or("", NoticeOutcome::as_str).into(),
            self.page.rows().into(),
        ];
        let rows = tx.rows(LIST, &params).await?;
        let all = rows
            .iter()
            .map(StoredNotice::from_row)
            .collect::<Result<Vec<_>>>()?;
        Ok(self.page.cut(all, |one| one.id.to_string()))
    }
}

/// Forgets notices that ended 90 days ago and that nobody has to look at; tells how many. Repeat
/// until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeNotices {
    pub now: Timestamp,
}

const FORGET: &str = "delete from payment_notice where id in (select id from payment_notice \
     where ended_at < $1 and outcome in ('applied', 'repeated', 'ignored', 'returned') \
     order by ended_at limit $2)";

impl Op for PurgeNotices {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let before = self.now.plus_seconds(-KEPT_SECONDS);
        Ok(tx.exec(FORGET, &[before.into(), PIECE_ROWS.into()]).await?)
    }
}
