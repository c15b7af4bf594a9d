//! The gate and the settlement through the front door, on both databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

#[path = "gate/alerts.rs"]
mod alerts;
#[path = "gate/dead_keys.rs"]
mod dead_keys;
#[path = "gate/leaving.rs"]
mod leaving;
#[path = "gate/refusing.rs"]
mod refusing;
#[path = "gate/routing.rs"]
mod routing;
#[path = "gate/settling.rs"]
mod settling;
#[path = "gate/silence.rs"]
mod silence;
#[path = "gate/underway.rs"]
mod underway;

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use http::Request;
use kofa_core::codes;
use kofa_core::endpoint::{Billable, Endpoint, Envelope, JSON_BYTES_MAX, Member, Verb};
use kofa_domain::{Clock as _, Environment, Error, Ids, Kobo, Result, Scope, TenantId, Timestamp};
use kofa_gate::call::Call;
use kofa_gate::{
    Answer, ProductEndpoint, ProductRoutes, Reference, Refusal, Request as Incoming, metering,
};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::RevokeKey;
use kofa_identity::service_switch::SwitchService;
use kofa_identity::tenants::{SetTenantStatus, TenantStatus};
use kofa_insight::calls::{ListCalls, ListLedger};
use kofa_ledger::{Credit, Holds, ListHolds, WalletState};
use kofa_store::{Op, Store, Tx};
use kofa_testkit::{Reply, TestApp, send};
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// The shapes of failure of two products.
const REGISTRY: &Envelope = &Envelope {
    schema: "RegistryFailure",
    media_type: "application/json",
    members: &[
        ("statusCode", Member::Status),
        ("message", Member::Message),
        ("errors", Member::Errors),
    ],
    link: "docUrl",
};
const INVESTMENT: &Envelope = &Envelope {
    schema: "InvestmentFailure",
    media_type: "application/json",
    members: &[("message", Member::Message), ("errors", Member::Errors)],
    link: "docUrl",
};

/// A look-up that costs 500 kobo.
struct Look;

static LOOK: Endpoint = Endpoint {
    operation_id: "look",
    path: "/look",
    scope: Some(Scope::new("business_validation_registry")),
    envelope: REGISTRY,
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "always",
    }],
    ..Endpoint::BASE
};

impl ProductEndpoint for Look {
    const ENDPOINT: &'static Endpoint = &LOOK;
    type Input = Option<String>;

    async fn read(&self, _call: &Call, request: &Incoming) -> Result<Option<String>> {
        let query = request.query();
        if query.get("bad").is_some() {
            return Err(Error::on(
                "bad",
                &codes::INVALID_FIELD,
                "`bad` must not be sent.",
            ));
        }
        Ok(query.get("how").map(str::to_owned))
    }

    async fn run(&self, call: &Call, how: Option<String>) -> Result<Answer, Refusal> {
        match how.as_deref() {
            Some("slow") => {
                leaving::a_while().await;
                Ok(Answer::json(200, &json!({}))?)
            }
            Some("slow_and_keeps") => {
                leaving::a_while().await;
                let nothing = Nothing { refuse: false };
                Ok(Answer::json(200, &json!({}))?.with_write(nothing))
            }
            Some("slow_and_missing") => {
                leaving::a_while().await;
                Err(Error::plain(&codes::NOT_FOUND).into())
            }
            Some("slow_and_down") => {
                leaving::a_while().await;
                Err(Error::unavailable("down").into())
            }
            Some("missing") => Err(Error::plain(&codes::NOT_FOUND).into()),
            Some("panic") => panic!("on purpose"),
            Some("free") => Ok(Answer::json(200, &json!({}))?.free()),
            Some("keeps") => {
                let nothing = Nothing { refuse: false };
                Ok(Answer::json(200, &json!({}))?.with_write(nothing))
            }
            Some("unheard") => {
                Ok(Answer::json(200, &json!({}))?.with_write(underway::UnheardAndAway))
            }
            Some("less") => Ok(Answer::json(200, &json!({}))?.charged_at_most(Kobo::new(7))),
            _ => Ok(Answer::json(200, &json!({"vendor": call.vendor_id()}))?),
        }
    }

    fn reference() -> Reference {
        Reference::new("Look", "")
    }
}

/// Something with an effect outside, which costs 10,000 kobo.
struct Make {
    store: Store,
    effects: Arc<AtomicUsize>,
}

static MAKE: Endpoint = Endpoint {
    operation_id: "make",
    path: "/make",
    billable: &[Billable {
        status: 200,
        when: "made",
    }],
    ..MAKE_FORM
};

/// What the product stores with the hold: nothing, but it may refuse.
struct Nothing {
    refuse: bool,
}

impl Op for Nothing {
    type Out = ();
    async fn run(&self, _tx: &mut Tx<'_>) -> Result<()> {
        if self.refuse {
            Err(Error::plain(&codes::CONFLICT))
        } else {
            Ok(())
        }
    }
}

