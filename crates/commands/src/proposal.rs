//! A proposal as surfaces show it.

use kofa_domain::Timestamp;
use kofa_identity::proposals::{Proposal, ProposalState};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::Concern;
use super::wire::moment;

/// What an operator proposed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Proposal)]
pub struct ProposalView {
    /// Names the proposal.
    #[schema(pattern = "^prp_[0-9a-f]{32}$")]
    pub id: String,
    /// What the email is about.
    #[schema(schema_with = concern_schema)]
    pub concern: String,
    /// The command that is done once another operator confirms it.
    #[schema(example = "setPrice")]
    pub command: String,
    /// Its fields.
    #[schema(value_type = Object)]
    pub fields: Map<String, Value>,
    /// Who proposed it.
    #[schema(pattern = "^opr_[0-9a-f]{32}$")]
    pub proposed_by: String,
    /// Their name.
    pub proposer: String,
    /// The time.
    #[schema(format = "date-time")]
    pub created_at: String,
    /// Until when it can be confirmed.
    #[schema(format = "date-time")]
    pub expires_at: String,
    /// The outcome.
    #[schema(schema_with = state_schema)]
    pub state: &'static str,
    /// Who confirmed or rejected it; null while nobody did.
    #[schema(required)]
    pub ended_by: Option<String>,
}

fn concern_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&Concern::ALL.map(Concern::as_str))
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    use ProposalState::{Confirmed, Expired, Pending, Rejected};
    let all = [Pending, Expired, Confirmed, Rejected];
    kofa_core::schema::choice(&all.map(ProposalState::as_str))
}

impl ProposalView {
    pub(crate) fn new(proposal: Proposal, now: Timestamp) -> Self {
        Self {
            state: proposal.state(now).as_str(),
            id: proposal.id.to_string(),
            concern: proposal.concern,
            command: proposal.command,
            fields: proposal.input,
            proposed_by: proposal.proposed_by.to_string(),
            proposer: proposal.proposer,
            created_at: moment(proposal.created_at),
            expires_at: moment(proposal.expires_at),
            ended_by: proposal.ended_by.map(|id| id.to_string()),
        }
    }
}
