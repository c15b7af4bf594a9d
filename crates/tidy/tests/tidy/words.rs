//! One term for one thing, in everything that users read.

use crate::tree::{files, has_word, hold, read, sources};

/// What is not written, in lower case, and what is written instead.
const TERMS: &[(&str, &str)] = &[
    ("answer", "response"),
    ("answers", "responses"),
    ("anybody", "anyone"),
    ("by and by", "asynchronously, in the background"),
    ("call off", "cancel"),
    ("called off", "cancelled"),
    ("come in", "sign in"),
    ("costs nothing", "free"),
    ("e-mail", "email"),
    ("everybody", "everyone"),
    ("fault", "error"),
    ("faults", "errors"),
    ("given back", "refunded, returned"),
    ("goes back", "is refunded"),
    ("look-up", "lookup"),
    ("mend", "fix"),
    ("no more", "no longer"),
    ("nobody", "no one, nothing"),
    ("play money", "test money"),
    ("present password", "current password"),
    ("price book", "price list"),
    ("put in", "credit, enter"),
    ("second factor", "two-factor authentication"),
    ("somebody", "someone"),
    ("take back", "revoke"),
    ("take on", "create"),
    ("taken on", "created"),
    ("told", "notified, shown"),
    ("whoever", "anyone who"),
];
/// What of the sources holds text for users.
const TEXTS: &[&str] = &[
    "crates/admin-api/src/",
    "crates/commands/src/",
    "crates/console/src/",
    "crates/mail/src/",
    "crates/portal/src/",
    "crates/server/src/cli/",
    "crates/server/src/settings.rs",
];
/// Attributes of elements that are read or spoken.
const SPOKEN: &[&str] = &["aria-label=\"", "placeholder=\"", "title=\"", "alt=\""];

fn is_for_users(path: &str) -> bool {
    TEXTS.iter().any(|one| path.starts_with(one))
        || path.ends_with("/codes.rs")
        || path.ends_with("/commands.rs")
        || path.contains("/src/http/")
}

/// The text of a template that is read or spoken, without its expressions.
fn seen(template: &str) -> String {
    let (mut text, mut rest) = (String::new(), template);
    while let Some(at) = rest.find(['<', '{']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = match rest {
            it if it.starts_with("{{") => "}}",
            it if it.starts_with("{%") => "%}",
            it if it.starts_with("{#") => "#}",
            it if it.starts_with('<') => ">",
            _ => "{",
        };
        let length = rest.find(end).map_or(rest.len(), |it| it + end.len());
        let tag = &rest[..length];
        for spoken in SPOKEN {
            let value = tag.split_once(spoken);
            let value = value.and_then(|(_, after)| after.split('"').next());
            let said = value.unwrap_or_default().split("{{");
            let said = said.map(|it| it.split_once("}}").map_or(it, |(_, after)| after));
            text.push_str(&format!("\n{}\n", said.collect::<String>()));
        }
        text.push(' ');
        rest = &rest[length..];
    }
    text.push_str(rest);
    text
}

/// The sentences in string literals: what has a space, and is neither SQL nor for developers.
fn sentences(source: &str) -> Vec<String> {
    const DEVELOPERS: [&str; 5] = [
        "expect(",
        "unreachable!(",
        "assert!(",
        "internal(",
        "reason =",
    ];
    const SQL: [&str; 6] = ["select ", "insert ", "update ", "delete ", "with ", "set "];
    let code = source.lines().filter(|line| !line.trim().starts_with("//"));
    let code: Vec<&str> = code.collect();
    let code = code.join("\n");
    let code = code.replace("\\\"", "\u{1}").replace("'\"'", "\u{1}");
    let parts: Vec<&str> = code.split('"').collect();
    let pairs = parts.chunks(2).filter(|pair| pair.len() == 2);
    let texts = pairs.filter(|pair| !DEVELOPERS.iter().any(|it| pair[0].trim().ends_with(it)));
    let texts = texts.map(|pair| pair[1]);
    let texts = texts.filter(|it| it.contains(' ') && !SQL.iter().any(|sql| it.starts_with(sql)));
    texts.map(str::to_owned).collect()
}

fn wrong(path: &str, text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let found = TERMS.iter().filter(|(term, _)| has_word(&text, term));
    found
        .map(|(term, better)| format!("{path}: not \"{term}\" but {better}: {text:.120}"))
        .collect()
}

#[test]
fn one_term_is_used_for_one_thing() {
    let mut offenders = Vec::new();
    for path in files().iter().filter(|it| it.ends_with(".html")) {
        for line in seen(&read(path)).lines() {
            offenders.extend(wrong(path, line));
        }
    }
    for (path, source) in sources().iter().filter(|(path, _)| is_for_users(path)) {
        for sentence in sentences(source) {
            // What `{…}` names and what stands in backquotes are words of programs.
            let said = sentence.split(['{', '}', '`']).step_by(2);
            let said: Vec<&str> = said.collect();
            offenders.extend(wrong(path, &said.join(" ")));
        }
    }
    hold("terms in what users read", &offenders);
}

#[test]
fn what_is_read_of_a_template_is_found() {
    let text = seen("<p title=\"Our faults\">An {{ answer }} <b>by and\nby</b>{% if told %}</p>");
    assert!(text.contains("Our faults") && !text.contains("answer") && !text.contains("told"));
    assert_eq!(wrong("x", "We answer by and by.").len(), 2);
    assert!(sentences("x.expect(\"has faults in it\"); y(\"a fault here\")").len() == 1);
}