impl ProductEndpoint for Make {
    const ENDPOINT: &'static Endpoint = &MAKE;
    type Input = String;

    async fn read(&self, _call: &Call, request: &Incoming) -> Result<String> {
        let object = request.json_object()?;
        let how = object.get("how").and_then(Value::as_str).unwrap_or("well");
        if how == "invalid" {
            return Err(Error::on(
                "how",
                &codes::INVALID_FIELD,
                "`how` must not be invalid.",
            ));
        }
        Ok(how.to_owned())
    }

    async fn run(&self, call: &Call, how: String) -> Result<Answer, Refusal> {
        if how == "unheard" {
            metering::begin(&self.store, call, underway::Unheard).await?;
        }
        if how == "lost" {
            metering::begin(&self.store, call, underway::UnheardAndAway).await?;
        }
        metering::begin(
            &self.store,
            call,
            Nothing {
                refuse: how == "duplicate",
            },
        )
        .await?;
        if how == "closed" {
            self.store.write(underway::CloseLeases).await?;
        }
        if how == "away" {
            self.store.write(underway::Away).await?;
        }
        let made = self.effects.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        match how.as_str() {
            "slow" => {
                leaving::a_while().await;
                Ok(Answer::json(200, &json!({"made": made}))?)
            }
            "refused" => Err(Refusal::executed(Error::plain(&codes::CONFLICT))),
            "panic" => panic!("on purpose"),
            "hangs" => std::future::pending().await,
            "waits" => {
                while self.effects.load(Ordering::SeqCst) < settling::RELEASED {
                    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                }
                Ok(Answer::json(200, &json!({"made": made}))?)
            }
            "down" => Err(Error::plain(&codes::UPSTREAM_NOT_CONFIGURED).into()),
            "unstorable" => Ok(Answer::json(200, &json!({}))?.with_write(Nothing { refuse: true })),
            _ => Ok(Answer::json(200, &json!({"made": made}))?),
        }
    }

    fn reference() -> Reference {
        Reference::new("Make", "")
    }
}

/// Work that goes on after the answer, for 10,000 kobo.
struct Order;

static ORDER: Endpoint = Endpoint {
    operation_id: "order",
    path: "/order",
    billable: &[Billable {
        status: 202,
        when: "delivered",
    }],
    ..MAKE_FORM
};

/// What `Make` and `Order` share.
const MAKE_FORM: Endpoint = Endpoint {
    verb: Verb::Post,
    scope: Some(Scope::new("investment_ipo")),
    envelope: INVESTMENT,
    default_price: Kobo::new(10_000),
    idempotent: true,
    body_bytes_max: JSON_BYTES_MAX,
    ..Endpoint::BASE
};

impl ProductEndpoint for Order {
    const ENDPOINT: &'static Endpoint = &ORDER;
    type Input = Option<String>;

    async fn read(&self, _call: &Call, request: &Incoming) -> Result<Option<String>> {
        Ok(request.header("how").map(str::to_owned))
    }

    async fn run(&self, call: &Call, how: Option<String>) -> Result<Answer, Refusal> {
        let refuse = how.as_deref() == Some("refuse");
        match how.as_deref() {
            Some("slow") => tokio::time::sleep(std::time::Duration::from_millis(200)).await,
            Some("rejected") => return Err(Refusal::executed(Error::plain(&codes::CONFLICT))),
            Some("panic") => panic!("on purpose"),
            _ => {}
        }
        let id = call.request_id().to_string();
        let answer = Answer::json(202, &json!({"id": id}))?;
        Ok(answer
            .with_header("location", format!("/order/{id}"))
            .with_write(Nothing { refuse })
            .charged_later())
    }

    fn reference() -> Reference {
        Reference::new("Order", "")
    }
}

/// Whether the work was still there to be ended; or an error.
struct Ended(Option<bool>);

impl Op for Ended {
    type Out = bool;
    async fn run(&self, _tx: &mut Tx<'_>) -> Result<bool> {
        self.0.ok_or_else(|| Error::plain(&codes::CONFLICT))
    }
}

struct World {
    app: TestApp,
    router: Router,
    tenant: TenantId,
    effects: Arc<AtomicUsize>,
}

impl Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

/// How many rows the journals of all wallets have.
struct Seq;

impl Op for Seq {
    type Out = i64;
    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let sql = "select cast(sum(seq) as bigint) as seq from wallet";
        Ok(tx.one(sql, &[]).await?.get("seq")?)
    }
}

const START: Timestamp = Timestamp::from_micros(1_795_251_600_000_000);
const SANDBOX: Environment = Environment::Sandbox;

fn routes(app: &TestApp, effects: &Arc<AtomicUsize>) -> Router {
    ProductRoutes::new(Arc::clone(&app.gate))
        .with(Look)
        .with(Make {
            store: app.store.clone(),
            effects: Arc::clone(effects),
        })
        .with(Order)
        .with(leaving::Read)
        .into_router()
}

