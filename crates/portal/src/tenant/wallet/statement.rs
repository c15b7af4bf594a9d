//! The statement of a month as a file.

use std::sync::Arc;

use axum::extract::{Path, State};
use kofa_admin_api::{csv_response, pdf_response};
use kofa_domain::{Error, codes};
use kofa_insight::statement::{Month, ReadStatement};

use crate::kit::{Page, SignedInMember, WebState};

/// `GET /portal/{environment}/wallet/statements/2026-11.csv`, `….pdf`
pub(super) async fn file(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    Path((_, file)): Path<(String, String)>,
) -> Page {
    let nowhere = || Error::new(&codes::NOT_FOUND, "Statement not found.");
    let (month, ending) = file.split_once('.').ok_or_else(nowhere)?;
    let read = ReadStatement {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        month: Month::parse(month).ok_or_else(nowhere)?,
        now: signed_in.by.at,
    };
    match ending {
        "csv" => {
            let statement = read.read(&web.admin.store).await?;
            Ok(csv_response(&web.admin, statement))
        }
        "pdf" => {
            let statement = read.read(&web.admin.store).await?;
            Ok(pdf_response(&web.admin, statement).await?)
        }
        _ => Err(nowhere().into()),
    }
}
