//! What people do not see on a page is not read: painted over, or outside the clip.

use kofa_address::read::read_here;
use kofa_address::{Check, CheckCode, Limits, ReadError, Severity};

use crate::hostile::{page, stream};
use crate::inspect::see;

/// 12-point lines at the left margin: black, 14 points apart from 700 on down.
const TRUE: &str = "BT /F1 12 Tf 50 700 Td (12 Allen Avenue, Ikeja) Tj ET";
const FALSE: &str = "BT /F1 12 Tf 50 700 Td (9 Forged Street, Aba) Tj ET";
const BELOW: &str = "BT /F1 12 Tf 50 600 Td (12 Allen Avenue, Ikeja) Tj ET";
/// Covers the line at 700.
const BOX: &str = "40 690 400 24 re f";
const SEEN: &str = "12 Allen Avenue, Ikeja";

/// Ways of blending, transparency, a mask that hides nothing is sure of, pictures and forms.
const RESOURCES: &str = "/Font << /F1 5 0 R >> \
    /ExtGState << /Multiply << /BM /Multiply >> /Screen << /BM /Screen >> \
    /Third << /ca 0.3 >> /Most << /ca 0.8 >> /Mask << /SMask << /S /Alpha /G 9 0 R >> >> >> \
    /XObject << /Paper 6 0 R /Glass 7 0 R /Empty 10 0 R /Group 9 0 R /Form 11 0 R \
    /Stencil 12 0 R /Holes 13 0 R >>";

fn file(content: &str) -> Vec<u8> {
    let picture = "/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 \
        /ColorSpace /DeviceGray";
    let form = "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources \
        << /Font << /F1 5 0 R >> >>";
    let group = format!("{form} /Group << /S /Transparency >>");
    let stencil = "/Type /XObject /Subtype /Image /Width 8 /Height 1 /BitsPerComponent 1 \
        /ImageMask true";
    let more = vec![
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_vec(),
        stream(picture, &[255; 4]),
        stream(&format!("{picture} /SMask 8 0 R"), &[255; 4]),
        stream(picture, &[40; 4]),
        stream(&group, b"1 g 40 690 400 24 re f"),
        stream(&format!("{picture} /Filter /FlateDecode"), b"no such thing"),
        stream(&form.replace("0 0 595 842", "0 0 595 650"), TRUE.as_bytes()),
        stream(stencil, &[0]),
        stream(stencil, &[0xFE]),
    ];
    page(RESOURCES, stream("", content.as_bytes()), more)
}

/// The words in sight of a page with this content, joined.
#[track_caller]
fn check(content: &[&str], expected: &str) {
    let read = read_here(&file(&content.join("\n")), &Limits::default());
    let words = match &read {
        Ok(document) => document.pages.iter().flat_map(|page| &page.words).collect(),
        Err(ReadError::NoText | ReadError::OcrUnavailable) => Vec::new(),
        Err(other) => panic!("{other:?} for {content:?}"),
    };
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(words.join(" "), expected, "{content:?}");
}

#[test]
fn text_under_a_box_is_not_read() {
    check(&[FALSE, "1 g", BOX], "");
    check(&[FALSE, "0 g", BOX], "");
    check(
        &[FALSE, "q 1 0 0 1 10 0 cm 1 g", BOX, "Q", "0 g", BELOW],
        SEEN,
    );
    // Whatever stands on top is what the page says.
    check(&[FALSE, "1 g", BOX, "0 g", TRUE], SEEN);
    check(&[FALSE, "1 0 0 rg", BOX, "1 g", TRUE], SEEN);
    // In halves, one above the other; as two triangles; turned by a quarter.
    check(&[FALSE, "1 g 40 690 400 12 re f 40 702 400 12 re f"], "");
    check(
        &[
            FALSE,
            "1 g 40 690 m 440 690 l 440 714 l h f 40 690 m 40 714 l 440 714 l h f",
        ],
        "",
    );
    check(&[FALSE, "q 0 1 -1 0 0 0 cm 1 g 690 -440 24 400 re f Q"], "");
    // By a thick line, a picture, a stencil.
    check(&[FALSE, "1 G 24 w 40 702 m 440 702 l S"], "");
    check(&[FALSE, "q 400 0 0 24 40 690 cm /Paper Do Q"], "");
    check(&[FALSE, "1 g q 400 0 0 24 40 690 cm /Stencil Do Q"], "");
    check(&[FALSE, "/Group Do"], "");
    // Nothing is left under white light, nor under four boxes that each let some through.
    check(&[FALSE, "/Screen gs 1 g", BOX], "");
    check(&[FALSE, "/Most gs 1 g", BOX, BOX, BOX, BOX], "");
}

