//! Encryption at rest: XChaCha20-Poly1305 (RFC 8439 with a 192-bit nonce) for what must be
//! read again, HMAC-SHA256 blind indexes for what must be found again without being read.

use std::fmt;

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac as _};
use kofa_domain::{Ids, Sensitive};
use sha2::Sha256;

const NONCE_BYTES: usize = 24;
/// First byte of everything sealed: which key and format it is.
const VERSION: u8 = 1;

/// Why something sealed cannot be opened. Says nothing about the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaultError {
    /// Too short, or of another version.
    Format,
    /// Another key, another context, or changed bytes.
    Refused,
}

impl fmt::Display for VaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "sealed data has an unknown format",
            Self::Refused => "sealed data does not open with this key and context",
        })
    }
}

impl std::error::Error for VaultError {}

impl From<VaultError> for kofa_domain::Error {
    fn from(error: VaultError) -> Self {
        Self::internal(error)
    }
}

/// The keys of encryption at rest, all derived from one master key of 32 bytes.
#[derive(Clone)]
pub struct Vault {
    cipher: XChaCha20Poly1305,
    index: Hmac<Sha256>,
    pepper: Hmac<Sha256>,
    mark: [u8; 32],
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault(<hidden>)")
    }
}

impl Vault {
    /// From the master key.
    pub fn new(master: &Sensitive<[u8; 32]>) -> Self {
        let derive = |label: &str| hmac(master.expose(), label.as_bytes());
        let cipher_key = derive("kofa/seal/1");
        Self {
            cipher: XChaCha20Poly1305::new(&Key::from(cipher_key)),
            index: keyed(&derive("kofa/blind-index/1")),
            pepper: keyed(&derive("kofa/api-key/1")),
            mark: derive("kofa/key-mark/1"),
        }
    }

    /// Encrypts `plain`. `context` names what and whose it is (`subscription.bvn/<id>`): the
    /// same context is needed to open it, so a value cannot be moved to another row.
    ///
    /// # Errors
    /// Never with inputs of a sane size; [`VaultError::Refused`] if the cipher refuses.
    pub fn seal(&self, context: &str, plain: &[u8], ids: Ids) -> Result<Vec<u8>, VaultError> {
        let nonce: [u8; NONCE_BYTES] = ids.secret();
        let payload = Payload {
            msg: plain,
            aad: context.as_bytes(),
        };
        let sealed = self
            .cipher
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| VaultError::Refused)?;
        let mut out = Vec::with_capacity(1 + NONCE_BYTES + sealed.len());
        out.push(VERSION);
        out.extend_from_slice(&nonce);
        out.extend_from_slice(&sealed);
        Ok(out)
    }

    /// Decrypts what [`Vault::seal`] made with the same context.
    ///
    /// # Errors
    /// [`VaultError`] if it is not that.
    pub fn open(&self, context: &str, sealed: &[u8]) -> Result<Sensitive<Vec<u8>>, VaultError> {
        let Some((&VERSION, rest)) = sealed.split_first() else {
            return Err(VaultError::Format);
        };
        let (nonce, body) = rest
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or(VaultError::Format)?;
        let payload = Payload {
            msg: body,
            aad: context.as_bytes(),
        };
        let plain = self
            .cipher
            .decrypt(&XNonce::from(*nonce), payload)
            .map_err(|_| VaultError::Refused)?;
        Ok(Sensitive::new(plain))
    }

    /// A keyed digest by which an equal value of the same `context` (`bvn/sandbox`) is found.
    pub fn blind_index(&self, context: &str, value: impl AsRef<[u8]>) -> [u8; 32] {
        digest(&self.index, &[context.as_bytes(), &[0], value.as_ref()])
    }

    /// By which the master key is known again, and nothing else can be made of it.
    pub(crate) fn key_mark(&self) -> [u8; 32] {
        self.mark
    }

    /// The stored form of an API key or other high-entropy secret.
    pub fn secret_digest(&self, secret: &str) -> [u8; 32] {
        digest(&self.pepper, &[secret.as_bytes()])
    }
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn digest(keyed: &Hmac<Sha256>, parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = keyed.clone();
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

fn hmac(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    digest(&keyed(key), &[message])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vault(byte: u8) -> Vault {
        Vault::new(&Sensitive::new([byte; 32]))
    }

    proptest! {
        #[test]
        fn opens_only_with_its_key_its_context_and_unchanged(
            plain in proptest::collection::vec(any::<u8>(), 0..200), at: prop::sample::Index,
        ) {
            let sealed = vault(1).seal("a", &plain, Ids).unwrap();
            let opened = vault(1).open("a", &sealed).unwrap();
            prop_assert_eq!(opened.expose(), &plain);
            prop_assert!(vault(2).open("a", &sealed).is_err());
            prop_assert!(vault(1).open("b", &sealed).is_err());
            let mut changed = sealed.clone();
            changed[at.index(sealed.len())] ^= 1;
            prop_assert!(vault(1).open("a", &changed).is_err());
        }

        #[test]
        fn opening_noise_never_panics(noise in proptest::collection::vec(any::<u8>(), 0..80)) {
            prop_assert!(vault(1).open("a", &noise).is_err());
        }
    }

    #[test]
    fn an_index_depends_on_key_context_and_value() {
        let index = vault(1).blind_index("bvn/sandbox", "22212345678");
        assert_eq!(index, vault(1).blind_index("bvn/sandbox", "22212345678"));
        assert_ne!(index, vault(2).blind_index("bvn/sandbox", "22212345678"));
        assert_ne!(index, vault(1).blind_index("bvn/live", "22212345678"));
        assert_ne!(index, vault(1).blind_index("bvn/sandbox", "22212345679"));
        assert!(!format!("{:?}", vault(1)).contains('1'));
    }
}
