//! Figures in SVG, drawn here: no script, no style attribute. Colours come from the sheet by
//! class. Every figure has its numbers in words for who cannot see it.

use std::fmt::Write as _;

use crate::text::{Html, escape};

/// Width of the drawing, in its own units.
const WIDTH: usize = 640;
/// Height of the drawing above its labels.
const HEIGHT: usize = 120;
/// Room for the labels below.
const FOOT: usize = 18;
/// As if there were at least so many bars: one alone would be a wall.
const BARS_MIN: usize = 10;
/// What a label such as `29 Nov` may need.
const LABEL: usize = 56;

/// A bar: what it stands for and its parts, from the bottom up.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Under the bar, where there is room: `21 Nov`.
    pub label: String,
    /// Where the pointer rests: `21 Nov: 120 calls, 3 errors`.
    pub title: String,
    /// How large each part is, in the order of the classes.
    pub parts: Vec<i64>,
}

/// Bars beside each other. `classes` colour the parts (`ok`, `warn`, `bad`, `plain`);
/// `summary` says the figure in words.
pub fn bars(bars: &[Bar], classes: &[&str], summary: &str) -> Html {
    let highest = bars.iter().map(|bar| bar.parts.iter().sum::<i64>()).max();
    let highest = highest.unwrap_or(0).max(1);
    let mut out = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"",
        HEIGHT + FOOT
    );
    escape(&mut out, summary);
    out.push_str("\">");
    // A few bars stand at the left, as slim as they would among others.
    let step = WIDTH / bars.len().max(BARS_MIN);
    let thick = (step * 7 / 10).max(1);
    // As many labels as stand beside each other without touching.
    let every = bars.len().div_ceil(8).max(1);
    for (at, bar) in bars.iter().enumerate() {
        let x = at * step + (step - thick) / 2;
        let _ = write!(out, "<g><title>");
        escape(&mut out, &bar.title);
        let _ = write!(
            out,
            "</title><rect class=\"ground\" x=\"{x}\" y=\"0\" width=\"{thick}\" \
             height=\"{HEIGHT}\"/>"
        );
        let mut top = HEIGHT;
        for (part, class) in bar.parts.iter().zip(classes) {
            let height = scaled(*part, highest);
            top -= height.min(top);
            if height > 0 {
                let _ = write!(
                    out,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{top}\" width=\"{thick}\" \
                     height=\"{height}\"/>"
                );
            }
        }
        out.push_str("</g>");
        if at % every == 0 {
            // A label that would run over the edge ends at it instead.
            let (x, anchor) = match at * step + LABEL > WIDTH {
                true => (WIDTH, "end"),
                false => (at * step, "start"),
            };
            let y = HEIGHT + FOOT - 4;
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">");
            escape(&mut out, &bar.label);
            out.push_str("</text>");
        }
    }
    out.push_str("</svg>");
    Html(out)
}

/// What is there is seen: at least one unit.
fn scaled(part: i64, highest: i64) -> usize {
    let part = u128::try_from(part.max(0)).unwrap_or(0);
    let highest = u128::try_from(highest.max(1)).unwrap_or(1);
    let height = (part * HEIGHT as u128).div_ceil(highest);
    usize::try_from(height).unwrap_or(HEIGHT).min(HEIGHT)
}

/// A strip of days, one cell each, for a status of 90 days. Each is (class, title).
pub fn strip(cells: &[(&str, String)], summary: &str) -> Html {
    let mut out = format!(
        "<svg class=\"strip\" viewBox=\"0 0 {} 28\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"",
        cells.len().max(1) * 6
    );
    escape(&mut out, summary);
    out.push_str("\">");
    for (at, (class, title)) in cells.iter().enumerate() {
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{}\" y=\"0\" width=\"4\" height=\"28\"><title>",
            at * 6 + 1
        );
        escape(&mut out, title);
        out.push_str("</title></rect>");
    }
    out.push_str("</svg>");
    Html(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fit_and_what_is_there_is_seen() {
        let bar = |parts: &[i64]| Bar {
            label: "<21 Nov>".into(),
            title: "a & b".into(),
            parts: parts.to_vec(),
        };
        let svg = bars(
            &[bar(&[1_000_000, 1]), bar(&[0, 0])],
            &["ok", "bad"],
            "\"x\"",
        )
        .0;
        assert!(svg.contains("&lt;21 Nov&gt;") && svg.contains("a &amp; b"));
        assert!(svg.contains("class=\"bad\"") && !svg.contains("style="));
        assert_eq!(svg.matches("class=\"ok\"").count(), 1);
        assert_eq!(scaled(1, i64::MAX), 1);
        assert_eq!(scaled(i64::MAX, i64::MAX), HEIGHT);
        assert_eq!(scaled(-5, 10), 0);
        bars(&[], &[], "");
        let alone = bars(&[bar(&[1])], &["ok"], "").0;
        assert!(
            alone.contains("x=\"10\" y=\"0\" width=\"44\""),
            "no wall: {alone}"
        );
        let month = bars(&vec![bar(&[1]); 30], &["ok"], "").0;
        assert_eq!(month.matches("text-anchor=\"end\"").count(), 1);
        assert!(month.contains("x=\"640\" y=\"134\" text-anchor=\"end\""));
        assert!(strip(&[("ok", "1 < 2".into())], "s").0.contains("1 &lt; 2"));
    }
}
