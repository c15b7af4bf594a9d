//! Offers, banks and brokers.

use std::time::Duration;

use kofa_domain::{Clock as _, Environment, Result, Timestamp};
use kofa_investment::catalogue::Catalogue;
use kofa_investment::market::Action;
use kofa_investment::offer::OfferStatus;
use kofa_investment::ops::{MoveOffer, ReadOffers, ReadVersion, SeedOffers};
use kofa_store::{Op, Tx};
use serde_json::Value;

use crate::world::{World, both};

fn ids(answer: &Value) -> Vec<&str> {
    let offers = answer["data"]["offers"].as_array().unwrap();
    offers
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn the_list_begins_with_what_is_open_and_shows_every_status() {
    for world in both().await {
        let answer = world.get("offers").await.charged(200, 500);
        let expected = [
            "OFR-HARMATTAN",
            "OFR-ZUMA",
            "OFR-BAOBAB",
            "OFR-LAGOON",
            "OFR-DESERT",
            "OFR-MANGROVE",
            "OFR-KOLA",
            "OFR-TIDEWAVE",
            "OFR-SAVANNA",
            "OFR-OSUN",
        ];
        // The suspended and the cancelled one close latest of those that are past.
        assert_eq!(ids(&answer), expected);
        assert_eq!(answer["data"]["totalCount"], 10);
        assert_eq!(answer["data"]["totalPages"], 1);
        let find = |id: &str| {
            let offers = answer["data"]["offers"].as_array().unwrap();
            offers.iter().find(|one| one["id"] == id).unwrap().clone()
        };
        insta::assert_json_snapshot!("open_offer", find("OFR-BAOBAB"));
        insta::assert_json_snapshot!("rights_issue", find("OFR-ZUMA"));
        insta::assert_json_snapshot!("allotted_offer", find("OFR-SAVANNA"));
    }
}

#[tokio::test]
async fn filters_and_pages() {
    for world in both().await {
        let check = async |query: &str, expected: &[&str], total: i64| {
            let path = format!("offers?{query}");
            let answer = world.get(&path).await.charged(200, 500);
            assert_eq!(ids(&answer), expected, "{query}");
            assert_eq!(answer["data"]["totalCount"], total, "{query}");
        };
        check("status=cancelled", &["OFR-MANGROVE"], 1).await;
        check("offerType=RightsIssue&status=open", &["OFR-ZUMA"], 1).await;
        check("offerType=BondOffer", &[], 0).await;
        check("size=2&page=2", &["OFR-BAOBAB", "OFR-LAGOON"], 10).await;
        check("size=100&page=2", &[], 10).await;
        check("page=1000000000&size=100", &[], 10).await;
        check("unknown=1&size=1", &["OFR-HARMATTAN"], 10).await;
        for wrong in [
            "status=OPEN",
            "status=",
            "offerType=x",
            "page=0",
            "page=-1",
            "page=1.5",
            "size=101",
            "size=0",
            "page=99999999999999999999",
            "page=%00",
        ] {
            let reply = world.get(&format!("offers?{wrong}")).await;
            reply.refused(422, "invalid_field");
        }
        let both = world.get("offers?page=0&size=0&status=x").await;
        assert_eq!(both.json()["errors"].as_array().unwrap().len(), 3);
    }
}

#[tokio::test]
async fn live_has_its_own_offers_and_the_same_banks() {
    for world in both().await {
        let answer = world.get_in("live", "offers").await;
        // Told before anybody is asked for money.
        answer.refused(503, "upstream_not_configured");
        let offers = world.store.read(ReadOffers {
            environment: Environment::Live,
        });
        assert!(offers.await.unwrap().offers.is_empty());
        let banks = world.get("supported-banks").await.charged(200, 500);
        assert!(banks["data"]["banks"].as_array().unwrap().len() > 20);
        let brokers = world.get("brokers").await.charged(200, 500);
        assert!(brokers["data"]["brokers"].as_array().unwrap().len() > 30);
    }
}

/// An open live offer, as an operator makes one.
struct OfferInLive;

impl Op for OfferInLive {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "insert into offer (environment, id, name, offer_type, price_kobo, \
             minimum_shares, multiple, shares_on_offer, open_at, close_at, details, seeded) \
             select 'live', 'OFR-LIVE', name, offer_type, price_kobo, minimum_shares, multiple, \
             shares_on_offer, open_at, close_at, details, seeded \
             from offer where id = 'OFR-BAOBAB'";
        tx.exec_one(sql, &[]).await?;
        let sql = "update offer_version set value = value + 1 where environment = 'live'";
        Ok(tx.exec_one(sql, &[]).await?)
    }
}

