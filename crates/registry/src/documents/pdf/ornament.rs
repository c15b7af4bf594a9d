//! What is drawn and says nothing: the seal, the border, the rosette. All of it is ours; none
//! of it resembles the seal of the Commission or the arms of the state.

use std::f32::consts::{FRAC_PI_2, TAU};
use std::sync::LazyLock;

use pdf_writer::Content;

use super::book::{Book, Colour, GOLD, GREEN, HEIGHT, Strength, WIDTH, pack};
use super::face::{Face, Run, points};

/// How far from a circle's centre the handles of a quarter arc stand.
const ARC: f32 = 0.552_285;

/// A round seal around a doorway, its centre at (`x`, `y`), `radius` to the tips.
pub(super) fn seal(book: &mut Book, x: f32, y: f32, radius: f32) {
    let bottom = HEIGHT - y;
    book.with(Strength::Full, |content| {
        content.set_fill_rgb(GOLD.0, GOLD.1, GOLD.2);
        scallops(content, x, bottom, radius, 48);
        content.fill_nonzero();
        content.set_fill_rgb(1.0, 1.0, 1.0);
        circle(content, x, bottom, radius * 0.905);
        content.fill_nonzero();
        content.set_fill_rgb(GREEN.0, GREEN.1, GREEN.2);
        circle(content, x, bottom, radius * 0.875);
        content.fill_nonzero();
        content.set_fill_rgb(1.0, 1.0, 1.0);
        circle(content, x, bottom, radius * 0.615);
        content.fill_nonzero();
        content.set_stroke_rgb(GOLD.0, GOLD.1, GOLD.2);
        content.set_line_width(radius * 0.012);
        circle(content, x, bottom, radius * 0.58);
        content.stroke();
        rosette(content, x, bottom, radius * 0.30, radius * 0.56, 24);
        content.set_line_width(radius * 0.006);
        content.stroke();
        content.set_fill_rgb(1.0, 1.0, 1.0);
        circle(content, x, bottom, radius * 0.37);
        content.fill_nonzero();
        doorway(content, x, bottom, radius);
    });
    let size = radius * 0.158;
    around(
        book,
        (x, bottom),
        radius * 0.69,
        size,
        Arc::Top,
        "REGISTER RECORD",
    );
    around(
        book,
        (x, bottom),
        radius * 0.69,
        size,
        Arc::Bottom,
        "DRAWN BY KOFA",
    );
}

/// An open door under an arch: *kofa* is Hausa for door.
fn doorway(content: &mut Content, x: f32, y: f32, radius: f32) {
    let (half, foot, spring) = (radius * 0.155, y - radius * 0.24, y + radius * 0.06);
    content.set_fill_rgb(GREEN.0, GREEN.1, GREEN.2);
    arch(content, x, foot, spring, half);
    content.fill_nonzero();
    content.set_fill_rgb(1.0, 1.0, 1.0);
    arch(content, x, foot, spring, half * 0.74);
    content.fill_nonzero();
    // The leaf stands open to the right.
    content.set_fill_rgb(GOLD.0, GOLD.1, GOLD.2);
    content.move_to(x - half * 0.74, foot);
    content.line_to(x + half * 0.16, foot - radius * 0.045);
    content.line_to(x + half * 0.16, spring + half * 0.40);
    content.cubic_to(
        x - half * 0.1,
        spring + half * 0.72,
        x - half * 0.74,
        spring + half * 0.5,
        x - half * 0.74,
        spring,
    );
    content.close_path();
    content.fill_nonzero();
    content.set_fill_rgb(1.0, 1.0, 1.0);
    circle(content, x - half * 0.06, y - radius * 0.1, radius * 0.016);
    content.fill_nonzero();
}

fn arch(content: &mut Content, x: f32, foot: f32, spring: f32, half: f32) {
    content.move_to(x - half, foot);
    content.line_to(x - half, spring);
    content.cubic_to(
        x - half,
        spring + half * ARC,
        x - half * ARC,
        spring + half,
        x,
        spring + half,
    );
    content.cubic_to(
        x + half * ARC,
        spring + half,
        x + half,
        spring + half * ARC,
        x + half,
        spring,
    );
    content.line_to(x + half, foot);
    content.close_path();
}

fn circle(content: &mut Content, x: f32, y: f32, radius: f32) {
    let handle = radius * ARC;
    content.move_to(x + radius, y);
    content.cubic_to(
        x + radius,
        y + handle,
        x + handle,
        y + radius,
        x,
        y + radius,
    );
    content.cubic_to(
        x - handle,
        y + radius,
        x - radius,
        y + handle,
        x - radius,
        y,
    );
    content.cubic_to(
        x - radius,
        y - handle,
        x - handle,
        y - radius,
        x,
        y - radius,
    );
    content.cubic_to(
        x + handle,
        y - radius,
        x + radius,
        y - handle,
        x + radius,
        y,
    );
    content.close_path();
}

