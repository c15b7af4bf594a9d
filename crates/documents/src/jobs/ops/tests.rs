//! The moves on both databases, without a worker.

use kofa_core::retention::{DAY_SECONDS, RetentionScope};
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Ids, Sensitive, TenantId};
use kofa_identity::tenants::CreateTenant;
use kofa_store::testing::TestDatabase;
use kofa_store::{Store, Vault};

use super::*;
use crate::jobs::{ATTEMPTS_MAX, INTERRUPTIONS_MAX, OWN_SECONDS, RECORD_SECONDS, retention};

const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);
const SANDBOX: Environment = Environment::Sandbox;

struct World {
    store: Store,
    _database: TestDatabase,
}

async fn both() -> Vec<World> {
    let mut worlds = Vec::new();
    for database in TestDatabase::both().await {
        let store = database.open().await;
        worlds.push(World {
            store,
            _database: database,
        });
    }
    worlds
}

impl World {
    async fn tenant(&self, name: &str) -> TenantId {
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let by = ActorAt {
            actor: Actor::Cli,
            at: NOW,
        };
        let email = format!("{name}@example.ng");
        let (create, _) = CreateTenant::new(&vault, Ids, by, name.to_owned(), email);
        self.store.write(create).await.unwrap().id
    }

    async fn create(&self, tenant: &TenantId, size_bytes: i64) -> Result<RequestId> {
        let request_id = Ids.uuid(NOW);
        let create = CreateJob {
            request_id,
            tenant_id: tenant.clone(),
            environment: SANDBOX,
            now: NOW,
            due_at: NOW,
            request_sealed: vec![1],
            document: Stored {
                name: document_name(request_id),
                sealed_key: vec![2],
                bytes: 1,
            },
            reference_index: None,
            address: None,
            size_bytes,
        };
        self.store.write(create).await?;
        Ok(request_id)
    }

    /// Whose turn it is, and the job that is taken then.
    async fn take(&self, now: Timestamp) -> Option<(TenantId, Attempt)> {
        self.take_as("one", now).await
    }

    async fn take_as(&self, owner: &str, now: Timestamp) -> Option<(TenantId, Attempt)> {
        let owner = owner.to_owned();
        let lane = self.store.read(FindTurn { now }).await.unwrap()?;
        let tenant = lane.tenant_id.clone();
        let taken = self
            .store
            .write(TakeJob { lane, now, owner })
            .await
            .unwrap()?;
        Some((tenant, taken.attempt))
    }

    /// What the server `owner` gives up, and puts back.
    async fn sweep_as(&self, owner: &str, now: Timestamp) -> Vec<Attempt> {
        let owner = owner.to_owned();
        self.store.write(SweepJobs { now, owner }).await.unwrap()
    }

    async fn find(&self, tenant: &TenantId, request_id: RequestId) -> StoredJob {
        let find = FindJob {
            tenant_id: tenant.clone(),
            environment: SANDBOX,
            request_id,
        };
        self.store.read(find).await.unwrap().unwrap()
    }

    async fn succeed(&self, attempt: Attempt) -> bool {
        let op = SucceedJob {
            attempt,
            now: NOW,
            result_sealed: vec![3],
            kept_seconds: ENDED_SECONDS,
            document_pages: 1,
            reading: None,
        };
        self.store.write(op).await.unwrap()
    }

    async fn report(&self, attempt: Attempt, now: Timestamp, pages_done: u32) -> bool {
        let op = ReportProgress {
            attempt,
            now,
            lease_seconds: LEASE_SECONDS,
            is_left: false,
            stage: Stage::Ocr,
            pages: Some(4),
            pages_done,
        };
        self.store.write(op).await.unwrap()
    }
}

#[tokio::test]
async fn a_thousand_jobs_of_one_tenant_do_not_keep_another_waiting() {
    for world in both().await {
        let (busy, quiet, third) = (
            world.tenant("busy").await,
            world.tenant("quiet").await,
            world.tenant("third").await,
        );
        for _ in 0..1_000 {
            world.create(&busy, 1).await.unwrap();
        }
        assert_eq!(world.take(NOW).await.unwrap().0, busy);
        let only = world.create(&quiet, 1).await.unwrap();
        let (whose, attempt) = world.take(NOW).await.unwrap();
        assert_eq!((whose, attempt.request_id), (quiet.clone(), only));
        // Three lanes with work take turns, whatever their length.
        for _ in 0..5 {
            world.create(&quiet, 1).await.unwrap();
            world.create(&third, 1).await.unwrap();
        }
        let mut turns = Vec::new();
        for _ in 0..12 {
            turns.push(world.take(NOW).await.unwrap().0);
        }
        for tenant in [&busy, &quiet, &third] {
            let share = turns.iter().filter(|one| *one == tenant).count();
            assert_eq!(share, 4, "{turns:?}");
        }
    }
}

