//! Blocks of lines that may be an address, and what the judge is told about each.

use std::collections::{BTreeMap, HashMap};

use kofa_gazetteer::normalise;

use super::super::candidates::Mark;
use super::super::lines::NameKind;
use super::super::rank::{Ranked, same_address, words_of};
use super::super::split::join;
use super::edges::{self, Cut, Left, OF_CUT};
use super::lexicon::Lexicon;
use super::party::OF_PARTY;
use super::sight::{OF_NEIGHBOUR, OF_WORDS, Sight, of_text};
use super::sights::Sights;
use super::trees::Forest;
use super::words::{TOPICS_COUNT, has};

/// What a line may be: nothing, the first or a further line of the holder's address, or of
/// somebody else's.
pub(super) const LINE_CLASSES: usize = 5;

/// Lines of a block.
const LINES_MAX: usize = 7;
/// Blocks of a document that are judged.
const BLOCKS_MAX: usize = 250;
/// A line is of an address with this chance or no line of a block.
const MEMBER: f64 = 0.03;
/// The first line of a block.
const BEGINS: f64 = 0.04;
/// The line of a block that looks most like one.
const SOME_LINE: f64 = 0.12;
/// A line that may be left out between two others.
const SKIPPED: f64 = 0.5;
/// A line behind one that is left out, and the next cell of a row.
const GOES_ON: f64 = 0.2;
/// Labels that may be left out between the lines of a block, and cells beside its column.
const LEFT_MAX: u8 = 2;
/// How much less likely a block is kept for each of these.
const LEFT_COSTS: f64 = 0.2;
/// Blocks that are suggested, before the likeliest are kept.
const SUGGESTED_MAX: usize = 4_000;
/// Runs of lines that are tried on a page; many may say the same.
const TRIED_MAX: usize = 20_000;
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
    /// What is left out.
    cut: Cut,
}

impl Block {
    /// Its first and last line.
    fn edges(&self) -> [&str; 2] {
        [self.lines.first(), self.lines.last()].map(|it| it.map_or("", String::as_str))
    }
}

/// The chances of each line of each page.
pub(super) type Chances = Vec<Vec<[f64; LINE_CLASSES]>>;

pub(super) fn chances(sights: &Sights<'_>, lines: &Forest) -> Chances {
    let of_line = |page: usize, at: usize| {
        let mut chances = [0.0; LINE_CLASSES];
        for (to, chance) in chances
            .iter_mut()
            .zip(lines.chances(&sights.of_line(page, at)))
        {
            *to = chance;
        }
        chances
    };
    let of_page = |(page, sight): (usize, &Sight<'_>)| {
        let lines = 0..sight.layout.lines.len();
        lines.map(|at| of_line(page, at)).collect()
    };
    sights.pages.iter().enumerate().map(of_page).collect()
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
pub(super) fn blocks(sights: &Sights<'_>, chances: &Chances, ranked: &[Ranked]) -> Vec<Block> {
    let sights = &sights.pages;
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
        let cut = cut_by_rule(&sights[page], &members, &lines);
        let block = Block {
            page,
            members,
            lines,
            rule,
            cut,
        };
        found.insert(key, block);
    }
    for (page, sight) in sights.iter().enumerate() {
        let mut suggest = Suggest {
            sight,
            chances: &chances[page],
            page,
            found: &mut found,
            tried: 0,
        };
        for first in 0..sight.layout.lines.len() {
            suggest.begin(first);
        }
    }
    let mut blocks: Vec<Block> = found.into_values().collect();
    let surest = |block: &Block| {
        let of = block
            .members
            .iter()
            .map(|it| is_address(&chances[block.page][*it]));
        let left = f64::from(block.cut.left.lines + block.cut.left.cells);
        let rule = f64::from(u8::from(block.rule.is_some()));
        of.sum::<f64>() / block.members.len() as f64 + rule - LEFT_COSTS * left
    };
    blocks.sort_by(|a, b| surest(b).total_cmp(&surest(a)));
    blocks.truncate(BLOCKS_MAX);
    blocks
}

