//! `GET /api/v1/company/validation/company/rc`

use kofa_domain::{Environment, Error, Fault, Kobo, Result, Scope, Timestamp};
use kofa_platform::codes::SANDBOX_VALUE_IN_LIVE;
use kofa_platform::endpoint::{Billable, Call, Endpoint, Envelope};
use kofa_platform::http::{
    Answer, ProductEndpoint, Query, Reference, Refusal, Request, choice, text,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::RecordSource;
use crate::choice::{Choice, choose};
use crate::codes::{
    COMPANY_NOT_FOUND, ENTITY_TYPE_CONFLICT, INVALID_ENTITY_TYPE, INVALID_RC_NUMBER,
    UPSTREAM_REJECTED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE,
};
use crate::rules::{EntityType, RC_NUMBER_PATTERN, RcInput, RcNumber, read_rc_number};
use crate::source::{Record, Sources};

/// Finds a company by its registration number.
#[derive(Clone, Debug)]
pub struct GetCompanyByRc {
    sources: Sources,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getCompanyByRc",
    path: "/api/v1/company/validation/company/rc",
    scope: Some(Scope::BusinessValidationRegistry),
    envelope: Envelope::Registry,
    default_price: Kobo::new(5_000),
    billable: &[Billable {
        status: 200,
        when: "an entity is found, whatever its status",
    }],
    ..Endpoint::BASE
};

/// What a valid request asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct Input {
    number: RcNumber,
    prefix: Option<EntityType>,
    entity_type: Option<EntityType>,
}

impl GetCompanyByRc {
    /// Over `sources`.
    pub fn new(sources: Sources) -> Self {
        Self { sources }
    }

    async fn find(
        &self,
        environment: Environment,
        now: Timestamp,
        input: Input,
    ) -> Result<CompanyAnswer> {
        let records = self.sources.by_rc(environment, &input.number).await?;
        match choose(records, input.entity_type, input.prefix) {
            Some(choice) => Ok(CompanyAnswer::new(choice, now)),
            None => Err(not_found(&input)),
        }
    }
}

impl ProductEndpoint for GetCompanyByRc {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = Input;

    async fn read(&self, call: &Call, request: &Request) -> Result<Input> {
        read_query(call.environment(), &request.query())
    }

    async fn run(&self, call: &Call, input: Input) -> Result<Answer, Refusal> {
        match self.find(call.environment(), call.now(), input).await {
            Ok(answer) => Ok(Answer::json(200, &answer)?),
            Err(error) if *error.code() == UPSTREAM_REJECTED => Err(Refusal::executed(error)),
            Err(error) => Err(error.into()),
        }
    }

    fn reference() -> Reference {
        Reference::new(
            "Find a company by RC number",
            "Who is registered under a number, and how the entity stands. Numbers are unique \
             per kind of entity only: where several kinds share one, the company answers and \
             the others are listed in `alternatives`, unless a prefix or `entityType` says \
             which is meant. An entity that is not active is found like any other: look at \
             `registrationStatus`.\n\nIn the sandbox the numbers `0000010` to `0000099` \
             (with their leading zeros) choose an outcome by their last digit: 0 found, 1 not \
             found, 2 refused, 3 registry down, 4 slow, 5 time-out, 6 partial record, 7 \
             inactive (`0000017`: struck off), 8 found in an untidy record, 9 another entity. \
             `0000090` is both a company and a business name.",
        )
        .query(
            "rcNumber",
            true,
            text(RC_NUMBER_PATTERN),
            "The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before \
             it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter.",
        )
        .query(
            "entityType",
            false,
            choice(EntityType::DOCUMENTED),
            "Finds only this kind of entity. Case does not matter.",
        )
        .answers::<CompanyAnswer>(200, "The entity.")
        .codes(&[
            &INVALID_RC_NUMBER,
            &INVALID_ENTITY_TYPE,
            &ENTITY_TYPE_CONFLICT,
            &SANDBOX_VALUE_IN_LIVE,
            &COMPANY_NOT_FOUND,
            &UPSTREAM_REJECTED,
            &UPSTREAM_UNAVAILABLE,
            &UPSTREAM_TIMEOUT,
            &kofa_platform::codes::UPSTREAM_NOT_CONFIGURED,
        ])
    }
}

fn read_query(environment: Environment, query: &Query) -> Result<Input> {
    let mut faults = Vec::new();
    let number = read_number(environment, query, &mut faults);
    let entity_type = match query.get("entityType") {
        None => None,
        Some(word) => {
            let kind = EntityType::parse(word);
            if kind.is_none() {
                faults.push(unknown_kind());
            }
            kind
        }
    };
    if let (Some(said), Some(prefix)) = (entity_type, number.as_ref().and_then(|n| n.prefix))
        && said != prefix
    {
        let message = format!(
            "`entityType` {} does not fit the prefix {} of `rcNumber`.",
            said.as_str(),
            prefix.prefix()
        );
        faults.push(Fault::on("entityType", &ENTITY_TYPE_CONFLICT, message));
    }
    match number {
        Some(number) if faults.is_empty() => Ok(Input {
            number: number.number,
            prefix: number.prefix,
            entity_type,
        }),
        _ => Err(Error::faults(faults)),
    }
}

