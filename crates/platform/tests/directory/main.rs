//! The platform's operations on both databases.

mod keys;
mod people;
mod tenants;
mod world;
