//! What operators see of subscriptions and of waiting work, and what they do to one.

use kofa_core::audit::{ListAudit, VerifyAudit};
use kofa_core::{Actor, ActorAt, OperatorRole, Page};
use kofa_domain::{Clock as _, Environment, Ids};
use kofa_investment::lifecycle::Move;
use kofa_investment::ops::{
    CancelSubscription, FindSubscription, ListSubscriptions, Resolution, ResolveSubscription,
};
use kofa_investment::subscription::Status;
use kofa_investment::task_kinds::TASK_KINDS;
use kofa_tasks::{ListTasks, RescheduleTask, RetryTask, Task};
use kofa_testkit::AdminClient;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::sweeping::Exec;
use crate::transactions::{Go, Plain, keep, specs, tenants};
use crate::world::{World, both};

const SUBSCRIPTIONS: &str = "/admin/v1/subscriptions";

/// Whose answers are looked at by status and body.
struct Operator(AdminClient);

async fn operator(world: &World, role: OperatorRole) -> Operator {
    Operator(world.operator(role).await)
}

impl Operator {
    async fn get(&self, path: &str) -> (u16, Value) {
        let reply = self.0.get(path).await;
        (reply.status.as_u16(), reply.json())
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let reply = self.0.post(path, &body).await;
        (reply.status.as_u16(), reply.json())
    }
}

/// Subscribes as the person `number`; the subscription's id.
async fn subscribe(world: &World, number: u32, account: &str) -> String {
    let mut body = world.body(number);
    body["bankAccountNumber"] = json!(account);
    let answer = world.post("subscribe", &body).await.json();
    let id = &answer["data"]["localSubscriptionId"];
    id.as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// An account that pays, and one of which the exchange says nothing.
const PAYS: &str = "0000000000";
const SILENT: &str = "0000000005";

async fn tasks(world: &World) -> Vec<Task> {
    let list = ListTasks {
        stuck_only: false,
        after: 0,
        limit: 100,
    };
    world.store.read(list).await.unwrap()
}

async fn kinds(world: &World) -> Vec<String> {
    let all = tasks(world).await.into_iter();
    all.map(|task| task.kind).collect()
}

async fn find(world: &World, name: &str) -> (String, String, String) {
    let name = name.to_owned();
    let (one, past) = world.store.read(FindSubscription { name }).await.unwrap();
    assert!(!past.history.is_empty());
    let (status, payment) = (one.state.status.as_str(), one.state.payment.as_str());
    (status.to_owned(), payment.to_owned(), one.exchange_state)
}

fn words(a: &str, b: &str, c: &str) -> (String, String, String) {
    (a.to_owned(), b.to_owned(), c.to_owned())
}

fn cancel(world: &World, id: &str) -> CancelSubscription {
    CancelSubscription {
        by: world.by(),
        id: id.to_owned(),
        reason: "The investor asked for it".to_owned(),
    }
}

/// Lists by pages of `limit` to the end; the ids.
async fn all_pages(world: &World, list: &ListSubscriptions, limit: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let mut list = list.clone();
        list.page = Page::read(cursor.as_deref(), Some(limit)).unwrap();
        let listed = world.store.read(list).await.unwrap();
        ids.extend(listed.items.into_iter().map(|one| one.id));
        cursor = listed.next_cursor;
        if cursor.is_none() {
            return ids;
        }
    }
}

