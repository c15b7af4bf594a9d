//! Proof of address through the front door, on both databases, with real child processes.

#![cfg(test)]

mod answers;
mod feedback;
mod hostile;
mod include;
mod jobs;
mod kept;
mod locked;
mod people;
mod pictures;
mod provider;
mod requests;
mod reviewing;
mod sandbox;
mod world;
