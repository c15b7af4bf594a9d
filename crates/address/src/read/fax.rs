//! Pages as fax machines send them: CCITT group 3 in one or two dimensions and group 4, bits in
//! either order. Runs of white and black become pixels.

use std::convert::Infallible;

use fax::decoder::{Group3Decoder, decode_g4, pels};
use fax::{BitReader as _, ByteReader, Color, maps};
use image::RgbImage;

use super::ReadError;

/// How the strips of a page are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// Each row for itself.
    Group3,
    /// Each row for itself or by the one above, as a bit before it says.
    Group3Rows,
    /// Each row by the one above.
    Group4,
}

/// A page and its strips, from the top.
pub(super) struct FaxPage<'a> {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) rows_per_strip: u32,
    pub(super) coding: Coding,
    /// The first bit of a row is the lowest of its byte.
    pub(super) low_bit_first: bool,
    /// White runs are printed black.
    pub(super) inverted: bool,
    pub(super) strips: Vec<&'a [u8]>,
}

impl FaxPage<'_> {
    /// Unpacks. What a broken line left out stays white: a fax is read as far as it came.
    pub(super) fn picture(&self) -> Result<RgbImage, ReadError> {
        let width = u16::try_from(self.width).map_err(|_| ReadError::TooLarge)?;
        let mut picture = RgbImage::from_pixel(self.width, self.height, image::Rgb([255; 3]));
        let rows = self.rows_per_strip.clamp(1, self.height);
        let mut unpacked = 0;
        for (strip, top) in self
            .strips
            .iter()
            .zip((0..self.height).step_by(rows as usize))
        {
            let rows = rows.min(self.height - top);
            let mut row = 0;
            let mut draw = |edges: &[u16]| {
                if row < rows {
                    for (x, colour) in (0..).zip(pels(edges, width)) {
                        let lit = (colour == Color::White) != self.inverted;
                        let value = if lit { 255 } else { 0 };
                        picture.put_pixel(x, top + row, image::Rgb([value; 3]));
                    }
                    row += 1;
                }
            };
            match self.coding {
                Coding::Group3 => self.group_3(strip, rows, &mut draw),
                Coding::Group3Rows => self.group_3_rows(strip, width, rows, &mut draw),
                Coding::Group4 => {
                    let rows = u16::try_from(rows).ok();
                    decode_g4(self.bytes(strip), width, rows, &mut draw);
                }
            }
            unpacked += row;
        }
        if unpacked == 0 {
            return Err(ReadError::Corrupt);
        }
        Ok(picture)
    }

    fn bytes<'s>(&self, strip: &'s [u8]) -> impl Iterator<Item = u8> + 's {
        let reversed = self.low_bit_first;
        let upright = move |byte: &u8| if reversed { byte.reverse_bits() } else { *byte };
        strip.iter().map(upright)
    }

    fn group_3(&self, strip: &[u8], rows: u32, draw: &mut impl FnMut(&[u16])) {
        let bytes = self.bytes(strip).map(Ok::<u8, Infallible>);
        let Ok(mut decoder) = Group3Decoder::new(bytes) else {
            return;
        };
        for _ in 0..rows {
            // The last row may have no mark behind it.
            let whole = decoder.advance().is_ok();
            if !whole && decoder.transitions().is_empty() {
                return;
            }
            draw(decoder.transitions());
            if !whole {
                return;
            }
        }
    }

    fn group_3_rows(&self, strip: &[u8], width: u16, rows: u32, draw: &mut impl FnMut(&[u16])) {
        // The tables look at more bits than the last code has.
        let bytes = self.bytes(strip).chain([0; 2]).map(Ok::<u8, Infallible>);
        let Ok(bits) = ByteReader::new(bytes);
        let mut reader = Rows {
            bits,
            above: Vec::new(),
            width,
        };
        for _ in 0..rows {
            match reader.advance() {
                Some(row) => draw(row),
                None => return,
            }
        }
    }
}

/// Rows of group 3 in two dimensions (ITU-T T.4): behind the mark before each row a bit says
/// whether it is coded for itself or by the row above.
struct Rows<I> {
    bits: ByteReader<I>,
    /// Where the colour changes in the row read last, white first.
    above: Vec<u16>,
    width: u16,
}

impl<I: Iterator<Item = Result<u8, Infallible>>> Rows<I> {
    /// The next row; `None` at the end. A broken one is the one above again, and the next one is
    /// looked for behind the next mark.
    fn advance(&mut self) -> Option<&[u16]> {
        let alone = self.mark()?;
        // Two marks in a row: the page ends.
        if self.bits.peek(maps::EOL.len) == Some(maps::EOL.data) {
            return None;
        }
        let row = match alone {
            true => self.alone(),
            false => self.by_above(),
        };
        if let Some(row) = row {
            self.above = row;
        }
        Some(&self.above)
    }

