//! The overview: what is to be done, and how the platform does.

use kofa_core::OperatorRole;
use kofa_domain::{Clock as _, Environment, Ids};
use kofa_insight::attention::ReadAttention;
use kofa_investment::ops::{CountUnsettled, Unsettled};
use kofa_payments::{CountUnmatched, Unmatched};
use kofa_store::{Type, Value};

use crate::book::subscriptions;
use crate::world::{World, both};

const DAY_S: i64 = 86_400;

/// Calls of all tenants, some days ago: environment, status, error, how many; a naira each.
async fn traffic(world: &World, lines: &[(i64, &'static str, i64, &'static str, i64)]) {
    let hour = |days: i64| world.clock.now().plus_seconds(-days * DAY_S);
    let row = |line: &(i64, &'static str, i64, &'static str, i64)| {
        let (days, environment, status, error, calls) = line;
        let row: [Value<'static>; 8] = [
            hour(*days).into(),
            (*environment).into(),
            "look".into(),
            (*status).into(),
            (*error).into(),
            (*calls).into(),
            (calls * 100).into(),
            0_i64.into(),
        ];
        row
    };
    let columns = [
        ("hour", Type::Int),
        ("environment", Type::Text),
        ("operation_id", Type::Text),
        ("status", Type::Int),
        ("error_code", Type::Text),
        ("calls", Type::Int),
        ("charge_kobo", Type::Int),
        ("latency_us_sum", Type::Int),
    ];
    let rows = lines.iter().map(row).collect();
    world.fill("traffic_hour", columns, rows).await;
}

#[tokio::test]
async fn an_empty_platform_has_nothing_to_do() {
    for world in both().await {
        let page = world.get("/console").await.is(200);
        page.has("Nothing waits for an operator.")
            .has("No requests in 60 days");
    }
}

#[tokio::test]
async fn thirty_days_are_shown_beside_the_thirty_before() {
    for world in both().await {
        traffic(
            &world,
            &[
                (1, "live", 200, "", 135),
                (2, "live", 503, "service_unavailable", 15),
                (29, "live", 404, "not_found", 0),
                (30, "live", 200, "", 60),
                (59, "live", 200, "", 40),
                (60, "live", 200, "", 9_999),
                (0, "sandbox", 404, "not_found", 7),
            ],
        )
        .await;
        let tenant = world.tenant("Adire").await.id;
        let no = world.app_wallet(&tenant, Environment::Live).await;
        let row: [Value<'static>; 7] = [
            no.into(),
            "live".into(),
            0_i64.into(),
            0_i64.into(),
            150_i64.into(),
            15_000_i64.into(),
            0_i64.into(),
        ];
        let columns = [
            ("wallet_no", Type::Int),
            ("environment", Type::Text),
            ("balance_kobo", Type::Int),
            ("first_day", Type::Int),
            ("calls", Type::Int),
            ("charge_kobo", Type::Int),
            ("last_at", Type::Int),
        ];
        world.fill("wallet_use", columns, vec![row]).await;
        // Everybody may look.
        let page = world
            .get_as(OperatorRole::Support, "/console")
            .await
            .is(200);
        let page = page
            .has("\u{20a6}150.00</dd><dd class=\"beside\">50 % more than in the 30 days before")
            .has("10.0 %</dd><dd class=\"beside\">0.0 % in the 30 days before")
            .has("/docs/errors/service_unavailable")
            .has("2 Jul: 135 succeeded, 0 refused, 0 failed")
            .has(&format!(
                "/console/tenants/{tenant}\">Adire</a> <b>\u{20a6}150.00</b>"
            ));
        assert!(!page.text.contains("10,149"), "{}", page.text);
        let sandbox = world.get("/console?environment=sandbox").await.is(200);
        let sandbox = sandbox.has("/docs/errors/not_found").has("look <b>7</b>");
        assert!(!sandbox.text.contains("service_unavailable"));
        assert!(!sandbox.text.contains(">Adire</a> <b>"));
        world.get("/console?environment=moon").await.is(404);
        world
            .get("/console/tenants?sort=charge")
            .await
            .is(200)
            .has(">Adire</a>");
    }
}

/// Bank transfers of which one is to be matched.
async fn transfers(world: &World) {
    let now = world.clock.now();
    let transfer = |environment: &'static str, outcome: &'static str, days: i64| {
        let row: [Value<'static>; 9] = [
            format!("btr_{}", Ids.uuid(now).simple()).into(),
            environment.into(),
            Ids.uuid(now).to_string().into(),
            "KFW-1".into(),
            100_i64.into(),
            now.into(),
            outcome.into(),
            "shell".into(),
            now.plus_seconds(-days * DAY_S).into(),
        ];
        row
    };
    let columns = [
        ("id", Type::Text),
        ("environment", Type::Text),
        ("reference", Type::Text),
        ("wallet_reference", Type::Text),
        ("amount_kobo", Type::Int),
        ("paid_at", Type::Int),
        ("outcome", Type::Text),
        ("entered_by", Type::Text),
        ("entered_at", Type::Int),
    ];
    let rows = vec![
        transfer("live", "unknown_reference", 1),
        transfer("live", "unknown_reference", 8),
        transfer("live", "applied", 1),
        transfer("sandbox", "unknown_reference", 1),
    ];
    world.fill("bank_transfer", columns, rows).await;
}

/// Payments for offers of which two are to be matched.
async fn payments(world: &World) {
    let now = world.clock.now();
    let payment = |environment: &'static str, outcome: &'static str, days: i64| {
        let row: [Value<'static>; 8] = [
            environment.into(),
            Ids.uuid(now).to_string().into(),
            "KFT-1".into(),
            100_i64.into(),
            now.into(),
            outcome.into(),
            "shell".into(),
            now.plus_seconds(-days * DAY_S).into(),
        ];
        row
    };
    let columns = [
        ("environment", Type::Text),
        ("reference", Type::Text),
        ("transaction_reference", Type::Text),
        ("amount_kobo", Type::Int),
        ("paid_at", Type::Int),
        ("outcome", Type::Text),
        ("entered_by", Type::Text),
        ("entered_at", Type::Int),
    ];
    let rows = vec![
        payment("live", "amount_mismatch", 1),
        payment("live", "not_payable", 1),
        payment("live", "applied", 1),
        payment("live", "already_paid", 9),
        payment("sandbox", "amount_mismatch", 1),
    ];
    world.fill("settlement", columns, rows).await;
}

#[tokio::test]
async fn what_waits_comes_first() {
    for world in both().await {
        let now = world.clock.now();
        // Those of the sandbox wait for nobody.
        subscriptions(&world, "received", 3).await;
        transfers(&world).await;
        payments(&world).await;
        let found = world.store.read(CountUnmatched { now }).await.unwrap();
        let expected = Unmatched {
            transfers: 1,
            top_ups: 0,
        };
        assert_eq!(found, expected);
        let later = CountUnsettled {
            now: now.plus_seconds(700),
        };
        let found = world.store.read(later).await.unwrap();
        let expected = Unsettled {
            payments: 2,
            unknown: 0,
        };
        assert_eq!(found, expected);
        let attention = world.store.read(ReadAttention { now }).await.unwrap();
        assert_eq!(attention.proposals, 0);
        let page = world.get("/console").await.is(200);
        let place = |what: &str| page.text.find(what).unwrap_or_else(|| panic!("{what}"));
        let matched = place("bank transfers to match, of the last 7 days");
        let paid = place("payments for offers to match, of the last 7 days");
        let owner = place("The owner of received has not joined");
        assert!(matched < paid && paid < owner && owner < place("Charged in 30 days"));
    }
}
