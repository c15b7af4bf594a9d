//! The faces, and text into placed glyphs.
//!
//! Text is shaped, not just looked up: the letters of Yoruba carry a dot below and a tone
//! above at once, and no single character exists for most of these pairs. The face says
//! where the second mark goes.
//!
//! What no face has, the Chinese or Arabic spelling of a name, is neither drawn as a box nor
//! dropped: the text says at its place how many characters are not shown.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use harfrust::{Buffer, Direction, Font, Script, ShapeOptions, ShapePlan, ShaperFont, shape};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// What a face is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Titles and the names of entities.
    Display,
    Serif,
    Italic,
    /// Everything in tables and small print.
    Sans,
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
    /// Whether the text has characters that are not shown, and says so.
    pub leaves_out: bool,
}

/// `text` as `face` can show it, and whether anything of it is left out: composed, with spaces
/// for control characters and white space of every kind, and with `[2 characters not shown]` in
/// the place of characters that the face has not got.
pub fn showable(face: Face, text: &str) -> (Cow<'_, str>, bool) {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return (Cow::Borrowed(text), false);
    }
    let text = composed(text);
    match with_counts(&text, &placed(face, &text)) {
        Some(said) => (Cow::Owned(said), true),
        None => (Cow::Owned(text), false),
    }
}

fn composed(text: &str) -> String {
    let is_space = |letter: char| letter.is_control() || letter.is_whitespace();
    let plain = |letter: char| if is_space(letter) { ' ' } else { letter };
    text.chars().map(plain).nfc().collect()
}

/// `text` with counts in the place of what has no glyph; `None` if everything has one.
fn with_counts(text: &str, glyphs: &[Glyph]) -> Option<String> {
    let mut starts: BTreeMap<usize, bool> = BTreeMap::new();
    for glyph in glyphs {
        *starts.entry(glyph.cluster).or_default() |= glyph.id == 0;
    }
    if !starts.values().any(|is_missing| *is_missing) {
        return None;
    }
    let ends = starts.keys().copied().skip(1).chain([text.len()]);
    let (mut said, mut missing, mut space) = (String::new(), 0, "");
    for ((start, is_missing), end) in starts.iter().zip(ends) {
        let piece = text.get(*start..end).unwrap_or_default();
        if *is_missing {
            // Marks are part of the letter that they stand on.
            let letters = piece.chars().filter(|one| !is_combining_mark(*one));
            missing += letters.count().max(1);
            space = "";
        } else if piece == " " && missing > 0 && space.is_empty() {
            // Words that are not shown are counted together.
            space = piece;
        } else {
            close(&mut said, &mut missing, &mut space);
            said.push_str(piece);
        }
    }
    close(&mut said, &mut missing, &mut space);
    Some(said)
}

/// Ends a stretch of characters that are not shown.
fn close(said: &mut String, missing: &mut usize, space: &mut &str) {
    match *missing {
        0 => {}
        1 => said.push_str("[1 character not shown]"),
        many => said.push_str(&format!("[{many} characters not shown]")),
    }
    said.push_str(space);
    (*missing, *space) = (0, "");
}

