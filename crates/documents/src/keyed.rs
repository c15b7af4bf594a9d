//! What of jobs depends on the master key.

use kofa_domain::{Error, RequestId, Result};
use kofa_store::{Column, Contexts, DigestColumn, KeyedColumns, Row, SealedColumn, Type};

use crate::jobs::sealed::Part;

const KEY: &[Column] = &[("request_id", Type::Bytes)];

/// Columns that are sealed or digested.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[
        SealedColumn {
            table: "poa_job",
            column: "request_sealed",
            key: KEY,
            also: "",
            join: "",
            rows: 250,
            contexts: |row| contexts(row, &[Part::Request]),
        },
        SealedColumn {
            table: "poa_job",
            column: "result_sealed",
            key: KEY,
            also: "",
            join: "",
            rows: 50,
            contexts: |row| contexts(row, &[Part::Result]),
        },
        // One at a time: a document may have twenty megabytes.
        SealedColumn {
            table: "poa_job_document",
            column: "sealed",
            key: KEY,
            also: "",
            join: "",
            rows: 1,
            contexts: |row| contexts(row, &[Part::Document, Part::LockedDocument]),
        },
    ],
    digests: &[DigestColumn {
        table: "poa_job",
        columns: &["reference_index"],
        key: KEY,
        length: 32,
        bound: None,
        then: None,
    }],
};

fn contexts(row: &Row, parts: &[Part]) -> Result<Vec<Contexts>> {
    let id: Vec<u8> = row.get("request_id")?;
    let id = RequestId::from_slice(&id).map_err(Error::internal)?;
    let contexts = parts.iter().map(|part| part.context(id));
    Ok(contexts.map(Contexts::same).collect())
}
