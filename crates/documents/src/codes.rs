//! Error words of the proof-of-address requests; those of unreadable documents are the
//! engine's.

use kofa_domain::{Code, Kind};

/// 422
pub const MISSING_FILE: Code = Code {
    name: "missing_file",
    kind: Kind::Unprocessable,
    title: "No document was sent",
    meaning: "The form has no field `file`, or the document in it is empty.",
    remedy: "Send the document as a file in the form field `file`.",
};
/// 422
pub const INVALID_HALLUCINATION: Code = Code {
    name: "invalid_hallucination",
    kind: Kind::Unprocessable,
    title: "The hallucination options cannot be used",
    meaning: "`hallucination` is not an object, one of its members `lga`, `state` and `country` \
              is not true or false, or it stands beside `document_base64`: the variant without \
              inference.",
    remedy: "Send an object such as `{\"state\": true}`, beside `base64_content` or `file`.",
};
/// 422
pub const CONFLICTING_CONTENT_FIELDS: Code = Code {
    name: "conflicting_content_fields",
    kind: Kind::Unprocessable,
    title: "The document was sent twice",
    meaning: "Both `base64_content` and `document_base64` are present. They belong to two \
              variants of the request, so it is not clear which answer is wanted.",
    remedy: "Send `base64_content` for the variant with `hallucination` and `field_metadata`, \
             `document_base64` for the one without.",
};
/// 400
pub const INVALID_BASE64: Code = Code {
    name: "invalid_base64",
    kind: Kind::Malformed,
    title: "The document is not valid base64",
    meaning: "The content field cannot be decoded: it holds characters outside the base64 \
              alphabet, or is cut off.",
    remedy: "Encode the bytes of the file as standard base64 (RFC 4648), without a `data:` prefix.",
};
/// 400
pub const MALFORMED_MULTIPART: Code = Code {
    name: "malformed_multipart",
    kind: Kind::Malformed,
    title: "The form cannot be read",
    meaning: "The body is not a multipart form: its boundary is missing, it breaks off, or it \
              has too many parts.",
    remedy: "Let your HTTP library write the form, and leave `Content-Type` to it.",
};

/// 422
pub const DOCUMENT_TOO_COMPLEX: Code = Code {
    name: "document_too_complex",
    kind: Kind::Unprocessable,
    title: "Reading the document took too much time or memory",
    meaning: "Each document is read in a process of its own, with a limit on time and memory. \
              This one went beyond it, or broke that process, so nothing was read. Files that are \
              made to overload a reader do this; so do drawings with millions of lines.",
    remedy: "Open the document, print the page with the address to a new PDF and send that. Do \
             not send the same file again: the outcome will be the same.",
};
/// 503
pub const READER_UNAVAILABLE: Code = Code {
    name: "reader_unavailable",
    kind: Kind::Unavailable,
    title: "The document reader is not running",
    meaning: "The process that reads documents could not be started on this server. It has \
              nothing to do with the document. Nothing was charged.",
    remedy: "Send the same call again after the seconds of Retry-After. If it stays, tell the \
             operator; `/readyz` shows the state of the reader.",
};

/// All codes of this crate, for the documentation.
pub const CODES: &[&Code] = &[
    &MISSING_FILE,
    &INVALID_HALLUCINATION,
    &CONFLICTING_CONTENT_FIELDS,
    &INVALID_BASE64,
    &MALFORMED_MULTIPART,
    &DOCUMENT_TOO_COMPLEX,
    &READER_UNAVAILABLE,
];
