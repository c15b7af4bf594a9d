//! What stays in sight of the letters on a page: clips cut them off, boxes, pictures and thick
//! lines that are painted later cover them. A file that hides one address under another tells a
//! machine what it does not tell people.
//!
//! Each glyph is watched at nine spots. A spot loses light to whatever is surely painted over
//! it, in one go or bit by bit; a glyph with hardly a spot left is not on the page. What is in
//! doubt (soft masks, patterns, rare ways of blending) takes no light.

use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect};
use hayro_interpret::{BlendMode, FillRule};

use super::cover::{Cover, Outline};

/// Where a glyph is watched, as shares of its advance and of an em above its baseline: within
/// the small letters, so that no underline counts.
const ACROSS: [f64; 3] = [1.0 / 6.0, 0.5, 5.0 / 6.0];
const UP: [f64; 3] = [0.08, 0.26, 0.44];
const SPOTS: usize = ACROSS.len() * UP.len();
/// Spots of a glyph that must be in sight.
const SPOTS_MIN: usize = 3;
/// Light below which a spot is dark: what is left under a box of 95 per cent.
const LIGHT_MIN: f32 = 0.051;
/// Cells a side of the page, to find what is under a box.
const CELLS: usize = 64;
/// Steps of looking under boxes, a page: a dense page of tables needs a fiftieth of it.
const STEPS_MAX: usize = 200_000_000;
/// Clips of more elements are taken for their bounds, as far as letters are concerned.
const ELEMENTS_OF_A_CLIP: usize = 64;
/// Shapes of more elements, alone or as a clip, are drawings and cover nothing.
const ELEMENTS_OF_A_COVER: usize = 2_000;

/// One place at which a glyph is watched.
struct Spot {
    at: Point,
    light: f32,
    /// Outside of a clip: never in sight.
    cut_off: bool,
}

/// The clips and groups in force, and the spots of the glyphs so far.
pub(super) struct Sight {
    area: Rect,
    /// The bounds of all clips up to each, together.
    bounds: Vec<Rect>,
    /// Clips that are no boxes, each with its place in `bounds`.
    outlines: Vec<(usize, Outline)>,
    /// How each open group joins the page, all outer ones considered; `None` if that is not
    /// sure.
    groups: Vec<Option<(BlendMode, f32)>>,
    /// Nine for each glyph.
    spots: Vec<Spot>,
    /// The spots that are still lit, by where they are.
    cells: Vec<Vec<u32>>,
    steps: usize,
}

impl Sight {
    pub(super) fn new(area: Rect) -> Self {
        Self {
            area,
            bounds: vec![area],
            outlines: Vec::new(),
            groups: Vec::new(),
            spots: Vec::new(),
            cells: (0..CELLS * CELLS).map(|_| Vec::new()).collect(),
            steps: STEPS_MAX,
        }
    }

    /// Whether looking took more steps than any honest page.
    pub(super) fn is_exhausted(&self) -> bool {
        self.steps == 0
    }

    pub(super) fn push_clip_rect(&mut self, rect: Rect) {
        self.bounds.push(self.clip().intersect(rect.abs()));
    }

    pub(super) fn push_clip_path(&mut self, path: &BezPath, rule: FillRule) {
        let bounds = path.control_box();
        let bounds = if path.elements().is_empty() {
            Rect::ZERO
        } else {
            bounds
        };
        self.push_clip_rect(bounds);
        if !is_box(path, bounds) {
            let outline = Outline::new(path, rule);
            self.outlines.push((self.bounds.len(), outline));
        }
    }

    pub(super) fn pop_clip(&mut self) {
        // The page's own stays.
        if self.bounds.len() > 1 {
            self.bounds.pop();
        }
        let depth = self.bounds.len();
        while self.outlines.last().is_some_and(|(at, _)| *at > depth) {
            self.outlines.pop();
        }
    }

    /// The bounds of what can be painted now.
    pub(super) fn clip(&self) -> Rect {
        self.bounds.last().copied().unwrap_or(self.area)
    }

