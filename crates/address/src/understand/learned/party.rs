//! Whose an address may be: the heading of its column, the name above it, and where else on the
//! paper that name is printed.

use std::collections::{HashMap, HashSet};

use kofa_gazetteer::{normalise, tokens};

use super::super::labels::{Label, label};
use super::super::lines::{NameKind, name_kind};
use super::sight::{Sight, rank};
use super::words::{
    COMPANY, CONTACTS, GREETING, HOLDER, OTHER_PARTY, REGISTERS, SENDER, SHIPPING, TITLE, Topics,
    has, topics,
};

/// Features of the parties that a line names.
pub(super) const OF_PARTY: usize = 2 * OF_HEADING + 3 + OF_ELSEWHERE + 2 + OF_WHOSE;
const OF_WHOSE: usize = 2;
const OF_HEADING: usize = 8;
const OF_ELSEWHERE: usize = 10;

/// Lines above an address among which its heading is looked for.
const HEADING_REACH: usize = 8;
/// Lines above an address that may be names.
const NAME_REACH: usize = 4;
/// Names stand no further apart from what follows them, in ems.
const GAP_MAX: f32 = 1.6;
/// Words of a heading or a name.
const WORDS_MAX: usize = 7;
/// A name of a single word has as many letters, and so has a word of a name in a mail address.
const LETTERS_MIN: usize = 5;
const DOMAIN_LETTERS_MIN: usize = 4;
/// Lines taller than this, in ems, are large.
const LARGE: f32 = 1.25;
/// The part of a page that is its head, and its foot.
const MARGIN: f32 = 0.14;

/// Where else a name is printed; as features.
type Elsewhere = [f32; OF_ELSEWHERE];

/// The names of a document.
pub(super) struct Parties {
    lines: Vec<Printed>,
    /// The lines with a word.
    with: HashMap<String, Vec<usize>>,
    /// The lines with a mail address or a site, folded.
    contacts: Vec<(usize, String)>,
    /// Of each page, the first of its lines among `lines`.
    starts: Vec<usize>,
    /// Of each line that may be a name, where else it is.
    names: Vec<Option<Elsewhere>>,
    /// How many headings there are for the holder, and for who sends the paper: an address that
    /// stands under none of them is rather not whose heading there is.
    headings: [f32; 2],
    /// Of each line, whose it is by the nearest heading.
    whose: Vec<Whose>,
}

/// Whose a heading says an address is, the likelier the holder's, the higher; and how many lines
/// away it stands. 0 is nobody's in particular.
type Whose = [f32; OF_WHOSE];

struct Printed {
    words: Vec<String>,
    topics: Topics,
    large: bool,
    margin: bool,
    /// The line before it says good-bye.
    signed: bool,
}

