//! `kofa investment import-holders …`

use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use kofa_domain::Environment;
use kofa_input::rows::Format;
use kofa_investment::{HoldersFile, HoldersReport, Progress, import_holders_file};

use super::rejects::{beside, refuse_source};
use crate::cli::context::{CliContext, environment, say};

#[derive(Debug, Args)]
pub(crate) struct ImportHolders {
    /// CSV or JSON Lines.
    file: PathBuf,
    /// The ID of the rights issue.
    #[arg(long, value_name = "ID")]
    offer: String,
    /// The environment: `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// The file format. Default: from the file name.
    #[arg(long)]
    format: Option<Written>,
    /// The file for rejected rows. Default: next to the source file. It contains personal data.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Remove holders that are not in the file from the register, unless a row was rejected.
    #[arg(long)]
    replace: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Written {
    Csv,
    Jsonl,
}

pub(crate) async fn run(typed: ImportHolders, cli: &CliContext) -> anyhow::Result<()> {
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
    let file = HoldersFile {
        by: cli.by(),
        environment: typed.environment,
        offer_id: typed.offer,
        format,
        rejects: Some(rejects),
        bytes_total: None,
        replace: typed.replace,
    };
    let (vault, bar) = (cli.vault()?, bar());
    let progress = |progress| show(&bar, progress);
    let imported = import_holders_file(&cli.store, vault, &typed.file, file, progress).await;
    bar.finish_and_clear();
    report(&imported?, typed.replace)
}

fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{bar:40} {percent:>3}%  {msg}  {elapsed} elapsed, {eta} left";
    let style = ProgressStyle::with_template(style);
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_length(progress.bytes_total.unwrap_or(progress.bytes_done));
    bar.set_position(progress.bytes_done);
    let (stored, rejected) = (progress.rows_stored, progress.rows_rejected);
    bar.set_message(format!("{stored} holders, {rejected} rows rejected"));
}

fn report(report: &HoldersReport, replace: bool) -> anyhow::Result<()> {
    say(format_args!("read      {} rows", report.rows_read))?;
    let (held, available) = (report.shares_held, report.shares_available);
    say(format_args!(
        "stored    {} holders with {held} shares, who may take up {available}",
        report.rows_stored
    ))?;
    say(format_args!("rejected  {} rows", report.rows_rejected))?;
    match report.holders_forgotten {
        Some(count) => say(format_args!("removed   {count} holders not in the file"))?,
        None if replace => say("removed   none: rows were rejected")?,
        None => {}
    }
    if let Some(warning) = report.warning() {
        say(format_args!("warning   {warning}"))?;
    }
    for reject in &report.first_rejects {
        say(format_args!("line {:<6} {}", reject.line, reject.reason))?;
    }
    if let Some(file) = &report.rejects_file {
        say(format_args!("all rejected rows are in {}", file.display()))?;
        say("they contain personal data: delete the file once they are corrected")?;
    }
    Ok(())
}
