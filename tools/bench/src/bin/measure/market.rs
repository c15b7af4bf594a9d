//! The market: subscribing, allotting an offer of many applications, and leafing through one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use kofa_bench::load::{Ask, Load, Sample, median, sample};
use kofa_bench::process::{Server, cpu_seconds};
use serde_json::{Value, json};

use crate::Bench;
use crate::report::{Table, thousands, verdict};
use crate::settlement::{Candidate, bench_server_with, comparison};

const SUBSCRIBE: &str = "/api/exchange-invest/subscribe";
const TRANSACTIONS: &str = "/api/exchange-invest/transactions";
const OFFER: &str = "OFR-BAOBAB";
const CONNECTIONS: u32 = 64;
/// Leafing: few, so that the page shows and not the queue before it.
const FEW_CONNECTIONS: u32 = 4;
/// First Bank's id and code.
const BANK: (i64, &str) = (9, "011");
/// People between the first ones of two samples: more than any sample sends.
const PEOPLE: u64 = 1_000_000;
/// Transactions of a page.
const SIZE: u64 = 20;
/// Of the small offer.
const FEW: u64 = 2_000;
/// What an allotment may take, in seconds.
const ALLOT_SECONDS_MAX: f64 = 20.0;
/// What it may occupy: 1 GB in MiB.
const ALLOT_MIB_MAX: f64 = 1e9 / 1_048_576.0;
/// Longest wait for a server to work its tasks off.
const CALM_MAX: Duration = Duration::from_secs(300);
/// How long it is watched to tell whether it is at rest.
const CALM_LOOK: Duration = Duration::from_millis(1_000);
/// CPU in that time that is no work, in seconds: tasks are looked for, nodes watched.
const CALM_CPU_S: f64 = 0.05;

pub(crate) fn measure(bench: &Bench) -> anyhow::Result<String> {
    let mut text = subscribing(bench)?;
    for part in [allotting, leafing] {
        text.push('\n');
        text.push_str(&part(bench)?);
    }
    Ok(text)
}

/// Numbers of people that no sample used yet.
struct People(u64);

impl People {
    fn sample(&mut self, server: &Server, load: Load<'_>, vendor: &str) -> anyhow::Result<Sample> {
        let first = self.0;
        self.0 += PEOPLE;
        let ask = Ask::Subscribe {
            vendor_id: vendor,
            bank: BANK,
            first,
        };
        sample(server, &Load { ask, ..load })
    }
}

fn vendor(server: &Server) -> String {
    let said = server.said["vendorId"].as_str();
    said.unwrap_or_default().to_owned()
}

/// Candidates in turns, each directly after the bare server; the one that works its tasks has
/// come to rest before anyone else is measured.
fn subscribing(bench: &Bench) -> anyhow::Result<String> {
    let folder = bench.folder("subscribe")?;
    let file = |name: &str| folder.join(name);
    let plain = bench_server_with(bench, &[], Some(&file("plain.db")))?;
    let bare = bare(bench, &plain)?;
    let worked = bench_server_with(bench, &["--work"], Some(&file("worked.db")))?;
    let postgres = bench_server_with(bench, &[], None)?;
    let durable = postgres.said["durable"].as_bool().unwrap_or(false);
    let mut all = vec![
        Candidate::new("Kofa, SQLite", plain),
        Candidate::new("Kofa, PostgreSQL", postgres),
        Candidate::new("Kofa, SQLite, tasks worked off", worked),
    ];
    let script = bench.script();
    let load = |seconds| Load {
        path: SUBSCRIBE,
        connections: CONNECTIONS,
        seconds,
        ask: Ask::Same,
        script: &script,
    };
    let mut people = People(0);
    for one in &all {
        people.sample(&one.server, load(1), &vendor(&one.server))?;
    }
    let mut lives_per_s = Vec::new();
    for _ in 0..bench.plan.pairs {
        for (at, one) in all.iter_mut().enumerate() {
            let vendor = vendor(&one.server);
            let before = people.sample(&bare, load(bench.plan.sample_s), &vendor)?;
            let own = people.sample(&one.server, load(bench.plan.sample_s), &vendor)?;
            if at == 2 {
                let seconds = f64::from(bench.plan.sample_s) + calm(&one.server)?;
                lives_per_s.push(own.requests / seconds);
            }
            one.pairs.push((before, own));
        }
    }
    let body_bytes = bare.said["bodyBytes"].as_u64().unwrap_or(0);
    let text = subscribing_text(&all, body_bytes, durable, median(lives_per_s));
    for one in all {
        one.server.stop()?;
    }
    bare.stop()?;
    fs::remove_dir_all(folder)?;
    Ok(text)
}

