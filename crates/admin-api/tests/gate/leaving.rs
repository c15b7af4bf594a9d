//! Callers who leave before the answer.

use std::time::Duration;

use axum::body::Body;
use http::Request;
use kofa_core::endpoint::Endpoint;
use kofa_domain::Result;
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request as Incoming};
use kofa_insight::calls::{CallFilter, FindCalls, LoggedCall, StatusFilter};
use serde_json::json;
use tower::ServiceExt as _;

use super::{LOOK, SANDBOX, World, get, post, worlds};

/// As long as an upstream takes.
pub(super) async fn a_while() {
    tokio::time::sleep(Duration::from_millis(300)).await;
}

/// Long work of this machine, and then of another if it is told so, for 500 kobo.
pub(super) struct Read;

static READ: Endpoint = Endpoint {
    operation_id: "read",
    path: "/read",
    stops_with_caller: true,
    ..LOOK_FORM
};

const LOOK_FORM: Endpoint = Endpoint {
    scope: LOOK.scope,
    envelope: LOOK.envelope,
    default_price: LOOK.default_price,
    billable: LOOK.billable,
    ..Endpoint::BASE
};

impl ProductEndpoint for Read {
    const ENDPOINT: &'static Endpoint = &READ;
    type Input = bool;

    async fn read(&self, _call: &Call, request: &Incoming) -> Result<bool> {
        Ok(request.query().get("outside").is_some())
    }

    async fn run(&self, call: &Call, outside: bool) -> Result<Answer, Refusal> {
        if outside {
            call.goes_outside();
        }
        a_while().await;
        Ok(Answer::json(200, &json!({}))?)
    }

    fn reference() -> Reference {
        Reference::new("Read", "")
    }
}

impl World {
    /// Sends a request, and leaves long before the answer.
    async fn leave(&self, request: Request<Body>) {
        let call = self.router.clone().oneshot(request);
        let left = tokio::time::timeout(Duration::from_millis(60), call).await;
        assert!(left.is_err(), "it was answered");
    }

    /// What is logged with this status, when no call goes on any more.
    pub(super) async fn logged(&self, status: Option<u32>) -> Vec<LoggedCall> {
        self.gate.left.all_ended().await;
        let find = FindCalls {
            tenant: self.tenant.clone(),
            environment: SANDBOX,
            filter: CallFilter {
                status: status.map(StatusFilter::Exact),
                ..CallFilter::default()
            },
            before: None,
            limit: 100,
        };
        self.store.read(find).await.unwrap().rows
    }
}

#[tokio::test]
async fn a_call_whose_caller_left_is_charged_for_its_answer_and_logged() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let told = [
            ("slow", 499, Some("caller_left"), 500),
            ("slow_and_missing", 499, Some("caller_left"), 0),
            // What happened stands: a repetition is told it, and the service did fail.
            ("slow_and_keeps", 200, None, 500),
            ("slow_and_down", 503, Some("service_unavailable"), 0),
        ];
        let mut paid = 0;
        for (how, status, code, charge) in told {
            let query = format!("how={how}");
            world
                .leave(get(&key, &query).body(Body::empty()).unwrap())
                .await;
            let rows = world.logged(None).await;
            let row = &rows[0];
            let said = (row.status, row.error_code.as_deref(), row.charge.get());
            assert_eq!(said, (status, code, charge), "{how}");
            assert!(row.latency_us >= 300_000);
            paid += charge;
        }
        assert_eq!(world.logged(None).await.len(), told.len());
        assert_eq!(world.logged(Some(499)).await.len(), 2);
        assert_eq!(world.wallet().await.balance.get(), 1_000_000 - paid);
        world.check_books().await;
    }
}

#[tokio::test]
async fn work_of_this_machine_stops_with_its_caller_and_is_free() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let read = |query| get(&key, query).uri(format!("/read?{query}"));
        world.leave(read("").body(Body::empty()).unwrap()).await;
        let rows = world.logged(Some(499)).await;
        let row = &rows[0];
        assert_eq!(row.error_code.as_deref(), Some("caller_left"));
        assert_eq!(row.charge.get(), 0);
        assert!(row.latency_us < 290_000, "it stopped");
        // Once something was sent, it goes on.
        world
            .leave(read("outside").body(Body::empty()).unwrap())
            .await;
        let rows = world.logged(Some(499)).await;
        assert_eq!((rows.len(), rows[0].charge.get()), (2, 500));
        world.check_books().await;
    }
}

#[tokio::test]
async fn an_effect_keeps_its_answer_for_a_caller_who_comes_back() {
    for world in worlds().await {
        let (_, key) = world.key(World::plan()).await;
        let made = r#"{"how":"slow"}"#;
        world.leave(post(&key, Some("one"), made)).await;
        let rows = world.logged(None).await;
        assert_eq!((rows.len(), rows[0].status), (1, 200));
        let again = world.make(&key, Some("one"), made).await;
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(world.wallet().await.balance.get(), 990_000);
        world.check_books().await;
    }
}