#[tokio::test]
async fn every_list_is_what_a_plain_list_says() {
    for world in both().await {
        let mut runner = TestRunner::deterministic();
        let tenants = tenants(&world).await;
        let all = keep(&world, &specs(&mut runner, 90), &tenants).await;
        let filters = (
            prop::option::of(0..2_usize),
            prop::option::of(prop::sample::select(vec![
                "OFR-BAOBAB",
                "OFR-ZUMA",
                "OFR-NONE",
            ])),
            prop::option::of(prop::sample::select(Status::ALL.to_vec())),
            prop::sample::select(vec!["1", "7", "100"]),
        );
        for _ in 0..80 {
            let (tenant, offer, status, limit) = filters.new_tree(&mut runner).unwrap().current();
            let list = ListSubscriptions {
                environment: Environment::Sandbox,
                offer_id: offer.map(str::to_owned),
                tenant_id: tenant.map(|one| tenants[one].clone()),
                status,
                page: Page::first(),
            };
            let fits = |one: &&Plain| {
                list.tenant_id.as_ref().is_none_or(|id| *id == one.tenant)
                    && offer.is_none_or(|id| id == one.offer_id)
                    && status.is_none_or(|status| status == one.status)
            };
            let expected: Vec<_> = all.iter().rev().filter(fits).map(|one| &one.id).collect();
            let found = all_pages(&world, &list, limit).await;
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{list:?}");
        }
        let live = ListSubscriptions {
            environment: Environment::Live,
            offer_id: None,
            tenant_id: None,
            status: None,
            page: Page::first(),
        };
        assert!(all_pages(&world, &live, "5").await.is_empty());
    }
}

#[tokio::test]
async fn an_unpaid_application_is_withdrawn_and_its_person_may_apply_again() {
    for world in both().await {
        let id = subscribe(&world, 1, PAYS).await;
        assert_eq!(kinds(&world).await, ["collect_payment"]);
        let state = world.store.write(cancel(&world, &id)).await.unwrap();
        assert_eq!(state.status, Status::Cancelled);
        assert!(kinds(&world).await.is_empty());
        assert_eq!(
            find(&world, &id).await,
            words("cancelled", "failed", "accepted")
        );
        let again = world.store.write(cancel(&world, &id)).await.unwrap_err();
        assert_eq!(again.code().name, "subscription_not_in_state");
        subscribe(&world, 1, PAYS).await;
        world.work().await;
        assert_eq!(find(&world, &id).await.0, "cancelled");
    }
}

#[tokio::test]
async fn a_paid_application_is_withdrawn_and_its_money_goes_back() {
    for world in both().await {
        let id = subscribe(&world, 1, PAYS).await;
        let now = world.clock.now();
        world
            .store
            .write(Go(id.clone(), Move::Pay, now))
            .await
            .unwrap();
        world.store.write(cancel(&world, &id)).await.unwrap();
        assert_eq!(kinds(&world).await, ["refund_payment"]);
        let (one, _) = world
            .store
            .read(FindSubscription { name: id.clone() })
            .await
            .unwrap();
        assert_eq!(one.refund, Some(one.amount));
        world.work().await;
        assert!(kinds(&world).await.is_empty());
        assert_eq!(
            find(&world, &id).await,
            words("cancelled", "refunded", "accepted")
        );
    }
}

#[tokio::test]
async fn nothing_is_withdrawn_that_someone_outside_may_hold() {
    for world in both().await {
        let unknown = subscribe(&world, 1, SILENT).await;
        let under_way = subscribe(&world, 2, PAYS).await;
        let accepted = subscribe(&world, 3, PAYS).await;
        let now = world.clock.now();
        let go = async |id: &String, step| {
            world.store.write(Go(id.clone(), step, now)).await.unwrap();
        };
        go(&under_way, Move::AwaitPayment).await;
        for step in [Move::Pay, Move::Submit, Move::Accept] {
            go(&accepted, step).await;
        }
        for id in [&unknown, &under_way, &accepted] {
            let before = find(&world, id).await;
            let error = world.store.write(cancel(&world, id)).await.unwrap_err();
            assert_eq!(error.code().name, "subscription_not_in_state");
            assert_eq!(find(&world, id).await, before);
        }
        let nobody = world
            .store
            .write(cancel(&world, "nobody"))
            .await
            .unwrap_err();
        assert_eq!(nobody.code().name, "not_found");
    }
}

