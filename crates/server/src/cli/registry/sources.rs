//! `kofa registry sources`

use clap::{Args, Subcommand};
use kofa_domain::Environment;
use kofa_registry::ListSourceSettings;
use kofa_registry::commands::SetRegistrySource;
use kofa_registry::source_settings::{Operation, SourceSetting};
use serde_json::json;

use crate::cli::context::{CliContext, environment, say};

#[derive(Debug, Args)]
pub(crate) struct Sources {
    #[command(subcommand)]
    command: Option<SourcesCommand>,
}

#[derive(Debug, Subcommand)]
enum SourcesCommand {
    /// Set the source of an endpoint.
    Set(Set),
}

#[derive(Debug, Args)]
struct Set {
    /// The endpoint's `operationId` in /openapi.json, or `all` for all registry endpoints.
    operation_id: String,
    /// The environment: `sandbox` or `live`
    #[arg(value_parser = environment)]
    environment: Environment,
    /// The source: `local`, `cac_vas` or `contract`.
    source: String,
    /// How long an upstream response is cached, in seconds.
    #[arg(long, default_value_t = 0, value_name = "SECONDS")]
    max_age: u32,
    /// How old a cached response can be to be served as stale while the upstream is down, in
    /// seconds.
    #[arg(long, default_value_t = 0, value_name = "SECONDS")]
    stale: u32,
}

pub(crate) async fn run(typed: Sources, cli: &CliContext) -> anyhow::Result<()> {
    match typed.command {
        None => list(cli).await,
        Some(SourcesCommand::Set(typed)) => set(typed, cli).await,
    }
}

async fn list(cli: &CliContext) -> anyhow::Result<()> {
    let chosen = cli.store.read(ListSourceSettings).await?;
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

async fn set(typed: Set, cli: &CliContext) -> anyhow::Result<()> {
    let operations = match typed.operation_id.as_str() {
        "all" => Operation::ALL.map(Operation::id).to_vec(),
        id => vec![id],
    };
    for operation in &operations {
        let fields = json!({
            "environment": typed.environment, "operationId": operation,
            "source": typed.source, "maxAgeSeconds": typed.max_age, "staleSeconds": typed.stale,
        });
        let fields = fields.as_object().cloned().unwrap_or_default();
        cli.run::<SetRegistrySource>(&fields).await?;
    }
    // Not between them: whoever stops to read must not leave it half done.
    let stored = cli.store.read(ListSourceSettings).await?;
    let is_chosen = |one: &&SourceSetting| {
        one.environment == typed.environment && operations.contains(&one.operation.id())
    };
    stored.iter().filter(is_chosen).try_for_each(show)
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
