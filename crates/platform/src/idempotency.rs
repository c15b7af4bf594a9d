//! `Idempotency-Key`: the same request runs once, and is answered the same.

/// A key and the request it stands for.
#[derive(Clone, Debug)]
pub struct Claim {
    pub(crate) key_digest: [u8; 32],
    pub(crate) body_digest: [u8; 32],
}
