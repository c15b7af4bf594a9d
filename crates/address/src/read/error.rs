//! Why a document was not read.

use std::fmt;

use kofa_domain::Error;

use crate::codes;

/// Why a document was not read. Converts into the house's error with the fitting code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// Not a PDF, JPEG, PNG, WebP or TIFF.
    Unsupported,
    /// More bytes or more text than the limits allow.
    TooLarge,
    /// A password is needed, or the encryption is of no known kind.
    Encrypted,
    /// Breaks its own format, or has no pages.
    Corrupt,
    /// More pages than the limit.
    TooManyPages {
        /// Pages in the document.
        pages: u32,
        /// Pages allowed.
        limit: u32,
    },
    /// A scan, a photo, or fonts that do not say which letters they draw.
    NoTextLayer,
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
                "The file is not a PDF, JPEG, PNG, WebP or TIFF; its first bytes decide, not \
                 its name.",
            ),
            Self::TooLarge => f.write_str("The document, or what it unpacks to, is too large."),
            Self::Encrypted => f.write_str("The document cannot be opened without a password."),
            Self::Corrupt => f.write_str("The document is damaged or has no pages."),
            Self::TooManyPages { pages, limit } => {
                write!(
                    f,
                    "The document has {pages} pages; at most {limit} are read."
                )
            }
            Self::NoTextLayer => f.write_str(
                "The document is a scan or photo, or its fonts do not say which letters they \
                 draw: it holds no text that can be read. Send the issuer's original PDF.",
            ),
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
            ReadError::Encrypted => &codes::ENCRYPTED_DOCUMENT,
            ReadError::Corrupt => &codes::CORRUPT_DOCUMENT,
            ReadError::TooManyPages { .. } => &codes::TOO_MANY_PAGES,
            ReadError::NoTextLayer | ReadError::Crashed | ReadError::TimedOut => {
                &codes::UNREADABLE_DOCUMENT
            }
            ReadError::Busy | ReadError::Unavailable => &codes::READER_BUSY,
        };
        let answer = Self::new(code, error.to_string());
        match error {
            ReadError::Busy | ReadError::Unavailable => {
                answer.with_retry_after(RETRY_AFTER_SECONDS)
            }
            _ => answer,
        }
    }
}
