//! Settings of payment providers.

use std::time::Duration;

use anyhow::Context as _;
use kofa_domain::Sensitive;
use kofa_outbound::{AddressRule, HttpClient, is_safe_for_keys};
use kofa_payments::BankAccount;
use kofa_payments::provider::hmac::SigningSecret;
use kofa_payments::provider::{ANSWER_BYTES_MAX, ProviderName};

use super::Config;
use super::addresses::is_address;
use crate::payments::{PaymentSettings, ProviderAccount};

/// Digits of an account's number.
const ACCOUNT_DIGITS: usize = 10;

impl Config {
    /// How money comes into wallets.
    ///
    /// # Errors
    /// What is wrong with its settings.
    pub fn payments(&self) -> anyhow::Result<PaymentSettings> {
        let seconds = self.number("payments_timeout_s", 1..=20)?;
        let (paystack, hmac) = (self.paystack()?, self.hmac()?);
        let default = match self.filled("payments_provider") {
            None if paystack.is_some() && hmac.is_some() => {
                anyhow::bail!("`payments_provider` must say `paystack` or `hmac`: both have a key")
            }
            None if paystack.is_some() => Some(ProviderName::Paystack),
            None => hmac.as_ref().map(|_| ProviderName::Hmac),
            Some("paystack") if paystack.is_some() => Some(ProviderName::Paystack),
            Some("hmac") if hmac.is_some() => Some(ProviderName::Hmac),
            Some(_) => anyhow::bail!(
                "`payments_provider` must be `paystack` or `hmac`, and that have its settings"
            ),
        };
        Ok(PaymentSettings {
            paystack,
            hmac,
            default,
            bank: self.bank_account()?,
            time_limit: Duration::from_secs(seconds.into()),
        })
    }

    fn paystack(&self) -> anyhow::Result<Option<ProviderAccount>> {
        let key = self.filled("payments_paystack_secret_key");
        key.map(|key| {
            self.account(
                "payments_paystack_url",
                ("payments_paystack_secret_key", key),
            )
        })
        .transpose()
    }

    fn hmac(&self) -> anyhow::Result<Option<(ProviderAccount, SigningSecret)>> {
        let names = [
            "payments_hmac_url",
            "payments_hmac_key",
            "payments_hmac_secret",
        ];
        let filled = names.map(|name| self.filled(name));
        let [Some(_), Some(key), Some(secret)] = filled else {
            let is_none = filled.iter().all(Option::is_none);
            anyhow::ensure!(is_none, "`{}` go together", names.join("`, `"));
            return Ok(None);
        };
        let account = self.account(names[0], (names[1], key))?;
        let secret = SigningSecret::parse(secret)
            .context("`payments_hmac_secret` must be whsec_ and the base64 of at least 16 bytes")?;
        Ok(Some((account, secret)))
    }

    fn account(&self, url: &str, (name, key): (&str, &str)) -> anyhow::Result<ProviderAccount> {
        let address = self.text(url);
        anyhow::ensure!(
            is_address(address) && is_safe_for_keys(address),
            "`{url}` must begin with https://, or with http:// and name this machine or a host of \
             your own network; without `?`, `#` or `@`"
        );
        anyhow::ensure!(
            key.bytes().all(|byte| byte.is_ascii_graphic()),
            "`{name}` must be letters, digits and signs"
        );
        let rule = AddressRule::CONFIGURED;
        let http = match address.starts_with("https:") {
            true => HttpClient::with_tls(ANSWER_BYTES_MAX, rule),
            false => Ok(HttpClient::plain(ANSWER_BYTES_MAX, rule)),
        };
        Ok(ProviderAccount {
            url: address.trim_end_matches('/').to_owned(),
            key: Sensitive::new(key.to_owned()),
            http: http.with_context(|| format!("the client of `{url}`"))?,
        })
    }

    fn bank_account(&self) -> anyhow::Result<Option<BankAccount>> {
        let names = [
            "payments_bank_name",
            "payments_bank_account_number",
            "payments_bank_account_name",
        ];
        let filled = names.map(|name| self.filled(name));
        let [Some(bank), Some(number), Some(name)] = filled else {
            let is_none = filled.iter().all(Option::is_none);
            anyhow::ensure!(is_none, "`{}` go together", names.join("`, `"));
            return Ok(None);
        };
        let is_number =
            number.len() == ACCOUNT_DIGITS && number.bytes().all(|byte| byte.is_ascii_digit());
        anyhow::ensure!(is_number, "`{}` must be ten digits", names[1]);
        Ok(Some(BankAccount {
            bank: bank.to_owned(),
            number: number.to_owned(),
            name: name.to_owned(),
        }))
    }
}
