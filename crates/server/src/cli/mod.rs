//! The command line: one file a command.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::demo;

/// Kofa: tenant-keyed business APIs.
#[derive(Debug, Parser)]
#[command(name = "kofa", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start everything with nothing to set up: demo tenant, sandbox key, sample data.
    Demo(demo::DemoOptions),
    /// Read documents from standard input for a server (started by it, not by hand).
    #[command(hide = true)]
    ReadDocument,
}

/// Runs a command; its exit code.
pub fn run(cli: Cli) -> ExitCode {
    let outcome = match cli.command {
        // Before anything else is set up: this process only parses hostile files.
        Command::ReadDocument => return kofa_address::child_main(),
        Command::Demo(options) => in_runtime(demo::run(options)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kofa: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn in_runtime(command: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    crate::telemetry::start();
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(command)
}
