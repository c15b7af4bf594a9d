//! A PDF in the making: pages to draw on, and the file they become.
//!
//! Places are in points from the top left of an A4 page, as people measure; only this file
//! knows that PDF counts from the bottom. The same drawing makes the same bytes: nothing in
//! the file depends on the moment, the machine or the order of a hash.

use std::collections::BTreeMap;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use kofa_domain::{Error, Result, Timestamp};
use pdf_writer::types::{
    ActionType, AnnotationType, CidFontType, FontFlags, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Date, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use sha2::{Digest as _, Sha256};
use subsetter::GlyphRemapper;

use super::face::{Face, Run, points};
use super::words::lagos;

/// Width of a page, in points.
pub const WIDTH: f32 = 595.28;
/// Height of a page, in points.
pub const HEIGHT: f32 = 841.89;

const IDENTITY: SystemInfo<'_> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};
/// The name of the state for a mark across the page, and how much it covers.
const MARK: (&[u8], f32) = (b"Mark", 0.13);
const GROUND: &[u8] = b"Ground";

/// Red, green and blue, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour(pub f32, pub f32, pub f32);

pub const INK: Colour = Colour(0.11, 0.13, 0.15);
/// Labels and small print.
pub const GREY: Colour = Colour(0.38, 0.41, 0.44);
pub const LINE: Colour = Colour(0.80, 0.82, 0.82);
pub const TINT: Colour = Colour(0.945, 0.96, 0.95);
/// The colour of the house.
pub const GREEN: Colour = Colour(0.03, 0.33, 0.22);
pub const GOLD: Colour = Colour(0.66, 0.52, 0.22);
/// What must not be overlooked.
pub const RED: Colour = Colour(0.68, 0.11, 0.11);

/// How strongly something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    Full,
    /// A mark across the page that text stays readable under.
    Mark,
}

/// What the file says of itself.
#[derive(Clone, Debug)]
pub struct About {
    pub title: String,
    pub subject: String,
    pub at: Timestamp,
    pub creator: &'static str,
}

struct Page {
    content: Content,
    links: Vec<(Rect, String)>,
}

/// The glyphs of one face that the pages use, under the numbers they get in the file.
#[derive(Default)]
struct Used {
    glyphs: GlyphRemapper,
    letters: BTreeMap<u16, String>,
}

/// A document under construction. Drawing goes to the page that was turned to last.
pub struct Book {
    pages: Vec<Page>,
    at: usize,
    used: [Used; 5],
    ground: Option<&'static [u8]>,
    leaves_out: bool,
}

impl Default for Book {
    fn default() -> Self {
        Self::new()
    }
}

impl Book {
    /// With one empty page.
    pub fn new() -> Self {
        let mut book = Self {
            pages: Vec::new(),
            at: 0,
            used: Default::default(),
            ground: None,
            leaves_out: false,
        };
        book.add_page();
        book
    }

    /// Lays drawing, packed, under all that the page gets.
    pub fn lay(&mut self, ground: &'static [u8]) {
        self.ground = Some(ground);
        self.with(Strength::Full, |content| {
            content.x_object(Name(GROUND));
        });
    }

    /// Adds an empty page and turns to it.
    pub fn add_page(&mut self) {
        self.pages.push(Page {
            content: Content::new(),
            links: Vec::new(),
        });
        self.at = self.pages.len() - 1;
    }

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Turns to page `index`, from 0, if there is one.
    pub fn turn_to(&mut self, index: usize) {
        if index < self.pages.len() {
            self.at = index;
        }
    }

    /// Whether anything that was written has characters that are not shown.
    pub fn leaves_out(&self) -> bool {
        self.leaves_out
    }

    fn content(&mut self) -> &mut Content {
        &mut self.pages[self.at].content
    }

    /// Draws between two states of the pen: what `draw` sets is forgotten afterwards.
    pub fn with(&mut self, strength: Strength, draw: impl FnOnce(&mut Content)) {
        let content = self.content();
        content.save_state();
        if strength == Strength::Mark {
            content.set_parameters(Name(MARK.0));
        }
        draw(content);
        content.restore_state();
    }

