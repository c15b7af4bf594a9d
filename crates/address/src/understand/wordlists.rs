//! Lists of words and phrases by their name, as `data/paper_words.txt` has them.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../../data/paper_words.txt");

#[derive(Default)]
struct List {
    words: HashSet<&'static str>,
    phrases: Vec<&'static str>,
}

static LISTS: LazyLock<HashMap<&str, List>> = LazyLock::new(|| {
    let mut lists: HashMap<&str, List> = HashMap::new();
    let mut name = "";
    for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            name = head;
            continue;
        }
        let list = lists.entry(name).or_default();
        match line.strip_prefix('|') {
            Some(phrases) => list.phrases.extend(phrases.split_terminator('|')),
            None => list.words.extend(line.split_whitespace()),
        }
    }
    lists
});

fn list(name: &str) -> Option<&'static List> {
    let list = LISTS.get(name);
    debug_assert!(list.is_some(), "no list is called {name}");
    list
}

/// Whether a word is in a list.
pub(super) fn lists(name: &str, word: &str) -> bool {
    list(name).is_some_and(|list| list.words.contains(word))
}

/// The words of a list.
pub(super) fn words(name: &str) -> impl Iterator<Item = &'static str> {
    list(name)
        .into_iter()
        .flat_map(|list| list.words.iter().copied())
}

/// The phrases of a list.
pub(super) fn phrases(name: &str) -> &'static [&'static str] {
    list(name).map_or(&[], |list| &list.phrases)
}

/// The phrases of a list with what they weigh.
pub(super) fn weighted(name: &str) -> impl Iterator<Item = (&'static str, f64)> {
    let pairs = phrases(name).iter().filter_map(|it| it.rsplit_once(' '));
    pairs.filter_map(|(phrase, weight)| Some((phrase, weight.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(folder: &std::path::Path) -> String {
        let entries = std::fs::read_dir(folder).expect("a folder of sources");
        let paths = entries.map(|it| it.expect("an entry").path());
        let read = |path: std::path::PathBuf| match path.is_dir() {
            true => sources(&path),
            false => std::fs::read_to_string(&path).unwrap_or_default(),
        };
        paths.map(read).collect()
    }

    #[test]
    fn every_list_is_asked_for() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/understand");
        let sources = sources(folder.as_ref());
        for name in LISTS.keys().filter(|name| !name.is_empty()) {
            assert!(sources.contains(&format!("\"{name}\"")), "[{name}]");
        }
    }

    #[test]
    fn spaces_count_in_phrases_and_weights_stand_at_their_end() {
        assert!(phrases("prose.stops").contains(&" for a term"));
        assert!(weighted("paper.tenancy").any(|it| it == ("tenancy agreement", 5.0)));
        assert!(lists("labels.plain", "address") && !lists("labels.plain", "street"));
    }
}
