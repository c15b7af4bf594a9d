//! What of jobs and readings depends on the master key.

use kofa_domain::{Error, RequestId, Result};
use kofa_store::{Column, Contexts, DigestColumn, KeyedColumns, Row, SealedColumn, Type};

use crate::feedback;
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
        SealedColumn {
            table: "poa_job",
            column: "webhook_url",
            key: KEY,
            also: "",
            join: "",
            rows: 250,
            contexts: |row| {
                let context = kofa_events::job::context(id_of(row)?);
                Ok(vec![Contexts::same(context)])
            },
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
        SealedColumn {
            table: "poa_reading",
            column: "sealed",
            key: KEY,
            also: "",
            join: "",
            rows: 50,
            contexts: |row| of_reading(row, "reading"),
        },
        SealedColumn {
            table: "poa_reading_file",
            column: "sealed",
            key: KEY,
            also: "",
            join: "",
            rows: 1,
            contexts: |row| of_reading(row, "document"),
        },
        SealedColumn {
            table: "poa_feedback",
            column: "sealed",
            key: KEY,
            also: "",
            join: "",
            rows: 250,
            contexts: |row| of_reading(row, "feedback"),
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

fn id_of(row: &Row) -> Result<RequestId> {
    let id: Vec<u8> = row.get("request_id")?;
    RequestId::from_slice(&id).map_err(Error::internal)
}

fn of_reading(row: &Row, part: &str) -> Result<Vec<Contexts>> {
    Ok(vec![Contexts::same(feedback::kept::context(
        part,
        id_of(row)?,
    ))])
}

fn contexts(row: &Row, parts: &[Part]) -> Result<Vec<Contexts>> {
    let id = id_of(row)?;
    let contexts = parts.iter().map(|part| part.context(id));
    Ok(contexts.map(Contexts::same).collect())
}
