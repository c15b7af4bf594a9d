//! The sandbox's reserved values, as the reader of the reference needs them. The rules
//! themselves live with each product; its tests hold them.

use askama::Template;

use crate::page::{Frame, Part};

/// The page of reserved values.
#[derive(Debug, Template)]
#[template(path = "sandbox.html")]
pub(crate) struct Sandbox {
    pub(crate) frame: Frame,
    pub(crate) tables: &'static [Table],
}

/// The values of one kind.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) anchor: &'static str,
    pub(crate) title: &'static str,
    /// The form of the reserved values.
    pub(crate) range: &'static str,
    pub(crate) note: &'static str,
    pub(crate) rows: &'static [Row],
}

/// A value and what comes of it.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) value: &'static str,
    pub(crate) outcome: &'static str,
    /// The status of the answer.
    pub(crate) status: u16,
    /// The error code, or nothing for a success.
    pub(crate) code: &'static str,
}

const fn row(value: &'static str, outcome: &'static str, status: u16, code: &'static str) -> Row {
    Row {
        value,
        outcome,
        status,
        code,
    }
}

/// Codes of failures on our side that a reserved value asks for: in the sandbox they are the
/// right answer.
pub(crate) fn played_failures() -> Vec<&'static str> {
    let rows = TABLES.iter().flat_map(|table| table.rows);
    rows.filter(|row| row.status >= 500)
        .map(|row| row.code)
        .collect()
}

