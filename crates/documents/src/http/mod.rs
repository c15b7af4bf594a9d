//! The endpoints of `/api/v1/proof-of-address`, one file each, and the answer they share.

mod cancel_job;
mod create_job;
mod extract;
mod extract_base64;
mod feedback;
mod form;
mod get_job;
mod job_record;

pub use crate::address_data::{AddressData, AddressMetadata, ExtractionAnswer, FieldMetadata};
pub use crate::address_data::{
    CheckData, DocumentData, FieldRegions, IssuerAddress, MatchData, PartsData, RegionData,
};
pub use cancel_job::CancelExtractionJob;
pub use create_job::{CreateExtractionJob, JobCreated};
pub use extract::ExtractAddress;
pub use extract_base64::ExtractAddressBase64;
pub use feedback::{FeedbackAnswer, FeedbackData, SendFeedback};
pub use get_job::GetExtractionJob;
pub use job_record::{JobError, JobFile, JobProgress, JobRecord, WebhookDelivery};

use kofa_address::{DocumentKind, ReadError, sniff};
use kofa_core::endpoint::Spelling;
use kofa_domain::Result;
use kofa_events::Targets;
use kofa_gate::call::Call;
use kofa_gate::{Answer, EndpointOf, Reference, Refusal};
use kofa_ledger::Holds;
use kofa_objects::Objects;
use kofa_store::{Store, Vault};
use utoipa::openapi::ObjectBuilder;
use utoipa::openapi::schema::{KnownFormat, Schema, SchemaFormat, Type};

use crate::feedback::keep::{Keeper, Whose};
use crate::rules::{PASSWORD_CHARS_MAX, Submission};
use crate::sandbox::Reserved;
use crate::wanted::{ADDRESS_CHARS_MAX, AGE_DAYS_MAX, NAME_CHARS_MAX};
use crate::{Extractor, Question};

/// What the endpoints work with.
#[derive(Clone, Debug)]
pub struct Parts {
    pub store: Store,
    /// Seals what is kept of them.
    pub vault: Vault,
    /// Where documents of jobs go.
    pub objects: Objects,
    /// Gives back what is held for a job that is cancelled.
    pub holds: Holds,
    pub extractor: Extractor,
    /// Where word of a job's end may be sent.
    pub targets: Targets,
}

/// The endpoints, one entry each.
pub fn endpoints() -> Vec<EndpointOf<Parts>> {
    vec![
        EndpointOf::new(|of: &Parts| ExtractAddress::new(of.clone())),
        EndpointOf::new(|of: &Parts| ExtractAddressBase64::new(of.clone())),
        EndpointOf::new(|of: &Parts| CreateExtractionJob {
            store: of.store.clone(),
            vault: of.vault.clone(),
            objects: of.objects.clone(),
            targets: of.targets,
        }),
        EndpointOf::new(|of: &Parts| GetExtractionJob {
            store: of.store.clone(),
            vault: of.vault.clone(),
        }),
        EndpointOf::new(|of: &Parts| SendFeedback {
            store: of.store.clone(),
            vault: of.vault.clone(),
        }),
        EndpointOf::new(|of: &Parts| CancelExtractionJob {
            store: of.store.clone(),
            vault: of.vault.clone(),
            holds: of.holds.clone(),
        }),
    ]
}

/// `include` is a list, and may stand in the query in pieces.
const SPELLINGS: &[Spelling] = &[Spelling::Words("include")];

/// What may be kept of a sandbox call: how its job goes, nothing that a document says.
const SHOWN: &[&str] = &[
    "completed_at",
    "content_type",
    "expires_at",
    "include",
    "issue_date",
    "language",
    "period_end",
    "period_start",
    "review_reasons",
    "source",
    "stage",
    "started_at",
    "type",
];