    pub(super) fn push_group(&mut self, opacity: f32, masked: bool, blend: BlendMode) {
        let joined = self.joined(masked, blend);
        let with = joined.map(|(blend, outer)| (blend, outer * opacity));
        self.groups.push(with);
    }

    pub(super) fn pop_group(&mut self) {
        self.groups.pop();
    }

    /// How paint of this kind joins the page; `None` if that is not sure.
    pub(super) fn joined(&self, masked: bool, blend: BlendMode) -> Option<(BlendMode, f32)> {
        let outer = match self.groups.last() {
            None => (BlendMode::Normal, 1.0),
            Some(group) => (*group)?,
        };
        let (outer_blend, opacity) = outer;
        let blend = match (outer_blend, blend) {
            _ if masked => return None,
            (BlendMode::Normal, own) => own,
            (outer, BlendMode::Normal) => outer,
            _ => return None,
        };
        Some((blend, opacity))
    }

    /// Watches a glyph of this advance, drawn from its origin in thousandths of an em. The
    /// number under which [`Sight::shows`] knows it.
    pub(super) fn watch(&mut self, placed: Affine, advance: f64) -> usize {
        const EM: f64 = 1_000.0;
        let clips = self.outlines.len().min(ELEMENTS_OF_A_CLIP) * ELEMENTS_OF_A_CLIP;
        self.steps = self
            .steps
            .saturating_sub(1 + clips.max(self.outlines.len()));
        let glyph = self.spots.len() / SPOTS;
        // Some fonts state no widths and set each letter by hand.
        let wide = if advance.abs() < 0.1 * EM {
            0.5 * EM
        } else {
            advance
        };
        for (x, y) in ACROSS.iter().flat_map(|x| UP.iter().map(move |y| (x, y))) {
            let at = placed * Point::new(x * wide, y * EM);
            let cut_off = !self.is_in_clip(at);
            let light = if cut_off { 0.0 } else { 1.0 };
            if !cut_off {
                let cell = self.cell(at);
                // Far below: the characters of a document are counted.
                self.cells[cell].push(u32::try_from(self.spots.len()).unwrap_or(u32::MAX));
            }
            self.spots.push(Spot { at, light, cut_off });
        }
        glyph
    }

    /// Whether enough of a glyph is in sight.
    pub(super) fn shows(&self, glyph: usize) -> bool {
        self.count(glyph, |spot| spot.light >= LIGHT_MIN) >= SPOTS_MIN
    }

    /// Whether a glyph would be in sight but for the paint over it.
    pub(super) fn covers(&self, glyph: usize) -> bool {
        !self.shows(glyph) && self.count(glyph, |spot| !spot.cut_off) >= SPOTS_MIN
    }

    fn count(&self, glyph: usize, counts: impl Fn(&Spot) -> bool) -> usize {
        let spots = self.spots.iter().skip(glyph * SPOTS).take(SPOTS);
        spots.filter(|spot| counts(spot)).count()
    }

    /// Takes the light of what is below. `share` says how opaque the paint is at a point of its
    /// own coordinates, and is asked only about points above letters.
    pub(super) fn cover(&mut self, cover: &Cover, mut share: impl FnMut(Point) -> f32) {
        let determinant = cover.place().determinant();
        if !determinant.is_finite() || determinant.abs() < 1e-12 || cover.opacity() <= 0.0 {
            return;
        }
        let back = cover.place().inverse();
        let bounds = cover.bounds().intersect(self.clip());
        let cost = cover.steps() + self.steps_of_clips();
        if cost > ELEMENTS_OF_A_COVER {
            return;
        }
        for cell in self.cells_of(bounds) {
            let mut lit = std::mem::take(&mut self.cells[cell]);
            self.steps = self.steps.saturating_sub(1 + lit.len());
            lit.retain(|&spot| {
                let at = self.spots[spot as usize].at;
                if self.steps == 0 || !bounds.contains(at) {
                    return true;
                }
                self.steps = self.steps.saturating_sub(cost);
                let own = back * at;
                let mut clips = self.outlines.iter();
                if cover.contains(own) && clips.all(|(_, clip)| clip.contains(at)) {
                    let spot = &mut self.spots[spot as usize];
                    spot.light *= 1.0 - (cover.opacity() * share(own)).clamp(0.0, 1.0);
                }
                self.spots[spot as usize].light >= LIGHT_MIN
            });
            self.cells[cell] = lit;
        }
    }

