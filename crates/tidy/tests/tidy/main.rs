//! House rules that no lint knows, held over the whole tree.
//!
//! Each rule is a test of its own and names every offender at once. The rules themselves are
//! in `CONTRIBUTING.md` and `ARCHITECTURE.md`.

mod circles;
mod codes;
mod dependencies;
mod edges;
mod expand;
mod locks;
mod migrations;
mod operations;
mod shard_exceptions;
mod shards;
mod surfaces;
mod text;
mod tree;
mod words;