/// What a rule leaves out of the lines where its candidate stands.
fn cut_by_rule(sight: &Sight<'_>, members: &[usize], lines: &[String]) -> Cut {
    let of = |at: Option<&usize>, line: Option<&String>| {
        let text = at.map_or("", |at| sight.facts[*at].text);
        let parts = line.and_then(|line| text.split_once(line.as_str()));
        parts.map(|(front, behind)| (front.to_owned(), behind.to_owned()))
    };
    let first = of(members.first(), lines.first()).map(|it| it.0);
    let last = of(members.last(), lines.last()).map(|it| it.1);
    Cut {
        front: first.unwrap_or_default(),
        behind: last.unwrap_or_default(),
        usual: true,
        left: Left::default(),
    }
}

/// The blocks that begin with a line.
struct Suggest<'a> {
    sight: &'a Sight<'a>,
    chances: &'a [[f64; LINE_CLASSES]],
    page: usize,
    found: &'a mut BTreeMap<(usize, String), Block>,
    tried: usize,
}

impl Suggest<'_> {
    /// A mail address, a site or a telephone number is none, whatever stands around it.
    fn is_address(&self, at: usize) -> f64 {
        let text = self.sight.facts[at].text;
        if text.contains('@') || text.contains("www.") || text.starts_with('+') {
            return 0.0;
        }
        is_address(&self.chances[at])
    }

    fn begin(&mut self, first: usize) {
        if self.is_address(first) >= BEGINS {
            self.grow(&mut vec![first], first, Left::default());
        }
    }

    /// Notes the lines as a block, and tries those that may go on with it: below the line that
    /// begins the row, and in a form also behind a label, or in the next cell.
    fn grow(&mut self, members: &mut Vec<usize>, row: usize, left: Left) {
        let surest = members.iter().map(|it| self.is_address(*it));
        if surest.fold(0.0, f64::max) >= SOME_LINE {
            for block in with_edges(self.sight, self.page, members, left) {
                let key = (self.page, normalise(&block.lines.concat()));
                if !key.1.is_empty() {
                    self.found.entry(key).or_insert(block);
                }
            }
        }
        self.tried += 1;
        let many = self.found.len() > SUGGESTED_MAX || self.tried > TRIED_MAX;
        if members.len() == LINES_MAX || many {
            return;
        }
        if let Some(below) = self.sight.below(row) {
            let near = self.sight.gap(row, below) < GAP_MAX;
            if near && self.is_address(below) >= MEMBER {
                self.with(members, below, below, left);
            }
            let further = if near {
                self.sight.below(below)
            } else {
                Some(below)
            };
            let doubtful = !near || self.is_address(below) < SKIPPED;
            if let Some(further) = further.filter(|_| doubtful && left.lines < LEFT_MAX)
                && self.is_address(further) >= GOES_ON
            {
                let lines = left.lines + 1;
                self.with(members, further, further, Left { lines, ..left });
            }
        }
        if left.cells < LEFT_MAX
            && let Some(cell) = self.next_cell(members[members.len() - 1])
        {
            let cells = left.cells + 1;
            self.with(members, cell, row, Left { cells, ..left });
        }
    }

    fn with(&mut self, members: &mut Vec<usize>, next: usize, row: usize, left: Left) {
        members.push(next);
        self.grow(members, row, left);
        members.pop();
    }

    /// The next cell of the row that may go on with an address, at most one label further.
    fn next_cell(&self, at: usize) -> Option<usize> {
        let cells = std::iter::successors(self.sight.right(at), |it| self.sight.right(*it));
        let mut cells = cells.take(2);
        let goes_on = |it: &usize| self.is_address(*it) >= GOES_ON;
        cells.find(goes_on)
    }
}

