//! Documents given out: the code on a copy, what is kept of it, and whether it still holds.
//!
//! How a document looks is [`crate::documents::pdf`]'s. Here a copy gets a verification code, and
//! who has the copy can ask what was drawn under the code and whether the register still says so.
//! Neither the copy nor its code is stored.

mod code;
mod issued;
mod issuer;
mod ops;
pub mod pdf;
mod verify;

pub use code::DocumentCode;
pub use issued::{Changed, Issued, Verdict};
pub use issuer::Issuer;
pub(crate) use issuer::Made;
pub use ops::{FindDocument, StoreDocument};
pub use verify::{Verification, Verifier};
