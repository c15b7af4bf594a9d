//! Settings of the service that knows people and accounts, for IPO subscriptions in live.

use std::time::Duration;

use anyhow::Context as _;
use kofa_domain::Sensitive;
use kofa_investment::identity::outcome::Policy;
use kofa_investment::ports::enquiry::{ANSWER_BYTES_MAX, EnquirySettings};
use kofa_outbound::{AddressRule, HttpClient, is_safe_for_keys};

use super::Config;
use super::addresses::is_address;
use crate::app::IdentityUpstream;

impl Config {
    /// Who knows people and accounts in live, if anybody is connected.
    ///
    /// # Errors
    /// All that is wrong with its settings.
    pub fn identity_enquiry(&self) -> anyhow::Result<Option<IdentityUpstream>> {
        let seconds = self.number("identity_enquiry_timeout_s", 1..=14)?;
        let headers = self.headers("identity_enquiry_headers")?;
        let word = self.text("identity_enquiry_policy");
        let policy = Policy::ALL.into_iter().find(|one| one.as_str() == word);
        let policy =
            policy.context("`identity_enquiry_policy` must be `refuse`, `warn` or `skip`")?;
        let names = ["identity_enquiry_url", "identity_enquiry_key"];
        let (url, key) = match names.map(|name| self.filled(name)) {
            [Some(url), Some(key)] => (url, key),
            [None, None] => return Ok(None),
            _ => anyhow::bail!("`{}` go together", names.join("`, `")),
        };
        anyhow::ensure!(
            is_address(url) && is_safe_for_keys(url),
            "`identity_enquiry_url` must begin with https://, or with http:// and name this \
             machine or a host of your own network; without `?`, `#` or `@`"
        );
        anyhow::ensure!(
            key.bytes().all(|byte| byte.is_ascii_graphic()),
            "`identity_enquiry_key` must be letters, digits and signs"
        );
        let rule = AddressRule::CONFIGURED;
        let http = match url.starts_with("https:") {
            false => HttpClient::plain(ANSWER_BYTES_MAX, rule),
            true => HttpClient::as_client(ANSWER_BYTES_MAX, rule, None)
                .context("the client of `identity_enquiry_url`")?,
        };
        let settings = EnquirySettings {
            url: url.trim_end_matches('/').to_owned(),
            key: Sensitive::new(key.to_owned()),
            headers,
            time_limit: Duration::from_secs(seconds.into()),
        };
        Ok(Some(IdentityUpstream {
            settings,
            http,
            policy,
        }))
    }
}
