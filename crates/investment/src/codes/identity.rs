//! What those say who know people and their accounts.

use kofa_domain::{Code, Kind};

pub const BVN_NOT_FOUND: Code = Code {
    name: "bvn_not_found",
    kind: Kind::Unprocessable,
    title: "BVN not found",
    meaning: "The bank verification service has no person with this BVN.",
    remedy: "Check the number with the applicant.",
};
pub const BVN_NAME_MISMATCH: Code = Code {
    name: "bvn_name_mismatch",
    kind: Kind::Unprocessable,
    title: "BVN name mismatch",
    meaning: "The name registered for this BVN is not the applicant's.",
    remedy: "Check number and name with the applicant.",
};
pub const BVN_WATCHLISTED: Code = Code {
    name: "bvn_watchlisted",
    kind: Kind::Unprocessable,
    title: "BVN on the watch-list",
    meaning: "Banks have placed this BVN on their watch-list; it cannot be used to apply.",
    remedy: "The applicant must resolve this with their bank.",
};
pub const NIN_NOT_FOUND: Code = Code {
    name: "nin_not_found",
    kind: Kind::Unprocessable,
    title: "NIN not found",
    meaning: "The identity service has no person with this NIN.",
    remedy: "Check the number with the applicant.",
};
pub const NIN_NAME_MISMATCH: Code = Code {
    name: "nin_name_mismatch",
    kind: Kind::Unprocessable,
    title: "NIN name mismatch",
    meaning: "The name registered for this NIN is not the applicant's.",
    remedy: "Check number and name with the applicant.",
};
pub const NIN_WATCHLISTED: Code = Code {
    name: "nin_watchlisted",
    kind: Kind::Unprocessable,
    title: "NIN blocked",
    meaning: "This NIN is blocked; it cannot be used to apply.",
    remedy: "The applicant must resolve this with the identity service.",
};
pub const IDENTITY_UNAVAILABLE: Code = Code {
    name: "identity_unavailable",
    kind: Kind::Unavailable,
    title: "Identity service unavailable",
    meaning: "The service that verifies BVN and NIN cannot be reached. Nothing was submitted, and \
              you were not charged.",
    remedy: "Wait the seconds of Retry-After, then send the same request again.",
};
pub const IDENTITY_TIMEOUT: Code = Code {
    name: "identity_timeout",
    kind: Kind::Timeout,
    title: "Identity service timed out",
    meaning: "The service that verifies BVN and NIN did not respond in time. Nothing was \
              submitted, and you were not charged.",
    remedy: "Send the same request again.",
};
pub const ACCOUNT_NOT_FOUND: Code = Code {
    name: "account_not_found",
    kind: Kind::Unprocessable,
    title: "Bank account not found",
    meaning: "The bank has no account with this `bankAccountNumber`.",
    remedy: "Check the account number and bank with the applicant.",
};
pub const BVN_BIRTH_DATE_MISMATCH: Code = Code {
    name: "bvn_birth_date_mismatch",
    kind: Kind::Unprocessable,
    title: "BVN date of birth mismatch",
    meaning: "The name registered for this BVN is the applicant's, but the date of birth is not.",
    remedy: "Check `dateOfBirth` with the applicant.",
};
pub const NIN_BIRTH_DATE_MISMATCH: Code = Code {
    name: "nin_birth_date_mismatch",
    kind: Kind::Unprocessable,
    title: "NIN date of birth mismatch",
    meaning: "The name registered for this NIN is the applicant's, but the date of birth is not.",
    remedy: "Check `dateOfBirth` with the applicant.",
};
pub const ACCOUNT_NAME_MISMATCH: Code = Code {
    name: "account_name_mismatch",
    kind: Kind::Unprocessable,
    title: "Account name mismatch",
    meaning: "The bank has this account under a different name than the applicant's. For a minor, \
              the account may be the guardian's; for a company, it must be the company's.",
    remedy: "Use an account in the applicant's own name.",
};
