//! Error codes of events.

use kofa_domain::{Code, Kind};

pub(crate) const EVENTS_EXPIRED: Code = Code {
    name: "events_expired",
    kind: Kind::Gone,
    title: "Events no longer available",
    meaning: "Events are kept for 30 days, and some of the events that follow `after` have been \
              deleted, so the list would have a gap.",
    remedy: "Start again without `after`, at the oldest event available, and compare your data \
             with the current responses of the products.",
};

/// All of this crate.
pub const CODES: &[&Code] = &[&EVENTS_EXPIRED];
