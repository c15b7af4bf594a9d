//! The register: how fast it is imported, and whether its size is felt by a look-up.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Context as _;
use kofa_bench::load::{Ask, Load, Sample, median, sample};
use kofa_bench::process::Server;

use crate::Bench;
use crate::report::{Table, thousands, verdict};
use crate::settlement::bench_server;

const PATH: &str = "/api/v1/company/validation/company/rc";
/// Few, so that the look-up shows and not the queue before it.
const CONNECTIONS: u32 = 4;
const SMALL: u64 = 10_000;

struct Register {
    companies: u64,
    rows_per_s: f64,
    look: (f64, f64),
    server: Server,
    samples: Vec<Sample>,
}

/// Two registers, imported by `kofa registry import`, asked in turns.
pub(crate) fn measure(bench: &Bench) -> anyhow::Result<String> {
    let mut large = register(bench, bench.plan.companies)?;
    let mut small = register(bench, SMALL)?;
    let script = bench.script();
    let load = |register: &Register, seconds| Load {
        path: PATH,
        connections: CONNECTIONS,
        seconds,
        ask: Ask::Companies(register.companies),
        script: &script,
    };
    for one in [&small, &large] {
        // Reads the file's pages into memory, as a server's first minutes do.
        sample(&one.server, &load(one, 2 * bench.plan.sample_s))?;
    }
    for _ in 0..bench.plan.pairs {
        for one in [&mut small, &mut large] {
            let taken = sample(&one.server, &load(one, bench.plan.sample_s))?;
            one.samples.push(taken);
        }
    }
    let text = tables(&small, &large);
    small.server.stop()?;
    large.server.stop()?;
    Ok(text)
}

fn register(bench: &Bench, companies: u64) -> anyhow::Result<Register> {
    let folder = bench.folder(&format!("register-{companies}"))?;
    let csv = generate(bench, &folder, companies)?;
    let file = folder.join("kofa.db");
    // Makes the database: an import does not.
    bench_server(bench, "as-served", Some(&file))?.stop()?;
    let mut import = Command::new(bench.program("kofa"));
    import
        .arg("--data")
        .arg(&folder)
        .args(["registry", "import"]);
    import.arg(&csv).args(["--environment", "sandbox"]);
    let started = Instant::now();
    let done = import.stdout(Stdio::null()).status()?;
    let seconds = started.elapsed().as_secs_f64();
    anyhow::ensure!(done.success(), "the import failed");
    std::fs::remove_file(&csv)?;
    let look = look(bench, &file, companies)?;
    Ok(Register {
        companies,
        rows_per_s: companies as f64 / seconds,
        look,
        server: bench_server(bench, "as-served", Some(&file))?,
        samples: Vec::new(),
    })
}

fn generate(bench: &Bench, folder: &Path, companies: u64) -> anyhow::Result<PathBuf> {
    let csv = folder.join("companies.csv");
    let mut generate = Command::new(bench.program("generate"));
    generate
        .arg(companies.to_string())
        .stdout(File::create(&csv)?);
    anyhow::ensure!(generate.status()?.success(), "no companies were generated");
    Ok(csv)
}

/// p50 and p99 inside a process, in microseconds.
fn look(bench: &Bench, file: &Path, companies: u64) -> anyhow::Result<(f64, f64)> {
    let mut look = Command::new(bench.program("look"));
    look.arg(file)
        .arg(companies.to_string())
        .arg(bench.plan.looks.to_string());
    let output = look.stderr(Stdio::inherit()).output()?;
    let said: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let number = |name: &str| said[name].as_f64().with_context(|| format!("no {name}"));
    Ok((number("p50_us")?, number("p99_us")?))
}

fn tables(small: &Register, large: &Register) -> String {
    let mut table = Table::new(&[
        "Companies",
        "Import, rows/s",
        "Look-up in the process, p50 / p99 us",
        "Charged call, calls/s",
        "p50 us",
        "p99 us",
    ]);
    for one in [small, large] {
        let of = |number: fn(&Sample) -> f64| median(one.samples.iter().map(number));
        table.row(&[
            thousands(one.companies as f64),
            thousands(one.rows_per_s),
            format!("{:.1} / {:.1}", one.look.0, one.look.1),
            thousands(of(|one| one.rps)),
            thousands(of(|one| one.p50_us)),
            thousands(of(|one| one.p99_us)),
        ]);
    }
    let rounds = || small.samples.iter().zip(&large.samples);
    let p99 = median(rounds().map(|(small, large)| large.p99_us / small.p99_us));
    let p50 = median(rounds().map(|(small, large)| large.p50_us / small.p50_us));
    let mut targets = Table::new(&["Register", "Measured", "Target"]);
    let rate = large.rows_per_s;
    targets.row(&[
        "import, rows/s".to_owned(),
        thousands(rate),
        verdict(">= 50,000", rate >= 50_000.0),
    ]);
    targets.row(&[
        "p99 of a charged look-up, large by small".to_owned(),
        format!("{p99:.2}"),
        verdict("<= 1.5", p99 <= 1.5),
    ]);
    targets.row(&[
        "p50 of the same".to_owned(),
        format!("{p50:.2}"),
        String::new(),
    ]);
    format!(
        "### The register\n\n`GET company/rc`, random numbers, {CONNECTIONS} connections, \
         charged and durable; both registers in turns. The import is the whole command, from \
         CSV to an exit.\n\n{}\n{}",
        table.text(),
        targets.text()
    )
}
