//! The binary `kofa`.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    kofa_server::cli::run(kofa_server::cli::Cli::parse())
}
