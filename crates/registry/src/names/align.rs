//! Which word of one name is which of the other.

use super::difference::{Difference, DifferenceKind};
use super::words::{has_digit, likeness, weight};

/// Unmatched words a side beyond which no slips are looked for: such names have nothing to
/// do with each other, and the work stays small for any input.
const SLIPS_MAX: usize = 16;

/// The words of two names, matched.
#[derive(Debug)]
pub(super) struct Alignment {
    /// Share of the words that are matched, weighted, in hundredths.
    pub(super) score: u32,
    /// Whether both names have words that the other lacks.
    pub(super) replaced: bool,
    /// Whether a word with a digit is in one name only.
    pub(super) renumbered: bool,
    pub(super) differences: Vec<Difference>,
}

/// A word of the one and a word of the other, how alike they are.
#[derive(Clone, Copy)]
struct Pair {
    left: usize,
    right: usize,
    likeness: u32,
}

struct Matching<'a> {
    left: &'a [String],
    right: &'a [String],
    left_free: Vec<bool>,
    right_free: Vec<bool>,
    pairs: Vec<Pair>,
    /// Weight that is matched, times its likeness in hundredths.
    matched: u32,
    differences: Vec<Difference>,
}

/// Matches the words of the name sent with those of the registered one.
pub(super) fn align(left: &[String], right: &[String]) -> Alignment {
    let mut matching = Matching {
        left,
        right,
        left_free: vec![true; left.len()],
        right_free: vec![true; right.len()],
        pairs: Vec::new(),
        matched: 0,
        differences: Vec::new(),
    };
    matching.equal_words();
    matching.split_words();
    matching.misspelled_words();
    matching.finish()
}

impl Matching<'_> {
    fn take(&mut self, pair: Pair) {
        self.left_free[pair.left] = false;
        self.right_free[pair.right] = false;
        let both = weight(&self.left[pair.left]) + weight(&self.right[pair.right]);
        self.matched += both * pair.likeness;
        self.pairs.push(pair);
    }

    fn equal_words(&mut self) {
        for left in 0..self.left.len() {
            let same =
                |right: &usize| self.right_free[*right] && self.right[*right] == self.left[left];
            if let Some(right) = (0..self.right.len()).find(same) {
                self.take(Pair {
                    left,
                    right,
                    likeness: 100,
                });
            }
        }
    }

    /// `MICRO SYSTEMS` and `MICROSYSTEMS`.
    fn split_words(&mut self) {
        let joined = join_free(self.left, &self.left_free, self.right, &self.right_free);
        for (first, whole) in joined {
            let parts = format!("{} {}", self.left[first], self.left[first + 1]);
            self.take_split(parts.clone(), self.right[whole].clone());
            self.left_free[first] = false;
            self.left_free[first + 1] = false;
            self.right_free[whole] = false;
            let parts = [&self.left[first], &self.left[first + 1]];
            self.matched += 100 * (weight(parts[0]) + weight(parts[1]));
            self.matched += 100 * weight(&self.right[whole]);
        }
        let joined = join_free(self.right, &self.right_free, self.left, &self.left_free);
        for (first, whole) in joined {
            let parts = format!("{} {}", self.right[first], self.right[first + 1]);
            self.take_split(self.left[whole].clone(), parts);
            self.right_free[first] = false;
            self.right_free[first + 1] = false;
            self.left_free[whole] = false;
            let parts = [&self.right[first], &self.right[first + 1]];
            self.matched += 100 * (weight(parts[0]) + weight(parts[1]));
            self.matched += 100 * weight(&self.left[whole]);
        }
    }

    fn take_split(&mut self, sent: String, kept: String) {
        let kind = DifferenceKind::Spacing;
        self.differences
            .push(Difference::new(kind, Some(sent), Some(kept)));
    }

    fn misspelled_words(&mut self) {
        let free = |free: &[bool]| free.iter().filter(|one| **one).count();
        if free(&self.left_free) > SLIPS_MAX || free(&self.right_free) > SLIPS_MAX {
            return;
        }
        let mut candidates = Vec::new();
        for left in (0..self.left.len()).filter(|at| self.left_free[*at]) {
            for right in (0..self.right.len()).filter(|at| self.right_free[*at]) {
                let likeness = likeness(&self.left[left], &self.right[right]);
                if likeness > 0 {
                    candidates.push(Pair {
                        left,
                        right,
                        likeness,
                    });
                }
            }
        }
        // An order that is the same from both sides, so that the verdict is too.
        candidates.sort_by_key(|pair| {
            let apart = pair.left.abs_diff(pair.right);
            (100 - pair.likeness, apart, pair.left + pair.right)
        });
        for pair in candidates {
            if self.left_free[pair.left] && self.right_free[pair.right] {
                self.take(pair);
                let (sent, kept) = (&self.left[pair.left], &self.right[pair.right]);
                let kind = DifferenceKind::Spelling;
                let difference = Difference::new(kind, Some(sent.clone()), Some(kept.clone()));
                self.differences.push(difference);
            }
        }
    }

    fn finish(mut self) -> Alignment {
        self.pairs.sort_by_key(|pair| pair.left);
        let reordered = self.pairs.windows(2).any(|two| two[0].right > two[1].right);
        if reordered {
            self.differences
                .push(Difference::bare(DifferenceKind::WordOrder));
        }
        let free = |words: &[String], free: &[bool]| -> Vec<String> {
            let free = words.iter().zip(free).filter(|(_, free)| **free);
            free.map(|(word, _)| word.clone()).collect()
        };
        let missing = free(self.right, &self.right_free);
        let extra = free(self.left, &self.left_free);
        let telling = |words: &[String]| words.iter().any(|word| weight(word) > 1);
        let total: u32 = self.left.iter().chain(self.right).map(|w| weight(w)).sum();
        let alignment = Alignment {
            score: self.matched / total.max(1),
            replaced: telling(&missing) && telling(&extra),
            renumbered: missing.iter().chain(&extra).any(|word| has_digit(word)),
            differences: self.differences,
        };
        let missing = missing
            .into_iter()
            .map(|word| Difference::new(DifferenceKind::MissingWord, None, Some(word)));
        let extra = extra
            .into_iter()
            .map(|word| Difference::new(DifferenceKind::ExtraWord, Some(word), None));
        Alignment {
            differences: alignment
                .differences
                .into_iter()
                .chain(missing)
                .chain(extra)
                .collect(),
            ..alignment
        }
    }
}

/// Free words of `parts` that stand side by side and together are a free word of `wholes`:
/// the place of the first, and of the whole. No word occurs twice. Two numbers side by side
/// are never one number.
fn join_free(
    parts: &[String],
    parts_free: &[bool],
    wholes: &[String],
    wholes_free: &[bool],
) -> Vec<(usize, usize)> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut found: Vec<(usize, usize)> = Vec::new();
    for first in 0..parts.len().saturating_sub(1) {
        let used = found.last().is_some_and(|(last, _)| last + 1 == first);
        let numbers_meet =
            parts[first].ends_with(is_digit) && parts[first + 1].starts_with(is_digit);
        if used || !parts_free[first] || !parts_free[first + 1] || numbers_meet {
            continue;
        }
        let whole = (0..wholes.len()).find(|at| {
            let rest = wholes[*at].strip_prefix(parts[first].as_str());
            wholes_free[*at]
                && rest == Some(parts[first + 1].as_str())
                && found.iter().all(|(_, taken)| taken != at)
        });
        found.extend(whole.map(|whole| (first, whole)));
    }
    found
}
