//! `kofa investment settle`, `import-settlements` and `settlements`

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use kofa_domain::{Environment, Kobo};
use kofa_investment::ops::{EnterSettlements, Entered, ListSettlements, Via};
use kofa_investment::settlement::{Outcome, RawAmount, RawEntry, Settlement};
use kofa_investment::settlement_import::{
    Format, ImportOptions, ImportReport, import_file, reused,
};
use kofa_platform::directory::Page;

use super::rejects::{beside, refuse_source};
use super::room::{Room, environment, refuse, say};

/// Lines that are named on the screen one by one.
const SHOWN_LINES_MAX: usize = 20;

/// `settle`
#[derive(Debug, Args)]
pub(crate) struct Settle {
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// The bank's own id of the payment.
    #[arg(long)]
    reference: String,
    /// The `transactionReference` of the subscription.
    #[arg(long, value_name = "REFERENCE")]
    transaction: String,
    /// What arrived, in naira: 1234.50
    #[arg(long, value_name = "NAIRA")]
    amount: String,
    /// When: 2026-07-03, or a moment in RFC 3339.
    #[arg(long, value_name = "MOMENT")]
    paid_at: String,
}

/// `import-settlements`
#[derive(Debug, Args)]
pub(crate) struct ImportSettlements {
    /// CSV or JSON Lines (docs/settlement.md).
    file: PathBuf,
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// How the file is written; told from its name if absent.
    #[arg(long)]
    format: Option<Written>,
    /// Where lines go that cannot be entered; beside the file if absent.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Written {
    Csv,
    Jsonl,
}

/// `settlements`
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// Only those that came to this, such as `amount_mismatch`.
    #[arg(long, value_parser = outcome)]
    outcome: Option<Outcome>,
    /// Where the page begins, as the one before says.
    #[arg(long)]
    cursor: Option<String>,
    /// Lines at most, 1 to 100.
    #[arg(long)]
    limit: Option<String>,
}

fn outcome(text: &str) -> Result<Outcome, String> {
    Outcome::parse(text).ok_or_else(|| {
        let words = Outcome::ALL.map(Outcome::as_str);
        format!("one of {}", words.join(", "))
    })
}

/// Enters one payment.
pub(crate) async fn settle(typed: Settle, room: &Room) -> anyhow::Result<()> {
    let by = room.by();
    let raw = RawEntry {
        reference: Some(&typed.reference),
        transaction_reference: Some(&typed.transaction),
        amount: Some(RawAmount::Naira(&typed.amount)),
        paid_at: Some(&typed.paid_at),
    };
    let mut faults = Vec::new();
    let entry = raw.read(by.at, &mut faults);
    refuse(&faults)?;
    let enter = EnterSettlements {
        by,
        environment: typed.environment,
        entries: entry.into_iter().collect(),
        via: Via::Form,
    };
    match room.store.write(enter).await?.pop() {
        Some(Entered::New(kept)) => show(&kept),
        Some(Entered::Repeated(kept)) => {
            say("It was entered before; nothing was done now.")?;
            show(&kept)
        }
        Some(Entered::Reused(kept)) => Err(reused(&kept).into()),
        None => anyhow::bail!("an entry has no outcome"),
    }
}

fn show(kept: &Settlement) -> anyhow::Result<()> {
    say(format_args!("outcome       {}", kept.outcome.as_str()))?;
    say(format_args!("              {}", kept.explanation()))?;
    if let Some(of) = &kept.subscription {
        say(format_args!(
            "subscription  {} ({})",
            of.id,
            of.status.as_str()
        ))?;
    }
    Ok(())
}

/// Enters the payments of a file.
pub(crate) async fn import(typed: ImportSettlements, room: &Room) -> anyhow::Result<()> {
    let format = match typed.format {
        Some(Written::Csv) => Format::Csv,
        Some(Written::Jsonl) => Format::JsonLines,
        None => Format::of_path(&typed.file)
            .context("the file's name says nothing: give `--format csv` or `--format jsonl`")?,
    };
    let rejects = typed.rejects.unwrap_or_else(|| beside(&typed.file));
    refuse_source(&typed.file, &rejects)?;
    let options = ImportOptions {
        format,
        rejects: Some(rejects),
        bytes_total: None,
    };
    let bar = bar();
    let (by, environment) = (room.by(), typed.environment);
    let file = typed.file.as_path();
    let done = import_file(&room.store, by, environment, file, options, |progress| {
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
        say("and more: `kofa investment settlements` lists all that were kept")?;
    }
    if let Some(file) = &report.rejects_file {
        say(format_args!(
            "lines that were not entered are in {}",
            file.display()
        ))?;
    }
    Ok(())
}

/// Lists payments, the newest first.
pub(crate) async fn list(typed: ListArgs, room: &Room) -> anyhow::Result<()> {
    let list = ListSettlements {
        environment: typed.environment,
        outcome: typed.outcome,
        page: Page::read(typed.cursor.as_deref(), typed.limit.as_deref())?,
    };
    let listed = room.store.read(list).await?;
    for one in listed.items {
        let Settlement { entry, outcome, .. } = one;
        say(format_args!(
            "{}  {:<19}  {:>20}  {}  {}",
            entry.paid_at,
            outcome.as_str(),
            entry.amount.to_string(),
            entry.transaction_reference,
            entry.reference,
        ))?;
    }
    match listed.next_cursor {
        Some(cursor) => say(format_args!("more: --cursor {cursor}")),
        None => Ok(()),
    }
}
