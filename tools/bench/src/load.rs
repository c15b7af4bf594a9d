//! One sample of load: `wrk` for some seconds, and what it cost.

use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use serde::Deserialize;

use crate::process::{Server, children_cpu_seconds, cpu_seconds, machine_cpu_seconds};

/// What to ask, and how hard.
#[derive(Clone, Copy, Debug)]
pub struct Load<'a> {
    /// Path of every request.
    pub path: &'a str,
    /// Connections kept open, each with one request under way.
    pub connections: u32,
    pub seconds: u32,
    /// What varies between requests.
    pub ask: Ask<'a>,
    /// The Lua script that builds requests and prints the numbers.
    pub script: &'a Path,
}

/// What varies between the requests of a sample.
#[derive(Clone, Copy, Debug)]
pub enum Ask<'a> {
    /// Nothing: the same `GET`.
    Same,
    /// `?rcNumber=` with a random number from 1 to this.
    Companies(u64),
    /// `POST` of another person's application each time.
    Subscribe {
        /// The key's own vendor id.
        vendor_id: &'a str,
        /// At which bank accounts are, and its code.
        bank: (i64, &'a str),
        /// The number of the first person, whose like no earlier sample sent.
        first: u64,
    },
    /// `POST` for a random page of an offer's transactions, from 1 to this.
    Transactions { offer_id: &'a str, pages: u64 },
}

impl Ask<'_> {
    /// The words after the key that the script knows it by.
    fn words(self, seed: u64) -> Vec<String> {
        let seed = seed.to_string();
        match self {
            Self::Same => Vec::new(),
            Self::Companies(last) => vec!["companies".into(), last.to_string(), seed],
            Self::Subscribe {
                vendor_id,
                bank: (id, code),
                first,
            } => vec![
                "subscribe".into(),
                vendor_id.into(),
                id.to_string(),
                code.into(),
                first.to_string(),
            ],
            Self::Transactions { offer_id, pages } => {
                vec![
                    "transactions".into(),
                    offer_id.into(),
                    pages.to_string(),
                    seed,
                ]
            }
        }
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub rps: f64,
    /// Median latency, in microseconds.
    pub p50_us: f64,
    /// Latency that one call in a hundred exceeds, in microseconds.
    pub p99_us: f64,
    /// CPU of the server a call, in microseconds.
    pub cpu_us: f64,
    /// Share of the machine that neither server nor load generator used, but someone else.
    pub others: f64,
    pub requests: f64,
}

#[derive(Deserialize)]
struct Printed {
    requests: f64,
    duration_us: f64,
    failed: u64,
    p50_us: f64,
    p99_us: f64,
}

/// Takes one sample.
///
/// # Errors
/// If `wrk` cannot run, or any answer was not a 2xx: a refused call is cheap, and would make
/// the server look fast.
pub fn sample(server: &Server, load: &Load<'_>) -> anyhow::Result<Sample> {
    let (machine, own) = (machine_cpu_seconds(), cpu_seconds(server.pid()));
    let wrk = children_cpu_seconds();
    let mut command = Command::new("wrk");
    command
        .arg("-t1")
        .arg(format!("-c{}", load.connections))
        .arg(format!("-d{}s", load.seconds))
        .args(["--timeout", "10s", "--latency", "-s"])
        .arg(load.script)
        .arg(format!("http://{}{}", server.address, load.path))
        .args([
            "--",
            if server.key.is_empty() {
                "none"
            } else {
                &server.key
            },
        ]);
    command.args(load.ask.words(machine.to_bits() % 1_000_000));
    let output = command.output().context("wrk is not installed")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().rfind(|line| line.starts_with('{'));
    let printed: Printed = serde_json::from_str(line.with_context(|| text.clone().into_owned())?)?;
    anyhow::ensure!(
        printed.failed == 0,
        "{} calls failed: {text}",
        printed.failed
    );
    anyhow::ensure!(printed.requests > 0.0, "no answers: {text}");
    let own = cpu_seconds(server.pid()) - own;
    let all = machine_cpu_seconds() - machine;
    let seconds = printed.duration_us / 1e6;
    let cores = std::thread::available_parallelism()?.get() as f64;
    let others = (all - own - (children_cpu_seconds() - wrk)) / seconds / cores;
    Ok(Sample {
        rps: printed.requests / seconds,
        p50_us: printed.p50_us,
        p99_us: printed.p99_us,
        cpu_us: own / printed.requests * 1e6,
        others: others.max(0.0),
        requests: printed.requests,
    })
}

/// The middle of some numbers; the mean of the two middle ones if there are two.
///
/// # Panics
/// If there are none.
pub fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    assert!(!sorted.is_empty(), "a median of nothing");
    if sorted.len() % 2 == 1 {
        sorted[half]
    } else {
        f64::midpoint(sorted[half - 1], sorted[half])
    }
}

/// The number that a share of all does not exceed.
///
/// # Panics
/// If there are none.
pub fn quantile(mut numbers: Vec<f64>, share: f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len().checked_sub(1).expect("a quantile of nothing");
    numbers[(share * last as f64).round() as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_the_middle() {
        let check = |numbers: &[f64], expected: f64| {
            assert!((median(numbers.iter().copied()) - expected).abs() < 1e-9);
        };
        check(&[3.0], 3.0);
        check(&[9.0, 1.0], 5.0);
        check(&[9.0, 1.0, 2.0], 2.0);
    }

    #[test]
    fn a_quantile_is_one_of_the_numbers() {
        let hundred: Vec<f64> = (0..=100).rev().map(f64::from).collect();
        assert!((quantile(hundred.clone(), 0.99) - 99.0).abs() < 1e-9);
        assert!((quantile(hundred, 0.5) - 50.0).abs() < 1e-9);
        assert!((quantile(vec![7.0], 0.99) - 7.0).abs() < 1e-9);
    }
}
