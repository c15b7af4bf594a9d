//! The sign-in providers among the settings.

use std::path::PathBuf;

use anyhow::Context as _;
use kofa_domain::Sensitive;
use kofa_openid::{AddressRule, Client, is_safe_for_keys};
use kofa_portal::kit::{OperatorProvider, SingleSignOn};

use super::Config;
use super::addresses::is_address;

impl Config {
    /// The operators' sign-in provider, if there is one, and where tenants' own may be.
    ///
    /// # Errors
    /// What is wrong with their settings.
    pub fn single_sign_on(&self) -> anyhow::Result<SingleSignOn> {
        let tenants = match self.text("tenant_issuers") {
            "public" => AddressRule::PUBLIC,
            "any" => AddressRule::CONFIGURED,
            _ => anyhow::bail!("`tenant_issuers` must be `public` or `any`"),
        };
        let operators = self.filled("sign_in_issuer").map(|it| self.operators(it));
        Ok(SingleSignOn::new(operators.transpose()?, tenants))
    }

    fn operators(&self, issuer: &str) -> anyhow::Result<OperatorProvider> {
        anyhow::ensure!(
            is_address(issuer) && is_safe_for_keys(issuer),
            "`sign_in_issuer` must begin with https://, or name this machine or a host of your own \
             network, without `?`, `#` or `@`"
        );
        let id = self.filled("sign_in_client_id");
        let id = id.context("`sign_in_issuer` needs `sign_in_client_id`")?;
        let domains: Vec<String> = self.list("sign_in_domains");
        anyhow::ensure!(
            !domains.is_empty(),
            "`sign_in_issuer` needs `sign_in_domains`: the domains of the operators' addresses"
        );
        Ok(OperatorProvider {
            client: Client {
                issuer: issuer.to_owned(),
                id: id.to_owned(),
                secret: self.sign_in_secret()?,
            },
            domains: domains.iter().map(|it| it.to_lowercase()).collect(),
            asks_second_factor: match self.text("sign_in_second_factor") {
                "claimed" => false,
                "always" => true,
                _ => anyhow::bail!("`sign_in_second_factor` must be `claimed` or `always`"),
            },
        })
    }

    fn sign_in_secret(&self) -> anyhow::Result<Sensitive<String>> {
        if let Some(secret) = self.filled("sign_in_client_secret") {
            return Ok(Sensitive::new(secret.to_owned()));
        }
        let file = self.filled("sign_in_client_secret_file").map(PathBuf::from);
        let file = file.context(
            "`sign_in_issuer` needs `sign_in_client_secret_file` or `sign_in_client_secret`",
        )?;
        let text = std::fs::read_to_string(&file);
        let text = text.with_context(|| format!("{}", file.display()))?;
        Ok(Sensitive::new(text.trim().to_owned()))
    }
}
