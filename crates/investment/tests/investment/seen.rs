//! The market and its own applications as a tenant sees them.

use kofa_core::Page;
use kofa_domain::{Environment, Ids, TenantId};
use kofa_investment::ops::{
    CopySandboxOffer, FindSeenOffer, FindTransaction, ListSeenOffers, SumBook,
};
use serde_json::json;

use crate::world::{World, both};

const SANDBOX: Environment = Environment::Sandbox;

async fn offers(world: &World, tenant: &TenantId, environment: Environment) -> Vec<(String, i64)> {
    let (mut all, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let list = ListSeenOffers {
            tenant_id: tenant.clone(),
            environment,
            page: Page::read(cursor.as_deref(), Some("3")).unwrap(),
        };
        let listed = world.store.read(list).await.unwrap();
        let items = listed.items.into_iter();
        all.extend(items.map(|one| (one.offer.id, one.applications)));
        cursor = listed.next_cursor;
        if cursor.is_none() {
            return all;
        }
    }
}

#[tokio::test]
async fn offers_of_everyone_and_ones_own_with_ones_own_applications() {
    for world in both().await {
        for number in 0..3 {
            world
                .post("subscribe", &world.body(number))
                .await
                .charged(200, 10_000);
        }
        let stranger = world.stranger().await.tenant;
        let of = "OFR-BAOBAB".to_owned();
        let copy = CopySandboxOffer::new(Ids, world.by(), world.tenant.clone(), of, None);
        let own = world.store.write(copy).await.unwrap().id;
        let mine = offers(&world, &world.tenant, SANDBOX).await;
        let theirs = offers(&world, &stranger, SANDBOX).await;
        assert_eq!(mine.len(), theirs.len() + 1);
        let find = |all: &[(String, i64)], id: &str| {
            let found: Vec<i64> = all
                .iter()
                .filter(|one| one.0 == id)
                .map(|one| one.1)
                .collect();
            assert!(found.len() < 2, "{id} is listed twice");
            found.first().copied()
        };
        assert_eq!((find(&mine, &own), find(&theirs, &own)), (Some(0), None));
        assert_eq!(find(&mine, "OFR-BAOBAB"), Some(3));
        assert_eq!(find(&theirs, "OFR-BAOBAB"), Some(0));
        assert!(
            offers(&world, &world.tenant, Environment::Live)
                .await
                .is_empty()
        );
        let one = async |tenant: &TenantId, environment| {
            let find = FindSeenOffer {
                tenant_id: tenant.clone(),
                environment,
                id: own.clone(),
            };
            world.store.read(find).await.unwrap()
        };
        assert_eq!(one(&world.tenant, SANDBOX).await.unwrap().applications, 0);
        assert!(one(&stranger, SANDBOX).await.is_none());
        assert!(one(&world.tenant, Environment::Live).await.is_none());
        let sum = async |tenant_id: Option<&TenantId>| {
            let sum = SumBook {
                environment: SANDBOX,
                offer_id: "OFR-BAOBAB".to_owned(),
                tenant_id: tenant_id.cloned(),
            };
            let lines = world.store.read(sum).await.unwrap();
            lines.iter().map(|line| line.subscriptions).sum::<i64>()
        };
        assert_eq!(sum(None).await, 3);
        assert_eq!(
            (sum(Some(&world.tenant)).await, sum(Some(&stranger)).await),
            (3, 0)
        );
    }
}

#[tokio::test]
async fn an_application_is_found_by_either_of_its_names_by_its_tenant() {
    for world in both().await {
        let mut body = world.body(1);
        body["clientReference"] = json!("order-1");
        let made = world.post("subscribe", &body).await.charged(200, 10_000);
        let stranger = world.stranger().await.tenant;
        let find = async |tenant: &TenantId, environment, name: &serde_json::Value| {
            let find = FindTransaction {
                tenant_id: tenant.clone(),
                environment,
                name: name.as_str().unwrap().to_owned(),
            };
            world.store.read(find).await.unwrap()
        };
        let (id, reference) = (
            &made["data"]["localSubscriptionId"],
            &made["data"]["transactionReference"],
        );
        for name in [id, reference] {
            let found = find(&world.tenant, SANDBOX, name).await.unwrap();
            assert_eq!(
                (&json!(found.subscription_id), &json!(found.reference)),
                (id, reference)
            );
            assert_eq!(found.client_reference.as_deref(), Some("order-1"));
            assert_eq!(found.past.unwrap().history[0].step, "register");
            assert!(find(&stranger, SANDBOX, name).await.is_none());
            assert!(find(&world.tenant, Environment::Live, name).await.is_none());
        }
        assert!(
            find(&world.tenant, SANDBOX, &json!("order-1"))
                .await
                .is_none()
        );
    }
}
