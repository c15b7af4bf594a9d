//! Whether a record is of the person who applies, and what is kept of having looked. Pure.
//!
//! * [`names`]: the verdict on two names and what each word sent came to, in words that say nothing
//!   of the record's own.
//! * [`birth`]: the same of two dates of birth.
//! * [`outcome`]: what is kept with an application: outcomes, never a record.
//!
//! People differ from companies: their words come in any order, in several spellings, abbreviated,
//! with titles, and change when they marry. `docs/identity.md` has the rules with examples.

pub mod birth;
pub mod names;
pub mod outcome;
