//! Four eyes: proposals on both databases.

use kofa_core::{Actor, ActorAt, OperatorRole, Page, Via};
use kofa_domain::{Ids, OperatorId, Timestamp};
use kofa_identity::proposals::{
    EndProposal, FindProposal, ListProposals, PROPOSAL_SECONDS, ProposalState, Propose,
    ReopenProposal,
};
use serde_json::json;

use crate::world::{NOW, code, shell, worlds};

fn by(id: &OperatorId, at: Timestamp) -> ActorAt {
    let actor = Actor::Operator {
        id: id.clone(),
        role: OperatorRole::Ops,
        via: Via::FRESH,
    };
    ActorAt { actor, at }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_is_ended_once_by_another_in_time() {
    for world in worlds().await {
        let (one, _) = world.operator(OperatorRole::Ops).await;
        let (other, _) = world.operator(OperatorRole::Ops).await;
        let input = json!({"amountKobo": 5}).as_object().unwrap().clone();
        let named = ("money", "creditWallet");
        let refused = Propose::new(Ids, shell(), named, input.clone());
        assert_eq!(code(world.store.write(refused).await), "forbidden");
        let later = NOW.plus_seconds(1);
        let propose = |at| Propose::new(Ids, by(&one, at), named, input.clone());
        let made = world.store.write(propose(NOW)).await.unwrap();
        let id = made.id.clone();
        let late = world.store.write(propose(later)).await.unwrap();
        let end = |by, is_confirmed| EndProposal {
            by,
            id: id.clone(),
            is_confirmed,
        };
        let own = world.store.write(end(by(&one, NOW), true)).await;
        assert_eq!(code(own), "own_proposal");
        let confirmed = end(by(&other, NOW), true);
        let confirmed = world.store.write(confirmed).await.unwrap();
        assert_eq!(confirmed.state(NOW), ProposalState::Confirmed);
        assert_eq!(confirmed.input, input);
        let again = world.store.write(end(by(&other, NOW), false)).await;
        assert_eq!(code(again), "proposal_not_pending");
        let reopen = ReopenProposal {
            by: by(&other, NOW),
            id: id.clone(),
        };
        world.store.write(reopen).await.unwrap();
        let rejected = end(by(&one, NOW), false);
        let rejected = world.store.write(rejected).await.unwrap();
        assert_eq!(rejected.state(NOW), ProposalState::Rejected);

        let over = later.plus_seconds(PROPOSAL_SECONDS);
        let find = FindProposal {
            id: late.id.clone(),
        };
        let found = world.store.read(find).await.unwrap();
        assert_eq!(found.state(over), ProposalState::Expired);
        let confirm = EndProposal {
            by: by(&other, over),
            id: late.id.clone(),
            is_confirmed: true,
        };
        assert_eq!(
            code(world.store.write(confirm).await),
            "proposal_not_pending"
        );
        let page = Page::first();
        let listed = world.store.read(ListProposals { page }).await.unwrap();
        assert_eq!(listed.items.len(), 2);
        assert_eq!(listed.items[0].id, late.id, "the newest first");
    }
}
