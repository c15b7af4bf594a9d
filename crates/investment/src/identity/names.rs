//! Two names: the one sent, and a record's.
//!
//! Each word of the name sent is looked for among the record's, in any order. What a record has
//! beyond that does not count: nobody asks for middle names.

mod words;

use kofa_core::companies::NameVerdict;
use kofa_gazetteer::tokens;

use self::words::{alike, is_optional, is_short_form, is_slip};

/// Letters that a name cut off by a bank still has, at least.
const CUT_LETTERS_MIN: usize = 3;
/// Words of a name that are compared, at most.
const WORDS_MAX: usize = 32;

/// A name as it was sent: the fields that it is in, and what they hold.
#[derive(Clone, Copy, Debug)]
pub struct SentName<'a> {
    pub fields: &'a [(&'a str, &'a str)],
}

/// A name as a record has it.
#[derive(Clone, Copy, Debug)]
pub struct KeptName<'a> {
    /// First and middle names.
    pub given: &'a str,
    pub family: &'a str,
    /// It is one line of a bank, which may be cut off and name others, too.
    pub is_of_account: bool,
}

impl<'a> KeptName<'a> {
    /// The holders of an account.
    pub const fn of_account(name: &'a str) -> Self {
        Self {
            given: "",
            family: name,
            is_of_account: true,
        }
    }
}

/// What became of a word of the name sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Letter by letter, but for case and marks.
    Whole,
    /// The same in one word or in two.
    Joined,
    OtherSpelling,
    /// Without the name of God that the longer one has: `Seun` and `Oluwaseun`.
    Short,
    Initial,
    /// At the end of a bank's line, cut off.
    Cut,
    /// A title or a legal form, which the record lacks: it does not count.
    Left,
    Not,
}

impl Found {
    const fn is_whole(self) -> bool {
        matches!(self, Self::Whole | Self::Joined)
    }

    const fn is_there(self) -> bool {
        !matches!(self, Self::Left | Self::Not)
    }
}

/// A word of the name sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentWord {
    text: String,
    /// Which of the fields it is in.
    field: usize,
    /// From 1, and of how many.
    place: usize,
    of: usize,
    pub found: Found,
    /// It is among the record's first and middle names.
    is_given: bool,
}

/// The verdict on two names. It says nothing of the record's that was not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameComparison {
    pub verdict: NameVerdict,
    /// In the order in which they were sent.
    pub words: Vec<SentWord>,
    fields: Vec<String>,
}

struct KeptWord {
    text: String,
    is_given: bool,
    is_last: bool,
    is_free: bool,
}

/// Compares a name sent with a record's. `is_born_the_same_day`: then somebody with one of the
/// record's first names may have changed the other name.
pub fn compare(
    sent: &SentName<'_>,
    kept: &KeptName<'_>,
    is_born_the_same_day: bool,
) -> NameComparison {
    let mut words = sent_words(sent);
    // Sorted, so that the order in which they were sent decides nothing.
    words.sort_by(|a, b| (&a.text, a.field, a.place).cmp(&(&b.text, b.field, b.place)));
    let mut kept_words = kept_words(kept);
    find_all(&mut words, &mut kept_words, kept.is_of_account);
    words.sort_by_key(|word| (word.field, word.place));
    let verdict = match is_same(sent, kept) {
        true => NameVerdict::Exact,
        false => verdict(&words, sent.fields.len(), is_born_the_same_day),
    };
    let fields = sent.fields.iter().map(|(name, _)| (*name).to_owned());
    NameComparison {
        verdict,
        words,
        fields: fields.collect(),
    }
}

fn sent_words(sent: &SentName<'_>) -> Vec<SentWord> {
    let mut all = Vec::new();
    for (field, (_, text)) in sent.fields.iter().enumerate() {
        let words = tokens(text);
        let of = words.len();
        let word = |(at, word): (usize, String)| SentWord {
            text: word,
            field,
            place: at + 1,
            of,
            found: Found::Not,
            is_given: false,
        };
        all.extend(words.into_iter().take(WORDS_MAX).enumerate().map(word));
    }
    all
}

