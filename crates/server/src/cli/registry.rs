//! `kofa registry …`

mod consent;
mod import;
mod search;
mod sources;

use clap::Subcommand;

use super::room::Room;

#[derive(Debug, Subcommand)]
pub(crate) enum RegistryCommand {
    /// Fill the register of an environment from a file (docs/registry-import.md).
    Import(import::Import),
    /// Find companies of a register by words of their names.
    Search(search::Search),
    /// Issue a consent code for a company of a register. It is shown once.
    Consent(consent::Issue),
    /// List which source answers which endpoint, or choose (docs/registry-sources.md).
    Sources(sources::Sources),
    /// List the connected sources outside, and what went wrong with them.
    Upstreams,
}

pub(crate) async fn run(command: RegistryCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        RegistryCommand::Import(typed) => import::run(typed, room).await,
        RegistryCommand::Search(typed) => search::run(typed, room).await,
        RegistryCommand::Consent(typed) => consent::run(typed, room).await,
        RegistryCommand::Sources(typed) => sources::run(typed, room).await,
        RegistryCommand::Upstreams => sources::upstreams(room).await,
    }
}