impl Parties {
    pub(super) fn of(sights: &[Sight<'_>]) -> Self {
        let mut parties = Self {
            lines: Vec::new(),
            with: HashMap::new(),
            contacts: Vec::new(),
            starts: Vec::new(),
            names: Vec::new(),
            headings: [0.0; 2],
            whose: Vec::new(),
        };
        for sight in sights {
            parties.starts.push(parties.lines.len());
            for at in 0..sight.layout.lines.len() {
                parties.print(sight, at);
            }
        }
        for (page, sight) in sights.iter().enumerate() {
            for at in 0..sight.layout.lines.len() {
                let own = parties.starts[page] + at;
                let named = sight.may_name(at);
                let name = named
                    .then(|| parties.elsewhere(sight.name(at), own))
                    .flatten();
                parties.names.push(name);
                parties.whose.push(whose(sight, at));
            }
        }
        parties
    }

    fn print(&mut self, sight: &Sight<'_>, at: usize) {
        let line = &sight.layout.lines[at];
        let own = self.lines.len();
        let words = tokens(&line.text);
        for word in words.iter().collect::<HashSet<_>>() {
            self.with.entry(word.clone()).or_default().push(own);
        }
        if says_whose(sight, at) {
            let told = sight.facts[at].label;
            let sends = told == Some(Label::Issuer) || has(sight.topics[at], SENDER);
            self.headings[usize::from(sends)] += 1.0;
        }
        let lower = line.text.to_lowercase();
        if lower.contains('@') || lower.contains("www.") || lower.contains("http") {
            self.contacts.push((own, words.concat()));
        }
        let signs = sight.above(at).is_some_and(|it| {
            has(sight.topics[it], GREETING) && sight.layout.lines[it].text.ends_with(',')
        });
        let [_, top, _, bottom] = sight.area(at);
        let middle = (top + bottom) / 2.0 / sight.height();
        self.lines.push(Printed {
            words,
            topics: sight.topics[at],
            large: sight.size(at) > LARGE,
            margin: !(MARGIN..=1.0 - MARGIN).contains(&middle),
            signed: signs,
        });
    }

    /// Where a name is printed but on its own line; `None` if it has no word of its own.
    fn elsewhere(&self, name: &str, own: usize) -> Option<Elsewhere> {
        let all = tokens(name);
        let is_own = |it: &&String| {
            let about = topics(std::slice::from_ref(*it));
            !has(about, TITLE) && !has(about, COMPANY) && it.len() > 1
        };
        let words: Vec<&String> = all.iter().filter(is_own).collect();
        let rarest = words
            .iter()
            .min_by_key(|it| self.with.get(**it).map_or(0, Vec::len))?;
        if words.len() == 1 && words[0].len() < LETTERS_MIN {
            return None;
        }
        let lines = self.with.get(*rarest).map_or(&[][..], Vec::as_slice);
        let says = |it: &&usize| {
            **it != own
                && words
                    .iter()
                    .all(|word| self.lines[**it].words.contains(word))
        };
        let lines: Vec<&Printed> = lines
            .iter()
            .filter(says)
            .map(|it| &self.lines[*it])
            .collect();
        let domain = words.iter().filter(|it| it.len() >= DOMAIN_LETTERS_MIN);
        let domain = domain
            .filter(|word| {
                self.contacts
                    .iter()
                    .any(|(_, it)| it.contains(word.as_str()))
            })
            .count();
        let any = |of: &dyn Fn(&Printed) -> bool| flag(lines.iter().any(|it| of(it)));
        let about = |topic: usize| any(&|it| has(it.topics, topic));
        Some([
            lines.len().min(9) as f32,
            domain as f32 / words.len() as f32,
            about(GREETING),
            about(HOLDER),
            about(SENDER),
            about(REGISTERS),
            about(CONTACTS),
            any(&|it| it.large),
            any(&|it| it.margin),
            any(&|it| it.signed),
        ])
    }

    /// [`OF_PARTY`] features of what begins with a line behind `front`.
    pub(super) fn features(
        &self,
        sight: &Sight<'_>,
        page: usize,
        at: usize,
        front: &str,
    ) -> Vec<f32> {
        let mut features = Vec::with_capacity(OF_PARTY);
        let above = |it: &usize| sight.above(*it);
        let column = std::iter::successors(sight.above(at), above).take(HEADING_REACH);
        features.extend(heading(sight, column));
        let beside = std::iter::successors(sight.left(at), above).take(HEADING_REACH);
        features.extend(heading(sight, beside));
        let mut names = [0.0; 3];
        let mut elsewhere = [0.0; OF_ELSEWHERE];
        let mut add = |kind: Option<NameKind>, found: &Elsewhere| {
            names[0] += 1.0;
            names[1] += flag(kind == Some(NameKind::Person));
            names[2] += flag(kind == Some(NameKind::Company));
            for (most, one) in elsewhere.iter_mut().zip(found) {
                *most = f32::max(*most, *one);
            }
        };
        let mut below = at;
        for name in std::iter::successors(sight.above(at), above).take(NAME_REACH) {
            if sight.gap(name, below) > GAP_MAX {
                break;
            }
            if let Some(found) = &self.names[self.starts[page] + name] {
                add(sight.facts[name].name, found);
            }
            below = name;
        }
        let front = front.trim_end_matches([' ', ',', ':', '-']);
        if let Some(found) = self.elsewhere(front, self.starts[page] + at) {
            add(name_kind(front), &found);
        }
        features.extend(names);
        features.extend(elsewhere);
        features.extend(self.headings.map(|it| it.min(5.0)));
        features.extend(self.whose[self.starts[page] + at]);
        features
    }

    /// The most and the least that headings say for other lines that begin addresses.
    pub(super) fn rivals(&self, begins: &[(usize, usize)], own: (usize, usize)) -> [f32; 2] {
        let others = begins.iter().filter(|it| **it != own);
        let whose = others.map(|(page, at)| self.whose[self.starts[*page] + at][0]);
        whose.fold([-3.0, 3.0], |[most, least], it| {
            [f32::max(most, it), f32::min(least, it)]
        })
    }
}

impl Sight<'_> {
    /// Whether a line may be a name.
    fn may_name(&self, at: usize) -> bool {
        let text = self.name(at);
        let words = text.split_whitespace().count();
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        (1..=WORDS_MAX).contains(&words)
            && digits < 3
            && !text.contains('@')
            && text.starts_with(char::is_alphabetic)
    }