    pub fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        self.with(Strength::Full, |content| {
            content.set_fill_rgb(colour.0, colour.1, colour.2);
            content.rect(x, HEIGHT - y - height, width, height);
            content.fill_nonzero();
        });
    }

    /// Draws a level line.
    pub fn rule(&mut self, x: f32, y: f32, width: f32, pen: f32, colour: Colour) {
        self.with(Strength::Full, |content| {
            content.set_stroke_rgb(colour.0, colour.1, colour.2);
            content.set_line_width(pen);
            content.move_to(x, HEIGHT - y);
            content.line_to(x + width, HEIGHT - y);
            content.stroke();
        });
    }

    /// Writes a run with its baseline at `y`.
    pub fn write(&mut self, x: f32, y: f32, size: f32, colour: Colour, run: &Run) {
        let matrix = [1.0, 0.0, 0.0, 1.0, x, HEIGHT - y];
        self.write_turned(matrix, size, colour, Strength::Full, run);
    }

    /// Writes a run under a matrix of PDF's own (its origin is the bottom left).
    pub fn write_turned(
        &mut self,
        matrix: [f32; 6],
        size: f32,
        colour: Colour,
        strength: Strength,
        run: &Run,
    ) {
        let pieces = self.pieces(run);
        self.leaves_out |= run.leaves_out;
        let font = font_name(run.face);
        self.with(strength, |content| {
            content.set_fill_rgb(colour.0, colour.1, colour.2);
            content.begin_text();
            content.set_font(Name(font.as_bytes()), size);
            content.set_text_matrix(matrix);
            let mut rise = 0;
            for (up, items) in pieces {
                if up != rise {
                    content.set_rise(points(up, size));
                    rise = up;
                }
                let mut positioned = content.show_positioned();
                let mut line = positioned.items();
                for item in items {
                    match item {
                        Item::Glyphs(bytes) => line.show(Str(&bytes)),
                        // PDF moves against the direction of writing.
                        Item::Move(right) => line.adjust(points(-right, 1_000.0)),
                    };
                }
            }
            content.end_text();
        });
    }

    /// The glyphs of `run` under the numbers of the file, in pieces of one height.
    fn pieces(&mut self, run: &Run) -> Vec<(i32, Vec<Item>)> {
        let used = &mut self.used[run.face.index()];
        let loaded = run.face.loaded();
        let mut pieces: Vec<(i32, Vec<Item>)> = Vec::new();
        // Where the pen is for a reader, less where it should be.
        let mut behind = 0;
        for (index, glyph) in run.glyphs.iter().enumerate() {
            let id = used.glyphs.remap(glyph.id);
            used.letters.entry(id).or_insert_with(|| run.letters(index));
            if pieces.last().is_none_or(|(up, _)| *up != glyph.up) {
                pieces.push((glyph.up, Vec::new()));
            }
            let Some((_, items)) = pieces.last_mut() else {
                continue;
            };
            let shift = behind + glyph.right;
            if shift != 0 {
                items.push(Item::Move(shift));
            }
            match items.last_mut() {
                Some(Item::Glyphs(bytes)) => bytes.extend(id.to_be_bytes()),
                _ => items.push(Item::Glyphs(id.to_be_bytes().to_vec())),
            }
            behind = glyph.advance - loaded.width(glyph.id) - glyph.right;
        }
        pieces
    }

    /// Makes a place of the page lead to `url`.
    pub fn link(&mut self, x: f32, y: f32, width: f32, height: f32, url: &str) {
        let place = Rect::new(x, HEIGHT - y - height, x + width, HEIGHT - y);
        self.pages[self.at].links.push((place, url.to_owned()));
    }

    /// The file.
    ///
    /// # Errors
    /// `internal_error` if a face cannot be cut down to the glyphs in use.
    pub fn finish(self, about: &About) -> Result<Vec<u8>> {
        let mut numbers = Numbers(1);
        let (catalog, tree, info) = (numbers.next(), numbers.next(), numbers.next());
        let mark = numbers.next();
        let mut pdf = Pdf::new();
        pdf.set_version(1, 7);
        let mut head = pdf.catalog(catalog);
        head.pages(tree).lang(TextStr("en-NG"));
        head.viewer_preferences().display_doc_title(true);
        head.finish();
        pdf.ext_graphics(mark)
            .stroking_alpha(MARK.1)
            .non_stroking_alpha(MARK.1);
        let ground = self.ground.map(|drawing| {
            let id = numbers.next();
            pdf.form_xobject(id, drawing)
                .bbox(Rect::new(0.0, 0.0, WIDTH, HEIGHT))
                .filter(Filter::FlateDecode);
            id
        });
        let mut fonts = Vec::new();
        for face in Face::ALL {
            let used = &self.used[face.index()];
            if !used.letters.is_empty() {
                fonts.push((face, embed(&mut pdf, &mut numbers, face, used)?));
            }
        }
        let resources = Resources {
            fonts,
            mark,
            ground,
        };
        let mut kids = Vec::new();
        for page in self.pages {
            kids.push(page.close(&mut pdf, &mut numbers, tree, &resources));
        }
        let count = i32::try_from(kids.len()).unwrap_or(i32::MAX);
        pdf.pages(tree).kids(kids).count(count);
        describe(&mut pdf, info, about);
        let digest = Sha256::digest(pdf.as_bytes());
        let id = digest.iter().copied().take(16).collect::<Vec<u8>>();
        pdf.set_file_id((id.clone(), id));
        Ok(pdf.finish())
    }
}

enum Item {
    Glyphs(Vec<u8>),
    /// To the right, in thousandths of the size.
    Move(i32),
}

/// The numbers of objects, one after the other.
struct Numbers(i32);

impl Numbers {
    fn next(&mut self) -> Ref {
        let id = Ref::new(self.0);
        self.0 += 1;
        id
    }
}