impl World {
    async fn on(app: TestApp) -> Self {
        let effects = Arc::default();
        let world = Self {
            tenant: app.tenant("Ada Ltd").await.id,
            router: routes(&app, &effects),
            app,
            effects,
        };
        world.app.gate.snapshot.refresh().await.unwrap();
        // A round balance: what a new tenant gets is another test's business.
        world.drain(Kobo::new(1_000_000)).await;
        world.limit(100_000, 100_000).await;
        world
    }

    /// The same database, served by a new process.
    async fn restart(mut self) -> Self {
        self.app.restart().await;
        self.router = routes(&self.app, &self.effects);
        self
    }

    async fn wallet(&self) -> WalletState {
        self.wallet_of(&self.tenant, SANDBOX).await
    }

    /// Brings the sandbox balance to `to`.
    async fn drain(&self, to: Kobo) {
        let away = self.wallet().await.balance.get() - to.get();
        match away {
            0 => {}
            1.. => self.debit(&self.tenant, SANDBOX, away).await,
            _ => self.credit(&self.tenant, SANDBOX, -away).await,
        }
    }

    async fn limit(&self, per_second: u32, burst: u32) {
        let rate = kofa_domain::Rate { per_second, burst };
        self.app.limit(&self.tenant, SANDBOX, rate).await;
    }

    fn plan() -> KeyPlan {
        KeyPlan {
            name: "test".to_owned(),
            scopes: vec![
                Scope::new("investment_ipo"),
                Scope::new("business_validation_registry"),
            ],
            environments: vec![Environment::Sandbox],
            allowed_cidrs: Vec::new(),
            expires_at: None,
        }
    }

    async fn key(&self, plan: KeyPlan) -> (kofa_domain::KeyId, String) {
        let (key, text) = self.app.key(&self.tenant, plan).await;
        (key.id, text)
    }

    async fn send(&self, request: Request<Body>) -> Reply {
        send(&self.router, request).await
    }

    async fn look(&self, key: &str, query: &str) -> Reply {
        self.send(get(key, query).body(Body::empty()).unwrap())
            .await
    }

    /// A look beside others; ends in its status.
    fn spawn_look(&self, key: &str, query: &str) -> tokio::task::JoinHandle<u16> {
        let request = get(key, query).body(Body::empty()).unwrap();
        let router = self.router.clone();
        tokio::spawn(async move { router.oneshot(request).await.unwrap().status().as_u16() })
    }

    async fn make(&self, key: &str, idempotency: Option<&str>, body: &str) -> Reply {
        self.send(post(key, idempotency, body)).await
    }

    /// Whatever happened, the books balance and nothing is left open.
    async fn check_books(&self) {
        self.app.check_books().await;
        let state = self.wallet().await;
        assert_eq!(
            self.gate.wallets.reserved(state.wallet).await.unwrap(),
            Kobo::ZERO
        );
        let available = self.gate.wallets.available(state.wallet).await.unwrap();
        assert_eq!(available, state.balance, "memory and journal agree");
    }
}

fn get(key: &str, query: &str) -> http::request::Builder {
    Request::builder()
        .uri(format!("/look?{query}"))
        .header("x-api-key", key)
}

fn post(key: &str, idempotency: Option<&str>, body: &str) -> Request<Body> {
    let mut request = Request::builder()
        .method("POST")
        .uri("/make")
        .header("x-api-key", key)
        .header("content-type", "application/json");
    if let Some(name) = idempotency {
        request = request.header("idempotency-key", name);
    }
    request.body(Body::from(body.to_owned())).unwrap()
}

/// Begins and never ends.
const HANGS: &str = r#"{"how":"hangs"}"#;
const HANGS_NOT: &str = r#"{"how":"well"}"#;

async fn worlds() -> Vec<World> {
    let mut all = Vec::new();
    for app in kofa_testkit::both(START).await {
        all.push(World::on(app).await);
    }
    all
}

#[tokio::test]
async fn a_call_is_answered_charged_and_logged() {
    for world in worlds().await {
        let (key_id, key) = world.key(World::plan()).await;
        let reply = world.look(&key, "").await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("x-charge-amount"), "500");
        assert_eq!(reply.header("x-charge-currency"), "NGN");
        assert_eq!(reply.header("x-wallet-balance"), "999500");
        assert_eq!(reply.header("ratelimit-policy"), "\"key\";q=100000;w=1");
        assert!(reply.header("ratelimit").starts_with("\"key\";r=99999;t="));
        let id: uuid::Uuid = reply.header("x-request-id").parse().unwrap();
        let wallet = world.wallet().await.wallet;
        let list = ListCalls {
            wallet,
            request_id: Some(id),
            before: None,
            limit: 10,
        };
        let page = world.store.read(list).await.unwrap();
        let [row] = page.rows.as_slice() else {
            panic!("one row")
        };
        assert_eq!(
            (row.charge, row.status, &row.key_id),
            (Kobo::new(500), 200, &key_id)
        );
        assert_eq!(row.operation_id, "look");
        let journal = ListLedger {
            wallet,
            before: None,
            limit: 1,
        };
        let page = world.store.read(journal).await.unwrap();
        assert_eq!(page.rows[0].request_id, Some(id));
        assert_eq!(page.rows[0].amount, Kobo::new(-500));
        assert_eq!(page.rows[0].balance, Kobo::new(999_500));
        assert!(page.next.is_some());
        world.check_books().await;
    }
}

