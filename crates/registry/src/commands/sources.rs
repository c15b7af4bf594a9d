//! Which source answers which endpoint.

use kofa_commands::rules::{Whole, Word};
use kofa_commands::wire::{Paged, environment_schema, moment};
use kofa_commands::{Body, Command, Fields, Services, Spec};
use kofa_core::codes::UNKNOWN_OPERATION;
use kofa_core::schema::choice;
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Error, Result, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::TAG;
use crate::lookup::ops::{ListSourceSettings, SetSource};
use crate::lookup::sources::Sources;
use crate::source_settings::{AGE_SECONDS_MAX, Operation, SourceKind, SourceSetting};

const _: () = assert!(AGE_SECONDS_MAX == 31_622_400, "the schema says so too");

/// The source of an endpoint.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistrySource)]
pub struct SourceView {
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The endpoint.
    #[schema(example = "getCompanyByRc")]
    operation_id: &'static str,
    /// `local`: the imported register. `cac_vas`: the CAC's service. `contract`: another server
    /// with this API.
    #[schema(schema_with = source_schema)]
    source: &'static str,
    /// Whether the source is configured.
    connected: bool,
    /// How long an upstream response is cached, in seconds; 0 for not at all.
    #[schema(minimum = 0, maximum = 31_622_400)]
    max_age_seconds: u32,
    /// How old a cached response can be to be served, marked `stale`, while the upstream is
    /// down; 0 for not at all.
    #[schema(minimum = 0, maximum = 31_622_400)]
    stale_seconds: u32,
    /// When it was set; null if never.
    #[schema(required, format = "date-time")]
    changed_at: Option<String>,
    /// Who set it.
    #[schema(required)]
    changed_by: Option<String>,
}

fn source_schema() -> utoipa::openapi::schema::Schema {
    choice(&SourceKind::ALL.map(SourceKind::as_str))
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

impl Command for ListSourceSettings {
    const SPEC: &'static Spec = &Spec::get("listRegistrySources", "/admin/v1/registry/sources")
        .about(
            TAG,
            "List registry sources",
            "Lists the source of each business registry endpoint in both environments.",
        )
        .answers(&[(200, "All items, on one page.")]);
    type Output = Paged<SourceView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let sources = services.part::<Sources>()?;
        let chosen = services.store.read(self).await?;
        let environments = [Environment::Sandbox, Environment::Live].into_iter();
        let all = environments.flat_map(|environment| {
            let operations = Operation::ALL.into_iter();
            operations.map(move |operation| (environment, operation))
        });
        Ok(Paged::whole(all.collect(), |(environment, operation)| {
            let setting = SourceSetting::of(&chosen, environment, operation);
            SourceView::new(setting, sources)
        }))
    }
}

/// An endpoint, in one environment.
#[derive(Clone, Copy, Debug)]
pub struct Which {
    pub environment: Environment,
    pub operation: Operation,
}

const OPERATION: Word<Operation> = Word {
    all: &Operation::ALL,
    as_str: Operation::id,
    parse: Operation::parse,
    must: "",
};

impl Which {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.path_environment();
        let missing = (&UNKNOWN_OPERATION, UNKNOWN_OPERATION.title);
        let docs = "The `operationId` of a registry endpoint.";
        let operation = fields.path_or("operationId", docs, missing, OPERATION);
        Some(Self {
            environment: environment?,
            operation: operation?,
        })
    }
}

/// A look at which source answers one endpoint.
#[derive(Debug)]
pub struct GetRegistrySource {
    pub which: Which,
}

impl Command for GetRegistrySource {
    const SPEC: &'static Spec = &Spec::get(
        "getRegistrySource",
        "/admin/v1/registry/sources/{environment}/{operationId}",
    )
    .about(
        TAG,
        "Get a registry source",
        "Returns the source of one endpoint.",
    )
    .answers(&[(200, "The source.")]);
    type Output = SourceView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Which::read(fields).map(|which| Self { which })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<SourceView> {
        let sources = services.part::<Sources>()?;
        let chosen = services.store.read(ListSourceSettings).await?;
        let (environment, operation) = (self.which.environment, self.which.operation);
        let setting = SourceSetting::of(&chosen, environment, operation);
        Ok(SourceView::new(setting, sources))
    }
}

/// Who answers an endpoint from now on.
#[derive(Debug)]
pub struct SetRegistrySource {
    /// What holds; `changed` is not read.
    pub setting: SourceSetting,
}

const SOURCE: Word<SourceKind> = Word {
    all: &SourceKind::ALL,
    as_str: SourceKind::as_str,
    parse: SourceKind::parse,
    must: "must be `local`, `cac_vas` or `contract`",
};

impl Command for SetRegistrySource {
    const SPEC: &'static Spec = &Spec::put(
        "setRegistrySource",
        "/admin/v1/registry/sources/{environment}/{operationId}",
    )
    .about(
        TAG,
        "Set a registry source",
        "Takes effect within a second. An upstream can be selected once it is configured. Cache \
         times\ndo not apply to the local register, or to endpoints that use up a consent code \
         or generate a\ntax number: those responses are never cached.",
    )
    .asking_again()
    .answers(&[(200, "The current setting.")])
    .takes(
        Body::Json(
            "SourceChoice",
            "The new source of an endpoint. Omitted cache times are 0.",
        ),
        Permission::Market,
    );
    type Output = SourceView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let source = fields.required("source", "", SOURCE);
        let mut age = |name| {
            let rule = Whole::within(0, AGE_SECONDS_MAX.into());
            let seconds = fields.optional(name, "The time, in seconds.", rule);
            u32::try_from(seconds.unwrap_or(0)).ok()
        };
        let (max_age, stale) = (age("maxAgeSeconds"), age("staleSeconds"));
        let Which {
            environment,
            operation,
        } = which?;
        let setting = SourceSetting {
            source: source?,
            max_age_seconds: max_age?,
            stale_seconds: stale?,
            ..SourceSetting::default_of(environment, operation)
        };
        Some(Self { setting })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<SourceView> {
        let (sources, setting) = (services.part::<Sources>()?, self.setting);
        let connected = sources.check_connected(setting.environment, setting.source);
        connected.map_err(|fault| Error::faults(vec![fault]))?;
        let setting = services.store.write(SetSource { by, setting }).await?;
        sources.forget_choices();
        Ok(SourceView::new(setting, sources))
    }
}