fn kept_words(kept: &KeptName<'_>) -> Vec<KeptWord> {
    let mut all = Vec::new();
    for (text, is_given) in [(kept.given, true), (kept.family, false)] {
        let words = tokens(text);
        let last = words.len();
        let word = |(at, word): (usize, String)| KeptWord {
            text: word,
            is_given,
            is_last: kept.is_of_account && at + 1 == last,
            is_free: true,
        };
        all.extend(words.into_iter().take(WORDS_MAX).enumerate().map(word));
    }
    all.sort_by(|a, b| (&a.text, a.is_given).cmp(&(&b.text, b.is_given)));
    all
}

/// Looks for every word, the surest ways first; each word of the record is found once.
fn find_all(sent: &mut [SentWord], kept: &mut [KeptWord], may_be_cut: bool) {
    find(sent, kept, Found::Whole, |one, other| {
        one.len() > 1 && one == &other.text
    });
    find_joined(sent, kept);
    find(sent, kept, Found::OtherSpelling, |one, other| {
        alike(one, &other.text)
    });
    find_slip(sent, kept);
    find(sent, kept, Found::Short, |one, other| {
        is_short_form(one, &other.text)
    });
    if may_be_cut {
        find(sent, kept, Found::Cut, |one, other| {
            other.is_last && other.text.len() >= CUT_LETTERS_MIN && one.starts_with(&other.text)
        });
    }
    find(sent, kept, Found::Initial, |one, other| {
        let is_one = one.len() == 1 || other.text.len() == 1;
        is_one && one.as_bytes().first() == other.text.as_bytes().first()
    });
    let left = sent.iter_mut().filter(|word| word.found == Found::Not);
    left.filter(|word| is_optional(&word.text))
        .for_each(|word| word.found = Found::Left);
}

fn find(
    sent: &mut [SentWord],
    kept: &mut [KeptWord],
    found: Found,
    is_it: impl Fn(&String, &KeptWord) -> bool,
) {
    for word in sent.iter_mut().filter(|word| word.found == Found::Not) {
        let mut free = kept.iter_mut().filter(|one| one.is_free);
        if let Some(one) = free.find(|one| is_it(&word.text, one)) {
            one.is_free = false;
            word.found = found;
            word.is_given = one.is_given;
        }
    }
}

/// `Abdul Rahman` and `Abdulrahman`, whichever was sent. First and last name are two, and never one
/// name of the record's.
fn find_joined(sent: &mut [SentWord], kept: &mut [KeptWord]) {
    for (first, second) in pairs(sent.len()) {
        let [one, other] = [&sent[first], &sent[second]];
        if one.found != Found::Not || other.found != Found::Not || one.field != other.field {
            continue;
        }
        let is_whole =
            |kept: &&mut KeptWord| kept.is_free && is_joined(&kept.text, &one.text, &other.text);
        if let Some(whole) = kept.iter_mut().find(is_whole) {
            whole.is_free = false;
            for at in [first, second] {
                sent[at].found = Found::Joined;
                sent[at].is_given = whole.is_given;
            }
        }
    }
    for word in sent.iter_mut().filter(|word| word.found == Found::Not) {
        let pair = pairs(kept.len()).find(|(first, second)| {
            let [one, other] = [&kept[*first], &kept[*second]];
            one.is_free && other.is_free && is_joined(&word.text, &one.text, &other.text)
        });
        if let Some((first, second)) = pair {
            kept[first].is_free = false;
            kept[second].is_free = false;
            word.found = Found::Joined;
            word.is_given = kept[first].is_given;
        }
    }
}

fn is_joined(whole: &str, one: &str, other: &str) -> bool {
    whole.strip_prefix(one) == Some(other)
}

/// All places of two different words out of `count`.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    let all = (0..count).flat_map(move |first| (0..count).map(move |second| (first, second)));
    all.filter(|(first, second)| first != second)
}

