//! Reading files by name, one after the other, for a comparison with other readers.

use std::io::{BufRead as _, Write as _};
use std::time::Instant;

use kofa_address::ocr::LazyOcr;
use kofa_address::read;
use kofa_poa_bench::files::answer::limits;
use serde_json::json;

/// Answers each line of standard input, which names a file, with a line of JSON.
pub(crate) fn serve(ocr: &LazyOcr) -> anyhow::Result<()> {
    // The networks are loaded before anything is timed.
    anyhow::ensure!(ocr.get().is_some(), "the networks are not installed");
    // However busy the machine is, all words are wanted.
    let limits = limits(0);
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let file = std::fs::read(line?.trim())?;
        let begun = Instant::now();
        let document = read::read_with(&file, &limits, ocr, &mut |_| Ok(()))?;
        let seconds = begun.elapsed().as_secs_f64();
        let words = document.pages.iter().flat_map(|page| &page.words);
        let words: Vec<&str> = words.map(|word| word.text.as_str()).collect();
        let answer = json!({
            "seconds": seconds,
            "memory_mib_max": memory_mib_max(),
            "words": words,
        });
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// The most memory that this process ever held; 0 where the system does not say.
fn memory_mib_max() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) / 1024
}
