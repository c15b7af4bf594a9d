//! How the regulator's approval looks to operators.

use kofa_commands::wire::moment;
use serde::Serialize;
use utoipa::ToSchema;

use crate::approval::{Approval, ApprovalState, Signed};

/// The regulator's approval of an offer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OfferApproval)]
pub struct ApprovalView {
    /// The authority.
    authority: String,
    /// The authority's file reference.
    reference: String,
    /// The date of the approval.
    #[schema(format = "date")]
    date: String,
    recorded: SignedView,
    /// Who confirmed it; null until another operator has.
    #[schema(required, inline)]
    confirmed: Option<SignedView>,
}

/// Who did something and when.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Signed)]
struct SignedView {
    /// The actor as in the audit log: `operator:opr_…`.
    by: String,
    #[schema(format = "date-time")]
    at: String,
}

impl From<Signed> for SignedView {
    fn from(of: Signed) -> Self {
        Self {
            by: of.by,
            at: moment(of.at),
        }
    }
}

impl From<Approval> for ApprovalView {
    fn from(of: Approval) -> Self {
        Self {
            authority: of.authority,
            reference: of.reference,
            date: of.date,
            recorded: of.recorded.into(),
            confirmed: of.confirmed.map(SignedView::from),
        }
    }
}

pub(super) fn state_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&ApprovalState::ALL.map(ApprovalState::as_str))
}
