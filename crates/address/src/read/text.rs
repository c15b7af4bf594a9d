//! Letters with positions → words with boxes.

use hayro_interpret::kurbo::Point;

use crate::Word;

/// One letter on a page whose origin is at the top left.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    letter: char,
    start: Point,
    end: Point,
    /// Height of an em on the page, in points.
    size: f64,
}

impl Mark {
    pub(super) fn new(letter: char, start: Point, end: Point, size: f64) -> Self {
        Self {
            letter,
            start,
            end,
            size,
        }
    }

    pub(super) fn is_space(&self) -> bool {
        self.letter.is_whitespace()
    }

    pub(super) fn is_letter_or_digit(&self) -> bool {
        self.letter.is_alphanumeric()
    }

    /// Quarter turns clockwise from upright, `None` for slanted text (watermarks).
    fn quarter(&self) -> Option<usize> {
        let along = self.end - self.start;
        let (x, y) = (along.x, along.y);
        if y.abs() <= 0.1 * x.abs() {
            Some(if x >= 0.0 { 0 } else { 2 })
        } else if x.abs() <= 0.1 * y.abs() {
            Some(if y > 0.0 { 1 } else { 3 })
        } else {
            None
        }
    }
}

/// Letters smaller than this are not for people, in points.
const SIZE_MIN: f64 = 2.0;
/// Baselines further apart than this, in ems, are different lines.
const SHIFT_MAX: f64 = 0.3;
/// A gap wider than this, in ems, parts words.
const GAP_MAX: f64 = 0.2;
/// A step back further than this, in ems, parts words.
const OVERLAP_MAX: f64 = 0.5;

/// Groups letters to words. Text that does not run the page's main way is left out; if the
/// main way is not upright, the page is turned, so the size of the page comes back too.
pub(super) fn words(width: f32, height: f32, marks: Vec<Mark>) -> (f32, f32, Vec<Word>) {
    let mut counts = [0usize; 4];
    for quarter in marks.iter().filter_map(Mark::quarter) {
        counts[quarter] += 1;
    }
    // Upright wins a tie.
    let main = (0..4)
        .rev()
        .max_by_key(|&quarter| counts[quarter])
        .unwrap_or(0);
    let (w, h) = (f64::from(width), f64::from(height));
    let turn = |at: Point| match main {
        1 => Point::new(at.y, w - at.x),
        2 => Point::new(w - at.x, h - at.y),
        3 => Point::new(h - at.y, at.x),
        _ => at,
    };
    let mut words = Vec::new();
    let mut current: Option<Growing> = None;
    for mark in marks.iter().filter(|mark| mark.quarter() == Some(main)) {
        let (start, end) = (turn(mark.start), turn(mark.end));
        if mark.letter.is_whitespace() {
            finish(current.take(), &mut words);
            continue;
        }
        if mark.size < SIZE_MIN || !mark.size.is_finite() {
            continue;
        }
        match &mut current {
            Some(word) if word.takes(start, mark.size) => word.push(mark.letter, end),
            _ => {
                finish(current.take(), &mut words);
                current = Some(Growing::new(mark.letter, start, end, mark.size));
            }
        }
    }
    finish(current, &mut words);
    drop_doubles(&mut words);
    let words = super::spaced::join(words);
    if main % 2 == 1 {
        (height, width, words)
    } else {
        (width, height, words)
    }
}

struct Growing {
    text: String,
    left: f64,
    right: f64,
    baseline: f64,
    size: f64,
}

impl Growing {
    fn new(letter: char, start: Point, end: Point, size: f64) -> Self {
        Self {
            text: String::from(letter),
            left: start.x,
            right: end.x,
            baseline: start.y,
            size,
        }
    }

    fn takes(&self, start: Point, size: f64) -> bool {
        let em = self.size.min(size);
        let gap = start.x - self.right;
        (start.y - self.baseline).abs() <= SHIFT_MAX * em
            && gap <= GAP_MAX * em
            && gap >= -OVERLAP_MAX * em
            && start.x >= self.left
            && self.size.max(size) < 1.7 * em
    }