#[tokio::test]
async fn keys_that_are_unknown_expired_or_revoked_are_refused() {
    for world in worlds().await {
        let send = |request: http::request::Builder| request.body(Body::empty()).unwrap();
        let bare = Request::builder().uri("/look");
        world.send(send(bare)).await.refused(401, "missing_api_key");
        let unknown = kofa_domain::mint_api_key(Environment::Sandbox, &[9; 32]);
        for wrong in [
            "nonsense",
            "kofa_test_0000000000000000000000_000000",
            &unknown,
        ] {
            world.look(wrong, "").await.refused(401, "invalid_api_key");
        }
        let expires_at = Some(world.clock.now().plus_seconds(60));
        let (_, expiring) = world
            .key(KeyPlan {
                expires_at,
                ..World::plan()
            })
            .await;
        assert_eq!(world.look(&expiring, "").await.status, 200);
        world.clock.advance_seconds(60);
        world
            .look(&expiring, "")
            .await
            .refused(401, "api_key_expired");
        let (id, revoked) = world.key(World::plan()).await;
        world
            .store
            .write(RevokeKey {
                by: world.by(),
                key: id,
            })
            .await
            .unwrap();
        world.gate.snapshot.refresh().await.unwrap();
        world
            .look(&revoked, "")
            .await
            .refused(401, "api_key_revoked");

        world.check_books().await;
    }
}

#[tokio::test]
async fn only_a_configured_proxy_is_believed_about_the_caller() {
    for world in worlds().await {
        let allowed_cidrs = vec!["192.0.2.0/24".parse().unwrap()];
        let (_, fenced) = world
            .key(KeyPlan {
                allowed_cidrs,
                ..World::plan()
            })
            .await;
        world.look(&fenced, "").await.refused(403, "ip_not_allowed");
        let via = |peer: &str, forwarded: &str| {
            let peer: std::net::SocketAddr = peer.parse().unwrap();
            get(&fenced, "")
                .extension(axum::extract::ConnectInfo(peer))
                .header("x-forwarded-for", forwarded)
                .body(Body::empty())
                .unwrap()
        };
        // Only a configured proxy is believed, and only about the hop before it.
        assert_eq!(
            world
                .send(via("10.1.1.1:80", "192.0.2.7, 10.9.9.9"))
                .await
                .status,
            200
        );
        world
            .send(via("203.0.113.1:80", "192.0.2.7"))
            .await
            .refused(403, "ip_not_allowed");
        world
            .send(via("10.1.1.1:80", "192.0.2.7, 203.0.113.1"))
            .await
            .refused(403, "ip_not_allowed");
        // A hop that names no address, or with a port, is not stepped over.
        for hop in ["203.0.113.1:443", "[2001:db8::5]:443", "unknown"] {
            world
                .send(via("10.1.1.1:80", &format!("192.0.2.7, {hop}")))
                .await
                .refused(403, "ip_not_allowed");
        }
        let with_port = via("10.1.1.1:80", "192.0.2.7:443");
        assert_eq!(world.send(with_port).await.status, 200);

        world.check_books().await;
    }
}

#[tokio::test]
async fn environment_scope_and_service_are_checked_in_this_order() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let send = |request: http::request::Builder| request.body(Body::empty()).unwrap();
        let named = |name: &str| send(get(&key, "").header("x-environment", name));
        world
            .send(named("staging"))
            .await
            .refused(400, "invalid_environment");
        // A proxy joins them, or keeps either: they are one header to nobody.
        for (first, second) in [("sandbox", "live"), ("live", "sandbox")] {
            let twice = get(&key, "").header("x-environment", first);
            let twice = world
                .send(send(twice.header("x-environment", second)))
                .await;
            twice.refused(400, "invalid_environment");
        }
        let twice = get(&key, "").header("x-api-key", "kofa_test_other");
        world
            .send(send(twice))
            .await
            .refused(401, "invalid_api_key");
        assert_eq!(world.send(named("SANDBOX")).await.status, 200);
        world
            .send(named("live"))
            .await
            .refused(403, "environment_mismatch");
        let scopes = vec![Scope::new("investment_ipo")];
        let (_, narrow) = world
            .key(KeyPlan {
                scopes,
                ..World::plan()
            })
            .await;
        let reply = world.look(&narrow, "").await;
        reply.refused(403, "insufficient_scope");
        let required = &reply.json()["errors"][0]["requiredScope"];
        assert_eq!(required, "business_validation_registry");
        let environments = Environment::ALL.to_vec();
        let (_, wide) = world
            .key(KeyPlan {
                environments,
                ..World::plan()
            })
            .await;
        let live = send(get(&wide, "").header("x-environment", "live"));
        world.send(live).await.refused(403, "service_not_enabled");

        world.check_books().await;
    }
}