fn read_number(
    environment: Environment,
    query: &Query,
    faults: &mut Vec<Fault>,
) -> Option<RcInput> {
    let Some(text) = query.filled("rcNumber") else {
        faults.push(Fault::missing("rcNumber"));
        return None;
    };
    let input = match read_rc_number(text) {
        Ok(input) => input,
        Err(why) => {
            let message = why.message("rcNumber");
            faults.push(Fault::on("rcNumber", &INVALID_RC_NUMBER, message));
            return None;
        }
    };
    if environment == Environment::Live && input.number.reserved().is_some() {
        faults.push(Fault::on(
            "rcNumber",
            &SANDBOX_VALUE_IN_LIVE,
            "The numbers 0000010 to 0000099 work in the sandbox only.",
        ));
    }
    Some(input)
}

fn unknown_kind() -> Fault {
    let words = EntityType::ALL.map(EntityType::as_str).join(", ");
    let message = format!("`entityType` must be one of {words}.");
    Fault::on("entityType", &INVALID_ENTITY_TYPE, message)
}

fn not_found(input: &Input) -> Error {
    let number = &input.number;
    let message = match input.entity_type {
        Some(kind) => format!("No {} is registered under {number}.", kind.in_words()),
        None => format!("No entity is registered under {number}."),
    };
    Error::on("rcNumber", &COMPANY_NOT_FOUND, message)
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
    /// What was found, for people: names a status that is not `ACTIVE`, and other entities
    /// under the number.
    #[schema(example = "Company found.")]
    message: String,
    data: CompanyRecord,
}

/// What the register says about an entity. Of the first five members, those the register
/// leaves open are empty; of the others, null.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyRecord {
    /// In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
    /// numbers keep theirs).
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    #[schema(
        min_length = 1,
        max_length = 300,
        example = "Ebunoluwa Harvest Foods Limited"
    )]
    company_name: String,
    /// Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`.
    #[schema(example = "PRIVATE_COMPANY_LIMITED_BY_SHARES")]
    company_type: String,
    /// `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    /// `IN_LIQUIDATION` or `UNKNOWN`.
    #[schema(
        pattern = "^(ACTIVE|INACTIVE|STRUCK_OFF|DELISTED|DISSOLVED|IN_LIQUIDATION|UNKNOWN)$",
        example = "ACTIVE"
    )]
    registration_status: &'static str,
    #[schema(max_length = 1000, example = "14 Palm Grove Close, Wuse 2, Abuja")]
    registered_address: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`,
    /// `LIMITED_PARTNERSHIP` or `LIMITED_LIABILITY_PARTNERSHIP`.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// The registry's number of that kind: 1 business name, 2 company, 3 incorporated
    /// trustees, 4 limited partnership, 5 limited liability partnership.
    #[schema(minimum = 1, maximum = 5, example = 2)]
    classification_id: u8,
    #[schema(format = Date, example = "2021-06-14")]
    registration_date: Option<String>,
    /// Several are joined by `; `.
    line_of_business: Option<String>,
    city: Option<String>,
    /// Local government area.
    lga: Option<String>,
    state: Option<String>,
    email: Option<String>,
    /// Other entities under the same number. Only there if there are any and the request
    /// did not say which kind is meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<CompanyAlternative>,
    source: RecordSource,
}

/// Another entity under the same number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyAlternative {
    /// Send it as `entityType` to get this one.
    #[schema(example = "BUSINESS_NAME")]
    entity_type: &'static str,
    company_name: String,
}

impl CompanyAnswer {
    fn new(choice: Choice, now: Timestamp) -> Self {
        let alternative = |other: Record| CompanyAlternative {
            entity_type: other.company.entity_type.as_str(),
            company_name: other.company.company_name,
        };
        let source = RecordSource::of(&choice.record, now);
        let company = choice.record.company;
        Self {
            status_code: 200,
            success: true,
            message: choice.message,
            data: CompanyRecord {
                rc_number: company.rc_number.to_string(),
                company_name: company.company_name,
                company_type: company.company_type,
                registration_status: company.registration_status.as_str(),
                registered_address: company.registered_address,
                entity_type: company.entity_type.as_str(),
                classification_id: company.entity_type.classification_id(),
                registration_date: company.registration_date,
                line_of_business: company.line_of_business,
                city: company.city,
                lga: company.lga,
                state: company.state,
                email: company.email,
                alternatives: choice.others.into_iter().map(alternative).collect(),
                source,
            },
        }
    }
}

#[cfg(test)]
mod tests;
