//! The faces, and text into placed glyphs.
//!
//! Text is shaped, not just looked up: the letters of Yoruba carry a dot below and a tone
//! above at once, and no single character exists for most of these pairs. The face says
//! where the second mark goes.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use harfrust::{Buffer, Direction, Font, Script, ShapeOptions, ShapePlan, ShaperFont, shape};
use unicode_normalization::UnicodeNormalization as _;

/// What a face is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Titles and the names of entities.
    Display,
    /// Formal sentences.
    Serif,
    /// Formal sentences, leaning.
    Italic,
    /// Everything in tables and small print.
    Sans,
    /// Labels and heads.
    Bold,
}

impl Face {
    pub const ALL: [Self; 5] = [
        Self::Display,
        Self::Serif,
        Self::Italic,
        Self::Sans,
        Self::Bold,
    ];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its PostScript name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Display => "NotoSerifDisplay-Bold",
            Self::Serif => "NotoSerif-Regular",
            Self::Italic => "NotoSerif-Italic",
            Self::Sans => "NotoSans-Regular",
            Self::Bold => "NotoSans-Bold",
        }
    }

    pub const fn data(self) -> &'static [u8] {
        match self {
            Self::Display => include_bytes!("../fonts/NotoSerifDisplay-Bold.ttf"),
            Self::Serif => include_bytes!("../fonts/NotoSerif-Regular.ttf"),
            Self::Italic => include_bytes!("../fonts/NotoSerif-Italic.ttf"),
            Self::Sans => include_bytes!("../fonts/NotoSans-Regular.ttf"),
            Self::Bold => include_bytes!("../fonts/NotoSans-Bold.ttf"),
        }
    }

    pub fn loaded(self) -> &'static Loaded {
        &LOADED[self.index()]
    }
}

/// A face, read once.
pub struct Loaded {
    font: Font,
    plan: ShapePlan,
    letters: BTreeMap<u16, char>,
}

static LOADED: LazyLock<[Loaded; 5]> = LazyLock::new(|| Face::ALL.map(Loaded::read));

impl Loaded {
    fn read(face: Face) -> Self {
        let font = Font::new(face.data(), 0).expect("an embedded face can be read");
        let plan = ShapePlan::new(
            &font,
            Direction::LeftToRight,
            Some(Script::LATIN),
            None,
            &[],
        );
        let mut letters = BTreeMap::new();
        for (letter, glyph) in font.charmap().unicodes() {
            if let (Some(letter), Ok(glyph)) = (char::from_u32(letter), glyph.to_u32().try_into()) {
                letters.entry(glyph).or_insert(letter);
            }
        }
        Self {
            font,
            plan,
            letters,
        }
    }

    /// The width of a glyph in thousandths of the size.
    pub fn width(&self, glyph: u16) -> i32 {
        ShaperFont::new(&self.font).glyph_h_advance(u32::from(glyph).into())
    }

    /// What a glyph stands for, if it stands for one letter.
    pub fn letter(&self, glyph: u16) -> Option<char> {
        self.letters.get(&glyph).copied()
    }

    /// Left, bottom, right and top of the box that holds every glyph; ascent, descent and
    /// height of capitals: in thousandths of the size.
    pub fn extents(&self) -> Extents {
        let metrics = self.font.metrics();
        let line = metrics.h_line();
        let part = |value: Option<f32>, usual: f32| value.unwrap_or(usual);
        Extents {
            bounds: [
                metrics.bounds.x_min.to_f32(),
                metrics.bounds.y_min.to_f32(),
                metrics.bounds.x_max.to_f32(),
                metrics.bounds.y_max.to_f32(),
            ],
            ascent: part(line.as_ref().map(|line| line.ascender.to_f32()), 1_000.0),
            descent: part(line.as_ref().map(|line| line.descender.to_f32()), -300.0),
            capitals: part(metrics.cap_height.map(|height| height.to_f32()), 714.0),
        }
    }
}

/// The measures of a face, in thousandths of the size.
pub struct Extents {
    pub bounds: [f32; 4],
    pub ascent: f32,
    pub descent: f32,
    pub capitals: f32,
}

/// A glyph in its place. Lengths in thousandths of the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub id: u16,
    pub advance: i32,
    pub right: i32,
    pub up: i32,
    /// Where the letters it stands for begin in the text.
    pub cluster: usize,
}

/// A piece of text, shaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub face: Face,
    pub text: String,
    pub glyphs: Vec<Glyph>,
    /// In thousandths of the size.
    pub advance: i32,
}

