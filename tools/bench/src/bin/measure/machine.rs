//! What the numbers were measured on.

use std::fs::{File, read_to_string};
use std::io::{Seek as _, Write as _};
use std::path::Path;
use std::time::Instant;

use kofa_bench::load::quantile;
use kofa_domain::{Clock as _, SystemClock};

use crate::Bench;

/// Writes of one page, each synced, that describe the disk.
const SYNCS: usize = 500;
const PAGE: [u8; 4096] = [0x5a; 4096];

/// Date, processor, memory, kernel and the price of a sync, as a paragraph.
pub(crate) fn describe(bench: &Bench) -> anyhow::Result<String> {
    let (p50_us, p99_us) = time_syncs(&bench.scratch.join("sync"))?;
    let cores = std::thread::available_parallelism()?;
    let processor = field("/proc/cpuinfo", "model name");
    let memory = field("/proc/meminfo", "MemTotal");
    let kib: f64 = memory.trim_end_matches(" kB").parse().unwrap_or(0.0);
    let kernel = read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let date = SystemClock.now().rfc3339();
    let plan = bench.plan;
    Ok(format!(
        "Measured {} on {cores} cores ({processor}), {:.0} GiB, Linux {}, shared with other \
         work. A 4 KiB write with `fdatasync` takes {p50_us:.0} us (p50) and {p99_us:.0} us \
         (p99) on its disk. Samples of {} s, medians of {}.\n",
        &date[..10],
        kib / 1024.0 / 1024.0,
        kernel.trim(),
        plan.sample_s,
        plan.pairs,
    ))
}

fn time_syncs(path: &Path) -> anyhow::Result<(f64, f64)> {
    let mut file = File::create(path)?;
    let mut spent_us = Vec::with_capacity(SYNCS);
    for _ in 0..SYNCS {
        // In place, as a write-ahead log is once it has its size.
        file.rewind()?;
        let started = Instant::now();
        file.write_all(&PAGE)?;
        file.sync_data()?;
        spent_us.push(started.elapsed().as_secs_f64() * 1e6);
    }
    std::fs::remove_file(path)?;
    Ok((quantile(spent_us.clone(), 0.5), quantile(spent_us, 0.99)))
}

fn field(file: &str, name: &str) -> String {
    let text = read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let value = line.and_then(|rest| rest.split_once(':'));
    value.map_or(String::new(), |(_, value)| value.trim().to_owned())
}
