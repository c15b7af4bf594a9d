//! Live over an exchange that is another server of this contract: here the sandbox of the same
//! server, over a real connection.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, HeaderValue};
use kofa_core::OperatorRole;
use kofa_domain::{Clock as _, Environment, Kobo, Sensitive, Timestamp};
use kofa_investment::follow_exchange::Watch;
use kofa_investment::lifecycle::State;
use kofa_investment::ops::{
    FindUnderWay, FollowExchange, Followed, NoteExchangeFailure, ReadExchangeBanks,
};
use kofa_investment::ports::contract::{ContractExchange, ContractSettings, MAIN, Told};
use kofa_investment::ports::{Ports, Upstreams};
use kofa_investment::subscription::{AllotmentStatus, PaymentStatus, Status};
use kofa_outbound::{AddressRule, ClientDeps, HttpClient, UpstreamMetrics};
use kofa_store::testing::TestDatabase;
use kofa_testkit::{AdminClient, Reply};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::subscribe::with;
use crate::sweeping::Exec;
use crate::world::World;

const PRICE: i64 = 10_000;
const OFFER: &str = "OFR-OWN";

struct Chained {
    world: World,
    watch: Watch,
    operator: AdminClient,
    serving: JoinHandle<()>,
}

async fn both() -> Vec<Chained> {
    let mut all = Vec::new();
    for database in TestDatabase::both().await {
        all.push(Chained::on(database).await);
    }
    all
}

impl Chained {
    async fn on(database: TestDatabase) -> Self {
        let world = World::on(database).await;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let service = world.router.clone();
        let service = service.into_make_service_with_connect_info::<SocketAddr>();
        let serving = tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
        let settings = ContractSettings {
            name: MAIN.to_owned(),
            url,
            key: Sensitive::new(world.key.clone()),
            vendor_id: world.vendor_id.clone(),
            environment: Environment::Sandbox,
            headers: HeaderMap::new(),
            time_limit: Duration::from_secs(5),
            refresh_every: Duration::from_secs(60),
            follow_every: Duration::from_secs(30),
            offers: None,
            brokers: None,
        };
        let deps = ClientDeps {
            http: HttpClient::plain(1 << 20, AddressRule::CONFIGURED),
            metrics: UpstreamMetrics::default(),
            clock: Arc::new(world.clock.clone()),
            random: || 7,
        };
        let exchange = Arc::new(ContractExchange::new(settings, deps));
        let watch = Watch {
            exchange: Arc::clone(&exchange),
            store: world.store.clone(),
            clock: Arc::new(world.clock.clone()),
        };
        let live = Upstreams::contract(exchange);
        let ports = Ports::new(Upstreams::sandbox(&world.vault), live);
        let world = world.with_ports(ports);
        let tenant = world.tenant.clone();
        world.credit(&tenant, Environment::Live, 100 * PRICE).await;
        let operator = world.operator(OperatorRole::Owner).await;
        let chained = Self {
            world,
            watch,
            operator,
            serving,
        };
        let copy = json!({"copyOf": "OFR-BAOBAB", "offerId": OFFER});
        chained.at_exchange("", &copy).await;
        chained.refresh().await;
        chained
    }

    /// Does something to the offer at the exchange.
    async fn at_exchange(&self, what: &str, body: &Value) {
        let path = format!("tenants/{}/sandbox/offers{what}", self.world.tenant);
        let reply = self.operator.post(&path, body).await;
        assert!(reply.status.is_success(), "{}", reply.text);
        self.pass(1).await;
    }

    async fn move_to(&self, stage: &str) {
        let clock = format!("/{OFFER}/clock");
        self.at_exchange(&clock, &json!({"to": stage})).await;
    }

    /// Lets time pass, so that what changed is seen.
    async fn pass(&self, seconds: i64) {
        self.world.clock.advance_seconds(seconds);
    }

    async fn refresh(&self) {
        self.watch.refresh_once().await.unwrap();
        self.pass(1).await;
    }

    fn live(&self, path: &str, body: &Value) -> http::Request<axum::body::Body> {
        let mut request = self.world.request(path, body);
        let live = HeaderValue::from_static("live");
        request.headers_mut().insert("x-environment", live);
        request
    }

