//! The description of the admin API (OpenAPI 3.1), from the handlers' own types.

use axum::response::{IntoResponse as _, Response};
use http::header;
use kofa_commands::platform;
use kofa_core::product::Products;
use kofa_core::schema::choice;
use serde_json::Value;
use utoipa::openapi::schema::{ArrayItems, Schema};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, RefOr, ResponseBuilder};
use utoipa::{Modify, OpenApi};

use super::extension::Extension;
use super::problem::ProblemDetails;
use super::{hooks, public};

/// Refusals that any call may get, and when.
const REFUSALS: [(&str, &str); 12] = [
    ("400", "The request cannot be parsed."),
    ("401", "The token is missing or invalid."),
    ("403", "The role does not allow this."),
    ("404", "The resource does not exist."),
    ("405", "This path does not support the method."),
    ("409", "The request conflicts with the current state."),
    ("410", "The resource no longer exists."),
    ("413", "The body is too large."),
    ("415", "The body must be JSON."),
    (
        "422",
        "The request is well formed but invalid. Every error is listed.",
    ),
    ("500", "An error on our side."),
    ("503", "The database is unavailable."),
];

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kofa admin API",
        description = "The API for operators of a Kofa server. Every change is recorded in the \
                       audit log.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    servers((url = "/")),
    paths(
        public::get_invite, public::accept_invite, public::use_setup, hooks::payment_notice,
        hooks::test_webhook,
    ),
    components(schemas(ProblemDetails)),
    security(("adminToken" = [])),
)]
struct AdminApi;

/// The whole description: the platform's routes and `extensions`, those of the products.
///
/// # Panics
/// If a command cannot be described, which a test would have found.
pub fn document(products: &Products, extensions: &[Extension]) -> utoipa::openapi::OpenApi {
    let mut whole = AdminApi::openapi();
    kofa_commands::add_to(&mut whole, &platform::all()).expect("commands can be described");
    Services(products).modify(&mut whole);
    for product in extensions {
        kofa_commands::add_to(&mut whole, &product.commands).expect("commands can be described");
        let product = &product.document;
        debug_assert!(!share_a_schema(&whole, product), "schemas need other names");
        whole.paths.merge(product.paths.clone());
        let theirs = product.components.clone().unwrap_or_default();
        let ours = whole.components.get_or_insert_with(Default::default);
        for (name, schema) in theirs.schemas {
            ours.schemas.entry(name).or_insert(schema);
        }
    }
    // After the merge, so that no product can forget a refusal or the bounds of a parameter.
    Bearer.modify(&mut whole);
    Refusals.modify(&mut whole);
    Parameters(products).modify(&mut whole);
    whole
}

/// Says which products there are, wherever a schema of the platform names some: `scope` holds one
/// of a product, `scopes` those of a key, `affects` services.
struct Services<'a>(&'a Products);

impl Modify for Services<'_> {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let scopes: Vec<Value> = self.0.scope_words().into_iter().map(Value::from).collect();
        let key_scopes = self.0.key_scopes().map(|one| one.as_str().into());
        let key_scopes: Vec<Value> = key_scopes.collect();
        let services = self.0.services().into_iter();
        let services: Vec<Value> = services.map(|one| one.to_string().into()).collect();
        let components = openapi.components.get_or_insert_with(Default::default);
        for schema in components.schemas.values_mut() {
            for_each_property(schema, &mut |name, property| match name {
                "scope" => restrict(property, &scopes),
                "scopes" => restrict(property, &key_scopes),
                "affects" => {
                    restrict(property, &services);
                    if let RefOr::T(Schema::Array(list)) = property {
                        list.max_items = Some(services.len());
                    }
                }
                _ => {}
            });
        }
    }
}

/// The values that a text may have, or each text of a list.
fn restrict(schema: &mut RefOr<Schema>, values: &[Value]) {
    match schema {
        RefOr::T(Schema::Object(text)) => text.enum_values = Some(values.to_vec()),
        RefOr::T(Schema::Array(list)) => {
            if let ArrayItems::RefOrSchema(items) = &mut list.items {
                restrict(items, values);
            }
        }
        _ => {}
    }
}

fn for_each_property(schema: &mut RefOr<Schema>, change: &mut dyn FnMut(&str, &mut RefOr<Schema>)) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            for (name, property) in &mut object.properties {
                change(name, property);
                for_each_property(property, change);
            }
        }
        RefOr::T(Schema::Array(list)) => {
            if let ArrayItems::RefOrSchema(items) = &mut list.items {
                for_each_property(items, change);
            }
        }
        RefOr::T(Schema::AllOf(all)) => {
            for one in &mut all.items {
                for_each_property(one, change);
            }
        }
        _ => {}
    }
}

