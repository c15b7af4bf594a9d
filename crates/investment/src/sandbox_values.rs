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
            fails("22222222223", "The issuer is down", &IDENTITY_UNAVAILABLE),
            found("22222222224", "Passes, after three seconds"),
            fails(
                "22222222225",
                "The issuer does not answer in time",
                &IDENTITY_TIMEOUT,
            ),
            fails("22222222226", "Belongs to another name", &BVN_NAME_MISMATCH),
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
            fails("70123456783", "The issuer is down", &IDENTITY_UNAVAILABLE),
            found("70123456784", "Passes, after three seconds"),
            fails(
                "70123456785",
                "The issuer does not answer in time",
                &IDENTITY_TIMEOUT,
            ),
            fails("70123456786", "Belongs to another name", &NIN_NAME_MISMATCH),
            fails("70123456787", "On the watch list", &NIN_WATCHLISTED),
        ],
    },
    SandboxTable {
        anchor: "accounts",
        title: "Bank accounts",
        range: "000000000X",
        note: "At every bank; the check digit of these is not asked for.",
        values: &[
            found("0000000000", "Accepted"),
            fails(
                "0000000001",
                "The bank has no such account",
                &ACCOUNT_NOT_FOUND,
            ),
            found(
                "0000000002",
                "Accepted, then the payment fails: the person may apply again",
            ),
            fails("0000000003", "The bank is down", &BANK_UNAVAILABLE),
            found("0000000004", "Accepted, after three seconds"),
            SandboxValue {
                value: "0000000005",
                outcome: "The exchange does not answer: kept, reconciled after some seconds",
                answer: SandboxAnswer::Success(202),
            },
            found(
                "0000000006",
                "Accepted with a warning: the bank has an initial only",
            ),
        ],
    },
    SandboxTable {
        anchor: "shares",
        title: "Shares and holders",
        range: "numberOfShares, chn",
        note: "The minimum is that of the offer. CHNs matter in a rights issue.",
        values: &[
            fails("minimum × 13", "The exchange refuses", &EXCHANGE_REJECTED),
            found("C0000000010", "A holder: rights to take up"),
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
        note: "Moves a sandbox offer of your own through its life in seconds, by way of \
               everything in between: copySandboxOffer makes the offer and advanceSandboxOffer \
               moves it, both in the admin API. It goes forward only.",
        values: &[
            found("open", "Takes applications for thirty days"),
            found("closed", "Takes none; what is not paid expired"),
            found("allotted", "Shares are allotted, with seed 1"),
            found("refunded", "What was not allotted is paid back"),
            found("credited", "Shares are in the depository accounts"),
            found("listed", "The shares trade"),
        ],
    },
];
