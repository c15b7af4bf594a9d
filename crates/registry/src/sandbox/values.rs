//! The reserved numbers, tax numbers and consent codes of the sandbox, as people read of them.
//! The rules themselves: [`crate::rules::Reserved`], [`crate::sandbox`], [`crate::tin`] and
//! [`crate::consent::sandbox`].

use kofa_core::product::{SandboxAnswer, SandboxTable, SandboxValue, fails, found};

use crate::codes::{
    COMPANY_NOT_FOUND, TIN_NOT_FOUND, UPSTREAM_REJECTED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE,
    VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND,
};

/// A reserved value that is answered with 201.
const fn made(value: &'static str, outcome: &'static str) -> SandboxValue {
    let answer = SandboxAnswer::Success(201);
    SandboxValue {
        value,
        outcome,
        answer,
    }
}

pub(crate) const TABLES: &[SandboxTable] = &[
    SandboxTable {
        anchor: "rc-numbers",
        title: "RC numbers",
        range: "0000010 … 0000099",
        note: "Leading zeros as written. The tens digit chooses the entity (1 private company, \
               2 business name, 3 trustees, 4 LLP, 5 company without TIN, 6 limited \
               partnership, 7 public company, 8 company limited by guarantee, 9 company and \
               business name under one number); the last digit chooses what happens.",
        values: &[
            found("0000010", "Found: an active private company"),
            fails("0000011", "Not found", &COMPANY_NOT_FOUND),
            fails("0000012", "The registry refuses", &UPSTREAM_REJECTED),
            fails("0000013", "The registry is down", &UPSTREAM_UNAVAILABLE),
            found("0000014", "Found, after three seconds"),
            fails(
                "0000015",
                "The registry does not answer in time",
                &UPSTREAM_TIMEOUT,
            ),
            found("0000016", "Found, with only part of its record"),
            found("0000017", "Found: struck off (other tens: inactive)"),
            found("0000018", "Found, though the registry's record is untidy"),
            found("0000019", "Found: a second company"),
            found("0000050", "Found: a company without a TIN"),
            found(
                "0000090",
                "Two entities: the company answers, the other in alternatives",
            ),
        ],
    },
    SandboxTable {
        anchor: "watches",
        title: "Watched companies",
        range: "0000010 … 0000099",
        note: "The event company.changed comes at once when a company is watched; end the watch \
               and begin it again to have it once more. Any tens digit.",
        values: &[
            made("0000010", "Watched: nothing changes"),
            made("0000017", "Watched, and changed: STATUS_CHANGED"),
            made(
                "0000019",
                "Watched, and changed: NAME_CHANGED, ADDRESS_CHANGED, DIRECTOR_ADDED and \
                 DIRECTOR_REMOVED",
            ),
        ],
    },
    SandboxTable {
        anchor: "tins",
        title: "Tax identification numbers",
        range: "00000000-000X, 290000000000X",
        note: "The legacy number and the one of thirteen digits; the last digit chooses what \
               happens. A number generated for RC 0000050 is 2900000000040.",
        values: &[
            found("2900000000000", "Found: an active private company"),
            fails("2900000000001", "Not found", &TIN_NOT_FOUND),
            fails("2900000000002", "The authority refuses", &UPSTREAM_REJECTED),
            fails(
                "2900000000003",
                "The authority is down",
                &UPSTREAM_UNAVAILABLE,
            ),
            found("2900000000004", "Found, after three seconds"),
            fails(
                "2900000000005",
                "The authority does not answer in time",
                &UPSTREAM_TIMEOUT,
            ),
            found(
                "2900000000006",
                "Found, with a partial record under another name",
            ),
            found("2900000000007", "Found: struck off"),
            found(
                "2900000000008",
                "Found, though the authority's record is untidy",
            ),
            found("2900000000009", "Found: a second company"),
            found(
                "00000000-0000",
                "Found, by its legacy number; the other digits as above",
            ),
        ],
    },
    SandboxTable {
        anchor: "consent-codes",
        title: "Consent codes",
        range: "SANDBOXVRX",
        note: "In vrcNumber or the header X-VRC-Number. Every other ten letters and digits \
               are a code, too: good once for each endpoint, and always of the same company. \
               An answer is told again, free, for 15 minutes.",
        values: &[
            found("SANDBOXVR0", "Found, again and again"),
            fails("SANDBOXVR1", "Never given out", &VRC_NOT_FOUND),
            fails("SANDBOXVR2", "Used up", &VRC_ALREADY_USED),
            fails("SANDBOXVR3", "The registry is down", &UPSTREAM_UNAVAILABLE),
            found("SANDBOXVR4", "Found, after three seconds"),
            fails(
                "SANDBOXVR5",
                "The registry does not answer in time; sent again, found",
                &UPSTREAM_TIMEOUT,
            ),
            found("SANDBOXVR6", "Found, with only part of its record"),
            fails("SANDBOXVR7", "Expired", &VRC_EXPIRED),
            found(
                "SANDBOXVR8",
                "Found, though the registry's record is untidy",
            ),
            found(
                "SANDBOXVR9",
                "Found once: a company whose shares do not add up",
            ),
        ],
    },
];
