//! Changes that come at the same moment: the second judges what the first left.

use std::sync::Arc;

use kofa_domain::{Clock as _, Environment, Result};
use kofa_investment::market::{Action, OfferChange, Reason};
use kofa_investment::offer::OfferStatus;
use kofa_investment::ops::{
    BeginAllotment, CancelSubscription, EditOffer, FindAllotment, FindOffer, FinishAllotment,
    MoveOffer, Sweep, SweepOffer, SweptTo,
};
use kofa_investment::run_allotment::{self, Allot};
use kofa_store::{Dialect, Op, Tx};
use serde_json::json;
use tokio::sync::Notify;

use crate::sweeping::{Count, Exec};
use crate::world::{World, both};

/// Closed, and nobody applied.
const OFFER: &str = "OFR-KOLA";

/// Changes rows and has every other change of them wait until it is told to let go.
#[derive(Clone)]
struct Hold {
    sql: &'static str,
    held: Arc<Notify>,
    let_go: Arc<Notify>,
}

impl Hold {
    fn by(sql: &'static str) -> Self {
        Self {
            sql,
            held: Arc::default(),
            let_go: Arc::default(),
        }
    }
}

/// Holds every change of an offer. After an update, whoever waits would race for the new row.
const OFFERS: &str = "select value from offer_version where environment = 'sandbox' for update";

impl Op for Hold {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec(self.sql, &[]).await?;
        self.held.notify_one();
        self.let_go.notified().await;
        Ok(())
    }
}

/// How many wait for rows of a table.
struct CountWaiting(&'static str);

impl Op for CountWaiting {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        // The first of them has the row's lock and waits for its holder, the others for the lock.
        // A copy of a database has the same numbers for its tables.
        let sql = "select count(*) as n from pg_locks where locktype = 'tuple' \
             and relation = cast($1 as regclass) and database = \
             (select oid from pg_database where datname = current_database())";
        Ok(tx.one(sql, &[self.0.into()]).await?.get("n")?)
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
    let (hold, store) = (Hold::by(OFFERS), world.store.clone());
    let holding = tokio::spawn({
        let hold = hold.clone();
        async move { store.write(hold).await }
    });
    hold.held.notified().await;
    let first = tokio::spawn(first);
    until_waiting(world, "offer_version", 1).await;
    let second = tokio::spawn(second);
    until_waiting(world, "offer_version", 2).await;
    hold.let_go.notify_one();
    holding.await.unwrap().unwrap();
    (first.await.unwrap(), second.await.unwrap())
}

async fn until_waiting(world: &World, table: &'static str, many: i64) {
    while world.store.read(CountWaiting(table)).await.unwrap() < many {
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
                reason: Reason::parse("The issuer withdrew").unwrap(),
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
        let allot = async move { run_allotment::run(&store, &vault, &clock, &what).await };
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
        let basis = run_allotment::rehearse(&world.store, &world.vault, &what);
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
        change: OfferChange::of_fields(&serde_json::Map::from_iter([(field.to_owned(), value)]))
            .unwrap(),
    };
    let store = world.store.clone();
    async move { store.write(edit).await.map(drop) }
}

/// Runs `op` so that it waits for rows that `held` changes, while `meanwhile` is done to others.
/// SQLite has one writer: `op` comes last.
async fn behind<O: Op>(
    world: &World,
    held: &'static str,
    meanwhile: &'static str,
    op: O,
) -> Result<O::Out>
where
    O::Out: Send + 'static,
{
    let store = world.store.clone();
    if store.dialect() == Dialect::Sqlite {
        store.write(Exec(held)).await.unwrap();
        store.write(Exec(meanwhile)).await.unwrap();
        return store.write(op).await;
    }
    let hold = Hold::by(held);
    let holding = tokio::spawn({
        let (hold, store) = (hold.clone(), store.clone());
        async move { store.write(hold).await }
    });
    hold.held.notified().await;
    let other = store.clone();
    let waiting = tokio::spawn(async move { other.write(op).await });
    until_waiting(world, "subscription_state", 1).await;
    store.write(Exec(meanwhile)).await.unwrap();
    hold.let_go.notify_one();
    holding.await.unwrap().unwrap();
    waiting.await.unwrap()
}

#[tokio::test]
async fn a_payment_that_is_begun_while_its_offer_is_swept_is_not_cut_off() {
    const FIRST: &str = "update subscription_state set moves = moves \
         where subscription_no = (select min(subscription_no) from subscription_state)";
    const SECOND_IS_PAYING: &str = "update subscription_state set payment_status = 'processing', \
         moves = moves + 1 \
         where subscription_no = (select max(subscription_no) from subscription_state)";
    for world in both().await {
        for number in 1..=2 {
            let body = world.body(number);
            world.post("subscribe", &body).await.charged(200, 10_000);
        }
        let sweep = SweepOffer {
            environment: Environment::Sandbox,
            offer_id: "OFR-BAOBAB".to_owned(),
            sweep: Sweep::Expire,
            from: SweptTo::default(),
            at: world.clock.now(),
            actor: "system".to_owned(),
        };
        let swept = behind(&world, FIRST, SECOND_IS_PAYING, sweep).await;
        assert_eq!(swept.unwrap().count, 1);
        let left = "select count(*) as n from subscription_state \
             where status = 'payment_pending' and payment_status = 'processing'";
        assert_eq!(world.store.read(Count(left)).await.unwrap(), 1);
    }
}

#[tokio::test]
async fn what_the_exchange_is_told_at_that_moment_is_not_withdrawn() {
    const SUBMITTED: &str = "update subscription_state set status = 'submitted', moves = moves + 1";
    for world in both().await {
        let applied = world.post("subscribe", &world.body(1)).await.json();
        let paid = "update subscription_state set status = 'paid', payment_status = 'successful'";
        world.store.write(Exec(paid)).await.unwrap();
        let id = &applied["data"]["localSubscriptionId"];
        let cancel = CancelSubscription {
            by: world.by(),
            id: id.as_str().unwrap().to_owned(),
            reason: "The customer asked".to_owned(),
        };
        let nothing = "update subscription_state set moves = moves where subscription_no < 0";
        let refused = behind(&world, SUBMITTED, nothing, cancel)
            .await
            .unwrap_err();
        assert_eq!(refused.code().name, "subscription_not_in_state");
        assert!(refused.message().contains("The exchange has"), "{refused}");
    }
}
