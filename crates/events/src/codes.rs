//! Error codes of events.

use kofa_domain::{Code, Kind};

pub(crate) const EVENTS_EXPIRED: Code = Code {
    name: "events_expired",
    kind: Kind::Gone,
    title: "These events are not kept any longer",
    meaning: "Events are kept for 30 days, and those after `after` are partly gone: what would \
              follow has a gap.",
    remedy: "Begin again without `after`, at the oldest event that is kept, and compare what you \
             hold with what the products answer now.",
};

/// All of this crate.
pub const CODES: &[&Code] = &[&EVENTS_EXPIRED];
