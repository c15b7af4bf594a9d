//! Which crate may use which: the table of `ARCHITECTURE.md`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::tree::{hold, root};

/// Crate, and the crates of this project that it may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("gazetteer", &["domain"]),
    ("address", &["domain", "gazetteer"]),
    ("paper", &["domain"]),
    ("store", &["domain"]),
    ("outbound", &["domain"]),
    ("openid", &["domain", "outbound"]),
    ("objects", &["domain", "store", "outbound"]),
    ("core", &["domain", "store"]),
    ("input", &["domain"]),
    ("cluster", &["domain", "store"]),
    ("tasks", &["domain", "store", "core", "cluster"]),
    ("mail", &["domain", "store", "core", "tasks"]),
    ("ledger", &["domain", "store", "core", "cluster"]),
    (
        "payments",
        &["domain", "store", "outbound", "core", "tasks", "ledger"],
    ),
    ("identity", &["domain", "store", "core", "mail", "ledger"]),
    (
        "insight",
        &[
            "domain", "paper", "store", "core", "mail", "ledger", "identity",
        ],
    ),
    (
        "gate",
        &[
            "domain", "store", "outbound", "core", "input", "cluster", "ledger", "identity",
            "insight",
        ],
    ),
    (
        "events",
        &[
            "domain", "store", "core", "outbound", "ledger", "identity", "insight", "gate",
        ],
    ),
    (
        "commands",
        &[
            "domain", "store", "core", "input", "tasks", "mail", "ledger", "payments", "identity",
            "insight", "gate", "events",
        ],
    ),
    (
        "admin-api",
        &[
            "domain", "store", "core", "input", "tasks", "mail", "ledger", "payments", "identity",
            "insight", "gate", "events", "commands",
        ],
    ),
    (
        "investment",
        &[
            "domain",
            "gazetteer",
            "objects",
            "store",
            "outbound",
            "core",
            "input",
            "tasks",
            "ledger",
            "payments",
            "identity",
            "insight",
            "gate",
            "commands",
            "admin-api",
        ],
    ),
    (
        "documents",
        &[
            "domain",
            "gazetteer",
            "address",
            "objects",
            "store",
            "outbound",
            "core",
            "input",
            "tasks",
            "ledger",
            "identity",
            "insight",
            "gate",
            "events",
            "commands",
            "admin-api",
        ],
    ),
    (
        "registry",
        &[
            "domain",
            "gazetteer",
            "paper",
            "objects",
            "store",
            "outbound",
            "core",
            "input",
            "tasks",
            "ledger",
            "identity",
            "insight",
            "gate",
            "commands",
            "admin-api",
        ],
    ),
    (
        "portal",
        &[
            "domain",
            "core",
            "input",
            "tasks",
            "ledger",
            "payments",
            "identity",
            "insight",
            "gate",
            "events",
            "commands",
            "admin-api",
            "openid",
            "investment",
            "documents",
            "registry",
        ],
    ),
    (
        "console",
        &[
            "domain",
            "core",
            "input",
            "tasks",
            "mail",
            "ledger",
            "payments",
            "identity",
            "insight",
            "gate",
            "events",
            "commands",
            "admin-api",
            "investment",
            "documents",
            "registry",
            "portal",
        ],
    ),
    ("server", EVERYTHING),
    (
        "testkit",
        &[
            "domain",
            "store",
            "core",
            "input",
            "tasks",
            "ledger",
            "payments",
            "identity",
            "insight",
            "gate",
            "events",
            "commands",
            "admin-api",
        ],
    ),
    ("bench", EVERYTHING),
    ("poa-bench", &["gazetteer", "address"]),
    ("reader", &["address", "poa-bench"]),
    ("samples", &["address"]),
    (
        "fuzz",
        &[
            "domain", "address", "store", "core", "input", "gate", "registry",
        ],
    ),
    ("tidy", &[]),
];
const EVERYTHING: &[&str] = &[
    "domain",
    "gazetteer",
    "address",
    "paper",
    "store",
    "objects",
    "outbound",
    "openid",
    "core",
    "input",
    "cluster",
    "tasks",
    "mail",
    "ledger",
    "payments",
    "identity",
    "insight",
    "gate",
    "events",
    "commands",
    "admin-api",
    "investment",
    "documents",
    "registry",
    "portal",
    "console",
];

const RUNTIMES: &[&str] = &["tokio", "async-std", "smol", "futures-executor"];
const DRIVERS: &[&str] = &[
    "rusqlite",
    "libsqlite3-sys",
    "sqlx",
    "sqlx-core",
    "tokio-postgres",
];
const HTTP: &[&str] = &["axum", "hyper", "http", "reqwest", "tower-http", "utoipa"];

/// Crate, and what it must not reach through any dependency.
const NEVER: &[(&str, &[&[&str]])] = &[
    ("domain", &[RUNTIMES, DRIVERS, HTTP]),
    ("gazetteer", &[RUNTIMES, DRIVERS, HTTP]),
    ("address", &[RUNTIMES, DRIVERS, HTTP]),
    ("paper", &[RUNTIMES, DRIVERS, HTTP]),
    ("store", &[&["axum", "hyper", "utoipa"]]),
    ("outbound", &[DRIVERS, &["axum", "utoipa"]]),
    ("openid", &[DRIVERS, &["axum", "utoipa"]]),
];

