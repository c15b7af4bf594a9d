//! The audit chain as people look for something in it.

use kofa_domain::{Error, Fault, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Row, Tx, Value};

use super::audit::Entry;

/// Most entries of an export.
pub const EXPORT_MAX: u32 = 10_000;
/// Most entries that are read at once.
pub const ROWS_MAX: u32 = 1_000;
/// Longest word of a filter, in characters.
const WORD_CHARS_MAX: usize = 100;

const OF_ALL: &str = "select * from audit where seq < $1 \
     and ($3 = '' or action = $3 or action like $4) and ($5 = '' or actor = $5) \
     and at >= $6 and at < $7 order by seq desc limit $2";
const OF_TENANT: &str = "select * from audit where tenant_id = $8 and seq < $1 \
     and ($3 = '' or action = $3 or action like $4) and ($5 = '' or actor = $5) \
     and at >= $6 and at < $7 order by seq desc limit $2";
const ACTORS: &str = "select id, email as name from member where tenant_id = $1";

/// Which entries are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Only this action (`key.revoke`), or those of one subject (`key`); empty for all.
    pub action: String,
    /// Only what this actor did (`member:mem_…`); empty for all.
    pub actor: String,
    /// Only from then on.
    pub from: Option<Timestamp>,
    /// Only before then.
    pub until: Option<Timestamp>,
}

impl AuditFilter {
    /// Checks words that someone typed; every fault is added to `faults`.
    pub fn read(action: &str, actor: &str, faults: &mut Vec<Fault>) -> Self {
        let mut word = |field: &'static str, text: &str| {
            let text = text.trim();
            let plain = text.chars().count() <= WORD_CHARS_MAX
                && text
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-'));
            if !plain {
                let message =
                    format!("`{field}` must be letters, digits, dots, colons and underscores.");
                faults.push(Fault::on(field, &codes::INVALID_FIELD, message));
                return String::new();
            }
            text.to_owned()
        };
        Self {
            action: word("action", action),
            actor: word("actor", actor),
            from: None,
            until: None,
        }
    }
}

/// Entries, the newest first.
#[derive(Debug)]
pub struct SearchAudit {
    /// Only what is this tenant's, whoever did it.
    pub tenant: Option<TenantId>,
    /// Which.
    pub filter: AuditFilter,
    /// Only entries before this one.
    pub before: Option<i64>,
    /// At most so many, and at most [`ROWS_MAX`].
    pub limit: u32,
}

impl Op for SearchAudit {
    type Out = Vec<Entry>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let filter = &self.filter;
        // `_` stands for any character in `like`; no two actions differ in one only.
        let of_subject = format!("{}.%", filter.action);
        let from = filter.from.unwrap_or(Timestamp::from_micros(i64::MIN));
        let until = filter.until.unwrap_or(Timestamp::from_micros(i64::MAX));
        let mut of: Vec<Value<'_>> = vec![
            self.before.unwrap_or(i64::MAX).into(),
            self.limit.min(ROWS_MAX).into(),
            (&filter.action).into(),
            of_subject.into(),
            (&filter.actor).into(),
            from.into(),
            until.into(),
        ];
        let rows = match &self.tenant {
            None => tx.rows(OF_ALL, &of).await?,
            Some(tenant) => {
                of.push(tenant.into());
                tx.rows(OF_TENANT, &of).await?
            }
        };
        rows.iter().map(Entry::from_row).collect()
    }
}

/// The members of a tenant by the names under which the audit log has them, with their e-mail
/// addresses: also those who can no longer sign in.
#[derive(Debug)]
pub struct NameActors {
    /// Whose members.
    pub tenant: TenantId,
}

impl Op for NameActors {
    type Out = Vec<(String, String)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(ACTORS, &[(&self.tenant).into()]).await?;
        let one = |row: &Row| -> Result<(String, String)> {
            let id: String = row.get("id")?;
            Ok((format!("member:{id}"), row.get("name")?))
        };
        rows.iter().map(one).collect()
    }
}

/// The subjects of actions, as words to choose from: those that a tenant's entries have.
pub const SUBJECTS: [(&str, &str); 10] = [
    ("key", "API keys"),
    ("member", "Members"),
    ("invite", "Invites"),
    ("session", "Sign-ins"),
    ("tenant", "The tenant itself"),
    ("service", "Services"),
    ("price", "Prices"),
    ("wallet", "Wallet"),
    ("offer", "Sandbox offers"),
    ("sandbox", "Sandbox clock"),
];

/// Refuses a time that ends before it begins.
///
/// # Errors
/// 422 `invalid_field`.
pub fn check_span(filter: &AuditFilter) -> Result<()> {
    match (filter.from, filter.until) {
        (Some(from), Some(until)) if until <= from => {
            let message = "`until` must be after `from`.";
            Err(Error::on("until", &codes::INVALID_FIELD, message))
        }
        _ => Ok(()),
    }
}
