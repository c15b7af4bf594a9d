//! Pages as fax machines send them: CCITT group 3 in one dimension and group 4, bits in either
//! order. Runs of white and black become pixels.

use std::convert::Infallible;

use fax::Color;
use fax::decoder::{Group3Decoder, decode_g4, pels};
use image::RgbImage;

use super::ReadError;

/// How the strips of a page are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// Each row for itself.
    Group3,
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
}
