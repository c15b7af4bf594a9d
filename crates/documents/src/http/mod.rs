//! The endpoints of `/api/v1/proof-of-address`, one file each, and the answer they share.

mod answer;
mod extract;
mod extract_base64;

pub use answer::{AddressData, AddressMetadata, ExtractionAnswer, FieldMetadata};
pub use extract::ExtractAddress;
pub use extract_base64::ExtractAddressBase64;

use kofa_address::{Options, extract};
use kofa_platform::endpoint::Call;
use kofa_platform::http::{Answer, Refusal};

use crate::Reader;
use crate::reader::panicked;
use crate::rules::Submission;

/// What both endpoints do with a valid request.
async fn answer(reader: &Reader, call: &Call, submission: Submission) -> Result<Answer, Refusal> {
    let document = reader.read(submission.document).await?;
    let options = Options {
        infer: submission.variant.infer(),
        ..Options::default()
    };
    // A page of text takes a few milliseconds of pure work: too long for the event loop.
    let extraction = tokio::task::spawn_blocking(move || extract(&document, &options))
        .await
        .map_err(|_| panicked("understanding"))?;
    let body = ExtractionAnswer::new(call.request_id(), &extraction, submission.variant);
    Ok(Answer::json(200, &body)?)
}

const DESCRIPTION: &str = "Reads the holder's address from a document and splits it into fields. \
     The type is told by the file's first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and \
     10 pages. This version reads PDFs with a text layer; scans and photos are answered with \
     422 `unreadable_document`, free. `full_address` holds only what the document shows; what \
     `hallucination` allows to be filled in is marked in `field_metadata` and asks for review. \
     The document is held in memory while the call lasts, and never stored. \
     A readable document without an address is 200 with empty fields and confidence 0.";
