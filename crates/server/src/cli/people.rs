//! `kofa people`: what is held of one person. The number or address is read from standard input,
//! so that it stands in no list of processes and in no history of a shell.

use std::io::{BufRead as _, IsTerminal as _};

use clap::{Args, Subcommand};
use kofa_commands::Command;
use kofa_commands::platform::people::{ErasePerson, ExportPerson, FindPerson};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::cli::context::{CliContext, say};

/// Longest line that is read, in bytes.
const LINE_BYTES_MAX: u64 = 1_024;

#[derive(Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// List a person's data, and what an erasure would remove.
    Find(Of),
    /// Print all data of a person.
    Export(Of),
    /// Erase a person's data. Records that stay are listed with the reason.
    Erase(Of),
}

#[derive(Debug, Args)]
pub(crate) struct Of {
    /// The kind of value on standard input: bvn, nin, chn or email.
    #[arg(long)]
    by: String,
}

pub(crate) async fn run(command: PeopleCommand, cli: &CliContext) -> anyhow::Result<()> {
    match command {
        PeopleCommand::Find(of) => print::<FindPerson>(&of, cli).await,
        PeopleCommand::Export(of) => print::<ExportPerson>(&of, cli).await,
        PeopleCommand::Erase(of) => print::<ErasePerson>(&of, cli).await,
    }
}

async fn print<C: Command<Output: Serialize>>(of: &Of, cli: &CliContext) -> anyhow::Result<()> {
    let input = json!({"by": of.by, "value": value(&of.by)?});
    let fields: Map<String, Value> = serde_json::from_value(input)?;
    let report = cli.run::<C>(&fields).await?;
    say(serde_json::to_string_pretty(&report)?)
}

/// One line of standard input.
fn value(by: &str) -> anyhow::Result<String> {
    let input = std::io::stdin();
    if input.is_terminal() {
        eprint!("{by}: ");
    }
    let mut line = String::new();
    std::io::Read::take(input.lock(), LINE_BYTES_MAX).read_line(&mut line)?;
    let line = line.trim();
    anyhow::ensure!(!line.is_empty(), "standard input is empty");
    Ok(line.to_owned())
}
