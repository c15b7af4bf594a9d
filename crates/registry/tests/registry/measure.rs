//! What watches cost an import, and how long a search by name takes on a large register. Run by
//! hand: `cargo nextest run -p kofa-registry --release --run-ignored only measure --no-capture`.

use std::fmt::Write as _;
use std::time::Instant;

use kofa_registry::{CompaniesByName, CompanyFilter, Contents, Format, NameQuestion, import};
use kofa_store::Store;
use kofa_store::testing::TestDatabase;
use serde_json::json;

use super::batches::World;
use super::{SANDBOX, options};

const FIRST: [&str; 12] = [
    "Gurara", "Ikogosi", "Obudu", "Zuma", "Kainji", "Mambilla", "Bonny", "Argungu", "Osun",
    "Yankari", "Jebba", "Lokoja",
];
const SECOND: [&str; 10] = [
    "Harvest", "Freight", "Textile", "Solar", "Paint", "Cement", "Clinic", "Paper", "Fishing",
    "Media",
];

fn number(name: &str, otherwise: u64) -> u64 {
    #[expect(
        clippy::disallowed_methods,
        reason = "a measurement is told by the shell how large it is"
    )]
    let said = std::env::var(name);
    said.ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(otherwise)
}

/// A file of companies, not in the order of their numbers.
fn companies(count: u64) -> String {
    let mut file =
        "rcNumber,entityType,companyName,registrationStatus,registeredAddress,state\n".to_owned();
    for at in 0..count {
        let n = at * 7_919 % count;
        let (first, second) = (FIRST[(n % 12) as usize], SECOND[(n / 12 % 10) as usize]);
        let line = writeln!(
            file,
            "{},COMPANY,{first} {second} {} Limited,ACTIVE,\"{} Marina, Lagos\",Lagos",
            n + 100,
            n / 120,
            n % 90 + 1
        );
        line.unwrap();
    }
    file
}

async fn take(store: &Store, file: &str) -> f64 {
    let options = kofa_registry::ImportOptions {
        contents: Contents::Companies,
        ..options(Format::Csv)
    };
    let source = std::io::Cursor::new(file.to_owned());
    let begun = Instant::now();
    let report = import(store, SANDBOX, source, options, |_| ())
        .await
        .unwrap();
    assert_eq!(report.rows_rejected, 0);
    begun.elapsed().as_secs_f64()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn measure_imports_with_watches_and_searches() {
    let (rows, watches) = (number("ROWS", 1_000_000), number("WATCHES", 10_000));
    let file = companies(rows);
    for database in TestDatabase::both().await {
        let world = World::with_watches(database, u32::try_from(watches).unwrap()).await;
        let first = take(&world.store, &file).await;
        let again = take(&world.store, &file).await;
        println!("{rows} rows, first {first:.1} s, again {again:.1} s");
        searches(&world.store).await;
        let begun = Instant::now();
        for at in 0..watches {
            let body = json!({"rcNumber": (at * rows / watches + 100).to_string()});
            world.post("watches", &body).await.ok();
        }
        let made = begun.elapsed().as_secs_f64();
        let watched = take(&world.store, &file).await;
        let begun = Instant::now();
        kofa_registry::compare_touched(&world.store, &world.app.clock)
            .await
            .unwrap();
        let compared = begun.elapsed().as_secs_f64();
        println!(
            "{watches} watches made in {made:.1} s, import {watched:.1} s, compared in \
             {compared:.1} s"
        );
    }
}

async fn searches(store: &Store) {
    let asked = [
        "zuma",
        "solar",
        "gurara harvest",
        "kainji media 77",
        "lok",
        "lokoja clinic 1",
    ];
    for name in asked {
        let mut spent: Vec<f64> = Vec::new();
        for _ in 0..40 {
            let search = CompaniesByName {
                environment: SANDBOX,
                question: NameQuestion::read(name).unwrap(),
                filter: CompanyFilter::default(),
            };
            let begun = Instant::now();
            let found = store.read(search).await.unwrap();
            spent.push(begun.elapsed().as_secs_f64() * 1_000.0);
            assert!(!found.records.is_empty(), "{name}");
        }
        spent.sort_by(f64::total_cmp);
        println!(
            "search `{name}`: p50 {:.1} ms, p95 {:.1} ms",
            spent[20], spent[38]
        );
    }
}
