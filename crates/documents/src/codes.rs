//! Error words of the proof-of-address requests; those of unreadable documents are the
//! engine's.

use kofa_domain::{Code, Kind};

pub const MISSING_FILE: Code = Code {
    name: "missing_file",
    kind: Kind::Unprocessable,
    title: "Document missing",
    meaning: "The form has no `file` field, or the document in it is empty.",
    remedy: "Send the document as a file in the form field `file`.",
};
pub const INVALID_HALLUCINATION: Code = Code {
    name: "invalid_hallucination",
    kind: Kind::Unprocessable,
    title: "Invalid hallucination options",
    meaning: "`hallucination` is not an object, one of its members `lga`, `state` and `country` is \
              not true or false, or it was sent with `document_base64`, the variant without \
              inference.",
    remedy: "Send an object such as `{\"state\": true}`, together with `base64_content` or `file`.",
};
pub const CONFLICTING_CONTENT_FIELDS: Code = Code {
    name: "conflicting_content_fields",
    kind: Kind::Unprocessable,
    title: "Document sent twice",
    meaning: "Both `base64_content` and `document_base64` are present. They belong to two variants \
              of the request, so it is not clear which response you want.",
    remedy: "Send `base64_content` for the variant with `hallucination` and `field_metadata`, \
             `document_base64` for the one without.",
};
pub const INVALID_BASE64: Code = Code {
    name: "invalid_base64",
    kind: Kind::Malformed,
    title: "Document is not valid base64",
    meaning: "The content field cannot be decoded: it contains characters outside the base64 \
              alphabet, or is truncated.",
    remedy: "Encode the bytes of the file as standard base64 (RFC 4648), without a `data:` prefix.",
};
pub const MALFORMED_MULTIPART: Code = Code {
    name: "malformed_multipart",
    kind: Kind::Malformed,
    title: "Malformed form",
    meaning: "The body is not a valid multipart form: its boundary is missing, it is incomplete, \
              or it has too many parts.",
    remedy: "Let your HTTP library build the form and set `Content-Type`.",
};

pub const DOCUMENT_TOO_COMPLEX: Code = Code {
    name: "document_too_complex",
    kind: Kind::Unprocessable,
    title: "Reading the document exceeded the limits",
    meaning: "Each document is read in a separate process, with limits on time and memory. This \
              document exceeded them or crashed the process, so nothing was read. This happens \
              with files made to overload a reader, and with drawings of millions of lines.",
    remedy: "Open the document, print the page with the address to a new PDF and send that. Do not \
             send the same file again: the result will be the same.",
};
pub const READER_UNAVAILABLE: Code = Code {
    name: "reader_unavailable",
    kind: Kind::Unavailable,
    title: "Document reader not running",
    meaning: "The process that reads documents could not be started on this server. The document \
              itself is not the problem. You were not charged.",
    remedy: "Send the same request again after the number of seconds in `Retry-After`. If the \
             error persists, tell the operator; `/readyz` shows the state of the reader.",
};

