//! What of repeated requests depends on the master key.

use kofa_store::{DigestColumn, KeyedColumns, Type};

/// Columns that are digested.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[],
    digests: &[
        DigestColumn {
            table: "idempotency",
            columns: &["key_digest", "body_digest"],
            key: &[
                ("wallet_no", Type::Int),
                ("operation_id", Type::Text),
                ("key_digest", Type::Bytes),
            ],
            length: 32,
            bound: None,
            then: None,
        },
        DigestColumn {
            table: "admin_idempotency",
            columns: &["key_digest", "body_digest"],
            key: &[("operation_id", Type::Text), ("key_digest", Type::Bytes)],
            length: 32,
            bound: None,
            then: None,
        },
    ],
};
