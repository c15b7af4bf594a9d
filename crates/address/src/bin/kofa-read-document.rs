//! The document reader alone: what `kofa read-document` runs, for tests and for measuring
//! the engine without the server around it. Its argument, if any, is the folder of the networks
//! that read pictures.

use std::process::ExitCode;

/// As in `kofa`.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let models = std::env::args_os().nth(1);
    kofa_address::child_main(models.as_deref().map(std::path::Path::new))
}
