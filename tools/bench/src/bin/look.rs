//! Times look-ups in a register inside the process, without HTTP and without a charge.
//!
//! Usage: `look FILE COUNT TIMES`: an SQLite file with the companies 1 to COUNT in its
//! sandbox register. Says `{"p50_us", "p99_us"}`.

use std::io::Write as _;
use std::time::Instant;

use anyhow::Context as _;
use kofa_bench::load::quantile;
use kofa_domain::Environment;
use kofa_registry::CompaniesByRc;
use kofa_registry::rules::read_rc_number;
use kofa_store::{Settings, Store};
use serde_json::json;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, count, times] = words.as_slice() else {
        anyhow::bail!("usage: look FILE COUNT TIMES");
    };
    let (count, times): (u64, usize) = (count.parse()?, times.parse()?);
    let file = file.into();
    let store = Store::open(&Settings::Sqlite { file, readers: 1 }).await?;
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut spent_us = Vec::with_capacity(times);
    for _ in 0..times {
        // Any scattering will do: the point is that no look-up helps the next.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let number = ((state >> 20) % count + 1).to_string();
        let rc_number = read_rc_number(&number)
            .map_err(|_| anyhow::anyhow!("{number}"))?
            .number;
        let environment = Environment::Sandbox;
        let started = Instant::now();
        let found = store
            .read(CompaniesByRc {
                environment,
                rc_number,
            })
            .await?;
        spent_us.push(started.elapsed().as_secs_f64() * 1e6);
        found
            .first()
            .with_context(|| format!("{number} is not there"))?;
    }
    let said = json!({
        "p50_us": quantile(spent_us.clone(), 0.5),
        "p99_us": quantile(spent_us, 0.99),
    });
    Ok(writeln!(std::io::stdout(), "{said}")?)
}
