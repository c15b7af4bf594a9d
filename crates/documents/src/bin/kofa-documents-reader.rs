//! The document reader alone: what `kofa read-document` runs, for the tests of this crate,
//! which cannot know where another crate's binary lies.

use std::process::ExitCode;

fn main() -> ExitCode {
    kofa_address::child_main()
}
