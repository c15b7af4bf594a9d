//! `GET /api/v1/company/batches/{batchId}/results`

use kofa_core::endpoint::Endpoint;
use kofa_core::schema::choice;
use kofa_domain::{Error, RequestId, Result, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, Paging, ProductEndpoint, Reference, Refusal, Request};
use kofa_store::Store;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;

use super::{batch_id, find, with_id};
use crate::batch::ops::{Batch, Item, ListItems};
use crate::codes::BATCH_NOT_FOUND;
use crate::endpoint::BASE;
use crate::http::wire::CompanyRecord;

/// Tells what was found.
#[derive(Clone, Debug)]
pub struct ListBatchResults {
    store: Store,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "listCompanyBatchResults",
    path: "/api/v1/company/batches/{batchId}/results",
    shown: crate::http::SHOWN,
    ..BASE
};

impl ListBatchResults {
    /// Over `store`.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

impl ProductEndpoint for ListBatchResults {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = (RequestId, Paging);

    async fn read(&self, _: &Call, request: &Request) -> Result<Self::Input> {
        let id = batch_id(request)?;
        let mut faults = Vec::new();
        let paging = Paging::from_query(&request.query(), &mut faults);
        Error::check(faults)?;
        Ok((id, paging))
    }

    async fn run(&self, call: &Call, (id, paging): Self::Input) -> Result<Answer, Refusal> {
        let batch = find(&self.store, call, id).await?;
        let list = ListItems {
            batch_id: id,
            from: paging.offset(),
            limit: paging.size,
        };
        let items = self.store.read(list).await?;
        Ok(Answer::json(200, &answer(&batch, items, paging)?)?)
    }

    fn reference() -> Reference {
        Paging::described(with_id(Reference::new(
            "List batch results",
            "Returns the result for each company, in the order of the request, even while the \
             batch is in progress. Free.",
        )))
        .answers::<CompanyBatchResults>(200, "A page of results.")
        .codes(&[&BATCH_NOT_FOUND, &common::INVALID_FIELD])
    }
}

fn outcome_schema() -> Schema {
    choice(&["PENDING", "FOUND", "NOT_FOUND", "FAILED", "CANCELLED"])
}

/// The results of a batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyBatchResults {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// For people.
    message: &'static str,
    data: CompanyBatchPage,
}

/// A page of results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyBatchPage {
    results: Vec<CompanyBatchResult>,
    /// From 1.
    #[schema(minimum = 1)]
    page: i64,
    #[schema(minimum = 1, maximum = 100)]
    size: i64,
    #[schema(minimum = 0)]
    total_pages: i64,
    #[schema(minimum = 1, maximum = 1_000)]
    total_count: i64,
}

/// The result for one company.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyBatchResult {
    /// Its place in the request, from 0.
    #[schema(minimum = 0, maximum = 999)]
    position: i64,
    /// As it was sent, without separators.
    #[schema(example = "RC1885308")]
    rc_number: String,
    /// As it was sent; null if it was not.
    #[schema(required)]
    entity_type: Option<&'static str>,
    /// `PENDING` until it is known, or `CANCELLED` if the batch was called off before.
    #[schema(schema_with = outcome_schema)]
    outcome: String,
    /// The error code if no company was found; otherwise null.
    #[schema(required)]
    error_code: Option<String>,
    /// The company; null if none was found.
    #[schema(value_type = Option<CompanyRecord>, required)]
    company: Option<Box<RawValue>>,
}

fn answer(batch: &Batch, items: Vec<Item>, paging: Paging) -> Result<CompanyBatchResults> {
    let unknown = match batch.status.is_over() {
        true => "CANCELLED",
        false => "PENDING",
    };
    let result = |item: Item| {
        let company = item.record.map(RawValue::from_string).transpose();
        Ok(CompanyBatchResult {
            position: item.position,
            rc_number: item.rc_number,
            entity_type: item.entity_type.map(|kind| kind.as_str()),
            outcome: item.outcome.unwrap_or_else(|| unknown.to_owned()),
            error_code: item.error_code,
            company: company.map_err(Error::internal)?,
        })
    };
    let results: Result<Vec<_>> = items.into_iter().map(result).collect();
    Ok(CompanyBatchResults {
        status_code: 200,
        success: true,
        message: "Results retrieved.",
        data: CompanyBatchPage {
            results: results?,
            page: paging.page,
            size: paging.size,
            total_pages: paging.pages(batch.total),
            total_count: batch.total,
        },
    })
}
