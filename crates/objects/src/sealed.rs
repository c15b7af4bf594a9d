//! What an object holds: chunks of [`CHUNK_BYTES`], the last shorter or as long, each sealed with
//! its position and whether it is the last (STREAM over XChaCha20-Poly1305, with a random key and
//! nonce for each object). Chunks cannot be removed, moved, repeated, or taken to another object.

use aead_stream::{NewStream as _, StreamBE32, StreamPrimitive as _};
use chacha20poly1305::aead::Payload;
use chacha20poly1305::{Key, XChaCha20Poly1305};
use kofa_domain::{Error, Ids, Result, Sensitive};
use kofa_store::{Vault, VaultError};

/// Plain bytes of a chunk.
pub const CHUNK_BYTES: usize = 4 * 1024 * 1024;
/// What sealing adds to a chunk, in bytes.
const TAG_BYTES: usize = 16;
/// The first byte of an opened key: how the object is sealed.
const FORM: u8 = 1;
const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 19;

/// The key of one object.
#[derive(Clone, Debug)]
pub(crate) struct ObjectKey {
    secret: Sensitive<[u8; KEY_BYTES + NONCE_BYTES]>,
    /// The object's name, which every chunk is bound to.
    name: String,
}

/// What the sealed key of the object `name` is bound to.
pub(crate) fn context(name: &str) -> String {
    format!("object.key/{name}")
}

impl ObjectKey {
    pub(crate) fn fresh(name: &str, ids: Ids) -> Self {
        let (key, nonce): ([u8; KEY_BYTES], [u8; NONCE_BYTES]) = (ids.secret(), ids.secret());
        let mut secret = [0; KEY_BYTES + NONCE_BYTES];
        secret[..KEY_BYTES].copy_from_slice(&key);
        secret[KEY_BYTES..].copy_from_slice(&nonce);
        Self {
            secret: Sensitive::new(secret),
            name: name.to_owned(),
        }
    }

    /// The key as it is kept.
    ///
    /// # Errors
    /// `internal_error` if the cipher refuses.
    pub(crate) fn seal(&self, vault: &Vault, ids: Ids) -> Result<Vec<u8>> {
        let plain = Sensitive::new([&[FORM], self.secret.expose().as_slice()].concat());
        Ok(vault.seal(&context(&self.name), plain.expose(), ids)?)
    }

    /// # Errors
    /// `internal_error` if it is not what [`ObjectKey::seal`] made for this name.
    pub(crate) fn open(vault: &Vault, name: &str, sealed: &[u8]) -> Result<Self> {
        let plain = vault.open(&context(name), sealed)?;
        let secret = match plain.expose().split_first() {
            Some((&FORM, rest)) => rest.try_into().ok(),
            _ => None,
        };
        Ok(Self {
            secret: Sensitive::new(secret.ok_or(VaultError::Format)?),
            name: name.to_owned(),
        })
    }

    fn stream(&self) -> StreamBE32<XChaCha20Poly1305> {
        let secret = self.secret.expose();
        let (mut key, mut nonce) = ([0; KEY_BYTES], [0; NONCE_BYTES]);
        key.copy_from_slice(&secret[..KEY_BYTES]);
        nonce.copy_from_slice(&secret[KEY_BYTES..]);
        StreamBE32::new(&Key::from(key), &nonce.into())
    }

    /// Seals the chunk at `position`, from 0.
    ///
    /// # Errors
    /// `internal_error` if the cipher refuses.
    pub(crate) fn seal_chunk(&self, position: u32, is_last: bool, plain: &[u8]) -> Result<Vec<u8>> {
        let payload = Payload {
            msg: plain,
            aad: self.name.as_bytes(),
        };
        let sealed = self.stream().encrypt(position, is_last, payload);
        sealed.map_err(|_| Error::internal(VaultError::Refused))
    }

    /// Opens the chunk at `position`.
    ///
    /// # Errors
    /// `internal_error` if it is not that chunk of this object, unchanged.
    pub(crate) fn open_chunk(
        &self,
        position: u32,
        is_last: bool,
        sealed: &[u8],
    ) -> Result<Vec<u8>> {
        let payload = Payload {
            msg: sealed,
            aad: self.name.as_bytes(),
        };
        let plain = self.stream().decrypt(position, is_last, payload);
        plain.map_err(|_| Error::internal(VaultError::Refused))
    }
}

/// Where the chunks of an object of so many plain bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    bytes: u64,
}

impl Layout {
    pub(crate) fn of(bytes: u64) -> Self {
        Self { bytes }
    }

