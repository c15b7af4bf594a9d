//! Why a document was not read.

use std::fmt;

use kofa_domain::Error;

use crate::{Flaws, codes};

/// Why a document was not read. Converts into the house's error with the fitting code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// Not a PDF, JPEG, PNG, WebP or TIFF.
    Unsupported,
    /// More bytes or more text than the limits allow.
    TooLarge,
    /// A password is needed.
    Encrypted,
    /// The password that came along does not open it.
    WrongPassword,
    /// Encrypted in a way that is not known here.
    UnknownEncryption,
    /// Breaks its own format, or has no pages.
    Corrupt,
    /// More pages than the limit.
    TooManyPages {
        /// Pages in the document.
        pages: u32,
        limit: u32,
    },
    /// A picture too small to read letters in.
    TooSmall {
        /// Its longer side, in pixels.
        side: u32,
        /// What that must be at least.
        least: u32,
    },
    /// Opened and looked at, but there is no text on it.
    NoText,
    /// The same, and a picture shows why.
    PoorPicture {
        /// The first such page, from 1.
        page: u32,
        flaws: Flaws,
    },
    /// A scan or a photo, and this installation cannot read pictures. Says nothing about the
    /// document.
    OcrUnavailable,
    /// The caller ended it.
    Cancelled,
    /// The reader died over it.
    Crashed,
    /// Not read within the time on the wall or on the processor.
    TimedOut,
    /// No reader was free and the queue is full. Says nothing about the document.
    Busy,
    /// No reader could be started. Says nothing about the document.
    Unavailable,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => f.write_str(
                "The file is not a PDF, JPEG, PNG, WebP or TIFF, or it is a TIFF packed in a way \
                 that is not read; its first bytes decide, not its name.",
            ),
            Self::TooLarge => f.write_str("The document, or what it unpacks to, is too large."),
            Self::Encrypted => f.write_str(
                "The document cannot be opened without a password; send it as \
                 `document_password`.",
            ),
            Self::WrongPassword => f.write_str("`document_password` does not open the document."),
            Self::UnknownEncryption => f.write_str(
                "The document is encrypted in a way that is not read. Have it saved again \
                 without encryption.",
            ),
            Self::Corrupt => f.write_str("The document is damaged or has no pages."),
            Self::TooManyPages { pages, limit } => {
                write!(
                    f,
                    "The document has {pages} pages; at most {limit} are read."
                )
            }
            Self::TooSmall { side, least } => write!(
                f,
                "The picture is {side} pixels on its longer side; letters can be read from \
                 {least}. Send it as it came from the camera or scanner."
            ),
            Self::NoText => f.write_str(
                "No text was found on any page. Send a sharper picture, straight from above and \
                 in even light, or the issuer's original PDF.",
            ),
            Self::PoorPicture { page, flaws } => {
                write!(f, "No text was found. On page {page} {flaws}.")
            }
            Self::OcrUnavailable => f.write_str(
                "The document is a scan or a photo, and this server is not set up to read those. \
                 Send the issuer's original PDF, in which text can be selected.",
            ),
            Self::Cancelled => f.write_str("Reading was cancelled."),
            Self::Crashed => f.write_str("The document could not be read: it broke the reader."),
            Self::TimedOut => f.write_str("The document could not be read within the time limit."),
            Self::Busy => f.write_str("Too many documents are being read right now."),
            Self::Unavailable => f.write_str("The document reader is not running."),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        /// A reader is free again within about one document.
        const RETRY_AFTER_SECONDS: u32 = 2;
        let code = match error {
            ReadError::Unsupported => &codes::UNSUPPORTED_DOCUMENT_TYPE,
            ReadError::TooLarge => &codes::DOCUMENT_TOO_LARGE,
            ReadError::Encrypted | ReadError::UnknownEncryption => &codes::ENCRYPTED_DOCUMENT,
            ReadError::WrongPassword => &codes::DOCUMENT_PASSWORD_WRONG,
            ReadError::Corrupt => &codes::CORRUPT_DOCUMENT,
            ReadError::TooManyPages { .. } => &codes::TOO_MANY_PAGES,
            ReadError::TooSmall { .. } => &codes::IMAGE_TOO_SMALL,
            ReadError::OcrUnavailable => &codes::OCR_UNAVAILABLE,
            ReadError::NoText
            | ReadError::PoorPicture { .. }
            | ReadError::Crashed
            | ReadError::TimedOut => &codes::UNREADABLE_DOCUMENT,
            ReadError::Busy | ReadError::Unavailable | ReadError::Cancelled => &codes::READER_BUSY,
        };
        let answer = match error {
            ReadError::Encrypted | ReadError::WrongPassword => {
                Self::on("document_password", code, error.to_string())
            }
            _ => Self::new(code, error.to_string()),
        };
        match error {
            ReadError::Busy | ReadError::Unavailable => {
                answer.with_retry_after(RETRY_AFTER_SECONDS)
            }
            _ => answer,
        }
    }
}