#[tokio::test]
async fn a_refusal_by_the_product_is_free() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        world
            .look(&key, "bad=1")
            .await
            .refused(422, "invalid_field");
        let missing = world.look(&key, "how=missing").await;
        missing.refused(404, "not_found");
        assert_eq!(missing.header("x-charge-amount"), "0");
        assert_eq!(missing.json()["statusCode"], 404);
        assert_eq!(missing.json()["data"], Value::Null);
        world
            .look(&key, "how=panic")
            .await
            .refused(500, "internal_error");

        world.check_books().await;
    }
}

#[tokio::test]
async fn a_limited_call_consumes_nothing_and_keys_share_the_tenants_limit() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let environments = Environment::ALL.to_vec();
        let (_, wide) = world
            .key(KeyPlan {
                environments,
                ..World::plan()
            })
            .await;
        world.limit(1, 2).await;
        world.clock.advance_seconds(1_000);
        assert_eq!(world.look(&key, "").await.status, 200);
        assert_eq!(world.look(&key, "").await.status, 200);
        let limited = world.look(&key, "").await;
        limited.refused(429, "rate_limit_exceeded");
        assert_eq!(limited.header("retry-after"), "1");
        assert_eq!(limited.header("ratelimit"), "\"key\";r=0;t=2");
        // Refused calls consumed nothing: after one second exactly one passes.
        for _ in 0..5 {
            world
                .look(&key, "")
                .await
                .refused(429, "rate_limit_exceeded");
        }
        world.clock.advance_seconds(1);
        assert_eq!(world.look(&key, "").await.status, 200);
        world
            .look(&key, "")
            .await
            .refused(429, "rate_limit_exceeded");
        // Two keys share the tenant's limit.
        world.clock.advance_seconds(2);
        assert_eq!(world.look(&wide, "").await.status, 200);
        assert_eq!(world.look(&key, "").await.status, 200);
        let shared = world.look(&wide, "").await;
        shared.refused(429, "rate_limit_exceeded");
        assert_eq!(shared.json()["errors"][0]["policy"], "tenant");

        // A new limit holds at once: what the old one counted is gone within a second.
        world.limit(1_000, 2_000).await;
        world.clock.advance_seconds(1);
        assert_eq!(world.look(&key, "").await.status, 200);
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_wallet_that_cannot_pay_and_a_suspended_tenant_are_refused() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        world.drain(Kobo::new(499)).await;
        let poor = world.look(&key, "").await;
        poor.refused(402, "insufficient_wallet_balance");
        let fault = &poor.json()["errors"][0];
        assert_eq!(
            (&fault["price"], &fault["available"]),
            (&json!(500), &json!(499))
        );
        assert_eq!(fault["shortfall"], 1);

        let (by, tenant) = (world.by(), world.tenant.clone());
        let status = TenantStatus::Suspended;
        let reason = String::new();
        let suspend = SetTenantStatus {
            by,
            tenant,
            status,
            reason,
        };
        world.store.write(suspend).await.unwrap();
        world.gate.snapshot.refresh().await.unwrap();
        world.look(&key, "").await.refused(403, "tenant_suspended");
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_service_switched_off_is_refused_at_once() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let op = SwitchService {
            by: world.by(),
            tenant: world.tenant.clone(),
            scope: Scope::new("business_validation_registry"),
            environment: Environment::Sandbox,
            enabled: false,
            reason: String::new(),
            rules: Default::default(),
        };
        world.store.write(op).await.unwrap();
        world.gate.snapshot.refresh().await.unwrap();
        world
            .look(&key, "")
            .await
            .refused(403, "service_not_enabled");
        assert_eq!(world.make(&key, None, "{}").await.status, 200);
    }
}

