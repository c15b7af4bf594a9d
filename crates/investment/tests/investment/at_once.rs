//! Changes of one offer that come at the same moment: the second judges what the first left.

use std::sync::Arc;

use kofa_domain::{Environment, Result};
use kofa_investment::allotting::{self, Allot};
use kofa_investment::market::Action;
use kofa_investment::offer::OfferStatus;
use kofa_investment::ops::{
    BeginAllotment, EditOffer, FindAllotment, FindOffer, FinishAllotment, MoveOffer,
};
use kofa_store::{Dialect, Op, Tx};
use serde_json::json;
use tokio::sync::Notify;

use crate::world::{World, both};

/// Closed, and nobody applied.
const OFFER: &str = "OFR-KOLA";

/// Has every change of an offer wait until it is told to let go.
#[derive(Clone, Default)]
struct Hold {
    held: Arc<Notify>,
    let_go: Arc<Notify>,
}

impl Op for Hold {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "update offer_version set value = value where environment = 'sandbox'";
        tx.exec_one(sql, &[]).await?;
        self.held.notify_one();
        self.let_go.notified().await;
        Ok(())
    }
}

/// How many wait for the version of the offers.
struct CountWaiting;

impl Op for CountWaiting {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        // The first of them has the row's lock and waits for its holder, the others for the lock.
        let sql = "select count(*) as n from pg_locks where locktype = 'tuple' \
             and relation = 'offer_version'::regclass";
        Ok(tx.one(sql, &[]).await?.get("n")?)
    }
}

/// Runs both so that the second begins while the first waits for its turn. SQLite has one
/// writer, which takes them one after the other.
async fn one_behind_the_other<A, B>(
    world: &World,
    first: impl Future<Output = A> + Send + 'static,
    second: impl Future<Output = B> + Send + 'static,
) -> (A, B)
where
    A: Send + 'static,
    B: Send + 'static,
{
    if world.store.dialect() == Dialect::Sqlite {
        return tokio::join!(first, second);
    }
    let (hold, store) = (Hold::default(), world.store.clone());
    let holding = tokio::spawn({
        let hold = hold.clone();
        async move { store.write(hold).await }
    });
    hold.held.notified().await;
    let first = tokio::spawn(first);
    until_waiting(world, 1).await;
    let second = tokio::spawn(second);
    until_waiting(world, 2).await;
    hold.let_go.notify_one();
    holding.await.unwrap().unwrap();
    (first.await.unwrap(), second.await.unwrap())
}

async fn until_waiting(world: &World, many: i64) {
    while world.store.read(CountWaiting).await.unwrap() < many {
        tokio::task::yield_now().await;
    }
}

fn begin(world: &World) -> BeginAllotment {
    BeginAllotment {
        by: world.by(),
        environment: Environment::Sandbox,
        offer_id: OFFER.to_owned(),
        seed: 7,
    }
}

async fn found(world: &World) -> kofa_investment::offer::Offer {
    let find = FindOffer {
        environment: Environment::Sandbox,
        id: OFFER.to_owned(),
    };
    world.store.read(find).await.unwrap().offer
}

#[tokio::test]
async fn an_offer_that_is_called_off_at_that_moment_is_not_allotted() {
    for world in both().await {
        let cancel = MoveOffer {
            by: world.by(),
            environment: Environment::Sandbox,
            id: OFFER.to_owned(),
            action: Action::Cancel {
                reason: "The issuer withdrew".to_owned(),
            },
        };
        let what = Allot {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: OFFER.to_owned(),
            seed: 7,
        };
        let store = world.store.clone();
        let cancel = async move { store.write(cancel).await };
        let (store, vault) = (world.store.clone(), world.vault.clone());
        let clock = world.clock.clone();
        let allot = async move { allotting::run(&store, &vault, &clock, &what).await };
        let (cancelled, allotted) = one_behind_the_other(&world, cancel, allot).await;
        cancelled.unwrap();
        assert_eq!(allotted.unwrap_err().code().name, "offer_not_in_state");
        let status = found(&world).await.operator_status;
        assert_eq!(status, Some(OfferStatus::Cancelled));
        let find = FindAllotment {
            environment: Environment::Sandbox,
            offer_id: OFFER.to_owned(),
        };
        assert_eq!(world.store.read(find).await.unwrap(), None);
    }
}

/// An allotment that went by other terms than the offer has could not be taken up again.
#[tokio::test]
async fn an_allotment_goes_by_the_terms_that_an_edit_left_at_that_moment() {
    for world in both().await {
        let edit = edit(&world, "oversubscriptionLimitPct", json!(10));
        let (store, begin) = (world.store.clone(), begin(&world));
        let begin = async move { store.write(begin).await };
        let (edited, begun) = one_behind_the_other(&world, edit, begin).await;
        edited.unwrap();
        let (offer, _) = begun.unwrap();
        assert_eq!(offer.details.oversubscription_limit_pct, 10);
    }
}

#[tokio::test]
async fn the_end_of_an_allotment_keeps_what_is_edited_at_that_moment() {
    for world in both().await {
        let what = Allot {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: OFFER.to_owned(),
            seed: 7,
        };
        let basis = allotting::rehearse(&world.store, &world.vault, &what);
        let finish = FinishAllotment {
            environment: Environment::Sandbox,
            offer_id: OFFER.to_owned(),
            basis: basis.await.unwrap(),
            at: world.by().at,
        };
        world.store.write(begin(&world)).await.unwrap();
        let edit = edit(&world, "prospectusUrl", json!("https://example.ng/other"));
        let store = world.store.clone();
        let finish = async move { store.write(finish).await };
        let (edited, finished) = one_behind_the_other(&world, edit, finish).await;
        edited.unwrap();
        finished.unwrap();
        let offer = found(&world).await;
        assert_eq!(offer.operator_status, Some(OfferStatus::Allotted));
        let url = offer.details.prospectus_url.as_deref();
        assert_eq!(url, Some("https://example.ng/other"));
    }
}

fn edit(
    world: &World,
    field: &str,
    value: serde_json::Value,
) -> impl Future<Output = Result<()>> + Send + 'static {
    let edit = EditOffer {
        by: world.by(),
        environment: Environment::Sandbox,
        id: OFFER.to_owned(),
        change: serde_json::Map::from_iter([(field.to_owned(), value)]),
    };
    let store = world.store.clone();
    async move { store.write(edit).await.map(drop) }
}
