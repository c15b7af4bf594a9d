//! The statement of a month as a file.

use std::sync::Arc;

use axum::extract::{Path, State};
use kofa_admin_api::{csv_response, pdf_response};
use kofa_domain::{Error, codes};
use kofa_insight::statement::{Month, ReadStatement};

use crate::kit::{House, MemberSeat, Page};

/// `GET /portal/{environment}/wallet/statements/2026-11.csv`, `….pdf`
pub(super) async fn file(
    State(house): State<Arc<House>>,
    seat: MemberSeat,
    Path((_, file)): Path<(String, String)>,
) -> Page {
    let nowhere = || Error::new(&codes::NOT_FOUND, "There is no such statement.");
    let (month, ending) = file.split_once('.').ok_or_else(nowhere)?;
    let read = ReadStatement {
        tenant: seat.of.tenant.clone(),
        environment: seat.environment,
        month: Month::parse(month).ok_or_else(nowhere)?,
        now: seat.by.at,
    };
    match ending {
        "csv" => {
            let statement = read.read(&house.desk.store).await?;
            Ok(csv_response(&house.desk, statement))
        }
        "pdf" => {
            let statement = read.read(&house.desk.store).await?;
            Ok(pdf_response(&house.desk, statement).await?)
        }
        _ => Err(nowhere().into()),
    }
}
