//! Offers that the operator runs in live, paid on the page of a provider: whatever that does, each
//! application is paid once, and its money goes back by one way.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use http::{HeaderMap, HeaderValue};
use kofa_domain::{Clock as _, Environment, Kobo, Timestamp};
use kofa_investment::market::{Action, Reason};
use kofa_investment::ops::{CancelSubscription, MoveOffer};
use kofa_investment::ports::{Ports, ProviderPayments, Upstreams};
use kofa_investment::refund_batches::{MakeBatch, make};
use kofa_investment::sweeps::{After, sweep_ended};
use kofa_investment::tasks::Worker;
use kofa_payments::provider::{
    Asked, NoAnswer, Notice, Order, Payment, Provider, ProviderName, Refund, RefundOrder,
    RefundStage, Stage,
};
use kofa_payments::{ListNotices, NoticeMetrics, Payments, PaymentsParts, Providers, TASK_KINDS};
use kofa_store::testing::TestDatabase;
use kofa_tasks::{ListTasks, Task, TaskHandlers, work_once};
use kofa_testkit::{Left, Reply};
use serde_json::Value;

use crate::approvals::approve;
use crate::sweeping::{Count, Exec};
use crate::world::World;

const ID: &str = "OFR-BAOBAB";
/// The sandbox's offer, in live.
const OFFER: &str = "insert into offer (environment, id, name, offer_type, price_kobo, \
     minimum_shares, multiple, maximum_shares, shares_on_offer, open_at, close_at, \
     original_close_at, operator_status, details, seeded, tenant_id, updated_at) \
     select 'live', id, name, offer_type, price_kobo, minimum_shares, multiple, maximum_shares, \
     shares_on_offer, open_at, close_at, original_close_at, operator_status, details, seeded, \
     tenant_id, updated_at from offer where id = 'OFR-BAOBAB'";
const PRICE: i64 = 10_000;

/// What happens to the next requests of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// It is done, and nobody hears of it.
    Lose,
    /// Nothing reaches it.
    Cut,
    Refuse,
}

#[derive(Debug, Default)]
struct Book {
    payments: BTreeMap<String, Payment>,
    refunds: BTreeMap<String, (String, Refund)>,
    starts: Option<Act>,
    looks: Option<Act>,
    refunding: Option<Act>,
}

/// A provider that does as it is told.
#[derive(Clone, Debug, Default)]
struct Page(Arc<Mutex<Book>>);

impl Page {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap()
    }

    fn pays(&self, reference: &str, kobo: i64) {
        let mut book = self.book();
        let payment = book.payments.get_mut(reference).unwrap();
        (payment.stage, payment.amount) = (Stage::Paid, Kobo::new(kobo));
    }

    fn sends(&self, stage: RefundStage) {
        for (_, refund) in self.book().refunds.values_mut() {
            refund.stage = stage;
        }
    }
}

fn played<T>(act: Option<Act>, done: impl FnOnce() -> T) -> Result<T, NoAnswer> {
    let unknown = || NoAnswer::Unknown("cut off".to_owned());
    match act {
        None => Ok(done()),
        Some(Act::Lose) => {
            done();
            Err(unknown())
        }
        Some(Act::Cut) => Err(unknown()),
        Some(Act::Refuse) => Err(NoAnswer::Refused),
    }
}

impl Provider for Page {
    fn start<'a>(&'a self, order: &'a Order) -> Asked<'a, String> {
        Box::pin(async move {
            let mut book = self.book();
            if book.payments.contains_key(&order.reference) {
                return Err(NoAnswer::Refused);
            }
            played(book.starts, || {
                let payment = Payment {
                    reference: order.reference.clone(),
                    stage: Stage::Open,
                    amount: order.amount,
                    currency: "NGN".to_owned(),
                };
                book.payments.insert(order.reference.clone(), payment);
                format!("https://pay.example/{}", order.reference)
            })
        })
    }

