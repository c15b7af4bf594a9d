//! Files of refunds for the operator's bank.

use std::sync::Arc;

use axum::extract::State;
use kofa_admin_api::{AdminCall, AdminState, Reply};
use kofa_commands::rules::Word;
use kofa_core::Right;

use crate::commands::batch_named;
use crate::refund_batches::{RefundFile, RefundFormat, attachment};

const FORMAT: Word<RefundFormat> = Word {
    all: &RefundFormat::ALL,
    as_str: RefundFormat::as_str,
    parse: RefundFormat::parse,
    must: "",
};

/// Get the file of a batch of refunds
///
/// `pain001` is ISO 20022 (pain.001.001.09), `csv` a table for bulk transfers. It holds account
/// numbers: whoever takes it stands in the audit log. Not once the bank has paid or returned
/// something of the batch.
#[utoipa::path(
    get, path = "/admin/v1/refund-batches/{batchId}/file", operation_id = "getRefundFile",
    tag = "Refunds",
    params(
        ("batchId" = String, Path),
        ("format" = String, Query, description = "`pain001` or `csv`.",
            pattern = "^(pain001|csv)$"),
    ),
    responses((status = 200, description = "The file.", content(
        (String = "application/xml"), (String = "text/csv")
    ))),
)]
pub(super) async fn get_refund_file(
    State(admin): State<Arc<AdminState>>,
    call: AdminCall,
) -> Reply {
    call.needs(Right::Money)?;
    let (batch_id, format) = call.read(|fields| {
        let batch_id = batch_named(fields);
        let format = fields.query("format", "", FORMAT);
        Some((batch_id?, format?))
    })?;
    let asked = RefundFile {
        by: call.by,
        batch_id,
        format,
        account: admin.parts.get().cloned(),
    };
    Ok(attachment((admin.store.clone(), admin.vault.clone()), asked).await?)
}
