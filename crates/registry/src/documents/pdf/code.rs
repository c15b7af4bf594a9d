//! The square code that leads to the verify page.

use qrcodegen::{QrCode, QrCodeEcc};

use super::book::{Book, HEIGHT, INK, Strength};

/// Draws the QR code of `url` in a square of `side` points; a quiet margin of two modules is
/// within it, the paper around it does the rest. Nothing is drawn for an address that no QR
/// code can hold: the code in letters is always beside it.
pub(super) fn draw(book: &mut Book, x: f32, y: f32, side: f32, url: &str) {
    let Ok(code) = QrCode::encode_text(url, QrCodeEcc::Medium) else {
        return;
    };
    #[expect(clippy::cast_precision_loss, reason = "at most 177 modules")]
    let module = side / (code.size() + 4) as f32;
    book.with(Strength::Full, |content| {
        content.set_fill_rgb(INK.0, INK.1, INK.2);
        for row in 0..code.size() {
            for (from, to) in dark(&code, row) {
                #[expect(clippy::cast_precision_loss, reason = "at most 177 modules")]
                let (left, top, wide) = ((from + 2) as f32, (row + 3) as f32, (to - from) as f32);
                content.rect(
                    x + left * module,
                    HEIGHT - y - top * module,
                    wide * module,
                    module,
                );
            }
        }
        content.fill_nonzero();
    });
    book.link(x, y, side, side, url);
}

/// The dark stretches of a row: from, to.
fn dark(code: &QrCode, row: i32) -> Vec<(i32, i32)> {
    let mut stretches: Vec<(i32, i32)> = Vec::new();
    for column in 0..code.size() {
        if !code.get_module(column, row) {
            continue;
        }
        match stretches.last_mut() {
            Some((_, to)) if *to == column => *to += 1,
            _ => stretches.push((column, column + 1)),
        }
    }
    stretches
}
