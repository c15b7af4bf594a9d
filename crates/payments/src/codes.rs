//! The error vocabulary of payments.

use kofa_domain::{Code, Kind};

pub(crate) const INVALID_SIGNATURE: Code = Code {
    name: "invalid_signature",
    kind: Kind::Unauthenticated,
    title: "Invalid notification signature",
    meaning: "The notification sent to `/hooks/payments/…` was not signed by the provider named in \
              the path, was changed in transit, or is too old. It was not stored.",
    remedy: "Compare the key or secret in the settings with the provider's, and send the body \
             exactly as it was signed, byte for byte. See docs/payments.md for how notifications \
             are signed.",
};

/// Those of this crate.
pub const CODES: &[&Code] = &[&INVALID_SIGNATURE];
