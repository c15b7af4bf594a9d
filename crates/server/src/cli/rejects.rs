//! Where the rejected rows of an import go.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use kofa_input::rows::is_source;

/// `bank.csv` has its rejected rows in `bank.rejects.csv`.
pub(crate) fn beside(source: &Path) -> PathBuf {
    source.with_extension("rejects.csv")
}

/// Refuses a reject file that is the source itself: its first row would take the place of all
/// that is still to be read.
pub(crate) fn refuse_source(source: &Path, rejects: &Path) -> anyhow::Result<()> {
    let is_one = is_source(source, rejects)
        .with_context(|| format!("{}, {}", source.display(), rejects.display()))?;
    anyhow::ensure!(
        !is_one,
        "{} is the file to import: choose another one with `--rejects`; nothing was imported",
        rejects.display()
    );
    Ok(())
}
