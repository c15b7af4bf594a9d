//! The learned judge of addresses. Boosted trees tell lines of addresses from other lines; a
//! second set of trees judges blocks of such lines over the whole document, and what the rules
//! found beside them. `tools/reader` trains both; its card says on what, and how well.

mod blocks;
mod edges;
mod lexicon;
mod party;
mod sight;
mod sights;
#[cfg(test)]
mod tests;
mod trees;
mod words;

use std::sync::LazyLock;

use super::candidates::{Found, Mark};
use super::labels::Label;
use super::layout::Layout;
use super::rank::{Ranked, same_address, words_of};
use super::split::join;
use super::tells::above_narrations;
use crate::Document;

use self::blocks::Block;
pub use self::lexicon::Lexicon;
use self::sights::Sights;
pub use self::trees::Forest;

/// What words say, and the trees that judge.
#[derive(Debug)]
pub struct Judge {
    pub words: Lexicon,
    pub lines: Forest,
    pub blocks: Forest,
}

/// The first bytes of a file with a judge.
const MARK: &[u8; 8] = b"kofajdg2";

impl Judge {
    /// Reads a file with all parts: a mark, then the table of words, the trees of lines and those
    /// of blocks, each after its length as a 32-bit little-endian number. `None` if it is none.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MARK)?;
        let mut part = || {
            let (length, behind) = rest.split_first_chunk::<4>()?;
            let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
            let (part, behind) = behind.split_at_checked(length)?;
            rest = behind;
            Some(part)
        };
        let parts = [part()?, part()?, part()?];
        rest.is_empty().then(|| Self::of(parts))?
    }

    /// Puts what `tools/reader` wrote into one file: words, trees of lines, trees of blocks;
    /// `None` if they are anything else.
    pub fn pack(parts: [&[u8]; 3]) -> Option<Vec<u8>> {
        Self::of(parts)?;
        let mut file = MARK.to_vec();
        for part in parts {
            file.extend(u32::try_from(part.len()).ok()?.to_le_bytes());
            file.extend(part);
        }
        Some(file)
    }

    fn of([words, lines, blocks]: [&[u8]; 3]) -> Option<Self> {
        Some(Self {
            words: Lexicon::parse(words)?,
            lines: Forest::parse(lines)?,
            blocks: Forest::parse(blocks)?,
        })
    }
}

static JUDGE: LazyLock<Option<Judge>> = LazyLock::new(|| {
    Judge::of([
        include_bytes!("words.tsv"),
        include_bytes!("lines.trees"),
        include_bytes!("blocks.trees"),
    ])
});

/// A block and the chance that it is the holder's address, whole and nothing else.
pub(super) struct Judged {
    block: Block,
    chance: f64,
}

/// The judge of the product.
pub(super) fn judge() -> Option<&'static Judge> {
    JUDGE.as_ref()
}

/// All blocks with their chances.
fn judged(
    judge: &Judge,
    document: &Document,
    layouts: &[Layout],
    ranked: &[Ranked],
) -> Vec<Judged> {
    let sights = Sights::of(document, layouts, &judge.words);
    let chances = blocks::chances(&sights, &judge.lines);
    let found = blocks::blocks(&sights, &chances, ranked);
    let whole = blocks::Whole::of(sights.lexicon, &found, &chances, ranked);
    let chance = |it: (usize, &Block)| {
        let features = blocks::features(&sights, &chances, ranked, &whole, it);
        judge.blocks.chances(&features)[0]
    };
    let of_each: Vec<f64> = found.iter().enumerate().map(chance).collect();
    let pairs = found.into_iter().zip(of_each);
    pairs
        .map(|(block, chance)| Judged { block, chance })
        .collect()
}

/// The rules' answer stays if the judge gives it this share of the best chance.
const RULES_LEAD: f64 = 0.8;
/// The least chance of an answer.
const ANSWERS: f64 = 0.5;
/// The least chance of a rules' answer: under a label or in a sentence that leaves no doubt whose
/// it is, under another label, and without any.
const SURELY: f64 = 0.05;
const TOLD: f64 = 0.1;
const KEPT: f64 = 0.35;
/// The least chance of what the rules found and hold for somebody else's.
const REJECTED: f64 = 0.75;

