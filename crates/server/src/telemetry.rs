//! Structured logs on standard error, and traces for a collector.

use std::time::Duration;

use anyhow::Context as _;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tracing::Subscriber;
use tracing_subscriber::filter::{FilterExt as _, LevelFilter, Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer, registry};

use crate::collector::Collector;

/// What spans are made under: never part of the log.
const TRACE: &str = "kofa_trace";
/// How long the collector may take for a batch.
const SENT_MAX: Duration = Duration::from_secs(10);
/// How long the last batch may take where the process ends.
const LAST_SENT_MAX: Duration = Duration::from_secs(3);

/// Where traces are sent.
#[derive(Clone, Debug)]
pub struct TraceSettings {
    /// Of the collector, with its path.
    pub endpoint: String,
    /// One of how many traces is sent.
    pub one_in: u32,
}

/// Traces under way. When it is dropped, what is left of them is sent.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// # Errors
    /// If the address is none, or the machine trusts no authority.
    pub fn to(settings: &TraceSettings) -> anyhow::Result<Self> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Collector::new(&settings.endpoint, SENT_MAX)?)
            .with_endpoint(&settings.endpoint)
            .with_timeout(SENT_MAX)
            .build()
            .context("`otlp_endpoint`")?;
        let service = Resource::builder().with_service_name("kofa");
        let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        // By the trace's id, so that its spans are sent or left together, whoever began it: a
        // caller cannot have all of its calls sent.
        let sampler = Sampler::TraceIdRatioBased(1.0 / f64::from(settings.one_in));
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(service.with_attribute(version).build())
            .with_sampler(sampler)
            .build();
        Ok(Self(provider))
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(LAST_SENT_MAX) {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}

/// What is logged at `level`, as `EnvFilter` reads it.
///
/// # Errors
/// If it cannot be read.
pub fn filter(level: &str) -> anyhow::Result<EnvFilter> {
    EnvFilter::try_new(level).context("`log` must be a level, as `info` or `info,kofa=debug`")
}

/// The log's lines on standard error.
fn lines<S>() -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    use std::io::IsTerminal as _;

    let lines = tracing_subscriber::fmt::layer()
        // Said on standard error, it would end the call where that cannot be written either.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    match std::io::stderr().is_terminal() {
        true => lines.compact().boxed(),
        false => lines.json().flatten_event(true).boxed(),
    }
}

/// Starts logging: JSON lines unless standard error is a terminal, at `level` as `EnvFilter`
/// reads it (`info` if it cannot be read). A panic is logged as its place only: its message
/// might hold anything. With `traces`, spans are made.
pub fn start(level: &str, traces: Option<&Traces>) {
    let filter = filter(level).unwrap_or_else(|_| EnvFilter::new("info"));
    match traces {
        None => registry().with(filter).with(lines()).init(),
        Some(Traces(provider)) => {
            let spans = tracing_opentelemetry::layer()
                .with_tracer(provider.tracer("kofa"))
                .with_location(false)
                .with_threads(false)
                .with_target(false)
                .with_tracked_inactivity(false)
                .with_filter(Targets::new().with_target(TRACE, LevelFilter::TRACE));
            let others = filter_fn(|of| of.target() != TRACE);
            let log = lines().with_filter(others.and(filter));
            registry().with(spans).with(log).init();
        }
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        tracing::error!(place, "a task panicked");
    }));
}