    /// How many chunks there are, at least one.
    ///
    /// # Errors
    /// `internal_error` beyond what a counter of 32 bits counts.
    pub(crate) fn chunks(self) -> Result<u32> {
        let chunks = self.bytes.div_ceil(CHUNK_BYTES as u64).max(1);
        u32::try_from(chunks).map_err(Error::internal)
    }

    /// Which bytes of the object are the chunk at `position`.
    pub(crate) fn range(self, position: u32) -> std::ops::Range<u64> {
        let position = u64::from(position);
        let whole = (CHUNK_BYTES + TAG_BYTES) as u64;
        let before = position * CHUNK_BYTES as u64;
        let plain = self.bytes.saturating_sub(before).min(CHUNK_BYTES as u64);
        let start = position * whole;
        start..start + plain + TAG_BYTES as u64
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(name: &str) -> ObjectKey {
        ObjectKey::fresh(name, Ids)
    }

    /// Seals pieces as chunks, the last as the last.
    fn sealed(key: &ObjectKey, chunks: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let place = |at: usize| (u32::try_from(at).unwrap(), at + 1 == chunks.len());
        let each = chunks.iter().enumerate();
        each.map(|(at, plain)| {
            let (position, is_last) = place(at);
            key.seal_chunk(position, is_last, plain).unwrap()
        })
        .collect()
    }

    fn opened(key: &ObjectKey, chunks: &[Vec<u8>]) -> Result<Vec<Vec<u8>>> {
        let each = chunks.iter().enumerate();
        each.map(|(at, sealed)| {
            let position = u32::try_from(at).unwrap();
            key.open_chunk(position, at + 1 == chunks.len(), sealed)
        })
        .collect()
    }

    fn some_chunks() -> impl Strategy<Value = Vec<Vec<u8>>> {
        proptest::collection::vec(proptest::collection::vec(any::<u8>(), 1..40), 2..6)
    }

    proptest! {
        #[test]
        fn chunks_open_whole_in_their_order_and_in_no_other_way(
            chunks in some_chunks(), at: prop::sample::Index, other: prop::sample::Index,
        ) {
            let mine = key("jobs/a");
            let whole = sealed(&mine, &chunks);
            prop_assert_eq!(opened(&mine, &whole).unwrap(), chunks.clone());
            let cut = &whole[..whole.len() - 1];
            prop_assert!(opened(&mine, cut).is_err(), "the end is missing");
            prop_assert!(opened(&mine, &whole[1..]).is_err(), "the beginning is missing");
            let (at, other) = (at.index(whole.len()), other.index(whole.len()));
            let mut more = whole.clone();
            more.insert(at, whole[at].clone());
            prop_assert!(opened(&mine, &more).is_err(), "one is there twice");
            if at != other {
                let mut moved = whole.clone();
                moved.swap(at, other);
                prop_assert!(opened(&mine, &moved).is_err(), "two changed places");
            }
            let mut changed = whole.clone();
            let byte = other % changed[at].len();
            changed[at][byte] ^= 1;
            prop_assert!(opened(&mine, &changed).is_err(), "a bit was changed");
            let mut mixed = whole.clone();
            mixed[at] = sealed(&key("jobs/a"), &chunks)[at].clone();
            prop_assert!(opened(&mine, &mixed).is_err(), "one is another object's");
            let renamed = ObjectKey { name: "jobs/b".to_owned(), ..mine };
            prop_assert!(opened(&renamed, &whole).is_err(), "the object has another name");
        }

        #[test]
        fn chunks_lie_one_after_the_other(bytes in 0..5 * CHUNK_BYTES as u64) {
            let layout = Layout::of(bytes);
            let (mut plain, mut end) = (0, 0);
            for position in 0..layout.chunks().unwrap() {
                let range = layout.range(position);
                prop_assert_eq!(range.start, end);
                end = range.end;
                plain += range.end - range.start - TAG_BYTES as u64;
            }
            prop_assert_eq!(plain, bytes);
        }
    }

    #[test]
    fn a_key_opens_under_its_own_name_only() {
        let vault = Vault::new(&Sensitive::new([1; 32]));
        let mine = key("jobs/a");
        let kept = mine.seal(&vault, Ids).unwrap();
        let again = ObjectKey::open(&vault, "jobs/a", &kept).unwrap();
        assert_eq!(again.secret, mine.secret);
        assert!(ObjectKey::open(&vault, "jobs/b", &kept).is_err());
        let short = vault.seal(&context("jobs/a"), &[FORM; 9], Ids).unwrap();
        assert!(ObjectKey::open(&vault, "jobs/a", &short).is_err());
    }
}
