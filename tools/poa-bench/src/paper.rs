//! Pages to draw on, with the fourteen fonts that every PDF reader has: the same on every
//! machine, for text and for pictures made of it.

use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

pub const WIDTH: f32 = 595.0;
pub const HEIGHT: f32 = 842.0;

/// A family of type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Sans,
    Serif,
    Mono,
}

const FONTS: [(&[u8], &[u8]); 6] = [
    (b"F1", b"Helvetica"),
    (b"F2", b"Helvetica-Bold"),
    (b"F3", b"Times-Roman"),
    (b"F4", b"Times-Bold"),
    (b"F5", b"Courier"),
    (b"F6", b"Courier-Bold"),
];

/// Widths of Helvetica from space to tilde, in thousandths of an em.
const SANS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Widths of Times from space to tilde.
const SERIF: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500,
    500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611,
    556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722,
    722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500,
    278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];

/// Pages under construction. Places are in points from the top left; `y` is a baseline.
pub struct Paper {
    pages: Vec<Content>,
    family: Family,
    size: f32,
    bold: bool,
    /// Where the next line of [`Paper::put`] goes.
    pub x: f32,
    /// Where the next line of [`Paper::put`] goes.
    pub y: f32,
    /// Distance of lines, in sizes of the type.
    pub leading: f32,
}

impl Paper {
    pub fn new(family: Family, size: f32) -> Self {
        Self {
            pages: vec![Content::new()],
            family,
            size,
            bold: false,
            x: 48.0,
            y: 60.0,
            leading: 1.3,
        }
    }

    /// The size of type now.
    pub fn em(&self) -> f32 {
        self.size
    }

    /// Sets the size of type.
    pub fn size(&mut self, size: f32) -> &mut Self {
        self.size = size;
        self
    }

    /// Sets the weight of type.
    pub fn bold(&mut self, bold: bool) -> &mut Self {
        self.bold = bold;
        self
    }

    /// Sets where the next line goes.
    pub fn at(&mut self, x: f32, y: f32) -> &mut Self {
        self.x = x;
        self.y = y;
        self
    }

    pub fn skip(&mut self, points: f32) -> &mut Self {
        self.y += points;
        self
    }

    pub fn next_page(&mut self) -> &mut Self {
        self.pages.push(Content::new());
        self.at(48.0, 60.0)
    }