/// One word at most may be misspelled: two make another name.
fn find_slip(sent: &mut [SentWord], kept: &mut [KeptWord]) {
    for word in sent.iter_mut().filter(|word| word.found == Found::Not) {
        let mut free = kept.iter_mut().filter(|one| one.is_free);
        if let Some(one) = free.find(|one| is_slip(&word.text, &one.text)) {
            one.is_free = false;
            word.found = Found::OtherSpelling;
            word.is_given = one.is_given;
            return;
        }
    }
}

fn verdict(words: &[SentWord], fields: usize, is_born_the_same_day: bool) -> NameVerdict {
    let count = |is_it: fn(&SentWord) -> bool| words.iter().filter(|word| is_it(word)).count();
    let there = count(|word| word.found.is_there());
    let missing = count(|word| word.found == Found::Not);
    let has_whole = words.iter().any(|word| word.found.is_whole());
    // Of a word that was sent twice, and found once, it does not matter which it was.
    let found_as = |word: &SentWord| {
        let same = words.iter().filter(|other| other.text == word.text);
        same.map(|other| other.found).find(|found| found.is_there())
    };
    // An initial stands for a name, but not where another one of the same field is missing.
    let of_field = |field| {
        let of_field = || words.iter().filter(move |word| word.field == field);
        let is_there = |word: &SentWord| word.found == Found::Left || found_as(word).is_some();
        let is_whole = of_field().all(is_there);
        let mut found = of_field().filter_map(found_as);
        found.any(|found| is_whole || found != Found::Initial)
    };
    let has_each = there >= fields && (0..fields).all(of_field);
    let is_enough = missing < there || (fields > 1 && missing == there);
    let is_right = |word: &SentWord| word.found.is_whole() || word.found == Found::Left;
    if has_each && words.iter().all(is_right) {
        return NameVerdict::Normalized;
    }
    if has_each && has_whole && is_enough {
        return NameVerdict::Partial;
    }
    let mut whole = words.iter().filter(|word| word.found.is_whole());
    match is_born_the_same_day && whole.any(|word| word.is_given) {
        true => NameVerdict::Partial,
        false => NameVerdict::Mismatch,
    }
}

/// Equal but for case and spaces, with middle names or without.
fn is_same(sent: &SentName<'_>, kept: &KeptName<'_>) -> bool {
    let plain = |parts: &[&str]| {
        let words = parts.iter().flat_map(|part| part.split_whitespace());
        let words: Vec<String> = words.map(str::to_lowercase).collect();
        words.join(" ")
    };
    let sent: Vec<&str> = sent.fields.iter().map(|(_, text)| *text).collect();
    let first = kept.given.split_whitespace().next().unwrap_or_default();
    let sent = plain(&sent);
    !sent.is_empty()
        && [kept.given, first]
            .iter()
            .any(|given| plain(&[given, kept.family]) == sent)
}

impl NameComparison {
    /// What differs, in words that name fields and places only: what was sent is the caller's,
    /// and what the record has is nobody's business. Empty if nothing does. `prefix` stands before
    /// the fields: `guardian.`
    pub fn explain(&self, prefix: &str) -> String {
        let differs = self.words.iter().filter_map(|word| {
            let why = word.found.why()?;
            let field = self.fields.get(word.field)?;
            Some(match word.of {
                1 => format!("`{prefix}{field}` {why}"),
                _ => format!("word {} of `{prefix}{field}` {why}", word.place),
            })
        });
        differs.collect::<Vec<_>>().join("; ")
    }
}

impl Found {
    const fn why(self) -> Option<&'static str> {
        match self {
            Self::Whole | Self::Joined | Self::Left => None,
            Self::OtherSpelling => Some("is spelled differently"),
            Self::Short => Some("is a longer or shorter form"),
            Self::Initial => Some("agrees in the initial only"),
            Self::Cut => Some("is cut off"),
            Self::Not => Some("is not among its names"),
        }
    }
}

#[cfg(test)]
mod tests;
