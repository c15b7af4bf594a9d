//! Modules that lead back to themselves: none in any crate, but for those listed here.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{hold, identifier, sources};

/// Circles that are left: the module that holds them, and the members. A new member, or one that
/// is gone, fails the test. The list only ever gets shorter. All are in the engine that reads
/// addresses, most of which a learned reader is to replace.
const LEFT: &[(&str, &str)] = &[
    ("address", "spaces, understand"),
    ("address::ocr", "picture, search"),
    ("address::read", "image, tiff"),
    ("address::read", "pdf, raster"),
    ("address::understand::inspect", "issuer, paper"),
];

/// A module, as the names from the crate's root to it.
type Path = Vec<String>;

/// The modules of one crate.
#[derive(Default)]
struct Crate {
    /// Text of each, without comments.
    texts: BTreeMap<Path, String>,
}

impl Crate {
    fn add(&mut self, path: &str, text: &str) {
        let Some((_, inside)) = path.split_once("/src/") else {
            return;
        };
        let mut module: Path = inside
            .trim_end_matches(".rs")
            .split('/')
            .map(str::to_owned)
            .collect();
        if matches!(
            module.last().map(String::as_str),
            Some("lib" | "main" | "mod")
        ) {
            module.pop();
        }
        let code = text.lines().map(|line| match line.find("//") {
            Some(at) if !line[..at].contains('"') => &line[..at],
            _ => line,
        });
        let code: Vec<&str> = code.collect();
        self.texts
            .entry(module)
            .or_default()
            .push_str(&code.join("\n"));
    }

    fn is_module(&self, path: &[String]) -> bool {
        self.texts.keys().any(|module| module.starts_with(path))
    }

    /// Where each module looks: paths of names below the root, re-exports followed.
    fn uses(&self) -> BTreeMap<&Path, BTreeSet<Path>> {
        let exports: BTreeMap<&Path, BTreeMap<String, Path>> = self
            .texts
            .iter()
            .map(|(module, text)| (module, self.exports(module, text)))
            .collect();
        let uses = self.texts.iter().map(|(module, text)| {
            let named = paths_in(module, text).into_iter();
            let resolved = named.map(|path| resolve(path, &exports)).collect();
            (module, resolved)
        });
        uses.collect()
    }

    /// What a module hands on under its own name, and whose it is.
    fn exports(&self, module: &Path, text: &str) -> BTreeMap<String, Path> {
        let mut exports = BTreeMap::new();
        for (at, _) in text.match_indices("use ") {
            let line = text[..at].rsplit('\n').next().unwrap_or_default().trim();
            if !line.starts_with("pub") {
                continue;
            }
            for mut path in tree(&text[at + 4..]) {
                let first = path.first().map(String::as_str);
                if !matches!(first, Some("crate" | "super" | "self")) {
                    let mut child = module.clone();
                    child.extend(path.first().cloned());
                    if !self.is_module(&child) {
                        continue;
                    }
                    path.insert(0, "self".to_owned());
                }
                if let (Some(name), Some(whole)) = (path.last().cloned(), absolute(module, path)) {
                    exports.insert(name, whole);
                }
            }
        }
        exports
    }
}

/// Follows re-exports until a name is no more handed on.
fn resolve(mut path: Path, exports: &BTreeMap<&Path, BTreeMap<String, Path>>) -> Path {
    for _ in 0..8 {
        let next = (0..path.len()).find_map(|at| {
            let target = exports.get(&path[..at].to_vec())?.get(&path[at])?;
            let next: Path = target.iter().chain(&path[at + 1..]).cloned().collect();
            (next != path).then_some(next)
        });
        match next {
            Some(next) => path = next,
            None => break,
        }
    }
    path
}

/// Every path in a module's text that begins with `crate`, `super` or `self`, from the root.
fn paths_in(module: &Path, text: &str) -> Vec<Path> {
    let mut found = Vec::new();
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in text.match_indices(root) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let paths = tree(&text[at..]);
            found.extend(paths.into_iter().filter_map(|path| absolute(module, path)));
        }
    }
    found
}

/// A path from the root, if it stays within the crate.
fn absolute(module: &Path, path: Path) -> Option<Path> {
    let mut whole = match path.first()?.as_str() {
        "crate" => Vec::new(),
        _ => module.clone(),
    };
    for part in path {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => drop(whole.pop()?),
            _ => whole.push(part),
        }
    }
    Some(whole)
}

