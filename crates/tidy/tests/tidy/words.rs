//! One term for one thing, in everything that users read.

use crate::tree::{files, has_word, hold, read};

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

/// What a message says, without placeholders, tags, and what stands in backquotes.
fn said(message: &str) -> String {
    let (mut text, mut until) = (String::new(), None);
    for letter in message.to_lowercase().chars() {
        match until {
            Some(end) if letter == end => until = None,
            Some(_) => {}
            None => match letter {
                '{' => until = Some('}'),
                '<' => until = Some('>'),
                '`' => until = Some('`'),
                _ => text.push(letter),
            },
        }
    }
    text
}

fn wrong(path: &str, message: &str) -> Vec<String> {
    let text = said(message);
    let found = TERMS.iter().filter(|(term, _)| has_word(&text, term));
    found
        .map(|(term, better)| format!("{path}: not \"{term}\" but {better}: {text:.120}"))
        .collect()
}

#[test]
fn one_term_is_used_for_one_thing() {
    let (mut offenders, mut count) = (Vec::new(), 0);
    for path in files().iter().filter(|it| it.starts_with("messages/")) {
        for line in read(path).lines() {
            if let Some(message) = line.strip_prefix("msgid ") {
                offenders.extend(wrong(path, message));
                count += 1;
            }
        }
    }
    assert!(
        count > 5_000,
        "{count} messages: `make messages` collects them"
    );
    hold("terms in what users read", &offenders);
}

#[test]
fn what_a_program_reads_is_no_term() {
    assert_eq!(
        said("An <a>error</a> {told} in `faults`."),
        "an error  in ."
    );
    assert_eq!(wrong("x", "We answer by and by, {told}.").len(), 2);
}
