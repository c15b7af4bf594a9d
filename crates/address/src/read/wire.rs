//! The frames between a pool and its child.
//!
//! Request: nine little-endian `u32` (the lengths of the document and its password, then the
//! limits in the order of [`Limits`]), the document and its password. Reply: messages of a `u32`
//! length and that much JSON: how far it is, as often as it likes, then the answer. The parent
//! believes neither length nor content: a message beyond its bound, or of another shape, is a
//! crash.

use std::io::{self, ErrorKind, Read, Write};

use kofa_domain::Sensitive;
use serde::{Deserialize, Serialize};

use super::{Limits, Progress, ReadError};
use crate::{Capture, Document, DocumentKind, Flaws, Page, Word};

/// Bytes of an answer: 200,000 characters as words of one letter each come to about half.
const ANSWER_BYTES_MAX: u32 = 24 * 1024 * 1024;
/// Bytes of a request before the document.
const HEAD_BYTES: usize = 40;
/// Bytes of a password. No PDF looks at more than 127.
const PASSWORD_BYTES_MAX: usize = 1_024;

/// What a child is asked to read.
#[derive(Debug, PartialEq)]
pub(super) struct Request {
    pub(super) bytes: Vec<u8>,
    /// What opens it; empty if nobody said.
    pub(super) password: Sensitive<String>,
    pub(super) limits: Limits,
}

/// What a child says.
#[derive(Debug, PartialEq)]
pub(super) enum Message {
    /// It takes up a picture.
    Progress(Progress),
    Answer(Result<Document, ReadError>),
}

#[derive(Serialize, Deserialize)]
enum WireMessage {
    Progress(u32, u32),
    Pages(WireKind, Vec<WirePage>),
    Refused(Refusal),
}

#[derive(Serialize, Deserialize)]
enum WireKind {
    Pdf,
    Jpeg,
    Png,
    Webp,
    Tiff,
}

#[derive(Serialize, Deserialize)]
enum WireCapture {
    BornDigital,
    Scan,
    Photo,
}

#[derive(Serialize, Deserialize)]
struct WirePage {
    size: (f32, f32),
    capture: WireCapture,
    turned: u8,
    picture_only: bool,
    covered: u32,
    flaws: u8,
    words: Vec<WireWord>,
}

/// Text; left, top, right, bottom; confidence.
#[derive(Serialize, Deserialize)]
struct WireWord(String, [f32; 4], f32);

#[derive(Serialize, Deserialize)]
enum Refusal {
    Unsupported,
    TooLarge,
    Encrypted,
    WrongPassword,
    UnknownEncryption,
    Corrupt,
    TooManyPages(u32, u32),
    TooSmall(u32, u32),
    NoText,
    PoorPicture(u32, u8),
    OcrUnavailable,
    TimedOut,
    Crashed,
}

pub(super) fn write_request(
    out: &mut impl Write,
    bytes: &[u8],
    password: &str,
    limits: &Limits,
) -> io::Result<()> {
    let length = |bytes: usize| u32::try_from(bytes).map_err(|_| ErrorKind::InvalidInput);
    if password.len() > PASSWORD_BYTES_MAX {
        return Err(ErrorKind::InvalidInput.into());
    }
    let mut head = [0; HEAD_BYTES];
    let fields = [
        length(bytes.len())?,
        length(password.len())?,
        limits.bytes_max,
        limits.pages_max,
        limits.characters_max,
        limits.cpu_seconds_max,
        limits.wall_ms_max,
        limits.scan_cpu_seconds_max,
        limits.scan_wall_ms_max,
        limits.answer_ms,
    ];
    for (slot, field) in head.chunks_exact_mut(4).zip(fields) {
        slot.copy_from_slice(&field.to_le_bytes());
    }
    out.write_all(&head)?;
    out.write_all(bytes)?;
    out.write_all(password.as_bytes())?;
    out.flush()
}

/// Takes one document; `None` when the parent has closed the pipe between two.
pub(super) fn read_request(input: &mut impl Read) -> io::Result<Option<Request>> {
    let mut head = [0; HEAD_BYTES];
    match input.read_exact(&mut head[..1]) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    input.read_exact(&mut head[1..])?;
    let mut fields = head
        .chunks_exact(4)
        .map(|chunk| u32::from_le_bytes(chunk.try_into().expect("chunks_exact gives four bytes")));
    let mut next = || fields.next().expect("40 bytes are ten fields");
    let (length, of_password) = (next(), next());
    let limits = Limits {
        bytes_max: next(),
        pages_max: next(),
        characters_max: next(),
        cpu_seconds_max: next(),
        wall_ms_max: next(),
        scan_cpu_seconds_max: next(),
        scan_wall_ms_max: next(),
        answer_ms: next(),
    };
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes)?;
    let mut password = vec![0; of_password as usize];
    input.read_exact(&mut password)?;
    let password = String::from_utf8(password).map_err(|_| ErrorKind::InvalidData)?;
    Ok(Some(Request {
        bytes,
        password: Sensitive::new(password),
        limits,
    }))
}