/// The paths of `a::b::{c, d::e}`.
fn tree(text: &str) -> Vec<Path> {
    let mut rest = text;
    let mut prefix: Path = Vec::new();
    loop {
        let name = identifier(rest);
        if name.is_empty() {
            break;
        }
        prefix.push(name.to_owned());
        match rest[name.len()..].strip_prefix("::") {
            Some(more) => rest = more,
            None => return vec![prefix],
        }
    }
    let Some(inside) = rest.strip_prefix('{') else {
        return vec![prefix];
    };
    let mut paths = Vec::new();
    let mut depth = 0_usize;
    let mut from = 0;
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' | ',' if depth == 0 => {
                for branch in tree(inside[from..at].trim()) {
                    paths.push(prefix.iter().cloned().chain(branch).collect());
                }
                from = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    paths
}

/// The members of each circle among the children of `parent`.
fn circles(parent: &Path, uses: &BTreeMap<&Path, BTreeSet<Path>>) -> Vec<Vec<String>> {
    let depth = parent.len();
    let child =
        |path: &Path| (path.len() > depth && path.starts_with(parent)).then(|| path[depth].clone());
    let children: BTreeSet<String> = uses.keys().filter_map(|module| child(module)).collect();
    let mut reach: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, targets) in uses {
        let Some(from) = child(module).and_then(|name| children.get(&name)) else {
            continue;
        };
        let to = targets.iter().filter_map(child);
        let to = to.filter_map(|name| children.get(&name).map(String::as_str));
        reach.entry(from).or_default().extend(to);
    }
    // Few modules: whoever is reached from whoever one reaches, until nothing is added.
    loop {
        let wider: BTreeMap<&str, BTreeSet<&str>> = reach
            .iter()
            .map(|(from, to)| {
                let further = to.iter().filter_map(|via| reach.get(via)).flatten();
                (*from, to.iter().chain(further).copied().collect())
            })
            .collect();
        if wider == reach {
            break;
        }
        reach = wider;
    }
    let leads = |a: &str, b: &str| reach.get(a).is_some_and(|to| to.contains(b));
    let mut found: BTreeSet<Vec<String>> = BTreeSet::new();
    for one in &children {
        let others = children
            .iter()
            .filter(|other| leads(one, other) && leads(other, one));
        let circle: Vec<String> = others.cloned().collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

#[test]
fn no_modules_lead_in_a_circle() {
    let mut crates: BTreeMap<String, Crate> = BTreeMap::new();
    for (path, text) in sources() {
        let name = crate::tree::crate_of(&path).to_owned();
        crates.entry(name).or_default().add(&path, &text);
    }
    let mut found = BTreeSet::new();
    for (name, one) in &crates {
        let uses = one.uses();
        let parents = one
            .texts
            .keys()
            .flat_map(|module| (0..=module.len()).map(|to| module[..to].to_vec()));
        for parent in parents.collect::<BTreeSet<Path>>() {
            for circle in circles(&parent, &uses) {
                let place: Vec<&str> = std::iter::once(name.as_str())
                    .chain(parent.iter().map(String::as_str))
                    .collect();
                found.insert((place.join("::"), circle));
            }
        }
    }
    let left: BTreeSet<(String, Vec<String>)> = LEFT
        .iter()
        .map(|(place, members)| {
            let members = members.split(", ").map(str::to_owned);
            ((*place).to_owned(), members.collect())
        })
        .collect();
    let said =
        |(place, members): &(String, Vec<String>)| format!("{place}: {}", members.join(", "));
    let new: Vec<String> = found.difference(&left).map(said).collect();
    let gone: Vec<String> = left.difference(&found).map(said).collect();
    hold("these modules use each other in a circle", &new);
    hold("these circles are gone or changed: correct the list", &gone);
}

#[test]
fn a_circle_is_found_through_a_name_that_is_handed_on() {
    let mut one = Crate::default();
    one.add(
        "crates/x/src/lib.rs",
        "mod a;\nmod b;\nmod c;\npub use b::Thing;\n",
    );
    one.add("crates/x/src/a.rs", "use crate::Thing; // and crate::c\n");
    one.add("crates/x/src/b.rs", "use crate::{a::{Other, More}, c};\n");
    one.add("crates/x/src/c.rs", "fn f() {}\n");
    let uses = one.uses();
    assert_eq!(circles(&Vec::new(), &uses), [["a", "b"]]);
}