/// Answers any post as `kofa` answers the first person's.
fn bare(bench: &Bench, kofa: &Server) -> anyhow::Result<Server> {
    let body = json!({
        "vendorId": vendor(kofa), "offerId": OFFER, "offerType": "PrimaryOffer",
        "numberOfShares": 40, "brokerId": "meristem-stockbrokers",
        "profileType": "INDIVIDUAL", "firstName": "Ngozi", "lastName": "Okafor",
        "dateOfBirth": "1990-04-12", "gender": "Female", "email": "ngozi@example.com",
        "phoneNumber": "08031234567", "bvn": "22222222220", "nin": "70123456780",
        "address": "12 Admiralty Way, Lekki Phase 1", "nationality": "Nigeria",
        "state": "Lagos", "lga": "Eti-Osa", "maritalStatus": 1,
        "nextOfKinFullName": "Chidi Okafor", "nextOfKinPhone": "08057654321",
        "bankCode": BANK.1, "bankId": BANK.0, "bankAccountNumber": "0000000000",
        "hasExistingChnDepository": false, "isCardPayment": false,
    });
    let mut command = Command::new(bench.program("bare"));
    command.args([&kofa.address.to_string(), SUBSCRIBE, &kofa.key]);
    Server::talking(command.arg(body.to_string()))
}

/// Waits until a server rests; seconds until it did.
fn calm(server: &Server) -> anyhow::Result<f64> {
    let started = Instant::now();
    loop {
        let (seconds, before) = (started.elapsed(), cpu_seconds(server.pid()));
        std::thread::sleep(CALM_LOOK);
        if cpu_seconds(server.pid()) - before <= CALM_CPU_S {
            return Ok(seconds.as_secs_f64());
        }
        anyhow::ensure!(seconds < CALM_MAX, "a server does not come to rest");
    }
}

fn subscribing_text(all: &[Candidate], body_bytes: u64, durable: bool, lives_per_s: f64) -> String {
    let mut targets = Table::new(&["Subscribing on SQLite", "Measured", "Target"]);
    let ratio = all.first().map_or(0.0, Candidate::rps_ratio);
    targets.row(&[
        "calls/s by bare's".to_owned(),
        format!("{ratio:.2}"),
        verdict(">= 0.25", ratio >= 0.25),
    ]);
    targets.row(&[
        "subscriptions/s, from the call to accepted".to_owned(),
        thousands(lives_per_s),
        String::new(),
    ]);
    let told = if durable {
        ""
    } else {
        " This PostgreSQL was told not to wait for the disk."
    };
    format!(
        "### Subscribing\n\n`POST subscribe`, a whole valid application of another person each \
         time, one key, one wallet, one offer: validated, sealed, charged, logged, stored with \
         its claims, its history and its outbox row. Bare reads the same posts and answers \
         {body_bytes} bytes as Kofa did. The tasks that follow (payment, exchange) wait while \
         the first two are measured; the third works them off meanwhile, and until it rests.{told}\
         \n\n{}\n{}",
        comparison(all).text(),
        targets.text()
    )
}

/// One database, allotted afresh from a copy each time.
fn allotting(bench: &Bench) -> anyhow::Result<String> {
    let folder = bench.folder("allot")?;
    let made = folder.join("made.db");
    let count = bench.plan.applications.to_string();
    let offered = allot(bench, &made, &["--make", &count])?;
    let mut runs = Vec::new();
    for number in 0..bench.plan.allotments {
        let file = folder.join(format!("run-{number}.db"));
        copy(&made, &file)?;
        runs.push(allot(bench, &file, &["--run"])?);
        remove(&file)?;
    }
    fs::remove_dir_all(folder)?;
    let of = |name: &str| median(runs.iter().map(|run| number(run, name)));
    let mut table = Table::new(&["Allotment", "Measured", "Target"]);
    let seconds = of("seconds");
    let mut row = |what: &str, measured: String, verdict: String| {
        table.row(&[what.to_owned(), measured, verdict]);
    };
    row(
        "seconds, results on disk",
        format!("{seconds:.1}"),
        verdict("<= 20", seconds <= ALLOT_SECONDS_MAX),
    );
    let peak = of("peak_mib");
    row(
        "memory at most, the database's mapped pages included, MiB",
        thousands(peak),
        verdict("<= 1 GB", peak <= ALLOT_MIB_MAX),
    );
    row(
        "memory at most without them, MiB",
        thousands(of("peak_anonymous_mib")),
        String::new(),
    );
    Ok(format!(
        "### Allotting\n\n{} applications of eight tenants for {} shares of which {} are \
         allotted: read, computed, and every result written with its event, on SQLite. The \
         process does nothing else; its database is in the page cache, as a copy of {} just \
         made. Afterwards all is added up again.\n\n{}",
        thousands(of("applications")),
        thousands(of("demand")),
        thousands(of("allotted")),
        thousands(number(&offered, "mib")) + " MiB",
        table.text()
    ))
}

