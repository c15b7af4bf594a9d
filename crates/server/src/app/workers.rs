//! What a server does besides answering: deliveries, mails, counts, and forgetting what is old.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use kofa_cluster::About;
use kofa_core::form_answers::DropOldFormAnswers;
use kofa_core::retention::Retention;
use kofa_domain::{Clock, KeyId, Timestamp};
use kofa_events::inbox::PurgeInboxes;
use kofa_events::{Targets, Webhooks};
use kofa_gate::{
    POLL_MS, PurgeOldReplies, PurgeShares, Snapshot, divide_limits, settle_refusals, watch,
};
use kofa_identity::access_requests::PurgeAccessRequests;
use kofa_identity::failures::AuditFailures;
use kofa_identity::guard::PurgeOldFailures;
use kofa_identity::key_warnings::WarnOfExpiry;
use kofa_identity::keys::{KeyUse, RecordKeyUse};
use kofa_identity::known_places::PurgePlaces;
use kofa_identity::resets::PurgeResets;
use kofa_identity::sessions::PurgeSessions;
use kofa_identity::single_sign_on::PurgeAttempts;
use kofa_insight::calls;
use kofa_insight::calls::record::Recording;
use kofa_insight::notices::queue_notices;
use kofa_mail::{Mailer, PurgeMails};
use kofa_objects::Objects;
use kofa_payments::PurgeNotices;
use kofa_store::Store;
use kofa_tasks::TaskHandlers;
use tokio::task::JoinSet;

use super::App;
use crate::duty::on_duty;
use crate::operations::{Watch, Watched};
use crate::siem::{self, SiemMetrics, SiemSettings};
use crate::{key_ring, retention};

/// How often the last uses of keys are written, in seconds.
const KEY_USE_EVERY_S: u64 = 5;
/// How often wrong attempts to sign in are written to the audit log, in seconds.
const FAILURES_EVERY_S: u64 = 30;
/// How often old replies, sessions and the like are forgotten, in seconds.
const FORGET_EVERY_S: u64 = 3_600;
/// How often the bytes of files that are not needed any more are removed, in seconds.
const OBJECTS_EVERY_S: u64 = 5;
/// How often is looked for files that nothing owns, in seconds.
const ROWLESS_EVERY_S: u64 = 3_600;
/// How often members are told what is new, in seconds.
const NOTICES_EVERY_S: u64 = 15;

impl App {
    /// Shows that this node lives, as `starting` did so far, takes over those that are gone, and
    /// shares wallets with others.
    pub(super) fn live_among_others(&mut self, about: About, starting: JoinSet<()>) {
        let members = self.members.clone();
        let resume = Arc::clone(&self.resume);
        let keep = members.keep(self.store.clone(), about, resume);
        self.workers.spawn(keep);
        drop(starting);
        self.workers.spawn(Arc::clone(&self.wallets).keep());
    }

