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
        "List calls",
        "The tenant's calls in the environment, of all its keys, the newest first; only those that \
         fit every parameter. Follow `nextCursor` until it is null: where few calls fit, a page \
         may have fewer items than `limit`, or none, before the end. Nothing that a call sent or \
         was answered is told. Free.",
    );
    const ANSWER: &'static str = "A page of calls.";
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
        "Get a call",
        "A call of the tenant in the environment, by the `X-Request-Id` of its answer. Free.",
    );
    const ANSWER: &'static str = "The call.";
    const CODES: &'static [&'static Code] = &[&codes::NOT_FOUND];
    type Output = RequestRow;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let (docs, missing) = ("`X-Request-Id` of the answer.", "There is no such call.");
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
