//! The reserved numbers of people and accounts of the sandbox, its shares and its clock, as people
//! read of them. The rules themselves: [`crate::sandbox`] and [`crate::test_clock`].

use kofa_core::product::{SandboxAnswer, SandboxTable, SandboxValue, fails, found};

use crate::codes::{
    ACCOUNT_NOT_FOUND, BANK_UNAVAILABLE, BVN_NAME_MISMATCH, BVN_NOT_FOUND, BVN_WATCHLISTED,
    EXCHANGE_REJECTED, IDENTITY_TIMEOUT, IDENTITY_UNAVAILABLE, NIN_NAME_MISMATCH, NIN_NOT_FOUND,
    NIN_WATCHLISTED, NOT_ELIGIBLE_FOR_RIGHTS,
};

pub(crate) const TABLES: &[SandboxTable] = &[
    SandboxTable {
        anchor: "bvn",
        title: "BVN",
        range: "2222222222X",
        note: "In the body of a subscription.",
        values: &[
            found("22222222220", "Passes"),
            fails("22222222221", "Not found", &BVN_NOT_FOUND),
            fails(
                "22222222223",
                "The issuer is unavailable",
                &IDENTITY_UNAVAILABLE,
            ),
            found("22222222224", "Passes, after three seconds"),
            fails("22222222225", "The issuer times out", &IDENTITY_TIMEOUT),
            fails(
                "22222222226",
                "Registered under a different name",
                &BVN_NAME_MISMATCH,
            ),
            fails("22222222227", "On the watch list", &BVN_WATCHLISTED),
        ],
    },
    SandboxTable {
        anchor: "nin",
        title: "NIN",
        range: "7012345678X",
        note: "In the body of a subscription.",
        values: &[
            found("70123456780", "Passes"),
            fails("70123456781", "Not found", &NIN_NOT_FOUND),
            fails(
                "70123456783",
                "The issuer is unavailable",
                &IDENTITY_UNAVAILABLE,
            ),
            found("70123456784", "Passes, after three seconds"),
            fails("70123456785", "The issuer times out", &IDENTITY_TIMEOUT),
            fails(
                "70123456786",
                "Registered under a different name",
                &NIN_NAME_MISMATCH,
            ),
            fails("70123456787", "On the watch list", &NIN_WATCHLISTED),
        ],
    },
    SandboxTable {
        anchor: "accounts",
        title: "Bank accounts",
        range: "000000000X",
        note: "At every bank; the check digit of these numbers is not verified.",
        values: &[
            found("0000000000", "Accepted"),
            fails("0000000001", "Account not found", &ACCOUNT_NOT_FOUND),
            found(
                "0000000002",
                "Accepted, then the payment fails: the person can apply again",
            ),
            fails("0000000003", "The bank is unavailable", &BANK_UNAVAILABLE),
            found("0000000004", "Accepted, after three seconds"),
            SandboxValue {
                value: "0000000005",
                outcome: "The exchange does not respond: stored, and reconciled after a few \
                          seconds",
                answer: SandboxAnswer::Success(202),
            },
            found(
                "0000000006",
                "Accepted with a warning: the bank has only an initial",
            ),
        ],
    },
    SandboxTable {
        anchor: "shares",
        title: "Shares and holders",
        range: "numberOfShares, chn",
        note: "The minimum is the one of the offer. CHNs are for rights issues.",
        values: &[
            fails(
                "minimum × 13",
                "The exchange rejects the application",
                &EXCHANGE_REJECTED,
            ),
            found("C0000000010", "A holder with rights to take up"),
            fails(
                "C0000000011",
                "Not on the register",
                &NOT_ELIGIBLE_FOR_RIGHTS,
            ),
            fails("C0000000017", "Rights all traded", &NOT_ELIGIBLE_FOR_RIGHTS),
        ],
    },
    SandboxTable {
        anchor: "clock",
        title: "Test clock",
        range: "{\"to\": …}",
        note: "Moves a sandbox offer of your own through all its stages in seconds: \
               copySandboxOffer creates the offer and advanceSandboxOffer moves it, both in the \
               admin API. It only moves forward.",
        values: &[
            found("open", "Accepts applications for 30 days"),
            found(
                "closed",
                "Accepts no more applications; unpaid ones have expired",
            ),
            found("allotted", "Shares are allotted, with seed 1"),
            found("refunded", "Money for unallotted shares is refunded"),
            found("credited", "Shares are in the depository accounts"),
            found("listed", "The shares can be traded"),
        ],
    },
];
