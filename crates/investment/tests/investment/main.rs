//! The product through the front door, on both databases.

#![cfg(test)]

mod offers;
mod privacy;
mod recovery;
mod rights;
mod settlement;
mod subscribe;
mod transactions;
mod world;
