//! Documents that are read by and by: a durable queue, fair between tenants.
//!
//! * [`http::CreateExtractionJob`](crate::http::CreateExtractionJob) stores a job with the charge
//!   of its call: the document in the object store, the price held.
//! * [`Worker`] takes jobs in turns of the tenants, under a lease that it renews, and ends each in
//!   the transaction that captures or gives back what is held and removes the document.
//! * `state`: what a job can become. `ops`: the moves, as storage operations; `look`: what
//!   operators see of jobs; [`retention`]: how long results are kept. `sealed`: what is kept of a
//!   caller's words and of what was found, never in clear.
//!
//! Any number of servers take jobs of one database. A job whose worker is gone is taken again, by
//! whichever server, when its lease has run out; it fails by itself after [`ATTEMPTS_MAX`] attempts
//! or a day.

mod failing;
mod look;
pub(crate) mod ops;
pub mod retention;
pub(crate) mod sealed;
mod state;
mod worker;

pub use failing::FindFailing;
pub use look::{
    CountQueues, CountTroubled, JobLook, ListJobs, ListTenantJobs, Queue, TenantJob, Troubled,
    open_job,
};
pub use state::{Stage, Status};
pub use worker::Worker;

use kofa_address::Limits;

/// Attempts at a document before its job fails.
pub const ATTEMPTS_MAX: i64 = 3;
/// Restarts of the server that may cut a job off before they count as attempts.
pub(crate) const INTERRUPTIONS_MAX: i64 = 9;
/// How long a job is its worker's without a word from it, in seconds: another server goes on within
/// one more.
pub const LEASE_SECONDS: i64 = 4;
/// How long a job may stay without a word from a worker of a server that is at work, in seconds: it
/// may only be slow.
pub(crate) const OWN_SECONDS: i64 = 120;
/// Longest a job may wait to be read, in seconds: one day.
pub(crate) const WAIT_SECONDS_MAX: i64 = 24 * 3_600;
/// How long a job counts that ended without a result, in seconds: seven days.
pub(crate) const ENDED_SECONDS: i64 = 7 * 24 * 3_600;
/// How long the record of a job is kept after its result would be gone, in seconds.
pub(crate) const RECORD_SECONDS: i64 = 23 * 24 * 3_600;
/// Jobs that may wait in a tenant's environment.
pub(crate) const QUEUED_MAX: i64 = 10_000;
/// Bytes of documents that may wait in a tenant's environment: 2 GB.
pub(crate) const QUEUED_BYTES_MAX: i64 = 2 * 1024 * 1024 * 1024;

/// How much of a job's document is read: larger and longer than in a direct call, for nobody waits
/// on the line.
pub(crate) fn limits() -> Limits {
    let direct = Limits::default();
    Limits {
        bytes_max: 15 * 1024 * 1024,
        pages_max: 30,
        characters_max: direct.characters_max.saturating_mul(3),
        cpu_seconds_max: direct.cpu_seconds_max.saturating_mul(3),
        wall_ms_max: direct.wall_ms_max.saturating_mul(3),
        scan_wall_ms_max: direct.scan_wall_ms_max.saturating_mul(3),
        answer_ms: u32::MAX,
        ..direct
    }
}
