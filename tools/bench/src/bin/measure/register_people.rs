//! The register with people, capital and charges: how fast everything is imported, what a
//! look-up among it takes at a fixed rate, how long an operator's search takes, and what a
//! charged look-up costs by a bare server's.

use std::fs::File;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use kofa_bench::load::{Ask, Load, median, quantile, sample};
use kofa_bench::paced::paced;
use kofa_bench::process::Server;

use crate::Bench;
use crate::report::{Table, ms, thousands, verdict};
use crate::settlement::bench_server_with;

const PATH: &str = "/api/v1/company/validation/company/rc";
/// Of the paced look-ups, a second.
const RATE: u32 = 1_000;
/// Of the charged look-ups that are compared with bare.
const CONNECTIONS: u32 = 64;
const FILES: [&str; 4] = ["companies", "people", "capital", "charges"];

struct Measured {
    name: &'static str,
    /// What, rows a second.
    imports: Vec<(String, f64)>,
    search_us: (f64, f64),
    paced_us: (f64, f64),
    by_bare: f64,
}

/// On SQLite, then on PostgreSQL, from the same files.
pub(crate) fn measure(bench: &Bench) -> anyhow::Result<String> {
    let folder = bench.folder("register-people")?;
    for what in FILES {
        let file = File::create(folder.join(format!("{what}.csv")))?;
        let mut generate = Command::new(bench.program("generate"));
        generate.arg(bench.plan.companies.to_string()).arg(what);
        let done = generate.stdout(file).status()?;
        anyhow::ensure!(done.success(), "no {what} were generated");
    }
    let sqlite = folder.join("kofa.db");
    let all = [
        one(bench, "SQLite", &folder, Some(&sqlite))?,
        one(bench, "PostgreSQL", &folder, None)?,
    ];
    std::fs::remove_dir_all(&folder)?;
    Ok(tables(bench, &all))
}

fn one(
    bench: &Bench,
    name: &'static str,
    folder: &Path,
    sqlite: Option<&Path>,
) -> anyhow::Result<Measured> {
    let shown = folder.to_str().context("a folder that is not UTF-8")?;
    let server = bench_server_with(bench, &["--register", shown], sqlite)?;
    let said = server.said["register"].clone();
    let number = |name: &str| said[name].as_f64().with_context(|| format!("no {name}"));
    let mut imports = Vec::new();
    for import in said["imports"].as_array().context("no imports")? {
        let what = import["what"].as_str().unwrap_or_default().to_owned();
        let rows = import["rows"].as_f64().unwrap_or(0.0);
        imports.push((what, rows / import["seconds"].as_f64().unwrap_or(f64::MAX)));
    }
    let companies = bench.plan.companies;
    let path_of = |n: u64| {
        let scattered = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        format!("{PATH}?rcNumber={}", scattered % companies + 1)
    };
    // Reads pages into memory, as a server's first minutes do.
    paced(&server, RATE, 2 * bench.plan.sample_s, path_of)?;
    let rounds = (0..bench.plan.pairs).map(|_| paced(&server, RATE, bench.plan.sample_s, path_of));
    let rounds: Vec<Vec<f64>> = rounds.collect::<anyhow::Result<_>>()?;
    let of = |share| median(rounds.iter().map(|spent| quantile(spent.clone(), share)));
    let measured = Measured {
        name,
        imports,
        search_us: (number("searchP50Us")?, number("searchP95Us")?),
        paced_us: (of(0.5), of(0.99)),
        by_bare: by_bare(bench, &server)?,
    };
    server.stop()?;
    Ok(measured)
}

/// The median, over pairs, of the rate of charged look-ups by a bare server's.
fn by_bare(bench: &Bench, server: &Server) -> anyhow::Result<f64> {
    let mut bare = Command::new(bench.program("bare"));
    let one = format!("{PATH}?rcNumber=1");
    bare.args([&server.address.to_string(), &one, &server.key]);
    let bare = Server::talking(&mut bare)?;
    let script = bench.script();
    let load = |path, ask| Load {
        path,
        connections: CONNECTIONS,
        seconds: bench.plan.sample_s,
        ask,
        script: &script,
    };
    let mut ratios = Vec::new();
    for _ in 0..bench.plan.pairs {
        let theirs = sample(&bare, &load(one.as_str(), Ask::Same))?;
        let own = sample(server, &load(PATH, Ask::Companies(bench.plan.companies)))?;
        ratios.push(own.rps / theirs.rps);
    }
    bare.stop()?;
    Ok(median(ratios))
}

fn tables(bench: &Bench, all: &[Measured]) -> String {
    let mut imports = Table::new(&[
        "Import, rows/s",
        "Companies",
        "People",
        "Capital",
        "Charges",
    ]);
    let mut calls = Table::new(&["Measured", "On", "Value", "Target"]);
    for one in all {
        let rates = one.imports.iter().map(|(_, rate)| thousands(*rate));
        let cells: Vec<String> = std::iter::once(one.name.to_owned()).chain(rates).collect();
        imports.row(&cells);
        let slowest = one.imports.iter().map(|(_, rate)| *rate);
        let slowest = slowest.fold(f64::INFINITY, f64::min);
        let mut row = |what: &str, value: String, verdict: String| {
            calls.row(&[what.to_owned(), one.name.to_owned(), value, verdict]);
        };
        row(
            "slowest import, rows/s",
            thousands(slowest),
            verdict(">= 50,000", slowest >= 50_000.0),
        );
        let (p50, p99) = one.paced_us;
        row("look-up at 1,000 a second, p50 ms", ms(p50), String::new());
        row("the same, p99 ms", ms(p99), verdict("<= 3", p99 <= 3_000.0));
        let (p50, p95) = one.search_us;
        row("search by name, p50 ms", ms(p50), String::new());
        row(
            "the same, p95 ms",
            ms(p95),
            verdict("<= 100", p95 <= 100_000.0),
        );
        row(
            "charged look-up by bare's rate",
            format!("{:.2}", one.by_bare),
            verdict(">= 0.45", one.by_bare >= 0.45),
        );
    }
    format!(
        "### The register with people, capital and charges\n\n{} companies, two roles and a \
         capital each, a charge for every tenth. Look-ups are `GET company/rc`, charged and \
         durable, for random numbers, over 16 connections at a fixed rate: a late call counts \
         from when it was due. Searches are in the process. Bare answers one of these answers, \
         64 connections.\n\n{}\n{}",
        thousands(bench.plan.companies as f64),
        imports.text(),
        calls.text()
    )
}