    fn look_up<'a>(&'a self, reference: &'a str) -> Asked<'a, Option<Payment>> {
        let book = self.book();
        let found = played(book.looks, || book.payments.get(reference).cloned());
        Box::pin(std::future::ready(found))
    }

    fn refund<'a>(&'a self, order: &'a RefundOrder) -> Asked<'a, Refund> {
        Box::pin(async move {
            let mut book = self.book();
            played(book.refunding, || {
                let refund = Refund {
                    stage: RefundStage::Pending,
                    amount: order.amount,
                    currency: "NGN".to_owned(),
                    name: format!("R{}", book.refunds.len()),
                };
                let made = (order.payment.clone(), refund.clone());
                let before = book.refunds.insert(order.reference.clone(), made);
                assert_eq!(before, None, "asked for twice");
                refund
            })
        })
    }

    fn find_refund<'a>(&'a self, order: &'a RefundOrder) -> Asked<'a, Option<Refund>> {
        let book = self.book();
        let found = played(book.looks, || {
            let found = book.refunds.get(&order.reference);
            found.map(|(_, refund)| refund.clone())
        });
        Box::pin(std::future::ready(found))
    }

    fn read(&self, headers: &HeaderMap, body: &[u8], _: Timestamp) -> Option<Notice> {
        headers.get("signed")?;
        Some(Notice {
            reference: String::from_utf8_lossy(body).into_owned(),
            event: "charge.success".to_owned(),
            says_paid: true,
        })
    }
}

struct Live {
    world: World,
    page: Page,
    payments: Payments,
    handlers: TaskHandlers,
}

async fn both() -> Vec<Live> {
    let mut all = Vec::new();
    for database in TestDatabase::both().await {
        all.push(Live::on(database).await);
    }
    all
}

impl Live {
    async fn on(database: TestDatabase) -> Self {
        let world = World::on(database).await;
        let page = Page::default();
        let name = ProviderName::Paystack;
        let payments = Payments::new(PaymentsParts {
            store: world.store.clone(),
            vault: world.vault.clone(),
            clock: Arc::new(world.clock.clone()),
            wallets: Arc::clone(&world.gate.wallets),
            providers: Providers {
                live: vec![(name, Box::new(page.clone()))],
                default: Some(name),
                bank: None,
            },
            metrics: NoticeMetrics::default(),
            base_url: "http://localhost".to_owned(),
        });
        let clock = Arc::new(world.clock.clone());
        let provider = ProviderPayments::new(payments.clone(), clock.clone());
        let own = Upstreams::own(&world.vault);
        let own = own.with_payments(Some(Arc::new(provider)));
        let ports = Ports::new(Upstreams::sandbox(&world.vault), own);
        let world = world.with_ports(ports.clone());
        let worker = Arc::new(Worker {
            store: world.store.clone(),
            vault: world.vault.clone(),
            clock,
            ports,
        });
        payments.tell(worker);
        let handlers = world.tasks().with(&TASK_KINDS, Arc::new(payments.clone()));
        world.store.write(Exec(OFFER)).await.unwrap();
        approve(&world, ID).await;
        let live = Environment::Live;
        world.credit(&world.tenant, live, 100 * PRICE).await;
        Self {
            world,
            page,
            payments,
            handlers,
        }
    }

    async fn subscribe(&self, number: u32) -> Reply {
        let body = self.world.body(number);
        let mut request = self.world.request("subscribe", &body);
        let live = HeaderValue::from_static("live");
        request.headers_mut().insert("x-environment", live);
        self.world.send(request).await
    }

    /// An application: its id, its reference, and what it costs.
    async fn apply(&self, number: u32) -> (String, String, i64) {
        let reply = self.subscribe(number).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let body: Value = serde_json::from_str(&reply.text).unwrap();
        let data = &body["data"];
        let text = |name: &str| data[name].as_str().unwrap().to_owned();
        let reference = text("transactionReference");
        let kobo = (data["amount"].as_f64().unwrap() * 100.0).round() as i64;
        (text("localSubscriptionId"), reference, kobo)
    }

