//! `kofa investment check-import`

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use kofa_domain::{Environment, Sensitive};
use kofa_input::rows::Format;
use kofa_investment::file_imports::rehearse;
use kofa_investment::held_file::{FileImport, Purpose};
use kofa_investment::rehearsal::RehearsedRow;

use crate::cli::context::{CliContext, environment, say};

/// Largest file that is checked, in bytes.
const FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// A file and what it would be imported as.
#[derive(Debug, Args)]
pub(crate) struct CheckImport {
    /// The file, as its import takes it.
    file: PathBuf,
    /// What it contains: `banks`, `brokers`, `offers`, `holders`, `payments` or `statement`
    #[arg(long, value_parser = purpose)]
    purpose: Purpose,
    /// The environment: `sandbox` or `live`; not for banks and brokers.
    #[arg(long, value_parser = environment, required_if_eq_any = [
        ("purpose", "offers"), ("purpose", "holders"), ("purpose", "payments"),
        ("purpose", "statement"),
    ])]
    environment: Option<Environment>,
    /// The ID of the rights issue, for holders.
    #[arg(long, value_name = "ID", required_if_eq("purpose", "holders"))]
    offer: Option<String>,
    /// For holders: remove those that are not in the file.
    #[arg(long)]
    replace: bool,
    /// The account number, for a statement in CSV.
    #[arg(long, default_value = "")]
    account: String,
}

fn purpose(word: &str) -> Result<Purpose, String> {
    let all = Purpose::ALL.map(Purpose::as_str).join(", ");
    Purpose::parse(word).ok_or_else(|| format!("must be one of: {all}"))
}

/// Prints what importing the file would do, and imports nothing.
pub(crate) async fn run(typed: CheckImport, cli: &CliContext) -> anyhow::Result<()> {
    let wrong = || typed.file.display().to_string();
    let bytes = std::fs::metadata(&typed.file).with_context(wrong)?.len();
    anyhow::ensure!(
        bytes <= FILE_BYTES_MAX,
        "a file can be at most {FILE_BYTES_MAX} bytes"
    );
    let text = std::fs::read(&typed.file).with_context(wrong)?;
    let format = match typed.purpose {
        Purpose::Statement => Format::Csv,
        _ => Format::of_path(&typed.file).context("the file's name must end in .csv or .jsonl")?,
    };
    let import = FileImport {
        offer_id: typed.offer.unwrap_or_default(),
        replace: typed.replace,
        account: Sensitive::new(typed.account),
        ..FileImport::new(typed.purpose, typed.environment, format)
    };
    let checked = rehearse(&cli.store, cli.vault()?, &cli.by(), &import, text).await?;
    let part = if checked.is_whole {
        ""
    } else {
        " (the first ones)"
    };
    say(format_args!(
        "checked              {} rows{part}",
        checked.rows
    ))?;
    for (outcome, rows) in checked.outcomes.iter().filter(|(_, rows)| *rows > 0) {
        say(format_args!("{outcome:<20} {rows}"))?;
    }
    if let Some(total) = checked.total_applied {
        say(format_args!("sum applied          {total}"))?;
    }
    for row in &checked.first {
        show(row)?;
    }
    let told: Vec<u64> = checked.first.iter().map(|row| row.line).collect();
    for row in checked
        .problems
        .iter()
        .filter(|row| !told.contains(&row.line))
    {
        show(row)?;
    }
    say("Nothing was imported.")
}

fn show(row: &RehearsedRow) -> anyhow::Result<()> {
    let place = match row.line {
        0 => String::new(),
        line => format!("line {line}: "),
    };
    say(format_args!("{place}{} {}", row.what, row.outcome))?;
    for one in &row.changes {
        say(format_args!(
            "    {}: {} -> {}",
            one.name, one.before, one.after
        ))?;
    }
    if !row.why.is_empty() {
        say(format_args!("    {}", row.why))?;
    }
    Ok(())
}
