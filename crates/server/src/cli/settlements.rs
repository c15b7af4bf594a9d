//! `kofa investment import-settlements`

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use kofa_domain::{Environment, Kobo};
use kofa_investment::settlement_import::{Format, ImportOptions, ImportReport, import_file};

use super::rejects::{beside, refuse_source};
use crate::cli::context::{CliContext, environment, say};

/// Lines that are named on the screen one by one.
const SHOWN_LINES_MAX: usize = 20;

/// `import-settlements`
#[derive(Debug, Args)]
pub(crate) struct ImportSettlements {
    /// CSV or JSON Lines (docs/settlement.md).
    file: PathBuf,
    /// The environment: `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// The file format. Default: from the file name.
    #[arg(long)]
    format: Option<Written>,
    /// The file for rejected lines. Default: next to the source file.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Written {
    Csv,
    Jsonl,
}

/// Enters the payments of a file.
pub(crate) async fn import(typed: ImportSettlements, cli: &CliContext) -> anyhow::Result<()> {
    let format = match typed.format {
        Some(Written::Csv) => Format::Csv,
        Some(Written::Jsonl) => Format::JsonLines,
        None => Format::of_path(&typed.file).context(
            "the format is not clear from the file name: add `--format csv` or \
                      `--format jsonl`",
        )?,
    };
    let rejects = typed.rejects.unwrap_or_else(|| beside(&typed.file));
    refuse_source(&typed.file, &rejects)?;
    let options = ImportOptions {
        format,
        rejects: Some(rejects),
        bytes_total: None,
    };
    let bar = bar();
    let (by, environment) = (cli.by(), typed.environment);
    let file = typed.file.as_path();
    let done = import_file(&cli.store, by, environment, file, options, |progress| {
        bar.set_length(progress.bytes_total.unwrap_or(progress.bytes_done));
        bar.set_position(progress.bytes_done);
        bar.set_message(format!("{} lines", progress.lines));
    })
    .await;
    bar.finish_and_clear();
    report(&done?)
}

/// Hidden where nobody looks: indicatif sees to it.
fn bar() -> ProgressBar {
    let style = "{bar:40} {percent:>3}%  {msg}  {elapsed} elapsed, {eta} left";
    let style = ProgressStyle::with_template(style);
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn report(report: &ImportReport) -> anyhow::Result<()> {
    let total: Kobo = report.total_applied;
    say(format_args!("read                 {} lines", report.lines))?;
    say(format_args!(
        "applied              {} ({total})",
        report.applied
    ))?;
    for (what, count) in [
        ("entered before", report.repeated),
        ("unknown transaction", report.unknown_transaction),
        ("amount mismatch", report.amount_mismatch),
        ("already paid", report.already_paid),
        ("not payable", report.not_payable),
        ("reference reused", report.reference_reused),
        ("rejected", report.rejected),
    ] {
        if count > 0 {
            say(format_args!("{what:<20} {count}"))?;
        }
    }
    for one in report.reported.iter().take(SHOWN_LINES_MAX) {
        let message = &one.message;
        say(format_args!(
            "line {:<6} {}: {message}",
            one.line, one.outcome
        ))?;
    }
    if report.reported.len() > SHOWN_LINES_MAX {
        say("and more: `kofa admin listSettlements` lists all payments")?;
    }
    if let Some(file) = &report.rejects_file {
        say(format_args!("rejected lines are in {}", file.display()))?;
    }
    Ok(())
}