/// A circle with a wavy rim.
fn scallops(content: &mut Content, x: f32, y: f32, radius: f32, count: u16) {
    let on = |angle: f32, radius: f32| (x + radius * angle.cos(), y + radius * angle.sin());
    let step = TAU / f32::from(count);
    let (from_x, from_y) = on(0.0, radius * 0.955);
    content.move_to(from_x, from_y);
    for wave in 0..count {
        let angle = f32::from(wave) * step;
        let (one_x, one_y) = on(angle + step * 0.2, radius * 1.015);
        let (two_x, two_y) = on(angle + step * 0.8, radius * 1.015);
        let (to_x, to_y) = on(angle + step, radius * 0.955);
        cubic_to(content, [one_x, one_y, two_x, two_y], (to_x, to_y));
    }
    content.close_path();
}

/// Interlaced loops between two radii, as banknotes have them.
fn rosette(content: &mut Content, x: f32, y: f32, inner: f32, outer: f32, loops: u16) {
    let (middle, swing) = (f32::midpoint(inner, outer), (outer - inner) / 2.0);
    for phase in 0..3_u16 {
        let shift = f32::from(phase) * TAU / 3.0;
        let place = |turn: f32| {
            let radius = middle + swing * (f32::from(loops) * turn + shift).sin();
            (x + radius * turn.cos(), y + radius * turn.sin())
        };
        curve(content, u32::from(loops) * 8, place);
    }
}

/// A closed curve through `steps` places, smooth in between; `place` takes the turn from 0 to
/// 2π.
fn curve(content: &mut Content, steps: u32, place: impl Fn(f32) -> (f32, f32)) {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred steps")]
    let at = |step: u32| TAU * step as f32 / steps as f32;
    let step = at(1);
    let (from_x, from_y) = place(0.0);
    move_to(content, from_x, from_y);
    // Handles of Hermite's kind: a third of the way along the slope at each end.
    let slope = |turn: f32| {
        let ((ax, ay), (bx, by)) = (place(turn - step / 2.0), place(turn + step / 2.0));
        ((bx - ax) / 3.0, (by - ay) / 3.0)
    };
    for index in 0..steps {
        let (here, there) = (at(index), at(index + 1));
        let ((from_x, from_y), (to_x, to_y)) = (place(here), place(there));
        let ((ax, ay), (bx, by)) = (slope(here), slope(there));
        let handles = [from_x + ax, from_y + ay, to_x - bx, to_y - by];
        cubic_to(content, handles, (to_x, to_y));
    }
    content.close_path();
}

/// What lies under every certificate, packed: drawing it anew for each would take longer than
/// all the rest.
pub(super) fn ground() -> &'static [u8] {
    static GROUND: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut content = Content::new();
        watermark(&mut content, 400.0);
        border(&mut content, 26.0, 22.0);
        pack(&content.finish())
    });
    &GROUND
}

