//! Encryption at rest: XChaCha20-Poly1305 (RFC 8439 with a 192-bit nonce) for what must be
//! read again, HMAC-SHA256 blind indexes for what must be found again without being read.
//!
//! The master keys are a ring. What is sealed begins with the number of its key; the newest key
//! seals, all in the ring open. A digest cannot be made anew without its value, so each later key
//! adds a link to the chain: the stored digest is HMAC(link, digest of before), and so is that of
//! a value that is looked up. The earlier keys' part of the chain is kept sealed under the newest
//! key; their master keys are not needed for it, and alone they match nothing that is stored.

use std::fmt;
use std::sync::Arc;

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac as _};
use kofa_domain::{Ids, Sensitive};
use sha2::Sha256;
use zeroize::Zeroizing;

/// The number of the first master key of any data.
pub const FIRST_KEY: u8 = 1;
const NONCE_BYTES: usize = 24;
/// Number of the key and nonce: no two sealed values begin with the same.
pub(crate) const HEAD_BYTES: usize = 1 + NONCE_BYTES;
/// What a link takes of the digest before it: some columns keep no more.
const LINKED_BYTES: usize = 16;
const KEY_BYTES: usize = 32;

/// Why something sealed cannot be opened. Says nothing about the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaultError {
    /// Too short, or of a key that is not in the ring.
    Format,
    /// Another key, another context, or changed bytes.
    Refused,
}

impl fmt::Display for VaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "sealed data has an unknown format, or its key is not in the ring",
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

/// A master key of 32 bytes, from which all others are derived.
pub type MasterKey = Sensitive<[u8; KEY_BYTES]>;

/// By which a master key is known again, and nothing else can be made of it.
pub fn key_mark(master: &MasterKey) -> [u8; KEY_BYTES] {
    *derive(master, "kofa/key-mark/1")
}

/// The keys of digests: of blind indexes, of secrets, and a link for each later master key.
#[derive(Clone, Debug)]
pub struct DigestChain(Sensitive<Vec<u8>>);

impl DigestChain {
    /// Of the first master key.
    pub fn first(master: &MasterKey) -> Self {
        let index = derive(master, "kofa/blind-index/1");
        let pepper = derive(master, "kofa/api-key/1");
        Self(Sensitive::new([*index, *pepper].concat()))
    }

    /// With the link of a newer master key at its end.
    #[must_use]
    pub fn with_link(&self, newer: &MasterKey) -> Self {
        let link = derive(newer, LINK);
        Self(Sensitive::new(
            [self.0.expose().as_slice(), link.as_slice()].concat(),
        ))
    }

    /// As [`DigestChain::seal`] sealed it.
    ///
    /// # Errors
    /// [`VaultError`] if it is not that.
    pub fn open(newest: (u8, &MasterKey), sealed: &[u8]) -> Result<Self, VaultError> {
        let bytes = cipher(newest.1).opened(&chain_context(newest.0), sealed)?;
        let is_chain = bytes.len() >= 2 * KEY_BYTES && bytes.len().is_multiple_of(KEY_BYTES);
        is_chain
            .then(|| Self(Sensitive::new(bytes)))
            .ok_or(VaultError::Format)
    }

    /// Sealed under a master key, whose number is given, to be kept with the data.
    ///
    /// # Errors
    /// [`VaultError::Refused`] if the cipher refuses.
    pub fn seal(&self, newest: (u8, &MasterKey), ids: Ids) -> Result<Vec<u8>, VaultError> {
        let (id, master) = newest;
        cipher(master).sealed(id, &chain_context(id), self.0.expose(), ids)
    }

    fn keys(&self) -> impl Iterator<Item = Hmac<Sha256>> + '_ {
        self.0.expose().chunks_exact(KEY_BYTES).map(keyed)
    }
}

/// What carries stored digests over to a newer master key.
#[derive(Clone)]
pub struct Relink(Hmac<Sha256>);

