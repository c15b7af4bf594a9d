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
        note: "The name of the file in the form, or `file_name` in JSON, with any ending and in \
               any case. The name chooses what reading ends in; the file itself must be of a type \
               that is read, and is not looked at any further. The names of jobs are found in a \
               direct call.",
        values: &[
            found("poa_found.pdf", "An address is found, and is certain"),
            found("poa_two_addresses.pdf", "Two addresses fit: please review"),
            found(
                "poa_old.pdf",
                "The bill is more than a year old: a check says so (include=checks)",
            ),
            found("poa_no_address.pdf", "It shows no address: empty fields"),
            found("poa_slow.pdf", "Found, after four seconds"),
            fails(
                "poa_blurry.jpg",
                "Nothing can be read",
                &UNREADABLE_DOCUMENT,
            ),
            fails(
                "poa_encrypted.pdf",
                "It needs a document_password, which is kofa",
                &ENCRYPTED_DOCUMENT,
            ),
            fails("poa_timeout.pdf", "It is not read in time", &CALL_TIMED_OUT),
            fails("poa_busy.pdf", "All readers are at work", &READER_BUSY),
            fails(
                "poa_fail.pdf",
                "The reader is not running",
                &READER_UNAVAILABLE,
            ),
        ],
    },
    SandboxTable {
        anchor: "jobs",
        title: "Jobs by file name",
        range: "poa_….*",
        note: "The names of documents choose the outcome of jobs as well. Jobs that are queued or \
               being read can be cancelled. All are charged and given back as usual.",
        values: &[
            job(
                "poa_queued.pdf",
                "Stays queued, for a day at most, then fails",
            ),
            job(
                "poa_processing.pdf",
                "Is being read for half an hour, in three attempts, then fails",
            ),
            job(
                "poa_slow.pdf",
                "Is being read for four seconds, then succeeds",
            ),
            job("poa_found.pdf", "Succeeds at once"),
            job(
                "poa_expired.pdf",
                "Succeeds, and its result expires within seconds",
            ),
            job(
                "poa_stuck.pdf",
                "Loses its worker once; after some ten seconds another reads it",
            ),
            job(
                "poa_lost.pdf",
                "Loses its worker three times, then fails by itself: processing_timeout",
            ),
            job(
                "poa_fail.pdf",
                "Fails after three attempts: reader_unavailable",
            ),
            job(
                "poa_timeout.pdf",
                "Fails after three attempts: document_too_complex",
            ),
            job("poa_blurry.jpg", "Fails at once: unreadable_document"),
        ],
    },
];
