//! Kinds of calls, numbered in each wallet, and sets of their numbers, packed.
//!
//! A set is its numbers in rising order, each as the distance from the one before it (the first
//! from -1, less 1), seven bits a byte, the lowest first, with the eighth bit where more follow.

use std::collections::BTreeSet;

use kofa_domain::{Result, Timestamp};
use kofa_store::{Column, Row, Tx, Type, Value};
use rustc_hash::FxHashMap;

/// Log rows that one block describes.
pub(super) const BLOCK_ROWS: i64 = 1_024;

const KINDS: &str = "select no, operation_id, key_id, status, error_code, charged \
     from call_kind where wallet_no = $1 order by no";
const KIND: &str = "call_kind";
const KIND_COLUMNS: [Column; 7] = [
    ("wallet_no", Type::Int),
    ("no", Type::Int),
    ("operation_id", Type::Text),
    ("key_id", Type::Text),
    ("status", Type::Int),
    ("error_code", Type::Text),
    ("charged", Type::Bool),
];

/// What is alike in calls of one wallet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    pub(super) operation_id: String,
    pub(super) key_id: String,
    pub(super) status: u32,
    /// Empty for what is no error.
    pub(super) error_code: String,
    pub(super) charged: bool,
}

impl Kind {
    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            operation_id: row.get("operation_id")?,
            key_id: row.get("key_id")?,
            status: row.get("status")?,
            error_code: row.get("error_code")?,
            charged: row.get("charged")?,
        })
    }
}

/// All kinds of a wallet, in the order of their numbers.
pub(super) async fn read_kinds(tx: &mut Tx<'_>, wallet_no: i64) -> Result<Vec<Kind>> {
    let rows = tx.rows(KINDS, &[wallet_no.into()]).await?;
    rows.iter().map(Kind::from_row).collect()
}

/// Kinds with their numbers, and those that are new.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    numbers: FxHashMap<Kind, u32>,
    known: usize,
}

impl Dictionary {
    pub(super) fn new(kinds: Vec<Kind>) -> Self {
        let known = kinds.len();
        let numbered = kinds.into_iter().zip(0..);
        Self {
            numbers: numbered.collect(),
            known,
        }
    }

    /// The number of a kind; a new one gets the next.
    pub(super) fn number(&mut self, kind: Kind) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(kind).or_insert(next)
    }

    /// All, each at its number.
    pub(super) fn by_number(&self) -> Vec<&Kind> {
        let mut all: Vec<(&Kind, &u32)> = self.numbers.iter().collect();
        all.sort_unstable_by_key(|(_, no)| **no);
        all.into_iter().map(|(kind, _)| kind).collect()
    }

    /// Writes the new ones.
    pub(super) async fn keep(&self, tx: &mut Tx<'_>, wallet_no: i64) -> Result<()> {
        let mut rows: Vec<[Value<'_>; 7]> = Vec::new();
        for (no, kind) in (0_i64..).zip(self.by_number()).skip(self.known) {
            rows.push([
                wallet_no.into(),
                no.into(),
                (&kind.operation_id).into(),
                (&kind.key_id).into(),
                kind.status.into(),
                (&kind.error_code).into(),
                kind.charged.into(),
            ]);
        }
        tx.insert_rows(KIND, &KIND_COLUMNS, "", &rows).await?;
        Ok(())
    }
}

/// What is known of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) first_at: Timestamp,
    pub(super) last_at: Timestamp,
    pub(super) kinds: BTreeSet<u32>,
}

impl Block {
    pub(super) fn new(at: Timestamp) -> Self {
        Self {
            first_at: at,
            last_at: at,
            kinds: BTreeSet::new(),
        }
    }

    pub(super) fn add(&mut self, at: Timestamp, kind: u32) {
        self.first_at = self.first_at.min(at);
        self.last_at = self.last_at.max(at);
        self.kinds.insert(kind);
    }

    /// Adds what another part of the same block has.
    pub(super) fn join(&mut self, other: &Self) {
        self.first_at = self.first_at.min(other.first_at);
        self.last_at = self.last_at.max(other.last_at);
        self.kinds.extend(&other.kinds);
    }
}

pub(super) fn pack(set: &BTreeSet<u32>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(set.len() + 4);
    let mut next = 0;
    for &number in set {
        let mut distance = number - next;
        while distance >= 0x80 {
            bytes.push(u8::try_from(distance & 0x7f).unwrap_or(0) | 0x80);
            distance >>= 7;
        }
        bytes.push(u8::try_from(distance).unwrap_or(0));
        next = number.saturating_add(1);
    }
    bytes
}

/// The numbers of a packed set, in rising order.
pub(super) fn unpack(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let mut rest = bytes.iter();
    let mut next = 0_u32;
    std::iter::from_fn(move || {
        let mut distance = 0_u32;
        let mut shift = 0;
        loop {
            let byte = u32::from(*rest.next()?);
            distance |= (byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
        }
        let number = next.saturating_add(distance);
        next = number.saturating_add(1);
        Some(number)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_is_what_was_packed(set in prop::collection::btree_set(0_u32..200_000, 0..300)) {
            let back: BTreeSet<u32> = unpack(&pack(&set)).collect();
            prop_assert_eq!(back, set);
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = unpack(&bytes).count();
        }
    }

    #[test]
    fn ordinary_sets_take_a_byte_a_kind() {
        let set: BTreeSet<u32> = (0..200).collect();
        assert_eq!(pack(&set).len(), 200);
        assert!(pack(&BTreeSet::new()).is_empty());
    }
}
