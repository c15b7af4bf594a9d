//! The regulator's approval of live offers that the operator runs.

use kofa_core::{Actor, ActorAt, OperatorRole, Via};
use kofa_domain::{Environment, OperatorId, Result};
use kofa_identity::operators::DisableOperator;
use kofa_investment::approval::ApprovalState;
use kofa_investment::offer::Offer;
use kofa_investment::ops::{ApprovalStep, FindOffer, MarketOffer, SetApproval};
use kofa_testkit::AdminClient;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::json;

use crate::market::offers::plan;
use crate::world::{World, both};

const LIVE: Environment = Environment::Live;
const ID: &str = "OFR-IROKO";

fn record(reference: &str) -> ApprovalStep {
    ApprovalStep::Record {
        authority: "SEC Nigeria".to_owned(),
        reference: reference.to_owned(),
        date: "2026-07-01".to_owned(),
    }
}

fn confirm(reference: &str, alone: bool) -> ApprovalStep {
    ApprovalStep::Confirm {
        reference: reference.to_owned(),
        alone,
    }
}

async fn set(world: &World, by: ActorAt, id: &str, step: ApprovalStep) -> Result<MarketOffer> {
    let set = SetApproval {
        by,
        environment: LIVE,
        id: id.to_owned(),
        step,
    };
    world.store.write(set).await
}

/// Has a live offer approved, as an operator of one person does.
pub(crate) async fn approve(world: &World, id: &str) {
    set(world, world.by(), id, record("SEC/1")).await.unwrap();
    let confirmed = set(world, world.by(), id, confirm("SEC/1", true)).await;
    let offer = confirmed.unwrap().offer;
    assert_eq!(offer.approval_state(), ApprovalState::Confirmed);
}

pub(crate) async fn withdraw(world: &World, id: &str) {
    let step = ApprovalStep::Withdraw {
        reason: "The regulator took it back.".to_owned(),
    };
    set(world, world.by(), id, step).await.unwrap();
}

fn operator(world: &World, id: &OperatorId) -> ActorAt {
    let actor = Actor::Operator {
        id: id.clone(),
        role: OperatorRole::Ops,
        via: Via::FRESH,
    };
    ActorAt {
        actor,
        at: world.by().at,
    }
}

async fn find(world: &World) -> Offer {
    let (environment, id) = (LIVE, ID.to_owned());
    let found = world.store.read(FindOffer { environment, id }).await;
    found.unwrap().offer
}

/// A live offer, and an operator who edits it.
async fn made(world: &World) -> AdminClient {
    let editor = world.operator(OperatorRole::Ops).await;
    editor
        .post("offers?environment=live", &plan())
        .await
        .is(201);
    editor
}

/// An operator to act as.
async fn person(world: &World) -> OperatorId {
    world.app.operator(OperatorRole::Ops).await.0
}

fn code<T: std::fmt::Debug>(outcome: Result<T>) -> &'static str {
    outcome.unwrap_err().code().name
}

#[tokio::test]
async fn one_operator_records_it_and_another_confirms_it() {
    for world in both().await {
        made(&world).await;
        let open = find(&world).await.open_at.plus_seconds(60);
        let why = async || find(&world).await.not_subscribable_reason(open);
        assert_eq!(
            why().await.unwrap(),
            "The regulator's approval is not recorded yet."
        );
        let one = person(&world).await;
        let other = person(&world).await;
        let (one_by, other_by) = (operator(&world, &one), operator(&world, &other));
        let nothing = set(&world, other_by.clone(), ID, confirm("SEC/1", false)).await;
        assert_eq!(code(nothing), "approval_not_recorded");
        set(&world, one_by.clone(), ID, record("SEC/1"))
            .await
            .unwrap();
        assert!(why().await.is_some(), "not confirmed yet");
        for (by, reference, refused) in [
            (one_by.clone(), "SEC/1", "another_operator_confirms"),
            (world.by(), "SEC/1", "another_operator_confirms"),
            (other_by.clone(), "SEC/2", "invalid_field"),
        ] {
            let outcome = set(&world, by, ID, confirm(reference, false)).await;
            assert_eq!(code(outcome), refused);
        }
        let support = ActorAt {
            actor: Actor::Operator {
                id: other.clone(),
                role: OperatorRole::Support,
                via: Via::FRESH,
            },
            ..other_by.clone()
        };
        let refused = set(&world, support, ID, confirm("SEC/1", false)).await;
        assert_eq!(code(refused), "forbidden");
        set(&world, other_by.clone(), ID, confirm("SEC/1", false))
            .await
            .unwrap();
        assert_eq!(why().await, None);
    }
}

