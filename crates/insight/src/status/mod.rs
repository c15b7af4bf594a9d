//! How the services do: what calls show, what probes show, and what operators say.
//!
//! * [`incident`]: incidents and planned work, and what is said about them; [`plan`]: what is
//!   typed about them, checked.
//! * [`days`]: every day of every service, from the calls of all tenants and from probes.
//! * [`probe`]: what this node tries by itself.
//! * [`impact`]: what an incident meant to one tenant.
//! * [`board`]: all of it in memory, so that the pages about it need no store.
//!
//! A service is one product in one environment. Calls that the caller got wrong (4xx) say
//! nothing about a service and are not counted.

pub mod board;
pub mod days;
pub mod impact;
pub mod incident;
pub mod plan;
pub mod probe;
pub mod speed;
mod words;

pub use kofa_core::Service;

/// How a service does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    Well,
    /// Planned work is under way.
    Maintenance,
    /// Slower than usual, or some of its calls fail.
    Degraded,
    /// It does not work.
    Down,
}

impl Health {
    /// `operational`, `maintenance`, `degraded` or `down`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Well => "operational",
            Self::Maintenance => "maintenance",
            Self::Degraded => "degraded",
            Self::Down => "down",
        }
    }
}
