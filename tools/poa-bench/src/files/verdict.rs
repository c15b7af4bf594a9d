//! What an answer to a real paper is worth.

use std::collections::BTreeMap;

use kofa_address::{ReadError, Source};
use kofa_gazetteer::tokens;
use serde::Serialize;

use super::answer::{Answer, Answers, Field};
use super::truth::{Expect, Spellings, Truth};

/// From this on, words of a street that differ are a matter of spelling.
const STREET_F1_MIN: f64 = 0.9;

/// What became of a paper, the worst that is true of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The full address and all fields, or rightly none.
    Right,
    /// The full address, but not every field.
    FieldWrong,
    /// The right address with words too many, missing or misread.
    Inexact,
    /// Nearer to an address of the issuer than to the holder's.
    Issuer,
    /// Nearer to another address than to the holder's.
    Other,
    /// No word of any labelled address.
    Elsewhere,
    /// No full address, though the paper shows one.
    Unanswered,
    /// Refused, though the paper shows an address.
    Refused,
    /// Not read in time.
    TimedOut,
    /// An address, though the paper shows none of its holder.
    NoneAnswered,
}

/// An answer compared with what the paper says.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What became of it.
    pub class: Class,
    /// Whether the paper shows an address of its holder.
    pub shows_one: bool,
    /// The full address equals an accepted one after folding.
    pub exact: bool,
    /// Words in common with the best accepted one, 0 to 1.
    pub f1: f64,
    /// Each printed field, and whether it came back extracted and right.
    pub fields: Vec<(String, bool)>,
    /// Values in fields that are neither printed, tolerated nor allowed by a flag.
    pub invented: Vec<String>,
    /// Stated confidence of each extracted value, and whether it is right.
    pub stated: Vec<(f64, bool)>,
    /// There is an answer, and it does not ask for review.
    pub sure: bool,
}

impl Verdict {
    /// Whether the address is wrong, or there is none on the paper, and nobody is asked to look.
    pub fn sure_and_wrong(&self) -> bool {
        self.sure && !self.exact
    }
}

/// Compares. `ReadError` is a refusal.
pub fn judge(truth: &Truth, answers: Result<&Answers, ReadError>) -> Verdict {
    let (plain, filled) = match answers {
        Ok(it) => (it.plain.clone(), it.filled.clone()),
        Err(_) => (Answer::default(), Answer::default()),
    };
    let shows_one = truth.expect == Expect::Address;
    let got = &plain.full_address;
    let exact = shows_one && truth.full_address.iter().any(|it| same(it, got));
    let fields = printed_fields(truth, &plain);
    let mut invented = invented(truth, &plain);
    invented.extend(inferred_wrongly(truth, &filled));
    let answered = plain_values(&plain).any(|(name, value)| !tolerates(truth, name, value));
    let class = match answers {
        Err(ReadError::TimedOut) => Class::TimedOut,
        _ if !shows_one && answered => Class::NoneAnswered,
        _ if !shows_one => Class::Right,
        Err(_) => Class::Refused,
        _ if exact && fields.iter().all(|(_, right)| *right) => Class::Right,
        _ if exact => Class::FieldWrong,
        _ => whose(truth, got),
    };
    Verdict {
        class,
        shows_one,
        exact,
        f1: best_f1(&truth.full_address, got),
        stated: stated(truth, &plain, exact),
        sure: !plain.is_empty() && !plain.review && (shows_one || answered),
        fields,
        invented,
    }
}

/// Whose address a wrong one is.
fn whose(truth: &Truth, got: &str) -> Class {
    if got.is_empty() {
        return Class::Unanswered;
    }
    let holder = best_f1(&truth.full_address, got);
    let issuer = best_f1(&truth.issuer_addresses, got);
    let other = best_f1(&truth.other_addresses, got);
    if issuer > holder && issuer >= other {
        Class::Issuer
    } else if other > holder {
        Class::Other
    } else if holder > 0.0 {
        Class::Inexact
    } else {
        Class::Elsewhere
    }
}

fn printed_fields(truth: &Truth, plain: &Answer) -> Vec<(String, bool)> {
    let right = |name: &str, accepted: &[String]| {
        let field = plain.fields.iter().find(|it| it.name == name);
        field.is_some_and(|it| it.source == Source::Extracted && accepts(name, accepted, &it.value))
    };
    let visible = truth.visible.iter();
    visible
        .map(|(name, accepted)| (name.clone(), right(name, accepted)))
        .collect()
}

