//! Deliveries: signed, tried again, held, sent anew.

use std::time::Duration;

use kofa_core::event::EventType;
use kofa_core::retention::DAY_SECONDS;
use kofa_domain::{Clock as _, Ids, RequestId, Timestamp};
use kofa_events::Targets;
use kofa_events::delivery::{
    DeliveryState, ReadDeliveriesOfJob, ReplayWebhook, RetryDelivery, TestWebhook,
};
use kofa_events::endpoint::{ChangeWebhook, DeleteWebhook, RotateWebhookSecret};
use kofa_events::job::{HasDefaultSecret, JobAddress};
use kofa_store::{Op, Tx};
use kofa_testkit::{NOW, TestApp, both};
use standardwebhooks::Webhook as Verifier;

use crate::world::{Answers, HERE, Receiver, endpoint, find, happen, log_of, number, webhooks};

const OF: EventType = EventType::WalletCredited;

/// The published library compares the time of a message with that of the machine.
fn set_to_now(app: &TestApp) {
    let now = kofa_domain::SystemClock.now();
    app.clock
        .advance_seconds(now.micros_since(app.clock.now()) / 1_000_000);
}

#[tokio::test]
async fn what_is_sent_is_verified_by_the_published_library() {
    for app in both(NOW).await {
        set_to_now(&app);
        let (ada, receiver) = (app.tenant("Ada").await.id, Receiver::start().await);
        let (of, secret) = endpoint(&app, &ada, &receiver.url, &[OF]).await;
        happen(&app, &ada, OF, &[1]).await;
        happen(&app, &ada, EventType::OfferUpdated, &[2]).await;
        let webhooks = webhooks(&app, Targets::Any);
        assert_eq!(
            webhooks.work_once().await.unwrap(),
            1,
            "the other type is not wanted"
        );
        assert_eq!(webhooks.work_once().await.unwrap(), 0);
        let got = receiver.got();
        assert_eq!(got.len(), 1);
        let verifier = Verifier::new(&secret).unwrap();
        verifier.verify(&got[0].body, &got[0].headers).unwrap();
        let with = (&app.vault, Ids);
        let rotate = RotateWebhookSecret::new(with, app.by(), of.clone(), 3_600).unwrap();
        let (rotate, new) = rotate;
        app.store.write(rotate).await.unwrap();
        let newer = Verifier::new(new.expose()).unwrap();
        happen(&app, &ada, OF, &[3]).await;
        webhooks.work_once().await.unwrap();
        let both = &receiver.got()[1];
        verifier.verify(&both.body, &both.headers).unwrap();
        newer.verify(&both.body, &both.headers).unwrap();
        // Over after the grace.
        let with = (&app.vault, Ids);
        let (rotate, newest) = RotateWebhookSecret::new(with, app.by(), of, 0).unwrap();
        app.store.write(rotate).await.unwrap();
        happen(&app, &ada, OF, &[4]).await;
        webhooks.work_once().await.unwrap();
        let last = &receiver.got()[2];
        assert!(newer.verify(&last.body, &last.headers).is_err());
        let newest = Verifier::new(newest.expose()).unwrap();
        newest.verify(&last.body, &last.headers).unwrap();
    }
}

#[tokio::test]
async fn what_fails_is_tried_again_for_75_hours_under_the_same_id() {
    for app in both(NOW).await {
        let (ada, receiver) = (app.tenant("Ada").await.id, Receiver::start().await);
        let (of, _) = endpoint(&app, &ada, &receiver.url, &[]).await;
        receiver.answer(Answers::With(500));
        happen(&app, &ada, OF, &[1]).await;
        let webhooks = webhooks(&app, Targets::Any);
        let mut tried = 0;
        while let Some(due_at) = {
            number(&app).await;
            log_of(&app, &of).await[0].due_at
        } {
            let wait = due_at.micros_since(app.clock.now()).max(0);
            app.clock.advance_seconds(wait / 1_000_000 + 1);
            tried += webhooks.work_once().await.unwrap();
        }
        let hours = app.clock.now().micros_since(NOW) / 3_600_000_000;
        assert_eq!(tried, 10);
        assert!((75..90).contains(&hours), "{hours}");
        let log = &log_of(&app, &of).await[0];
        let said = (log.state, log.attempts, log.status, log.error.as_str());
        let expected = (
            DeliveryState::Failed,
            10,
            Some(500),
            "it answered with status 500",
        );
        assert_eq!(said, expected);
        let ids: std::collections::BTreeSet<String> = receiver
            .got()
            .iter()
            .map(crate::world::Received::id)
            .collect();
        assert_eq!(ids.len(), 1);
        assert_eq!(Some(ids.first().unwrap()), log.event_id.as_ref());
        // On somebody's word, whatever became of it.
        receiver.answer(Answers::With(200));
        let retry = RetryDelivery {
            by: app.by(),
            of: of.clone(),
            delivery: log.id,
        };
        app.store.write(retry).await.unwrap();
        assert_eq!(webhooks.work_once().await.unwrap(), 1);
        assert_eq!(log_of(&app, &of).await[0].state, DeliveryState::Delivered);
        assert_eq!(find(&app, &of).await.failing_since, None);
    }
}

