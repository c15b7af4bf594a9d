//! Files that take long to arrive, from operators who are not there any more at their end.

use kofa_core::audit::ListAudit;
use kofa_core::{OperatorRole, Page};
use kofa_identity::operators::{DisableOperator, ListOperators};
use kofa_investment::ops::ListBanks;

use crate::world::{World, both, plan_of};

const BANKS: &str = "/console/reference/import";
const REGISTER: &str = "/console/register/imports";
const COMPANIES: &str = "rcNumber,companyName,entityType,status\nRC7,Seven Ltd,COMPANY,ACTIVE\n";

fn everything() -> Page {
    Page::read(None, Some("100")).unwrap()
}

async fn disabling(world: &World) -> impl Future<Output = ()> + Send + use<> {
    let list = ListOperators { page: everything() };
    let all = world.store.read(list).await.unwrap().items;
    let of_role = all.into_iter().find(|one| one.role == OperatorRole::Ops);
    let operator = of_role.unwrap().id;
    let (store, clock, mut by) = (world.store.clone(), world.clock.clone(), world.by());
    async move {
        clock.advance_seconds(40);
        by.at = by.at.plus_seconds(40);
        store.write(DisableOperator { by, operator }).await.unwrap();
        clock.advance_seconds(1);
    }
}

/// The newest actions, the newest first; their moments must be in order.
async fn actions(world: &World) -> Vec<String> {
    let list = ListAudit {
        tenant: None,
        page: everything(),
    };
    let all = world.store.read(list).await.unwrap().items;
    assert!(all.is_sorted_by(|newer, older| newer.at >= older.at));
    all.into_iter().map(|entry| entry.action).collect()
}

async fn is_first_bank_active(world: &World) -> bool {
    world.store.read(ListBanks).await.unwrap()[0].active
}

async fn banks_off(world: &World) -> String {
    let banks = world.store.read(ListBanks).await.unwrap();
    format!("bankId,active\n{},false\n", banks[0].bank.bank_id)
}

#[tokio::test]
async fn who_is_disabled_while_a_file_arrives_changes_nothing() {
    for world in both().await {
        let (banks, what) = (banks_off(&world).await, [("what", "banks")]);
        assert!(is_first_bank_active(&world).await);
        let disabling = disabling(&world).await;
        let file = ("b.csv", &*banks);
        let refused = world.upload_while(BANKS, &what, file, disabling).await;
        refused.is(403).has("signed out");
        assert!(is_first_bank_active(&world).await);
        assert_eq!(actions(&world).await[0], "operator.disable");
    }
    for world in both().await {
        let fields = [("environment", "live"), ("contents", "companies")];
        let disabling = disabling(&world).await;
        let file = ("c.csv", COMPANIES);
        let refused = world.upload_while(REGISTER, &fields, file, disabling).await;
        refused.is(403).has("signed out");
        assert!(world.imports.list().await.unwrap().is_empty());
        assert!(world.imports.held().await.unwrap().is_empty());
        assert_eq!(actions(&world).await[0], "operator.disable");
    }
}

#[tokio::test]
async fn what_is_done_with_a_file_is_done_when_it_is_there() {
    for world in both().await {
        let (banks, what) = (banks_off(&world).await, [("what", "banks")]);
        let clock = world.clock.clone();
        let slowly = async move { clock.advance_seconds(3_600) };
        let file = ("b.csv", &*banks);
        let held = world.upload_while(BANKS, &what, file, slowly).await.is(303);
        assert!(is_first_bank_active(&world).await);
        let page = world.get(held.location()).await.is(200);
        world
            .post(held.location(), &[("plan", plan_of(&page))])
            .await
            .is(200)
            .has("<dt>Changed</dt><dd>1</dd>");
        assert!(!is_first_bank_active(&world).await);
        let list = ListAudit {
            tenant: None,
            page: everything(),
        };
        let newest = world.store.read(list).await.unwrap().items.remove(0);
        assert_eq!(newest.at, world.by().at, "{}", newest.action);
    }
}
