//! `kofa investment …`: what takes files.

use clap::Subcommand;

use super::{check_import, holders, offers, refunds, settlements, statements};
use crate::cli::context::CliContext;

#[derive(Debug, Subcommand)]
pub(crate) enum InvestmentCommand {
    /// Create offers from JSON Lines or CSV, all or none (docs/offers.md).
    #[command(name = "import-offers")]
    Offers(offers::ImportOffers),
    /// Import the holders of a rights issue from a file (docs/rights.md).
    #[command(name = "import-holders")]
    Holders(holders::ImportHolders),
    /// Import payments from a bank file (docs/settlement.md).
    #[command(name = "import-settlements")]
    Settlements(settlements::ImportSettlements),
    /// Import a bank statement, camt.053 or CSV (docs/settlement.md).
    #[command(name = "import-statement")]
    Statement(statements::ImportStatement),
    /// Print what importing a file would do. Nothing is stored.
    #[command(name = "check-import")]
    Check(check_import::CheckImport),
    /// Print the file of a refund batch (docs/refunds.md).
    #[command(name = "refund-file")]
    RefundFile(refunds::RefundFileOf),
}

pub(crate) async fn run(command: InvestmentCommand, cli: &CliContext) -> anyhow::Result<()> {
    match command {
        InvestmentCommand::Offers(typed) => offers::import(typed, cli).await,
        InvestmentCommand::Holders(typed) => holders::run(typed, cli).await,
        InvestmentCommand::Settlements(typed) => settlements::import(typed, cli).await,
        InvestmentCommand::Statement(typed) => statements::run(typed, cli).await,
        InvestmentCommand::Check(typed) => check_import::run(typed, cli).await,
        InvestmentCommand::RefundFile(typed) => refunds::print(typed, cli).await,
    }
}
