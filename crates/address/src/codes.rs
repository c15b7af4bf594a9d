//! The error words of unreadable documents. Each is free of charge.

use kofa_domain::{Code, Kind};

pub const UNSUPPORTED_DOCUMENT_TYPE: Code = Code {
    name: "unsupported_document_type",
    kind: Kind::UnsupportedMedia,
    title: "Unsupported file type",
    meaning: "The file does not start like a PDF, JPEG, PNG, WebP or TIFF, or it is a TIFF in a \
              rare compression, such as a colour fax. The declared content type and the file name \
              are not considered: a web page renamed to `.pdf` is still a web page.",
    remedy: "Send the document as PDF, JPEG, PNG, WebP or TIFF.",
};
pub const DOCUMENT_TOO_LARGE: Code = Code {
    name: "document_too_large",
    kind: Kind::TooLarge,
    title: "Document too large",
    meaning: "The file, or its decompressed content, is larger than the limit: 10 MB for a direct \
              request, 15 MB for a job, and 200,000 characters of text.",
    remedy: "Send only the page that shows the address, or a smaller export of the document. Use \
             a job for files between 10 and 15 MB.",
};
pub const ENCRYPTED_DOCUMENT: Code = Code {
    name: "encrypted_document",
    kind: Kind::Unprocessable,
    title: "Document requires a password",
    meaning: "The PDF cannot be opened without a password, or uses an encryption that is not \
              supported; the message says which. Bank statements often have a password.",
    remedy: "Ask the customer for the password and send it as `document_password`, or ask them for \
             a copy without a password.",
};
pub const DOCUMENT_PASSWORD_WRONG: Code = Code {
    name: "document_password_wrong",
    kind: Kind::Unprocessable,
    title: "Incorrect document password",
    meaning: "`document_password` does not open the PDF. Upper and lower case and spaces matter. \
              For older PDFs (before AES-256), only the password for opening works, not the owner \
              password that allows changes.",
    remedy: "Ask for the password that opens the file: banks often use a date of birth or the last \
             digits of a number. Send the request again with it; you were not charged.",
};
pub const CORRUPT_DOCUMENT: Code = Code {
    name: "corrupt_document",
    kind: Kind::Unprocessable,
    title: "Document damaged",
    meaning: "The file starts like a document but cannot be read: it is truncated, has no pages or \
              breaks its own format.",
    remedy: "Open the file yourself. If it opens, print it to a new PDF and send that; if not, ask \
             for it again.",
};
pub const TOO_MANY_PAGES: Code = Code {
    name: "too_many_pages",
    kind: Kind::Unprocessable,
    title: "Document has too many pages",
    meaning: "A direct request reads at most 10 pages, a job at most 30.",
    remedy: "Send only the page that shows the name and address, or use a job.",
};
pub const UNREADABLE_DOCUMENT: Code = Code {
    name: "unreadable_document",
    kind: Kind::Unprocessable,
    title: "Document unreadable",
    meaning: "The file is valid, but no text was found in it: the image is blank, too blurred or \
              too dark, or reading it exceeded the time and memory limits. Kofa returns this error \
              rather than guess.",
    remedy: "Send a sharper photo, taken straight from above in even light, or the original PDF \
             from the issuer (from its app, portal or email).",
};
pub const IMAGE_TOO_SMALL: Code = Code {
    name: "image_too_small",
    kind: Kind::Unprocessable,
    title: "Image too small",
    meaning: "The longer side of the image is less than 600 pixels, too small for the text of a \
              whole page. Use 1,500 pixels or more.",
    remedy: "Send the original image from the camera or scanner, not a preview.",
};
pub const OCR_UNAVAILABLE: Code = Code {
    name: "ocr_unavailable",
    kind: Kind::Unavailable,
    title: "Scans and photos not supported on this server",
    meaning: "The document is an image, and the models that read images are missing on this server \
              or are not the published ones. The document itself is not the problem. You were not \
              charged; PDFs with a text layer still work.",
    remedy: "Send the original PDF from the issuer, or tell the operator: `scripts/models.sh` \
             installs the missing models, and `/readyz` shows their state.",
};
pub const READER_BUSY: Code = Code {
    name: "reader_busy",
    kind: Kind::Unavailable,
    title: "Document readers busy",
    meaning: "All document readers are busy and their queue is full. You were not charged.",
    remedy: "Wait for the number of seconds in `Retry-After`, then send the same request again.",
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