    fn is_in_clip(&self, at: Point) -> bool {
        let small = |outline: &Outline| outline.steps() <= ELEMENTS_OF_A_CLIP;
        let mut outlines = self.outlines.iter().map(|(_, it)| it);
        let free = self.is_exhausted() || outlines.all(|it| !small(it) || it.contains(at));
        self.clip().contains(at) && free
    }

    fn steps_of_clips(&self) -> usize {
        self.outlines.iter().map(|(_, it)| it.steps()).sum()
    }

    fn cell(&self, at: Point) -> usize {
        let (column, row) = self.column_and_row(at);
        row * CELLS + column
    }

    fn column_and_row(&self, at: Point) -> (usize, usize) {
        let step = |at: f64, from: f64, length: f64| {
            // A float becomes the nearest integer there is; no number becomes 0.
            let cell = ((at - from) / length.max(1.0) * CELLS as f64) as usize;
            cell.min(CELLS - 1)
        };
        (
            step(at.x, self.area.x0, self.area.width()),
            step(at.y, self.area.y0, self.area.height()),
        )
    }

    fn cells_of(&self, bounds: Rect) -> impl Iterator<Item = usize> + use<> {
        let empty = bounds.width() <= 0.0 || bounds.height() <= 0.0;
        let (left, top) = self.column_and_row(Point::new(bounds.x0, bounds.y0));
        let (right, bottom) = self.column_and_row(Point::new(bounds.x1, bounds.y1));
        let rows = if empty { 0..0 } else { top..bottom + 1 };
        rows.flat_map(move |row| (left..=right).map(move |column| row * CELLS + column))
    }
}

/// Whether a path fills its bounds: a box along the axes.
fn is_box(path: &BezPath, bounds: Rect) -> bool {
    const ELEMENTS_MAX: usize = 6;
    let area = Outline::new(path, FillRule::NonZero).area();
    path.elements().len() <= ELEMENTS_MAX && area >= 0.999 * bounds.area()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters in a row and a box over the first of them, with so many steps left.
    fn look(steps: usize) -> Sight {
        let mut sight = Sight::new(Rect::new(0.0, 0.0, 600.0, 800.0));
        sight.steps = steps;
        for at in 0..40 {
            let placed = Affine::translate((50.0 + 5.0 * f64::from(at), 100.0));
            sight.watch(placed * Affine::scale_non_uniform(0.01, -0.01), 500.0);
        }
        let first = Rect::new(49.0, 90.0, 55.0, 101.0);
        sight.cover(&Cover::rect(first, Affine::IDENTITY, 1.0), |_| 1.0);
        sight
    }

    #[test]
    fn looking_under_boxes_is_bounded() {
        let sight = look(STEPS_MAX);
        assert!(!sight.is_exhausted() && !sight.shows(0) && sight.shows(1));
        assert!(sight.covers(0) && !sight.covers(1));
        assert!(look(45).is_exhausted());
    }

    #[test]
    fn clips_end_where_they_are_popped() {
        let mut sight = look(STEPS_MAX);
        let mut corner = BezPath::new();
        corner.move_to((0.0, 0.0));
        corner.line_to((600.0, 0.0));
        corner.line_to((0.0, 800.0));
        let placed = Affine::translate((500.0, 700.0)) * Affine::scale_non_uniform(0.01, -0.01);
        sight.push_clip_rect(Rect::new(0.0, 0.0, 600.0, 800.0));
        sight.push_clip_path(&corner, FillRule::NonZero);
        let cut = sight.watch(placed, 500.0);
        sight.pop_clip();
        let whole = sight.watch(placed, 500.0);
        assert!(!sight.shows(cut) && sight.shows(whole) && !sight.covers(cut));
        for _ in 0..3 {
            sight.pop_clip();
        }
        assert_eq!(sight.clip(), Rect::new(0.0, 0.0, 600.0, 800.0));
    }
}
