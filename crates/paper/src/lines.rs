//! Text into lines of a width.

use super::book::{Book, Colour};
use super::face::{Face, Run, showable};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub face: Face,
    pub size: f32,
    /// From one baseline to the next, in points.
    pub leading: f32,
    pub colour: Colour,
}

/// Where the lines of a text stand in their width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Middle,
    Right,
}

/// Breaks `text` at spaces into lines of at most `width` points; a word that is wider than a
/// line is broken between letters. At least one line, at most `lines_max`: of a longer text
/// the last line ends in `…`.
pub fn wrap(style: Style, text: &str, width: f32, lines_max: usize) -> Vec<Run> {
    // What is not shown is counted in the whole text: words of it are told together.
    let (text, leaves_out) = showable(style.face, text);
    let mut lines = broken(style, &text, width, lines_max);
    if let Some(first) = lines.first_mut() {
        first.leaves_out |= leaves_out;
    }
    lines
}

fn broken(style: Style, text: &str, width: f32, lines_max: usize) -> Vec<Run> {
    let mut lines = Vec::new();
    let mut words = pieces(style, text, width).into_iter().peekable();
    while let Some(first) = words.next() {
        let mut line = first;
        while let Some(word) = words.peek() {
            let longer = format!("{line} {word}");
            if shaped(style, &longer).width(style.size) > width {
                break;
            }
            line = longer;
            words.next();
        }
        if lines.len() + 1 == lines_max && words.peek().is_some() {
            lines.push(cut(style, &line, width));
            return lines;
        }
        lines.push(shaped(style, &line));
    }
    if lines.is_empty() {
        lines.push(shaped(style, ""));
    }
    lines
}

fn shaped(style: Style, text: &str) -> Run {
    Run::new(style.face, text)
}

/// `line` with `…` at its end, shortened until both fit.
fn cut(style: Style, line: &str, width: f32) -> Run {
    let mut line = line.to_owned();
    loop {
        let run = shaped(style, &format!("{}…", line.trim_end()));
        if run.width(style.size) <= width || line.pop().is_none() {
            return run;
        }
    }
}

/// The words of `text`, those that are wider than a line in pieces.
fn pieces(style: Style, text: &str, width: f32) -> Vec<String> {
    let mut pieces = Vec::new();
    for word in text.split_whitespace() {
        let run = shaped(style, word);
        if run.width(style.size) <= width {
            pieces.push(word.to_owned());
            continue;
        }
        // Between letters as they are set: a mark stays with its letter. A piece may be wider
        // than it was within the word, where letters move together, so each is set anew.
        let mut ends: Vec<usize> = run.glyphs.iter().map(|glyph| glyph.cluster).collect();
        ends.push(run.text.len());
        ends.sort_unstable();
        ends.dedup();
        let fits = |piece: &str| shaped(style, piece).width(style.size) <= width;
        let (mut begin, mut last) = (0, 0);
        for end in ends {
            if last > begin && !fits(&run.text[begin..end]) {
                pieces.push(run.text[begin..last].to_owned());
                begin = last;
            }
            last = end;
        }
        pieces.push(run.text[begin..].to_owned());
    }
    pieces
}

/// The largest of `sizes` (from large to small) at which `text` stands in `lines_max` lines,
/// and these lines; at the smallest it is cut.
pub fn fit(
    style: Style,
    sizes: &[f32],
    text: &str,
    width: f32,
    lines_max: usize,
) -> (Style, Vec<Run>) {
    let at = |size: f32| Style {
        size,
        leading: style.leading / style.size * size,
        ..style
    };
    for &size in sizes {
        let style = at(size);
        let lines = wrap(style, text, width, lines_max + 1);
        if lines.len() <= lines_max {
            return (style, lines);
        }
    }
    let style = at(sizes.last().copied().unwrap_or(style.size));
    (style, wrap(style, text, width, lines_max))
}

/// Writes lines from the first baseline at `y`; answers the baseline after the last.
pub fn write(
    book: &mut Book,
    style: Style,
    align: Align,
    (x, y): (f32, f32),
    width: f32,
    lines: &[Run],
) -> f32 {
    let mut y = y;
    for line in lines {
        let slack = width - line.width(style.size);
        let x = match align {
            Align::Left => x,
            Align::Middle => x + slack / 2.0,
            Align::Right => x + slack,
        };
        book.write(x, y, style.size, style.colour, line);
        y += style.leading;
    }
    y
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::book::INK;

    const STYLE: Style = Style {
        face: Face::Sans,
        size: 10.0,
        leading: 12.0,
        colour: INK,
    };

    fn texts(lines: &[Run]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn text_breaks_at_spaces_and_long_words_between_letters() {
        let lines = wrap(STYLE, "one two  three", 40.0, 9);
        assert_eq!(texts(&lines), ["one two", "three"]);
        let lines = wrap(STYLE, &"a".repeat(40), 60.0, 9);
        assert!(lines.len() > 3);
        assert_eq!(texts(&lines).concat(), "a".repeat(40));
        assert_eq!(texts(&wrap(STYLE, "  ", 60.0, 9)), [""]);
    }

    #[test]
    fn what_is_cut_says_so() {
        let lines = wrap(STYLE, "one two three four five six", 40.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].text.ends_with('…'));
        assert!(lines[1].width(10.0) <= 40.0);
    }

    #[test]
    fn what_is_not_shown_is_said_once_and_marks_the_lines() {
        let lines = wrap(STYLE, "Kano 上海 公司 Ltd", 90.0, 9);
        let said = texts(&lines).join(" ");
        assert_eq!(said, "Kano [4 characters not shown] Ltd");
        assert!(lines.iter().any(|line| line.leaves_out));
        let lines = wrap(STYLE, "Kano Ltd", 90.0, 9);
        assert!(!lines.iter().any(|line| line.leaves_out));
    }

    #[test]
    fn a_text_is_set_as_large_as_fits() {
        let size = |text: &str| fit(STYLE, &[30.0, 20.0, 10.0], text, 200.0, 1).0.size;
        assert!((size("short") - 30.0).abs() < f32::EPSILON);
        assert!((size("a middling line of text") - 10.0).abs() < f32::EPSILON);
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide_and_nothing_is_lost(
            text in "[a-zẹọ\u{300} ]{0,120}",
            wide in 30_u16..200,
        ) {
            let wide = f32::from(wide);
            let lines = wrap(STYLE, &text, wide, usize::MAX);
            for line in &lines {
                prop_assert!(line.width(10.0) <= wide + 0.01, "{}", line.text);
            }
            let letters = |text: &str| text.chars().filter(|one| *one != ' ').collect::<String>();
            let whole = Run::new(Face::Sans, &text);
            prop_assert_eq!(letters(&texts(&lines).concat()), letters(&whole.text));
        }
    }
}
