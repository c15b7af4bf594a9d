//! The error vocabulary of the business registry.

pub use kofa_core::codes::{UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_REJECTED, UPSTREAM_UNAVAILABLE};
use kofa_domain::{Code, Kind};

pub const INVALID_RC_NUMBER: Code = Code {
    name: "invalid_rc_number",
    kind: Kind::Unprocessable,
    title: "The registration number cannot be read",
    meaning: "`rcNumber` is not a registration number: it holds letters that are no known \
              prefix, a sign, a decimal part, more than 12 digits, or none other than 0.",
    remedy: "Send the digits, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before them: \
             `1885308`, `RC-1885308`, `BN 9003619`. Thousands may be separated: `1,885,308`.",
};
pub const INVALID_ENTITY_TYPE: Code = Code {
    name: "invalid_entity_type",
    kind: Kind::Unprocessable,
    title: "The entity type is not known",
    meaning: "`entityType` is none of the kinds of entity the registry keeps.",
    remedy: "Send `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or \
             `LIMITED_LIABILITY_PARTNERSHIP`; the short forms `RC`, `BN`, `IT`, `LP` and `LLP` \
             are read too.",
};
pub const ENTITY_TYPE_CONFLICT: Code = Code {
    name: "entity_type_conflict",
    kind: Kind::Unprocessable,
    title: "The prefix of the number and the entity type disagree",
    meaning: "`rcNumber` carries a prefix of one kind of entity (`BN` is a business name), and \
              `entityType` names another. `RC` fits every kind.",
    remedy: "Leave one of the two out, or make them agree.",
};
pub const INVALID_ENTITY_NAME: Code = Code {
    name: "invalid_entity_name",
    kind: Kind::Unprocessable,
    title: "The name cannot be compared",
    meaning: "`entityName` has no letter or digit, more than 300 characters, or control \
              characters.",
    remedy: "Send the name as the company writes it, legal form included: \
             `Ebunoluwa Harvest Foods Ltd`.",
};
pub const TOO_MANY_BATCHES: Code = Code {
    name: "too_many_batches",
    kind: Kind::RateLimited,
    title: "Too many batches are open",
    meaning: "At most 10 batches of look-ups of a tenant may wait or be worked off in an \
              environment. Nothing was stored and nothing is held.",
    remedy: "Wait until one has ended, or call one off, then send the same call again.",
};
pub const BATCH_NOT_FOUND: Code = Code {
    name: "batch_not_found",
    kind: Kind::NotFound,
    title: "There is no such batch",
    meaning: "The id in the path is not that of a batch of this tenant in this environment, or the \
              batch is no longer kept: that is seven days after its end.",
    remedy: "Use the `batchId` of the answer that made the batch, with the same environment.",
};
pub const BATCH_NOT_CANCELLABLE: Code = Code {
    name: "batch_not_cancellable",
    kind: Kind::Conflict,
    title: "The batch has ended already",
    meaning: "Only a batch that waits or is worked off can be called off. All companies of this \
              one were looked up before.",
    remedy: "Look the batch up: its results are kept for seven days.",
};
pub const TOO_MANY_WATCHES: Code = Code {
    name: "too_many_watches",
    kind: Kind::Conflict,
    title: "No more companies can be watched",
    meaning: "The tenant watches as many companies in the environment as the operator allows. \
              Nothing was stored.",
    remedy: "End watches that are not needed, or ask the operator for more.",
};
pub const WATCH_NOT_FOUND: Code = Code {
    name: "watch_not_found",
    kind: Kind::NotFound,
    title: "There is no such watch",
    meaning: "The id in the path is not that of a watch of this tenant in this environment, or the \
              watch was ended before.",
    remedy: "Use the `watchId` of the answer that made the watch, with the same environment.",
};
pub const COMPANY_NOT_FOUND: Code = Code {
    name: "company_not_found",
    kind: Kind::NotFound,
    title: "No entity is registered under this number",
    meaning: "The register was asked and holds no entity with this number, or none of the \
              `entityType` asked for. Nothing was charged.",
    remedy: "Check the number and its kind: numbers are unique per kind of entity only, so \
             the same digits may be a company, a business name, or both.",
};
pub const UPSTREAM_TIMEOUT: Code = Code {
    name: "upstream_timeout",
    kind: Kind::Timeout,
    title: "The registry did not answer in time",
    meaning: "The registry took the question and gave no answer within the time limit. Nothing \
              was charged.",
    remedy: "Try again: a look-up changes nothing. A consent code may have been used up by the \
             attempt: send the same request first, before asking for a new code. In the sandbox, \
             reserved numbers that end in 5 do this.",
};
pub const UPSTREAM_INVALID_ANSWER: Code = Code {
    name: "upstream_invalid_answer",
    kind: Kind::BadGateway,
    title: "The registry answered something that cannot be read",
    meaning: "The registry behind this product answered with something else than an answer: a \
              page instead of data, a broken or oversized body, a connection closed half-way. \
              The operator is told. Nothing was charged.",
    remedy: "Try again later; a look-up changes nothing. A consent code may have been used up \
             by the attempt: send the same request first, before asking for a new code.",
};
pub const DOCUMENT_NOT_AVAILABLE: Code = Code {
    name: "document_not_available",
    kind: Kind::NotFound,
    title: "There is no such document",
    meaning: "The entity is registered, but the registry gives out no certificate or status \
              report of it. Nothing was charged.",
    remedy: "Ask the entity for a copy.",
};
pub const DOCUMENT_GENERATION_FAILED: Code = Code {
    name: "document_generation_failed",
    kind: Kind::BadGateway,
    title: "The registry could not make the document",
    meaning: "The registry was asked for the document and said that making it failed, or sent \
              something that is no PDF. Nothing was charged.",
    remedy: "Try again later. If it goes on, ask the operator.",
};
pub const INVALID_TIN: Code = Code {
    name: "invalid_tin",
    kind: Kind::Unprocessable,
    title: "The tax number cannot be read",
    meaning: "`tin` is neither a Tax ID of thirteen digits nor a legacy number of eight and \
              four digits.",
    remedy: "Send the digits as they stand on the tax certificate: `4123456789012` or \
             `12345678-0001`. Spaces do not matter, and the hyphen may be left out.",
};
pub const TIN_NOT_FOUND: Code = Code {
    name: "tin_not_found",
    kind: Kind::NotFound,
    title: "There is no such tax number",
    meaning: "The tax authority was asked. By tax number: no company has it. By registration \
              number: the company is registered and has no tax number. Nothing was charged.",
    remedy: "Check the number. For a company without one, `POST /company/tin` generates it.",
};
pub const TIN_GENERATION_REJECTED: Code = Code {
    name: "tin_generation_rejected",
    kind: Kind::Unprocessable,
    title: "The tax authority refused to generate a number",
    meaning: "The request was well formed, but no number is given to this company, for the \
              reason that the message repeats. Nothing was charged.",
    remedy: "Mend the reason first: an inactive company has annual returns to file. In the \
             sandbox `0000052` and `0000057` do this.",
};
pub const INVALID_VRC_NUMBER: Code = Code {
    name: "invalid_vrc_number",
    kind: Kind::Unprocessable,
    title: "The consent code cannot be read",
    meaning: "`vrcNumber` is not a consent code (VRC) of ten letters and digits, or it differs \
              from the one in the `X-VRC-Number` header.",
    remedy: "Send the ten characters that the company was given, in the query or in the header. \
             Case, spaces and hyphens do not matter.",
};
pub const VRC_NOT_FOUND: Code = Code {
    name: "vrc_not_found",
    kind: Kind::NotFound,
    title: "There is no such consent code",
    meaning: "The registry was asked and never gave out this code (VRC). Nothing was charged.",
    remedy: "Check the code with the company that gave it to you. In the sandbox `SANDBOXVR1` \
             does this.",
};
pub const VRC_ALREADY_USED: Code = Code {
    name: "vrc_already_used",
    kind: Kind::Conflict,
    title: "The consent code has been used",
    meaning: "A consent code (VRC) is good for one successful call, and this one has had it. \
              Nothing was charged.",
    remedy: "Ask the company for a new code. For 15 minutes after the use, the same request by \
             the same tenant is answered again, free. In the sandbox `SANDBOXVR2` does this.",
};
pub const VRC_EXPIRED: Code = Code {
    name: "vrc_expired",
    kind: Kind::Gone,
    title: "The consent code has expired",
    meaning: "The code (VRC) was given out and was not used in time. Nothing was charged.",
    remedy: "Ask the company for a new code. In the sandbox `SANDBOXVR7` does this.",
};
pub const VRC_STATE_UNKNOWN: Code = Code {
    name: "vrc_state_unknown",
    kind: Kind::Conflict,
    title: "What became of the consent code is not known",
    meaning: "An earlier call brought this code (VRC) to the registry and was cut off before \
              the answer was kept; now the registry calls the code used, or a call with it is \
              still running. Nothing was charged.",
    remedy: "If the message says that a call is running, send the same request again after the \
             seconds of `Retry-After`. Otherwise the answer is lost: ask the company for a new \
             code.",
};
/// 422, import only
pub const INVALID_REGISTER_FILE: Code = Code {
    name: "invalid_register_file",
    kind: Kind::Unprocessable,
    title: "The file cannot be imported as a register",
    meaning: "The file as a whole cannot be read: its encoding is not UTF-8, its header lacks a \
              required column or names one twice, or reading it failed. Single bad lines do \
              not cause this; they are skipped and reported.",
    remedy: "Mend what the message names. Rows stored before the failure stay; importing the \
             mended file again brings them up to date.",
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
