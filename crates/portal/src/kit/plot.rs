//! Figures in SVG, drawn here: no script, no style attribute. Colours come from the sheet by
//! class. Every figure has its numbers in words for who cannot see it.
//!
//! Places across are in per cent and heights in pixels, so that a figure is as wide as what it
//! stands in, and its letters keep their size.

use std::fmt::Write as _;

use kofa_domain::Kobo;

use super::show;
use crate::text::{Html, escape};

/// Height of the bars, in pixels; the sheet says the same for the scale beside them.
const HEIGHT: usize = 120;
/// Room for the labels below.
const FOOT: usize = 24;
/// All of the width, in parts: a ten-thousandth of a per cent.
const WIDTH: usize = 1_000_000;
/// The same of lines, which have no per cent.
const LINE_WIDTH: usize = 1_000;
/// A few bars are no thicker than this: one alone would be a wall.
const THICK_MAX: usize = WIDTH / 12;
/// Labels that stand beside each other on a phone without touching.
const LABELS_MAX: usize = 5;
/// From one label to the next: steps that people count in.
const LABEL_STEPS: [usize; 6] = [1, 2, 3, 6, 7, 14];

/// A bar: what it stands for and its parts, from the bottom up.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Under the bar, where there is room: `21 Nov`.
    pub label: String,
    /// What is told of it: `21 Nov: 120 requests, 3 errors`.
    pub title: String,
    /// How large each part is, in the order of the classes. Of lines: where each one is, or
    /// nothing where none of them is known.
    pub parts: Vec<i64>,
}

/// What the parts of bars are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Count,
    /// Kobo, shown in naira.
    Money,
    /// Microseconds.
    Time,
}

/// What a figure is drawn of.
#[derive(Clone, Copy, Debug)]
pub struct Plot<'a> {
    pub bars: &'a [Bar],
    /// Colours of the parts: `ok`, `warn`, `bad`, `plain`.
    pub classes: &'a [&'a str],
    pub unit: Unit,
    /// The figure in words.
    pub summary: &'a str,
    /// Where each bar leads; empty of bars that lead nowhere.
    pub links: &'a [String],
    /// How high each bar was in the time before: a line over the bars.
    pub before: &'a [i64],
    /// Whether a part of the figure can be chosen: by drawing over bars, or by Shift and the
    /// arrow keys. Leads where the first bar's link begins and the last one's ends.
    pub can_choose: bool,
}

/// Bars beside each other, with a scale. `classes` colour the parts (`ok`, `warn`, `bad`,
/// `plain`); `summary` says the figure in words.
pub fn bars(bars: &[Bar], classes: &[&str], summary: &str) -> Html {
    linked(bars, (classes, Unit::Count), summary, &[])
}

/// Bars that lead somewhere: `links` has a place for each.
pub fn linked(bars: &[Bar], of: (&[&str], Unit), summary: &str, links: &[String]) -> Html {
    drawn((bars, &[]), of, summary, links)
}

/// Bars with a line across each at the height that it had a period before.
pub fn compared(bars: &[Bar], before: &[i64], of: (&[&str], Unit), summary: &str) -> Html {
    drawn((bars, before), of, summary, &[])
}

fn drawn(
    (bars, before): (&[Bar], &[i64]),
    (classes, unit): (&[&str], Unit),
    summary: &str,
    links: &[String],
) -> Html {
    let plot = Plot {
        bars,
        classes,
        unit,
        summary,
        links,
        before,
        can_choose: false,
    };
    plot.stacked()
}

