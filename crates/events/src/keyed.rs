//! What of webhooks depends on the master key.

use kofa_domain::{Error, RequestId};
use kofa_store::{Contexts, KeyedColumns, SealedColumn, Type};

use crate::endpoint::secret_context;
use crate::job;

/// Columns that are sealed.
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
    ],
    digests: &[],
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
