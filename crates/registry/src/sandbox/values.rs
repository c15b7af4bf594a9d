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
        note: "With leading zeros. The tens digit chooses the entity (1 private company, 2 \
               business name, 3 trustees, 4 LLP, 5 company without TIN, 6 limited partnership, 7 \
               public company, 8 company limited by guarantee, 9 company and business name with \
               the same number); the last digit chooses the outcome.",
        values: &[
            found("0000010", "Found: an active private company"),
            fails("0000011", "Not found", &COMPANY_NOT_FOUND),
            fails("0000012", "Refused by the registry", &UPSTREAM_REJECTED),
            fails(
                "0000013",
                "The registry is unavailable",
                &UPSTREAM_UNAVAILABLE,
            ),
            found("0000014", "Found, after three seconds"),
            fails("0000015", "The registry times out", &UPSTREAM_TIMEOUT),
            found("0000016", "Found, with a partial record"),
            found("0000017", "Found: struck off (other tens: inactive)"),
            found("0000018", "Found, though the registry's record is untidy"),
            found("0000019", "Found: a second company"),
            found("0000050", "Found: a company without a TIN"),
            found(
                "0000090",
                "Two entities: the response is the company, the other is in alternatives",
            ),
        ],
    },
    SandboxTable {
        anchor: "watches",
        title: "Watched companies",
        range: "0000010 … 0000099",
        note: "The event company.changed is sent as soon as you watch the company; delete the \
               watch and create it again to get it again. Any tens digit.",
        values: &[
            made("0000010", "Watched, no changes"),
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
        note: "The legacy number and the one with thirteen digits; the last digit chooses the \
               outcome. The number generated for RC 0000050 is 2900000000040.",
        values: &[
            found("2900000000000", "Found: an active private company"),
            fails("2900000000001", "Not found", &TIN_NOT_FOUND),
            fails(
                "2900000000002",
                "Refused by the tax authority",
                &UPSTREAM_REJECTED,
            ),
            fails(
                "2900000000003",
                "The tax authority is unavailable",
                &UPSTREAM_UNAVAILABLE,
            ),
            found("2900000000004", "Found, after three seconds"),
            fails(
                "2900000000005",
                "The tax authority times out",
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
        note: "In vrcNumber or the header X-VRC-Number. Any other ten letters and digits also work \
               as a code: valid once for each endpoint, and always for the same company. The same \
               response is returned again, free of charge, for 15 minutes.",
        values: &[
            found("SANDBOXVR0", "Found, every time"),
            fails("SANDBOXVR1", "Never issued", &VRC_NOT_FOUND),
            fails("SANDBOXVR2", "Already used", &VRC_ALREADY_USED),
            fails(
                "SANDBOXVR3",
                "The registry is unavailable",
                &UPSTREAM_UNAVAILABLE,
            ),
            found("SANDBOXVR4", "Found, after three seconds"),
            fails(
                "SANDBOXVR5",
                "The registry times out; found when sent again",
                &UPSTREAM_TIMEOUT,
            ),
            found("SANDBOXVR6", "Found, with a partial record"),
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
