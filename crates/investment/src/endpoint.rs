//! What the endpoints of this product have in common.

use kofa_core::endpoint::{Endpoint, Envelope, Member};
use kofa_domain::Scope;

/// What a key needs to call it.
pub const SCOPE: Scope = Scope::new("investment_ipo");

/// The shape of its failures.
pub(crate) const ENVELOPE: &Envelope = &Envelope {
    schema: "InvestmentFailure",
    media_type: "application/json",
    members: &[
        ("success", Member::Success),
        ("message", Member::Message),
        ("data", Member::Data),
        ("errors", Member::Errors),
    ],
    link: "docUrl",
};

/// What its endpoints have in common.
pub(crate) const BASE: Endpoint = Endpoint {
    scope: Some(SCOPE),
    envelope: ENVELOPE,
    ..Endpoint::BASE
};
