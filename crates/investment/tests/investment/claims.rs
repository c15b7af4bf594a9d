//! One live application per person and offer, wherever the claims stand: in the table, on their
//! way there, or with the application only; after a start, beside another node, after a commit
//! that was undone.

use std::sync::Arc;

use kofa_domain::{Clock as _, Environment, Error, Ids, Kind, Result, TenantId};
use kofa_investment::lifecycle::Move;
use kofa_investment::ops::{CreateSubscription, FindClaimed, IdentityUniqueness};
use kofa_investment::sealing::{Claim, Digest};
use kofa_investment::subscription::{IdentityKind, Status};
use kofa_ledger::Gathered as _;
use kofa_store::{Op, Store, Tx};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::transactions::{Go, Plain, creation, tenants};
use crate::world::{World, both};

const OFFERS: [&str; 2] = ["OFR-BAOBAB", "OFR-HARMATTAN"];
/// Numbers there are: few enough that people come again.
const NUMBERS: usize = 150;
/// Applications whose claims are entered together: some ten rounds, a few commits each.
const TOGETHER: i64 = 24;

/// A person's application: its numbers, the offer, and how the exchange answers.
type Applying = (Vec<usize>, usize, u8);

#[derive(Clone, Debug)]
enum Step {
    /// Some of a tenant apply at once, at a node.
    Apply(usize, usize, Vec<Applying>),
    /// The same, and then it cannot be kept.
    Undone(usize, usize, Vec<Applying>),
    /// The application made as this dies.
    Die(usize),
    /// A node starts again.
    Restart(usize),
    /// A node is asked who holds a number.
    Ask(usize, usize, usize, usize),
}

fn steps(count: usize) -> impl Strategy<Value = Vec<Step>> {
    let numbers = || prop::collection::vec(0..NUMBERS, 1..4);
    let end = || prop_oneof![8 => Just(0_u8), 1 => Just(1), 1 => Just(2)];
    let some = move || prop::collection::vec((numbers(), 0..2_usize, end()), 1..5);
    let one = prop_oneof![
        40 => (0..2_usize, 0..2_usize, some()).prop_map(|(n, t, all)| Step::Apply(n, t, all)),
        4 => (0..2_usize, 0..2_usize, some()).prop_map(|(n, t, all)| Step::Undone(n, t, all)),
        30 => (0..10_000_usize).prop_map(Step::Die),
        1 => (0..2_usize).prop_map(Step::Restart),
        20 => (0..2_usize, 0..2_usize, 0..2_usize, 0..NUMBERS)
            .prop_map(|(n, t, o, number)| Step::Ask(n, t, o, number)),
    ];
    prop::collection::vec(one, count)
}

/// A number's claim: digests are spread like real ones.
fn claim(number: usize) -> Claim {
    let mut digest = Digest::default();
    let spread = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    digest[..8].copy_from_slice(&spread.to_be_bytes());
    Claim {
        kind: IdentityKind::Bvn,
        field: "bvn",
        digest,
    }
}

/// Keeps some together; with `undone`, all is taken back at the end.
#[derive(Clone)]
struct Keep {
    these: Vec<CreateSubscription>,
    undone: bool,
}

impl Op for Keep {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        CreateSubscription::keep(&self.these.iter().collect::<Vec<_>>(), tx).await?;
        match self.undone {
            true => Err(Error::internal("undone")),
            false => Ok(()),
        }
    }
}

/// An application as a plain list keeps it.
struct Kept {
    tenant: usize,
    offer: usize,
    id: String,
    numbers: Vec<usize>,
    is_live: bool,
}

struct Play {
    world: World,
    tenants: [TenantId; 2],
    nodes: [Arc<IdentityUniqueness>; 2],
    kept: Vec<Kept>,
    made: usize,
}

fn node() -> Arc<IdentityUniqueness> {
    Arc::new(IdentityUniqueness::entered_by(TOGETHER))
}

impl Play {
    async fn of(world: World) -> Self {
        Self {
            tenants: tenants(&world).await,
            world,
            nodes: [node(), node()],
            kept: Vec::new(),
            made: 0,
        }
    }

    fn holder(&self, tenant: usize, offer: usize, number: usize) -> Option<&str> {
        let holds = |one: &&Kept| {
            one.is_live
                && (one.tenant, one.offer) == (tenant, offer)
                && one.numbers.contains(&number)
        };
        self.kept.iter().find(holds).map(|one| one.id.as_str())
    }

    fn create(&mut self, node: usize, tenant: usize, one: &Applying) -> CreateSubscription {
        let (numbers, offer, end) = one;
        let at = self.world.clock.now();
        self.made += 1;
        let plain = Plain {
            tenant: self.tenants[tenant].clone(),
            offer_id: OFFERS[*offer],
            id: Ids.uuid(at).to_string(),
            reference: format!("KFT-20260703-{:010}", self.made),
            status: Status::Received,
            created_at: at,
        };
        let mut creation = creation(&self.world, &plain, self.made, *end, at);
        creation.claims = numbers.iter().map(|number| claim(*number)).collect();
        creation.known = Arc::clone(&self.nodes[node]);
        creation
    }

