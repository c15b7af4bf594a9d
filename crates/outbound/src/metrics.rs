//! What `/metrics` shows of upstreams.

use std::borrow::Cow;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Labels {
    upstream: Cow<'static, str>,
    environment: &'static str,
    outcome: &'static str,
}

/// Counters of all upstreams. The default counts without being shown.
#[derive(Clone, Debug, Default)]
pub struct UpstreamMetrics(Family<Labels, Counter>);

impl UpstreamMetrics {
    /// Counters at zero, registered.
    pub fn new(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        registry.register(
            "kofa_upstream_questions",
            "Requests to upstreams, each attempt counted",
            metrics.0.clone(),
        );
        metrics
    }

    pub(crate) fn count(
        &self,
        upstream: Cow<'static, str>,
        environment: &'static str,
        outcome: &'static str,
    ) {
        let labels = Labels {
            upstream,
            environment,
            outcome,
        };
        self.0.get_or_create(&labels).inc();
    }
}
