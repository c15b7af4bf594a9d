//! `kofa registry …`

mod import;
mod sources;

use clap::Subcommand;

use crate::cli::context::CliContext;

#[derive(Debug, Subcommand)]
pub(crate) enum RegistryCommand {
    /// Import a file into the register of an environment (docs/registry-import.md).
    Import(import::Import),
    /// List or set the source of each endpoint (docs/registry-sources.md).
    Sources(sources::Sources),
}

pub(crate) async fn run(command: RegistryCommand, cli: &CliContext) -> anyhow::Result<()> {
    match command {
        RegistryCommand::Import(typed) => import::run(typed, cli).await,
        RegistryCommand::Sources(typed) => sources::run(typed, cli).await,
    }
}
