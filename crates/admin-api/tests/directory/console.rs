//! What the console looks for: tenants, changes, proofs, prices and what they would do.

use kofa_commands::platform::audit::ListAudit;
use kofa_commands::read;
use kofa_core::audit_search::{AuditFilter, FindAudit};
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::{ActorAt, Page};
use kofa_domain::{Environment, Ids, Kobo, Result, Timestamp};
use kofa_identity::fleet::{ListHotSpots, Outcome, ReadFleet};
use kofa_identity::invites::{AcceptInvite, FindInvite};
use kofa_identity::price_impact::PreviewPrice;
use kofa_identity::prices::{CountOwnPrices, ListOwnPrices, ListPriceEntries, SetPrice};
use kofa_identity::tenant_search::{FindTenants, IndexTenants, read_search};
use kofa_identity::tenants::{SetTenantStatus, Tenant, TenantStatus};
use kofa_insight::attention::{ListAccounts, ReadAttention};
use kofa_ledger::proofs::{ListProofs, PROOFS_KEPT, StoreProof, prove};

use crate::world::{NOW, World, at, operator, products, shell, worlds};

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

/// The names that a search finds, page by page.
async fn names(world: &World, text: &str) -> Vec<String> {
    let (mut names, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let find = FindTenants {
            search: read_search(text).unwrap(),
            page: Page::read(cursor.as_deref(), Some("2")).unwrap(),
        };
        let found = world.store.read(find).await.unwrap();
        names.extend(found.items.into_iter().map(|tenant| tenant.name));
        cursor = found.next_cursor;
        if cursor.is_none() {
            return names;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tenants_are_found_once_each_by_the_beginning_of_a_word() {
    for world in worlds().await {
        let (ada, _) = world.tenant("ada-capital").await;
        for name in ["adagio", "bola", "capital"] {
            world.tenant(name).await;
        }
        // Name and e-mail address fit: found once all the same.
        assert_eq!(names(&world, "ADA").await, ["ada-capital", "adagio"]);
        assert_eq!(names(&world, "example.c").await.len(), 4);
        assert_eq!(names(&world, &ada.vendor_id).await, ["ada-capital"]);
        assert_eq!(names(&world, ada.id.as_str()).await, ["ada-capital"]);
        assert_eq!(names(&world, "%").await, [""; 0]);
        assert_eq!(names(&world, "da").await, [""; 0]);

        // One made before there was a search.
        world
            .tamper_all(
                "delete from tenant_search where tenant_id = (select id from tenant \
                where name = 'bola')",
            )
            .await;
        assert_eq!(names(&world, "bola").await, [""; 0]);
        let index = |after| world.store.write(IndexTenants { after });
        let last = index(None).await.unwrap();
        assert!(last.is_some());
        assert_eq!(index(last).await.unwrap(), None);
        assert_eq!(names(&world, "bola").await, ["bola"]);
    }
}

async fn found(world: &World, filter: AuditFilter) -> Vec<String> {
    let find = FindAudit {
        filter,
        page: page("100"),
    };
    let found = world.store.read(find).await.unwrap();
    assert_eq!(found.next_cursor, None);
    found.items.into_iter().map(|entry| entry.action).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_log_is_searched_by_who_what_and_when() {
    for world in worlds().await {
        let (ada, _) = world.tenant("ada").await;
        world.tenant("bola").await;
        let by = operator(kofa_core::OperatorRole::Ops);
        let later = ActorAt {
            actor: by.actor.clone(),
            at: NOW.plus_seconds(86_400),
        };
        for (by, status) in [
            (by.clone(), TenantStatus::Suspended),
            (later, TenantStatus::Active),
        ] {
            let set = SetTenantStatus {
                by,
                tenant: ada.id.clone(),
                status,
                reason: "unpaid".to_owned(),
            };
            world.store.write(set).await.unwrap();
        }
        let all = found(&world, AuditFilter::default()).await;
        assert_eq!(
            all,
            [
                "tenant.status",
                "tenant.status",
                "tenant.create",
                "tenant.create"
            ]
        );
        let of = |texts: &[(&str, &str)]| filter(texts).unwrap();
        assert_eq!(
            found(&world, of(&[("action", "tenant.status")]))
                .await
                .len(),
            2
        );
        assert_eq!(found(&world, of(&[("action", "tenant")])).await.len(), 4);
        assert_eq!(found(&world, of(&[("action", "ten")])).await.len(), 0);
        assert_eq!(found(&world, of(&[("actor", "shell")])).await.len(), 2);
        let until = of(&[
            ("until", "2026-11-22T00:00:00Z"),
            ("action", "tenant.status"),
        ]);
        assert_eq!(found(&world, until).await.len(), 1);
        let from = of(&[("from", "2026-11-22T00:00:00Z")]);
        assert_eq!(found(&world, from).await, ["tenant.status"]);
        let of_ada = AuditFilter {
            tenant: Some(ada.id.clone()),
            actor: Some(by.actor.to_string()),
            ..AuditFilter::default()
        };
        assert_eq!(found(&world, of_ada).await.len(), 2);

        let first = FindAudit {
            filter: AuditFilter::default(),
            page: page("3"),
        };
        let first = world.store.read(first).await.unwrap();
        let rest = FindAudit {
            filter: AuditFilter::default(),
            page: Page::read(first.next_cursor.as_deref(), Some("3")).unwrap(),
        };
        let rest = world.store.read(rest).await.unwrap();
        let seqs: Vec<i64> = rest.items.iter().map(|entry| entry.seq).collect();
        assert_eq!((first.items.len(), seqs), (3, vec![1]));
    }
}

fn filter(texts: &[(&str, &str)]) -> Result<AuditFilter> {
    let field = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).into());
    let input = texts.iter().map(field).collect();
    read::<ListAudit>(&input, NOW, &products(&[])).map(|list| list.filter)
}

#[test]
fn a_filter_names_all_its_faults() {
    let refused = filter(&[
        ("tenantId", "nonsense"),
        ("action", "x\u{7}"),
        ("from", "nonsense"),
        ("until", "nonsense"),
    ]);
    let refused = refused.unwrap_err();
    let fields: Vec<&str> = refused
        .all()
        .iter()
        .filter_map(|it| it.field.as_deref())
        .collect();
    assert_eq!(fields, ["tenantId", "action", "from", "until"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn proofs_are_kept_with_who_asked() {
    for world in worlds().await {
        world.tenant("ada").await;
        let clock = kofa_domain::ManualClock::new(NOW.plus_seconds(2));
        let (journal, chain) = prove(&world.store, &clock, &[], shell()).await.unwrap();
        assert!(journal.ok() && chain.problems.is_empty());
        let kept = world.store.read(ListProofs).await.unwrap();
        assert_eq!(
            (kept.len(), kept[0].ok(), kept[0].took_us),
            (1, true, 2_000_000)
        );
        assert_eq!(
            (kept[0].actor.as_str(), kept[0].audit_entries),
            ("shell", 1)
        );
        assert_eq!(kept[0].newest_hash, chain.newest_hash);

        world
            .tamper_all("update wallet set balance_kobo = 7 where environment = 'live'")
            .await;
        prove(&world.store, &clock, &[], shell()).await.unwrap();
        let kept = world.store.read(ListProofs).await.unwrap();
        assert!(!kept[0].ok() && kept[1].ok(), "{kept:?}");
        for second in 0..PROOFS_KEPT {
            let keep = StoreProof {
                by: at(NOW.plus_seconds(second)),
                journal: journal.clone(),
                chain: chain.clone(),
                took_us: 1,
            };
            world.store.write(keep).await.unwrap();
        }
        let kept = world.store.read(ListProofs).await.unwrap();
        assert_eq!(kept.len() as i64, PROOFS_KEPT);
        assert!(kept.iter().all(|proof| proof.took_us == 1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_seen_until_it_is_done() {
    for world in worlds().await {
        let attention = || async { world.store.read(ReadAttention { now: NOW }).await.unwrap() };
        let nothing = attention().await;
        assert_eq!((nothing.waiting_count, nothing.low.len()), (0, 0));
        let (ada, invite) = world.tenant("ada").await;
        let waits = attention().await;
        assert_eq!((waits.waiting_count, &waits.waiting[0].id), (1, &ada.id));
        assert_eq!(
            waits.low.len(),
            0,
            "a live wallet that was never used is not low"
        );
        let credit = async |kobo: i64| world.credit_live(&ada.id, Kobo::new(kobo)).await;
        credit(99_999).await;
        assert_eq!(attention().await.low.len(), 0, "it never was enough");
        credit(1).await;
        world
            .tamper("update wallet set balance_kobo = 40000 where environment = 'live'")
            .await;
        credit(10_000).await;
        let low = attention().await.low;
        assert_eq!((low.len(), low[0].balance), (1, Kobo::new(50_000)));
        assert_eq!((&low[0].id, low[0].since), (&ada.id, NOW));
        credit(50_000).await;
        assert_eq!(attention().await.low.len(), 0, "there is enough again");
        let found = FindInvite::new(&world.vault, &invite, NOW);
        let found = world.store.read(found).await.unwrap();
        let password = kofa_domain::Sensitive::new("a long enough one, 7 words".to_owned());
        let accept = AcceptInvite::new(&world.vault, Ids, &invite, &found, password, NOW).await;
        world.store.write(accept.unwrap()).await.unwrap();
        assert_eq!(attention().await.waiting_count, 0);
        let accounts = world.store.read(ListAccounts).await.unwrap();
        let funding = accounts
            .iter()
            .find(|one| one.environment == Environment::Sandbox && one.name == "funding");
        assert_eq!(funding.unwrap().balance, Kobo::new(-10_000_000));
    }
}

/// A row of counts, of calls in live in the last hour.
macro_rules! usage {
    ($table:literal, $name:literal, $status:literal, $calls:literal, $charge:literal) => {
        concat!(
            "insert into ",
            $table,
            " select no, 1795250800000000, 'listThings', 'key_1', ",
            $status,
            ", '', ",
            $calls,
            ", ",
            $charge,
            ", 5 from wallet \
             where environment = 'live' and tenant_id = \
             (select id from tenant where name = '",
            $name,
            "')"
        )
    };
}

/// Counts of two tenants' calls of `listThings`, by hour and by day.
async fn called(world: &World) {
    let rows = [
        (
            usage!("usage_hour", "ada", "200", "10", "4000"),
            usage!("usage_day", "ada", "200", "10", "4000"),
        ),
        (
            usage!("usage_hour", "ada", "402", "3", "0"),
            usage!("usage_day", "ada", "402", "3", "0"),
        ),
        (
            usage!("usage_hour", "bola", "200", "2", "1000"),
            usage!("usage_day", "bola", "200", "2", "1000"),
        ),
        (
            usage!("usage_hour", "bola", "503", "1", "0"),
            usage!("usage_day", "bola", "503", "1", "0"),
        ),
    ];
    for (hours, days) in rows {
        world.tamper(hours).await;
        world.tamper(days).await;
    }
    for traffic in TRAFFIC {
        world.tamper(traffic).await;
    }
}

/// What the digest keeps of both together.
const TRAFFIC: [&str; 3] = [
    "insert into traffic_hour values \
     (1795250800000000, 'live', 'listThings', 200, '', 12, 5000, 10)",
    "insert into traffic_hour values (1795250800000000, 'live', 'listThings', 402, '', 3, 0, 5)",
    "insert into traffic_hour values (1795250800000000, 'live', 'listThings', 503, '', 1, 0, 5)",
];

async fn set(world: &World, tenant: Option<&Tenant>, kobo: i64, at_: Timestamp) {
    let op = SetPrice {
        by: at(at_),
        endpoint: &LIST,
        environment: Environment::Live,
        tenant: tenant.map(|one| one.id.clone()),
        amount: Kobo::new(kobo),
        effective_at: at_,
    };
    world.store.write(op).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_is_tried_on_what_was_really_called() {
    for world in worlds().await {
        let (ada, _) = world.tenant("ada").await;
        let (bola, _) = world.tenant("bola").await;
        called(&world).await;
        let preview = |tenant: Option<&Tenant>, now| PreviewPrice {
            endpoint: &LIST,
            environment: Environment::Live,
            tenant: tenant.map(|one| one.id.clone()),
            amount: Kobo::new(600),
            now,
        };
        let impact = world.store.read(preview(None, NOW)).await.unwrap();
        assert_eq!(
            (impact.now.get(), impact.tenants, impact.all.calls),
            (500, 2, 10)
        );
        assert_eq!(
            (impact.all.was.get(), impact.all.would_be.get()),
            (5_000, 6_000)
        );
        assert_eq!(
            (impact.revenue.get(), impact.top[0].tenant.clone()),
            (5_000, ada.id.clone())
        );

        // Bola has its own price from now on: a general one is not about it.
        set(&world, Some(&bola), 250, NOW).await;
        let impact = world.store.read(preview(None, NOW)).await.unwrap();
        assert_eq!((impact.tenants, impact.all.would_be.get()), (1, 4_800));
        let own = world.store.read(preview(Some(&bola), NOW)).await.unwrap();
        assert_eq!((own.now.get(), own.all.calls, own.tenants), (250, 4, 1));
        let later = NOW.plus_seconds(60 * 86_400);
        let nothing = world.store.read(preview(None, later)).await.unwrap();
        assert_eq!((nothing.tenants, nothing.revenue), (0, Kobo::ZERO));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_of_all_tenants_are_counted_and_hot_spots_named() {
    for world in worlds().await {
        world.tenant("ada").await;
        world.tenant("bola").await;
        called(&world).await;
        let since = NOW.plus_seconds(-3_600);
        let fleet = world.store.read(ReadFleet { since }).await.unwrap();
        let calls = |outcome| -> i64 {
            let of = fleet.iter().filter(|hour| hour.outcome == outcome);
            of.map(|hour| hour.calls).sum()
        };
        let counted = [Outcome::Answered, Outcome::Refused, Outcome::Failed].map(calls);
        assert_eq!(counted, [12, 3, 1]);
        let hot = world.store.read(ListHotSpots { since }).await.unwrap();
        assert_eq!((hot.len(), hot[0].unpaid, hot[0].limited), (1, 3, 0));
        let since = NOW.plus_seconds(3_600);
        assert!(
            world
                .store
                .read(ReadFleet { since })
                .await
                .unwrap()
                .is_empty()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn own_prices_are_listed_by_what_holds_now() {
    for world in worlds().await {
        let (ada, _) = world.tenant("ada").await;
        let (bola, _) = world.tenant("bola").await;
        set(&world, None, 700, NOW).await;
        set(&world, Some(&ada), 300, NOW).await;
        set(&world, Some(&ada), 400, NOW.plus_seconds(60)).await;
        set(&world, Some(&bola), 200, NOW).await;
        let own = |now, cursor: Option<&str>| ListOwnPrices {
            endpoint: &LIST,
            environment: Environment::Live,
            now,
            page: Page::read(cursor, Some("1")).unwrap(),
        };
        // A page each, in the order of the tenants' ids.
        let read = async |now| {
            let first = world.store.read(own(now, None)).await.unwrap();
            let rest = own(now, first.next_cursor.as_deref());
            let rest = world.store.read(rest).await.unwrap();
            assert_eq!(rest.next_cursor, None);
            let both = first.items.into_iter().chain(rest.items);
            let mut both: Vec<(String, i64)> = both
                .map(|own| (own.tenant_name, own.entry.amount.get()))
                .collect();
            both.sort();
            both
        };
        let expected = |ada| [("ada".to_owned(), ada), ("bola".to_owned(), 200)];
        assert_eq!(read(NOW).await, expected(300));
        assert_eq!(read(NOW.plus_seconds(61)).await, expected(400));
        let counted = world.store.read(CountOwnPrices).await.unwrap();
        assert_eq!(counted, [("listThings".to_owned(), Environment::Live, 2)]);
        let entries = |tenant| ListPriceEntries {
            endpoint: &LIST,
            environment: Environment::Live,
            tenant,
        };
        let general = world.store.read(entries(None)).await.unwrap();
        assert_eq!(general.len(), 1);
        let of_ada = world.store.read(entries(Some(ada.id))).await.unwrap();
        assert_eq!(of_ada[0].amount, Kobo::new(400));
    }
}
