//! How an entity is keyed in the tables of the register: environment, number and kind make one
//! integer, so that a look-up goes down one tree of small pages. Pure.

use kofa_domain::Environment;

use crate::rules::{EntityType, RcNumber, read_rc_number};

/// Bits of a key below its number: the kind of entity.
const KIND_BITS: u32 = 3;
const KIND_MAX: i64 = (1 << KIND_BITS) - 1;
/// The bit of a key that is set for live; a number of twelve digits takes forty before it.
const LIVE_BIT: u32 = 48;

/// Whose people, capital or charges they are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entity {
    /// Its number; with `entity_type` its key.
    pub rc_number: RcNumber,
    /// What sort of entity it is.
    pub entity_type: EntityType,
}

impl Entity {
    /// Its key in the tables of the register.
    pub(crate) fn key(&self, environment: Environment) -> i64 {
        key_of(environment, self.entity_type, &self.rc_number)
    }

    /// Reserved numbers belong to the sandbox; who keeps a register means the plain ones.
    pub(crate) fn unreserved(self) -> Self {
        Self {
            rc_number: self.rc_number.unreserved(),
            ..self
        }
    }
}

/// The key of an entity. Keys of an environment lie together, in the order of the numbers; a
/// reserved number of the sandbox has that of the plain one.
pub(crate) fn key_of(environment: Environment, entity_type: EntityType, number: &RcNumber) -> i64 {
    let kind = EntityType::ALL.iter().position(|one| *one == entity_type);
    let kind = kind.and_then(|kind| i64::try_from(kind).ok());
    keys_under(environment, number).0 | kind.unwrap_or_default()
}

/// The first and the last key that entities under a number can have, in the order of
/// [`EntityType::ALL`].
pub(crate) fn keys_under(environment: Environment, number: &RcNumber) -> (i64, i64) {
    // Digits only, at most twelve.
    let number: i64 = number.as_str().parse().unwrap_or_default();
    let first = (number << KIND_BITS) | base(environment);
    (first, first | KIND_MAX)
}

/// The first key that an entity with the number of `key` can have.
pub(crate) fn first_under(key: i64) -> i64 {
    key & !KIND_MAX
}

/// Between which keys all of an environment's lie, both left out.
pub(crate) fn keys_of(environment: Environment) -> (i64, i64) {
    let base = base(environment);
    (base - 1, base + (1 << LIVE_BIT))
}

/// The entity of a key; `None` if it is none's.
pub(crate) fn entity_of(key: i64) -> Option<Entity> {
    let kind = usize::try_from(key & KIND_MAX).ok()?;
    let number = (key & ((1 << LIVE_BIT) - 1)) >> KIND_BITS;
    Some(Entity {
        rc_number: read_rc_number(&number.to_string()).ok()?.number,
        entity_type: *EntityType::ALL.get(kind)?,
    })
}

fn base(environment: Environment) -> i64 {
    match environment {
        Environment::Sandbox => 0,
        Environment::Live => 1 << LIVE_BIT,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_key_leads_back_to_its_entity(
            number in 1_i64..1_000_000_000_000, kind in 0_usize..5, live: bool,
        ) {
            let environment = if live { Environment::Live } else { Environment::Sandbox };
            let rc_number = read_rc_number(&number.to_string()).unwrap().number;
            let entity_type = EntityType::ALL[kind];
            let key = key_of(environment, entity_type, &rc_number);
            let (before, after) = keys_of(environment);
            prop_assert!(before < key && key < after);
            let (first, last) = keys_under(environment, &rc_number);
            prop_assert!(first <= key && key <= last && last - first < 8);
            prop_assert_eq!(entity_of(key), Some(Entity { rc_number, entity_type }));
        }
    }

    #[test]
    fn what_is_no_key_is_nobodys() {
        for key in [0, 5 | 8, 7, 1 << LIVE_BIT] {
            assert_eq!(entity_of(key), None, "{key}");
        }
    }
}
