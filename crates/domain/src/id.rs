//! Identifiers: UUIDv7 inside, so that they sort by time; a prefix outside, so that
//! a person sees what they name (`ten_…`, `key_…`).

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use uuid::Uuid;

use crate::Timestamp;

/// What an [`Id`] names: its prefix, with the underscore.
pub trait IdKind: Send + Sync + 'static {
    /// For example `ten_`.
    const PREFIX: &'static str;
}

/// The kinds of [`Id`].
pub mod kinds {
    use super::IdKind;

    #[derive(Debug)]
    pub enum Tenant {}
    /// An API key (its record, never its secret).
    #[derive(Debug)]
    pub enum Key {}
    /// A member of a tenant.
    #[derive(Debug)]
    pub enum Member {}
    /// An operator of the platform.
    #[derive(Debug)]
    pub enum Operator {}
    /// An operator's token for the admin API.
    #[derive(Debug)]
    pub enum AdminToken {}

    impl IdKind for Tenant {
        const PREFIX: &'static str = "ten_";
    }
    impl IdKind for Key {
        const PREFIX: &'static str = "key_";
    }
    impl IdKind for Member {
        const PREFIX: &'static str = "mem_";
    }
    impl IdKind for Operator {
        const PREFIX: &'static str = "opr_";
    }
    impl IdKind for AdminToken {
        const PREFIX: &'static str = "tok_";
    }
}

/// A tenant's id, `ten_…`.
pub type TenantId = Id<kinds::Tenant>;
/// An API key's id, `key_…`.
pub type KeyId = Id<kinds::Key>;
/// A member's id, `mem_…`.
pub type MemberId = Id<kinds::Member>;
/// An operator's id, `opr_…`.
pub type OperatorId = Id<kinds::Operator>;
/// An admin token's id, `tok_…`.
pub type TokenId = Id<kinds::AdminToken>;

/// The id of a call: `X-Request-Id`, and the id of its log row.
pub type RequestId = Uuid;

/// An identifier of one kind of thing: prefix and 32 hex digits. Cheap to clone.
pub struct Id<K>(Arc<str>, PhantomData<fn() -> K>);

impl<K: IdKind> Id<K> {
    /// A new id; the UUID comes from [`Ids`].
    pub fn from_uuid(uuid: Uuid) -> Self {
        Self(
            format!("{}{}", K::PREFIX, uuid.simple()).into(),
            PhantomData,
        )
    }

    /// Reads an id of this kind; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(K::PREFIX)?;
        let hex = digits.len() == 32
            && digits
                .bytes()
                .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        hex.then(|| Self(text.into(), PhantomData))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<K> Clone for Id<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0), PhantomData)
    }
}

impl<K> PartialEq for Id<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K> Eq for Id<K> {}

impl<K> std::hash::Hash for Id<K> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<K> fmt::Debug for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<K> fmt::Display for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<K> From<&Id<K>> for Cow<'static, str> {
    fn from(id: &Id<K>) -> Self {
        Cow::Owned(id.0.to_string())
    }
}

/// The source of chance: new UUIDs, and random bytes for secrets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ids;

impl Ids {
    /// A UUIDv7 (RFC 9562) that carries `at` in its first 48 bits, in milliseconds.
    pub fn uuid(self, at: Timestamp) -> Uuid {
        let micros = at.micros().max(0).unsigned_abs();
        let stamp = uuid::Timestamp::from_unix(
            uuid::NoContext,
            micros / 1_000_000,
            u32::try_from(micros % 1_000_000 * 1_000).unwrap_or(0),
        );
        Uuid::new_v7(stamp)
    }

    /// A new id of kind `K`.
    pub fn id<K: IdKind>(self, at: Timestamp) -> Id<K> {
        Id::from_uuid(self.uuid(at))
    }

    /// Bytes from the operating system's secure source.
    ///
    /// # Panics
    /// If the operating system has no randomness: nothing safe can be done then.
    pub fn secret<const N: usize>(self) -> [u8; N] {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes).expect("the operating system provides randomness");
        bytes
    }
}
