//! A second opinion on a document, from an AI provider, held against the document's own words.
//! Nothing enters an answer because an opinion says so: an address must stand on the page, and
//! is then taken from the page; a value that does not is dropped, or is a guess if the flags
//! allow it and the gazetteer does not speak against it.

use std::fmt;

use kofa_gazetteer::{LgaId, StateId, find_lgas, find_state, is_nigeria, normalise};

use super::answer::{Candidate, Extraction, FieldFacts, Options, ReviewReason, Source};
use super::evidence::Evidence;
use super::layout::{Layout, layout};
use super::rank::{same_address, words_of};
use super::resolve;
use super::split::{join, parts};
use super::walk::walk;
use crate::Document;

/// What somebody else reads in a document. Every text may be wrong, invented or hostile.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Opinion {
    /// The holder's address, as printed.
    pub full_address: String,
    pub street: String,
    pub city: String,
    pub state: String,
    pub lga: String,
    pub country: String,
    /// Words of the document that show what is not printed.
    pub clues: Vec<String>,
}

impl fmt::Debug for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<an opinion>")
    }
}

/// What an opinion may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpinionUse {
    /// Only what is missing and may be inferred.
    Infer,
    /// Also which of the printed addresses is the holder's.
    Extract,
}

/// Confidence in an address that the opinion chose.
const CHOSEN: f64 = 0.75;
/// Confidence in a guess of the opinion.
const GUESSED: f64 = 0.6;
/// A candidate below this is somebody else's for reasons that no opinion outweighs: it stands
/// under the issuer's label, or is a head office.
const OTHERS_MAX: f64 = 0.1;
/// Letters and digits below which a text may stand anywhere by chance.
const LETTERS_MIN: usize = 8;

/// The answer with what the opinion adds and the document bears out.
pub fn with_opinion(
    document: &Document,
    found: Extraction,
    opinion: &Opinion,
    may: OpinionUse,
    options: &Options,
) -> Extraction {
    let mut answer = match may {
        OpinionUse::Extract => choose(document, found, opinion, options),
        OpinionUse::Infer => found,
    };
    fill(&mut answer, opinion, options);
    super::answer::review(&mut answer, options);
    answer
}

/// The address that the opinion names, if it stands on the page and may be the holder's.
fn choose(
    document: &Document,
    found: Extraction,
    opinion: &Opinion,
    options: &Options,
) -> Extraction {
    let Some(place) = locate(document, &opinion.full_address) else {
        return found;
    };
    let words = words_of(&place.lines);
    let same = |text: &str| same_address(&words, &words_of(&[text.to_owned()]));
    if !found.full_address.is_empty() && same(&found.full_address) {
        return found;
    }
    let others = found
        .candidates
        .iter()
        .any(|it| it.score < OTHERS_MAX && same(&it.text));
    let mut answer = resolve::resolve(&place.lines, CHOSEN, options.infer);
    let placed = [&answer.street, &answer.city, &answer.state, &answer.lga];
    if others || placed.iter().all(|part| part.is_empty()) {
        return found;
    }
    answer.review_reasons.push(ReviewReason::ProviderChose);
    let unread = ReviewReason::UnreadPages;
    if found.review_reasons.contains(&unread) {
        answer.review_reasons.push(unread);
    }
    answer.candidates = found.candidates;
    answer.candidates.insert(0, place.candidate());
    answer
}

/// Where an address stands, in the document's own words.
struct Place {
    lines: Vec<String>,
    page: usize,
    /// Left, top, right, bottom as fractions of the page.
    region: [f32; 4],
}

impl Place {
    fn candidate(&self) -> Candidate {
        Candidate {
            text: join(&self.lines),
            page: u32::try_from(self.page + 1).unwrap_or(u32::MAX),
            region: self.region,
            label: None,
            score: CHOSEN,
            reasons: vec!["named by the AI provider, and printed".to_owned()],
        }
    }
}

/// Finds a text on consecutive lines of one column, whatever its case, spaces and commas.
fn locate(document: &Document, text: &str) -> Option<Place> {
    let wanted = normalise(text);
    if wanted.chars().count() < LETTERS_MIN {
        return None;
    }
    document.pages.iter().enumerate().find_map(|(at, page)| {
        let layout = layout(page);
        let columns = layout.blocks.iter().cloned();
        let whole: Vec<usize> = (0..layout.lines.len()).collect();
        let found = columns
            .chain([whole])
            .find_map(|it| in_column(&layout, &it, &wanted))?;
        let [left, top, right, bottom] = found.1;
        let (width, height) = (page.width.max(1.0), page.height.max(1.0));
        Some(Place {
            lines: found.0,
            page: at,
            region: [left / width, top / height, right / width, bottom / height],
        })
    })
}