impl Plot<'_> {
    /// The parts of each bar on each other.
    pub fn stacked(&self) -> Html {
        let highest = self.bars.iter().map(|bar| bar.parts.iter().sum::<i64>());
        let scale = Scale::of(highest.chain(self.before.iter().copied()).max(), self.unit);
        let mut out = self.begin(&scale);
        stack(&mut out, self.bars, self.classes, scale.top);
        if self.before.iter().any(|value| *value > 0) {
            let value = |at: usize| self.before.get(at).copied();
            self.line(&mut out, "before", scale.top, value);
        }
        self.slots(&mut out);
        self.end(out)
    }

    /// A line for each class.
    pub fn lines(&self) -> Html {
        let highest = self.bars.iter().flat_map(|bar| bar.parts.iter().copied());
        let scale = Scale::of(highest.max(), self.unit);
        let mut out = self.begin(&scale);
        for (part, class) in self.classes.iter().enumerate() {
            let value = |at: usize| self.bars.get(at)?.parts.get(part).copied();
            self.line(&mut out, class, scale.top, value);
        }
        self.slots(&mut out);
        self.end(out)
    }

    fn begin(&self, scale: &Scale) -> String {
        let choose = if self.can_choose { " data-choose" } else { "" };
        let mut out = format!(
            "<div class=\"chart\"{choose}><div class=\"chart-scale\" aria-hidden=\"true\">"
        );
        for (_, label) in &scale.lines {
            let _ = write!(out, "<span>{label}</span>");
        }
        let _ = write!(
            out,
            "</div><svg class=\"plot\" width=\"100%\" height=\"{}\" role=\"group\" aria-label=\"",
            HEIGHT + FOOT
        );
        escape(&mut out, self.summary);
        out.push_str("\">");
        for (value, _) in &scale.lines {
            let y = HEIGHT - scaled(*value, scale.top);
            let _ = write!(
                out,
                "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{y}\" y2=\"{y}\"/>"
            );
        }
        out
    }

    fn end(&self, mut out: String) -> Html {
        out.push_str("</svg></div>");
        Html(out)
    }

    /// The slot of each bar, above what is drawn: all of it is felt by the pointer. And the labels
    /// below.
    fn slots(&self, out: &mut String) {
        let step = WIDTH / self.bars.len().max(1);
        let every = label_step(self.bars.len());
        for (at, bar) in self.bars.iter().enumerate() {
            slot(out, (at, step), bar, self.links.get(at));
            if at % every == 0 {
                let (x, y) = (percent(at * step + step / 2), HEIGHT + 17);
                let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">");
                escape(out, &bar.label);
                out.push_str("</text>");
            }
        }
    }

    /// A line through the middle of the slots, broken where nothing is known; what stands alone is
    /// a dot.
    fn line(&self, out: &mut String, class: &str, top: i64, value: impl Fn(usize) -> Option<i64>) {
        let count = self.bars.len();
        let (mut pieces, mut piece) = (String::new(), Vec::new());
        let height = |value: i64| HEIGHT - scaled(value, top);
        for at in 0..=count {
            let middle = (2 * at + 1) * LINE_WIDTH / (2 * count.max(1));
            match value(at).filter(|_| at < count) {
                Some(value) => piece.push(format!("{middle},{}", height(value))),
                None if piece.len() == 1 => {
                    // Drawn as a line of no length, its round ends are the dot.
                    let point = &piece[0];
                    let _ = write!(
                        pieces,
                        "<polyline class=\"dot\" points=\"{point} {point}\"/>"
                    );
                    piece.clear();
                }
                None if piece.is_empty() => {}
                None => {
                    let _ = write!(pieces, "<polyline points=\"{}\"/>", piece.join(" "));
                    piece.clear();
                }
            }
        }
        stretched(out, &format!(" line {class}"), &pieces);
    }
}

/// Where one bar stands. The first is reached by the tab key, the others from it by arrows.
fn slot(out: &mut String, (at, step): (usize, usize), bar: &Bar, link: Option<&String>) {
    let (slot, width) = (percent(at * step), percent(step));
    let index = if at == 0 { "0" } else { "-1" };
    match link {
        Some(link) => {
            let _ = write!(out, "<a class=\"bar\" tabindex=\"{index}\" href=\"");
            escape(out, link);
            out.push_str("\"><title>");
        }
        None => {
            let _ = write!(
                out,
                "<g class=\"bar\" tabindex=\"{index}\" role=\"img\"><title>"
            );
        }
    }
    escape(out, &bar.title);
    // All of the slot tells, also where nothing stands.
    let tag = if link.is_some() { "a" } else { "g" };
    let _ = write!(
        out,
        "</title><rect class=\"slot\" x=\"{slot}\" width=\"{width}\" height=\"{HEIGHT}\"/></{tag}>"
    );
}

