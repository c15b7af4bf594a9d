//! Settings: from a TOML file, from `KOFA_…` environment variables, from options of the
//! command line; the later wins. The one place that reads them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ipnet::IpNet;
use kofa_domain::Sensitive;
use kofa_store::Settings as StoreSettings;

use crate::hosts::Hosts;
use crate::master_key;
use crate::settings::{SETTINGS, Setting};

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
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.values.keys()).finish()
    }
}

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
        for (variable, value) in variables {
            if let Some(setting) = SETTINGS.iter().find(|one| one.variable() == variable) {
                values.insert(setting.name, (value, Origin::Variable));
            }
        }
        for (name, value) in flags {
            if let Some(value) = value {
                values.insert(name, (value.clone(), Origin::Option));
            }
        }
        Self { values }
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

    /// The master key. It is never made here: whoever runs a deployment keeps it.
    ///
    /// # Errors
    /// If there is none, or it is no key.
    pub fn master_key(&self) -> anyhow::Result<Sensitive<[u8; 32]>> {
        if let Some(text) = self.filled("master_key") {
            return master_key::parse(text).context("`master_key`");
        }
        let file = match self.filled("master_key_file") {
            Some(file) => PathBuf::from(file),
            None => self.data_dir().join("master.key"),
        };
        let text = std::fs::read_to_string(&file).with_context(|| {
            format!(
                "no master key in {}; make one with `openssl rand -hex 32`, keep a copy \
                 elsewhere, and name its file in `master_key_file` (without it nothing that is \
                 sealed can be read again)",
                file.display()
            )
        })?;
        master_key::parse(&text).with_context(|| format!("{}", file.display()))
    }

    /// Whether a master key was named, rather than being expected in the data folder.
    pub fn names_master_key(&self) -> bool {
        let names = ["master_key", "master_key_file"];
        names.iter().any(|name| self.filled(name).is_some())
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

    /// The product host names.
    pub fn hosts(&self) -> Hosts {
        Hosts {
            investment: self.list("investment_hosts"),
            ai_processing: self.list("ai_processing_hosts"),
            business_validation: self.list("business_validation_hosts"),
            identity: self.list("identity_hosts"),
        }
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
        note(self.trusted_proxies().map(drop));
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
                    (true, url) if setting.name == "database_url" => mask_url(url),
                    (true, _) => "<hidden>".to_owned(),
                    (false, value) => value.to_owned(),
                };
                (setting, shown, origin.to_string())
            })
            .collect()
    }
}

/// Scheme, host and database of a URL; user, password and parameters are hidden.
fn mask_url(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return "<hidden>".to_owned();
    };
    let place = rest.split('?').next().unwrap_or_default();
    match place.rsplit_once('@') {
        Some((_, place)) => format!("{scheme}://<hidden>@{place}"),
        None => format!("{scheme}://{place}"),
    }
}

/// The settings of a file, with all that is wrong in it.
fn read_file(path: &Path) -> anyhow::Result<Vec<(&'static str, String)>> {
    parse_file(&std::fs::read_to_string(path)?)
}

fn parse_file(text: &str) -> anyhow::Result<Vec<(&'static str, String)>> {
    // The parser's message repeats the line, and the line may hold a secret: only its place.
    let table: toml::Table = toml::from_str(text).map_err(|error| {
        let before = error.span().map_or(0, |span| span.start);
        let line = text
            .as_bytes()
            .iter()
            .take(before)
            .filter(|&&b| b == b'\n')
            .count()
            + 1;
        anyhow::anyhow!("line {line}: this is not TOML ({})", error.message())
    })?;
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
mod tests {
    use super::*;

    fn config(file: &str, variables: &[(&str, &str)], data: Option<&str>) -> Config {
        let variables = variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let flags = [("data_dir", data.map(str::to_owned))];
        Config::layered(parse_file(file).unwrap(), variables.collect(), &flags)
    }

    #[test]
    fn options_beat_the_environment_and_that_beats_the_file() {
        let file = "data_dir = 'a'\nlisten = '0.0.0.0:1'\nbase_url = 'https://kofa.example/'";
        let variables = [("KOFA_DATA_DIR", "b"), ("KOFA_LISTEN", "[::1]:2")];
        let one = config(file, &variables, Some("c"));
        assert_eq!(one.data_dir(), PathBuf::from("c"));
        assert_eq!(one.listen(), "[::1]:2");
        assert_eq!(one.base_url("x:1"), "https://kofa.example");
        assert_eq!(config("", &[], None).base_url("x:1"), "http://x:1");
        assert_eq!(config("", &[], None).data_dir(), PathBuf::from("kofa-data"));
    }

    #[test]
    fn every_unknown_or_misshapen_setting_is_named_and_no_value_repeated() {
        let wrong = "lisen = 'x'\nlog = true\n[store]\nurl = 'secret'";
        let message = parse_file(wrong).unwrap_err().to_string();
        for name in ["`lisen`", "`log`", "`store`"] {
            assert!(message.contains(name), "{message}");
        }
        assert!(!message.contains("secret"));
        let broken = parse_file("log = 'x'\nmaster_key = 'secret").unwrap_err();
        let broken = format!("{broken:#}");
        assert!(
            broken.contains("line 2") && !broken.contains("secret"),
            "{broken}"
        );
    }

    #[test]
    fn what_a_server_cannot_start_with_is_refused_at_once() {
        let file = "trusted_proxies = ['10.0.0.0/8', 'home']\nsqlite_readers = 0\nbase_url = 'x'";
        let message = config(file, &[], None).check().unwrap_err().to_string();
        for name in ["trusted_proxies", "sqlite_readers", "base_url"] {
            assert!(message.contains(name), "{message}");
        }
        let good = "trusted_proxies = ['10.0.0.0/8', '::1']\nidentity_hosts = 'a.ng, b.ng'";
        let good = config(good, &[], None);
        good.check().unwrap();
        assert_eq!(good.trusted_proxies().unwrap().len(), 2);
        assert_eq!(good.hosts().identity, ["a.ng", "b.ng"]);
    }

    #[test]
    fn secrets_are_masked_where_settings_are_shown() {
        let variables = [
            ("KOFA_MASTER_KEY", "0f0f"),
            (
                "KOFA_DATABASE_URL",
                "postgres://ada:hunter22@db:5432/kofa?password=hunter22",
            ),
        ];
        let shown = config("", &variables, None).shown();
        let text = format!("{shown:?}");
        assert!(!text.contains("hunter22") && !text.contains("0f0f"));
        let url = shown
            .iter()
            .find(|(setting, _, _)| setting.name == "database_url");
        assert_eq!(url.unwrap().1, "postgres://<hidden>@db:5432/kofa");
    }
}