/// The printed pieces and their box. Whole words are compared: the number of one house ends in
/// the number of another, "12 Allen" stands in "112 Allen".
fn in_column(layout: &Layout, column: &[usize], wanted: &str) -> Option<(Vec<String>, [f32; 4])> {
    let mut words: Vec<(usize, usize, usize, String)> = Vec::new();
    for &at in column {
        let line = &layout.lines[at];
        let ends = line.starts.iter().skip(1).map(|it| it.at);
        for (start, end) in line.starts.iter().zip(ends.chain([line.text.len()])) {
            let folded = normalise(line.text.get(start.at..end)?);
            words.push((at, start.at, end, folded));
        }
    }
    let run = |from: usize| {
        let mut rest = wanted;
        for (at, word) in words.iter().enumerate().skip(from) {
            rest = rest.strip_prefix(word.3.as_str())?;
            if rest.is_empty() {
                return Some(&words[from..=at]);
            }
        }
        None
    };
    let found = (0..words.len())
        .filter(|at| !words[*at].3.is_empty())
        .find_map(run)?;
    let mut lines: Vec<String> = Vec::new();
    let mut area = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    for of_line in found.chunk_by(|one, two| one.0 == two.0) {
        let line = &layout.lines[of_line[0].0];
        let (from, to) = (of_line[0].1, of_line[of_line.len() - 1].2);
        let text = line.text.get(from..to)?;
        lines.push(text.trim_end_matches([' ', ',', ';', '.']).to_owned());
        area[0] = area[0].min(line.left_of(from));
        area[1] = area[1].min(line.top);
        area[2] = area[2].max(line.right_of(to));
        area[3] = area[3].max(line.bottom);
    }
    Some((lines, area))
}

/// What is missing and may be inferred, as far as nothing speaks against the opinion.
fn fill(answer: &mut Extraction, opinion: &Opinion, options: &Options) {
    if answer.full_address.is_empty()
        || answer
            .review_reasons
            .contains(&ReviewReason::ForeignAddress)
    {
        return;
    }
    let clues = borne_out(&opinion.clues, &answer.full_address);
    if clues.is_empty() {
        return;
    }
    let walked = walk(&parts(std::slice::from_ref(&answer.full_address)));
    let evidence = Evidence::gather(&walked);
    let printed = find_state(&answer.state);
    if options.infer.lga && answer.fields.lga.source == Source::NotFound {
        let known: Vec<LgaId> = evidence.votes.iter().map(|(lga, _)| *lga).collect();
        if let Some(lga) = lga_of(opinion, printed, &known) {
            answer.lga = lga.get().name.to_owned();
            answer.fields.lga = guessed("LGA", &clues);
        }
    }
    let lga = one(find_lgas(&answer.lga));
    if options.infer.state && answer.fields.state.source == Source::NotFound {
        let possible = |state: StateId| {
            let by_lga = lga.is_none_or(|lga| lga.state() == state);
            by_lga && (evidence.states.is_empty() || evidence.states.contains(&state))
        };
        let state = find_state(&opinion.state).filter(|state| possible(*state));
        if let Some(state) = state.map(StateId::get) {
            answer.state = if state.code == "FC" {
                "FCT"
            } else {
                state.name
            }
            .to_owned();
            answer.fields.state = guessed("state", &clues);
        }
    }
    if options.infer.country
        && answer.fields.country.source == Source::NotFound
        && is_nigeria(&opinion.country)
    {
        answer.country = "Nigeria".to_owned();
        answer.fields.country = guessed("country", &clues);
    }
}

/// The one LGA that the opinion can mean: in the known state, and among those that the printed
/// places lie in, if the tables know any.
fn lga_of(opinion: &Opinion, printed: Option<StateId>, known: &[LgaId]) -> Option<LgaId> {
    let state = printed.or_else(|| find_state(&opinion.state));
    let fits = |lga: &LgaId| {
        state.is_none_or(|state| lga.state() == state) && (known.is_empty() || known.contains(lga))
    };
    one(find_lgas(&opinion.lga).into_iter().filter(fits).collect())
}

fn one(all: Vec<LgaId>) -> Option<LgaId> {
    match all[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The clues that really stand in the address.
fn borne_out(clues: &[String], address: &str) -> Vec<String> {
    const LETTERS_MIN: usize = 4;
    const CLUES_MAX: usize = 4;
    let words: Vec<String> = address
        .split(|letter: char| !letter.is_alphanumeric())
        .map(normalise)
        .filter(|word| !word.is_empty())
        .collect();
    let stands = |clue: &&String| {
        let own: Vec<String> = clue
            .split(|letter: char| !letter.is_alphanumeric())
            .map(normalise)
            .filter(|word| !word.is_empty())
            .collect();
        let letters: usize = own.iter().map(String::len).sum();
        letters >= LETTERS_MIN && words.windows(own.len().max(1)).any(|window| window == own)
    };
    clues
        .iter()
        .filter(stands)
        .take(CLUES_MAX)
        .cloned()
        .collect()
}

fn guessed(what: &str, clues: &[String]) -> FieldFacts {
    let shown: Vec<String> = clues
        .iter()
        .map(|clue| format!("'{}'", clue.trim()))
        .collect();
    FieldFacts {
        source: Source::Inferred,
        confidence: GUESSED,
        evidence: vec![format!(
            "the AI provider infers the {what} from {}",
            shown.join(", ")
        )],
    }
}

/// The lines of a document as a person would read them aloud: what a provider is shown.
pub fn reading_text(document: &Document, chars_max: usize) -> String {
    let mut text = String::new();
    for (at, page) in document.pages.iter().enumerate() {
        let layout = layout(page);
        if at > 0 {
            text.push('\n');
        }
        for block in &layout.blocks {
            for &line in block {
                let line = &layout.lines[line].text;
                if text.chars().count() + line.chars().count() > chars_max {
                    return text;
                }
                text.push_str(line);
                text.push('\n');
            }
            text.push('\n');
        }
    }
    text
}
