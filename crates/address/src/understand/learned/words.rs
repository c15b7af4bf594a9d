//! What words are about, in the languages of the papers that people hand in: a set of topics
//! for each word, and for two or three words that belong together.

use std::collections::HashMap;
use std::sync::LazyLock;

use kofa_gazetteer::normalise;

/// Topics, one bit each, in the order of [`TOPICS`].
pub(super) type Topics = u32;

/// A street, or what streets are called in other languages.
const STREET: usize = 0;
pub(super) const COMPANY: usize = 5;
pub(super) const HOLDER: usize = 6;
pub(super) const SHIPPING: usize = 7;
pub(super) const SENDER: usize = 8;
pub(super) const OTHER_PARTY: usize = 9;
pub(super) const CONTACTS: usize = 12;
pub(super) const REGISTERS: usize = 13;
pub(super) const TITLE: usize = 16;
pub(super) const GREETING: usize = 17;
/// How many topics there are.
pub(super) const TOPICS_COUNT: usize = TOPICS.len();

/// Endings of German, Dutch and Nordic names of streets.
const STREET_ENDINGS: [&str; 20] = [
    "strasse", "strase", "strae", "str", "weg", "allee", "gasse", "platz", "ring", "damm", "ufer",
    "straat", "laan", "plein", "gatan", "vagen", "vgen", "vej", "gade", "veien",
];

const TOPICS: [&str; 20] = [
    "topics.streets",
    "topics.units",
    "topics.boxes",
    "topics.countries",
    "topics.states",
    "topics.companies",
    "topics.holder",
    "topics.shipping",
    "topics.sender",
    "topics.others",
    "topics.address",
    "topics.name",
    "topics.contacts",
    "topics.registers",
    "topics.figures",
    "topics.sentences",
    "topics.titles",
    "topics.greetings",
    "topics.places",
    "topics.trades",
];

static WORDS: LazyLock<HashMap<String, Topics>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for (topic, name) in TOPICS.iter().enumerate() {
        for word in super::super::wordlists::words(name) {
            *words.entry(normalise(word)).or_insert(0) |= 1 << topic;
        }
    }
    words
});

/// The topics of a line in words that are folded.
pub(super) fn topics(words: &[String]) -> Topics {
    let mut topics = 0;
    for at in 0..words.len() {
        for count in 1..=3.min(words.len() - at) {
            let word = words[at..at + count].concat();
            topics |= WORDS.get(&word).copied().unwrap_or(0);
        }
        let ending = |ending: &&str| {
            let bare = words[at].trim_end_matches(|letter: char| letter.is_ascii_digit());
            bare.len() > ending.len() + 2 && bare.ends_with(*ending)
        };
        if STREET_ENDINGS.iter().any(ending) {
            topics |= 1 << STREET;
        }
    }
    topics
}

/// Whether a topic is among them.
pub(super) fn has(topics: Topics, topic: usize) -> bool {
    topics >> topic & 1 == 1
}
