//! Files that mean harm, or are merely broken.

use std::io::Write;

use kofa_address::{DocumentKind, Limits, ReadError, sniff};
use kofa_samples::{Sheet, document};

/// Objects 1.. in order, as a PDF without a cross-reference table: readers rebuild it.
pub(crate) fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    for (at, object) in objects.iter().enumerate() {
        file.extend_from_slice(format!("{} 0 obj\n", at + 1).as_bytes());
        file.extend_from_slice(object);
        file.extend_from_slice(b"\nendobj\n");
    }
    file.extend_from_slice(b"trailer << /Root 1 0 R >>\n%%EOF\n");
    file
}

pub(crate) fn stream(dict: &str, data: &[u8]) -> Vec<u8> {
    let mut object = format!("<< {dict} /Length {} >>\nstream\n", data.len()).into_bytes();
    object.extend_from_slice(data);
    object.extend_from_slice(b"\nendstream");
    object
}

/// One page with this content stream and these resources.
pub(crate) fn page(resources: &str, content: Vec<u8>, more: Vec<Vec<u8>>) -> Vec<u8> {
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R \
             /Resources << {resources} >> >>"
        )
        .into_bytes(),
        content,
    ];
    objects.extend(more);
    pdf(&objects)
}

fn deflate(text: &[u8], times: usize) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..times {
        packed.write_all(text).expect("writing to memory");
    }
    packed.finish().expect("writing to memory")
}

/// 0.6 MB that unpack to 300 MB of operators, behind a form that the page draws.
pub(crate) fn bomb_in_a_form() -> Vec<u8> {
    let packed = deflate(&b"0 0 1 1 re f\n".repeat(1_000), 24_000);
    let form = stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Filter /FlateDecode",
        &packed,
    );
    page("/XObject << /A 5 0 R >>", stream("", b"/A Do"), vec![form])
}

fn bomb_in_the_page() -> Vec<u8> {
    let packed = deflate(&b"0 0 1 1 re f\n".repeat(1_000), 24_000);
    page("", stream("/Filter /FlateDecode", &packed), Vec::new())
}

fn deep_nesting() -> Vec<u8> {
    let content = [b"[".repeat(400_000), b"]".repeat(400_000)].concat();
    page("", stream("", &content), Vec::new())
}

fn form_that_draws_itself() -> Vec<u8> {
    let form = stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A 5 0 R >> >>",
        b"/A Do /A Do",
    );
    page("/XObject << /A 5 0 R >>", stream("", b"/A Do"), vec![form])
}

fn zero_pages() -> Vec<u8> {
    pdf(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [] /Count 0 >>".to_vec(),
    ])
}

/// Glyph codes without a word on what they mean.
fn font_without_meaning() -> Vec<u8> {
    let font = b"<< /Type /Font /Subtype /Type0 /BaseFont /Secret /Encoding /Identity-H \
        /DescendantFonts [6 0 R] >>";
    let descendant = b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Secret /CIDSystemInfo \
        << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R >>";
    let descriptor = b"<< /Type /FontDescriptor /FontName /Secret /Flags 4 /FontBBox [0 0 1 1] \
        /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 /FontFile2 8 0 R >>";
    let program = stream("", &[0xAB; 600]);
    let text = b"BT /F1 12 Tf 20 700 Td <002400250026002700280029002A002B> Tj ET";
    let more = vec![
        font.to_vec(),
        descendant.to_vec(),
        descriptor.to_vec(),
        program,
    ];
    page("/Font << /F1 5 0 R >>", stream("", text), more)
}

fn picture_only() -> Vec<u8> {
    let image = stream(
        "/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray \
         /BitsPerComponent 8",
        &[0x80; 16],
    );
    let content = stream("", b"q 595 0 0 842 0 0 cm /I Do Q");
    page("/XObject << /I 5 0 R >>", content, vec![image])
}

fn text_that_is_only_claimed() -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet
        .visible(false)
        .lines(&["Service Address: 9 Forged Street, Ikeja, Lagos"]);
    sheet.pdf()
}

fn white_on_white() -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet
        .colour(1.0, 1.0, 1.0)
        .lines(&["Service Address: 9 Forged Street, Ikeja, Lagos"]);
    sheet.pdf()
}

