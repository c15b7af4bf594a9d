//! PDFs that ask for a password: `fixtures/README.md` says how they were made.

use std::ops::ControlFlow;
use std::path::PathBuf;

use kofa_address::ocr::LazyOcr;
use kofa_address::read::read_locked;
use kofa_address::{Document, Limits, PoolSettings, ReadError, ReaderPool, extract};

const LOCKED: [(&str, &[u8]); 4] = [
    ("RC4, 40 bits", include_bytes!("fixtures/locked-rc4-40.pdf")),
    (
        "RC4, 128 bits",
        include_bytes!("fixtures/locked-rc4-128.pdf"),
    ),
    (
        "AES, 128 bits",
        include_bytes!("fixtures/locked-aes-128.pdf"),
    ),
    (
        "AES, 256 bits",
        include_bytes!("fixtures/locked-aes-256.pdf"),
    ),
];
const OPEN: &[u8] = include_bytes!("fixtures/owner-password-aes256.pdf");
const ACCENTS: &[u8] = include_bytes!("fixtures/locked-accents.pdf");

fn read(bytes: &[u8], password: &str) -> Result<Document, ReadError> {
    let ocr = LazyOcr::none();
    read_locked(bytes, password, &Limits::default(), &ocr, &mut |_| Ok(()))
}

#[test]
fn each_encryption_is_opened_by_its_password_and_by_no_other() {
    for (kind, bytes) in LOCKED {
        let read_by = |password| read(bytes, password);
        let document = read_by("secret").expect(kind);
        let address = extract(&document, &Default::default()).full_address;
        assert_eq!(
            address, "12 Bode Thomas Street, Surulere, Lagos State",
            "{kind}"
        );
        assert_eq!(read_by(""), Err(ReadError::Encrypted), "{kind}");
        for wrong in ["Secret", "secret ", "secre", "x", &"s".repeat(1_000)] {
            assert_eq!(
                read_by(wrong),
                Err(ReadError::WrongPassword),
                "{kind}: {wrong}"
            );
        }
    }
}

#[test]
fn the_owners_password_opens_what_is_encrypted_as_today() {
    let (_, newest) = LOCKED[3];
    assert!(read(newest, "boss").is_ok());
}

#[test]
fn a_password_of_any_script_opens() {
    assert!(read(ACCENTS, "\u{1ECC}\u{300}\u{1E63}un \u{E9} 1").is_ok());
}

#[test]
fn a_password_that_nothing_asks_for_is_not_wrong() {
    let plain = kofa_samples::sample_bill(&Default::default());
    assert_eq!(read(&plain, "secret"), read(&plain, ""));
    assert!(read(OPEN, "anything").is_ok());
    assert!(read(OPEN, "").is_ok());
}

#[test]
fn a_child_reads_it_and_the_next_one_without_it() {
    let reader = PathBuf::from(env!("CARGO_BIN_EXE_kofa-read-document"));
    let pool = ReaderPool::new(PoolSettings {
        readers_max: 1,
        ..PoolSettings::new(reader, Vec::new())
    });
    let limits = Limits::default();
    for (kind, bytes) in LOCKED {
        let mut go_on = |_| ControlFlow::Continue(());
        let locked = pool.read_watched(bytes, "secret", &limits, &mut go_on);
        assert_eq!(locked, read(bytes, "secret"), "{kind}");
        assert_eq!(
            pool.read(bytes, &limits),
            Err(ReadError::Encrypted),
            "{kind}"
        );
    }
}
