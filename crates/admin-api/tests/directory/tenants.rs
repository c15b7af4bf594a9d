//! Tenants, access, limits, prices, audit.

use kofa_core::audit::{ListAudit, VerifyAudit};
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::{OperatorRole, Page};
use kofa_domain::{Environment, Ids, Kobo, Rate, Scope};
use kofa_gate::Snapshot;
use kofa_identity::access::SetLimit;
use kofa_identity::prices::{ListPrices, PriceRule, SetPrice};
use kofa_identity::service_switch::SwitchService;
use kofa_identity::tenants::{
    CreateTenant, FindTenant, ListTenants, SANDBOX_FUNDS, SetTenantStatus, TenantStatus,
};
use kofa_ledger::{ReadWallet, Verify};

use crate::world::{NOW, at, code, operator, products, shell, worlds};

static LIST: Endpoint = Endpoint {
    operation_id: "listThings",
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "found",
    }],
    ..Endpoint::BASE
};

fn page(limit: &str) -> Page {
    Page::read(None, Some(limit)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_tenant_has_a_funded_sandbox_and_no_live_access() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let find = FindTenant {
            tenant: tenant.id.clone(),
        };
        let (found, access) = world.store.read(find).await.unwrap();
        assert_eq!(found, tenant);
        for scope in products(&[]).scopes() {
            assert!(access.is_enabled(scope, Environment::Sandbox));
            assert!(!access.is_enabled(scope, Environment::Live));
        }
        assert_eq!(access.rate(Environment::Live).per_second, 50);
        for (environment, funds) in [
            (Environment::Sandbox, SANDBOX_FUNDS),
            (Environment::Live, Kobo::ZERO),
        ] {
            let tenant_id = tenant.id.clone();
            let read = ReadWallet {
                tenant_id,
                environment,
            };
            let wallet = world.store.read(read).await.unwrap().unwrap();
            assert_eq!(wallet.balance, funds);
        }
        assert!(world.store.read(Verify).await.unwrap().ok());
        assert!(world.counter().await > 0);
        let (again, _) = CreateTenant::new(
            &world.vault,
            Ids,
            shell(),
            "Other".into(),
            "ada@example.com".into(),
        );
        assert_eq!(code(world.store.write(again).await), "email_taken");
        let (by_support, _) = CreateTenant::new(
            &world.vault,
            Ids,
            operator(OperatorRole::Support),
            "Other".into(),
            "b@example.com".into(),
        );
        assert_eq!(code(world.store.write(by_support).await), "forbidden");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tenants_are_listed_newest_first_in_pages() {
    for world in worlds().await {
        let mut made = Vec::new();
        for name in ["a", "b", "c"] {
            made.push(world.tenant(name).await.0.id);
        }
        made.sort_by(|a, b| b.as_str().cmp(a.as_str()));
        let first = ListTenants { page: page("2") };
        let first = world.store.read(first).await.unwrap();
        let next = Page::read(first.next_cursor.as_deref(), Some("2")).unwrap();
        let second = world.store.read(ListTenants { page: next }).await.unwrap();
        assert_eq!(second.next_cursor, None);
        let seen: Vec<_> = first.items.into_iter().chain(second.items).collect();
        let seen: Vec<_> = seen.into_iter().map(|tenant| tenant.id).collect();
        assert_eq!(seen, made);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn status_access_and_limits_change_and_move_the_counter() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let suspend = |by| SetTenantStatus {
            by,
            tenant: tenant.id.clone(),
            status: TenantStatus::Suspended,
            reason: "unpaid".to_owned(),
        };
        let finance = suspend(operator(OperatorRole::Finance));
        assert_eq!(code(world.store.write(finance).await), "forbidden");
        let before = world.counter().await;
        let suspended = world.store.write(suspend(shell())).await.unwrap();
        assert_eq!(suspended.status, TenantStatus::Suspended);
        assert_eq!(world.counter().await, before + 1);

        let switch = |enabled| SwitchService {
            by: operator(OperatorRole::Ops),
            tenant: tenant.id.clone(),
            scope: Scope::new("investment_ipo"),
            environment: Environment::Live,
            enabled,
            reason: String::new(),
            rules: Default::default(),
        };
        world.store.write(switch(true)).await.unwrap();
        let rate = Rate {
            per_second: 7,
            burst: 9,
        };
        let limit = SetLimit {
            by: shell(),
            tenant: tenant.id.clone(),
            environment: Environment::Live,
            rate,
        };
        world.store.write(limit).await.unwrap();
        assert_eq!(world.counter().await, before + 3);
        let find = FindTenant {
            tenant: tenant.id.clone(),
        };
        let (found, access) = world.store.read(find).await.unwrap();
        assert_eq!(found.status, TenantStatus::Suspended);
        assert!(access.is_enabled(Scope::new("investment_ipo"), Environment::Live));
        assert_eq!(access.rate(Environment::Live), rate);
        assert_eq!(access.rate(Environment::Sandbox).burst, 100);

        let unknown = FindTenant {
            tenant: Ids.id(NOW),
        };
        assert_eq!(code(world.store.read(unknown).await), "not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_latest_price_that_began_rules_and_a_tenants_own_comes_first() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let set = |by, tenant, kobo, from| SetPrice {
            by,
            endpoint: &LIST,
            environment: Environment::Live,
            tenant,
            amount: Kobo::new(kobo),
            effective_at: from,
        };
        let support = set(operator(OperatorRole::Support), None, 1, NOW);
        assert_eq!(code(world.store.write(support).await), "forbidden");
        let later = NOW.plus_seconds(3_600);
        for (whose, kobo, from) in [
            (None, 900, later),
            (None, 700, NOW),
            (None, 750, NOW),
            (None, 800, NOW.plus_seconds(30)),
            (Some(tenant.id.clone()), 100, NOW.plus_seconds(60)),
        ] {
            let by = operator(OperatorRole::Finance);
            world.store.write(set(by, whose, kobo, from)).await.unwrap();
        }
        let price = async |tenant, now| {
            let list = ListPrices {
                tenant,
                endpoints: vec![&LIST],
                now,
            };
            let prices = world.store.read(list).await.unwrap();
            assert_eq!(prices.len(), 2, "one for each environment");
            assert_eq!(
                (prices[0].amount, prices[0].rule),
                (Kobo::new(500), PriceRule::Default)
            );
            (
                prices[1].amount.get(),
                prices[1].rule,
                prices[1].scheduled.len(),
            )
        };
        assert_eq!(price(None, NOW).await, (750, PriceRule::PriceBook, 2));
        assert_eq!(price(None, later).await, (900, PriceRule::PriceBook, 0));
        let own = Some(tenant.id.clone());
        // What is general from `later` on, the tenant never pays.
        assert_eq!(
            price(own.clone(), NOW).await,
            (750, PriceRule::PriceBook, 2)
        );
        assert_eq!(price(own, later).await, (100, PriceRule::TenantOverride, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_never_charged_has_no_price() {
    static FREE: Endpoint = Endpoint {
        operation_id: LIST.operation_id,
        default_price: LIST.default_price,
        ..Endpoint::BASE
    };
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let set = |endpoint, kobo| SetPrice {
            by: shell(),
            endpoint,
            environment: Environment::Live,
            tenant: Some(tenant.id.clone()),
            amount: Kobo::new(kobo),
            effective_at: NOW,
        };
        let refused = world.store.write(set(&FREE, 1)).await.unwrap_err();
        assert_eq!(refused.code().name, "invalid_field");
        world.store.write(set(&FREE, 0)).await.unwrap();
        // As an earlier version let people do.
        world.store.write(set(&LIST, 600)).await.unwrap();
        let list = |endpoint| ListPrices {
            tenant: Some(tenant.id.clone()),
            endpoints: vec![endpoint],
            now: NOW,
        };
        let snapshot = Snapshot::load(world.store.clone()).await.unwrap();
        for (endpoint, kobo) in [(&LIST, 600), (&FREE, 0)] {
            let listed = world.store.read(list(endpoint)).await.unwrap();
            assert_eq!(listed[1].amount.get(), kobo);
            let (told, _) = snapshot.price(endpoint, Environment::Live, &tenant.id, NOW);
            assert_eq!(told.get(), kobo);
        }
        let general = snapshot.general_price(&FREE, Environment::Live, NOW);
        assert_eq!(general, Kobo::ZERO);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tampered_audit_chain_is_found() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        for status in [TenantStatus::Suspended, TenantStatus::Active] {
            let set = SetTenantStatus {
                by: at(NOW.plus_seconds(5)),
                tenant: tenant.id.clone(),
                status,
                reason: String::new(),
            };
            world.store.write(set).await.unwrap();
        }
        world.tenant("bob").await;
        let list = |tenant| ListAudit {
            tenant,
            page: page("2"),
        };
        let all = world.store.read(list(None)).await.unwrap();
        assert_eq!(all.items[0].action, "tenant.create");
        assert!(all.next_cursor.is_some());
        let own = world
            .store
            .read(list(Some(tenant.id.clone())))
            .await
            .unwrap();
        assert_eq!(
            own.items[0].details,
            r#"{"from":"suspended","to":"active"}"#
        );

        let problems = async || world.store.read(VerifyAudit).await.unwrap().problems;
        assert_eq!(problems().await, Vec::<String>::new());
        let whole = world.store.read(VerifyAudit).await.unwrap();
        assert_eq!((whole.entries, whole.newest_hash), (4, all.items[0].hash()));

        world
            .tamper("update audit set actor = 'nobody' where seq = 2")
            .await;
        assert_eq!(problems().await, ["entry 2 was altered"]);
        world
            .tamper("update audit set actor = 'shell' where seq = 2")
            .await;
        assert!(problems().await.is_empty());
        world.tamper("delete from audit where seq = 2").await;
        assert_eq!(problems().await, ["entries 2 to 2 are gone"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_changes_make_one_chain() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let tasks: Vec<_> = (1..=40)
            .map(|n| {
                let (store, tenant) = (world.store.clone(), tenant.id.clone());
                let limit = SetLimit {
                    by: shell(),
                    tenant,
                    environment: Environment::Sandbox,
                    rate: Rate {
                        per_second: n,
                        burst: n,
                    },
                };
                tokio::spawn(async move { store.write(limit).await })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        let proof = world.store.read(VerifyAudit).await.unwrap();
        assert_eq!((proof.entries, proof.problems), (41, vec![]));
    }
}
