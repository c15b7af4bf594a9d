//! Whether a name someone sent is the name the register has. Pure.
//!
//! * [`NameKeys`]: a name taken apart into its legal form and its words, each in one spelling.
//!   Its two keys are [`NameKeys::strict`], with the legal form, and [`NameKeys::core`],
//!   without it and without a country at the end.
//! * [`compare`]: the verdict on two names, its score, and what differs in words.
//!
//! Two names are only ever called equal if their legal forms are: `Ltd` is not `Plc`, and a
//! business name is not the company of the same words.

mod align;
mod compare;
mod difference;
mod keys;
pub(crate) mod rank;
pub(crate) mod search;
mod words;

pub(crate) use compare::is_same_name;
pub use compare::{NameCheck, NameMatch, Registered, compare};
pub use difference::{Difference, DifferenceKind};
pub(crate) use keys::plain_letters;
pub use keys::{LegalForm, NameKeys};

#[cfg(test)]
mod tests;