/// What can be tried today.
pub(crate) static TABLES: &[Table] = &[
    Table {
        anchor: "rc-numbers",
        title: "RC numbers",
        range: "0000010 … 0000099",
        note: "Leading zeros as written. The tens digit chooses the entity (1 private company, \
               2 business name, 3 trustees, 4 LLP, 5 company without TIN, 6 limited \
               partnership, 7 public company, 8 company limited by guarantee, 9 company and \
               business name under one number); the last digit chooses what happens.",
        rows: &[
            row("0000010", "Found: an active private company", 200, ""),
            row("0000011", "Not found", 404, "company_not_found"),
            row("0000012", "The registry refuses", 422, "upstream_rejected"),
            row(
                "0000013",
                "The registry is down",
                503,
                "upstream_unavailable",
            ),
            row("0000014", "Found, after three seconds", 200, ""),
            row(
                "0000015",
                "The registry does not answer in time",
                504,
                "upstream_timeout",
            ),
            row("0000016", "Found, with only part of its record", 200, ""),
            row(
                "0000017",
                "Found: struck off (other tens: inactive)",
                200,
                "",
            ),
            row(
                "0000018",
                "Found, though the registry's record is untidy",
                200,
                "",
            ),
            row("0000019", "Found: a second company", 200, ""),
            row("0000050", "Found: a company without a TIN", 200, ""),
            row(
                "0000090",
                "Two entities: the company answers, the other in alternatives",
                200,
                "",
            ),
        ],
    },
    Table {
        anchor: "tins",
        title: "Tax identification numbers",
        range: "00000000-000X, 290000000000X",
        note: "The legacy number and the one of thirteen digits; the last digit chooses what \
               happens. A number generated for RC 0000050 is 2900000000040.",
        rows: &[
            row("2900000000000", "Found: an active private company", 200, ""),
            row("2900000000001", "Not found", 404, "tin_not_found"),
            row(
                "2900000000002",
                "The authority refuses",
                422,
                "upstream_rejected",
            ),
            row(
                "2900000000003",
                "The authority is down",
                503,
                "upstream_unavailable",
            ),
            row("2900000000004", "Found, after three seconds", 200, ""),
            row(
                "2900000000005",
                "The authority does not answer in time",
                504,
                "upstream_timeout",
            ),
            row(
                "2900000000006",
                "Found, with a partial record under another name",
                200,
                "",
            ),
            row("2900000000007", "Found: struck off", 200, ""),
            row(
                "2900000000008",
                "Found, though the authority's record is untidy",
                200,
                "",
            ),
            row("2900000000009", "Found: a second company", 200, ""),
            row(
                "00000000-0000",
                "Found, by its legacy number; the other digits as above",
                200,
                "",
            ),
        ],
    },
    Table {
        anchor: "consent-codes",
        title: "Consent codes",
        range: "SANDBOXVRX",
        note: "In vrcNumber or the header X-VRC-Number. Every other ten letters and digits \
               are a code, too: good once for each endpoint, and always of the same company. \
               An answer is told again, free, for 15 minutes.",
        rows: &[
            row("SANDBOXVR0", "Found, again and again", 200, ""),
            row("SANDBOXVR1", "Never given out", 404, "vrc_not_found"),
            row("SANDBOXVR2", "Used up", 409, "vrc_already_used"),
            row(
                "SANDBOXVR3",
                "The registry is down",
                503,
                "upstream_unavailable",
            ),
            row("SANDBOXVR4", "Found, after three seconds", 200, ""),
            row(
                "SANDBOXVR5",
                "The registry does not answer in time; sent again, found",
                504,
                "upstream_timeout",
            ),
            row("SANDBOXVR6", "Found, with only part of its record", 200, ""),
            row("SANDBOXVR7", "Expired", 410, "vrc_expired"),
            row(
                "SANDBOXVR8",
                "Found, though the registry's record is untidy",
                200,
                "",
            ),
            row(
                "SANDBOXVR9",
                "Found once: a company whose shares do not add up",
                200,
                "",
            ),
        ],
    },
    Table {
        anchor: "bvn",
        title: "BVN",
        range: "2222222222X",
        note: "In the body of a subscription.",
        rows: &[
            row("22222222220", "Passes", 200, ""),
            row("22222222221", "Not found", 422, "bvn_not_found"),
            row(
                "22222222223",
                "The issuer is down",
                503,
                "identity_unavailable",
            ),
            row("22222222224", "Passes, after three seconds", 200, ""),
            row(
                "22222222225",
                "The issuer does not answer in time",
                504,
                "identity_timeout",
            ),
            row(
                "22222222226",
                "Belongs to another name",
                422,
                "bvn_name_mismatch",
            ),
            row("22222222227", "On the watch list", 422, "bvn_watchlisted"),
        ],
    },
    Table {
        anchor: "nin",
        title: "NIN",
        range: "7012345678X",
        note: "In the body of a subscription.",
        rows: &[
            row("70123456780", "Passes", 200, ""),
            row("70123456781", "Not found", 422, "nin_not_found"),
            row(
                "70123456783",
                "The issuer is down",
                503,
                "identity_unavailable",
            ),
            row("70123456784", "Passes, after three seconds", 200, ""),
            row(
                "70123456785",
                "The issuer does not answer in time",
                504,
                "identity_timeout",
            ),
            row(
                "70123456786",
                "Belongs to another name",
                422,
                "nin_name_mismatch",
            ),
            row("70123456787", "On the watch list", 422, "nin_watchlisted"),
        ],
    },
    Table {
        anchor: "accounts",
        title: "Bank accounts",
        range: "000000000X",
        note: "At every bank; the check digit of these is not asked for.",
        rows: &[
            row("0000000000", "Accepted", 200, ""),
            row(
                "0000000001",
                "The bank has no such account",
                422,
                "account_not_found",
            ),
            row(
                "0000000002",
                "Accepted, then the payment fails: the person may apply again",
                200,
                "",
            ),
            row("0000000003", "The bank is down", 503, "bank_unavailable"),
            row("0000000004", "Accepted, after three seconds", 200, ""),
            row(
                "0000000005",
                "The exchange does not answer: kept, reconciled after some seconds",
                202,
                "",
            ),
        ],
    },
    Table {
        anchor: "shares",
        title: "Shares and holders",
        range: "numberOfShares, chn",
        note: "The minimum is that of the offer. CHNs matter in a rights issue.",
        rows: &[
            row(
                "minimum × 13",
                "The exchange refuses",
                422,
                "exchange_rejected",
            ),
            row("C0000000010", "A holder: rights to take up", 200, ""),
            row(
                "C0000000011",
                "Not on the register",
                422,
                "not_eligible_for_rights",
            ),
            row(
                "C0000000017",
                "Rights all traded",
                422,
                "not_eligible_for_rights",
            ),
        ],
    },
    Table {
        anchor: "clock",
        title: "Test clock",
        range: "{\"to\": …}",
        note: "Moves a sandbox offer of your own through its life in seconds, by way of \
               everything in between: copySandboxOffer makes the offer and advanceSandboxOffer \
               moves it, both in the admin API. It goes forward only.",
        rows: &[
            row("open", "Takes applications for thirty days", 200, ""),
            row("closed", "Takes none; what is not paid expired", 200, ""),
            row("allotted", "Shares are allotted, with seed 1", 200, ""),
            row("refunded", "What was not allotted is paid back", 200, ""),
            row("credited", "Shares are in the depository accounts", 200, ""),
            row("listed", "The shares trade", 200, ""),
        ],
    },
];
