//! The tools have a lock file of their own, with the versions of the workspace above: so that they
//! measure what is built, and share its target folder.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{hold, read};

/// Versions by package, of a lock file.
fn versions(lock: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(name));
            line.expect("a package has a name and a version")
                .trim_matches(['=', ' ', '"'])
        };
        versions
            .entry(field("name"))
            .or_default()
            .insert(field("version"));
    }
    versions
}

#[test]
fn tools_lock_the_same_versions() {
    let (product, tools) = (read("Cargo.lock"), read("tools/Cargo.lock"));
    let (product, tools) = (versions(&product), versions(&tools));
    assert!(tools.len() > 20, "the search for packages finds them");
    let others: Vec<String> = tools
        .iter()
        .filter_map(|(name, locked)| Some((name, locked, product.get(name)?)))
        .filter(|(_, locked, above)| !locked.is_subset(above))
        .map(|(name, locked, above)| format!("{name}: {locked:?}, above {above:?}"))
        .collect();
    hold(
        "tools lock the versions above: `cp Cargo.lock tools/`, then `cargo metadata` there",
        &others,
    );
}
