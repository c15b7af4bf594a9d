//! The admin API through its router.

mod client;
mod incidents;
mod life;
mod money;
mod roles;
