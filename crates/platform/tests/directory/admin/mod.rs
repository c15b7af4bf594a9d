//! The admin API through its router.

mod client;
mod life;
mod money;
mod roles;
