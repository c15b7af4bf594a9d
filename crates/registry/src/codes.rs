//! The error vocabulary of the business registry.

pub use kofa_core::codes::{UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_REJECTED, UPSTREAM_UNAVAILABLE};
use kofa_domain::{Code, Kind};

pub const INVALID_RC_NUMBER: Code = Code {
    name: "invalid_rc_number",
    kind: Kind::Unprocessable,
    title: "Invalid registration number",
    meaning: "`rcNumber` is not a registration number: it contains letters that are not a known \
              prefix, a sign, a decimal part, more than 12 digits, or only zeros.",
    remedy: "Send the digits, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`: \
             `1885308`, `RC-1885308`, `BN 9003619`. Thousands separators are accepted: \
             `1,885,308`.",
};
pub const INVALID_ENTITY_TYPE: Code = Code {
    name: "invalid_entity_type",
    kind: Kind::Unprocessable,
    title: "Unknown entity type",
    meaning: "`entityType` is not a type of entity in the registry.",
    remedy: "Send `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or \
             `LIMITED_LIABILITY_PARTNERSHIP`; the short forms `RC`, `BN`, `IT`, `LP` and `LLP` are \
             accepted too.",
};
pub const ENTITY_TYPE_CONFLICT: Code = Code {
    name: "entity_type_conflict",
    kind: Kind::Unprocessable,
    title: "Number prefix and entity type do not match",
    meaning: "`rcNumber` has the prefix of one type of entity (`BN` is a business name), and \
              `entityType` names another. `RC` matches every type.",
    remedy: "Omit one of the two, or make them match.",
};
pub const INVALID_ENTITY_NAME: Code = Code {
    name: "invalid_entity_name",
    kind: Kind::Unprocessable,
    title: "Invalid name",
    meaning: "`entityName` has no letters or digits, is longer than 300 characters, or contains \
              control characters.",
    remedy: "Send the name as the company writes it, including its legal form: `Ebunoluwa Harvest \
             Foods Ltd`.",
};
pub const TOO_MANY_BATCHES: Code = Code {
    name: "too_many_batches",
    kind: Kind::RateLimited,
    title: "Too many open batches",
    meaning: "You can have at most 10 lookup batches waiting or in progress in an environment. \
              Nothing was stored and no funds were put on hold.",
    remedy: "Wait until one has finished, or cancel one, then send the same request again.",
};
pub const BATCH_NOT_FOUND: Code = Code {
    name: "batch_not_found",
    kind: Kind::NotFound,
    title: "Batch not found",
    meaning: "The id in the path does not belong to one of your batches in this environment, or \
              the batch has been deleted, which happens seven days after it ends.",
    remedy: "Use the `batchId` from the response that created the batch, in the same environment.",
};
pub const BATCH_NOT_CANCELLABLE: Code = Code {
    name: "batch_not_cancellable",
    kind: Kind::Conflict,
    title: "Batch already finished",
    meaning: "Only batches that are waiting or in progress can be cancelled. All companies of this \
              one have already been looked up.",
    remedy: "Get the batch: its results are kept for seven days.",
};
pub const TOO_MANY_WATCHES: Code = Code {
    name: "too_many_watches",
    kind: Kind::Conflict,
    title: "Watch limit reached",
    meaning: "You already watch as many companies in this environment as the operator allows. \
              Nothing was stored.",
    remedy: "Delete watches that you no longer need, or ask the operator for a higher limit.",
};
pub const WATCH_NOT_FOUND: Code = Code {
    name: "watch_not_found",
    kind: Kind::NotFound,
    title: "Watch not found",
    meaning: "The id in the path does not belong to one of your watches in this environment, or \
              the watch was deleted.",
    remedy: "Use the `watchId` from the response that created the watch, in the same environment.",
};
pub const COMPANY_NOT_FOUND: Code = Code {
    name: "company_not_found",
    kind: Kind::NotFound,
    title: "No entity registered under this number",
    meaning: "The register has no entity with this number, or none of the `entityType` you \
              requested. You were not charged.",
    remedy: "Check the number and type: numbers are unique per type of entity only, so the same \
             digits may belong to a company, a business name, or both.",
};
pub const UPSTREAM_TIMEOUT: Code = Code {
    name: "upstream_timeout",
    kind: Kind::Timeout,
    title: "Registry timed out",
    meaning: "The registry accepted the request but did not respond within the time limit. You \
              were not charged.",
    remedy: "Try again: a lookup changes nothing. The attempt may have used up a consent code: \
             send the same request again before you ask for a new code. In the sandbox, reserved \
             numbers ending in 5 cause this error.",
};
pub const UPSTREAM_INVALID_ANSWER: Code = Code {
    name: "upstream_invalid_answer",
    kind: Kind::BadGateway,
    title: "Invalid response from the registry",
    meaning: "The registry behind this product did not return valid data: it returned a web page, \
              a malformed or oversized body, or closed the connection early. The operator has been \
              notified. You were not charged.",
    remedy: "Try again later; a lookup changes nothing. The attempt may have used up a consent \
             code: send the same request again before you ask for a new code.",
};
pub const DOCUMENT_NOT_AVAILABLE: Code = Code {
    name: "document_not_available",
    kind: Kind::NotFound,
    title: "Document not available",
    meaning: "The entity is registered, but the registry does not issue a certificate or status \
              report for it. You were not charged.",
    remedy: "Ask the entity for a copy.",
};
pub const DOCUMENT_GENERATION_FAILED: Code = Code {
    name: "document_generation_failed",
    kind: Kind::BadGateway,
    title: "Registry could not create the document",
    meaning: "The registry reported that it could not create the document, or returned something \
              that is not a PDF. You were not charged.",
    remedy: "Try again later. If the error persists, ask the operator.",
};
pub const INVALID_TIN: Code = Code {
    name: "invalid_tin",
    kind: Kind::Unprocessable,
    title: "Invalid tax number",
    meaning: "`tin` is neither a Tax ID of thirteen digits nor a legacy number of eight and \
              four digits.",
    remedy: "Send the digits as shown on the tax certificate: `4123456789012` or `12345678-0001`. \
             Spaces do not matter, and you can omit the hyphen.",
};
pub const TIN_NOT_FOUND: Code = Code {
    name: "tin_not_found",
    kind: Kind::NotFound,
    title: "Tax number not found",
    meaning: "If you searched by tax number, no company has it. If you searched by registration \
              number, the company is registered but has no tax number. You were not charged.",
    remedy: "Check the number. For a company without one, `POST /company/tin` generates it.",
};
pub const TIN_GENERATION_REJECTED: Code = Code {
    name: "tin_generation_rejected",
    kind: Kind::Unprocessable,
    title: "Tax number generation refused",
    meaning: "The request was valid, but the tax authority does not issue a number to this \
              company, for the reason given in the message. You were not charged.",
    remedy: "Resolve the reason first: an inactive company must file its annual returns. In the \
             sandbox, `0000052` and `0000057` cause this error.",
};
pub const INVALID_VRC_NUMBER: Code = Code {
    name: "invalid_vrc_number",
    kind: Kind::Unprocessable,
    title: "Invalid consent code",
    meaning: "`vrcNumber` is not a consent code (VRC) of ten letters and digits, or it differs \
              from the one in the `X-VRC-Number` header.",
    remedy: "Send the ten characters that the company received, in the query or in the header. \
             Case, spaces and hyphens do not matter.",
};
pub const VRC_NOT_FOUND: Code = Code {
    name: "vrc_not_found",
    kind: Kind::NotFound,
    title: "Consent code not found",
    meaning: "The registry never issued this code (VRC). You were not charged.",
    remedy: "Check the code with the company that gave it to you. In the sandbox, `SANDBOXVR1` \
             causes this error.",
};
pub const VRC_ALREADY_USED: Code = Code {
    name: "vrc_already_used",
    kind: Kind::Conflict,
    title: "Consent code already used",
    meaning: "A consent code (VRC) is valid for one successful request, and this one has been \
              used. You were not charged.",
    remedy: "Ask the company for a new code. For 15 minutes after its use, you can repeat the same \
             request and get the same response, free of charge. In the sandbox, `SANDBOXVR2` \
             causes this error.",
};
pub const VRC_EXPIRED: Code = Code {
    name: "vrc_expired",
    kind: Kind::Gone,
    title: "Consent code expired",
    meaning: "The code (VRC) was issued but not used in time. You were not charged.",
    remedy: "Ask the company for a new code. In the sandbox, `SANDBOXVR7` causes this error.",
};
pub const VRC_STATE_UNKNOWN: Code = Code {
    name: "vrc_state_unknown",
    kind: Kind::Conflict,
    title: "Consent code status unknown",
    meaning: "An earlier request sent this code (VRC) to the registry and was interrupted before \
              the response was stored; now the registry reports the code as used, or a request \
              with it is still running. You were not charged.",
    remedy: "If the message says that a request is still running, send the same request again \
             after the number of seconds in `Retry-After`. Otherwise the response is lost: ask the \
             company for a new code.",
};
/// 422, import only
pub const INVALID_REGISTER_FILE: Code = Code {
    name: "invalid_register_file",
    kind: Kind::Unprocessable,
    title: "Register file cannot be imported",
    meaning: "The file cannot be read: it is not UTF-8, its header lacks a required column or \
              repeats one, or reading it failed. Individual invalid lines do not cause this; they \
              are skipped and reported.",
    remedy: "Fix what the message names. Rows stored before the failure are kept; importing the \
             corrected file again updates them.",
};

/// All codes of this crate, for the documentation.
pub const CODES: &[&Code] = &[
    &INVALID_RC_NUMBER,
    &INVALID_ENTITY_TYPE,
    &ENTITY_TYPE_CONFLICT,
    &INVALID_ENTITY_NAME,
    &TOO_MANY_BATCHES,
    &BATCH_NOT_FOUND,
    &BATCH_NOT_CANCELLABLE,
    &TOO_MANY_WATCHES,
    &WATCH_NOT_FOUND,
    &COMPANY_NOT_FOUND,
    &INVALID_TIN,
    &TIN_NOT_FOUND,
    &TIN_GENERATION_REJECTED,
    &INVALID_VRC_NUMBER,
    &VRC_NOT_FOUND,
    &VRC_ALREADY_USED,
    &VRC_EXPIRED,
    &VRC_STATE_UNKNOWN,
    &UPSTREAM_TIMEOUT,
    &UPSTREAM_INVALID_ANSWER,
    &DOCUMENT_GENERATION_FAILED,
    &DOCUMENT_NOT_AVAILABLE,
    &INVALID_REGISTER_FILE,
];
