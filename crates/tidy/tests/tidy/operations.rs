//! Every storage operation is run by a test.

use std::collections::BTreeMap;

use crate::tree::{crate_of, files, has_word, hold, identifier, read, sources};

/// Operations that no test can name, because only their own crate can, and what the tests on both
/// databases call instead.
const RUN_THROUGH: &[(&str, &str)] = &[
    ("AdjustSandbox", "set_balance("),
    ("Begin", "metering::begin("),
    ("BeginAllotment", "allotting::run("),
    ("CountRefunds", ".advance("),
    ("CountUnasked", ".refund(&"),
    ("EndHold", "holds.capture("),
    ("EnqueueRefunds", ".refund(&"),
    ("FindBegun", "= recover(&world.store"),
    ("FindClaimed", "validateOnly"),
    ("FindEnded", "sweep_ended("),
    ("FinishAllotment", "allotting::run("),
    ("ReadApplicants", "allotting::run("),
    ("RecordSubmission", "TestExchange"),
    ("RecordSweep", ".credit(&"),
    ("IssueConsent", "issue_consent("),
    ("ReleaseTasks", "/admin/v1/outbox"),
    ("SetSandboxDates", ".advance("),
    ("SweepOffer", "sweep_ended("),
    ("TakeTasks", "work_once("),
    ("UndoAllotment", "allotting::run("),
    ("WriteShares", "allotting::run("),
    ("Debit", ".debit("),
    ("ExtendLease", ".credit("),
    ("FindClaim", "\"idempotency-key\""),
    ("FindHold", "holds.release("),
    ("FindLeft", "how=unheard"),
    ("FindMovement", "/debits"),
    ("FindTransfer", ".debit("),
    ("MoveMoney", "/credits"),
    ("OpenLease", "Wallets::new("),
    ("Ping", "/readyz"),
    ("ReadChanged", ".refresh("),
    ("SettleAlone", "\"idempotency-key\""),
    ("SettleWaiting", "Settler::new("),
    ("SharedEnd", "holds.capture("),
];

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

#[test]
fn operations_are_found() {
    let source =
        "impl Op for FindKey {\nimpl<'a> kofa_store::Op for RunJob<'a> {\nimpl Stop for X {";
    assert_eq!(operations(source), ["FindKey", "RunJob"]);
}

fn has_name(product: &[(String, String)], name: &str) -> bool {
    product
        .iter()
        .any(|(_, source)| operations(source).contains(&name))
}

#[test]
fn every_operation_is_named_in_a_test() {
    let (product, mut tests) = sources();
    // The built server is tested in Python.
    for path in files() {
        if path.starts_with("tests/") && path.ends_with(".py") {
            tests.push_str(&read(&path));
        }
    }
    let mut found: BTreeMap<&str, &str> = BTreeMap::new();
    for (path, source) in &product {
        for name in operations(source) {
            found.insert(name, path);
        }
    }
    assert!(found.len() > 20, "the search for operations finds them");
    let forgotten: Vec<String> = found
        .into_iter()
        .filter(|(name, _)| {
            let through = RUN_THROUGH.iter().find(|(op, _)| op == name);
            !has_word(&tests, name) && !through.is_some_and(|(_, call)| tests.contains(call))
        })
        .map(|(name, path)| format!("{name} ({}, {path})", crate_of(path)))
        .collect();
    let gone: Vec<String> = RUN_THROUGH
        .iter()
        .filter(|(name, _)| !has_name(&product, name))
        .map(|(name, _)| (*name).to_owned())
        .collect();
    hold(
        "the list of operations run through others is current",
        &gone,
    );
    hold(
        "a storage operation is run by a test on both databases",
        &forgotten,
    );
}