    /// Has one of the nodes do `work`.
    fn on_duty<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        duty: &'static str,
        work: impl Fn() -> F + Send + 'static,
    ) {
        let of = (self.members.clone(), self.store.clone());
        self.workers.spawn(on_duty(of, duty, work));
    }

    /// Brings what is sealed to the newest master key, where a rotation is under way.
    pub(super) fn reseal(&mut self, is_rotating: bool) {
        if is_rotating {
            let (store, vault) = (self.store.clone(), self.vault.clone());
            self.workers.spawn(key_ring::reseal(store, vault));
        }
    }

    /// Removes files that are not needed any more.
    pub(super) fn sweep_objects(&mut self, objects: Objects) {
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        self.workers.spawn(async move {
            let every = |s| tokio::time::interval(Duration::from_secs(s));
            let mut ended = every(OBJECTS_EVERY_S);
            let mut rowless = every(ROWLESS_EVERY_S);
            loop {
                let swept = tokio::select! {
                    _ = ended.tick() => objects.sweep(&store).await,
                    _ = rowless.tick() => objects.sweep_rowless(&store, clock.now()).await,
                };
                if let Err(error) = swept {
                    let why = error.context();
                    tracing::warn!(%error, why, "files in the object store were not removed");
                }
            }
        });
    }

    /// Drops what is old, and gives a SIEM what is new.
    pub(super) async fn keep_and_tell(
        &mut self,
        retention: Retention,
        siem: SiemSettings,
        metrics: &SiemMetrics,
    ) -> anyhow::Result<()> {
        let (store, vault) = (self.store.clone(), self.vault.clone());
        let clock = Arc::clone(&self.clock);
        self.on_duty("retention", move || {
            let (store, vault, clock) = (store.clone(), vault.clone(), Arc::clone(&clock));
            retention::keep(retention.clone(), store, vault, clock)
        });
        let (members, workers) = (&self.members, &mut self.workers);
        let started = siem::start(siem, &self.store, members, metrics, workers).await;
        started.context("the cursor of the SIEM")
    }

    /// Numbers events and sends them.
    pub(super) fn send_webhooks(&mut self, to: (Targets, &str)) -> anyhow::Result<()> {
        let (store, vault) = (self.store.clone(), self.vault.clone());
        let webhooks = Webhooks::new(store, vault, Arc::clone(&self.clock), to);
        let webhooks = webhooks.context("what sends webhooks")?;
        self.on_duty("webhooks", move || webhooks.clone().work());
        Ok(())
    }

    /// Alerts operators, and tells members what their tenant has to know.
    pub(super) fn tell_by_mail(&mut self, mailer: Option<Mailer>, watched: Watched) {
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        let watch = Watch {
            store,
            clock,
            watched,
            mailer: mailer.clone(),
        };
        let watch = Arc::new(watch);
        self.on_duty("operator_alerts", move || Arc::clone(&watch).work());
        let Some(mailer) = mailer else {
            return;
        };
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        self.on_duty("notices", move || {
            tell_members(store.clone(), mailer.clone(), Arc::clone(&clock))
        });
    }

    pub(super) fn start_workers(&mut self, tasks: TaskHandlers, recording: Recording) {
        self.workers.spawn(settle_refusals(
            Arc::clone(&self.gate.refusals),
            self.store.clone(),
            Arc::clone(&self.clock),
        ));
        let store = self.store.clone();
        self.on_duty("call_digests", move || calls::digest_calls(store.clone()));
        let (store, vault, clock) = (
            self.store.clone(),
            self.vault.clone(),
            Arc::clone(&self.clock),
        );
        self.workers
            .spawn(calls::keep_details(recording, store, vault, clock));
        self.workers
            .spawn(watch(Arc::clone(&self.snapshot), Arc::clone(&self.wallets)));
        self.workers.spawn(divide_limits(
            Arc::clone(&self.snapshot),
            Arc::clone(&self.clock),
        ));
        let (store, snapshot) = (self.store.clone(), Arc::clone(&self.snapshot));
        self.workers.spawn(async move {
            let mut tick = tokio::time::interval(Duration::from_secs(KEY_USE_EVERY_S));
            loop {
                tick.tick().await;
                record_key_uses(&store, &snapshot).await;
            }
        });
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        self.workers.spawn(async move {
            let mut tick = tokio::time::interval(Duration::from_secs(FAILURES_EVERY_S));
            loop {
                tick.tick().await;
                let now = clock.now();
                if let Err(error) = store.write_until_none(AuditFailures { now }).await {
                    tracing::warn!(%error, "wrong attempts to sign in could not be noted");
                }
            }
        });
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        self.workers.spawn(kofa_tasks::work(store, clock, tasks));
        let (store, clock) = (self.store.clone(), Arc::clone(&self.clock));
        let snapshot = Arc::clone(&self.snapshot);
        self.workers.spawn(async move {
            let mut tick = tokio::time::interval(Duration::from_secs(FORGET_EVERY_S));
            loop {
                tick.tick().await;
                snapshot.forget_expired(clock.now()).await;
                if let Err(error) = forget(&store, clock.now()).await {
                    tracing::warn!(%error, "what is old could not be forgotten");
                }
            }
        });
    }
}

/// Tells members what is new, until it is dropped.
async fn tell_members(store: Store, mailer: Mailer, clock: Arc<dyn Clock>) {
    let mut tick = tokio::time::interval(Duration::from_secs(NOTICES_EVERY_S));
    loop {
        tick.tick().await;
        if let Err(error) = queue_notices(&store, &mailer, clock.now()).await {
            tracing::warn!(%error, "notices could not be queued");
        }
    }
}

/// Forgets what nobody needs any more: replies for replays, and what the doors keep. Tells tenants
/// of keys that end soon.
async fn forget(store: &Store, now: Timestamp) -> kofa_domain::Result<()> {
    store.write_until_none(PurgeOldReplies { now }).await?;
    store.write(PurgeShares).await?;
    store.write_until_none(PurgeSessions { now }).await?;
    store.write_until_none(PurgeOldFailures { now }).await?;
    store.write_until_none(PurgePlaces { now }).await?;
    store.write_until_none(PurgeResets { now }).await?;
    store.write_until_none(PurgeAccessRequests { now }).await?;
    store.write(DropOldFormAnswers { now }).await?;
    store.write_until_none(PurgeAttempts { now }).await?;
    store.write_until_none(PurgeMails { now }).await?;
    store.write_until_none(PurgeNotices { now }).await?;
    store.write_until_none(PurgeInboxes { now }).await?;
    store.write_until_none(WarnOfExpiry { now }).await?;
    Ok(())
}

pub(super) async fn record_key_uses(store: &Store, snapshot: &Snapshot) {
    let uses: Vec<(KeyId, KeyUse)> = snapshot
        .drain_uses()
        .into_iter()
        .map(|(key_id, last)| {
            let operation_id = last.operation_id.to_owned();
            let (at, ip, environment) = (last.at, last.ip.to_string(), last.environment);
            (
                key_id,
                KeyUse {
                    at,
                    ip,
                    environment,
                    operation_id,
                },
            )
        })
        .collect();
    if uses.is_empty() {
        return;
    }
    if let Err(error) = store.write(RecordKeyUse { uses }).await {
        tracing::warn!(%error, "last uses of keys could not be recorded");
    }
}

const _: () = assert!(POLL_MS < 1_000, "a change must hold within a second");
