//! What payments are made of in a running server.

use std::sync::Arc;
use std::time::Duration;

use kofa_domain::Sensitive;
use kofa_gate::Gate;
use kofa_outbound::{ClientDeps, HttpClient, UpstreamMetrics, system_random};
use kofa_payments::provider::hmac::{HmacProvider, SigningSecret};
use kofa_payments::provider::paystack::Paystack;
use kofa_payments::provider::{Provider, ProviderName, Upstream};
use kofa_payments::{BankAccount, NoticeMetrics, Payments, PaymentsParts, Providers};
use prometheus_client::registry::Registry;

/// How money comes into wallets.
#[derive(Debug, Default)]
pub struct PaymentSettings {
    pub paystack: Option<ProviderAccount>,
    pub hmac: Option<(ProviderAccount, SigningSecret)>,
    /// With which of them top-ups of live begin.
    pub default: Option<ProviderName>,
    /// For bank transfers.
    pub bank: Option<BankAccount>,
    /// Longest wait for a provider's answer.
    pub time_limit: Duration,
}

/// An account at a provider, and the client that connects to it.
#[derive(Debug)]
pub struct ProviderAccount {
    /// Without a slash at the end.
    pub url: String,
    pub key: Sensitive<String>,
    pub http: HttpClient,
}

/// Makes payments of their settings.
pub(crate) fn wire(
    gate: &Gate,
    settings: PaymentSettings,
    (base_url, upstreams): (&str, &UpstreamMetrics),
    metrics: &mut Registry,
) -> Payments {
    let upstream = |name: ProviderName, account: ProviderAccount| {
        let deps = ClientDeps {
            http: account.http,
            metrics: upstreams.clone(),
            clock: Arc::clone(&gate.clock),
            random: system_random,
        };
        let place = (account.url, account.key);
        Upstream::new(name.as_str(), place, settings.time_limit, deps)
    };
    let mut live: Vec<(ProviderName, Box<dyn Provider>)> = Vec::new();
    if let Some(account) = settings.paystack {
        let (name, secret) = (ProviderName::Paystack, account.key.clone());
        if secret.expose().starts_with("sk_test_") {
            tracing::warn!("`payments_paystack_secret_key` is a test key: its money is not real");
        }
        let paystack = Paystack::new(upstream(name, account), secret);
        live.push((name, Box::new(paystack)));
    }
    if let Some((account, secret)) = settings.hmac {
        let name = ProviderName::Hmac;
        let provider = HmacProvider::new(upstream(name, account), secret);
        live.push((name, Box::new(provider)));
    }
    Payments::new(PaymentsParts {
        store: gate.store.clone(),
        vault: gate.vault.clone(),
        clock: Arc::clone(&gate.clock),
        wallets: Arc::clone(&gate.wallets),
        providers: Providers {
            live,
            default: settings.default,
            bank: settings.bank,
        },
        metrics: NoticeMetrics::new(metrics),
        base_url: base_url.to_owned(),
    })
}
