//! Running text and tables that go on over pages.

use super::book::{Book, GREEN, GREY, HEIGHT, INK, LINE, TINT, WIDTH};
use super::face::{Face, Run};
use super::lines::{Align, Style, fit, wrap, write};

/// Left and right of the text, in points.
pub const MARGIN: f32 = 48.0;
/// Width of the text, in points.
pub const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// Where text of a later page begins.
const TOP: f32 = 74.0;
/// Where text must end.
const BOTTOM: f32 = HEIGHT - 62.0;
/// Height of the head of a table, in points.
const HEAD_HEIGHT: f32 = 15.0;
/// Most lines of a cell that are kept together on a page.
const TOGETHER_MAX: usize = 10;
/// Sizes of a number, in points: one that is too wide for its column is set smaller, because
/// broken between digits it reads as two.
const NUMBER_SIZES: [f32; 5] = [CELL.size, 7.2, 6.2, 5.2, 4.4];
/// Most lines of one cell: longer texts end in `…`.
const CELL_LINES_MAX: usize = 300;

pub const HEAD: Style = Style {
    face: Face::Display,
    size: 13.0,
    leading: 16.0,
    colour: GREEN,
};
pub const LABEL: Style = Style {
    face: Face::Bold,
    size: 6.6,
    leading: 8.6,
    colour: GREY,
};
pub const CELL: Style = Style {
    face: Face::Sans,
    size: 8.2,
    leading: 11.0,
    colour: INK,
};
pub const STRONG: Style = Style {
    face: Face::Bold,
    ..CELL
};
pub const NOTE: Style = Style {
    face: Face::Italic,
    size: 8.2,
    leading: 11.6,
    colour: GREY,
};

/// A book being filled from top to bottom.
pub struct Flow {
    pub book: Book,
    /// The next free place, from the top.
    pub y: f32,
    /// A head that waits for what it stands over: both go on the same page.
    head: Option<String>,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub title: &'static str,
    /// Its part of the width, in hundredths.
    pub hundredths: u8,
    pub align: Align,
}

/// How a row looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    /// Of the past: resigned, satisfied.
    Past,
    Total,
}

/// A row of a table: one text a column.
#[derive(Clone, Debug)]
pub struct Row {
    pub kind: Kind,
    pub cells: Vec<String>,
}

impl Default for Flow {
    fn default() -> Self {
        Self::new()
    }
}

impl Flow {
    /// With one empty page.
    pub fn new() -> Self {
        Self {
            book: Book::new(),
            y: 0.0,
            head: None,
        }
    }

    /// A gap that does not begin a page.
    pub fn gap(&mut self, height: f32) {
        self.y += height;
    }

    fn room(&mut self, height: f32) -> bool {
        if self.y + height <= BOTTOM {
            return false;
        }
        self.book.add_page();
        self.y = TOP;
        true
    }

    /// Begins a section; its head is kept with what follows it.
    pub fn section(&mut self, title: &str) {
        self.head = Some(title.to_owned());
    }

    /// Writes the head that waits, where it and `height` points after it fit.
    fn open(&mut self, height: f32) {
        const ABOVE: f32 = 20.0;
        const UNDER: f32 = 22.0;
        let Some(title) = self.head.take() else {
            return;
        };
        if !self.room(ABOVE + UNDER + height) {
            self.gap(ABOVE);
        }
        let lines = wrap(HEAD, &title, INNER, 1);
        let place = (MARGIN, self.y + 10.0);
        write(&mut self.book, HEAD, Align::Left, place, INNER, &lines);
        self.book.rule(MARGIN, self.y + 17.0, INNER, 0.9, GREEN);
        self.y += UNDER;
    }

    pub fn note(&mut self, text: &str) {
        let lines = wrap(NOTE, text, INNER, CELL_LINES_MAX);
        self.open(2.0 * NOTE.leading);
        self.gap(4.0);
        for line in &lines {
            self.room(NOTE.leading);
            self.book
                .write(MARGIN, self.y + 8.0, NOTE.size, NOTE.colour, line);
            self.y += NOTE.leading;
        }
    }

    /// Labels with their values, two beside each other; a value that takes many lines has a
    /// line of its own.
    pub fn facts(&mut self, facts: &[(&str, String)]) {
        const GUTTER: f32 = 22.0;
        self.open(3.0 * CELL.leading);
        self.gap(4.0);
        let half = (INNER - GUTTER) / 2.0;
        let mut waiting: Option<(&str, Vec<Run>)> = None;
        for (label, value) in facts {
            let narrow = wrap(CELL, value, half, CELL_LINES_MAX);
            if narrow.len() > 4 {
                if let Some((label, lines)) = waiting.take() {
                    self.pair(&[(label, lines)], half, GUTTER);
                }
                let wide = wrap(CELL, value, INNER, CELL_LINES_MAX);
                self.pair(&[(label, wide)], INNER, GUTTER);
            } else if let Some(first) = waiting.take() {
                self.pair(&[first, (label, narrow)], half, GUTTER);
            } else {
                waiting = Some((label, narrow));
            }
        }
        if let Some(last) = waiting {
            self.pair(&[last], half, GUTTER);
        }
    }

