//! What of payments depends on the master key.

use kofa_store::{Contexts, DigestColumn, KeyedColumns, SealedColumn, Type};

use crate::ops::context;

/// Columns that are sealed, and those that are digests.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[SealedColumn {
        table: "payment_notice",
        column: "sealed",
        key: &[("id", Type::Text)],
        also: "",
        join: "",
        rows: 100,
        contexts: |row| {
            let id = row.get("id")?;
            Ok(vec![Contexts::same(context(&id))])
        },
    }],
    digests: &[DigestColumn {
        table: "payment_notice",
        columns: &["digest"],
        key: &[("id", Type::Text)],
        length: 32,
        bound: None,
        then: None,
    }],
};
