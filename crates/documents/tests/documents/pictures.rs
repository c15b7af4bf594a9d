//! One small bill in every way that a picture of it can arrive: turned, photographed, faxed.
//! `fixtures/make.py` makes the files.

use std::ffi::OsString;
use std::path::Path;

use kofa_address::Limits;
use kofa_documents::Reader;

use crate::world::{World, form, reader_settings};

const ADDRESS: &str = "12 Bode Thomas Street, Surulere, Lagos";

/// A world whose reader has its networks; unoptimised it takes longer than a customer would wait.
async fn world() -> World {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    assert!(
        models.join("PP-OCRv6_rec_small.onnx").exists(),
        "run scripts/models.sh first"
    );
    let mut settings = reader_settings();
    settings.args = vec![OsString::from(models)];
    let limits = Limits {
        wall_ms_max: 60_000,
        scan_cpu_seconds_max: 120,
        scan_wall_ms_max: 120_000,
        answer_ms: 120_000,
        ..Limits::default()
    };
    World::with(Reader::with(settings, limits)).await
}

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents/fixtures");
    std::fs::read(folder.join(name)).expect("a fixture")
}

async fn check(name: &str) {
    let world = world().await;
    let reply = world.post_form(&[("file", &fixture(name))]).await;
    let data = reply.charged();
    assert_eq!(data["full_address"], ADDRESS, "{name}");
    assert_eq!(data["street"], "12 Bode Thomas Street", "{name}");
    assert_eq!(data["city"], "Surulere", "{name}");
    assert_eq!(data["state"], "Lagos", "{name}");
    assert_eq!(data["field_metadata"]["state"]["source"], "extracted");
    // A good picture never gets advice.
    let reasons = data["review_reasons"].as_array().expect("a list");
    assert!(!reasons.iter().any(|it| it == "poor_picture"), "{name}");
}

/// What is said about a poor picture: of one that was read, in its checks; else in the failure.
async fn said(world: &World, name: &str) -> (bool, String) {
    let body = form(&[("file", &fixture(name))]);
    let media = "multipart/form-data; boundary=----kofa";
    let reply = world.post_raw("extract?include=checks", media, &body).await;
    if reply.status == 422 {
        reply.refused(422, "unreadable_document");
        return (
            false,
            reply.json["message"].as_str().expect("words").to_owned(),
        );
    }
    let data = reply.charged();
    let reasons = data["review_reasons"].as_array().expect("a list");
    assert!(
        reasons.iter().any(|it| it == "poor_picture"),
        "{name}: {data}"
    );
    assert_eq!(data["requires_review"], true);
    let checks = data["checks"].as_array().expect("a list");
    let mut poor = checks.iter().filter(|it| it["code"] == "poor_quality");
    let words = poor.find_map(|it| it["message"].as_str()?.strip_prefix("On page 1 "));
    (true, words.expect("what to do").to_owned())
}

#[tokio::test]
async fn a_poor_picture_says_what_to_do() {
    let world = world().await;
    for (name, words) in [
        (
            "poor-dark.png",
            "the picture is too dark: take it again in daylight",
        ),
        (
            "poor-soft.jpg",
            "the letters are blurred: hold the camera still",
        ),
        (
            "poor-cut.png",
            "the text is cut off at the left: take the picture",
        ),
        ("poor-small.png", "the letters are too small: go closer"),
    ] {
        let (_, said) = said(&world, name).await;
        assert!(said.contains(words), "{name}: {said}");
    }
    let (is_read, said) = said(&world, "poor-blurred.jpg").await;
    assert!(
        !is_read && said.contains("On page 1 the letters are blurred"),
        "{said}"
    );
}

#[tokio::test]
async fn a_png() {
    check("upright.png").await;
}

#[tokio::test]
async fn a_webp() {
    check("lossy.webp").await;
}

#[tokio::test]
async fn a_photo_from_the_side_in_uneven_light() {
    check("photo.jpg").await;
}

#[tokio::test]
async fn a_scan_on_its_side() {
    check("quarter-turn.jpg").await;
}

#[tokio::test]
async fn a_scan_upside_down() {
    check("half-turn.jpg").await;
}

#[tokio::test]
async fn a_photo_whose_file_says_how_it_was_held() {
    check("held-sideways.jpg").await;
}

#[tokio::test]
async fn a_fax_of_group_4() {
    check("group-4.tif").await;
}

#[tokio::test]
async fn a_fax_of_group_3() {
    check("group-3.tif").await;
}

#[tokio::test]
async fn a_fax_of_group_3_in_two_dimensions() {
    check("group-3-2d.tif").await;
}

#[tokio::test]
async fn a_fax_that_begins_its_bytes_at_the_low_end() {
    check("low-bit-first.tif").await;
}

#[tokio::test]
async fn a_tiff_whose_pixels_are_numbers_of_colours() {
    check("palette.tif").await;
}

#[tokio::test]
async fn the_second_page_of_a_tiff() {
    check("two-pages.tif").await;
}

#[tokio::test]
async fn a_fax_that_is_packed_otherwise_is_refused_and_says_why() {
    let world = world().await;
    let before = world.balance().await;
    // Its options, a number of four bytes, say now that some rows are not packed at all.
    let mut file = fixture("group-3-2d.tif");
    let tag = [0x24, 0x01, 0x04, 0, 1, 0, 0, 0];
    let at = file.windows(8).position(|it| it == tag).expect("options");
    file[at + 8] = 0b10;
    let reply = world.post_form(&[("file", &file)]).await;
    reply.refused(415, "unsupported_document_type");
    let said = reply.json["errors"][0]["message"].as_str().expect("words");
    assert!(said.contains("TIFF packed in a way"), "{said}");
    World::paid(before, world.balance().await, 0);
}
