//! Request log and usage.

use kofa_core::product::Products;
use kofa_core::{ActorAt, Listed, Page};
use kofa_domain::{Environment, Error, RequestId, Result, TenantId, codes};
use kofa_insight::calls::{
    CallFilter, FindCalls, ListUsage, LoggedCall, Span, StatusFilter, Usage,
};
use kofa_ledger::money::find_wallet;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::wallets::Which;
use crate::rules::{ANY_MOMENT, ENVIRONMENT, Flag, IdOf, Parsed, ProductScope};
use crate::wire::{Paged, environment_schema, moment};
use crate::{Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[Entry::of::<ListRequests>(), Entry::of::<GetUsage>()];

const TAG: &str = "Logs";
/// Lines of usage in one answer.
const LINES_MAX: usize = 20_000;
/// Days of usage where nothing is said.
const DAYS: i64 = 7;

/// One call of a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestRow {
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
    pub(crate) fn new(call: LoggedCall, environment: Environment, products: &Products) -> Self {
        let endpoint = products
            .endpoints()
            .iter()
            .find(|endpoint| endpoint.operation_id == call.operation_id);
        Self {
            request_id: call.request_id,
            at: moment(call.at),
            environment,
            service: endpoint
                .and_then(|one| products.of_scope(one.scope?))
                .map(|product| product.scope.as_str()),
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

fn word_json() -> Value {
    json!({"type": "string", "pattern": "^[A-Za-z0-9_]{1,80}$"})
}

fn word(text: &str) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_word = (1..=80).contains(&text.len()) && text.bytes().all(plain);
    is_word.then(|| text.to_owned())
}

/// The name of an endpoint.
const OPERATION_ID: Parsed<String> = Parsed {
    parse: word,
    write: String::clone,
    must: "must be the name of an endpoint",
    schema: word_json,
};

/// The name of an error code.
const ERROR_CODE: Parsed<String> = Parsed {
    must: "must be the name of an error code",
    ..OPERATION_ID
};

/// A status, or a class of them.
const STATUS: Parsed<StatusFilter> = Parsed {
    parse: StatusFilter::parse,
    write: StatusFilter::to_string,
    must: "must be a status such as `404`, or a class such as `4xx`",
    schema: || json!({"type": "string", "pattern": "^([2-5]xx|[1-5][0-9]{2})$"}),
};

/// The id of a call.
pub(crate) const REQUEST_ID: Parsed<RequestId> = Parsed {
    parse: |text| RequestId::parse_str(text).ok(),
    write: RequestId::to_string,
    must: "must be the UUID of an answer's `X-Request-Id`",
    schema: || json!({"type": "string", "format": "uuid"}),
};

const SPAN: Parsed<Span> = Parsed {
    parse: |text| match text {
        "day" => Some(Span::Day),
        "hour" => Some(Span::Hour),
        _ => None,
    },
    write: |span| match span {
        Span::Day => "day".to_owned(),
        Span::Hour => "hour".to_owned(),
    },
    must: "must be `day` or `hour`",
    schema: || json!({"type": "string", "pattern": "^(day|hour)$"}),
};

/// A tenant's calls that fit a filter, the newest first.
#[derive(Debug)]
pub struct ListRequests {
    pub tenant: TenantId,
    pub environment: Environment,
    pub filter: CallFilter,
    pub page: Page,
}

impl Command for ListRequests {
    const SPEC: &'static Spec = &Spec::get("listRequests", "/admin/v1/tenants/{tenantId}/requests")
        .about(
            TAG,
            "List a tenant's calls",
            "The newest first; only those that fit every parameter, or the one call with \
             `requestId`.\nFollow `nextCursor` until it is null: where few calls fit, a page may \
             have fewer items than\n`limit`, or none, before the end.",
        )
        .answers(&[(200, "A page of calls.")]);
    type Output = Paged<RequestRow>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let environment = fields.optional_query("environment", "`sandbox` if absent.", ENVIRONMENT);
        let from = fields.optional_query("from", "Arrived at this moment or later.", ANY_MOMENT);
        let until = fields.optional_query("until", "Arrived before this moment.", ANY_MOMENT);
        let products = fields.products();
        let scope = ProductScope(products.clone());
        let scope = fields.optional_query("service", "To endpoints of this product.", scope);
        let operation = fields.optional_query("operationId", "To this endpoint.", OPERATION_ID);
        let docs = "Answered so: `404`, or a class: `4xx`.";
        let filter = CallFilter {
            from,
            until,
            operations: None,
            status: fields.optional_query("status", docs, STATUS),
            error_code: fields.optional_query("errorCode", "Answered with this error.", ERROR_CODE),
            key_id: fields.optional_query("keyId", "With this key.", IdOf::new()),
            charged: fields.optional_query("charged", "Whether it cost something.", Flag),
            request_id: fields.optional_query("requestId", "Only this call.", REQUEST_ID),
        };
        let page = fields.page();
        Some(Self {
            tenant: tenant?,
            environment: environment.unwrap_or(Environment::Sandbox),
            filter: filter.to_endpoints(scope, operation.as_deref(), products.endpoints()),
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let environment = self.environment;
        let list = FindCalls {
            tenant: self.tenant,
            environment,
            filter: self.filter,
            before: Some(self.page.before_seq()?),
            limit: self.page.limit(),
        };
        let found = services.store.read(list).await?;
        let listed = Listed::by_seq(found.rows, found.next);
        let row = |call| RequestRow::new(call, environment, &services.products);
        Ok(Paged::new(listed, row))
    }
}

/// Calls that were alike, within an hour or a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageLine {
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

/// A tenant's calls and charges by hour or by day.
#[derive(Debug)]
pub struct GetUsage(pub ListUsage);

impl Command for GetUsage {
    const SPEC: &'static Spec = &Spec::get(
        "getUsage",
        "/admin/v1/tenants/{tenantId}/usage/{environment}",
    )
    .about(
        TAG,
        "Get a tenant's usage",
        "Calls and charges by day in Lagos, at most 92, or by hour, of at most 31 days. \
                 Days and hours\nthat are touched count whole. It follows the log within seconds.",
    )
    .answers(&[(200, "All of it, on one page.")]);
    type Output = Paged<UsageLine>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let docs = "Seven days before `until` if absent.";
        let from = fields.optional_query("from", docs, ANY_MOMENT);
        let until = fields.optional_query("until", "Now if absent.", ANY_MOMENT);
        let by = fields.optional_query("by", "`day` if absent.", SPAN);
        let Which {
            tenant,
            environment,
        } = which?;
        let until = until.unwrap_or(fields.now());
        Some(Self(ListUsage {
            tenant,
            environment,
            from: from.unwrap_or(until.plus_seconds(-DAYS * 24 * 3_600)),
            until,
            by: by.unwrap_or(Span::Day),
        }))
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let store = &services.store;
        find_wallet(store, self.0.tenant.clone(), self.0.environment).await?;
        let lines = store.read(self.0).await?;
        if lines.len() > LINES_MAX {
            let message = format!("There are more than {LINES_MAX} lines: choose a shorter time.");
            return Err(Error::on("until", &codes::INVALID_FIELD, message));
        }
        Ok(Paged::whole(lines, UsageLine::from))
    }
}
