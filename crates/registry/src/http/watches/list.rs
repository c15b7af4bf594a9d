//! `GET /api/v1/company/watches`

use kofa_core::endpoint::Endpoint;
use kofa_domain::{Error, Result, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, Paging, ProductEndpoint, Reference, Refusal, Request};
use kofa_store::Store;
use serde::Serialize;
use utoipa::ToSchema;

use super::CompanyWatch;
use crate::endpoint::BASE;
use crate::watch::ops;

/// Lists what is watched.
#[derive(Clone, Debug)]
pub struct ListWatches {
    store: Store,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "listCompanyWatches",
    path: "/api/v1/company/watches",
    shown: crate::http::SHOWN,
    ..BASE
};

impl ListWatches {
    /// Over `store`.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

/// What is watched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyWatches {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// For people.
    message: &'static str,
    data: CompanyWatchPage,
}

/// A page of watches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyWatchPage {
    /// The newest first.
    watches: Vec<CompanyWatch>,
    /// From 1.
    #[schema(minimum = 1)]
    page: i64,
    #[schema(minimum = 1, maximum = 100)]
    size: i64,
    #[schema(minimum = 0)]
    total_pages: i64,
    #[schema(minimum = 0)]
    total_count: i64,
}

impl ProductEndpoint for ListWatches {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = Paging;

    async fn read(&self, _: &Call, request: &Request) -> Result<Paging> {
        let mut faults = Vec::new();
        let paging = Paging::from_query(&request.query(), &mut faults);
        Error::check(faults)?;
        Ok(paging)
    }

    async fn run(&self, call: &Call, paging: Paging) -> Result<Answer, Refusal> {
        let list = ops::ListWatches {
            environment: call.environment(),
            tenant_id: call.tenant_id().clone(),
            offset: paging.offset(),
            limit: paging.size,
        };
        let (watches, total) = self.store.read(list).await?;
        let answer = CompanyWatches {
            status_code: 200,
            success: true,
            message: "Watches retrieved.",
            data: CompanyWatchPage {
                watches: watches.into_iter().map(CompanyWatch::from).collect(),
                page: paging.page,
                size: paging.size,
                total_pages: paging.pages(total),
                total_count: total,
            },
        };
        Ok(Answer::json(200, &answer)?)
    }

    fn reference() -> Reference {
        Paging::described(Reference::new(
            "List watches",
            "The companies that you watch in the environment, newest first. Free.",
        ))
        .answers::<CompanyWatches>(200, "A page of watches.")
        .codes(&[&common::INVALID_FIELD])
    }
}
