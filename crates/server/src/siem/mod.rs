//! Gives the audit log and the request log to a SIEM, by file and over HTTP, at least once.
//!
//! Each sink has a worker and a cursor in the store: see [`kofa_insight::siem`]. A batch is read,
//! given, and only then is the cursor moved. What fails is tried again, ever more slowly.

mod file;
mod http;

use std::sync::Arc;
use std::time::Duration;

use kofa_cluster::Membership;
use kofa_insight::siem::{BeginSink, ForgetSink, MoveSink, ReadBatch, SinkName};
use kofa_store::Store;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tokio::task::JoinSet;

use crate::duty::on_duty;
pub(crate) use file::FileSink;
pub(crate) use http::HttpSink;

/// How often is looked for something new, in milliseconds.
const EVERY_MS: u64 = 2_000;
/// Lines of a batch.
const LINES_MAX: i64 = 500;
/// The pause after the first failure, in milliseconds; each further one doubles it.
const PAUSE_MS: u64 = 1_000;
const PAUSE_MS_MAX: u64 = 60_000;

/// Where lines go, as configured.
#[derive(Debug, Default)]
pub struct SiemSettings {
    pub(crate) file: Option<FileSink>,
    pub(crate) http: Option<HttpSink>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    sink: &'static str,
}

/// Shown in `/metrics`.
#[derive(Clone, Debug, Default)]
pub(crate) struct SiemMetrics {
    given: Family<Labels, Counter>,
    failures: Family<Labels, Counter>,
    behind: Family<Labels, Gauge>,
}

impl SiemMetrics {
    pub(crate) fn new(registry: &mut Registry) -> Self {
        let all = Self::default();
        let help = "Lines that a SIEM has taken";
        registry.register("kofa_siem_lines", help, all.given.clone());
        let help = "Batches that a SIEM did not take";
        registry.register("kofa_siem_failures", help, all.failures.clone());
        let help = "Audit entries and log positions that a SIEM was not given yet";
        registry.register("kofa_siem_behind", help, all.behind.clone());
        all
    }
}

enum Sink {
    File(Arc<FileSink>),
    Http(Box<HttpSink>),
}

impl Sink {
    fn name(&self) -> SinkName {
        match self {
            Self::File(_) => SinkName::File,
            Self::Http(_) => SinkName::Http,
        }
    }

    /// Which one node does.
    fn duty(&self) -> &'static str {
        match self {
            Self::File(_) => "siem_file",
            Self::Http(_) => "siem_http",
        }
    }

    /// Gives lines; they are taken once this returns.
    async fn give(&self, lines: &[String]) -> anyhow::Result<()> {
        let mut text = lines.join("\n");
        text.push('\n');
        match self {
            Self::File(file) => {
                let file = Arc::clone(file);
                tokio::task::spawn_blocking(move || file.append(&text)).await?
            }
            Self::Http(http) => http.post(text).await,
        }
    }
}

/// Starts a worker for each sink that is configured, and forgets the cursors of others.
///
/// # Errors
/// If the store cannot.
pub(crate) async fn start(
    settings: SiemSettings,
    store: &Store,
    members: &Membership,
    metrics: &SiemMetrics,
    workers: &mut JoinSet<()>,
) -> kofa_domain::Result<()> {
    let file = settings.file.map(|file| Sink::File(Arc::new(file)));
    let http = settings.http.map(|http| Sink::Http(Box::new(http)));
    for (name, sink) in [(SinkName::File, file), (SinkName::Http, http)] {
        match sink {
            None => store.write(ForgetSink(name)).await?,
            Some(sink) => {
                store.write(BeginSink(name)).await?;
                let (sink, metrics) = (Arc::new(sink), metrics.clone());
                let (of, store) = ((members.clone(), store.clone()), store.clone());
                workers.spawn(on_duty(of, sink.duty(), move || {
                    give_all(Arc::clone(&sink), store.clone(), metrics.clone())
                }));
            }
        }
    }
    Ok(())
}

/// Gives what there is and what comes, for ever.
async fn give_all(sink: Arc<Sink>, store: Store, metrics: SiemMetrics) {
    let labels = Labels {
        sink: sink.name().as_str(),
    };
    let mut failures = 0_u32;
    loop {
        let pause = match give_next(&sink, &store, &metrics).await {
            Ok(true) => {
                failures = 0;
                continue;
            }
            Ok(false) => {
                failures = 0;
                EVERY_MS
            }
            Err(error) => {
                metrics.failures.get_or_create(&labels).inc();
                let sink = labels.sink;
                tracing::warn!(sink, failures, %error, "a SIEM did not take its lines");
                failures = failures.saturating_add(1);
                let doubled = PAUSE_MS.saturating_mul(1 << (failures - 1).min(16));
                doubled.min(PAUSE_MS_MAX)
            }
        };
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
}

/// Gives the next batch; whether there was one.
async fn give_next(sink: &Sink, store: &Store, metrics: &SiemMetrics) -> anyhow::Result<bool> {
    let name = sink.name();
    let labels = Labels {
        sink: name.as_str(),
    };
    let read = ReadBatch {
        sink: name,
        limit: LINES_MAX,
    };
    let batch = store.read(read).await?;
    metrics.behind.get_or_create(&labels).set(batch.behind);
    if batch.is_empty() {
        return Ok(false);
    }
    if !batch.lines.is_empty() {
        sink.give(&batch.lines).await?;
        let lines = batch.lines.len() as u64;
        metrics.given.get_or_create(&labels).inc_by(lines);
    }
    store.write(MoveSink { sink: name, batch }).await?;
    Ok(true)
}
