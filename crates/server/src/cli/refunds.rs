//! `kofa investment refund-file`

use std::io::Write as _;
use std::pin::pin;

use anyhow::Context as _;
use clap::Args;
use futures_util::StreamExt as _;
use kofa_investment::refund_batches::{RefundFile, RefundFormat, stream};

use crate::cli::context::CliContext;

/// A file of refunds.
#[derive(Debug, Args)]
pub(crate) struct RefundFileOf {
    /// The batch: `KFB-…`
    batch: String,
    /// `pain001` or `csv`
    #[arg(long, value_parser = format)]
    format: RefundFormat,
}

fn format(word: &str) -> Result<RefundFormat, String> {
    RefundFormat::parse(word).ok_or_else(|| "must be `pain001` or `csv`".to_owned())
}

/// Prints it: whoever keeps it, and where, decides who reads the account numbers in it.
pub(crate) async fn print(typed: RefundFileOf, cli: &CliContext) -> anyhow::Result<()> {
    let asked = RefundFile {
        by: cli.by(),
        batch_id: typed.batch,
        format: typed.format,
        account: cli.config.refund_account()?,
    };
    let kept = (cli.store.clone(), cli.vault()?.clone());
    let (_, pieces) = stream(kept, asked).await?;
    let mut pieces = pin!(pieces);
    let mut out = std::io::stdout();
    while let Some(piece) = pieces.next().await {
        out.write_all(&piece?).context("standard output")?;
    }
    out.flush().context("standard output")
}
