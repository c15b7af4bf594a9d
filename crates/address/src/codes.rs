//! The error words of unreadable documents. Each is free of charge.

use kofa_domain::{Code, Kind};

pub const UNSUPPORTED_DOCUMENT_TYPE: Code = Code {
    name: "unsupported_document_type",
    kind: Kind::UnsupportedMedia,
    title: "The file is not of a type that Kofa reads",
    meaning: "The first bytes of the file are not those of a PDF, JPEG, PNG, WebP or TIFF, or it \
              is a TIFF packed in a rare way, such as a fax in colour. The declared content type \
              and the file name play no part: a web page renamed to `.pdf` is still a web page.",
    remedy: "Send the document as PDF, JPEG, PNG, WebP or TIFF.",
};
pub const DOCUMENT_TOO_LARGE: Code = Code {
    name: "document_too_large",
    kind: Kind::TooLarge,
    title: "The document is too large",
    meaning: "The file, or what it unpacks to, is larger than the limit: 10 MB for a direct call, \
              15 MB for a job, and 200,000 characters of text.",
    remedy: "Send only the page that shows the address, or a smaller export of the document. Use \
             a job for files between 10 and 15 MB.",
};
pub const ENCRYPTED_DOCUMENT: Code = Code {
    name: "encrypted_document",
    kind: Kind::Unprocessable,
    title: "The document asks for a password",
    meaning: "The PDF cannot be opened without a password, or is encrypted in a way that is not \
              read; the message says which. Bank statements often come with a password.",
    remedy: "Ask the customer for the password and send it along as `document_password`, or have \
             them save a copy without one.",
};
pub const DOCUMENT_PASSWORD_WRONG: Code = Code {
    name: "document_password_wrong",
    kind: Kind::Unprocessable,
    title: "The password does not open the document",
    meaning: "`document_password` is not the password that opens the PDF. Capital letters and \
              spaces count. Of older PDFs (before AES-256) only the password for opening is \
              known, not the owner's, which allows changes.",
    remedy: "Ask for the password that opens the file: banks often use a date of birth or the last \
             digits of a number. Send the call again with it; nothing was charged.",
};
pub const CORRUPT_DOCUMENT: Code = Code {
    name: "corrupt_document",
    kind: Kind::Unprocessable,
    title: "The document is damaged",
    meaning: "The file begins like a document but cannot be read as one: it is cut short, has no \
              pages or breaks its own format.",
    remedy: "Open the file yourself. If it opens, print it to a new PDF and send that; if not, \
             ask for it again.",
};
pub const TOO_MANY_PAGES: Code = Code {
    name: "too_many_pages",
    kind: Kind::Unprocessable,
    title: "The document has too many pages",
    meaning: "A direct call reads at most 10 pages, a job at most 30.",
    remedy: "Send only the page that shows the name and address, or use a job.",
};
pub const UNREADABLE_DOCUMENT: Code = Code {
    name: "unreadable_document",
    kind: Kind::Unprocessable,
    title: "No text could be read from the document",
    meaning: "The document is whole, but no text was found on it: the picture is blank, too \
              blurred or too dark, or reading it went beyond the limits on time and memory. Kofa \
              answers this rather than guess.",
    remedy: "Send a sharper picture, taken straight from above in even light, or the original \
             PDF from the issuer (from its app, portal or e-mail).",
};
pub const IMAGE_TOO_SMALL: Code = Code {
    name: "image_too_small",
    kind: Kind::Unprocessable,
    title: "The picture is too small",
    meaning: "The longer side of the picture is less than 600 pixels: letters of a whole page \
              cannot be told apart at that size. 1,500 pixels or more read well.",
    remedy: "Send the picture as it came from the camera or scanner, not a preview of it.",
};
pub const OCR_UNAVAILABLE: Code = Code {
    name: "ocr_unavailable",
    kind: Kind::Unavailable,
    title: "This server does not read scans and photos",
    meaning: "The document is a picture, and the networks that read pictures are not installed \
              on this server, or are not the published ones. It has nothing to do with the \
              document. Nothing was charged; PDFs with a text layer are read.",
    remedy: "Send the original PDF from the issuer, or tell the operator: `scripts/models.sh` \
             installs what is missing, and `/readyz` shows it.",
};
pub const READER_BUSY: Code = Code {
    name: "reader_busy",
    kind: Kind::Unavailable,
    title: "Too many documents are being read right now",
    meaning: "All readers are at work and the queue before them is full. Nothing was charged.",
    remedy: "Wait the seconds of Retry-After, then send the same call again.",
};

/// All of the above.
pub const CODES: &[&Code] = &[
    &UNSUPPORTED_DOCUMENT_TYPE,
    &DOCUMENT_TOO_LARGE,
    &ENCRYPTED_DOCUMENT,
    &DOCUMENT_PASSWORD_WRONG,
    &CORRUPT_DOCUMENT,
    &TOO_MANY_PAGES,
    &UNREADABLE_DOCUMENT,
    &IMAGE_TOO_SMALL,
    &OCR_UNAVAILABLE,
    &READER_BUSY,
];
