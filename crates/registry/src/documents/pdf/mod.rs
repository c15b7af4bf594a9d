//! Documents drawn from a register's record: a certificate of one page and a status report of
//! as many as it takes. Pure: the same record, issue and moment make the same bytes.
//!
//! * `certificate`, `report`: what stands where.
//! * `words`: values into words. `ornament`, `code`: the seal and its like, the QR code.
//! * Pages, faces, lines and tables are `kofa_paper`.
//!
//! A document says what the register says and no more. Where it is silent the document says
//! so, and both documents say that the Commission did not issue them. A specimen says on every
//! page, in words, that it was made from test data. A character that no face has is counted
//! where it would stand, and the document says where to find it.

mod certificate;
mod code;
mod ornament;
mod report;
mod words;

use kofa_domain::{Result, Timestamp};
use kofa_paper::{book, face, lines, table};

use crate::profile::Profile;

/// Who made the file, as it says of itself.
const CREATOR: &str = "Kofa business registry";

/// What stands at the head of every page of a specimen.
const SPECIMEN: &str =
    "Specimen made from test data. Not issued by the Corporate Affairs Commission.";

/// What a document says that leaves something out, so that nobody takes it for whole.
const LEFT_OUT: &str = "Where this document says how many characters are not shown, its typeface \
                        has no form for them: the entry in the register has them in full. The \
                        name of the entity stands in full under the verification code.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Document {
    /// That the entity is registered.
    Certificate,
    /// All that the register says of it.
    StatusReport,
}

impl Document {
    /// The word in addresses and file names.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Certificate => "certificate",
            Self::StatusReport => "status-report",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        [Self::Certificate, Self::StatusReport]
            .into_iter()
            .find(|one| one.as_str() == word)
    }
}

/// What a copy of a document says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// When it was drawn.
    pub at: Timestamp,
    /// The verification code, as people type it: `ABCD-EFGH-…`.
    pub code: String,
    /// The page where the code is verified.
    pub verify_url: String,
    /// Whether it is of the sandbox: marked across every page, and said at its head.
    pub is_specimen: bool,
}

/// Draws `document` of `profile`.
///
/// # Errors
/// `internal_error` if an embedded face cannot be cut down; a test draws with all of them.
pub fn draw(document: Document, profile: &Profile, issue: &Issue) -> Result<Vec<u8>> {
    match document {
        Document::Certificate => certificate::draw(profile, issue),
        Document::StatusReport => report::draw(profile, issue),
    }
}

/// Whether bytes are a PDF as far as a look at both ends tells: the mark at the beginning and
/// the end-of-file mark within the last kilobyte. A page of HTML and half a file are not.
pub fn is_pdf(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(1_024)..];
    bytes.starts_with(b"%PDF-") && tail.windows(5).any(|window| window == b"%%EOF")
}

/// `RC 1885308`
pub(crate) fn number_of(profile: &Profile) -> String {
    let company = &profile.record.company;
    format!("{} {}", company.entity_type.prefix(), company.rc_number)
}
