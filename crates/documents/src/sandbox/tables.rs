//! The reserved file names, as people read of them.

use kofa_address::{ENCRYPTED_DOCUMENT, READER_BUSY, UNREADABLE_DOCUMENT};
use kofa_core::codes::CALL_TIMED_OUT;
use kofa_core::product::{SandboxAnswer, SandboxTable, SandboxValue, fails, found};

use crate::codes::READER_UNAVAILABLE;

/// A name for a job, which is accepted whatever becomes of it.
const fn job(value: &'static str, outcome: &'static str) -> SandboxValue {
    SandboxValue {
        value,
        outcome,
        answer: SandboxAnswer::Success(202),
    }
}

pub(crate) const TABLES: &[SandboxTable] = &[
    SandboxTable {
        anchor: "file-names",
        title: "Documents by file name",
        range: "poa_….*",
        note: "The file name in the form, or `file_name` in JSON, with any extension and in any \
               case. The name chooses the outcome; the file must be of a supported type but its \
               content is ignored. File names for jobs are treated as an address found in a direct \
               request.",
        values: &[
            found("poa_found.pdf", "Address found with certainty"),
            found(
                "poa_two_addresses.pdf",
                "Two possible addresses: review needed",
            ),
            found(
                "poa_old.pdf",
                "The bill is more than a year old, reported as a check (include=checks)",
            ),
            found(
                "poa_no_address.pdf",
                "No address in the document: empty fields",
            ),
            found("poa_slow.pdf", "Found, after four seconds"),
            fails(
                "poa_blurry.jpg",
                "Document unreadable",
                &UNREADABLE_DOCUMENT,
            ),
            fails(
                "poa_encrypted.pdf",
                "Requires a document_password, which is kofa",
                &ENCRYPTED_DOCUMENT,
            ),
            fails("poa_timeout.pdf", "Reading times out", &CALL_TIMED_OUT),
            fails("poa_busy.pdf", "All readers busy", &READER_BUSY),
            fails("poa_fail.pdf", "Reader not running", &READER_UNAVAILABLE),
        ],
    },
    SandboxTable {
        anchor: "jobs",
        title: "Jobs by file name",
        range: "poa_….*",
        note: "The file names for documents also choose the outcome of jobs. Jobs that are queued \
               or in progress can be cancelled. All jobs are charged and released as usual.",
        values: &[
            job("poa_queued.pdf", "Stays queued for up to a day, then fails"),
            job(
                "poa_processing.pdf",
                "In progress for half an hour, in three attempts, then fails",
            ),
            job(
                "poa_slow.pdf",
                "In progress for four seconds, then succeeds",
            ),
            job("poa_found.pdf", "Succeeds immediately"),
            job(
                "poa_expired.pdf",
                "Succeeds, and its result expires within seconds",
            ),
            job(
                "poa_stuck.pdf",
                "Loses its worker once; another one reads it after about ten seconds",
            ),
            job(
                "poa_lost.pdf",
                "Loses its worker three times, then fails: processing_timeout",
            ),
            job(
                "poa_fail.pdf",
                "Fails after three attempts: reader_unavailable",
            ),
            job(
                "poa_timeout.pdf",
                "Fails after three attempts: document_too_complex",
            ),
            job("poa_blurry.jpg", "Fails immediately: unreadable_document"),
        ],
    },
];
