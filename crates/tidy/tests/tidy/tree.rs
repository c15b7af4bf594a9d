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

/// What of a formatted source is part of the library or binary, and its modules that stand in
/// files of their own and are compiled for tests only.
fn shipped(source: &str) -> (String, Vec<&str>) {
    let (mut product, mut test_modules) = (String::new(), Vec::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            product.push_str(line);
            product.push('\n');
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let ends_block = format!("{indent}}}");
        for line in lines.by_ref() {
            let code = line.trim();
            if let Some(module) = code.strip_suffix(';').and_then(|it| it.rsplit(' ').next())
                && code.contains("mod ")
                && line.starts_with(indent)
            {
                test_modules.push(module);
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
    (product, test_modules)
}

/// What is shipped of all sources of the crates, by path.
pub(crate) fn sources() -> Vec<(String, String)> {
    let mut product = Vec::new();
    let mut test_files = BTreeSet::new();
    let mut paths = rust_files();
    paths.retain(|path| path.starts_with("crates/") && path.contains("/src/"));
    paths.retain(|path| crate_of(path) != "testkit");
    for path in &paths {
        for module in shipped(&read(path)).1 {
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
        if !test_files.contains(Path::new(&path)) {
            let (shipped, _) = shipped(&read(&path));
            product.push((path, shipped));
        }
    }
    product
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
    assert_eq!(shipped(source).0, "fn a() {}\nfn c() {}\n");
    let source = "#[cfg(test)]\nmod tests;\n#[cfg(test)]\nuse x::Y;\nfn c() {}\n";
    assert_eq!(shipped(source), ("fn c() {}\n".to_owned(), vec!["tests"]));
}

#[test]
fn a_word_is_not_a_part_of_a_word() {
    assert!(has_word("run(FindKey { id })", "FindKey"));
    assert!(!has_word("run(FindKeys { id })", "FindKey"));
    assert!(!has_word("run(ReFindKey)", "FindKey"));
}
