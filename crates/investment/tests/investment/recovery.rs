//! What a crash leaves behind, and how it is finished.

use kofa_domain::{Environment, Ids};
use kofa_investment::exchange::{Exchange, Submission};
use kofa_investment::ops::{
    CreateSubscription, End, FindClaimed, FindUnfinished, FinishSubscription, ReadOffers,
};
use kofa_investment::subscription::Subscription;
use serde_json::json;

use crate::subscribe::{transaction, with};
use crate::world::{World, both};

/// A subscription as a call keeps it before it goes to the exchange, without the call.
async fn cut_off(world: &World, number: u32, shares: i64) -> CreateSubscription {
    let offers = ReadOffers {
        environment: Environment::Sandbox,
    };
    let offers = world.store.read(offers).await.unwrap().offers;
    let body = with(world.body(number), json!({"numberOfShares": shares}));
    let context = kofa_investment::rules::Context {
        environment: Environment::Sandbox,
        now: kofa_domain::Clock::now(&world.clock),
        vendor_id: &world.vendor_id,
        offers: &offers,
        holding: None,
    };
    let checked = kofa_investment::rules::check(body.as_object().unwrap(), &context).unwrap();
    let id = Ids.uuid(context.now).to_string();
    let person = checked.application.person.expose();
    let sealed = kofa_investment::vaulted::seal(&world.vault, &id, person).unwrap();
    let claims = kofa_investment::vaulted::claims(&world.vault, context.environment, person);
    let subscription = Subscription {
        transaction_reference: format!("KFT-20260703-{number:010}"),
        transaction_id: Ids.uuid(context.now).to_string(),
        id,
        tenant_id: world.tenant.clone(),
        environment: context.environment,
        request_id: Ids.uuid(context.now),
        created_at: context.now,
        application: checked.application,
    };
    CreateSubscription {
        subscription,
        sealed,
        claims,
    }
}

#[tokio::test]
async fn what_a_crash_cut_off_is_finished_as_the_call_would_have_been() {
    for world in both().await {
        let cut = cut_off(&world, 7, 40).await;
        world.store.write(cut.clone()).await.unwrap();
        let find = |request_id| FindUnfinished {
            request_id,
            vault: world.vault.clone(),
        };
        let request_id = cut.subscription.request_id;
        let found = world.store.read(find(request_id)).await.unwrap().unwrap();
        assert_eq!(found.application, cut.subscription.application);
        let endpoint = world.subscribe_endpoint();
        let resumed = endpoint.resume(request_id).await.unwrap().unwrap().unwrap();
        let again = endpoint.resume(request_id).await.unwrap().unwrap().unwrap();
        assert_eq!(
            format!("{resumed:?}"),
            format!("{again:?}"),
            "the same names again"
        );
        let offers = ReadOffers {
            environment: Environment::Sandbox,
        };
        let offers = world.store.read(offers).await.unwrap().offers;
        let offer = offers
            .iter()
            .find(|offer| offer.id == "OFR-BAOBAB")
            .unwrap();
        let Exchange::Sandbox(exchange) = Exchange::of(Environment::Sandbox, &world.vault) else {
            panic!("the sandbox has an exchange");
        };
        let Submission::Accepted {
            reference,
            subscription_id,
        } = exchange.submit(&found, offer)
        else {
            panic!("it is accepted");
        };
        let finish = FinishSubscription {
            tenant_id: world.tenant.clone(),
            environment: Environment::Sandbox,
            id: found.id.clone(),
            end: End::Accepted {
                reference: reference.clone(),
                subscription_id,
            },
            at: found.created_at,
        };
        world.store.write(finish.clone()).await.unwrap();
        assert!(format!("{resumed:?}").contains(&reference));
        assert!(endpoint.resume(request_id).await.unwrap().is_none());
        assert!(world.store.write(finish).await.is_err(), "it ends once");
        assert_eq!(
            transaction(&world, &found.id).await["status"],
            "payment_pending"
        );
        let unknown = Ids.uuid(found.created_at);
        assert!(endpoint.resume(unknown).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_cut_off_subscription_that_the_exchange_refuses_gives_its_claims_back() {
    for world in both().await {
        let cut = cut_off(&world, 8, 260).await;
        world.store.write(cut.clone()).await.unwrap();
        let find = FindClaimed {
            tenant_id: world.tenant.clone(),
            environment: Environment::Sandbox,
            offer_id: "OFR-BAOBAB".to_owned(),
            claims: cut.claims.clone(),
        };
        let error = world.store.read(find.clone()).await.unwrap_err();
        assert_eq!(error.code().name, "duplicate_subscription");
        let request_id = cut.subscription.request_id;
        let endpoint = world.subscribe_endpoint();
        assert!(endpoint.resume(request_id).await.unwrap().unwrap().is_err());
        let finish = FinishSubscription {
            tenant_id: world.tenant.clone(),
            environment: Environment::Sandbox,
            id: cut.subscription.id.clone(),
            end: End::Refused { reason: "No." },
            at: cut.subscription.created_at,
        };
        let (stranger, live) = {
            let mut stranger = finish.clone();
            stranger.tenant_id = Ids.id(cut.subscription.created_at);
            let mut live = finish.clone();
            live.environment = Environment::Live;
            (stranger, live)
        };
        assert!(world.store.write(stranger).await.is_err());
        assert!(world.store.write(live).await.is_err());
        world.store.write(finish).await.unwrap();
        world.store.read(find).await.unwrap();
    }
}
