//! What one operator proposed and another confirms.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::routing::{get, post};
use kofa_commands::platform::proposals::{ConfirmProposal, RejectProposal};
use kofa_commands::{Answer, Command};
use kofa_core::OperatorRole;
use kofa_core::codes::SECOND_OPERATOR_NEEDED;
use kofa_domain::{Error, OperatorId, Result, Timestamp};
use kofa_identity::proposals::{ListProposals, Proposal, ProposalState};
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, go, respond,
    show,
};
use serde_json::Value;

use crate::ask::{Question, must_be_sure};
use crate::read::{self, Pager};

const HERE: &str = "/console/proposals";

/// `GET /console/proposals`
#[derive(Debug, Template)]
#[template(path = "console/proposals.html")]
struct Proposals<'a> {
    layout: &'a Layout,
    faults: Faults,
    proposals: Vec<Proposal>,
    pager: Pager,
    own: Option<OperatorId>,
    may: bool,
    now: Timestamp,
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/proposals", get(page))
        .route("/console/proposals/{proposal}/confirm", post(confirm))
        .route("/console/proposals/{proposal}/reject", post(reject))
}

/// Proposes what a form asks for, if it was refused because another operator has to confirm it;
/// gives back any other refusal.
///
/// # Errors
/// That refusal, or why it cannot be proposed.
pub(crate) async fn or_propose(
    web: &WebState,
    signed_in: &SignedInOperator,
    error: Error,
    asked: impl FnOnce() -> CommandForm,
) -> Result<Page> {
    if error.code() != &SECOND_OPERATOR_NEEDED {
        return Err(error);
    }
    let services = web.admin.services();
    let Answer { .. } = asked().run(&services, signed_in.by.clone()).await?;
    let said = "Proposal created. Another operator must confirm it.";
    Ok(Ok(go(web, HERE, said)))
}

fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

fn tone(state: ProposalState) -> &'static str {
    match state {
        ProposalState::Pending => "warn",
        ProposalState::Confirmed => "ok",
        ProposalState::Rejected => "bad",
        ProposalState::Expired => "plain",
    }
}

async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    RawQuery(query): RawQuery,
) -> Page {
    let query = read::query(query);
    show_page(&web, &signed_in, &query, Faults::default()).await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    query: &Form,
    faults: Faults,
) -> Page {
    let layout = Layout::console(web, signed_in, "proposals", "Proposals");
    let page = read::page(query);
    let listed = web.admin.store.read(ListProposals { page }).await?;
    let own = match &signed_in.by.actor {
        kofa_core::Actor::Operator { id, .. } => Some(id.clone()),
        _ => None,
    };
    let page = Proposals {
        layout: &layout,
        pager: read::pager(HERE, &[], query, &listed),
        proposals: listed.items,
        own,
        may: signed_in.of.role != OperatorRole::Support,
        now: signed_in.by.at,
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

async fn confirm(
    State(web): State<Arc<WebState>>,
    Path(proposal): Path<String>,
    sent: OperatorForm,
) -> Page {
    let id = read::id(&proposal, "proposal")?;
    let said = "Proposal confirmed and carried out.";
    end(&web, &sent.signed_in, ConfirmProposal { id }, said).await
}

/// What is asked before a proposal is rejected.
fn rejecting() -> Question {
    let text = "The change is not carried out. To make it later, it has to be proposed again.";
    Question::new("Reject this proposal?", text, "Reject")
}

async fn reject(
    State(web): State<Arc<WebState>>,
    Path(proposal): Path<String>,
    sent: OperatorForm,
) -> Page {
    let id = read::id(&proposal, "proposal")?;
    let OperatorForm { signed_in, form } = &sent;
    // Whoever may not reject it is refused without being asked.
    if signed_in.of.role != OperatorRole::Support {
        must_be_sure(&web, signed_in, ("proposals", HERE), form, &rejecting())?;
    }
    let said = "Proposal rejected.";
    end(&web, &sent.signed_in, RejectProposal { id }, said).await
}

/// Runs what ends a proposal, and says so; or shows why not.
async fn end(
    web: &WebState,
    signed_in: &SignedInOperator,
    command: impl Command,
    said: &str,
) -> Page {
    match web.admin.run(signed_in.by.clone(), command).await {
        Ok(_) => Ok(go(web, HERE, said)),
        Err(error) => {
            let faults = Faults::of(error)?;
            show_page(web, signed_in, &Form::default(), faults).await
        }
    }
}