/// Letters and digits of the first page that are painted over.
fn covered(content: &[&str]) -> u32 {
    let read = read_here(&file(&content.join("\n")), &Limits::default());
    read.expect("the page has text").pages[0].covered
}

#[test]
fn what_is_painted_over_is_counted() {
    assert_eq!(covered(&[FALSE, "1 g", BOX, "0 g", TRUE]), 16);
    assert_eq!(covered(&[FALSE, "1 g", BOX, "0 g", BELOW]), 16);
    // Neither what a box lies under, nor what is cut off, nor the dots of an empty form.
    assert_eq!(covered(&["1 g", BOX, "0 g", TRUE]), 0);
    assert_eq!(covered(&["q 40 100 400 400 re W n", FALSE, "Q", BELOW]), 0);
    let dots = "BT /F1 12 Tf 50 700 Td (Address: ..........______) Tj ET";
    let value = "0 g BT /F1 12 Tf 110 700 Td (12 Allen Avenue) Tj ET";
    assert_eq!(covered(&[dots, "1 g 105 690 400 24 re f", value]), 0);
}

#[test]
fn a_page_that_covers_text_is_to_be_looked_at() {
    let head = "BT /F1 12 Tf 50 780 Td (IKEJA ELECTRIC PLC ELECTRICITY BILL) Tj ET";
    let told = |content: &[&str]| {
        let (_, seen) = see(&file(&content.join("\n")));
        let of = |check: &&Check| check.code == CheckCode::SuspectedManipulation;
        seen.checks.iter().find(of).cloned()
    };
    let check = told(&[head, FALSE, "1 g", BOX, "0 g", TRUE]).unwrap();
    assert_eq!(check.severity, Severity::Review);
    assert_eq!(check.evidence, ["page 1: 16 letters"]);
    assert!(!check.message.contains("Forged"), "{}", check.message);
    assert_eq!(told(&[head, TRUE]), None);
}

#[test]
fn text_that_shines_through_or_lies_on_top_is_read() {
    check(&["1 g", BOX, "0 g", TRUE], SEEN);
    check(
        &["0.9 g", BOX, "0 g", TRUE, "0 G 0.5 w 40 690 400 24 re S"],
        SEEN,
    );
    check(&["q 595 0 0 842 0 0 cm /Paper Do Q", TRUE], SEEN);
    check(&[TRUE, "/Multiply gs 1 1 0 rg", BOX], SEEN);
    check(&[TRUE, "/Third gs 1 1 0 rg", BOX], SEEN);
    check(&[TRUE, "/Mask gs 1 g", BOX], SEEN);
    check(&[TRUE, "/Third gs /Group Do"], SEEN);
    check(&[TRUE, "/Multiply gs /Group Do"], SEEN);
    check(&[TRUE, "q 400 0 0 24 40 690 cm /Glass Do Q"], SEEN);
    check(&[TRUE, "q 400 0 0 24 40 690 cm /Empty Do Q"], SEEN);
    check(&[TRUE, "0 g q 400 0 0 24 40 690 cm /Holes Do Q"], SEEN);
    // Underlined, struck out, framed, and beside the box.
    check(&[TRUE, "0 g 50 698 120 1 re f"], SEEN);
    check(&[TRUE, "0 G 1 w 50 704 m 170 704 l S"], SEEN);
    check(&[TRUE, "0 g 40 690 400 24 re 42 692 396 20 re f*"], SEEN);
    check(&[TRUE, "1 g 40 711 400 24 re f 40 670 400 24 re f"], SEEN);
    // The bounds of this triangle hold the text, the triangle does not.
    check(
        &[
            TRUE,
            "1 g 40 690 m 440 650 l 440 690 l h 10 800 m 40 842 l 10 842 l h f",
        ],
        SEEN,
    );
    // A box that is cut off before the text, by a box and by a triangle.
    check(&[TRUE, "q 40 100 400 400 re W n 1 g", BOX, "Q"], SEEN);
    check(
        &[TRUE, "q 40 690 m 440 400 l 440 690 l h W n 1 g", BOX, "Q"],
        SEEN,
    );
}

