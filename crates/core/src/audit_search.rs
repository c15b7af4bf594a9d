//! The audit log by who, what and when. However rare what is looked for, a page reads so many
//! entries at most and then says where to go on.

use kofa_domain::{Result, TenantId, Timestamp};
use kofa_store::{Op, Tx, Value};

use super::audit::Entry;
use super::{Listed, Page};

/// Entries that a page reads at a time, and how often.
const BATCH: u32 = 500;
const BATCHES_MAX: usize = 10;
/// An entry is numbered when it is written, and its moment is that of the request: within this
/// many seconds of each other, numbers and moments may be in another order.
const SKEW_SECONDS: i64 = 60;

const ANY: &str = "select * from audit where seq < $1 and $3 = '' order by seq desc limit $2";
const OF_TENANT: &str = "select * from audit where tenant_id = $3 and seq < $1 \
     order by seq desc limit $2";
const OF_ACTOR: &str = "select * from audit where actor = $3 and seq < $1 \
     order by seq desc limit $2";
const OF_ACTION: &str = "select * from audit where action = $3 and seq < $1 \
     order by seq desc limit $2";
const LAST_BEFORE: &str = "select seq from audit where at < $1 order by at desc, seq desc limit 1";

/// What is looked for; what is left out does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Only what is this tenant's.
    pub tenant: Option<TenantId>,
    /// Only what this one did: `shell`, `operator:opr_…`, `member:mem_…`.
    pub actor: Option<String>,
    /// Only this action, `key.revoke`, or all of a kind, `key`.
    pub action: Option<String>,
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
}

impl AuditFilter {
    fn fits(&self, entry: &Entry) -> bool {
        let is = |wanted: &Option<String>, text: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == text)
        };
        let action = self.action.as_deref().is_none_or(|wanted| {
            let kind = entry.action.split('.').next().unwrap_or_default();
            wanted == entry.action || wanted == kind
        });
        action
            && is(&self.actor, &entry.actor)
            && (self.tenant.is_none() || self.tenant == entry.tenant)
            && self.from.is_none_or(|from| entry.at >= from)
            && self.until.is_none_or(|until| entry.at < until)
    }

    /// The narrowest way in: its statement and what it asks for.
    fn way(&self) -> (&'static str, &str) {
        // A kind of actions is no single key of the index.
        let exact = self.action.as_deref().filter(|word| word.contains('.'));
        match (&self.tenant, self.actor.as_deref(), exact) {
            (Some(tenant), _, _) => (OF_TENANT, tenant.as_str()),
            (None, Some(actor), _) => (OF_ACTOR, actor),
            (None, None, Some(action)) => (OF_ACTION, action),
            (None, None, None) => (ANY, ""),
        }
    }

    /// Whether an entry is so old that all before it are, too.
    fn is_over(&self, entry: &Entry) -> bool {
        self.from
            .is_some_and(|from| entry.at < from.plus_seconds(-SKEW_SECONDS))
    }
}

/// Entries that fit, the newest first. A page may hold fewer than it could and still have
/// another one after it.
#[derive(Clone, Debug)]
pub struct FindAudit {
    /// What is looked for.
    pub filter: AuditFilter,
    pub page: Page,
}

impl FindAudit {
    async fn begin(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let before = self.page.before_seq()?;
        let Some(until) = self.filter.until else {
            return Ok(before);
        };
        let bound = until.plus_seconds(SKEW_SECONDS);
        let last = match tx.opt(LAST_BEFORE, &[bound.into()]).await? {
            Some(row) => row.get::<i64>("seq")?,
            None => 0,
        };
        Ok(before.min(last.saturating_add(1)))
    }
}

impl Op for FindAudit {
    type Out = Listed<Entry>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let (sql, word) = self.filter.way();
        let mut before = self.begin(tx).await?;
        let (limit, mut items) = (self.page.limit() as usize, Vec::new());
        for _ in 0..BATCHES_MAX {
            let params: [Value<'_>; 3] = [before.into(), BATCH.into(), word.into()];
            let rows = tx.rows(sql, &params).await?;
            let entries: Result<Vec<Entry>> = rows.iter().map(Entry::from_row).collect();
            for entry in entries? {
                if self.filter.is_over(&entry) {
                    return Ok(listed(items, None));
                }
                if self.filter.fits(&entry) {
                    if items.len() == limit {
                        return Ok(listed(items, Some(before)));
                    }
                    items.push(entry.clone());
                }
                before = entry.seq;
            }
            if rows.len() < BATCH as usize {
                return Ok(listed(items, None));
            }
        }
        Ok(listed(items, Some(before)))
    }
}

fn listed(items: Vec<Entry>, before: Option<i64>) -> Listed<Entry> {
    let next_cursor = before.map(Page::cursor);
    Listed { items, next_cursor }
}
