//! The product through the front door, on both databases.

#![cfg(test)]

mod applicants;
mod approvals;
mod at_once;
mod claims;
mod exchange;
mod life;
mod market;
mod offers;
mod own_exchange;
mod people;
mod ports;
mod privacy;
mod refunds;
mod rights;
mod seen;
mod settlement;
mod settlement_desk;
mod shared_rights;
mod subscribe;
mod sweeping;
mod transactions;
mod upgrade;
mod views;
mod world;