    async fn apply(&mut self, node: usize, tenant: usize, all: &[Applying], undone: bool) {
        let these: Vec<_> = all
            .iter()
            .map(|one| self.create(node, tenant, one))
            .collect();
        let new: Vec<Kept> = these
            .iter()
            .zip(all)
            .map(|(made, (numbers, offer, end))| Kept {
                tenant,
                offer: *offer,
                id: made.subscription.id.clone(),
                numbers: numbers.clone(),
                is_live: *end != 2,
            })
            .collect();
        let live = || new.iter().filter(|one| one.is_live);
        let mut asked: Vec<_> = live()
            .flat_map(|one| one.numbers.iter().map(|number| (one.offer, *number)))
            .collect();
        let holders: Vec<&str> = asked
            .iter()
            .filter_map(|(offer, number)| self.holder(tenant, *offer, *number))
            .collect();
        asked.sort_unstable();
        let is_twice = all.len() > 1 && asked.windows(2).any(|two| two[0] == two[1]);
        let said = self.world.store.write(Keep { these, undone }).await;
        let code = said.as_ref().err().map(Error::code).map(|code| code.name);
        if !holders.is_empty() && all.len() == 1 {
            let error = said.unwrap_err();
            assert_eq!(error.code().name, "duplicate_subscription");
            assert!(format!("{error:?}").contains(holders[0]), "{error:?}");
        } else if !holders.is_empty() || is_twice {
            assert_eq!(code, Some("service_unavailable"), "{said:?}");
        } else if undone {
            assert_eq!(code, Some("internal_error"), "{said:?}");
        } else {
            said.unwrap();
            self.kept.extend(new);
        }
    }

    async fn die(&mut self, which: usize) {
        let live: Vec<usize> = (0..self.kept.len())
            .filter(|at| self.kept[*at].is_live)
            .collect();
        let Some(at) = live.get(which % live.len().max(1)) else {
            return;
        };
        let one = &mut self.kept[*at];
        one.is_live = false;
        let go = Go(one.id.clone(), Move::Cancel, self.world.clock.now());
        self.world.store.write(go).await.unwrap();
    }

    async fn ask(&self, node: usize, tenant: usize, offer: usize, number: usize) {
        let find = FindClaimed {
            tenant_id: self.tenants[tenant].clone(),
            environment: Environment::Sandbox,
            offer_id: OFFERS[offer].to_owned(),
            claims: vec![claim(number)],
            known: Arc::clone(&self.nodes[node]),
        };
        let said = self.world.store.read(find).await;
        match self.holder(tenant, offer, number) {
            None => said.unwrap(),
            Some(id) => assert!(format!("{:?}", said.unwrap_err()).contains(id)),
        }
    }
}

/// How many claims the table has.
struct Entered;

impl Op for Entered {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let count = "select count(*) as n from subscription_claim";
        Ok(tx.one(count, &[]).await?.get("n")?)
    }
}

#[tokio::test]
async fn who_holds_a_number_is_what_a_plain_list_says() {
    for world in both().await {
        let mut runner = TestRunner::deterministic();
        let steps = steps(1_200).new_tree(&mut runner).unwrap().current();
        let mut play = Play::of(world).await;
        for step in &steps {
            match step {
                Step::Apply(node, tenant, all) => play.apply(*node, *tenant, all, false).await,
                Step::Undone(node, tenant, all) => play.apply(*node, *tenant, all, true).await,
                Step::Die(which) => play.die(*which).await,
                Step::Restart(at) => play.nodes[*at] = node(),
                Step::Ask(node, tenant, offer, number) => {
                    play.ask(*node, *tenant, *offer, *number).await;
                }
            }
        }
        for number in 0..NUMBERS {
            for at in 0..8 {
                play.ask(at & 1, (at >> 1) & 1, at >> 2, number).await;
            }
        }
        let entered = play.world.store.read(Entered).await.unwrap();
        let live = play.kept.iter().filter(|one| one.is_live).count();
        assert!(entered > 200 && live > 50, "{entered} {live}");
    }
}

/// However often the database asks for another try.
async fn write_at_last(store: &Store, keep: Keep) -> Result<()> {
    loop {
        match store.write(keep.clone()).await {
            Err(error) if error.kind() == Kind::Unavailable => {}
            ended => return ended,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_at_once_take_everybody_once() {
    for world in both().await {
        let mut play = Play::of(world).await;
        let mut tasks = Vec::new();
        for number in 0..NUMBERS {
            for at in 0..2 {
                let these = vec![play.create(at, 0, &(vec![number], 0, 0))];
                let store = play.world.store.clone();
                let keep = Keep {
                    these,
                    undone: false,
                };
                tasks.push(tokio::spawn(
                    async move { write_at_last(&store, keep).await },
                ));
            }
        }
        let mut taken = 0;
        for task in tasks {
            match task.await.unwrap() {
                Ok(()) => taken += 1,
                Err(error) => assert_eq!(error.code().name, "duplicate_subscription"),
            }
        }
        assert_eq!(taken, NUMBERS);
    }
}
