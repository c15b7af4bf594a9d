//! How much a register holds.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use kofa_domain::Environment;
use kofa_platform::admin::{AdminCall, Desk, PageOf, Reply, environment_schema, whole};
use serde::Serialize;
use utoipa::ToSchema;

use crate::ops_import::{COUNTED_MAX, CountRegister};

const _: () = assert!(COUNTED_MAX == 100_000, "the description says so too");

/// These routes.
pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new().route("/admin/v1/registry/counts", get(get_registry_counts))
}

/// How much the register of an environment holds.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistryCounts)]
pub(super) struct CountsView {
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Companies and other entities; 100001 for more than 100,000, as below.
    #[schema(minimum = 0, maximum = 100_001)]
    companies: i64,
    /// Roles of people and bodies.
    #[schema(minimum = 0, maximum = 100_001)]
    roles: i64,
    /// Share capitals.
    #[schema(minimum = 0, maximum = 100_001)]
    capitals: i64,
    /// Charges.
    #[schema(minimum = 0, maximum = 100_001)]
    charges: i64,
}

/// Count the register
///
/// Of both environments. Nothing is counted beyond 100,000.
#[utoipa::path(
    get, path = "/admin/v1/registry/counts", operation_id = "getRegistryCounts",
    tag = "Registry",
    responses((status = 200, body = PageOf<CountsView>, description = "Both, on one page.")),
)]
pub(super) async fn get_registry_counts(State(desk): State<Arc<Desk>>, _: AdminCall) -> Reply {
    let mut views = Vec::new();
    for environment in [Environment::Sandbox, Environment::Live] {
        let counts = desk.store.read(CountRegister { environment }).await?;
        views.push(CountsView {
            environment,
            companies: counts.companies,
            roles: counts.roles,
            capitals: counts.capitals,
            charges: counts.charges,
        });
    }
    Ok(whole(views))
}