    async fn notice(&self, reference: &str) {
        let signed = HeaderMap::from_iter([("signed".parse().unwrap(), "1".parse().unwrap())]);
        let received = self
            .payments
            .receive("paystack", &signed, reference.as_bytes());
        received.await.unwrap();
    }

    /// Lets a while pass, doing what is due in it.
    async fn work(&self, seconds: i64) {
        for _ in 0..seconds / 5 {
            while work_once(&self.world.store, &self.world.clock, &self.handlers).await > 0 {}
            self.world.clock.advance_seconds(5);
        }
    }

    async fn tasks(&self) -> Vec<Task> {
        let list = ListTasks {
            stuck_only: false,
            after: 0,
            limit: 100,
        };
        self.world.store.read(list).await.unwrap()
    }

    async fn is(&self, expected: &[&str]) {
        let found = self.world.store.read(crate::ports::States).await.unwrap();
        assert_eq!(found, expected);
    }

    async fn outcomes(&self) -> Vec<&'static str> {
        let (outcome, page) = (None, kofa_core::Page::first());
        let list = ListNotices { outcome, page };
        let all = self.world.store.read(list).await.unwrap().items;
        all.iter().map(|one| one.outcome.as_str()).collect()
    }

    async fn cancel(&self, id: &str) {
        let cancel = CancelSubscription {
            by: self.world.by(),
            id: id.to_owned(),
            reason: "Withdrawn.".to_owned(),
        };
        self.world.store.write(cancel).await.unwrap();
    }

    async fn call_off(&self) {
        let call_off = MoveOffer {
            by: self.world.by(),
            environment: Environment::Live,
            id: ID.to_owned(),
            action: Action::Cancel {
                reason: Reason::parse("No more.").unwrap(),
            },
        };
        self.world.store.write(call_off).await.unwrap();
        let now = self.world.clock.now();
        sweep_ended(&self.world.store, now).await.unwrap();
    }

    /// Payments that go back because they came too late.
    async fn late(&self) -> i64 {
        let late = "select count(*) as n from product_payment where state = 'late'";
        self.world.store.read(Count(late)).await.unwrap()
    }

    async fn batch(&self) -> Option<i64> {
        let what = MakeBatch {
            by: self.world.by(),
            environment: Environment::Live,
            offer_id: Some(ID.to_owned()),
        };
        let made = make(&self.world.store, what).await;
        made.ok().map(|(_, batch)| batch.refunds)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_pays_once_and_a_refund_goes_back_once() {
    for live in both().await {
        let (_, reference, kobo) = live.apply(1).await;
        live.is(&["payment_pending pending"]).await;
        live.work(5).await;
        live.is(&["payment_pending processing"]).await;
        live.page.pays(&reference, kobo);
        live.notice(&reference).await;
        live.notice(&reference).await;
        live.work(10).await;
        live.is(&["accepted successful"]).await;
        assert_eq!(live.outcomes().await, ["applied"]);
        assert!(live.tasks().await.is_empty());
        live.page.book().refunding = Some(Act::Lose);
        live.call_off().await;
        live.work(10).await;
        live.is(&["cancelled refund_pending"]).await;
        live.page.book().refunding = None;
        live.work(120).await;
        assert_eq!(live.batch().await, None, "the provider has it");
        live.page.sends(RefundStage::Paid);
        live.work(600).await;
        live.is(&["cancelled refunded"]).await;
        assert_eq!(live.page.book().refunds.len(), 1);
        assert!(live.tasks().await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_an_answer_is_lost_another_page_is_begun_and_one_is_paid() {
    for live in both().await {
        live.page.book().starts = Some(Act::Lose);
        let (_, reference, kobo) = live.apply(1).await;
        live.page.book().starts = None;
        live.work(60).await;
        let names: Vec<String> = live.page.book().payments.keys().cloned().collect();
        assert_eq!(names, [reference.clone(), format!("{reference}-2")]);
        live.page.pays(&names[1], kobo);
        // The provider never says so of its own accord.
        live.work(1_200).await;
        live.is(&["accepted successful"]).await;

        live.page.book().starts = Some(Act::Cut);
        let (_, reference, _) = live.apply(2).await;
        live.page.book().starts = None;
        live.work(60).await;
        assert!(live.page.book().payments.contains_key(&reference));

        live.page.book().starts = Some(Act::Refuse);
        live.apply(3).await;
        live.work(10).await;
        let expected = [
            "accepted successful",
            "payment_pending processing",
            "payment_failed failed",
        ];
        live.is(&expected).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_as_asked_is_kept_and_what_is_late_goes_back() {
    for live in both().await {
        live.world.leaves(Left::Stuck);
        let (id, short, kobo) = live.apply(1).await;
        let (late_id, late, _) = live.apply(2).await;
        live.work(20).await;
        live.page.pays(&short, kobo - 1);
        live.notice(&short).await;
        live.work(60).await;
        assert_eq!(live.outcomes().await, ["kept"]);
        let stuck: Vec<Task> = live
            .tasks()
            .await
            .into_iter()
            .filter(|it| it.stuck)
            .collect();
        assert_eq!(stuck.len(), 1);
        live.cancel(&id).await;
        live.cancel(&late_id).await;
        live.page.pays(&late, kobo);
        live.page.book().looks = Some(Act::Cut);
        live.notice(&late).await;
        live.work(10).await;
        assert_eq!(live.outcomes().await, ["waiting", "kept"]);
        live.page.book().looks = None;
        live.work(60).await;
        assert_eq!(live.outcomes().await, ["returned", "kept"]);
        assert_eq!(live.late().await, 1);
        live.page.sends(RefundStage::Paid);
        live.work(600).await;
        let back: Vec<String> = live
            .page
            .book()
            .refunds
            .values()
            .map(|it| it.0.clone())
            .collect();
        assert_eq!(back, [late]);
        assert!(live.tasks().await.is_empty());
        live.is(&["cancelled failed", "cancelled failed"]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_that_the_provider_refuses_may_go_by_the_bank_and_no_other() {
    for live in both().await {
        live.world.leaves(Left::Stuck);
        let (_, reference, kobo) = live.apply(1).await;
        live.page.pays(&reference, kobo);
        live.work(30).await;
        live.is(&["accepted successful"]).await;
        live.page.book().refunding = Some(Act::Lose);
        live.page.book().looks = Some(Act::Cut);
        live.call_off().await;
        // Nobody knows what became of it, for so long that a person is asked.
        live.work(20_000).await;
        assert!(live.tasks().await[0].stuck);
        assert_eq!(live.batch().await, None);
        let after = After {
            by: live.world.by(),
            environment: Environment::Live,
            offer_id: ID.to_owned(),
        };
        let recorded = after.record_refunds(&live.world.store, "BY-HAND".to_owned());
        assert_eq!(recorded.await.unwrap(), 0);
        live.page.book().looks = None;
        live.page.book().refunding = None;
        // It is about the payment, and says that there is something to be looked at.
        live.notice(&reference).await;
        live.page.sends(RefundStage::Failed);
        live.work(60).await;
        let stuck = live.tasks().await.remove(0);
        assert!(stuck.stuck && stuck.last_error.unwrap().contains("refuses"));
        assert_eq!(live.batch().await, Some(1));
        assert_eq!(after.refund(&live.world.store).await.unwrap(), 0);
        live.work(60).await;
        assert_eq!(live.page.book().refunds.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_nobody_pays_ends_with_its_offer() {
    for live in both().await {
        live.apply(1).await;
        // Looks are far apart by now.
        live.work(3_000).await;
        let close = "update offer set close_at = 1 where environment = 'live'";
        live.world
            .store
            .write(Exec("update offer set open_at = 0"))
            .await
            .unwrap();
        live.world.store.write(Exec(close)).await.unwrap();
        let now = live.world.clock.now();
        sweep_ended(&live.world.store, now).await.unwrap();
        live.work(5).await;
        live.is(&["expired failed"]).await;
        assert!(live.tasks().await.is_empty());
    }
}
