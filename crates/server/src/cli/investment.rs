//! `kofa investment …`: one file a group of commands.

use clap::Subcommand;

use super::holders;
use super::offers;
use super::parties;
use super::room::Room;
use super::settlements;

#[derive(Debug, Subcommand)]
pub(crate) enum InvestmentCommand {
    /// Offers and their life (docs/offers.md).
    #[command(subcommand)]
    Offers(offers::OffersCommand),
    /// Banks whose accounts are taken.
    #[command(subcommand)]
    Banks(parties::BanksCommand),
    /// Brokers that applications go through.
    #[command(subcommand)]
    Brokers(parties::BrokersCommand),
    /// Fill the register of holders of a rights issue from a file (docs/rights.md).
    ImportHolders(holders::ImportHolders),
    /// Enter the payments of a bank's file (docs/settlement.md).
    ImportSettlements(settlements::ImportSettlements),
}

pub(crate) async fn run(command: InvestmentCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        InvestmentCommand::Offers(command) => offers::run(command, room).await,
        InvestmentCommand::Banks(command) => parties::banks(command, room).await,
        InvestmentCommand::Brokers(command) => parties::brokers(command, room).await,
        InvestmentCommand::ImportHolders(typed) => holders::run(typed, room).await,
        InvestmentCommand::ImportSettlements(typed) => settlements::import(typed, room).await,
    }
}
