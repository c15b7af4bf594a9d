#![doc = include_str!("../README.md")]

pub mod api;
mod client;
pub mod codes;
pub mod enums;
mod errors;
#[allow(missing_docs, reason = "what the API says of a field is all there is")]
pub mod models;
mod sha256;
mod text;
mod values;
pub mod webhooks;

pub use client::{Client, Items, RequestOptions, Response};
pub use errors::{ApiError, Error, Fault, Kind};
pub use values::{Base64, FileUpload, Money};
