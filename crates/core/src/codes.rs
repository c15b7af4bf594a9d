//! The error vocabulary of admission and of the platform's own resources.

use kofa_domain::{Code, Kind};

pub use kofa_domain::codes::{
    CONFLICT, INTERNAL_ERROR, INVALID_FIELD, MISSING_FIELD, NOT_FOUND, SERVICE_UNAVAILABLE,
};

pub const METHOD_NOT_ALLOWED: Code = Code {
    name: "method_not_allowed",
    kind: Kind::MethodNotAllowed,
    title: "This path does not take this method",
    meaning: "The path exists, but not with the HTTP method of the request.",
    remedy: "Use a method that the `Allow` header of the answer names.",
};
pub const MISSING_API_KEY: Code = Code {
    name: "missing_api_key",
    kind: Kind::Unauthenticated,
    title: "No API key was sent",
    meaning: "Every product call carries the tenant's key in the `X-API-Key` header; this one \
              carried none.",
    remedy: "Send the header `X-API-Key: <your key>`. Keys are made in the tenant portal.",
};
pub const INVALID_API_KEY: Code = Code {
    name: "invalid_api_key",
    kind: Kind::Unauthenticated,
    title: "The API key is not valid",
    meaning: "The value of `X-API-Key` is not a key of this platform: it is mistyped, cut off, \
              or was never issued here.",
    remedy: "Copy the key again, whole. If it is lost, make a new one and revoke the old.",
};
pub const API_KEY_EXPIRED: Code = Code {
    name: "api_key_expired",
    kind: Kind::Unauthenticated,
    title: "The API key has expired",
    meaning: "The key had an expiry date, or the grace of a rotated key is over.",
    remedy: "Use the key that replaced it, or make a new one in the portal.",
};
pub const API_KEY_REVOKED: Code = Code {
    name: "api_key_revoked",
    kind: Kind::Unauthenticated,
    title: "The API key was revoked",
    meaning: "A member of the tenant or the operator revoked this key. That cannot be undone.",
    remedy: "Use another key, or make a new one in the portal.",
};
pub const TENANT_SUSPENDED: Code = Code {
    name: "tenant_suspended",
    kind: Kind::Forbidden,
    title: "The tenant is suspended",
    meaning: "The operator suspended this business. None of its keys work until that is lifted.",
    remedy: "Talk to the operator.",
};
pub const CONFIRMATION_NEEDED: Code = Code {
    name: "confirmation_needed",
    kind: Kind::Forbidden,
    title: "The password is asked for again",
    meaning: "This changes money, rights or what tenants can call. In the console it asks for \
              password and second factor if they were last given more than ten minutes ago.",
    remedy: "Give them, and send the form again.",
};
pub const SECOND_OPERATOR_NEEDED: Code = Code {
    name: "second_operator_needed",
    kind: Kind::Forbidden,
    title: "Another operator has to confirm this",
    meaning: "The house wants four eyes on this: one operator proposes it, another confirms it.",
    remedy: "Propose it in the console or at the admin API, and let a colleague confirm it.",
};
pub const IP_NOT_ALLOWED: Code = Code {
    name: "ip_not_allowed",
    kind: Kind::Forbidden,
    title: "This key may not be used from this address",
    meaning: "The key has a list of allowed networks, and the caller's IP address is in none.",
    remedy: "Call from an allowed network, or change the key's list in the portal.",
};
pub const INVALID_ENVIRONMENT: Code = Code {
    name: "invalid_environment",
    kind: Kind::Malformed,
    title: "X-Environment must be sandbox or live",
    meaning: "The `X-Environment` header was sent with another value, or more than once with \
              different ones.",
    remedy: "Send `X-Environment: sandbox` or `X-Environment: live`, or leave it out.",
};
pub const ENVIRONMENT_MISMATCH: Code = Code {
    name: "environment_mismatch",
    kind: Kind::Forbidden,
    title: "The key does not reach this environment",
    meaning: "The call names an environment that the key was not made for. A `kofa_test_` key \
              reaches only the sandbox.",
    remedy: "Use a key of that environment, or change `X-Environment`.",
};
pub const INSUFFICIENT_SCOPE: Code = Code {
    name: "insufficient_scope",
    kind: Kind::Forbidden,
    title: "The key does not carry the scope of this product",
    meaning: "Each product needs its own scope; `requiredScope` in the answer names it.",
    remedy: "Use a key with that scope, or make one in the portal.",
};
pub const SERVICE_NOT_ENABLED: Code = Code {
    name: "service_not_enabled",
    kind: Kind::Forbidden,
    title: "The product is not enabled for the tenant here",
    meaning: "The tenant has no access to this product in this environment.",
    remedy: "Ask the operator to switch it on. New tenants start with the sandbox only.",
};
pub const RATE_LIMIT_EXCEEDED: Code = Code {
    name: "rate_limit_exceeded",
    kind: Kind::RateLimited,
    title: "Too many calls at once",
    meaning: "A limit of the key or of the tenant is used up; `policy` in the answer says \
              which. The refused call used up nothing.",
    remedy: "Wait the seconds of `Retry-After`. The `RateLimit` header shows what is left.",
};
pub const BODY_TOO_LARGE: Code = Code {
    name: "body_too_large",
    kind: Kind::TooLarge,
    title: "The body is too large",
    meaning: "The request body is larger than this endpoint reads.",
    remedy: "Send a smaller body; the reference gives each endpoint's limit.",
};
pub const UNSUPPORTED_MEDIA_TYPE: Code = Code {
    name: "unsupported_media_type",
    kind: Kind::UnsupportedMedia,
    title: "The body is of a type this endpoint does not read",
    meaning: "The `Content-Type` of the request is missing or not one the endpoint takes, or \
              `Content-Encoding` says that the body is packed.",
    remedy: "Send the type that the reference names, usually `application/json`, and the body \
             as it is.",
};
pub const MALFORMED_JSON: Code = Code {
    name: "malformed_json",
    kind: Kind::Malformed,
    title: "The body is not valid JSON",
    meaning: "The body could not be parsed, or one of its objects names a field twice (RFC 7493, \
              2.3); the message gives line and column.",
    remedy: "Mend the JSON. Mind trailing commas, quotes and the encoding (UTF-8), and send each \
             field once.",
};
pub const MALFORMED_REQUEST: Code = Code {
    name: "malformed_request",
    kind: Kind::Malformed,
    title: "The request cannot be read",
    meaning: "The body broke off, or a header has a value that cannot be read.",
    remedy: "Send the request again, whole.",
};
pub const INVALID_BODY: Code = Code {
    name: "invalid_body",
    kind: Kind::Unprocessable,
    title: "The body is not a JSON object",
    meaning: "The body is valid JSON, but an array, a text, a number or null.",
    remedy: "Send an object with the fields of the reference.",
};
pub const INSUFFICIENT_WALLET_BALANCE: Code = Code {
    name: "insufficient_wallet_balance",
    kind: Kind::PaymentRequired,
    title: "The wallet cannot pay for this call",
    meaning: "The price of the endpoint is more than the wallet has available. `price`, \
              `available` and `shortfall` in the answer are in kobo.",
    remedy: "Top the wallet up; it counts within a second. Nothing was charged.",
};
pub const INVALID_IDEMPOTENCY_KEY: Code = Code {
    name: "invalid_idempotency_key",
    kind: Kind::Unprocessable,
    title: "The Idempotency-Key cannot be used",
    meaning: "The header is empty, longer than 255 characters, holds control characters, or was \
              sent more than once with different values.",
    remedy: "Send 1 to 255 visible characters once, for example a UUID.",
};
pub const IDEMPOTENCY_KEY_REUSED: Code = Code {
    name: "idempotency_key_reused",
    kind: Kind::Unprocessable,
    title: "The Idempotency-Key was used with another body or query",
    meaning: "The same key came earlier to this endpoint with a different request.",
    remedy: "Use a new key for a new request; repeat the exact request to get its answer again.",
};
pub const IDEMPOTENCY_IN_PROGRESS: Code = Code {
    name: "idempotency_in_progress",
    kind: Kind::Conflict,
    title: "The first call with this Idempotency-Key is still running",
    meaning: "The same request is being carried out right now; it will not run twice.",
    remedy: "Wait the seconds of `Retry-After`, then repeat the request to get its answer.",
};
pub const CALL_TIMED_OUT: Code = Code {
    name: "call_timed_out",
    kind: Kind::Timeout,
    title: "The call took too long",
    meaning: "The work did not end within the endpoint's time limit. It was not charged.",
    remedy: "Try again; with an `Idempotency-Key` where the endpoint takes one.",
};
pub const CALLER_LEFT: Code = Code {
    name: "caller_left",
    kind: Kind::CallerLeft,
    title: "The caller left before the answer",
    meaning: "The connection was closed before the answer was ready, so nobody received it. Only \
              the request log shows this code, with status 499. The call is charged if its work \
              ended in an answer that is charged, for a source outside was asked for it.",
    remedy: "Wait longer: the time limit of your client should be longer than that of the \
             endpoint. Where the endpoint takes one, send an `Idempotency-Key`: the same request \
             then gets its answer free.",
};
pub const SANDBOX_VALUE_IN_LIVE: Code = Code {
    name: "sandbox_value_in_live",
    kind: Kind::Unprocessable,
    title: "A sandbox value was sent to live",
    meaning: "The value belongs to the ranges that select outcomes in the sandbox and means \
              nothing in live.",
    remedy: "Send real values in live, or `X-Environment: sandbox` to test.",
};
pub const OUTCOME_UNKNOWN: Code = Code {
    name: "outcome_unknown",
    kind: Kind::InDoubt,
    title: "Whether the call was recorded and charged is not known yet",
    meaning: "The connection to the store broke while the call was being recorded: it may have \
              been recorded and charged, or neither. `X-Charge-Amount` is absent.",
    remedy: "With an `Idempotency-Key`, send the same call again after the seconds of \
             `Retry-After`: it is done and charged once. Without one, look first for the \
             `X-Request-Id` of the answer in the request log, once calls are answered again: \
             what is not there was not charged.",
};
pub const UPSTREAM_NOT_CONFIGURED: Code = Code {
    name: "upstream_not_configured",
    kind: Kind::Unavailable,
    title: "The operator has not connected this product to its live source",
    meaning: "The call is allowed, but there is no exchange or registry behind it yet.",
    remedy: "Ask the operator. Nothing was charged.",
};
pub const UPSTREAM_REJECTED: Code = Code {
    name: "upstream_rejected",
    kind: Kind::Unprocessable,
    title: "The source outside refused the request",
    meaning: "The request was well formed, but the registry or exchange behind this product \
              turned it down for a reason of its own, which the message repeats. Nothing was \
              charged.",
    remedy: "Do not repeat it unchanged. In the registry's sandbox, reserved numbers that end in 2 \
             do this.",
};
pub const UPSTREAM_UNAVAILABLE: Code = Code {
    name: "upstream_unavailable",
    kind: Kind::Unavailable,
    title: "The source outside is down",
    meaning: "The registry or exchange behind this product could not be reached or said that it \
              cannot serve, and did nothing. Nothing was charged.",
    remedy: "Try again after the seconds of `Retry-After`. In the registry's sandbox, reserved \
             numbers that end in 3 do this.",
};
pub const UPSTREAM_ACCOUNT_PROBLEM: Code = Code {
    name: "upstream_account_problem",
    kind: Kind::Unavailable,
    title: "The operator's account with the source outside does not work",
    meaning: "The registry or exchange refused the operator's own credentials, balance or \
              permissions. It has nothing to do with your key or wallet. The operator is told. \
              Nothing was charged.",
    remedy: "Try again after the seconds of `Retry-After`, or ask the operator.",
};
/// 401, admin API
pub const UNAUTHORIZED: Code = Code {
    name: "unauthorized",
    kind: Kind::Unauthenticated,
    title: "An operator's token is needed",
    meaning: "The admin API takes `Authorization: Bearer <token>`; it is missing, wrong or \
              revoked.",
    remedy: "Send a valid admin token. `kofa demo` prints one.",
};
/// 403, admin API
pub const FORBIDDEN: Code = Code {
    name: "forbidden",
    kind: Kind::Forbidden,
    title: "Your role does not allow this",
    meaning: "The operator or member behind the request has a role without this right.",
    remedy: "Ask someone whose role allows it.",
};
/// 404, admin API and quote
pub const UNKNOWN_OPERATION: Code = Code {
    name: "unknown_operation",
    kind: Kind::NotFound,
    title: "No endpoint has this operationId",
    meaning: "Prices and quotes name endpoints by the operationId of the API description.",
    remedy: "Look the name up in /openapi.json.",
};
pub const INVALID_EMAIL: Code = Code {
    name: "invalid_email",
    kind: Kind::Unprocessable,
    title: "This is not an e-mail address",
    meaning: "The field must hold one e-mail address, and what was sent does not have the shape \
              of one.",
    remedy: "Send an address such as `ada@example.com`, without a name or brackets around it.",
};