/// The glyphs of `text`, each in its place.
fn placed(face: Face, text: &str) -> Vec<Glyph> {
    let loaded = face.loaded();
    let mut buffer = Buffer::new();
    buffer.push_str(text);
    buffer.set_direction(Direction::LeftToRight);
    buffer.set_script(Some(Script::LATIN));
    let options = ShapeOptions::new().plan(Some(&loaded.plan));
    let font = ShaperFont::new(&loaded.font);
    // The plan is for this direction and script, so nothing is left to fail; a run
    // without glyphs is the harmless answer if it does.
    if shape(&font, &mut buffer, options).is_err() {
        return Vec::new();
    }
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

impl Run {
    /// Shapes `text`, as far as the face [can show it](showable).
    pub fn new(face: Face, text: &str) -> Self {
        let text = composed(text);
        let glyphs = placed(face, &text);
        let (text, glyphs, leaves_out) = match with_counts(&text, &glyphs) {
            Some(said) => {
                let glyphs = placed(face, &said);
                (said, glyphs, true)
            }
            None => (text, glyphs, false),
        };
        Self {
            face,
            advance: glyphs.iter().map(|glyph| glyph.advance).sum(),
            text,
            glyphs,
            leaves_out,
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

    /// What the glyph at `index` stands for: its own letter, so that a mark is copied once; one
    /// that has none, or its cluster to itself, for all letters of the cluster but those that
    /// the marks after it stand for.
    pub fn letters(&self, index: usize) -> String {
        let glyph = self.glyphs[index];
        let other = |at: &Glyph| at.cluster != glyph.cluster;
        let first = index == 0 || other(&self.glyphs[index - 1]);
        let next = self.glyphs.get(index + 1);
        let letter_of = |at: &Glyph| self.face.loaded().letter(at.id);
        match letter_of(&glyph) {
            Some(letter) if !(first && next.is_none_or(other)) => letter.into(),
            _ if first => {
                let rest = &self.glyphs[index + 1..];
                let length = rest.iter().position(other).unwrap_or(rest.len());
                let (marks, after) = rest.split_at(length);
                let end = after.first().map_or(self.text.len(), |at| at.cluster);
                let mut text = self.text.get(glyph.cluster..end).unwrap_or("");
                for mark in marks.iter().rev().filter_map(letter_of) {
                    text = text.strip_suffix(mark).unwrap_or(text);
                }
                text.to_owned()
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
    fn every_spelling_of_a_letter_is_drawn_alike() {
        // Yorùbá, Igbo, Hausa and Fulfulde, Ẹfik, Ịzọn, Ẹdo, Kanuri, Tyap: in capitals, with
        // every tone, composed as far as there is a composed form and taken apart altogether.
        let bare = "a e i o u n m ẹ ọ ị ụ ṣ ṅ ɛ ɔ ǝ ə ɨ ʉ ŋ ɲ ɓ ɗ ƙ ƴ ɍ ḍ ẓ ḥ ñ a\u{331} s\u{329}";
        let tones = [
            "", "\u{300}", "\u{301}", "\u{302}", "\u{304}", "\u{30c}", "\u{303}",
        ];
        for face in Face::ALL {
            for letter in bare.split(' ').chain(bare.to_uppercase().split(' ')) {
                for tone in tones {
                    let text = format!("{letter}{tone}");
                    let apart: String = text.nfd().collect();
                    let (run, again) = (Run::new(face, &text), Run::new(face, &apart));
                    assert!(!run.leaves_out, "{face:?} {text}");
                    assert_eq!(run, again, "{face:?} {text}");
                    let plain = Run::new(face, letter);
                    assert_eq!(run.advance, plain.advance, "{face:?} {text}: no room");
                    assert_eq!(copied(&run), text.nfc().collect::<String>(), "{face:?}");
                }
            }
        }
    }

    #[test]
    fn what_a_face_has_not_got_is_counted_and_never_a_box() {
        let check = |text: &str, expected: &str| {
            for face in Face::ALL {
                let run = Run::new(face, text);
                assert_eq!(run.text, expected, "{face:?}");
                assert_eq!(copied(&run), expected, "{face:?}");
                assert_eq!(run.leaves_out, text != expected, "{face:?} {text}");
                assert!(run.glyphs.iter().all(|glyph| glyph.id != 0), "{face:?}");
                assert_eq!(showable(face, text).0, expected, "{face:?}");
            }
        };
        check("漢", "[1 character not shown]");
        check("Kano 上海公司 Ltd", "Kano [4 characters not shown] Ltd");
        check("上海 公司 Ltd", "[4 characters not shown] Ltd");
        check("شركة كانو", "[8 characters not shown]");
        check("شَرِكَة Ltd", "[4 characters not shown] Ltd");
        check("Ọ̀ṣun漢字-Ẹ̀kọ́", "Ọ̀ṣun[2 characters not shown]-Ẹ̀kọ́");
    }

    #[test]
    fn control_characters_and_white_space_are_spaces() {
        let run = Run::new(Face::Sans, "a\u{0}b\tc\u{a0}d\u{2028}e\u{3000}f");
        assert_eq!(run.text, "a b c d e f");
        assert!(!run.leaves_out);
    }

    proptest! {
        #[test]
        fn any_text_is_shaped(text in "\\PC{0,40}") {
            let run = Run::new(Face::Serif, &text);
            let sum: i32 = run.glyphs.iter().map(|glyph| glyph.advance).sum();
            prop_assert_eq!(run.advance, sum);
            prop_assert!(run.glyphs.iter().all(|glyph| glyph.id != 0), "{}", run.text);
            let _ = copied(&run);
        }

        #[test]
        fn what_is_written_can_be_copied(text in "[A-Za-zÀ-ÿẸỌṢẹọṣ0-9 .,&()'/-]{0,40}") {
            let run = Run::new(Face::Bold, &text);
            prop_assert_eq!(copied(&run), text.nfc().collect::<String>());
        }
    }
}
