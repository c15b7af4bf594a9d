//! `POST /api/v1/proof-of-address/extract/jobs`

use bytes::Bytes;
use kofa_address::UNSUPPORTED_DOCUMENT_TYPE;
use kofa_core::codes::SANDBOX_VALUE_IN_LIVE;
use kofa_core::endpoint::{Billable, Endpoint, Verb};
use kofa_core::schema::{integer, text};
use kofa_domain::{Code, Environment, Error, Fault, Ids, Kobo, Result, Timestamp};
use kofa_events::job::{HasDefaultSecret, JobAddress};
use kofa_events::{Targets, URL_CHARS_MAX};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_input::Fields;
use kofa_objects::{Objects, Stored};
use kofa_store::{Store, Vault};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::ObjectBuilder;
use utoipa::openapi::schema::{Schema, Type};
use uuid::Uuid;

use super::extract::options_text;
use super::extract_base64::{HallucinationOptions, absent, base64_document};
use super::form::Form;
use super::get_job::RETRY_AFTER;
use super::job_record::POLL_SECONDS;
use super::{document_password, expected_address, expected_name, max_age_days};
use crate::codes::{self, INVALID_WEBHOOK_URL};
use crate::endpoint::BASE;
use crate::jobs::ops::{CreateJob, document_name};
use crate::jobs::sealed::{JobRequest, packed, reference_index, seal_request};
use crate::jobs::{WAIT_SECONDS_MAX, limits};
use crate::reader::panicked;
use crate::rules::{Content, Submission};
use crate::sandbox::Reserved;
use crate::wanted::Asked;

/// Longest `client_reference`, in characters.
const REFERENCE_CHARS_MAX: usize = 128;

#[derive(Debug)]
pub struct CreateExtractionJob {
    pub store: Store,
    /// Seals what is kept.
    pub vault: Vault,
    /// Where documents go.
    pub objects: Objects,
    /// Where word of the end may be sent.
    pub targets: Targets,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "createExtractionJob",
    verb: Verb::Post,
    path: "/api/v1/proof-of-address/extract/jobs",
    default_price: Kobo::new(7_500),
    billable: &[Billable {
        status: 202,
        when: "the job succeeded; until then the price is on hold",
    }],
    idempotent: true,
    spellings: super::SPELLINGS,
    // Four thirds of 15 MB, line breaks, and the other fields.
    body_bytes_max: 22 * 1024 * 1024,
    shown: super::SHOWN,
    ..BASE
};

const DESCRIPTION: &str = "Extracts an address asynchronously, from documents of up to 15 MB and \
                           30 pages. Takes the same bodies as the direct requests: a form, or JSON \
                           in either variant, which decides whether the result has \
                           `field_metadata`. Returns 202 with the job's URL in `Location`; poll it \
                           until the job has finished. The price is put on hold now \
                           (`X-Charge-Reserved`), charged to this request when the job succeeds, \
                           and released if it fails or is cancelled. The document is stored \
                           encrypted until the job ends, and longer only if you agreed to that for \
                           training; the extracted data is stored as for a direct request. A job \
                           fails after three interrupted attempts, or after waiting for a day; \
                           jobs of different tenants take turns. When the job ends, the event \
                           `poa.job.completed` or `poa.job.failed` is sent to `webhook_url`, \
                           signed with the secret of your oldest webhook endpoint in the \
                           environment.";

pub struct JobInput {
    submission: Submission,
    client_reference: Option<String>,
    webhook_url: Option<String>,
}

impl std::fmt::Debug for JobInput {
    /// Neither the document nor the caller's words.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "JobInput({:?})", self.submission)
    }
}

/// The job was created.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobCreated {
    /// The id of the job, which is the id of this request.
    request_id: Uuid,
    /// Always `queued`.
    #[schema(example = "queued")]
    status: &'static str,
    /// For people.
    #[schema(example = "The document will be read; look the job up.")]
    message: &'static str,
}

/// A document in a form, for an extraction job.
#[derive(Debug, Serialize, ToSchema)]
struct JobForm {
    /// The document. Its declared type does not matter; its name is shown in the record, and
    /// reserved names choose the outcome in the sandbox.
    #[schema(value_type = String, format = Binary, min_length = 1)]
    file: Vec<u8>,
    #[schema(schema_with = options_text, required = false)]
    hallucination: Option<String>,
    #[schema(schema_with = reference_text, required = false)]
    client_reference: Option<String>,
    #[schema(schema_with = url_text, required = false)]
    webhook_url: Option<String>,
    #[schema(schema_with = document_password, required = false)]
    document_password: Option<String>,
    #[schema(schema_with = expected_name, required = false)]
    expected_name: Option<String>,
    #[schema(schema_with = expected_address, required = false)]
    expected_address: Option<String>,
    #[schema(schema_with = max_age_days, required = false)]
    max_age_days: Option<u32>,
}

/// A document in JSON, in one of two variants. The field with the document decides which.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
enum JobRequestBody {
    /// With `hallucination`; the result has `field_metadata`.
    WithInference(JobWithInferenceRequest),
    Plain(JobPlainRequest),
}