/// The lines with each of the edges that they may have: all ends behind the usual beginning, and
/// all other beginnings before the whole end.
fn with_edges(sight: &Sight<'_>, page: usize, members: &[usize], left: Left) -> Vec<Block> {
    let (first, last) = (members[0], members[members.len() - 1]);
    let text = |at: usize| sight.facts[at].text;
    let line = |at: usize| &sight.layout.lines[at];
    let begins = edges::begins(line(first), text(first));
    let ends = edges::ends(line(last), text(last));
    let whole = text(last).len();
    let others = begins[1..].iter().map(|begin| (*begin, whole));
    let cuts = ends.iter().map(|end| (begins[0], *end)).chain(others);
    let block = |(begin, end): (usize, usize)| {
        let mut lines: Vec<String> = members.iter().map(|it| text(*it).to_owned()).collect();
        let behind = lines.last_mut()?.split_off(end);
        let line = lines.first_mut()?;
        let rest = line.split_off(begin.min(line.len()));
        let front = std::mem::replace(line, rest);
        let cut = Cut {
            front,
            behind,
            usual: begin == begins[0],
            left,
        };
        (members.len() > 1 || begin < end).then(|| Block {
            page,
            members: members.to_vec(),
            lines,
            rule: None,
            cut,
        })
    };
    let plain = left == Left::default();
    let most = if plain { usize::MAX } else { 1 };
    cuts.take(most).filter_map(block).collect()
}

/// The line that an address may go on with.
pub(super) fn next(sight: &Sight<'_>, at: usize) -> Option<usize> {
    sight
        .below(at)
        .filter(|below| sight.gap(at, *below) < GAP_MAX)
}

/// How many features the judge is told.
pub(super) const OF_BLOCK: usize = OF_SHAPE
    + 4 * LINE_CLASSES
    + OF_WORDS
    + 13
    + 4 * OF_NEIGHBOUR
    + 2 * TOPICS_COUNT
    + OF_RULES
    + OF_CUT
    + 2 * OF_WORDS
    + OF_PARTY
    + OF_RIVALS;
const OF_RIVALS: usize = 2;
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
    /// What is told of the first and last lines of blocks, which many of them share.
    edges: HashMap<String, [f32; OF_WORDS]>,
}

impl Whole {
    pub(super) fn of(
        lexicon: &Lexicon,
        blocks: &[Block],
        chances: &Chances,
        ranked: &[Ranked],
    ) -> Self {
        let lines = chances.iter().enumerate();
        let all = lines.flat_map(|(page, of)| of.iter().enumerate().map(move |it| (page, it)));
        let peaks = all
            .filter(|(_, (_, chances))| begins(chances) > 0.5)
            .map(|(page, (at, _))| (page, at))
            .collect();
        let mut edges = HashMap::new();
        for line in blocks.iter().flat_map(Block::edges) {
            if !edges.contains_key(line) {
                edges.insert(line.to_owned(), of_text(lexicon, line));
            }
        }
        let scores = ranked.iter().map(|it| it.score);
        let holders = chances.iter().flatten().map(is_holders);
        Self {
            peaks,
            score: scores.fold(-1.0, f64::max),
            holders: holders.fold(0.0, f64::max),
            texts: blocks.iter().map(|it| words_of(&it.lines)).collect(),
            edges,
        }
    }
}

/// [`OF_BLOCK`] features of a block.
pub(super) fn features(
    sights: &Sights<'_>,
    chances: &Chances,
    ranked: &[Ranked],
    whole: &Whole,
    (at, block): (usize, &Block),
) -> Vec<f32> {
    let sight = &sights.pages[block.page];
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
    features.extend(block.cut.features());
    for line in block.edges() {
        features.extend(whole.edges.get(line).unwrap_or(&[0.0; OF_WORDS]));
    }
    let front = &block.cut.front;
    features.extend(sights.parties.features(sight, block.page, first, front));
    let own = (block.page, first);
    features.extend(sights.parties.rivals(&whole.peaks, own));
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
