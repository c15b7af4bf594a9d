//! Pictures of paper, through the process wall.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use kofa_address::{
    Capture, Document, DocumentKind, Limits, PoolSettings, ReadError, ReaderPool, extract,
};
use kofa_samples::{blank_scan, sample_bill, scan_of};

/// Where `scripts/models.sh` puts the networks.
fn models() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    assert!(
        folder.join("PP-OCRv6_rec_small.onnx").exists(),
        "run scripts/models.sh first"
    );
    folder
}

fn pool() -> ReaderPool {
    let reader = PathBuf::from(env!("CARGO_BIN_EXE_kofa-read-document"));
    ReaderPool::new(PoolSettings::new(reader, vec![OsString::from(models())]))
}

/// Unoptimised and beside other tests a page takes longer than a customer would wait.
fn limits() -> Limits {
    Limits {
        wall_ms_max: 60_000,
        scan_cpu_seconds_max: 120,
        scan_wall_ms_max: 120_000,
        answer_ms: 120_000,
        ..Limits::default()
    }
}

fn text(document: &Document) -> String {
    let words = document.pages.iter().flat_map(|page| &page.words);
    let words: Vec<&str> = words.map(|word| word.text.as_str()).collect();
    words.join(" ")
}

#[test]
fn a_scan_says_what_its_text_layer_would() {
    let pool = pool();
    let bill = sample_bill(&Default::default());
    let born = pool.read(&bill, &limits()).expect("a text layer");
    let scan = pool.read(&scan_of(&bill), &limits()).expect("a scan");
    assert_eq!(scan.kind, DocumentKind::Png);
    assert_eq!(scan.pages[0].capture, Capture::Scan);
    let options = Default::default();
    let (born, read) = (extract(&born, &options), extract(&scan, &options));
    assert_eq!(read.full_address, born.full_address, "{}", text(&scan));
    let blank = pool.read(&blank_scan(), &limits());
    assert_eq!(blank, Err(ReadError::NoText));
}

#[test]
fn without_networks_pictures_are_refused_and_text_is_read() {
    let reader = PathBuf::from(env!("CARGO_BIN_EXE_kofa-read-document"));
    for folder in [Vec::new(), vec![OsString::from("/nowhere")]] {
        let pool = ReaderPool::new(PoolSettings::new(reader.clone(), folder));
        let refused = pool.read(&blank_scan(), &limits());
        assert_eq!(refused, Err(ReadError::OcrUnavailable));
        let bill = sample_bill(&Default::default());
        assert!(pool.read(&bill, &limits()).is_ok());
    }
}

#[test]
fn a_picture_of_which_nothing_was_read_in_time_is_refused_for_its_time() {
    let at_once = Limits {
        answer_ms: 0,
        ..limits()
    };
    let scan = scan_of(&sample_bill(&Default::default()));
    assert_eq!(pool().read(&scan, &at_once), Err(ReadError::TimedOut));
}
