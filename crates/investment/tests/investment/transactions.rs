//! The look-up of transactions.

use std::cmp::Reverse;
use std::sync::Arc;

use kofa_domain::{Clock as _, Environment, Ids, Kobo, Result, Sensitive, TenantId, Timestamp};
use kofa_investment::lifecycle::Move;
use kofa_investment::ops::{CreateSubscription, End, ListTransactions, Step, make_move};
use kofa_investment::ports::Registration;
use kofa_investment::sealing::Sealed;
use kofa_investment::subscription::{Application, Person, ProfileType, Status, Subscription};
use kofa_ledger::Gathered as _;
use kofa_store::{Op, Tx};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::world::{World, both};

/// Makes `count` subscriptions, one a minute; their references, newest first.
async fn fill(world: &World, count: u32) -> Vec<String> {
    let mut references = Vec::new();
    for number in 0..count {
        let mut body = world.body(number);
        if number.is_multiple_of(5) {
            body["offerId"] = json!("OFR-HARMATTAN");
            body["numberOfShares"] = json!(1000);
        }
        let answer = world.post("subscribe", &body).await.charged(200, 10_000);
        references.insert(0, text(&answer["data"]["transactionReference"]));
        world.clock.advance_seconds(60);
    }
    references
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn references(answer: &Value) -> Vec<String> {
    let all = answer["data"]["transactions"].as_array().unwrap();
    all.iter()
        .map(|one| text(&one["transactionReference"]))
        .collect()
}

#[tokio::test]
async fn pages_and_filters() {
    for world in both().await {
        let all = fill(&world, 25).await;
        let check = async |body: Value, expected: &[String], total: usize| {
            let answer = world.post("transactions", &body).await.charged(200, 500);
            assert_eq!(references(&answer), expected, "{body}");
            assert_eq!(answer["data"]["totalCount"], total, "{body}");
            answer
        };
        let first = check(json!({}), &all[..20], 25).await;
        assert_eq!(first["data"]["totalPages"], 2);
        assert_eq!(
            (&first["data"]["page"], &first["data"]["size"]),
            (&json!(1), &json!(20))
        );
        check(json!({"page": 2}), &all[20..], 25).await;
        check(json!({"page": 3}), &[], 25).await;
        check(json!({"page": 1_000_000_000, "size": 100}), &[], 25).await;
        check(json!({"size": 7, "page": 2}), &all[7..14], 25).await;
        check(json!({"transactionReference": ""}), &all[..20], 25).await;
        check(json!({"transactionReference": null}), &all[..20], 25).await;
        check(json!({"transactionReference": all[3]}), &all[3..4], 1).await;
        check(json!({"transactionReference": all[3], "page": 2}), &[], 1).await;
        check(
            json!({"transactionReference": all[3], "offerId": "OFR-ZUMA"}),
            &[],
            0,
        )
        .await;
        check(
            json!({"transactionReference": all[3], "status": "paid"}),
            &[],
            0,
        )
        .await;
        check(json!({"transactionReference": "KFT-NONE"}), &[], 0).await;
        let harmattan: Vec<_> = all.iter().rev().step_by(5).rev().cloned().collect();
        check(json!({"offerId": "OFR-HARMATTAN"}), &harmattan, 5).await;
        let paged = json!({"offerId": "OFR-HARMATTAN", "size": 2, "page": 2});
        check(paged, &harmattan[2..4], 5).await;
        check(
            json!({"status": "payment_pending", "size": 1}),
            &all[..1],
            25,
        )
        .await;
        check(json!({"status": "rejected"}), &[], 0).await;
        let window = json!({"from": "2026-07-03T10:02:00Z", "to": "2026-07-03T11:04:00+01:00"});
        check(window, &all[21..23], 2).await;
        // What programs send for no end and no beginning.
        let always = json!({"from": "0001-01-01T00:00:00Z", "to": "9999-12-31T23:59:59.999999Z"});
        check(always, &all[..20], 25).await;
        check(json!({"from": "9999-12-31T23:59:59+01:00"}), &[], 0).await;
    }
}

#[tokio::test]
async fn bad_requests() {
    for world in both().await {
        for (body, fields) in [
            (json!({"page": 0, "size": 101}), vec!["page", "size"]),
            (json!({"page": -1}), vec!["page"]),
            (json!({"page": "1"}), vec!["page"]),
            (json!({"size": 2.5}), vec!["size"]),
            (json!({"page": 1_000_000_001}), vec!["page"]),
            (
                json!({"transactionReference": 7}),
                vec!["transactionReference"],
            ),
            (json!({"status": "PAID"}), vec!["status"]),
            (json!({"from": "yesterday", "to": 5}), vec!["from", "to"]),
            (
                json!({"from": "2026-07-04T00:00:00Z", "to": "2026-07-03T00:00:00Z"}),
                vec!["to"],
            ),
            (json!({"offerId": "x".repeat(65)}), vec!["offerId"]),
        ] {
            let reply = world.post("transactions", &body).await;
            reply.refused(422, "invalid_field");
            let errors = reply.json()["errors"].clone();
            let named: Vec<_> = errors
                .as_array()
                .unwrap()
                .iter()
                .map(|error| error["field"].as_str().unwrap().to_owned())
                .collect();
            assert_eq!(named, fields, "{body}");
        }
    }
}

#[tokio::test]
async fn nobody_sees_the_transactions_of_another_tenant_or_environment() {
    for world in both().await {
        let mine = fill(&world, 1).await;
        let key = world.stranger().await.key;
        for body in [json!({}), json!({"transactionReference": mine[0]})] {
            let theirs = world
                .send(world.request_as(&key, "transactions", &body))
                .await;
            assert_eq!(theirs.charged(200, 500)["data"]["totalCount"], 0);
        }
        let list = |environment, tenant_id| ListTransactions {
            tenant_id,
            environment,
            reference: None,
            client_reference: None,
            offer_id: None,
            status: None,
            from: None,
            to: None,
            offset: 0,
            size: 20,
        };
        let total = async |list: ListTransactions| world.store.read(list).await.unwrap().total;
        let mine = world.tenant.clone();
        let other = Ids.id(world.clock.now());
        assert_eq!(total(list(Environment::Sandbox, mine.clone())).await, 1);
        assert_eq!(total(list(Environment::Live, mine)).await, 0);
        assert_eq!(total(list(Environment::Sandbox, other)).await, 0);
    }
}

const OFFERS: [&str; 3] = ["OFR-BAOBAB", "OFR-HARMATTAN", "OFR-ZUMA"];

/// What is made in the random runs.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) tenant: usize,
    /// Of [`OFFERS`].
    pub(crate) offer: usize,
    /// Seconds since the one before; clocks of nodes differ, so some go back.
    pub(crate) pause: i64,
    /// What becomes of it.
    pub(crate) fate: usize,
}

