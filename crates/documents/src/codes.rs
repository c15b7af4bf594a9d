//! Error words of the proof-of-address requests; those of unreadable documents are the
//! engine's.

use kofa_domain::{Code, Kind};

pub const MISSING_FILE: Code = Code {
    name: "missing_file",
    kind: Kind::Unprocessable,
    title: "No document was sent",
    meaning: "The form has no field `file`, or the document in it is empty.",
    remedy: "Send the document as a file in the form field `file`.",
};
pub const INVALID_HALLUCINATION: Code = Code {
    name: "invalid_hallucination",
    kind: Kind::Unprocessable,
    title: "The hallucination options cannot be used",
    meaning: "`hallucination` is not an object, one of its members `lga`, `state` and `country` \
              is not true or false, or it stands beside `document_base64`: the variant without \
              inference.",
    remedy: "Send an object such as `{\"state\": true}`, beside `base64_content` or `file`.",
};
pub const CONFLICTING_CONTENT_FIELDS: Code = Code {
    name: "conflicting_content_fields",
    kind: Kind::Unprocessable,
    title: "The document was sent twice",
    meaning: "Both `base64_content` and `document_base64` are present. They belong to two \
              variants of the request, so it is not clear which answer is wanted.",
    remedy: "Send `base64_content` for the variant with `hallucination` and `field_metadata`, \
             `document_base64` for the one without.",
};
pub const INVALID_BASE64: Code = Code {
    name: "invalid_base64",
    kind: Kind::Malformed,
    title: "The document is not valid base64",
    meaning: "The content field cannot be decoded: it holds characters outside the base64 \
              alphabet, or is cut off.",
    remedy: "Encode the bytes of the file as standard base64 (RFC 4648), without a `data:` prefix.",
};
pub const MALFORMED_MULTIPART: Code = Code {
    name: "malformed_multipart",
    kind: Kind::Malformed,
    title: "The form cannot be read",
    meaning: "The body is not a multipart form: its boundary is missing, it breaks off, or it \
              has too many parts.",
    remedy: "Let your HTTP library write the form, and leave `Content-Type` to it.",
};

pub const DOCUMENT_TOO_COMPLEX: Code = Code {
    name: "document_too_complex",
    kind: Kind::Unprocessable,
    title: "Reading the document took too much time or memory",
    meaning: "Each document is read in a process of its own, with a limit on time and memory. \
              This one went beyond it, or broke that process, so nothing was read. Files that are \
              made to overload a reader do this; so do drawings with millions of lines.",
    remedy: "Open the document, print the page with the address to a new PDF and send that. Do \
             not send the same file again: the outcome will be the same.",
};
pub const READER_UNAVAILABLE: Code = Code {
    name: "reader_unavailable",
    kind: Kind::Unavailable,
    title: "The document reader is not running",
    meaning: "The process that reads documents could not be started on this server. It has \
              nothing to do with the document. Nothing was charged.",
    remedy: "Send the same call again after the seconds of Retry-After. If it stays, tell the \
             operator; `/readyz` shows the state of the reader.",
};

pub(crate) const NO_WEBHOOK_SECRET: Code = Code {
    name: "no_webhook_secret",
    kind: Kind::Unprocessable,
    title: "There is no secret to sign with",
    meaning: "What is sent to `webhook_url` is signed with the secret of your oldest webhook \
              endpoint in the environment, and you have none there.",
    remedy: "Create a webhook endpoint in the portal, or leave `webhook_url` out and look the job \
             up or read the feed of events.",
};
pub const INVALID_WEBHOOK_URL: Code = Code {
    name: "invalid_webhook_url",
    kind: Kind::Unprocessable,
    title: "Results cannot be sent to this address",
    meaning: "`webhook_url` is not an https address, holds a user name, password or fragment, or \
              names a host that is not on the public internet: an address of a private, local or \
              reserved network, or a name without a dot or ending in `.local`, `.internal`, \
              `.localhost` or the like.",
    remedy: "Send an https address of a host on the public internet, or leave the field out and \
             look the job up.",
};
pub const CLIENT_REFERENCE_IN_USE: Code = Code {
    name: "client_reference_in_use",
    kind: Kind::Conflict,
    title: "Another job has this reference",
    meaning: "A `client_reference` names one job of a tenant in an environment. One that is \
              queued, being read, or whose result is still kept has it already: its id is in \
              `job_request_id`. A job that failed, was cancelled or has expired gives it up.",
    remedy: "Look that job up. To send the same document again on purpose, use another \
             reference; to repeat a call safely, use `Idempotency-Key`.",
};
pub const TOO_MANY_JOBS: Code = Code {
    name: "too_many_jobs",
    kind: Kind::RateLimited,
    title: "Too many jobs are waiting",
    meaning: "At most 10,000 jobs, or 2 GB of documents, of a tenant may wait in an environment. \
              Nothing was stored and nothing is held.",
    remedy: "Wait until some have been read, then send the same call again.",
};
pub const JOB_NOT_FOUND: Code = Code {
    name: "job_not_found",
    kind: Kind::NotFound,
    title: "There is no such job",
    meaning: "The id in the path is not that of a job of this tenant in this environment, or its \
              record is no longer kept: that is 30 days after its end.",
    remedy: "Use the `request_id` of the answer that created the job, with the same environment.",
};
pub const JOB_NOT_CANCELLABLE: Code = Code {
    name: "job_not_cancellable",
    kind: Kind::Conflict,
    title: "The job has ended already",
    meaning: "Only a job that is queued or being read can be called off. This one succeeded, \
              failed or expired before.",
    remedy: "Look the job up: its `status` tells how it ended.",
};
pub const READING_NOT_FOUND: Code = Code {
    name: "reading_not_found",
    kind: Kind::NotFound,
    title: "There is no such reading",
    meaning: "The id in the path is not that of a call or job of this tenant in this environment \
              that read an address, or nothing is kept of it any more: a reading of which nothing \
              was said is removed after 30 days, unless the operator set another time.",
    remedy: "Use the `request_id` of the answer with the address, with the same environment, \
             within that time.",
};
pub const FEEDBACK_TOO_LATE: Code = Code {
    name: "feedback_too_late",
    kind: Kind::Gone,
    title: "The reading is too old for feedback",
    meaning: "Something can be said of a reading for 90 days. What was said before stays.",
    remedy: "Send feedback when your reviewer has checked the answer.",
};
/// Told in the record of a job that was given up; never an answer of its own.
pub const PROCESSING_TIMEOUT: Code = Code {
    name: "processing_timeout",
    kind: Kind::Timeout,
    title: "The job was given up",
    meaning: "In each of three attempts at the document its worker gave no sign of life for two \
              minutes; or restarts of the server cut it off a dozen times; or the job waited for \
              a day. It stands in the `error` of the job's record; no call is answered with it. \
              Nothing was charged.",
    remedy: "Create the job again. If it ends the same way, send only the page that shows the \
             address, or tell the operator.",
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
