//! `kofa investment …`: one file a group of commands.

use clap::Subcommand;

use super::holders;
use super::offers;
use super::room::Room;
use super::settlements;

#[derive(Debug, Subcommand)]
pub(crate) enum InvestmentCommand {
    /// Make offers from JSON Lines or CSV: all or none (docs/offers.md).
    ImportOffers(offers::ImportOffers),
    /// Fill the register of holders of a rights issue from a file (docs/rights.md).
    ImportHolders(holders::ImportHolders),
    /// Enter the payments of a bank's file (docs/settlement.md).
    ImportSettlements(settlements::ImportSettlements),
}

pub(crate) async fn run(command: InvestmentCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        InvestmentCommand::ImportOffers(typed) => offers::import(typed, room).await,
        InvestmentCommand::ImportHolders(typed) => holders::run(typed, room).await,
        InvestmentCommand::ImportSettlements(typed) => settlements::import(typed, room).await,
    }
}
