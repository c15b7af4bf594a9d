//! What is kept for a time and where people's data is, of this server and its products.

use std::sync::Arc;
use std::time::Duration;

use kofa_core::audit_retention;
use kofa_core::people::People;
use kofa_core::retention::Retention;
use kofa_domain::{Clock, Timestamp};
use kofa_store::{Store, Vault};
use tokio::time::{Instant, interval_at};

/// How often what is due is dropped, in seconds. The first time is so long after the start: who
/// sets fewer days can look at what is due before it goes.
const EVERY_S: u64 = 3_600;

/// How long each kind is kept, in days; 0 is for ever.
#[derive(Clone, Copy, Debug)]
pub struct Days {
    pub request_log: u32,
    pub details: u32,
    pub audit: u32,
    /// Results of jobs that read documents.
    pub documents: u32,
    pub events: u32,
    pub applicants: u32,
}

/// All kinds; `paid_kept_days`: how long what identifies somebody who paid is kept after the end.
pub fn kinds(days: &Days, paid_kept_days: u32) -> Retention {
    Retention {
        kinds: Arc::new([
            kofa_insight::retention::request_log(days.request_log),
            kofa_insight::retention::details(days.details),
            audit_retention::kind(days.audit),
            kofa_documents::jobs::retention::kind(days.documents),
            kofa_events::retention::kind(days.events),
            kofa_investment::people::retention(days.applicants),
        ]),
        paid_kept_days,
    }
}

/// Where records of people are.
pub fn people(paid_kept_days: u32) -> People {
    People {
        kinds: Arc::new([
            kofa_investment::people::APPLICANTS,
            kofa_investment::people::HOLDERS,
            kofa_documents::people::JOBS_OF_PEOPLE,
            kofa_documents::feedback::people::READINGS_OF_PEOPLE,
            kofa_registry::kept_people::KEPT_ANSWERS,
            kofa_identity::people::ACCOUNTS,
        ]),
        paid_kept_days,
    }
}

/// Drops what is due, once an hour, until it is dropped itself.
pub async fn keep(retention: Retention, store: Store, vault: Vault, clock: Arc<dyn Clock>) {
    let every = Duration::from_secs(EVERY_S);
    let mut tick = interval_at(Instant::now() + every, every);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        sweep(&retention, (&store, &vault), clock.now()).await;
    }
}

/// Drops what is due of every kind; one that fails does not keep the others.
async fn sweep(retention: &Retention, with: (&Store, &Vault), now: Timestamp) {
    for kind in retention.kinds.iter() {
        let Some(before) = kind.before(now) else {
            continue;
        };
        match kind.drop_due(retention.scope(with, now, before)).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(kind = kind.name, rows, "what was due is dropped"),
            Err(error) => {
                tracing::warn!(kind = kind.name, %error, "what is due could not be dropped");
            }
        }
    }
}
