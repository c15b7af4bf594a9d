//! `GET /api/v1/company/validation/line-of-business`

use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::{Environment, Kobo, Result, Timestamp};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::lookup::{self, Lookup};
use super::wire::{CompanyAlternative, RecordSource};
use crate::endpoint::BASE;
use crate::lookup::disambiguation::Choice;
use crate::lookup::sources::Sources;
use crate::source_settings::Operation;

/// Tells what an entity says it does.
#[derive(Clone, Debug)]
pub struct GetLineOfBusiness {
    sources: Sources,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getLineOfBusiness",
    path: "/api/v1/company/validation/line-of-business",
    default_price: Kobo::new(5_000),
    billable: &[Billable {
        status: 200,
        when: "an entity is found, whatever its status",
    }],
    timeout_ms_max: lookup::CALL_MS_MAX,
    shown: super::SHOWN,
    ..BASE
};

impl GetLineOfBusiness {
    /// Over `sources`.
    pub fn new(sources: Sources) -> Self {
        Self { sources }
    }

    async fn find(
        &self,
        environment: Environment,
        now: Timestamp,
        input: Lookup,
    ) -> Result<LineOfBusinessAnswer> {
        let operation = Operation::GetLineOfBusiness;
        let choice = input.choose(&self.sources, environment, operation).await?;
        Ok(LineOfBusinessAnswer::new(choice, now))
    }
}

impl ProductEndpoint for GetLineOfBusiness {
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
            "Get a company's lines of business",
            "Lists what an entity registered as its business activities, the main one first. If \
             there are none on record, the list is empty. Send `entityType` or a prefix: numbers \
             are unique per type of entity only. Without either, the response is the company, and \
             other entities are listed in `alternatives`.\n\nIn the sandbox the last digit of the \
             numbers `0000010` to `0000099` chooses the outcome, as for the lookup by RC number; 6 \
             has no line of business.",
        ))
        .answers::<LineOfBusinessAnswer>(200, "The lines of business.")
        .codes(lookup::CODES)
    }
}

/// An entity was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LineOfBusinessAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message. Mentions a status other than `ACTIVE`, and other entities with the
    /// same number.
    #[schema(example = "Company found.")]
    message: String,
    data: LinesOfBusiness,
}

/// What an entity does.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LinesOfBusiness {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
    /// numbers keep theirs).
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    #[schema(example = "Ebunoluwa Harvest Foods Limited")]
    company_name: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`,
    /// `LIMITED_PARTNERSHIP` or `LIMITED_LIABILITY_PARTNERSHIP`.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// Empty if there are none on the register.
    line_of_business: Vec<LineOfBusiness>,
    /// Other entities with the same number. Only present if there are any and the request did not
    /// select a type.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<CompanyAlternative>,
    source: RecordSource,
}

/// One line of business.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LineOfBusiness {
    #[schema(example = "Processing of grain")]
    name: String,
    /// Of ISIC Rev. 4, two to four digits, where the local register states one; where an upstream
    /// responds, the code that it sent; else null. Never guessed from `name`.
    #[schema(example = "1061")]
    code: Option<String>,
    /// Whether it is the first of the record.
    is_primary: bool,
}

impl LineOfBusinessAnswer {
    fn new(choice: Choice, now: Timestamp) -> Self {
        let company = &choice.record.company;
        let lines = company.lines_of_business().enumerate();
        let lines = lines.map(|(at, (name, code))| LineOfBusiness {
            name: name.to_owned(),
            code: code.map(str::to_owned),
            is_primary: at == 0,
        });
        Self {
            status_code: 200,
            success: true,
            data: LinesOfBusiness {
                rc_number: company.rc_number.to_string(),
                company_name: company.company_name.clone(),
                entity_type: company.entity_type.as_str(),
                line_of_business: lines.collect(),
                source: RecordSource::of(&choice.record, now),
                alternatives: choice
                    .others
                    .into_iter()
                    .map(CompanyAlternative::of)
                    .collect(),
            },
            message: choice.message,
        }
    }
}

#[cfg(test)]
mod tests;