impl fmt::Debug for Relink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Relink(<hidden>)")
    }
}

impl Relink {
    /// To `newer`.
    pub fn new(newer: &MasterKey) -> Self {
        Self(keyed(derive(newer, LINK).as_slice()))
    }

    /// The digests that follow on `digests`, which stand one after the other, `length` bytes
    /// each (at least 16).
    pub fn next(&self, digests: &[u8], length: usize) -> Vec<u8> {
        let next = |digest: &[u8]| step(&self.0, digest).into_iter().take(length);
        digests.chunks(length).flat_map(next).collect()
    }
}

/// What a value may have been sealed with, and what it is sealed with next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contexts {
    pub opens: String,
    pub seals: String,
}

impl Contexts {
    /// The same for both.
    pub fn same(context: String) -> Self {
        Self {
            opens: context.clone(),
            seals: context,
        }
    }
}

/// The keys of encryption at rest, all derived from the master keys of the ring. Cheap to clone.
#[derive(Clone)]
pub struct Vault(Arc<Ring>);

struct Ring {
    /// The one that seals comes first.
    ciphers: Vec<(u8, XChaCha20Poly1305)>,
    index: Hmac<Sha256>,
    pepper: Hmac<Sha256>,
    links: Vec<Hmac<Sha256>>,
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault(<hidden>)")
    }
}

impl Vault {
    /// From the only master key that the data ever had.
    pub fn new(master: &MasterKey) -> Self {
        Self::of_ring((FIRST_KEY, master), &[], &DigestChain::first(master))
    }

    /// From the key that seals, others that open, and the chain of digests.
    pub fn of_ring(
        seals: (u8, &MasterKey),
        others: &[(u8, &MasterKey)],
        chain: &DigestChain,
    ) -> Self {
        let all = std::iter::once(&seals).chain(others);
        let mut keys = chain.keys();
        let mut root = || keys.next().expect("a chain has both roots");
        Self(Arc::new(Ring {
            ciphers: all.map(|(id, master)| (*id, cipher(master))).collect(),
            index: root(),
            pepper: root(),
            links: keys.collect(),
        }))
    }

    /// The number of the key that seals.
    pub fn seals_with(&self) -> u8 {
        self.0.ciphers.first().map_or(FIRST_KEY, |(id, _)| *id)
    }

    /// Encrypts `plain`. `context` names what and whose it is (`subscription.bvn/<id>`): the
    /// same context is needed to open it, so a value cannot be moved to another row.
    ///
    /// # Errors
    /// Never with inputs of a sane size; [`VaultError::Refused`] if the cipher refuses.
    pub fn seal(&self, context: &str, plain: &[u8], ids: Ids) -> Result<Vec<u8>, VaultError> {
        let (id, cipher) = self.0.ciphers.first().ok_or(VaultError::Refused)?;
        cipher.sealed(*id, context, plain, ids)
    }

    /// Decrypts what [`Vault::seal`] made with the same context.
    ///
    /// # Errors
    /// [`VaultError`] if it is not that.
    pub fn open(&self, context: &str, sealed: &[u8]) -> Result<Sensitive<Vec<u8>>, VaultError> {
        let of = sealed.first();
        let mut ciphers = self.0.ciphers.iter();
        let (_, cipher) = ciphers
            .find(|(id, _)| Some(id) == of)
            .ok_or(VaultError::Format)?;
        cipher.opened(context, sealed).map(Sensitive::new)
    }

    /// Opens what was sealed with one of several contexts, and seals it with the newest key and
    /// the context that goes with that one.
    ///
    /// # Errors
    /// [`VaultError::Refused`] if none opens it.
    pub(crate) fn reseal(
        &self,
        contexts: &[Contexts],
        sealed: &[u8],
        ids: Ids,
    ) -> Result<Vec<u8>, VaultError> {
        let opened =
            |one: &Contexts| Some((self.open(&one.opens, sealed).ok()?, one.seals.clone()));
        let (plain, context) = contexts
            .iter()
            .find_map(opened)
            .ok_or(VaultError::Refused)?;
        self.seal(&context, plain.expose(), ids)
    }

