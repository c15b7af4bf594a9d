//! The server as a library: the binary `kofa`, the tests and the benches start it from here.

pub mod app;
pub mod health;
pub mod hosts;
pub mod routes;
