//! Blocks of lines that may be an address, and what the judge is told about each.

use std::collections::BTreeMap;

use kofa_gazetteer::normalise;

use super::super::candidates::Mark;
use super::super::labels::label;
use super::super::lines::{NameKind, behind_name};
use super::super::rank::{Ranked, same_address, words_of};
use super::super::split::join;
use super::sight::{OF_NEIGHBOUR, OF_WORDS, Sight};
use super::trees::Forest;
use super::words::{TOPICS_COUNT, has};

/// What a line may be: nothing, the first or a further line of the holder's address, or of
/// somebody else's.
pub(super) const LINE_CLASSES: usize = 5;

/// Lines of a block.
const LINES_MAX: usize = 7;
/// Blocks of a document that are judged.
const BLOCKS_MAX: usize = 400;
/// A line is of an address with this chance or no line of a block.
const MEMBER: f64 = 0.08;
/// The first line of a block.
const BEGINS: f64 = 0.12;
/// The line of a block that looks most like one.
const SOME_LINE: f64 = 0.35;
/// Lines of a block stand no further apart, in ems.
const GAP_MAX: f32 = 1.6;

/// A block before it is judged.
#[derive(Debug)]
pub(super) struct Block {
    /// Page, counted from 0.
    pub(super) page: usize,
    /// Indexes of the lines on the page.
    pub(super) members: Vec<usize>,
    /// The lines as they would be returned.
    pub(super) lines: Vec<String>,
    /// The rules' candidate that says the same.
    pub(super) rule: Option<usize>,
}

/// The chances of each line of each page.
pub(super) type Chances = Vec<Vec<[f64; LINE_CLASSES]>>;

pub(super) fn chances(sights: &[Sight<'_>], lines: &Forest) -> Chances {
    let of_line = |sight: &Sight<'_>, at: usize| {
        let mut chances = [0.0; LINE_CLASSES];
        for (to, chance) in chances.iter_mut().zip(lines.chances(&sight.of_line(at))) {
            *to = chance;
        }
        chances
    };
    let of_page = |sight: &Sight<'_>| {
        let lines = 0..sight.layout.lines.len();
        lines.map(|at| of_line(sight, at)).collect()
    };
    sights.iter().map(of_page).collect()
}

fn is_address(chances: &[f64; LINE_CLASSES]) -> f64 {
    1.0 - chances[0]
}

fn begins(chances: &[f64; LINE_CLASSES]) -> f64 {
    chances[1] + chances[3]
}

fn is_holders(chances: &[f64; LINE_CLASSES]) -> f64 {
    chances[1] + chances[2]
}

