//! `POST /api/v1/company/batches`

use std::collections::HashMap;

use kofa_core::codes::{SANDBOX_VALUE_IN_LIVE, UPSTREAM_NOT_CONFIGURED};
use kofa_core::endpoint::{Billable, Endpoint, JSON_BYTES_MAX, Verb};
use kofa_core::schema::{integer, text};
use kofa_domain::{Code, Error, Fault, Kobo, Result, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{CompanyBatchAnswer, POLL_SECONDS, RETRY_AFTER};
use crate::batch::ops::{Batch, CreateBatch};
use crate::batch::{BatchStatus, COMPANIES_MAX};
use crate::codes::{
    ENTITY_TYPE_CONFLICT, INVALID_ENTITY_TYPE, INVALID_RC_NUMBER, TOO_MANY_BATCHES,
};
use crate::endpoint::BASE;
use crate::http::lookup::{Lookup, rc_number_schema};
use crate::lookup::sources::Sources;
use crate::rules::EntityType;
use crate::source_settings::{AGE_SECONDS_MAX, Operation};

/// Faults of one answer: a list that is wrong throughout need not be told line by line.
const FAULTS_MAX: usize = 100;
const _: () = assert!(COMPANIES_MAX == 1_000, "the schemas say so too");

/// Has many companies looked up.
#[derive(Clone, Debug)]
pub struct CreateCompanyBatch {
    sources: Sources,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "createCompanyBatch",
    verb: Verb::Post,
    path: "/api/v1/company/batches",
    default_price: Kobo::new(5_000),
    billable: &[Billable {
        status: 202,
        when: "for each company found, when the batch ends",
    }],
    idempotent: true,
    body_bytes_max: JSON_BYTES_MAX,
    shown: crate::http::SHOWN,
    ..BASE
};

/// Which companies a valid request asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct BatchInput {
    companies: Vec<(String, Option<EntityType>)>,
    max_age_seconds: Option<u32>,
}

/// A company to look up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyBatchLine {
    /// With or without a prefix, as in the look-up by RC number.
    #[schema(schema_with = rc_number_schema)]
    rc_number: String,
    /// Finds only this kind of entity.
    #[schema(example = "COMPANY", required = false)]
    entity_type: Option<String>,
}

/// The companies of a batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyBatchRequest {
    /// Each entity once.
    #[schema(min_items = 1, max_items = 1_000)]
    companies: Vec<CompanyBatchLine>,
    /// The maximum age of a record, in seconds, as in the lookup by RC number.
    #[schema(minimum = 0, maximum = 31_622_400, required = false)]
    max_age: Option<u32>,
}

impl CreateCompanyBatch {
    /// Over `sources`.
    pub fn new(sources: Sources) -> Self {
        Self { sources }
    }
}

impl ProductEndpoint for CreateCompanyBatch {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = BatchInput;

    async fn read(&self, call: &Call, request: &Request) -> Result<BatchInput> {
        let input = read_body(call, &request.json_object()?)?;
        let operation = Operation::GetCompanyByRc;
        self.sources
            .must_answer(call.environment(), operation)
            .await?;
        Ok(input)
    }

    fn units(input: &BatchInput) -> u32 {
        u32::try_from(input.companies.len()).unwrap_or(u32::MAX)
    }

    async fn run(&self, call: &Call, input: BatchInput) -> Result<Answer, Refusal> {
        let batch = Batch {
            batch_id: call.request_id(),
            environment: call.environment(),
            tenant_id: call.tenant_id().clone(),
            status: BatchStatus::Queued,
            price: call.price(),
            max_age_seconds: input.max_age_seconds,
            total: i64::from(Self::units(&input)),
            found: 0,
            not_found: 0,
            failed: 0,
            created_at: call.now(),
            ended_at: None,
            expires_at: None,
        };
        let location = format!("/api/v1/company/batches/{}", batch.batch_id);
        let answer = Answer::json(202, &CompanyBatchAnswer::new(202, &batch))?
            .with_header("location", location)
            .with_header("retry-after", POLL_SECONDS.to_string());
        let create = CreateBatch {
            batch_id: batch.batch_id,
            environment: batch.environment,
            tenant_id: batch.tenant_id,
            now: batch.created_at,
            price: batch.price,
            max_age_seconds: batch.max_age_seconds,
            companies: input.companies,
        };
        Ok(answer.with_write(create).charged_later())
    }

