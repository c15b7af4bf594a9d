//! What operators are alerted of: once for each crossing, whatever happens in between.

use kofa_core::Page;
use kofa_domain::Environment;
use kofa_insight::operator_alerts::{
    AlertKind, Condition, CountOpenAlerts, FailingJobs, ListOperatorAlerts, OperatorAlert,
    ReadTenantNotices, Standing, observe,
};
use kofa_insight::operator_notices::queue_operator_notices;
use kofa_store::{Op, Store, Tx};
use kofa_testkit::Left;
use serde_json::json;

use crate::mails::Told;
use crate::world::{LOOK_UPS, NOW, World};

const DAY: i64 = 86_400;

async fn alerts(world: &World, open: bool) -> Vec<OperatorAlert> {
    let list = ListOperatorAlerts {
        open,
        page: Page::read(None, Some("100")).unwrap(),
    };
    world.store.read(list).await.unwrap().items
}

fn low(standing: Standing) -> Vec<Condition> {
    let says = "Our account at the upstream exchange/live has NGN 3.00 left.".to_owned();
    let name = "exchange/live".to_owned();
    vec![Condition::new(AlertKind::UpstreamLow, name, standing, says)]
}

async fn look(told: &Told, conditions: Vec<Condition>) -> usize {
    let world = &told.world;
    observe(&world.store, conditions, world.by().at)
        .await
        .unwrap()
}

async fn mails(told: &Told, store: &Store) -> u64 {
    let now = told.world.by().at;
    queue_operator_notices(store, &told.mailer, now)
        .await
        .unwrap()
}

