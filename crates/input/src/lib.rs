//! What people and programs send, read before it means anything: fields of JSON, rows of files.

mod fields;
mod json;
pub mod rows;

pub use fields::{Fields, whole, whole_of};
pub use json::Unique;
