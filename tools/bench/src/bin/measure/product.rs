//! The program itself: what `kofa demo` takes to start and to stand there, and what a document
//! takes from end to end.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use kofa_bench::client::Client;
use kofa_bench::load::{Ask, Load, median, quantile, sample};
use kofa_bench::process::{Server, family, free_address, resident_mib};
use serde_json::Value;

use crate::Bench;
use crate::report::{Table, thousands, verdict};
use crate::settlement::{PATH, bench_server};

const DOCUMENT: &str = "sample-electricity-bill.pdf";
const EXTRACT: &str = "/api/v1/proof-of-address/extract";
/// Between two documents: the demo's key may call 50 times a second.
const PAUSE: Duration = Duration::from_millis(25);
/// After a start, until memory is read.
const REST: Duration = Duration::from_secs(3);
const CONNECTIONS: u32 = 64;

pub(crate) fn measure(bench: &Bench) -> anyhow::Result<String> {
    let folder = bench.folder("demo")?;
    // The first start makes people and data; what is timed is every later one.
    let (first_s, demo) = start(bench, &folder, None)?;
    drop(demo);
    let rows = fill_log(bench, &folder.join("kofa.db"))?;
    let mut starts_s = Vec::new();
    let mut running = None;
    for _ in 0..bench.plan.starts {
        drop(running.take());
        let (seconds, demo) = start(bench, &folder, None)?;
        starts_s.push(seconds);
        running = Some(demo);
    }
    let demo = running.context("no start was planned")?;
    std::thread::sleep(REST);
    let idle = Memory::of(&demo.server);
    let spent_ms = documents(bench, &demo, &folder)?;
    let after = Memory::of(&demo.server);
    Ok(tables(&Measured {
        first_s,
        rows,
        start_s: median(starts_s),
        idle,
        after,
        p50_ms: quantile(spent_ms.clone(), 0.5),
        p99_ms: quantile(spent_ms, 0.99),
    }))
}

pub(crate) struct Demo {
    pub(crate) server: Server,
    key: String,
    /// What its ready file says.
    pub(crate) ready: Value,
}

/// Starts `kofa demo` on SQLite, or on the PostgreSQL at `url`; the seconds until its ready
/// file is there.
pub(crate) fn start(
    bench: &Bench,
    folder: &Path,
    url: Option<&str>,
) -> anyhow::Result<(f64, Demo)> {
    let ready_file = folder.join("ready.json");
    let _ = std::fs::remove_file(&ready_file);
    let address = free_address()?;
    let mut command = Command::new(bench.program("kofa"));
    command.arg("--data").arg(folder).arg("demo");
    command.args(["--listen", &address.to_string(), "--ready-file"]);
    command.arg(&ready_file);
    if let Some(url) = url {
        command.args(["--database-url", url]);
    }
    let started = Instant::now();
    let server = Server::silent(&mut command, address, String::new())?;
    let ready: Value = loop {
        let text = std::fs::read_to_string(&ready_file).unwrap_or_default();
        if let Ok(ready) = serde_json::from_str(&text) {
            break ready;
        }
        anyhow::ensure!(started.elapsed() < Duration::from_secs(60), "never ready");
        std::thread::sleep(Duration::from_millis(1));
    };
    let seconds = started.elapsed().as_secs_f64();
    let key = ready["apiKey"]
        .as_str()
        .context("the demo has a key")?
        .to_owned();
    let demo = Demo { server, key, ready };
    Ok((seconds, demo))
}

/// Makes real calls until the log is as long as planned; its length.
fn fill_log(bench: &Bench, file: &Path) -> anyhow::Result<f64> {
    let script = bench.script();
    let load = Load {
        path: PATH,
        connections: CONNECTIONS,
        seconds: 5,
        ask: Ask::Same,
        script: &script,
    };
    let server = bench_server(bench, "as-served", Some(file))?;
    let mut rows = 0.0;
    while rows < bench.plan.log_rows {
        rows += sample(&server, &load)?.requests;
    }
    server.stop()?;
    Ok(rows)
}