/// The variant with `hallucination` and `field_metadata`.
#[derive(Debug, Serialize, ToSchema)]
struct JobWithInferenceRequest {
    #[schema(schema_with = base64_document)]
    base64_content: String,
    /// The file name, returned in the record. Reserved names choose the outcome in the sandbox.
    #[schema(max_length = 255, pattern = r"^[^\u0000]*$", example = "bill.pdf")]
    file_name: Option<String>,
    /// The declared media type. It is ignored: the first bytes of the document decide.
    #[schema(
        max_length = 127,
        pattern = r"^[^\u0000]*$",
        example = "application/pdf"
    )]
    content_type: Option<String>,
    hallucination: Option<HallucinationOptions>,
    #[schema(schema_with = reference_text, required = false)]
    client_reference: Option<String>,
    #[schema(schema_with = url_text, required = false)]
    webhook_url: Option<String>,
    #[schema(schema_with = document_password, required = false)]
    document_password: Option<String>,
    #[schema(schema_with = expected_name, required = false)]
    expected_name: Option<String>,
    #[schema(schema_with = expected_address, required = false)]
    expected_address: Option<String>,
    #[schema(schema_with = max_age_days, required = false)]
    max_age_days: Option<u32>,
    #[schema(schema_with = absent, required = false)]
    document_base64: (),
}

/// The variant without `hallucination` and `field_metadata`.
#[derive(Debug, Serialize, ToSchema)]
struct JobPlainRequest {
    #[schema(schema_with = base64_document)]
    document_base64: String,
    /// The file name, returned in the record. Reserved names choose the outcome in the sandbox.
    #[schema(max_length = 255, pattern = r"^[^\u0000]*$", example = "bill.pdf")]
    file_name: Option<String>,
    /// The declared media type. It is ignored: the first bytes of the document decide.
    #[schema(
        max_length = 127,
        pattern = r"^[^\u0000]*$",
        example = "application/pdf"
    )]
    content_type: Option<String>,
    #[schema(schema_with = reference_text, required = false)]
    client_reference: Option<String>,
    #[schema(schema_with = url_text, required = false)]
    webhook_url: Option<String>,
    #[schema(schema_with = document_password, required = false)]
    document_password: Option<String>,
    #[schema(schema_with = expected_name, required = false)]
    expected_name: Option<String>,
    #[schema(schema_with = expected_address, required = false)]
    expected_address: Option<String>,
    #[schema(schema_with = max_age_days, required = false)]
    max_age_days: Option<u32>,
    #[schema(schema_with = absent, required = false)]
    base64_content: (),
    #[schema(schema_with = absent, required = false)]
    hallucination: (),
}

fn described(description: &'static str, most: usize, pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .max_length(Some(most))
        .pattern(Some(pattern))
        .description(Some(description))
}

fn reference_text() -> Schema {
    let description = "Your own reference for the job, returned in its record. It identifies one \
                       of your jobs in an environment: while that job is queued, in progress or \
                       stored with its result, another one with the same reference returns 409 \
                       `client_reference_in_use`.";
    described(description, REFERENCE_CHARS_MAX, r"^[^\u0000]*$")
        .examples(["onboarding-1234"])
        .into()
}

fn url_text() -> Schema {
    let description = "An https URL of a public host that is notified when the job ends. You need \
                       a webhook endpoint in the environment: its secret signs the notification.";
    described(description, URL_CHARS_MAX, r"^https://[^@#\s]+$")
        .examples(["https://hooks.example.ng/kofa"])
        .into()
}

impl ProductEndpoint for CreateExtractionJob {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = JobInput;

    async fn read(&self, call: &Call, request: &Request) -> Result<JobInput> {
        let environment = call.environment();
        let input = if request.is_media_type("multipart/form-data") {
            self.read_form(request, environment).await?
        } else {
            self.read_json(request, environment)?
        };
        super::check_type(&input.submission)?;
        if input.webhook_url.is_some() {
            self.must_have_secret(call).await?;
        }
        Ok(input)
    }

    async fn run(&self, call: &Call, input: JobInput) -> Result<Answer, Refusal> {
        let id = call.request_id();
        let created = JobCreated {
            request_id: id,
            status: "queued",
            message: "The document will be read; look the job up.",
        };
        let create = self.create(call, input).await?;
        let answer = Answer::json(202, &created)?
            .with_header("location", format!("/api/v1/proof-of-address/jobs/{id}"))
            .with_header("retry-after", POLL_SECONDS.to_string());
        Ok(answer.with_write(create).charged_later())
    }

    fn reference() -> Reference {
        super::with_questions(Reference::new("Create an extraction job", DESCRIPTION))
            .json_body::<JobRequestBody>()
            .multipart_body::<JobForm>()
            .answers::<JobCreated>(202, "The job was created.")
            .answer_header("Location", text(""), "The URL of the job.")
            .answer_header("Retry-After", integer(1, 60), RETRY_AFTER)
            .answer_header(
                "X-Charge-Reserved",
                integer(0, 1 << 53),
                "The amount on hold until the job ends, in kobo; absent in a replay.",
            )
            .error_detail(
                "job_request_id",
                text(""),
                "With `client_reference_in_use`: the id of the other job.",
            )
            .codes(CODES)
    }
}

