//! `GET /api/v1/company/validation/company`

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
use crate::profile::Details;
use crate::rules::RegistrationStatus;
use crate::source_settings::Operation;

/// Finds an entity by its number and kind, with all the register says about it.
#[derive(Clone, Debug)]
pub struct GetCompany {
    sources: Sources,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getCompany",
    path: "/api/v1/company/validation/company",
    default_price: Kobo::new(5_000),
    billable: &[Billable {
        status: 200,
        when: "an entity is found, whatever its status",
    }],
    timeout_ms_max: lookup::CALL_MS_MAX,
    shown: super::SHOWN,
    ..BASE
};

impl GetCompany {
    /// Over `sources`.
    pub fn new(sources: Sources) -> Self {
        Self { sources }
    }

    async fn find(
        &self,
        environment: Environment,
        now: Timestamp,
        input: Lookup,
    ) -> Result<CompanyDetailsAnswer> {
        let ask = input.ask(environment, Operation::GetCompany);
        let profiles = self.sources.by_number(&ask, &input.number).await?;
        let records = profiles
            .iter()
            .map(|profile| profile.record.clone())
            .collect();
        let choice = input.choose_among(records)?;
        let kind = choice.record.company.entity_type;
        let mut profiles = profiles.into_iter();
        let chosen = profiles.find(|it| it.record.company.entity_type == kind);
        let details = chosen.map(|profile| profile.details).unwrap_or_default();
        Ok(CompanyDetailsAnswer::new(choice, details, now))
    }
}

impl ProductEndpoint for GetCompany {
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
            "Get a company by number and type",
            "Returns the full record of the entity of one type with a number. Send `entityType` or \
             a prefix: numbers are unique per type of entity only. Without either, the response is \
             the company, and other entities are listed in `alternatives`. In addition to the \
             lookup by RC number, the record has the addresses of branches and head office, \
             objectives, and whether the entity was struck off or delisted; values that are not on \
             the register are null or an empty list.\n\nIn the sandbox the last digit of the \
             numbers `0000010` to `0000099` chooses the outcome, as for the lookup by RC number.",
        ))
        .answers::<CompanyDetailsAnswer>(200, "The entity.")
        .codes(lookup::CODES)
    }
}

/// An entity was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyDetailsAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message. Mentions a status other than `ACTIVE`, and other entities with the
    /// same number.
    #[schema(example = "Company found.")]
    message: String,
    data: CompanyDetails,
}

/// The full record of an entity.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyDetails {
    #[serde(flatten)]
    record: CompanyRecord,
    /// Null if it is not on the register.
    branch_address: Option<String>,
    /// Null if it is not on the register.
    head_office_address: Option<String>,
    /// The registered objectives, or else the lines of business.
    objectives: Vec<String>,
    /// `STRUCK_OFF` or `DELISTED`; null for an entity that is neither.
    #[schema(example = "STRUCK_OFF")]
    delisting_status: Option<&'static str>,
    /// Year or date of the last annual return. Null where the register does not say.
    last_annual_return: Option<String>,
}

impl CompanyDetailsAnswer {
    fn new(choice: Choice, details: Details, now: Timestamp) -> Self {
        let company = &choice.record.company;
        let delisting_status = match company.registration_status {
            status @ (RegistrationStatus::StruckOff | RegistrationStatus::Delisted) => {
                Some(status.as_str())
            }
            _ => None,
        };
        let mut objectives = details.objectives;
        if objectives.is_empty() {
            objectives = company
                .lines_of_business()
                .map(|(line, _)| line.to_owned())
                .collect();
        }
        Self {
            status_code: 200,
            success: true,
            message: choice.message.clone(),
            data: CompanyDetails {
                branch_address: details.branch_address,
                head_office_address: details.head_office_address,
                objectives,
                delisting_status,
                last_annual_return: details.last_annual_return,
                record: CompanyRecord::new(choice, now),
            },
        }
    }
}

#[cfg(test)]
mod tests;
