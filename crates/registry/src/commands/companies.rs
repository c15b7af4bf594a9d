//! What the imported register holds: counted, searched by name, one company.

use kofa_commands::rules::ENVIRONMENT;
use kofa_commands::wire::{Paged, environment_schema, moment};
use kofa_commands::{Command, Fields, Services, Spec};
use kofa_core::ActorAt;
use kofa_core::schema::choice;
use kofa_domain::{Environment, Error, Result, codes};
use serde::Serialize;
use utoipa::ToSchema;

use super::{EntityTypeRule, RcNumberRule, TAG};
use crate::import::ops::{COUNTED_MAX, CountRegister};
use crate::names::search::QuestionRule;
use crate::profile::{Part, Profile};
use crate::record::Record;
use crate::register::keys::Entity;
use crate::register::profile::ProfileOf;
use crate::register::search::SearchCompanies;
use crate::rules::{EntityType, RegistrationStatus};

const _: () = assert!(COUNTED_MAX == 100_000, "the description says so too");

/// The size of an environment's register.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistryCounts)]
pub struct CountsView {
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Companies and other entities; 100001 for more than 100,000, as below.
    #[schema(minimum = 0, maximum = 100_001)]
    companies: i64,
    /// Officers and shareholders.
    #[schema(minimum = 0, maximum = 100_001)]
    roles: i64,
    /// Share capitals.
    #[schema(minimum = 0, maximum = 100_001)]
    capitals: i64,
    /// Charges.
    #[schema(minimum = 0, maximum = 100_001)]
    charges: i64,
}

/// The registers of both environments, counted.
#[derive(Debug)]
pub struct GetRegistryCounts;

impl Command for GetRegistryCounts {
    const SPEC: &'static Spec = &Spec::get("getRegistryCounts", "/admin/v1/registry/counts")
        .about(
            TAG,
            "Get company register counts",
            "For both environments. Counts stop at 100,000.",
        )
        .answers(&[(200, "Both, on one page.")]);
    type Output = Paged<CountsView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let mut views = Vec::new();
        for environment in [Environment::Sandbox, Environment::Live] {
            let counts = services.store.read(CountRegister { environment }).await?;
            views.push(CountsView {
                environment,
                companies: counts.companies,
                roles: counts.roles,
                capitals: counts.capitals,
                charges: counts.charges,
            });
        }
        Ok(Paged::whole(views, |view| view))
    }
}

/// A company.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryCompany)]
pub struct CompanyView {
    /// The number, without prefix and leading zeros.
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    #[schema(schema_with = entity_schema)]
    entity_type: &'static str,
    company_name: String,
    /// Empty if not in the register.
    company_type: String,
    #[schema(schema_with = status_schema)]
    registration_status: &'static str,
    /// Empty if not in the register.
    registered_address: String,
    #[schema(required, format = "date")]
    registration_date: Option<String>,
    /// When it was last imported.
    #[schema(format = "date-time")]
    imported_at: String,
}

pub(super) fn entity_schema() -> utoipa::openapi::schema::Schema {
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

impl Command for SearchCompanies {
    const SPEC: &'static Spec = &Spec::get(
        "searchRegistryCompanies",
        "/admin/v1/registry/companies",
    )
    .about(
        TAG,
        "Search companies",
        "Searches the imported register by name. Every word of `query` must be in the name; the \
         last\nword can be incomplete. Accents, case, punctuation and legal forms are ignored. \
         Names that\nstart with the first word come first, then all others, each sorted by \
         number.",
    )
    .answers(&[(200, "The result.")]);
    type Output = Paged<CompanyView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let question = fields.query(
            "query",
            "The search text, such as `ifedapo micro`.",
            QuestionRule,
        );
        let environment = fields.query(
            "environment",
            "The environment: `sandbox` or `live`.",
            ENVIRONMENT,
        );
        let page = fields.page();
        Some(Self {
            environment: environment?,
            question: question?,
            page: page?,
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let found = services.store.read(self).await?;
        Ok(Paged::new(found, CompanyView::from))
    }
}

/// A company with counts of its related records.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryCompanyDetails)]
pub struct DetailsView {
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
    /// A year or a date.
    #[schema(required)]
    last_annual_return: Option<String>,
    /// Officers and shareholders.
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

/// A look at a company of the register.
#[derive(Debug)]
pub struct GetRegistryCompany {
    pub environment: Environment,
    pub entity: Entity,
}

const NO_COMPANY: &str = "There is no such company in the register.";

impl Command for GetRegistryCompany {
    const SPEC: &'static Spec = &Spec::get(
        "getRegistryCompany",
        "/admin/v1/registry/companies/{environment}/{entityType}/{rcNumber}",
    )
    .about(
        TAG,
        "Get a company from the register",
        "Returns the imported record, with counts of its officers and shareholders, capital and \
         charges.",
    )
    .answers(&[(200, "The company.")]);
    type Output = DetailsView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let missing = (&codes::NOT_FOUND, NO_COMPANY);
        let environment = fields.path_environment();
        let docs = "The entity type, such as `COMPANY`.";
        let entity_type = fields.path_or("entityType", docs, missing, EntityTypeRule);
        let number = fields.path_or(
            "rcNumber",
            "The number without its prefix.",
            missing,
            RcNumberRule,
        );
        Some(Self {
            environment: environment?,
            entity: Entity {
                rc_number: number?.number,
                entity_type: entity_type?,
            },
        })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<DetailsView> {
        let find = ProfileOf {
            environment: self.environment,
            entity: self.entity,
            part: Part::StatusReport,
        };
        let missing = || Error::new(&codes::NOT_FOUND, NO_COMPANY);
        let found = services.store.read(find).await?.ok_or_else(missing)?;
        Ok(DetailsView::from(found))
    }
}