    /// A line without the label before it.
    fn name(&self, at: usize) -> &str {
        let text = self.facts[at].text;
        label(text).map_or(text, |it| if it.rest.is_empty() { text } else { it.rest })
    }
}

/// Lines that are nothing but one of these words say to whom, or from whom.
const TO: &str = "to a an au para per aan till til do pour fur for";
const FROM: &str = "from de von da van fran fra od";

/// What a heading says, as in [`Whose`]; `None` if it is none.
fn party_of(sight: &Sight<'_>, at: usize) -> Option<f32> {
    let alone = normalise(&sight.layout.lines[at].text);
    let is = |words: &str| words.split(' ').any(|it| it == alone);
    if is(TO) {
        return Some(2.0);
    }
    if is(FROM) {
        return Some(-1.0);
    }
    if !says_whose(sight, at) {
        return None;
    }
    let about = |topic: usize| has(sight.topics[at], topic);
    Some(match sight.facts[at].label {
        Some(Label::Issuer) => -1.0,
        _ if about(SENDER) => -1.0,
        _ if about(OTHER_PARTY) => -2.0,
        Some(Label::Shipping) => 1.0,
        Some(Label::Customer | Label::Billing | Label::Service) => 2.0,
        _ if about(SHIPPING) => 1.0,
        _ => 2.0,
    })
}

/// Whose a line is by a label of its own, or the nearest heading above it or above the label
/// beside it.
fn whose(sight: &Sight<'_>, at: usize) -> Whose {
    let own = label(sight.facts[at].text).filter(|it| !it.rest.is_empty());
    if let Some(party) = own.and_then(|_| party_of(sight, at)) {
        return [party, 0.0];
    }
    let above = |it: &usize| sight.above(*it);
    let nearest = |from: Option<usize>| {
        let lines = std::iter::successors(from, above).take(HEADING_REACH);
        let mut told = lines.enumerate();
        told.find_map(|(steps, it)| Some((steps, party_of(sight, it)?)))
    };
    let found = [nearest(sight.above(at)), nearest(sight.left(at))];
    let nearest = found.into_iter().flatten().min_by_key(|it| it.0);
    nearest.map_or([0.0, 9.0], |(steps, party)| [party, (steps + 1) as f32])
}

const PARTIES: [usize; 4] = [HOLDER, SHIPPING, SENDER, OTHER_PARTY];

/// Whether a line is a heading, or a label, that says whose what follows is.
fn says_whose(sight: &Sight<'_>, at: usize) -> bool {
    let short = sight.layout.lines[at].text.split_whitespace().count() <= WORDS_MAX;
    let label = sight.facts[at].label;
    let told = label.is_some_and(|it| !matches!(it, Label::Plain | Label::Name | Label::Other));
    short && (told || PARTIES.iter().any(|it| has(sight.topics[at], *it)))
}