#[tokio::test]
async fn an_unknown_outcome_is_resolved_once_and_goes_on_from_there() {
    for world in both().await {
        let registered = subscribe(&world, 1, SILENT).await;
        let refused = subscribe(&world, 2, SILENT).await;
        let resolve = |id: &str, outcome| ResolveSubscription {
            by: world.by(),
            id: id.to_owned(),
            outcome,
        };
        let yes = Resolution::Registered {
            reference: "NGX-77".to_owned(),
            subscription_id: "S-77".to_owned(),
        };
        let no = Resolution::Refused {
            reason: "It never arrived".to_owned(),
        };
        world
            .store
            .write(resolve(&registered, yes.clone()))
            .await
            .unwrap();
        world
            .store
            .write(resolve(&refused, no.clone()))
            .await
            .unwrap();
        assert_eq!(
            kinds(&world).await,
            ["collect_payment"],
            "reconciled by hand"
        );
        for (id, outcome) in [(&registered, no), (&refused, yes)] {
            let error = world.store.write(resolve(id, outcome)).await.unwrap_err();
            assert_eq!(error.code().name, "subscription_not_in_state");
        }
        // The refused one holds its person no longer.
        subscribe(&world, 2, PAYS).await;
        world.work().await;
        let name = registered.clone();
        let (one, _) = world.store.read(FindSubscription { name }).await.unwrap();
        assert_eq!(one.exchange_reference, "NGX-77");
        assert_eq!(one.exchange_subscription_id, "S-77");
        assert_eq!(
            find(&world, &registered).await,
            words("accepted", "successful", "accepted")
        );
        assert_eq!(
            find(&world, &refused).await,
            words("rejected", "pending", "refused")
        );
        assert!(
            world
                .store
                .read(VerifyAudit)
                .await
                .unwrap()
                .problems
                .is_empty()
        );
    }
}

#[tokio::test]
async fn a_stuck_task_waits_until_it_is_tried_again() {
    for world in both().await {
        let id = subscribe(&world, 1, PAYS).await;
        let task = tasks(&world).await.remove(0);
        let retry = || RetryTask {
            by: world.by(),
            id: task.id,
            kinds: TASK_KINDS.to_vec(),
        };
        let same = world.store.write(retry()).await.unwrap();
        assert_eq!(same, task, "what is due anyway is left alone");
        let stuck = RescheduleTask {
            id: task.id,
            attempts: task.attempts,
            until: None,
            error: "the bank is down".to_owned(),
        };
        world.store.write(stuck).await.unwrap();
        world.work().await;
        assert_eq!(find(&world, &id).await.0, "payment_pending");
        let looker = operator(&world, OperatorRole::Support).await;
        let (_, listed) = looker.get("/admin/v1/outbox?stuck=true").await;
        let mut shown = listed["items"][0].clone();
        shown["subject"] = json!("[id]");
        insta::assert_json_snapshot!("stuck_task", shown);
        let path = format!("/admin/v1/outbox/{}/retry", task.id);
        assert_eq!(looker.post(&path, json!({})).await.0, 403);
        let ops = operator(&world, OperatorRole::Ops).await;
        let (status, retried) = ops.post(&path, json!({})).await;
        assert_eq!((status, &retried["state"]), (200, &json!("due")));
        assert_eq!(
            ops.get("/admin/v1/outbox?stuck=true").await.1["items"],
            json!([])
        );
        world.work().await;
        assert_eq!(find(&world, &id).await.0, "accepted");
        assert_eq!(ops.post(&path, json!({})).await.0, 404);
        for path in ["/admin/v1/outbox/x/retry", "/admin/v1/outbox/0/retry"] {
            assert_eq!(ops.post(path, json!({})).await.0, 404, "{path}");
        }
        let (status, wrong) = ops.get("/admin/v1/outbox?stuck=2&limit=0").await;
        assert_eq!(status, 422);
        assert_eq!(wrong["errors"].as_array().unwrap().len(), 2);
    }
}

