//! The error vocabulary of payments.

use kofa_domain::{Code, Kind};

pub(crate) const INVALID_SIGNATURE: Code = Code {
    name: "invalid_signature",
    kind: Kind::Unauthenticated,
    title: "The signature of the notification is wrong",
    meaning: "What came to `/hooks/payments/…` was not signed by the provider that the path \
              names, was changed on the way, or says a time that is long ago. Nothing of it is \
              kept.",
    remedy: "Compare the key or secret in the settings with the provider's, and send the body as \
             it was signed, byte for byte. docs/payments.md says how it is signed.",
};

/// Those of this crate.
pub const CODES: &[&Code] = &[&INVALID_SIGNATURE];
