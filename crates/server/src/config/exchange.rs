//! Settings of the exchanges behind IPO subscriptions in live.

use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use http::{HeaderMap, HeaderName, HeaderValue};
use kofa_domain::{Environment, Sensitive};
use kofa_investment::ports::contract::{ANSWER_BYTES_MAX, ContractSettings, MAIN};
use kofa_outbound::{AddressRule, ClientIdentity, HttpClient, is_safe_for_keys};

use super::addresses::is_address;
use super::{Config, plain, read_toml};
use crate::app::ExchangeUpstream;
use crate::settings::SETTINGS;

/// Begins keys that reach the sandbox only.
const TEST_KEY: &str = "kofa_test_";
/// Begins the settings of an exchange.
const PREFIX: &str = "exchange_contract_";
/// Longest name of an exchange, in characters.
const NAME_CHARS_MAX: usize = 32;

impl Config {
    /// Whether the operator runs offers of their own in live.
    ///
    /// # Errors
    /// If it is neither true nor false, or nobody decided how applicants are looked up.
    pub fn exchange_own(&self) -> anyhow::Result<bool> {
        let is_own = self.flag("exchange_own")?;
        let looks_up = self.filled("identity_enquiry_url").is_some();
        anyhow::ensure!(
            !is_own || looks_up || self.text("identity_enquiry_policy") == "skip",
            "`exchange_own` needs `identity_enquiry_url`, or `identity_enquiry_policy` to be \
             `skip`: BVN, NIN and accounts of applicants are then taken as they are written"
        );
        Ok(is_own)
    }

    /// The exchanges of live that are connected: that of the settings, and those of the file that
    /// they name.
    ///
    /// # Errors
    /// All that is wrong with the settings of one.
    pub fn exchanges(&self) -> anyhow::Result<Vec<ExchangeUpstream>> {
        let mut all: Vec<ExchangeUpstream> = self.exchange(MAIN)?.into_iter().collect();
        if let Some(file) = self.filled("exchanges_file") {
            let further = further(Path::new(file)).with_context(|| {
                // Each of its lines may be wrong, and hold a secret.
                format!("`exchanges_file`: {file}")
            })?;
            all.extend(further);
        }
        Ok(all)
    }

    fn exchange(&self, name: &str) -> anyhow::Result<Option<ExchangeUpstream>> {
        let needed = [
            "exchange_contract_url",
            "exchange_contract_key",
            "exchange_contract_vendor_id",
        ];
        let filled = needed.map(|name| self.filled(name));
        let (timeout, refresh, follow) = (
            self.number("exchange_contract_timeout_s", 1..=14)?,
            self.number("exchange_contract_refresh_s", 1..=3_600)?,
            self.number("exchange_contract_follow_s", 1..=3_600)?,
        );
        let [Some(url), Some(key), Some(vendor_id)] = filled else {
            let is_none = filled.iter().all(Option::is_none);
            anyhow::ensure!(is_none, "`{}` go together", needed.join("`, `"));
            return Ok(None);
        };
        anyhow::ensure!(
            is_address(url) && is_safe_for_keys(url),
            "`exchange_contract_url` must begin with https://, or with http:// and name this \
             machine or a host of your own network; without `?`, `#` or `@`"
        );
        let is_sign = |byte: u8| byte.is_ascii_graphic();
        anyhow::ensure!(
            key.bytes().all(is_sign),
            "`exchange_contract_key` must be letters, digits and signs"
        );
        let is_uuid = uuid::Uuid::parse_str(vendor_id).is_ok();
        anyhow::ensure!(is_uuid, "`exchange_contract_vendor_id` must be a UUID");
        let seconds = |number: u32| Duration::from_secs(number.into());
        let ids = |setting: &str| Some(self.list(setting)).filter(|ids| !ids.is_empty());
        let settings = ContractSettings {
            name: name.to_owned(),
            url: url.trim_end_matches('/').to_owned(),
            key: Sensitive::new(key.to_owned()),
            vendor_id: vendor_id.to_owned(),
            environment: self.exchange_environment(key)?,
            headers: self.headers("exchange_contract_headers")?,
            time_limit: seconds(timeout),
            refresh_every: seconds(refresh),
            follow_every: seconds(follow),
            offers: ids("exchange_contract_offers"),
            brokers: ids("exchange_contract_brokers"),
        };
        let http = self.exchange_http(url)?;
        Ok(Some(ExchangeUpstream { settings, http }))
    }