struct Resources {
    fonts: Vec<(Face, Ref)>,
    mark: Ref,
    ground: Option<Ref>,
}

impl Page {
    fn close(self, pdf: &mut Pdf, numbers: &mut Numbers, tree: Ref, resources: &Resources) -> Ref {
        let (id, content) = (numbers.next(), numbers.next());
        let links: Vec<Ref> = self.links.iter().map(|_| numbers.next()).collect();
        let mut page = pdf.page(id);
        page.parent(tree)
            .media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT))
            .contents(content)
            .annotations(links.iter().copied());
        let mut needs = page.resources();
        let mut fonts = needs.fonts();
        for (face, font) in &resources.fonts {
            fonts.pair(Name(font_name(*face).as_bytes()), *font);
        }
        fonts.finish();
        let mut states = needs.ext_g_states();
        states.pair(Name(MARK.0), resources.mark);
        states.finish();
        if let Some(ground) = resources.ground {
            needs.x_objects().pair(Name(GROUND), ground);
        }
        needs.finish();
        page.finish();
        for ((place, url), link) in self.links.iter().zip(links) {
            let mut annotation = pdf.annotation(link);
            annotation
                .subtype(AnnotationType::Link)
                .rect(*place)
                .border(0.0, 0.0, 0.0, None);
            annotation
                .action()
                .action_type(ActionType::Uri)
                .uri(Str(url.as_bytes()));
        }
        let packed = pack(&self.content.finish());
        pdf.stream(content, &packed).filter(Filter::FlateDecode);
        id
    }
}

fn font_name(face: Face) -> String {
    format!("F{}", face.index())
}

/// Puts the used glyphs of a face into the file.
fn embed(pdf: &mut Pdf, numbers: &mut Numbers, face: Face, used: &Used) -> Result<Ref> {
    let ids = [(); 5].map(|()| numbers.next());
    let [font, descendant, descriptor, letters, data] = ids;
    let loaded = face.loaded();
    // Six letters and `+` mark a subset; which glyphs it has follows from the document.
    let name = format!("KOFADS+{}", face.name());
    pdf.type0_font(font)
        .base_font(Name(name.as_bytes()))
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(letters);
    let mut cid = pdf.cid_font(descendant);
    cid.subtype(CidFontType::Type2)
        .base_font(Name(name.as_bytes()))
        .system_info(IDENTITY)
        .font_descriptor(descriptor)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    let widths = used.glyphs.remapped_gids();
    cid.widths()
        .consecutive(0, widths.map(|glyph| points(loaded.width(glyph), 1_000.0)));
    cid.finish();
    let extents = loaded.extents();
    let [left, bottom, right, top] = extents.bounds;
    let serif = matches!(face, Face::Display | Face::Serif | Face::Italic);
    let mut flags = FontFlags::SYMBOLIC;
    flags.set(FontFlags::SERIF, serif);
    flags.set(FontFlags::ITALIC, face == Face::Italic);
    pdf.font_descriptor(descriptor)
        .name(Name(name.as_bytes()))
        .flags(flags)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(if face == Face::Italic { -12.0 } else { 0.0 })
        .ascent(extents.ascent)
        .descent(extents.descent)
        .cap_height(extents.capitals)
        .stem_v(if matches!(face, Face::Bold | Face::Display) {
            140.0
        } else {
            90.0
        })
        .font_file2(data);
    let mut map = UnicodeCmap::new(Name(b"Letters"), IDENTITY);
    for (glyph, text) in &used.letters {
        if !text.is_empty() {
            map.pair_with_multiple(*glyph, text.chars());
        }
    }
    let map = pack(&map.finish());
    pdf.stream(letters, &map).filter(Filter::FlateDecode);
    let subset = subsetter::subset(face.data(), 0, &used.glyphs).map_err(Error::internal)?;
    let packed = pack(&subset);
    let mut file = pdf.stream(data, &packed);
    file.filter(Filter::FlateDecode);
    let bytes = i32::try_from(subset.len()).unwrap_or(i32::MAX);
    file.pair(Name(b"Length1"), bytes);
    file.finish();
    Ok(font)
}

fn describe(pdf: &mut Pdf, id: Ref, about: &About) {
    let at = lagos(about.at);
    let part = |value: i8| u8::try_from(value).unwrap_or(0);
    let at = Date::new(u16::try_from(at.year()).unwrap_or(1970))
        .month(part(at.month()))
        .day(part(at.day()))
        .hour(part(at.hour()))
        .minute(part(at.minute()))
        .second(part(at.second()))
        .utc_offset_hour(1)
        .utc_offset_minute(0);
    pdf.document_info(id)
        .title(TextStr(&about.title))
        .subject(TextStr(&about.subject))
        .creator(TextStr(about.creator))
        .producer(TextStr("Kofa"))
        .creation_date(at);
}

pub fn pack(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;

    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    // Writing to memory does not fail; an empty stream would show at once.
    let written = encoder.write_all(bytes);
    written.and_then(|()| encoder.finish()).unwrap_or_default()
}