/// A subscription as a plain list keeps it.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) tenant: TenantId,
    pub(crate) offer_id: &'static str,
    pub(crate) id: String,
    pub(crate) reference: String,
    pub(crate) status: Status,
    pub(crate) created_at: Timestamp,
}

/// Ends of the submission, what follows, and where that leads.
const FATES: [(u8, &[Move], Status); 7] = [
    (0, &[], Status::PaymentPending),
    (0, &[Move::Pay], Status::Paid),
    (
        0,
        &[Move::Pay, Move::Submit, Move::Accept],
        Status::Accepted,
    ),
    (0, &[Move::Expire], Status::Expired),
    (0, &[Move::FailPayment], Status::PaymentFailed),
    (1, &[], Status::Received),
    (2, &[], Status::Rejected),
];

/// A move, as tasks and sweeps make it.
pub(crate) struct Go(pub(crate) String, pub(crate) Move, pub(crate) Timestamp);

impl Op for Go {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        const NO: &str = "select no from subscription where id = $1";
        let no = tx.one(NO, &[(&self.0).into()]).await?.get("no")?;
        let step = Step::of_system(self.1, self.2, None);
        make_move(tx, no, &step).await?;
        Ok(())
    }
}

pub(crate) fn specs(runner: &mut TestRunner, count: usize) -> Vec<Spec> {
    let one = (0..2_usize, 0..OFFERS.len(), -3..4_i64, 0..FATES.len());
    let one = one.prop_map(|(tenant, offer, pause, fate)| Spec {
        tenant,
        offer,
        pause,
        fate,
    });
    let all = prop::collection::vec(one, count);
    all.new_tree(runner).unwrap().current()
}

/// The world's own tenant and another.
pub(crate) async fn tenants(world: &World) -> [TenantId; 2] {
    [world.tenant.clone(), world.tenant("Chidi").await.id]
}

fn person() -> Person {
    let text = || "x".to_owned();
    Person {
        first_name: text(),
        last_name: text(),
        date_of_birth: None,
        gender: None,
        email: text(),
        phone: text(),
        bvn: None,
        nin: None,
        chn: None,
        address: text(),
        nationality: text(),
        state: None,
        lga: None,
        marital_status: None,
        next_of_kin_name: None,
        next_of_kin_phone: None,
        account_number: text(),
        second_applicant: None,
        guardian: None,
        company: None,
    }
}

