//! Which source answers which endpoint.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Environment, Error, Result, Timestamp};
use kofa_platform::admin::{
    AdminCall, Desk, PageOf, Reply, environment_schema, json, moment, whole,
};
use kofa_platform::codes::UNKNOWN_OPERATION;
use kofa_platform::directory::Right;
use kofa_platform::http::{Fields, choice};
use serde::Serialize;
use utoipa::ToSchema;

use crate::ops_sources::{ListSourceSettings, SetSource};
use crate::selection::{AGE_SECONDS_MAX, Operation, SourceKind, SourceSetting};
use crate::sources::Sources;

const _: () = assert!(AGE_SECONDS_MAX == 31_622_400, "the schema says so too");

/// Which source answers an endpoint.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistrySource)]
pub(super) struct SourceView {
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The endpoint.
    #[schema(example = "getCompanyByRc")]
    operation_id: &'static str,
    /// `local`: the imported register. `cac_vas`: the CAC's service. `contract`: another
    /// server of this contract.
    #[schema(schema_with = source_schema)]
    source: &'static str,
    /// Whether that source is there: an upstream needs its settings.
    connected: bool,
    /// How old an answer kept from an upstream may be to be given again, in seconds; 0 for
    /// never.
    #[schema(minimum = 0, maximum = 31_622_400)]
    max_age_seconds: u32,
    /// How old one may be to be given, marked `stale`, while the upstream is down; 0 for
    /// never.
    #[schema(minimum = 0, maximum = 31_622_400)]
    stale_seconds: u32,
    /// When it was chosen; null where nobody chose.
    #[schema(required, format = "date-time")]
    changed_at: Option<String>,
    /// By whom.
    #[schema(required)]
    changed_by: Option<String>,
}

fn source_schema() -> utoipa::openapi::schema::Schema {
    choice(&["local", "cac_vas", "contract"])
}

impl SourceView {
    fn new(setting: SourceSetting, sources: &Sources) -> Self {
        let (at, by) = setting.changed.unzip();
        Self {
            environment: setting.environment,
            operation_id: setting.operation.id(),
            source: setting.source.as_str(),
            connected: sources.has(setting.environment, setting.source),
            max_age_seconds: setting.max_age_seconds,
            stale_seconds: setting.stale_seconds,
            changed_at: at.map(|at: Timestamp| moment(at)),
            changed_by: by,
        }
    }
}

/// List sources
///
/// Which source answers each endpoint of the business registry, in both environments.
#[utoipa::path(
    get, path = "/admin/v1/registry/sources", operation_id = "listRegistrySources",
    tag = "Registry",
    responses((status = 200, body = PageOf<SourceView>, description = "All, on one page.")),
)]
pub(super) async fn list_registry_sources(
    State(desk): State<Arc<Desk>>,
    Extension(sources): Extension<Sources>,
    _: AdminCall,
) -> Reply {
    let chosen = desk.store.read(ListSourceSettings).await?;
    let environments = [Environment::Sandbox, Environment::Live].into_iter();
    let all = environments.flat_map(|environment| {
        let operations = Operation::ALL.into_iter();
        operations.map(move |operation| (environment, operation))
    });
    let views = all.map(|(environment, operation)| {
        let setting = SourceSetting::of(&chosen, environment, operation);
        SourceView::new(setting, &sources)
    });
    Ok(whole(views.collect()))
}

/// Get a source
///
/// Which source answers one endpoint.
#[utoipa::path(
    get, path = "/admin/v1/registry/sources/{environment}/{operationId}",
    operation_id = "getRegistrySource", tag = "Registry",
    params(
        ("environment" = inline(String), Path),
        ("operationId" = inline(String), Path, description = "Of a registry endpoint."),
    ),
    responses((status = 200, body = SourceView, description = "The source.")),
)]
pub(super) async fn get_registry_source(
    State(desk): State<Arc<Desk>>,
    Extension(sources): Extension<Sources>,
    call: AdminCall,
) -> Reply {
    let (environment, operation) = (call.environment()?, operation(&call)?);
    let chosen = desk.store.read(ListSourceSettings).await?;
    let setting = SourceSetting::of(&chosen, environment, operation);
    let view = SourceView::new(setting, &sources);
    Ok(json(StatusCode::OK, &view))
}

/// What holds for an endpoint from now on; an age that is absent is 0.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body, which is read field by field")]
pub(super) struct SourceChoice {
    #[schema(schema_with = source_schema)]
    source: String,
    /// In seconds.
    #[schema(minimum = 0, maximum = 31_622_400)]
    max_age_seconds: Option<u32>,
    /// In seconds.
    #[schema(minimum = 0, maximum = 31_622_400)]
    stale_seconds: Option<u32>,
}

/// Choose a source
///
/// Holds on every node within a second. An upstream can be chosen once its settings are there.
/// Ages have no meaning for the local register, and none for endpoints that use up a consent
/// code or generate a tax number: their answers are never given again from here.
#[utoipa::path(
    put, path = "/admin/v1/registry/sources/{environment}/{operationId}",
    operation_id = "setRegistrySource", tag = "Registry",
    params(
        ("environment" = inline(String), Path),
        ("operationId" = inline(String), Path, description = "Of a registry endpoint."),
    ),
    request_body = SourceChoice,
    responses((status = 200, body = SourceView, description = "What holds now.")),
)]
pub(super) async fn set_registry_source(
    State(desk): State<Arc<Desk>>,
    Extension(sources): Extension<Sources>,
    call: AdminCall,
) -> Reply {
    call.needs(Right::Market)?;
    let (environment, operation) = (call.environment()?, operation(&call)?);
    let setting = read(&call, environment, operation, &sources)?;
    let set = SetSource {
        by: call.by,
        setting,
    };
    let setting = desk.store.write(set).await?;
    sources.forget_choices();
    Ok(json(StatusCode::OK, &SourceView::new(setting, &sources)))
}

fn operation(call: &AdminCall) -> Result<Operation> {
    let operation = Operation::parse(call.request.path_parameter("operationId"));
    operation.ok_or_else(|| Error::plain(&UNKNOWN_OPERATION))
}

fn read(
    call: &AdminCall,
    environment: Environment,
    operation: Operation,
    sources: &Sources,
) -> Result<SourceSetting> {
    let body = call.object()?;
    let mut fields = Fields::new(&body);
    let source = fields.text("source", 20).map(SourceKind::parse);
    if source == Some(None) {
        fields.wrong("source", "must be `local`, `cac_vas` or `contract`");
    }
    let source = source.flatten();
    if let Some(source) = source
        && let Err(fault) = sources.check_connected(environment, source)
    {
        fields.fault(fault);
    }
    let mut age = |name: &'static str| {
        let seconds = fields.optional_integer(name).unwrap_or(0);
        let seconds = u32::try_from(seconds)
            .ok()
            .filter(|it| *it <= AGE_SECONDS_MAX);
        if seconds.is_none() {
            fields.wrong(name, "must be a number of seconds from 0 to 31622400");
        }
        seconds.unwrap_or(0)
    };
    let (max_age_seconds, stale_seconds) = (age("maxAgeSeconds"), age("staleSeconds"));
    fields.finish()?;
    Ok(SourceSetting {
        source: source.unwrap_or(SourceKind::Local),
        max_age_seconds,
        stale_seconds,
        ..SourceSetting::default_of(environment, operation)
    })
}