/// The first of some lines that says whose what follows is.
fn heading(sight: &Sight<'_>, lines: impl Iterator<Item = usize>) -> [f32; OF_HEADING] {
    for (steps, at) in lines.enumerate() {
        if says_whose(sight, at) {
            let mut features = [0.0; OF_HEADING];
            features[0] = (steps + 1) as f32;
            features[1] = rank(sight.facts[at].label);
            for (feature, topic) in features[2..].iter_mut().zip(PARTIES) {
                *feature = flag(has(sight.topics[at], topic));
            }
            features[6] = flag(sight.layout.lines[at].text.ends_with(':'));
            features[7] = sight.size(at);
            return features;
        }
    }
    [0.0; OF_HEADING]
}

fn flag(it: bool) -> f32 {
    f32::from(u8::from(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understand::layout::layout;
    use crate::understand::learned::sights::Sights;
    use crate::{Capture, Document, DocumentKind, Flaws, Page, Word};

    /// A page of lines, each at its left and baseline.
    fn document(lines: &[(f32, f32, &str)]) -> Document {
        let mut words = Vec::new();
        for (left, bottom, text) in lines {
            let mut left = *left;
            for word in text.split(' ') {
                let right = left + word.len() as f32 * 5.0;
                words.push(Word {
                    text: word.to_owned(),
                    left,
                    top: bottom - 10.0,
                    right,
                    bottom: *bottom,
                    confidence: 1.0,
                });
                left = right + 3.0;
            }
        }
        let page = Page {
            width: 600.0,
            height: 800.0,
            capture: Capture::BornDigital,
            turned: 0,
            picture_only: false,
            covered: 0,
            flaws: Flaws::NONE,
            words,
        };
        Document {
            kind: DocumentKind::Pdf,
            pages: vec![page],
        }
    }

    fn features(lines: &[(f32, f32, &str)], of: &str) -> Vec<f32> {
        let document = document(lines);
        let layouts = [layout(&document.pages[0])];
        let lexicon = super::super::lexicon::Lexicon::default();
        let sights = Sights::of(&document, &layouts, &lexicon);
        let sight = &sights.pages[0];
        let is = |it: &usize| sight.layout.lines[*it].text == of;
        let at = (0..sight.layout.lines.len()).find(is).expect("the line");
        sights.parties.features(sight, 0, at, "")
    }

    const ELSEWHERE: usize = 2 * OF_HEADING + 3;

    #[test]
    fn a_heading_speaks_for_what_is_below_and_beside_its_labels() {
        let form = [
            (50.0, 100.0, "PATIENT"),
            (50.0, 114.0, "Name:"),
            (170.0, 114.0, "Lara Meier"),
            (50.0, 128.0, "Address:"),
            (170.0, 128.0, "71 Hill Street"),
        ];
        let found = features(&form, "71 Hill Street");
        assert_eq!(found[OF_HEADING], 3.0, "{found:?}");
        assert_eq!(found[OF_HEADING + 2], 1.0, "the holder's");
        assert_eq!(found[OF_PARTY - 2..], [2.0, 3.0], "{found:?}");
        let bill = [(50.0, 100.0, "Seller"), (50.0, 114.0, "71 Hill Street")];
        let found = features(&bill, "71 Hill Street");
        assert_eq!((found[0], found[4]), (1.0, 1.0), "{found:?}");
        assert_eq!(found[OF_PARTY - 2..], [-1.0, 1.0], "{found:?}");
    }

    #[test]
    fn a_name_is_known_by_where_else_it_is() {
        let letter = [
            (50.0, 200.0, "Amina Bello"),
            (50.0, 214.0, "71 Hill Street"),
            (50.0, 300.0, "Dear Amina Bello,"),
        ];
        let found = features(&letter, "71 Hill Street");
        assert_eq!((found[ELSEWHERE], found[ELSEWHERE + 2]), (1.0, 1.0));
        let bill = [
            (50.0, 200.0, "Fastline Energy"),
            (50.0, 214.0, "71 Hill Street"),
            (50.0, 300.0, "billing@fastline.com"),
        ];
        let found = features(&bill, "71 Hill Street");
        assert_eq!(found[ELSEWHERE + 1], 0.5, "one of its two words");
    }
}
