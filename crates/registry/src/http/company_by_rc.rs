//! `GET /api/v1/company/validation/company/rc`

use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::{Environment, Kobo, Result, Timestamp};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::lookup::{self, Lookup};
use super::wire::CompanyRecord;
use crate::endpoint::BASE;
use crate::lookup::disambiguation::Choice;
use crate::lookup::sources::Sources;
use crate::source_settings::Operation;

/// Finds a company by its registration number.
#[derive(Clone, Debug)]
pub struct GetCompanyByRc {
    sources: Sources,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getCompanyByRc",
    path: "/api/v1/company/validation/company/rc",
    default_price: Kobo::new(5_000),
    billable: &[Billable {
        status: 200,
        when: "an entity is found, whatever its status",
    }],
    timeout_ms_max: lookup::CALL_MS_MAX,
    shown: super::SHOWN,
    ..BASE
};

impl GetCompanyByRc {
    /// Over `sources`.
    pub fn new(sources: Sources) -> Self {
        Self { sources }
    }

    async fn find(
        &self,
        environment: Environment,
        now: Timestamp,
        input: Lookup,
    ) -> Result<CompanyAnswer> {
        let operation = Operation::GetCompanyByRc;
        let choice = input.choose(&self.sources, environment, operation).await?;
        Ok(CompanyAnswer::new(choice, now))
    }
}

impl ProductEndpoint for GetCompanyByRc {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = Lookup;

    async fn read(&self, call: &Call, request: &Request) -> Result<Lookup> {
        let lookup = Lookup::read(call.environment(), &request.query())?;
        self.sources.must_be_connected(call).await?;
        Ok(lookup)
    }

    async fn run(&self, call: &Call, input: Lookup) -> Result<Answer, Refusal> {
        lookup::answer(self.find(call.environment(), call.now(), input).await)
    }

    fn reference() -> Reference {
        lookup::parameters(Reference::new(
            "Find a company by RC number",
            "Returns the entity registered under a number, and its status. Numbers are unique per \
             type of entity only: if several types share one, the response is the company and the \
             others are listed in `alternatives`, unless a prefix or `entityType` selects one. \
             Entities that are not active are found like any other: check \
             `registrationStatus`.\n\nIn the sandbox the numbers `0000010` to `0000099` (with \
             their leading zeros) choose an outcome by their last digit: 0 found, 1 not found, 2 \
             refused, 3 registry unavailable, 4 slow, 5 timeout, 6 partial record, 7 inactive \
             (`0000017`: struck off), 8 found in an untidy record, 9 another entity. `0000090` is \
             both a company and a business name.",
        ))
        .answers::<CompanyAnswer>(200, "The entity.")
        .codes(lookup::CODES)
    }
}

/// An entity was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message. Mentions a status other than `ACTIVE`, and other entities with the
    /// same number.
    #[schema(example = "Company found.")]
    message: String,
    data: CompanyRecord,
}

impl CompanyAnswer {
    fn new(choice: Choice, now: Timestamp) -> Self {
        Self {
            status_code: 200,
            success: true,
            message: choice.message.clone(),
            data: CompanyRecord::new(choice, now),
        }
    }
}

#[cfg(test)]
mod tests;
