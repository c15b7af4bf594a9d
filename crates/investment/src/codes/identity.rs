//! What those say who know people and their accounts.

use kofa_domain::{Code, Kind};

pub const BVN_NOT_FOUND: Code = Code {
    name: "bvn_not_found",
    kind: Kind::Unprocessable,
    title: "The BVN is not known",
    meaning: "The bank verification service has no person under this BVN.",
    remedy: "Check the number with the applicant.",
};
pub const BVN_NAME_MISMATCH: Code = Code {
    name: "bvn_name_mismatch",
    kind: Kind::Unprocessable,
    title: "The BVN belongs to another name",
    meaning: "The name under this BVN is not the applicant's.",
    remedy: "Check number and name with the applicant.",
};
pub const BVN_WATCHLISTED: Code = Code {
    name: "bvn_watchlisted",
    kind: Kind::Unprocessable,
    title: "The BVN is on the watch-list",
    meaning: "The banks have put this BVN on their watch-list; it cannot be used to apply.",
    remedy: "The applicant must settle this with their bank.",
};
pub const NIN_NOT_FOUND: Code = Code {
    name: "nin_not_found",
    kind: Kind::Unprocessable,
    title: "The NIN is not known",
    meaning: "The identity service has no person under this NIN.",
    remedy: "Check the number with the applicant.",
};
pub const NIN_NAME_MISMATCH: Code = Code {
    name: "nin_name_mismatch",
    kind: Kind::Unprocessable,
    title: "The NIN belongs to another name",
    meaning: "The name under this NIN is not the applicant's.",
    remedy: "Check number and name with the applicant.",
};
pub const NIN_WATCHLISTED: Code = Code {
    name: "nin_watchlisted",
    kind: Kind::Unprocessable,
    title: "The NIN is on the watch-list",
    meaning: "This NIN is blocked; it cannot be used to apply.",
    remedy: "The applicant must settle this with the identity service.",
};
pub const IDENTITY_UNAVAILABLE: Code = Code {
    name: "identity_unavailable",
    kind: Kind::Unavailable,
    title: "The identity service is down",
    meaning: "The service that checks BVN and NIN cannot be reached. Nothing was submitted or \
              charged.",
    remedy: "Wait the seconds of Retry-After, then send the same request again.",
};
pub const IDENTITY_TIMEOUT: Code = Code {
    name: "identity_timeout",
    kind: Kind::Timeout,
    title: "The identity service did not answer in time",
    meaning: "The service that checks BVN and NIN did not answer. Nothing was submitted or \
              charged.",
    remedy: "Send the same request again.",
};
pub const ACCOUNT_NOT_FOUND: Code = Code {
    name: "account_not_found",
    kind: Kind::Unprocessable,
    title: "The bank has no such account",
    meaning: "The bank knows no account under `bankAccountNumber`.",
    remedy: "Check number and bank with the applicant.",
};
pub const BVN_BIRTH_DATE_MISMATCH: Code = Code {
    name: "bvn_birth_date_mismatch",
    kind: Kind::Unprocessable,
    title: "The BVN has another date of birth",
    meaning: "The name under this BVN is the applicant's, the date of birth is not.",
    remedy: "Check `dateOfBirth` with the applicant.",
};
pub const NIN_BIRTH_DATE_MISMATCH: Code = Code {
    name: "nin_birth_date_mismatch",
    kind: Kind::Unprocessable,
    title: "The NIN has another date of birth",
    meaning: "The name under this NIN is the applicant's, the date of birth is not.",
    remedy: "Check `dateOfBirth` with the applicant.",
};
pub const ACCOUNT_NAME_MISMATCH: Code = Code {
    name: "account_name_mismatch",
    kind: Kind::Unprocessable,
    title: "The account belongs to another name",
    meaning: "The bank has this account under a name that is none of the applicants'. Of a minor, \
              it may be the guardian's; of a company, it is the company's.",
    remedy: "Take an account of the applicant's own.",
};
