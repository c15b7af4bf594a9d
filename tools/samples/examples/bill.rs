//! Writes `data/sample-electricity-bill.pdf` to standard output:
//! `cargo run -p kofa-samples --example bill`.

use std::io::Write as _;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(&kofa_samples::sample_bill(&Default::default()))
}
