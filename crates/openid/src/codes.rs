//! The error vocabulary of providers.

use kofa_domain::{Code, Kind};

pub const SIGN_IN_PROVIDER_FAILED: Code = Code {
    name: "sign_in_provider_failed",
    kind: Kind::BadGateway,
    title: "Sign-in provider not working",
    meaning: "Single sign-on needs the provider's published configuration and its proof of who \
              signed in. The provider could not be reached, or its response cannot be used.",
    remedy: "Try again in a minute. If the error persists, compare the issuer, client ID and \
             secret with those at the provider.",
};
pub const SIGN_IN_NOT_PROVED: Code = Code {
    name: "sign_in_not_proved",
    kind: Kind::Forbidden,
    title: "Sign-in not confirmed by the provider",
    meaning: "The provider refused, or its response is not valid for this sign-in: wrong issuer or \
              recipient, wrong signature, expired, or an email address that it has not verified.",
    remedy: "Start again on the sign-in page. The message says what was wrong; the administrator \
             of your provider can fix it.",
};

/// All codes of this crate, for the documentation.
pub const CODES: &[&Code] = &[&SIGN_IN_PROVIDER_FAILED, &SIGN_IN_NOT_PROVED];
