//! What `/metrics` shows of notices.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use crate::provider::ProviderName;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Labels {
    provider: &'static str,
    outcome: &'static str,
}

/// Counts notices. The default counts without being shown.
#[derive(Clone, Debug, Default)]
pub struct NoticeMetrics(Family<Labels, Counter>);

impl NoticeMetrics {
    /// Counters at zero, registered.
    pub fn new(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        let help = "Notices of payment providers: kept, repeated, or with a wrong signature";
        registry.register("kofa_payment_notices", help, metrics.0.clone());
        metrics
    }

    pub(crate) fn count(&self, provider: ProviderName, outcome: &'static str) {
        let provider = provider.as_str();
        self.0.get_or_create(&Labels { provider, outcome }).inc();
    }
}