#[test]
fn text_outside_the_clip_is_not_read() {
    check(&["q 40 100 400 400 re W n", FALSE, "Q", BELOW], SEEN);
    check(&["q 40 690 400 24 re W n", TRUE, "Q"], SEEN);
    // Two clips that have nothing in common.
    check(
        &[
            "q 40 690 400 24 re W n 40 100 400 400 re W n",
            FALSE,
            "Q",
            BELOW,
        ],
        SEEN,
    );
    // Within the bounds of an L, and outside of it.
    let angle = "q 0 0 m 595 0 l 595 100 l 30 100 l 30 842 l 0 842 l h W n";
    check(&[angle, FALSE, "Q", BELOW], SEEN);
    check(
        &["q 0 0 m 595 0 l 595 842 l 0 842 l 0 1 l h W n", TRUE, "Q"],
        SEEN,
    );
    // Hardly anything of a letter is left.
    check(&["q 40 708 400 24 re W n", FALSE, "Q", BELOW], SEEN);
    // Cut through the middle, the letters before it stay.
    check(&["q 40 690 54 24 re W n", TRUE, "Q"], "12 Allen");
    // Outside the box of a form.
    check(&["/Form Do", BELOW], SEEN);
    // Colour that the clip keeps off the page makes no white letters visible.
    check(
        &[
            "q 0 0 1 1 re W n 0 0 1 rg",
            BOX,
            "Q 1 g",
            FALSE,
            "0 g",
            BELOW,
        ],
        SEEN,
    );
    check(&["0 0 1 rg", BOX, "1 g", TRUE], SEEN);
    check(&["0 0 1 rg", BOX, "1 g", BOX, FALSE, "0 g", BELOW], SEEN);
}

/// A page with one annotation over the line at 700, which is drawn by these operators.
fn annotated(content: &str, appearance: &str) -> Vec<u8> {
    let form = "/Type /XObject /Subtype /Form /BBox [0 0 400 24] /Resources \
        << /Font << /F1 5 0 R >> /ExtGState << /Multiply << /BM /Multiply >> >> >>";
    let dict = "/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R \
        /Annots [<< /Type /Annot /Subtype /Widget /Rect [40 690 440 714] /F 4 \
        /AP << /N 6 0 R >> >>] /Resources << /Font << /F1 5 0 R >> >>";
    crate::hostile::pdf(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!("<< {dict} >>").into_bytes(),
        stream("", content.as_bytes()),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_vec(),
        stream(form, appearance.as_bytes()),
    ])
}

#[test]
fn the_value_of_a_field_stands_on_what_it_covers() {
    let value = "1 g 0 0 400 24 re f 0 g BT /F1 12 Tf 10 10 Td (12 Allen Avenue, Ikeja) Tj ET";
    let highlight = "/Multiply gs 1 1 0 rg 0 0 400 24 re f";
    for (content, appearance) in [(FALSE, value), (TRUE, highlight), ("", value)] {
        let read = read_here(&annotated(content, appearance), &Limits::default());
        let words = read.expect("a text layer").pages.remove(0).words;
        let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(words.join(" "), SEEN, "{content} {appearance}");
    }
}

#[test]
fn a_scan_over_or_under_its_text_layer_is_left_to_the_eyes() {
    let line = "BT /F1 12 Tf 3 Tr 50 700 Td (12 Allen Avenue, Ikeja) Tj 0 Tr ET";
    let picture = "q 595 0 0 842 0 0 cm /Paper Do Q";
    for content in [[picture, line], [line, picture], [FALSE, picture]] {
        let read = read_here(&file(&content.join("\n")), &Limits::default());
        assert_eq!(read, Err(ReadError::OcrUnavailable), "{content:?}");
    }
}
