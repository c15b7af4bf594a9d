//! `kofa registry …`

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use kofa_domain::Environment;
use kofa_registry::{Format, ImportOptions, ImportReport, Progress, import_file};

use super::room::{Room, environment, say};

#[derive(Debug, Subcommand)]
pub(crate) enum RegistryCommand {
    /// Fill the register of an environment from a file (docs/registry-import.md).
    Import(Import),
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// CSV or JSON Lines.
    file: PathBuf,
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// How the file is written; told from its name if absent.
    #[arg(long)]
    format: Option<Written>,
    /// Where rows that cannot be read go; beside the file if absent.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Written {
    Csv,
    Jsonl,
}

pub(crate) async fn run(command: RegistryCommand, room: &Room) -> anyhow::Result<()> {
    let RegistryCommand::Import(typed) = command;
    let format = match typed.format {
        Some(Written::Csv) => Format::Csv,
        Some(Written::Jsonl) => Format::JsonLines,
        None => Format::of_path(&typed.file)
            .context("the file's name says nothing: give `--format csv` or `--format jsonl`")?,
    };
    let rejects = typed.rejects.unwrap_or_else(|| beside(&typed.file));
    let options = ImportOptions {
        format,
        rejects: Some(rejects),
        bytes_total: None,
        imported_at: room.now(),
    };
    let bar = bar();
    let imported = import_file(
        &room.store,
        typed.environment,
        &typed.file,
        options,
        |progress| show(&bar, progress),
    )
    .await;
    bar.finish_and_clear();
    report(&imported?, typed.environment)
}

/// `companies.csv` has its rejected rows in `companies.rejects.csv`.
fn beside(file: &Path) -> PathBuf {
    file.with_extension("rejects.csv")
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
    bar.set_message(format!("{stored} companies, {rejected} rows rejected"));
}

fn report(report: &ImportReport, environment: Environment) -> anyhow::Result<()> {
    say(format_args!("read      {} rows", report.rows_read))?;
    say(format_args!(
        "stored    {} companies in {environment}",
        report.rows_stored
    ))?;
    say(format_args!("rejected  {} rows", report.rows_rejected))?;
    for note in &report.notes {
        let (rows, line) = (note.rows, note.first_line);
        say(format_args!(
            "note      {} ({rows} rows, first in line {line})",
            note.message
        ))?;
    }
    for reject in &report.first_rejects {
        say(format_args!("line {:<6} {}", reject.line, reject.reason))?;
    }
    if let Some(file) = &report.rejects_file {
        say(format_args!("all rejected rows are in {}", file.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::beside;

    #[test]
    fn rejects_go_beside_the_file_and_never_over_it() {
        let check = |file: &str, expected: &str| {
            assert_eq!(beside(Path::new(file)), PathBuf::from(expected));
        };
        check("a/companies.csv", "a/companies.rejects.csv");
        check("companies.2026.jsonl", "companies.2026.rejects.csv");
        check("companies", "companies.rejects.csv");
    }
}