/// Lets the operator sign in: who cannot is told nothing.
async fn joins(told: &Told) {
    // Mails to operators wait here: `notices` alone sends.
    told.world.leaves(Left::Tasks);
    assert_eq!(mails(told, &told.world.store).await, 0);
    let joined = "update operator set password_hash = 'x'";
    told.world.tamper(joined).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn up_and_down_a_hundred_times_is_told_a_hundred_times() {
    for told in Told::all().await {
        joins(&told).await;
        for _ in 0..100 {
            assert_eq!(look(&told, low(Standing::Bad)).await, 1);
            assert_eq!(look(&told, low(Standing::Bad)).await, 0);
            assert_eq!(mails(&told, &told.world.store).await, 1);
            // What swings around the value is told no more.
            assert_eq!(look(&told, low(Standing::Between)).await, 0);
            assert_eq!(look(&told, low(Standing::Bad)).await, 0);
            assert_eq!(mails(&told, &told.world.store).await, 0);
            assert_eq!(look(&told, low(Standing::Well)).await, 1);
            assert_eq!(look(&told, low(Standing::Between)).await, 0);
        }
        let all = alerts(&told.world, false).await;
        assert_eq!(all.len(), 100);
        assert!(all.iter().all(|one| one.cleared_at.is_some()));
        assert!(alerts(&told.world, true).await.is_empty());
        let shown = told.owner.get("operator-alerts?limit=1").await.ok();
        assert_eq!(shown["items"][0]["kind"], "upstream_low");
        let open = told.owner.get("operator-alerts?open=true").await.ok();
        assert_eq!(open["items"], json!([]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_crossing_and_mail_loses_no_mail() {
    for told in Told::all().await {
        joins(&told).await;
        look(&told, low(Standing::Bad)).await;
        // Another process takes over; nothing but the store is left.
        let store = told.world.database.open().await;
        let now = told.world.by().at;
        assert_eq!(observe(&store, low(Standing::Bad), now).await.unwrap(), 0);
        assert_eq!(mails(&told, &store).await, 1);
        assert_eq!(mails(&told, &store).await, 0);
        // It does not know of the upstream's account yet: the alert stays open.
        assert_eq!(
            observe(&store, low(Standing::Between), now).await.unwrap(),
            0
        );
        let open = store.read(CountOpenAlerts).await.unwrap();
        assert_eq!(open, [(AlertKind::UpstreamLow, 1)]);
        // An upstream that is not connected any more is no matter of anybody.
        assert_eq!(observe(&store, Vec::new(), now).await.unwrap(), 1);
        assert!(alerts(&told.world, true).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_end_are_told_of_thrice_and_stuck_work_until_it_is_done() {
    for told in Told::all().await {
        let world = &told.world;
        joins(&told).await;
        // In forty days.
        world
            .tamper("update admin_token set expires_at = 1798709400000000")
            .await;
        for (day, changes, subject) in [
            (9, 0, None),
            (11, 1, Some("/30")),
            (20, 0, Some("/30")),
            (34, 2, Some("/7")),
            (39, 2, Some("/1")),
            (41, 1, None),
        ] {
            told.go_to(NOW.plus_seconds(day * DAY + 3_600));
            assert_eq!(look(&told, Vec::new()).await, changes, "day {day}");
            let open = alerts(world, true).await;
            let subjects: Vec<&str> = open.iter().map(|one| one.subject.as_str()).collect();
            assert_eq!(subjects.len(), usize::from(subject.is_some()), "day {day}");
            assert!(
                subject.is_none_or(|end| subjects[0].ends_with(end)),
                "day {day}"
            );
            assert!(
                open.iter()
                    .all(|one| one.says.contains("\u{201c}first\u{201d}"))
            );
            let queued = u64::from(changes > 0 && subject.is_some());
            assert_eq!(mails(&told, &world.store).await, queued, "day {day}");
        }
        world
            .tamper(
                "insert into outbox (kind, subject, environment, due_at, attempts, state, \
                 last_error, created_at) values ('shares', 'a', 'live', 1, 12, 'stuck', '', 1)",
            )
            .await;
        assert_eq!(look(&told, Vec::new()).await, 1);
        let says = &alerts(world, true).await[0].says;
        assert_eq!(says, "A task of the kind shares is stuck.");
        world.tamper("delete from outbox where subject = 'a'").await;
        assert_eq!(look(&told, Vec::new()).await, 1);
    }
}

struct Events;

impl Op for Events {
    type Out = Vec<String>;

    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<Self::Out> {
        let sql = "select data from event where type = 'poa.jobs.failing' order by id";
        let rows = tx.rows(sql, &[]).await?;
        rows.iter().map(|row| Ok(row.get("data")?)).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failing_jobs_reach_the_tenant_by_portal_mail_and_event_and_the_operator() {
    for told in Told::all().await {
        let world = &told.world;
        joins(&told).await;
        let other = world.tenant("Bola").await.0.id;
        let failing = |environment, standing| {
            let jobs = FailingJobs {
                tenant: told.tenant.clone(),
                environment,
                failed: 7,
                ended: 10,
            };
            Condition {
                jobs: Some(jobs),
                ..Condition::new(
                    AlertKind::JobsFailing,
                    format!("{}/{environment}", told.tenant),
                    standing,
                    "7 of 10 failed.".to_owned(),
                )
            }
        };
        let (live, sandbox) = (Environment::Live, Environment::Sandbox);
        for _ in 0..2 {
            let both = [live, sandbox].map(|it| failing(it, Standing::Bad));
            look(&told, both.to_vec()).await;
        }
        let events = world.store.read(Events).await.unwrap();
        let data = r#"{"failed":7,"ended":10}"#;
        assert_eq!(events, [data, data], "once in each environment");
        // Of the sandbox nobody is told by mail.
        assert_eq!(mails(&told, &world.store).await, 1);
        assert_eq!(told.notices().await, 2, "the owner and the developer");
        assert_eq!(told.notices().await, 0);
        let read = async |tenant: &kofa_domain::TenantId| {
            let notices = ReadTenantNotices {
                tenant: tenant.clone(),
                environment: live,
                now: NOW,
            };
            world.store.read(notices).await.unwrap()
        };
        assert_eq!(read(&told.tenant).await.jobs, ["7 of 10 failed."]);
        assert!(read(&other).await.jobs.is_empty());
        let both = [live, sandbox].map(|it| failing(it, Standing::Well));
        look(&told, both.to_vec()).await;
        assert!(read(&told.tenant).await.jobs.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_hear_of_requests_for_live_and_owners_of_the_answer() {
    for told in Told::all().await {
        joins(&told).await;
        let path = format!("tenants/{}/live/{LOOK_UPS}", told.tenant);
        let (ask, refuse) = (format!("{path}/request"), format!("{path}/refuse"));
        told.owner.post(&ask, &json!({})).await.is(200);
        assert_eq!(mails(&told, &told.world.store).await, 1);
        assert_eq!(mails(&told, &told.world.store).await, 0);
        assert_eq!(told.notices().await, 0);
        let why = json!({"reason": "No agreement yet."});
        told.owner.post(&refuse, &why).await.is(200);
        assert_eq!(told.notices().await, 1, "the owner");
        assert_eq!(told.notices().await, 0);
        told.go_to(NOW.plus_seconds(60));
        told.owner.post(&ask, &json!({})).await.is(200);
        let switch = format!("tenants/{}/services/{LOOK_UPS}/live", told.tenant);
        told.owner
            .call("PUT", &switch, &json!({"enabled": true}))
            .await
            .is(200);
        assert_eq!(mails(&told, &told.world.store).await, 0, "it is answered");
        assert_eq!(told.notices().await, 1);
    }
}