/// All blocks: what the lines suggest, and what the rules found.
pub(super) fn blocks(sights: &[Sight<'_>], chances: &Chances, ranked: &[Ranked]) -> Vec<Block> {
    let mut found: BTreeMap<(usize, String), Block> = BTreeMap::new();
    for (rule, ranked) in ranked.iter().enumerate().rev() {
        let page = ranked.found.page;
        let [left, top, right, bottom] = ranked.found.area;
        let inside = |at: &usize| {
            let line = &sights[page].layout.lines[*at];
            let (x, y) = (
                (line.left + line.right) / 2.0,
                (line.top + line.bottom) / 2.0,
            );
            (left..=right).contains(&x) && (top..=bottom).contains(&y)
        };
        let members: Vec<usize> = (0..sights[page].layout.lines.len())
            .filter(inside)
            .collect();
        if members.is_empty() {
            continue;
        }
        let lines = ranked.found.lines.clone();
        let key = (page, normalise(&lines.concat()));
        let rule = Some(rule);
        found.insert(
            key,
            Block {
                page,
                members,
                lines,
                rule,
            },
        );
    }
    for (page, sight) in sights.iter().enumerate() {
        for first in 0..sight.layout.lines.len() {
            suggest(sight, &chances[page], page, first, &mut found);
        }
    }
    let mut blocks: Vec<Block> = found.into_values().collect();
    let surest = |block: &Block| {
        let of = block
            .members
            .iter()
            .map(|it| is_address(&chances[block.page][*it]));
        of.sum::<f64>() / block.members.len() as f64 + f64::from(u8::from(block.rule.is_some()))
    };
    blocks.sort_by(|a, b| surest(b).total_cmp(&surest(a)));
    blocks.truncate(BLOCKS_MAX);
    blocks
}

/// The blocks that begin with a line.
fn suggest(
    sight: &Sight<'_>,
    chances: &[[f64; LINE_CLASSES]],
    page: usize,
    first: usize,
    found: &mut BTreeMap<(usize, String), Block>,
) {
    if is_address(&chances[first]) < BEGINS {
        return;
    }
    let (mut members, mut lines) = (Vec::new(), Vec::new());
    let mut surest: f64 = 0.0;
    let mut next = Some(first);
    while let Some(at) = next
        && members.len() < LINES_MAX
        && is_address(&chances[at]) >= MEMBER
    {
        let text = sight.facts[at].text;
        lines.push(
            if members.is_empty() {
                value(text)
            } else {
                text
            }
            .to_owned(),
        );
        members.push(at);
        surest = surest.max(is_address(&chances[at]));
        let key = (page, normalise(&lines.concat()));
        if surest >= SOME_LINE && !key.1.is_empty() {
            found.entry(key).or_insert_with(|| Block {
                page,
                members: members.clone(),
                lines: lines.clone(),
                rule: None,
            });
        }
        next = self::next(sight, at);
    }
}

/// The line that an address may go on with.
pub(super) fn next(sight: &Sight<'_>, at: usize) -> Option<usize> {
    sight
        .below(at)
        .filter(|below| sight.gap(at, *below) < GAP_MAX)
}

/// The first line of an address without the label and the name before it.
fn value(text: &str) -> &str {
    let rest = label(text).map_or(text, |it| if it.rest.is_empty() { text } else { it.rest });
    behind_name(rest)
}

/// How many features the judge is told.
pub(super) const OF_BLOCK: usize =
    OF_SHAPE + 4 * LINE_CLASSES + OF_WORDS + 13 + 4 * OF_NEIGHBOUR + 2 * TOPICS_COUNT + OF_RULES;
const OF_SHAPE: usize = 15;
const OF_RULES: usize = 9;
/// Lines above and below a block whose topics are told.
const AROUND: usize = 4;

/// What is told of all blocks of a document alike.
pub(super) struct Whole {
    /// Lines that begin an address rather than not: page and line, in the order of reading.
    peaks: Vec<(usize, usize)>,
    /// The best that the rules say.
    score: f64,
    /// The highest chance of a line to be of the holder's address.
    holders: f64,
    texts: Vec<Vec<String>>,
}

impl Whole {
    pub(super) fn of(blocks: &[Block], chances: &Chances, ranked: &[Ranked]) -> Self {
        let lines = chances.iter().enumerate();
        let all = lines.flat_map(|(page, of)| of.iter().enumerate().map(move |it| (page, it)));
        let peaks = all
            .filter(|(_, (_, chances))| begins(chances) > 0.5)
            .map(|(page, (at, _))| (page, at))
            .collect();
        let scores = ranked.iter().map(|it| it.score);
        let holders = chances.iter().flatten().map(is_holders);
        Self {
            peaks,
            score: scores.fold(-1.0, f64::max),
            holders: holders.fold(0.0, f64::max),
            texts: blocks.iter().map(|it| words_of(&it.lines)).collect(),
        }
    }
}

/// [`OF_BLOCK`] features of a block.
pub(super) fn features(
    sights: &[Sight<'_>],
    chances: &Chances,
    ranked: &[Ranked],
    whole: &Whole,
    (at, block): (usize, &Block),
) -> Vec<f32> {
    let sight = &sights[block.page];
    let of_page = &chances[block.page];
    let (first, last) = (block.members[0], block.members[block.members.len() - 1]);
    let mut features = Vec::with_capacity(OF_BLOCK);
    features.extend(shape(of_page, whole, (at, block)));
    let next = next(sight, last);
    let before = sight
        .above(first)
        .filter(|it| sight.gap(*it, first) < GAP_MAX);
    for line in [Some(first), Some(last), before, next] {
        let chances = line.map_or([0.0; LINE_CLASSES], |it| of_page[it]);
        features.extend(chances.map(|it| it as f32));
    }
    let mut most = *sight.words(first);
    for member in &block.members[1..] {
        for (most, one) in most.iter_mut().zip(sight.words(*member)) {
            *most = most.max(*one);
        }
    }
    features.extend(most);
    features.extend(sight.of_place(first));
    let above = sight.above(first);
    let near = [
        above,
        above.and_then(|it| sight.above(it)),
        sight.below(last),
        sight.left(first),
    ];
    for other in near {
        sight.push_neighbour(&mut features, first, other);
    }
    for upwards in [true, false] {
        let step = |it: &usize| {
            if upwards {
                sight.above(*it)
            } else {
                sight.below(*it)
            }
        };
        let from = if upwards { first } else { last };
        let lines = std::iter::successors(step(&from), step).take(AROUND);
        let topics = lines.fold(0, |all, it| all | sight.topics[it]);
        let flags = (0..TOPICS_COUNT).map(|it| f32::from(u8::from(has(topics, it))));
        features.extend(flags);
    }
    features.extend(rules(ranked, whole, block, &whole.texts[at]));
    features
}

/// What the lines of a block say together, and where it stands among the others.
fn shape(
    of_page: &[[f64; LINE_CLASSES]],
    whole: &Whole,
    (at, block): (usize, &Block),
) -> [f32; OF_SHAPE] {
    let members = || block.members.iter().map(|it| &of_page[*it]);
    let count = block.members.len() as f64;
    let mean = |of: &dyn Fn(&[f64; LINE_CLASSES]) -> f64| members().map(of).sum::<f64>() / count;
    let later = members().skip(1).map(begins).fold(0.0, f64::max);
    let first = (block.page, block.members[0]);
    let place = whole.peaks.iter().filter(|it| **it < first).count();
    let own = members().map(is_holders).fold(0.0, f64::max);
    let same = whole
        .texts
        .iter()
        .filter(|it| **it == whole.texts[at])
        .count();
    let text = join(&block.lines);
    let values = [
        count,
        text.chars().count() as f64,
        mean(&is_address),
        members().map(is_address).fold(1.0, f64::min),
        mean(&is_holders),
        own,
        own / whole.holders.max(1e-6),
        whole.holders,
        later,
        mean(&|it| it[0].max(1e-9).ln()),
        place as f64,
        whole.peaks.len() as f64,
        (whole.peaks.len() - place) as f64,
        same as f64,
        whole.texts[at].len() as f64,
    ];
    values.map(|it| it as f32)
}

/// What the rules say about a block.
fn rules(ranked: &[Ranked], whole: &Whole, block: &Block, words: &[String]) -> [f32; OF_RULES] {
    let rule = block.rule.map(|it| &ranked[it]);
    let kind = rule.map_or(0.0, |it| match it.found.mark {
        Mark::Label(label) => 1.0 + f32::from(label as u8),
        Mark::Prose => 12.0,
        Mark::Writer => 13.0,
        Mark::Under(NameKind::Person) => 14.0,
        Mark::Under(NameKind::Company) => 15.0,
        Mark::Bare => 16.0,
    });
    let of_best = ranked
        .first()
        .is_some_and(|it| same_address(&it.words, words));
    let similar = ranked.iter().filter(|it| same_address(&it.words, words));
    let similar = similar.map(|it| it.score).fold(-2.0, f64::max);
    let flag = |it: bool| f32::from(u8::from(it));
    [
        rule.map_or(-2.0, |it| it.score as f32),
        rule.map_or(0.0, |it| it.trust as f32),
        kind,
        flag(of_best),
        similar as f32,
        whole.score as f32,
        (whole.score - similar) as f32,
        flag(rule.is_some_and(|it| it.found.before_salutation)),
        flag(rule.is_some_and(|it| it.found.with_name)),
    ]
}