/// Sends how far a document is.
pub(super) fn write_progress(out: &mut impl Write, progress: Progress) -> io::Result<()> {
    let message = WireMessage::Progress(progress.read, progress.of);
    write_body(out, &serde_json::to_vec(&message)?)
}

/// Sends what came of a document.
pub(super) fn write_answer(
    out: &mut impl Write,
    result: Result<Document, ReadError>,
) -> io::Result<()> {
    let answer = match result.map(to_wire) {
        Ok(Some(pages)) => pages,
        Ok(None) => WireMessage::Refused(Refusal::Unsupported),
        Err(error) => WireMessage::Refused(to_refusal(error)),
    };
    let mut body = serde_json::to_vec(&answer)?;
    if body.len() > ANSWER_BYTES_MAX as usize {
        body = serde_json::to_vec(&WireMessage::Refused(Refusal::TooLarge))?;
    }
    write_body(out, &body)
}

fn write_body(out: &mut impl Write, body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(body.len()).map_err(|_| ErrorKind::InvalidData)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(body)?;
    out.flush()
}

/// Takes the next thing a child says.
pub(super) fn read_message(input: &mut impl Read) -> io::Result<Message> {
    let mut head = [0; 4];
    input.read_exact(&mut head)?;
    let length = u32::from_le_bytes(head);
    if length > ANSWER_BYTES_MAX {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut body = vec![0; length as usize];
    input.read_exact(&mut body)?;
    Ok(match serde_json::from_slice(&body)? {
        WireMessage::Progress(read, of) => Message::Progress(Progress { read, of }),
        WireMessage::Pages(kind, pages) => Message::Answer(Ok(Document {
            kind: from_wire_kind(&kind),
            pages: pages.into_iter().map(from_wire).collect(),
        })),
        WireMessage::Refused(refusal) => Message::Answer(Err(from_refusal(&refusal))),
    })
}

/// `None` for a document of no kind, which reading never answers.
fn to_wire(document: Document) -> Option<WireMessage> {
    let kind = match document.kind {
        DocumentKind::Pdf => WireKind::Pdf,
        DocumentKind::Jpeg => WireKind::Jpeg,
        DocumentKind::Png => WireKind::Png,
        DocumentKind::Webp => WireKind::Webp,
        DocumentKind::Tiff => WireKind::Tiff,
        DocumentKind::Unknown => return None,
    };
    let pages = document.pages.into_iter().map(to_wire_page).collect();
    Some(WireMessage::Pages(kind, pages))
}

const fn from_wire_kind(kind: &WireKind) -> DocumentKind {
    match kind {
        WireKind::Pdf => DocumentKind::Pdf,
        WireKind::Jpeg => DocumentKind::Jpeg,
        WireKind::Png => DocumentKind::Png,
        WireKind::Webp => DocumentKind::Webp,
        WireKind::Tiff => DocumentKind::Tiff,
    }
}

fn to_wire_page(page: Page) -> WirePage {
    let word = |word: Word| {
        let area = [word.left, word.top, word.right, word.bottom];
        WireWord(word.text, area, word.confidence)
    };
    WirePage {
        size: (page.width, page.height),
        capture: match page.capture {
            Capture::BornDigital => WireCapture::BornDigital,
            Capture::Scan => WireCapture::Scan,
            Capture::Photo => WireCapture::Photo,
        },
        turned: page.turned,
        picture_only: page.picture_only,
        covered: page.covered,
        flaws: page.flaws.bits(),
        words: page.words.into_iter().map(word).collect(),
    }
}

fn from_wire(page: WirePage) -> Page {
    let word = |WireWord(text, [left, top, right, bottom], confidence)| Word {
        text,
        left,
        top,
        right,
        bottom,
        confidence,
    };
    Page {
        width: page.size.0,
        height: page.size.1,
        capture: match page.capture {
            WireCapture::BornDigital => Capture::BornDigital,
            WireCapture::Scan => Capture::Scan,
            WireCapture::Photo => Capture::Photo,
        },
        turned: page.turned % 4,
        picture_only: page.picture_only,
        covered: page.covered,
        flaws: Flaws::from_bits(page.flaws),
        words: page.words.into_iter().map(word).collect(),
    }
}

fn to_refusal(error: ReadError) -> Refusal {
    match error {
        ReadError::Unsupported => Refusal::Unsupported,
        ReadError::TooLarge => Refusal::TooLarge,
        ReadError::Encrypted => Refusal::Encrypted,
        ReadError::WrongPassword => Refusal::WrongPassword,
        ReadError::UnknownEncryption => Refusal::UnknownEncryption,
        ReadError::TooManyPages { pages, limit } => Refusal::TooManyPages(pages, limit),
        ReadError::TooSmall { side, least } => Refusal::TooSmall(side, least),
        ReadError::NoText => Refusal::NoText,
        ReadError::PoorPicture { page, flaws } => Refusal::PoorPicture(page, flaws.bits()),
        ReadError::OcrUnavailable => Refusal::OcrUnavailable,
        ReadError::TimedOut => Refusal::TimedOut,
        ReadError::Crashed => Refusal::Crashed,
        // The rest belongs to the pool; reading itself never answers it.
        ReadError::Corrupt | ReadError::Cancelled | ReadError::Busy | ReadError::Unavailable => {
            Refusal::Corrupt
        }
    }
}

fn from_refusal(refusal: &Refusal) -> ReadError {
    match *refusal {
        Refusal::Unsupported => ReadError::Unsupported,
        Refusal::TooLarge => ReadError::TooLarge,
        Refusal::Encrypted => ReadError::Encrypted,
        Refusal::WrongPassword => ReadError::WrongPassword,
        Refusal::UnknownEncryption => ReadError::UnknownEncryption,
        Refusal::Corrupt => ReadError::Corrupt,
        Refusal::TooManyPages(pages, limit) => ReadError::TooManyPages { pages, limit },
        Refusal::TooSmall(side, least) => ReadError::TooSmall { side, least },
        Refusal::NoText => ReadError::NoText,
        Refusal::PoorPicture(page, bits) => ReadError::PoorPicture {
            page,
            flaws: Flaws::from_bits(bits),
        },
        Refusal::OcrUnavailable => ReadError::OcrUnavailable,
        Refusal::TimedOut => ReadError::TimedOut,
        Refusal::Crashed => ReadError::Crashed,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_request_arrives_as_sent_and_a_closed_pipe_is_the_end() {
        let limits = Limits {
            pages_max: 7,
            ..Limits::default()
        };
        let mut frame = Vec::new();
        write_request(&mut frame, b"%PDF-", "secret", &limits).unwrap();
        let taken = read_request(&mut frame.as_slice()).unwrap();
        let sent = Request {
            bytes: b"%PDF-".to_vec(),
            password: Sensitive::new("secret".to_owned()),
            limits,
        };
        assert!(!format!("{sent:?}").contains("secret"));
        assert_eq!(taken, Some(sent));
        let long = "x".repeat(PASSWORD_BYTES_MAX + 1);
        assert!(write_request(&mut io::sink(), b"%PDF-", &long, &limits).is_err());
        assert_eq!(read_request(&mut io::empty()).unwrap(), None);
        assert!(read_request(&mut &frame[..10]).is_err());
    }

    #[test]
    fn an_answer_of_any_length_is_not_believed() {
        let boast = u32::MAX.to_le_bytes();
        assert!(read_message(&mut boast.as_slice()).is_err());
    }

    proptest! {
        #[test]
        fn an_answer_arrives_as_sent(
            words in prop::collection::vec(("\\PC{1,12}", 0.0f32..600.0), 0..20),
            picture_only: bool,
            covered: u32,
            flaws: u8,
        ) {
            let flaws = Flaws::from_bits(flaws);
            let word = |(text, left): (String, f32)| {
                let (right, bottom) = (left + 5.0, 11.5);
                Word { text, left, top: 1.5, right, bottom, confidence: 0.5 }
            };
            let words = words.into_iter().map(word).collect();
            let (capture, turned) = (Capture::Photo, 3);
            let (width, height) = (595.0, 842.0);
            let page = Page {
                width, height, capture, turned, picture_only, covered, flaws, words,
            };
            let document = Document { kind: DocumentKind::Webp, pages: vec![page] };
            let progress = Progress { read: 1, of: 2 };
            let mut frames = Vec::new();
            write_progress(&mut frames, progress).unwrap();
            write_answer(&mut frames, Ok(document.clone())).unwrap();
            let mut frames = frames.as_slice();
            prop_assert_eq!(read_message(&mut frames).unwrap(), Message::Progress(progress));
            prop_assert_eq!(read_message(&mut frames).unwrap(), Message::Answer(Ok(document)));
        }

        #[test]
        fn no_bytes_from_a_child_panic(bytes: Vec<u8>) {
            let mut frame = u32::try_from(bytes.len()).unwrap().to_le_bytes().to_vec();
            frame.extend(bytes);
            let _ = read_message(&mut frame.as_slice());
        }
    }
}