/// Names that are new each time.
fn hide(mut answer: Value) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Object(object) => {
                for (name, value) in object.iter_mut() {
                    let new = ["id", "tenantId", "transactionReference", "actor"];
                    let exchange = ["exchangeReferenceNumber", "exchangeSubscriptionId"];
                    let is_new = new.contains(&name.as_str()) || exchange.contains(&name.as_str());
                    if is_new && value.as_str().is_some_and(|text| text != "system") {
                        *value = json!("[hidden]");
                    }
                    walk(value);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(walk),
            _ => {}
        }
    }
    walk(&mut answer);
    answer
}

#[tokio::test]
async fn operators_find_and_settle_subscriptions_over_http() {
    for world in both().await {
        let known = subscribe(&world, 1, PAYS).await;
        let unknown = subscribe(&world, 2, SILENT).await;
        let ops = operator(&world, OperatorRole::Ops).await;
        let query = format!(
            "{SUBSCRIPTIONS}?environment=sandbox&offerId=OFR-BAOBAB&tenantId={}",
            world.tenant
        );
        let (status, listed) = ops.get(&query).await;
        assert_eq!(status, 200, "{listed}");
        assert_eq!(listed["items"][0]["id"], json!(unknown));
        assert_eq!(listed["items"][1]["id"], json!(known));
        insta::assert_json_snapshot!("subscriptions", hide(listed));
        let (_, first) = ops.get(&format!("{query}&limit=1")).await;
        let cursor = first["nextCursor"].as_str().unwrap();
        let (_, second) = ops.get(&format!("{query}&limit=1&cursor={cursor}")).await;
        assert_eq!(second["items"][0]["id"], json!(known));
        let received = format!("{SUBSCRIPTIONS}?environment=sandbox&status=received");
        assert_eq!(ops.get(&received).await.1["items"][0]["id"], json!(unknown));

        let body = json!({"outcome": "registered", "exchangeReferenceNumber": "NGX-1",
            "exchangeSubscriptionId": "S-1"});
        let resolve = format!("{SUBSCRIPTIONS}/{unknown}/resolve");
        let (status, resolved) = ops.post(&resolve, body.clone()).await;
        assert_eq!(status, 200, "{resolved}");
        assert_eq!(resolved["exchangeReferenceNumber"], "NGX-1");
        insta::assert_json_snapshot!("resolved", hide(resolved));
        let (status, again) = ops.post(&resolve, body).await;
        assert_eq!(
            (status, &again["code"]),
            (409, &json!("subscription_not_in_state"))
        );
        let path = format!("{SUBSCRIPTIONS}/{known}/cancel");
        let (status, gone) = ops.post(&path, json!({"reason": "As asked"})).await;
        assert_eq!((status, &gone["reason"]), (200, &json!("As asked")));
        let reference = gone["transactionReference"].as_str().unwrap();
        let by_reference = ops.get(&format!("{SUBSCRIPTIONS}/{reference}")).await.1;
        assert_eq!(by_reference, gone);
        let page = Page::first();
        let audit = ListAudit {
            tenant: Some(world.tenant.clone()),
            page,
        };
        let audit = world.store.read(audit).await.unwrap().items;
        let actions: Vec<_> = audit.iter().take(3).map(|entry| &*entry.action).collect();
        let expected = [
            "applicant.look",
            "subscription.cancel",
            "subscription.resolve",
        ];
        assert_eq!(actions, expected);
    }
}

