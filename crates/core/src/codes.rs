//! The error vocabulary of admission and of the platform's own resources.

use kofa_domain::{Code, Kind};

pub use kofa_domain::codes::{
    CONFLICT, INTERNAL_ERROR, INVALID_FIELD, MISSING_FIELD, NOT_FOUND, SERVICE_UNAVAILABLE,
};

pub const METHOD_NOT_ALLOWED: Code = Code {
    name: "method_not_allowed",
    kind: Kind::MethodNotAllowed,
    title: "Method not allowed",
    meaning: "The path exists, but does not support the HTTP method of the request.",
    remedy: "Use one of the methods in the `Allow` header of the response.",
};
pub const MISSING_API_KEY: Code = Code {
    name: "missing_api_key",
    kind: Kind::Unauthenticated,
    title: "API key missing",
    meaning: "Every product request needs your API key in the `X-API-Key` header; this request had \
              none.",
    remedy: "Send the header `X-API-Key: <your key>`. You create keys in the portal.",
};
pub const INVALID_API_KEY: Code = Code {
    name: "invalid_api_key",
    kind: Kind::Unauthenticated,
    title: "API key invalid",
    meaning: "The value of `X-API-Key` is not a key of this platform: it is mistyped, truncated, \
              or was never issued here.",
    remedy: "Copy the whole key again. If you lost it, create a new key and revoke the old one.",
};
pub const API_KEY_EXPIRED: Code = Code {
    name: "api_key_expired",
    kind: Kind::Unauthenticated,
    title: "API key expired",
    meaning: "The key reached its expiry date, or it was rotated and its grace period is over.",
    remedy: "Use the key that replaced it, or create a new one in the portal.",
};
pub const API_KEY_REVOKED: Code = Code {
    name: "api_key_revoked",
    kind: Kind::Unauthenticated,
    title: "API key revoked",
    meaning: "A member of your business or the operator revoked this key. This cannot be undone.",
    remedy: "Use another key, or create a new one in the portal.",
};
pub const TENANT_SUSPENDED: Code = Code {
    name: "tenant_suspended",
    kind: Kind::Forbidden,
    title: "Account suspended",
    meaning: "The operator suspended this business. None of its keys work until it is resumed.",
    remedy: "Contact the operator.",
};
pub const CONFIRMATION_NEEDED: Code = Code {
    name: "confirmation_needed",
    kind: Kind::Forbidden,
    title: "Confirm your password",
    meaning: "This action changes money, permissions or what tenants can use. The console asks for \
              your password and authentication code if you last entered them more than ten minutes \
              ago.",
    remedy: "Enter them, then submit the form again.",
};
pub const SECOND_OPERATOR_NEEDED: Code = Code {
    name: "second_operator_needed",
    kind: Kind::Forbidden,
    title: "Approval by another operator required",
    meaning: "The operator requires two people for this action: one operator proposes it, another \
              confirms it.",
    remedy: "Propose it in the console or through the admin API, and ask a colleague to confirm \
             it.",
};
pub const IP_NOT_ALLOWED: Code = Code {
    name: "ip_not_allowed",
    kind: Kind::Forbidden,
    title: "IP address not allowed",
    meaning: "The key has a list of allowed IP addresses, and yours is not on it.",
    remedy: "Send the request from an allowed IP address, or create a key with a different list in \
             the portal.",
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
    title: "Key not valid in this environment",
    meaning: "The request is for an environment that the key was not created for. A `kofa_test_` \
              key works in the sandbox only.",
    remedy: "Use a key for that environment, or change `X-Environment`.",
};
pub const INSUFFICIENT_SCOPE: Code = Code {
    name: "insufficient_scope",
    kind: Kind::Forbidden,
    title: "Key lacks the scope of this product",
    meaning: "Each product needs its own scope; `requiredScope` in the response names it.",
    remedy: "Use a key with that scope, or create one in the portal.",
};
pub const SERVICE_NOT_ENABLED: Code = Code {
    name: "service_not_enabled",
    kind: Kind::Forbidden,
    title: "Product not enabled in this environment",
    meaning: "Your business does not have access to this product in this environment.",
    remedy: "Ask the operator to enable it. New businesses start with the sandbox only.",
};
pub const RATE_LIMIT_EXCEEDED: Code = Code {
    name: "rate_limit_exceeded",
    kind: Kind::RateLimited,
    title: "Rate limit exceeded",
    meaning: "You reached a rate limit of the key or of your business; `policy` in the response \
              says which. The refused request did not count towards it.",
    remedy: "Wait for the number of seconds in `Retry-After`. The `RateLimit` header shows how \
             much is left.",
};
pub const BODY_TOO_LARGE: Code = Code {
    name: "body_too_large",
    kind: Kind::TooLarge,
    title: "Request body too large",
    meaning: "The request body is larger than this endpoint accepts.",
    remedy: "Send a smaller body; the reference gives each endpoint's limit.",
};
pub const UNSUPPORTED_MEDIA_TYPE: Code = Code {
    name: "unsupported_media_type",
    kind: Kind::UnsupportedMedia,
    title: "Unsupported content type",
    meaning: "The `Content-Type` of the request is missing or not supported by this endpoint, or \
              `Content-Encoding` says that the body is compressed.",
    remedy: "Send the type given in the reference, usually `application/json`, and do not compress \
             the body.",
};
pub const MALFORMED_JSON: Code = Code {
    name: "malformed_json",
    kind: Kind::Malformed,
    title: "Request body is not valid JSON",
    meaning: "The body could not be parsed, or one of its objects names a field twice (RFC 7493, \
              2.3); the message gives line and column.",
    remedy: "Fix the JSON. Check for trailing commas, quotes and the encoding (UTF-8), and send \
             each field once.",
};
pub const MALFORMED_REQUEST: Code = Code {
    name: "malformed_request",
    kind: Kind::Malformed,
    title: "Malformed request",
    meaning: "The body is incomplete, or a header has a value that cannot be read.",
    remedy: "Send the complete request again.",
};
pub const INVALID_BODY: Code = Code {
    name: "invalid_body",
    kind: Kind::Unprocessable,
    title: "Request body is not a JSON object",
    meaning: "The body is valid JSON, but an array, string, number, boolean or null.",
    remedy: "Send an object with the fields listed in the reference.",
};
pub const INSUFFICIENT_WALLET_BALANCE: Code = Code {
    name: "insufficient_wallet_balance",
    kind: Kind::PaymentRequired,
    title: "Insufficient wallet balance",
    meaning: "The price of the request is more than your available balance. `price`, `available` \
              and `shortfall` in the response are in kobo.",
    remedy: "Top up your wallet; the new balance counts within a second. You were not charged.",
};
pub const INVALID_IDEMPOTENCY_KEY: Code = Code {
    name: "invalid_idempotency_key",
    kind: Kind::Unprocessable,
    title: "Invalid Idempotency-Key",
    meaning: "The header is empty, longer than 255 characters, contains control characters, or was \
              sent more than once with different values.",
    remedy: "Send 1 to 255 visible characters once, for example a UUID.",
};
pub const IDEMPOTENCY_KEY_REUSED: Code = Code {
    name: "idempotency_key_reused",
    kind: Kind::Unprocessable,
    title: "Idempotency-Key reused for a different request",
    meaning: "The same key was used earlier for this endpoint with a different body or query.",
    remedy: "Use a new key for a new request. To get the earlier response again, repeat exactly \
             the same request.",
};
pub const IDEMPOTENCY_IN_PROGRESS: Code = Code {
    name: "idempotency_in_progress",
    kind: Kind::Conflict,
    title: "Request with this Idempotency-Key still in progress",
    meaning: "The same request is being processed right now; it will not run twice.",
    remedy: "Wait for the number of seconds in `Retry-After`, then repeat the request to get its \
             response.",
};
pub const CALL_TIMED_OUT: Code = Code {
    name: "call_timed_out",
    kind: Kind::Timeout,
    title: "Request timed out",
    meaning: "The request was not finished within the time limit of the endpoint. You were not \
              charged.",
    remedy: "Try again, with an `Idempotency-Key` if the endpoint accepts one.",
};
pub const CALLER_LEFT: Code = Code {
    name: "caller_left",
    kind: Kind::CallerLeft,
    title: "Client closed the connection",
    meaning: "The connection was closed before the response was ready, so you did not receive it. \
              This code appears only in the request log, with status 499. The request is charged \
              if it ended in a charged response, because an external source had been queried for \
              it.",
    remedy: "Wait longer: the timeout of your client should be longer than that of the endpoint. \
             If the endpoint accepts one, send an `Idempotency-Key`: repeating the request then \
             returns its response free of charge.",
};
pub const SANDBOX_VALUE_IN_LIVE: Code = Code {
    name: "sandbox_value_in_live",
    kind: Kind::Unprocessable,
    title: "Sandbox value sent to live",
    meaning: "The value is reserved for choosing outcomes in the sandbox and has no meaning in \
              live.",
    remedy: "Send real values in live, or `X-Environment: sandbox` to test.",
};
pub const OUTCOME_UNKNOWN: Code = Code {
    name: "outcome_unknown",
    kind: Kind::InDoubt,
    title: "Outcome not known yet",
    meaning: "The connection to the database was lost while the request was being recorded: either \
              it was recorded and charged, or neither. `X-Charge-Amount` is absent.",
    remedy: "If you sent an `Idempotency-Key`, send the same request again after the number of \
             seconds in `Retry-After`: it is processed and charged only once. Otherwise, once the \
             service is back, look for the `X-Request-Id` of the response in the request log: if \
             it is not there, you were not charged.",
};
pub const UPSTREAM_NOT_CONFIGURED: Code = Code {
    name: "upstream_not_configured",
    kind: Kind::Unavailable,
    title: "Product not connected to a live source",
    meaning: "The request is allowed, but the operator has not connected an exchange or registry \
              yet.",
    remedy: "Ask the operator. You were not charged.",
};
pub const UPSTREAM_REJECTED: Code = Code {
    name: "upstream_rejected",
    kind: Kind::Unprocessable,
    title: "Refused by the external source",
    meaning: "The request was valid, but the registry or exchange behind this product rejected it \
              for its own reason, which the message repeats. You were not charged.",
    remedy: "Do not repeat the request unchanged. In the registry's sandbox, reserved numbers \
             ending in 2 cause this error.",
};
pub const UPSTREAM_UNAVAILABLE: Code = Code {
    name: "upstream_unavailable",
    kind: Kind::Unavailable,
    title: "External source unavailable",
    meaning: "The registry or exchange behind this product could not be reached or reported that \
              it is unavailable, and did nothing. You were not charged.",
    remedy: "Try again after the number of seconds in `Retry-After`. In the registry's sandbox, \
             reserved numbers ending in 3 cause this error.",
};
pub const UPSTREAM_ACCOUNT_PROBLEM: Code = Code {
    name: "upstream_account_problem",
    kind: Kind::Unavailable,
    title: "Operator's account with the external source refused",
    meaning: "The registry or exchange refused the operator's own credentials, balance or \
              permissions. Your key and wallet are not the problem. The operator has been \
              notified. You were not charged.",
    remedy: "Try again after the number of seconds in `Retry-After`, or ask the operator.",
};
/// 401, admin API
pub const UNAUTHORIZED: Code = Code {
    name: "unauthorized",
    kind: Kind::Unauthenticated,
    title: "Admin token required",
    meaning: "The admin API requires `Authorization: Bearer <token>`; the token is missing, wrong \
              or revoked.",
    remedy: "Send a valid admin token. `kofa demo` prints one.",
};
/// 403, admin API
pub const FORBIDDEN: Code = Code {
    name: "forbidden",
    kind: Kind::Forbidden,
    title: "Role does not allow this",
    meaning: "Your role as an operator or member does not include this permission.",
    remedy: "Ask someone whose role allows it.",
};
/// 404, admin API and quote
pub const UNKNOWN_OPERATION: Code = Code {
    name: "unknown_operation",
    kind: Kind::NotFound,
    title: "Unknown operationId",
    meaning: "Prices and quotes identify endpoints by their operationId in the API description.",
    remedy: "Find the operationId in /openapi.json.",
};
pub const INVALID_EMAIL: Code = Code {
    name: "invalid_email",
    kind: Kind::Unprocessable,
    title: "Invalid email address",
    meaning: "The field must contain one email address, and the value does not look like one.",
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
