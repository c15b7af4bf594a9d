//! The test inbox over the admin API, and the letters that the sandbox would have sent.

use kofa_core::OperatorRole;
use kofa_domain::{Clock as _, Environment};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::key_warnings::WarnOfExpiry;
use kofa_insight::sandbox_letters::{ListSandboxLetters, SandboxLetter};
use kofa_tasks::TaskHandlers;
use serde_json::json;

use crate::mails::Told;
use crate::world::{LOOK_UPS, NOW, World, products, worlds};

async fn operator(world: &World) -> kofa_testkit::AdminClient {
    let state = world
        .admin_state(products(&[]), TaskHandlers::default())
        .await;
    let router = kofa_admin_api::router(std::sync::Arc::new(state), Vec::new());
    world.admin(&router, OperatorRole::Owner).await
}

#[tokio::test(flavor = "multi_thread")]
async fn endpoints_lead_to_the_inbox_of_their_own_sandbox_only() {
    for world in worlds().await {
        let owner = operator(&world).await;
        let (ada, bola) = (
            world.tenant("ada").await.0.id,
            world.tenant("bola").await.0.id,
        );
        let at = |tenant| format!("tenants/{tenant}/sandbox/inbox");
        let made = owner.post(&at(&ada), &json!({})).await.is(201).json();
        owner
            .post(&at(&ada), &json!({}))
            .await
            .refused(409, "conflict");
        let url = made["url"].as_str().unwrap();
        let (place, token) = url.rsplit_once('/').unwrap();
        assert_eq!((made["answer"].as_str(), token.len()), (Some("ok"), 64));
        // It is of no public host, and allowed all the same, in its tenant's sandbox alone.
        let hooks = |tenant, world: &str| format!("tenants/{tenant}/webhooks/{world}");
        let there = json!({"url": url});
        let refused = owner.post(&hooks(&ada, "live"), &there).await;
        assert_eq!(refused.fields(), ["url"], "{}", refused.text);
        let refused = owner.post(&hooks(&bola, "sandbox"), &there).await;
        assert_eq!(refused.fields(), ["url"], "{}", refused.text);
        let base = place.strip_suffix("/hooks/inbox").unwrap();
        for near in [
            format!("{base}/hooks/inbox/{}", "0".repeat(64)),
            format!("{base}/hooks/inbox/{token}?x"),
            format!("{base}/hooks/inbox/../payments/x"),
            format!("{base}/admin/v1/tenants"),
            format!("{base}//hooks/inbox/{token}"),
        ] {
            let refused = owner
                .post(&hooks(&ada, "sandbox"), &json!({"url": near}))
                .await;
            assert_eq!(refused.fields(), ["url"], "{near}: {}", refused.text);
        }
        let endpoint = owner
            .post(&hooks(&ada, "sandbox"), &there)
            .await
            .is(201)
            .json();
        assert_eq!(endpoint["url"], format!("{place}/"), "without the token");
        // Changed to what it shows, it leads there still; to another address, it does not.
        let one = format!(
            "{}/{}",
            hooks(&ada, "sandbox"),
            endpoint["id"].as_str().unwrap()
        );
        let same = json!({"url": endpoint["url"]});
        owner.patch(&one, &same).await.is(200);
        let away = json!({"url": "https://hooks.example.ng/"});
        owner.patch(&one, &away).await.is(200);
        owner.patch(&one, &there).await.is(200);
        takes_and_answers(&owner, &at(&ada), token).await;
    }
}

/// It takes what comes, and answers as it is told, until it is removed.
async fn takes_and_answers(owner: &kofa_testkit::AdminClient, inbox: &str, token: &str) {
    let hook = format!("/hooks/inbox/{token}");
    owner.call("POST", &hook, &json!({})).await.is(200);
    owner
        .patch(inbox, &json!({"answer": "teapot"}))
        .await
        .refused(422, "invalid_field");
    for (answer, status) in [("error", 500), ("gone", 410), ("ok", 200)] {
        owner.patch(inbox, &json!({"answer": answer})).await.is(200);
        owner.call("POST", &hook, &json!({})).await.is(status);
    }
    let large = owner
        .raw("POST", &hook, "application/json", &"x".repeat(65_537))
        .await;
    large.refused(413, "body_too_large");
    let none = format!("/hooks/inbox/{}", "0".repeat(64));
    owner
        .call("POST", &none, &json!({}))
        .await
        .refused(404, "not_found");
    let emptied = owner.post(&format!("{inbox}/empty"), &json!({})).await;
    assert_eq!(emptied.json()["messages"], 4);
    owner.call("DELETE", inbox, &json!({})).await.is(200);
    owner
        .call("DELETE", inbox, &json!({}))
        .await
        .refused(404, "not_found");
    owner
        .call("POST", &hook, &json!({}))
        .await
        .refused(404, "not_found");
    let audit = owner.get("audit?action=inbox").await.json().to_string();
    for action in ["create", "change", "empty", "delete"] {
        assert!(audit.contains(&format!("inbox.{action}")), "{audit}");
    }
    assert!(!audit.contains(token));
}

