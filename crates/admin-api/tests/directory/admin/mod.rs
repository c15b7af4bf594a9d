//! The admin API through its router.

pub(crate) mod client;
mod incidents;
mod life;
mod money;
mod roles;
mod uploads;
