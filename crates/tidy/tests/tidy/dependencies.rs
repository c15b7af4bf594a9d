//! Every dependency that a manifest names is used.

use std::collections::BTreeSet;

use crate::tree::{files, has_word, hold, read};

/// Workspaces: the manifest that lists dependencies, and where those are that take them.
const WORKSPACES: &[(&str, &str)] = &[("Cargo.toml", "crates/"), ("tools/Cargo.toml", "tools/")];
/// Named for its features, and by no source.
const FOR_FEATURES: &[(&str, &str)] = &[("tools/bench", "tracing-subscriber")];

/// The dependencies of a manifest, of all its tables.
fn named(manifest: &str) -> BTreeSet<&str> {
    let (mut table, mut names) = ("", BTreeSet::new());
    for line in manifest.lines() {
        if line.starts_with('[') {
            table = line;
        } else if table.ends_with("dependencies]")
            && line.starts_with(|first: char| first.is_ascii_lowercase())
        {
            names.extend(line.split(['.', ' ', '=']).next());
        }
    }
    names
}

#[test]
fn every_dependency_is_used() {
    let all = files();
    let (mut unused, mut taken) = (Vec::new(), BTreeSet::new());
    let is_list = |path: &&String| WORKSPACES.iter().any(|(list, _)| path == list);
    let manifests = all.iter().filter(|path| path.ends_with("/Cargo.toml"));
    for path in manifests.filter(|path| !is_list(path)) {
        let folder = path.trim_end_matches("/Cargo.toml");
        let manifest = read(path);
        let names = named(&manifest);
        for (list, members) in WORKSPACES {
            let of_it = names.iter().filter(|_| folder.starts_with(members));
            taken.extend(of_it.map(|name| (*list, (*name).to_owned())));
        }
        let below = |file: &&String| file.starts_with(folder) && file.ends_with(".rs");
        let sources: Vec<String> = all.iter().filter(below).map(|file| read(file)).collect();
        // The examples of the reference are written when they run.
        let listed = names.iter().filter(|_| !sources.is_empty());
        for name in listed.filter(|name| !FOR_FEATURES.contains(&(folder, **name))) {
            let word = name.replace('-', "_");
            if !sources.iter().any(|source| has_word(source, &word)) {
                unused.push(format!("{path}: {name}"));
            }
        }
    }
    for (list, _) in WORKSPACES {
        for name in named(&read(list)) {
            if !taken.contains(&(*list, name.to_owned())) {
                unused.push(format!("{list}: {name}"));
            }
        }
    }
    hold("Dependencies that no source names", &unused);
}

#[test]
fn dependencies_are_those_of_all_tables() {
    let manifest = "[dependencies]\na-b.workspace = true\n# c = 1\n[features]\nd = []\n\
                    [target.'cfg(unix)'.dev-dependencies]\ne = { version = \"1\" }\n";
    assert_eq!(named(manifest), BTreeSet::from(["a-b", "e"]));
}