    /// Passes over everything up to a mark; whether the row behind it stands for itself.
    fn mark(&mut self) -> Option<bool> {
        while self.bits.peek(maps::EOL.len)? != maps::EOL.data {
            self.bits.consume(1).ok()?;
        }
        self.bits.consume(maps::EOL.len).ok()?;
        let alone = self.bits.peek(1)? == 1;
        self.bits.consume(1).ok()?;
        Some(alone)
    }

    fn alone(&mut self) -> Option<Vec<u16>> {
        let (mut row, mut at, mut colour) = (Vec::new(), 0_u16, Color::White);
        while at < self.width {
            at = at.checked_add(self.run(colour)?)?;
            self.turn(&mut row, at);
            colour = !colour;
        }
        Some(row)
    }

    fn by_above(&mut self) -> Option<Vec<u16>> {
        let (mut row, mut at, mut colour) = (Vec::new(), 0_u16, Color::White);
        let (mut passed, mut begun) = (0, false);
        while at < self.width {
            while begun && self.above.get(passed).is_some_and(|turn| *turn <= at) {
                passed += 1;
            }
            // White turns black at even places of the row above, so the next turn away from
            // this colour is one of those, or one of the others.
            let next = passed + usize::from((passed % 2 == 1) == (colour == Color::White));
            let turn = |at: usize| self.above.get(at).copied().unwrap_or(self.width);
            let (first, second) = (turn(next), turn(next + 1));
            match maps::mode::decode(&mut self.bits)? {
                maps::Mode::Pass => at = second,
                maps::Mode::Vertical(by) => {
                    let to = first.checked_add_signed(i16::from(by))?;
                    if to < at {
                        return None;
                    }
                    at = to;
                    self.turn(&mut row, at);
                    colour = !colour;
                }
                maps::Mode::Horizontal => {
                    for colour in [colour, !colour] {
                        at = at.checked_add(self.run(colour)?)?;
                        self.turn(&mut row, at);
                    }
                }
                maps::Mode::Extension | maps::Mode::EOF => return None,
            }
            begun = true;
        }
        Some(row)
    }

    /// Keeps a turn; two at the same place are none.
    fn turn(&self, row: &mut Vec<u16>, at: u16) {
        if at >= self.width {
            return;
        }
        match row.last() {
            Some(last) if *last == at => drop(row.pop()),
            _ => row.push(at),
        }
    }

    /// How long a run of one colour is: long ones are said in parts.
    fn run(&mut self, colour: Color) -> Option<u16> {
        const LAST_PART_MAX: u16 = 63;
        let mut length = 0_u16;
        loop {
            let part = match colour {
                Color::White => maps::white::decode(&mut self.bits),
                Color::Black => maps::black::decode(&mut self.bits),
            }?;
            length = length.checked_add(part)?;
            if part <= LAST_PART_MAX {
                return Some(length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::read::{Limits, tiff};

    fn picture(file: &[u8]) -> image::RgbImage {
        let mut pictures = Vec::new();
        let kept = tiff::for_each_page(file, &Limits::default(), |_, _, picture| {
            pictures.push(picture);
            Ok(())
        });
        kept.expect("the file is whole");
        pictures.pop().expect("it has a page")
    }

    /// The same page, packed by libtiff: bars, full rows, dots and noise.
    const PLAIN: &[u8] = include_bytes!("faxes/plain.tif");
    const PACKED: [(&str, &[u8]); 5] = [
        ("group 3", include_bytes!("faxes/group-3.tif")),
        ("rows", include_bytes!("faxes/group-3-rows.tif")),
        ("padded", include_bytes!("faxes/group-3-rows-padded.tif")),
        (
            "low bit first, four strips",
            include_bytes!("faxes/group-3-rows-low-bit.tif"),
        ),
        ("group 4", include_bytes!("faxes/group-4.tif")),
    ];

    #[test]
    fn a_page_is_the_same_however_it_is_packed() {
        let plain = picture(PLAIN);
        assert!(plain.pixels().any(|it| it.0 == [0; 3]) && plain.pixels().any(|it| it.0 != [0; 3]));
        for (name, file) in PACKED {
            assert!(picture(file) == plain, "{name}");
        }
    }

    #[test]
    fn what_is_broken_or_cut_off_is_read_as_far_as_it_came() {
        let (_, whole) = PACKED[1];
        // Behind the head stand the rows, behind them the tags.
        let tags = u32::from_le_bytes(whole[4..8].try_into().unwrap()) as usize;
        for at in (8..tags).step_by(211) {
            let mut broken = whole.to_vec();
            broken[at] ^= 0x5a;
            let page = picture(&broken);
            assert_eq!(page.dimensions(), (611, 604));
        }
    }
}
