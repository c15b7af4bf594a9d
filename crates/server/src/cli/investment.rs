//! `kofa investment …`: one file a group of commands.

use clap::Subcommand;

use super::allotments;
use super::holders;
use super::offers;
use super::parties;
use super::room::Room;
use super::settlements;
use super::subscriptions;

#[derive(Debug, Subcommand)]
pub(crate) enum InvestmentCommand {
    /// Offers and their life (docs/offers.md).
    #[command(subcommand)]
    Offers(offers::OffersCommand),
    /// Allotment, refunds and credit of closed offers (docs/allotment.md).
    #[command(subcommand)]
    Allotments(allotments::AllotmentsCommand),
    /// Banks whose accounts are taken.
    #[command(subcommand)]
    Banks(parties::BanksCommand),
    /// Brokers that applications go through.
    #[command(subcommand)]
    Brokers(parties::BrokersCommand),
    /// Applications for shares, of all tenants.
    #[command(subcommand)]
    Subscriptions(subscriptions::SubscriptionsCommand),
    /// Fill the register of holders of a rights issue from a file (docs/rights.md).
    ImportHolders(holders::ImportHolders),
    /// Enter a payment as the bank reports it.
    Settle(settlements::Settle),
    /// Enter the payments of a bank's file (docs/settlement.md).
    ImportSettlements(settlements::ImportSettlements),
    /// List payments that were entered, the newest first.
    Settlements(settlements::ListArgs),
}

pub(crate) async fn run(command: InvestmentCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        InvestmentCommand::Offers(command) => offers::run(command, room).await,
        InvestmentCommand::Allotments(command) => allotments::run(command, room).await,
        InvestmentCommand::Banks(command) => parties::banks(command, room).await,
        InvestmentCommand::Brokers(command) => parties::brokers(command, room).await,
        InvestmentCommand::Subscriptions(command) => subscriptions::run(command, room).await,
        InvestmentCommand::ImportHolders(typed) => holders::run(typed, room).await,
        InvestmentCommand::Settle(typed) => settlements::settle(typed, room).await,
        InvestmentCommand::ImportSettlements(typed) => settlements::import(typed, room).await,
        InvestmentCommand::Settlements(typed) => settlements::list(typed, room).await,
    }
}
