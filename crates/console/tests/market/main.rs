//! The console's market, register and work, through the router, on both databases.

#![cfg(test)]

mod book;
mod imports;
mod offers;
mod overview;
mod parties;
mod readings;
mod register;
mod roles;
mod uploads;
mod work;
mod world;
