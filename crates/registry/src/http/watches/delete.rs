//! `DELETE /api/v1/company/watches/{watchId}`

use kofa_core::endpoint::{Endpoint, Verb};
use kofa_core::schema::text;
use kofa_domain::{Error, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_store::Store;

use super::CompanyWatchAnswer;
use crate::codes::WATCH_NOT_FOUND;
use crate::endpoint::BASE;
use crate::watch::ops;

/// Ends a watch.
#[derive(Clone, Debug)]
pub struct DeleteWatch {
    store: Store,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "deleteCompanyWatch",
    verb: Verb::Delete,
    path: "/api/v1/company/watches/{watchId}",
    shown: crate::http::SHOWN,
    ..BASE
};

impl DeleteWatch {
    /// Over `store`.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

impl ProductEndpoint for DeleteWatch {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = String;

    async fn read(&self, _: &Call, request: &Request) -> Result<String> {
        let id = request.path_parameter("watchId");
        let hex = id.strip_prefix("wch_").unwrap_or_default();
        let is_hex = hex.len() == 32 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        match is_hex {
            true => Ok(id.to_owned()),
            false => Err(Error::plain(&WATCH_NOT_FOUND)),
        }
    }

    async fn run(&self, call: &Call, id: String) -> Result<Answer, Refusal> {
        let delete = ops::DeleteWatch {
            environment: call.environment(),
            tenant_id: call.tenant_id().clone(),
            id,
        };
        let was = self.store.write(delete).await?;
        let was = was.ok_or_else(|| Error::plain(&WATCH_NOT_FOUND))?;
        let message = "The company is no longer watched.";
        Ok(Answer::json(
            200,
            &CompanyWatchAnswer::new(200, message, was),
        )?)
    }

    fn reference() -> Reference {
        Reference::new(
            "Delete a watch",
            "Stops the events about the company. Free. A watch of another tenant or of the other \
             environment returns 404, like one that does not exist.",
        )
        .path(
            "watchId",
            text("^wch_[0-9a-f]{32}$"),
            "The `watchId` from the response that created the watch.",
        )
        .answers::<CompanyWatchAnswer>(200, "The deleted watch.")
        .codes(&[&WATCH_NOT_FOUND])
    }
}
