//! The API description of the product endpoints (OpenAPI 3.1), from the endpoints
//! themselves: paths, parameters, bodies, answers, prices and billable outcomes.

use std::collections::BTreeMap;

use kofa_core::codes;
use kofa_core::endpoint::{Endpoint, Envelope, Member, Verb};
use kofa_core::product::{Products, TENANT_READ};
use kofa_domain::{Code, Environment, Kobo};
use serde_json::{Map, Value, json};
use utoipa::openapi::schema::Schema;

use super::envelope::status;
use super::reference::{Place, Reference};

/// Codes that the gate may answer with on every endpoint.
const GATE_CODES: [&Code; 15] = [
    &codes::MISSING_API_KEY,
    &codes::INVALID_API_KEY,
    &codes::API_KEY_EXPIRED,
    &codes::API_KEY_REVOKED,
    &codes::TENANT_SUSPENDED,
    &codes::IP_NOT_ALLOWED,
    &codes::INVALID_ENVIRONMENT,
    &codes::ENVIRONMENT_MISMATCH,
    &codes::RATE_LIMIT_EXCEEDED,
    &codes::MISSING_FIELD,
    &codes::INVALID_FIELD,
    &codes::INTERNAL_ERROR,
    &codes::SERVICE_UNAVAILABLE,
    &codes::OUTCOME_UNKNOWN,
    &codes::CALL_TIMED_OUT,
];
const CHARGED_CODES: [&Code; 1] = [&codes::INSUFFICIENT_WALLET_BALANCE];
const BODY_CODES: [&Code; 5] = [
    &codes::BODY_TOO_LARGE,
    &codes::UNSUPPORTED_MEDIA_TYPE,
    &codes::MALFORMED_JSON,
    &codes::MALFORMED_REQUEST,
    &codes::INVALID_BODY,
];
const IDEMPOTENT_CODES: [&Code; 3] = [
    &codes::INVALID_IDEMPOTENCY_KEY,
    &codes::IDEMPOTENCY_KEY_REUSED,
    &codes::IDEMPOTENCY_IN_PROGRESS,
];

/// What `Idempotency-Replayed` says; see [`text_of_true`].
pub const REPLAYED: &str = "`true` if this is the response of an earlier request, returned again \
                            free of charge; absent otherwise.";

/// The schema of a header that says `true` or is absent.
pub fn text_of_true() -> Schema {
    kofa_core::schema::choice(&["true"])
}

/// The group of the endpoints that are of no product.
const ACCOUNT: (&str, &str) = ("Account", "Your own account.");

/// The whole description. `price` says what an endpoint costs in an environment, in kobo.
pub fn document(
    products: &Products,
    pages: &[(&'static Endpoint, Reference)],
    price: impl Fn(&Endpoint, Environment) -> Kobo,
) -> Value {
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    let mut schemas: BTreeMap<String, Value> = BTreeMap::new();
    let envelopes = products.iter().map(|one| one.envelope);
    for envelope in envelopes.chain([Envelope::PROBLEM]) {
        let own = pages
            .iter()
            .filter(|(endpoint, _)| endpoint.envelope == envelope)
            .flat_map(|(_, page)| &page.error_details);
        schemas.insert(envelope.schema.to_owned(), failure_schema(envelope, own));
    }
    for (endpoint, page) in pages {
        for (name, schema) in &page.schemas {
            schemas.insert(name.clone(), json!(schema));
        }
        let verb = endpoint.verb.as_str().to_ascii_lowercase();
        let product = endpoint.scope.and_then(|scope| products.of_scope(scope));
        let (tag, _) = product.map_or(ACCOUNT, |one| one.tag);
        let operation = operation(tag, endpoint, page, &price);
        paths
            .entry(endpoint.path)
            .or_default()
            .insert(verb, operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kofa",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!(
                "{} with one API key. Every response has an `X-Request-Id`; charged endpoints \
                 return the cost of the request in `X-Charge-Amount` (kobo). Only the outcomes in \
                 `x-billable-outcomes` are charged.",
                products.purposes()
            ),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": products
            .iter()
            .map(|one| one.tag)
            .chain([ACCOUNT])
            .map(|(name, description)| json!({"name": name, "description": description}))
            .collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"apiKey": {
                "type": "apiKey", "in": "header", "name": "X-API-Key",
                "description": "Your API key, created in the portal with the scopes you choose.",
            }},
        },
        "security": [{"apiKey": []}],
        "x-error-codes": error_codes(pages),
    })
}

