//! Request log and usage.

use std::sync::Arc;

use axum::extract::State;
use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Error, Fault, KeyId, RequestId, Scope, Timestamp, codes};
use kofa_gate::Query;
use kofa_insight::calls::{
    CallFilter, FindCalls, ListUsage, LoggedCall, Span, StatusFilter, Usage,
};
use kofa_ledger::money;
use serde::Serialize;
use utoipa::ToSchema;

use super::call::AdminCall;
use super::problem::Reply;
use super::wire::{PageOf, environment_schema, moment, page, whole};
use crate::state::AdminState;

/// Lines of usage in one answer.
const LINES_MAX: usize = 20_000;

/// One call of a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestRow {
    /// `X-Request-Id` of its answer.
    request_id: uuid::Uuid,
    /// When it arrived.
    #[schema(format = "date-time")]
    at: String,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The product; null for what belongs to none.
    #[schema(required)]
    service: Option<&'static str>,
    /// The endpoint.
    operation_id: String,
    /// Its verb.
    #[schema(required)]
    method: Option<&'static str>,
    /// Its path, with the names of its parameters.
    #[schema(required)]
    path: Option<&'static str>,
    /// The HTTP status of the answer.
    #[schema(minimum = 100, maximum = 599)]
    status: u32,
    /// The error's code; null if the answer was none.
    #[schema(required)]
    error_code: Option<String>,
    /// What it cost, in kobo.
    #[schema(minimum = 0)]
    charge_kobo: i64,
    /// With which key.
    key_id: String,
    /// From arrival to settlement, in milliseconds.
    #[schema(minimum = 0)]
    latency_ms: f64,
    /// How many calls it stands for. More than one: calls of one minute that were refused alike
    /// before they were read, after the first of them.
    #[schema(minimum = 1)]
    count: i64,
}

impl RequestRow {
    fn new(call: LoggedCall, environment: Environment, admin: &AdminState) -> Self {
        let endpoint = admin
            .products
            .endpoints()
            .iter()
            .find(|endpoint| endpoint.operation_id == call.operation_id);
        Self {
            request_id: call.request_id,
            at: moment(call.at),
            environment,
            service: endpoint
                .and_then(|one| one.scope.as_ref())
                .map(Scope::as_str),
            method: endpoint.map(|one| one.verb.as_str()),
            path: endpoint.map(|one| one.path),
            operation_id: call.operation_id,
            status: call.status,
            error_code: call.error_code,
            charge_kobo: call.charge.get(),
            key_id: call.key_id.to_string(),
            #[expect(clippy::cast_precision_loss, reason = "a latency is far below 2^52 us")]
            latency_ms: call.latency_us.max(0) as f64 / 1_000.0,
            count: call.calls,
        }
    }
}

/// Reads a parameter that may be absent.
fn read<T>(
    query: &Query,
    name: &'static str,
    must: &str,
    faults: &mut Vec<Fault>,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Option<T> {
    let text = query.get(name)?;
    let value = parse(text);
    if value.is_none() {
        let message = format!("`{name}` must be {must}.");
        faults.push(Fault::on(name, &codes::INVALID_FIELD, message));
    }
    value
}

const MOMENT: &str = "a moment in RFC 3339";

/// The name of an endpoint or of an error.
fn word(text: &str) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_word = (1..=80).contains(&text.len()) && text.bytes().all(plain);
    is_word.then(|| text.to_owned())
}

fn filter(query: &Query, admin: &AdminState) -> kofa_domain::Result<(Environment, CallFilter)> {
    let mut faults = Vec::new();
    let to = &mut faults;
    let must = "`sandbox` or `live`";
    let environment = read(query, "environment", must, to, Environment::parse);
    let scope = |text: &str| admin.products.scope(text);
    let scope = read(query, "service", "a scope", to, scope);
    let operation_id = read(query, "operationId", "the name of an endpoint", to, word);
    let must = "a status such as `404`, or a class such as `4xx`";
    let status = read(query, "status", must, to, StatusFilter::parse);
    let must = "the UUID of an answer's `X-Request-Id`";
    let request_id = read(query, "requestId", must, to, |text| {
        RequestId::parse_str(text).ok()
    });
    let filter = CallFilter {
        from: read(query, "from", MOMENT, to, Timestamp::parse_rfc3339),
        until: read(query, "until", MOMENT, to, Timestamp::parse_rfc3339),
        operations: None,
        status,
        error_code: read(query, "errorCode", "the name of an error code", to, word),
        key_id: read(query, "keyId", "the id of a key", to, KeyId::parse),
        request_id,
        charged: read(query, "charged", "`true` or `false`", to, |text| {
            text.parse().ok()
        }),
    };
    Error::check(faults)?;
    let environment = environment.unwrap_or(Environment::Sandbox);
    let filter = filter.to_endpoints(scope, operation_id.as_deref(), admin.products.endpoints());
    Ok((environment, filter))
}