#[tokio::test]
async fn wrong_requests_name_all_their_faults_and_lookers_change_nothing() {
    for world in both().await {
        let id = subscribe(&world, 1, SILENT).await;
        let ops = operator(&world, OperatorRole::Ops).await;
        let one = format!("{SUBSCRIPTIONS}/{id}");
        for (path, body, fields) in [
            ("cancel", json!({}), vec!["reason"]),
            ("cancel", json!({"reason": "a\nb"}), vec!["reason"]),
            ("cancel", json!({"reason": "x".repeat(201)}), vec!["reason"]),
            ("resolve", json!({}), vec!["outcome"]),
            ("resolve", json!({"outcome": "maybe"}), vec!["outcome"]),
            ("resolve", json!({"outcome": "refused"}), vec!["reason"]),
            (
                "resolve",
                json!({"outcome": "registered", "reason": "x"}),
                vec!["exchangeReferenceNumber", "exchangeSubscriptionId"],
            ),
        ] {
            let (status, answer) = ops.post(&format!("{one}/{path}"), body).await;
            assert_eq!(status, 422, "{answer}");
            let errors = answer["errors"].as_array().unwrap().iter();
            let named: Vec<_> = errors.map(|one| one["field"].as_str().unwrap()).collect();
            assert_eq!(named, fields, "{answer}");
        }
        let query = "?environment=x&offerId=a%20b&tenantId=me&status=PAID&cursor=zz&limit=0";
        let (status, answer) = ops.get(&format!("{SUBSCRIPTIONS}{query}")).await;
        assert_eq!(
            (status, answer["errors"].as_array().unwrap().len()),
            (422, 6)
        );
        assert_eq!(ops.get(SUBSCRIPTIONS).await.0, 422);
        for name in ["nobody", "%00", "%F0%9F%98%80"] {
            let path = format!("{SUBSCRIPTIONS}/{name}");
            assert_eq!(ops.get(&path).await.0, 404, "{name}");
        }
        for role in [OperatorRole::Support, OperatorRole::Finance] {
            let looker = operator(&world, role).await;
            assert_eq!(looker.get(&one).await.0, 200, "all may look");
            for path in ["cancel", "resolve"] {
                let (status, _) = looker.post(&format!("{one}/{path}"), json!({})).await;
                assert_eq!(status, 403, "{role:?} {path}");
            }
            let actor = Actor::Operator {
                id: Ids.id(world.clock.now()),
                role,
                via: kofa_core::Via::FRESH,
            };
            let by = ActorAt {
                actor,
                at: world.clock.now(),
            };
            let cancel = CancelSubscription {
                by: by.clone(),
                ..cancel(&world, &id)
            };
            let error = world.store.write(cancel).await.unwrap_err();
            assert_eq!(error.code().name, "forbidden");
            let reason = String::new();
            let resolve = ResolveSubscription {
                by,
                id: id.clone(),
                outcome: Resolution::Refused { reason },
            };
            let error = world.store.write(resolve).await.unwrap_err();
            assert_eq!(error.code().name, "forbidden");
        }
        assert_eq!(
            find(&world, &id).await,
            words("received", "pending", "unknown")
        );
    }
}

/// Demand has no bound, and three large applications are more than 64 bits of kobo.
#[tokio::test]
async fn a_book_is_exact_as_far_as_it_can_be_told_and_never_fails() {
    const PATH: &str = "/admin/v1/offers/sandbox/OFR-BAOBAB/book";
    const LARGE: i64 = 3_999_999_999 * 1_000_000_001;
    for world in both().await {
        let operator = operator(&world, OperatorRole::Owner).await;
        let gone = subscribe(&world, 1, PAYS).await;
        for number in 2..=4 {
            subscribe(&world, number, PAYS).await;
        }
        let large = "update subscription_state set number_of_shares = 3999999999, \
             price_kobo = 1000000001";
        world.store.write(Exec(large)).await.unwrap();
        world.store.write(cancel(&world, &gone)).await.unwrap();
        let fewer = "update subscription_state set number_of_shares = 1, price_kobo = 1 \
             where subscription_no = (select max(subscription_no) from subscription_state)";
        let sums = async |at: usize| {
            let (status, book) = operator.get(PATH).await;
            assert_eq!(status, 200, "{book}");
            let line = &book["items"][at];
            (line["numberOfShares"].clone(), line["amountKobo"].clone())
        };
        let all = (json!(3 * 3_999_999_999_i64), json!(i64::MAX));
        assert_eq!(sums(1).await, all);
        assert_eq!(sums(0).await, (json!(3_999_999_999_i64), json!(LARGE)));
        world.store.write(Exec(fewer)).await.unwrap();
        let two = (json!(2 * 3_999_999_999_i64 + 1), json!(2 * LARGE + 1));
        assert_eq!(sums(1).await, two);
    }
}
