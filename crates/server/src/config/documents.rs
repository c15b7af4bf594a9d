//! Settings of the reader of documents.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use data_encoding::HEXLOWER;
use kofa_address::Judge;
use kofa_documents::feedback::Keeping;
use kofa_documents::{Model, OpinionUse, Provider, ProviderInput, ProviderSettings};
use kofa_domain::{Sensitive, SystemClock};
use sha2::{Digest as _, Sha256};

use super::Config;

/// Largest file of a judge, in bytes.
const MODEL_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Digits of a judge's SHA-256 that name it.
const NAME_DIGITS: usize = 12;

impl Config {
    /// The AI provider for documents, if there is one.
    ///
    /// # Errors
    /// What is wrong with its settings.
    pub fn provider(&self) -> anyhow::Result<Option<Provider>> {
        let Some(url) = self.filled("provider_url") else {
            return Ok(None);
        };
        let settings = ProviderSettings {
            url: url.to_owned(),
            model: self.text("provider_model").to_owned(),
            key: self
                .filled("provider_key")
                .map(|key| Sensitive::new(key.to_owned())),
            may: match self.text("provider_use") {
                "infer" => OpinionUse::Infer,
                "extract" => OpinionUse::Extract,
                _ => anyhow::bail!("`provider_use` must be infer or extract"),
            },
            input: match self.text("provider_input") {
                "text" => ProviderInput::Text,
                "image" => ProviderInput::Image,
                _ => anyhow::bail!("`provider_input` must be text or image"),
            },
            timeout_ms: u64::from(self.number("provider_timeout_ms", 100..=25_000)?),
            calls_per_day: self.number("provider_calls_per_day", 1..=10_000_000)?,
        };
        let provider = Provider::new(settings, Arc::new(SystemClock));
        Ok(Some(provider.map_err(anyhow::Error::msg)?))
    }

    /// The judge of addresses in the place of the product's own, if one is set.
    ///
    /// # Errors
    /// If the file cannot be read, is no judge, or is not the one that its SHA-256 names.
    pub fn reader_model(&self) -> anyhow::Result<Option<Model>> {
        let Some(file) = self.filled("reader_model") else {
            return Ok(None);
        };
        let wanted = self.filled("reader_model_sha256");
        let wanted = wanted.context(
            "`reader_model_sha256` must be the SHA-256 of `reader_model`, in hexadecimal digits",
        )?;
        let (model, digest) = read_model(Path::new(file)).context("`reader_model`")?;
        anyhow::ensure!(
            digest.eq_ignore_ascii_case(wanted),
            "`reader_model_sha256` is not that of the file, which is {digest}"
        );
        Ok(Some(model))
    }

    /// How long readings are kept of which nothing is said, and results of jobs.
    ///
    /// # Errors
    /// If one is no number of days.
    pub fn readings_kept(&self) -> anyhow::Result<Keeping> {
        let days = self.number("readings_kept_days", 0..=90)?;
        let result_days = self.documents_days()?;
        Ok(Keeping { days, result_days })
    }
}

/// The judge of a file, and the file's SHA-256.
///
/// # Errors
/// If it cannot be read, or is none.
pub(crate) fn read_model(file: &Path) -> anyhow::Result<(Model, String)> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    anyhow::ensure!(
        bytes.len() <= MODEL_BYTES_MAX,
        "{} is too large for a judge",
        file.display()
    );
    let judge = Judge::parse(&bytes);
    let judge = judge.with_context(|| format!("{} is no judge of addresses", file.display()))?;
    let digest = HEXLOWER.encode(&Sha256::digest(&bytes));
    let name = digest.chars().take(NAME_DIGITS).collect();
    Ok((Model { name, judge }, digest))
}
