//! Paint that covers what is below it: filled shapes, thick lines, pictures.

use hayro_interpret::kurbo::{self, Join};
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape, Stroke, StrokeOpts};
use hayro_interpret::{BlendMode, FillRule, Image, LumaData, Paint, RasterImage, StrokeProps};

/// A line thinner than this, in points, is a rule or strikes letters out: they stay readable.
const LINE_MIN: f64 = 3.0;
/// Lines of more elements are drawings.
const ELEMENTS_OF_A_LINE: usize = 64;
/// Pictures with more pixels are not unpacked to see whether letters shine through.
const PIXELS_MAX: u64 = 16_000_000;

/// An outline with the rule that tells its inside.
pub(super) struct Outline {
    path: BezPath,
    rule: FillRule,
}

impl Outline {
    /// Open ends are closed, as painting does.
    pub(super) fn new(path: &BezPath, rule: FillRule) -> Self {
        let mut closed = BezPath::new();
        for (at, element) in path.elements().iter().enumerate() {
            if at > 0 && matches!(element, PathEl::MoveTo(_)) {
                closed.close_path();
            }
            closed.push(*element);
        }
        if !path.elements().is_empty() {
            closed.close_path();
        }
        Self { path: closed, rule }
    }

    pub(super) fn contains(&self, at: Point) -> bool {
        let winding = self.path.winding(at);
        match self.rule {
            FillRule::NonZero => winding != 0,
            FillRule::EvenOdd => winding % 2 != 0,
        }
    }

    /// What it costs to ask.
    pub(super) fn steps(&self) -> usize {
        self.path.elements().len()
    }

    pub(super) fn area(&self) -> f64 {
        self.path.area().abs()
    }
}

/// What paint covers, in its own coordinates.
enum Form {
    Box(Rect),
    Outline(Outline),
}

/// Paint on the page.
pub(super) struct Cover {
    form: Form,
    /// From its own coordinates to the page's.
    place: Affine,
    /// How much of what is below it takes away, 0 to 1.
    opacity: f32,
}

impl Cover {
    pub(super) fn rect(rect: Rect, place: Affine, opacity: f32) -> Self {
        Self {
            form: Form::Box(rect.abs()),
            place,
            opacity,
        }
    }

    pub(super) fn path(path: &BezPath, rule: FillRule, place: Affine, opacity: f32) -> Self {
        Self {
            form: Form::Outline(Outline::new(path, rule)),
            place,
            opacity,
        }
    }

    /// A thick line, if it is one; `None` for rules and drawings.
    pub(super) fn line(
        path: &BezPath,
        stroke: &StrokeProps,
        place: Affine,
        opacity: f32,
    ) -> Option<Self> {
        let width = f64::from(stroke.line_width);
        let scale = place.determinant().abs().sqrt();
        let thick = width * scale >= LINE_MIN && path.elements().len() <= ELEMENTS_OF_A_LINE;
        if !thick || !stroke.dash_array.is_empty() || opacity <= 0.0 {
            return None;
        }
        let style = Stroke::new(width)
            .with_caps(stroke.line_cap)
            .with_join(Join::Bevel);
        let path = kurbo::stroke(path, &style, &StrokeOpts::default(), 0.05 * width);
        Some(Self::path(&path, FillRule::NonZero, place, opacity))
    }

    pub(super) fn place(&self) -> Affine {
        self.place
    }

    pub(super) fn opacity(&self) -> f32 {
        self.opacity
    }

    pub(super) fn bounds(&self) -> Rect {
        let own = match &self.form {
            Form::Box(rect) => *rect,
            Form::Outline(outline) => outline.path.control_box(),
        };
        self.place.transform_rect_bbox(own)
    }

    pub(super) fn steps(&self) -> usize {
        match &self.form {
            Form::Box(_) => 1,
            Form::Outline(outline) => outline.steps(),
        }
    }

    pub(super) fn contains(&self, own: Point) -> bool {
        match &self.form {
            Form::Box(rect) => rect.contains(own),
            Form::Outline(outline) => outline.contains(own),
        }
    }
}

