//! Calls that are refused before they are read: counted exactly, logged as samples.

use kofa_domain::{Clock as _, Kobo};
use kofa_gate::Refusals;
use kofa_identity::keys::RevokeKey;
use kofa_insight::calls::{ListUsage, LoggedCall, Span, digest_all};

use super::{SANDBOX, World, worlds};

const CALLS: i64 = 2_000;

impl World {
    async fn revoked(&self) -> String {
        let (id, key) = self.key(World::plan()).await;
        let by = self.by();
        self.store.write(RevokeKey { by, key: id }).await.unwrap();
        self.gate.snapshot.refresh().await.unwrap();
        key
    }

    async fn settle_refusals(&self) {
        let settled = self.gate.refusals.settle(&self.store, self.clock.now());
        settled.await.unwrap();
    }

    async fn rows(&self) -> Vec<LoggedCall> {
        self.logged(None).await
    }

    /// Calls of each error code, as usage has them.
    async fn used(&self, code: &str) -> i64 {
        digest_all(&self.store).await.unwrap();
        let list = ListUsage {
            tenant: self.tenant.clone(),
            environment: SANDBOX,
            from: self.clock.now().plus_seconds(-3_600),
            until: self.clock.now().plus_seconds(3_600),
            by: Span::Hour,
        };
        let lines = self.store.read(list).await.unwrap();
        let of_code = lines.iter().filter(|line| line.error_code == code);
        of_code.map(|line| line.calls).sum()
    }
}

#[tokio::test]
async fn a_dead_key_leaves_two_rows_a_minute_and_exact_counts() {
    for world in worlds().await {
        let key = world.revoked().await;
        let before = world.store.read(super::Seq).await.unwrap();
        for _ in 0..CALLS {
            world.look(&key, "").await.refused(401, "api_key_revoked");
        }
        let first = world.rows().await;
        assert_eq!((first.len(), first[0].calls), (1, 1));
        world.settle_refusals().await;
        assert_eq!(world.rows().await.len(), 1, "the minute is not over");
        world.clock.advance_seconds(61);
        world.look(&key, "").await.refused(401, "api_key_revoked");
        world.settle_refusals().await;
        world.settle_refusals().await;
        let rows = world.rows().await;
        let counts: Vec<i64> = rows.iter().map(|row| row.calls).collect();
        assert_eq!(counts, [CALLS - 1, 1, 1]);
        let moved = world.store.read(super::Seq).await.unwrap() - before;
        assert_eq!(moved, 3, "the wallet moves with its rows only");
        assert_eq!(world.used("api_key_revoked").await, CALLS + 1);
        for row in rows {
            assert_eq!(row.status, 401);
            assert_eq!(row.error_code.as_deref(), Some("api_key_revoked"));
            assert_eq!(row.charge, Kobo::ZERO);
        }
        world.check_books().await;
    }
}

#[tokio::test]
async fn keys_and_codes_have_samples_of_their_own() {
    for world in worlds().await {
        let (dead, other) = (world.revoked().await, world.revoked().await);
        let (_, limited) = world.key(World::plan()).await;
        world.limit(1, 1).await;
        assert_eq!(world.look(&limited, "").await.status, 200);
        for _ in 0..3 {
            world.look(&dead, "").await.refused(401, "api_key_revoked");
            world.look(&other, "").await.refused(401, "api_key_revoked");
            world
                .look(&limited, "")
                .await
                .refused(429, "rate_limit_exceeded");
        }
        // What the caller got wrong in what it sent is a row each, as before.
        world.limit(1_000, 1_000).await;
        world.clock.advance_seconds(1);
        for _ in 0..3 {
            world
                .look(&limited, "bad=1")
                .await
                .refused(422, "invalid_field");
        }
        assert_eq!(world.rows().await.len(), 1 + 3 + 3);
        world.clock.advance_seconds(60);
        world.settle_refusals().await;
        let rows = world.rows().await;
        assert_eq!(rows.len(), 1 + 3 + 3 + 3);
        assert!(rows[..3].iter().all(|row| row.calls == 2));
        assert_eq!(world.used("api_key_revoked").await, 6);
        assert_eq!(world.used("rate_limit_exceeded").await, 3);
        world.check_books().await;
    }
}

#[tokio::test]
async fn what_a_killed_process_had_stored_is_logged_by_the_next() {
    for world in worlds().await {
        let key = world.revoked().await;
        for _ in 0..5 {
            world.look(&key, "").await.refused(401, "api_key_revoked");
        }
        world.settle_refusals().await;
        let world = world.restart().await;
        world.clock.advance_seconds(61);
        let next = std::sync::Arc::new(Refusals::default());
        let clock = std::sync::Arc::new(world.clock.clone());
        let worker = kofa_gate::settle_refusals(next, world.store.clone(), clock);
        let worker = tokio::spawn(worker);
        while world.rows().await.len() < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        worker.abort();
        assert_eq!(world.used("api_key_revoked").await, 5);
        world.check_books().await;
    }
}
