//! One holder's rights, applied for through several tenants: each is taken, and the allotment
//! gives the rights once.

use kofa_domain::{Clock as _, Environment};
use kofa_investment::allotment::Basis;
use kofa_investment::market::Action;
use kofa_investment::ops::{
    BeginAllotment, FindPositions, ImportHolders, MoveOffer, UndoAllotment, chn_digest,
};
use kofa_investment::run_allotment::{self, Allot};
use kofa_investment::sweeps::sweep_ended;
use serde_json::{Value, json};

use crate::rights::import_csv;
use crate::subscribe::with;
use crate::world::{World, body, both};

const ZUMA: &str = "OFR-ZUMA";
const CHN: &str = "C765432100";

/// A tenant as the front door knows it.
struct Caller(kofa_testkit::Caller);

impl Caller {
    fn of(world: &World) -> Self {
        Self(kofa_testkit::Caller {
            tenant: world.tenant.clone(),
            vendor_id: world.vendor_id.clone(),
            key: world.key.clone(),
        })
    }

    /// Applies for `shares` by the rights of `chn`; the transaction's reference.
    async fn apply(&self, world: &World, number: u32, chn: &str, shares: i64) -> String {
        let change = json!({"offerId": ZUMA, "offerType": "RightsIssue", "numberOfShares": shares,
            "hasExistingChnDepository": true, "chn": chn});
        let body = with(body(&self.0.vendor_id, number), change);
        let reply = world
            .send(world.request_as(&self.0.key, "subscribe", &body))
            .await;
        let answer = reply.charged(200, 10_000);
        let reference = answer["data"]["transactionReference"].as_str();
        // So that the next one is later.
        world.clock.advance_seconds(1);
        reference.unwrap().to_owned()
    }

    async fn transaction(&self, world: &World, reference: &str) -> Value {
        let body = json!({"transactionReference": reference});
        let asked = world.request_as(&self.0.key, "transactions", &body);
        world.send(asked).await.json()["data"]["transactions"][0].clone()
    }

    async fn allotted(&self, world: &World, reference: &str) -> (i64, String) {
        let one = self.transaction(world, reference).await;
        let why = one["allotmentExplanation"].as_str().unwrap_or_default();
        (one["sharesAllotted"].as_i64().unwrap(), why.to_owned())
    }
}

fn what(world: &World) -> Allot {
    Allot {
        by: world.by(),
        environment: Environment::Sandbox,
        offer_id: ZUMA.to_owned(),
        seed: 7,
    }
}

async fn close(world: &World) {
    world.work().await;
    let close = MoveOffer {
        by: world.by(),
        environment: Environment::Sandbox,
        id: ZUMA.to_owned(),
        action: Action::Close,
    };
    world.store.write(close).await.unwrap();
    world.clock.advance_seconds(1);
    sweep_ended(&world.store, world.clock.now()).await.unwrap();
    world.work().await;
}

async fn allot(world: &World) -> Basis {
    let run = run_allotment::run(&world.store, &world.vault, &world.clock, &what(world)).await;
    run.unwrap()
}

/// What one tenant's customer took up is nothing to another tenant: so both are taken, and what
/// they claim twice is more than there is.
#[tokio::test]
async fn rights_claimed_through_two_tenants_are_given_once() {
    for world in both().await {
        import_csv(&world, &format!("{CHN},Ada,20000000000,0,0\n")).await;
        let (one, other) = (Caller::of(&world), Caller(world.stranger().await));
        let first = one.apply(&world, 1, CHN, 10_000_000_000).await;
        let second = other.apply(&world, 2, CHN, 10_000_000_000).await;
        close(&world).await;
        let rehearsed = run_allotment::rehearse(&world.store, &world.vault, &what(&world)).await;
        let basis = allot(&world).await;
        assert_eq!(basis, rehearsed.unwrap());
        assert_eq!(basis.entitlements, 10_000_000_000);
        let (shares, why) = one.allotted(&world, &first).await;
        assert_eq!(shares, 10_000_000_000);
        let whole = "The rights taken up were allotted in full: 10,000,000,000 shares.";
        assert!(why.ends_with(whole), "{why}");
        // The later one asks beyond the rights: it shares in what nobody took up.
        let (shares, why) = other.allotted(&world, &second).await;
        assert_eq!(shares, 7_770_000_000, "{why}");
        assert!(
            why.contains(
                "When the shares were allotted, the holder's rights covered none of the \
                 10,000,000,000 shares that they covered when the application was made."
            ),
            "{why}"
        );
    }
}