    /// A keyed digest by which an equal value of the same `context` (`bvn/sandbox`) is found.
    pub fn blind_index(&self, context: &str, value: impl AsRef<[u8]>) -> [u8; 32] {
        let parts = [context.as_bytes(), &[0], value.as_ref()];
        self.linked(digest(&self.0.index, &parts))
    }

    /// The stored form of an API key or other high-entropy secret.
    pub fn secret_digest(&self, secret: &str) -> [u8; 32] {
        self.linked(digest(&self.0.pepper, &[secret.as_bytes()]))
    }

    fn linked(&self, first: [u8; 32]) -> [u8; 32] {
        let links = self.0.links.iter();
        links.fold(first, |digest, link| step(link, &digest))
    }
}

trait Cipher {
    fn sealed(&self, id: u8, context: &str, plain: &[u8], ids: Ids) -> Result<Vec<u8>, VaultError>;
    fn opened(&self, context: &str, sealed: &[u8]) -> Result<Vec<u8>, VaultError>;
}

impl Cipher for XChaCha20Poly1305 {
    fn sealed(&self, id: u8, context: &str, plain: &[u8], ids: Ids) -> Result<Vec<u8>, VaultError> {
        let nonce: [u8; NONCE_BYTES] = ids.secret();
        let payload = Payload {
            msg: plain,
            aad: context.as_bytes(),
        };
        let sealed = self
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| VaultError::Refused)?;
        let mut out = Vec::with_capacity(HEAD_BYTES + sealed.len());
        out.push(id);
        out.extend_from_slice(&nonce);
        out.extend_from_slice(&sealed);
        Ok(out)
    }

    fn opened(&self, context: &str, sealed: &[u8]) -> Result<Vec<u8>, VaultError> {
        let (_, rest) = sealed.split_first().ok_or(VaultError::Format)?;
        let (nonce, body) = rest
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or(VaultError::Format)?;
        let payload = Payload {
            msg: body,
            aad: context.as_bytes(),
        };
        self.decrypt(&XNonce::from(*nonce), payload)
            .map_err(|_| VaultError::Refused)
    }
}

const LINK: &str = "kofa/digest-link/1";

fn chain_context(id: u8) -> String {
    format!("master_key.chain/{id}")
}

fn cipher(master: &MasterKey) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&Key::from(*derive(master, "kofa/seal/1")))
}

fn derive(master: &MasterKey, label: &str) -> Zeroizing<[u8; KEY_BYTES]> {
    Zeroizing::new(digest(&keyed(master.expose()), &[label.as_bytes()]))
}

