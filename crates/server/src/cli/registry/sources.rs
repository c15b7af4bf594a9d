//! `kofa registry sources`, `kofa registry upstreams`

use clap::{Args, Subcommand, ValueEnum};
use kofa_domain::Environment;
use kofa_registry::selection::{AGE_SECONDS_MAX, Operation, SourceKind, SourceSetting};
use kofa_registry::upstream::UpstreamKind;
use kofa_registry::{ListProblems, ListSourceSettings, SetSource};

use super::super::room::{Room, environment, say};

#[derive(Debug, Args)]
pub(crate) struct Sources {
    #[command(subcommand)]
    command: Option<SourcesCommand>,
}

#[derive(Debug, Subcommand)]
enum SourcesCommand {
    /// Choose which source answers an endpoint.
    Set(Set),
}

#[derive(Debug, Args)]
struct Set {
    /// The endpoint, as named in /openapi.json; `all` for every one of the registry.
    operation_id: String,
    /// `sandbox` or `live`
    #[arg(value_parser = environment)]
    environment: Environment,
    /// Who answers.
    source: Word,
    /// How old an answer kept from an upstream may be to be given again, in seconds.
    #[arg(long, default_value_t = 0, value_name = "SECONDS",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(AGE_SECONDS_MAX)))]
    max_age: u32,
    /// How old one may be to be given, marked as stale, while the upstream is down.
    #[arg(long, default_value_t = 0, value_name = "SECONDS",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(AGE_SECONDS_MAX)))]
    stale: u32,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Word {
    /// The imported register.
    Local,
    /// The CAC's value-added service.
    #[value(name = "cac_vas")]
    CacVas,
    /// Another server of this contract.
    Contract,
}

impl Word {
    fn kind(self) -> SourceKind {
        match self {
            Self::Local => SourceKind::Local,
            Self::CacVas => SourceKind::CacVas,
            Self::Contract => SourceKind::Contract,
        }
    }
}

pub(crate) async fn run(typed: Sources, room: &Room) -> anyhow::Result<()> {
    match typed.command {
        None => list(room).await,
        Some(SourcesCommand::Set(typed)) => set(typed, room).await,
    }
}

async fn list(room: &Room) -> anyhow::Result<()> {
    let chosen = room.store.read(ListSourceSettings).await?;
    for environment in [Environment::Sandbox, Environment::Live] {
        for operation in Operation::ALL {
            let is_it =
                |one: &&SourceSetting| one.environment == environment && one.operation == operation;
            let found = chosen.iter().find(is_it).cloned();
            show(&found.unwrap_or_else(|| SourceSetting::default_of(environment, operation)))?;
        }
    }
    Ok(())
}

async fn set(typed: Set, room: &Room) -> anyhow::Result<()> {
    let source = typed.source.kind();
    let is_connected = source == SourceKind::Local
        || room.upstreams()?.settings.iter().any(|one| {
            one.environment == typed.environment && one.kind.as_str() == source.as_str()
        });
    anyhow::ensure!(
        is_connected,
        "{} is not connected for {}: give its address and key in the settings first \
         (docs/registry-sources.md)",
        source.as_str(),
        typed.environment
    );
    let operations = match typed.operation_id.as_str() {
        "all" => Operation::ALL.to_vec(),
        id => match Operation::parse(id) {
            Some(operation) => vec![operation],
            None => anyhow::bail!("`{id}` is no endpoint of the business registry"),
        },
    };
    let mut chosen = Vec::with_capacity(operations.len());
    for operation in operations {
        let setting = SourceSetting {
            source,
            max_age_seconds: typed.max_age,
            stale_seconds: typed.stale,
            ..SourceSetting::default_of(typed.environment, operation)
        };
        let by = room.by();
        chosen.push(room.store.write(SetSource { by, setting }).await?);
    }
    // Not between them: whoever stops to read must not leave it half done.
    chosen.iter().try_for_each(show)
}

fn show(setting: &SourceSetting) -> anyhow::Result<()> {
    say(format_args!(
        "{:<7}  {:<21}  {:<8}  max age {} s, stale {} s",
        setting.environment,
        setting.operation.id(),
        setting.source.as_str(),
        setting.max_age_seconds,
        setting.stale_seconds
    ))
}

/// What is connected, and what went wrong.
pub(crate) async fn upstreams(room: &Room) -> anyhow::Result<()> {
    let connected = room.upstreams()?.settings;
    if connected.is_empty() {
        say("no upstream is connected (docs/registry-sources.md)")?;
    }
    for one in &connected {
        let (environment, kind) = (one.environment, one.kind);
        say(format_args!(
            "{environment:<7}  {:<8}  {}",
            kind.as_str(),
            one.url
        ))?;
    }
    for problem in room.store.read(ListProblems).await? {
        let kind: UpstreamKind = problem.upstream;
        say(format_args!(
            "{:<7}  {:<8}  {}  {} times, last {} ({}): {}",
            problem.environment,
            kind.as_str(),
            problem.problem,
            problem.occurrences,
            problem.last_at.rfc3339(),
            problem.question,
            problem.message
        ))?;
    }
    Ok(())
}
