//! What of webhooks depends on the master key.

use kofa_domain::{Error, RequestId};
use kofa_store::{Contexts, DigestColumn, KeyedColumns, SealedColumn, Type};

use crate::endpoint::secret_context;
use crate::{inbox, job};

/// Columns that are sealed, and those that are digests.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[
        secret("secret"),
        secret("old_secret"),
        SealedColumn {
            table: "webhook_delivery",
            column: "job_url",
            key: &[("id", Type::Int)],
            also: "t.job",
            join: "",
            rows: 250,
            contexts: |row| {
                let job: Vec<u8> = row.get("job")?;
                let job = RequestId::from_slice(&job).map_err(Error::internal)?;
                Ok(vec![Contexts::same(job::context(job))])
            },
        },
        SealedColumn {
            table: "test_inbox",
            column: "token",
            key: &[("tenant_id", Type::Text)],
            also: "",
            join: "",
            rows: 250,
            contexts: |row| {
                let tenant = row.get("tenant_id")?;
                Ok(vec![Contexts::same(inbox::token_context(&tenant))])
            },
        },
        SealedColumn {
            table: "test_inbox_message",
            column: "content",
            key: &[("id", Type::Text)],
            also: "",
            join: "",
            rows: 100,
            contexts: |row| {
                let id: String = row.get("id")?;
                Ok(vec![Contexts::same(inbox::message_context(&id))])
            },
        },
    ],
    digests: &[DigestColumn {
        table: "test_inbox",
        columns: &["digest"],
        key: &[("tenant_id", Type::Text)],
        length: 32,
        bound: None,
        then: None,
    }],
};

const fn secret(column: &'static str) -> SealedColumn {
    SealedColumn {
        table: "webhook_endpoint",
        column,
        key: &[("id", Type::Text)],
        also: "",
        join: "",
        rows: 250,
        contexts: |row| Ok(vec![Contexts::same(secret_context(&row.get("id")?))]),
    }
}