/// What the chain makes of a digest at `link`.
fn step(link: &Hmac<Sha256>, before: &[u8]) -> [u8; 32] {
    digest(link, &[before.get(..LINKED_BYTES).unwrap_or(before)])
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn digest(keyed: &Hmac<Sha256>, parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = keyed.clone();
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn master(byte: u8) -> MasterKey {
        Sensitive::new([byte; 32])
    }

    fn vault(byte: u8) -> Vault {
        Vault::new(&master(byte))
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

    #[test]
    fn what_was_sealed_and_digested_before_the_ring_stays_readable() {
        // Made apart from this code, by Python's hmac and the draft of XChaCha20-Poly1305: a
        // value of context `a` under a nonce of 0 to 23, and two digests.
        let hex = |text: &str| data_encoding::HEXLOWER.decode(text.as_bytes()).unwrap();
        let sealed = hex(BEFORE_SEALED);
        assert_eq!(vault(7).open("a", &sealed).unwrap().expose(), b"plain");
        let index = vault(7).blind_index("bvn/sandbox", "22212345678");
        assert_eq!(index.to_vec(), hex(BEFORE_INDEX));
        assert_eq!(
            vault(7).secret_digest("kofa_x").to_vec(),
            hex(BEFORE_SECRET)
        );
    }

    #[test]
    fn the_newest_key_seals_and_all_of_the_ring_open() {
        let [old, new] = [1, 2].map(master);
        let chain = DigestChain::first(&old);
        let both = Vault::of_ring((2, &new), &[(1, &old)], &chain);
        let before = vault(1).seal("a", b"x", Ids).unwrap();
        assert_eq!(both.open("a", &before).unwrap().expose(), b"x");
        let moved = Contexts {
            opens: "a".to_owned(),
            seals: "b".to_owned(),
        };
        let contexts = [Contexts::same("c".to_owned()), moved];
        let after = both.reseal(&contexts, &before, Ids).unwrap();
        assert_eq!((after[0], both.seals_with()), (2, 2));
        assert_eq!(both.open("b", &after).unwrap().expose(), b"x");
        assert!(vault(1).open("b", &after).is_err());
        // The old key does not open it under the new number either.
        assert!(
            Vault::of_ring((2, &old), &[], &chain)
                .open("b", &after)
                .is_err()
        );
        let alone = Vault::of_ring((2, &new), &[], &chain.with_link(&new));
        assert_eq!(alone.open("b", &after).unwrap().expose(), b"x");
        assert!(alone.open("a", &before).is_err());
        assert!(both.reseal(&contexts[..1], &before, Ids).is_err());
    }

    #[test]
    fn digests_are_carried_over_whole_halved_and_in_a_row() {
        let [old, new] = [1, 2].map(master);
        let chain = DigestChain::first(&old).with_link(&new);
        let linked = Vault::of_ring((2, &new), &[], &chain);
        let relink = Relink::new(&new);
        let values = ["22212345678", "22212345679"];
        let [before, after] = [vault(1), linked.clone()]
            .map(|vault| values.map(|value| vault.blind_index("bvn/sandbox", value)));
        assert_eq!(relink.next(&before[0], 32), after[0]);
        let halves = |all: &[[u8; 32]; 2]| [&all[0][..16], &all[1][..16]].concat();
        assert_eq!(relink.next(&halves(&before), 16), halves(&after));
        let secret = vault(1).secret_digest("x");
        assert_eq!(relink.next(&secret, 32), linked.secret_digest("x"));
        assert!(relink.next(&[], 16).is_empty());
        // Each key alone makes none of them.
        for one in [1, 2] {
            assert_ne!(vault(one).blind_index("bvn/sandbox", values[0]), after[0]);
            assert_ne!(vault(one).secret_digest("x"), linked.secret_digest("x"));
        }
    }

    #[test]
    fn a_chain_is_kept_under_the_newest_key() {
        let [old, new, other] = [1, 2, 3].map(master);
        let chain = DigestChain::first(&old).with_link(&new);
        let sealed = chain.seal((2, &new), Ids).unwrap();
        let opened = DigestChain::open((2, &new), &sealed).unwrap();
        assert_eq!(opened.0, chain.0);
        for (id, key) in [(3, &new), (2, &old), (2, &other)] {
            assert!(DigestChain::open((id, key), &sealed).is_err());
        }
        assert!(!format!("{chain:?}").contains('1'));
    }

    const BEFORE_SEALED: &str = "01000102030405060708090a0b0c0d0e0f1011121314151617b9d191e6\
        8c9321a56de04db301af445161cd4c9e8d";
    const BEFORE_INDEX: &str = "0c262777128264e43b27e3f9113e2b45766e0e41ac93b46442e607c06bade335";
    const BEFORE_SECRET: &str = "864d892a648f84b265303d4a17bf2f2f2ce5be48fd49a218f62aeec9271aeca4";
}