pub(crate) const NO_WEBHOOK_SECRET: Code = Code {
    name: "no_webhook_secret",
    kind: Kind::Unprocessable,
    title: "No signing secret for callbacks",
    meaning: "Callbacks to `webhook_url` are signed with the secret of your oldest webhook \
              endpoint in the environment, and you have none there.",
    remedy: "Create a webhook endpoint in the portal, or omit `webhook_url` and poll the job or \
             read the event feed instead.",
};
pub const INVALID_WEBHOOK_URL: Code = Code {
    name: "invalid_webhook_url",
    kind: Kind::Unprocessable,
    title: "Callback URL not allowed",
    meaning: "`webhook_url` is not an https URL, contains a user name, password or fragment, or \
              names a host that is not on the public internet: an address in a private, local or \
              reserved network, or a name without a dot or ending in `.local`, `.internal`, \
              `.localhost` or similar.",
    remedy: "Send an https URL of a host on the public internet, or omit the field and poll the \
             job.",
};
pub const CLIENT_REFERENCE_IN_USE: Code = Code {
    name: "client_reference_in_use",
    kind: Kind::Conflict,
    title: "Client reference already in use",
    meaning: "A `client_reference` identifies one of your jobs in an environment. Another job that \
              is queued, in progress, or whose result is still stored already has it: its id is in \
              `job_request_id`. Jobs that failed, were cancelled or have expired release their \
              reference.",
    remedy: "Get that job. To send the same document again on purpose, use another reference; to \
             retry a request safely, use `Idempotency-Key`.",
};
pub const TOO_MANY_JOBS: Code = Code {
    name: "too_many_jobs",
    kind: Kind::RateLimited,
    title: "Too many jobs waiting",
    meaning: "You can have at most 10,000 jobs, or 2 GB of documents, waiting in an environment. \
              Nothing was stored and no funds were put on hold.",
    remedy: "Wait until some jobs have finished, then send the same request again.",
};
pub const JOB_NOT_FOUND: Code = Code {
    name: "job_not_found",
    kind: Kind::NotFound,
    title: "Job not found",
    meaning: "The id in the path does not belong to one of your jobs in this environment, or its \
              record has been deleted, which happens 30 days after the job ends.",
    remedy: "Use the `request_id` from the response that created the job, in the same environment.",
};
pub const JOB_NOT_CANCELLABLE: Code = Code {
    name: "job_not_cancellable",
    kind: Kind::Conflict,
    title: "Job already finished",
    meaning: "Only jobs that are queued or in progress can be cancelled. This one has already \
              succeeded, failed or expired.",
    remedy: "Get the job: its `status` shows how it ended.",
};
pub const READING_NOT_FOUND: Code = Code {
    name: "reading_not_found",
    kind: Kind::NotFound,
    title: "Extraction not found",
    meaning: "The id in the path does not belong to one of your extraction requests or jobs in \
              this environment, or it is no longer stored: an extraction without feedback is \
              deleted after 30 days, unless the operator chose a different period.",
    remedy: "Use the `request_id` from the response with the address, in the same environment, \
             within that period.",
};
pub const FEEDBACK_TOO_LATE: Code = Code {
    name: "feedback_too_late",
    kind: Kind::Gone,
    title: "Too late for feedback",
    meaning: "You can give feedback on an extraction for 90 days. Earlier feedback is kept.",
    remedy: "Send feedback as soon as your reviewer has checked the result.",
};
/// Told in the record of a job that was given up; never an answer of its own.
pub const PROCESSING_TIMEOUT: Code = Code {
    name: "processing_timeout",
    kind: Kind::Timeout,
    title: "Job abandoned",
    meaning: "In each of three attempts, the worker reading the document did not respond for two \
              minutes; or server restarts interrupted the job a dozen times; or it waited for a \
              day. The code appears in the `error` of the job's record and is never returned for a \
              request. You were not charged.",
    remedy: "Create the job again. If it fails again, send only the page that shows the address, \
             or tell the operator.",
};

/// All codes of this crate, for the documentation.
pub const CODES: &[&Code] = &[
    &MISSING_FILE,
    &INVALID_HALLUCINATION,
    &CONFLICTING_CONTENT_FIELDS,
    &INVALID_BASE64,
    &MALFORMED_MULTIPART,
    &DOCUMENT_TOO_COMPLEX,
    &READER_UNAVAILABLE,
    &INVALID_WEBHOOK_URL,
    &NO_WEBHOOK_SECRET,
    &CLIENT_REFERENCE_IN_USE,
    &TOO_MANY_JOBS,
    &JOB_NOT_FOUND,
    &JOB_NOT_CANCELLABLE,
    &PROCESSING_TIMEOUT,
    &READING_NOT_FOUND,
    &FEEDBACK_TOO_LATE,
];
