//! Settings: from a TOML file, from `KOFA_…` environment variables, from options of the
//! command line; the later wins. The one place that reads them.

mod addresses;
mod documents;
mod exchange;
mod house;
mod identity;
mod kept;
mod keys;
mod objects;
mod payments;
mod refunds;
mod sign_in;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use ipnet::IpNet;
use kofa_domain::{Environment, Sensitive};
use kofa_registry::rules::VrcScope;
use kofa_registry::upstream::{UpstreamKind, UpstreamSettings, is_safe_for_keys};
use kofa_store::Settings as StoreSettings;

use crate::app::Upstreams;
use crate::hosts::HostNames;
use crate::listener::ConnectionLimits;
use crate::listeners::Listeners;
use crate::private;
use crate::settings::{SETTINGS, Setting};
use crate::telemetry;

pub(crate) use documents::read_model;
pub use keys::KeyPlace;

use addresses::{is_address, is_telling, masked};

/// The registry's sources outside, and the settings of each.
const UPSTREAMS: [(Environment, UpstreamKind, &str, &str); 4] = [
    (
        Environment::Live,
        UpstreamKind::CacVas,
        "registry_cac_vas_url",
        "registry_cac_vas_key",
    ),
    (
        Environment::Sandbox,
        UpstreamKind::CacVas,
        "registry_cac_vas_sandbox_url",
        "registry_cac_vas_sandbox_key",
    ),
    (
        Environment::Live,
        UpstreamKind::Contract,
        "registry_contract_url",
        "registry_contract_key",
    ),
    (
        Environment::Sandbox,
        UpstreamKind::Contract,
        "registry_contract_sandbox_url",
        "registry_contract_sandbox_key",
    ),
];

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    Default,
    File,
    Variable,
    Option,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Default => "default",
            Self::File => "file",
            Self::Variable => "environment",
            Self::Option => "option",
        })
    }
}

/// The options that every command shares.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ConfigOptions {
    /// File of settings (TOML).
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder of the data.
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<String>,
    /// A PostgreSQL URL instead of SQLite.
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<String>,
}

/// The options of a command that serves.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ServeOptions {
    /// Where to listen; port 0 picks a free one.
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Written as one JSON object once requests are answered.
    #[arg(long, value_name = "FILE")]
    ready_file: Option<PathBuf>,
}

/// The settings in force. Has no `Debug` that shows values: some are secret.
pub struct Config {
    values: BTreeMap<&'static str, (String, Origin)>,
    unknown: Vec<String>,
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.values.keys()).finish()
    }
}

/// What `kofa demo` has its reader export for the examples; no settings.
const OF_EXAMPLES: [&str; 6] = [
    "KOFA_URL",
    "KOFA_API_KEY",
    "KOFA_VENDOR_ID",
    "KOFA_TENANT_ID",
    "KOFA_ADMIN_TOKEN",
    "KOFA_BILL",
];