/// Every code that an endpoint answers with, and the words of its page.
fn error_codes(pages: &[(&'static Endpoint, Reference)]) -> BTreeMap<&'static str, Value> {
    let codes = pages
        .iter()
        .flat_map(|(endpoint, page)| codes_of(endpoint, page));
    let told = |code: &Code| {
        json!({
            "status": status(code.kind).as_u16(),
            "title": code.title, "meaning": code.meaning, "remedy": code.remedy,
        })
    };
    codes.map(|code| (code.name, told(code))).collect()
}

fn operation(
    tag: &str,
    endpoint: &Endpoint,
    page: &Reference,
    price: &impl Fn(&Endpoint, Environment) -> Kobo,
) -> Value {
    let mut operation = json!({
        "operationId": endpoint.operation_id,
        "tags": [tag],
        "summary": page.summary,
        "description": description(endpoint, page),
        "parameters": parameters(endpoint, page),
        "responses": responses(endpoint, page),
        "x-price": {
            "currency": "NGN",
            "unit": "kobo",
            "sandbox": price(endpoint, Environment::Sandbox).get(),
            "live": price(endpoint, Environment::Live).get(),
        },
        "x-billable-outcomes": endpoint.billable.iter()
            .map(|one| json!({"status": one.status, "when": one.when}))
            .collect::<Vec<_>>(),
    });
    if !page.bodies.is_empty() {
        let content: Map<String, Value> = page
            .bodies
            .iter()
            .map(|(media_type, schema)| ((*media_type).to_owned(), json!({"schema": schema})))
            .collect();
        operation["requestBody"] = json!({"required": true, "content": content});
    }
    if let Some(scope) = endpoint.scope {
        operation["x-required-scope"] = scope.as_str().into();
    }
    operation
}

fn description(endpoint: &Endpoint, page: &Reference) -> String {
    let mut text = page.description.to_owned();
    let mut failures: Vec<_> = codes_of(endpoint, page).into_iter().collect();
    failures.sort_by_key(|code| (status(code.kind).as_u16(), code.name));
    text.push_str("\n\n**Error codes**: ");
    for (position, code) in failures.iter().enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        let path = super::envelope::doc_path(code.name);
        text.push_str(&format!("{comma}[`{}`]({path})", code.name));
    }
    text.push('.');
    text
}

fn codes_of(endpoint: &Endpoint, page: &Reference) -> Vec<&'static Code> {
    let mut all: Vec<&Code> = GATE_CODES.to_vec();
    if let Some(scope) = endpoint.scope {
        all.push(&codes::INSUFFICIENT_SCOPE);
        if scope != TENANT_READ {
            all.push(&codes::SERVICE_NOT_ENABLED);
        }
    }
    if endpoint.is_charged() {
        all.extend(CHARGED_CODES);
    }
    if endpoint.verb == Verb::Post {
        all.extend(BODY_CODES);
    }
    if endpoint.idempotent {
        all.extend(IDEMPOTENT_CODES);
    }
    all.extend(&page.codes);
    // Some are of several of these.
    let mut known = Vec::with_capacity(all.len());
    all.retain(|code| {
        let is_new = !known.contains(&code.name);
        known.push(code.name);
        is_new
    });
    all
}

fn parameters(endpoint: &Endpoint, page: &Reference) -> Vec<Value> {
    let mut all: Vec<Value> = page
        .parameters
        .iter()
        .map(|one| {
            let place = match one.place {
                Place::Query => "query",
                Place::Path => "path",
                Place::Header => "header",
            };
            json!({
                "name": one.name, "in": place, "required": one.required,
                "description": one.description, "schema": one.schema,
            })
        })
        .collect();
    all.push(json!({
        "name": "X-Environment", "in": "header", "required": false,
        "description": "Environment for this request. Default: the key's only environment, or \
                        sandbox if it has both.",
        "schema": {"type": "string", "enum": ["sandbox", "live"]},
    }));
    if endpoint.idempotent {
        all.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "Makes retries safe: the same key and body return the first response \
                            again, free of charge, for at least 24 hours.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255,
                       "pattern": "^[!-~]+$"},
        }));
    }
    all
}

fn responses(endpoint: &Endpoint, page: &Reference) -> Map<String, Value> {
    let mut all = BTreeMap::new();
    for answer in &page.answers {
        let entry = all.entry(answer.status.to_string()).or_insert_with(|| {
            json!({"description": answer.description, "headers": headers(endpoint, page),
                "content": {}})
        });
        entry["content"][answer.media_type] = json!({"schema": answer.schema});
    }
    let mut failures: BTreeMap<u16, Vec<&Code>> = BTreeMap::new();
    for code in codes_of(endpoint, page) {
        failures
            .entry(status(code.kind).as_u16())
            .or_default()
            .push(code);
    }
    let Envelope {
        schema, media_type, ..
    } = *endpoint.envelope;
    for (status, codes) in failures {
        let names: Vec<_> = codes
            .iter()
            .map(|code| format!("`{}`", code.name))
            .collect();
        all.insert(
            status.to_string(),
            json!({
                "description": names.join(", "),
                "headers": failure_headers(endpoint, status),
                "content": {media_type: {
                    "schema": {"$ref": format!("#/components/schemas/{schema}")}
                }},
            }),
        );
    }
    all.into_iter().collect()
}

