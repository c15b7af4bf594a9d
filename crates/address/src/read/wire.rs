//! The frames between a pool and its child.
//!
//! Request: six little-endian `u32` (the document's length, then the limits in the order of
//! [`Limits`]) and the document. Answer: a `u32` length and that much JSON. The parent
//! believes neither length nor content: an answer beyond its bound, or of another shape, is a
//! crash.

use std::io::{self, ErrorKind, Read, Write};

use serde::{Deserialize, Serialize};

use super::{Limits, ReadError};
use crate::{Document, DocumentKind, Page, Word};

/// Bytes of an answer: 200,000 characters as words of one letter each come to about half.
const ANSWER_BYTES_MAX: u32 = 24 * 1024 * 1024;

#[derive(Serialize, Deserialize)]
enum Answer {
    Pages(Vec<WirePage>),
    Refused(Refusal),
}

#[derive(Serialize, Deserialize)]
struct WirePage {
    size: (f32, f32),
    picture_only: bool,
    words: Vec<(String, f32, f32, f32, f32)>,
}

#[derive(Serialize, Deserialize)]
enum Refusal {
    Unsupported,
    TooLarge,
    Encrypted,
    Corrupt,
    TooManyPages(u32, u32),
    NoTextLayer,
}

/// Sends one document.
pub(super) fn write_request(out: &mut impl Write, bytes: &[u8], limits: &Limits) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| ErrorKind::InvalidInput)?;
    let mut head = [0; 24];
    let fields = [
        length,
        limits.bytes_max,
        limits.pages_max,
        limits.characters_max,
        limits.cpu_seconds_max,
        limits.wall_ms_max,
    ];
    for (slot, field) in head.chunks_exact_mut(4).zip(fields) {
        slot.copy_from_slice(&field.to_le_bytes());
    }
    out.write_all(&head)?;
    out.write_all(bytes)?;
    out.flush()
}

/// Takes one document; `None` when the parent has closed the pipe between two.
pub(super) fn read_request(input: &mut impl Read) -> io::Result<Option<(Vec<u8>, Limits)>> {
    let mut head = [0; 24];
    match input.read_exact(&mut head[..1]) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    input.read_exact(&mut head[1..])?;
    let mut fields = head
        .chunks_exact(4)
        .map(|chunk| u32::from_le_bytes(chunk.try_into().expect("chunks_exact gives four bytes")));
    let mut next = || fields.next().expect("24 bytes are six fields");
    let length = next();
    let limits = Limits {
        bytes_max: next(),
        pages_max: next(),
        characters_max: next(),
        cpu_seconds_max: next(),
        wall_ms_max: next(),
    };
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes)?;
    Ok(Some((bytes, limits)))
}

/// Sends what came of a document.
pub(super) fn write_answer(
    out: &mut impl Write,
    result: Result<Document, ReadError>,
) -> io::Result<()> {
    let answer = match result {
        Ok(document) => Answer::Pages(document.pages.into_iter().map(to_wire).collect()),
        Err(error) => Answer::Refused(to_refusal(error)),
    };
    let mut body = serde_json::to_vec(&answer)?;
    if body.len() > ANSWER_BYTES_MAX as usize {
        body = serde_json::to_vec(&Answer::Refused(Refusal::TooLarge))?;
    }
    let length = u32::try_from(body.len()).map_err(|_| ErrorKind::InvalidData)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&body)?;
    out.flush()
}

/// Takes what came of a document.
pub(super) fn read_answer(input: &mut impl Read) -> io::Result<Result<Document, ReadError>> {
    let mut head = [0; 4];
    input.read_exact(&mut head)?;
    let length = u32::from_le_bytes(head);
    if length > ANSWER_BYTES_MAX {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut body = vec![0; length as usize];
    input.read_exact(&mut body)?;
    Ok(match serde_json::from_slice(&body)? {
        Answer::Pages(pages) => Ok(Document {
            kind: DocumentKind::Pdf,
            pages: pages.into_iter().map(from_wire).collect(),
        }),
        Answer::Refused(refusal) => Err(from_refusal(&refusal)),
    })
}

fn to_wire(page: Page) -> WirePage {
    let word = |word: Word| (word.text, word.left, word.top, word.right, word.bottom);
    WirePage {
        size: (page.width, page.height),
        picture_only: page.picture_only,
        words: page.words.into_iter().map(word).collect(),
    }
}

fn from_wire(page: WirePage) -> Page {
    let word = |(text, left, top, right, bottom)| Word {
        text,
        left,
        top,
        right,
        bottom,
    };
    Page {
        width: page.size.0,
        height: page.size.1,
        picture_only: page.picture_only,
        words: page.words.into_iter().map(word).collect(),
    }
}

fn to_refusal(error: ReadError) -> Refusal {
    match error {
        ReadError::Unsupported => Refusal::Unsupported,
        ReadError::TooLarge => Refusal::TooLarge,
        ReadError::Encrypted => Refusal::Encrypted,
        ReadError::TooManyPages { pages, limit } => Refusal::TooManyPages(pages, limit),
        ReadError::NoTextLayer => Refusal::NoTextLayer,
        // The rest belongs to the pool; reading itself never answers it.
        ReadError::Corrupt
        | ReadError::Crashed
        | ReadError::TimedOut
        | ReadError::Busy
        | ReadError::Unavailable => Refusal::Corrupt,
    }
}

fn from_refusal(refusal: &Refusal) -> ReadError {
    match *refusal {
        Refusal::Unsupported => ReadError::Unsupported,
        Refusal::TooLarge => ReadError::TooLarge,
        Refusal::Encrypted => ReadError::Encrypted,
        Refusal::Corrupt => ReadError::Corrupt,
        Refusal::TooManyPages(pages, limit) => ReadError::TooManyPages { pages, limit },
        Refusal::NoTextLayer => ReadError::NoTextLayer,
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
        write_request(&mut frame, b"%PDF-", &limits).unwrap();
        let taken = read_request(&mut frame.as_slice()).unwrap();
        assert_eq!(taken, Some((b"%PDF-".to_vec(), limits)));
        assert_eq!(read_request(&mut io::empty()).unwrap(), None);
        assert!(read_request(&mut &frame[..10]).is_err());
    }

    #[test]
    fn an_answer_of_any_length_is_not_believed() {
        let boast = u32::MAX.to_le_bytes();
        assert!(read_answer(&mut boast.as_slice()).is_err());
    }

    proptest! {
        #[test]
        fn an_answer_arrives_as_sent(
            words in prop::collection::vec(("\\PC{1,12}", 0.0f32..600.0), 0..20),
            picture_only: bool,
        ) {
            let word = |(text, left): (String, f32)| {
                Word { text, left, top: 1.5, right: left + 5.0, bottom: 11.5 }
            };
            let words = words.into_iter().map(word).collect();
            let page = Page { width: 595.0, height: 842.0, picture_only, words };
            let document = Document { kind: DocumentKind::Pdf, pages: vec![page] };
            let mut frame = Vec::new();
            write_answer(&mut frame, Ok(document.clone())).unwrap();
            prop_assert_eq!(read_answer(&mut frame.as_slice()).unwrap(), Ok(document));
        }

        #[test]
        fn no_bytes_from_a_child_panic(bytes: Vec<u8>) {
            let mut frame = u32::try_from(bytes.len()).unwrap().to_le_bytes().to_vec();
            frame.extend(bytes);
            let _ = read_answer(&mut frame.as_slice());
        }
    }
}
