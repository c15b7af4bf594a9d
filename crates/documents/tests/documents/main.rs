//! Proof of address through the front door, on both databases, with real child processes.

#![cfg(test)]

mod answers;
mod hostile;
mod requests;
mod world;