    fn reference() -> Reference {
        Reference::new("Create a lookup batch", DESCRIPTION)
            .json_body::<CompanyBatchRequest>()
            .answers::<CompanyBatchAnswer>(202, "The batch was created.")
            .answer_header("Location", text(""), "The URL of the batch.")
            .answer_header("Retry-After", integer(1, 60), RETRY_AFTER)
            .answer_header(
                "X-Charge-Reserved",
                integer(0, 1 << 53),
                "The amount on hold until the batch ends, in kobo; absent in a replay.",
            )
            .codes(CODES)
    }
}

const DESCRIPTION: &str = "Looks up to 1,000 companies asynchronously, each like a lookup by RC \
                           number. The price of all of them is put on hold first, so a wallet with \
                           too little money gets 402 before anything is looked up. When the batch \
                           ends, companies found are charged and the rest is released: a company \
                           that is not found, or whose source fails three times, is free.\n\nPoll \
                           the URL in `Location`, or wait for the event \
                           `registry.batch.completed`. You can read results while the batch is in \
                           progress, and for seven days after it ends. You can have at most 10 \
                           open batches. A number listed twice with the same type is refused, \
                           because it would be charged twice.";

const CODES: &[&Code] = &[
    &INVALID_RC_NUMBER,
    &INVALID_ENTITY_TYPE,
    &ENTITY_TYPE_CONFLICT,
    &SANDBOX_VALUE_IN_LIVE,
    &TOO_MANY_BATCHES,
    &UPSTREAM_NOT_CONFIGURED,
    &common::INVALID_FIELD,
];

fn read_body(call: &Call, body: &Map<String, Value>) -> Result<BatchInput> {
    let mut faults = Vec::new();
    let companies = match body.get("companies").filter(|value| !value.is_null()) {
        None => {
            faults.push(Fault::missing("companies"));
            Vec::new()
        }
        Some(Value::Array(all)) if (1..=COMPANIES_MAX).contains(&all.len()) => {
            read_companies(call, all, &mut faults)
        }
        Some(_) => {
            let message = format!("`companies` must be a list of 1 to {COMPANIES_MAX} companies.");
            faults.push(Fault::on("companies", &common::INVALID_FIELD, message));
            Vec::new()
        }
    };
    let max_age_seconds = match body.get("maxAge").filter(|value| !value.is_null()) {
        None => None,
        Some(value) => {
            let seconds = value
                .as_u64()
                .and_then(|seconds| u32::try_from(seconds).ok());
            let seconds = seconds.filter(|seconds| *seconds <= AGE_SECONDS_MAX);
            if seconds.is_none() {
                let message =
                    format!("`maxAge` must be a whole number of seconds, 0 to {AGE_SECONDS_MAX}.");
                faults.push(Fault::on("maxAge", &common::INVALID_FIELD, message));
            }
            seconds
        }
    };
    faults.truncate(FAULTS_MAX);
    Error::check(faults)?;
    Ok(BatchInput {
        companies,
        max_age_seconds,
    })
}

fn read_companies(
    call: &Call,
    all: &[Value],
    faults: &mut Vec<Fault>,
) -> Vec<(String, Option<EntityType>)> {
    let mut companies = Vec::with_capacity(all.len());
    let mut known = HashMap::new();
    for (at, one) in all.iter().enumerate() {
        let Value::Object(object) = one else {
            let message = format!("`companies[{at}]` must be an object.");
            faults.push(Fault::on(
                format!("companies[{at}]"),
                &common::INVALID_FIELD,
                message,
            ));
            continue;
        };
        let within = format!("companies[{at}].");
        let read = Lookup::read_object(call.environment(), (object, &within), faults);
        let Some(lookup) = read else { continue };
        let kind = lookup.entity_type.or(lookup.binding_prefix());
        if let Some(first) = known.insert((lookup.number.clone(), kind), at) {
            let message = format!("`companies[{at}]` repeats `companies[{first}]`.");
            faults.push(Fault::on(
                format!("companies[{at}]"),
                &common::INVALID_FIELD,
                message,
            ));
        }
        companies.push(lookup.parts());
    }
    companies
}
