//! What of calls depends on the master key.

use kofa_domain::{Error, RequestId};
use kofa_store::{Contexts, KeyedColumns, SealedColumn, Type};

use crate::calls::detail;

/// Columns that are sealed.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[SealedColumn {
        table: "call_detail",
        column: "sealed",
        key: &[("wallet_no", Type::Int), ("request_id", Type::Bytes)],
        also: "",
        join: "",
        rows: 250,
        contexts: |row| {
            let id: Vec<u8> = row.get("request_id")?;
            let id = RequestId::from_slice(&id).map_err(Error::internal)?;
            Ok(vec![Contexts::same(detail::context(id))])
        },
    }],
    digests: &[],
};