    fn push(&mut self, letter: char, end: Point) {
        self.text.push(letter);
        self.right = self.right.max(end.x);
    }
}

fn finish(word: Option<Growing>, words: &mut Vec<Word>) {
    let Some(word) = word else { return };
    words.push(Word {
        text: word.text,
        left: word.left as f32,
        top: (word.baseline - 0.8 * word.size) as f32,
        right: word.right as f32,
        bottom: (word.baseline + 0.2 * word.size) as f32,
        confidence: 1.0,
    });
}

/// Bold is often faked by drawing twice, slightly shifted; filled and stroked text arrives
/// twice. Of words that say the same in the same place one stays.
fn drop_doubles(words: &mut Vec<Word>) {
    /// Doubles stand beside each other once sorted; a bound keeps hostile pages linear.
    const LOOK_AHEAD: usize = 8;
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&words[a], &words[b]);
        a.text
            .cmp(&b.text)
            .then(a.top.total_cmp(&b.top))
            .then(a.left.total_cmp(&b.left))
    });
    let mut double = vec![false; words.len()];
    for (at, &first) in order.iter().enumerate() {
        for &second in order[at + 1..].iter().take(LOOK_AHEAD) {
            let (one, two) = (&words[first], &words[second]);
            let near = 0.2 * one.height();
            let same = one.text == two.text
                && (one.top - two.top).abs() < near
                && (one.left - two.left).abs() < near;
            if same && !double[first] {
                double[first.max(second)] = true;
            }
        }
    }
    let mut at = 0;
    words.retain(|_| {
        at += 1;
        !double[at - 1]
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word of half-em letters that begins at `at` and runs along `step`.
    fn word(text: &str, at: (f64, f64), step: (f64, f64)) -> Vec<Mark> {
        let place =
            |index: usize| Point::new(at.0 + step.0 * index as f64, at.1 + step.1 * index as f64);
        let mark = |(index, letter)| Mark::new(letter, place(index), place(index + 1), 10.0);
        text.chars().enumerate().map(mark).collect()
    }

    #[track_caller]
    fn check(marks: Vec<Mark>, expected: &[(&str, f32, f32)]) {
        let (_, _, words) = words(600.0, 800.0, marks);
        let found: Vec<_> = words
            .iter()
            .map(|it| (it.text.as_str(), it.left, it.bottom - 2.0))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn gaps_spaces_and_baselines_part_words() {
        let marks = [
            word("Allen Avenue", (100.0, 50.0), (5.0, 0.0)),
            word("Ikeja", (175.0, 50.0), (5.0, 0.0)),
            word("Lagos", (100.0, 62.0), (5.0, 0.0)),
        ];
        let expected = [
            ("Allen", 100.0, 50.0),
            ("Avenue", 130.0, 50.0),
            ("Ikeja", 175.0, 50.0),
            ("Lagos", 100.0, 62.0),
        ];
        check(marks.concat(), &expected);
    }

    #[test]
    fn words_drawn_twice_count_once() {
        let marks = [
            word("Ikeja", (100.0, 50.0), (5.0, 0.0)),
            word("Ikeja", (100.4, 50.0), (5.0, 0.0)),
            word("Ikeja", (100.0, 62.0), (5.0, 0.0)),
        ];
        check(
            marks.concat(),
            &[("Ikeja", 100.0, 50.0), ("Ikeja", 100.0, 62.0)],
        );
    }

    #[test]
    fn a_turned_page_is_read_upright_and_a_watermark_is_not() {
        let marks = [
            word("Ikeja", (550.0, 100.0), (0.0, 5.0)),
            word("COPY", (10.0, 400.0), (5.0, -5.0)),
        ];
        check(marks.concat(), &[("Ikeja", 100.0, 50.0)]);
        let upside_down = word("Ikeja", (500.0, 750.0), (-5.0, 0.0));
        check(upside_down, &[("Ikeja", 100.0, 50.0)]);
    }
}
