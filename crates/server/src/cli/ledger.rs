//! `kofa ledger …`

use clap::Subcommand;
use kofa_core::audit::{AuditProof, VerifyAudit};
use kofa_ledger::{Report, Verify, VerifyHolds};

use crate::cli::context::{CliContext, say};

#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    /// Recalculate the whole journal and verify the audit chain. Fails if there is a problem.
    Verify,
}

pub(crate) async fn verify(cli: &CliContext) -> anyhow::Result<()> {
    let report = cli.store.read(Verify).await?;
    let endpoints = crate::products::all().endpoints().to_vec();
    let holds = cli.store.read(VerifyHolds { endpoints }).await?;
    let chain = cli.store.read(VerifyAudit).await?;
    let problems = [&report.problems[..], &holds, &chain.problems].concat();
    let said = tell(&report, &chain, &problems);
    anyhow::ensure!(problems.is_empty(), "the ledger is not balanced");
    said?;
    say("the ledger is balanced")
}

fn tell(report: &Report, chain: &AuditProof, problems: &[String]) -> anyhow::Result<()> {
    say(format_args!(
        "journal  {} transactions, {} entries, {} wallets",
        report.transactions, report.entries, report.wallets
    ))?;
    let newest = match chain.newest_hash.as_str() {
        "" => "none",
        hash => hash,
    };
    say(format_args!(
        "audit    {} entries, newest hash {newest}",
        chain.entries
    ))?;
    for problem in problems {
        say(format_args!("problem  {problem}"))?;
    }
    Ok(())
}