#[tokio::test]
async fn bodies_are_bounded_typed_and_parsed() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        world
            .make(&key, None, "{nope")
            .await
            .refused(400, "malformed_json");
        world
            .make(&key, None, "[]")
            .await
            .refused(422, "invalid_body");
        let huge = format!("{{\"a\":\"{}\"}}", "x".repeat(JSON_BYTES_MAX));
        world
            .make(&key, None, &huge)
            .await
            .refused(413, "body_too_large");
        let declared = Request::builder()
            .method("POST")
            .uri("/make")
            .header("x-api-key", &key)
            .header("content-length", huge.len())
            .body(Body::from(huge.clone()))
            .unwrap();
        world.send(declared).await.refused(413, "body_too_large");
        let untyped = Request::builder()
            .method("POST")
            .uri("/make")
            .header("x-api-key", &key)
            .body(Body::from("{}"))
            .unwrap();
        world
            .send(untyped)
            .await
            .refused(415, "unsupported_media_type");
        for method in ["PUT", "DELETE", "HEAD", "PATCH"] {
            let other = Request::builder()
                .method(method)
                .uri("/look")
                .header("x-api-key", &key);
            let reply = world.send(other.body(Body::empty()).unwrap()).await;
            assert_eq!(reply.status, 405, "{method}");
            assert_eq!(reply.header("allow"), "GET");
        }
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_lower_charge_and_a_free_answer_give_the_rest_back() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        assert_eq!(
            world.look(&key, "how=less").await.header("x-charge-amount"),
            "7"
        );
        let free = world.look(&key, "how=free").await;
        assert_eq!(free.header("x-charge-amount"), "0");
        assert_eq!(free.header("x-wallet-balance"), "999993");
        world.check_books().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_400_calls_on_money_for_50_exactly_50_succeed() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        world.drain(Kobo::new(50 * 500)).await;
        let calls = (0..400).map(|_| world.spawn_look(&key, ""));
        let mut statuses = Vec::new();
        for call in calls.collect::<Vec<_>>() {
            statuses.push(call.await.unwrap());
        }
        assert_eq!(statuses.iter().filter(|&&status| status == 200).count(), 50);
        assert_eq!(
            statuses.iter().filter(|&&status| status == 402).count(),
            350
        );
        assert_eq!(world.wallet().await.balance, Kobo::ZERO);
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_repetition_gets_the_same_bytes_free() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let first = world.make(&key, Some("k1"), r#"{"a":1,"b":[1,2]}"#).await;
        assert_eq!(first.status, 200);
        assert_eq!(first.header("x-charge-amount"), "10000");
        // The same request in another spelling, and the key as a quoted string.
        let again = world
            .make(&key, Some("\"k1\""), r#" { "b" : [1, 2], "a" : 1 } "#)
            .await;
        assert_eq!((again.status, &again.bytes), (first.status, &first.bytes));
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(again.header("x-charge-amount"), "0");
        assert_ne!(again.header("x-request-id"), first.header("x-request-id"));
        let other = world.make(&key, Some("k1"), r#"{"a":2}"#).await;
        other.refused(422, "idempotency_key_reused");
        world
            .make(&key, Some(""), "{}")
            .await
            .refused(422, "invalid_idempotency_key");
        let long = "x".repeat(256);
        world
            .make(&key, Some(&long), "{}")
            .await
            .refused(422, "invalid_idempotency_key");
        let mut twice = post(&key, Some("k1"), r#"{"a":1,"b":[1,2]}"#);
        let other = http::HeaderValue::from_static("k2");
        twice.headers_mut().append("idempotency-key", other);
        let twice = world.send(twice).await;
        twice.refused(422, "invalid_idempotency_key");
        assert_eq!(world.effects.load(Ordering::SeqCst), 1);
        // A refusal after execution is kept; refusals before it are not.
        let refused = r#"{"how":"refused"}"#;
        let first = world.make(&key, Some("k2"), refused).await;
        first.refused(409, "conflict");
        let again = world.make(&key, Some("k2"), refused).await;
        assert_eq!((again.status, &again.bytes), (first.status, &first.bytes));
        assert_eq!(again.header("idempotency-replayed"), "true");
        // Both are found in the log by what they were refused for.
        let latest = ListCalls {
            wallet: world.wallet().await.wallet,
            request_id: None,
            before: None,
            limit: 2,
        };
        let rows = world.store.read(latest).await.unwrap().rows;
        let codes = rows.iter().map(|row| row.error_code.as_deref());
        assert_eq!(codes.collect::<Vec<_>>(), [Some("conflict"); 2]);
        for how in ["invalid", "duplicate", "down"] {
            let body = format!(r#"{{"how":"{how}"}}"#);
            assert!(
                !world
                    .make(&key, Some("k3"), &body)
                    .await
                    .status
                    .is_success(),
                "{how}"
            );
        }
        assert_eq!(
            world.make(&key, Some("k3"), "{}").await.status,
            200,
            "free to use again"
        );
        assert_eq!(world.wallet().await.balance, Kobo::new(1_000_000 - 20_000));
        world.check_books().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_idempotency_key_from_32_clients_executes_once() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let calls = (0..32).map(|_| {
            let (router, key) = (world.router.clone(), key.clone());
            tokio::spawn(async move {
                let response = router.oneshot(post(&key, Some("one"), "{}")).await.unwrap();
                response.status().as_u16()
            })
        });
        let mut statuses = Vec::new();
        for call in calls.collect::<Vec<_>>() {
            statuses.push(call.await.unwrap());
        }
        assert_eq!(world.effects.load(Ordering::SeqCst), 1, "{statuses:?}");
        assert!(
            statuses.iter().all(|status| [200, 409].contains(status)),
            "{statuses:?}"
        );
        assert!(statuses.contains(&200));
        assert_eq!(world.make(&key, Some("one"), "{}").await.status, 200);
        assert_eq!(world.wallet().await.balance, Kobo::new(990_000));
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_caller_who_hangs_up_does_not_stop_an_effect_from_being_settled() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let call = world.router.clone().oneshot(post(&key, Some("gone"), "{}"));
        let soon = std::time::Duration::from_millis(8);
        // Cut off while the effect is under way, on whichever side of `begin` that is.
        let _ = tokio::time::timeout(soon, call).await;
        for _ in 0..200 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            let again = world.make(&key, Some("gone"), "{}").await;
            if again.status == 200 {
                break;
            }
            again.refused(409, "idempotency_in_progress");
        }
        assert_eq!(world.effects.load(Ordering::SeqCst), 1);
        world.check_books().await;
    }
}

#[tokio::test]
async fn what_a_crash_left_is_undone_or_finished_at_the_next_start() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        // Cut off between `begin` and settlement: the outside never answers.
        for name in ["undo", "finish"] {
            let (router, request) = (world.router.clone(), post(&key, Some(name), HANGS));
            tokio::spawn(router.oneshot(request));
        }
        while world.store.read(ListHolds).await.unwrap().len() < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        let running = world.make(&key, Some("undo"), HANGS).await;
        running.refused(409, "idempotency_in_progress");
        let world = world.restart().await;
        let holds = world.store.read(ListHolds).await.unwrap();
        assert_eq!(holds.len(), 2);
        let wallet = world.wallet().await.wallet;
        assert_eq!(
            world.gate.wallets.reserved(wallet).await.unwrap(),
            Kobo::new(20_000)
        );
        for (hold, finish) in holds.iter().zip([false, true]) {
            assert_eq!(
                (hold.operation_id.as_str(), hold.amount),
                ("make", Kobo::new(10_000))
            );
            let reply = finish.then(|| Ok(Answer::json(200, &json!({"made": "late"})).unwrap()));
            world.gate.recover(hold, &MAKE, reply).await.unwrap();
        }
        assert_eq!(world.wallet().await.balance, Kobo::new(990_000));
        // One key replays what became of it, the other is free to be used again.
        let mut replies = Vec::new();
        for name in ["undo", "finish"] {
            let reply = world.make(&key, Some(name), HANGS_NOT).await;
            replies.push(reply.status.as_u16());
        }
        replies.sort_unstable();
        assert_eq!(
            replies,
            [200, 422],
            "one runs anew, one belongs to another body"
        );
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_debit_never_takes_reserved_money_and_a_reference_counts_once() {
    for world in worlds().await {
        let entry = world.entry(&world.tenant, SANDBOX, 0).await;
        let credit = |kobo: i64, reference: &str| Credit {
            amount: Kobo::new(kobo),
            reference: reference.to_owned(),
            id: Ids.uuid(START).to_string(),
            ..entry.clone()
        };
        let wallets = &world.gate.wallets;
        let first = wallets.credit(credit(700, "bank-1")).await.unwrap();
        let again = wallets.credit(credit(700, "bank-1")).await.unwrap();
        assert!(!first.repeated && again.repeated);
        assert_eq!(first.id, again.id);
        let other = wallets.credit(credit(701, "bank-1")).await.unwrap_err();
        assert_eq!(other.code(), &codes::CONFLICT);
        assert_eq!(world.wallet().await.balance, Kobo::new(1_000_700));
        let most = wallets
            .debit(credit(1_000_701, "back-1"))
            .await
            .unwrap_err();
        assert_eq!(most.code(), &codes::CONFLICT);
        let taken = wallets.debit(credit(1_000_700, "back-2")).await.unwrap();
        assert_eq!(taken.balance, Kobo::ZERO);
        assert!(
            wallets
                .debit(credit(1_000_700, "back-2"))
                .await
                .unwrap()
                .repeated
        );
        world.check_books().await;
    }
}

#[tokio::test]
async fn old_replies_are_forgotten_and_running_ones_are_not() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        assert_eq!(world.make(&key, Some("old"), "{}").await.status, 200);
        let forget = |now| kofa_gate::PurgeOldReplies { now };
        let now = world.clock.now();
        assert_eq!(
            world
                .store
                .write(forget(now.plus_seconds(24 * 3_600)))
                .await
                .unwrap(),
            0
        );
        let again = world.make(&key, Some("old"), "{}").await;
        assert_eq!(
            again.header("idempotency-replayed"),
            "true",
            "kept for 24 hours at least"
        );
        assert_eq!(
            world
                .store
                .write(forget(now.plus_seconds(49 * 3_600)))
                .await
                .unwrap(),
            1
        );
        let anew = world.make(&key, Some("old"), "{}").await;
        assert_eq!(anew.header("idempotency-replayed"), "");
        assert_eq!(world.effects.load(Ordering::SeqCst), 2);
        world.check_books().await;
    }
}

