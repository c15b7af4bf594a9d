//! Every storage operation runs on both databases.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{crate_of, hold, identifier, read, sources};

/// What the tests noted as they ran: `crates/store/src/ran.rs`.
const RAN: &str = "target/operations.txt";

/// Names of the operations that a source declares.
fn operations(source: &str) -> Vec<&str> {
    source
        .lines()
        .filter(|line| line.trim_start().starts_with("impl"))
        .filter_map(|line| line.split_once("Op for "))
        .filter(|(before, _)| before.ends_with([' ', ':']))
        .map(|(_, name)| identifier(name.rsplit("::").next().unwrap_or(name)))
        .filter(|name| !name.is_empty())
        .collect()
}

/// Crate and name of the type in a line such as `Sqlite kofa_store::key_mark::Keep<u8>`.
fn ran(line: &str) -> Option<(&str, String, &str)> {
    let (dialect, path) = line.split_once(' ')?;
    let path = path.split('<').next()?;
    let (kofa_crate, _) = path.strip_prefix("kofa_")?.split_once("::")?;
    Some((
        dialect,
        kofa_crate.replace('_', "-"),
        path.rsplit("::").next()?,
    ))
}

#[test]
fn operations_are_found() {
    let source =
        "impl Op for FindKey {\nimpl<'a> kofa_store::Op for RunJob<'a> {\nimpl Stop for X {";
    assert_eq!(operations(source), ["FindKey", "RunJob"]);
    let found = ran("Sqlite kofa_poa_bench::deep::Run<a::B>");
    assert_eq!(found, Some(("Sqlite", "poa-bench".to_owned(), "Run")));
}

#[test]
#[ignore = "it looks at what all the other tests ran: scripts/test.sh"]
fn every_operation_ran_on_both_databases() {
    let noted = read(RAN);
    let noted: BTreeSet<_> = noted.lines().filter_map(ran).collect();
    let mut found: BTreeMap<(String, &str), &str> = BTreeMap::new();
    let product = sources();
    for (path, source) in &product {
        for name in operations(source) {
            found.insert((crate_of(path).to_owned(), name), path);
        }
    }
    assert!(found.len() > 20, "the search for operations finds them");
    let mut forgotten = Vec::new();
    for ((kofa_crate, name), path) in found {
        for dialect in ["Sqlite", "Postgres"] {
            if !noted.contains(&(dialect, kofa_crate.clone(), name)) {
                forgotten.push(format!("{name} on {dialect} ({path})"));
            }
        }
    }
    hold(
        "a storage operation is run by a test on both databases",
        &forgotten,
    );
}