    fn pair(&mut self, pair: &[(&str, Vec<Run>)], width: f32, gutter: f32) {
        let most = pair.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
        let height = LABEL.leading + height_of(most) + 9.0;
        self.room(height);
        let mut x = MARGIN;
        for (label, lines) in pair {
            let label = wrap(LABEL, &label.to_uppercase(), width, 1);
            let y = write(
                &mut self.book,
                LABEL,
                Align::Left,
                (x, self.y + 8.0),
                width,
                &label,
            );
            write(
                &mut self.book,
                CELL,
                Align::Left,
                (x, y + 3.0),
                width,
                lines,
            );
            x += width + gutter;
        }
        self.y += height;
    }

    /// A table; its head is repeated on every page.
    pub fn table(&mut self, columns: &[Column], rows: &[Row]) {
        let first = rows.first().map_or(0, |row| lines_of(columns, row).0);
        let height = height_of(first.clamp(1, TOGETHER_MAX)) + 7.0;
        self.open(HEAD_HEIGHT + height);
        self.room(HEAD_HEIGHT + height);
        self.table_head(columns);
        for (index, row) in rows.iter().enumerate() {
            // A total does not stand alone on a page.
            let next = rows.get(index + 1).filter(|next| next.kind == Kind::Total);
            let after = next.map_or(0.0, |total| height_of(lines_of(columns, total).0) + 7.0);
            self.row(columns, row, after);
        }
    }

    fn table_head(&mut self, columns: &[Column]) {
        self.book.fill(MARGIN, self.y, INNER, HEAD_HEIGHT, TINT);
        for (column, (x, width)) in columns.iter().zip(places(columns)) {
            let title = wrap(LABEL, &column.title.to_uppercase(), width, 1);
            let place = (x, self.y + 10.0);
            write(&mut self.book, LABEL, column.align, place, width, &title);
        }
        self.y += HEAD_HEIGHT;
    }

    fn row(&mut self, columns: &[Column], row: &Row, after: f32) {
        let (lines, cells) = lines_of(columns, row);
        let places = places(columns);
        if lines <= TOGETHER_MAX && self.room(height_of(lines) + 7.0 + after) {
            self.table_head(columns);
        }
        self.gap(4.0);
        for index in 0..lines {
            if self.room(CELL.leading) {
                self.table_head(columns);
                self.gap(4.0);
            }
            for ((column, (x, width)), (style, cell)) in columns.iter().zip(&places).zip(&cells) {
                let Some(line) = cell.get(index..=index) else {
                    continue;
                };
                let place = (*x, self.y + 8.0);
                write(&mut self.book, *style, column.align, place, *width, line);
            }
            self.y += CELL.leading;
        }
        self.gap(3.0);
        let pen = if row.kind == Kind::Total { 0.9 } else { 0.4 };
        self.book.rule(MARGIN, self.y, INNER, pen, LINE);
    }
}

/// How many lines the longest cell of a row has; how each looks, and its lines.
fn lines_of(columns: &[Column], row: &Row) -> (usize, Vec<(Style, Vec<Run>)>) {
    let style = match row.kind {
        Kind::Plain => CELL,
        Kind::Past => Style {
            colour: GREY,
            ..CELL
        },
        Kind::Total => STRONG,
    };
    let set = |text: &str, align: Align, width: f32| match align {
        Align::Right => fit(style, &NUMBER_SIZES, text, width, 1),
        Align::Left | Align::Middle => (style, wrap(style, text, width, CELL_LINES_MAX)),
    };
    let cells: Vec<(Style, Vec<Run>)> = row
        .cells
        .iter()
        .zip(columns)
        .zip(places(columns))
        .map(|((text, column), (_, width))| set(text, column.align, width))
        .collect();
    let most = cells.iter().map(|(_, lines)| lines.len()).max();
    (most.unwrap_or(0), cells)
}

#[expect(clippy::cast_precision_loss, reason = "a few lines")]
fn height_of(lines: usize) -> f32 {
    lines as f32 * CELL.leading
}

/// Left and width of the text of each column.
fn places(columns: &[Column]) -> Vec<(f32, f32)> {
    const PADDING: f32 = 4.0;
    let mut x = MARGIN;
    columns
        .iter()
        .map(|column| {
            let width = INNER * f32::from(column.hundredths) / 100.0;
            let place = (x + PADDING, width - 2.0 * PADDING);
            x += width;
            place
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_set_smaller_and_never_broken() {
        let columns =
            [("What", Align::Left), ("Amount", Align::Right)].map(|(title, align)| Column {
                title,
                hundredths: 14,
                align,
            });
        let check = |amount: &str, size: f32| {
            let text = "of a company with a long name".to_owned();
            let cells = vec![text, amount.to_owned()];
            let row = Row {
                kind: Kind::Plain,
                cells,
            };
            let (lines, set) = lines_of(&columns, &row);
            assert!(lines > 1 && lines == set[0].1.len(), "words are broken");
            assert_eq!((set[1].1.len(), set[1].0.size), (1, size), "{amount}");
        };
        check("₦1,000.00", CELL.size);
        check("₦100,000,000.00", 7.2);
        check("-₦40,000,000,000,000,000.00", 4.4);
    }
}
