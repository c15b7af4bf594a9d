//! What an answer is worth, against what the document says.

use kofa_address::{Document, Extraction, FieldFacts, Source};
use kofa_gazetteer::{normalise, street_type, tokens};

use crate::home::Truth;
use crate::story::Story;

/// A question asked of every document it applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// `full_address`: the same letters and digits in the same order.
    Full,
    /// Street: the same words, abbreviations of street types spelled out.
    Street,
    /// City: one of the right readings.
    City,
    /// State, empty where none is printed.
    State,
    /// LGA where it is printed with its cue.
    LgaPrinted,
    /// LGA under its flag, where the place lies in one for certain.
    LgaInferred,
    /// State under its flag.
    StateInferred,
    /// Country, empty where none is printed.
    Country,
}

impl Question {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 8] = [
        Self::Full,
        Self::Street,
        Self::City,
        Self::State,
        Self::LgaPrinted,
        Self::LgaInferred,
        Self::StateInferred,
        Self::Country,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full address",
            Self::Street => "street",
            Self::City => "city",
            Self::State => "state",
            Self::LgaPrinted => "LGA printed",
            Self::LgaInferred => "LGA by flag",
            Self::StateInferred => "state by flag",
            Self::Country => "country",
        }
    }
}

/// What came of one document.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Each question that applies, and whether the answer is right.
    pub answers: Vec<(Question, bool)>,
    /// Another party's address came out.
    pub other_party: bool,
    /// The document shows no address of its holder, and one came out.
    pub answered_nothing: bool,
    /// The document shows none.
    pub shows_none: bool,
    /// Values with the flags off that the document does not show.
    pub invented: Vec<String>,
    /// Stated confidence of each extracted field, and whether it is right.
    pub stated: Vec<(f64, bool)>,
    /// The whole answer asks for review.
    pub review: bool,
}

impl Outcome {
    /// Whether everything that was asked is right.
    pub fn right(&self) -> bool {
        self.answers.iter().all(|(_, right)| *right) && !self.answered_nothing
    }
}

/// Compares: `plain` was read with all flags off, `filled` with all on.
pub fn score(
    story: &Story,
    document: &Document,
    plain: &Extraction,
    filled: &Extraction,
) -> Outcome {
    let truth = &story.expected;
    let mut outcome = Outcome {
        shows_none: truth.full.is_empty(),
        invented: invented(document, plain),
        review: plain.requires_review,
        ..Outcome::default()
    };
    let got = letters(&plain.full_address);
    outcome.answered_nothing = outcome.shows_none && !got.is_empty();
    let full = same_full(&plain.full_address, &truth.full);
    outcome.other_party = !full && !got.is_empty() && is_other_party(story, &got);
    if outcome.shows_none {
        return outcome;
    }
    let city = truth.cities.iter().any(|it| same_words(it, &plain.city));
    let right = [
        (Question::Full, full),
        (Question::Street, same_street(&truth.street, &plain.street)),
        (Question::City, city),
        (Question::State, same_state(truth, &plain.state)),
        (
            Question::Country,
            same_words(&truth.country, &plain.country),
        ),
    ];
    outcome.answers.extend(right);
    if truth.lga_printed {
        let right = plain.lga == truth.lga;
        outcome.answers.push((Question::LgaPrinted, right));
    } else if !truth.lga.is_empty() {
        let right = filled.lga == truth.lga;
        outcome.answers.push((Question::LgaInferred, right));
    }
    if !truth.state_meant.is_empty() && truth.state.is_empty() {
        let right = filled.state == truth.state_meant;
        outcome.answers.push((Question::StateInferred, right));
    }
    let lga = truth.lga.is_empty() || plain.lga == truth.lga;
    let facts = &plain.fields;
    let stated: [(&FieldFacts, bool); 6] = [
        (&facts.full_address, right[0].1),
        (&facts.street, right[1].1),
        (&facts.city, right[2].1),
        (&facts.state, right[3].1),
        (&facts.lga, lga),
        (&facts.country, right[4].1),
    ];
    outcome.stated = stated
        .into_iter()
        .filter(|(facts, _)| facts.source == Source::Extracted)
        .map(|(facts, right)| (facts.confidence, right))
        .collect();
    outcome
}

/// Letters and digits alone, small.
pub fn letters(text: &str) -> String {
    normalise(text)
}

/// A "care of" before the address belongs to it or not: both are taken.
fn same_full(got: &str, truth: &str) -> bool {
    let without = match truth.split_once(", ") {
        Some((head, rest)) if head.to_lowercase().starts_with("c/o") => rest,
        _ => truth,
    };
    let got = letters(got);
    got == letters(truth) || got == letters(without)
}

fn canonical(text: &str) -> Vec<String> {
    tokens(text)
        .into_iter()
        .map(|word| match word.as_str() {
            "flt" => "flat".to_owned(),
            "blk" => "block".to_owned(),
            "hse" => "house".to_owned(),
            "est" => "estate".to_owned(),
            "opp" => "opposite".to_owned(),
            // "St. Finbarr's" and "Bello St" are told by position elsewhere; here both fold.
            _ => street_type(&word).map_or(word, str::to_lowercase),
        })
        .collect()
}

fn same_street(truth: &str, got: &str) -> bool {
    canonical(truth) == canonical(got)
}

fn same_words(truth: &str, got: &str) -> bool {
    let (mut one, mut two) = (tokens(truth), tokens(got));
    one.sort_unstable();
    two.sort_unstable();
    one == two || letters(truth) == letters(got)
}

fn same_state(truth: &Truth, got: &str) -> bool {
    // A town of its state's name says both.
    let town = truth
        .cities
        .iter()
        .any(|it| it.ends_with(&truth.state_meant));
    let doubtful = town && truth.state.is_empty() && got == truth.state_meant;
    got == truth.state || doubtful || truth.foreign && got.len() == 2
}

fn is_other_party(story: &Story, got: &str) -> bool {
    story.issuers.iter().any(|line| {
        let theirs = letters(line);
        theirs.contains(got) || got.contains(&theirs)
    })
}

/// Values that stand nowhere in the document, in no spelling that the tables know.
fn invented(document: &Document, plain: &Extraction) -> Vec<String> {
    let words = document.pages.iter().flat_map(|page| &page.words);
    let text: String = words.map(|word| normalise(&word.text)).collect();
    let fields = [
        ("street", &plain.street, &plain.fields.street),
        ("city", &plain.city, &plain.fields.city),
        ("state", &plain.state, &plain.fields.state),
        ("lga", &plain.lga, &plain.fields.lga),
        ("country", &plain.country, &plain.fields.country),
        (
            "full_address",
            &plain.full_address,
            &plain.fields.full_address,
        ),
    ];
    let mut invented = Vec::new();
    for (name, value, facts) in fields {
        if value.is_empty() {
            continue;
        }
        let said = facts.source == Source::Extracted
            && !facts.evidence.is_empty()
            && facts.evidence.iter().all(|words| {
                let whole = normalise(words);
                text.contains(&whole) || tokens(words).iter().all(|word| text.contains(word))
            });
        if !said {
            invented.push(format!("{name}: {value}"));
        }
    }
    invented
}
