//! The audit log: who changed what.

use kofa_core::audit_search::{AuditFilter, FindAudit};
use kofa_core::{ActorAt, Page, audit};
use kofa_domain::Result;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::{ANY_MOMENT, Line, Rule as _};
use crate::wire::{Paged, moment, text_json};
use crate::{Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[Entry::of::<ListAudit>()];

/// Longest word of an actor or action, in characters.
const WORD_CHARS_MAX: usize = 80;

/// A recorded change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// Position in the log, from 1 without gaps.
    #[schema(minimum = 1)]
    seq: i64,
    /// The time.
    #[schema(format = "date-time")]
    at: String,
    /// Who made the change: `shell`, `operator:opr_…` or `member:mem_…`.
    actor: String,
    /// The action.
    #[schema(example = "key.revoke")]
    action: String,
    /// What was changed.
    subject: String,
    /// The tenant it belongs to; null if none.
    #[schema(required)]
    tenant_id: Option<String>,
    /// The balance before and after.
    #[schema(value_type = Object)]
    details: serde_json::Value,
    /// The hash of this entry and the previous one, in hex.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    hash: String,
}

impl From<audit::Entry> for AuditEntry {
    fn from(entry: audit::Entry) -> Self {
        Self {
            seq: entry.seq,
            at: moment(entry.at),
            hash: entry.hash(),
            actor: entry.actor,
            action: entry.action,
            subject: entry.subject,
            tenant_id: entry.tenant.map(|id| id.to_string()),
            details: serde_json::from_str(&entry.details).unwrap_or_default(),
        }
    }
}

/// Changes, the newest first.
#[derive(Debug)]
pub struct ListAudit {
    pub filter: AuditFilter,
    /// Which part of them.
    pub page: Page,
}

impl Command for ListAudit {
    const SPEC: &'static Spec = &Spec::get("listAudit", "/admin/v1/audit")
        .about(
            "Logs",
            "List audit entries",
            "Lists changes, newest first, optionally filtered. A page can have fewer items than \
             `limit`\nand still have a next page.",
        )
        .answers(&[(200, "A page of audit entries.")]);
    type Output = Paged<AuditEntry>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let word = || {
            let line = Line {
                most: WORD_CHARS_MAX,
            };
            line.told(|| text_json(WORD_CHARS_MAX))
        };
        let filter = AuditFilter {
            tenant: fields.query_tenant("Only changes that belong to this tenant."),
            actor: fields.optional_query(
                "actor",
                "Only changes by this actor: `shell`, `operator:opr_…` or `member:mem_…`.",
                word(),
            ),
            action: fields.optional_query(
                "action",
                "Only this action (`key.revoke`) or kind of action (`key`).",
                word(),
            ),
            from: fields.optional_query("from", "Start of the period, in RFC 3339.", ANY_MOMENT),
            until: fields.optional_query(
                "until",
                "End of the period, exclusive, in RFC 3339.",
                ANY_MOMENT,
            ),
        };
        fields.page().map(|page| Self { filter, page })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let Self { filter, page } = self;
        let found = services.store.read(FindAudit { filter, page }).await?;
        Ok(Paged::new(found, AuditEntry::from))
    }
}
