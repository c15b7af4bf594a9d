//! What the endpoints of this product have in common.

use kofa_core::endpoint::{Endpoint, Envelope, Member};
use kofa_domain::Scope;

/// What a key needs to call it.
pub const SCOPE: Scope = Scope::new("ai_processing_hub");

/// The shape of its failures.
pub(crate) const ENVELOPE: &Envelope = &Envelope {
    schema: "DocumentsFailure",
    media_type: "application/json",
    members: &[
        ("request_id", Member::RequestId),
        ("message", Member::Message),
        ("data", Member::Data),
        ("errors", Member::Errors),
    ],
    link: "doc_url",
};

/// What its endpoints have in common.
pub(crate) const BASE: Endpoint = Endpoint {
    scope: Some(SCOPE),
    envelope: ENVELOPE,
    ..Endpoint::BASE
};