impl World {
    async fn order(
        &self,
        key: &str,
        boundary: &str,
        mark: &str,
        headers: &[(&str, &str)],
    ) -> Reply {
        let body = format!("--{boundary}\r\n\r\n{mark}\r\n--{boundary}--\r\n");
        let content_type = format!("multipart/form-data; boundary={boundary}");
        let mut request = Request::builder()
            .method("POST")
            .uri("/order")
            .header("x-api-key", key)
            .header("content-type", content_type);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    fn holds(&self) -> Holds {
        Holds::new(self.store.clone(), Arc::clone(&self.gate.wallets))
    }

    /// Balance, what is reserved of it, and what the log says the call cost, in kobo.
    async fn money(&self, order: &Reply) -> (i64, i64, i64) {
        let state = self.wallet().await;
        let reserved = self.gate.wallets.reserved(state.wallet).await.unwrap();
        let available = self.gate.wallets.available(state.wallet).await.unwrap();
        assert_eq!(available.get(), state.balance.get() - reserved.get());
        let list = ListCalls {
            wallet: state.wallet,
            request_id: Some(id_of(order)),
            before: None,
            limit: 1,
        };
        let row = self.store.read(list).await.unwrap().rows.remove(0);
        assert_eq!(row.status, 202);
        (state.balance.get(), reserved.get(), row.charge.get())
    }
}

fn id_of(order: &Reply) -> kofa_domain::RequestId {
    order.json()["id"].as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn work_after_the_answer_is_held_for_and_ends_in_one_charge_or_none() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let now = world.clock.now();
        let order = world.order(&key, "a", "1", &[]).await;
        assert_eq!(order.status, 202);
        assert_eq!(order.header("x-charge-amount"), "0");
        assert_eq!(order.header("x-charge-reserved"), "10000");
        assert_eq!(order.header("x-wallet-balance"), "990000");
        assert_eq!(world.money(&order).await, (1_000_000, 10_000, 0));

        // Nobody's work, or an outcome that cannot be kept: nothing moves.
        let holds = world.holds();
        let id = id_of(&order);
        assert!(!holds.capture(id, now, Ended(Some(false))).await.unwrap());
        let refused = holds.capture(id, now, Ended(None)).await.unwrap_err();
        assert_eq!(refused.code(), &codes::CONFLICT);
        assert!(
            !holds
                .release(Ids.uuid(now), Ended(Some(true)))
                .await
                .unwrap()
        );
        assert_eq!(world.money(&order).await, (1_000_000, 10_000, 0));

        // The next process knows of it, and does not undo it.
        let world = world.restart().await;
        assert_eq!(world.money(&order).await, (1_000_000, 10_000, 0));
        assert!(world.store.read(ListHolds).await.unwrap().is_empty());
        let holds = world.holds();
        let both = [
            holds.capture(id, now, Ended(Some(true))),
            holds.capture(id, now, Ended(Some(true))),
        ];
        let [one, other] = both;
        let (one, other) = tokio::join!(one, other);
        assert!(one.unwrap() ^ other.unwrap(), "charged once");
        assert_eq!(world.money(&order).await, (990_000, 0, 10_000));
        assert!(!holds.release(id, Ended(Some(true))).await.unwrap());
        let ledger = ListLedger {
            wallet: world.wallet().await.wallet,
            before: None,
            limit: 1,
        };
        let entry = world.store.read(ledger).await.unwrap().rows.remove(0);
        assert_eq!(
            (entry.kind.as_str(), entry.amount.get()),
            ("charge", -10_000)
        );
        assert_eq!(entry.request_id, Some(id));

        let failed = world.order(&key, "a", "2", &[]).await;
        let id = id_of(&failed);
        assert!(holds.release(id, Ended(Some(true))).await.unwrap());
        assert!(!holds.capture(id, now, Ended(Some(true))).await.unwrap());
        assert_eq!(world.money(&failed).await, (990_000, 0, 0));
        let refused = world.order(&key, "a", "3", &[("how", "refuse")]).await;
        refused.refused(409, "conflict");
        world.check_books().await;
    }
}

#[tokio::test]
async fn a_repeated_form_is_the_same_whatever_its_boundary() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let name = [("idempotency-key", "form-1")];
        let first = world.order(&key, "----first", "1", &name).await;
        let again = world.order(&key, "----second", "1", &name).await;
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!((&again.bytes, again.status), (&first.bytes, first.status));
        assert_eq!(again.header("location"), first.header("location"));
        assert_eq!(again.header("x-charge-reserved"), "");
        let other = world.order(&key, "----first", "2", &name).await;
        other.refused(422, "idempotency_key_reused");
        assert_eq!(world.money(&first).await, (1_000_000, 10_000, 0));
        let id = id_of(&first);
        let holds = world.holds();
        assert!(holds.release(id, Ended(Some(true))).await.unwrap());
        world.check_books().await;
    }
}