impl Config {
    /// Reads file and environment.
    ///
    /// # Errors
    /// If the file cannot be read, or names unknown settings: all of them at once.
    pub fn read(options: &ConfigOptions) -> anyhow::Result<Self> {
        let file = match &options.config {
            Some(path) => read_file(path).with_context(|| format!("{}", path.display()))?,
            None => Vec::new(),
        };
        let flags = [
            ("data_dir", options.data.clone()),
            ("database_url", options.database_url.clone()),
        ];
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| name.starts_with("KOFA_"));
        Ok(Self::layered(file, variables.collect(), &flags))
    }

    fn layered(
        file: Vec<(&'static str, String)>,
        variables: Vec<(String, String)>,
        flags: &[(&'static str, Option<String>)],
    ) -> Self {
        let mut values = BTreeMap::new();
        for setting in &SETTINGS {
            values.insert(setting.name, (setting.default.to_owned(), Origin::Default));
        }
        for (name, value) in file {
            values.insert(name, (value, Origin::File));
        }
        let mut unknown = Vec::new();
        for (variable, value) in variables {
            match SETTINGS.iter().find(|one| one.variable() == variable) {
                Some(setting) => drop(values.insert(setting.name, (value, Origin::Variable))),
                None if OF_EXAMPLES.contains(&variable.as_str()) => {}
                None => unknown.push(variable),
            }
        }
        for (name, value) in flags {
            if let Some(value) = value {
                values.insert(name, (value.clone(), Origin::Option));
            }
        }
        Self { values, unknown }
    }

    /// Variables that begin as ours do and that no setting has, perhaps for a slip.
    pub fn unknown_variables(&self) -> &[String] {
        &self.unknown
    }

    /// With the options of a command that serves.
    #[must_use]
    pub fn serving(mut self, options: ServeOptions) -> Self {
        let ready_file = options
            .ready_file
            .map(|file| file.to_string_lossy().into_owned());
        for (name, value) in [("listen", options.listen), ("ready_file", ready_file)] {
            if let Some(value) = value {
                self.values.insert(name, (value, Origin::Option));
            }
        }
        self
    }

    fn text(&self, name: &str) -> &str {
        self.values.get(name).map_or("", |(value, _)| value.trim())
    }

    fn filled(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    fn list(&self, name: &str) -> Vec<String> {
        self.text(name)
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    }

    fn number(&self, name: &str, bounds: std::ops::RangeInclusive<u32>) -> anyhow::Result<u32> {
        let (least, most) = (bounds.start(), bounds.end());
        let number = self.text(name).parse().ok().filter(|n| bounds.contains(n));
        number.with_context(|| format!("`{name}` must be a number from {least} to {most}"))
    }

    /// Folder of the data.
    pub fn data_dir(&self) -> PathBuf {
        PathBuf::from(self.text("data_dir"))
    }

    /// The same, made if it is absent: whoever else has an account there may not look into it,
    /// since names and addresses of people are not sealed.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn made_data_dir(&self) -> anyhow::Result<PathBuf> {
        let folder = self.data_dir();
        let mut make = std::fs::DirBuilder::new();
        let made = make.recursive(true).mode(0o700).create(&folder);
        made.with_context(|| format!("{}", folder.display()))?;
        private::close(&folder);
        Ok(folder)
    }

    /// Address and port to listen on.
    pub fn listen(&self) -> &str {
        self.text("listen")
    }

    /// Where people reach a server that listens on `address`, without a slash at the end.
    pub fn base_url(&self, address: &str) -> String {
        match self.filled("base_url") {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{address}"),
        }
    }

    /// Level of the log.
    pub fn log(&self) -> &str {
        self.text("log")
    }

    /// Written once requests are answered.
    pub fn ready_file(&self) -> Option<PathBuf> {
        self.filled("ready_file").map(PathBuf::from)
    }

    /// The program that reads documents in a child process, and its arguments.
    ///
    /// # Errors
    /// If this program does not know its own place.
    pub fn reader(&self) -> anyhow::Result<(PathBuf, Vec<OsString>)> {
        let program = std::env::current_exe().context("the place of this program")?;
        let mut arguments = vec![OsString::from("read-document")];
        let models = match self.filled("models_dir") {
            Some(named) => Some(PathBuf::from(named)),
            None => self.found_models(&program),
        };
        if let Some(folder) = models {
            // The reader works in another folder.
            let folder = std::path::absolute(folder).context("`models_dir`")?;
            arguments.extend(["--models".into(), folder.into_os_string()]);
        }
        Ok((program, arguments))
    }

    /// The first of the usual folders that is there: in a deployment beside the data or the
    /// program, in a source tree two above `target/…/kofa`.
    fn found_models(&self, program: &Path) -> Option<PathBuf> {
        let mut homes = vec![self.data_dir(), PathBuf::from(".")];
        homes.extend(program.ancestors().skip(1).take(3).map(Path::to_owned));
        let mut folders = homes.into_iter().map(|home| home.join("models"));
        folders.find(|folder| folder.is_dir())
    }

    /// Where the data is.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn store(&self) -> anyhow::Result<StoreSettings> {
        Ok(match self.filled("database_url") {
            Some(url) => StoreSettings::Postgres {
                url: url.to_owned(),
                connections: self.number("database_connections", 2..=1_000)?,
            },
            None => StoreSettings::Sqlite {
                file: self.data_dir().join("kofa.db"),
                readers: usize::try_from(self.number("sqlite_readers", 1..=64)?)?,
            },
        })
    }

    /// Documents that are read at once.
    ///
    /// # Errors
    /// If it is out of range.
    pub fn document_readers(&self) -> anyhow::Result<usize> {
        match self.filled("document_readers") {
            Some(_) => Ok(usize::try_from(self.number("document_readers", 1..=64)?)?),
            None => {
                let processors = std::thread::available_parallelism();
                Ok(processors.map_or(2, usize::from).clamp(2, 8))
            }
        }
    }

    /// Free bytes on the disk of the data that calls need; 0 is any.
    ///
    /// # Errors
    /// If it is out of range.
    pub fn disk_free_min(&self) -> anyhow::Result<u64> {
        Ok(u64::from(self.number("disk_free_min_mib", 0..=1 << 20)?) << 20)
    }

    /// How long a server that is told to stop serves on, while `/readyz` is 503.
    ///
    /// # Errors
    /// If it is out of range.
    pub fn drain_delay(&self) -> anyhow::Result<Duration> {
        let seconds = self.number("drain_delay_s", 0..=300)?;
        Ok(Duration::from_secs(u64::from(seconds)))
    }

    /// Binds the listeners.
    ///
    /// # Errors
    /// If a setting of theirs is wrong, or an address is taken.
    pub async fn listeners(&self) -> anyhow::Result<Listeners> {
        let per_address = self.connections_per_address()?;
        let proxies = self.trusted_proxies()?;
        let limits = ConnectionLimits::of_process(per_address, &proxies);
        let beside = ["operators_listen", "metrics_listen"].map(|name| self.filled(name));
        Listeners::bind((self.listen(), beside[0], beside[1]), limits).await
    }

    fn connections_per_address(&self) -> anyhow::Result<usize> {
        Ok(self.number("connections_per_address", 1..=10_000)? as usize)
    }

    /// Bytes for bodies of calls under way.
    ///
    /// # Errors
    /// If it is no number, or out of range.
    pub fn body_memory(&self) -> anyhow::Result<usize> {
        Ok((self.number("body_memory_mib", 64..=1 << 16)? as usize) << 20)
    }

    /// The registry's sources outside, and how many companies may be watched in them.
    ///
    /// # Errors
    /// All that is wrong with them: an address that is none, an address without a key or a
    /// key without an address, a number out of range.
    pub fn upstreams(&self) -> anyhow::Result<Upstreams> {
        let mut wrong = Vec::new();
        let timeout_s = self.number("registry_upstream_timeout_s", 1..=90);
        let kept_days = self.number("registry_answers_kept_days", 1..=3_650);
        let watches_max = self.number("registry_watches_max", 0..=1_000_000);
        let mut settings = Vec::new();
        for (environment, kind, url, key) in UPSTREAMS {
            match (self.filled(url), self.filled(key)) {
                (None, None) => {}
                (Some(_), None) => wrong.push(format!("`{url}` needs `{key}`")),
                (None, Some(_)) => wrong.push(format!("`{key}` needs `{url}`")),
                (Some(address), Some(_)) if !is_address(address) => wrong.push(format!(
                    "`{url}` must be an address that begins with http:// or https://, without \
                     `?`, `#` or `@`"
                )),
                (Some(address), Some(_)) if !is_safe_for_keys(address) => wrong.push(format!(
                    "`{url}` must begin with https://, or name this machine or a host of your own \
                     network: the key would travel in clear"
                )),
                (Some(_), Some(text)) if !text.bytes().all(|byte| byte.is_ascii_graphic()) => {
                    wrong.push(format!("`{key}` must be letters, digits and signs"));
                }
                (Some(address), Some(text)) => settings.push(UpstreamSettings {
                    environment,
                    kind,
                    url: address.trim_end_matches('/').to_owned(),
                    key: Sensitive::new(text.to_owned()),
                    timeout_ms_max: 0,
                }),
            }
        }
        wrong.extend(timeout_s.as_ref().err().map(ToString::to_string));
        wrong.extend(kept_days.as_ref().err().map(ToString::to_string));
        wrong.extend(watches_max.as_ref().err().map(ToString::to_string));
        anyhow::ensure!(wrong.is_empty(), "{}", wrong.join("; "));
        let timeout_ms_max = u64::from(timeout_s?) * 1_000;
        for one in &mut settings {
            one.timeout_ms_max = timeout_ms_max;
        }
        Ok(Upstreams {
            settings,
            answers_kept_days: kept_days?,
            watches_max: watches_max?,
        })
    }

    /// What one use of a consent code uses up in live.
    ///
    /// # Errors
    /// If it is neither of the words.
    pub fn vrc_scope(&self) -> anyhow::Result<VrcScope> {
        VrcScope::parse(self.text("registry_vrc_scope"))
            .context("`registry_vrc_scope` must be `per_code_and_endpoint` or `per_code`")
    }

    fn flag(&self, name: &str) -> anyhow::Result<bool> {
        let flag = self.text(name).parse().ok();
        flag.with_context(|| format!("`{name}` must be true or false"))
    }

    /// Networks whose `X-Forwarded-For` is believed.
    ///
    /// # Errors
    /// If one is no network.
    pub fn trusted_proxies(&self) -> anyhow::Result<Vec<IpNet>> {
        let parse = |text: &String| {
            let address = text.parse::<std::net::IpAddr>().map(IpNet::from);
            let net = text.parse::<IpNet>().ok().or(address.ok());
            net.with_context(|| format!("`trusted_proxies`: `{text}` is not a network"))
        };
        self.list("trusted_proxies").iter().map(parse).collect()
    }

    /// The host names of each address of the contract: `identity_hosts` are those of `identity`.
    pub fn hosts(&self) -> HostNames {
        let addresses = SETTINGS
            .iter()
            .filter_map(|one| one.name.strip_suffix("_hosts"));
        let names = |address| (address, self.list(&format!("{address}_hosts")));
        addresses.map(names).collect()
    }

    /// Refuses settings that a server could not start with: all of them at once.
    ///
    /// # Errors
    /// What is wrong with each.
    pub fn check(&self) -> anyhow::Result<()> {
        let mut wrong = Vec::new();
        let mut note = |outcome: anyhow::Result<()>| {
            wrong.extend(outcome.err().map(|error| format!("{error:#}")));
        };
        note(self.store().map(drop));
        note(self.objects().map(drop));
        note(self.trusted_proxies().map(drop));
        note(self.house().map(drop));
        note(self.upstreams().map(drop));
        note(self.exchanges().map(drop));
        note(self.exchange_own().map(drop));
        note(self.identity_enquiry().map(drop));
        note(self.refund_account().map(drop));
        note(self.retention().map(drop));
        note(self.siem().map(drop));
        note(self.traces().map(drop));
        note(self.smtp().map(drop));
        note(self.payments().map(drop));
        note(self.vrc_scope().map(drop));
        note(self.provider().map(drop));
        note(self.single_sign_on().map(drop));
        note(self.disk_free_min().map(drop));
        note(self.drain_delay().map(drop));
        note(self.document_readers().map(drop));
        note(self.allows_core_dumps().map(drop));
        note(self.reader_model().map(drop));
        note(self.readings_kept().map(drop));
        note(self.body_memory().map(drop));
        note(self.connections_per_address().map(drop));
        note(addresses::check_listen("listen", self.listen()));
        for name in ["operators_listen", "metrics_listen"] {
            let checked = self
                .filled(name)
                .map(|it| addresses::check_listen(name, it));
            note(checked.unwrap_or(Ok(())));
        }
        note(telemetry::filter(self.log()).map(drop));
        let url = self.filled("base_url").unwrap_or("http://");
        let has_scheme = url.starts_with("http://") || url.starts_with("https://");
        note(if has_scheme {
            Ok(())
        } else {
            Err(anyhow::anyhow!(
                "`base_url` must begin with http:// or https://"
            ))
        });
        anyhow::ensure!(wrong.is_empty(), "settings: {}", wrong.join("; "));
        Ok(())
    }

    /// Name, value and origin of every setting; secrets are masked.
    pub fn shown(&self) -> Vec<(&'static Setting, String, String)> {
        SETTINGS
            .iter()
            .map(|setting| {
                let (value, origin) = &self.values[setting.name];
                let shown = match (setting.secret, value.as_str()) {
                    (_, "") => String::new(),
                    (true, url) if ["database_url", "smtp_url"].contains(&setting.name) => {
                        masked(url)
                    }
                    (true, _) => "<hidden>".to_owned(),
                    (false, url) if setting.name.ends_with("_url") && is_telling(url) => {
                        masked(url)
                    }
                    (false, value) => value.to_owned(),
                };
                (setting, shown, origin.to_string())
            })
            .collect()
    }
}

/// The settings of a file, with all that is wrong in it.
fn read_file(path: &Path) -> anyhow::Result<Vec<(&'static str, String)>> {
    parse_file(&std::fs::read_to_string(path)?)
}

/// A file of settings as a table.
fn read_toml(text: &str) -> anyhow::Result<toml::Table> {
    // The parser's message repeats the line, and the line may hold a secret: only its place.
    toml::from_str(text).map_err(|error| {
        let before = error.span().map_or(0, |span| span.start);
        let line = text
            .as_bytes()
            .iter()
            .take(before)
            .filter(|&&b| b == b'\n')
            .count()
            + 1;
        anyhow::anyhow!("line {line}: this is not TOML ({})", error.message())
    })
}

fn parse_file(text: &str) -> anyhow::Result<Vec<(&'static str, String)>> {
    let table = read_toml(text)?;
    let (mut values, mut wrong) = (Vec::new(), Vec::new());
    for (name, value) in &table {
        let Some(setting) = SETTINGS.iter().find(|one| one.name == name) else {
            wrong.push(format!("there is no setting `{name}`"));
            continue;
        };
        match plain(value) {
            Some(text) => values.push((setting.name, text)),
            None => wrong.push(format!(
                "`{name}` must be a text, a number or a list of texts"
            )),
        }
    }
    anyhow::ensure!(wrong.is_empty(), "{}", wrong.join("; "));
    Ok(values)
}

fn plain(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Array(items) => {
            let texts: Option<Vec<&str>> = items.iter().map(toml::Value::as_str).collect();
            Some(texts?.join(","))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