/// List a tenant's calls
///
/// The newest first; only those that fit every parameter, or the one call with `requestId`.
/// Follow `nextCursor` until it is null: where few calls fit, a page may have fewer items than
/// `limit`, or none, before the end.
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/requests", operation_id = "listRequests",
    tag = "Logs",
    params(
        ("tenantId" = String, Path),
        ("environment" = inline(Option<String>), Query, description = "`sandbox` if absent."),
        ("from" = inline(Option<String>), Query, format = "date-time",
            description = "Arrived at this moment or later."),
        ("until" = inline(Option<String>), Query, format = "date-time",
            description = "Arrived before this moment."),
        ("service" = inline(Option<String>), Query,
            pattern = "^(investment_ipo|ai_processing_hub|business_validation_registry)$",
            description = "To endpoints of this product."),
        ("operationId" = inline(Option<String>), Query, pattern = "^[A-Za-z0-9_]{1,80}$",
            description = "To this endpoint."),
        ("status" = inline(Option<String>), Query, pattern = "^([2-5]xx|[1-5][0-9]{2})$",
            description = "Answered so: `404`, or a class: `4xx`."),
        ("errorCode" = inline(Option<String>), Query, pattern = "^[A-Za-z0-9_]{1,80}$",
            description = "Answered with this error."),
        ("keyId" = inline(Option<String>), Query, description = "With this key."),
        ("charged" = inline(Option<String>), Query, pattern = "^(true|false)$",
            description = "Whether it cost something."),
        ("requestId" = inline(Option<uuid::Uuid>), Query, description = "Only this call."),
        ("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query),
    ),
    responses((status = 200, body = PageOf<RequestRow>, description = "A page of calls.")),
)]
pub(crate) async fn list_requests(State(admin): State<Arc<AdminState>>, call: AdminCall) -> Reply {
    let (tenant, asked) = (call.tenant()?, call.page()?);
    let (environment, filter) = filter(&call.request.query(), &admin)?;
    let list = FindCalls {
        tenant,
        environment,
        filter,
        before: Some(asked.before_seq()?),
        limit: asked.limit(),
    };
    let found = admin.store.read(list).await?;
    let listed = Listed {
        items: found.rows,
        next_cursor: found.next.map(Page::cursor),
    };
    Ok(page(listed, |row| {
        RequestRow::new(row, environment, &admin)
    }))
}

/// Calls that were alike, within an hour or a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UsageLine {
    /// When the hour, or the day in Lagos, began.
    #[schema(format = "date-time")]
    since: String,
    /// The endpoint.
    operation_id: String,
    /// With which key.
    key_id: String,
    /// The HTTP status of the answers.
    #[schema(minimum = 100, maximum = 599)]
    status: u32,
    /// The error's code; null if the answers were none.
    #[schema(required)]
    error_code: Option<String>,
    /// How many.
    #[schema(minimum = 0)]
    calls: i64,
    /// What they cost, in kobo. What was charged after a call was answered counts where it was
    /// charged.
    #[schema(minimum = 0)]
    charge_kobo: i64,
    /// From arrival to settlement, all of them together, in microseconds.
    #[schema(minimum = 0)]
    latency_us_sum: i64,
}

impl From<Usage> for UsageLine {
    fn from(usage: Usage) -> Self {
        Self {
            since: moment(usage.hour),
            operation_id: usage.operation_id,
            key_id: usage.key_id.to_string(),
            status: usage.status,
            error_code: Some(usage.error_code).filter(|code| !code.is_empty()),
            calls: usage.calls,
            charge_kobo: usage.charge.get(),
            latency_us_sum: usage.latency_us.max(0),
        }
    }
}

/// Get a tenant's usage
///
/// Calls and charges by day in Lagos, at most 92, or by hour, of at most 31 days. Days and hours
/// that are touched count whole. It follows the log within seconds.
#[utoipa::path(
    get, path = "/admin/v1/tenants/{tenantId}/usage/{environment}", operation_id = "getUsage",
    tag = "Logs",
    params(
        ("tenantId" = String, Path), ("environment" = String, Path),
        ("from" = inline(Option<String>), Query, format = "date-time",
            description = "Seven days before `until` if absent."),
        ("until" = inline(Option<String>), Query, format = "date-time",
            description = "Now if absent."),
        ("by" = inline(Option<String>), Query, pattern = "^(day|hour)$",
            description = "`day` if absent."),
    ),
    responses((status = 200, body = PageOf<UsageLine>, description = "All of it, on one page.")),
)]
pub(crate) async fn get_usage(State(admin): State<Arc<AdminState>>, call: AdminCall) -> Reply {
    let (tenant, environment) = (call.tenant()?, call.environment()?);
    let query = call.request.query();
    let mut faults = Vec::new();
    let to = &mut faults;
    let from = read(&query, "from", MOMENT, to, Timestamp::parse_rfc3339);
    let until = read(&query, "until", MOMENT, to, Timestamp::parse_rfc3339);
    let by = read(&query, "by", "`day` or `hour`", to, |text| match text {
        "day" => Some(Span::Day),
        "hour" => Some(Span::Hour),
        _ => None,
    });
    Error::check(faults)?;
    money::find_wallet(&admin.store, tenant.clone(), environment).await?;
    let until = until.unwrap_or(call.by.at);
    let list = ListUsage {
        tenant,
        environment,
        from: from.unwrap_or(until.plus_seconds(-7 * 24 * 3_600)),
        until,
        by: by.unwrap_or(Span::Day),
    };
    let lines = admin.store.read(list).await?;
    if lines.len() > LINES_MAX {
        let message = format!("There are more than {LINES_MAX} lines: choose a shorter time.");
        return Err(Error::on("until", &codes::INVALID_FIELD, message).into());
    }
    Ok(whole(lines.into_iter().map(UsageLine::from).collect()))
}
