//! What an `Idempotency-Key` claims: a key, and the request that it stands for.

use kofa_domain::{Error, Result};

use crate::codes;

/// A key and the request it stands for, as blind indexes: programs make keys of the numbers of
/// people, and of a digest without a key such a number can be guessed.
#[derive(Clone, Debug)]
pub struct Claim {
    pub key_digest: [u8; 32],
    pub body_digest: [u8; 32],
    /// The same without a key, as they were kept once: such rows may be two days old.
    pub bare: [[u8; 32]; 2],
}

impl Claim {
    /// Whether this is the digest of its request.
    pub fn is_of(&self, body_digest: &[u8]) -> bool {
        body_digest == self.body_digest || body_digest == self.bare[1]
    }
}

/// The answer to a second call while the first runs.
pub fn running() -> Error {
    Error::plain(&codes::IDEMPOTENCY_IN_PROGRESS).with_retry_after(1)
}

/// The answer to another request under the same key.
pub fn reused() -> Error {
    Error::on(
        "Idempotency-Key",
        &codes::IDEMPOTENCY_KEY_REUSED,
        codes::IDEMPOTENCY_KEY_REUSED.title,
    )
}

/// The key of a request, or what is wrong with it; `None` where none is asked for.
pub type Claimed = Option<Result<Claim>>;
