//! What a node tries by itself: whether the store keeps and gives, and what its wiring adds,
//! such as readers of documents and sources outside.

use std::fmt;
use std::pin::Pin;

use kofa_core::Service;
use kofa_domain::{Result, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use super::Health;
use super::days::{Tally, add_checks, lagos_midnight};

/// The name of the probe that every node has.
pub const STORE: &str = "store";

/// An outcome that is waited for: whether it is as it should be.
pub type Checking = Pin<Box<dyn Future<Output = bool> + Send>>;

/// Something that a node tries once a minute.
pub struct Probe {
    /// In a few words, for people: `Document readers`. Also its name in the store.
    pub name: &'static str,
    /// What cannot do without it.
    pub affects: Vec<Service>,
    /// How they do where it fails.
    pub without: Health,
    pub check: Box<dyn Fn() -> Checking + Send + Sync>,
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Probe")
            .field("name", &self.name)
            .field("affects", &self.affects)
            .finish_non_exhaustive()
    }
}

/// The last result of a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    pub name: String,
    pub at: Timestamp,
    /// Whether it was as it should be.
    pub passed: bool,
    /// How long it took.
    pub latency_us: i64,
    /// Since when it is so.
    pub since: Timestamp,
}

const KEEP: &str = "insert into status_probe (name, at, passed, latency_us, since) \
     values ($1, $2, $3, $4, $2) on conflict (name) do update set at = excluded.at, \
     passed = excluded.passed, latency_us = excluded.latency_us, \
     since = case when status_probe.passed = excluded.passed then status_probe.since \
       else excluded.since end";

/// A result that is about to be kept.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub name: &'static str,
    /// Whether it was as it should be.
    pub passed: bool,
    /// How long it took.
    pub latency_us: i64,
    /// The services that it is about.
    pub affects: Vec<Service>,
}

/// Keeps results of probes, each in the place of the one before, and counts them in the day.
#[derive(Debug)]
pub struct RecordProbes {
    pub results: Vec<Outcome>,
    /// Every service there is.
    pub services: Vec<Service>,
    /// When they were tried.
    pub at: Timestamp,
}

impl Op for RecordProbes {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        for one in &self.results {
            let params: [Value<'_>; 4] = [
                one.name.into(),
                self.at.into(),
                one.passed.into(),
                one.latency_us.into(),
            ];
            tx.exec_one(KEEP, &params).await?;
        }
        let day = lagos_midnight(self.at);
        let tally = |service: Service| {
            let about = self
                .results
                .iter()
                .filter(|one| one.affects.contains(&service));
            let mut tally = Tally::none(service, day);
            for one in about {
                tally.checks += 1;
                tally.checks_failed += i64::from(!one.passed);
            }
            tally
        };
        let checks: Vec<Tally> = self.services.iter().copied().map(tally).collect();
        add_checks(tx, &checks).await
    }
}

const READ: &str = "select name, at, passed, latency_us, since from status_probe order by name";

/// The last result of every probe.
#[derive(Debug)]
pub struct ReadProbes;

impl Op for ReadProbes {
    type Out = Vec<Probed>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(READ, &[]).await?;
        let one = |row: &Row| {
            Ok(Probed {
                name: row.get("name")?,
                at: row.get("at")?,
                passed: row.get("passed")?,
                latency_us: row.get("latency_us")?,
                since: row.get("since")?,
            })
        };
        rows.iter().map(one).collect()
    }
}