/// The parts of all bars, each class as one shape: a page has many bars.
fn stack(out: &mut String, bars: &[Bar], classes: &[&str], top: i64) {
    let step = WIDTH / bars.len().max(1);
    let thick = (step * 7 / 10).min(THICK_MAX);
    let wide = (thick * LINE_WIDTH / WIDTH).max(1);
    let mut shapes = vec![String::new(); classes.len()];
    for (at, bar) in bars.iter().enumerate() {
        let x = (at * step + (step - thick) / 2) * LINE_WIDTH / WIDTH;
        let mut y = HEIGHT;
        for (part, shape) in bar.parts.iter().zip(&mut shapes) {
            let height = scaled(*part, top).min(y);
            if height > 0 {
                let _ = write!(shape, "M{x} {y}v-{height}h{wide}v{height}z");
            }
            y -= height;
        }
    }
    let shape = |(shape, class): (&String, &&str)| match shape.as_str() {
        "" => String::new(),
        shape => format!("<path class=\"{class}\" d=\"{shape}\"/>"),
    };
    let shapes: String = shapes.iter().zip(classes).map(shape).collect();
    stretched(out, "", &shapes);
}

/// Shapes whose places across are parts of [`LINE_WIDTH`].
fn stretched(out: &mut String, class: &str, shapes: &str) {
    if !shapes.is_empty() {
        let _ = write!(
            out,
            "<svg class=\"drawn{class}\" viewBox=\"0 0 {LINE_WIDTH} {HEIGHT}\" width=\"100%\" \
             height=\"{HEIGHT}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{shapes}</svg>"
        );
    }
}

/// The lines across, the highest first, and what stands beside them.
#[derive(Debug, PartialEq, Eq)]
struct Scale {
    top: i64,
    lines: Vec<(i64, String)>,
}

impl Scale {
    /// Up to the next round number. Money is counted in whole naira where there is as much.
    fn of(highest: Option<i64>, unit: Unit) -> Self {
        let highest = highest.unwrap_or(0);
        let whole = match unit {
            Unit::Money if highest > 100 => 100,
            _ => 1,
        };
        let top = round_up(highest.max(1).div_euclid(whole) + i64::from(highest % whole > 0));
        let label = |value: i64| match unit {
            Unit::Count => short(value),
            Unit::Money if whole == 1 => show::naira(Kobo::new(value)),
            Unit::Money => format!("\u{20a6}{}", short(value)),
            Unit::Time if value == 0 => "0".to_owned(),
            Unit::Time => show::millis(value),
        };
        let values = match top {
            1 => vec![1, 0],
            _ => vec![top, top / 2, 0],
        };
        let line = |value: i64| (value.saturating_mul(whole), label(value));
        Self {
            top: top.saturating_mul(whole),
            lines: values.into_iter().map(line).collect(),
        }
    }
}