    async fn apply(&self, number: u32, shares: i64) -> Reply {
        let mut body = self.world.body(number);
        body["offerId"] = OFFER.into();
        body["numberOfShares"] = shares.into();
        self.world.send(self.live("subscribe", &body)).await
    }

    async fn transactions(&self) -> Vec<Value> {
        let request = self.live("transactions", &json!({}));
        let answer = self.world.send(request).await.json();
        answer["data"]["transactions"].as_array().unwrap().clone()
    }

    /// Status, payment, allotment, shares and refund of each application, the oldest first.
    async fn states(&self) -> Vec<String> {
        let all = self.transactions().await;
        let one = |it: &Value| {
            let word = |name: &str| it[name].as_str().unwrap_or_default().to_owned();
            format!(
                "{} {} {} {} {}",
                word("status"),
                word("paymentStatus"),
                word("allotmentStatus"),
                it["sharesAllotted"],
                it["refundAmount"]
            )
        };
        all.iter().rev().map(one).collect()
    }

    async fn offer(&self) -> Value {
        let answer = self.world.get_in("live", "offers?size=100").await.json();
        let offers = answer["data"]["offers"].as_array().unwrap();
        let mut ours = offers.iter().filter(|offer| offer["id"] == OFFER);
        ours.next().unwrap().clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_applies_is_told_to_the_exchange() {
    let other = json!({
        "firstName": "Chidi", "lastName": "Zz-Partner", "dateOfBirth": "1988-11-02",
        "gender": "Male", "phoneNumber": "08057654321", "bvn": "22200000077",
        "nin": "81500000077", "relationship": "Parent", "email": "chidi@example.com",
        "address": "1 Close",
    });
    let company = json!({"rcNumber": "RC1885308", "entityType": "COMPANY", "name": "Zebra"});
    for chain in both().await {
        let profiles = [
            json!({"profileType": "JOINT", "secondApplicant": other}),
            json!({
                "profileType": "MINOR", "dateOfBirth": "2015-01-01", "bvn": null, "nin": null,
                "guardian": other,
            }),
            json!({
                "profileType": "CORPORATE", "bvn": null, "nin": null, "dateOfBirth": null,
                "gender": null, "maritalStatus": null, "nextOfKinFullName": null,
                "nextOfKinPhone": null, "company": company,
            }),
        ];
        for profile in profiles {
            let mut body = with(chain.world.body(1), profile);
            body["offerId"] = OFFER.into();
            let reply = chain.world.send(chain.live("subscribe", &body)).await;
            reply.charged(200, PRICE);
        }
        let there = chain.world.post("transactions", &json!({})).await.json();
        let names = |all: &[Value]| -> Vec<Value> {
            all.iter()
                .map(|one| one["subscription"]["investorName"].clone())
                .collect()
        };
        let there = names(there["data"]["transactions"].as_array().unwrap());
        assert_eq!(
            there,
            [
                "Zebra",
                "Ngozi Zubairu-Test, by Chidi Zz-Partner",
                "Ngozi Zubairu-Test and Chidi Zz-Partner",
            ]
        );
        assert_eq!(there, names(&chain.transactions().await));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_is_followed_from_its_receipt_to_its_shares() {
    for chain in both().await {
        assert_eq!(chain.offer().await["isSubscribable"], true);
        let body = chain.apply(1, 40).await.charged(200, PRICE);
        let there = chain.world.post("transactions", &json!({})).await.json();
        let there = &there["data"]["transactions"][0];
        let data = &body["data"];
        assert_eq!(there["clientReference"], data["transactionReference"]);
        for name in ["exchangeReferenceNumber", "exchangeSubscriptionId"] {
            assert_eq!(there["subscription"][name], data[name]);
        }
        assert_eq!(
            chain.states().await,
            ["payment_pending pending pending null null"]
        );
        let refused = chain.apply(2, 20 * 13).await;
        refused.refused(422, "upstream_rejected");
        chain.apply(3, 400).await.charged(200, PRICE);
        chain.world.work().await;
        assert_eq!(chain.watch.follow_once(false).await.unwrap(), 2);
        assert_eq!(chain.watch.follow_once(true).await.unwrap(), 0);
        let accepted = "accepted successful pending null null";
        assert_eq!(
            chain.states().await,
            [accepted, "rejected pending pending null null", accepted]
        );
        for stage in ["closed", "allotted", "refunded", "credited"] {
            chain.move_to(stage).await;
            chain.refresh().await;
            chain.watch.follow_once(false).await.unwrap();
            chain.world.work().await;
        }
        chain.watch.follow_once(true).await.unwrap();
        assert_eq!(
            chain.states().await,
            [
                "credited successful full 40 0",
                "rejected pending pending null null",
                "credited successful full 400 0"
            ]
        );
        let environment = Environment::Live;
        let now = chain.world.clock.now();
        let find = FindUnderWay {
            environment,
            exchange: MAIN.to_owned(),
            now,
        };
        assert_eq!(chain.world.store.read(find).await.unwrap(), []);
        chain.world.check_books().await;
    }
}

/// What the exchange could say of the only application: 30 of its 40 shares were allotted.
async fn told_of(chain: &Chained) -> Told {
    let one = chain.transactions().await.swap_remove(0);
    let amount = (one["amount"].as_f64().unwrap() * 100.0).round() as i64;
    Told {
        our_reference: one["transactionReference"].as_str().unwrap().to_owned(),
        offer_id: OFFER.to_owned(),
        number_of_shares: 40,
        amount: Kobo::new(amount),
        reference: "X-1".to_owned(),
        subscription_id: "X-2".to_owned(),
        state: State {
            status: Status::PartiallyAllotted,
            payment: PaymentStatus::RefundPending,
            allotment: AllotmentStatus::Partial,
        },
        shares_allotted: Some(30),
        refund: Some(Kobo::new(amount / 4)),
        reason: None,
    }
}

/// The same with one thing wrong.
fn wrong(told: &Told) -> Vec<Told> {
    let whole = told.amount.get();
    let change = |change: &dyn Fn(&mut Told)| {
        let mut told = told.clone();
        change(&mut told);
        told
    };
    vec![
        change(&|told| told.number_of_shares = 60),
        change(&|told| told.amount = Kobo::new(whole + 1)),
        change(&|told| told.shares_allotted = None),
        change(&|told| told.shares_allotted = Some(41)),
        change(&|told| told.shares_allotted = Some(40)),
        change(&|told| told.refund = Some(Kobo::new(whole / 4 + 1))),
        change(&|told| {
            told.state.status = Status::Cancelled;
            told.state.allotment = AllotmentStatus::Pending;
            told.refund = Some(Kobo::new(whole - 1));
        }),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_exchange_says_is_believed_only_if_it_adds_up() {
    for chain in both().await {
        chain.apply(1, 40).await.charged(200, PRICE);
        let told = told_of(&chain).await;
        let follow = async |told: Told| {
            let follow = FollowExchange {
                environment: Environment::Live,
                told: vec![told],
                at: chain.world.clock.now(),
            };
            chain.world.store.write(follow).await.unwrap()
        };
        for told in wrong(&told) {
            let followed = follow(told.clone()).await;
            assert_eq!((followed.moved, followed.unfit.len()), (0, 1), "{told:?}");
        }
        let mut strange = told.clone();
        strange.our_reference = "KFT-OF-NOBODY".to_owned();
        assert_eq!(follow(strange).await.strange, ["KFT-OF-NOBODY"]);
        assert_eq!(follow(told.clone()).await.moved, 1);
        assert_eq!(follow(told.clone()).await, Followed::default());
        let back = serde_json::to_value(told.refund.unwrap().naira_json()).unwrap();
        let expected = format!("partially_allotted refund_pending partial 30 {back}");
        assert_eq!(chain.states().await, [expected]);
        // There is no way back.
        let mut before = told;
        before.state = State {
            status: Status::Accepted,
            payment: PaymentStatus::Successful,
            allotment: AllotmentStatus::Pending,
        };
        before.refund = None;
        assert_eq!(follow(before).await.unfit.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_exchange_is_away_nothing_is_charged_and_its_age_is_told() {
    for chain in both().await {
        let told = chain.world.get_in("live", "brokers").await.json();
        let retrieved = told["data"]["source"]["retrievedAt"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(Timestamp::parse_rfc3339(&retrieved).is_some());
        chain.serving.abort();
        chain.refresh().await;
        let offer = chain.offer().await;
        let why = offer["notSubscribableReason"].as_str().unwrap();
        assert!(
            why.starts_with("The exchange has not responded since"),
            "{why}"
        );
        for list in ["offers", "supported-banks", "brokers"] {
            let data = &chain.world.get_in("live", list).await.json()["data"]["source"];
            assert_eq!(data["retrievedAt"], retrieved.as_str(), "{list}");
            assert_eq!(
                (&data["cached"], &data["stale"]),
                (&json!(true), &json!(true))
            );
        }
        chain
            .apply(1, 40)
            .await
            .refused(503, "upstream_unavailable");
        assert_eq!(chain.states().await, ["rejected pending pending null null"]);
        // Noted once, from the first time on.
        let note = NoteExchangeFailure {
            environment: Environment::Live,
            exchange: MAIN.to_owned(),
            at: chain.world.clock.now().plus_seconds(60),
        };
        chain.world.store.write(note).await.unwrap();
        chain.pass(1).await;
        assert_eq!(chain.offer().await["notSubscribableReason"], why);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_exchange_runs_is_not_done_here() {
    for chain in both().await {
        let body = chain.apply(1, 40).await.charged(200, PRICE);
        let reference = &body["data"]["transactionReference"];
        let id = body["data"]["localSubscriptionId"].as_str().unwrap();
        let operator = &chain.operator;
        let path = format!("offers/live/{OFFER}");
        let refused = |reply: Reply| {
            let said = (reply.status.as_u16(), reply.json()["code"].clone());
            assert_eq!(said, (409, json!("offer_of_exchange")), "{}", reply.text);
        };
        refused(operator.patch(&path, &json!({"sector": "Other"})).await);
        for action in ["suspend", "cancel"] {
            let why = json!({"reason": "No reason."});
            refused(operator.post(&format!("{path}/{action}"), &why).await);
        }
        let cancel = format!("subscriptions/{id}/cancel");
        refused(operator.post(&cancel, &json!({"reason": "No."})).await);
        let amount = chain.transactions().await[0]["amount"].as_f64().unwrap() * 100.0;
        let paid = json!({
            "environment": "live", "reference": "BANK-1", "transactionReference": reference,
            "amountKobo": amount.round() as i64, "paidAt": "2026-07-03",
        });
        let entered = operator.post("settlements", &paid).await;
        assert!(entered.text.contains("not_payable"), "{}", entered.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_come_and_go_as_the_exchange_says() {
    for chain in both().await {
        chain.move_to("closed").await;
        chain.refresh().await;
        assert_eq!(chain.offer().await["status"], "closed");
        // What a restart takes up: the banks as the exchange knows them.
        let environment = Environment::Live;
        let banks = chain.world.store.read(ReadExchangeBanks {
            environment,
            exchange: MAIN.to_owned(),
        });
        let banks = banks.await.unwrap();
        assert!(banks.iter().any(|bank| bank.code == "011" && bank.active));
        chain.apply(1, 40).await.refused(422, "offer_closed");
        // An offer that operators made here stays theirs, and takes no applications.
        let own = Exec(
            "update offer set is_of_exchange = false where environment = 'live' \
             and id = 'OFR-BAOBAB'",
        );
        assert_eq!(chain.world.store.write(own).await.unwrap(), 1);
        chain.refresh().await;
        let mut body = chain.world.body(1);
        body["offerId"] = "OFR-BAOBAB".into();
        let reply = chain.world.send(chain.live("subscribe", &body)).await;
        reply.refused(422, "offer_not_open");
        // One that the exchange does not list any more is suspended.
        let gone = Exec("delete from offer where environment = 'sandbox' and id = 'OFR-HARMATTAN'");
        assert_eq!(chain.world.store.write(gone).await.unwrap(), 1);
        let moved = Exec("update offer_version set value = value + 1");
        chain.world.store.write(moved).await.unwrap();
        chain.pass(2).await;
        chain.refresh().await;
        let answer = chain.world.get_in("live", "offers?size=100").await.json();
        let offers = answer["data"]["offers"].as_array().unwrap();
        let gone = offers.iter().find(|offer| offer["id"] == "OFR-HARMATTAN");
        assert_eq!(gone.unwrap()["status"], "suspended");
    }
}