#[tokio::test]
async fn the_earlier_application_comes_first_and_the_later_has_what_is_left() {
    for world in both().await {
        // 500 rights of a new share, 17.77 bn on offer; the last is not on the register at all.
        import_csv(
            &world,
            &format!("{CHN},Ada,1000,0,0\nC765432101,Bisi,1000,0,0\n"),
        )
        .await;
        let callers = [Caller(world.stranger().await), Caller::of(&world)];
        let [one, other] = &callers;
        let first = one.apply(&world, 1, CHN, 300).await;
        let second = other.apply(&world, 2, CHN, 400).await;
        let alone = other.apply(&world, 3, "C765432101", 500).await;
        let reserved = one.apply(&world, 4, "C0000000010", 20_000).await;
        let again = other.apply(&world, 5, "C0000000010", 50_001).await;
        close(&world).await;
        let basis = allot(&world).await;
        // Each has the reserved holder, whose shares make 50,000 rights, to itself.
        assert_eq!(basis.entitlements, 500 + 500 + 20_000 + 50_000);
        let all = [
            (one, first, 300),
            (other, second, 400),
            (other, alone, 500),
            (one, reserved, 20_000),
            (other, again, 50_001),
        ];
        for (caller, reference, expected) in &all {
            let (shares, why) = caller.allotted(&world, reference).await;
            assert_eq!(shares, *expected, "there is enough for everyone: {why}");
            let is_cut = *expected == 400;
            assert_eq!(
                why.contains("covered when the application"),
                is_cut,
                "{why}"
            );
            // Nobody is told of another tenant.
            assert!(!why.contains("tenant") && !why.contains("earlier"), "{why}");
        }
        let (_, why) = other.allotted(&world, &all[1].1).await;
        assert!(why.contains("covered 200 of the 400 shares"), "{why}");
    }
}

/// A register that is corrected leaves applications as they were judged, but nobody has more
/// than the largest of them by one holding.
#[tokio::test]
async fn a_holder_who_left_the_register_keeps_the_largest_part_once() {
    for world in both().await {
        import_csv(&world, &format!("{CHN},Ada,1000,0,0\n")).await;
        let (one, other) = (Caller::of(&world), Caller(world.stranger().await));
        one.apply(&world, 1, CHN, 200).await;
        other.apply(&world, 2, CHN, 500).await;
        import_csv(&world, &format!("{CHN},Ada,100,0,0\n")).await;
        close(&world).await;
        assert_eq!(allot(&world).await.entitlements, 500);
    }
}

#[tokio::test]
async fn registers_stand_still_while_shares_are_allotted() {
    for world in both().await {
        import_csv(&world, &format!("{CHN},Ada,1000,0,0\n")).await;
        close(&world).await;
        let begin = BeginAllotment {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: ZUMA.to_owned(),
            seed: 7,
        };
        world.store.write(begin).await.unwrap();
        let put = || ImportHolders {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: ZUMA.to_owned(),
            holders: Vec::new(),
        };
        let refused = world.store.write(put()).await.unwrap_err();
        assert_eq!(refused.code().name, "offer_not_in_state");
        let undo = UndoAllotment {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: ZUMA.to_owned(),
            reason: "conflict",
        };
        world.store.write(undo).await.unwrap();
        world.store.write(put()).await.unwrap();
    }
}

#[tokio::test]
async fn positions_are_found_by_what_applications_carry() {
    for world in both().await {
        import_csv(
            &world,
            &format!("{CHN},Ada,1000,20,30\nC765432101,Bisi,7,0,0\n"),
        )
        .await;
        let half = |chn: &str| {
            let digest = chn_digest(&world.vault, Environment::Sandbox, chn);
            digest[..16].try_into().unwrap()
        };
        let find = |environment| FindPositions {
            environment,
            offer_id: ZUMA.to_owned(),
            holders: vec![half("C765432101"), half("C765432199"), half(CHN)],
        };
        let found = world.store.read(find(Environment::Sandbox)).await.unwrap();
        let held = found.iter().map(|one| one.map(|one| one.shares_held));
        assert_eq!(held.collect::<Vec<_>>(), [Some(7), None, Some(1000)]);
        assert_eq!(
            found[2].map(|one| (one.rights_in, one.rights_out)),
            Some((20, 30))
        );
        let live = world.store.read(find(Environment::Live)).await.unwrap();
        assert_eq!(live, [None; 3]);
    }
}
