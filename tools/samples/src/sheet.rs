//! A page to write on, with the fonts that every PDF reader has.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

/// A face of Helvetica.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Font {
    Regular,
    /// For headings and labels.
    Bold,
}

/// An A4 page under construction. Places are in points from the top left.
pub struct Sheet {
    content: Content,
    y: f32,
    x: f32,
    size: f32,
    font: Font,
}

const WIDTH: f32 = 595.0;
const HEIGHT: f32 = 842.0;

impl Default for Sheet {
    fn default() -> Self {
        Self::new()
    }
}

impl Sheet {
    /// An empty page; writing begins at the top left margin.
    pub fn new() -> Self {
        Self {
            content: Content::new(),
            x: 48.0,
            y: 56.0,
            size: 10.0,
            font: Font::Regular,
        }
    }

    /// Sets where the next line stands.
    pub fn at(&mut self, x: f32, y: f32) -> &mut Self {
        self.x = x;
        self.y = y;
        self
    }

    /// Sets face and size, in points.
    pub fn font(&mut self, font: Font, size: f32) -> &mut Self {
        self.font = font;
        self.size = size;
        self
    }

    /// Writes lines, one under the other.
    pub fn lines(&mut self, lines: &[&str]) -> &mut Self {
        for line in lines {
            self.write(self.x, line);
            self.y += self.size * 1.3;
        }
        self
    }

    /// Writes a row of cells, each at its own distance from the left edge.
    pub fn row(&mut self, cells: &[(f32, &str)]) -> &mut Self {
        for (x, text) in cells {
            self.write(*x, text);
        }
        self.y += self.size * 1.5;
        self
    }

    pub fn skip(&mut self, points: f32) -> &mut Self {
        self.y += points;
        self
    }

    /// Fills a band across the page in blue.
    pub fn band(&mut self, top: f32, height: f32) -> &mut Self {
        self.content.set_fill_rgb(0.1, 0.2, 0.5);
        self.content.rect(0.0, HEIGHT - top - height, WIDTH, height);
        self.content.fill_nonzero();
        self.content.set_fill_rgb(0.0, 0.0, 0.0);
        self
    }

    /// Sets the colour of what follows, 0 to 1 for red, green and blue.
    pub fn colour(&mut self, red: f32, green: f32, blue: f32) -> &mut Self {
        self.content.set_fill_rgb(red, green, blue);
        self
    }

    /// Shows the text that follows (mode 0) or only claims it (mode 3), as scanners do.
    pub fn visible(&mut self, visible: bool) -> &mut Self {
        let mode = if visible {
            pdf_writer::types::TextRenderingMode::Fill
        } else {
            pdf_writer::types::TextRenderingMode::Invisible
        };
        self.content.set_text_rendering_mode(mode);
        self
    }

    /// Sets letters apart by so many points.
    pub fn apart(&mut self, points: f32) -> &mut Self {
        self.content.set_char_spacing(points);
        self
    }

    fn write(&mut self, x: f32, text: &str) {
        let name = match self.font {
            Font::Regular => Name(b"F1"),
            Font::Bold => Name(b"F2"),
        };
        // WinAnsi is Latin-1 in what these papers use.
        let bytes: Vec<u8> = text
            .chars()
            .map(|letter| u8::try_from(letter).unwrap_or(b'?'))
            .collect();
        self.content.begin_text();
        self.content.set_font(name, self.size);
        self.content
            .set_text_matrix([1.0, 0.0, 0.0, 1.0, x, HEIGHT - self.y]);
        self.content.show(Str(&bytes));
        self.content.end_text();
    }

    /// The page as a file.
    pub fn pdf(self) -> Vec<u8> {
        document(vec![self])
    }
}

/// Several pages as one file.
pub fn document(sheets: Vec<Sheet>) -> Vec<u8> {
    let (catalog, tree) = (Ref::new(1), Ref::new(2));
    let fonts = [
        (Ref::new(3), b"Helvetica".as_slice()),
        (Ref::new(4), b"Helvetica-Bold"),
    ];
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    for (font, base) in fonts {
        pdf.type1_font(font)
            .base_font(Name(base))
            .encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let mut next = 5;
    let mut kids = Vec::new();
    for sheet in sheets {
        let (page, content) = (Ref::new(next), Ref::new(next + 1));
        next += 2;
        kids.push(page);
        let mut dict = pdf.page(page);
        dict.parent(tree)
            .media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT))
            .contents(content);
        dict.resources()
            .fonts()
            .pair(Name(b"F1"), fonts[0].0)
            .pair(Name(b"F2"), fonts[1].0);
        dict.finish();
        pdf.stream(content, &sheet.content.finish());
    }
    let count = i32::try_from(kids.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(kids).count(count);
    pdf.finish()
}
