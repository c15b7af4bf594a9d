//! What one operator proposed and another confirms.

use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::{Error, Result};
use kofa_identity::proposals::{self, Proposal, ProposalId};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::proposal::ProposalView;
use crate::wire::Paged;
use crate::{Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<ListProposals>(),
    Entry::of::<ConfirmProposal>(),
    Entry::of::<RejectProposal>(),
];

const OF_PROPOSALS: Spec = Spec {
    tag: "Proposals",
    method: Method::Post,
    right: Permission::Look,
    ..Spec::BASE
};

#[derive(Debug)]
pub struct ListProposals {
    /// Which part of them.
    pub page: Page,
}

impl Command for ListProposals {
    const SPEC: &'static Spec = &Spec {
        name: "listProposals",
        summary: "List proposals",
        description: "Newest first, including completed proposals. When four-eyes approval is on \
                      for money, prices\nor Live access, their commands return 202 with a \
                      proposal.",
        method: Method::Get,
        path: "/admin/v1/proposals",
        success: &[(200, "A page of proposals.")],
        ..OF_PROPOSALS
    };
    type Output = Paged<ProposalView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.page().map(|page| Self { page })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<Self::Output> {
        let list = proposals::ListProposals { page: self.page };
        let listed = services.store.read(list).await?;
        Ok(Paged::new(listed, |one| ProposalView::new(one, by.at)))
    }
}

/// The result of a confirmed proposal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposalDone {
    /// The proposal.
    pub proposal: ProposalView,
    /// The command's response.
    #[schema(value_type = Object)]
    pub answer: Value,
}

fn path_proposal(fields: &mut Fields<'_>) -> Option<ProposalId> {
    fields.path_id("proposalId", "There is no such proposal.")
}

/// The command of a proposal: only those of this crate are watched.
fn command(proposal: &Proposal) -> Result<Entry> {
    let mut all = super::all().into_iter();
    let found = all.find(|entry| entry.spec.name == proposal.command);
    found.ok_or_else(|| Error::internal("a proposal of a command that there is not"))
}

#[derive(Debug)]
pub struct ConfirmProposal {
    pub id: ProposalId,
}

impl Command for ConfirmProposal {
    const SPEC: &'static Spec = &Spec {
        name: "confirmProposal",
        summary: "Confirm another operator's proposal",
        description: "Requires the permission of the proposed command. The command runs \
                      immediately; if it fails,\nthe proposal stays pending.",
        path: "/admin/v1/proposals/{proposalId}/confirm",
        success: &[(200, "The command was carried out.")],
        asks_again: true,
        ..OF_PROPOSALS
    };
    type Output = ProposalDone;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_proposal(fields).map(|id| Self { id })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ProposalDone> {
        let id = self.id;
        let find = proposals::FindProposal { id: id.clone() };
        let entry = command(&services.store.read(find).await?)?;
        entry.admits(&services.products, &by.actor)?;
        let end = proposals::EndProposal {
            by: by.clone(),
            id: id.clone(),
            is_confirmed: true,
        };
        let proposal = services.store.write(end).await?;
        let seen = services.seen_twice();
        let done = Box::pin(entry.run(&seen, by.clone(), &proposal.input)).await;
        let now = by.at;
        match done {
            Ok(answer) => Ok(ProposalDone {
                proposal: ProposalView::new(proposal, now),
                answer: answer.body,
            }),
            Err(error) => {
                let reopen = proposals::ReopenProposal { by, id };
                services.store.write(reopen).await?;
                Err(error)
            }
        }
    }
}

#[derive(Debug)]
pub struct RejectProposal {
    pub id: ProposalId,
}

impl Command for RejectProposal {
    const SPEC: &'static Spec = &Spec {
        name: "rejectProposal",
        summary: "Reject a proposal",
        description: "You can reject your own proposal or another operator's, with the \
                      permission of the proposed command.",
        path: "/admin/v1/proposals/{proposalId}/reject",
        success: &[(200, "The proposal.")],
        ..OF_PROPOSALS
    };
    type Output = ProposalView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_proposal(fields).map(|id| Self { id })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ProposalView> {
        let (id, now) = (self.id, by.at);
        let find = proposals::FindProposal { id: id.clone() };
        let entry = command(&services.store.read(find).await?)?;
        entry.admits(&services.products, &by.actor)?;
        let end = proposals::EndProposal {
            by,
            id,
            is_confirmed: false,
        };
        let proposal = services.store.write(end).await?;
        Ok(ProposalView::new(proposal, now))
    }
}
