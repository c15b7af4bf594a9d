//! What an operator says about the provider.

use std::fmt;

use http::Uri;
use http::uri::Scheme;
use kofa_address::OpinionUse;
use kofa_domain::Sensitive;

/// What the provider is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderInput {
    /// The words that the engine read.
    Text,
    /// The picture itself, where the document is one; else the words.
    Image,
}

/// An OpenAI-compatible endpoint and how it is used.
#[derive(Clone)]
pub struct ProviderSettings {
    /// Base of its addresses: `https://api.example.com/v1`.
    pub url: String,
    /// The model's name, as the provider knows it.
    pub model: String,
    /// Sent as a bearer token.
    pub key: Option<Sensitive<String>>,
    /// What its opinions may decide.
    pub may: OpinionUse,
    /// What it is shown.
    pub input: ProviderInput,
    /// Longest wait for an opinion, in milliseconds.
    pub timeout_ms: u64,
    /// Calls a day, counted in Lagos; the engine answers the rest alone.
    pub calls_per_day: u32,
}

impl fmt::Debug for ProviderSettings {
    /// Neither the key nor an address, which may hold one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProviderSettings({:?}, {:?})", self.may, self.input)
    }
}

impl ProviderSettings {
    /// The address that is asked.
    pub(super) fn endpoint(&self) -> Result<Uri, String> {
        let url = format!("{}/chat/completions", self.url.trim().trim_end_matches('/'));
        url.parse()
            .map_err(|_| "`provider_url` is not an address".to_owned())
    }

    /// Refuses what could not work, or would send the key or documents in clear.
    pub(super) fn check(&self) -> Result<(), String> {
        const TIMEOUT_MS: std::ops::RangeInclusive<u64> = 100..=25_000;
        let uri = self.endpoint()?;
        let host = uri.host().unwrap_or_default();
        let near = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
        if host.is_empty() || self.url.contains(['?', '#', '@']) {
            return Err("`provider_url` must be a scheme, a host and a path".to_owned());
        }
        match uri.scheme() {
            Some(scheme) if *scheme == Scheme::HTTPS => {}
            Some(scheme) if *scheme == Scheme::HTTP && near => {}
            _ => {
                let must = "`provider_url` must begin with https://, or with http:// on this \
                            machine: documents would travel in clear";
                return Err(must.to_owned());
            }
        }
        if self.model.trim().is_empty() {
            return Err("`provider_model` is missing".to_owned());
        }
        if !TIMEOUT_MS.contains(&self.timeout_ms) {
            return Err("`provider_timeout_ms` must be from 100 to 25000".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_and_keys_never_travel_in_clear() {
        let check = |url: &str| {
            let settings = ProviderSettings {
                url: url.to_owned(),
                model: "m".to_owned(),
                key: Some(Sensitive::new("hunter22".to_owned())),
                may: OpinionUse::Infer,
                input: ProviderInput::Text,
                timeout_ms: 1_000,
                calls_per_day: 1,
            };
            assert!(!format!("{settings:?}").contains("hunter22"));
            settings.check().is_ok()
        };
        for good in [
            "https://ai.example.ng/v1",
            "http://127.0.0.1:11434/v1/",
            "http://localhost/v1",
        ] {
            assert!(check(good), "{good}");
        }
        for bad in [
            "http://ai.example.ng/v1",
            "http://127.0.0.1.example.ng/v1",
            "ftp://ai.example.ng",
            "https://ai.example.ng/v1?key=1",
            "https://user:pass@ai.example.ng/v1",
            "ai.example.ng/v1",
            "",
            " ",
        ] {
            assert!(!check(bad), "{bad}");
        }
    }
}
