//! Licences of everything that is linked in: permissive, or file-level copyleft.

use crate::edges::metadata;
use crate::tree::hold;

const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MPL-2.0",
    "Zlib",
    "Unicode-3.0",
    "CC0-1.0",
    "Unlicense",
    "0BSD",
    "BSL-1.0",
];

/// Whether an SPDX expression leaves a choice that is allowed. `OR` binds weaker than `AND`;
/// old packages write `/` for `OR`.
fn allowed(expression: &str) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let verdict = any(&words, &mut at);
    verdict && at == words.len()
}

fn any(words: &[&str], at: &mut usize) -> bool {
    let mut verdict = all(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        verdict |= all(words, at);
    }
    verdict
}

fn all(words: &[&str], at: &mut usize) -> bool {
    let mut verdict = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        verdict &= one(words, at);
    }
    verdict
}

fn one(words: &[&str], at: &mut usize) -> bool {
    let Some(word) = words.get(*at) else {
        return false;
    };
    *at += 1;
    if *word == "(" {
        let verdict = any(words, at);
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return verdict && closed;
    }
    if words.get(*at) == Some(&"WITH")
        && let Some(exception) = words.get(*at + 1)
    {
        *at += 2;
        return ALLOWED.contains(&format!("{word} WITH {exception}").as_str());
    }
    ALLOWED.contains(word)
}

#[test]
fn expressions_are_read() {
    fn check(expression: &str, expected: bool) {
        assert_eq!(allowed(expression), expected, "{expression}");
    }
    check("MIT", true);
    check("MIT/Apache-2.0", true);
    check("GPL-3.0-only", false);
    check("GPL-3.0-only OR MIT", true);
    check("MIT AND GPL-3.0-only", false);
    check("(MIT OR GPL-3.0-only) AND Unicode-3.0", true);
    check("MIT OR (Apache-2.0 AND GPL-2.0-only", false);
    check("Apache-2.0 WITH LLVM-exception OR GPL-2.0-only", true);
    check("GPL-2.0-only WITH Classpath-exception-2.0", false);
    check("", false);
}

#[test]
fn dependencies_have_an_allowed_licence() {
    let metadata = metadata("");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 20, "cargo metadata lists the dependencies");
    let offenders: Vec<String> = packages
        .iter()
        .filter(|package| !allowed(package["license"].as_str().unwrap_or_default()))
        .map(|package| {
            format!(
                "{} {}: {}",
                package["name"], package["version"], package["license"]
            )
        })
        .collect();
    hold("a dependency has an allowed licence", &offenders);
}
