//! A register of generated companies: imported the way the product imports, and searched.

use std::path::Path;
use std::time::Instant;

use kofa_core::Page;
use kofa_domain::{Environment, Result, Timestamp};
use kofa_registry::{Contents, Format, ImportOptions, NameQuestion, SearchCompanies, import_file};
use kofa_store::{Op, Store, Tx};
use serde_json::{Value, json};

use crate::load::quantile;

/// Searches that are timed.
const SEARCHES: u64 = 400;

/// Imports the four files of `folder` into the sandbox's register and times searches in it.
/// Says `{"imports": [{"what", "rows", "seconds"}], "searchP50Us", "searchP95Us"}`.
///
/// # Errors
/// If a file cannot be imported whole, or a search finds nothing that must be there.
pub async fn fill(store: &Store, folder: &Path, now: Timestamp) -> anyhow::Result<Value> {
    let mut imports = Vec::new();
    let mut companies = 0;
    for contents in Contents::ALL {
        let options = ImportOptions {
            contents,
            format: Format::Csv,
            rejects: None,
            bytes_total: None,
            rows_done: 0,
            imported_at: now,
        };
        let file = folder.join(format!("{}.csv", contents.as_str()));
        let started = Instant::now();
        let report = import_file(store, Environment::Sandbox, &file, options, |_| ()).await?;
        let seconds = started.elapsed().as_secs_f64();
        anyhow::ensure!(report.rows_rejected == 0, "{} has bad rows", file.display());
        if contents == Contents::Companies {
            companies = report.rows_stored;
        }
        let what = contents.as_str();
        imports.push(json!({"what": what, "rows": report.rows_stored, "seconds": seconds}));
    }
    store.write(TidyUp).await?;
    let spent_us = searches(store, companies).await?;
    Ok(json!({
        "imports": imports,
        "searchP50Us": quantile(spent_us.clone(), 0.5),
        "searchP95Us": quantile(spent_us, 0.95),
    }))
}

/// PostgreSQL cleans up after millions of new rows by itself, on a processor of its own for some
/// minutes. Calls are measured after that.
struct TidyUp;

impl Op for TidyUp {
    type Out = ();

    /// SQLite has nothing to clean up.
    async fn run(&self, _tx: &mut Tx<'_>) -> Result<()> {
        Ok(())
    }

    /// Outside of a transaction, as these must be.
    async fn at_once(&self, tx: &mut Tx<'_>) -> Result<Option<()>> {
        tx.exec("vacuum (analyze)", &[]).await?;
        tx.exec("checkpoint", &[]).await?;
        Ok(Some(()))
    }
}

/// Searches as people type them: words that many names hold, and words that few do. The words
/// are those of the generator.
async fn searches(store: &Store, companies: u64) -> anyhow::Result<Vec<f64>> {
    const FIRST: [&str; 4] = ["Gurara", "Zuma", "Kainji", "Lokoja"];
    const SECOND: [&str; 4] = ["Harvest", "Solar", "Clinic", "Media"];
    let mut spent_us = Vec::new();
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    for round in 0..SEARCHES {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let word = |of: [&'static str; 4], shift: u32| of[((state >> shift) % 4) as usize];
        let number = (state >> 20) % companies + 1;
        let (first, second) = (word(FIRST, 40), word(SECOND, 50));
        let text = match round % 5 {
            0 => format!("{first} {second}"),
            1 => number.to_string(),
            2 => first[..4].to_owned(),
            3 => format!("{second} ventures"),
            _ => format!("{second} {}", &first[..3]),
        };
        let search = SearchCompanies {
            environment: Environment::Sandbox,
            question: NameQuestion::read(&text).map_err(|wrong| anyhow::anyhow!(wrong.must))?,
            page: Page::first(),
        };
        let started = Instant::now();
        let found = store.read(search).await?;
        spent_us.push(started.elapsed().as_secs_f64() * 1e6);
        anyhow::ensure!(!found.items.is_empty(), "nothing is found by `{text}`");
    }
    Ok(spent_us)
}
