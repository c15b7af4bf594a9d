//! The verdict on two names.

use super::align::align;
use super::difference::{Difference, DifferenceKind};
use super::keys::{LegalForm, NameKeys};
use super::words::TRADING;
use crate::Company;
use crate::rules::{CompanyType, EntityType};

/// Scores, in hundredths. Each verdict has a range of its own.
const EXACT: u8 = 100;
const NORMALIZED: u8 = 99;
const PARTIAL_MAX: u32 = 98;
const PARTIAL_MIN: u32 = 85;
/// What is taken off the share of matching words, in hundredths.
const FORM_UNSTATED: u32 = 3;
const FORM_DIFFERS: u32 = 8;
const COUNTRY_DIFFERS: u32 = 2;
const ORDER_DIFFERS: u32 = 3;
/// Differences told at most.
const DIFFERENCES_MAX: usize = 20;

/// How well two names match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameMatch {
    /// Equal but for case and runs of spaces.
    Exact,
    /// Equal but for punctuation, abbreviations and marks on letters.
    Normalized,
    /// Near enough that a person should look: a slip, a word or the legal form left out.
    Partial,
    Mismatch,
}

impl NameMatch {
    /// All verdicts, best first.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Normalized, Self::Partial, Self::Mismatch];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "EXACT",
            Self::Normalized => "NORMALIZED",
            Self::Partial => "PARTIAL",
            Self::Mismatch => "MISMATCH",
        }
    }

    /// Whether the names are the same name.
    pub const fn is_match(self) -> bool {
        matches!(self, Self::Exact | Self::Normalized)
    }
}

/// A name on the register, and what the register says beside it.
#[derive(Clone, Copy, Debug)]
pub struct Registered<'a> {
    pub name: &'a str,
    /// The kind of entity, if known.
    pub entity_type: Option<EntityType>,
    /// The legal form that follows from its type, if known.
    pub form: Option<LegalForm>,
    /// Its number, if known: behind either name it is not part of it.
    pub rc_number: Option<&'a str>,
}

impl<'a> Registered<'a> {
    pub const fn name(name: &'a str) -> Self {
        Self {
            name,
            entity_type: None,
            form: None,
            rc_number: None,
        }
    }

    /// The name of `company`.
    pub fn of(company: &'a Company) -> Self {
        Self {
            name: &company.company_name,
            entity_type: Some(company.entity_type),
            form: CompanyType::parse(&company.company_type).and_then(LegalForm::of),
            rc_number: Some(company.rc_number.as_str()),
        }
    }

    /// A name taken apart that is said to be this entity's.
    fn keys(&self, name: &str) -> NameKeys {
        match self.rc_number {
            Some(number) => NameKeys::of_numbered(name, number, self.entity_type),
            None => NameKeys::of(name),
        }
    }
}

/// The verdict on two names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameCheck {
    /// How well they match.
    pub result: NameMatch,
    /// In hundredths: exact 100, normalized 99, partial 85 to 98, mismatch up to 84.
    pub score: u8,
    /// What differs; empty if they match exactly.
    pub differences: Vec<Difference>,
}

/// How two legal forms stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forms {
    Same,
    /// One name does not state its own.
    Unstated,
    /// Both are companies, of different sorts.
    Differ,
    /// Different kinds of entity: different entities.
    Apart,
}

/// Compares the name `submitted` with a `registered` one. Without what the register says
/// beside the name, verdict and score are the same if the two are swapped.
pub fn compare(submitted: &str, registered: Registered<'_>) -> NameCheck {
    if is_same_name(submitted, registered.name) {
        return NameCheck {
            result: NameMatch::Exact,
            score: EXACT,
            differences: Vec::new(),
        };
    }
    let (left, right) = (registered.keys(submitted), registered.keys(registered.name));
    let forms = relate(&left, &right, registered);
    let mut differences = letters(&left, &right);
    let foreign = !differences.is_empty();
    let form_moved = left.has_form_elsewhere(&right);
    let is_same = match forms {
        _ if foreign || form_moved => false,
        Forms::Same => same_words(&left.words, &right.words) || left.has_letters_of(&right),
        // The form may be there, and only not by itself.
        Forms::Unstated => left.has_letters_of(&right),
        Forms::Differ | Forms::Apart => false,
    };
    if is_same {
        return NameCheck {
            result: NameMatch::Normalized,
            score: NORMALIZED,
            differences: vec![Difference::bare(DifferenceKind::Writing)],
        };
    }
    let mut off = match forms {
        Forms::Same => 0,
        Forms::Unstated => FORM_UNSTATED,
        Forms::Differ | Forms::Apart => FORM_DIFFERS,
    };
    if forms != Forms::Same {
        differences.push(form_difference(&left, &right, registered));
    }
    let elsewhere = left.has_country_elsewhere(&right) || right.has_country_elsewhere(&left);
    if left.names_country() != right.names_country() && !elsewhere {
        let country = |keys: &NameKeys| keys.names_country().then(|| "NIGERIA".to_owned());
        let kind = DifferenceKind::Country;
        differences.push(Difference::new(kind, country(&left), country(&right)));
        off += COUNTRY_DIFFERS;
    }
    let mut words = match elsewhere {
        true => align(&left.words, &right.words),
        false => align(left.core_words(), right.core_words()),
    };
    let is_order = |one: &Difference| one.kind == DifferenceKind::WordOrder;
    let words_moved = words.differences.iter().any(is_order);
    if form_moved && !words_moved {
        let order = Difference::bare(DifferenceKind::WordOrder);
        words.differences.push(order);
    }
    if form_moved || words_moved {
        off += ORDER_DIFFERS;
    }
    differences.extend(words.differences);
    differences.truncate(DIFFERENCES_MAX);
    let score = words.score.saturating_sub(off).min(PARTIAL_MAX);
    let different = forms == Forms::Apart || foreign || words.replaced || words.renumbered;
    let (result, score) = if different || score < PARTIAL_MIN {
        (NameMatch::Mismatch, score.min(PARTIAL_MIN - 1))
    } else {
        (NameMatch::Partial, score)
    };
    NameCheck {
        result,
        score: u8::try_from(score).unwrap_or(0),
        differences,
    }
}