#[derive(Clone, Copy)]
struct Memory {
    server_mib: f64,
    readers_mib: f64,
}

impl Memory {
    fn of(server: &Server) -> Self {
        let all = family(server.pid());
        let server_mib = resident_mib(server.pid());
        let readers = all.iter().skip(1);
        Self {
            server_mib,
            readers_mib: readers.map(|one| resident_mib(*one)).sum(),
        }
    }
}

/// Sends the demo's sample bill as a form, one after the other; milliseconds of each.
fn documents(bench: &Bench, demo: &Demo, folder: &Path) -> anyhow::Result<Vec<f64>> {
    let pdf = std::fs::read(folder.join(DOCUMENT))?;
    let request = form(demo.server.address, &demo.key, &pdf);
    let mut client = Client::connect(demo.server.address)?;
    let mut spent_ms = Vec::with_capacity(bench.plan.documents);
    for number in 0..=bench.plan.documents {
        std::thread::sleep(PAUSE);
        let started = Instant::now();
        let reply = client.call(&request)?;
        let spent = started.elapsed().as_secs_f64() * 1e3;
        let text = String::from_utf8_lossy(&reply.body);
        anyhow::ensure!(reply.status == 200, "{EXTRACT}: {} {text}", reply.status);
        // The first warms up what every later one finds warm.
        if number > 0 {
            spent_ms.push(spent);
        }
    }
    Ok(spent_ms)
}

fn form(address: SocketAddr, key: &str, pdf: &[u8]) -> Vec<u8> {
    const EDGE: &str = "bench-7d1f0c";
    let mut body = format!(
        "--{EDGE}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{DOCUMENT}\"\r\n\
         content-type: application/pdf\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(pdf);
    let hallucination = r#"{"lga":true,"state":true,"country":true}"#;
    let rest = format!(
        "\r\n--{EDGE}\r\ncontent-disposition: form-data; name=\"hallucination\"\r\n\r\n\
         {hallucination}\r\n--{EDGE}--\r\n"
    );
    body.extend_from_slice(rest.as_bytes());
    let mut request = format!(
        "POST {EXTRACT} HTTP/1.1\r\nhost: {address}\r\nx-api-key: {key}\r\n\
         content-type: multipart/form-data; boundary={EDGE}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    request.extend_from_slice(&body);
    request
}

struct Measured {
    first_s: f64,
    rows: f64,
    start_s: f64,
    idle: Memory,
    after: Memory,
    p50_ms: f64,
    p99_ms: f64,
}

fn tables(of: &Measured) -> String {
    let mut table = Table::new(&["`kofa demo`", "Measured", "Target"]);
    let mut row = |what: String, measured: String, target: String| {
        table.row(&[what, measured, target]);
    };
    let memory = |of: Memory| {
        let (server, all) = (of.server_mib, of.server_mib + of.readers_mib);
        format!("{server:.0} MiB; {all:.0} MiB with its document readers")
    };
    let idle_mib = of.idle.server_mib + of.idle.readers_mib;
    // 80 MB are 76.3 MiB.
    let small = idle_mib * 1.048_576 <= 80.0;
    row(
        "memory, idle".to_owned(),
        memory(of.idle),
        verdict("<= 80 MB", small),
    );
    row(
        "memory after the documents below".to_owned(),
        memory(of.after),
        String::new(),
    );
    let rows = thousands(of.rows);
    row(
        format!("start with {rows} rows in the log"),
        format!("{:.2} s", of.start_s),
        verdict("<= 1 s", of.start_s <= 1.0),
    );
    row(
        "first start, which makes people and sample data".to_owned(),
        format!("{:.2} s", of.first_s),
        String::new(),
    );
    row(
        "`POST extract`, a page of PDF with a text layer, p50".to_owned(),
        format!("{:.1} ms", of.p50_ms),
        verdict("<= 40 ms", of.p50_ms <= 40.0),
    );
    row(
        "the same, p99".to_owned(),
        format!("{:.1} ms", of.p99_ms),
        String::new(),
    );
    format!("### The program\n\n{}", table.text())
}