const CODES: &[&Code] = &[
    &codes::MISSING_FILE,
    &codes::MALFORMED_MULTIPART,
    &codes::INVALID_BASE64,
    &codes::INVALID_HALLUCINATION,
    &codes::CONFLICTING_CONTENT_FIELDS,
    &codes::INVALID_WEBHOOK_URL,
    &codes::NO_WEBHOOK_SECRET,
    &codes::CLIENT_REFERENCE_IN_USE,
    &codes::TOO_MANY_JOBS,
    &SANDBOX_VALUE_IN_LIVE,
    &UNSUPPORTED_DOCUMENT_TYPE,
    &kofa_address::DOCUMENT_TOO_LARGE,
];

impl CreateExtractionJob {
    /// Puts the document into the object store, and seals what else is kept.
    async fn create(&self, call: &Call, mut input: JobInput) -> Result<CreateJob> {
        let (id, now) = (call.request_id(), call.now());
        let (tenant_id, environment) = (call.tenant_id().clone(), call.environment());
        let (vault, of) = (&self.vault, input.submission.document.len());
        let reserved = Reserved::of(environment, input.submission.file_name.as_deref());
        let reference = input.client_reference.as_deref();
        let address = input.webhook_url.as_deref();
        let address = address.map(|url| JobAddress::new((vault, Ids), &tenant_id, id, url));
        let address = address.transpose()?;
        let mut job = CreateJob {
            request_id: id,
            now,
            due_at: due_at(reserved, now),
            request_sealed: Vec::new(),
            document: Stored::default(),
            reference_index: reference
                .map(|text| reference_index(vault, &tenant_id, environment, text)),
            address,
            size_bytes: i64::try_from(of).map_err(Error::internal)?,
            tenant_id,
            environment,
        };
        // Up to 15 MB are digested: too long for the event loop.
        let digesting = move || {
            let (reference, url) = (input.client_reference.take(), input.webhook_url.take());
            let request = JobRequest::new(&input.submission, reference, url);
            if reserved.is_some() {
                // Nobody looks at it, and jobs that stay could fill a disk.
                input.submission.document = Bytes::new();
            }
            packed(&input.submission).map(|packed| (request, packed))
        };
        let digested = tokio::task::spawn_blocking(digesting).await;
        let (request, packed) = digested.map_err(|_| panicked("digesting"))??;
        job.request_sealed = seal_request(vault, id, &request)?;
        job.document = self.objects.put(&document_name(id), packed).await?;
        Ok(job)
    }
}

/// When a job may be taken: at once, unless its name is that of one which stays queued.
fn due_at(reserved: Option<Reserved>, now: Timestamp) -> Timestamp {
    match reserved {
        Some(Reserved::Queued) => now.plus_seconds(2 * WAIT_SECONDS_MAX),
        _ => now,
    }
}

impl CreateExtractionJob {
    async fn read_form(&self, request: &Request, environment: Environment) -> Result<JobInput> {
        let mut form = Form::read(request, &["client_reference", "webhook_url"]).await?;
        let client_reference = form.text("client_reference", REFERENCE_CHARS_MAX);
        let webhook_url = form.text("webhook_url", URL_CHARS_MAX);
        if let Some(fault) = webhook_url
            .as_deref()
            .and_then(|url| self.fault_of_url(url))
        {
            form.fault(fault);
        }
        Ok(JobInput {
            submission: form.submission(environment, limits().bytes_max)?,
            client_reference,
            webhook_url,
        })
    }

    fn read_json(&self, request: &Request, environment: Environment) -> Result<JobInput> {
        let object = request.json_object()?;
        let mut fields = Fields::new(&object);
        let content = Content::read(&mut fields, &Asked::of(request), environment);
        let client_reference = fields.optional_text("client_reference", REFERENCE_CHARS_MAX);
        let webhook_url = fields.optional_text("webhook_url", URL_CHARS_MAX);
        if let Some(fault) = webhook_url.and_then(|url| self.fault_of_url(url)) {
            fields.fault(fault);
        }
        fields.finish()?;
        Ok(JobInput {
            client_reference: client_reference.map(str::to_owned),
            webhook_url: webhook_url.map(str::to_owned),
            submission: content.decode(limits().bytes_max)?,
        })
    }

    fn fault_of_url(&self, text: &str) -> Option<Fault> {
        let must = self.targets.read(text).err()?;
        let message = format!("`webhook_url` {must}.");
        Some(Fault::on("webhook_url", &INVALID_WEBHOOK_URL, message))
    }

    /// Word of the end must be signed with something.
    async fn must_have_secret(&self, call: &Call) -> Result<()> {
        let has = HasDefaultSecret {
            tenant: call.tenant_id().clone(),
            environment: call.environment(),
        };
        match self.store.read(has).await? {
            true => Ok(()),
            false => Err(Error::on(
                "webhook_url",
                &codes::NO_WEBHOOK_SECRET,
                "Create a webhook endpoint first: its secret signs what is sent to `webhook_url`.",
            )),
        }
    }
}