/// To a hundredth of a point: finer than any printer, and half the bytes.
fn rounded(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

fn move_to(content: &mut Content, x: f32, y: f32) {
    content.move_to(rounded(x), rounded(y));
}

fn cubic_to(content: &mut Content, handles: [f32; 4], to: (f32, f32)) {
    let [ax, ay, bx, by] = handles.map(rounded);
    content.cubic_to(ax, ay, bx, by, rounded(to.0), rounded(to.1));
}

/// A faint rosette behind the text, its centre in the middle of the page at `y`.
fn watermark(content: &mut Content, y: f32) {
    const FAINT: Colour = Colour(0.90, 0.932, 0.922);
    stroke_with(content, 0.5, FAINT);
    let (x, y) = (WIDTH / 2.0, HEIGHT - y);
    rosette(content, x, y, 40.0, 190.0, 18);
    rosette(content, x, y, 110.0, 190.0, 36);
    content.stroke();
}

fn stroke_with(content: &mut Content, pen: f32, colour: Colour) {
    content.set_line_width(pen);
    content.set_stroke_rgb(colour.0, colour.1, colour.2);
}

/// A border of interlaced waves around the page between two lines.
fn border(content: &mut Content, inset: f32, width: f32) {
    for (inset, pen, colour) in [(inset, 1.4, GREEN), (inset + width, 0.6, GOLD)] {
        stroke_with(content, pen, colour);
        content.rect(inset, inset, WIDTH - 2.0 * inset, HEIGHT - 2.0 * inset);
        content.stroke();
    }
    stroke_with(content, 0.28, GREEN);
    let (left, low) = (inset + width / 2.0, inset + width / 2.0);
    let (right, high) = (WIDTH - left, HEIGHT - low);
    let swing = width * 0.36;
    for phase in 0..4_u16 {
        let shift = f32::from(phase) * TAU / 4.0;
        band(content, (left, low), (right, low), swing, shift);
        band(content, (right, low), (right, high), swing, shift);
        band(content, (right, high), (left, high), swing, shift);
        band(content, (left, high), (left, low), swing, shift);
    }
    content.stroke();
    for (x, y) in [(left, low), (right, low), (left, high), (right, high)] {
        corner_piece(content, x, y, width * 0.62);
    }
}

fn corner_piece(content: &mut Content, x: f32, y: f32, radius: f32) {
    const WHITE: Colour = Colour(1.0, 1.0, 1.0);
    for (colour, radius) in [(WHITE, radius * 1.12), (GREEN, radius)] {
        content.set_fill_rgb(colour.0, colour.1, colour.2);
        circle(content, x, y, radius);
        content.fill_nonzero();
    }
    stroke_with(content, 0.4, WHITE);
    rosette(content, x, y, radius * 0.2, radius * 0.86, 8);
    content.stroke();
}

/// A wave from one place to another, in whole swings.
fn band(content: &mut Content, from: (f32, f32), to: (f32, f32), swing: f32, shift: f32) {
    let (across, up) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(up);
    let (along, sideways) = (
        (across / length, up / length),
        (-up / length, across / length),
    );
    let waves = (length / 15.0).round().max(1.0);
    let place = |part: f32| {
        let side = swing * (waves * TAU * part + shift).sin();
        let far = length * part;
        (
            from.0 + along.0 * far + sideways.0 * side,
            from.1 + along.1 * far + sideways.1 * side,
        )
    };
    // Four pieces a wave.
    let pieces = waves * 4.0;
    let step = 1.0 / pieces;
    let (x, y) = place(0.0);
    move_to(content, x, y);
    let slope = |part: f32| {
        let ((ax, ay), (bx, by)) = (place(part - step / 2.0), place(part + step / 2.0));
        ((bx - ax) / 3.0, (by - ay) / 3.0)
    };
    let mut part = 0.0;
    while part < 1.0 - step / 2.0 {
        let ((from_x, from_y), (to_x, to_y)) = (place(part), place(part + step));
        let ((ax, ay), (bx, by)) = (slope(part), slope(part + step));
        let handles = [from_x + ax, from_y + ay, to_x - bx, to_y - by];
        cubic_to(content, handles, (to_x, to_y));
        part += step;
    }
}

/// Which way text bends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arc {
    /// Over the top, read from the left.
    Top,
    /// Under the bottom, read from the left.
    Bottom,
}

/// Writes `text` around a centre in PDF's own places; letters stand on the circle.
fn around(book: &mut Book, centre: (f32, f32), radius: f32, size: f32, arc: Arc, text: &str) {
    const SPACING: f32 = 0.14;
    const WHITE: Colour = Colour(1.0, 1.0, 1.0);
    let letters: Vec<Run> = text
        .chars()
        .map(|letter| Run::new(Face::Bold, letter.encode_utf8(&mut [0; 4])))
        .collect();
    let wide = |run: &Run| points(run.advance, size) + size * SPACING;
    // Letters under the bottom hang inwards, so they stand on a larger circle.
    let (radius, turn) = match arc {
        Arc::Top => (radius, -1.0),
        Arc::Bottom => (radius + size * 0.72, 1.0),
    };
    let whole: f32 = letters.iter().map(wide).sum();
    let mut angle = match arc {
        Arc::Top => FRAC_PI_2 + whole / radius / 2.0,
        Arc::Bottom => -FRAC_PI_2 - whole / radius / 2.0,
    };
    for letter in &letters {
        let half = wide(letter) / radius / 2.0;
        angle += turn * half;
        let (sin, cos) = angle.sin_cos();
        // Along the circle, in the direction of reading.
        let (along_x, along_y) = match arc {
            Arc::Top => (sin, -cos),
            Arc::Bottom => (-sin, cos),
        };
        let middle = points(letter.advance, size) / 2.0;
        let x = centre.0 + radius * cos - along_x * middle;
        let y = centre.1 + radius * sin - along_y * middle;
        let matrix = [along_x, along_y, -along_y, along_x, x, y];
        book.write_turned(matrix, size, WHITE, Strength::Full, letter);
        angle += turn * half;
    }
}
