//! Companies that tenants watch, and what changed of them.
//!
//! Of each watched company the marks of a few fields are kept ([`Marks`]), beside the watches in
//! the main file. An import only notes which watched companies it wrote, in its transaction; then
//! `crate::watch_worker` compares their records with the marks. What an upstream is asked afresh is
//! compared at once. New marks and the events of what changed are one transaction that finds the
//! old marks as they were, so that a change is told once to everyone, whatever crashes.

pub(crate) mod marks;
pub(crate) mod ops;

pub use marks::Change;
