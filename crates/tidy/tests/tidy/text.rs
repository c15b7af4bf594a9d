//! Rules about the text of files.

use crate::tree::{files, has_word, hold, read, root, rust_files, sources};

const COLUMNS_MAX: usize = 100;
const LINES_MAX: usize = 600;
const FILE_BYTES_MAX: u64 = 2 * 1024 * 1024;
/// Places outside the store where SQL differs between the databases. Each is a place to make a
/// mistake that only one of them shows, so the number is meant to stay small.
const DIALECT_BRANCHES_MAX: usize = 15;

#[test]
fn lines_are_short() {
    let mut long = Vec::new();
    for path in rust_files() {
        for (number, line) in read(&path).lines().enumerate() {
            if line.chars().count() > COLUMNS_MAX {
                long.push(format!("{path}:{}", number + 1));
            }
        }
    }
    hold("lines of at most 100 columns", &long);
}

#[test]
fn files_are_short() {
    let long: Vec<String> = rust_files()
        .into_iter()
        .filter(|path| path.contains("/src/"))
        .map(|path| (read(&path).lines().count(), path))
        .filter(|(lines, _)| *lines > LINES_MAX)
        .map(|(lines, path)| format!("{path}: {lines} lines"))
        .collect();
    hold("files of at most 600 lines", &long);
}

#[test]
fn nothing_is_left_for_later() {
    // Written apart, so that this file does not offend.
    let words = [
        ["TO", "DO"].concat(),
        ["FIX", "ME"].concat(),
        ["XX", "X"].concat(),
        ["un", "implemented"].concat(),
    ];
    let phrase = ["coming", "soon"].join(" ");
    let text_endings = [
        ".rs", ".toml", ".md", ".sql", ".sh", ".py", ".html", ".css", ".js", ".yml", "Makefile",
    ];
    let mut left = Vec::new();
    for path in files() {
        if path.starts_with("data/") || !text_endings.iter().any(|end| path.ends_with(end)) {
            continue;
        }
        for (number, line) in read(&path).lines().enumerate() {
            let promised = words.iter().any(|word| has_word(line, word));
            if promised || line.to_lowercase().contains(&phrase) {
                left.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    hold(
        "work is done or written down as a limit, not left as a note",
        &left,
    );
}

#[test]
fn committed_files_are_small() {
    let large: Vec<String> = files()
        .into_iter()
        .filter(|path| !path.starts_with("data/"))
        .filter(|path| {
            std::fs::metadata(root().join(path)).is_ok_and(|it| it.len() > FILE_BYTES_MAX)
        })
        .collect();
    hold("files of at most 2 MB outside data/", &large);
}

#[test]
fn few_places_tell_the_databases_apart() {
    let mut places = Vec::new();
    for (path, source) in sources() {
        if path.starts_with("crates/store/") {
            continue;
        }
        let branches = source.matches(".dialect()").count();
        places.extend(std::iter::repeat_n(path, branches));
    }
    let over = places.len().saturating_sub(DIALECT_BRANCHES_MAX);
    assert_eq!(
        over,
        0,
        "{} branches on the dialect: {places:#?}",
        places.len()
    );
}

#[test]
fn lints_are_answered_with_a_reason() {
    // Clippy warns of `allow`; it takes an `expect` without a reason.
    let mut bare = Vec::new();
    for path in rust_files() {
        let source = read(&path);
        for opening in ["#[expect(", "#![expect("] {
            for (at, _) in source.match_indices(opening) {
                let end = source[at..].find(")]").map_or(source.len(), |end| at + end);
                if !source[at..end].contains("reason = ") {
                    let line = source[..at].lines().count() + 1;
                    bare.push(format!("{path}:{line}"));
                }
            }
        }
    }
    bare.retain(|place| !place.starts_with("crates/tidy/"));
    hold("an expected lint says why", &bare);
}
