//! `POST /api/v1/proof-of-address/{request_id}/feedback`

use kofa_core::endpoint::{Endpoint, Verb};
use kofa_domain::codes::INVALID_FIELD;
use kofa_domain::{Code, Error, RequestId, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_input::Fields;
use kofa_store::{Store, Vault};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::get_job::with_id_of;
use crate::codes;
use crate::endpoint::BASE;
use crate::feedback::give::{About, give};
use crate::feedback::said::Said;

/// Largest body: six values and a note, whatever their letters.
const BODY_BYTES_MAX: usize = 32 * 1024;

#[derive(Debug)]
pub struct SendFeedback {
    pub store: Store,
    /// Opens readings, seals what is said.
    pub vault: Vault,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "sendExtractionFeedback",
    verb: Verb::Post,
    path: "/api/v1/proof-of-address/{request_id}/feedback",
    body_bytes_max: BODY_BYTES_MAX,
    shown: super::SHOWN,
    ..BASE
};

const DESCRIPTION: &str = "Reports whether an address was extracted correctly: send `\"correct\": \
                           true`, or the correct values of the fields you checked. `request_id` is \
                           the one of the direct request or of the job. Free. An empty string \
                           means that the document shows no such value; a field that you omit is \
                           not judged. Sending feedback again replaces the earlier feedback. You \
                           can send it while the extraction is stored: for 30 days, unless the \
                           operator chose a different period, and for up to 90 days once you have \
                           given feedback. The extraction, without the document, is then stored \
                           for a year to measure and train the reader.";

/// The feedback. Either `correct` is true, or at least one correct value is sent.
#[derive(Debug, Serialize, ToSchema)]
struct FeedbackRequest {
    /// The whole result is correct.
    correct: Option<bool>,
    /// The holder's address as printed.
    #[schema(
        max_length = 300,
        pattern = r"^[^\u0000]*$",
        example = "12 Allen Avenue, Ikeja"
    )]
    full_address: Option<String>,
    #[schema(max_length = 300, pattern = r"^[^\u0000]*$")]
    street: Option<String>,
    #[schema(max_length = 300, pattern = r"^[^\u0000]*$", example = "Ikeja")]
    city: Option<String>,
    #[schema(max_length = 300, pattern = r"^[^\u0000]*$")]
    state: Option<String>,
    #[schema(max_length = 300, pattern = r"^[^\u0000]*$")]
    lga: Option<String>,
    #[schema(max_length = 300, pattern = r"^[^\u0000]*$")]
    country: Option<String>,
    /// For those who improve the reader. Leave out numbers of people and accounts.
    #[schema(max_length = 1000, pattern = r"^[^\u0000]*$")]
    note: Option<String>,
}

/// The recorded feedback.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeedbackAnswer {
    /// The id of this call, as in `X-Request-Id`.
    request_id: Uuid,
    /// For people.
    #[schema(example = "Thank you: one of two fields was wrong.")]
    message: String,
    data: FeedbackData,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FeedbackData {
    /// The request id of the extraction.
    reading_request_id: Uuid,
    /// Whether every field you gave feedback on was correct.
    correct: bool,
    /// The fields that were not extracted correctly.
    wrong_fields: Vec<&'static str>,
    /// Whether this replaces earlier feedback.
    replaced: bool,
}

impl ProductEndpoint for SendFeedback {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = (RequestId, Said);

    async fn read(&self, _call: &Call, request: &Request) -> Result<Self::Input> {
        let object = request.json_object()?;
        let mut fields = Fields::new(&object);
        let said = Said::read(&mut fields);
        fields.finish()?;
        Ok((reading_id(request)?, said))
    }

    async fn run(&self, call: &Call, (id, said): Self::Input) -> Result<Answer, Refusal> {
        let about = About {
            tenant_id: call.tenant_id().clone(),
            environment: call.environment(),
            request_id: id,
            now: call.now(),
        };
        let given = give(&self.store, &self.vault, about, said).await?;
        let answer = FeedbackAnswer {
            request_id: call.request_id(),
            message: match given.wrong.len() {
                0 => "Thank you. Recorded as correct.".to_owned(),
                count => format!(
                    "Thank you: {count} of {} fields noted as wrong.",
                    given.judged
                ),
            },
            data: FeedbackData {
                reading_request_id: id,
                correct: given.wrong.is_empty(),
                wrong_fields: given.wrong,
                replaced: given.is_again,
            },
        };
        Ok(Answer::json(200, &answer)?.with_write(given.keep))
    }

    fn reference() -> Reference {
        let described = "The `request_id` of the response with the address, or of the job.";
        with_id_of(
            Reference::new("Send feedback on an extraction", DESCRIPTION),
            described,
        )
        .json_body::<FeedbackRequest>()
        .answers::<FeedbackAnswer>(200, "The feedback was recorded.")
        .codes(CODES)
    }
}

const CODES: &[&Code] = &[
    &codes::READING_NOT_FOUND,
    &codes::FEEDBACK_TOO_LATE,
    &INVALID_FIELD,
];

/// The id in the path. What is no id is nobody's reading.
///
/// # Errors
/// 404 `reading_not_found`.
fn reading_id(request: &Request) -> Result<RequestId> {
    let text = request.path_parameter("request_id");
    let is_plain = text.len() == 36;
    let id = RequestId::try_parse(text).ok().filter(|_| is_plain);
    id.ok_or_else(|| Error::plain(&codes::READING_NOT_FOUND))
}