/// Equal but for case and runs of spaces.
pub(crate) fn is_same_name(a: &str, b: &str) -> bool {
    let letters = |text: &str| -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").chars().map(capital).collect()
    };
    let (a, b) = (letters(a), letters(b));
    a == b && !a.is_empty()
}

/// The capital of a small letter that is that capital's small one. Not so `ı`, `ſ` and `ﬁ`:
/// their capitals are other letters', and they are not those letters in another case.
fn capital(letter: char) -> char {
    let mut capitals = letter.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(one), None) if one.to_lowercase().eq([letter]) => one,
        _ => letter,
    }
}

/// Equal but for spaces; numbers are not run together.
fn same_words(a: &[String], b: &[String]) -> bool {
    let letters = |words: &[String]| words.concat();
    !a.is_empty() && letters(a) == letters(b) && numbers(a) == numbers(b)
}

/// The digits that stand side by side within a word, in their order.
fn numbers(words: &[String]) -> Vec<&str> {
    let not_digit = |letter: char| !letter.is_ascii_digit();
    let runs = words.iter().flat_map(|word| word.split(not_digit));
    runs.filter(|run| !run.is_empty()).collect()
}

fn relate(left: &NameKeys, right: &NameKeys, registered: Registered<'_>) -> Forms {
    match (left.form, right.form) {
        (Some(a), Some(b)) if a == b => Forms::Same,
        (Some(a), Some(b)) if a.entity_type() == b.entity_type() => Forms::Differ,
        (Some(_), Some(_)) => Forms::Apart,
        (None, None) => Forms::Same,
        (Some(form), None) if registered.form == Some(form) => Forms::Same,
        (Some(form), None) => match registered.entity_type {
            Some(kind) if kind != form.entity_type() => Forms::Apart,
            Some(_) if registered.form.is_some() => Forms::Differ,
            _ => trades(right, left),
        },
        (None, Some(_)) => trades(left, right),
    }
}

/// One name states a legal form and the other does not: another entity if that one is a
/// trading name that the first has not.
fn trades(bare: &NameKeys, stated: &NameKeys) -> Forms {
    let last = bare.words.last().map_or("", String::as_str);
    let has = stated.words.iter().any(|word| word == last);
    if TRADING.contains(&last) && !has {
        Forms::Apart
    } else {
        Forms::Unstated
    }
}

fn form_difference(left: &NameKeys, right: &NameKeys, registered: Registered<'_>) -> Difference {
    let words = |form: LegalForm| form.as_str().to_owned();
    let business = |keys: &NameKeys| {
        let trading = |word: &String| TRADING.contains(&word.as_str());
        let is = keys.form.is_none() && keys.words.last().is_some_and(trading);
        is.then(|| "business name".to_owned())
    };
    let kind = registered
        .entity_type
        .map(|kind| kind.in_words().to_owned());
    let kept = right.form.or(registered.form).map(words);
    let sent = left.form.map(words).or_else(|| business(left));
    let kept = kept.or(kind).or_else(|| business(right));
    Difference::new(DifferenceKind::LegalForm, sent, kept)
}

fn letters(left: &NameKeys, right: &NameKeys) -> Vec<Difference> {
    let list = |keys: &NameKeys| {
        let letters = keys.foreign.iter().take(5);
        let letters: Vec<String> = letters
            .map(|letter| format!("{letter} (U+{:04X})", u32::from(*letter)))
            .collect();
        (!letters.is_empty()).then(|| letters.join(", "))
    };
    let (left, right) = (list(left), list(right));
    if left.is_none() && right.is_none() {
        return Vec::new();
    }
    vec![Difference::new(DifferenceKind::Letters, left, right)]
}
