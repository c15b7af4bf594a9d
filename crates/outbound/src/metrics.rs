//! What `/metrics` shows of upstreams.

use std::borrow::Cow;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Labels {
    upstream: Cow<'static, str>,
    environment: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Upstream {
    upstream: Cow<'static, str>,
    environment: &'static str,
}

/// Upper bounds of the latency buckets, in seconds.
const BUCKETS: [f64; 9] = [0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Counters of all upstreams. The default counts without being shown.
#[derive(Clone, Debug)]
pub struct UpstreamMetrics {
    requests: Family<Labels, Counter>,
    seconds: Family<Upstream, Histogram, fn() -> Histogram>,
}

impl Default for UpstreamMetrics {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
        }
    }
}

impl UpstreamMetrics {
    /// Counters at zero, registered.
    pub fn new(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        registry.register(
            "kofa_upstream_questions",
            "Requests to upstreams, each attempt counted",
            metrics.requests.clone(),
        );
        registry.register(
            "kofa_upstream_seconds",
            "Seconds from a request to an upstream to its response, or to its failure",
            metrics.seconds.clone(),
        );
        metrics
    }

    /// Notes how long one attempt took.
    pub(crate) fn observe(
        &self,
        upstream: Cow<'static, str>,
        environment: &'static str,
        took: Duration,
    ) {
        let labels = Upstream {
            upstream,
            environment,
        };
        self.seconds
            .get_or_create(&labels)
            .observe(took.as_secs_f64());
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
        self.requests.get_or_create(&labels).inc();
    }
}