#[tokio::test]
async fn jobs_of_a_lane_are_taken_in_their_order_and_not_before_they_are_due() {
    for world in both().await {
        let tenant = world.tenant("ada").await;
        let first = world.create(&tenant, 1).await.unwrap();
        let (_, mut attempt) = world.take(NOW).await.unwrap();
        let later = NOW.plus_seconds(5);
        for (is_counted, expected) in [(false, 0), (true, 1)] {
            let back = RequeueJob {
                attempt,
                now: NOW,
                due_at: later,
                is_counted,
            };
            assert!(world.store.write(back).await.unwrap());
            let stored = world.find(&tenant, first).await;
            assert_eq!((stored.attempts, stored.status), (expected, Status::Queued));
            assert!(world.take(NOW).await.is_none());
            attempt = world.take(later).await.unwrap().1;
            assert_eq!(attempt.number, expected + 1);
        }
    }
}

#[tokio::test]
async fn a_lease_that_ran_out_lets_another_take_the_job_and_stops_the_first() {
    for world in both().await {
        let tenant = world.tenant("ada").await;
        let id = world.create(&tenant, 1).await.unwrap();
        let mut now = NOW;
        for number in 1..=ATTEMPTS_MAX {
            let (_, attempt) = world.take(now).await.unwrap();
            assert_eq!(attempt.number, number);
            // A sign of life renews it.
            now = now.plus_seconds(LEASE_SECONDS - 1);
            assert!(world.report(attempt, now, 2).await);
            now = now.plus_seconds(LEASE_SECONDS - 1);
            assert!(world.sweep_as("one", now).await.is_empty());
            let stored = world.find(&tenant, id).await;
            assert_eq!((stored.status, stored.pages_done), (Status::Processing, 2));
            now = now.plus_seconds(1);
            assert!(world.sweep_as("one", now).await.is_empty());
            let stored = world.find(&tenant, id).await;
            assert_eq!(stored.status, Status::Processing, "it may only be slow");
            now = now.plus_seconds(OWN_SECONDS - LEASE_SECONDS);
            let given_up = world.sweep_as("one", now).await;
            if number < ATTEMPTS_MAX {
                assert!(given_up.is_empty());
                // Who comes back late changes nothing.
                assert!(!world.report(attempt, now, 3).await);
                assert!(!world.succeed(attempt).await);
                continue;
            }
            assert_eq!(given_up, [attempt]);
            let fail = FailJob {
                attempt,
                now,
                code: "processing_timeout",
                message: "Given up.".to_owned(),
            };
            assert!(world.store.write(fail).await.unwrap());
            assert!(!world.succeed(attempt).await);
        }
        let stored = world.find(&tenant, id).await;
        assert_eq!(stored.status, Status::Failed);
        let error = Some(("processing_timeout".to_owned(), "Given up.".to_owned()));
        assert_eq!(stored.error, error);
    }
}

#[tokio::test]
async fn a_server_that_died_is_no_attempt_unless_the_job_met_many() {
    for world in both().await {
        let tenant = world.tenant("ada").await;
        let id = world.create(&tenant, 1).await.unwrap();
        let mut now = NOW;
        for _ in 0..INTERRUPTIONS_MAX {
            assert_eq!(world.take_as("dead", now).await.unwrap().1.number, 1);
            assert!(world.sweep_as("other", now).await.is_empty());
            let held = world.find(&tenant, id).await;
            assert_eq!(held.status, Status::Processing, "its lease has not run out");
            now = now.plus_seconds(LEASE_SECONDS);
            assert!(world.sweep_as("other", now).await.is_empty());
            assert_eq!(world.find(&tenant, id).await.attempts, 0);
        }
        for number in 1..=ATTEMPTS_MAX {
            let (_, attempt) = world.take_as("dead", now).await.unwrap();
            assert_eq!((attempt.request_id, attempt.number), (id, number));
            now = now.plus_seconds(LEASE_SECONDS);
            let given_up = world.sweep_as("other", now).await;
            assert_eq!(given_up.is_empty(), number < ATTEMPTS_MAX);
        }
    }
}

