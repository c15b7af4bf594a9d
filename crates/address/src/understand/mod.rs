//! Understanding: words with boxes in, an address with evidence out. A pure function; the text
//! of a document is data to it, never an instruction.
//!
//! `layout` turns words into lines and blocks, `candidates` finds what could be an address,
//! `rank` tells the customer's from the issuer's by rules, `learned` by what was learned, `split`
//! and `walk` take one apart from right to left, `resolve` fills the fields under the caller's
//! flags. ARCHITECTURE.md names all modules.

mod answer;
mod calibrate;
mod candidates;
mod casing;
mod contacts;
mod denial;
mod evidence;
mod finer;
mod foreign;
mod guards;
mod inspect;
mod labels;
mod layout;
mod learned;
mod letters;
mod line;
mod lines;
mod narrations;
mod opinion;
mod parties;
mod pieces;
mod prose;
mod rank;
mod resolve;
mod spans;
mod split;
mod tells;
#[cfg(test)]
mod tests;
mod walk;
mod wordlists;

pub use answer::{
    AddressParts, Candidate, Extraction, FieldFacts, Fields, Infer, Options, ReviewReason, Source,
};

pub use inspect::{
    Agreement, Check, CheckCode, Comparison, Inquiry, Inspection, Likeness, Paper, PaperKind,
    Region, Regions, Severity, compare_addresses, compare_names, inspect,
};

pub(crate) use split::is_number;

pub use foreign::{PartRow, part_rows};
pub use learned::{BlockRow, Forest, Judge, Lexicon, LineRow};
pub use resolve::split_address;

pub use opinion::{Opinion, OpinionUse, reading_text, with_opinion};

use answer::{review, two_decimals};
use candidates::Mark;
use labels::Label;
use rank::{Ranked, SCORE_MIN};

use crate::{Capture, Document, Page};

/// Two candidates whose scores differ by less than this are equally good.
const CLOSE: f64 = 0.1;

/// Candidates weighed; a document with more is a directory, and the customer's comes early.
const CANDIDATES_MAX: usize = 96;

/// Finds the customer's address in a document and splits it into fields.
pub fn extract(document: &Document, options: &Options) -> Extraction {
    extract_with(document, options, learned::judge())
}

/// The same with another judge than the product's, or with the rules alone.
pub fn extract_with(document: &Document, options: &Options, by: Option<&Judge>) -> Extraction {
    let (layouts, mut ranked) = ranked(document);
    if let Some(judge) = by {
        learned::settle(judge, document, &layouts, &mut ranked, SCORE_MIN);
    }
    let mut answer = match ranked.first().filter(|best| best.score >= SCORE_MIN) {
        None => resolve::no_address(),
        Some(best) => {
            let rival = rival(best, &ranked);
            let trust = if rival { best.trust - 0.2 } else { best.trust };
            let mut answer = resolve::resolve(&best.found.lines, trust, options.infer);
            doubt_reading(&mut answer, legibility(document, &best.found));
            let capture = document.pages[best.found.page].capture;
            calibrate::calibrate(&mut answer, capture);
            if rival {
                answer.review_reasons.push(ReviewReason::CloseCandidates);
            }
            answer
        }
    };
    if document.pages.iter().any(|page| page.picture_only) {
        answer.review_reasons.push(ReviewReason::UnreadPages);
    }
    answer.candidates = ranked.iter().map(|it| shown(it, &document.pages)).collect();
    review(&mut answer, options);
    answer
}

/// What the rules find and how they rank it.
fn ranked(document: &Document) -> (Vec<layout::Layout>, Vec<Ranked>) {
    let layouts: Vec<layout::Layout> = document.pages.iter().map(layout::layout).collect();
    let pages = layouts.iter().enumerate();
    let found = pages
        .flat_map(|(page, layout)| candidates::candidates(page, layout))
        .take(CANDIDATES_MAX)
        .collect();
    (layouts, rank::rank(document, found))
}

/// All lines of a document with what the judge is told of them, to learn from.
pub fn line_rows(words: &Lexicon, document: &Document) -> Vec<LineRow> {
    let layouts: Vec<layout::Layout> = document.pages.iter().map(layout::layout).collect();
    learned::line_rows(words, document, &layouts)
}

/// All blocks that the judge would consider with these words and trees of lines, to learn from.
pub fn block_rows(by: (&Lexicon, &Forest), document: &Document) -> Vec<BlockRow> {
    let (layouts, ranked) = ranked(document);
    learned::block_rows(by, document, &layouts, &ranked)
}

/// How surely the words of a candidate were read: 1 for a text layer, of a picture the mean of
/// its words, but not more than its worst word and a tenth.
fn legibility(document: &Document, found: &candidates::Found) -> f64 {
    const ABOVE_WORST: f32 = 0.1;
    let page = &document.pages[found.page];
    if page.capture == Capture::BornDigital {
        return 1.0;
    }
    let [left, top, right, bottom] = found.area;
    let inside = page.words.iter().filter(|word| {
        let (x, y) = (
            (word.left + word.right) / 2.0,
            (word.top + word.bottom) / 2.0,
        );
        (left..=right).contains(&x) && (top..=bottom).contains(&y)
    });
    let read: Vec<f32> = inside.map(|word| word.confidence).collect();
    let mean = read.iter().sum::<f32>() / read.len().max(1) as f32;
    let worst = read.iter().copied().fold(1.0, f32::min);
    f64::from(mean.min(worst + ABOVE_WORST))
}

/// Nothing is surer than the letters it was read from.
fn doubt_reading(answer: &mut Extraction, legibility: f64) {
    for facts in answer.fields.all_mut() {
        facts.confidence = two_decimals(facts.confidence * legibility);
    }
}

/// Whether another candidate is about as good and says something else. Where bills go and where
/// goods go are two answers to one question, however complete they are.
fn rival(best: &Ranked, ranked: &[Ranked]) -> bool {
    let mailed = |it: &Ranked| {
        let labels = [Label::Billing, Label::Shipping].map(Mark::Label);
        labels.contains(&it.found.mark)
    };
    let close = |other: &&Ranked| {
        let near = other.score > best.score - CLOSE || mailed(best) && mailed(other);
        near && other.score >= SCORE_MIN
    };
    ranked
        .iter()
        .skip(1)
        .filter(close)
        .any(|other| !rank::same_address(&best.words, &other.words))
}

fn shown(ranked: &Ranked, pages: &[Page]) -> Candidate {
    let page = &pages[ranked.found.page];
    let [left, top, right, bottom] = ranked.found.area;
    let (width, height) = (page.width.max(1.0), page.height.max(1.0));
    Candidate {
        text: split::join(&ranked.found.lines),
        page: u32::try_from(ranked.found.page + 1).unwrap_or(u32::MAX),
        region: [left / width, top / height, right / width, bottom / height],
        label: ranked.found.label.clone(),
        score: (ranked.score * 100.0).round() / 100.0,
        reasons: ranked.reasons.clone(),
    }
}