/// Whether boxes stay upright under it.
pub(super) fn is_upright(place: Affine) -> bool {
    const NEAR: f64 = 1e-6;
    let [a, b, c, d, ..] = place.as_coeffs().map(f64::abs);
    b.max(c) <= NEAR || a.max(d) <= NEAR
}

/// How much paint takes away of what it is painted over, if it joins the page so; 0 if that is
/// not sure.
pub(super) fn opacity(paint: &Paint<'_>, blend: BlendMode) -> f32 {
    let Paint::Color(color) = paint else {
        return 0.0;
    };
    let [red, green, blue, alpha] = color.to_rgba().to_rgba8();
    if hides(blend, [red, green, blue]) {
        f32::from(alpha) / 255.0
    } else {
        0.0
    }
}

/// Whether a colour leaves nothing of what is below: any by the usual way of blending, white or
/// black by some others.
fn hides(blend: BlendMode, [red, green, blue]: [u8; 3]) -> bool {
    use BlendMode::{Darken, HardLight, Lighten, Luminosity, Multiply, Normal, Screen};
    const NEAR: u8 = 8;
    let white = red.min(green).min(blue) >= 255 - NEAR;
    let black = red.max(green).max(blue) <= NEAR;
    match blend {
        Normal => true,
        Screen | Lighten => white,
        Multiply | Darken => black,
        HardLight | Luminosity => white || black,
        _ => false,
    }
}

/// How opaque a picture is at its points, counted in pixels. It is unpacked when that is first
/// asked; one that cannot be unpacked is not painted and hides nothing.
pub(super) fn of_picture<'a>(
    image: &'a Image<'_, '_>,
    blend: BlendMode,
) -> impl FnMut(Point) -> f32 + 'a {
    let size = (f64::from(image.width()), f64::from(image.height()));
    let mut unpacked: Option<Shade> = None;
    move |at| {
        let shade = unpacked.get_or_insert_with(|| Shade::of(image, blend));
        shade.at(at.x / size.0, at.y / size.1)
    }
}

/// What a picture takes away of what is below it.
enum Shade {
    Even(f32),
    Uneven(LumaData, f32),
}

impl Shade {
    fn of(image: &Image<'_, '_>, blend: BlendMode) -> Self {
        let pixels = u64::from(image.width()) * u64::from(image.height());
        let mut shade = Self::Even(0.0);
        match image {
            Image::Raster(raster) if blend == BlendMode::Normal => {
                if pixels > PIXELS_MAX {
                    let masked = has_mask(raster);
                    return Self::Even(if masked { 0.0 } else { 1.0 });
                }
                let look = |_, alpha: Option<LumaData>| {
                    shade = alpha.map_or(Self::Even(1.0), |alpha| Self::Uneven(alpha, 1.0));
                };
                raster.with_rgba(look, None);
            }
            Image::Stencil(stencil) if pixels <= PIXELS_MAX => {
                let look = |mask: LumaData, paint: &Paint<'_>| {
                    shade = Self::Uneven(mask, opacity(paint, blend));
                };
                stencil.with_stencil(look, None);
            }
            _ => {}
        }
        shade
    }

    /// At shares of its width and height.
    fn at(&self, x: f64, y: f64) -> f32 {
        match self {
            Self::Even(share) => *share,
            Self::Uneven(mask, share) => {
                let place = |at: f64, length: u32| {
                    let last = length.saturating_sub(1) as usize;
                    ((at * f64::from(length)) as usize).min(last)
                };
                let (column, row) = (place(x, mask.width), place(y, mask.height));
                let alpha = mask.data.get(row * mask.width as usize + column);
                share * f32::from(alpha.copied().unwrap_or(0)) / 255.0
            }
        }
    }
}

fn has_mask(raster: &RasterImage<'_>) -> bool {
    let dict = raster.stream().dict();
    let keys: [&[u8]; 3] = [b"SMask", b"Mask", b"SMaskInData"];
    keys.iter().any(|key| dict.contains_key(*key))
}