#[tokio::test]
async fn what_another_server_took_over_is_ended_by_that_one_only() {
    for world in both().await {
        let tenant = world.tenant("ada").await;
        let id = world.create(&tenant, 1).await.unwrap();
        let (_, slow) = world.take_as("slow", NOW).await.unwrap();
        let later = NOW.plus_seconds(LEASE_SECONDS);
        // Two sweep at the same time: it is put back once.
        for owner in ["quick", "third"] {
            assert!(world.sweep_as(owner, later).await.is_empty());
        }
        let (_, quick) = world.take_as("quick", later).await.unwrap();
        assert_eq!(slow.number, quick.number, "neither counts");
        assert!(!world.report(slow, later, 1).await);
        assert!(!world.succeed(slow).await);
        assert!(world.succeed(quick).await);
        assert!(!world.succeed(quick).await, "once");
        assert_eq!(world.find(&tenant, id).await.status, Status::Succeeded);
    }
}

#[tokio::test]
async fn a_job_called_off_is_its_workers_no_longer() {
    for world in both().await {
        let tenant = world.tenant("ada").await;
        let id = world.create(&tenant, 1).await.unwrap();
        let (_, attempt) = world.take(NOW).await.unwrap();
        let cancel = |tenant: &TenantId, environment| CancelJob {
            tenant_id: tenant.clone(),
            environment,
            request_id: id,
            now: NOW,
        };
        let stranger = world.tenant("bala").await;
        let mut done = Vec::new();
        for op in [
            cancel(&stranger, SANDBOX),
            cancel(&tenant, Environment::Live),
            cancel(&tenant, SANDBOX),
            cancel(&tenant, SANDBOX),
        ] {
            done.push(world.store.write(op).await.unwrap());
        }
        assert_eq!(done, [false, false, true, false]);
        assert!(!world.report(attempt, NOW, 1).await);
        assert!(!world.succeed(attempt).await);
        assert!(world.take(NOW).await.is_none());
        assert_eq!(world.find(&tenant, id).await.status, Status::Cancelled);
    }
}

#[tokio::test]
async fn what_waits_is_bounded_and_what_is_old_goes() {
    for world in both().await {
        let tenant = world.tenant("ada").await;
        let most = world.create(&tenant, QUEUED_BYTES_MAX).await.unwrap();
        let refused = world.create(&tenant, 1).await.unwrap_err();
        assert_eq!(refused.code(), &TOO_MANY_JOBS);
        let (_, attempt) = world.take(NOW).await.unwrap();
        assert_eq!(attempt.request_id, most);
        // It does not wait any longer.
        world.create(&tenant, 1).await.unwrap();
        assert!(world.succeed(attempt).await);
        let forget = async |after: i64| {
            let now = NOW.plus_seconds(after);
            world.store.write(PurgeJobs { now }).await.unwrap()
        };
        assert_eq!(forget(ENDED_SECONDS - 1).await, (0, 0));
        assert_eq!(forget(ENDED_SECONDS).await, (1, 0));
        assert_eq!(world.find(&tenant, most).await.result_sealed, None);
        assert_eq!(forget(ENDED_SECONDS + RECORD_SECONDS - 1).await, (0, 0));
        assert_eq!(forget(ENDED_SECONDS + RECORD_SECONDS).await, (0, 1));
    }
}

#[tokio::test]
async fn results_go_once_the_operator_keeps_them_for_less_time() {
    let kind = retention::kind(3);
    for world in both().await {
        let tenant = world.tenant("ada").await;
        let id = world.create(&tenant, 1).await.unwrap();
        let (_, attempt) = world.take(NOW).await.unwrap();
        assert!(world.succeed(attempt).await);
        let after = |days: i64| {
            let now = NOW.plus_seconds(days * DAY_SECONDS);
            RetentionScope {
                store: world.store.clone(),
                vault: Vault::new(&Sensitive::new([7; 32])),
                now,
                before: kind.before(now).unwrap(),
                paid_kept_days: 0,
            }
        };
        assert_eq!((kind.due)(after(3)).await.unwrap().rows, 0);
        assert_eq!(kind.drop_due(after(3)).await.unwrap(), 0);
        let due = (kind.due)(after(4)).await.unwrap();
        assert_eq!((due.rows, due.oldest), (1, Some(NOW)));
        assert_eq!(kind.drop_due(after(4)).await.unwrap(), 1);
        let job = world.find(&tenant, id).await;
        assert_eq!((job.status, job.result_sealed), (Status::Expired, None));
        assert_eq!(job.expires_at, Some(after(4).now));
        assert_eq!(kind.drop_due(after(4)).await.unwrap(), 0);
    }
}