#[tokio::test]
async fn an_approval_is_replaced_and_withdrawn() {
    for world in both().await {
        made(&world).await;
        let open = find(&world).await.open_at.plus_seconds(60);
        let why = async || find(&world).await.not_subscribable_reason(open);
        let (one, other) = (person(&world).await, person(&world).await);
        let (one_by, other_by) = (operator(&world, &one), operator(&world, &other));
        let recorded = set(&world, one_by.clone(), ID, record("SEC/1")).await;
        recorded.unwrap();
        let confirmed = set(&world, other_by.clone(), ID, confirm("SEC/1", false)).await;
        confirmed.unwrap();
        // Once more changes nothing; another one has to be confirmed again.
        let again = set(&world, other_by.clone(), ID, confirm("SEC/1", false)).await;
        assert_eq!(code(again), "approval_not_recorded");
        set(&world, one_by.clone(), ID, record("SEC/2"))
            .await
            .unwrap();
        assert!(why().await.is_some());
        // Who recorded it is no operator any more.
        let disable = DisableOperator {
            by: world.by(),
            operator: one,
        };
        world.store.write(disable).await.unwrap();
        let late = set(&world, other_by.clone(), ID, confirm("SEC/2", false)).await;
        assert_eq!(code(late), "approval_not_recorded");
        // An operator of one person, by the setting.
        set(&world, other_by.clone(), ID, record("SEC/3"))
            .await
            .unwrap();
        set(&world, other_by.clone(), ID, confirm("SEC/3", true))
            .await
            .unwrap();
        assert_eq!(why().await, None);
        let end = ApprovalStep::Withdraw {
            reason: "The regulator took it back.".to_owned(),
        };
        set(&world, other_by.clone(), ID, end.clone())
            .await
            .unwrap();
        assert!(why().await.is_some());
        assert_eq!(
            code(set(&world, other_by, ID, end).await),
            "approval_not_recorded"
        );
    }
}

#[tokio::test]
async fn the_sandbox_asks_for_none() {
    let world = both().await.remove(0);
    let set = SetApproval {
        by: world.by(),
        environment: Environment::Sandbox,
        id: "OFR-BAOBAB".to_owned(),
        step: record("SEC/1"),
    };
    assert_eq!(code(world.store.write(set).await), "approval_not_asked");
}

/// A step of somebody, and a change of terms.
#[derive(Clone, Debug)]
enum Act {
    Record { by: usize, reference: usize },
    Confirm { by: usize, reference: usize },
    Edit { price: i64, shares: i64 },
    Withdraw,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => (0..3usize, 0..2usize).prop_map(|(by, reference)| Act::Record { by, reference }),
        8 => (0..3usize, 0..2usize).prop_map(|(by, reference)| Act::Confirm { by, reference }),
        2 => (1..3i64, 1..3i64).prop_map(|(price, shares)| Act::Edit { price, shares }),
        1 => Just(Act::Withdraw),
    ];
    prop::collection::vec(act, 1..25)
}

/// What should be, by a naive account of it: what was recorded by whom for which terms.
#[derive(Default)]
struct Model {
    terms: (i64, i64),
    recorded: Option<(usize, usize, (i64, i64))>,
    is_confirmed: bool,
}

impl Model {
    fn is_approved(&self) -> bool {
        let fits = |(_, _, terms): (usize, usize, (i64, i64))| terms == self.terms;
        self.is_confirmed && self.recorded.is_some_and(fits)
    }

    /// Whether the act is possible; done if so.
    fn act(&mut self, act: &Act) -> bool {
        match *act {
            Act::Record { by, reference } => {
                self.recorded = Some((by, reference, self.terms));
                self.is_confirmed = false;
                true
            }
            Act::Confirm { by, reference } => {
                let may = !self.is_confirmed
                    && self.recorded.is_some_and(|(recorded_by, recorded, terms)| {
                        // The third is a shell, which confirms nothing.
                        by != recorded_by && by < 2 && recorded == reference && terms == self.terms
                    });
                self.is_confirmed |= may;
                may
            }
            Act::Edit { price, shares } => {
                self.terms = (price, shares);
                true
            }
            Act::Withdraw => {
                self.is_confirmed = false;
                self.recorded.take().is_some()
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_order_of_steps_leaves_an_unconfirmed_offer_subscribable() {
    for world in both().await {
        let editor = made(&world).await;
        let open = find(&world).await.open_at.plus_seconds(60);
        let one = person(&world).await;
        let other = person(&world).await;
        let who = [operator(&world, &one), operator(&world, &other), world.by()];
        let mut runner = TestRunner::deterministic();
        let mut model = Model {
            terms: (1_250, 1_000_000),
            ..Model::default()
        };
        let mut approved = 0;
        for _ in 0..60 {
            let acts = acts().new_tree(&mut runner).unwrap().current();
            for act in &acts {
                let did = match act {
                    Act::Record { by, reference } => {
                        let step = record(&format!("SEC/{reference}"));
                        set(&world, who[*by].clone(), ID, step).await.is_ok()
                    }
                    Act::Confirm { by, reference } => {
                        let step = confirm(&format!("SEC/{reference}"), false);
                        set(&world, who[*by].clone(), ID, step).await.is_ok()
                    }
                    Act::Edit { price, shares } => {
                        let terms = json!({"priceKobo": price, "sharesOnOffer": shares * 1_000});
                        let path = format!("offers/live/{ID}");
                        editor.patch(&path, &terms).await.status.is_success()
                    }
                    Act::Withdraw => {
                        let step = ApprovalStep::Withdraw {
                            reason: "So.".to_owned(),
                        };
                        set(&world, who[0].clone(), ID, step).await.is_ok()
                    }
                };
                let scaled = match act.clone() {
                    Act::Edit { price, shares } => Act::Edit {
                        price,
                        shares: shares * 1_000,
                    },
                    other => other,
                };
                assert_eq!(did, model.act(&scaled), "{acts:?}");
                let offer = find(&world).await;
                let takes = offer.not_subscribable_reason(open).is_none();
                assert_eq!(takes, model.is_approved(), "{act:?} in {acts:?}");
                approved += usize::from(takes);
            }
        }
        assert!(approved > 20, "it is approved now and then: {approved}");
    }
}