/// All codes of this crate, for the documentation.
pub const CODES: &[&Code] = &[
    &METHOD_NOT_ALLOWED,
    &MISSING_API_KEY,
    &INVALID_API_KEY,
    &API_KEY_EXPIRED,
    &API_KEY_REVOKED,
    &TENANT_SUSPENDED,
    &CONFIRMATION_NEEDED,
    &SECOND_OPERATOR_NEEDED,
    &IP_NOT_ALLOWED,
    &INVALID_ENVIRONMENT,
    &ENVIRONMENT_MISMATCH,
    &INSUFFICIENT_SCOPE,
    &SERVICE_NOT_ENABLED,
    &RATE_LIMIT_EXCEEDED,
    &BODY_TOO_LARGE,
    &UNSUPPORTED_MEDIA_TYPE,
    &MALFORMED_JSON,
    &MALFORMED_REQUEST,
    &INVALID_BODY,
    &INSUFFICIENT_WALLET_BALANCE,
    &INVALID_IDEMPOTENCY_KEY,
    &IDEMPOTENCY_KEY_REUSED,
    &IDEMPOTENCY_IN_PROGRESS,
    &CALL_TIMED_OUT,
    &CALLER_LEFT,
    &SANDBOX_VALUE_IN_LIVE,
    &OUTCOME_UNKNOWN,
    &UPSTREAM_NOT_CONFIGURED,
    &UPSTREAM_REJECTED,
    &UPSTREAM_UNAVAILABLE,
    &UPSTREAM_ACCOUNT_PROBLEM,
    &UNAUTHORIZED,
    &FORBIDDEN,
    &UNKNOWN_OPERATION,
    &INVALID_EMAIL,
];