    fn exchange_environment(&self, key: &str) -> anyhow::Result<Environment> {
        match self.filled("exchange_contract_environment") {
            None if key.starts_with(TEST_KEY) => Ok(Environment::Sandbox),
            None | Some("live") => Ok(Environment::Live),
            Some("sandbox") => Ok(Environment::Sandbox),
            Some(_) => {
                anyhow::bail!("`exchange_contract_environment` must be `sandbox` or `live`")
            }
        }
    }

    /// `Name: value`, several parted by `;`.
    pub(super) fn headers(&self, setting: &str) -> anyhow::Result<HeaderMap> {
        let wrong = || format!("`{setting}` must be headers such as `Name: value`, parted by `;`");
        let mut headers = HeaderMap::new();
        for part in self.text(setting).split(';') {
            if part.trim().is_empty() {
                continue;
            }
            let (name, value) = part.split_once(':').with_context(wrong)?;
            let name: HeaderName = name.trim().parse().ok().with_context(wrong)?;
            let mut value: HeaderValue = value.trim().parse().ok().with_context(wrong)?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        Ok(headers)
    }

    fn exchange_http(&self, url: &str) -> anyhow::Result<HttpClient> {
        let names = [
            "exchange_contract_client_certificate",
            "exchange_contract_client_key",
        ];
        let rule = AddressRule::CONFIGURED;
        let is_safe = url.starts_with("https:");
        let identity = match names.map(|name| self.filled(name)) {
            [None, None] if !is_safe => return Ok(HttpClient::plain(ANSWER_BYTES_MAX, rule)),
            [None, None] => None,
            [Some(certificate), Some(key)] if is_safe => {
                let read = |name: &str, file: &str| {
                    std::fs::read(file).with_context(|| format!("`{name}`: {file}"))
                };
                let certificate = read(names[0], certificate)?;
                let made = ClientIdentity::from_pem(&certificate, &read(names[1], key)?);
                Some(made.with_context(|| format!("`{}`", names[0]))?)
            }
            _ => anyhow::bail!(
                "`{}` and `{}` go together, with an address that begins with https://",
                names[0],
                names[1]
            ),
        };
        let made = HttpClient::as_client(ANSWER_BYTES_MAX, rule, identity);
        made.context("the client of `exchange_contract_url`")
    }
}

/// The exchanges of a file: a table each.
fn further(file: &Path) -> anyhow::Result<Vec<ExchangeUpstream>> {
    let table = read_toml(&std::fs::read_to_string(file)?)?;
    let read = |(name, value): (&String, &toml::Value)| one_of_file(name, value);
    table.iter().map(read).collect()
}

fn one_of_file(name: &str, value: &toml::Value) -> anyhow::Result<ExchangeUpstream> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_name = (1..=NAME_CHARS_MAX).contains(&name.len()) && name.bytes().all(is_plain);
    anyhow::ensure!(
        is_name && name != MAIN,
        "an exchange is named by 1 to {NAME_CHARS_MAX} small letters, digits and hyphens, and not \
         `{MAIN}`"
    );
    let of_one = || format!("[{name}]");
    let table = value
        .as_table()
        .context("must be a table")
        .with_context(of_one)?;
    let mut values = Vec::new();
    for (key, value) in table {
        let setting = SETTINGS
            .iter()
            .find(|one| one.name.strip_prefix(PREFIX) == Some(key));
        let setting = setting.with_context(|| format!("[{name}]: there is no setting `{key}`"))?;
        let text = plain(value).with_context(|| format!("[{name}]: `{key}` has a wrong type"))?;
        values.push((setting.name, text));
    }
    let one = Config::layered(values, Vec::new(), &[]).exchange(name);
    one.with_context(of_one)?
        .with_context(|| format!("[{name}]: `url`, `key` and `vendor_id` are needed"))
}