/// What both endpoints do with a valid request.
async fn answer(parts: &Parts, call: &Call, submission: Submission) -> Result<Answer, Refusal> {
    let extractor = &parts.extractor;
    let question = Question {
        variant: submission.variant,
        wanted: submission.wanted,
        now: call.now(),
    };
    let name = submission.file_name.as_deref();
    let file = submission.document.clone();
    let found = match Reserved::of(call.environment(), name) {
        None => {
            let (document, password) = (submission.document, submission.password);
            let reader = extractor.reader();
            let read = reader
                .read_of(call.tenant_id(), document.clone(), password)
                .await?;
            if extractor.asks_outside() {
                call.goes_outside();
            }
            extractor
                .understand(read, Some(document), &question)
                .await?
        }
        Some(reserved) => {
            let paper = reserved
                .read(submission.password.as_ref(), call.now())
                .await?;
            extractor.understand_alone(paper, &question).await?
        }
    };
    let body = crate::address_data::answer(call.request_id(), &found, &question)?;
    let answer = Answer::json(200, &body)?;
    let keeper = Keeper {
        store: &parts.store,
        vault: &parts.vault,
        keeping: extractor.keeping(),
        model: extractor.model(),
    };
    let whose = Whose {
        request_id: call.request_id(),
        tenant_id: call.tenant_id().clone(),
        environment: call.environment(),
        now: call.now(),
        include: question.wanted.include,
    };
    Ok(match keeper.keep(whose, &found, Some(&file)).await {
        Some(keep) => answer.with_write(keep),
        None => answer,
    })
}

/// Describes `include`.
fn with_include(reference: Reference) -> Reference {
    let words = "^[ ,]*((regions|document|checks|match|parts) *(,[ ,]*|$))*$";
    let schema: Schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some(words))
        .examples(["document,checks"])
        .into();
    reference.query("include", false, schema, INCLUDE)
}

/// Describes what may be asked and expected, which a body may say as well.
fn with_questions(reference: Reference) -> Reference {
    let elsewhere = "Same as the body field of this name, for requests without it.";
    with_include(reference)
        .query("expected_name", false, expected_name(), elsewhere)
        .query("expected_address", false, expected_address(), elsewhere)
        .query("max_age_days", false, max_age_days(), elsewhere)
}

fn expected(description: &'static str, most: usize) -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .max_length(Some(most))
        .pattern(Some(r"^[^\u0000]*$"))
        .description(Some(description))
        .into()
}

fn expected_name() -> Schema {
    expected(EXPECTED_NAME, NAME_CHARS_MAX)
}

fn expected_address() -> Schema {
    expected(EXPECTED_ADDRESS, ADDRESS_CHARS_MAX)
}

fn document_password() -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Password)))
        .max_length(Some(PASSWORD_CHARS_MAX))
        .pattern(Some(r"^[^\u0000]*$"))
        .description(Some(DOCUMENT_PASSWORD))
        .into()
}

fn max_age_days() -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(1))
        .maximum(Some(AGE_DAYS_MAX))
        .description(Some(MAX_AGE))
        .into()
}

/// A document of no known type is told before anything is reserved.
fn check_type(submission: &Submission) -> Result<()> {
    match sniff(&submission.document) {
        DocumentKind::Unknown => Err(ReadError::Unsupported.into()),
        _ => Ok(()),
    }
}

const INCLUDE: &str = "Comma-separated list of parts to add to the response: `regions` (page and \
                       polygon of each field), `document` (type, issuer and its address, holder, \
                       dates, age), `checks` (what a reviewer should know), `match` (against \
                       `expected_name` and `expected_address`), `parts` (premises, street, \
                       district, town and so on, as separate values). With any of them, \
                       `field_metadata` has all six fields.";
const DOCUMENT_PASSWORD: &str = "The password of the PDF, if it has one. Spaces matter. It is used \
                                 for this document only and not stored; for a job, it is stored \
                                 encrypted with the document until that is deleted. Ignored if the \
                                 document has no password. Passwords with non-ASCII letters open \
                                 only PDFs encrypted with AES-256.";
const EXPECTED_NAME: &str = "The name you expect; the response then has `match`.";
const EXPECTED_ADDRESS: &str = "The address you expect; the response then has `match`.";
const MAX_AGE: &str = "The maximum age of a recent document, in days. Default: 90.";

const DESCRIPTION: &str = "Extracts the holder's address from a document and splits it into \
                           fields. The file type is detected from its first bytes: PDF, JPEG, PNG, \
                           WebP or TIFF, up to 10 MB and 10 pages; scans and photos as well as \
                           text, rotated or skewed. A document that cannot be read returns 422 \
                           `unreadable_document`, free of charge. `full_address` contains only \
                           what the document shows; values that `hallucination` allowed Kofa to \
                           infer are marked in `field_metadata` and need review. The document is \
                           kept in memory during the request and not stored, unless you agreed to \
                           that for training. The response and the words on the page, without long \
                           numbers, are stored encrypted for 30 days, so that you can send \
                           feedback. A readable document without an address returns 200 with empty \
                           fields and confidence 0.";
