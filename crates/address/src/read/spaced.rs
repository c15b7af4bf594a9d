//! Words whose letters are set apart: `S u r u l e r e   L a g o s`.
//!
//! Each letter arrives as a word of its own. Where the gaps within words and those between
//! words differ clearly, the words are put together again; else they are left as they are.

use crate::Word;

/// Letters in a row that are set apart on purpose; fewer are initials.
const LETTERS_MIN: usize = 8;
/// A wider gap, in heights of a word, ends the row.
const REACH: f32 = 1.5;
/// The gaps within words differ by no more than this factor and this share of a height.
const EVEN: f32 = 1.25;
const EVEN_MORE: f32 = 0.03;
/// The gaps between words are wider than those by this factor at least.
const WIDER: f32 = 1.5;

/// Puts letters that are set apart together to words.
pub(super) fn join(words: Vec<Word>) -> Vec<Word> {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    let mut row: Vec<Word> = Vec::new();
    for word in words {
        let goes_on = row.last().is_some_and(|last| is_next(last, &word));
        if !goes_on {
            joined.append(&mut whole(std::mem::take(&mut row)));
        }
        row.push(word);
    }
    joined.append(&mut whole(row));
    joined
}

/// Whether both are single letters, side by side.
fn is_next(last: &Word, word: &Word) -> bool {
    let single = |word: &Word| word.text.chars().count() == 1;
    let height = last.height().max(1.0);
    let gap = word.left - last.right;
    single(last)
        && single(word)
        && (word.bottom - last.bottom).abs() < 0.1 * height
        && (word.height() - last.height()).abs() < 0.1 * height
        && (0.0..REACH * height).contains(&gap)
}

/// The words of a row of letters; the letters, if that is in doubt.
fn whole(row: Vec<Word>) -> Vec<Word> {
    let Some(height) = row.first().map(Word::height) else {
        return row;
    };
    let gap = |pair: &[Word]| pair[1].left - pair[0].right;
    let mut gaps: Vec<f32> = row.windows(2).map(gap).collect();
    gaps.sort_by(f32::total_cmp);
    let Some(least) = gaps.first().filter(|_| row.len() >= LETTERS_MIN) else {
        return row;
    };
    let within = EVEN * least + EVEN_MORE * height;
    let between = gaps.iter().find(|gap| **gap > within);
    if between.is_none_or(|between| *between < WIDER * within) {
        return row;
    }
    let mut words: Vec<Word> = Vec::new();
    for letter in row {
        match words.last_mut() {
            Some(word) if letter.left - word.right <= within => {
                word.text.push_str(&letter.text);
                word.right = letter.right;
            }
            _ => words.push(letter),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters 5 wide; a space is `space` wide more than the gap.
    #[track_caller]
    fn check(text: &str, gap: f32, space: f32, expected: &[&str]) {
        let mut left = 0.0;
        let mut words = Vec::new();
        for letter in text.chars() {
            if letter == ' ' {
                left += space;
                continue;
            }
            words.push(Word {
                text: letter.to_string(),
                left,
                top: 0.0,
                right: left + 5.0,
                bottom: 11.0,
                confidence: 1.0,
            });
            left += 5.0 + gap;
        }
        let joined = join(words);
        let texts: Vec<&str> = joined.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn letters_set_apart_are_words_where_the_gaps_tell() {
        check("Surulere Lagos", 3.0, 6.0, &["Surulere", "Lagos"]);
        check("17 Bode Street", 2.3, 5.3, &["17", "Bode", "Street"]);
        let letters = ["S", "u", "r", "u", "l", "e", "r", "e"];
        check("Surul ere", 3.0, 0.5, &letters);
        check("Surulere", 3.0, 6.0, &letters);
        check("A B C", 3.0, 6.0, &["A", "B", "C"]);
        check("", 3.0, 6.0, &[]);
    }
}
