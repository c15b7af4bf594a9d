//! A house whose operators need a second factor.

use http::StatusCode;
use kofa_commands::House;
use kofa_core::{Actor, ActorAt, OperatorRole, Via};
use kofa_domain::Ids;
use kofa_identity::second_factor::StartFactor;
use kofa_identity::sessions::Person;

use crate::client::{Console, NOW};

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_without_a_second_factor_can_only_turn_it_on() {
    let house = House {
        operators_need_second_factor: true,
        ..House::default()
    };
    let console = Console::of(house).await;
    let (id, _) = console.app.operator(OperatorRole::Owner).await;
    let person = Person::Operator(id.clone());
    let owner = console.browser(&console.router, person).await;
    let there = "/console/settings/second-factor";
    let ada = console.tenant("ada").await.id;
    let status = format!("/console/tenants/{ada}/status");
    let suspend = [("status", "suspended"), ("reason", "x"), ("confirm", "ada")];
    for answer in [
        owner.get("/console").await,
        owner.get("/console/audit/export").await,
        owner.post(&status, &suspend).await,
    ] {
        assert_eq!(
            (answer.status, answer.location()),
            (StatusCode::SEE_OTHER, there)
        );
    }
    let by = ActorAt {
        actor: Actor::Operator {
            id,
            role: OperatorRole::Owner,
            via: Via::FRESH,
        },
        at: NOW,
    };
    let start = StartFactor::new(&console.vault, Ids, by).unwrap();
    console.store.write(start).await.unwrap();
    assert_eq!(owner.get("/console").await.location(), there, "only begun");
    console
        .tamper("update second_factor set confirmed_at = 1")
        .await;
    let page = owner.page(&format!("/console/tenants/{ada}")).await;
    assert!(
        !page.contains("tenant.status"),
        "nothing was done meanwhile"
    );
    assert_eq!(
        owner.post(&status, &suspend).await.location(),
        format!("/console/tenants/{ada}")
    );
}