#[tokio::test]
async fn retry_after_is_waited_for_and_redirects_are_failures() {
    for app in both(NOW).await {
        let (ada, receiver) = (app.tenant("Ada").await.id, Receiver::start().await);
        let (of, _) = endpoint(&app, &ada, &receiver.url, &[]).await;
        let webhooks = webhooks(&app, Targets::Any);
        receiver.answer(Answers::Later(7_200));
        happen(&app, &ada, OF, &[1]).await;
        webhooks.work_once().await.unwrap();
        let due_at = log_of(&app, &of).await[0].due_at.unwrap();
        assert!(due_at >= NOW.plus_seconds(7_200), "{due_at:?}");
        receiver.answer(Answers::Elsewhere);
        happen(&app, &ada, OF, &[2]).await;
        webhooks.work_once().await.unwrap();
        let log = &log_of(&app, &of).await[0];
        assert_eq!(
            log.error,
            "it answered with a redirect, which is not followed"
        );
        assert_eq!(receiver.got().len(), 2, "nothing was followed");
    }
}

#[tokio::test]
async fn an_endpoint_that_fails_for_five_days_is_disabled_and_keeps_its_events() {
    for app in both(NOW).await {
        let (ada, receiver) = (app.tenant("Ada").await.id, Receiver::start().await);
        let (of, _) = endpoint(&app, &ada, &receiver.url, &[]).await;
        let webhooks = webhooks(&app, Targets::Any);
        receiver.answer(Answers::With(500));
        happen(&app, &ada, OF, &[1]).await;
        webhooks.work_once().await.unwrap();
        app.clock.advance_seconds(5 * DAY_SECONDS - 60);
        happen(&app, &ada, OF, &[2]).await;
        webhooks.work_once().await.unwrap();
        assert!(find(&app, &of).await.enabled);
        app.clock.advance_seconds(120);
        happen(&app, &ada, OF, &[3]).await;
        webhooks.work_once().await.unwrap();
        let disabled = find(&app, &of).await;
        assert!(!disabled.enabled);
        assert_eq!(disabled.disabled_at, Some(app.clock.now()));
        // What happens now is held, not lost.
        happen(&app, &ada, OF, &[4]).await;
        assert_eq!(webhooks.work_once().await.unwrap(), 0);
        assert_eq!(find(&app, &of).await.held, 4);
        receiver.answer(Answers::With(200));
        let replay = ReplayWebhook {
            by: app.by(),
            of: of.clone(),
            from: NOW,
            to: app.clock.now(),
        };
        let refused = app.store.write(replay.clone()).await.unwrap_err();
        assert_eq!(refused.code().name, "conflict");
        let enable = ChangeWebhook {
            by: app.by(),
            of: of.clone(),
            to: None,
            types: None,
            enabled: Some(true),
        };
        app.store.write(enable).await.unwrap();
        assert_eq!(
            webhooks.work_once().await.unwrap(),
            0,
            "held until asked for"
        );
        assert_eq!(app.store.write(replay).await.unwrap(), 4);
        let before = receiver.got().len();
        webhooks.work_once().await.unwrap();
        let mut replayed: Vec<i64> = receiver.got()[before..]
            .iter()
            .map(crate::world::Received::n)
            .collect();
        replayed.sort_unstable();
        assert_eq!(replayed, [1, 2, 3, 4]);
        let states = log_of(&app, &of).await;
        assert!(
            states
                .iter()
                .all(|one| one.state == DeliveryState::Delivered)
        );
    }
}

#[tokio::test]
async fn one_that_is_gone_is_disabled_at_once_and_one_is_tested() {
    for app in both(NOW).await {
        let (ada, receiver) = (app.tenant("Ada").await.id, Receiver::start().await);
        let (of, _) = endpoint(&app, &ada, &receiver.url, &[OF]).await;
        let webhooks = webhooks(&app, Targets::Any);
        let test = TestWebhook {
            by: app.by(),
            of: of.clone(),
        };
        let sent = app.store.write(test.clone()).await.unwrap();
        assert_eq!(
            (sent.of.as_str(), sent.state),
            ("webhook.test", DeliveryState::Due)
        );
        webhooks.work_once().await.unwrap();
        assert_eq!(receiver.got().len(), 1);
        receiver.answer(Answers::With(410));
        app.store.write(test).await.unwrap();
        webhooks.work_once().await.unwrap();
        assert!(!find(&app, &of).await.enabled);
        let delete = DeleteWebhook {
            by: app.by(),
            of: of.clone(),
        };
        app.store.write(delete.clone()).await.unwrap();
        let gone = app.store.write(delete).await.unwrap_err();
        assert_eq!(gone.code().name, "not_found");
    }
}

