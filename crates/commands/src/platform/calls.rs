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

/// A request made by a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestRow {
    /// The `X-Request-Id` of the response.
    request_id: uuid::Uuid,
    /// When the request was received.
    #[schema(format = "date-time")]
    at: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The product; null if the endpoint belongs to none.
    #[schema(required)]
    service: Option<&'static str>,
    /// The endpoint.
    operation_id: String,
    /// The HTTP method.
    #[schema(required)]
    method: Option<&'static str>,
    /// The path template.
    #[schema(required)]
    path: Option<&'static str>,
    /// The HTTP status of the response.
    #[schema(minimum = 100, maximum = 599)]
    status: u32,
    /// The error code; null if the request succeeded.
    #[schema(required)]
    error_code: Option<String>,
    /// The amount charged, in kobo.
    #[schema(minimum = 0)]
    charge_kobo: i64,
    /// The API key that was used.
    key_id: String,
    /// Time from receipt to settlement, in milliseconds.
    #[schema(minimum = 0)]
    latency_ms: f64,
    /// The number of requests this entry stands for. More than 1 means requests within one
    /// minute that were refused for the same reason before being read, after the first of them.
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
    must: "must be the UUID of a response's `X-Request-Id`",
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
            "List a tenant's requests",
            "Lists requests that match every parameter, newest first, or the single request \
             with\n`requestId`. Follow `nextCursor` until it is null: a page can have fewer \
             items than `limit`,\nor none, before the end.",
        )
        .answers(&[(200, "A page of requests.")]);
    type Output = Paged<RequestRow>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let environment = fields.optional_query(
            "environment",
            "The environment. Default: \
                                                                `sandbox`.",
            ENVIRONMENT,
        );
        let from = fields.optional_query(
            "from",
            "Only requests received at or after this time.",
            ANY_MOMENT,
        );
        let until = fields.optional_query(
            "until",
            "Only requests received before this time.",
            ANY_MOMENT,
        );
        let products = fields.products();
        let scope = ProductScope(products.clone());
        let scope = fields.optional_query(
            "service",
            "Only requests to endpoints of this product.",
            scope,
        );
        let operation = fields.optional_query(
            "operationId",
            "Only requests to this endpoint.",
            OPERATION_ID,
        );
        let docs = "Only responses with this status (`404`) or class (`4xx`).";
        let filter = CallFilter {
            from,
            until,
            operations: None,
            status: fields.optional_query("status", docs, STATUS),
            error_code: fields.optional_query(
                "errorCode",
                "Only responses with this error code.",
                ERROR_CODE,
            ),
            key_id: fields.optional_query(
                "keyId",
                "Only requests made with this API key.",
                IdOf::new(),
            ),
            charged: fields.optional_query(
                "charged",
                "Only requests that were charged (`true`) \
                                                       or free (`false`).",
                Flag,
            ),
            request_id: fields.optional_query(
                "requestId",
                "Only the request with this \
                                                            `X-Request-Id`.",
                REQUEST_ID,
            ),
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

/// Similar requests within an hour or a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageLine {
    /// Start of the hour or day (Lagos time).
    #[schema(format = "date-time")]
    since: String,
    /// The endpoint.
    operation_id: String,
    /// The API key that was used.
    key_id: String,
    /// The HTTP status of the responses.
    #[schema(minimum = 100, maximum = 599)]
    status: u32,
    /// The error code; null if the requests succeeded.
    #[schema(required)]
    error_code: Option<String>,
    /// The number of items.
    #[schema(minimum = 0)]
    calls: i64,
    /// The amount charged, in kobo. Amounts charged after the response was sent count at the
    /// time of the charge.
    #[schema(minimum = 0)]
    charge_kobo: i64,
    /// Total time from receipt to settlement, in microseconds.
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
        "Returns requests and charges by day (Lagos time, up to 92 days) or by hour (up to 31 \
         days).\nPartial days and hours are counted in full. Usage is a few seconds behind the \
         request log.",
    )
    .answers(&[(200, "The usage, on one page.")]);
    type Output = Paged<UsageLine>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let docs = "Start of the period. Default: seven days before `until`.";
        let from = fields.optional_query("from", docs, ANY_MOMENT);
        let until = fields.optional_query("until", "End of the period. Default: now.", ANY_MOMENT);
        let by = fields.optional_query(
            "by",
            "Group by day or by endpoint or hour. Default: \
                                              `day`.",
            SPAN,
        );
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
            let message = format!(
                "There are more than {LINES_MAX} lines. Choose a shorter \
                                   period."
            );
            return Err(Error::on("until", &codes::INVALID_FIELD, message));
        }
        Ok(Paged::whole(lines, UsageLine::from))
    }
}