async fn letters(told_to: &Told) -> Vec<SandboxLetter> {
    let list = ListSandboxLetters {
        tenant: told_to.tenant.clone(),
        base_url: "https://kofa.example".to_owned(),
        now: told_to.world.clock.now(),
    };
    told_to.world.store.read(list).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_writes_the_letters_of_live() {
    for told_to in Told::all().await {
        let (world, owner) = (&told_to.world, &told_to.owner);
        assert!(letters(&told_to).await.is_empty());
        let here = Environment::Sandbox;
        let balance = world.wallet_of(&told_to.tenant, here).await.balance.get();
        world.credit(&told_to.tenant, here, 500_000).await;
        let watched = json!({"balancesKobo": [balance + 100], "roles": ["finance"]});
        let path = format!("tenants/{}/alerts/sandbox", told_to.tenant);
        owner.call("PUT", &path, &watched).await.is(200);
        world.debit(&told_to.tenant, here, 500_000).await;
        for environments in [vec![here], Environment::ALL.to_vec()] {
            let plan = KeyPlan {
                name: "till".to_owned(),
                scopes: vec![LOOK_UPS],
                environments,
                allowed_cidrs: Vec::new(),
                expires_at: Some(NOW.plus_seconds(5 * 86_400)),
            };
            world.key(&told_to.tenant, plan).await;
        }
        let now = world.clock.now();
        world.store.write(WarnOfExpiry { now }).await.unwrap();
        let endpoint = json!({"url": "https://hooks.example.com/kofa"});
        let path = format!("tenants/{}/webhooks/sandbox", told_to.tenant);
        owner.post(&path, &endpoint).await.is(201);
        let disabled = "update webhook_endpoint set enabled = false, disabled_at = created_at";
        world.tamper(disabled).await;
        let failing = "insert into operator_alert (kind, subject, says, tenant_id, environment, \
             raised_at) select 'jobs_failing', id, 'Of 12 jobs, 9 failed.', id, 'sandbox', \
             created_at from tenant where name = 'Ada'";
        world.tamper(failing).await;
        let all = letters(&told_to).await;
        let found = |part: &str| {
            let mut found = all.iter().filter(|one| one.subject.contains(part));
            let one = found.next().unwrap_or_else(|| panic!("{part} of {all:?}"));
            assert!(found.next().is_none(), "{part} once of {all:?}");
            one
        };
        assert_eq!(all.len(), 4, "{all:?}");
        let wallet = found("the sandbox wallet is down to");
        assert_eq!(wallet.roles, "finance");
        let link = |page: &str| format!("\nhttps://kofa.example/portal/sandbox/{page}");
        assert!(wallet.text.contains(&link("wallet\n")), "{}", wallet.text);
        let key = found("expires within 7 days");
        assert!(key.text.contains(&link("keys\n")), "{}", key.text);
        let jobs = found("sandbox extraction jobs are failing");
        assert!(jobs.text.contains("Of 12 jobs, 9 failed."), "{}", jobs.text);
        let hook = found("a sandbox webhook endpoint was disabled");
        assert!(hook.text.contains(&link("webhooks/whk_")), "{}", hook.text);
        assert!(all.iter().all(|one| !one.is_sent));
        // Word of a disabled endpoint is sent from the sandbox, too.
        told_to.notices().await;
        let sent = letters(&told_to)
            .await
            .into_iter()
            .filter(|one| one.is_sent);
        let sent: Vec<String> = sent.map(|one| one.subject).collect();
        assert_eq!(sent, ["Ada: a sandbox webhook endpoint was disabled"]);
        told_to.go_to(NOW.plus_seconds(31 * 86_400));
        assert!(letters(&told_to).await.is_empty());
    }
}
