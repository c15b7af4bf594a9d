//! The words of pages, of error codes and of the reference: one term for each thing.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{codes, product_openapi};

/// What no page says: riddles, and second names of what has one.
const AVOIDED: [(&str, &str); 22] = [
    ("answer", "response"),
    ("anybody", "anyone"),
    ("by and by", "asynchronously"),
    ("call off", "cancel"),
    ("called off", "cancelled"),
    ("calls", "requests"),
    ("costs nothing", "free"),
    ("e-mail", "email"),
    ("everybody", "everyone"),
    ("fault", "error"),
    ("goes back", "refund"),
    ("look-up", "lookup"),
    ("mend", "fix"),
    ("no more", "no longer"),
    ("nobody", "no one, or what is missing"),
    ("play money", "test money"),
    ("present password", "current password"),
    ("put in", "top up"),
    ("second factor", "two-factor authentication"),
    ("somebody", "someone"),
    ("take back", "revoke"),
    ("works no more", "no longer works"),
];

#[test]
fn pages_use_one_term_for_each_thing() {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let files = files(&templates);
    assert!(files.len() > 60, "{files:?}");
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a template can be read");
        let place = file.display().to_string();
        wrong.extend(avoided(&place, &shown(&text)));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn codes_and_summaries_use_the_same_terms() {
    let mut wrong = Vec::new();
    for code in codes() {
        let text = [code.title, code.meaning, code.remedy].join(" | ");
        wrong.extend(avoided(code.name, &without(&text, "`", "`")));
        let last = code.title.chars().last();
        if last.is_none_or(|last| last == '.') {
            wrong.push(format!("{}: a title ends without a full stop", code.name));
        }
    }
    let document = product_openapi();
    let paths = document["paths"].as_object().expect("there are paths");
    let operations = paths.values().filter_map(Value::as_object).flatten();
    for (_, operation) in operations {
        if let Some(summary) = operation["summary"].as_str() {
            wrong.extend(avoided(summary, summary));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn what_is_avoided_is_found() {
    assert_eq!(avoided("x", "Nobody has the key.").len(), 1);
    assert_eq!(avoided("x", "All calls, and a recommendation").len(), 1);
    let text =
        shown("<p title=\"calls\">{# calls #}{{ calls }}<code>calls</code> a {% if calls %}b");
    assert!(avoided("x", &text).is_empty(), "{text}");
    assert!(text.contains('a') && text.contains('b'));
}

fn avoided(place: &str, text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = |part: &&(&str, &str)| {
        let found = text.match_indices(part.0);
        found
            .map(|(at, _)| text[..at].chars().next_back())
            .any(|before| before.is_none_or(|it| !it.is_alphanumeric()))
    };
    let told = |(avoided, instead): &(&str, &str)| format!("{place}: `{avoided}`, not {instead}?");
    AVOIDED.iter().filter(words).map(told).collect()
}

/// What a reader sees of a template: no comment, no expression, no code, no tag.
fn shown(template: &str) -> String {
    let marks = [
        ("{#", "#}"),
        ("{%", "%}"),
        ("{{", "}}"),
        ("<pre", "</pre>"),
        ("<code", "</code>"),
        ("<", ">"),
    ];
    marks
        .into_iter()
        .fold(template.to_owned(), |text, (from, until)| {
            without(&text, from, until)
        })
}

fn without(text: &str, from: &str, until: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(from) {
        left.push_str(before);
        left.push(' ');
        rest = after.split_once(until).map_or("", |(_, rest)| rest);
    }
    left + rest
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut all = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry can be read").path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => all.push(path),
        }
    }
    all
}