fn application(offer_id: &str) -> Application {
    Application {
        vendor_id: "v".to_owned(),
        offer_id: offer_id.to_owned(),
        broker_id: "b".to_owned(),
        bank_id: 1,
        profile_type: ProfileType::Individual,
        number_of_shares: 40,
        rights_shares: 0,
        price: Kobo::new(100),
        amount: Kobo::new(4_000),
        is_card_payment: false,
        has_chn: false,
        client_reference: None,
        person: Sensitive::new(person()),
    }
}

/// What keeps `one`, received at `at`.
pub(crate) fn creation(
    world: &World,
    one: &Plain,
    number: usize,
    end: u8,
    at: Timestamp,
) -> CreateSubscription {
    let sealed = kofa_investment::sealing::seal(&world.vault, &one.id, &person()).unwrap();
    CreateSubscription {
        subscription: Subscription {
            id: one.id.clone(),
            tenant_id: one.tenant.clone(),
            environment: Environment::Sandbox,
            request_id: Ids.uuid(at),
            created_at: at,
            transaction_id: Ids.uuid(at).to_string(),
            transaction_reference: one.reference.clone(),
            application: application(one.offer_id),
        },
        sealed: Sealed {
            applicant: Vec::new(),
            investor_name: sealed.investor_name,
        },
        claims: Vec::new(),
        identity: None,
        known: Arc::default(),
        end: match end {
            0 => End::Accepted(Registration {
                reference: format!("NGX-{number}"),
                subscription_id: format!("S-{number}"),
            }),
            1 => End::Unknown { ask_at: at },
            _ => End::Refused {
                reason: "No.".to_owned(),
            },
        },
    }
}

/// Subscriptions kept in one transaction, as those that are settled together are.
struct Together(Vec<CreateSubscription>);

impl Op for Together {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        CreateSubscription::keep(&self.0.iter().collect::<Vec<_>>(), tx).await
    }
}

/// Keeps what `specs` say, one to four together; the plain list, oldest first.
pub(crate) async fn keep(world: &World, specs: &[Spec], tenants: &[TenantId; 2]) -> Vec<Plain> {
    let mut all: Vec<Plain> = Vec::new();
    let mut at = world.clock.now();
    let mut specs = specs.iter().enumerate().map(|(number, spec)| {
        at = at.plus_seconds(spec.pause);
        (number, spec, at)
    });
    for together in (1..=4).cycle() {
        let mut group: Vec<_> = specs.by_ref().take(together).collect();
        if group.is_empty() {
            return all;
        }
        // Of those that are settled together, whoever came first is first.
        group.sort_by_key(|(_, _, at)| *at);
        let mut creations = Vec::new();
        let mut steps = Vec::new();
        for (number, spec, at) in group {
            let (end, moves, status) = FATES[spec.fate];
            let tenant = tenants[spec.tenant].clone();
            let mine = all.iter().filter(|one| one.tenant == tenant);
            let plain = Plain {
                created_at: mine.map(|one| one.created_at).max().unwrap_or(at).max(at),
                id: Ids.uuid(at).to_string(),
                reference: format!("KFT-20260703-{number:010}"),
                offer_id: OFFERS[spec.offer],
                tenant,
                status,
            };
            creations.push((number, creation(world, &plain, number, end, at)));
            steps.extend(moves.iter().map(|step| Go(plain.id.clone(), *step, at)));
            all.push(plain);
        }
        // They stand in the line in any order.
        creations.sort_by_key(|(number, _)| *number);
        let creations = creations
            .into_iter()
            .map(|(_, creation)| creation)
            .collect();
        world.store.write(Together(creations)).await.unwrap();
        for step in steps {
            world.store.write(step).await.unwrap();
        }
    }
    all
}

/// A random look-up: tenant, offer, status, window in seconds, reference, page.
fn look_ups(count: usize) -> impl Strategy<Value = Vec<LookUp>> {
    let offer = prop::option::of(0..=OFFERS.len());
    let status = prop::option::of(0..Status::ALL.len());
    let moment = || prop::option::weighted(0.4, -5..80_i64);
    let reference = prop::option::weighted(0.15, 0..130_usize);
    let page = (0..60_i64, 1..40_i64);
    let one = (
        0..2_usize,
        offer,
        status,
        moment(),
        moment(),
        reference,
        page,
    );
    prop::collection::vec(one, count)
}

type LookUp = (
    usize,
    Option<usize>,
    Option<usize>,
    Option<i64>,
    Option<i64>,
    Option<usize>,
    (i64, i64),
);

