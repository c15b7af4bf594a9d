//! What is about to be said of an incident, checked by the commands that say it.

use kofa_core::Service;
use kofa_domain::Timestamp;

use super::words::{Impact, Kind, State};

/// Longest text of an update, in characters.
pub const MESSAGE_CHARS_MAX: usize = 1_000;

/// An incident or planned work that is about to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Which of the two.
    pub kind: Kind,
    /// In a few words.
    pub title: String,
    pub impact: Impact,
    /// How far it is.
    pub state: State,
    pub affects: Vec<Service>,
    pub message: String,
    /// Since when, or from when.
    pub starts_at: Timestamp,
    /// Of planned work: until when.
    pub ends_at: Option<Timestamp>,
}

/// What is said about one that was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// How far it is; `None` as before.
    pub state: Option<State>,
    /// What callers notice; `None` as before.
    pub impact: Option<Impact>,
    /// A new end of planned work.
    pub ends_at: Option<Timestamp>,
    pub message: String,
}