#[tokio::test]
async fn an_open_live_offer_takes_no_applications_without_an_exchange() {
    for world in both().await {
        world.store.write(OfferInLive).await.unwrap();
        world.credit(&world.tenant, Environment::Live, 10_000).await;
        world.clock.advance_seconds(1);
        for query in ["offers", "offers?status=open"] {
            let answer = world.get_in("live", query).await.charged(200, 500);
            let offer = &answer["data"]["offers"][0];
            assert_eq!(offer["id"], "OFR-LIVE");
            assert_eq!(offer["status"], "open");
            assert_eq!(offer["isSubscribable"], false);
            let reason = offer["notSubscribableReason"].as_str().unwrap();
            assert!(reason.contains("upstream_not_configured"), "{reason}");
        }
    }
}

/// What the operator's console will do: an offer changes, and the version with it.
struct Suspend(&'static str);

impl Op for Suspend {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "update offer set operator_status = 'suspended' where id = $1";
        tx.exec_one(sql, &[self.0.into()]).await?;
        let sql = "update offer_version set value = value + 1 where environment = 'sandbox'";
        Ok(tx.exec_one(sql, &[]).await?)
    }
}

async fn status(world: &World, id: &str) -> String {
    let answer = world.get("offers").await.json();
    let offers = answer["data"]["offers"].as_array().unwrap();
    let offer = offers.iter().find(|one| one["id"] == id).unwrap();
    offer["status"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_change_shows_after_a_moment_and_time_alone_turns_a_status() {
    for world in both().await {
        assert_eq!(status(&world, "OFR-BAOBAB").await, "open");
        world.store.write(Suspend("OFR-BAOBAB")).await.unwrap();
        assert_eq!(
            status(&world, "OFR-BAOBAB").await,
            "open",
            "within the quarter second"
        );
        world.clock.advance_seconds(1);
        assert_eq!(status(&world, "OFR-BAOBAB").await, "suspended");
        assert_eq!(status(&world, "OFR-HARMATTAN").await, "open");
        world.clock.advance_seconds(6 * 86_400);
        assert_eq!(status(&world, "OFR-HARMATTAN").await, "closed");
    }
}

#[tokio::test]
async fn seeding_again_changes_nothing_until_time_has_moved_an_offer() {
    for world in both().await {
        let environment = Environment::Sandbox;
        let version = async || world.store.read(ReadVersion { environment }).await.unwrap();
        let start = Timestamp::parse_rfc3339(crate::world::START).unwrap();
        assert_eq!(version().await, 1);
        world.store.write(SeedOffers { now: start }).await.unwrap();
        assert_eq!(version().await, 1);
        world.store.write(Suspend("OFR-DESERT")).await.unwrap();
        let later = start.plus_seconds(400 * 86_400);
        world.store.write(SeedOffers { now: later }).await.unwrap();
        assert_eq!(version().await, 3);
        let read = world.store.read(ReadOffers { environment }).await.unwrap();
        assert_eq!(read.offers.len(), 10);
        let open = |id: &str| {
            let offer = read.offers.iter().find(|offer| offer.id == id).unwrap();
            offer.not_subscribable_reason(later).is_none()
        };
        assert!(open("OFR-BAOBAB") && open("OFR-HARMATTAN") && open("OFR-ZUMA"));
    }
}

/// The body of a call may come slowly: how old a view is has nothing to do with when it arrived.
#[tokio::test]
async fn a_view_is_as_old_as_it_is_also_for_a_call_that_arrived_before() {
    for world in both().await {
        let catalogue = Catalogue::new(world.store.clone());
        let arrived = world.clock.now();
        let status = async || {
            let view = catalogue.view(Environment::Sandbox, arrived).await.unwrap();
            view.find("OFR-BAOBAB").unwrap().operator_status
        };
        assert_eq!(status().await, None);
        let suspend = MoveOffer {
            by: world.by(),
            environment: Environment::Sandbox,
            id: "OFR-BAOBAB".to_owned(),
            action: Action::Suspend { reason: None },
        };
        world.store.write(suspend).await.unwrap();
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(1)).await;
        tokio::time::resume();
        assert_eq!(status().await, Some(OfferStatus::Suspended));
    }
}
