//! `kofa investment import-statement`

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use kofa_domain::{Environment, Sensitive};
use kofa_investment::statement_import::{StatementImport, StatementReport, import};

use crate::cli::context::{CliContext, environment, say};

/// Entries that are named on the screen one by one.
const SHOWN_MAX: usize = 20;

/// A bank statement.
#[derive(Debug, Args)]
pub(crate) struct ImportStatement {
    /// A camt.053 or CSV file. The format is detected.
    file: PathBuf,
    /// The environment: `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// The account number, for a CSV file.
    #[arg(long, default_value = "")]
    account: String,
}

pub(crate) async fn run(typed: ImportStatement, cli: &CliContext) -> anyhow::Result<()> {
    let wrong = || typed.file.display().to_string();
    let source = BufReader::new(File::open(&typed.file).with_context(wrong)?);
    let what = StatementImport {
        by: cli.by(),
        environment: typed.environment,
        account: Sensitive::new(typed.account.clone()),
    };
    report(&import((&cli.store, cli.vault()?), what, source).await?)
}

fn report(report: &StatementReport) -> anyhow::Result<()> {
    say(format_args!(
        "read                 {} entries of {} statements",
        report.entries, report.statements
    ))?;
    let total = report.total_applied;
    say(format_args!(
        "payments applied     {} ({total})",
        report.applied
    ))?;
    for (what, count) in [
        ("refunds paid", report.refunded),
        ("refunds returned", report.returned),
        ("entered before", report.repeated),
        ("needs review", report.differences),
        ("pending only", report.skipped),
        ("rejected", report.rejected),
    ] {
        if count > 0 {
            say(format_args!("{what:<20} {count}"))?;
        }
    }
    for one in report.reported.iter().take(SHOWN_MAX) {
        say(format_args!(
            "{} {}: {}",
            one.what, one.outcome, one.message
        ))?;
    }
    if report.reported.len() > SHOWN_MAX {
        say("and more: `kofa admin listBankEntries` lists them")?;
    }
    Ok(())
}