    fn page(&mut self) -> &mut Content {
        if self.pages.is_empty() {
            self.pages.push(Content::new());
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// Width of a text in the type of now, in points.
    pub fn width(&self, text: &str) -> f32 {
        let table = match self.family {
            Family::Sans => &SANS,
            Family::Serif => &SERIF,
            Family::Mono => return 0.6 * self.size * text.chars().count() as f32,
        };
        let sum: u32 = text
            .chars()
            .map(|letter| {
                let at = u32::from(letter).wrapping_sub(32) as usize;
                u32::from(table.get(at).copied().unwrap_or(556))
            })
            .sum();
        let bold = if self.bold { 1.06 } else { 1.0 };
        sum as f32 / 1000.0 * self.size * bold
    }

    /// Writes at a place.
    pub fn text(&mut self, x: f32, y: f32, text: &str) -> &mut Self {
        let face = match self.family {
            Family::Sans => 0,
            Family::Serif => 2,
            Family::Mono => 4,
        } + usize::from(self.bold);
        let bytes: Vec<u8> = text.chars().map(win_ansi).collect();
        let size = self.size;
        let page = self.page();
        page.begin_text();
        page.set_text_rendering_mode(TextRenderingMode::Fill);
        page.set_font(Name(FONTS[face].0), size);
        page.set_text_matrix([1.0, 0.0, 0.0, 1.0, x, HEIGHT - y]);
        page.show(Str(&bytes));
        page.end_text();
        self
    }

    /// Writes in grey across the page, rising to the right, as a watermark stands under the text.
    pub fn slanted(&mut self, x: f32, y: f32, text: &str) -> &mut Self {
        const RISE: f32 = 0.6;
        const GREY: f32 = 0.82;
        let (sin, cos) = RISE.sin_cos();
        let bytes: Vec<u8> = text.chars().map(win_ansi).collect();
        let size = self.size;
        let page = self.page();
        page.set_fill_gray(GREY);
        page.begin_text();
        page.set_text_rendering_mode(TextRenderingMode::Fill);
        page.set_font(Name(FONTS[1].0), size);
        page.set_text_matrix([cos, sin, -sin, cos, x, HEIGHT - y]);
        page.show(Str(&bytes));
        page.end_text();
        page.set_fill_gray(0.0);
        self
    }

    /// Writes so that the text ends at `x`.
    pub fn right(&mut self, x: f32, y: f32, text: &str) -> &mut Self {
        let width = self.width(text);
        self.text(x - width, y, text)
    }

    /// Writes around the middle `x`.
    pub fn centre(&mut self, x: f32, y: f32, text: &str) -> &mut Self {
        let width = self.width(text);
        self.text(x - width / 2.0, y, text)
    }

    /// Writes a line and goes to the next.
    pub fn put(&mut self, text: &str) -> &mut Self {
        let (x, y) = (self.x, self.y);
        self.text(x, y, text);
        self.y += self.size * self.leading;
        self
    }

    /// Writes lines under one another.
    pub fn put_all(&mut self, lines: &[String]) -> &mut Self {
        for line in lines {
            self.put(line);
        }
        self
    }

    /// Writes a row of cells at their distances from the left edge.
    pub fn row(&mut self, cells: &[(f32, &str)]) -> &mut Self {
        for (x, text) in cells {
            let y = self.y;
            self.text(*x, y, text);
        }
        self.y += self.size * self.leading * 1.15;
        self
    }

    /// A label with a value of several lines in another column; `y` behind the last.
    pub fn field(&mut self, value_x: f32, label: &str, lines: &[String]) -> &mut Self {
        let (x, y) = (self.x, self.y);
        self.text(x, y, label);
        for line in lines {
            let y = self.y;
            self.text(value_x, y, line);
            self.y += self.size * self.leading;
        }
        if lines.is_empty() {
            self.y += self.size * self.leading;
        }
        self
    }

    /// Running text in a column of `width` points.
    pub fn paragraph(&mut self, width: f32, text: &str) -> &mut Self {
        let mut line = String::new();
        for word in text.split(' ') {
            let longer = format!("{line} {word}");
            if !line.is_empty() && self.width(&longer) > width {
                self.put(&line);
                word.clone_into(&mut line);
            } else if line.is_empty() {
                word.clone_into(&mut line);
            } else {
                line = longer;
            }
        }
        self.put(&line)
    }

    pub fn rule(&mut self, x: f32, y: f32, width: f32) -> &mut Self {
        let page = self.page();
        page.set_line_width(0.6);
        page.move_to(x, HEIGHT - y);
        page.line_to(x + width, HEIGHT - y);
        page.stroke();
        self
    }

    /// The outline of a box.
    pub fn frame(&mut self, x: f32, y: f32, width: f32, height: f32) -> &mut Self {
        let page = self.page();
        page.set_line_width(0.6);
        page.rect(x, HEIGHT - y - height, width, height);
        page.stroke();
        self
    }

    /// A tinted box; the text that follows is black.
    pub fn band(&mut self, x: f32, y: f32, width: f32, height: f32, grey: f32) -> &mut Self {
        let page = self.page();
        page.set_fill_gray(grey);
        page.rect(x, HEIGHT - y - height, width, height);
        page.fill_nonzero();
        page.set_fill_gray(0.0);
        self
    }

    /// A mark where a logo would be.
    pub fn logo(&mut self, x: f32, y: f32, size: f32) -> &mut Self {
        self.band(x, y, size, size, 0.35);
        self.band(x + size * 0.3, y + size * 0.3, size * 0.4, size * 0.4, 1.0)
    }

    pub fn pdf(self) -> Vec<u8> {
        let (catalog, tree) = (Ref::new(1), Ref::new(2));
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree);
        let mut next = 3;
        let mut fonts = Vec::new();
        for (name, base) in FONTS {
            let font = Ref::new(next);
            next += 1;
            pdf.type1_font(font)
                .base_font(Name(base))
                .encoding_predefined(Name(b"WinAnsiEncoding"));
            fonts.push((name, font));
        }
        let mut kids = Vec::new();
        for content in self.pages {
            let (page, stream) = (Ref::new(next), Ref::new(next + 1));
            next += 2;
            kids.push(page);
            let mut dict = pdf.page(page);
            dict.parent(tree)
                .media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT))
                .contents(stream);
            let mut resources = dict.resources();
            let mut table = resources.fonts();
            for (name, font) in &fonts {
                table.pair(Name(name), *font);
            }
            table.finish();
            resources.finish();
            dict.finish();
            pdf.stream(stream, &content.finish());
        }
        let count = i32::try_from(kids.len()).unwrap_or(i32::MAX);
        pdf.pages(tree).kids(kids).count(count);
        pdf.finish()
    }
}

/// The letters that these papers use, in the encoding of the fonts.
fn win_ansi(letter: char) -> u8 {
    match letter {
        '–' => 0x96,
        '’' => 0x92,
        '•' => 0x95,
        '“' => 0x93,
        '”' => 0x94,
        other => u8::try_from(other).unwrap_or(b'?'),
    }
}
