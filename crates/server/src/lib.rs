//! The server as a library: the binary `kofa`, the tests and the benches start it from here.

pub mod app;
pub mod cli;
pub mod commands;
pub mod config;
pub mod demo;
mod description;
mod disk;
pub mod health;
pub mod hosts;
pub mod key_ring;
mod listener;
mod listeners;
pub mod master_key;
mod operations;
pub mod payments;
mod private;
pub mod products;
mod resume;
pub mod retention;
pub mod routes;
pub mod serve;
pub mod settings;
pub mod siem;
pub mod signals;
pub mod telemetry;
mod unread;
mod verify;
