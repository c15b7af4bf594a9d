//! `POST /api/v1/company/watches`

use kofa_core::codes::{SANDBOX_VALUE_IN_LIVE, UPSTREAM_NOT_CONFIGURED};
use kofa_core::endpoint::{Endpoint, JSON_BYTES_MAX, Verb};
use kofa_domain::{Code, Environment, Error, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_store::Store;
use serde::Serialize;
use utoipa::ToSchema;

use super::CompanyWatchAnswer;
use crate::codes::{
    COMPANY_NOT_FOUND, ENTITY_TYPE_CONFLICT, INVALID_ENTITY_TYPE, INVALID_RC_NUMBER,
    TOO_MANY_WATCHES, UPSTREAM_REJECTED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE,
};
use crate::endpoint::BASE;
use crate::http::lookup::{Lookup, not_found, rc_number_schema};
use crate::lookup::sources::Sources;
use crate::profile::Part;
use crate::register::keys::Entity;
use crate::register::watched::WatchCompanies;
use crate::rules::EntityType;
use crate::source_settings::{Operation, SourceKind};
use crate::watch::marks::{Change, Marks};
use crate::watch::ops;

/// Begins to watch a company.
#[derive(Clone, Debug)]
pub struct CreateWatch {
    sources: Sources,
    store: Store,
    /// Watches of a tenant in an environment.
    most: u32,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "createCompanyWatch",
    verb: Verb::Post,
    path: "/api/v1/company/watches",
    body_bytes_max: JSON_BYTES_MAX,
    shown: crate::http::SHOWN,
    ..BASE
};

/// Which company a valid request asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct WatchInput {
    lookup: Lookup,
    entity: Entity,
}

/// A company to watch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyWatchRequest {
    /// With or without a prefix, as in the look-up by RC number.
    #[schema(schema_with = rc_number_schema)]
    rc_number: String,
    /// The type of entity. Default: the type of the prefix, or else the company.
    #[schema(example = "COMPANY", required = false)]
    entity_type: Option<String>,
}

impl CreateWatch {
    /// Over `sources` and `store`; a tenant may watch `most` companies in an environment.
    pub fn new(sources: Sources, store: Store, most: u32) -> Self {
        Self {
            sources,
            store,
            most,
        }
    }

    /// What is known of the company now. One that the register does not hold may be watched only
    /// where an upstream is asked for it: its look-ups tell what changes.
    async fn marks(&self, environment: Environment, input: &WatchInput) -> Result<Marks> {
        let Entity {
            rc_number,
            entity_type,
        } = &input.entity;
        let sources = &self.sources;
        let read = sources
            .profile(environment, rc_number, *entity_type, Part::Affiliates)
            .await;
        let source = sources
            .source_of(environment, Operation::GetCompanyByRc)
            .await?;
        match (read, source) {
            (Ok(Some(profile)), _) => Ok(Marks::of_profile(&profile)),
            (Ok(None), SourceKind::Local) => Err(not_found(&input.lookup)),
            (Err(error), SourceKind::Local) => Err(error),
            // An upstream's record is compared from its first look-up on.
            (Ok(None) | Err(_), _) => Ok(Marks::default()),
        }
    }
}

/// What the sandbox plays as soon as a reserved number is watched, so that a program can be tried.
fn played(environment: Environment, entity: &Entity) -> &'static [Change] {
    let reserved = entity.rc_number.reserved();
    match reserved.filter(|_| environment == Environment::Sandbox) {
        Some(one) if one.outcome == 7 => &[Change::StatusChanged],
        Some(one) if one.outcome == 9 => &[
            Change::NameChanged,
            Change::AddressChanged,
            Change::DirectorAdded,
            Change::DirectorRemoved,
        ],
        _ => &[],
    }
}

impl ProductEndpoint for CreateWatch {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = WatchInput;

    async fn read(&self, call: &Call, request: &Request) -> Result<WatchInput> {
        let (body, mut faults) = (request.json_object()?, Vec::new());
        let lookup = Lookup::read_object(call.environment(), (&body, ""), &mut faults);
        let Some(lookup) = lookup.filter(|_| faults.is_empty()) else {
            return Err(Error::faults(faults));
        };
        let kind = lookup.entity_type.or(lookup.binding_prefix());
        let entity = Entity {
            rc_number: lookup.number.clone(),
            entity_type: kind.unwrap_or(EntityType::Company),
        };
        Ok(WatchInput { lookup, entity })
    }

    async fn run(&self, call: &Call, input: WatchInput) -> Result<Answer, Refusal> {
        let environment = call.environment();
        let marks = self.marks(environment, &input).await?;
        // First, so that no import passes the company by once it is watched.
        let keys = vec![input.entity.key(environment)];
        self.store.write(WatchCompanies { keys }).await?;
        let create = ops::CreateWatch {
            id: format!("wch_{}", call.request_id().simple()),
            environment,
            tenant_id: call.tenant_id().clone(),
            played: played(environment, &input.entity),
            entity: input.entity,
            now: call.now(),
            marks,
            most: self.most,
        };
        let (status, message, watch) = match self.store.write(create).await? {
            (watch, true) => (201, "The company is now watched.", watch),
            (watch, false) => (200, "The company was already watched.", watch),
        };
        Ok(Answer::json(
            status,
            &CompanyWatchAnswer::new(status, message, watch),
        )?)
    }

    fn reference() -> Reference {
        Reference::new("Watch a company", DESCRIPTION)
            .json_body::<CompanyWatchRequest>()
            .answers::<CompanyWatchAnswer>(201, "The company is now watched.")
            .answers::<CompanyWatchAnswer>(200, "The company was already watched.")
            .codes(CODES)
    }
}

const DESCRIPTION: &str = "Watches a company: from now on, the event `company.changed` reports \
                           changes to its record, whether from an import by the operator or from a \
                           fresh response of the registry to anyone's lookup. `changes` lists what \
                           changed, out of `NAME_CHANGED`, `STATUS_CHANGED`, `COMPANY_DISSOLVED`, \
                           `ADDRESS_CHANGED`, `DIRECTOR_ADDED`, `DIRECTOR_REMOVED` and \
                           `SHAREHOLDERS_CHANGED`; look up the company to get the record itself. \
                           Watches and their events are free. Watching a company twice changes \
                           nothing.\n\nIn the sandbox, reserved numbers that end in 7 \
                           (`STATUS_CHANGED`) or 9 (`NAME_CHANGED`, `ADDRESS_CHANGED`, \
                           `DIRECTOR_ADDED`, `DIRECTOR_REMOVED`) change as soon as you watch them: \
                           delete the watch and create it again to get the event again.";

const CODES: &[&Code] = &[
    &INVALID_RC_NUMBER,
    &INVALID_ENTITY_TYPE,
    &ENTITY_TYPE_CONFLICT,
    &SANDBOX_VALUE_IN_LIVE,
    &COMPANY_NOT_FOUND,
    &TOO_MANY_WATCHES,
    &UPSTREAM_NOT_CONFIGURED,
    &UPSTREAM_REJECTED,
    &UPSTREAM_UNAVAILABLE,
    &UPSTREAM_TIMEOUT,
];
