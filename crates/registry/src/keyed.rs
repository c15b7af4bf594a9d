//! What of consents, documents and upstreams' answers depends on the master key.

use kofa_store::{Column, Contexts, DigestColumn, KeyedColumns, SealedColumn, Type};

use crate::consent::answer_context;
use crate::import::background::reject_context;
use crate::upstream::client::body_contexts;

/// Columns that are sealed or digested.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[
        // An answer whose code was used again since has no use that names it: nobody can be told
        // it, and it goes within the quarter of an hour for which answers are kept.
        SealedColumn {
            table: "vrc_answer",
            column: "sealed",
            key: &[("request_id", Type::Bytes)],
            also: "u.environment, u.tenant_id, u.operation_id",
            join: "join vrc_use u on u.request_id = t.request_id",
            rows: 50,
            contexts: |row| {
                let word = |name| row.get::<String>(name);
                Ok(vec![Contexts::same(answer_context(
                    &word("environment")?,
                    &word("tenant_id")?,
                    &word("operation_id")?,
                    &row.get::<Vec<u8>>("request_id")?,
                ))])
            },
        },
        SealedColumn {
            table: "registry_answer",
            column: "body",
            key: &[("id", Type::Bytes)],
            also: "t.subject",
            join: "",
            rows: 100,
            contexts: |row| {
                let subject: Vec<u8> = row.get("subject")?;
                let [now, once] = body_contexts(&row.get::<Vec<u8>>("id")?, &subject);
                let before = Contexts {
                    opens: once,
                    seals: now.clone(),
                };
                Ok(vec![Contexts::same(now), before])
            },
        },
        SealedColumn {
            table: "registry_import_rejects",
            column: "sealed",
            key: &[
                ("import_id", Type::Text),
                ("rows_before", Type::Int),
                ("bytes_before", Type::Int),
            ],
            also: "",
            join: "",
            rows: 5,
            contexts: |row| {
                let import: String = row.get("import_id")?;
                let context =
                    reject_context(&import, row.get("rows_before")?, row.get("bytes_before")?);
                Ok(vec![Contexts::same(context)])
            },
        },
    ],
    digests: &[
        digest(
            "company_consent",
            &["code_digest"],
            &[("environment", Type::Text), ("code_digest", Type::Bytes)],
        ),
        digest(
            "vrc_use",
            &["vrc_index"],
            &[
                ("environment", Type::Text),
                ("vrc_index", Type::Bytes),
                ("scope", Type::Text),
                ("holder", Type::Text),
            ],
        ),
        digest(
            "registry_document",
            &["code_digest"],
            &[("code_digest", Type::Bytes)],
        ),
        digest("registry_answer", &["subject"], &[("id", Type::Bytes)]),
    ],
};

const fn digest(
    table: &'static str,
    columns: &'static [&'static str],
    key: &'static [Column],
) -> DigestColumn {
    DigestColumn {
        table,
        columns,
        key,
        length: 32,
        bound: None,
        then: None,
    }
}
