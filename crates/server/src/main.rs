//! The binary `kofa`.

use std::process::ExitCode;

use clap::Parser as _;

/// Calls are made on one thread and settled on another, which the allocator of libc is slow at.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    kofa_server::cli::run(kofa_server::cli::Cli::parse())
}
