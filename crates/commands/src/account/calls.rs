//! The tenant's calls.

use kofa_core::endpoint::Endpoint;
use kofa_domain::{Code, Error, RequestId, Result, codes};
use kofa_gate::call::Call;
use kofa_insight::calls::FindCall;

use super::{BASE, OwnRead, by};
use crate::platform::calls::{self, REQUEST_ID, RequestRow};
use crate::wire::Paged;
use crate::{Command as _, Fields, Services};

/// Calls that fit a filter.
pub(super) struct ListRequests(calls::ListRequests);

impl OwnRead for ListRequests {
    const ENDPOINT: &'static Endpoint = &Endpoint {
        operation_id: "listAccountRequests",
        path: "/api/v1/account/requests",
        ..BASE
    };
    const ABOUT: (&'static str, &'static str) = (
        "List requests",
        "Lists the tenant's requests in the environment, made with any of its keys, newest \
         first. Only requests that match every parameter are returned. Follow `nextCursor` until \
         it is null: a page can have fewer items than `limit`, or none, before the end. Request \
         and response bodies are not included. Free.",
    );
    const ANSWER: &'static str = "A page of requests.";
    type Output = Paged<RequestRow>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        calls::ListRequests::read(fields).map(Self)
    }

    async fn run(self, services: &Services, call: &Call) -> Result<Self::Output> {
        self.0.run(services, by(call)).await
    }
}

/// One call.
pub(super) struct GetRequest(RequestId);

impl OwnRead for GetRequest {
    const ENDPOINT: &'static Endpoint = &Endpoint {
        operation_id: "getAccountRequest",
        path: "/api/v1/account/requests/{requestId}",
        ..BASE
    };
    const ABOUT: (&'static str, &'static str) = (
        "Get a request",
        "Returns one request of the tenant in the environment, by the `X-Request-Id` of its \
         response. Free.",
    );
    const ANSWER: &'static str = "The request.";
    const CODES: &'static [&'static Code] = &[&codes::NOT_FOUND];
    type Output = RequestRow;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let (docs, missing) = (
            "The `X-Request-Id` of the response.",
            "There is no such call.",
        );
        let id = fields.path_or("requestId", docs, (&codes::NOT_FOUND, missing), REQUEST_ID);
        id.map(Self)
    }

    async fn run(self, services: &Services, call: &Call) -> Result<RequestRow> {
        let environment = call.environment();
        let find = FindCall {
            tenant: call.tenant_id().clone(),
            environment,
            request_id: self.0,
        };
        let row = services.store.read(find).await?;
        let row = row.map(|row| RequestRow::new(row, environment, &services.products));
        row.ok_or_else(|| Error::new(&codes::NOT_FOUND, "There is no such call."))
    }
}
