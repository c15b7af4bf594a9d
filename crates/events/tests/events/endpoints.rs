//! Who may change endpoints, and how many there are.

use kofa_core::{Actor, ActorAt, MemberRole};
use kofa_domain::{Clock as _, Environment, Ids};
use kofa_events::endpoint::{CreateWebhook, ENDPOINTS_MAX, FindWebhook, ListWebhooks, Which};
use kofa_testkit::{NOW, both};

use crate::world::{HERE, endpoint};

const URL: &str = "https://hooks.example.ng/kofa";

#[tokio::test]
async fn endpoints_are_few_and_each_is_its_tenants() {
    for app in both(NOW).await {
        let (ada, bola) = (app.tenant("Ada").await.id, app.tenant("Bola").await.id);
        let (of, secret) = endpoint(&app, &ada, URL, &[]).await;
        assert!(secret.starts_with("whsec_"));
        let foreign = Which {
            tenant: bola,
            ..of.clone()
        };
        let missing = app.store.read(FindWebhook(foreign)).await.unwrap_err();
        assert_eq!(missing.code().name, "not_found");
        for _ in 1..ENDPOINTS_MAX {
            endpoint(&app, &ada, URL, &[]).await;
        }
        let with = (&app.vault, Ids);
        let create = |role, environment| {
            let actor = Actor::Member {
                id: Ids.id(NOW),
                tenant: ada.clone(),
                role,
            };
            let by = ActorAt {
                actor,
                at: app.clock.now(),
            };
            let place = (ada.clone(), environment);
            let made = CreateWebhook::new(with, by, place, URL.to_owned(), Vec::new());
            made.unwrap().0
        };
        let full = create(MemberRole::Owner, HERE);
        let refused = app.store.write(full).await.unwrap_err();
        assert_eq!(refused.code().name, "conflict");
        let live = create(MemberRole::SandboxDeveloper, Environment::Live);
        let refused = app.store.write(live).await.unwrap_err();
        assert_eq!(refused.code().name, "forbidden");
        let sandbox = create(MemberRole::SandboxDeveloper, Environment::Sandbox);
        app.store.write(sandbox).await.unwrap();
        let list = ListWebhooks {
            tenant: ada.clone(),
            environment: Environment::Sandbox,
        };
        assert_eq!(app.store.read(list).await.unwrap().len(), 1);
    }
}
