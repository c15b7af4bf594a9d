//! Counters of product calls, in the OpenMetrics text format.

use std::time::Instant;

use kofa_core::endpoint::Endpoint;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct CallLabels {
    operation: &'static str,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct OperationLabel {
    operation: &'static str,
}

/// Named as the operation where there is none.
const UNMATCHED: &str = "none";

/// Upper bounds of the latency buckets, in seconds.
const BUCKETS: [f64; 11] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0,
];

/// What `/metrics` shows of product calls. One per process.
#[derive(Debug)]
pub struct Metrics {
    calls: Family<CallLabels, Counter>,
    latency: Family<OperationLabel, Histogram, fn() -> Histogram>,
}

impl Metrics {
    /// Counters at zero, registered.
    pub fn new(registry: &mut Registry) -> Self {
        let latency: Family<OperationLabel, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(BUCKETS));
        let metrics = Self {
            calls: Family::default(),
            latency,
        };
        registry.register(
            "kofa_calls",
            "Product calls answered",
            metrics.calls.clone(),
        );
        registry.register(
            "kofa_call_seconds",
            "Seconds from arrival to answer, settlement included",
            metrics.latency.clone(),
        );
        metrics
    }

    /// Counts a request that no route takes.
    pub(crate) fn count_unmatched(&self, status: u16) {
        let operation = UNMATCHED;
        self.calls
            .get_or_create(&CallLabels { operation, status })
            .inc();
    }

    pub(crate) fn count(&self, endpoint: &Endpoint, status: u16, started: Instant) {
        let operation = endpoint.operation_id;
        self.calls
            .get_or_create(&CallLabels { operation, status })
            .inc();
        self.latency
            .get_or_create(&OperationLabel { operation })
            .observe(started.elapsed().as_secs_f64());
    }
}
