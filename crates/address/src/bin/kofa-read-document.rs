//! The document reader alone: what `kofa read-document` runs, for tests and for measuring
//! the engine without the server around it.

use std::process::ExitCode;

fn main() -> ExitCode {
    kofa_address::child_main()
}
