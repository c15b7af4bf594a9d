//! Error codes: named once, and listed where the documentation finds them.

use std::collections::BTreeMap;

use crate::tree::{crate_of, has_word, hold, identifier, sources};

/// One `const NAME: Code = Code { name: "…"`.
struct Found {
    crate_name: String,
    constant: String,
    code: String,
}

fn codes_of(path: &str, source: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices(": Code = Code {") {
        let constant = source[..at].rsplit(' ').next().unwrap_or_default();
        let rest = &source[at..];
        let code = rest
            .split_once("name: \"")
            .map(|(_, rest)| rest.split('"').next().unwrap_or_default())
            .unwrap_or_default();
        found.push(Found {
            crate_name: crate_of(path).to_owned(),
            constant: constant.to_owned(),
            code: code.to_owned(),
        });
    }
    found
}

/// The text of all lists `CODES` of a source.
fn lists(source: &str) -> String {
    let mut lists = String::new();
    for (at, opening) in source.match_indices("CODES: &[&Code] = &[") {
        let rest = &source[at + opening.len()..];
        lists.push_str(rest.split_once("];").map_or("", |(list, _)| list));
    }
    lists
}

#[test]
fn every_code_is_listed_and_named_once() {
    let product = sources();
    let mut found = Vec::new();
    let mut listed: BTreeMap<String, String> = BTreeMap::new();
    for (path, source) in &product {
        found.extend(codes_of(path, source));
        let list = listed.entry(crate_of(path).to_owned()).or_default();
        list.push_str(&lists(source));
    }
    assert!(found.len() > 30, "the search for codes finds them");

    let unlisted: Vec<String> = found
        .iter()
        .filter(|it| !has_word(&listed[&it.crate_name], &it.constant))
        .map(|it| format!("{} in {}", it.constant, it.crate_name))
        .collect();
    hold("a code is in the CODES of its crate", &unlisted);

    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for it in &found {
        names.entry(&it.code).or_default().push(&it.crate_name);
    }
    let doubled: Vec<String> = names
        .iter()
        .filter(|(_, crates)| crates.len() > 1)
        .map(|(name, crates)| format!("{name}: {}", crates.join(", ")))
        .collect();
    hold("a code is declared once", &doubled);

    let misnamed: Vec<String> = found
        .iter()
        .filter(|it| it.code.to_uppercase() != it.constant || identifier(&it.code) != it.code)
        .map(|it| format!("{} is named {}", it.constant, it.code))
        .collect();
    hold("a constant has the name of its code", &misnamed);
}
