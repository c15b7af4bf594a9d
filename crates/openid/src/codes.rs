//! The error vocabulary of providers.

use kofa_domain::{Code, Kind};

pub const SIGN_IN_PROVIDER_FAILED: Code = Code {
    name: "sign_in_provider_failed",
    kind: Kind::BadGateway,
    title: "The sign-in provider does not answer as it should",
    meaning: "Single sign-on asks the provider for what it publishes about itself, and for proof \
              of who signed in. It could not be reached, or sent what cannot be used.",
    remedy: "Try again in a minute. If it lasts, whoever set the provider up compares the issuer, \
             the client id and the secret with what the provider says.",
};
pub const SIGN_IN_NOT_PROVED: Code = Code {
    name: "sign_in_not_proved",
    kind: Kind::Forbidden,
    title: "The sign-in provider did not prove who you are",
    meaning: "The provider refused, or what it sent is not for this sign-in: another issuer or \
              recipient, a wrong signature, expired, or an e-mail address that it has not \
              verified.",
    remedy: "Begin again at the sign-in page. The message says what was wrong; the provider's \
             administrator can mend it.",
};

/// All codes of this crate, for the documentation.
pub const CODES: &[&Code] = &[&SIGN_IN_PROVIDER_FAILED, &SIGN_IN_NOT_PROVED];