/// Whether both describe different things under one name: the second would be lost.
fn share_a_schema(one: &utoipa::openapi::OpenApi, other: &utoipa::openapi::OpenApi) -> bool {
    let (Some(one), Some(other)) = (&one.components, &other.components) else {
        return false;
    };
    let differs = |(name, schema)| one.schemas.get(name).is_some_and(|mine| mine != schema);
    other.schemas.iter().any(differs)
}

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("An operator's token, `kofa_admin_…`."))
            .build();
        let components = openapi.components.get_or_insert_with(Default::default);
        components.add_security_scheme("adminToken", SecurityScheme::Http(bearer));
    }
}

struct Refusals;

impl Modify for Refusals {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let content = ContentBuilder::new()
            .schema(Some(utoipa::openapi::Ref::from_schema_name(
                "ProblemDetails",
            )))
            .build();
        for_each_operation(openapi, |operation| {
            for (status, when) in REFUSALS {
                let response = ResponseBuilder::new()
                    .description(when)
                    .content("application/problem+json", content.clone())
                    .build();
                let responses = &mut operation.responses.responses;
                responses
                    .entry(status.to_owned())
                    .or_insert(RefOr::T(response));
            }
        });
    }
}

/// Lists whose cursors are numbers; those of the others are ids.
const NUMBERED: [&str; 7] = [
    "listRequests",
    "listWalletAlerts",
    "listLedger",
    "listAudit",
    "listSettlements",
    "listSubscriptions",
    "listTasks",
];
/// The hex of 1 to 18 digits.
const DIGITS: &str = "^(3[0-9]){1,18}$";
/// The hex of visible ASCII.
const GRAPHIC: &str = "^(2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e]){1,100}$";

/// Bounds of the parameters that many operations share, by name.
struct Parameters<'a>(&'a Products);

impl Modify for Parameters<'_> {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        for_each_operation(openapi, |operation| {
            let by_number = operation
                .operation_id
                .as_deref()
                .is_some_and(|id| NUMBERED.contains(&id));
            let cursor = if by_number { DIGITS } else { GRAPHIC };
            for parameter in operation.parameters.iter_mut().flatten() {
                let RefOr::T(parameter) = parameter else {
                    continue;
                };
                let (schema, says) = match parameter.name.as_str() {
                    "tenantId" => (
                        kofa_core::schema::text("^ten_[0-9a-f]{32}$"),
                        "The tenant's ID.",
                    ),
                    "keyId" => (
                        kofa_core::schema::text("^key_[0-9a-f]{32}$"),
                        "The API key's ID.",
                    ),
                    "inviteId" => (
                        kofa_core::schema::text("^inv_[0-9a-f]{32}$"),
                        "The invite's ID.",
                    ),
                    "incidentId" => (
                        kofa_core::schema::text("^inc_[0-9a-f]{32}$"),
                        "The incident's ID.",
                    ),
                    "topUpId" => (
                        kofa_core::schema::text("^top_[0-9a-f]{32}$"),
                        "The top-up's ID.",
                    ),
                    "operatorId" => (
                        kofa_core::schema::text("^opr_[0-9a-f]{32}$"),
                        "The operator's ID.",
                    ),
                    "environment" => (choice(&["sandbox", "live"]), "The environment."),
                    "month" => (
                        kofa_core::schema::text("^(19[789]|20[0-9])[0-9]-(0[1-9]|1[0-2])$"),
                        "A month, Lagos time.",
                    ),
                    "scope" | "service" => (choice(&self.0.scope_words()), "The product."),
                    "limit" => (
                        kofa_core::schema::integer(1, 100),
                        "Maximum number of items. Default: 20.",
                    ),
                    "cursor" => (
                        kofa_core::schema::text(cursor),
                        "The `nextCursor` of the previous page.",
                    ),
                    "Idempotency-Key" => (
                        kofa_core::schema::text("^[!-~]([ -~]{0,253}[!-~])?$"),
                        "A request with the same key and body is carried out only once.",
                    ),
                    _ => continue,
                };
                parameter.schema = Some(schema.into());
                parameter.description.get_or_insert_with(|| says.to_owned());
            }
        });
    }
}

fn for_each_operation(
    openapi: &mut utoipa::openapi::OpenApi,
    mut change: impl FnMut(&mut utoipa::openapi::path::Operation),
) {
    for item in openapi.paths.paths.values_mut() {
        let all = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.patch,
            &mut item.delete,
        ];
        all.into_iter().flatten().for_each(&mut change);
    }
}

/// The answer of `/admin/openapi.json`.
pub(crate) fn serve(document: &str) -> Response {
    let body = document.to_owned();
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}