fn pages(count: usize) -> Vec<u8> {
    let sheets = (0..count).map(|_| {
        let mut sheet = Sheet::new();
        sheet.lines(&["Page"]);
        sheet
    });
    document(sheets.collect())
}

fn endless_text() -> Vec<u8> {
    let mut text = b"BT /F1 12 Tf 20 700 Td ".to_vec();
    text.extend(b"(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ".repeat(5_000));
    text.extend_from_slice(b" ET");
    let font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>".to_vec();
    page("/Font << /F1 5 0 R >>", stream("", &text), vec![font])
}

/// A file and every answer that is right; `None` is a document.
pub(crate) type Case = (&'static str, Vec<u8>, Vec<Option<ReadError>>);

pub(crate) fn cases() -> Vec<Case> {
    use ReadError::{Corrupt, Crashed, Encrypted, NoText, OcrUnavailable, TimedOut, TooLarge};
    let sample = kofa_samples::sample_bill(&Default::default());
    let half = sample[..sample.len() / 2].to_vec();
    let html = b"<!DOCTYPE html><html><body>12 Allen Avenue, Ikeja</body></html>".to_vec();
    let rc4 = include_bytes!("fixtures/password-rc4.pdf").to_vec();
    let aes = include_bytes!("fixtures/password-aes256.pdf").to_vec();
    let owner = include_bytes!("fixtures/owner-password-aes256.pdf").to_vec();
    let too_many = ReadError::TooManyPages {
        pages: 10_000,
        limit: 10,
    };
    vec![
        ("cut short", half, vec![None, Some(Corrupt), Some(NoText)]),
        (
            "a header and nothing",
            b"%PDF-1.7\n".to_vec(),
            vec![Some(Corrupt)],
        ),
        ("web page", html, vec![Some(ReadError::Unsupported)]),
        ("nothing", Vec::new(), vec![Some(ReadError::Unsupported)]),
        ("password, RC4", rc4, vec![Some(Encrypted)]),
        ("password, AES", aes, vec![Some(Encrypted)]),
        ("open to readers, closed to writers", owner, vec![None]),
        ("no pages", zero_pages(), vec![Some(Corrupt)]),
        ("ten thousand pages", pages(10_000), vec![Some(too_many)]),
        (
            "deep nesting",
            deep_nesting(),
            vec![Some(NoText), Some(Corrupt)],
        ),
        (
            "form that draws itself",
            form_that_draws_itself(),
            vec![Some(NoText)],
        ),
        (
            "font without meaning",
            font_without_meaning(),
            vec![Some(OcrUnavailable), Some(NoText)],
        ),
        (
            "picture",
            picture_only(),
            vec![Some(OcrUnavailable), Some(NoText)],
        ),
        (
            "claimed text",
            text_that_is_only_claimed(),
            vec![Some(NoText)],
        ),
        ("white on white", white_on_white(), vec![Some(NoText)]),
        ("endless text", endless_text(), vec![Some(TooLarge)]),
        (
            "bomb in the page",
            bomb_in_the_page(),
            vec![Some(TooLarge), Some(Crashed)],
        ),
        (
            "bomb in a form",
            bomb_in_a_form(),
            vec![Some(TimedOut), Some(Crashed)],
        ),
    ]
}

#[test]
fn kinds_are_told_by_their_first_bytes() {
    let kinds: [(&[u8], DocumentKind); 9] = [
        (b"%PDF-1.4 and so on", DocumentKind::Pdf),
        (b"\xEF\xBB\xBF%PDF-1.4", DocumentKind::Pdf),
        (b"\xFF\xD8\xFF\xE0JFIF", DocumentKind::Jpeg),
        (b"\x89PNG\r\n\x1A\n", DocumentKind::Png),
        (b"RIFF\0\0\0\0WEBPVP8 ", DocumentKind::Webp),
        (b"II*\0", DocumentKind::Tiff),
        (b"MM\0*", DocumentKind::Tiff),
        (b"<html>", DocumentKind::Unknown),
        (b"", DocumentKind::Unknown),
    ];
    for (bytes, kind) in kinds {
        assert_eq!(sniff(bytes), kind);
    }
}

#[test]
fn a_file_beyond_the_limit_is_not_opened() {
    let limits = Limits {
        bytes_max: 8,
        ..Limits::default()
    };
    let answer = kofa_address::read::read_here(b"%PDF-1.7 and more", &limits);
    assert_eq!(answer, Err(ReadError::TooLarge));
}
