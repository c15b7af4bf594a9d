//! Files beside the database: one object store that every node reaches, in a folder or at a service
//! that speaks S3.
//!
//! * [`Objects`] puts, reads and deletes. What is stored is sealed: each object has a key of its
//!   own, and its content is a sequence of chunks whose order and end are authenticated (`sealed`).
//! * The key of an object is a row of `stored_object`, sealed by the vault ([`KEYED`]), so a
//!   rotation of the master key touches rows and no object. [`keep`] writes the row in the
//!   transaction of what owns the object; an object without a row cannot be read by anybody.
//! * [`forget`] ends an object in the transaction of its owner's end: its key is gone with the
//!   commit. [`Objects::sweep`] removes the bytes, and those that never got a row.
//! * [`ObjectPlace`]: where the store is.
//!
//! `object_store` speaks to folders and to S3; its requests go out by `kofa_outbound`.

mod connector;
mod objects;
mod ops;
mod place;
mod sealed;
mod sweep;

pub use objects::{ObjectReader, Objects, Upload};
pub use ops::{FindObject, KEYED, KeepObject, Stored, find, forget, keep};
pub use place::{ObjectPlace, S3Place};
pub use sealed::CHUNK_BYTES;
pub use sweep::{FindForgotten, FindKnown, RemoveForgotten};