impl Run {
    /// Shapes `text`; control characters count as spaces.
    pub fn new(face: Face, text: &str) -> Self {
        let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
        let text: String = text.chars().map(plain).nfc().collect();
        let loaded = face.loaded();
        let mut buffer = Buffer::new();
        buffer.push_str(&text);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(Some(Script::LATIN));
        let options = ShapeOptions::new().plan(Some(&loaded.plan));
        let font = ShaperFont::new(&loaded.font);
        // The plan is for this direction and script, so nothing is left to fail; a run
        // without glyphs is the harmless answer if it does.
        let glyphs: Vec<Glyph> = match shape(&font, &mut buffer, options) {
            Err(_) => Vec::new(),
            Ok(()) => {
                let places = buffer.glyph_positions().iter();
                let placed = buffer.glyph_infos().iter().zip(places);
                placed
                    .map(|(info, place)| Glyph {
                        id: u16::try_from(info.glyph_id).unwrap_or(0),
                        advance: place.x_advance,
                        right: place.x_offset,
                        up: place.y_offset,
                        cluster: usize::try_from(info.cluster).unwrap_or(0),
                    })
                    .collect()
            }
        };
        Self {
            face,
            advance: glyphs.iter().map(|glyph| glyph.advance).sum(),
            text,
            glyphs,
        }
    }

    /// With its letters `thousandths` of the size further apart.
    pub fn spaced(mut self, thousandths: i32) -> Self {
        for glyph in &mut self.glyphs {
            glyph.advance += thousandths;
            self.advance += thousandths;
        }
        self
    }

    /// How wide it stands at `size` points, in points.
    pub fn width(&self, size: f32) -> f32 {
        points(self.advance, size)
    }

    /// What the glyph at `index` stands for: all letters of its cluster if it is the only
    /// glyph of it, otherwise its own letter, so that a mark is copied once.
    pub fn letters(&self, index: usize) -> String {
        let glyph = self.glyphs[index];
        let other = |at: &Glyph| at.cluster != glyph.cluster;
        let first = index == 0 || other(&self.glyphs[index - 1]);
        let next = self.glyphs.get(index + 1);
        let own = self.face.loaded().letter(glyph.id);
        match own {
            Some(letter) if !(first && next.is_none_or(other)) => letter.into(),
            _ if first => {
                let end = self.glyphs[index..].iter().find(|at| other(at));
                let end = end.map_or(self.text.len(), |at| at.cluster);
                self.text.get(glyph.cluster..end).unwrap_or("").to_owned()
            }
            _ => String::new(),
        }
    }
}

/// Thousandths of `size` in points.
#[expect(
    clippy::cast_precision_loss,
    reason = "a line is far shorter than 2^24"
)]
pub fn points(thousandths: i32, size: f32) -> f32 {
    thousandths as f32 * size / 1_000.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn copied(run: &Run) -> String {
        (0..run.glyphs.len())
            .map(|index| run.letters(index))
            .collect()
    }

    #[test]
    fn every_face_counts_in_thousandths() {
        for face in Face::ALL {
            assert_eq!(face.loaded().font.units_per_em(), 1_000, "{face:?}");
        }
    }

    #[test]
    fn letters_of_nigeria_are_there_and_marks_stand_on_them() {
        for face in Face::ALL {
            let text = "Ọ̀ṣun Ẹ̀kọ́ Ńdígbò Ṣàngó Ɓauchi Ɗan Ƙano Ƴaradua ₦5 – “Àkàrà”";
            let run = Run::new(face, text);
            assert!(run.glyphs.iter().all(|glyph| glyph.id != 0), "{face:?}");
            assert_eq!(copied(&run), text.nfc().collect::<String>(), "{face:?}");
            // Ọ with a grave accent has no character of its own: a mark is placed on it.
            let marked = Run::new(face, "Ọ\u{300}");
            let plain = Run::new(face, "Ọ");
            assert_eq!(marked.glyphs.len(), 2, "{face:?}");
            assert_eq!(
                marked.advance, plain.advance,
                "{face:?}: no room for the mark"
            );
            assert!(marked.glyphs[1].up > 0, "{face:?}: above a capital");
        }
    }

    #[test]
    fn control_characters_are_spaces_and_unknown_letters_are_boxes() {
        let run = Run::new(Face::Sans, "a\u{0}b\tc");
        assert_eq!(run.text, "a b c");
        let run = Run::new(Face::Sans, "漢");
        assert_eq!(run.glyphs.len(), 1);
        assert_eq!(run.glyphs[0].id, 0);
    }

    proptest! {
        #[test]
        fn any_text_is_shaped(text in "\\PC{0,40}") {
            let run = Run::new(Face::Serif, &text);
            let sum: i32 = run.glyphs.iter().map(|glyph| glyph.advance).sum();
            prop_assert_eq!(run.advance, sum);
            let _ = copied(&run);
        }

        #[test]
        fn what_is_written_can_be_copied(text in "[A-Za-zÀ-ÿẸỌṢẹọṣ0-9 .,&()'/-]{0,40}") {
            let run = Run::new(Face::Bold, &text);
            prop_assert_eq!(copied(&run), text.nfc().collect::<String>());
        }
    }
}