fn request_id_header() -> Value {
    json!({
        "description": "The id of the request, also in the request log.",
        "schema": {"type": "string", "format": "uuid"},
    })
}

/// Those of every answer past the check of the limits.
fn settled_headers(endpoint: &Endpoint) -> Value {
    let header =
        |description: &str, of: &str| json!({"description": description, "schema": {"type": of}});
    let text = |description| header(description, "string");
    let kobo = |description| header(description, "integer");
    let mut all = json!({
        "X-Request-Id": request_id_header(),
        "RateLimit-Policy": text("The strictest limit: burst size `q`, seconds to refill `w`."),
        "RateLimit": text("Requests left `r`, seconds until the full burst is available `t`."),
    });
    if endpoint.is_charged() {
        all["X-Charge-Amount"] = kobo("The cost of this request, in kobo.");
        all["X-Charge-Currency"] = text("Always NGN.");
        all["X-Wallet-Balance"] = kobo("The available balance of the wallet, in kobo.");
    }
    if endpoint.idempotent {
        all["Idempotency-Replayed"] = json!({"description": REPLAYED, "schema": text_of_true()});
    }
    all
}

/// Those of a refusal: 401 and 403 come before the limits and the wallet are looked at.
fn failure_headers(endpoint: &Endpoint, status: u16) -> Value {
    let mut all = match status {
        401 | 403 => json!({"X-Request-Id": request_id_header()}),
        _ => settled_headers(endpoint),
    };
    if matches!(status, 409 | 429 | 503) {
        all["Retry-After"] = json!({
            "description": "Seconds to wait before you try again, if a retry can help.",
            "schema": {"type": "integer", "minimum": 1},
        });
    }
    all
}

fn headers(endpoint: &Endpoint, page: &Reference) -> Value {
    let mut all = settled_headers(endpoint);
    for (name, schema, description) in &page.answer_headers {
        all[*name] = json!({"description": description, "schema": schema});
    }
    all
}

/// What the gate's refusals tell beside code, field and message.
fn gate_details() -> Value {
    let kobo = |what: &str| {
        let description = format!("With `insufficient_wallet_balance`: {what}, in kobo.");
        json!({"type": "integer", "description": description})
    };
    json!({
        "requestedEnvironment": {"type": "string", "enum": ["sandbox", "live"],
            "description": "With `environment_mismatch`: the environment of the request."},
        "requiredScope": {"type": "string",
            "description": "With `insufficient_scope`: the scope that the key lacks."},
        "policy": {"type": "string", "enum": ["key", "tenant"],
            "description": "With `rate_limit_exceeded`: which limit was reached."},
        "price": kobo("the cost of the request"),
        "available": kobo("the available balance"),
        "shortfall": kobo("the missing amount"),
        "currency": {"type": "string",
            "description": "With `insufficient_wallet_balance`: always NGN."},
    })
}

/// `own` is what errors of the products tell more.
fn failure_schema<'a>(
    envelope: &Envelope,
    own: impl Iterator<Item = &'a (&'static str, Schema, &'static str)>,
) -> Value {
    let errors = errors_schema(envelope.link, own);
    let required: Vec<&str> = envelope.members.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> = envelope
        .members
        .iter()
        .map(|(name, member)| {
            let schema = match member {
                Member::Success => json!({"type": "boolean", "enum": [false]}),
                Member::Status => json!({"type": "integer", "minimum": 400, "maximum": 599}),
                Member::Data => json!({"type": "null"}),
                Member::RequestId => json!({"type": "string", "format": "uuid"}),
                Member::Errors => errors.clone(),
                Member::Message | Member::Page | Member::Title | Member::Code => {
                    json!({"type": "string"})
                }
            };
            ((*name).to_owned(), schema)
        })
        .collect();
    json!({"type": "object", "required": required, "properties": properties})
}

fn errors_schema<'a>(
    link: &str,
    own: impl Iterator<Item = &'a (&'static str, Schema, &'static str)>,
) -> Value {
    let mut errors = json!({
        "type": "array", "minItems": 1,
        "items": {
            "type": "object", "required": ["code", "message", link],
            "properties": {
                "code": {"type": "string", "description": "The stable error code."},
                "field": {"type": "string", "description": "The field that the error is about."},
                "message": {"type": "string", "description": "What is wrong and how to fix it."},
                link: {"type": "string", "description": "Documentation of the error code."},
            },
        },
    });
    let told = &mut errors["items"]["properties"];
    for (name, schema) in gate_details().as_object().into_iter().flatten() {
        told[name] = schema.clone();
    }
    for (name, schema, description) in own {
        told[*name] = json!(schema);
        told[*name]["description"] = (*description).into();
    }
    errors
}