fn allot(bench: &Bench, file: &Path, words: &[&str]) -> anyhow::Result<Value> {
    let mut command = Command::new(bench.program("allot"));
    command.arg(file).args(words);
    let output = command.stderr(Stdio::inherit()).output()?;
    anyhow::ensure!(output.status.success(), "{command:?} failed");
    let mut said: Value = serde_json::from_slice(&output.stdout)?;
    said["mib"] = json!(fs::metadata(file)?.len() as f64 / 1_048_576.0);
    Ok(said)
}

fn number(said: &Value, name: &str) -> f64 {
    said[name].as_f64().unwrap_or(f64::NAN)
}

/// The files of a database: its own, and its log unless that was moved into it.
fn files(file: &Path) -> [std::path::PathBuf; 3] {
    ["", "-wal", "-shm"].map(|end| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        name.into()
    })
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    // What is shared is made anew from the log.
    for (from, to) in files(from).iter().zip(files(to)).take(2) {
        if from.exists() {
            fs::copy(from, &to).with_context(|| to.display().to_string())?;
            // Not during the measurement.
            fs::File::open(&to)?.sync_all()?;
        }
    }
    Ok(())
}

fn remove(file: &Path) -> anyhow::Result<()> {
    for one in files(file).iter().filter(|one| one.exists()) {
        fs::remove_file(one)?;
    }
    Ok(())
}

struct Offer {
    transactions: u64,
    server: Server,
    samples: Vec<Sample>,
}

/// Two offers of the same name, each in a database of its own, asked in turns.
fn leafing(bench: &Bench) -> anyhow::Result<String> {
    let folder = bench.folder("transactions")?;
    let offer = |transactions: u64| -> anyhow::Result<Offer> {
        let file = folder.join(format!("{transactions}.db"));
        let words = ["--subscriptions", &transactions.to_string()];
        Ok(Offer {
            transactions,
            server: bench_server_with(bench, &words, Some(&file))?,
            samples: Vec::new(),
        })
    };
    let (mut large, mut small) = (offer(bench.plan.applications)?, offer(FEW)?);
    let script = bench.script();
    let load = |offer: &Offer, seconds| Load {
        path: TRANSACTIONS,
        connections: FEW_CONNECTIONS,
        seconds,
        ask: Ask::Transactions {
            offer_id: OFFER,
            pages: offer.transactions / SIZE,
        },
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
    let text = leafing_text(&small, &large);
    small.server.stop()?;
    large.server.stop()?;
    fs::remove_dir_all(folder)?;
    Ok(text)
}

fn leafing_text(small: &Offer, large: &Offer) -> String {
    let mut table = Table::new(&["Transactions", "calls/s", "p50 us", "p99 us", "CPU us/call"]);
    for one in [small, large] {
        let of = |number: fn(&Sample) -> f64| median(one.samples.iter().map(number));
        table.row(&[
            thousands(one.transactions as f64),
            thousands(of(|one| one.rps)),
            thousands(of(|one| one.p50_us)),
            thousands(of(|one| one.p99_us)),
            thousands(of(|one| one.cpu_us)),
        ]);
    }
    let rounds = || small.samples.iter().zip(&large.samples);
    let p99 = median(rounds().map(|(small, large)| large.p99_us / small.p99_us));
    let p50 = median(rounds().map(|(small, large)| large.p50_us / small.p50_us));
    let mut targets = Table::new(&["A page of transactions", "Measured", "Target"]);
    targets.row(&[
        "p99, large offer by small".to_owned(),
        format!("{p99:.2}"),
        verdict("<= 2", p99 <= 2.0),
    ]);
    targets.row(&[
        "p50 of the same".to_owned(),
        format!("{p50:.2}"),
        String::new(),
    ]);
    format!(
        "### A page of transactions\n\n`POST transactions` with an offer, a random page of \
         {SIZE}, {FEW_CONNECTIONS} connections, charged and durable; both offers in turns, each \
         in a database of its own.\n\n{}\n{}",
        table.text(),
        targets.text()
    )
}