/// 1, 2, 4, 6, 8 or 10 times a power of ten: halves of all but 1 are whole.
fn round_up(value: i64) -> i64 {
    let mut power = 1_i64;
    loop {
        for step in [1, 2, 4, 6, 8] {
            let round = power.saturating_mul(step);
            if round >= value {
                return round;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// `800`, `20k`, `1.5M`: what a round number or its half needs.
fn short(value: i64) -> String {
    match value {
        ..10_000 => show::count(value),
        10_000..1_000_000 => format!("{}k", value / 1_000),
        _ if value % 1_000_000 == 0 => format!("{}M", show::count(value / 1_000_000)),
        _ => format!("{}.{}M", value / 1_000_000, value % 1_000_000 / 100_000),
    }
}

/// As many labels as stand beside each other.
fn label_step(bars: usize) -> usize {
    let least = bars.div_ceil(LABELS_MAX).max(1);
    let step = LABEL_STEPS.into_iter().find(|step| *step >= least);
    step.unwrap_or(least)
}

fn percent(parts: usize) -> String {
    format!("{}.{:04}%", parts / 10_000, parts % 10_000)
}

/// What is there is seen: at least one pixel.
fn scaled(part: i64, top: i64) -> usize {
    let part = u128::try_from(part.max(0)).unwrap_or(0);
    let top = u128::try_from(top.max(1)).unwrap_or(1);
    let height = (part * HEIGHT as u128).div_ceil(top);
    usize::try_from(height).unwrap_or(HEIGHT).min(HEIGHT)
}

/// How much of a whole is reached: parts beside each other, each with its class and what is told
/// of it, and a line where the whole ends if more was reached.
pub fn progress(parts: &[(&str, i64, String)], whole: i64, summary: &str) -> Html {
    let reached = parts
        .iter()
        .fold(0_i64, |sum, (_, part, _)| sum.saturating_add(*part));
    let all = u128::try_from(reached.max(whole).max(1)).unwrap_or(1);
    let place = |part: i64| {
        let part = u128::try_from(part.max(0)).unwrap_or(0);
        usize::try_from(part * WIDTH as u128 / all).unwrap_or(WIDTH)
    };
    let mut out = "<svg class=\"progress\" width=\"100%\" height=\"28\" role=\"img\" \
                   aria-label=\""
        .to_owned();
    escape(&mut out, summary);
    out.push_str("\"><rect class=\"slot\" width=\"100%\" height=\"28\"/>");
    let mut from = 0_i64;
    for (class, part, title) in parts {
        let (x, width) = (percent(place(from)), percent(place(*part)));
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" width=\"{width}\" height=\"28\"><title>"
        );
        escape(&mut out, title);
        out.push_str("</title></rect>");
        from = from.saturating_add(*part);
    }
    if reached > whole {
        let x = percent(place(whole));
        let _ = write!(
            out,
            "<line class=\"before\" x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"28\"/>"
        );
    }
    out.push_str("</svg>");
    Html(out)
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

    fn bar(parts: &[i64]) -> Bar {
        Bar {
            label: "<21 Nov>".into(),
            title: "a & b".into(),
            parts: parts.to_vec(),
        }
    }

    #[test]
    fn bars_fit_and_what_is_there_is_seen() {
        let both = [bar(&[1_000_000, 1]), bar(&[0, 0])];
        let svg = bars(&both, &["ok", "bad"], "\"x\"").0;
        assert!(svg.contains("&lt;21 Nov&gt;") && svg.contains("a &amp; b"));
        assert!(svg.contains("class=\"bad\"") && !svg.contains("style="));
        assert_eq!(svg.matches("class=\"ok\"").count(), 1);
        assert_eq!(svg.matches("tabindex=\"0\"").count(), 1);
        assert_eq!(scaled(1, i64::MAX), 1);
        assert_eq!(scaled(i64::MAX, i64::MAX), HEIGHT);
        assert_eq!(scaled(-5, 10), 0);
        bars(&[], &[], "");
        let alone = bars(&[bar(&[1])], &["ok"], "").0;
        assert!(alone.contains("h83v120z"), "no wall: {alone}");
        assert!(strip(&[("ok", "1 < 2".into())], "s").0.contains("1 &lt; 2"));
    }

    #[test]
    fn bars_lead_where_they_are_said_to() {
        let links = ["/a?b=1&c=2".to_owned()];
        let both = [bar(&[1]), bar(&[2])];
        let svg = linked(&both, (&["plain"], Unit::Money), "", &links).0;
        assert_eq!(svg.matches("href=\"/a?b=1&amp;c=2\"").count(), 1);
        assert_eq!(svg.matches("<g class=\"bar\"").count(), 1);
    }

    #[test]
    fn lines_break_where_nothing_is_known() {
        let known = [
            bar(&[1_000, 4_000]),
            bar(&[]),
            bar(&[2_000, 2_000]),
            bar(&[2_000, 2_500]),
        ];
        let plot = Plot {
            bars: &known,
            classes: &["ok", "bad"],
            unit: Unit::Time,
            summary: "",
            links: &[],
            before: &[],
            can_choose: true,
        };
        let svg = plot.lines().0;
        assert!(
            svg.contains("<span>4.0 ms</span>") && svg.contains("data-choose"),
            "{svg}"
        );
        assert!(
            svg.contains("points=\"125,90 125,90\""),
            "a dot alone: {svg}"
        );
        assert!(svg.contains("points=\"625,60 875,60\""), "{svg}");
        assert_eq!(svg.matches("<polyline").count(), 4);
        assert_eq!(svg.matches("class=\"slot\"").count(), 4);
        let before = Plot {
            before: &[1, 8_000],
            classes: &["ok"],
            unit: Unit::Count,
            ..plot
        };
        let svg = before.stacked().0;
        assert!(
            svg.contains("<span>8,000</span>") && svg.contains("line before"),
            "{svg}"
        );
    }

    #[test]
    fn what_is_reached_is_told_of_the_whole() {
        let parts = |paid| {
            [
                ("ok", paid, "a < b".to_owned()),
                ("warn", 25, String::new()),
            ]
        };
        let under = progress(&parts(25), 100, "\"x\"").0;
        assert!(
            under.contains("x=\"25.0000%\" width=\"25.0000%\""),
            "{under}"
        );
        assert!(under.contains("a &lt; b") && !under.contains("<line"));
        let over = progress(&parts(175), 100, "").0;
        assert!(
            over.contains("<line class=\"before\" x1=\"50.0000%\""),
            "{over}"
        );
        progress(
            &[("ok", i64::MAX, String::new()), ("ok", 1, String::new())],
            0,
            "",
        );
    }

    #[test]
    fn a_scale_ends_at_a_round_number() {
        let check = |highest, unit, expected: &[&str]| {
            let scale = Scale::of(Some(highest), unit);
            let known: Vec<&str> = scale.lines.iter().map(|(_, it)| it.as_str()).collect();
            assert_eq!(known, expected, "{highest}");
            assert!(scale.top >= highest);
        };
        check(0, Unit::Count, &["1", "0"]);
        check(1, Unit::Count, &["1", "0"]);
        check(3, Unit::Count, &["4", "2", "0"]);
        check(440, Unit::Count, &["600", "300", "0"]);
        check(10_001, Unit::Count, &["20k", "10k", "0"]);
        check(2_900_000, Unit::Count, &["4M", "2M", "0"]);
        check(900_000, Unit::Count, &["1M", "500k", "0"]);
        check(9_000_000, Unit::Count, &["10M", "5M", "0"]);
        check(1_300_000, Unit::Time, &["2.00 s", "1.00 s", "0"]);
        check(
            50,
            Unit::Money,
            &["\u{20a6}0.60", "\u{20a6}0.30", "\u{20a6}0.00"],
        );
        check(
            11_050,
            Unit::Money,
            &["\u{20a6}200", "\u{20a6}100", "\u{20a6}0"],
        );
    }

    #[test]
    fn a_scale_of_the_most_there_can_be_ends() {
        assert_eq!(Scale::of(Some(i64::MAX), Unit::Count).top, i64::MAX);
        assert!(Scale::of(Some(i64::MAX), Unit::Money).top > 0);
    }

    #[test]
    fn labels_do_not_touch() {
        let check = |bars, expected| assert_eq!(label_step(bars), expected);
        check(0, 1);
        check(5, 1);
        check(7, 2);
        check(24, 6);
        check(30, 6);
        check(31, 7);
        check(49, 14);
        check(400, 80);
    }
}