/// Puts what the judge answers first; what is nobody's falls below what the rules answer.
pub(super) fn settle(
    judge: &Judge,
    document: &Document,
    layouts: &[Layout],
    ranked: &mut Vec<Ranked>,
    score_min: f64,
) {
    let mut judged = judged(judge, document, layouts, ranked);
    let theirs: Vec<&Ranked> = ranked.iter().filter(|it| is_others(it)).collect();
    judged.retain(|it| {
        if it.block.rule.is_none() && is_of_payments(&layouts[it.block.page], &it.block) {
            return false;
        }
        let words = words_of(&it.block.lines);
        !theirs
            .iter()
            .any(|other| same_address(&other.words, &words))
    });
    let answered = ranked.first().is_some_and(|it| it.score >= score_min);
    // What a label or a sentence says outweighs small chances, and if it leaves no doubt whose
    // the address is, greater ones of others.
    let mark = ranked.first().map_or(Mark::Bare, |it| it.found.mark);
    let (surely, least) = match mark {
        Mark::Label(Label::Service | Label::Customer | Label::Name) => (true, SURELY),
        Mark::Prose | Mark::Writer => (true, SURELY),
        Mark::Label(_) => (false, TOLD),
        Mark::Bare | Mark::Under(_) => (false, KEPT),
    };
    let of_rules = judged.iter().find(|it| it.block.rule == Some(0));
    let of_rules = of_rules.filter(|_| answered).map(|it| it.chance);
    let needs = |it: &Judged| match it.block.rule {
        Some(rule) if ranked[rule].score < score_min => REJECTED,
        _ => ANSWERS,
    };
    let likely = judged.iter().filter(|it| it.chance >= needs(it));
    let best = likely.max_by(|a, b| a.chance.total_cmp(&b.chance));
    match (of_rules.filter(|it| *it >= least), best) {
        (Some(chance), best)
            if surely || best.is_none_or(|best| chance >= RULES_LEAD * best.chance) =>
        {
            ranked[0].trust = ranked[0].trust.min(chance);
        }
        (_, Some(best)) => answer(layouts, ranked, best, score_min),
        (_, None) if of_rules.is_some() => {
            for ranked in ranked.iter_mut().filter(|it| it.score >= score_min) {
                ranked.score = score_min - 0.01;
                ranked
                    .reasons
                    .push("is nobody's by all that is learned".to_owned());
            }
        }
        // What was not judged stays as it is.
        (_, None) => {}
    }
}

/// Whether a line of a block tells a payment, or stands below one that does.
fn is_of_payments(layout: &Layout, block: &Block) -> bool {
    let around = layout.blocks.iter().filter(|it| {
        let mut members = block.members.iter();
        members.any(|member| it.contains(member))
    });
    let mut below = around.map(|it| it.split_at(above_narrations(layout, it).len()).1);
    below.any(|it| block.members.iter().any(|member| it.contains(member)))
}

/// Whether no chance outweighs what the rules know: a label names another party.
fn is_others(ranked: &Ranked) -> bool {
    ranked.found.mark == Mark::Label(Label::Issuer)
}

fn answer(layouts: &[Layout], ranked: &mut Vec<Ranked>, best: &Judged, score_min: f64) {
    let mut chosen = match best.block.rule {
        Some(rule) => ranked.remove(rule),
        None => own(layouts, &best.block),
    };
    chosen.score = chosen.score.max(score_min.max(best.chance));
    chosen.trust = best.chance;
    let chance = best.chance * 100.0;
    chosen.reasons.push(format!(
        "is the holder's by all that is learned: {chance:.0} %"
    ));
    ranked.insert(0, chosen);
}

/// A block that the rules did not find.
fn own(layouts: &[Layout], block: &Block) -> Ranked {
    Ranked {
        words: words_of(&block.lines),
        found: Found::bare(
            block.page,
            block.lines.clone(),
            layouts[block.page].area_of(&block.members),
        ),
        score: 0.0,
        trust: 0.0,
        reasons: Vec::new(),
    }
}

/// A line as `tools/reader` learns from it.
#[derive(Debug)]
pub struct LineRow {
    /// Page, counted from 0.
    pub page: usize,
    /// Its place among the page's lines.
    pub at: usize,
    /// The text as printed.
    pub text: String,
    /// Left, top, right, bottom in points.
    pub area: [f32; 4],
    /// The line below in its column, no further than an address goes on.
    pub below: Option<usize>,
    /// What the trees are told.
    pub features: Vec<f32>,
}

/// A block as `tools/reader` learns from it.
#[derive(Debug)]
pub struct BlockRow {
    /// Page, counted from 0.
    pub page: usize,
    /// As it would be answered.
    pub text: String,
    /// The place among the rules' candidates, if it is one.
    pub rule: Option<usize>,
    /// What the trees are told.
    pub features: Vec<f32>,
}

/// All lines of a document.
pub(super) fn line_rows(words: &Lexicon, document: &Document, layouts: &[Layout]) -> Vec<LineRow> {
    let sights = Sights::of(document, layouts, words);
    let row = |(page, at): (usize, usize)| {
        let sight = &sights.pages[page];
        LineRow {
            page,
            at,
            text: sight.facts[at].text.to_owned(),
            area: sight.area(at),
            below: blocks::next(sight, at),
            features: sights.of_line(page, at),
        }
    };
    let pages = sights.pages.iter().enumerate();
    let lines = pages.flat_map(|(page, sight)| (0..sight.facts.len()).map(move |at| (page, at)));
    lines.map(row).collect()
}

/// All blocks of a document, as the trees of lines suggest them.
pub(super) fn block_rows(
    (words, lines): (&Lexicon, &Forest),
    document: &Document,
    layouts: &[Layout],
    ranked: &[Ranked],
) -> Vec<BlockRow> {
    let sights = Sights::of(document, layouts, words);
    let chances = blocks::chances(&sights, lines);
    let found = blocks::blocks(&sights, &chances, ranked);
    let whole = blocks::Whole::of(sights.lexicon, &found, &chances, ranked);
    let row = |it: (usize, &Block)| BlockRow {
        page: it.1.page,
        text: join(&it.1.lines),
        rule: it.1.rule,
        features: blocks::features(&sights, &chances, ranked, &whole, it),
    };
    found.iter().enumerate().map(row).collect()
}
