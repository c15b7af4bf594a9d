//! What of mails depends on the master key.

use kofa_store::{Contexts, KeyedColumns, SealedColumn, Type};

use crate::queue::context;

/// Columns that are sealed.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[SealedColumn {
        table: "mail",
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
    digests: &[],
};