#[tokio::test]
async fn addresses_of_this_network_are_refused_when_they_are_connected_to() {
    for app in both(NOW).await {
        let (ada, receiver) = (app.tenant("Ada").await.id, Receiver::start().await);
        let (of, _) = endpoint(&app, &ada, &receiver.url, &[]).await;
        happen(&app, &ada, OF, &[1]).await;
        webhooks(&app, Targets::Public).work_once().await.unwrap();
        let log = &log_of(&app, &of).await[0];
        assert_eq!((log.status, receiver.got().len()), (None, 0));
        assert!(log.error.starts_with("it has no address"), "{}", log.error);
    }
}

/// A dead endpoint, one that never answers and one that is well, each with many events.
#[tokio::test]
async fn nobody_waits_for_an_endpoint_that_is_dead_or_slow() {
    const EVENTS: usize = 200;
    for app in both(NOW).await {
        let ada = app.tenant("Ada").await.id;
        let (well, slow) = (Receiver::start().await, Receiver::start().await);
        slow.answer(Answers::Never);
        endpoint(&app, &ada, "http://127.0.0.1:9/dead", &[]).await;
        endpoint(&app, &ada, &slow.url, &[]).await;
        endpoint(&app, &ada, &well.url, &[]).await;
        let all: Vec<i64> = (0..EVENTS as i64).collect();
        happen(&app, &ada, OF, &all).await;
        let work = tokio::spawn(webhooks(&app, Targets::Any).work());
        // Shorter than the longest wait for one answer of the slow one.
        let arrived = tokio::time::timeout(Duration::from_secs(14), async {
            while well.got().len() < EVENTS {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        });
        arrived.await.unwrap();
        work.abort();
        assert!(slow.got().len() <= 17, "{}", slow.got().len());
    }
}

struct EndJob {
    tenant: kofa_domain::TenantId,
    job: RequestId,
    address: JobAddress,
    at: Timestamp,
}

impl Op for EndJob {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        let event = kofa_core::event::NewEvent {
            tenant: &self.tenant,
            environment: HERE,
            of: EventType::JobCompleted,
            at: self.at,
            data: serde_json::json!({"n": 1}),
        };
        let event = kofa_core::event::append_one(tx, &event).await?;
        let (whose, job) = ((&self.tenant, HERE), (self.job, &self.address));
        kofa_events::job::send(tx, whose, job, event, self.at).await
    }
}

#[tokio::test]
async fn a_jobs_own_address_gets_its_end_signed_with_the_default_secret() {
    for app in both(NOW).await {
        set_to_now(&app);
        let ada = app.tenant("Ada").await.id;
        let (own, of_job) = (Receiver::start().await, Receiver::start().await);
        let has = HasDefaultSecret {
            tenant: ada.clone(),
            environment: HERE,
        };
        assert!(!app.store.read(has.clone()).await.unwrap());
        let (of, secret) = endpoint(&app, &ada, &own.url, &[OF]).await;
        assert!(app.store.read(has).await.unwrap());
        assert!(find(&app, &of).await.signs_jobs);
        let job = Ids.uuid(app.clock.now());
        let address = JobAddress::new((&app.vault, Ids), &ada, job, &of_job.url).unwrap();
        let end = |job, address: &JobAddress| EndJob {
            tenant: ada.clone(),
            job,
            address: address.clone(),
            at: app.clock.now(),
        };
        app.store.write(end(job, &address)).await.unwrap();
        webhooks(&app, Targets::Any).work_once().await.unwrap();
        assert!(own.got().is_empty(), "it does not want this type");
        let got = of_job.got();
        let verifier = Verifier::new(&secret).unwrap();
        verifier.verify(&got[0].body, &got[0].headers).unwrap();
        let read = ReadDeliveriesOfJob { job };
        let sent = app.store.read(read).await.unwrap();
        assert_eq!((sent.len(), sent[0].state), (1, DeliveryState::Delivered));
        // Without a secret it is said that nothing could be sent.
        let by = app.by();
        app.store.write(DeleteWebhook { by, of }).await.unwrap();
        let job = Ids.uuid(app.clock.now());
        app.store.write(end(job, &address)).await.unwrap();
        let sent = app.store.read(ReadDeliveriesOfJob { job }).await.unwrap();
        assert_eq!(sent[0].state, DeliveryState::Failed);
    }
}
