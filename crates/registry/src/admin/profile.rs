//! One company of the register, with how much is known of it.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::StatusCode;
use kofa_domain::{Error, Result, codes};
use kofa_platform::admin::{AdminCall, Desk, Reply, json};
use serde::Serialize;
use utoipa::ToSchema;

use super::companies::CompanyView;
use crate::keys::Entity;
use crate::ops_profile::ProfileOf;
use crate::profile::{Part, Profile};
use crate::rules::{EntityType, read_rc_number};

/// These routes.
pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new().route(
        "/admin/v1/registry/companies/{environment}/{entityType}/{rcNumber}",
        get(get_registry_company),
    )
}

/// A company, with how much the register knows of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryCompanyDetails)]
pub(super) struct DetailsView {
    #[serde(flatten)]
    company: CompanyView,
    #[schema(required)]
    line_of_business: Option<String>,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    branch_address: Option<String>,
    #[schema(required)]
    head_office_address: Option<String>,
    /// Year or date.
    #[schema(required)]
    last_annual_return: Option<String>,
    /// Roles of people and bodies.
    roles: usize,
    /// Whether its share capital is known.
    has_share_capital: bool,
    /// Charges over its assets.
    charges: usize,
}

impl From<Profile> for DetailsView {
    fn from(profile: Profile) -> Self {
        let (record, details) = (profile.record, profile.details);
        Self {
            line_of_business: record.company.line_of_business.clone(),
            email: record.company.email.clone(),
            company: CompanyView::from(record),
            phone: details.phone,
            branch_address: details.branch_address,
            head_office_address: details.head_office_address,
            last_annual_return: details.last_annual_return,
            roles: profile.roles.len(),
            has_share_capital: profile.capital.is_some(),
            charges: profile.charges.len(),
        }
    }
}

/// Get a company of the register
///
/// As it was imported, with how much is known of its people, capital and charges.
#[utoipa::path(
    get, path = "/admin/v1/registry/companies/{environment}/{entityType}/{rcNumber}",
    operation_id = "getRegistryCompany", tag = "Registry",
    params(
        ("environment" = inline(String), Path),
        ("entityType" = inline(String), Path, description = "Such as `COMPANY`."),
        ("rcNumber" = inline(String), Path, description = "Without prefix."),
    ),
    responses((status = 200, body = DetailsView, description = "The company.")),
)]
pub(super) async fn get_registry_company(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let environment = call.environment()?;
    let find = ProfileOf {
        environment,
        entity: entity(&call)?,
        part: Part::StatusReport,
    };
    let found = desk.store.read(find).await?.ok_or_else(missing)?;
    Ok(json(StatusCode::OK, &DetailsView::from(found)))
}

fn missing() -> Error {
    Error::new(
        &codes::NOT_FOUND,
        "There is no such company in the register.",
    )
}

fn entity(call: &AdminCall) -> Result<Entity> {
    let number = read_rc_number(call.request.path_parameter("rcNumber"));
    let kind = EntityType::parse(call.request.path_parameter("entityType"));
    Ok(Entity {
        rc_number: number.map_err(|_| missing())?.number,
        entity_type: kind.ok_or_else(missing)?,
    })
}