/// What `cargo metadata` says about a workspace, for the machine the test runs on.
fn metadata(workspace: &str) -> Value {
    let rustc = std::process::Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("rustc runs");
    let version = String::from_utf8(rustc.stdout).expect("rustc writes UTF-8");
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("rustc names its host");
    let output = std::process::Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--filter-platform",
            host,
        ])
        .current_dir(root().join(workspace))
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {errors}");
    serde_json::from_slice(&output.stdout).expect("cargo metadata writes JSON")
}

/// A member of the workspace: its name without prefix, and what it depends on, by kind.
struct Member {
    name: String,
    id: String,
    normal: Vec<String>,
    development: Vec<String>,
}

fn members(metadata: &Value) -> Vec<Member> {
    let ids = metadata["workspace_members"].as_array().expect("members");
    let packages = metadata["packages"].as_array().expect("packages");
    let mut members = Vec::new();
    for package in packages.iter().filter(|it| ids.contains(&it["id"])) {
        let name = package["name"].as_str().expect("a name");
        let names_of = |development: bool| -> Vec<String> {
            let dependencies = package["dependencies"].as_array().expect("dependencies");
            let of_kind = dependencies
                .iter()
                .filter(|it| (it["kind"].as_str() == Some("dev")) == development);
            of_kind
                .filter_map(|it| it["name"].as_str().map(str::to_owned))
                .collect()
        };
        members.push(Member {
            name: name.strip_prefix("kofa-").unwrap_or(name).to_owned(),
            id: package["id"].as_str().expect("an id").to_owned(),
            normal: names_of(false),
            development: names_of(true),
        });
    }
    members
}

#[test]
fn crates_use_what_the_table_allows() {
    let mut offenders = Vec::new();
    let all = ["", "tools"].map(|workspace| members(&metadata(workspace)));
    for member in all.into_iter().flatten() {
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == member.name) else {
            offenders.push(format!("{} is not in the table", member.name));
            continue;
        };
        for used in member
            .normal
            .iter()
            .filter_map(|it| it.strip_prefix("kofa-"))
        {
            if !allowed.contains(&used) {
                offenders.push(format!("{} uses {used}", member.name));
            }
        }
        // A product's tests may not lean on another product either. Tests make their databases
        // with the store, their documents with the samples, and put files into a folder.
        // The ledger's make their tenants with the floor above.
        let own: &[&str] = match member.name.as_str() {
            "ledger" => &["ledger", "identity", "store", "core"],
            name => &[name, "testkit", "store", "samples", "objects"],
        };
        for used in member
            .development
            .iter()
            .filter_map(|it| it.strip_prefix("kofa-"))
        {
            if !allowed.contains(&used) && !own.contains(&used) {
                offenders.push(format!("tests of {} use {used}", member.name));
            }
        }
    }
    hold(
        "crates use what the table of ARCHITECTURE.md allows",
        &offenders,
    );
}

#[test]
fn only_the_store_has_a_driver_and_only_tests_have_the_testkit() {
    let mut offenders = Vec::new();
    for member in members(&metadata("")) {
        for used in &member.normal {
            if DRIVERS.contains(&used.as_str()) && member.name != "store" {
                offenders.push(format!("{} uses {used}", member.name));
            }
            let never = ["kofa-testkit", "kofa-tidy", "kofa-samples"];
            if never.contains(&used.as_str()) {
                offenders.push(format!("{} ships {used}", member.name));
            }
        }
    }
    hold(
        "SQL drivers only in the store, test crates only in tests",
        &offenders,
    );
}

#[test]
fn pure_crates_stay_pure_through_their_dependencies() {
    let metadata = metadata("");
    let mut uses: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for node in metadata["resolve"]["nodes"].as_array().expect("nodes") {
        let id = node["id"].as_str().expect("an id");
        for dependency in node["deps"].as_array().expect("deps") {
            let kinds = dependency["dep_kinds"].as_array().expect("kinds");
            // Build scripts and tests run elsewhere than the library.
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                let used = dependency["pkg"].as_str().expect("an id");
                uses.entry(id).or_default().push(used);
            }
        }
    }
    let mut offenders = Vec::new();
    for member in members(&metadata) {
        let Some((_, never)) = NEVER.iter().find(|(name, _)| *name == member.name) else {
            continue;
        };
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![member.id.as_str()];
        while let Some(id) = open.pop() {
            if reached.insert(id) {
                open.extend(uses.get(id).into_iter().flatten());
            }
        }
        for id in reached {
            let name = name_of(&metadata, id);
            if never.iter().any(|list| list.contains(&name)) {
                offenders.push(format!("{} reaches {name}", member.name));
            }
        }
    }
    hold("crates without a computer stay so", &offenders);
}

fn name_of<'a>(metadata: &'a Value, id: &str) -> &'a str {
    metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|package| package["id"] == id)
        .and_then(|package| package["name"].as_str())
        .expect("a resolved package is listed")
}