/// With the flags off: every value of a field that is not printed and not tolerated.
fn invented(truth: &Truth, plain: &Answer) -> Vec<String> {
    let values = plain.fields.iter().filter(|it| !it.value.is_empty());
    values
        .filter(|it| truth.tells_fields() && !truth.visible.contains_key(it.name))
        .filter(|it| !tolerates(truth, it.name, &it.value))
        .map(|it| format!("{}: {}", it.name, it.value))
        .collect()
}

/// With the flags on: every value that a flag brought and that no label allows.
fn inferred_wrongly(truth: &Truth, filled: &Answer) -> Vec<String> {
    let brought = |it: &&Field| matches!(it.source, Source::Derived | Source::Inferred);
    let allowed = |it: &Field| {
        let inferable = truth.inferable.get(it.name).map(|it| &it.values);
        let lists = [
            inferable,
            truth.visible.get(it.name),
            truth.tolerated.get(it.name),
        ];
        let mut lists = lists.into_iter().flatten();
        lists.any(|accepted| accepts(it.name, accepted, &it.value))
    };
    let fields = filled.fields.iter().filter(brought);
    fields
        .filter(|it| truth.tells_fields() && !allowed(it))
        .map(|it| format!("{} by flag: {}", it.name, it.value))
        .collect()
}

fn stated(truth: &Truth, plain: &Answer, exact: bool) -> Vec<(f64, bool)> {
    let right = |it: &Field| {
        let lists = [truth.visible.get(it.name), truth.tolerated.get(it.name)];
        let mut lists = lists.into_iter().flatten();
        lists.any(|accepted| accepts(it.name, accepted, &it.value))
    };
    let full = (!plain.full_address.is_empty()).then_some((plain.confidence, exact));
    let extracted = plain
        .fields
        .iter()
        .filter(|it| truth.tells_fields() && it.source == Source::Extracted);
    full.into_iter()
        .chain(extracted.map(|it| (it.confidence, right(it))))
        .collect()
}

fn plain_values(plain: &Answer) -> impl Iterator<Item = (&str, &str)> {
    let fields = plain.fields.iter().map(|it| (it.name, it.value.as_str()));
    fields
        .chain([("full_address", plain.full_address.as_str())])
        .filter(|(_, value)| !value.is_empty())
}

fn tolerates(truth: &Truth, name: &str, value: &str) -> bool {
    let tolerated: &Spellings = &truth.tolerated;
    let accepted = tolerated.get(name);
    accepted.is_some_and(|accepted| accepts(name, accepted, value))
}

/// Whether a value of a field is one of the accepted.
fn accepts(name: &str, accepted: &[String], value: &str) -> bool {
    accepted.iter().any(|it| {
        let (one, two) = (words_of_field(it), words_of_field(value));
        !two.is_empty()
            && (one.concat() == two.concat() || name == "street" && f1(&one, &two) >= STREET_F1_MIN)
    })
}

/// Without what is only a label: `State`, `LGA`, a leading `No.`.
fn words_of_field(text: &str) -> Vec<String> {
    let all = tokens(text);
    let kept = all.iter().enumerate().filter(|(at, word)| {
        let label = matches!(word.as_str(), "state" | "lga") || *at == 0 && *word == "no";
        !label
    });
    let kept: Vec<String> = kept.map(|(_, word)| word.clone()).collect();
    if kept.is_empty() { all } else { kept }
}

/// Equal after case, accents, punctuation and spaces are folded.
fn same(one: &str, two: &str) -> bool {
    let (one, two) = (tokens(one).concat(), tokens(two).concat());
    !one.is_empty() && one == two
}

fn best_f1(accepted: &[String], got: &str) -> f64 {
    let got = tokens(got);
    let each = accepted.iter().map(|it| f1(&tokens(it), &got));
    each.fold(0.0, f64::max)
}

/// Words in common, each as often as it occurs in both: 0 to 1.
fn f1(one: &[String], two: &[String]) -> f64 {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for word in one {
        *left.entry(word).or_default() += 1;
    }
    let mut common = 0;
    for word in two {
        if let Some(count) = left.get_mut(word.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    let all = one.len() + two.len();
    2.0 * f64::from(common) / all.max(1) as f64
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
