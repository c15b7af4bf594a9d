//! The files of the project and the parts of a Rust source, as the rules look at them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder with the workspace's `Cargo.toml`.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate lies two folders below the root")
        .to_owned()
}

/// Every file that is committed or would be, as paths from the root.
pub(crate) fn files() -> Vec<String> {
    let listed = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(root())
        .output()
        .expect("git lists the files of the tree");
    assert!(listed.status.success(), "git ls-files failed");
    let names = String::from_utf8(listed.stdout).expect("paths are UTF-8");
    let paths: BTreeSet<&str> = names.split('\0').filter(|path| !path.is_empty()).collect();
    paths
        .into_iter()
        .filter(|path| root().join(path).is_file())
        .map(str::to_owned)
        .collect()
}

/// Rust sources of the crates and tools, below `src`, `tests`, `benches` or `examples`.
pub(crate) fn rust_files() -> Vec<String> {
    files()
        .into_iter()
        .filter(|path| path.starts_with("crates/") || path.starts_with("tools/"))
        .filter(|path| path.ends_with(".rs"))
        .collect()
}

/// The text of a file.
pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a listed text file can be read")
}

/// The crate's folder name, of a path below `crates/`.
pub(crate) fn crate_of(path: &str) -> &str {
    path.split('/').nth(1).expect("the path is below crates/")
}

/// One source, with what only tests see taken out, and the other way round.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Halves {
    /// What is part of the library or binary.
    pub(crate) product: String,
    /// What is compiled for tests only.
    pub(crate) test: String,
    /// Modules that stand in files of their own and are compiled for tests only.
    pub(crate) test_modules: Vec<String>,
}

/// Parts a formatted source at `#[cfg(test)]`.
pub(crate) fn halves(source: &str) -> Halves {
    let mut halves = Halves::default();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            halves.product.push_str(line);
            halves.product.push('\n');
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let ends_block = format!("{indent}}}");
        for line in lines.by_ref() {
            halves.test.push_str(line);
            halves.test.push('\n');
            let code = line.trim();
            if let Some(module) = code.strip_suffix(';').and_then(|it| it.rsplit(' ').next())
                && code.contains("mod ")
                && line.starts_with(indent)
            {
                halves.test_modules.push(module.to_owned());
                break;
            }
            // One item after the attribute: it ends with its closing brace, or on its own line.
            let one_line = line.len() - line.trim_start().len() == indent.len()
                && (code.ends_with(';') || code.ends_with(','));
            if line == ends_block || one_line {
                break;
            }
        }
    }
    halves
}

/// All sources of the crates: what is shipped, by path, and everything that tests see as one text.
pub(crate) fn sources() -> (Vec<(String, String)>, String) {
    let mut product = Vec::new();
    let mut tests = String::new();
    let mut test_files = BTreeSet::new();
    let mut paths = rust_files();
    paths.retain(|path| path.starts_with("crates/"));
    for path in &paths {
        for module in halves(&read(path)).test_modules {
            let parent = Path::new(path).parent().expect("a file has a folder");
            let stem = Path::new(path).file_stem().expect("a file has a name");
            let is_root = ["lib", "main", "mod"].iter().any(|name| stem == *name);
            let folder = if is_root {
                parent.to_owned()
            } else {
                parent.join(stem)
            };
            test_files.insert(folder.join(format!("{module}.rs")));
            test_files.insert(folder.join(module).join("mod.rs"));
        }
    }
    for path in paths {
        let text = read(&path);
        if !path.contains("/src/") || test_files.contains(Path::new(&path)) {
            tests.push_str(&text);
            continue;
        }
        let halves = halves(&text);
        tests.push_str(&halves.test);
        product.push((path, halves.product));
    }
    (product, tests)
}

/// The identifier that a text starts with; empty if it starts with something else.
pub(crate) fn identifier(text: &str) -> &str {
    let end = text
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    &text[..end]
}

/// Whether a word stands in a text, not as a part of a longer identifier.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(part_of_word) && !text[at + word.len()..].starts_with(part_of_word)
    })
}

/// Fails with the rule and every offender.
pub(crate) fn hold(rule: &str, offenders: &[String]) {
    assert!(
        offenders.is_empty(),
        "{rule}:\n  {}",
        offenders.join("\n  ")
    );
}

#[test]
fn a_source_is_parted_at_its_tests() {
    let source = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {\n    }\n}\nfn c() {}\n";
    let parted = halves(source);
    assert_eq!(parted.product, "fn a() {}\nfn c() {}\n");
    assert!(parted.test.contains("fn b()"));
    let source = "#[cfg(test)]\nmod tests;\n#[cfg(test)]\nuse x::Y;\nfn c() {}\n";
    let parted = halves(source);
    assert_eq!(parted.product, "fn c() {}\n");
    assert_eq!(parted.test_modules, ["tests"]);
}

#[test]
fn a_word_is_not_a_part_of_a_word() {
    assert!(has_word("run(FindKey { id })", "FindKey"));
    assert!(!has_word("run(FindKeys { id })", "FindKey"));
    assert!(!has_word("run(ReFindKey)", "FindKey"));
}
