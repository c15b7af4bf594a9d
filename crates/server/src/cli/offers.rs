//! `kofa investment import-offers`

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use kofa_domain::Environment;
use kofa_input::rows::Format;
use kofa_investment::market::{FILE_BYTES_MAX, read_file};
use kofa_investment::ops::CreateOffers;

use crate::cli::context::{CliContext, environment, say};

/// A file of offers.
#[derive(Debug, Args)]
pub(crate) struct ImportOffers {
    /// JSON Lines or CSV.
    file: PathBuf,
    /// The environment: `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let wrong = || path.display().to_string();
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).with_context(wrong)?;
    let most = FILE_BYTES_MAX as u64;
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .with_context(wrong)?;
    anyhow::ensure!(
        bytes.len() <= FILE_BYTES_MAX,
        "a file can be at most {most} bytes"
    );
    Ok(bytes)
}

pub(crate) async fn import(typed: ImportOffers, cli: &CliContext) -> anyhow::Result<()> {
    let format =
        Format::of_path(&typed.file).context("the file's name must end in .csv or .jsonl")?;
    let (by, environment) = (cli.by(), typed.environment);
    let offers = read_file(&read(&typed.file)?, format, by.at)?;
    let create = CreateOffers {
        by,
        environment,
        offers,
    };
    let made = cli.store.write(create).await?;
    for offer in &made.offers {
        say(format_args!("{} created in {environment}", offer.id))?;
    }
    let unchanged = made.unchanged;
    say(format_args!(
        "{} offers created, {unchanged} already existed",
        made.offers.len()
    ))
}
