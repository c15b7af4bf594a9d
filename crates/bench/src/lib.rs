//! What `make bench` is made of. Nothing here is part of the server.
//!
//! * `bare`: an axum server that gives one answer, the baseline of every ratio.
//! * `bench_server`: the server's own gate and settlement around two endpoints, on a database
//!   of its own, with the other ways to settle that it is compared with.
//! * `register`: imports a register and times look-ups inside the process.
//! * `measure`: runs the others in turns under load and writes the report.
//!
//! Loads and limits are those of `docs/benchmarks.md`.

pub mod client;
pub mod serve;