#[tokio::test]
async fn every_look_up_is_what_a_plain_list_says() {
    for world in both().await {
        let mut runner = TestRunner::deterministic();
        let start = world.clock.now();
        let tenants = tenants(&world).await;
        let all = keep(&world, &specs(&mut runner, 120), &tenants).await;
        let look_ups = look_ups(400).new_tree(&mut runner).unwrap().current();
        let mut found_some = 0;
        for look_up in look_ups {
            let (tenant, offer, status, from, to, reference, (offset, size)) = look_up;
            let list = ListTransactions {
                tenant_id: tenants[tenant].clone(),
                environment: Environment::Sandbox,
                reference: reference.map(|number| format!("KFT-20260703-{number:010}")),
                client_reference: None,
                // One past the last is an offer that is not there.
                offer_id: offer.map(|at| OFFERS.get(at).unwrap_or(&"OFR-NONE").to_string()),
                status: status.map(|at| Status::ALL[at]),
                from: from.map(|seconds| start.plus_seconds(seconds)),
                to: to.map(|seconds| start.plus_seconds(seconds)),
                offset,
                size,
            };
            let expected: Vec<&Plain> = all.iter().rev().filter(|one| fits(one, &list)).collect();
            let page: Vec<_> = expected
                .iter()
                .skip(usize::try_from(offset).unwrap())
                .take(usize::try_from(size).unwrap())
                .map(|one| (one.reference.clone(), one.status, one.created_at))
                .collect();
            let found = world.store.read(list.clone()).await.unwrap();
            assert_eq!(found.total, expected.len() as i64, "{list:?}");
            assert!(
                found
                    .rows
                    .iter()
                    .all(|row| row.past.is_some() == reference.is_some())
            );
            let rows = found.rows.into_iter();
            let rows: Vec<_> = rows
                .map(|row| (row.reference, row.state.status, row.created_at))
                .collect();
            assert!(rows.is_sorted_by_key(|row| Reverse(row.2)));
            assert_eq!(rows, page, "{list:?}");
            found_some += usize::from(!page.is_empty());
        }
        assert!(found_some > 50, "only {found_some} look-ups found anything");
    }
}

fn fits(one: &Plain, list: &ListTransactions) -> bool {
    one.tenant == list.tenant_id
        && list
            .reference
            .as_ref()
            .is_none_or(|reference| *reference == one.reference)
        && list
            .offer_id
            .as_ref()
            .is_none_or(|offer| offer == one.offer_id)
        && list.status.is_none_or(|status| status == one.status)
        && list.from.is_none_or(|from| from <= one.created_at)
        && list.to.is_none_or(|to| one.created_at < to)
}

#[tokio::test]
async fn one_transaction_alone_has_its_history() {
    for world in both().await {
        let reference = fill(&world, 1).await.remove(0);
        let list = world.post("transactions", &json!({})).await.json();
        assert!(list["data"]["transactions"][0].get("history").is_none());
        let one = json!({"transactionReference": reference});
        let answer = world.post("transactions", &one).await.json();
        let expected = json!([{
            "at": "2026-07-03T10:00:00.000Z", "move": "register", "status": "payment_pending",
            "paymentStatus": "pending", "allotmentStatus": "pending", "reason": null,
        }]);
        assert_eq!(answer["data"]["transactions"][0]["history"], expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_rise_with_the_books_whoever_writes_at_once() {
    for world in both().await {
        let at = world.clock.now();
        let mut writers = tokio::task::JoinSet::new();
        let of = |number: usize| {
            let plain = Plain {
                tenant: world.tenant.clone(),
                offer_id: OFFERS[number % OFFERS.len()],
                id: Ids.uuid(at).to_string(),
                reference: format!("KFT-20260703-{number:010}"),
                status: Status::PaymentPending,
                created_at: at,
            };
            creation(&world, &plain, number, 0, at)
        };
        for first in (0..120).step_by(4) {
            let store = world.store.clone();
            let together = Together((first..first + 4).map(of).collect());
            writers.spawn(async move { store.write(together).await });
        }
        for done in writers.join_all().await {
            done.unwrap();
        }
        for offer_id in [None, Some(OFFERS[1].to_owned())] {
            let list = |status| ListTransactions {
                tenant_id: world.tenant.clone(),
                environment: Environment::Sandbox,
                reference: None,
                client_reference: None,
                offer_id: offer_id.clone(),
                status,
                from: None,
                to: None,
                offset: 0,
                size: 1_000,
            };
            let order = async |status| {
                let found = world.store.read(list(status)).await.unwrap();
                let references = found.rows.into_iter().map(|row| row.reference);
                (found.total, references.collect::<Vec<_>>())
            };
            let by_entry = order(None).await;
            assert_eq!(by_entry.0, if offer_id.is_none() { 120 } else { 40 });
            assert_eq!(by_entry, order(Some(Status::PaymentPending)).await);
        }
    }
}
