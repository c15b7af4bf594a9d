//! What a command works with: the data, without a server.
//!
//! A command and a running server may share the data: a change is one transaction, and a
//! server takes it over within a second.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use kofa_commands::{Command, Entry, Services, read};
use kofa_core::companies::Companies;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Clock, Environment, Fault, Ids, SystemClock, Timestamp};
use kofa_input::Unique;
use kofa_mail::Mailer;
use kofa_registry::Sources;
use kofa_registry::upstream::UpstreamMetrics;
use kofa_store::{Settings, Store, Vault};
use prometheus_client::registry::Registry;
use serde_json::{Map, Value};

use crate::config::Config;
use crate::settings::Setting;
use crate::{key_ring, products, retention};

/// The data, opened for one command.
#[derive(Debug)]
pub(crate) struct CliContext {
    pub(crate) store: Store,
    pub(crate) ids: Ids,
    pub(crate) config: Config,
    /// Of the key that is there, which is the data's; or why there is none.
    vault: kofa_domain::Result<Vault, String>,
}

impl CliContext {
    /// Whatever the command needs: who has another data's key is at the wrong data.
    pub(crate) async fn open(config: Config) -> anyhow::Result<Self> {
        let settings = config.store()?;
        anyhow::ensure!(
            Store::exists(&settings).await?,
            "no Kofa data in {}: name the place in `data_dir` (`--data`) or `database_url`; \
             `kofa serve` makes it",
            place(&settings)
        );
        let keys = config.master_keys_if_any()?;
        let store = Store::open_as_is(&settings).await?;
        let vault = match &keys {
            Some(keys) => Ok(key_ring::vault_of(&store, keys).await?),
            None => Err(missing_key(&config)),
        };
        Ok(Self {
            store,
            ids: Ids,
            config,
            vault,
        })
    }

    /// The settings in force; secrets are masked.
    pub(crate) fn settings(&self) -> Vec<(&'static Setting, String, String)> {
        self.config.shown()
    }

    /// Of the master key, for what makes or checks secrets.
    pub(crate) fn vault(&self) -> anyhow::Result<&Vault> {
        self.vault.as_ref().map_err(|why| anyhow::anyhow!("{why}"))
    }

    /// What commands work with. There is nothing here that their changes would have to hold in.
    pub(crate) fn services(&self) -> anyhow::Result<Services> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let mut parts = http::Extensions::new();
        if let Ok(vault) = &self.vault {
            let settings = self.config.upstreams()?.settings;
            let metrics = UpstreamMetrics::new(&mut Registry::default());
            let clock = Arc::clone(&clock);
            let sources = Sources::with_upstreams(&self.store, vault, clock, settings, metrics);
            let sources = sources.context("the registry's sources")?;
            parts.insert(Companies(Arc::new(sources.clone())));
            parts.insert(sources);
            let retention = self.config.retention()?;
            parts.insert(retention::people(retention.paid_kept_days));
            parts.insert(retention);
        }
        let base_url = self.config.base_url(self.config.listen());
        let vault = self
            .vault
            .as_ref()
            .ok()
            .filter(|_| self.config.sends_mail());
        let mailer = vault.map(|vault| Mailer::new(vault.clone(), self.ids, base_url.clone()));
        Ok(Services {
            house: self.config.house()?,
            mailer,
            store: self.store.clone(),
            clock,
            ids: self.ids,
            products: products::all(),
            vault: self.vault.clone(),
            base_url,
            parts,
            memory: None,
        })
    }

    /// Runs a command of the admin API on fields as its JSON has them.
    pub(crate) async fn run<C: Command>(
        &self,
        fields: &Map<String, Value>,
    ) -> anyhow::Result<C::Output> {
        let by = self.by();
        let fields = Entry::of::<C>().described().flat(fields)?;
        let services = self.services()?;
        let command = read::<C>(&fields, by.at, &services.products)?;
        Ok(services.run(by, command).await?)
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn now(&self) -> Timestamp {
        SystemClock.now()
    }

    /// Whoever has a shell here and may read the data.
    pub(crate) fn by(&self) -> ActorAt {
        ActorAt {
            actor: Actor::Cli,
            at: self.now(),
        }
    }
}

/// Why there is no master key, where none is named and none lies in the data folder.
fn missing_key(config: &Config) -> String {
    let why = config.master_keys().err();
    why.map_or_else(String::new, |why| format!("{why:#}"))
}

/// Where the data is expected, for people. An address may hold a password.
fn place(settings: &Settings) -> String {
    match settings {
        Settings::Sqlite { file, .. } => file.display().to_string(),
        Settings::Postgres { .. } => "the PostgreSQL database".to_owned(),
    }
}

/// The reader of the answer has hung up. It ends a command quietly, and is no fault of it: what
/// the command finds wrong is told by its exit code all the same, so look before you hand it on.
#[derive(Debug)]
pub(crate) struct HungUp;

impl std::fmt::Display for HungUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no one reads the output")
    }
}

impl std::error::Error for HungUp {}

/// Prints a line of the answer; [`HungUp`] where nobody reads it.
pub(crate) fn say(line: impl std::fmt::Display) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{line}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(HungUp.into()),
        done => Ok(done?),
    }
}

/// Longest file with one JSON object, in bytes.
const OBJECT_BYTES_MAX: u64 = 1024 * 1024;

/// The JSON object of a file.
pub(crate) fn object(path: &Path) -> anyhow::Result<Map<String, Value>> {
    let wrong = || path.display().to_string();
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).with_context(wrong)?;
    file.take(OBJECT_BYTES_MAX + 1)
        .read_to_end(&mut bytes)
        .with_context(wrong)?;
    anyhow::ensure!(
        bytes.len() as u64 <= OBJECT_BYTES_MAX,
        "a JSON file can be at most {OBJECT_BYTES_MAX} bytes"
    );
    // Windows' editor begins files with the mark.
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let Unique(value) = serde_json::from_slice(text).map_err(|error| {
        let what = match error.is_data() {
            true => "has the same field twice in one object",
            false => "is not valid JSON",
        };
        let (line, column) = (error.line(), error.column());
        anyhow::anyhow!("the file {what} (line {line}, column {column})")
    })?;
    match value {
        Value::Object(object) => Ok(object),
        _ => anyhow::bail!("the file must contain one JSON object"),
    }
}

/// All faults of what was typed, one a line.
pub(crate) fn refuse(faults: &[Fault]) -> anyhow::Result<()> {
    let lines: Vec<&str> = faults.iter().map(|fault| fault.message.as_ref()).collect();
    anyhow::ensure!(lines.is_empty(), "{}", lines.join("\n      "));
    Ok(())
}

pub(crate) fn environment(text: &str) -> Result<Environment, String> {
    Environment::parse(text).ok_or_else(|| "must be `sandbox` or `live`".to_owned())
}
