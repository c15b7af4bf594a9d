//! IPO subscriptions: offers, banks, brokers, applications and their look-up.
//!
//! * [`http`]: the endpoints, one file each; [`PRODUCT`]: all of it as one value.
//! * [`rights`]: who may take up how many shares of a rights issue.
//! * [`rules`]: what a subscription request must be; [`offer`], [`subscription`], [`brokers`],
//!   [`countries`]: what they decide on.
//! * [`identity`]: whether records of BVN, NIN and account are the applicants'.
//! * [`lifecycle`]: where a subscription can be and how it gets there; [`tasks`]: what takes
//!   it there, by [`task_kinds`].
//! * [`ports`]: the outside: exchange, payments, identity; with the sandbox's adapters, which
//!   answer reserved values ([`sandbox`]) as wished.
//! * [`follow_exchange`]: an exchange outside, watched.
//! * [`settlement`], [`settlement_import`]: what banks report as paid; [`statements`],
//!   [`statement_import`]: their statements; [`refunds`], [`refund_batches`]: what the operator's
//!   bank pays back, by files; [`references`]: what payments are called.
//! * [`parties_import`]: what operators set of banks and brokers, from a file.
//! * [`file_imports`]: files of all of these, which wait to be confirmed ([`held_file`]) and show
//!   what importing them would do ([`rehearsal`]).
//! * [`ops`]: what is stored and read.
//! * [`allotment`]: who gets how many shares of a closed offer, and why.
//! * [`catalogue`]: the offers in memory, so that listing them reads nothing.
//! * [`commands`]: what operators do; [`admin`]: what of it is not a command yet, over HTTP.
//! * [`market`]: what operators say about offers, banks and brokers, checked.
//! * [`people`]: whose data is held, and for how long.
//! * [`sealing`]: personal data on its way into the store and back.
//! * [`seed`](mod@seed): the sandbox's fictional market.

pub mod admin;
pub mod allotment;
pub mod approval;
pub mod brokers;
pub mod catalogue;
pub mod codes;
pub mod commands;
pub mod countries;
mod endpoint;
mod erasure;
pub mod file_imports;
pub mod follow_exchange;
pub mod held_file;
mod holders_import;
pub mod http;
pub mod identity;
mod keyed;
pub mod lifecycle;
pub mod market;
pub mod offer;
pub mod ops;
pub mod parties_import;
mod payment_notices;
pub mod people;
pub mod ports;
mod product;
pub mod references;
pub mod refund_batches;
pub mod refunds;
pub mod rehearsal;
pub mod rights;
mod row_schema;
pub mod rules;
pub mod run_allotment;
pub mod sandbox;
mod sandbox_values;
pub mod sealing;
pub mod seed;
pub mod settlement;
pub mod settlement_import;
mod shown_checks;
pub mod statement_import;
pub mod statements;
pub mod subscription;
pub mod sweeps;
pub mod task_kinds;
pub mod tasks;
pub mod test_clock;
mod words;

pub use endpoint::SCOPE;
pub use keyed::KEYED;
pub use product::{PRODUCT, run};

pub use holders_import::{
    HoldersFile, HoldersReport, Progress, import_holders, import_holders_file, rehearse_holders,
};

use kofa_domain::{Clock, Result};
use kofa_store::Store;

/// Puts the sandbox's offers there, or moves their dates on; may run at every start.
///
/// # Errors
/// If the store cannot write them.
pub async fn seed(store: &Store, clock: &dyn Clock) -> Result<()> {
    let now = clock.now();
    store.write(ops::SeedOffers { now }).await
}
