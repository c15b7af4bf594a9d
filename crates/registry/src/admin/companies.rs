//! The search by name.

use std::sync::Arc;

use axum::extract::State;
use kofa_domain::{Environment, Error, Fault, Result, codes};
use kofa_platform::admin::{AdminCall, Desk, PageOf, Reply, moment, page};
use kofa_platform::http::{Query, choice};
use serde::Serialize;
use utoipa::ToSchema;

use crate::ops_search::SearchCompanies;
use crate::record::Record;
use crate::rules::{EntityType, RegistrationStatus};
use crate::search::{NameQuestion, QUESTION_CHARS_MAX};

const _: () = assert!(QUESTION_CHARS_MAX == 300, "the description says so too");

/// A company that was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryCompany)]
pub(super) struct CompanyView {
    /// Without prefix and leading zeros.
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    #[schema(schema_with = entity_schema)]
    entity_type: &'static str,
    company_name: String,
    /// Empty where the register does not say.
    company_type: String,
    #[schema(schema_with = status_schema)]
    registration_status: &'static str,
    /// Empty where the register does not say.
    registered_address: String,
    #[schema(required, format = "date")]
    registration_date: Option<String>,
    /// When it was imported last.
    #[schema(format = "date-time")]
    imported_at: String,
}

fn entity_schema() -> utoipa::openapi::schema::Schema {
    choice(&EntityType::ALL.map(EntityType::as_str))
}

fn status_schema() -> utoipa::openapi::schema::Schema {
    choice(&RegistrationStatus::ALL.map(RegistrationStatus::as_str))
}

impl From<Record> for CompanyView {
    fn from(record: Record) -> Self {
        let company = record.company;
        Self {
            rc_number: company.rc_number.to_string(),
            entity_type: company.entity_type.as_str(),
            company_name: company.company_name,
            company_type: company.company_type,
            registration_status: company.registration_status.as_str(),
            registered_address: company.registered_address,
            registration_date: company.registration_date,
            imported_at: moment(record.retrieved_at),
        }
    }
}

/// Search companies
///
/// In the imported register, by words of their names: every word of `query` is in the name, the
/// last one at least as the beginning of a word. Marks, case, punctuation and legal forms do
/// not matter. Names that begin with the first word come first, then the others, both in the
/// order of their numbers.
#[utoipa::path(
    get, path = "/admin/v1/registry/companies", operation_id = "searchRegistryCompanies",
    tag = "Registry",
    params(
        ("query" = inline(String), Query, max_length = 300,
            description = "Such as `ifedapo micro`."),
        ("environment" = inline(String), Query, description = "`sandbox` or `live`."),
        ("cursor" = inline(Option<String>), Query,
            description = "The `nextCursor` of the page before."),
        ("limit" = inline(Option<u32>), Query, minimum = 1, maximum = 100,
            description = "Items of a page; 20 if absent."),
    ),
    responses((status = 200, body = PageOf<CompanyView>, description = "What was found.")),
)]
pub(super) async fn search_registry_companies(
    State(desk): State<Arc<Desk>>,
    call: AdminCall,
) -> Reply {
    let query = call.request.query();
    let search = SearchCompanies {
        environment: environment_of(&query)?,
        question: NameQuestion::read(query.filled("query").unwrap_or_default())?,
        page: call.page()?,
    };
    Ok(page(desk.store.read(search).await?, CompanyView::from))
}

/// The required `environment` of a query.
pub(super) fn environment_of(query: &Query) -> Result<Environment> {
    match query.filled("environment") {
        None => Err(Error::faults(vec![Fault::missing("environment")])),
        Some(text) => Environment::parse(text).ok_or_else(|| {
            let message = "`environment` must be `sandbox` or `live`.";
            Error::on("environment", &codes::INVALID_FIELD, message)
        }),
    }
}
