//! What `make bench` is made of. Nothing here is part of the server.
//!
//! * `bare`: an axum server that gives one answer, the baseline of every ratio.
//! * `bench_server`: the server's own gate and settlement around some endpoints, on a
//!   database of its own, and the other ways of asking it that it is compared with.
//! * `allot`: makes an offer of many applications, and allots it inside the process.
//! * `look`: times look-ups in a register inside the process; [`register`] fills one with people,
//!   capital and charges and times searches, [`paced`] asks it at a fixed rate.
//! * [`calls`] fills a long request log and times what is asked of it.
//! * `generate`: writes fictional companies, their people, capital and charges as CSV.
//! * `measure`: runs these, the real `kofa`, nginx and HAProxy in turns under load and writes
//!   the report.
//!
//! Loads, ratios and targets are those of `docs/benchmarks.md`.

pub mod calls;
pub mod client;
pub mod load;
pub mod market;
pub mod paced;
pub mod process;
pub mod register;
pub mod serve;

/// As in `kofa`, for what it is compared with, too.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;
