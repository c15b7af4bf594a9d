//! `GET offers`, charged, logged and durable, on one hot wallet: against a bare server, against
//! ourselves with another settlement, against proxies that keep nothing.

use std::path::Path;
use std::process::Command;

use kofa_bench::load::{Ask, Load, Sample, median, sample};
use kofa_bench::process::Server;

use crate::Bench;
use crate::peers;
use crate::report::{Table, ms, thousands, verdict};

pub(crate) const PATH: &str = "/api/exchange-invest/offers";
const CONNECTIONS: u32 = 64;

/// What is compared with bare.
pub(crate) struct Candidate {
    /// What the report calls it.
    pub(crate) name: &'static str,
    pub(crate) server: Server,
    /// Bare's sample and its own directly after.
    pub(crate) pairs: Vec<(Sample, Sample)>,
}

/// Samples in turns, each candidate directly after the bare server.
pub(crate) fn measure(bench: &Bench) -> anyhow::Result<String> {
    let folder = bench.folder("settlement")?;
    let start = |variant: &str| {
        let file = folder.join(format!("{variant}.db"));
        bench_server(bench, variant, Some(&file))
    };
    let gathered = start("as-served")?;
    let key = gathered.key.clone();
    let mut bare = Command::new(bench.program("bare"));
    bare.args([&gathered.address.to_string(), PATH, &key]);
    let bare = Server::talking(&mut bare)?;
    let nginx = peers::nginx(bench, gathered.address, &key)?;
    let haproxy = peers::haproxy(bench, gathered.address, &key)?;
    let postgres = bench_server(bench, "as-served", None)?;
    let durable = postgres.said["durable"].as_bool().unwrap_or(false);
    let mut all = vec![
        Candidate::new("Kofa, SQLite", gathered),
        Candidate::new("Kofa, at a price of zero", start("free")?),
        Candidate::new("Kofa, one call at a time", start("one-by-one")?),
        Candidate::new("Kofa, PostgreSQL", postgres),
        Candidate::new("nginx: key map, limit", nginx),
        Candidate::new("HAProxy: key map, limit", haproxy.server),
    ];
    let script = bench.script();
    let load = Load {
        path: PATH,
        connections: CONNECTIONS,
        seconds: 1,
        ask: Ask::Same,
        script: &script,
    };
    for one in &all {
        sample(&one.server, &load)?;
    }
    let load = Load {
        seconds: bench.plan.sample_s,
        ..load
    };
    for _ in 0..bench.plan.pairs {
        for one in &mut all {
            let before = sample(&bare, &load)?;
            one.pairs.push((before, sample(&one.server, &load)?));
        }
    }
    let body_bytes = bare.said["bodyBytes"].as_u64().unwrap_or(0);
    let text = tables(&all, body_bytes, durable);
    for one in all {
        one.server.stop()?;
    }
    bare.stop()?;
    Ok(text)
}

/// Kofa's gate on an SQLite file, or on PostgreSQL without one.
pub(crate) fn bench_server(
    bench: &Bench,
    variant: &str,
    sqlite: Option<&Path>,
) -> anyhow::Result<Server> {
    bench_server_with(bench, &["--variant", variant], sqlite)
}

/// The same with arguments of its own.
pub(crate) fn bench_server_with(
    bench: &Bench,
    arguments: &[&str],
    sqlite: Option<&Path>,
) -> anyhow::Result<Server> {
    let mut command = Command::new(bench.program("bench_server"));
    command.args(arguments);
    if let Some(file) = sqlite {
        command.arg("--sqlite").arg(file);
    }
    Server::talking(&mut command)
}

impl Candidate {
    pub(crate) fn new(name: &'static str, server: Server) -> Self {
        Self {
            name,
            server,
            pairs: Vec::new(),
        }
    }

    /// The median over pairs.
    pub(crate) fn of(&self, number: impl Fn(&Sample, &Sample) -> f64) -> f64 {
        median(self.pairs.iter().map(|(bare, own)| number(bare, own)))
    }

    pub(crate) fn rps_ratio(&self) -> f64 {
        self.of(|bare, own| own.rps / bare.rps)
    }
}

/// The median, over rounds, of one candidate's rate relative to bare by another's.
fn against(one: &Candidate, other: &Candidate) -> f64 {
    let rounds = one.pairs.iter().zip(&other.pairs);
    median(rounds.map(|((_, own), (_, theirs))| own.rps / theirs.rps))
}

/// Bare and its candidates, a line each.
pub(crate) fn comparison(all: &[Candidate]) -> Table {
    let mut table = Table::new(&[
        "64 connections",
        "calls/s by bare's",
        "calls/s",
        "p50 ms",
        "p99 ms",
        "p99 by bare's",
        "CPU us/call",
        "CPU by bare's",
        "others' CPU",
    ]);
    let bare = |number: fn(&Sample) -> f64| median(all[0].pairs.iter().map(|(b, _)| number(b)));
    table.row(&[
        "bare axum".to_owned(),
        "1".to_owned(),
        thousands(bare(|one| one.rps)),
        ms(bare(|one| one.p50_us)),
        ms(bare(|one| one.p99_us)),
        "1".to_owned(),
        format!("{:.1}", bare(|one| one.cpu_us)),
        "1".to_owned(),
        format!("{:.0} %", 100.0 * bare(|one| one.others)),
    ]);
    for one in all {
        table.row(&[
            one.name.to_owned(),
            format!("{:.2}", one.rps_ratio()),
            thousands(one.of(|_, own| own.rps)),
            ms(one.of(|_, own| own.p50_us)),
            ms(one.of(|_, own| own.p99_us)),
            format!("{:.1}", one.of(|bare, own| own.p99_us / bare.p99_us)),
            format!("{:.1}", one.of(|_, own| own.cpu_us)),
            format!("{:.2}", one.of(|bare, own| own.cpu_us / bare.cpu_us)),
            format!("{:.0} %", 100.0 * one.of(|_, own| own.others)),
        ]);
    }
    table
}

fn tables(all: &[Candidate], body_bytes: u64, durable: bool) -> String {
    let mut text = format!(
        "### A charged call\n\n`GET offers`, {body_bytes} bytes, one key, one wallet.{}\n\n{}\n",
        if durable {
            ""
        } else {
            " This PostgreSQL was told not to wait for the disk: its row is no durable charge."
        },
        comparison(all).text()
    );
    text.push_str(&targets(all));
    text
}

fn targets(all: &[Candidate]) -> String {
    let [gathered, free, one_by_one, ..] = all else {
        return String::new();
    };
    let rps = gathered.rps_ratio();
    let by_free = against(gathered, free);
    let cpu = gathered.of(|bare, own| own.cpu_us / bare.cpu_us);
    let p99 = gathered.of(|bare, own| own.p99_us / bare.p99_us);
    let by_one = against(gathered, one_by_one);
    let mut table = Table::new(&["Charged call on SQLite", "Measured", "Target"]);
    let mut row = |what: &str, measured: f64, target: &str, kept: bool| {
        table.row(&[
            what.to_owned(),
            format!("{measured:.2}"),
            verdict(target, kept),
        ]);
    };
    row("calls/s by bare's", rps, ">= 0.55", rps >= 0.55);
    row(
        "calls/s by those at a price of zero",
        by_free,
        ">= 0.75",
        by_free >= 0.75,
    );
    row("CPU a call by bare's", cpu, "<= 2.5", cpu <= 2.5);
    row("p99 by bare's", p99, "<= 5", p99 <= 5.0);
    row(
        "calls/s by one call at a time",
        by_one,
        ">= 6",
        by_one >= 6.0,
    );
    table.text()
}
